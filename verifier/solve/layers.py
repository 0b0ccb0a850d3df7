"""Solve the explored graph exactly, level by level, with the bounds of what is unexplored taken for their worth.

Within a level moves have no chance in them and may run in cycles; endless play is worth 0. So for worths above 0, from
the highest down: the maximizing side reaches that worth wherever it can move to it, and wherever the other side can
move nowhere else. For worths below 0 it is the same with sides changed. All that is left is worth 0. This is a
retrograde analysis (as for deterministic graphical games): no iteration, no tolerance.
"""

from typing import TYPE_CHECKING

import numpy as np

from models.jit import compiled
from verifier.solve.graph import (
    BEFORE,
    FIRST,
    GROUP,
    GROUPS,
    LAST,
    LEVEL,
    LOW,
    MAX,
    NODES,
    OWNER,
    SOURCE,
    TARGET,
    UNEXPLORED,
    Graph,
)
from verifier.solve.search import of_draw

if TYPE_CHECKING:
    from collections.abc import Iterator

    from models.endgame import Longs

OPEN = 1 << 62  # no worth


def by_level(graph: Graph) -> "Iterator[Longs]":
    """Give all explored positions level by level, the low levels first."""
    nodes = graph.nodes[: graph.counts[NODES]]
    explored = np.flatnonzero(nodes[:, GROUP] != UNEXPLORED)
    levels = nodes[explored, LEVEL]
    order = explored[np.argsort(levels, kind="stable")]
    ends = np.cumsum(np.bincount(levels))
    for begin, end in zip([0, *ends[:-1]], ends, strict=True):
        if begin < end:
            yield order[begin:end]


def solve_column(graph: Graph, column: int, worst: bool) -> int:
    """Tighten one bound of all explored positions to what the explored graph proves; count the changes."""
    changes = 0
    for part, found, _ in _solved(graph, column, worst):
        old = graph.worth[part, column]
        new = np.maximum(found, old) if column == LOW else np.minimum(found, old)
        graph.worth[part, column] = new
        changes += int(np.count_nonzero(new != old))
    return changes


def solve_afresh(graph: Graph, column: int, worst: bool) -> "tuple[Graph, Longs]":
    """Find one bound of all explored positions from those of the unexplored ones alone.

    Give a graph with these worths, and the move by which the side that wants more than endless play gets on, -1 where
    it leaves the level or where no such move is called for. Each such move leads to a position that was settled before.
    """
    graph, ways = graph._replace(worth=graph.worth.copy()), np.full(graph.counts[NODES], -1, np.int64)
    for part, found, ways_of in _solved(graph, column, worst):
        graph.worth[part, column] = found
        ways[part] = ways_of[part]
    return graph, ways


def _solved(graph: Graph, column: int, worst: bool) -> "Iterator[tuple[Longs, Longs, Longs]]":
    """Solve level by level: give the positions of each, what they are worth, and the ways of all so far."""
    value = np.full(graph.counts[NODES], OPEN, np.int64)
    left, exit_of, ways = np.empty_like(value), np.empty_like(value), np.full_like(value, -1)
    for part in by_level(graph):
        leave = np.empty(len(part), np.int64)
        _leave(graph, part, column, worst, leave, left)
        order = np.argsort(leave, kind="stable")
        order = order[leave[order] != OPEN]
        exit_of[part] = leave
        stack = np.empty(len(part) + 1, np.int64)
        back = left[part]
        for sign in (1, -1):
            ranked = part[order[leave[order] * sign > 0][::-sign]]
            left[part] = back
            _spread(graph, ranked, exit_of, sign, value, left, stack, ways)
        found = value[part]
        found[found == OPEN] = 0
        yield part, found, ways


@compiled
def _leave(graph: Graph, part: "Longs", column: int, worst: bool, leave: "Longs", left: "Longs") -> None:
    """Find the best worth by which positions leave their level, OPEN if they cannot, and count the moves that stay."""
    for at in range(len(part)):
        node = part[at]
        facts = graph.nodes[node]
        high, best, group, stay = facts[OWNER] == MAX, OPEN, facts[GROUP], 0
        for move in range(graph.groups[group, FIRST], graph.groups[group + 1, FIRST]):
            target = graph.moves[move, TARGET]
            if graph.nodes[target, GROUP] != UNEXPLORED and graph.nodes[target, LEVEL] == facts[LEVEL]:
                stay += 1
            elif best == OPEN or (graph.worth[target, column] > best) == high:
                best = graph.worth[target, column]
        if facts[GROUPS] > 1:
            draw = of_draw(graph, node, column, worst)
            if best == OPEN or (draw > best) == high:
                best = draw
        leave[at], left[node] = best, stay


@compiled
def _due(leave: int, worth: int, sign: int) -> bool:
    """Tell whether a worth is due where a position can also leave with another one (OPEN: it cannot)."""
    return leave == OPEN or leave * sign >= worth * sign


@compiled
def _spread(
    graph: Graph,
    ranked: "Longs",
    leave: "Longs",
    sign: int,
    value: "Longs",
    left: "Longs",
    stack: "Longs",
    ways: "Longs",
) -> None:
    """Settle all positions of a level that are worth more than 0 (`sign` 1) or less (-1).

    `ranked` are the positions that can leave the level with a worth of that sign, the farthest from 0 first. The side
    that wants it takes it at once; the other one only where nothing else is left, at the worth that is then due.
    """
    high = 1 if sign > 0 else 0
    for at in range(len(ranked)):
        node = ranked[at]
        if value[node] != OPEN or (graph.nodes[node, OWNER] != high and left[node] > 0):
            continue
        worth = leave[node]
        value[node] = worth
        stack[0] = node
        deep = 1
        while deep:
            deep -= 1
            node = stack[deep]
            move = graph.nodes[node, LAST]
            while move >= 0:
                source = graph.moves[move, SOURCE]
                facts = graph.nodes[source]
                inside = move < graph.groups[facts[GROUP] + 1, FIRST] and facts[LEVEL] == graph.nodes[node, LEVEL]
                way = move
                move = graph.moves[move, BEFORE]
                if not inside or value[source] != OPEN:
                    continue
                if facts[OWNER] != high:
                    left[source] -= 1
                    if left[source] or not _due(leave[source], worth, sign):
                        continue
                else:
                    ways[source] = way
                value[source] = worth
                stack[deep] = source
                deep += 1
