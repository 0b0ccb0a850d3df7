"""How many reveals fill a garden, tried out on shuffled piles where there are too many positions to count.

Each clover revealed is laid where the fewest draws are left to fill the garden (`draws_to_fill`), if those are fewer
than before; where no more reveals are left than cells are empty, it is laid on an empty cell. What is left or exchanged
out is not used again. That is the play of `chance.py` with choices that are good, not best: so no more are full.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from models.gardens import Filling, Shuffles
from models.jit import compiled
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.endgame_gardens import (
    CELLS,
    EMPTY,
    EndgameClovers,
    GardenIndex,
    garden_number,
)
from models.lucky_numbers.garden import Clover, board
from models.lucky_numbers.playout_games import shuffle
from models.lucky_numbers.playout_gardens import FULL_TABLES, INTO_AT, PlayoutGardens, best_laying, draws_of
from models.lucky_numbers.playouts import LuckyPlayouts
from models.lucky_numbers.positions import LuckyPosition
from models.position import Problem
from models.reading import Malformed

if TYPE_CHECKING:
    from models.endgame import Longs

NEVER = -1  # the reveals do not fill the garden
AT_ONCE = 1000  # orders that are gone through before Ctrl-C is heard


@compiled
def count_reveals(
    case: EndgameClovers, known: GardenIndex, room: PlayoutGardens, start: int, order: "Longs", most: int
) -> int:
    """Count the reveals, `most` at most, that fill a garden by its number; NEVER, or FULL_TABLES."""
    garden = start
    for at in range(most):
        if known.facts[garden, EMPTY] == 0:
            return at
        late = known.facts[garden, EMPTY] >= most - at
        laying = best_laying(case, known, room, garden, 0, order[at], late, -1)
        if laying == FULL_TABLES:
            return FULL_TABLES
        if laying >= 0:
            into = laying >> INTO_AT
            adds = known.facts[into, EMPTY] < known.facts[garden, EMPTY]
            now, then = draws_of(case, known, room, garden, 0), draws_of(case, known, room, into, 0)
            if (late and adds) or (not late and then < now):
                garden = into
    return most if known.facts[garden, EMPTY] == 0 else NEVER


@compiled
def count_all(
    case: EndgameClovers,
    known: GardenIndex,
    room: PlayoutGardens,
    garden: "Longs",
    pile: "Longs",
    most: int,
    seed: int,
    first: int,
    counts: "Longs",
) -> int:
    """Count the reveals for the orders from `first` on; give for how many, fewer where the tables are full."""
    order, start = pile.copy(), garden_number(case, known, garden)
    for at in range(len(counts)):
        order[:] = pile
        shuffle(order, seed, first + at)
        counts[at] = count_reveals(case, known, room, start, order, most)
        if counts[at] == FULL_TABLES:
            return at
    return len(counts)


class RevealSampler:
    """Gardens that are filled from one pile, on the same orders."""

    def __init__(self, first: Filling, asked: Shuffles) -> None:
        """Take one of the gardens, all from the same clovers. Raises Malformed where there are too many of those."""
        self.asked = asked
        rules = Rules(board=board(first.grid.side), top=len(asked.pile) - 1, players=1)
        garden = tuple(Clover(number) for number in first.numbers)
        position = LuckyPosition(
            rules, (garden,), tuple(Clover(number) for number in sorted(asked.beside)), tuple(asked.pile), 1
        )
        try:
            self.playouts = LuckyPlayouts(Problem(position, "fill", "win", 1))
        except Malformed:
            fault = "there are too many clovers face down to sample their orders"
            raise Malformed("value", "pile", fault, "take fewer sets, a lower highest number, or a pool") from None
        kinds = self.playouts.endgame.kinds
        down = [kinds[number] for number, count in enumerate(asked.pile) for _ in range(count)]
        self.pile = np.array(down, np.int64)

    def counts(self, laid: Filling, first: int, found: "Longs") -> None:
        """Count the reveals that fill a garden, for each order from the first one on; NEVER where they do not."""
        playouts, asked, done, fresh = self.playouts, self.asked, 0, False
        case = playouts.case
        assert len(laid.numbers) == case.ask[CELLS]
        garden = playouts.endgame.lying(laid.numbers)
        while done < len(found):
            playouts.make_room(fresh)
            known, room, most = playouts.known, playouts.room, min(asked.reveals, len(self.pile))
            part = found[done:]
            counted = count_all(case, known, room, garden, self.pile, most, asked.seed, first + done, part)
            done, fresh = done + counted, counted < len(part)


def sample_reveals(gardens: Sequence[Filling], asked: Shuffles) -> tuple[tuple[int, ...], ...]:
    """Give for each garden how many reveals fill it, on the same orders; NEVER where they do not. Raises Malformed.

    After Ctrl-C these are fewer orders than were asked for, as many for each garden; it is raised where there is none.
    """
    sampler, done = RevealSampler(gardens[0], asked), 0
    found = np.empty((len(gardens), asked.orders), np.int64)
    try:
        for first in range(0, asked.orders, AT_ONCE):
            piece = found[:, first : first + AT_ONCE]
            for laid, counts in zip(gardens, piece, strict=True):
                sampler.counts(laid, first, counts)
            done = first + piece.shape[1]
    except KeyboardInterrupt:
        if not done:
            raise
    return tuple(map(tuple, found[:, :done].tolist()))
