"""What a fast solver needs of a game: positions as rows of numbers, and all that follows many of them at once."""

from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from models.parameters import PlaceIn
from models.threads import ALONE

if TYPE_CHECKING:
    from collections.abc import Hashable
    from fractions import Fraction

    import numpy as np

    from models.position import Position, Problem
    from models.threads import Threads

    Table = np.ndarray[tuple[int, int], np.dtype[np.int64]]
    Longs = np.ndarray[tuple[int], np.dtype[np.int64]]
    NarrowTable = np.ndarray[tuple[int, int], np.dtype[np.int32]]

WEIGHT, END = 0, 1  # columns of `groups`
LEVEL, OWNER, LOW, HIGH, GUESS, ROW = 0, 1, 2, 3, 4, 5  # columns of `moves`
DECIDED = -1


class Followers(NamedTuple):
    """What follows some positions, in groups of moves by the same player.

    The first group of a position holds the moves without chance (it may be empty), each other one what can be done
    with one outcome of a draw, as often as its `WEIGHT` says. `ends[i]` is the end of position i's groups, the `END` of
    a group that of its moves. A move leads to the position told from `ROW` on, with a `LEVEL`, owned by the maximizing
    side or not (`OWNER` 1 or 0), whose worth lies proven from `LOW` to `HIGH` and is guessed as `GUESS`; or play is
    decided there: then the level is `DECIDED` and `LOW` is what it is worth.
    """

    ends: "Longs"
    groups: "Table"
    moves: "Table"


class Unaided(NamedTuple):
    """A problem without a form for a fast solver."""

    problem: "Problem"


class Endgame(Protocol):
    """A problem for the fast solver.

    All worths are whole numbers, `scale` times what they mean; the start is worth `least` to `most`. `worst` tells that
    chance is on the minimizing side. `whole` tells that the scale is fine enough for every worth to be a whole number.
    """

    problem: "Problem"
    scale: int
    worst: bool
    whole: bool
    least: int
    most: int

    def row(self, position: "Position") -> "Longs":
        """Give the row of a position that is not over."""
        ...

    def level(self, position: "Position") -> int:
        """Give its level: no move raises it, only moves without chance may keep it."""
        ...

    def follow(self, rows: "Table", threads: "Threads" = ALONE) -> Followers:
        """Give what follows positions that are not over; it is the same with any number of threads."""
        ...

    def floors(self, rows: "Table", most: bool) -> "Longs":
        """Give what positions are worth at least (or at most), whatever is played: as `Positions.span`."""
        ...


@runtime_checkable
class Duel(Protocol):
    """A problem of two players without chance, for a search by windows: is a position worth at least so much?

    All worths are whole numbers. `positions` counts those that were looked at.
    """

    problem: "Problem"

    @property
    def positions(self) -> int: ...

    def room(self, memory: int | None) -> None:
        """Take as much memory as is worth while, no more than so many bytes; nothing is known afterwards."""
        ...

    def bounds(self, position: "Position") -> "tuple[Fraction, Fraction]":
        """Give what is proven of a position that is not over."""
        ...

    def span(self, position: "Position") -> "tuple[Fraction, Fraction]":
        """Give the least and the most that a position can be worth, whatever is played: as `Positions.span`."""
        ...

    def tighten(
        self, position: "Position", budget: int, at_least: "Fraction | None" = None, threads: "Threads" = ALONE
    ) -> None:
        """Bring the bounds of a position closer, or find out whether it is worth at least so much.

        About so many positions may be looked at by each thread; where that is too few the next call goes on from there.
        What is proven is the same with any number of threads.
        """
        ...


@runtime_checkable
class Standoff(Protocol[PlaceIn]):
    """A problem of two players who at some positions choose at the same time; player 1 wants much, player 2 little.

    A place is what equal positions have in common; where both choose it is the same, whoever is thought to name the
    choice first. Worths are those of player 1; all lie within the `widest` bounds.
    """

    problem: "Problem"
    widest: "tuple[Fraction, Fraction]"

    def room(self, memory: int | None) -> None:
        """Take as much memory as is worth while, no more than so many bytes."""
        ...

    def place(self, position: "Position") -> "Hashable":
        """Give the place of a position at which nobody has chosen in secret."""
        ...

    def secret(self, position: "Position") -> "tuple[Hashable, int, int] | None":
        """Tell of a position at which one has chosen in secret: the place, whose choice, and which of `pairs`."""
        ...

    def bounds(self, place: PlaceIn) -> "tuple[Fraction, Fraction]":
        """Give what is proven of a place without looking at what follows."""
        ...

    def pairs(self, place: PlaceIn) -> "tuple[tuple[Hashable, ...], ...]":
        """Give what follows each choice of player 1 (rows) and each of player 2; nothing where one decides alone."""
        ...

    def after(self, place: PlaceIn) -> "tuple[bool, tuple[Hashable, ...]]":
        """Give what follows where one decides alone, and whether that is player 1."""
        ...
