"""The kinds of puzzles that a game makes from a seed, and what makes one as hard as it is meant to be."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from models.position import Position, Problem, PuzzleWish

Difficulty = Literal["easy", "medium", "hard"]

# Gives the exact value of a problem, or None where that takes too much.
Value = Callable[[Problem], "Fraction | None"]


class Level(Struct, frozen=True):
    """What makes a puzzle as hard as it is meant to be.

    The position is drawn like `wish`. The first moves are at most `choices` or more than that (`many`). `ahead` is by
    how much the best is worth more than the second best: at least so much, or at most (`close`). `grades` is how many
    different worths the first moves have at least.
    """

    wish: PuzzleWish
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


class PuzzleKind(Struct, frozen=True):
    """A kind of puzzle: its name, its levels, and how it is put in words.

    `question` asks it, `scale` says what the worths of moves mean and `worth` what one is called. `only` is said of
    the best move where it is the only right one (empty: the next best is named). `promises` tells before anything is
    solved whether there is something to think about, `worthwhile` tells it by the exact worth of the problem (and may
    ask for those of others), `answers` whether a move may be the solution. `readings` gives the problem by other
    readings of what the rules leave open: each must have the same best move, alone.
    """

    name: str
    levels: Mapping[Difficulty, Level]
    question: Callable[[Problem], str]
    scale: str
    worth: str
    promises: Callable[[Problem], bool]
    worthwhile: Callable[[Problem, Fraction, Value], bool]
    answers: Callable[[Position, str], bool]
    only: str = ""
    readings: Callable[[Problem], tuple[Problem, ...]] = lambda problem: ()
