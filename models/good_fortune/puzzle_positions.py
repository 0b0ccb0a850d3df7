"""From the tiles of a written puzzle to a position: who is to move, and what was chosen and laid in the turn."""

from models.good_fortune.editions import Rules
from models.good_fortune.moves import BOTH, Player, other_player
from models.good_fortune.positions import NO_TILES, Chosen, FortunePosition
from models.good_fortune.puzzle import FortunePuzzle
from models.good_fortune.puzzle_checks import PLAYERS
from models.good_fortune.puzzle_decisions import with_choices
from models.good_fortune.table import Hands
from models.good_fortune.tiles import Tile, Tiles
from models.puzzle_faults import short_number, wrong_puzzle


def player_of(field: str, number: int | None) -> Player | None:
    """Read a player, if one is named. Raises Malformed."""
    if number not in (None, *BOTH):
        wrong_puzzle(field, f"there is no player {short_number(number or 0)}", "players are 1 and 2")
    return None if number is None else Player(number)


def _first_holder(rules: Rules, hands: Hands) -> Player | None:
    """Tell who began with tile 1, as far as the tiles in hand tell it."""
    for player in BOTH:
        if Tile(1) in hands[player - 1] or Tile(rules.top) in hands[2 - player]:
            return player
    return None


def with_medallion(
    puzzle: FortunePuzzle, rules: Rules, hands: Hands, line: Tiles, won: Hands, laid: Player | None
) -> FortunePosition:
    """Give the position of a game with the medallion, or of Guessing. Raises Malformed."""
    sizes = [len(hand) + (player == laid) for player, hand in zip(BOTH, hands, strict=True)]
    if sizes[0] != sizes[1]:
        one, other = map(len, hands)
        what = f"hands of {one} and {other} tiles (GF201)"
        wrong_puzzle("hands", what, "both lay one tile a turn; `laid` names who has laid in this turn")
    if puzzle.to_move is not None:
        wrong_puzzle("to_move", "the medallion tells who is to move", "`to_move` is for Simple laying")
    turns = rules.hand - sizes[0]
    even = not turns % 2
    side = puzzle.side or ("small" if even else "large")
    if (side == "small") is not even:
        wrong_puzzle(
            "side",
            f"the {side} side is up after {turns} turns (GF207)",
            "it is turned over after each turn, small first",
        )
    if rules.guessing:
        if puzzle.holder is not None:
            wrong_puzzle("holder", "nobody chooses first in Guessing (GF501)", "leave out `holder`; `side` counts")
        start = FortunePosition(rules, hands, line, int(BOTH[0]), won, side=side, open_score=puzzle.open_score)
        return _within_turn(puzzle, start, laid)
    first = _first_holder(rules, hands)
    expected = None if first is None else first if even else other_player(first)
    holder = player_of("holder", puzzle.holder) or expected
    if holder is None:
        wrong_puzzle("holder", "it is not told who has the medallion", "player 1 or 2")
    if expected is not None and holder != expected:
        what = f"player {holder} has the medallion after {turns} turns (GF207)"
        wrong_puzzle(
            "holder", what, f"player {first} had tile 1 and so the medallion first; it is handed over after each turn"
        )
    start = FortunePosition(rules, hands, line, int(holder), won, holder, side, open_score=puzzle.open_score)
    return _within_turn(puzzle, start, laid)


def _within_turn(puzzle: FortunePuzzle, start: FortunePosition, laid: Player | None) -> FortunePosition:
    """Give the position within a turn that a puzzle tells of."""
    chosen = _chosen(puzzle, start.hands)
    if laid is not None:
        other = other_player(laid)
        if chosen[laid - 1] is not None or chosen[other - 1] is None:
            wrong_puzzle("chosen", f"player {laid} has laid, so player {other} alone has chosen a tile", "see `laid`")
        ends = (start.line[0], start.line[-1])
        right = [tile for tile in ends if start.first_to_lay(_both(chosen, laid, tile)) == laid]
        if not right:
            which = "lower" if start.side == "small" else "higher"
            wrong_puzzle(
                "laid", f"player {laid} has not laid first (GF202)", f"the {which} number is laid first, at an end"
            )
        return with_choices(start, chosen, int(other), laid)
    if chosen == NO_TILES:
        return start
    if None not in chosen:
        return with_choices(start, chosen, int(start.first_to_lay(chosen)), None)
    holder = start.holder
    if holder is None:
        wrong_puzzle(
            "chosen", "only one player has chosen (GF501)", "both choose at the same time: name both tiles, or none"
        )
    if chosen[holder - 1] is None:
        wrong_puzzle(
            "chosen", f"player {other_player(holder)} has chosen first (GF201)", f"player {holder} has the medallion"
        )
    return with_choices(start, chosen, int(other_player(holder)), None)


def _both(chosen: Chosen, laid: Player, tile: Tile) -> Chosen:
    return (tile, chosen[1]) if laid == BOTH[0] else (chosen[0], tile)


def _chosen(puzzle: FortunePuzzle, hands: Hands) -> Chosen:
    if not puzzle.chosen:
        return NO_TILES
    if len(puzzle.chosen) != PLAYERS:
        wrong_puzzle("chosen", f"{len(puzzle.chosen)} chosen tiles", "one for each of the two players, or null")
    for at, number in enumerate(puzzle.chosen):
        if number is not None and number not in hands[at]:
            wrong_puzzle(
                f"chosen[{at}]",
                f"player {at + 1} has no {short_number(number)} (GF201)",
                "each chooses from the own hand",
            )
    one, other = (None if number is None else Tile(number) for number in puzzle.chosen)
    return one, other


def simple_position(puzzle: FortunePuzzle, rules: Rules, hands: Hands, line: Tiles, won: Hands) -> FortunePosition:
    """Give the position of a game of Simple laying. Raises Malformed."""
    for field in ("holder", "side", "laid", "chosen"):
        if getattr(puzzle, field):
            wrong_puzzle(
                field, "there is no medallion in Simple laying, and nobody chooses (GF502)", f"leave out `{field}`"
            )
    one, other = map(len, hands)
    if abs(one - other) > 1:
        wrong_puzzle("hands", f"hands of {one} and {other} tiles (GF502)", "the players lay in turn, one tile each")
    longer = None if one == other else BOTH[one < other]
    mover = player_of("to_move", puzzle.to_move) or longer
    if mover is None:
        wrong_puzzle("to_move", "it is not told who is to move", "player 1 or 2")
    if longer is not None and mover != longer:
        wrong_puzzle("to_move", f"player {mover} is not to move (GF502)", f"player {longer} has laid a tile less")
    return FortunePosition(rules, hands, line, int(mover), won, open_score=puzzle.open_score)
