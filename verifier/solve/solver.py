"""Solve a position: explore a problem where it matters until its value is proven, or a limit is reached."""

import time
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from models.threads import ALONE, Threads
from verifier.analyze import Bounds
from verifier.solve.explored_graph import ExploredGraph
from verifier.solve.graph import GROUP, HIGH, LOW, UNEXPLORED, bytes_of, full
from verifier.solve.search_loops import choose
from verifier.solve.threshold_queries import ThresholdQueries

if TYPE_CHECKING:
    from collections.abc import Callable

    from models.endgame import Endgame, Longs
    from verifier.check_certificate import Side
    from verifier.solve.strategy import ProvenStrategy

LEAST, MOST = 16, 1024  # positions explored at a time
PART = 64  # one explored at a time for so many that are known
SHORT, LONGEST = 8, 1 << 12  # moves of a walk
ROOM = 1.8  # the memory that is taken for what is in use, while arrays grow
BESIDE = 128  # bytes for each position beside the graph
SHARE = 4  # one in so many positions is explored for one question before walks go on
GROWTH = 1.5  # the whole graph is solved when it has grown by this factor


class SearchLimits(Struct, frozen=True):
    """When to stop: seconds of work, bytes of the graph; None: never."""

    seconds: float | None = None
    memory: int | None = None


class Search(ExploredGraph):
    """The search for the worth of one problem."""

    def __init__(self, endgame: "Endgame", threads: Threads = ALONE) -> None:
        """Begin with the position of the problem alone, see `ExploredGraph`."""
        super().__init__(endgame, threads)
        self.path = np.zeros(LONGEST, np.int64)
        self.walk = SHORT
        self.reason = ""
        self.stopped = False
        self.asking = ThresholdQueries(self, self.over)
        self.limits, self.began = SearchLimits(), 0.0
        self.watch: Callable[[Search], None] | None = None

    def run(
        self, limits: SearchLimits, watch: "Callable[[Search], None] | None" = None, target: int | None = None
    ) -> Bounds:
        """Search until the worth of a position (by default that of the problem) is proven or a limit is reached.

        Give the bounds; `reason` says what ended the search early: "time", "memory", "stopped" or nothing.
        """
        target = self.root if target is None else target
        self.limits, self.watch, self.began, self.reason = limits, watch, time.monotonic(), ""
        settled = asked = self.explored
        if self.graph.nodes[target, GROUP] == UNEXPLORED and not self.known(target):
            self.explore(np.array([target], np.int64))
        while not self.known(target) and not self.over():
            chosen = np.empty(min(MOST, max(LEAST, self.explored // PART)), np.int64)
            count = self._choose(target, chosen)
            if count:
                self.explore(chosen[:count])
            elif not self.settle() and not self.known(target):
                self.reason = "stuck"
                break
            if self.explored - asked >= LEAST + asked // SHARE:
                self._ask(target, self.explored - asked)
                asked = self.explored
            if self.explored >= settled * GROWTH + LEAST:
                self.settle()
                settled = self.explored
        if self.known(target):
            self.reason = ""
        elif self.reason:
            self.settle()
        return self.bounds_of(target)

    def _ask(self, target: int, budget: int) -> None:
        """Ask whether a position is worth something in the middle of its bounds, then the next question."""
        end = self.explored + budget
        while not self.known(target) and self.explored < end and not self.reason:
            low, high = (int(self.graph.worth[target, column]) for column in (LOW, HIGH))
            if not self.asking.ask(target, high - (high - low) // 2, end - self.explored):
                break

    def over(self) -> bool:
        """Tell whether a limit is reached; `watch` is called."""
        if self.watch is not None and self.explored:
            self.watch(self)
        self.reason = self._limit(self.limits, self.began)
        return bool(self.reason)

    def _choose(self, target: int, chosen: "Longs") -> int:
        """Choose what to explore next, near the target first: walks are longer where short ones find too little."""
        count = 0
        while not count:
            count = choose(
                self.graph, target, self.flags, self.seen, self.walks, chosen, self.endgame.worst, self.path, self.walk
            )
            self.walks += len(chosen) + 4
            if self.walk == LONGEST - 1:
                break
            if 2 * count < len(chosen):
                self.walk = min(2 * self.walk, LONGEST - 1)
        return count

    def _limit(self, limits: SearchLimits, began: float) -> str:
        if self.stopped:
            return "stopped"
        if limits.seconds is not None and time.monotonic() - began >= limits.seconds:
            return "time"
        used = ROOM * (bytes_of(self.graph) + BESIDE * self.positions)
        return "memory" if full(self.graph) or (limits.memory is not None and used >= limits.memory) else ""

    def strategy(self, side: "Side") -> "ProvenStrategy":
        """Give a side's strategy that keeps what is proven for it. Raises TooLarge."""
        from verifier.solve.strategy import ProvenStrategy

        return ProvenStrategy(self, side)
