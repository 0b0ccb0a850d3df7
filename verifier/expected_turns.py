"""What a player can expect of a garden: how many own turns, the chance to be full by then, and what to take.

All of it is sampled: the face-down clovers are revealed in shuffled orders, and each is laid by a stated policy.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from models.gardens import Filling, Gardens, Shuffles, TooManyPositions
from verifier.analyze import Interval
from verifier.solve.estimate import interval_of

if TYPE_CHECKING:
    from models.playouts import Worths

AT_ONCE = 50_000  # positions that are counted in a few seconds


class FillChance(Struct, frozen=True):
    """The chance that so many reveals fill a garden: `exact` for best play, or else `sampled` under a policy, whose
    chance is no more than that of best play.

    `fewer` is what was counted for the most reveals for which it can be: (reveals, probability). More are no worse.
    `orders` were gone through, fewer than were asked for after Ctrl-C.
    """

    reveals: int
    exact: Fraction | None
    sampled: Interval | None = None
    orders: int = 0
    fewer: tuple[int, Fraction] | None = None


class Turns(Struct, frozen=True):
    """How many own turns it takes: the mean, and within how many half and nine in ten of the orders fill the garden.

    `unfilled` is the share of orders that do not; they count as one turn more than the whole pile. None: too few fill
    it.
    """

    mean: Interval
    half: int | None
    most: int | None
    unfilled: float


class Taken(Struct, frozen=True):
    """A clover of the middle on its best cell: `saves` are own turns, that of taking it already counted.

    `completions` and `turns` (the fewest; None: no full garden can be had) are those after it. `cell` is None, and
    nothing is saved, where it fits nowhere.
    """

    clover: int
    cell: int | None
    out: int
    completions: int
    turns: int | None
    saves: Interval

    @property
    def matters(self) -> bool:
        """Tell whether taking it is surely better than a draw."""
        return self.saves.low > 0


class Expected(Struct, frozen=True):
    """The turns a garden takes, and the clovers of the middle, those that save the most first.

    The orders that were gone through are fewer than were asked for after Ctrl-C.
    """

    shuffles: Shuffles
    turns: Turns
    middle: tuple[Taken, ...]


def chance_of(gardens: Gardens, laid: Filling, asked: Shuffles, positions: int = AT_ONCE) -> FillChance:
    """Count the chance that the reveals fill a garden, or sample it where there are too many positions.

    Raises Malformed where it can be neither.
    """
    try:
        return FillChance(asked.reveals, gardens.chance(laid, asked.pile, asked.reveals, positions))
    except TooManyPositions as most:
        (counts,) = gardens.sample([laid], asked)
        found = interval_of(np.array([count >= 0 for count in counts], np.int64), (0.0, 1.0))
        low = float(most.chance)
        within = Interval(max(low, found.mean), max(low, found.low), max(low, found.high))
        known = (most.reveals, most.chance) if most.chance else None
        return FillChance(asked.reveals, None, within, len(counts), known)


def expected_of(gardens: Gardens, laid: Filling, copies: Sequence[int], top: int, asked: Shuffles) -> Expected:
    """Sample how many own turns a garden takes, and how many less after each clover that lies in the middle.

    Raises Malformed where there are too many clovers.
    """
    choices = []
    for clover in sorted(set(asked.beside)):
        cells = gardens.legal_cells(laid, top, clover)
        for placed in gardens.placements(laid, copies, clover, cells)[:-1]:
            assert placed.cell is not None
            numbers = (*laid.numbers[: placed.cell], clover, *laid.numbers[placed.cell + 1 :])
            choices.append((clover, placed, Filling(laid.grid, numbers)))
    counts = gardens.sample([laid, *(after for _, _, after in choices)], asked)
    whole = sum(asked.pile) + 1
    took = np.array(counts, np.int64)
    took[took < 0] = whole
    best: dict[int, Taken] = {}
    for (clover, placed, _), after in zip(choices, took[1:], strict=True):
        saved = interval_of(took[0] - 1 - after, (-whole, whole))
        if clover not in best or saved.mean > best[clover].saves.mean:
            best[clover] = Taken(clover, placed.cell, placed.out, placed.completions, placed.turns, saved)
    nowhere = Interval(0.0, 0.0, 0.0)
    middle = [best.get(clover, Taken(clover, None, 0, 0, None, nowhere)) for clover in sorted(set(asked.beside))]
    middle.sort(key=lambda each: (not each.matters, -each.saves.mean))
    return Expected(replace(asked, orders=len(counts[0])), _turns(took[0], whole), tuple(middle))


def _turns(took: "Worths", whole: int) -> Turns:
    ordered, count = sorted(took.tolist()), len(took)
    half, most = ordered[(count - 1) // 2], ordered[-(-9 * count // 10) - 1]
    return Turns(
        interval_of(took, (0, whole)),
        half if half < whole else None,
        most if most < whole else None,
        ordered.count(whole) / count,
    )
