"""What the policies of playouts know of gardens: how many draws it takes to fill one, and where a clover is best laid.
Both are worked out once for each garden, when they are first asked for.
"""

from typing import TYPE_CHECKING, NamedTuple

from models.jit import lean
from models.lucky_numbers.endgame_gardens import (
    CELLS,
    EQUAL,
    FIRST_CELL,
    GARDENS,
    KINDS,
    EndgameClovers,
    GardenIndex,
    fills,
    fitting_kinds,
    garden_number,
    may_replace,
)
from models.lucky_numbers.playout_counts import GridIdeals, draws_for

if TYPE_CHECKING:
    from models.endgame import Longs, Table

LATE = 1 << 40  # more than any number of those
NEVER = -(1 << 60)
# A laying: the garden it leads to, one more than the kind that comes out (0: none), the kind that is laid.
INTO_AT, OUT_AT, PART = 20, 10, (1 << 10) - 1
NOWHERE, FULL_TABLES = -2, -3  # no laying at all; there is no room left to note it
LAID_IN = 0  # place of the counter
DRAWS, LEAVES = -1, -2  # choices that are no laying


class Lying(NamedTuple):
    """A position in play: its row, what lies in the middle and face down, how much that is, and the kind in hand (-1:
    none).
    """

    row: "Longs"
    middle: "Longs"
    pile: "Longs"
    piled: int
    drawn: int


class PlayoutGardens(NamedTuple):
    """What is known of the gardens that come up in playouts.

    `copies[player, kind]` are the clovers that lay in no other garden when the estimate began. `draws[garden, player]`
    is one more than `draws_to_fill` gives, `best[places[garden], ...]` one more than `best_laying`; 0 where it was not
    asked for. `counts` tells for how many gardens there is such a row. `ideals`, `starts` and `nexts` are those of
    `GridIdeals`; `garden` is room for the garden at hand.
    """

    copies: "Table"
    draws: "Table"
    places: "Longs"
    best: "Table"
    ideals: "Longs"
    starts: "Table"
    nexts: "Longs"
    garden: "Longs"
    counts: "Longs"


@lean
def draws_of(case: EndgameClovers, known: GardenIndex, room: PlayoutGardens, number: int, player: int) -> int:
    """Give `draws_to_fill` of a garden by its number."""
    if room.draws[number, player] == 0:
        grid = GridIdeals(room.ideals, room.starts, room.nexts)
        garden = known.facts[number, FIRST_CELL : FIRST_CELL + case.ask[CELLS]]
        room.draws[number, player] = draws_for(case, grid, garden, room.copies[player]) + 1
    return int(room.draws[number, player] - 1)


@lean
def find_laying(
    case: EndgameClovers,
    known: GardenIndex,
    room: PlayoutGardens,
    number: int,
    player: int,
    kind: int,
    late: bool,
    other: int,
) -> int:
    """Find the laying of a kind that leaves the fewest draws, `late` the fewest empty cells first; NOWHERE: none.

    It gives the garden `other` (-1: none) nothing to fill it. FULL_TABLES where there is no room to note the garden.
    """
    if known.counts[GARDENS] + case.ask[CELLS] >= len(known.facts):
        return FULL_TABLES
    garden = room.garden
    for cell in range(case.ask[CELLS]):
        garden[cell] = known.facts[number, FIRST_CELL + cell]
    most, best, out = NEVER, -1, 0
    for cell in range(case.ask[CELLS]):
        old = garden[cell]
        low, high = fitting_kinds(case, garden, cell)
        if not low <= kind < high or not may_replace(old, kind + 1, case.ask[EQUAL] != 0):
            continue
        if other >= 0 and fills(known, other, old - 1):
            continue
        garden[cell] = kind + 1
        into = garden_number(case, known, garden)
        garden[cell] = old
        merit = -draws_of(case, known, room, into, player)
        if late and old == 0:
            merit += LATE
        if merit > most:
            most, best, out = merit, into, old
    if best < 0:
        return NOWHERE
    return int(best << INTO_AT | out << OUT_AT | kind)


@lean
def best_laying(
    case: EndgameClovers,
    known: GardenIndex,
    room: PlayoutGardens,
    number: int,
    player: int,
    kind: int,
    late: bool,
    other: int,
) -> int:
    """Give what `find_laying` finds; it is kept for the next time as far as the other garden does not matter."""
    place = room.places[number]
    if place == 0:
        room.places[number] = place = room.counts[LAID_IN] + 1
        room.counts[LAID_IN] = place
    column = (int(late) * len(room.copies) + player) * case.ask[KINDS] + kind
    found = room.best[place, column] - 1
    if found == -1:
        found = find_laying(case, known, room, number, player, kind, late, -1)
        if found == FULL_TABLES:
            return found
        room.best[place, column] = found + 1
    if found >= 0 and other >= 0 and fills(known, other, (found >> OUT_AT & PART) - 1):
        return find_laying(case, known, room, number, player, kind, late, other)
    return int(found)
