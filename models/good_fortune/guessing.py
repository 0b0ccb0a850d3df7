"""The variant Guessing for the solver: both choose together, and each position lies between two standard ones.

Whoever has to choose openly cannot do better by it. So a position is worth at least what it would be worth if player 1
chose first in every turn, and at most what it would be worth if player 2 did: both are found by the search for the
standard game. Of the last turn both say the same.
"""

from fractions import Fraction
from typing import TYPE_CHECKING

from models.good_fortune.endgame import FortuneEndgame
from models.good_fortune.endgame_layings import (
    FAR,
    FIRST_AT,
    LAID,
    LAID_AT,
    RIGHT_AT,
    SECOND_AT,
    SMALL,
    TILE,
    line_and_won,
    mover_of,
    turned,
)
from models.good_fortune.endgame_scores import SHARE_AT, score_of_set
from models.good_fortune.endgame_search import search
from models.good_fortune.endgame_table import BUDGET, NODES, STOPPED
from models.good_fortune.kernel import GONE, WON, ends, heaps_after
from models.good_fortune.positions import FortunePosition
from models.good_fortune.worth_span import worth_span

if TYPE_CHECKING:
    from models.position import Position, Problem

Place = tuple[int, int, int, int, int, int]  # hands, collections, line, and what else there is
MOST = 1 << 21  # positions to look at for one bound


class GuessingEndgame:
    """A problem of Guessing: see `models.endgame.Standoff`."""

    def __init__(self, problem: "Problem") -> None:
        """Take a problem. Raises Malformed where it is too large to be told in numbers."""
        self.problem = problem
        self.fast = FortuneEndgame(problem)
        self.shares = [int(share) for share in self.fast.case.facts[SHARE_AT:]]
        least, most = worth_span(problem)
        self.widest = (least, most) if problem.hero == 1 else (-most, -least)

    def room(self, memory: int | None) -> None:
        """Take as much memory as is worth while, no more than so many bytes."""
        self.fast.room(memory)

    def place(self, position: "Position") -> Place:
        """Give the place of a position; a line and its mirror image are the same."""
        assert isinstance(position, FortunePosition)
        one, two, own, other, line, meta = self.fast.numbers(position)
        return one, two, own, other, int(turned(line)), meta

    def secret(self, position: "Position") -> tuple[Place, int, int] | None:
        """Tell of a choice that the other player does not see yet: the place, whose it is, which tile of the hand."""
        assert isinstance(position, FortunePosition)
        if not position.hidden:
            return None
        one, two, own, other, line, meta = self.place(position)
        player = 1 if position.chosen[0] is not None else 2
        tile = position.chosen[player - 1]
        assert tile is not None
        return (one, two, own, other, line, meta & SMALL), player, position.hands[player - 1].index(tile)

    def bounds(self, place: Place) -> tuple[Fraction, Fraction]:
        """Give what player 1 is sure of by choosing first from now on, and by choosing second."""
        one, two, own, other, *_ = place
        if not one | two:
            worth = self._worth(int(score_of_set(self.fast.case, own)) - int(score_of_set(self.fast.case, other)))
            return worth, worth
        low = self._chosen_first(place, 0)
        if low is not None and one & (one - 1) == 0 == two & (two - 1):
            return low, low  # nobody has a choice of tiles
        high = self._chosen_first(place, 1)
        return self.widest[0] if low is None else low, self.widest[1] if high is None else high

    def _chosen_first(self, place: Place, player: int) -> Fraction | None:
        """Give what the standard game is worth if the same player always chooses first, None if that takes too long."""
        one, two, own, other, line, meta = place
        counts = self.fast.kept.counts
        counts[BUDGET], counts[STOPPED] = counts[NODES] + MOST, 0
        far = FAR if self.problem.objective == "points" else 1
        margin = search(self.fast.case, self.fast.kept, one, two, own, other, line, meta | player, -far, far)
        return None if counts[STOPPED] else self._worth(int(margin))

    def _worth(self, margin: int) -> Fraction:
        """Give what it is worth for player 1 to be so far ahead."""
        if self.problem.objective == "points":
            return Fraction(margin)
        return Fraction((margin > 0) - (margin < 0))

    def pairs(self, place: Place) -> tuple[tuple[Place, ...], ...]:
        """Give what follows each pair of choices, by ascending number; nothing where tiles are chosen already."""
        one, two, own, other, line, meta = place
        if meta >> FIRST_AT or not one | two:
            return ()
        return tuple(
            tuple(
                (one, two, own, other, line, meta | first + 1 << FIRST_AT | second + 1 << SECOND_AT)
                for second in _members(two)
            )
            for first in _members(one)
        )

    def after(self, place: Place) -> tuple[bool, tuple[Place, ...]]:
        """Give what follows the layings of the player who is to lay, and whether that is player 1."""
        one, two, own, other, line, meta = place
        first = int(mover_of(self.fast.case, meta)) == 0
        at = FIRST_AT if first else SECOND_AT
        tile = (meta >> at & TILE) - 1
        last = meta >> LAID_AT & LAID
        rest = meta & SMALL ^ SMALL if last else meta & ~(TILE << at) | (1 if first else 2) << LAID_AT
        found = []
        for left in self._ends(line, tile):
            laying = int(line_and_won(self.fast.case, line, tile, left))
            opposite, goes = line >> RIGHT_AT if left else line & TILE, WON if laying >> 15 else GONE
            hand, won, _ = heaps_after(*((one, own) if first else (two, other)), 0, tile, opposite, goes)
            heaps = (hand, two, won, other) if first else (one, hand, own, won)
            found.append((*heaps, int(turned(laying & 0x7FFF)), rest))
        return first, tuple(dict.fromkeys(found))

    def _ends(self, line: int, tile: int) -> list[bool]:
        """Tell whether a tile may be laid on the left, and on the right: those it must connect to, or both."""
        return list(ends(self.shares[tile], ~self.shares[tile], (line & TILE, line >> RIGHT_AT)))


def _members(tiles: int) -> list[int]:
    return [at for at in range(tiles.bit_length()) if tiles >> at & 1]
