"""All moves of many positions at once: the fast twin of `positions`, which says what they mean.

The middle follows from the row of a position, because no clover leaves the table. Where the player who comes next can
fill his garden from the middle, that is counted as done: nothing is worth more to him, under any goal.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from models.endgame import DECIDED, END, GUESS, LEVEL, OWNER, ROW, WEIGHT
from models.endgame import HIGH as UPPER
from models.endgame import LOW as LOWER
from models.jit import compiled, lean
from models.lucky_numbers.endgame_bounds import NOTES, forget, guess
from models.lucky_numbers.endgame_gardens import (
    AHEAD,
    CELLS,
    DOWN,
    FIRST_CELL,
    HERO,
    INTO,
    KINDS,
    OUT,
    PLAYERS,
    TOTAL,
    UNIT,
    EndgameClovers,
    GardenIndex,
    find_ways,
    most_ways,
)
from models.lucky_numbers.endgame_lookahead import LEAST, look_ahead, seen_after
from models.lucky_numbers.endgame_results import DRAWN_AT, HANDS, META, MOVER, PILE, middle_changes, was_last

if TYPE_CHECKING:
    from models.endgame import Longs, Table

GROUPS, MOVES = 0, 1  # places of the counters


class Room(NamedTuple):
    """Room for what follows, see `models.endgame.Followers`; `used` counts groups and moves."""

    ends: "Longs"
    groups: "Table"
    moves: "Table"
    used: "Longs"


@lean
def finish_move(
    case: EndgameClovers,
    known: GardenIndex,
    middle: "Longs",
    pile: "Longs",
    piled: int,
    room: Room,
    last: bool,
    sure: int,
    noted: "Table",
) -> int:
    """Finish the move at the end of the used ones: who comes next, and is play decided there.

    The player who makes it is `sure` of so much by other moves; give what is sure with this one. Worths count for that
    player here. Where there may be more, a turn is looked ahead.
    """
    move = room.moves[room.used[MOVES]]
    room.used[MOVES] += 1
    row = move[ROW:]
    own = row[META] & MOVER == case.ask[HERO]
    forget(noted)
    over, low, high = seen_after(case, known, row, middle, pile, piled, last, True, noted)
    if over:
        move[LEVEL], move[LOWER] = DECIDED, low
        return max(sure, low if own else -low)
    if low < high and piled <= case.ask[AHEAD] and sure < (high if own else -low):
        low, high = look_ahead(case, known, row, middle, pile, piled, low, high, noted)
    move[LEVEL], move[OWNER] = piled, row[META] & MOVER == case.ask[HERO]
    move[LOWER], move[UPPER] = low, high
    move[GUESS] = min(high, max(low, guess(case, known, row, pile, piled)))
    return max(sure, low if own else -high)


@lean
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
    sure: int,
    noted: "Table",
) -> int:
    """Add all moves that lay a clover of a kind, no longer in the middle or the pile, into the mover's garden.

    `sure` is as in `finish_move`.
    """
    hand = HANDS + (row[META] & MOVER)
    start = FIRST_CELL + case.ask[CELLS] + case.ask[KINDS]
    first, end = known.facts[row[hand], start + kind], known.facts[row[hand], start + kind + 1]
    for way in range(first, end):
        after = room.moves[room.used[MOVES], ROW:]
        for part in range(len(row)):
            after[part] = row[part]
        after[hand] = known.ways[way, INTO]
        _, enters = middle_changes(False, True, kind + 1, known.ways[way, OUT] + 1)
        if enters:
            middle[enters - 1] += 1
        sure = finish_move(case, known, middle, pile, piled, room, last, sure, noted)
        if enters:
            middle[enters - 1] -= 1
    return sure


@lean
def most_moves(case: EndgameClovers) -> int:
    """Give a number that the moves from a position never exceed."""
    return 2 * (most_ways(case) + case.ask[KINDS])


@lean
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


@compiled
def find_all_ways(case: EndgameClovers, known: GardenIndex, rows: "Table", first: int) -> int:
    """Find the ways to lay into the gardens of the rows from `first` on; give the first row there is no room for."""
    for at in range(first, len(rows)):
        for player in range(case.ask[PLAYERS]):
            if find_ways(case, known, rows[at, HANDS + player]) < 0:
                return at
    return len(rows)


# states LN203, LN205 as compiled loop, tied by
# tests/test_solve.py::test_each_move_is_worth_what_plain_enumeration_says
@compiled
def add_successors(case: EndgameClovers, known: GardenIndex, rows: "Table", first: int, room: Room) -> int:
    """Add what follows the rows from `first` on, as far as there is room; give the first row there is none for."""
    kinds, most, used = case.ask[KINDS], most_moves(case), room.used
    middle, pile, row = np.empty(kinds, np.int64), np.empty(kinds, np.int64), np.empty(rows.shape[1], np.int64)
    noted = np.zeros((NOTES + 1, 4), np.int64)
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
            weight, sure = 0, LEAST
            if turn < 0 and not drawn:
                for kind in range(kinds):
                    if middle[kind]:
                        middle[kind] -= 1
                        sure = add_layings(case, known, row, kind, middle, pile, piled, room, False, sure, noted)
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
                sure = add_layings(case, known, row, kind, middle, pile, left, room, last, sure, noted)
                for part in range(len(row)):
                    room.moves[used[MOVES], ROW + part] = row[part]
                middle[kind] += 1
                finish_move(case, known, middle, pile, left, room, last, sure, noted)
                middle[kind] -= 1
                row[PILE] += down * case.kinds[UNIT, kind]
                pile[kind] += down
            room.groups[used[GROUPS], WEIGHT], room.groups[used[GROUPS], END] = weight, used[MOVES]
            used[GROUPS] += 1
        room.ends[at] = used[GROUPS]
    return len(rows)
