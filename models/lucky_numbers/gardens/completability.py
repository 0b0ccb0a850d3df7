"""What can still become of a garden: whether and how it can be completed, and what each next clover would do."""

from collections.abc import Sequence

from models.gardens import Completability, OwnTurn, Placement
from models.lucky_numbers.gardens.blocking import blockers
from models.lucky_numbers.gardens.completions import completions, counts_by_cell, example, forward, total_fillings
from models.lucky_numbers.gardens.direct_turns import in_legal_order
from models.lucky_numbers.gardens.exchange_search import fewest
from models.lucky_numbers.gardens.lattice import Lattice
from models.lucky_numbers.kernel import in_order


def is_legal(at: Lattice, numbers: Sequence[int]) -> bool:
    """Tell whether all lines ascend strictly."""
    return in_order(numbers, at.before, at.behind)


def completability(at: Lattice, numbers: Sequence[int], copies: Sequence[int]) -> Completability:
    """Tell what can become of a garden."""
    if not is_legal(at, numbers):
        return Completability(False, 0, blockers(at, numbers, copies), None, None)
    levels = forward(at, numbers, copies)
    count = total_fillings(levels)
    if count:
        full = example(at, levels, copies)
        return Completability(True, count, None, in_legal_order(at, numbers, full, copies), full)
    turns = fewest(at, numbers, copies)
    return Completability(
        True, 0, blockers(at, numbers, copies), turns, None if turns is None else after(numbers, turns)
    )


def after(numbers: Sequence[int], turns: Sequence[OwnTurn]) -> tuple[int, ...]:
    """Give the garden after turns."""
    now = list(numbers)
    for turn in turns:
        now[turn.cell] = turn.clover
    return tuple(now)


def shares(at: Lattice, numbers: Sequence[int], copies: Sequence[int]) -> dict[int, dict[int, int]]:
    """Count for each empty cell and each number the completions that have it there."""
    counts = counts_by_cell(at, numbers, copies)
    return {
        cell: {number: count for number, count in enumerate(counts[cell]) if count}
        for cell, there in enumerate(numbers)
        if not there
    }


def placements(
    at: Lattice, numbers: Sequence[int], copies: Sequence[int], clover: int, cells: Sequence[int]
) -> tuple[Placement, ...]:
    """Tell what each of the given cells makes of a clover that was drawn; leaving it comes last (cell None).

    A clover that is left or exchanged out stays in reach.
    """
    found = []
    for cell in cells:
        changed = (*numbers[:cell], clover, *numbers[cell + 1 :])
        found.append(Placement(cell, numbers[cell], completions(at, changed, copies), _turns(at, changed, copies)))
    left = Placement(None, 0, completions(at, numbers, copies), _turns(at, numbers, copies))
    return (*found, left)


def _turns(at: Lattice, numbers: Sequence[int], copies: Sequence[int]) -> int | None:
    turns = fewest(at, numbers, copies)
    return None if turns is None else len(turns)
