"""Draw puzzles from a seed until they are good: one first move is best, and the solver has proven it."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from models.game import Game
from models.position import DRAW, Position, Problem, payoff
from models.puzzle_kind import Difficulty, PuzzleKind, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from verifier.solve.answer import Ply

MOST_TRIES = 20_000
SEARCHED = 1 << 25  # bytes of one search
# Gives a best line of a problem as far as it is proven.
Line = Callable[[Problem], "tuple[Ply, ...]"]


class NotFound(Exception):
    """No good puzzle was among those that were drawn."""


class Made(Struct, frozen=True):
    """A puzzle that is good: its number among those of the seed, its best first move, and what all are worth.

    `line` is a line of best play, through the likeliest clovers.
    """

    kind: PuzzleKind
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
        return f"{self.kind.name}, {self.difficulty}, seed {self.seed}, number {self.number}"


def make(
    game: Game,
    kind: PuzzleKind,
    difficulty: Difficulty,
    seed: int,
    count: int,
    value: Value,
    line: Line = lambda problem: (),
    material: object = None,
    tries: int = MOST_TRIES,
) -> Iterator[Made]:
    """Make so many puzzles. The same seed always gives the same ones.

    Raises NotFound where luck does not suffice, Malformed where the material does not.
    """
    level = kind.levels[difficulty]
    wish, deal = replace(level.wish, material=material), game.positions().deal
    for number in range(1, count + 1):
        rng = Random(f"{kind.name}/{difficulty}/{seed}/{number}")
        for _ in range(tries):
            problem = deal(rng, wish)
            values = _values(kind, problem, value) if kind.promises(problem) else None
            if values and level.fits(values):
                best = max(values, key=lambda move: values[move])
                if all(_best_alone(best, other, value) for other in kind.readings(problem)):
                    yield Made(kind, difficulty, seed, number, problem, best, values, line(problem))
                    break
        else:
            raise NotFound(f"none among {tries:,} positions is a puzzle; take another seed or difficulty")


def prover(game: Game, memory: int = SEARCHED) -> Value:
    """Give values by the fast solver, which gives up at so many bytes: on a slow machine the puzzles are the same."""
    from verifier.solve.search_interface import begin
    from verifier.solve.solver import SearchLimits

    limits = SearchLimits(None, memory)

    def value(problem: Problem) -> Fraction | None:
        worth = begin(game, problem).run(limits)
        return worth.low if worth.exact else None

    return value


def liner(game: Game, memory: int = SEARCHED) -> Line:
    """Give lines of best play by the fast solver."""
    from verifier.solve.answer import best_line
    from verifier.solve.search_interface import begin
    from verifier.solve.solver import SearchLimits

    def line(problem: Problem) -> "tuple[Ply, ...]":
        search = begin(game, problem)
        search.run(SearchLimits(None, memory))
        return best_line(search)[0]

    return line


def _values(kind: PuzzleKind, problem: Problem, value: Value) -> dict[str, Fraction] | None:
    """Give what all first moves are worth if one is better than all others and of the kind, else None.

    Moves that would spoil the puzzle come first, so that most positions are given up early.
    """
    whole = value(problem)
    if whole is None or not kind.worthwhile(problem, whole, value):
        return None

    def answers(move: str) -> bool:
        return kind.answers(problem.start, move)

    values: dict[str, Fraction] = {}
    best = 0
    for move in sorted(problem.start.moves(), key=answers):
        known = _of_move(problem, move, value)
        best += known == whole
        if known is None or best > 1 or (known == whole and not answers(move)):
            return None
        values[move] = known
    return values


def _best_alone(move: str, problem: Problem, value: Value) -> bool:
    """Tell whether a first move is better than all others."""
    worths = {each: _of_move(problem, each, value) for each in problem.start.moves()}
    worth = worths.pop(move)
    return worth is not None and all(other is not None and other < worth for other in worths.values())


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
