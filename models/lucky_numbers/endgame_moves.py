"""All moves of many positions at once: the fast twin of `positions`, which says what they mean.

The middle follows from the row of a position, because no clover leaves the table. Where the player who comes next can
fill his garden from the middle, that is counted as done: nothing is worth more to him, under any goal.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from models.endgame import DECIDED, END, LEVEL, OWNER, ROW, WEIGHT
from models.endgame import LOW as LOWER
from models.jit import compiled
from models.lucky_numbers import kernel
from models.lucky_numbers.endgame_bounds import bound_and_guess
from models.lucky_numbers.endgame_gardens import (
    CELLS,
    COUNTED,
    DOWN,
    EMPTY,
    FIRST_CELL,
    HERO,
    HIGH,
    INTO,
    KINDS,
    LOW,
    OUT,
    PLAYERS,
    TOTAL,
    UNIT,
    EndgameClovers,
    GardenIndex,
    find_ways,
    most_ways,
)
from models.lucky_numbers.endgame_results import (
    DRAWN_AT,
    HANDS,
    LEFT,
    LEFT_AT,
    META,
    MOVER,
    PILE,
    worth_of_filling,
    worth_of_last,
)

if TYPE_CHECKING:
    from models.endgame import Longs, Table

GROUPS, MOVES = 0, 1  # places of the counters
middle_changes = compiled(kernel.middle_changes, "bool", "bool", "int", "int")
was_last = compiled(kernel.was_last, "bool", "int")


class Room(NamedTuple):
    """Room for what follows, see `models.endgame.Followers`; `used` counts groups and moves."""

    ends: "Longs"
    groups: "Table"
    moves: "Table"
    used: "Longs"


# states LN201, LN401 as compiled loop, tied by
# tests/test_solve.py::test_each_move_is_worth_what_plain_enumeration_says
@compiled
def end_turn(case: EndgameClovers, known: GardenIndex, row: "Longs", last: bool) -> tuple[bool, int]:
    """End the turn of the mover: tell whether play is over or cut off then, and what that is worth.

    Where it goes on, the row is that of the next player.
    """
    mover = row[META] & MOVER
    if known.facts[row[HANDS + mover], EMPTY] == 0:
        return True, worth_of_filling(case, known, row, mover)
    if last:
        return True, worth_of_last(case, known, row)
    left = row[META] >> LEFT_AT & LEFT
    if left and (case.ask[COUNTED] == -1 or case.ask[COUNTED] == mover):
        left -= 1
        if left == 0:
            return True, 0
    row[META] = (mover + 1) % case.ask[PLAYERS] | left << LEFT_AT
    return False, 0


@compiled
def finish_move(
    case: EndgameClovers, known: GardenIndex, middle: "Longs", pile: "Longs", piled: int, room: Room, last: bool
) -> None:
    """Finish the move at the end of the used ones: who comes next, and is play decided there."""
    move = room.moves[room.used[MOVES]]
    room.used[MOVES] += 1
    row = move[ROW:]
    move[LEVEL] = DECIDED
    over, worth = end_turn(case, known, row, last)
    if over:
        move[LOWER] = worth
        return
    mover = row[META] & MOVER
    garden, fits = row[HANDS + mover], 0
    for kind in range(known.facts[garden, LOW], known.facts[garden, HIGH]):
        if middle[kind] > 0:
            move[LOWER] = worth_of_filling(case, known, row, mover)
            return
        fits += pile[kind]
    move[LEVEL], move[OWNER] = piled, mover == case.ask[HERO]
    bound_and_guess(case, known, move, middle, pile, piled, fits)


@compiled
def add_layings(
    case: EndgameClovers,
    known: GardenIndex,
    row: "Longs",
    kind: int,
    middle: "Longs",
    pile: "Longs",
    piled: int,
    room: Room,
    last: bool,
) -> None:
    """Add all moves that lay a clover of a kind, no longer in the middle or the pile, into the mover's garden."""
    hand = HANDS + (row[META] & MOVER)
    start = find_ways(case, known, row[hand])
    first, end = known.facts[row[hand], start + kind], known.facts[row[hand], start + kind + 1]
    for way in range(first, end):
        after = room.moves[room.used[MOVES], ROW:]
        for part in range(len(row)):
            after[part] = row[part]
        after[hand] = known.ways[way, INTO]
        _, enters = middle_changes(False, True, kind + 1, known.ways[way, OUT] + 1)
        if enters:
            middle[enters - 1] += 1
        finish_move(case, known, middle, pile, piled, room, last)
        if enters:
            middle[enters - 1] -= 1


@compiled
def most_moves(case: EndgameClovers) -> int:
    """Give a number that the moves from a position never exceed."""
    return 2 * (most_ways(case) + case.ask[KINDS])


@compiled
def find_lying(
    case: EndgameClovers, known: GardenIndex, row: "Longs", drawn: int, middle: "Longs", pile: "Longs"
) -> int:
    """Find what lies in the middle and face down, a kind in hand (-1: none) apart; count what is face down."""
    piled, held = 0, FIRST_CELL + case.ask[CELLS]
    for kind in range(case.ask[KINDS]):
        pile[kind] = row[PILE] // case.kinds[UNIT, kind] % (case.kinds[DOWN, kind] + 1)
        piled += pile[kind]
        middle[kind] = case.kinds[TOTAL, kind] - pile[kind] - (kind == drawn)
        for player in range(case.ask[PLAYERS]):
            middle[kind] -= known.facts[row[HANDS + player], held + kind]
    return piled


# states LN203, LN205 as compiled loop, tied by
# tests/test_solve.py::test_each_move_is_worth_what_plain_enumeration_says
@compiled
def add_successors(case: EndgameClovers, known: GardenIndex, rows: "Table", first: int, room: Room) -> int:
    """Add what follows the rows from `first` on, as far as there is room; give the first row there is none for."""
    kinds, most, used = case.ask[KINDS], most_moves(case), room.used
    middle, pile, row = np.empty(kinds, np.int64), np.empty(kinds, np.int64), np.empty(rows.shape[1], np.int64)
    for at in range(first, len(rows)):
        if used[MOVES] + most > len(room.moves) or used[GROUPS] + kinds + 2 > len(room.groups):
            return at
        for part in range(len(row)):
            row[part] = rows[at, part]
        drawn = row[META] >> DRAWN_AT
        row[META] &= (1 << DRAWN_AT) - 1
        for player in range(case.ask[PLAYERS]):  # the next player's ways are for the bounds of what follows
            if find_ways(case, known, row[HANDS + player]) < 0:
                return at
        piled = find_lying(case, known, row, drawn - 1, middle, pile)
        # One group for the middle (or the clover in hand), then one for each kind that may be drawn.
        for turn in range(-1, 0 if drawn else kinds):
            weight = 0
            if turn < 0 and not drawn:
                for kind in range(kinds):
                    if middle[kind]:
                        middle[kind] -= 1
                        add_layings(case, known, row, kind, middle, pile, piled, room, False)
                        middle[kind] += 1
            else:
                kind = drawn - 1 if drawn else turn
                weight = 0 if drawn else pile[kind]
                if not drawn and not weight:
                    continue
                down = 0 if drawn else 1
                pile[kind] -= down
                row[PILE] -= down * case.kinds[UNIT, kind]
                left = piled - down
                last = was_last(True, left)
                add_layings(case, known, row, kind, middle, pile, left, room, last)
                for part in range(len(row)):
                    room.moves[used[MOVES], ROW + part] = row[part]
                middle[kind] += 1
                finish_move(case, known, middle, pile, left, room, last)
                middle[kind] -= 1
                row[PILE] += down * case.kinds[UNIT, kind]
                pile[kind] += down
            room.groups[used[GROUPS], WEIGHT], room.groups[used[GROUPS], END] = weight, used[MOVES]
            used[GROUPS] += 1
        room.ends[at] = used[GROUPS]
    return len(rows)
