"""Strongly connected components and shortest cycles of a graph that is known only by its steps.

networkx answers the same on graphs that are held in memory; the tests compare both.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from models.state_space import Code

Steps = Callable[[Code], Sequence[Code]]


def trimmed(codes: Iterable[Code], steps: Steps) -> set[Code]:
    """Give the tables that can lie on a cycle: those left when tables without a step to another are taken away."""
    into: dict[Code, list[Code]] = {}
    out: dict[Code, int] = {}
    ends = []
    for code in codes:
        around = steps(code)
        out[code] = len(around)
        if not around:
            ends.append(code)
        for after in around:
            into.setdefault(after, []).append(code)
    while ends:
        code = ends.pop()
        del out[code]
        for before in into.pop(code, ()):
            out[before] -= 1
            if not out[before]:
                ends.append(before)
    return set(out)


def components(codes: Iterable[Code], steps: Steps) -> Iterator[list[Code]]:
    """Give the strongly connected components among tables that no step leaves, without those trimmed away.

    Tarjan's algorithm without recursion.
    """
    left = trimmed(codes, steps)
    index: dict[Code, int] = {}
    low: dict[Code, int] = {}
    open_: list[Code] = []
    for root in left:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        open_.append(root)
        path = [(root, iter(steps(root)))]
        while path:
            code, rest = path[-1]
            for after in rest:
                if after not in left:
                    continue
                seen = index.get(after)
                if seen is None:
                    index[after] = low[after] = len(index)
                    open_.append(after)
                    path.append((after, iter(steps(after))))
                    break
                if after in low and seen < low[code]:
                    low[code] = seen
            else:
                path.pop()
                mark = low[code]
                if path and mark < low[path[-1][0]]:
                    low[path[-1][0]] = mark
                if mark == index[code]:
                    at = len(open_) - 1
                    while open_[at] != code:
                        at -= 1
                    component = open_[at:]
                    del open_[at:]
                    for member in component:
                        del low[member]
                    yield component


def shortest_cycle(component: Sequence[Code], steps: Steps, below: int, multiple: int = 1) -> tuple[Code, ...]:
    """Give a shortest cycle among the tables of a component that has fewer tables than `below`; empty if none has.

    The length of every cycle is known to be a multiple of a number. Once no shorter cycle runs through a table, the
    table is out of the question.
    """
    members = set(component)
    best: tuple[Code, ...] = ()
    for start in component:
        found = _cycle_through(start, members, steps, (len(best) or below) - multiple + 1)
        if found:
            best = found
            if len(best) == multiple:
                break
        members.discard(start)
    return best


def _cycle_through(start: Code, members: set[Code], steps: Steps, below: int) -> tuple[Code, ...]:
    """Search from a table, breadth first, for a way back to it of fewer than `below` steps."""
    came: dict[Code, Code] = {}
    ring = [start]
    for _ in range(1, min(below, len(members) + 1)):
        outer = []
        for code in ring:
            for after in steps(code):
                if after == start:
                    return _way_back(start, code, came)
                if after in members and after not in came:
                    came[after] = code
                    outer.append(after)
        ring = outer
        if not ring:
            break
    return ()


def _way_back(start: Code, code: Code, came: dict[Code, Code]) -> tuple[Code, ...]:
    path = [code]
    while path[-1] != start:
        path.append(came[path[-1]])
    return tuple(reversed(path))
