"""The explored part of a problem as arrays: positions, the moves from each, and who leads to whom.

A position is a number. Unexplored ones have proven bounds all the same. What a decided end is worth is a position too,
one for each worth.
"""

from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from models.endgame import DECIDED, END, ROW, Followers
from models.endgame import GUESS as GUESSED
from models.endgame import HIGH as UPPER
from models.endgame import LEVEL as LEVELLED
from models.endgame import LOW as LOWER
from models.endgame import OWNER as OWNED
from models.endgame import WEIGHT as WEIGHED
from models.jit import inlined, lean
from models.row_index import free_slots, row_slot

if TYPE_CHECKING:
    from models.endgame import Longs, NarrowTable, Table

    Array = TypeVar("Array", Table, NarrowTable)

LOW, HIGH, GUESS, KEY = 0, 1, 2, 3  # columns of `worth`; the row of the position begins at KEY
LEVEL, OWNER, GROUP, GROUPS, LAST, STAMP = 0, 1, 2, 3, 4, 5  # columns of `nodes`
WEIGHT, FIRST = 0, 1  # columns of `groups`
TARGET, SOURCE, BEFORE = 0, 1, 2  # columns of `moves`
NODES, SETS, MOVES, STAMPS, ENDS = 0, 1, 2, 3, 4  # places of the counters, then worths and numbers of decided ends
MAX, MIN, NOBODY = 1, 0, 2  # owners: the maximizing side, the other, nobody
UNEXPLORED = -1
MOST_ENDS = 1 << 8
MOST_MOVES = 1 << 30  # and groups: so their numbers, and what counts them, are narrow
START = 1 << 12


class Graph(NamedTuple):
    """The arrays.

    Position n has the groups from its `GROUP` on, `GROUPS` of them; the moves of group g are those from its `FIRST` to
    the next one's. `WEIGHT` is 0 for moves without chance. A move leads from `SOURCE` to `TARGET`; the moves to n are
    linked from its `LAST` on through `BEFORE`.
    """

    worth: "Table"
    nodes: "NarrowTable"
    groups: "NarrowTable"
    moves: "NarrowTable"
    slots: "Longs"
    counts: "Longs"


def new_graph(width: int) -> Graph:
    """Give a graph without positions, whose rows are so wide."""
    return Graph(
        np.empty((START, KEY + width), np.int64),
        np.empty((START, 6), np.int32),
        np.empty((START, 2), np.int32),
        np.empty((START, 3), np.int32),
        np.full(4 * START, -1, np.int64),
        np.zeros(ENDS + 1 + 2 * MOST_ENDS, np.int64),
    )


def bytes_of(graph: Graph) -> int:
    """Give the bytes that are in use."""
    wide: tuple[Table | NarrowTable, ...] = (graph.worth, graph.nodes, graph.groups, graph.moves)
    counts = graph.counts[[NODES, NODES, SETS, MOVES]]
    return sum(int(count) * array.strides[0] for array, count in zip(wide, counts, strict=True)) + graph.slots.nbytes


def grown(graph: Graph, groups: int, moves: int) -> Graph:
    """Make room for more groups and moves, and as many positions."""
    counts, slots = graph.counts, graph.slots
    worth, nodes = _longer(graph.worth, counts[NODES] + moves), _longer(graph.nodes, counts[NODES] + moves)
    graph = Graph(
        worth,
        nodes,
        _longer(graph.groups, counts[SETS] + groups),
        _longer(graph.moves, counts[MOVES] + moves),
        slots,
        counts,
    )
    if 2 * len(nodes) > len(slots):
        graph = graph._replace(slots=free_slots(len(nodes), 2))
        index_all(graph)
    return graph


def _longer(array: "Array", needed: int) -> "Array":
    size = len(array)
    if needed + 2 <= size:
        return array
    grown = np.empty((max(needed + 2, 2 * size), array.shape[1]), array.dtype)
    grown[:size] = array
    return grown


def full(graph: Graph) -> bool:
    """Tell whether there are so many moves or groups that no more should be explored."""
    return bool(max(graph.counts[SETS], graph.counts[MOVES]) >= MOST_MOVES)


@lean
def index_all(graph: Graph) -> None:
    """Enter all positions into a new index."""
    for node in range(graph.counts[NODES]):
        if graph.nodes[node, OWNER] != NOBODY:
            graph.slots[row_slot(graph.slots, graph.worth, KEY, graph.worth[node, KEY:])] = node


@inlined
def new_node(graph: Graph, level: int, owner: int, low: int, high: int, guess: int) -> int:
    """Add a position."""
    node = int(graph.counts[NODES])
    graph.counts[NODES] = node + 1
    facts, worth = graph.nodes[node], graph.worth[node]
    facts[LEVEL], facts[OWNER] = level, owner
    facts[GROUP] = facts[LAST] = UNEXPLORED
    facts[GROUPS] = facts[STAMP] = 0
    worth[LOW], worth[HIGH], worth[GUESS] = low, high, guess
    return node


@inlined
def _target(graph: Graph, move: "Longs") -> int:
    """Give the position a move leads to, a new one if it is met for the first time."""
    if move[LEVELLED] == DECIDED:
        ends = graph.counts[ENDS]
        for at in range(ENDS + 1, ENDS + 1 + 2 * ends, 2):
            if graph.counts[at] == move[LOWER]:
                return int(graph.counts[at + 1])
        node = new_node(graph, -1, NOBODY, move[LOWER], move[LOWER], move[LOWER])
        graph.counts[ENDS + 1 + 2 * ends], graph.counts[ENDS + 2 + 2 * ends] = move[LOWER], node
        graph.counts[ENDS] += 1
        return node
    at = row_slot(graph.slots, graph.worth, KEY, move[ROW:])
    node = int(graph.slots[at])
    if node < 0:
        node = new_node(graph, move[LEVELLED], move[OWNED], move[LOWER], move[UPPER], move[GUESSED])
        graph.slots[at] = node
        for part in range(len(move) - ROW):
            graph.worth[node, KEY + part] = move[ROW + part]
    elif graph.nodes[node, GROUP] == UNEXPLORED:  # more may be seen from here
        worth = graph.worth[node]
        worth[LOW], worth[HIGH] = max(worth[LOW], move[LOWER]), min(worth[HIGH], move[UPPER])
        worth[GUESS] = min(worth[HIGH], max(worth[LOW], worth[GUESS]))
    return node


@lean
def absorb(graph: Graph, nodes: "Longs", found: Followers) -> None:
    """Enter what follows some unexplored positions; there must be room for it."""
    counts, group, at = graph.counts, 0, 0
    for place_of in range(len(nodes)):
        node = nodes[place_of]
        graph.nodes[node, GROUP] = counts[SETS]
        while group < found.ends[place_of]:
            counts[STAMPS] += 1
            graph.groups[counts[SETS], FIRST] = counts[MOVES]
            graph.groups[counts[SETS], WEIGHT] = found.groups[group, WEIGHED]
            while at < found.groups[group, END]:
                target = _target(graph, found.moves[at])
                at += 1
                if graph.nodes[target, STAMP] == counts[STAMPS]:
                    continue
                graph.nodes[target, STAMP] = counts[STAMPS]
                move = graph.moves[counts[MOVES]]
                move[TARGET], move[SOURCE] = target, node
                if graph.nodes[target, OWNER] != NOBODY:
                    move[BEFORE] = graph.nodes[target, LAST]
                    graph.nodes[target, LAST] = counts[MOVES]
                counts[MOVES] += 1
            counts[SETS] += 1
            graph.groups[counts[SETS], FIRST] = counts[MOVES]
            group += 1
        graph.nodes[node, GROUPS] = counts[SETS] - graph.nodes[node, GROUP]
