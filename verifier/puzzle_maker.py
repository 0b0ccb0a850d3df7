"""Draw puzzles from a seed until they are good: one first move is best, and the solver has proven it."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from models.game import Game
from models.position import DRAW, LEAVE, Position, Problem, Wish, payoff

TYPE_CHECKING = False
if TYPE_CHECKING:
    from verifier.solve.answer import Ply

Kind = Literal["force", "exchange", "fill"]
Difficulty = Literal["easy", "medium", "hard"]
MOST_TRIES = 20_000
SEARCHED = 1 << 25  # bytes of one search
FEWEST_CELLS = 4  # for a clover in hand
FEWEST_MOVES = 6  # to choose from


class Level(Struct, frozen=True):
    """What makes a puzzle as hard as it is meant to be.

    The position is drawn like `wish`. The first moves are at most `choices` or more than that (`many`). `ahead` is by
    how much the best is worth more than the second best: at least so much, or at most (`close`). `grades` is how many
    different worths the first moves have at least.
    """

    wish: Wish
    choices: int | None = None
    many: bool = False
    ahead: Fraction | None = None
    close: bool = False
    grades: int = 2

    def fits(self, values: dict[str, Fraction]) -> bool:
        """Tell whether the worths of the first moves are so."""
        best, second, *_ = sorted(values.values(), reverse=True)
        if self.choices is not None and (len(values) > self.choices) != self.many:
            return False
        if self.ahead is not None and (best - second > self.ahead if self.close else best - second < self.ahead):
            return False
        return len(set(values.values())) >= self.grades


HALF, THIRD, QUARTER = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)
LEVELS: dict[tuple[Kind, Difficulty], Level] = {
    ("force", "easy"): Level(Wish("force", 4, 2, 2, 4, 2, turns=2), 18),
    ("force", "medium"): Level(Wish("force", 4, 2, 2, 6, 3, turns=2), 18, many=True),
    ("force", "hard"): Level(Wish("force", 4, 2, 3, 6, 2, turns=3), 18, many=True),
    ("exchange", "easy"): Level(Wish("win", 4, 2, 2, 3, 2, turns=4), ahead=HALF),
    ("exchange", "medium"): Level(Wish("win", 4, 2, 2, 4, 2, turns=5), grades=3),
    ("exchange", "hard"): Level(Wish("win", 4, 2, 2, 4, 3, turns=6), ahead=THIRD, close=True, grades=3),
    ("fill", "easy"): Level(Wish("fill", 4, 1, 3, 3, 4, drawn=True, turns=3), ahead=QUARTER),
    ("fill", "medium"): Level(Wish("fill", 4, 1, 4, 3, 4, drawn=True, turns=4), grades=3),
    ("fill", "hard"): Level(Wish("fill", 4, 1, 4, 4, 5, drawn=True, turns=5), ahead=QUARTER, close=True, grades=4),
}

# Gives the exact value of a problem, or None where that takes too much.
Value = Callable[[Problem], "Fraction | None"]
# Gives a best line of a problem as far as it is proven.
Line = Callable[[Problem], "tuple[Ply, ...]"]


class NotFound(Exception):
    """No good puzzle was among those that were drawn."""


class Made(Struct, frozen=True):
    """A puzzle that is good: its number among those of the seed, its best first move, and what all are worth.

    `line` is a line of best play, through the likeliest clovers.
    """

    kind: Kind
    difficulty: Difficulty
    seed: int
    number: int
    problem: Problem
    best: str
    values: dict[str, Fraction]
    line: "tuple[Ply, ...]" = ()

    @property
    def title(self) -> str:
        """Name the puzzle."""
        return f"{self.kind}, {self.difficulty}, seed {self.seed}, number {self.number}"


def make(
    game: Game,
    kind: Kind,
    difficulty: Difficulty,
    seed: int,
    count: int,
    value: Value,
    line: Line = lambda problem: (),
    tries: int = MOST_TRIES,
) -> Iterator[Made]:
    """Make so many puzzles. The same seed always gives the same ones. Raises NotFound where luck does not suffice."""
    level = LEVELS[kind, difficulty]
    for number in range(1, count + 1):
        rng = Random(f"{kind}/{difficulty}/{seed}/{number}")
        for _ in range(tries):
            problem = game.positions().deal(rng, level.wish)
            values = _values(game, kind, problem, value) if _promises(problem) else None
            if values and level.fits(values):
                best = max(values, key=lambda move: values[move])
                yield Made(kind, difficulty, seed, number, problem, best, values, line(problem))
                break
        else:
            raise NotFound(f"none among {tries:,} positions is a puzzle; take another seed or difficulty")


def prover(game: Game, memory: int = SEARCHED) -> Value:
    """Give values by the fast solver, which gives up at so many bytes: on a slow machine the puzzles are the same."""
    from verifier.solve.searching import begin
    from verifier.solve.solver import Limits

    limits = Limits(None, memory)

    def value(problem: Problem) -> Fraction | None:
        worth = begin(game, problem).run(limits)
        return worth.low if worth.exact else None

    return value


def liner(game: Game, memory: int = SEARCHED) -> Line:
    """Give lines of best play by the fast solver."""
    from verifier.solve.answer import best_line
    from verifier.solve.searching import begin
    from verifier.solve.solver import Limits

    def line(problem: Problem) -> "tuple[Ply, ...]":
        search = begin(game, problem)
        search.run(Limits(None, memory))
        return best_line(search)[0]

    return line


def _promises(problem: Problem) -> bool:
    """Tell whether there is something to think about: enough moves, and the garden not filled by the first."""
    moves = problem.start.moves()
    least = FEWEST_CELLS if problem.start.drawn else FEWEST_MOVES
    return len(moves) >= least and not any(problem.start.after(m).filled for m in moves if m != DRAW)


def _values(game: Game, kind: Kind, problem: Problem, value: Value) -> dict[str, Fraction] | None:
    """Give what all first moves are worth if one is better than all others and of the kind, else None.

    Moves that would spoil the puzzle come first, so that most positions are given up early.
    """
    whole = value(problem)
    if whole is None or not _worthwhile(kind, problem, whole, value):
        return None
    exchanges = game.positions().exchanges

    def answers(move: str) -> bool:
        return move not in (DRAW, LEAVE) and (kind != "exchange" or exchanges(problem.start, move))

    values: dict[str, Fraction] = {}
    best = 0
    for move in sorted(problem.start.moves(), key=answers):
        known = _of_move(problem, move, value)
        best += known == whole
        if known is None or best > 1 or (known == whole and not answers(move)):
            return None
        values[move] = known
    return values


def _worthwhile(kind: Kind, problem: Problem, whole: Fraction, value: Value) -> bool:
    """Tell whether a problem is neither hopeless nor too plain."""
    if kind == "force":
        left = problem.start.left
        assert left is not None
        if whole != 1 or left == 1:
            return whole == 1
        return value(replace(problem, start=problem.start.limited(left - 1))) == 0
    return whole > -1 if kind == "exchange" else 0 < whole < 1


def _of_move(problem: Problem, move: str, value: Value) -> Fraction | None:
    if move != DRAW:
        return _of(problem, problem.start.after(move), value)
    chances = problem.start.chances()
    total, worth = sum(chance.copies for chance in chances), Fraction(0)
    each = []
    for chance in chances:
        known = _of(problem, chance.after, value)
        if known is None:
            return None
        each.append(known)
        worth += known * chance.copies / total
    return min(each) if problem.goal == "force" else worth


def _of(problem: Problem, position: Position, value: Value) -> Fraction | None:
    known = payoff(problem, position)
    return value(replace(problem, start=position)) if known is None else known
