"""From a written puzzle to a position and what is asked of it, and back."""

from random import Random

from models.formats import LOG_FORMAT, PUZZLE_FORMAT
from models.good_fortune.checked_successors import uncovered
from models.good_fortune.editions import EDITIONS, GUESSING, LARGEST_HAND, LINE, SIMPLE, Rules, rules_of
from models.good_fortune.events import GameEvent
from models.good_fortune.moves import BOTH, other_player
from models.good_fortune.positions import NO_TILES, FortunePosition, touched
from models.good_fortune.puzzle import FortunePuzzle
from models.good_fortune.puzzle_checks import PLAYERS, check_tiles
from models.good_fortune.puzzle_decisions import decisions_at
from models.good_fortune.puzzle_positions import player_of, simple_position, with_medallion
from models.good_fortune.table import Hands
from models.good_fortune.tiles import Tile, Tiles, TileSet, load, shipped
from models.good_fortune.worth_span import worth_span
from models.material import BadMaterial
from models.playouts import Policy
from models.position import Goal, Objective, Position, Problem, PuzzleWish
from models.puzzle_faults import refuse_uncovered, short_number, wrong_puzzle
from models.reading import Malformed, Reading
from models.solving import Positions, Words
from models.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.endgame import Duel, Standoff
    from models.playouts import Playouts
    from models.puzzle_kind import PuzzleKind


def read_puzzle(puzzle: FortunePuzzle, objective: Objective) -> Problem:
    """Give the problem of a puzzle. Raises Malformed, whose field is a key of the puzzle or a place in a list."""
    rules = _rules(puzzle)
    hands, collections = _heaps("hands", puzzle.hands), _heaps("collections", puzzle.collections or [[], []])
    line = _tiles_of("line", puzzle.line)
    check_tiles(rules, hands, line, collections)
    laid = player_of("laid", puzzle.laid)
    if rules.simple:
        position = simple_position(puzzle, rules, hands, line, collections)
    else:
        position = with_medallion(puzzle, rules, hands, line, collections, laid)
    return Problem(position, puzzle.goal, objective, position.mover)


def _rules(puzzle: FortunePuzzle) -> Rules:
    tiles = _tile_set(puzzle)
    hand = (len(tiles.faces) - LINE) // 2 if puzzle.hand is None else puzzle.hand
    header = GameEvent(LOG_FORMAT, "good-fortune", EDITIONS[0].key, variants=puzzle.variants, hand=hand)
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


def write_puzzle(problem: Problem) -> dict[str, object]:
    """Give the puzzle of a problem as keys and values; what is as usual is left out."""
    position = _fortune(problem.start)
    rules = position.rules
    keys: dict[str, object] = {
        "format": PUZZLE_FORMAT,
        "game": "good-fortune",
        "tiles": _tiles_told(rules.tiles),
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


def _tiles_told(tiles: TileSet) -> list[object] | str:
    """Name a set that comes with the program, or give its rows."""
    if tiles.name and shipped(tiles.name) is not None and load(tiles.name, None) == tiles:
        return tiles.name
    return [[tile, *face.charms, face.die] for tile, face in enumerate(tiles.faces, 1)]


def read_written(text: str, reading: Reading, goal: Goal, objective: Objective) -> Problem:
    """Give the problem of a table written in one line, as state spaces read it. Raises Malformed."""
    from models.good_fortune.state_space import read_space

    if goal != "win":
        wrong_puzzle("goal", f"nothing is drawn in this game: there is no goal {goal}", "leave out --goal")
    space, code = read_space(text, reading)
    table = space.table(code)
    rules, last = table.rules, table.last
    if not any(table.hands):
        wrong_puzzle("hands", "both hands are empty: play is over (GF401)", "solve a position before it")
    medallion = not rules.simple and not rules.guessing
    puzzle = FortunePuzzle(
        PUZZLE_FORMAT,
        _tiles_told(rules.tiles),
        [list(hand) for hand in table.hands],
        list(table.line),
        "win",
        [list(own) for own in table.won],
        holder=table.holder if medallion else None,
        side=None if rules.simple else table.side,
        to_move=(None if last is None else other_player(last)) if rules.simple else None,
        variants=[SIMPLE] * rules.simple + [GUESSING] * rules.guessing,
        hand=rules.hand,
    )
    try:
        return read_puzzle(puzzle, objective)
    except Malformed as wrong:
        wanting = {
            "to_move": "who laid last: `last 1` or `last 2`",
            "side": f"`side {'large' if table.side == 'small' else 'small'}`",
            "holder": f"`holder {2 if table.holder == BOTH[0] else 1}`",
        }
        if wrong.field in wanting:
            wrong_puzzle(wrong.field, wrong.message, f"write {wanting[wrong.field]}")
        raise


def show_position(position: Position) -> View:
    """Show a position."""
    return _fortune(position).view()


def _fortune(position: Position) -> FortunePosition:
    assert isinstance(position, FortunePosition)
    return position


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

    refuse_uncovered([clause.id for clause in uncovered()])
    return (GuessingEndgame if _fortune(problem.start).rules.guessing else FortuneEndgame)(problem)


def to_playouts(problem: Problem) -> "Playouts":
    """Give games played out from positions of a problem. Raises Malformed where it is too large."""
    from models.good_fortune.playouts import FortunePlayouts

    refuse_uncovered([clause.id for clause in uncovered()])
    return FortunePlayouts(problem)


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
    (
        Policy("ahead", "most points ahead when the turn ends, one move in four at random"),
        Policy("greedy", "most points of one's own at once, one move in four at random"),
    ),
    to_playouts,
    written=read_written,
    touched=touched,
)
