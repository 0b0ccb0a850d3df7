"""Proof numbers: where to look for the answer whether a position is worth at least so much.

For each position two numbers tell how much may be needed to answer yes and to answer no. The side that wants an answer
goes where the least is needed, the other one's moves all count. They are renewed along the walks alone, so they are
rough; what is found depends on them, what is proven does not.
"""

from typing import TYPE_CHECKING

from models.jit import inlined, lean
from verifier.solve.graph import (
    FIRST,
    GROUP,
    GROUPS,
    GUESS,
    HIGH,
    LEVEL,
    LOW,
    MAX,
    OWNER,
    TARGET,
    UNEXPLORED,
    WEIGHT,
    Graph,
)
from verifier.solve.search_loops import best_of, of_draw

if TYPE_CHECKING:
    from models.endgame import Longs, Table

YES, NO, ASKED, SPENT = 0, 1, 2, 3  # columns of the numbers: needed for an answer, to which question; explored for it
NEVER = 1 << 40  # there is no such answer
STUCK = 4  # flag of positions that tell no more, because bounds are rounded
ONE = 8  # what one position to explore counts at the near bound; more the farther an answer is from there
FAR = 2 * ONE  # what it counts more at the far bound


@inlined
def _way_to(low: int, high: int, asked: int, column: int) -> float:
    """Tell which part of the way between bounds leads to an answer: from below to yes, from above to no."""
    part = (asked - low) / (high - low)
    return part if column == YES else 1 - part


@inlined
def needed(graph: Graph, numbers: "Table", node: int, asked: int, column: int) -> int:
    """Tell how much an answer may need: 0 where it is known, `NEVER` where it is the other one."""
    worth = graph.worth[node]
    if worth[LOW] >= asked:
        return 0 if column == YES else NEVER
    if worth[HIGH] < asked:
        return NEVER if column == YES else 0
    if numbers[node, ASKED] == asked:
        return numbers[node, column]
    return int((1 + numbers[node, SPENT]) * (ONE + FAR * _way_to(worth[LOW], worth[HIGH], asked, column)))


@inlined
def needed_to_draw(graph: Graph, numbers: "Table", node: int, asked: int, column: int, worst: bool) -> int:
    """Tell the same of drawing: what all outcomes that are not known need together, by how far the answer is."""
    low, top = of_draw(graph, node, LOW, worst), of_draw(graph, node, HIGH, worst)
    if low >= asked:
        return 0 if column == YES else NEVER
    if top < asked:
        return NEVER if column == YES else 0
    total, high = 0, graph.nodes[node, OWNER] == MAX
    for group in range(graph.nodes[node, GROUP] + 1, graph.nodes[node, GROUP] + graph.nodes[node, GROUPS]):
        if best_of(graph, group, LOW, high) == best_of(graph, group, HIGH, high):
            continue
        least = NEVER
        for edge in range(graph.groups[group, FIRST], graph.groups[group + 1, FIRST]):
            target = graph.moves[edge, TARGET]
            if graph.worth[target, LOW] < graph.worth[target, HIGH]:
                least = min(least, 1 + numbers[target, SPENT])
        total += least
    return 1 + int(FAR * total * _way_to(low, top, asked, column))


@inlined
def renew_needed(graph: Graph, numbers: "Table", node: int, asked: int, worst: bool) -> None:
    """Find what answers about an explored position need from what those after it do."""
    high, group = graph.nodes[node, OWNER] == MAX, graph.nodes[node, GROUP]
    column = YES if high else NO
    least, most, count = NEVER, 0, 0
    for edge in range(graph.groups[group, FIRST], graph.groups[group + 1, FIRST] + 1):
        if edge < graph.groups[group + 1, FIRST]:
            target = graph.moves[edge, TARGET]
            one = needed(graph, numbers, target, asked, column)
            other = needed(graph, numbers, target, asked, 1 - column)
        elif graph.nodes[node, GROUPS] > 1:
            one = needed_to_draw(graph, numbers, node, asked, column, worst)
            other = needed_to_draw(graph, numbers, node, asked, 1 - column, worst)
        else:
            break
        least = min(least, one)
        if one < NEVER and other > 0:
            count += 1
            most = max(most, other)
    numbers[node, ASKED] = asked
    numbers[node, column] = least
    numbers[node, 1 - column] = min(NEVER, most + ONE * max(0, count - 1))


@lean
def renew_path(graph: Graph, numbers: "Table", path: "Longs", asked: int, worst: bool) -> None:
    """Renew the numbers of explored positions along a walk, the last ones first."""
    for deep in range(len(path) - 1, -1, -1):
        if graph.nodes[path[deep], GROUP] != UNEXPLORED:
            renew_needed(graph, numbers, path[deep], asked, worst)


@inlined
def _pick_nearest(
    graph: Graph, numbers: "Table", group: int, asked: int, high: bool, flags: "Longs", seen: "Longs", walk: int
) -> int:
    """Choose the position with an open answer that needs the least, ties by guess; -1 if there is none."""
    least, found = NEVER + 1, -1
    for edge in range(graph.groups[group, FIRST], graph.groups[group + 1, FIRST]):
        target = graph.moves[edge, TARGET]
        worth = graph.worth[target]
        if worth[LOW] >= asked or worth[HIGH] < asked or seen[target] == walk or flags[target] & STUCK:
            continue
        need = needed(graph, numbers, target, asked, YES if high else NO)
        better = found >= 0 and (worth[GUESS] > graph.worth[found, GUESS]) == high
        if need < least or (need == least and better and worth[GUESS] != graph.worth[found, GUESS]):
            least, found = need, target
    return found


@inlined
def _roundest(near: int, least: int, most: int, unit: int, scale: int) -> int:
    """Give the roundest number above `least` and up to `most` that is near another one: a unit times a power of two.

    So the same is asked again while bounds change a little, and what is known of the way to its answer is not lost.
    """
    slack, step = (most - least) // 4, unit
    while step < scale:
        step *= 2
    while step > unit:
        found = (near + step // 2) // step * step
        if abs(found - near) <= slack and least < found <= most:
            return found
        step //= 2
    return min(most, max(least + 1, -(-near // unit) * unit))


@inlined
def _pick_outcome(
    graph: Graph,
    numbers: "Table",
    node: int,
    asked: int,
    worst: bool,
    scale: int,
    flags: "Longs",
    seen: "Longs",
    walk: int,
) -> tuple[int, int]:
    """Choose a position after the outcome of a draw that tells most, and what to ask of it; -1 if there is none.

    Of each outcome is asked what lies as far between its guess and a bound as the question between those of the draw:
    if the guesses are right, all answers are those the draw needs.
    """
    high, level = graph.nodes[node, OWNER] == MAX, graph.nodes[node, LEVEL]
    low, top = of_draw(graph, node, LOW, worst), of_draw(graph, node, HIGH, worst)
    mean = min(top, max(low, of_draw(graph, node, GUESS, worst)))
    unit = scale
    for number in range(2, level):
        unit //= number
    unit = max(1, unit)
    widest, outcome, question = 0, -1, 0
    for group in range(graph.nodes[node, GROUP] + 1, graph.nodes[node, GROUP] + graph.nodes[node, GROUPS]):
        least, most = best_of(graph, group, LOW, high), best_of(graph, group, HIGH, high)
        gap = (most - least) * max(1, graph.groups[group, WEIGHT])
        if gap <= widest:
            continue
        hope = min(most, max(least, best_of(graph, group, GUESS, high)))
        if asked <= mean:
            part = least + int((hope - least) * ((asked - low) / (mean - low)))
        else:
            part = hope + int((most - hope) * ((asked - mean) / (top - mean)))
        part = _roundest(part, least, most, unit, scale)
        found = _pick_nearest(graph, numbers, group, part, high, flags, seen, walk)
        if found >= 0:
            widest, outcome, question = gap, found, part
    return outcome, question


@lean
def walk_to_doubt(
    graph: Graph,
    numbers: "Table",
    root: int,
    asked: int,
    worst: bool,
    scale: int,
    flags: "Longs",
    seen: "Longs",
    walk: int,
    path: "Longs",
    patience: int,
) -> tuple[int, int]:
    """Walk to a position that may help to answer: an unexplored one, or one that a draw leads to.

    Give how many moves it is away, and what to ask of it. -1: there is no way on, or `patience` was used up by ways
    that lead nowhere (never if it is negative).
    """
    path[0] = root
    seen[root] = walk
    deep = 0
    while deep >= 0:
        node = path[deep]
        if graph.nodes[node, GROUP] == UNEXPLORED:
            return deep, asked
        high = graph.nodes[node, OWNER] == MAX
        column = YES if high else NO
        after = -1
        if deep + 1 < len(path):
            after = _pick_nearest(graph, numbers, graph.nodes[node, GROUP], asked, high, flags, seen, walk)
            if graph.nodes[node, GROUPS] > 1:
                draw = needed_to_draw(graph, numbers, node, asked, column, worst)
                if 0 < draw < NEVER and (after < 0 or draw < needed(graph, numbers, after, asked, column)):
                    outcome, part = _pick_outcome(graph, numbers, node, asked, worst, scale, flags, seen, walk)
                    if outcome >= 0:
                        path[deep + 1] = outcome
                        return deep + 1, part
        if after < 0:
            deep -= 1
            patience -= 1
            if not patience:
                return -1, asked
            continue
        deep += 1
        path[deep] = after
        seen[after] = walk
    return -1, asked


@lean
def siblings(graph: Graph, node: int, before: int, asked: int, chosen: "Longs") -> int:
    """Choose with an unexplored position others after the same one whose answers are open; give how many there are."""
    chosen[0], count, group = node, 1, graph.nodes[before, GROUP]
    for edge in range(graph.groups[group, FIRST], graph.groups[group + 1, FIRST]):
        target = graph.moves[edge, TARGET]
        worth = graph.worth[target]
        fresh = graph.nodes[target, GROUP] == UNEXPLORED and target != node
        if fresh and count < len(chosen) and worth[LOW] < asked <= worth[HIGH]:
            chosen[count] = target
            count += 1
    return count
