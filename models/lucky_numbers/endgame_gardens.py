"""All gardens that come up while a problem is solved, each with the ways to lay a clover there, found once.

Numbers stand for kinds: the k-th smallest number in the problem is kind k, from 0. Cells hold kind + 1, 0 where empty.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from models.jit import compiled, inlined, lean
from models.lucky_numbers import kernel
from models.lucky_numbers.garden import Board
from models.row_index import free_slots, row_slot

if TYPE_CHECKING:
    from models.endgame import Longs, Table

# What is asked, as numbers: places in `EndgameClovers.ask`. COUNTED is the player whose turns are counted, -1 for all
# players'; with up to AHEAD clovers face down a turn is looked ahead.
GOAL, HERO, PLAYERS, COUNTED, SCALE, CELLS, KINDS, EQUAL, AHEAD = 0, 1, 2, 3, 4, 5, 6, 7, 8
# Rows of `EndgameClovers.kinds`: copies that exist, those face down at first, and one of them as part of a row's
# `PILE`.
TOTAL, DOWN, UNIT = 0, 1, 2
# Columns of `GardenIndex.facts`, followed by the cells, then how often each kind is held, then where its ways begin.
EMPTY, LOW, HIGH, ROOM, FIRST_CELL = 0, 1, 2, 3, 4
INTO, OUT = 0, 1  # columns of `GardenIndex.ways`
GARDENS, WAYS = 0, 1  # places of the counters
BITS = 62
START = 1 << 10


class EndgameClovers(NamedTuple):
    """What is asked, the clovers, and the board: rows c and c + CELLS of `lines` list the cells that hold less and
    more than cell c, filled up with -1.
    """

    ask: "Longs"
    kinds: "Table"
    lines: "Table"


class GardenIndex(NamedTuple):
    """What is known of each garden.

    A garden that is one clover short takes the kinds from `LOW` up to but without `HIGH`; for others `HIGH` is 0.
    `ROOM` has bit k set where kind k fits on an empty cell (of the first `BITS` kinds). The ways to lay a kind lead
    `INTO` a garden and take `OUT` a kind, -1 for none; where they begin is -1 until they are found.
    """

    facts: "Table"
    ways: "Table"
    slots: "Longs"
    counts: "Longs"


def lines_of(board: Board) -> "Table":
    """Give the lines of a board for compiled functions."""
    wide = max(map(len, board.before))
    return np.array([[*line, *[-1] * (wide - len(line))] for line in (*board.before, *board.after)], np.int64)


def no_gardens(case: EndgameClovers) -> GardenIndex:
    """Give a table without gardens."""
    return GardenIndex(
        np.zeros((START, FIRST_CELL + case.ask[CELLS] + 2 * case.ask[KINDS] + 1), np.int64),
        np.zeros((START, 2), np.int64),
        np.full(4 * START, -1, np.int64),
        np.zeros(2, np.int64),
    )


def with_room(case: EndgameClovers, known: GardenIndex) -> GardenIndex:
    """Make room for the gardens that can follow one."""
    facts, ways, slots, counts = known
    spare = most_ways(case)
    if counts[GARDENS] + spare > len(facts):
        facts = longer(facts, 2 * (len(facts) + spare))
        slots = free_slots(len(facts), 4)
        _index_all(case, GardenIndex(facts, ways, slots, counts))
    if counts[WAYS] + spare > len(ways):
        ways = longer(ways, 2 * (len(ways) + spare))
    return GardenIndex(facts, ways, slots, counts)


def longer(array: "Table", size: int) -> "Table":
    """Give a copy with more rows."""
    grown = np.zeros((size, *array.shape[1:]), array.dtype)
    grown[: len(array)] = array
    return grown


@lean
def most_ways(case: EndgameClovers) -> int:
    """Give a number that the ways to lay something into a garden never exceed."""
    return case.ask[KINDS] * case.ask[CELLS] + 1


@compiled
def _index_all(case: EndgameClovers, known: GardenIndex) -> None:
    for number in range(known.counts[GARDENS]):
        garden = known.facts[number, FIRST_CELL : FIRST_CELL + case.ask[CELLS]]
        known.slots[row_slot(known.slots, known.facts, FIRST_CELL, garden)] = number


span = lean(kernel.span, "Longs", "Longs", "Longs", "int")
may_replace = lean(kernel.may_replace, "int", "int", "bool")


@inlined
def fitting_kinds(case: EndgameClovers, garden: "Longs", cell: int) -> tuple[int, int]:
    """Give the kinds that fit on a cell: the first one, and the first one above it that does not."""
    low, high = span(garden, case.lines[cell], case.lines[case.ask[CELLS] + cell], case.ask[KINDS])
    return low - 1, high - 1


@inlined
def fills(known: GardenIndex, garden: int, kind: int) -> bool:
    """Tell whether a clover of a kind (-1: none) fills a garden."""
    return bool(known.facts[garden, LOW] <= kind < known.facts[garden, HIGH])


@inlined
def count_filling(known: GardenIndex, garden: int, heap: "Longs") -> int:
    """Count the clovers of a heap that fill a garden."""
    count = 0
    for kind in range(known.facts[garden, LOW], known.facts[garden, HIGH]):
        count += heap[kind]
    return count


@lean
def garden_number(case: EndgameClovers, known: GardenIndex, garden: "Longs") -> int:
    """Give the number of a garden, a new one if it is met for the first time."""
    at = row_slot(known.slots, known.facts, FIRST_CELL, garden)
    if known.slots[at] >= 0:
        return known.slots[at]
    number = int(known.counts[GARDENS])
    known.counts[GARDENS] += 1
    known.slots[at] = number
    facts, held = known.facts[number], FIRST_CELL + case.ask[CELLS]
    low, high, room = 0, 0, 0
    for cell in range(case.ask[CELLS]):
        kind = garden[cell]
        facts[FIRST_CELL + cell] = kind
        if kind:
            facts[held + kind - 1] += 1
        else:
            facts[EMPTY] += 1
            low, high = fitting_kinds(case, garden, cell)
            for fitting in range(low, min(high, BITS)):
                room |= 1 << fitting
    if facts[EMPTY] == 1:
        facts[LOW], facts[HIGH] = low, high
    facts[ROOM] = room
    facts[-1] = -1
    return number


@compiled
def find_ways(case: EndgameClovers, known: GardenIndex, number: int) -> int:
    """Find all ways to lay a clover into a garden, kind by kind and cell by cell; give where they begin.

    -1 says that there is no room for them.
    """
    cells, kinds, counts = case.ask[CELLS], case.ask[KINDS], known.counts
    start = FIRST_CELL + cells + kinds
    if known.facts[number, start + kinds] >= 0:
        return start
    spare = most_ways(case)
    if counts[GARDENS] + spare > len(known.facts) or counts[WAYS] + spare > len(known.ways):
        return -1
    garden = known.facts[number, FIRST_CELL : FIRST_CELL + cells].copy()
    spans = np.empty((cells, 2), np.int64)
    for cell in range(cells):
        spans[cell, 0], spans[cell, 1] = fitting_kinds(case, garden, cell)
    at = counts[WAYS]
    for kind in range(kinds):
        known.facts[number, start + kind] = at
        for cell in range(cells):
            old = garden[cell]
            if spans[cell, 0] <= kind < spans[cell, 1] and may_replace(old, kind + 1, case.ask[EQUAL] != 0):
                garden[cell] = kind + 1
                known.ways[at, INTO] = garden_number(case, known, garden)
                known.ways[at, OUT] = old - 1
                garden[cell] = old
                at += 1
    known.facts[number, start + kinds] = at
    counts[WAYS] = at
    return start
