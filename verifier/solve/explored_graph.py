"""The explored part of a problem: a graph of positions, what is proven of each, and how more of it is explored."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from models.endgame import END, Followers
from models.position import DRAW, Position, payoff
from models.row_index import row_slot
from models.threads import ALONE, Threads
from verifier.analyze import Bounds
from verifier.solve.graph import (
    GROUP,
    GUESS,
    HIGH,
    KEY,
    LEVEL,
    LOW,
    MAX,
    MIN,
    NODES,
    OWNER,
    UNEXPLORED,
    absorb,
    new_graph,
    new_node,
)
from verifier.solve.graph import grown as more_room
from verifier.solve.retrograde import solve_column
from verifier.solve.search_loops import COARSE, TAKEN, pass_on

if TYPE_CHECKING:
    from models.endgame import Endgame, Longs
    from models.position import Problem


class ExploredGraph:
    """What is explored of one problem."""

    def __init__(self, endgame: "Endgame", threads: Threads = ALONE) -> None:
        """Begin with the position of the problem alone; what is found is the same with any number of threads."""
        self.endgame, self.threads = endgame, threads
        start = endgame.problem.start
        row = endgame.row(start)
        self.graph = new_graph(len(row))
        owner = MAX if start.mover == endgame.problem.hero else MIN
        self.root = new_node(self.graph, endgame.level(start), owner, endgame.least, endgame.most, 0)
        self.graph.worth[self.root, KEY:] = row
        self.graph.slots[row_slot(self.graph.slots, self.graph.worth, KEY, row)] = self.root
        self.flags = np.zeros(1, np.int64)
        self.seen = np.zeros(1, np.int64)
        self.queue = np.zeros(1, np.int64)
        self.walks = 0
        self.explored = 0

    @property
    def problem(self) -> "Problem":
        """Give the problem."""
        return self.endgame.problem

    @property
    def worst(self) -> bool:
        """Tell whether chance is on the side of the others."""
        return self.endgame.worst

    @property
    def bounds(self) -> Bounds:
        """Give what is proven of the problem."""
        return self.bounds_of(self.root)

    def bounds_of(self, node: int) -> Bounds:
        """Give what is proven of a position by its number."""
        low, high = (Fraction(int(self.graph.worth[node, column]), self.endgame.scale) for column in (LOW, HIGH))
        return Bounds(low, high)

    def explore(self, nodes: "Longs") -> None:
        """Explore positions, and pass on what it tells about those before them."""
        found = self.endgame.follow(self.graph.worth[nodes, KEY:], self.threads)
        self._room_for(found)
        absorb(self.graph, nodes, found)
        self.explored += len(nodes)
        self.pass_on(nodes)
        self.flags[nodes] &= ~TAKEN

    def pass_on(self, nodes: "Longs") -> None:
        """Tighten the bounds of positions, and of those before them, as far as that matters."""
        grain = self.endgame.scale // COARSE
        pass_on(self.graph, nodes, self.flags, self.queue, self.endgame.worst, grain, 8 * len(nodes))

    def _room_for(self, found: "Followers") -> None:
        self.graph = more_room(self.graph, len(found.groups), len(found.moves))
        size = len(self.graph.nodes)
        if len(self.flags) < size:
            for name in ("flags", "seen"):
                old = getattr(self, name)
                new = np.zeros(size, old.dtype)
                new[: len(old)] = old
                setattr(self, name, new)
        if len(self.queue) < size:
            self.queue = np.zeros(1 << size.bit_length(), np.int64)

    def settle(self) -> int:
        """Solve the explored graph as a whole; give how many bounds that tightened."""
        return sum(self.threads.map(lambda column: solve_column(self.graph, column, self.endgame.worst), (LOW, HIGH)))

    def known(self, node: int) -> bool:
        """Tell whether the worth of a position is proven."""
        return bool(self.graph.worth[node, LOW] == self.graph.worth[node, HIGH])

    def promise(self, node: int) -> int:
        """Rank positions after a move of the start: the lower, the better for who moves there."""
        worth = int(self.graph.worth[node, GUESS])
        return -worth if self.graph.nodes[self.root, OWNER] == MAX else worth

    def find(self, position: Position) -> int | None:
        """Give the number of a position, None where it was not met."""
        row = self.endgame.row(position)
        at = self.graph.slots[row_slot(self.graph.slots, self.graph.worth, KEY, row)]
        return None if at < 0 else int(at)

    def worth(self, position: Position) -> Bounds:
        """Give what is proven of any position of the problem; one that was met is explored for it."""
        decided = payoff(self.endgame.problem, position)
        if decided is not None:
            return Bounds(decided, decided)
        node = self.find(position)
        if node is not None:
            if self.graph.nodes[node, GROUP] == UNEXPLORED:
                self.explore(np.array([node], np.int64))
            return self.bounds_of(node)
        if position.drawn:
            return self._over(position, position.moves())
        low, high = (Fraction(bound, self.endgame.scale) for bound in (self.endgame.least, self.endgame.most))
        return next((Bounds(worth, worth) for _, worth in self.filling(position)), Bounds(low, high))

    def _over(self, position: Position, moves: tuple[str, ...]) -> Bounds:
        """Give what the best of some moves without chance is proven to be worth for who makes it."""
        best = max if position.mover == self.endgame.problem.hero else min
        worths = [self.worth(position.after(move)) for move in moves]
        return Bounds(best(worth.low for worth in worths), best(worth.high for worth in worths))

    def filling(self, position: Position) -> Iterator[tuple[str, Fraction]]:
        """Give the moves by which the player to move fills the garden at once, and what that is worth."""
        for move in position.moves():
            after = None if move == DRAW else position.after(move)
            worth = None if after is None else payoff(self.endgame.problem, after)
            if after is not None and worth is not None and after.filled == position.mover:
                yield move, worth

    def look(self, position: Position) -> None:
        """Explore a position that was met, and those after a drawn clover, if they are not explored yet."""
        if payoff(self.endgame.problem, position) is not None:
            return
        node = self.find(position)
        if node is None and position.drawn:
            for move in position.moves():
                self.look(position.after(move))
        elif node is not None and self.graph.nodes[node, GROUP] == UNEXPLORED:
            self.explore(np.array([node], np.int64))

    def draw(self) -> int:
        """Add a position that stands for the draw from the start, where that is a move; give its number."""
        start = self.graph.worth[[self.root], KEY:]
        found = self.endgame.follow(start)
        skipped = int(found.groups[0, END])
        groups = found.groups.copy()
        groups[:, END] -= skipped
        owner = self.graph.nodes[self.root, OWNER]
        found = Followers(found.ends, groups, found.moves[skipped:])
        self._room_for(found)
        node = new_node(self.graph, self.graph.nodes[self.root, LEVEL], owner, self.endgame.least, self.endgame.most, 0)
        self.graph.worth[node, KEY:] = -1 - node
        nodes = np.array([node], np.int64)
        absorb(self.graph, nodes, found)
        self.pass_on(nodes)
        return int(node)

    @property
    def positions(self) -> int:
        """Count the positions that were met."""
        return int(self.graph.counts[NODES])
