"""The kinds of puzzles that are made of Lucky Numbers: force a win, find the one best exchange, fill a garden."""

from fractions import Fraction

from msgspec.structs import replace

from models.lucky_numbers.positions import is_exchange
from models.position import DRAW, LEAVE, Position, Problem, PuzzleWish
from models.puzzle_kind import Level, PuzzleKind, Value

HALF, THIRD, QUARTER = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)
FEWEST_CELLS = 4  # for a clover in hand
FEWEST_MOVES = 6  # to choose from


def _promises(problem: Problem) -> bool:
    """Tell whether there are enough moves, and none fills the garden at once."""
    moves = problem.start.moves()
    least = FEWEST_CELLS if problem.start.drawn else FEWEST_MOVES
    return len(moves) >= least and not any(problem.start.after(m).filled for m in moves if m != DRAW)


def _lays(position: Position, move: str) -> bool:
    return move not in (DRAW, LEAVE)


def _exchanges(position: Position, move: str) -> bool:
    return _lays(position, move) and is_exchange(position, move)


def _forced_just_so(problem: Problem, whole: Fraction, value: Value) -> bool:
    """Tell whether the win is forced, and no turn less would do."""
    left = problem.start.left
    assert left is not None
    if whole != 1 or left == 1:
        return whole == 1
    return value(replace(problem, start=problem.start.limited(left - 1))) == 0


def _who(problem: Problem) -> str:
    drawn = problem.start.drawn
    held = f", the {drawn} just revealed in hand" if drawn else ""
    return f"Player {problem.hero} is to move{held}."


def _turns(problem: Problem, own: str = "") -> str:
    left = problem.start.left
    return f"{left} {own}turn{'' if left == 1 else 's'}"


def _ask_force(problem: Problem) -> str:
    return f"{_who(problem)} Force a win within {_turns(problem, 'own ')}, whatever is drawn and done."


def _ask_exchange(problem: Problem) -> str:
    cut = f"Play is cut off, and shared, after {_turns(problem)} of all players."
    return f"{_who(problem)} Which move promises the best chance to win? {cut}"


def _ask_fill(problem: Problem) -> str:
    within = f"within {_turns(problem)}, this one included"
    return f"{_who(problem)} What makes it most likely that the garden is filled {within}?"


FORCE = PuzzleKind(
    "force",
    {
        "easy": Level(PuzzleWish("force", 4, 2, 2, 4, 2, turns=2), 18),
        "medium": Level(PuzzleWish("force", 4, 2, 2, 6, 3, turns=2), 18, many=True),
        "hard": Level(PuzzleWish("force", 4, 2, 3, 6, 2, turns=3), 18, many=True),
    },
    _ask_force,
    "Only one first move forces the win; after any other one something can be drawn or done against it.",
    "worth",
    _promises,
    _forced_just_so,
    _lays,
    only="no other first move forces the win",
)
EXCHANGE = PuzzleKind(
    "exchange",
    {
        "easy": Level(PuzzleWish("win", 4, 2, 2, 3, 2, turns=4), ahead=HALF),
        "medium": Level(PuzzleWish("win", 4, 2, 2, 4, 2, turns=5), grades=3),
        "hard": Level(PuzzleWish("win", 4, 2, 2, 4, 3, turns=6), ahead=THIRD, close=True, grades=3),
    },
    _ask_exchange,
    "What a move is worth: 1 a win, 0 a shared game, -1 a loss; fractions are averages over what is drawn.",
    "worth",
    _promises,
    lambda problem, whole, value: whole > -1,
    _exchanges,
)
FILL = PuzzleKind(
    "fill",
    {
        "easy": Level(PuzzleWish("fill", 4, 1, 3, 3, 4, drawn=True, turns=3), ahead=QUARTER),
        "medium": Level(PuzzleWish("fill", 4, 1, 4, 3, 4, drawn=True, turns=4), grades=3),
        "hard": Level(PuzzleWish("fill", 4, 1, 4, 4, 5, drawn=True, turns=5), ahead=QUARTER, close=True, grades=4),
    },
    _ask_fill,
    "The chance to fill the garden with best play from then on.",
    "chance",
    _promises,
    lambda problem, whole, value: 0 < whole < 1,
    _lays,
)
KINDS = (FORCE, EXCHANGE, FILL)
