"""The kinds of puzzles that are made of Good Fortune: the one choice that wins, that scores best, the one best end."""

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from models.good_fortune.editions import SIMPLE
from models.good_fortune.moves import BOTH, Player, other_player
from models.good_fortune.positions import FortunePosition
from models.position import Position, Problem, PuzzleWish
from models.puzzle_kind import Difficulty, Level, PuzzleKind, Value

FEWEST_MOVES = 2  # to choose from
FAR_AHEAD, NEAR = Fraction(6), Fraction(3)  # points
CHOSEN, LAID = 2, 3  # moves of a turn: both have chosen, one of them has laid
POINTS = "How many points the player to move is ahead at the end after each choice, with best play of both."


def _promises(problem: Problem) -> bool:
    return len(problem.start.moves()) >= FEWEST_MOVES


def _any(position: Position, move: str) -> bool:
    return True


def _whatever(problem: Problem, whole: Fraction, value: Value) -> bool:
    return True


def _lowest(problem: Problem) -> tuple[Problem, ...]:
    """Give the problem with the lowest total of a collection whose score is open, instead of the highest."""
    position = problem.start
    assert isinstance(position, FortunePosition)
    return (replace(problem, start=replace(position, open_score="lowest")),)


def _ask_choice(what: str) -> Callable[[Problem], str]:
    def ask(problem: Problem) -> str:
        return f"Player {problem.hero} chooses first, and player {_other(problem)} knows the choice. {what}"

    return ask


def _ask_end(problem: Problem) -> str:
    position = problem.start
    assert isinstance(position, FortunePosition)
    tile, then = position.chosen[problem.hero - 1], position.chosen[_other(problem) - 1]
    after = "" if then is None else f", then player {_other(problem)} the {then}"
    return f"Player {problem.hero} lays the {tile}{after}. Which end scores better in the end?"


def _ask_tile(problem: Problem) -> str:
    return f"Player {problem.hero} lays a tile, then the players lay in turn. Which tile, and where, scores best?"


def _other(problem: Problem) -> Player:
    return other_player(BOTH[problem.hero - 1])


def _level(turns: int, begun: int = 0, ahead: Fraction | None = None, grades: int = 2, **more: bool) -> Level:
    return Level(PuzzleWish("win", turns=turns, begun=begun, objective="points"), ahead=ahead, grades=grades, **more)


def _winning(turns: int, grades: int = 2) -> Level:
    return Level(PuzzleWish("win", turns=turns), grades=grades)


def _simple(turns: int, ahead: Fraction | None = None, grades: int = 2, close: bool = False) -> Level:
    wish = PuzzleWish("win", turns=turns, variants=(SIMPLE,), objective="points")
    return Level(wish, ahead=ahead, grades=grades, close=close)


_LAYINGS: dict[Difficulty, Level] = {
    "easy": _level(2, LAID, FAR_AHEAD),
    "medium": _level(3, CHOSEN),
    "hard": _level(5, CHOSEN, NEAR, close=True),
}
WIN = PuzzleKind(
    "win",
    {"easy": _winning(2), "medium": _winning(3), "hard": _winning(5)},
    _ask_choice("Which choice wins?"),
    "What a choice is worth: 1 a win, 0 a tie, -1 a loss, with best play of both.",
    "worth",
    _promises,
    lambda problem, whole, value: whole == 1,
    _any,
    only="no other choice wins",
    readings=_lowest,
)
SCORE = PuzzleKind(
    "points",
    {
        "easy": _level(2, ahead=FAR_AHEAD),
        "medium": _level(3, grades=3),
        "hard": _level(5, ahead=NEAR, grades=4, close=True),
    },
    _ask_choice("Which choice scores best in the end?"),
    POINTS,
    "points",
    _promises,
    _whatever,
    _any,
    readings=_lowest,
)
LAYING = PuzzleKind(
    "laying",
    _LAYINGS,
    _ask_end,
    "How many points the player to move is ahead at the end after laying the tile there, with best play of both.",
    "points",
    _promises,
    _whatever,
    _any,
    readings=_lowest,
)
ONE_BY_ONE = PuzzleKind(
    "simple",
    {"easy": _simple(2, FAR_AHEAD), "medium": _simple(3, grades=3), "hard": _simple(5, NEAR, 4, close=True)},
    _ask_tile,
    "How many points the player to move is ahead at the end after laying a tile so, with best play of both.",
    "points",
    _promises,
    _whatever,
    _any,
    readings=_lowest,
)
KINDS = (WIN, SCORE, LAYING, ONE_BY_ONE)
