"""The smallest set of clovers that already keeps a garden from being filled.

A set of clovers blocks if no full garden keeps all of them, that is, if it meets the difference to every full garden.
So the smallest blocking set is the smallest set that meets enough of these differences: a candidate is tried, the full
garden that disproves it adds a difference, and so on.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from models.lucky_numbers.gardens.completions import completions, counts_by_cell
from models.lucky_numbers.gardens.direct_turns import nearest
from models.lucky_numbers.gardens.lattice import Lattice, bits


def blockers(at: Lattice, numbers: Sequence[int], copies: Sequence[int]) -> tuple[int, ...] | None:
    """Give a smallest set of cells whose clovers no full garden keeps together; None if there is none.

    An empty set: there is no full garden at all.
    """
    single = _lone(at, tuple(copies))
    if single is None:
        return ()
    filled = [(cell, number) for cell, number in enumerate(numbers) if number]
    for cell, number in filled:
        if not single[cell][number]:
            return (cell,)
    return _close_pair(at, filled) or _smallest(at, numbers, copies, [cell for cell, _ in filled])


@lru_cache(maxsize=256)
def _lone(at: Lattice, copies: tuple[int, ...]) -> tuple[tuple[bool, ...], ...] | None:
    """Tell for each cell and number whether some full garden has it there; None if there is no full garden."""
    counts = counts_by_cell(at, (0,) * at.cells, copies)
    return tuple(tuple(map(bool, row)) for row in counts) if any(counts[0]) else None


def _close_pair(at: Lattice, filled: list[tuple[int, int]]) -> tuple[int, ...] | None:
    """Give two clovers too close in number for the cells between them, the way most gardens are blocked."""
    for cell, number in filled:
        chain = at.chain[cell]
        for other, larger in filled:
            if chain[other] and larger - number < chain[other]:
                return (cell, other) if cell < other else (other, cell)
    return None


def _smallest(at: Lattice, numbers: Sequence[int], copies: Sequence[int], filled: list[int]) -> tuple[int, ...] | None:
    differences: list[int] = []
    everything = sum(1 << cell for cell in filled)
    while True:
        candidate = _meeting(filled, differences)
        if candidate is None:
            return None
        kept = [number if candidate >> cell & 1 else 0 for cell, number in enumerate(numbers)]
        full = nearest(at, numbers, copies, kept)
        if full is None:
            return tuple(bits(candidate))
        same = sum(1 << cell for cell in filled if full[cell] == numbers[cell])
        differences.append(everything & ~same)


def _meeting(filled: list[int], differences: list[int]) -> int | None:
    """Give a smallest set of cells that has one in common with each difference."""
    # What meets all differences consists of cells that stand in some of them.
    useful = [cell for cell in filled if any(difference >> cell & 1 for difference in differences)]
    for size in range(len(useful) + 1):
        for chosen in combinations(useful, size):
            mask = sum(1 << cell for cell in chosen)
            if all(mask & difference for difference in differences):
                return mask
    return None


def is_blocking(at: Lattice, numbers: Sequence[int], copies: Sequence[int], cells: Sequence[int]) -> bool:
    """Tell whether the clovers on these cells alone keep the garden from being filled."""
    return not completions(at, [number if cell in cells else 0 for cell, number in enumerate(numbers)], copies)
