"""What can still become of a garden: whether and how it can be completed, and what each next clover would do."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from models.game import Malformed
from verifier.blocking import blockers
from verifier.filling import completions, example, forward, table, total
from verifier.lattice import Lattice, bits
from verifier.parking import fewest
from verifier.turns import Turn, in_order


class Outlook(Struct, frozen=True):
    """What can become of a garden.

    `blocked` is a smallest set of cells that keeps it from being filled without exchanges (None: it can be), `turns`
    are the fewest own turns and `full` is the garden they lead to (None: no full garden can be had).
    """

    legal: bool
    completions: int
    blocked: tuple[int, ...] | None
    turns: tuple[Turn, ...] | None
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


def copies_of_sets(
    numbers: Sequence[int], top: int, sets: int, gone: Sequence[int], held: str = "the garden holds"
) -> tuple[int, ...]:
    """Count the clovers of each number that are in reach or in the garden. Raises Malformed where there are too few."""
    there, away = Counter(numbers), Counter(gone)
    for number in range(1, top + 1):
        if there[number] > sets:
            fault = f"{held} {there[number]} clovers with number {number}, but there {_are(sets)}"
            raise Malformed("value", "garden", fault, "--sets says how many of each number exist")
        if there[number] + away[number] > sets:
            both = f"{there[number]} held and {away[number]} gone"
            fault = f"too many clovers with number {number}, {both}: there {_are(sets)}"
            raise Malformed("value", "gone", fault, "--sets says how many of each number exist")
    return (0, *(sets - away[number] for number in range(1, top + 1)))


def _are(copies: int) -> str:
    return "is only one" if copies == 1 else f"are only {copies}"


def copies_of_pool(numbers: Sequence[int], top: int, pool: Sequence[int]) -> tuple[int, ...]:
    """Count the clovers of each number in a pool and in the garden."""
    counts = Counter(numbers) + Counter(pool)
    return (0, *(counts[number] for number in range(1, top + 1)))


def is_legal(at: Lattice, numbers: Sequence[int]) -> bool:
    """Tell whether all lines ascend strictly."""
    return all(
        number < numbers[other]
        for cell, number in enumerate(numbers)
        if number
        for other in bits(at.behind[cell])
        if numbers[other]
    )


def outlook(at: Lattice, numbers: Sequence[int], copies: Sequence[int]) -> Outlook:
    """Tell what can become of a garden."""
    if not is_legal(at, numbers):
        return Outlook(False, 0, blockers(at, numbers, copies), None, None)
    levels = forward(at, numbers, copies)
    count = total(levels)
    if count:
        full = example(at, levels, copies)
        return Outlook(True, count, None, in_order(at, numbers, full, copies), full)
    turns = fewest(at, numbers, copies)
    return Outlook(True, 0, blockers(at, numbers, copies), turns, None if turns is None else after(numbers, turns))


def after(numbers: Sequence[int], turns: Sequence[Turn]) -> tuple[int, ...]:
    """Give the garden after turns."""
    now = list(numbers)
    for turn in turns:
        now[turn.cell] = turn.clover
    return tuple(now)


def shares(at: Lattice, numbers: Sequence[int], copies: Sequence[int]) -> dict[int, dict[int, int]]:
    """Count for each empty cell and each number the completions that have it there."""
    counts = table(at, numbers, copies)
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
