"""Threshold queries, one after the other until each is answered: is a position worth at least so much?

A walk that follows all moves at once never stays anywhere; one question, and those about what a draw leads to that
come up with it, are pursued until they are answered or have taken as much again as before.
"""

from typing import TYPE_CHECKING

import numpy as np

from verifier.solve.graph import GROUP, HIGH, LEVEL, LOW, UNEXPLORED
from verifier.solve.proof_numbers import SPENT, STUCK, renew_path, siblings, walk_to_doubt
from verifier.solve.retrograde import RetrogradeRoom, befores, new_marks, solve_near

if TYPE_CHECKING:
    from collections.abc import Callable

    from verifier.solve.explored_graph import ExploredGraph

TOGETHER = 16  # positions explored at a time, and for a question at least before others are asked
PATIENCE = 64  # ways that lead nowhere before a level is solved


class ThresholdQueries:
    """What is kept about the questions of a search."""

    def __init__(self, search: "ExploredGraph", over: "Callable[[], bool]") -> None:
        """Begin without questions; `over` tells whether a limit of the search is reached."""
        self.search, self.over = search, over
        self.numbers = np.zeros((1, SPENT + 1), np.int64)
        self.rooms = self._new_rooms(1)
        self.path = np.zeros(1, np.int64)
        self.sizes: dict[int, int] = {}

    def _new_rooms(self, size: int) -> tuple[RetrogradeRoom, RetrogradeRoom]:
        """Give room to solve for both bounds: the same one where one comes after the other."""
        room = new_marks(size)
        return room, new_marks(size) if self.search.threads.count > 1 else room

    def ask(self, node: int, asked: int, budget: int) -> bool:
        """Explore until it is known if a position is worth at least `asked`, or so many more positions are explored.

        Tell whether that may go on, False if there is nothing left to explore.
        """
        search, began, fresh = self.search, self.search.explored, 0
        if search.graph.nodes[node, GROUP] == UNEXPLORED:
            search.explore(np.array([node], np.int64))
        while not self._answered(node, asked) and search.explored - began < budget and not self.over():
            self._make_room()
            search.walks += 1
            patience = PATIENCE if fresh else -1
            graph, worst, scale = search.graph, search.endgame.worst, search.endgame.scale
            deep, part = walk_to_doubt(
                graph,
                self.numbers,
                node,
                asked,
                worst,
                scale,
                search.flags,
                search.seen,
                search.walks,
                self.path,
                patience,
            )
            if deep < 0:
                if not self._settle(node) and not fresh:
                    return False
                fresh = 0
                continue
            path = self.path[: deep + 1].copy()
            if graph.nodes[path[deep], LEVEL] < graph.nodes[node, LEVEL]:
                self._ask_on(int(path[deep]), part)
                path = path[:deep]
            else:
                chosen = np.empty(TOGETHER, np.int64)
                chosen = chosen[: siblings(graph, path[deep], path[deep - 1], asked, chosen)]
                search.explore(chosen)
                fresh += len(chosen)
                if fresh > TOGETHER + self.sizes.get(node, 0) // 2:
                    self._settle(node)
                    fresh = 0
            self._make_room()
            renew_path(search.graph, self.numbers, path, asked, worst)
        return True

    def _answered(self, node: int, asked: int) -> bool:
        worth = self.search.graph.worth[node]
        return bool(worth[LOW] >= asked or worth[HIGH] < asked)

    def _ask_on(self, node: int, asked: int) -> None:
        """Ask about a position after a draw, for as long as has been spent on it before."""
        began = self.search.explored
        if not self.ask(node, asked, max(TOGETHER, int(self.numbers[node, SPENT]))):
            self.search.flags[node] |= STUCK
        self._make_room()
        self.numbers[node, SPENT] += 1 + self.search.explored - began

    def _settle(self, node: int) -> bool:
        """Solve what is explored of a level around a position; tell whether that tightened any bounds."""
        search = self.search
        if len(self.rooms[0].value) < len(search.graph.nodes):
            self.rooms = self._new_rooms(len(search.graph.nodes))
        changed, size = solve_near(search.graph, node, search.endgame.worst, self.rooms, search.threads)
        self.sizes[node] = size
        if len(changed):
            found = self.rooms[0].leave  # room that is free now
            search.pass_on(found[: befores(search.graph, changed, search.flags, found)].copy())
        return len(changed) > 0

    def _make_room(self) -> None:
        size, old = len(self.search.graph.nodes), self.numbers
        if len(old) < size:
            self.numbers = np.zeros((size, old.shape[1]), np.int64)
            self.numbers[: len(old)] = old
            self.path = np.zeros(size, np.int64)
