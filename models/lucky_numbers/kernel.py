"""The rules on plain numbers, for everything that must be fast: engine, state space, solver, random play, counting.

A garden is a sequence of numbers, 0 where a cell is empty; cells that are -1 stand for none. All functions are plain
loops over numbers, so that they can be compiled as well (see `models.jit`); what the clauses say of the same is their
twin, and the tests compare them.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol


class Numbers(Protocol):
    """Numbers in a row, in a tuple, a list or an array."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __getitem__(self, at: int, /) -> int: ...


# states LN301 as kernel, tied by tests/test_kernel.py::test_the_span_of_a_cell_holds_what_the_clause_lets_lie_there
def span(garden: Numbers, before: Numbers, after: Numbers, top: int) -> tuple[int, int]:
    """Give the least number that fits on a cell, and the first one above it that does not.

    `before` are the cells that must hold less, `after` those that must hold more; what lies there now does not matter.
    """
    low, high = 0, top + 1
    for other in before:
        if other >= 0 and garden[other] > low:
            low = garden[other]
    for other in after:
        if other >= 0 and 0 < garden[other] < high:
            high = garden[other]
    return low + 1, high


def may_replace(old: int, number: int, equal_exchange: bool) -> bool:
    """Tell whether a number that fits may lie where another one lies: strictly read, not one that is equal."""
    return equal_exchange or old != number


def fits(
    garden: Numbers,
    cell: int,
    number: int,
    before: Numbers,
    after: Numbers,
    equal_exchange: bool,
) -> bool:
    """Tell whether a number may be laid on a cell, added or exchanged."""
    low, high = span(garden, before, after, number)
    return low <= number < high and may_replace(garden[cell], number, equal_exchange)


def in_order(garden: Numbers, before: Sequence[Numbers], after: Sequence[Numbers]) -> bool:
    """Tell whether every number of a garden fits where it lies."""
    for cell in range(len(garden)):
        if garden[cell] and not fits(garden, cell, garden[cell], before[cell], after[cell], True):
            return False
    return True


# states LN204, LN205, LN303 as kernel, tied by
# tests/test_kernel.py::test_what_a_turn_does_to_the_middle_is_what_the_clauses_demand
def middle_changes(from_middle: bool, lays: bool, number: int, old: int) -> tuple[int, int]:
    """Give the number that leaves the middle in a turn and the one that comes to it, 0 for none.

    A clover that is not laid comes to the middle; one that is laid sends there what lay on its cell.
    """
    if not lays:
        return 0, number
    return (number if from_middle else 0), old


# states LN402 as kernel, tied by tests/test_kernel.py::test_play_is_over_when_the_clauses_say_so
def was_last(revealed: bool, pile: int) -> bool:
    """Tell whether play ends with a turn that leaves so many clovers face down, if no garden is full."""
    return revealed and pile <= 0


# states LN403 as kernel, tied by
# tests/test_kernel.py::test_all_with_the_fewest_empty_cells_win
def winners(empty: Numbers, full: bool) -> list[int]:
    """Give who has won, from the empty cells of each player: whose garden is full, or who has fewest empty cells."""
    least = 0 if full else min(empty)
    return [player for player, count in enumerate(empty, 1) if count == least]
