"""Bounds from looking one turn ahead, where so few clovers are face down that the turns after it are soon bounded.

Only for two players. What is looked at is not kept: a position that can be told this way need not be explored.
"""

from typing import TYPE_CHECKING

from models.jit import inlined, lean
from models.lucky_numbers.endgame_bounds import bounds_seen, forget
from models.lucky_numbers.endgame_draws import mean
from models.lucky_numbers.endgame_gardens import (
    CELLS,
    FIRST_CELL,
    HERO,
    HIGH,
    INTO,
    KINDS,
    LOW,
    OUT,
    UNIT,
    EndgameClovers,
    GardenIndex,
)
from models.lucky_numbers.endgame_results import (
    HANDS,
    META,
    MOVER,
    PILE,
    end_turn,
    middle_changes,
    was_last,
    worth_of_filling,
)

if TYPE_CHECKING:
    from models.endgame import Longs, Table

LEAST = -(1 << 62)  # less than anything is worth


@inlined
def seen_after(
    case: EndgameClovers,
    known: GardenIndex,
    row: "Longs",
    middle: "Longs",
    pile: "Longs",
    piled: int,
    last: bool,
    both: bool,
    noted: "Table",
) -> tuple[bool, int, int]:
    """End the turn of the mover of a row: tell whether play is decided, and within what bounds its worth lies.

    Where the next player can fill from the middle, that counts as done. The row becomes that of the next player. If
    not `both` bounds matter, that of what the next player can be sure of may be wide.
    """
    over, worth = end_turn(case, known, row, last)
    if over:
        return True, worth, worth
    mover = row[META] & MOVER
    garden, fits = row[HANDS + mover], 0
    for kind in range(known.facts[garden, LOW], known.facts[garden, HIGH]):
        if middle[kind] > 0:
            worth = worth_of_filling(case, known, row, mover)
            return True, worth, worth
        fits += pile[kind]
    low, high = bounds_seen(case, known, row, middle, pile, piled, fits, both, noted)
    return False, low, high


@lean
def _best_laying(
    case: EndgameClovers,
    known: GardenIndex,
    row: "Longs",
    kind: int,
    middle: "Longs",
    pile: "Longs",
    piled: int,
    drawn: bool,
    sure: int,
    most: int,
    top: int,
    noted: "Table",
) -> tuple[int, int]:
    """Bound the best of the ways to lay a kind, no longer in the middle or the pile, for the mover; a drawn one may be
    left. Worths count for the mover; `sure` and `most` are those of other moves, more than `top` there cannot be.
    """
    mover, meta = row[META] & MOVER, row[META]
    sign, hand, last = 1 if mover == case.ask[HERO] else -1, HANDS + mover, drawn and was_last(True, piled)
    garden = row[hand]
    start = FIRST_CELL + case.ask[CELLS] + case.ask[KINDS] + kind
    first, end = known.facts[garden, start], known.facts[garden, start + 1]
    for way in range(first, end + drawn):
        if sure >= top:
            break
        enters = kind + 1
        if way < end:
            row[hand] = known.ways[way, INTO]
            _, enters = middle_changes(False, True, kind + 1, known.ways[way, OUT] + 1)
        if enters:
            middle[enters - 1] += 1
        _, low, high = seen_after(case, known, row, middle, pile, piled, last, most < top, noted)
        if enters:
            middle[enters - 1] -= 1
        row[META], row[hand] = meta, garden
        if sign < 0:
            low, high = -high, -low
        sure, most = max(sure, low), max(most, high)
    return sure, most


@lean
def look_ahead(
    case: EndgameClovers,
    known: GardenIndex,
    row: "Longs",
    middle: "Longs",
    pile: "Longs",
    piled: int,
    low: int,
    high: int,
    noted: "Table",
) -> tuple[int, int]:
    """Bound what a position is worth from the bounds of all that follows it; give its bounds `low` to `high` if they
    are closer.

    The ways to lay into the mover's garden must have been found.
    """
    hero = row[META] & MOVER == case.ask[HERO]
    top, least = (high, low) if hero else (-low, -high)
    win = worth_of_filling(case, known, row, row[META] & MOVER)
    win = win if hero else -win
    sure, most = LEAST, LEAST
    forget(noted)
    for kind in range(case.ask[KINDS]):
        if sure >= top:
            break
        if middle[kind]:
            middle[kind] -= 1
            sure, most = _best_laying(case, known, row, kind, middle, pile, piled, False, sure, most, top, noted)
            middle[kind] += 1
    if sure < top:
        # What is drawn need not be bounded from above where the middle may bring as much as there can be.
        enough, sure_total, most_total = win if most >= top else LEAST, 0, 0
        for kind in range(case.ask[KINDS]):
            if pile[kind]:
                pile[kind] -= 1
                row[PILE] -= case.kinds[UNIT, kind]
                forget(noted)
                one, other = _best_laying(
                    case, known, row, kind, middle, pile, piled - 1, True, LEAST, enough, win, noted
                )
                pile[kind] += 1
                row[PILE] += case.kinds[UNIT, kind]
                sure_total += pile[kind] * one
                most_total += pile[kind] * other
        sure, most = max(sure, mean(sure_total, piled, False)), max(most, mean(most_total, piled, True))
    sure, most = max(sure, least), min(max(most, sure), top)
    return (sure, most) if hero else (-most, -sure)
