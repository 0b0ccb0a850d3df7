"""Retrograde analysis of the explored graph, exact, with bounds for what is unexplored.

Within a level moves have no chance in them and may run in cycles; endless play is worth 0. So for worths above 0, from
the highest down: the maximizing side reaches that worth wherever it can move to it, and wherever the other side can
move nowhere else. For worths below 0 it is the same with sides changed. All that is left is worth 0. This is a
retrograde analysis (as for deterministic graphical games): no iteration, no tolerance.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from models.jit import lean
from models.threads import ALONE, Threads
from verifier.solve.graph import (
    BEFORE,
    FIRST,
    GROUP,
    GROUPS,
    HIGH,
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
from verifier.solve.search_loops import WAITING, of_draw

if TYPE_CHECKING:
    from collections.abc import Iterator

    from models.endgame import Longs

OPEN = 1 << 62  # no worth
SHARED = 64  # positions that are worth being shared out to threads


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


class RetrogradeRoom(NamedTuple):
    """Room for solving, one number for each position: what it is worth (`OPEN` while it is sought, anything else where
    it is not), how many moves stay, how the level is left, and the move that is taken.
    """

    value: "Longs"
    left: "Longs"
    leave: "Longs"
    ways: "Longs"


def new_marks(size: int) -> RetrogradeRoom:
    """Give room for so many positions."""
    value, left, leave = np.zeros((3, size), np.int64)
    return RetrogradeRoom(value, left, leave, np.full(size, -1, np.int64))


def solve_column(graph: Graph, column: int, worst: bool) -> int:
    """Tighten one bound of all explored positions to what the explored graph proves; count the changes."""
    marks = new_marks(int(graph.counts[NODES]))
    return sum(int(np.count_nonzero(_tighten(graph, part, column, worst, marks))) for part in by_level(graph))


def solve_near(
    graph: Graph, node: int, worst: bool, rooms: tuple[RetrogradeRoom, RetrogradeRoom], threads: Threads
) -> "tuple[Longs, int]":
    """Tighten the bounds of the open positions of a level that follow one; give those that changed, and how many it was
    about. Each bound has a room of its own, so that both can be worked on at once.
    """
    nodes = np.empty(len(rooms[0].value), np.int64)
    part = nodes[: _open_part(graph, node, rooms[0].value, nodes)].copy()
    if len(part) < SHARED:
        threads = ALONE
    low, high = threads.map(lambda column, room: _tighten(graph, part, column, worst, room), (LOW, HIGH), rooms)
    return part[low | high], len(part)


def _tighten(
    graph: Graph, part: "Longs", column: int, worst: bool, marks: RetrogradeRoom
) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    found, old = _solved(graph, part, column, worst, marks), graph.worth[part, column]
    new = np.maximum(found, old) if column == LOW else np.minimum(found, old)
    graph.worth[part, column] = new
    return new != old


def solve_afresh(graph: Graph, column: int, worst: bool) -> "tuple[Graph, Longs]":
    """Find one bound of all explored positions from those of the unexplored ones alone.

    Give a graph with these worths, and the move by which the side that wants more than endless play gets on, -1 where
    it leaves the level or where no such move is called for. Each such move leads to a position that was settled before.
    """
    graph, marks = graph._replace(worth=graph.worth.copy()), new_marks(int(graph.counts[NODES]))
    for part in by_level(graph):
        graph.worth[part, column] = _solved(graph, part, column, worst, marks)
    return graph, marks.ways


def _solved(graph: Graph, part: "Longs", column: int, worst: bool, marks: RetrogradeRoom) -> "Longs":
    """Solve a part of a level: give what its positions are worth. All other worths are taken as they are."""
    marks.value[part] = OPEN
    _leave(graph, part, column, worst, marks)
    leave, back = marks.leave[part], marks.left[part]
    order = np.argsort(leave, kind="stable")
    order = order[leave[order] != OPEN]
    stack = np.empty(len(part) + 1, np.int64)
    for sign in (1, -1):
        marks.left[part] = back
        _spread(graph, part[order[leave[order] * sign > 0][::-sign]], sign, marks, stack)
    found = marks.value[part]
    found[found == OPEN] = 0
    marks.value[part] = 0
    return found


@lean
def _open_part(graph: Graph, start: int, marks: "Longs", part: "Longs") -> int:
    """Collect the explored positions of a level that follow one and are not known; give how many there are."""
    part[0], count, done = start, 1, 0
    marks[start] = OPEN
    while done < count:
        group = graph.nodes[part[done], GROUP]
        done += 1
        for move in range(graph.groups[group, FIRST], graph.groups[group + 1, FIRST]):
            target = graph.moves[move, TARGET]
            inside = (
                graph.nodes[target, GROUP] != UNEXPLORED and graph.nodes[target, LEVEL] == graph.nodes[start, LEVEL]
            )
            if inside and marks[target] != OPEN and graph.worth[target, LOW] < graph.worth[target, HIGH]:
                marks[target] = OPEN
                part[count] = target
                count += 1
    return count


@lean
def befores(graph: Graph, nodes: "Longs", flags: "Longs", found: "Longs") -> int:
    """Find the open positions from which a move leads to one of some; give how many there are."""
    count = 0
    for node in nodes:
        move = graph.nodes[node, LAST]
        while move >= 0:
            source = graph.moves[move, SOURCE]
            move = graph.moves[move, BEFORE]
            if graph.worth[source, LOW] < graph.worth[source, HIGH] and not flags[source] & WAITING:
                flags[source] |= WAITING
                found[count] = source
                count += 1
    for at in range(count):
        flags[found[at]] &= ~WAITING
    return count


@lean
def _leave(graph: Graph, part: "Longs", column: int, worst: bool, marks: RetrogradeRoom) -> None:
    """Find the best worth by which positions leave a part, OPEN if they cannot, and count the moves that stay."""
    for at in range(len(part)):
        node = part[at]
        facts = graph.nodes[node]
        high, best, group, stay = facts[OWNER] == MAX, OPEN, facts[GROUP], 0
        for move in range(graph.groups[group, FIRST], graph.groups[group + 1, FIRST]):
            target = graph.moves[move, TARGET]
            if marks.value[target] == OPEN:
                stay += 1
            elif best == OPEN or (graph.worth[target, column] > best) == high:
                best = graph.worth[target, column]
        if facts[GROUPS] > 1:
            draw = of_draw(graph, node, column, worst)
            if best == OPEN or (draw > best) == high:
                best = draw
        marks.leave[node], marks.left[node] = best, stay


@lean
def _due(leave: int, worth: int, sign: int) -> bool:
    """Tell whether a worth is due where a position can also leave with another one (OPEN: it cannot)."""
    return leave == OPEN or leave * sign >= worth * sign


@lean
def _spread(graph: Graph, ranked: "Longs", sign: int, marks: RetrogradeRoom, stack: "Longs") -> None:
    """Settle all positions of a part that are worth more than 0 (`sign` 1) or less (-1).

    `ranked` are the positions that can leave it with a worth of that sign, the farthest from 0 first. The side that
    wants it takes it at once; the other one only where nothing else is left, at the worth that is then due.
    """
    high, value, left = 1 if sign > 0 else 0, marks.value, marks.left
    for at in range(len(ranked)):
        node = ranked[at]
        if value[node] != OPEN or (graph.nodes[node, OWNER] != high and left[node] > 0):
            continue
        worth = marks.leave[node]
        value[node] = worth
        stack[0] = node
        deep = 1
        while deep:
            deep -= 1
            move = graph.nodes[stack[deep], LAST]
            while move >= 0:
                source, way = graph.moves[move, SOURCE], move
                move = graph.moves[move, BEFORE]
                if value[source] != OPEN:
                    continue
                if graph.nodes[source, OWNER] != high:
                    left[source] -= 1
                    if left[source] or not _due(marks.leave[source], worth, sign):
                        continue
                else:
                    marks.ways[source] = way
                value[source] = worth
                stack[deep] = source
                deep += 1
