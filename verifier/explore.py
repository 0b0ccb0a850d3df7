"""Explore all tables that can follow, level by level, and count them.

No turn leads to a higher level, so a level is complete once all higher ones are: it is explored, counted and forgotten.
What is kept is one number per waiting table and its distance. Cycles can only run within a level.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from models.state_space import Code, StateSpace
from verifier.cycles import components, shortest_cycle

FAR = 1 << 60
Layer = dict[Code, int]  # tables and their distance from a first table


class TooManyTables(Exception):
    """More tables than are wanted."""


@dataclass
class Census:
    """What was found: counts of the tables and of the turns from them.

    `cyclic` counts the strongly connected components that hold a cycle, `largest` the tables in the largest of them.
    `soonest` tells for each kind of end the fewest turns to it. `longest` is None where a cycle makes games endless,
    or was not asked for. `unexplored` counts tables at the limit of the depth,
    `held` the most that were kept at a time.
    """

    first: int = 0
    tables: int = 0
    moves: int = 0
    chances: int = 0
    over: Counter[str] = field(default_factory=Counter)
    components: int = 0
    cyclic: int = 0
    largest: int = 0
    cycle: tuple[Code, ...] = ()
    soonest: dict[str, int] = field(default_factory=dict)
    longest: int | None = None
    deepest: int = 0
    dead: int = 0
    unexplored: int = 0
    levels: int = 0
    held: int = 0
    depth: int | None = None

    @property
    def shortest(self) -> int | None:
        """The fewest turns of a whole game."""
        return min(self.soonest.values(), default=None)


def explore(
    space: StateSpace,
    first: Iterable[Code],
    *,
    depth: int | None = None,
    limit: int | None = None,
    cycles: bool = True,
    watch: Callable[[int], None] | None = None,
) -> Census:
    """Count everything that can follow the first tables, up to a depth in turns. Raises TooMany beyond a limit."""
    census = Census(depth=depth)
    for layer, spreads in layers(space, first, census, depth=depth, limit=limit):
        census.levels += 1
        if cycles:
            components_of(space, layer, spreads, census)
        if watch is not None:
            watch(census.tables)
    return census


Spreads = Callable[[Code], list[Code]]


def layers(
    space: StateSpace, first: Iterable[Code], census: Census, *, depth: int | None = None, limit: int | None = None
) -> Iterator[tuple[Layer, Spreads]]:
    """Give each level with the distance of each of its tables, and what tells the steps within it.

    Counts go into the census as the levels pass.
    """
    waiting: defaultdict[int, Layer] = defaultdict(dict)
    for count, code in enumerate(first, 1):
        waiting[space.level(code)][code] = 0
        if limit is not None and count > limit:
            raise TooManyTables
    census.first = sum(map(len, waiting.values()))
    while waiting:
        level = max(waiting)
        layer = waiting.pop(level)
        inner = _settle(space, layer, waiting, level, census, depth, FAR if limit is None else limit - census.tables)
        census.tables += len(layer)
        if limit is not None and census.tables + sum(map(len, waiting.values())) > limit:
            raise TooManyTables
        census.held = max(census.held, len(layer) + sum(map(len, waiting.values())))
        yield layer, inner


def _settle(
    space: StateSpace,
    layer: Layer,
    waiting: defaultdict[int, Layer],
    level: int,
    census: Census,
    depth: int | None,
    most: int,
) -> Spreads:
    """Find all tables of a level in the order of their distance, and pass on what lies below.

    The innermost loop of exploring: it is long so that it need not call.
    """
    by_distance: defaultdict[int, list[Code]] = defaultdict(list)
    for code, distance in layer.items():
        by_distance[distance].append(code)
    spread = space.spread
    known = layer.get
    moves = chances = 0
    distance = min(by_distance)
    while by_distance:
        codes = by_distance.pop(distance, ())
        further = distance + 1
        following = by_distance[further] if distance != depth else []
        for code in codes:
            if layer[code] != distance:
                continue
            if len(layer) > most:
                raise TooManyTables
            if distance == depth and space.ending(code) is None:
                census.unexplored += 1
                continue
            around = spread(code)
            chances += around.chances
            here = len(around.level)
            for after in around.level:
                if known(after, FAR) > further:
                    layer[after] = further
                    following.append(after)
            for fall, lower in around.down:
                if lower:
                    here += len(lower)
                    below = waiting[level - fall]
                    get = below.get
                    for after in lower:
                        if get(after, FAR) > further:
                            below[after] = further
            if not here:
                _note_end(space, code, distance, census)
            moves += here
        if not by_distance[further]:
            del by_distance[further]
        distance = min(by_distance, default=0)
    census.deepest = max(census.deepest, max(layer.values()))
    census.moves += moves
    census.chances += chances
    if depth is None:
        return space.beside
    return lambda code: space.beside(code) if layer[code] < depth else []


def _note_end(space: StateSpace, code: Code, distance: int, census: Census) -> None:
    ending = space.ending(code)
    if ending is None:
        census.dead += 1
        return
    census.over[ending.kind] += 1
    census.soonest[ending.kind] = min(distance, census.soonest.get(ending.kind, FAR))


def components_of(space: StateSpace, layer: Layer, inner: Spreads, census: Census) -> None:
    """Count the strongly connected components of a level, and look for a shorter cycle in each."""
    inside = 0
    for component in components(layer, inner):
        census.components += 1
        inside += len(component)
        if len(component) == 1 and component[0] not in inner(component[0]):
            continue
        census.cyclic += 1
        census.largest = max(census.largest, len(component))
        best = len(census.cycle) or FAR
        if best > space.least_cycle:
            census.cycle = shortest_cycle(component, inner, best, space.least_cycle) or census.cycle
    census.components += len(layer) - inside


def longest_game(space: StateSpace, first: Iterable[Code]) -> int | None:
    """Give the most turns a game can have, None where there is a cycle."""
    longest: defaultdict[int, Layer] = defaultdict(dict)
    for code in first:
        longest[space.level(code)][code] = 0
    best = 0
    while longest:
        level = max(longest)
        layer = longest.pop(level)
        order = _sorted(space, list(layer))
        if order is None:
            return None
        for code in order:
            length = layer.get(code, 0)
            around = space.spread(code)
            for after in around.level:
                layer[after] = max(layer.get(after, 0), length + 1)
            for fall, lower in around.down:
                below = longest[level - fall] if lower else {}
                for after in lower:
                    below[after] = max(below.get(after, 0), length + 1)
            best = max(best, length)
    return best


def _sorted(space: StateSpace, codes: list[Code]) -> list[Code] | None:
    """Order a level so that turns lead forward, None where it has a cycle."""
    done: dict[Code, bool] = {}
    order: list[Code] = []
    for root in codes:
        stack: list[tuple[Code, Iterator[Code]]] = []
        if root not in done:
            done[root] = False
            stack.append((root, iter(space.beside(root))))
        while stack:
            code, rest = stack[-1]
            after = next(rest, None)
            if after is None:
                stack.pop()
                done[code] = True
                order.append(code)
            elif after not in done:
                done[after] = False
                stack.append((after, iter(space.beside(after))))
            elif not done[after]:
                return None
    return order[::-1]
