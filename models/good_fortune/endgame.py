"""Good Fortune for the fast solver: a game without chance, whose worths are proven by windows that close in."""

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from models.good_fortune.endgame_layings import FAR, FIRST_AT, LAID_AT, MIDDLE_AT, RIGHT_AT, SECOND_AT, SMALL, turned
from models.good_fortune.endgame_scores import DICE_AT, SHARE_AT, case_of
from models.good_fortune.endgame_search import search
from models.good_fortune.endgame_table import (
    AWAY,
    BUDGET,
    GOOD,
    HIGH_AT,
    LAST_FIRST,
    NODES,
    SECOND,
    STOPPED,
    WORTH,
    Kept,
    recall,
)
from models.good_fortune.positions import FortunePosition
from models.good_fortune.tiles import Tiles
from models.good_fortune.worth_span import worth_span
from models.position import Problem
from models.reading import Malformed
from models.threads import ALONE, Threads

if TYPE_CHECKING:
    from models.endgame import Longs
    from models.position import Position

MOST_TILES = 31
HISTORY = 4 * 32 * 32
BYTES = 32  # of a kept position
LEAST_KEPT, MOST_KEPT = 1 << 10, 1 << 22
FEW_TILES = 10  # in hand: up to here few positions are worth keeping
FIRST_ROOM = 1 << 20  # bytes, until it is known how many there may be
MOST_BUDGET = 1 << 23
NEVER, OTHERWISE = 64, 12  # tiles in hand from which on the first thread, and the others, try the last moves first


class FortuneEndgame:
    """A problem of Good Fortune for the fast solver: see `models.endgame.Duel`."""

    def __init__(self, problem: Problem) -> None:
        """Take a problem. Raises Malformed where it is too large to be told in numbers."""
        start = problem.start
        assert isinstance(start, FortunePosition)
        self.problem = problem
        tiles = sorted((*start.line, *start.hands[0], *start.hands[1], *start.won[0], *start.won[1]))
        if len(tiles) > MOST_TILES:
            message = f"{len(tiles)} tiles in play are too many for the solver"
            raise Malformed("value", "hands", message, f"{MOST_TILES} at most, those out of the game not counted")
        rules = start.rules
        self.place = {tile: at for at, tile in enumerate(tiles)}
        self.case = case_of(rules.tiles, tiles, start.open_score == "highest", rules.simple, rules.guessing)
        if int(self.case.facts[DICE_AT:SHARE_AT].sum()) * len(tiles) >= FAR:
            raise Malformed("value", "tiles", "the scores are too large for the solver", "dice go to 6")
        self.sign = 1 if problem.hero == 1 else -1
        self.kept = self._room(FIRST_ROOM)
        self.workers = [self.kept]
        self.proven: dict[Position, tuple[int, int]] = {}
        self.tried: dict[Position, int] = {}

    def room(self, memory: int | None) -> None:
        """Take as much memory as is worth while, no more than so many bytes."""
        self.kept = self._room(memory)
        self.workers = [self.kept]
        self.proven, self.tried = {}, {}

    def _room(self, memory: int | None) -> Kept:
        start = self.problem.start
        assert isinstance(start, FortunePosition)
        in_hand = sum(map(len, start.hands))
        wanted = min(MOST_KEPT, max(LEAST_KEPT, 1 << 10 + 3 * max(0, in_hand - FEW_TILES) // 2))
        while memory is not None and wanted > LEAST_KEPT and wanted * BYTES > memory:
            wanted //= 2
        return Kept(np.zeros(4 * wanted, np.int64), _counts(NEVER))

    @property
    def positions(self) -> int:
        """Count the positions that were met, those met twice twice."""
        return sum(int(worker.counts[NODES]) for worker in self.workers)

    # --- positions as numbers

    def _set(self, tiles: Tiles) -> int:
        return sum(1 << self.place[tile] for tile in tiles)

    def numbers(self, position: FortunePosition) -> tuple[int, int, int, int, int, int]:
        """Give a position as numbers: both hands, both collections, the line, and what else there is."""
        one, two, own, other = map(self._set, (*position.hands, *position.won))
        left, middle, right = (self.place[tile] for tile in position.line)
        line = left | middle << MIDDLE_AT | right << RIGHT_AT
        if position.rules.simple:
            return one, two, own, other, line, position.mover - 1
        first, second = (0 if tile is None else self.place[tile] + 1 for tile in position.chosen)
        holder = (position.holder or 1) - 1
        meta = holder | SMALL * (position.side == "small") | first << FIRST_AT | second << SECOND_AT
        return one, two, own, other, line, meta | (position.laid or 0) << LAID_AT

    # --- bounds

    def _margins(self, position: "Position") -> tuple[int, int]:
        """Give the proven bounds of how far player 1 will be ahead."""
        assert isinstance(position, FortunePosition)
        low, high = self.proven.get(position, (-FAR, FAR))
        one, two, own, other, line, meta = self.numbers(position)
        begins = meta < 1 << FIRST_AT and not position.rules.simple
        swapped = begins and meta & 1 == 1  # the beginning of a turn is kept from the side of who chooses first
        if swapped:
            one, two, own, other = two, one, other, own
        rest = turned(line) | (meta & SMALL if begins else meta) << 15
        known = int(recall(self.kept, one | two << SECOND, own | other << SECOND, rest))
        if known:
            least, most = (known & WORTH) - AWAY, (known >> HIGH_AT & WORTH) - AWAY
            low, high = (max(low, -most), min(high, -least)) if swapped else (max(low, least), min(high, most))
        return low, high

    def bounds(self, position: "Position") -> tuple[Fraction, Fraction]:
        """Give what is proven of a position that is not over, for the hero."""
        low, high = self._margins(position)
        if self.sign < 0:
            low, high = -high, -low
        least, most = self.span(position)
        return max(least, Fraction(self._worth(low))), min(most, Fraction(self._worth(high)))

    def span(self, position: "Position") -> tuple[Fraction, Fraction]:
        """Give the least and the most that a position can be worth, whatever is played."""
        return worth_span(replace(self.problem, start=position))

    def _worth(self, margin: int) -> int:
        """Give what it is worth for the hero to be so far ahead."""
        if self.problem.objective == "points":
            return margin
        return (margin > 0) - (margin < 0)

    def tighten(
        self, position: "Position", budget: int, at_least: Fraction | None = None, threads: Threads = ALONE
    ) -> None:
        """Bring the bounds closer, or find out whether a position is worth at least so much.

        No more than so many positions are looked at, and twice as many the next time if that was too few; then by all
        threads.
        """
        assert isinstance(position, FortunePosition)
        low, high = self._margins(position)
        asked = self._asked(position, low, high) if at_least is None else self._margin_for(at_least)
        tried = self.tried.get(position, 0)
        found = self._answer(position, asked, min(MOST_BUDGET, budget << tried), threads if tried else ALONE)
        if found is None:
            self.tried[position] = tried + 1
            return
        self.tried.pop(position, None)
        self.proven[position] = (max(low, found), high) if found >= asked else (low, min(high, found))

    def _answer(self, position: FortunePosition, asked: int, budget: int, threads: Threads) -> int | None:
        """Find out whether player 1 is ahead by so much, None where so many positions for each thread are too few."""
        while len(self.workers) < threads.count:
            self.workers.append(self.kept._replace(counts=_counts(OTHERWISE)))
        workers, numbers = self.workers[: threads.count], self.numbers(position)
        for worker in workers:
            worker.counts[BUDGET], worker.counts[STOPPED] = worker.counts[NODES] + budget, 0

        def answer(worker: Kept) -> int | None:
            found = int(search(self.case, worker, *numbers, asked - 1, asked))
            if worker.counts[STOPPED]:
                return None
            for other in workers:
                if other is not worker:
                    other.counts[STOPPED] = 1
            return found

        return next((found for found in threads.map(answer, workers) if found is not None), None)

    def _margin_for(self, worth: Fraction) -> int:
        """Give the margin of player 1 from which on a worth for the hero is reached, or just not reached any more."""
        margin = int(worth)
        return margin if self.sign > 0 else 1 - margin

    def _asked(self, position: FortunePosition, low: int, high: int) -> int:
        """Give the margin to ask for next: is player 1 ahead by so much?"""
        if self.problem.objective == "win":
            return 1 if high >= 1 and low < 1 else 0
        if low == -FAR and high == FAR:
            return self._guess(position)
        if low == -FAR:
            return high
        if high == FAR:
            return low + 1
        return (low + high + 1) // 2

    def _guess(self, position: FortunePosition) -> int:
        one, other = position.totals()
        return one - other


def _counts(last_first: int) -> "Longs":
    """Give what a thread counts, nothing yet."""
    counts = np.zeros(GOOD + HISTORY, np.int64)
    counts[LAST_FIRST] = last_first
    return counts
