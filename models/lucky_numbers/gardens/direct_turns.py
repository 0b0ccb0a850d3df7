"""The fewest own turns that complete a garden when clovers may be exchanged.

Every turn changes one cell, so a garden needs at least as many turns as there are cells that differ in the full garden
it ends as. Mostly it needs no more. A changed cell may have to wait for another one: for a neighbour in its line that
is still too small or too large, or for the clover it needs, if all copies of it still lie in the garden. If cells wait
for each other in a circle, a turn is lost: a clover must be parked.

In a garden whose numbers also ascend along its lines' corners (a1 < b2 even if b1 and a2 are empty) there is always a
way without such a circle: take, among the full gardens that keep the most clovers, one whose exchanged clovers change
by the least in sum. If a growing cell x is waited for by y, then old(x) <= new(y) < new(x); if a shrinking one is, then
new(x) < new(y) <= old(x). In a shortest circle take the largest new number, on g, and the cell s that g waits for: s
shrinks, and could be waited for by any cell with a new number between new(s) and new(g), so the circle has none of
these, goes from g to new(s) or below, and thus old(g) <= new(s) < new(g) <= old(s). Now swap the new numbers of g and
s, and let numbers slide to keep the order: g takes the largest number next below it that is at least new(s), the cell
that gave it does the same, and so on; upwards from s in the same way. All these cells were empty, or grow (shrink) and
still grow (shrink) or stay. So no kept clover is lost, no number is used more often, and the sum of changes is less: a
contradiction.

In other gardens a turn can be lost. The smallest case is `3 ./. 1` with one 1, two 2s and one 3: it must become
`1 2/2 3`, but the 1 and the 3 cannot change places at once. There exchange_search.py searches.
"""

from collections.abc import Sequence

from models.gardens import OwnTurn
from models.lucky_numbers.gardens.completions import spans
from models.lucky_numbers.gardens.lattice import Lattice
from models.lucky_numbers.kernel import span

NEVER = -(1 << 60)


def nearest(
    at: Lattice,
    numbers: Sequence[int],
    copies: Sequence[int],
    fixed: Sequence[int] | None = None,
    shun: Sequence[int] = (),
) -> tuple[int, ...] | None:
    """Give the full garden that keeps the most clovers, and of these one whose others change by the least in sum.

    Only full gardens that keep the numbers of `fixed` are looked at. The numbers of `shun` are put on exchanged cells
    as rarely as can be. None if there is no full garden.
    """
    top = len(copies) - 1
    allowed = spans(at, fixed or (0,) * at.cells, top)
    shunned = top * at.cells  # one of these outweighs all changes
    kept = (shunned + top) * at.cells  # one clover kept outweighs everything
    worth = [[0] * at.cells for _ in range(top + 1)]
    for cell, old in enumerate(numbers):
        if old:
            for number in range(1, top + 1):
                worth[number][cell] = kept if number == old else -abs(number - old) - shunned * (number in shun)
    levels = [[0] + [NEVER] * (len(at.ideals) - 1)]
    worths: list[list[int]] = [[]]
    for number in range(1, top + 1):
        levels.append(_best(at, levels[-1], allowed[number], at.width(copies[number]), worth[number], worths))
    return _traced(at, levels, worths, copies) if levels[top][-1] > NEVER // 2 else None


def _best(
    at: Lattice, before: list[int], allowed: tuple[int, ...], width: int, worth: list[int], worths: list[list[int]]
) -> list[int]:
    """Give for each ideal the best sum of worths with one more number."""
    of_layer = [0] * len(at.layers)
    for layer, (part, cell) in enumerate(at.grown):
        if layer:
            of_layer[layer] = of_layer[part] + worth[cell]
    worths.append(of_layer)
    reached = [NEVER] * len(at.ideals)
    # The hot loop of the package: some 300 steps for each number of a 4x4 garden.
    for best, steps in zip(before, at.steps[width], strict=True):
        if best > NEVER:
            for after, layer in steps:
                value = best + of_layer[layer]
                if value > reached[after]:
                    reached[after] = value
    result = [NEVER] * len(at.ideals)
    for ideal in allowed:
        result[ideal] = reached[ideal]
    return result


def _traced(at: Lattice, levels: list[list[int]], worths: list[list[int]], copies: Sequence[int]) -> tuple[int, ...]:
    full = [0] * at.cells
    ideal = len(at.ideals) - 1
    for number in range(len(copies) - 1, 0, -1):
        before, width = levels[number - 1], at.width(copies[number])
        for found in reversed(at.backs[width][ideal]):
            layer = next(layer for after, layer in at.steps[width][found] if after == ideal)
            if before[found] + worths[number][layer] == levels[number][ideal]:
                break
        added = at.layers[layer]
        while added:
            full[(added & -added).bit_length() - 1] = number
            added &= added - 1
        ideal = found
    return tuple(full)


def direct(at: Lattice, numbers: Sequence[int], copies: Sequence[int]) -> tuple[OwnTurn, ...] | None:
    """Give the turns of a way that changes each cell once and keeps the most clovers, None if none was found.

    In a garden that ascends along its corners, too, one is always found.
    """
    full = nearest(at, numbers, copies)
    if full is None:
        return None
    turns = in_legal_order(at, numbers, full, copies)
    if turns is None:
        scarce = [number for number in set(numbers) - {0} if numbers.count(number) >= copies[number]]
        full = nearest(at, numbers, copies, shun=scarce)
        assert full is not None
        turns = in_legal_order(at, numbers, full, copies)
    return turns


def in_legal_order(
    at: Lattice, numbers: Sequence[int], full: Sequence[int], copies: Sequence[int]
) -> tuple[OwnTurn, ...] | None:
    """Order the turns that lead to a full garden: each one legal, each clover at hand when needed.

    None if cells wait for each other. Cells that grow come first, the largest old number before the others, then cells
    that shrink, the smallest old one first, then empty cells; a cell that must wait lets the next one go first.
    """
    now = list(numbers)
    grow = sorted((-old, cell) for cell, old in enumerate(numbers) if old and full[cell] > old)
    shrink = sorted((old, cell) for cell, old in enumerate(numbers) if old and full[cell] < old)
    add = sorted((full[cell], cell) for cell, old in enumerate(numbers) if not old)
    waiting = [cell for _, cell in grow + shrink + add]
    turns = []
    while waiting:
        cell = next((each for each in waiting if can_be_put(at, now, each, full[each], copies)), None)
        if cell is None:
            return None
        waiting.remove(cell)
        turns.append(OwnTurn(full[cell], cell, now[cell]))
        now[cell] = full[cell]
    return tuple(turns)


def can_be_put(at: Lattice, now: Sequence[int], cell: int, clover: int, copies: Sequence[int]) -> bool:
    """Tell whether a clover is at hand and may be put on a cell."""
    if now.count(clover) >= copies[clover]:
        return False
    low, high = span(now, at.before[cell], at.behind[cell], len(copies) - 1)
    return low <= clover < high
