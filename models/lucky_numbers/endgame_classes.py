"""Numbers that are not told apart: problems with fewer positions, whose worths bound those of the problem itself.

The lowest numbers are one class, and so are the highest. One side may only do what it may whatever the numbers of a
class are, the other side all that it may if they suit it (its gardens are lenient). Whatever the first side reaches so,
it reaches in the problem itself: it chooses the same class there, and all that the other side can do there it can do
here, with the same class drawn as often and as many cells empty.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from models.jit import compiled
from models.lucky_numbers.endgame_gardens import (
    CELLS,
    DOWN,
    FIRST_CELL,
    GARDENS,
    HERO,
    KINDS,
    PLAYERS,
    UNIT,
    EndgameClovers,
    GardenIndex,
    garden_number,
)
from models.lucky_numbers.endgame_results import DRAWN_AT, HANDS, META, PILE

if TYPE_CHECKING:
    from models.endgame import Longs, Table

WIDTHS = ((3, 3), (3, 2), (2, 2))  # how many of the lowest and of the highest numbers are one class
NO_IMAGE = -1  # what stands in an image for a row that is none of a position


def classes_of(numbers: Iterable[int], step: int) -> dict[int, int] | None:
    """Give the class of each number, in ascending order, fewer numbers in one with each step; None: no such step."""
    ordered = sorted(numbers)
    steps = [(low, high) for low, high in WIDTHS if low + high <= len(ordered)]
    if step >= len(steps):
        return None
    low, high = steps[step]
    return {number: min(max(0, at - low + 1), len(ordered) - high - low + 1) for at, number in enumerate(ordered)}


@compiled
def find_images(
    case: EndgameClovers,
    known: GardenIndex,
    finer: EndgameClovers,
    gardens: GardenIndex,
    kinds: "Longs",
    found: "Table",
    gives: bool,
    rows: "Table",
    first: int,
    images: "Table",
) -> int:
    """Write the rows that stand for those of a problem with more kinds, from `first` on; give the first row there is no
    room for.

    `kinds` tells for each of the finer kinds what stands for it; `found` keeps the images of `gardens` by their number
    (one more than they are), those of the hero and of others. The hero's are lenient if that side `gives`.
    """
    for at in range(first, len(rows)):
        if known.counts[GARDENS] + case.ask[PLAYERS] > len(known.facts):
            return at
        row, image = rows[at], images[at]
        if row[META] < 0:
            image[META] = NO_IMAGE
            continue
        drawn = row[META] >> DRAWN_AT
        image[META] = row[META] & ((1 << DRAWN_AT) - 1)
        if drawn:
            image[META] |= (kinds[drawn - 1] + 1) << DRAWN_AT
        image[PILE] = 0
        for kind in range(finer.ask[KINDS]):
            count = row[PILE] // finer.kinds[UNIT, kind] % (finer.kinds[DOWN, kind] + 1)
            image[PILE] += count * case.kinds[UNIT, kinds[kind]]
        for player in range(case.ask[PLAYERS]):
            number, own = row[HANDS + player], int(player == case.ask[HERO])
            if found[number, own] == 0:
                garden = gardens.facts[number, FIRST_CELL : FIRST_CELL + case.ask[CELLS] + 1].copy()
                for cell in range(case.ask[CELLS]):
                    if garden[cell]:
                        garden[cell] = kinds[garden[cell] - 1] + 1
                garden[case.ask[CELLS]] = int((own == 1) == gives)
                found[number, own] = garden_number(case, known, garden) + 1
            image[HANDS + player] = found[number, own] - 1
    return len(rows)
