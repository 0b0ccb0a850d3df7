"""Which positions to explore next, and what follows from them for the others: compiled loops over the graph.

Every bound in the graph is proven at any time: bounds start proven, and one that follows from those of the positions
after it is proven too, along cycles as well, because the true values satisfy the same equations.
"""

from typing import TYPE_CHECKING

from models.jit import inlined, lean
from verifier.solve.graph import (
    BEFORE,
    FIRST,
    GROUP,
    GROUPS,
    GUESS,
    HIGH,
    LAST,
    LOW,
    MAX,
    OWNER,
    SOURCE,
    TARGET,
    UNEXPLORED,
    WEIGHT,
    Graph,
)

if TYPE_CHECKING:
    from models.endgame import Longs

WAITING, TAKEN = 1, 2  # flags of positions: in the queue; chosen to be explored
DISTANT = 8  # each move takes so small a part of a guess back to the middle of the bounds: near answers first
TOGETHER = 16  # positions that one walk may choose besides the one it leads to
PATIENCE = 64  # blind ways that one walk may try
COARSE = 1 << 8  # changes of a guess below this part of the whole are not passed on


@inlined
def best_of(graph: Graph, group: int, column: int, high: bool) -> int:
    """Give the best worth a group of moves leads to, for the maximizing side if `high`."""
    best = graph.worth[graph.moves[graph.groups[group, FIRST], TARGET], column]
    for edge in range(graph.groups[group, FIRST] + 1, graph.groups[group + 1, FIRST]):
        worth = graph.worth[graph.moves[edge, TARGET], column]
        if (worth > best) == high:
            best = worth
    return best


@inlined
def of_draw(graph: Graph, node: int, column: int, worst: bool) -> int:
    """Give the worth of drawing: the mean of all outcomes, rounded towards the proven side, or the worst one."""
    first, high = graph.nodes[node, GROUP] + 1, graph.nodes[node, OWNER] == MAX
    end = first - 1 + graph.nodes[node, GROUPS]
    total, weights = 0, 0
    if worst:
        total = best_of(graph, first, column, high)
        for group in range(first + 1, end):
            total = min(total, best_of(graph, group, column, high))
        return total
    for group in range(first, end):
        total += graph.groups[group, WEIGHT] * best_of(graph, group, column, high)
        weights += graph.groups[group, WEIGHT]
    return -(-total // weights) if column == HIGH else total // weights


@inlined
def value(graph: Graph, node: int, column: int, worst: bool) -> int:
    """Give what an explored position is worth by what follows it."""
    group, high = graph.nodes[node, GROUP], graph.nodes[node, OWNER] == MAX
    drawn = graph.nodes[node, GROUPS] > 1
    if graph.groups[group, FIRST] == graph.groups[group + 1, FIRST]:
        return of_draw(graph, node, column, worst) if drawn else 0
    best = best_of(graph, group, column, high)
    if drawn and best != graph.worth[node, HIGH if high else LOW]:
        draw = of_draw(graph, node, column, worst)
        if (draw > best) == high:
            best = draw
    return best


@inlined
def renew(graph: Graph, node: int, worst: bool) -> bool:
    """Tighten the bounds of an explored position; tell whether it matters to those before it."""
    worth = graph.worth[node]
    low, high = worth[LOW], worth[HIGH]
    worth[LOW] = max(low, value(graph, node, LOW, worst))
    worth[HIGH] = min(high, value(graph, node, HIGH, worst))
    guess = value(graph, node, GUESS, worst)
    guess -= (guess - (worth[LOW] + worth[HIGH]) // 2) // DISTANT
    worth[GUESS] = min(worth[HIGH], max(worth[LOW], guess))
    return worth[LOW] != low or worth[HIGH] != high


@lean
def pass_on(graph: Graph, nodes: "Longs", flags: "Longs", queue: "Longs", worst: bool, grain: int, most: int) -> int:
    """Renew positions and all before them for which that matters; give how many were renewed."""
    mask, head, tail, done = len(queue) - 1, 0, 0, 0
    for node in nodes:
        if not flags[node] & WAITING:
            flags[node] |= WAITING
            queue[tail & mask] = node
            tail += 1
    while head < tail:
        node = queue[head & mask]
        head += 1
        flags[node] &= ~WAITING
        before = graph.worth[node, GUESS]
        matters = renew(graph, node, worst)
        done += 1
        if not matters and (done > most or abs(graph.worth[node, GUESS] - before) <= grain):
            continue
        edge = graph.nodes[node, LAST]
        while edge >= 0:
            source = graph.moves[edge, SOURCE]
            edge = graph.moves[edge, BEFORE]
            if not flags[source] & WAITING and graph.worth[source, LOW] < graph.worth[source, HIGH]:
                flags[source] |= WAITING
                queue[tail & mask] = source
                tail += 1
    return done


@inlined
def _pick(
    graph: Graph, node: int, group: int, column: int, high: bool, flags: "Longs", seen: "Longs", walk: int
) -> int:
    """Choose the open position a group leads to that is best by a column, ties by guess; -1 if none is open."""
    best, found = 0, -1
    own = graph.worth[node]
    for edge in range(graph.groups[group, FIRST], graph.groups[group + 1, FIRST]):
        target = graph.moves[edge, TARGET]
        worth = graph.worth[target]
        if worth[LOW] >= worth[HIGH] or seen[target] == walk or flags[target] & TAKEN:
            continue
        useless = worth[HIGH] <= own[LOW] if high else worth[LOW] >= own[HIGH]
        if useless and column == GUESS and group == graph.nodes[node, GROUP]:
            continue  # it cannot be the answer that is looked for
        rank = worth[column] if high else -worth[column]
        if found < 0 or rank > best:
            best, found = rank, target
        elif rank == best and column != GUESS:
            other = graph.worth[found, GUESS]
            if (worth[GUESS] > other) == high:
                found = target
    return found


@inlined
def _step(graph: Graph, node: int, up: bool, flags: "Longs", seen: "Longs", walk: int, worst: bool) -> int:
    """Choose where a walk goes on from an explored position; -1 if nowhere."""
    high = graph.nodes[node, OWNER] == MAX
    column = GUESS if high == up else (LOW if up else HIGH)
    group, groups = graph.nodes[node, GROUP], graph.nodes[node, GROUPS]
    chosen = _pick(graph, node, group, column, high, flags, seen, walk)
    if groups == 1:
        return chosen
    if chosen >= 0:
        drawn, other = of_draw(graph, node, column, worst), graph.worth[chosen, column]
        if drawn != other and (drawn > other) != high:
            return chosen
    widest, outcome = 0, -1
    for each in range(group + 1, group + groups):
        low, top = best_of(graph, each, LOW, high), best_of(graph, each, HIGH, high)
        gap = (top - low) * max(1, graph.groups[each, WEIGHT])
        if gap > widest:
            pick = _pick(graph, node, each, column, high, flags, seen, walk)
            if pick >= 0:
                widest, outcome = gap, pick
    return outcome if outcome >= 0 else chosen


@lean
def walk_to_edge(
    graph: Graph,
    root: int,
    up: bool,
    flags: "Longs",
    seen: "Longs",
    walk: int,
    worst: bool,
    path: "Longs",
    longest: int,
    patience: int,
) -> int:
    """Walk to an unexplored position that may decide how far the root is worth less (`up`: worth more) than hoped.

    Walking down, the upper bound is in question: the maximizing side goes where it is highest, all of which must be
    refuted; the other side goes where it guesses its best answer to be, one of which is enough. Walking up, the same
    with sides changed. Where chance decides, the widest gap is followed. A walk is no more than `longest` moves
    long. -1: there is no way on, or `patience` was used up by ways that lead nowhere (never if it is negative).
    """
    path[0] = root
    seen[root] = walk
    deep = 0
    while deep >= 0:
        node = path[deep]
        if graph.nodes[node, GROUP] == UNEXPLORED:
            return node
        after = _step(graph, node, up, flags, seen, walk, worst) if deep < longest else -1
        if after < 0:
            deep -= 1
            patience -= 1
            if not patience:
                return -1
            continue
        deep += 1
        path[deep] = after
        seen[after] = walk
    return -1


@lean
def _with_others(graph: Graph, node: int, up: bool, flags: "Longs", chosen: "Longs", count: int, path: "Longs") -> int:
    """Choose with a position at the end of a walk others that must be refuted as well: as good, after the same one."""
    deep = 0
    while path[deep] != node:
        deep += 1
    if not deep or (graph.nodes[path[deep - 1], OWNER] == MAX) == up:
        return count
    column, group = LOW if up else HIGH, graph.nodes[path[deep - 1], GROUP]
    most = min(count + TOGETHER, len(chosen))
    for edge in range(graph.groups[group, FIRST], graph.groups[group + 1, FIRST]):
        target = graph.moves[edge, TARGET]
        worth = graph.worth[target]
        fresh = graph.nodes[target, GROUP] == UNEXPLORED and not flags[target] & TAKEN
        if fresh and count < most and worth[column] == graph.worth[node, column] and worth[LOW] < worth[HIGH]:
            flags[target] |= TAKEN
            chosen[count] = target
            count += 1
    return count


@lean
def choose(
    graph: Graph,
    root: int,
    flags: "Longs",
    seen: "Longs",
    walk: int,
    chosen: "Longs",
    worst: bool,
    path: "Longs",
    longest: int,
) -> int:
    """Choose unexplored positions to explore next, by walks that are not too long; give how many were found."""
    count, failures = 0, 0
    while count < len(chosen) and failures < 2:
        walk += 1
        patience = -1 if longest == len(path) - 1 and not count else PATIENCE
        node = walk_to_edge(graph, root, walk % 2 == 0, flags, seen, walk, worst, path, longest, patience)
        if node < 0:
            failures += 1
            continue
        failures = 0
        flags[node] |= TAKEN
        chosen[count] = node
        count = _with_others(graph, node, walk % 2 == 0, flags, chosen, count + 1, path)
    return count
