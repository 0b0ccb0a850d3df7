"""What ends of play are worth, and how a position is written as a row of numbers.

A row holds at `META` the mover (from 0), the turns left and the kind in hand, at `PILE` what is face down as a number
with a digit for each kind, then the numbers of the gardens. All worths are the hero's.
"""

from typing import TYPE_CHECKING

from models.jit import inlined
from models.lucky_numbers import kernel
from models.lucky_numbers.endgame_gardens import COUNTED, EMPTY, GOAL, HERO, PLAYERS, SCALE, EndgameClovers, GardenIndex

if TYPE_CHECKING:
    from models.endgame import Longs

META, PILE, HANDS = 0, 1, 2
LEFT_AT, DRAWN_AT = 3, 20
MOVER, LEFT = (1 << LEFT_AT) - 1, (1 << DRAWN_AT - LEFT_AT) - 1
WIN, POINTS, FORCE, FILL = 0, 1, 2, 3  # goals
was_last = inlined(kernel.was_last, "bool", "int")
middle_changes = inlined(kernel.middle_changes, "bool", "bool", "int", "int")


@inlined
def worth_of_filling(case: EndgameClovers, known: GardenIndex, row: "Longs", player: int) -> int:
    """Give what it is worth that a player fills his garden."""
    scale, goal = int(case.ask[SCALE]), case.ask[GOAL]
    if player == case.ask[HERO]:
        return 2 * scale if goal == POINTS else scale
    if goal == POINTS:
        return -scale * int(known.facts[row[HANDS + case.ask[HERO]], EMPTY])
    return -scale if goal == WIN else 0


# states LN403, LN602 as compiled loop, tied by
# tests/test_solve.py::test_each_move_is_worth_what_plain_enumeration_says
@inlined
def worth_of_empty(case: EndgameClovers, own: int, fewest: int, tied: bool) -> int:
    """Give what it is worth that no clover is face down any more.

    The hero has `own` empty cells; the fewest of the others are `fewest`, `tied` if two of them have so many.
    """
    scale, goal = int(case.ask[SCALE]), case.ask[GOAL]
    if goal == FILL:
        return 0
    if goal == POINTS:
        return 2 * scale if own <= fewest else -scale * own
    if own < fewest:
        return scale
    return -scale if goal == WIN and fewest < own and not tied else 0


@inlined
def worth_of_last(case: EndgameClovers, known: GardenIndex, row: "Longs") -> int:
    """Give what it is worth that no clover is face down any more, with the gardens as they lie."""
    fewest, tied = 1 << 30, False
    for player in range(case.ask[PLAYERS]):
        if player != case.ask[HERO]:
            empty = known.facts[row[HANDS + player], EMPTY]
            tied = empty == fewest or (tied and empty > fewest)
            fewest = min(fewest, empty)
    return worth_of_empty(case, known.facts[row[HANDS + case.ask[HERO]], EMPTY], fewest, tied)


# states LN201, LN401 as compiled loop, tied by
# tests/test_solve.py::test_each_move_is_worth_what_plain_enumeration_says
@inlined
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
