"""Zero-window search: is a position worth at least so much? Each answer proves a bound, until both meet."""

import time
from fractions import Fraction
from typing import TYPE_CHECKING

from models.position import Position, Problem, payoff
from models.threads import ALONE, Threads
from verifier.analyze import Bounds
from verifier.check_certificate import GIVE_UP, Side

if TYPE_CHECKING:
    from collections.abc import Callable

    from models.endgame import Duel
    from verifier.solve.solver import SearchLimits

SLICE = 1 << 18  # positions between two looks at the limits
GLANCE = 1 << 20  # positions to find a best move with


class ZeroWindowSearch:
    """The search for the worth of one problem without chance: see `verifier.solve.search_interface.AnytimeSearch`."""

    worst = False

    def __init__(self, duel: "Duel", threads: Threads = ALONE) -> None:
        """Begin; nothing is known yet."""
        self.duel, self.threads = duel, threads
        self.reason = ""
        self.stopped = False
        self.begun = False

    @property
    def problem(self) -> Problem:
        """Give the problem."""
        return self.duel.problem

    @property
    def bounds(self) -> Bounds:
        """Give what is proven of the problem."""
        return self.worth(self.problem.start)

    @property
    def positions(self) -> int:
        """Count the positions that were looked at."""
        return self.duel.positions

    def run(
        self,
        limits: "SearchLimits",
        watch: "Callable[[ZeroWindowSearch], None] | None" = None,
        target: Position | None = None,
    ) -> Bounds:
        """Search until the worth of a position (by default that of the problem) is proven or a limit is reached.

        The memory is taken when the search begins, and what does not find room in it is forgotten.
        """
        target, start = self.problem.start if target is None else target, time.monotonic()
        self.reason = ""
        if not self.begun:
            self.duel.room(limits.memory)
            self.begun = True
        while not self.known(target):
            if self.stopped or (limits.seconds is not None and time.monotonic() - start >= limits.seconds):
                self.reason = "stopped" if self.stopped else "time"
                break
            self.duel.tighten(target, SLICE, None, self.threads)
            if watch is not None:
                watch(self)
        return self.worth(target)

    def find(self, position: Position) -> Position | None:
        """Give the position itself."""
        return position

    def draw(self) -> Position:
        """Nothing is drawn. Raises ValueError."""
        raise ValueError("nothing is drawn")

    def known(self, place: Position) -> bool:
        """Tell whether the worth of a position is proven."""
        return self.worth(place).exact

    def promise(self, place: Position) -> int:
        """Rank positions after a move of the start: all alike."""
        return 0

    def bounds_of(self, place: Position) -> Bounds:
        """Give what is proven of a position."""
        return self.worth(place)

    def worth(self, position: Position) -> Bounds:
        """Give what is proven of any position of the problem."""
        decided = payoff(self.problem, position)
        return Bounds(*self.duel.bounds(position)) if decided is None else Bounds(decided, decided)

    def look(self, position: Position) -> None:
        """See to it that a best move of a position is known, unless that takes too long.

        Where the worth of the problem is not known either, no time is taken.
        """
        most = self.positions + (GLANCE if self.bounds.exact else 0)
        while not self.known(position):
            if self.stopped or self.positions >= most:
                return
            self.duel.tighten(position, SLICE, None, self.threads)
        worth = self.worth(position)
        if worth.exact:
            self.keeping(position, worth.low, most)

    def keeping(self, position: Position, worth: Fraction, most: int | None = None) -> str | None:
        """Name a move with which the player to move keeps a worth, None where none is found within `most` positions."""
        hero = position.mover == self.problem.hero
        for move in position.moves():
            after = position.after(move)
            while self._keeps(after, worth, hero) is None:
                if self.stopped or (most is not None and self.positions >= most):
                    return None
                self.duel.tighten(after, SLICE, worth if hero else worth + 1, self.threads)
            if self._keeps(after, worth, hero):
                return move
        return None

    def _keeps(self, after: Position, worth: Fraction, hero: bool) -> bool | None:
        """Tell whether a position keeps a worth for the hero, or for the others; None where that is not known."""
        bounds = self.worth(after)
        if bounds.low >= worth if hero else bounds.high <= worth:
            return True
        return False if (bounds.high < worth if hero else bounds.low > worth) else None

    def settle(self) -> int:
        """Do nothing: all that is known was concluded when it was found."""
        return 0

    def strategy(self, side: Side) -> "Keeping":
        """Give a side's strategy that keeps what is proven for it."""
        return Keeping(self, side)


class Keeping:
    """One side's strategy: whatever the other does, the worth that is proven at the start is kept.

    Nothing is claimed any more where whatever is played keeps it.
    """

    def __init__(self, search: ZeroWindowSearch, side: Side) -> None:
        """Take the bound that is proven for a side."""
        self.search, self.side = search, side
        self.worth = search.bounds.low if side == "hero" else search.bounds.high
        self.moves: dict[Position, str | None] = {}

    def move(self, position: Position) -> str | None:
        """Name the side's move, GIVE_UP where nothing is claimed, None where the other side moves on."""
        if position not in self.moves:
            self.moves[position] = self._move(position)
        return self.moves[position]

    def _move(self, position: Position) -> str | None:
        low, high = self.search.duel.span(position)
        if low >= self.worth if self.side == "hero" else high <= self.worth:
            return GIVE_UP
        if (position.mover == self.search.problem.hero) != (self.side == "hero"):
            return None
        return self.search.keeping(position, self.worth) or GIVE_UP
