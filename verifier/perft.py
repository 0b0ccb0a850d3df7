"""Count legal lines: the field's standard way to compare move generators.

A line is one turn after the other; turns that differ in source, number or cell are different lines, and so are the
outcomes of chance. Copies of a number are not told apart. A line that ends early is not a line of the full depth.
"""

from collections import defaultdict
from collections.abc import Iterator

from models.state_space import Code, StateSpace


class TooManyLines(Exception):
    """More different tables than are wanted; it says at which depth."""

    def __init__(self, depth: int) -> None:
        super().__init__(depth)
        self.depth = depth


def perft(space: StateSpace, code: Code, depth: int, limit: int | None = None) -> list[int]:
    """Count the lines of 1, 2, ... `depth` turns from a table. Raises TooMany beyond a limit of tables of one depth."""
    lines = {code: 1}
    counts = []
    for number in range(depth):
        last = number == depth - 1
        following: defaultdict[Code, int] = defaultdict(int)
        total = 0
        for before, times in lines.items():
            around = space.spread(before)
            lists = (around.level, *(lower for _, lower in around.down))
            total += times * sum(map(len, lists))
            if not last:
                for tables in lists:
                    for after in tables:
                        following[after] += times
                if limit is not None and len(following) > limit:
                    raise TooManyLines(number + 1)
        counts.append(total)
        lines = following
    return counts


def divide(space: StateSpace, code: Code, depth: int, limit: int | None = None) -> Iterator[tuple[str, int]]:
    """Count the lines of a depth behind each legal turn. Raises TooMany beyond a limit of tables of one depth."""
    for way in space.ways(code):
        yield way.text, perft(space, way.after, depth - 1, limit)[-1] if depth > 1 else 1
