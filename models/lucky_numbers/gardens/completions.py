"""In how many ways a garden can be filled without exchanges, exactly.

A dynamic programme over the numbers from the smallest on and the ideals of the grid (lattice.py). Throughout,
`numbers` holds the number on each cell (0: empty) and `copies[n]` says how many clovers with number n can lie in the
garden at the same time, those that lie there already included; `copies[0]` counts nothing.
"""

from collections.abc import Sequence
from functools import lru_cache

from models.lucky_numbers.gardens.lattice import Lattice

Level = list[tuple[int, int]]


def spans(at: Lattice, numbers: Sequence[int], top: int) -> list[tuple[int, ...]]:
    """Give for each number from 0 to `top` the ideals that can be filled once it has been dealt with."""
    must, most = [0] * (top + 1), [0] * (top + 1)
    for cell, number in enumerate(numbers):
        if number:
            must[number] |= 1 << cell | at.below[cell]
            most[number - 1] |= 1 << cell | at.above[cell]
    for number in range(1, top + 1):
        must[number] |= must[number - 1]
        most[top - number] |= most[top - number + 1]
    longest = at.left[0]
    return [_between(at, must[number], most[number], min(top - number, longest)) for number in range(top + 1)]


@lru_cache(maxsize=1 << 15)
def _between(at: Lattice, must: int, never: int, numbers_left: int) -> tuple[int, ...]:
    return tuple(
        ideal
        for ideal, mask in enumerate(at.ideals)
        if mask & must == must and not mask & never and at.left[ideal] <= numbers_left
    )


def forward(at: Lattice, numbers: Sequence[int], copies: Sequence[int]) -> list[Level]:
    """Count for each number the ways to have filled each ideal with the numbers up to it.

    A level lists (ideal, ways) where there are any.
    """
    top = len(copies) - 1
    allowed = spans(at, numbers, top)
    level = [(0, 1)] if 0 in allowed[0] else []
    levels = [level]
    for number in range(1, top + 1):
        nexts = at.nexts[at.width(copies[number])]
        ways = [0] * len(at.ideals)
        for ideal, count in level:
            for after in nexts[ideal]:
                ways[after] += count
        level = [(ideal, ways[ideal]) for ideal in allowed[number] if ways[ideal]]
        levels.append(level)
    return levels


def backward(at: Lattice, numbers: Sequence[int], copies: Sequence[int]) -> list[Level]:
    """Count for each number the ways to go on from each ideal with the numbers above it."""
    top = len(copies) - 1
    allowed = spans(at, numbers, top)
    whole = len(at.ideals) - 1
    level = [(whole, 1)] if whole in allowed[top] else []
    levels = [level]
    for number in range(top, 0, -1):
        backs = at.backs[at.width(copies[number])]
        ways = [0] * len(at.ideals)
        for ideal, count in level:
            for before in backs[ideal]:
                ways[before] += count
        level = [(ideal, ways[ideal]) for ideal in allowed[number - 1] if ways[ideal]]
        levels.append(level)
    return levels[::-1]


def total_fillings(levels: list[Level]) -> int:
    """Give the number of fillings from the levels of `forward`."""
    return levels[-1][0][1] if levels[-1] else 0


def completions(at: Lattice, numbers: Sequence[int], copies: Sequence[int]) -> int:
    """Count the full gardens that a garden can become without exchanges."""
    return total_fillings(forward(at, numbers, copies))


def example(at: Lattice, levels: list[Level], copies: Sequence[int]) -> tuple[int, ...]:
    """Give one of the fillings that `forward` counted: small numbers are left for as long as they can be."""
    full = [0] * at.cells
    ideal = len(at.ideals) - 1
    for number in range(len(copies) - 1, 0, -1):
        before = {each for each, _ in levels[number - 1]}
        # The largest ideal that leads here leaves the fewest cells for this number.
        found = max(each for each in at.backs[at.width(copies[number])][ideal] if each in before)
        added = at.ideals[ideal] & ~at.ideals[found]
        while added:
            full[(added & -added).bit_length() - 1] = number
            added &= added - 1
        ideal = found
    return tuple(full)


def counts_by_cell(at: Lattice, numbers: Sequence[int], copies: Sequence[int]) -> list[list[int]]:
    """Count for each cell and number the fillings with that number on that cell."""
    ahead, behind = forward(at, numbers, copies), backward(at, numbers, copies)
    counts = [[0] * len(copies) for _ in range(at.cells)]
    for number in range(1, len(copies)):
        after = dict(behind[number])
        steps = at.steps[at.width(copies[number])]
        ways = [0] * len(at.layers)
        for ideal, count in ahead[number - 1]:
            for target, layer in steps[ideal]:
                if layer and target in after:
                    ways[layer] += count * after[target]
        for layer, count in enumerate(ways):
            if count:
                for cell in range(at.cells):
                    if at.layers[layer] >> cell & 1:
                        counts[cell][number] += count
    return counts
