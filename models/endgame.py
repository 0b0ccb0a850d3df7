"""What a fast solver needs of a game: positions as rows of numbers, and all that follows many of them at once."""

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np

    from models.position import Position, Problem

    Table = np.ndarray[tuple[int, int], np.dtype[np.int64]]
    Longs = np.ndarray[tuple[int], np.dtype[np.int64]]

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

    def follow(self, rows: "Table") -> Followers:
        """Give what follows positions that are not over."""
        ...

    def floors(self, rows: "Table", most: bool) -> "Longs":
        """Give what positions are worth at least (or at most), whatever is played: as `Positions.span`."""
        ...
