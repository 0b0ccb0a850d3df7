"""The policy `race`: each turn should fill a cell, however many are empty. It counts no completions, so it is fast.

A clover suits a cell whose share of the way from the lowest corner to the highest one is its own share of the numbers.
How far it is off counts in steps, from one diagonal of cells to the next; an empty cell is two steps off. A clover is
laid where that saves most. One in the middle is taken if it saves more than half a step, or fills the garden, or if it
alone fills that of the next player, who is given nothing to fill it if that can be avoided. Where there are fewer turns
left than empty cells these come first.
"""

import math
from typing import TYPE_CHECKING

from models.jit import lean
from models.lucky_numbers.endgame_gardens import (
    CELLS,
    EMPTY,
    EQUAL,
    FIRST_CELL,
    GARDENS,
    HIGH,
    KINDS,
    LOW,
    PLAYERS,
    EndgameClovers,
    GardenIndex,
    count_filling,
    fills,
    fitting_kinds,
    garden_number,
    may_replace,
)
from models.lucky_numbers.endgame_results import HANDS, META, MOVER
from models.lucky_numbers.playout_gardens import (
    DRAWS,
    FULL_TABLES,
    INTO_AT,
    LATE,
    LEAVES,
    NEVER,
    NOWHERE,
    OUT_AT,
    Lying,
    PlayoutGardens,
)

if TYPE_CHECKING:
    from models.endgame import Longs

EMPTY_OFF, WORTH_TAKING = 4, 1  # in halves of a step


@lean
def misfit(case: EndgameClovers, cell: int, held: int) -> int:
    """Tell how far what a cell holds is off; a step has 2 (K - 1) units with K kinds of clovers."""
    last = case.ask[KINDS] - 1
    if held == 0:
        return int(EMPTY_OFF * last)
    side = int(math.sqrt(case.ask[CELLS]) + 0.5)
    diagonal = cell // side + cell % side
    return int(2 * abs((held - 1) * (2 * side - 2) - last * diagonal))


@lean
def find_suiting(
    case: EndgameClovers,
    known: GardenIndex,
    room: PlayoutGardens,
    number: int,
    heap: "Longs",
    only: int,
    fill: bool,
    other: int,
    least: int,
) -> int:
    """Find the laying of a clover of a heap (of the kind `only`, if that is not -1) that saves most, if more than
    `least`; NOWHERE: none.

    It gives the garden `other` (-1: none) nothing to fill it. With `fill` empty cells come first. FULL_TABLES where
    there is no room to note the garden.
    """
    if known.counts[GARDENS] >= len(known.facts):
        return FULL_TABLES
    garden = room.garden
    for cell in range(case.ask[CELLS]):
        garden[cell] = known.facts[number, FIRST_CELL + cell]
    most, place, laid = least, -1, -1
    for cell in range(case.ask[CELLS]):
        old = garden[cell]
        if other >= 0 and fills(known, other, old - 1):
            continue
        low, high = fitting_kinds(case, garden, cell)
        if only >= 0:
            low, high = max(low, only), min(high, only + 1)
        before = misfit(case, cell, old)
        if fill and old == 0:
            before += LATE
        for kind in range(low, high):
            if (only >= 0 or heap[kind]) and may_replace(old, kind + 1, case.ask[EQUAL] != 0):
                saved = before - misfit(case, cell, kind + 1)
                if saved > most:
                    most, place, laid = saved, cell, kind
    if place < 0:
        return NOWHERE
    out = garden[place]
    garden[place] = laid + 1
    return int(garden_number(case, known, garden) << INTO_AT | out << OUT_AT | laid)


@lean
def choose_in_race(case: EndgameClovers, known: GardenIndex, room: PlayoutGardens, lying: Lying) -> int:
    """Give what `race` does."""
    row, players = lying.row, case.ask[PLAYERS]
    mover = row[META] & MOVER
    garden, other = row[HANDS + mover], -1
    if players > 1:
        other = row[HANDS + (mover + 1) % players]
    rush = lying.piled // players < known.facts[garden, EMPTY]
    fill = rush or known.facts[garden, EMPTY] == 1
    if lying.drawn >= 0:
        least = NEVER if other >= 0 and fills(known, other, lying.drawn) else 0
        laying = find_suiting(case, known, room, garden, lying.middle, lying.drawn, fill, other, least)
        return LEAVES if laying == NOWHERE else laying
    threats = 0 if other < 0 else count_filling(known, other, lying.middle)
    if threats == 1 and count_filling(known, garden, lying.middle) == 0:
        for kind in range(known.facts[other, LOW], known.facts[other, HIGH]):
            if lying.middle[kind]:
                laying = find_suiting(case, known, room, garden, lying.middle, kind, fill, other, NEVER)
                if laying != NOWHERE:
                    return laying
    least = 0 if rush else WORTH_TAKING * (case.ask[KINDS] - 1)
    laying = find_suiting(case, known, room, garden, lying.middle, -1, fill, other, least)
    return DRAWS if laying == NOWHERE else laying
