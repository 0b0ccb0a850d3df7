"""Count legal lines: the field's standard way to compare move generators.

A line is one turn after the other; turns that differ in source, number or cell are different lines, and so are the
outcomes of chance. Copies of a number are not told apart. A line that ends early is not a line of the full depth.
"""

from collections import defaultdict
from collections.abc import Iterator

from models.world import Code, World


def perft(world: World, code: Code, depth: int) -> list[int]:
    """Count the lines of 1, 2, ... `depth` turns from a table."""
    lines = {code: 1}
    counts = []
    for number in range(depth):
        last = number == depth - 1
        following: defaultdict[Code, int] = defaultdict(int)
        total = 0
        for before, times in lines.items():
            around = world.spread(before)
            lists = (around.level, *(lower for _, lower in around.down))
            total += times * sum(map(len, lists))
            if not last:
                for tables in lists:
                    for after in tables:
                        following[after] += times
        counts.append(total)
        lines = following
    return counts


def divide(world: World, code: Code, depth: int) -> Iterator[tuple[str, int]]:
    """Count the lines of a depth behind each legal turn."""
    for way in world.ways(code):
        yield way.text, perft(world, way.after, depth - 1)[-1] if depth > 1 else 1
