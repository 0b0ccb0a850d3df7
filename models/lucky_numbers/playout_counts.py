"""In how many ways a garden can still be filled, and about how many draws that takes: what playouts count.

Numbers are laid in ascending order, so the filled cells always form an ideal of the grid (`gardens.lattice`). Only the
ideals that can be reached are gone through.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from models.jit import compiled, lean
from models.lucky_numbers.endgame_gardens import CELLS, KINDS, EndgameClovers

if TYPE_CHECKING:
    from models.endgame import Longs, Table

DRAW = 1 << 10  # one draw, in the units in which `draws_to_fill` counts
MOST_OPEN = 4  # empty cells of a garden without completions that may still be as good as one with completions
MOST_GONE = 2  # clovers that may be exchanged to make a garden fillable


class GridIdeals(NamedTuple):
    """The sets of cells that can be filled with small numbers, `ideals`, smallest first, and `nexts`, what can follow
    them with one number more, from `starts[copies, ideal]` on: see `gardens.lattice`.
    """

    ideals: "Longs"
    starts: "Table"
    nexts: "Longs"


@compiled
def cells_by_kind(case: EndgameClovers, garden: "Longs") -> "Longs":
    """Give for each kind the set of cells that hold it."""
    held = np.zeros(case.ask[KINDS], np.int64)
    for cell in range(case.ask[CELLS]):
        if garden[cell]:
            held[garden[cell] - 1] |= 1 << cell
    return held


# The fast twin of `models.lucky_numbers.gardens.completions`, tied by
# tests/test_estimate.py::test_the_compiled_count_of_completions_is_the_exact_one
@compiled
def count_completions(case: EndgameClovers, grid: GridIdeals, garden: "Longs", copies: "Longs") -> float:
    """Count the full gardens that a garden can become without exchanges, exactly below 2^53.

    `copies` are those of each kind that can lie in it at once, its own among them.
    """
    held_by, filled = cells_by_kind(case, garden), 0
    for kind in range(case.ask[KINDS]):
        filled |= held_by[kind]
    count, most, placed = len(grid.ideals), len(grid.starts) - 1, 0
    ways, after = np.zeros(count), np.zeros(count)
    active, later = np.zeros(count, np.int64), np.zeros(count, np.int64)
    ways[0], held = 1.0, 1
    for kind in range(case.ask[KINDS]):
        placed |= held_by[kind]
        width, reached = min(copies[kind], most), 0
        for at in range(held):
            ideal = active[at]
            for place in range(grid.starts[width, ideal], grid.starts[width, ideal + 1]):
                target = grid.nexts[place]
                if grid.ideals[target] & filled == placed:
                    if after[target] == 0:
                        later[reached] = target
                        reached += 1
                    after[target] += ways[ideal]
            ways[ideal] = 0
        if reached == 0:
            return 0.0
        ways, after, active, later, held = after, ways, later, active, reached
    return float(ways[count - 1])


@compiled
def count_repairs(case: EndgameClovers, grid: GridIdeals, garden: "Longs", copies: "Longs") -> tuple[int, float]:
    """Give the fewest clovers that must be laid, exchanges among them, to fill a garden, and for how many full gardens
    that suffices.

    No more than MOST_GONE of its clovers are taken out; where that is too few, all cells count as to be filled. The
    same recursion as `count_completions`, with the fewest clovers that must go beside the count: those that were passed
    over, and those on whose cells smaller ones are laid.
    """
    held_by, above, empty = cells_by_kind(case, garden), 0, 0
    for cell in range(case.ask[CELLS]):
        empty += garden[cell] == 0
    for kind in range(case.ask[KINDS]):
        above |= held_by[kind]
    count, most = len(grid.ideals), len(grid.starts) - 1
    gone, fewest = np.full(count, MOST_GONE + 1, np.int64), np.full(count, MOST_GONE + 1, np.int64)
    ways, after = np.zeros(count), np.zeros(count)
    active, later = np.zeros(count, np.int64), np.zeros(count, np.int64)
    gone[0], ways[0], held = 0, 1.0, 1
    for kind in range(case.ask[KINDS]):
        here, width, reached = held_by[kind], min(copies[kind], most), 0
        above &= ~here
        for at in range(held):
            ideal = active[at]
            for place in range(grid.starts[width, ideal], grid.starts[width, ideal + 1]):
                target, out = grid.nexts[place], gone[ideal]
                lost = (grid.ideals[target] & ~grid.ideals[ideal] & above) | (here & ~grid.ideals[target])
                while lost and out <= MOST_GONE:
                    lost &= lost - 1
                    out += 1
                if out > MOST_GONE or out > fewest[target]:
                    continue
                if fewest[target] > MOST_GONE:
                    later[reached] = target
                    reached += 1
                if out < fewest[target]:
                    fewest[target], after[target] = out, 0
                after[target] += ways[ideal]
            gone[ideal], ways[ideal] = MOST_GONE + 1, 0
        if reached == 0:
            return int(case.ask[CELLS]), 0.0
        gone, fewest, ways, after, active, later, held = fewest, gone, after, ways, later, active, reached
    return int(empty + gone[count - 1]), float(ways[count - 1])


@lean
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


@lean
def draws_for(case: EndgameClovers, grid: GridIdeals, garden: "Longs", copies: "Longs") -> int:
    """Give `draws_to_fill` of a garden; where it has no completions some of its clovers must go too.

    With many empty cells such a garden counts as worse than all that have completions, by the clovers still to be laid.
    """
    kinds, empty = 0, 0
    for kind in range(case.ask[KINDS]):
        kinds += copies[kind] > 0
    for cell in range(case.ask[CELLS]):
        empty += garden[cell] == 0
    if empty > MOST_OPEN:
        fillings = count_completions(case, grid, garden, copies)
        if fillings:
            return draws_to_fill(empty, fillings, kinds)
        laid, _ = count_repairs(case, grid, garden, copies)
        return DRAW * kinds * (3 + laid)
    laid, repairs = count_repairs(case, grid, garden, copies)
    return draws_to_fill(laid, repairs, kinds)
