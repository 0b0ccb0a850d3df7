"""Gardens by themselves, for a game that has them: what one can still become, worked out exactly.

Numbers stand for clovers, 0 for an empty cell. `copies[n]` says how many clovers with number n can lie in a garden at
the same time, those that lie there already included.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from msgspec import Struct

from models.view import CellVerdict


class TooManyPositions(Exception):
    """A question that would take too many positions to answer exactly.

    `reveals` are the most that can be answered, and `chance` is the answer for them: more reveals are no worse.
    """

    def __init__(self, reveals: int, chance: Fraction) -> None:
        super().__init__(f"more than {reveals} reveals lead to too many positions")
        self.reveals, self.chance = reveals, chance


class Grid(Struct, frozen=True):
    """The cells of a board of one side, row by row; `start` are those that are laid before play."""

    side: int
    names: tuple[str, ...]
    start: tuple[int, ...]


class Filling(Struct, frozen=True):
    """A garden by itself: the number on each cell of its grid, 0 where it is empty."""

    grid: Grid
    numbers: tuple[int, ...]


def unreached(laid: Filling) -> str:
    """Say why no game reaches a garden, nothing where one may: the start cells are laid before all others."""
    grid, start = laid.grid, laid.grid.start
    empty = [grid.names[cell] for cell in start if not laid.numbers[cell]]
    if not empty or not any(number for cell, number in enumerate(laid.numbers) if cell not in start):
        return ""
    said = "is laid before play and never becomes" if len(empty) == 1 else "are laid before play and never become"
    return f"no game reaches this garden: {', '.join(empty)} {said} empty"


class OwnTurn(Struct, frozen=True):
    """A clover is put on a cell; `out` is the number that lay there, 0 if it was empty."""

    clover: int
    cell: int
    out: int


class Completability(Struct, frozen=True):
    """What can become of a garden.

    `blocked` is a smallest set of cells that keeps it from being filled without exchanges (None: it can be), `turns`
    are the fewest own turns and `full` is the garden they lead to (None: no full garden can be had).
    """

    legal: bool
    completions: int
    blocked: tuple[int, ...] | None
    turns: tuple[OwnTurn, ...] | None
    full: tuple[int, ...] | None

    @property
    def fillable(self) -> bool:
        """Tell whether the garden can be filled without exchanges."""
        return self.completions > 0


class Placement(Struct, frozen=True):
    """A garden after one more clover: what it can still become. `turns` counts those after this one."""

    cell: int | None
    out: int
    completions: int
    turns: int | None


class Shuffles(Struct, frozen=True):
    """Orders in which clovers are revealed, to try a garden on.

    `pile[n]` counts the face-down clovers n, `beside` are more that lie in reach; `reveals` of the pile are used, in
    `orders` orders drawn by a seed.
    """

    pile: tuple[int, ...]
    beside: tuple[int, ...]
    reveals: int
    orders: int
    seed: int


class StartOrder(Struct, frozen=True):
    """A way to lay the start clovers, and what can become of it."""

    numbers: tuple[int, ...]
    completions: int
    turns: int | None


class StartChances(Struct, frozen=True):
    """How often a start can be filled without exchanges, with so many sets.

    `fillable` counts the draws that can be, of all `draws`; `one_by_one` is the probability where the clovers come one
    by one and each is laid before the next is seen; `first` the best cells for the first clover by its number, and the
    probability that remains.
    """

    sets: int
    fillable: int
    draws: int
    one_by_one: Fraction
    first: dict[int, tuple[Fraction, tuple[int, ...]]]

    @property
    def ascending(self) -> Fraction:
        """The probability for a draw that is laid in ascending order; no other order can be better."""
        return Fraction(self.fillable, self.draws)


class Gardens(Struct, frozen=True):
    """What a game with gardens tells about them.

    `side`, `top` and `sets` are the usual ones; `read` reads a garden written row by row with numbers up to the one
    given (raises Malformed). Of a garden and the highest number, `breaches` names the clovers that break a clause where
    they lie; `legal_cells` gives the cells that the clauses allow for one more clover. Of a garden and copies,
    `completability` tells what can become of it, `shares` counts for each empty cell and each number the completions
    that have it there, `placements` tells what each of the given cells makes of a clover that was drawn, leaving it
    last. `chance` gives the probability that so many reveals of a pile fill a garden, playing best, from at most so
    many positions (raises TooManyPositions); `sample` tells for each of some gardens how many reveals fill it, -1 where
    they do not, each on the same orders, with good choices (raises Malformed where there are too many clovers).
    `start_orders` gives the orders in which start clovers can be laid, best first; `start_chances`, for the highest
    number and the number of sets, how often a start can be filled (raises ValueError where there are too few clovers).
    """

    side: int
    top: int
    sets: int
    grid: Callable[[int], Grid]
    read: Callable[[str, int], Filling]
    breaches: Callable[[Filling, int], tuple[CellVerdict, ...]]
    legal_cells: Callable[[Filling, int, int], tuple[int, ...]]
    completability: Callable[[Filling, Sequence[int]], Completability]
    shares: Callable[[Filling, Sequence[int]], dict[int, dict[int, int]]]
    placements: Callable[[Filling, Sequence[int], int, Sequence[int]], tuple[Placement, ...]]
    chance: Callable[[Filling, Sequence[int], int, int], Fraction]
    sample: Callable[[Sequence[Filling], Shuffles], tuple[tuple[int, ...], ...]]
    start_orders: Callable[[Grid, Sequence[int], Sequence[int]], tuple[StartOrder, ...]]
    start_chances: Callable[[Grid, int, int], StartChances]
