"""What the policies of playouts know of gardens: in how many ways one can be filled, how long that takes, and where a
clover is best laid. Both are worked out once for each garden, when they are first asked for.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from models.jit import compiled
from models.lucky_numbers.endgame_gardens import (
    CELLS,
    EQUAL,
    FIRST_CELL,
    GARDENS,
    KINDS,
    EndgameClovers,
    GardenIndex,
    fills,
    fitting_kinds,
    garden_number,
    may_replace,
)

if TYPE_CHECKING:
    from models.endgame import Longs, Table

DRAW = 1 << 10  # one draw, in the units in which `draws_to_fill` counts
LATE = 1 << 40  # more than any number of those
NEVER = -(1 << 60)
MOST_OPEN = 4  # empty cells of a garden without completions that may still be as good as one with completions
MOST_GONE = 2  # clovers that may be exchanged to make a garden fillable
# A laying: the garden it leads to, one more than the kind that comes out (0: none), the kind that is laid.
INTO_AT, OUT_AT, PART = 20, 10, (1 << 10) - 1
NOWHERE, FULL_TABLES = -2, -3  # no laying at all; there is no room left to note it
DRAWS, LEAVES = -1, -2  # choices that are no laying


class Lying(NamedTuple):
    """A position in play: its row, what lies in the middle and face down, how much that is, and the kind in hand (-1:
    none).
    """

    row: "Longs"
    middle: "Longs"
    pile: "Longs"
    piled: int
    drawn: int


class PlayoutGardens(NamedTuple):
    """What is known of the gardens that come up in playouts.

    `copies[player, kind]` are the clovers that lay in no other garden when the estimate began. `draws[garden, player]`
    is one more than `draws_to_fill` gives, `best[garden, ...]` one more than `best_laying`; 0 where it was not asked
    for. `ideals` are the sets of cells that can be filled with small numbers, `nexts` what can follow them, from
    `starts[copies, ideal]` on: see `gardens.lattice`.
    """

    copies: "Table"
    draws: "Table"
    best: "Table"
    ideals: "Longs"
    starts: "Table"
    nexts: "Longs"


# The fast twin of `models.lucky_numbers.gardens.completions`, tied by
# tests/test_estimate.py::test_the_compiled_count_of_completions_is_the_exact_one
@compiled
def count_completions(case: EndgameClovers, room: PlayoutGardens, garden: "Longs", copies: "Longs") -> float:
    """Count the full gardens that a garden can become without exchanges, exactly below 2^53.

    `copies` are those of each kind that can lie in it at once, its own among them.
    """
    filled = 0
    for cell in range(case.ask[CELLS]):
        if garden[cell]:
            filled |= 1 << cell
    count, most, placed = len(room.ideals), len(room.starts) - 1, 0
    ways, after = np.zeros(count), np.zeros(count)
    active, later = np.zeros(count, np.int64), np.zeros(count, np.int64)
    ways[0], held = 1.0, 1
    for kind in range(case.ask[KINDS]):
        for cell in range(case.ask[CELLS]):
            if garden[cell] == kind + 1:
                placed |= 1 << cell
        width, reached = min(copies[kind], most), 0
        for at in range(held):
            ideal = active[at]
            for place in range(room.starts[width, ideal], room.starts[width, ideal + 1]):
                target = room.nexts[place]
                if room.ideals[target] & filled == placed:
                    if after[target] == 0:
                        later[reached] = target
                        reached += 1
                    after[target] += ways[ideal]
            ways[ideal] = 0
        ways, after, active, later, held = after, ways, later, active, reached
    return float(ways[count - 1])


@compiled
def count_repairs(case: EndgameClovers, room: PlayoutGardens, garden: "Longs", copies: "Longs") -> tuple[int, float]:
    """Give the fewest clovers that must be laid, exchanges among them, to fill a garden, and for how many full gardens
    that suffices.

    No more than MOST_GONE of its clovers are taken out; where that is too few, all cells count as to be filled. The
    same recursion as `count_completions`, with the most clovers that can stay beside the count.
    """
    count, most = len(room.ideals), len(room.starts) - 1
    stays, ways = np.full(count, -1, np.int64), np.zeros(count)
    stays[0], ways[0], lies = 0, 1.0, 0
    for kind in range(case.ask[KINDS]):
        here, width = 0, min(copies[kind], most)
        for cell in range(case.ask[CELLS]):
            if garden[cell] == kind + 1:
                here |= 1 << cell
        after, counts = np.full(count, -1, np.int64), np.zeros(count)
        for ideal in range(count):
            if stays[ideal] < 0 or stays[ideal] < lies - MOST_GONE:
                continue
            for place in range(room.starts[width, ideal], room.starts[width, ideal + 1]):
                target, kept = room.nexts[place], stays[ideal]
                same = (room.ideals[target] & ~room.ideals[ideal]) & here
                while same:
                    same &= same - 1
                    kept += 1
                if kept > after[target]:
                    after[target], counts[target] = kept, 0
                if kept == after[target]:
                    counts[target] += ways[ideal]
        while here:
            here &= here - 1
            lies += 1
        stays, ways = after, counts
    return int(case.ask[CELLS] - max(0, stays[count - 1])), float(ways[count - 1])


@compiled
def draws_to_fill(cells: int, fillings: float, kinds: int) -> int:
    """Tell about how many draws it takes to fill a garden, in units of 1 / DRAW.

    So many cells, E, are filled by E draws with about the chance C E! / K^E, if there are C ways to fill them and K
    kinds to be drawn; each draw helps with about the E-th root of that. One cell that takes c kinds needs K / c draws.
    """
    if cells == 0:
        return 0
    orders = max(fillings, 1.0)
    for cell in range(2, cells + 1):
        orders *= cell
    return int(DRAW * cells * kinds / orders ** (1.0 / cells))


@compiled
def draws_for(case: EndgameClovers, room: PlayoutGardens, garden: "Longs", player: int) -> int:
    """Give `draws_to_fill` of a garden for a player; where it has no completions some of its clovers must go too.

    With many empty cells such a garden counts as worse than all that have completions, by the clovers still to be laid.
    """
    kinds, empty = 0, 0
    for kind in range(case.ask[KINDS]):
        kinds += room.copies[player, kind] > 0
    for cell in range(case.ask[CELLS]):
        empty += garden[cell] == 0
    fillings = count_completions(case, room, garden, room.copies[player])
    if fillings == 0:
        laid, repairs = count_repairs(case, room, garden, room.copies[player])
        if empty > MOST_OPEN:
            return DRAW * kinds * (3 + laid)
        empty, fillings = laid, repairs
    return draws_to_fill(empty, fillings, kinds)


@compiled
def draws_of(case: EndgameClovers, known: GardenIndex, room: PlayoutGardens, number: int, player: int) -> int:
    """Give `draws_to_fill` of a garden by its number."""
    if room.draws[number, player] == 0:
        garden = known.facts[number, FIRST_CELL : FIRST_CELL + case.ask[CELLS]].copy()
        room.draws[number, player] = draws_for(case, room, garden, player) + 1
    return int(room.draws[number, player] - 1)


@compiled
def find_laying(
    case: EndgameClovers,
    known: GardenIndex,
    room: PlayoutGardens,
    number: int,
    player: int,
    kind: int,
    late: bool,
    other: int,
) -> int:
    """Find the laying of a kind that leaves the fewest draws, `late` the fewest empty cells first; NOWHERE: none.

    It gives the garden `other` (-1: none) nothing to fill it. FULL_TABLES where there is no room to note the garden.
    """
    if known.counts[GARDENS] + case.ask[CELLS] >= len(known.facts):
        return FULL_TABLES
    garden = known.facts[number, FIRST_CELL : FIRST_CELL + case.ask[CELLS]].copy()
    most, best, out = NEVER, -1, 0
    for cell in range(case.ask[CELLS]):
        old = garden[cell]
        low, high = fitting_kinds(case, garden, cell)
        if not low <= kind < high or not may_replace(old, kind + 1, case.ask[EQUAL] != 0):
            continue
        if other >= 0 and fills(known, other, old - 1):
            continue
        garden[cell] = kind + 1
        into = garden_number(case, known, garden)
        garden[cell] = old
        merit = -draws_of(case, known, room, into, player)
        if late and old == 0:
            merit += LATE
        if merit > most:
            most, best, out = merit, into, old
    if best < 0:
        return NOWHERE
    return int(best << INTO_AT | out << OUT_AT | kind)


@compiled
def best_laying(
    case: EndgameClovers,
    known: GardenIndex,
    room: PlayoutGardens,
    number: int,
    player: int,
    kind: int,
    late: bool,
    other: int,
) -> int:
    """Give what `find_laying` finds; it is kept for the next time as far as the other garden does not matter."""
    column = (int(late) * len(room.copies) + player) * case.ask[KINDS] + kind
    found = room.best[number, column] - 1
    if found == -1:
        found = find_laying(case, known, room, number, player, kind, late, -1)
        if found == FULL_TABLES:
            return found
        room.best[number, column] = found + 1
    if found >= 0 and other >= 0 and fills(known, other, (found >> OUT_AT & PART) - 1):
        return find_laying(case, known, room, number, player, kind, late, other)
    return int(found)
