"""Draw puzzles from a seed until they are good: one first move is best, and the solver has proven it."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from models.game import Game
from models.position import DRAW, LEAVE, Position, Problem, Wish, payoff

Kind = Literal["force", "exchange", "fill"]
Difficulty = Literal["easy", "medium", "hard"]
MOST_TRIES = 20_000
SEARCHED = 1 << 25  # bytes of one search
FEWEST_CELLS = 4  # for a clover in hand
FEWEST_MOVES = 6  # to choose from

WISHES: dict[tuple[Kind, Difficulty], Wish] = {
    ("force", "easy"): Wish("force", 4, 2, 2, 4, 2, turns=2),
    ("force", "medium"): Wish("force", 4, 2, 2, 6, 3, turns=2),
    ("force", "hard"): Wish("force", 4, 2, 3, 6, 2, turns=3),
    ("exchange", "easy"): Wish("win", 4, 2, 2, 3, 2, turns=4),
    ("exchange", "medium"): Wish("win", 4, 2, 2, 4, 2, turns=5),
    ("exchange", "hard"): Wish("win", 4, 2, 2, 4, 3, turns=6),
    ("fill", "easy"): Wish("fill", 4, 1, 3, 3, 4, drawn=True, turns=3),
    ("fill", "medium"): Wish("fill", 4, 1, 4, 3, 4, drawn=True, turns=4),
    ("fill", "hard"): Wish("fill", 4, 1, 4, 4, 5, drawn=True, turns=5),
}

# Gives the exact value of a problem, or None where that takes too much.
Value = Callable[[Problem], "Fraction | None"]


class NotFound(Exception):
    """No good puzzle was among those that were drawn."""


class Made(Struct, frozen=True):
    """A puzzle that is good: its number among those of the seed, its best first move, and what all are worth."""

    kind: Kind
    difficulty: Difficulty
    seed: int
    number: int
    problem: Problem
    best: str
    values: dict[str, Fraction]

    @property
    def title(self) -> str:
        """Name the puzzle."""
        return f"{self.kind}, {self.difficulty}, seed {self.seed}, number {self.number}"


def make(
    game: Game, kind: Kind, difficulty: Difficulty, seed: int, count: int, value: Value, tries: int = MOST_TRIES
) -> Iterator[Made]:
    """Make so many puzzles. The same seed always gives the same ones. Raises NotFound where luck does not suffice."""
    for number in range(1, count + 1):
        rng = Random(f"{kind}/{difficulty}/{seed}/{number}")
        for _ in range(tries):
            problem = game.positions().deal(rng, WISHES[kind, difficulty])
            values = _values(game, kind, problem, value) if _promises(problem) else None
            if values:
                best = max(values, key=lambda move: values[move])
                yield Made(kind, difficulty, seed, number, problem, best, values)
                break
        else:
            raise NotFound(f"none among {tries:,} positions is a puzzle; take another seed or difficulty")


def prover(game: Game, memory: int = SEARCHED) -> Value:
    """Give values by the fast solver, which gives up at so many bytes: on a slow machine the puzzles are the same."""
    from verifier.solve.solver import Limits, Search

    limits = Limits(None, memory)

    def value(problem: Problem) -> Fraction | None:
        worth = Search(game.positions().endgame(problem)).run(limits)
        return worth.low if worth.exact else None

    return value


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
