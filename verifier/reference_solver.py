"""The reference solver: enumerates every position that can follow, and works the values out backwards.

It is short and obvious, and good for small puzzles only. A draw lowers the number of face-down clovers, nothing raises
it. So all draws of one layer lead to lower layers, whose values are known by then, and inside the layer the players
alone decide. There play can go round in circles, and endless play is worth 0. A side can be sure of something better
than endless play if it can force its way to it in finitely many moves; the best such thing is found by going backwards
from the ends, best first. What neither side can force away from is worth 0.
"""

import heapq
from collections import defaultdict
from fractions import Fraction

from msgspec import Struct

from models.position import Position, Problem
from verifier.explicit_model import LIMIT, Node, Owner, Unfolded, explicit_model

ZERO = Fraction(0)


class Plain(Struct):
    """What plain enumeration finds.

    `value` is that of the start and `moves` those of its moves, best first. For the goal `force` they are 1 or 0, and
    `turns` tells the fewest own turns that surely suffice (absent: none do), for the start under the name "".
    `best` names the best move of every node where a player moves, `values` is the value of every node (for `force`
    the number of own turns, None where no number suffices).
    """

    graph: Unfolded
    value: Fraction
    moves: list[tuple[str, Fraction]]
    turns: dict[str, int]
    values: list[Fraction | None]
    best: list[int | None]

    @property
    def states(self) -> int:
        """Count the positions and draws."""
        return len(self.graph.nodes)

    def strategy(self) -> dict[Position, str]:
        """Give a best move at each position where somebody moves."""
        return {
            node.position: node.edges[at][0]
            for node, at in zip(self.graph.nodes, self.best, strict=True)
            if at is not None and node.edges
        }


def solve_plainly(problem: Problem, limit: int = LIMIT) -> Plain:
    """Solve a problem by enumeration. Raises TooLarge where more than `limit` positions and draws can follow."""
    return plain_answer(explicit_model(problem, limit))


def plain_answer(graph: Unfolded) -> Plain:
    """Work out the values of an enumerated problem."""
    if graph.problem.goal == "force":
        return _forced(graph)
    values, best = expectations(graph)
    start = graph.nodes[0]
    moves = [(move, values[after]) for move, after in start.edges]
    moves.sort(key=lambda each: -each[1])
    return Plain(graph, values[0], moves, {}, list(values), best)


def expectations(graph: Unfolded) -> tuple[list[Fraction], list[int | None]]:
    """Give the value of every node, and which of its edges is best."""
    values: list[Fraction | None] = [node.worth for node in graph.nodes]
    best: list[int | None] = [None] * len(values)
    layers = defaultdict(list)
    for number, node in enumerate(graph.nodes):
        layers[node.layer].append(number)
    for layer in sorted(layers):
        for number in layers[layer]:
            if graph.nodes[number].owner == "chance":
                values[number] = sum(
                    (chance * _known(values[after]) for chance, _, after in graph.nodes[number].chances), ZERO
                )
        _settle(graph.nodes, layers[layer], values, best)
    return [_known(value) for value in values], best


def _known(value: Fraction | None) -> Fraction:
    assert value is not None
    return value


def _settle(nodes: list[Node], layer: list[int], values: list[Fraction | None], best: list[int | None]) -> None:
    """Find the values of the positions of one layer, from those of its ends and draws."""
    for side in ("hero", "others"):
        sign = 1 if side == "hero" else -1
        _force(nodes, layer, values, best, "hero" if side == "hero" else "others", sign)
    for number in layer:
        if values[number] is None:
            values[number] = ZERO
    for number in layer:
        node = nodes[number]
        if node.edges and best[number] is None:  # nobody can force away from what this one has: any way to it will do
            best[number] = next(at for at, (_, after) in enumerate(node.edges) if values[after] == values[number])


def _force(
    nodes: list[Node],
    layer: list[int],
    values: list[Fraction | None],
    best: list[int | None],
    side: Owner,
    sign: int,
) -> None:
    """Note what a side can force that is better for it than endless play."""
    before: dict[int, list[tuple[int, int]]] = defaultdict(list)
    open_edges = {}
    for number in layer:
        if values[number] is None:
            open_edges[number] = len(nodes[number].edges)
            for at, (_, after) in enumerate(nodes[number].edges):
                before[after].append((number, at))
    ends = [number for number in before if values[number] is not None and sign * _known(values[number]) > 0]
    for value in sorted({_known(values[number]) for number in ends}, key=lambda v: -sign * v):
        reached = [number for number in ends if values[number] == value]
        while reached:
            for number, at in before[reached.pop()]:
                if values[number] is not None:
                    continue
                open_edges[number] -= 1
                if nodes[number].owner == side:
                    best[number] = at
                elif open_edges[number]:
                    continue
                values[number] = value
                reached.append(number)


def _forced(graph: Unfolded) -> Plain:
    """Find the fewest own turns with which the hero surely wins alone, whatever is drawn and done.

    Backwards from the wins, fewest turns first: a node of the hero counts by its first way, others by their last.
    """
    before: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    open_edges, turns = [0] * len(graph.nodes), [-1] * len(graph.nodes)
    best: list[int | None] = [None] * len(graph.nodes)
    for number, node in enumerate(graph.nodes):
        ways = [after for _, after in node.edges] or [after for _, _, after in node.chances]
        open_edges[number] = len(ways)
        for at, after in enumerate(ways):
            ends_turn = node.owner == "hero" and graph.nodes[after].owner != "chance"
            before[after].append((number, at, 1 if ends_turn else 0))
    found = [(0, number, -1) for number, node in enumerate(graph.nodes) if node.worth == 1]
    while found:
        count, number, by = heapq.heappop(found)
        if turns[number] >= 0:
            continue
        turns[number] = count
        best[number] = by if by >= 0 else None
        for other, at, cost in before[number]:
            open_edges[other] -= 1
            if graph.nodes[other].owner == "hero" or not open_edges[other]:
                heapq.heappush(found, (count + cost, other, at))
    for number, node in enumerate(graph.nodes):
        ways = [after for _, after in node.edges] or [after for _, _, after in node.chances]
        if ways and node.owner != "hero":  # the worst that can be drawn or done: never, or the most turns
            best[number] = max(range(len(ways)), key=lambda at: _late(turns[ways[at]]))
        elif ways and best[number] is None:
            best[number] = 0
    start = graph.nodes[0]
    known = {move: turns[after] for move, after in start.edges if turns[after] >= 0}
    costs = {move: int(graph.nodes[after].owner != "chance") for move, after in start.edges}
    each = {move: count + costs[move] for move, count in known.items()}
    order = sorted(start.edges, key=lambda edge: each.get(edge[0], 1 << 30))
    moves = [(move, Fraction(move in each)) for move, _ in order]
    values = [None if count < 0 else Fraction(count) for count in turns]
    all_turns = each if turns[0] < 0 else {"": turns[0], **each}
    return Plain(graph, Fraction(turns[0] >= 0), moves, all_turns, values, best)


def _late(count: int) -> int:
    return 1 << 30 if count < 0 else count
