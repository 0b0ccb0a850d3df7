"""From a written puzzle to a position and what is asked of it, and back; the decisions of a recorded turn."""

from fractions import Fraction
from random import Random
from typing import NoReturn

from models.game import Malformed, Reading
from models.good_fortune.checked_successors import uncovered
from models.good_fortune.editions import EDITIONS, GUESSING, LARGEST_HAND, LINE, SIMPLE, Rules, rules_of
from models.good_fortune.events import GameEvent, TurnEvent
from models.good_fortune.moves import BOTH, Player, Turn, other_player, read_move
from models.good_fortune.positions import CHOOSE, LAY, NO_TILES, Chosen, FortunePosition
from models.good_fortune.puzzle import FortunePuzzle
from models.good_fortune.table import Hands, Table, in_words
from models.good_fortune.tiles import Tile, Tiles, TileSet, load, shipped
from models.material import BadMaterial
from models.position import Objective, Position, Problem, PuzzleWish
from models.solving import Positions, Words
from models.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.endgame import Duel, Standoff
    from models.puzzle_kind import PuzzleKind

FORMAT = "cloverproof-puzzle/1"
LONGEST = 20  # digits of a number that are shown
PLAYERS = len(BOTH)


def wrong_puzzle(field: str, message: str, help_line: str) -> NoReturn:
    """Say what is wrong with a puzzle."""
    raise Malformed("value", field, message, help_line)


def read_puzzle(puzzle: FortunePuzzle, objective: Objective) -> Problem:
    """Give the problem of a puzzle. Raises Malformed, whose field is a key of the puzzle or a place in a list."""
    rules = _rules(puzzle)
    hands, collections = _heaps("hands", puzzle.hands), _heaps("collections", puzzle.collections or [[], []])
    line = _tiles_of("line", puzzle.line)
    _check_tiles(rules, hands, line, collections)
    laid = _player("laid", puzzle.laid)
    if rules.simple:
        position = _simple(puzzle, rules, hands, line, collections)
    else:
        position = _with_medallion(puzzle, rules, hands, line, collections, laid)
    return Problem(position, puzzle.goal, objective, position.mover)


def _rules(puzzle: FortunePuzzle) -> Rules:
    tiles = _tile_set(puzzle)
    hand = (len(tiles.faces) - LINE) // 2 if puzzle.hand is None else puzzle.hand
    header = GameEvent(FORMAT, "good-fortune", EDITIONS[0].key, variants=puzzle.variants, hand=hand)
    if not 1 <= hand <= LARGEST_HAND or 2 * hand + LINE != len(tiles.faces):
        count = f"{len(tiles.faces)} tiles"
        wrong_puzzle(
            "tiles",
            f"no game has {count} and hands of {short_number(hand)}",
            "each has as many tiles, three are in the line",
        )
    try:
        rules = rules_of(header, Reading(material=tiles))
    except Malformed as fault:
        raise Malformed("value", fault.field, fault.message, fault.help) from None
    return rules


def _tile_set(puzzle: FortunePuzzle) -> TileSet:
    from models.good_fortune.tiles import names_of_shipped, tile_set

    try:
        if not isinstance(puzzle.tiles, str):
            return tile_set(puzzle.tiles[: 2 * LARGEST_HAND + LINE])
        if shipped(puzzle.tiles) is None:
            known = ", ".join(names_of_shipped())
            wrong_puzzle(
                "tiles", f"no tile set {puzzle.tiles[:40]!r} comes with the program", f"known: {known}; or give rows"
            )
        return load(puzzle.tiles, None)
    except BadMaterial as bad:
        wrong_puzzle("tiles", str(bad.faults[0]), "rows are [number, charm, charm, die]")


def _heaps(field: str, heaps: list[list[int]]) -> Hands:
    if len(heaps) != PLAYERS:
        wrong_puzzle(field, f"{len(heaps)} lists of tiles", "one for each of the two players")
    one, other = (tuple(sorted(_tiles_of(f"{field}[{at}]", heap))) for at, heap in enumerate(heaps))
    return one, other


def _tiles_of(field: str, numbers: list[int]) -> Tiles:
    if len(numbers) > 2 * LARGEST_HAND:
        wrong_puzzle(field, f"{len(numbers)} tiles in one place", "no game has so many")
    return tuple(Tile(number) for number in numbers)


def short_number(value: int) -> str:
    """Write a number that may be absurd."""
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}... ({len(text.lstrip('-'))} digits)"


def _player(field: str, number: int | None) -> Player | None:
    if number not in (None, *BOTH):
        wrong_puzzle(field, f"there is no player {short_number(number or 0)}", "players are 1 and 2")
    return None if number is None else Player(number)


def _check_tiles(rules: Rules, hands: Hands, line: Tiles, won: Hands) -> None:
    """See to it that each tile exists, is known and lies in one place, and that nobody has more than can be."""
    seen: dict[int, str] = {}
    for field, tiles in (("hands[0]", hands[0]), ("hands[1]", hands[1]), ("line", line), *_named(won)):
        for tile in tiles:
            if not 1 <= tile <= rules.top:
                wrong_puzzle(field, f"there is no tile {short_number(tile)}", f"tiles go from 1 to {rules.top}")
            if tile in seen:
                wrong_puzzle(field, f"tile {tile} is in {seen[tile]} already (GF101)", "each tile is there once")
            if not rules.tiles.knows((tile,)):
                wrong_puzzle(
                    "tiles", f"it is not known what tile {tile} carries", "the tiles in play must be known whole"
                )
            seen[tile] = field
    if len(line) != LINE:
        wrong_puzzle("line", f"{len(line)} tiles in the line (GF203)", f"it always holds {LINE}")
    for player, (hand, own) in enumerate(zip(hands, won, strict=True)):
        if len(hand) > rules.hand:
            wrong_puzzle(f"hands[{player}]", f"{len(hand)} tiles in one hand (GF101)", f"{rules.hand} are dealt")
        laid = rules.hand - len(hand)
        if len(own) > laid:
            what = f"player {player + 1} has won {len(own)} tiles by laying {laid} (GF204)"
            wrong_puzzle(f"collections[{player}]", what, "a laying wins one tile at most")
    if not hands[0] and not hands[1]:
        wrong_puzzle("hands", "no tile is in hand: play is over (GF401)", "give each player a tile to lay")
    _check_ends(rules, hands, line)


def _named(won: Hands) -> tuple[tuple[str, Tiles], tuple[str, Tiles]]:
    return ("collections[0]", won[0]), ("collections[1]", won[1])


def _check_ends(rules: Rules, hands: Hands, line: Tiles) -> None:
    """See to it that the lowest and the highest tile can have been dealt as they must be."""
    lowest, highest = Tile(1), Tile(rules.top)
    for at, hand in enumerate(hands):
        if lowest in hand and highest in hand:
            wrong_puzzle(
                f"hands[{at}]", f"1 and {highest} in the same hand (GF101)", "they are dealt to different players"
            )
        if len(hand) == rules.hand and len(hands[1 - at]) == rules.hand and not {lowest, highest} & {*hand}:
            wrong_puzzle(
                f"hands[{at}]", f"neither 1 nor {highest} was dealt to player {at + 1} (GF101)", "each has one of them"
            )


def _first_holder(rules: Rules, hands: Hands) -> Player | None:
    """Tell who began with tile 1, as far as the tiles in hand tell it."""
    for player in BOTH:
        if Tile(1) in hands[player - 1] or Tile(rules.top) in hands[2 - player]:
            return player
    return None


def _with_medallion(
    puzzle: FortunePuzzle, rules: Rules, hands: Hands, line: Tiles, won: Hands, laid: Player | None
) -> FortunePosition:
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
    holder = _player("holder", puzzle.holder) or expected
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
        return _set(start, chosen, int(other), laid)
    if chosen == NO_TILES:
        return start
    if None not in chosen:
        return _set(start, chosen, int(start.first_to_lay(chosen)), None)
    holder = start.holder
    if holder is None:
        wrong_puzzle(
            "chosen", "only one player has chosen (GF501)", "both choose at the same time: name both tiles, or none"
        )
    if chosen[holder - 1] is None:
        wrong_puzzle(
            "chosen", f"player {other_player(holder)} has chosen first (GF201)", f"player {holder} has the medallion"
        )
    return _set(start, chosen, int(other_player(holder)), None)


def _both(chosen: Chosen, laid: Player, tile: Tile) -> Chosen:
    return (tile, chosen[1]) if laid == BOTH[0] else (chosen[0], tile)


def _set(start: FortunePosition, chosen: Chosen, mover: int, laid: Player | None) -> FortunePosition:
    from msgspec.structs import replace

    return replace(start, chosen=chosen, mover=mover, laid=laid)


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


def _simple(puzzle: FortunePuzzle, rules: Rules, hands: Hands, line: Tiles, won: Hands) -> FortunePosition:
    for field in ("holder", "side", "laid", "chosen"):
        if getattr(puzzle, field):
            wrong_puzzle(
                field, "there is no medallion in Simple laying, and nobody chooses (GF502)", f"leave out `{field}`"
            )
    one, other = map(len, hands)
    if abs(one - other) > 1:
        wrong_puzzle("hands", f"hands of {one} and {other} tiles (GF502)", "the players lay in turn, one tile each")
    longer = None if one == other else BOTH[one < other]
    mover = _player("to_move", puzzle.to_move) or longer
    if mover is None:
        wrong_puzzle("to_move", "it is not told who is to move", "player 1 or 2")
    if longer is not None and mover != longer:
        wrong_puzzle("to_move", f"player {mover} is not to move (GF502)", f"player {longer} has laid a tile less")
    return FortunePosition(rules, hands, line, int(mover), won, open_score=puzzle.open_score)


def write_puzzle(problem: Problem) -> dict[str, object]:
    """Give the puzzle of a problem as keys and values; what is as usual is left out."""
    position = _fortune(problem.start)
    rules, tiles = position.rules, position.rules.tiles
    named = tiles.name and shipped(tiles.name) is not None and load(tiles.name, None) == tiles
    rows = [[tile, *face.charms, face.die] for tile, face in enumerate(tiles.faces, 1)]
    keys: dict[str, object] = {
        "format": FORMAT,
        "game": "good-fortune",
        "tiles": tiles.name if named else rows,
        "hands": [list(hand) for hand in position.hands],
        "line": list(position.line),
        "goal": problem.goal,
        "collections": [list(own) for own in position.won],
    }
    if rules.simple:
        keys |= {"variants": [SIMPLE], "to_move": position.mover}
    elif rules.guessing:
        keys |= {"variants": [GUESSING], "side": position.side}
    else:
        keys |= {"holder": position.holder, "side": position.side}
    if position.chosen != NO_TILES:
        keys["chosen"] = list(position.chosen)
    if position.laid is not None:
        keys["laid"] = position.laid
    if position.open_score != "highest":
        keys["open_score"] = position.open_score
    return keys


def decisions_at(table: Table, event: object) -> tuple[tuple[FortunePosition, str], ...]:
    """Give the decisions of a turn that follows a table in a log. Raises Malformed."""
    if type(event) is not TurnEvent:
        return ()
    rules = table.rules
    _check_table(table)
    move = read_move(rules, event, table.line, table.hands)
    assert isinstance(move, Turn)
    if rules.simple:
        player = move.laid[0].player
        position = FortunePosition(rules, table.hands, table.line, int(player), table.won)
        names = [f"{LAY} {move.laid[0].tile} {move.laid[0].end}"]
    else:
        holder = table.holder
        if holder is None and not rules.guessing:
            wrong_puzzle("holder", "it is not known who has the medallion", "take a log that tells it")
        tiles = {laying.player: laying.tile for laying in move.laid}
        if len(tiles) != PLAYERS:
            wrong_puzzle("laid", "not both players lay a tile", "each lays one")
        if holder is None or rules.guessing:
            return _guessed(table, move, tiles)
        position = FortunePosition(rules, table.hands, table.line, int(holder), table.won, holder, table.side)
        names = [f"{CHOOSE} {tiles[player]}" for player in (holder, other_player(holder))]
        names += [f"{LAY} {laying.end}" for laying in move.laid]
    return _decisions(position, names)


def _guessed(table: Table, move: Turn, tiles: dict[Player, Tile]) -> tuple[tuple[FortunePosition, str], ...]:
    """Give the decisions of a turn of Guessing: each player chooses without knowing what the other one does."""
    starts = [
        FortunePosition(table.rules, table.hands, table.line, int(player), table.won, side=table.side)
        for player in BOTH
    ]
    choices = [_decisions(start, [f"{CHOOSE} {tiles[player]}"])[0] for player, start in zip(BOTH, starts, strict=True)]
    chosen = (tiles[BOTH[0]], tiles[BOTH[1]])
    both = _set(starts[0], chosen, int(starts[0].first_to_lay(chosen)), None)
    return (*choices, *_decisions(both, [f"{LAY} {laying.end}" for laying in move.laid]))


def _decisions(position: FortunePosition, names: list[str]) -> tuple[tuple[FortunePosition, str], ...]:
    found = []
    for name in names:
        if name not in position.moves():
            wrong_puzzle("laid", f"{name!r} is no legal move", "see `validate`")
        found.append((position, name))
        position = position.after(name)
    return tuple(found)


def _check_table(table: Table) -> None:
    """See to it that a solver knows enough of a table."""
    rules = table.rules
    if table.conceded:
        wrong_puzzle("conceded", "a player has conceded", "take a turn before that")
    if any(table.unsure):
        wrong_puzzle("collections", "it is not known what was won", "take a log with the tile set")
    here = (*table.line, *table.hands[0], *table.hands[1], *table.won[0], *table.won[1])
    unknown = [str(tile) for tile in sorted(here) if not rules.tiles.knows((tile,))]
    if unknown:
        some = in_words(unknown[:3]) + (" ..." if len(unknown) > 3 else "")
        wrong_puzzle("tiles", f"it is not known what {some} carry", "name the tile set with --tiles")
    if len(set(here)) < len(here) or len(table.line) != LINE:
        wrong_puzzle("line", "the tiles do not lie as they can by the rules", "take a turn before that")


def show_position(position: Position) -> View:
    """Show a position."""
    return _fortune(position).view()


def _fortune(position: Position) -> FortunePosition:
    assert isinstance(position, FortunePosition)
    return position


def worth_span(problem: Problem) -> tuple[Fraction, Fraction]:
    """Give the least and the most that a problem can be worth.

    No group has more tiles, and none a higher die sum, than a collection with all that can still be won; and the tiles
    of a collection are in one group at best.
    """
    if problem.objective == "win":
        return Fraction(-1), Fraction(1)
    position = _fortune(problem.start)
    tiles, hands = position.rules.tiles, position.hands
    open_ones = sorted((tiles.face(tile).die or 0 for tile in (*position.line, *hands[0], *hands[1])), reverse=True)
    most = []
    for hand, own in zip(hands, position.won, strict=True):
        dice = sum(tiles.face(tile).die or 0 for tile in own) + sum(open_ones[: len(hand)])
        most.append((len(hand) + len(own)) * dice)
    hero = problem.hero - 1
    return Fraction(-most[1 - hero]), Fraction(most[hero])


def is_exchange(position: Position, move: str) -> bool:
    """Tell that no move is an exchange."""
    return False


def random_problem(chance: Random, wish: PuzzleWish) -> Problem:
    """Draw a problem: so many turns before the end of a game. Raises Malformed where the tiles do not suffice."""
    from models.good_fortune.random_positions import begun, drawn, rules_for

    position = begun(chance, drawn(chance, wish.turns or 1, rules_for(wish)), wish.begun)
    return Problem(position, "win", wish.objective, position.mover)


def to_endgame(problem: Problem) -> "Duel | Standoff":
    """Give a problem in the form of the fast solver. Raises Malformed where it is too large."""
    from models.good_fortune.endgame import FortuneEndgame
    from models.good_fortune.guessing import GuessingEndgame

    if unknown := uncovered():
        what = f"the solver knows nothing of clause {unknown[0].id}"
        raise Malformed(
            "header", "game", what, "explore the game with `cloverproof graph`, which asks it of every turn"
        )
    return (GuessingEndgame if _fortune(problem.start).rules.guessing else FortuneEndgame)(problem)


def wording() -> Words:
    """Give the words for it all."""
    from models.good_fortune.wording import WORDS

    return WORDS


def puzzle_kinds() -> "tuple[PuzzleKind, ...]":
    """Give the kinds of puzzles that are made."""
    from models.good_fortune.puzzle_kinds import KINDS

    return KINDS


POSITIONS = Positions(
    read_puzzle,
    write_puzzle,
    decisions_at,
    show_position,
    worth_span,
    is_exchange,
    random_problem,
    to_endgame,
    wording,
    puzzle_kinds,
)
