"""Strategies: a move of one side for each position, by which it reaches what a search has proven for it.

The bounds of unexplored positions say that something can be reached, not how. So the part that a side's moves lead to
is explored until it ends where play is decided or where nothing more is claimed than what any play is worth. Then the
bounds are found afresh from these ends alone. A move that keeps a bound is not enough for more than endless play is
worth: going round among such moves gains nothing. There the move by which the retrograde analysis has settled the
position is taken; it leads to one that was settled before, so that play gets on.
"""

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from models.jit import compiled
from models.position import DRAW, Position, payoff
from verifier.check_certificate import GIVE_UP, Side
from verifier.explicit_model import TooLarge
from verifier.solve.graph import (
    FIRST,
    GROUP,
    GROUPS,
    HIGH,
    KEY,
    LEVEL,
    LOW,
    MAX,
    NOBODY,
    NODES,
    OWNER,
    TARGET,
    UNEXPLORED,
    Graph,
)
from verifier.solve.retrograde import solve_afresh
from verifier.solve.search_loops import best_of, of_draw

if TYPE_CHECKING:
    from models.endgame import Longs
    from verifier.solve.explored_graph import ExploredGraph

MOST = 1_000_000  # positions of a strategy
UNREACHED, DRAWS, ENDS, LEAF, OTHERS = -1, -2, -3, -4, -5  # what stands for a move in `chosen`


@compiled
def _choose_move(
    graph: Graph, node: int, column: int, worst: bool, ways: "Longs", floor: "Longs", chosen: "Longs"
) -> int:
    """Choose the move of a side that keeps its bound and gets on: a move, or DRAWS."""
    sign, facts, bound = 1 if column == LOW else -1, graph.nodes[node], graph.worth[node, column]
    if ways[node] >= 0:
        return ways[node]
    group = facts[GROUP]
    best, kind = DRAWS, 0
    for move in range(graph.groups[group, FIRST], graph.groups[group + 1, FIRST]):
        target = graph.moves[move, TARGET]
        if graph.worth[target, column] * sign < bound * sign:
            continue
        stays = graph.nodes[target, GROUP] != UNEXPLORED and graph.nodes[target, LEVEL] == facts[LEVEL]
        if stays and bound * sign > 0:
            continue
        rank = 4 if graph.nodes[target, OWNER] == NOBODY else 3 if chosen[target] != UNREACHED else 1
        if rank > kind:
            best, kind = move, rank
    if kind < 3 and facts[GROUPS] > 1 and of_draw(graph, node, column, worst) * sign >= bound * sign:
        return DRAWS
    return best


@compiled
def _push(graph: Graph, move: int, chosen: "Longs", nodes: "Longs", count: int) -> int:
    target = graph.moves[move, TARGET]
    if chosen[target] == UNREACHED and graph.nodes[target, OWNER] != NOBODY:
        chosen[target] = LEAF
        nodes[count] = target
        count += 1
    return count


@compiled
def _push_draw(
    graph: Graph, node: int, column: int, worst: bool, own: bool, chosen: "Longs", nodes: "Longs", count: int
) -> int:
    """Reach what follows a draw: all numbers, or the worst one; the best move after each if it is `own`, or all."""
    high = graph.nodes[node, OWNER] == MAX
    first = graph.nodes[node, GROUP] + 1
    end = first - 1 + graph.nodes[node, GROUPS]
    only, least = -1, 0
    if worst and column == HIGH:
        for group in range(first, end):
            best = best_of(graph, group, column, high)
            if only < 0 or best < least:
                only, least = group, best
    for group in range(first, end):
        if only >= 0 and group != only:
            continue
        best, done = best_of(graph, group, column, high), False
        if own:  # one that has been reached, or is decided, if there is one
            for move in range(graph.groups[group, FIRST], graph.groups[group + 1, FIRST]):
                target = graph.moves[move, TARGET]
                same = graph.worth[target, column] == best
                done |= same and (graph.nodes[target, OWNER] == NOBODY or chosen[target] != UNREACHED)
        for move in range(graph.groups[group, FIRST], graph.groups[group + 1, FIRST]):
            if not own or (not done and graph.worth[graph.moves[move, TARGET], column] == best):
                count = _push(graph, move, chosen, nodes, count)
                done = True
    return count


@compiled
def _reach(
    graph: Graph,
    root: int,
    column: int,
    worst: bool,
    ways: "Longs",
    floor: "Longs",
    chosen: "Longs",
    nodes: "Longs",
) -> int:
    """Follow a side's moves and all of the other's from the root; give how many positions are reached.

    `chosen` tells for each what the side does there, LEAF where something is claimed and nothing explored.
    """
    nodes[0], count, done = root, 1, 0
    chosen[root] = LEAF
    while done < count:
        node = nodes[done]
        done += 1
        facts = graph.nodes[node]
        if graph.worth[node, column] == floor[node]:
            chosen[node] = ENDS
        elif facts[GROUP] != UNEXPLORED:
            own = (facts[OWNER] == MAX) == (column == LOW)
            move = OTHERS
            if own:
                move = _choose_move(graph, node, column, worst, ways, floor, chosen)
                if move >= 0:
                    count = _push(graph, move, chosen, nodes, count)
            else:
                for each in range(graph.groups[facts[GROUP], FIRST], graph.groups[facts[GROUP] + 1, FIRST]):
                    count = _push(graph, each, chosen, nodes, count)
            chosen[node] = move
            if facts[GROUPS] > 1 and (not own or move == DRAWS):
                count = _push_draw(graph, node, column, worst, own, chosen, nodes, count)
    return count


class ProvenStrategy:
    """One side's strategy, for `verifier.certificate`."""

    def __init__(self, search: "ExploredGraph", side: Side, limit: int = MOST) -> None:
        """Find the strategy, exploring what it takes. Raises TooLarge where it comes to more positions than a limit."""
        self.search, self.side = search, side
        self.endgame = search.endgame
        self.moves: dict[Position, str | None] = {}
        column = self.column = LOW if side == "hero" else HIGH
        while True:
            self.graph, ways = solve_afresh(search.graph, column, self.endgame.worst)
            count = int(self.graph.counts[NODES])
            self.chosen, nodes = np.full(count, UNREACHED, np.int64), np.empty(count, np.int64)
            floor = self.endgame.floors(search.graph.worth[:count, KEY:], side == "others")
            reached = _reach(self.graph, search.root, column, self.endgame.worst, ways, floor, self.chosen, nodes)
            if reached > limit:
                raise TooLarge(limit)
            leaves = nodes[:reached][self.chosen[nodes[:reached]] == LEAF]
            if not len(leaves):
                break
            search.explore(leaves)

    def move(self, position: Position) -> str | None:
        """Name the side's move, GIVE_UP where nothing is claimed, None where the other side moves on."""
        if position not in self.moves:
            self.moves[position] = self._move(position)
        return self.moves[position]

    def _move(self, position: Position) -> str | None:
        problem = self.endgame.problem
        own = (position.mover == problem.hero) == (self.side == "hero")
        if position.drawn:
            return self._lay(position) if own else None
        node = self.search.find(position)
        if node is None:  # whoever moves fills the garden at once
            return next(iter(self.search.filling(position)))[0] if own else GIVE_UP
        chosen = self.chosen[node] if node < len(self.chosen) else ENDS
        if chosen in (ENDS, UNREACHED, LEAF):
            return GIVE_UP
        if chosen == DRAWS:
            return DRAW
        return self._named(position, int(self.graph.moves[chosen, TARGET])) if own else None

    def reveal(self, position: Position) -> int:
        """Give the number that is worst for the hero, where it is up to the others what is drawn."""
        best = max if position.mover == self.endgame.problem.hero else min

        def worth(number: int, after: Position) -> Fraction:
            return best(self._worth(after.after(move))[0] for move in after.moves())

        return min(position.chances(), key=lambda chance: worth(chance.number, chance.after)).number

    def _named(self, position: Position, target: int) -> str:
        """Name a move that leads to a position of the graph, or to a decided one worth as much."""
        decided = self.graph.nodes[target, OWNER] == NOBODY
        worth = Fraction(int(self.graph.worth[target, self.column]), self.endgame.scale)
        for move in position.moves():
            if move == DRAW:
                continue
            found, node = self._worth(position.after(move))
            if (node is None and found == worth) if decided else node == target:
                return move
        raise AssertionError(position.write())

    def _lay(self, position: Position) -> str:
        """Name the best move with a drawn clover, one to a position that has been reached."""
        sign = 1 if self.side == "hero" else -1

        def rank(move: str) -> tuple[Fraction, bool]:
            worth, node = self._worth(position.after(move))
            return sign * worth, node is None or (node < len(self.chosen) and self.chosen[node] != UNREACHED)

        return max(position.moves(), key=rank)

    def _worth(self, position: Position) -> tuple[Fraction, int | None]:
        """Give what the strategy makes of a position, and its number if it has one."""
        decided = payoff(self.endgame.problem, position)
        if decided is not None:
            return decided, None
        node = self.search.find(position)
        if node is None:
            return next(iter(self.search.filling(position)))[1], None
        return Fraction(int(self.graph.worth[node, self.column]), self.endgame.scale), node


class Shifted:
    """A strategy for fewer turns, followed in a problem with more of them: when they are used up it claims nothing."""

    def __init__(self, keeper: ProvenStrategy, more: int) -> None:
        """Take the strategy, and how many turns the problem has more than it knows of."""
        self.keeper, self.more = keeper, more

    def _there(self, position: Position) -> Position | None:
        if not self.more or position.left is None:
            return position
        return position.limited(position.left - self.more) if position.left > self.more else None

    def move(self, position: Position) -> str | None:
        """Name the move, as `ProvenStrategy.move`."""
        there = self._there(position)
        if there is not None:
            return self.keeper.move(there)
        problem = self.keeper.endgame.problem
        if self.keeper.side == "hero" or position.mover == problem.hero or position.drawn:
            return GIVE_UP
        # The hero has not won, and needs a turn more if this one does not end play.
        quiet = (move for move in position.moves() if move != DRAW and payoff(problem, position.after(move)) is None)
        return next(quiet, GIVE_UP)

    def reveal(self, position: Position) -> int:
        """Give the number, as `ProvenStrategy.reveal`."""
        there = self._there(position)
        assert there is not None
        return self.keeper.reveal(there)
