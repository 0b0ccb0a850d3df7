"""The chance that the next reveals alone fill a garden, playing best, exactly.

Each reveal is one of the face-down clovers, all equally likely; it is added, exchanged for one that lies there, or
left. What is left or exchanged out is not used again. Orders of reveals are counted, so nothing is rounded.

Many positions are one: a clover that no way of playing can still use is as good as any other such clover. A number can
be put on a cell only if so many clovers are left to be revealed as cells are then empty or must be exchanged because
they are too close in number for the cells between them. As one turn changes this count by one at most, what is of no
use now stays of no use.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import perm

from models.gardens import TooManyPositions
from models.lucky_numbers.gardens.lattice import Lattice
from models.lucky_numbers.kernel import span

# Of the numbers of a cell: the least, the least without the clover that sets it, the cell of that clover (-1: none);
# the same for the greatest.
_Limits = tuple[int, int, int, int, int, int]


class _TooMany(Exception):
    """The limit of positions is reached."""


def chance(at: Lattice, numbers: Sequence[int], pile: Sequence[int], reveals: int, positions: int) -> Fraction:
    """Give the probability that so many reveals can fill a garden; `pile[n]` counts the face-down clovers n.

    Raises TooManyPositions where one number of reveals leads to more positions than so many.
    """
    empty, found = numbers.count(0), Fraction(0)
    for count in range(min(empty, reveals), reveals + 1):
        try:
            ways = Reveals(at, len(pile) - 1, positions).ways(tuple(numbers), tuple(pile), count)
        except _TooMany:
            raise TooManyPositions(count - 1, found) from None
        found = Fraction(ways, perm(sum(pile), count) or 1)
    return found


class Reveals:
    """The positions seen so far, with the orders of reveals that can still fill the garden."""

    def __init__(self, at: Lattice, top: int, most: int) -> None:
        self.at, self.top, self.most = at, top, most
        self.known: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        self.uses: dict[tuple[tuple[int, ...], int], tuple[list[int], list[int]]] = {}

    @cached_property
    def all(self) -> int:
        """The mask of all numbers."""
        return (2 << self.top) - 2

    def ways(self, numbers: tuple[int, ...], pile: tuple[int, ...], reveals: int) -> int:
        """Count the orders of reveals that fill the garden. `pile[0]` counts clovers that are of no use any more."""
        empty = numbers.count(0)
        if not empty:
            return perm(sum(pile), reveals)
        if empty > reveals:
            return 0
        spare = reveals - empty
        if (numbers, spare) not in self.uses:
            self.uses[numbers, spare] = self._useful(numbers, spare)
        uses, idle = self.uses[numbers, spare]
        if len(idle) == self.top:
            return 0
        useless = [number for number in idle if pile[number]]
        if useless:
            shrunk = list(pile)
            for number in useless:
                shrunk[0] += shrunk[number]
                shrunk[number] = 0
            pile = tuple(shrunk)
        key = numbers, pile
        if key not in self.known:
            if len(self.known) >= self.most:
                raise _TooMany
            self.known[key] = 0  # it counts as a position from here on
            self.known[key] = self._sum(numbers, pile, reveals, uses)
        return self.known[key]

    def _sum(self, numbers: tuple[int, ...], pile: tuple[int, ...], reveals: int, uses: list[int]) -> int:
        rooms = [(cell, self._legal(numbers, cell) & mask) for cell, mask in enumerate(uses) if mask]
        rooms.sort(key=lambda room: numbers[room[0]] > 0)  # adding is tried first
        most = perm(sum(pile) - 1, reveals - 1)
        ways = 0
        for clover, count in enumerate(pile):
            if count:
                rest = (*pile[:clover], count - 1, *pile[clover + 1 :])
                best = self.ways(numbers, rest, reveals - 1)
                for cell, mask in rooms:
                    if best == most:
                        break
                    if mask >> clover & 1:
                        placed = (*numbers[:cell], clover, *numbers[cell + 1 :])
                        best = max(best, self.ways(placed, rest, reveals - 1))
                ways += count * best
        return ways

    def _legal(self, numbers: tuple[int, ...], cell: int) -> int:
        """Give the numbers that the lines of a cell allow, as a mask; not the one that lies there."""
        low, high = span(numbers, self.at.before[cell], self.at.behind[cell], self.top)
        return _range(low, high - 1) & ~(1 << numbers[cell])

    def _useful(self, numbers: tuple[int, ...], spare: int) -> tuple[list[int], list[int]]:
        """Give for each cell the numbers, as a mask, that may be of use on it, and the numbers that are of no use.

        Without a spare reveal nothing may be exchanged, with one a single clover; with more everything may be of use.
        """
        if spare > 1:
            return [self.all] * len(numbers), []
        uses = [0] * len(numbers)
        kept = [(cell, number) for cell, number in enumerate(numbers) if number]
        limits = [self._limits(kept, cell) for cell in range(len(numbers))]
        for out in (-1, *[cell for cell, _ in kept if spare]):
            rooms = [_room(limit, out) for limit in limits]
            if all(rooms[cell] >> number & 1 for cell, number in kept if cell != out):
                for cell, number in enumerate(numbers):
                    if not number or cell == out:
                        uses[cell] |= rooms[cell]
        useful = 0
        for mask in uses:
            useful |= mask
        return uses, [number for number in range(1, self.top + 1) if not useful >> number & 1]

    def _limits(self, kept: list[tuple[int, int]], cell: int) -> _Limits:
        """Give the limits of the numbers that leave enough others for the cells between a cell and the clovers that
        lie there.
        """
        low, next_low, low_by = self.at.depth[cell], self.at.depth[cell], -1
        high = next_high = self.top + 1 - self.at.rest[cell]
        high_by = -1
        chain = self.at.chain
        for other, number in kept:
            if chain[other][cell]:
                least = number + chain[other][cell]
                if least > low:
                    low, next_low, low_by = least, low, other
                elif least > next_low:
                    next_low = least
            elif chain[cell][other]:
                most = number - chain[cell][other]
                if most < high:
                    high, next_high, high_by = most, high, other
                elif most < next_high:
                    next_high = most
        return low, next_low, low_by, high, next_high, high_by


def _room(limits: _Limits, out: int) -> int:
    """Give the numbers within limits, as a mask, where the clover of a cell is taken out (-1: none)."""
    low, next_low, low_by, high, next_high, high_by = limits
    return _range(next_low if low_by == out != -1 else low, next_high if high_by == out != -1 else high)


def _range(low: int, high: int) -> int:
    return (2 << high) - (1 << low) if low <= high else 0
