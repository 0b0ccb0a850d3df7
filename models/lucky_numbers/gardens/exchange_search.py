"""The fewest own turns where clovers stand in each other's way: a search for where to park one.

Adding a clover to an empty cell frees nothing, so all adding can wait until the end, and the search is over exchanges
alone: best first, by the turns made plus the fewest that could still be needed if no clover had to be parked.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from models.gardens import OwnTurn
from models.lucky_numbers.gardens.completions import spans
from models.lucky_numbers.gardens.direct_turns import NEVER, can_be_put, direct, nearest
from models.lucky_numbers.gardens.lattice import Lattice, bits


def fewest(at: Lattice, numbers: Sequence[int], copies: Sequence[int]) -> tuple[OwnTurn, ...] | None:
    """Give the fewest turns that complete a garden, in order; None if no full garden can be had."""
    turns = direct(at, numbers, copies)
    if turns is not None:
        return turns
    full = nearest(at, numbers, copies)
    return None if full is None else _searched(at, tuple(numbers), copies, full)


def _searched(
    at: Lattice, start: tuple[int, ...], copies: Sequence[int], full: tuple[int, ...]
) -> tuple[OwnTurn, ...] | None:
    least = sum(one != other for one, other in zip(start, full, strict=True))
    came: dict[tuple[int, ...], tuple[OwnTurn, ...]] = {start: ()}
    queue = [(least, 0, start)]
    while queue:
        _, spent, now = heappop(queue)
        made = came[now]
        if len(made) < -spent:
            continue
        rest = direct(at, now, copies)
        if rest is not None:
            return made + rest
        for turn, needed in _exchanges(at, now, copies):
            after = (*now[: turn.cell], turn.clover, *now[turn.cell + 1 :])
            if after not in came or len(came[after]) > len(made) + 1:
                came[after] = (*made, turn)
                heappush(queue, (len(made) + 1 + needed, -len(made) - 1, after))
    return None


def _exchanges(at: Lattice, now: tuple[int, ...], copies: Sequence[int]) -> Iterator[tuple[OwnTurn, int]]:
    """Give each legal exchange with the turns that are needed at least after it."""
    kept = _kept_with(at, now, copies)
    for cell, old in enumerate(now):
        if old:
            elsewhere = max(kept[cell])
            for clover in range(1, len(copies)):
                if clover != old and can_be_put(at, now, cell, clover, copies):
                    yield OwnTurn(clover, cell, old), at.cells - max(elsewhere, kept[cell][clover] + 1)


def _kept_with(at: Lattice, now: Sequence[int], copies: Sequence[int]) -> list[list[int]]:
    """Give for each cell and number the most clovers a full garden with that number there can keep elsewhere."""
    top = len(copies) - 1
    allowed = spans(at, (0,) * at.cells, top)
    worths = [
        [(at.layers[layer] & _holding(now, number)).bit_count() for layer in range(len(at.layers))]
        for number in range(top + 1)
    ]
    ahead = _runs(at, allowed, worths, copies)
    behind = [NEVER] * len(at.ideals)
    behind[-1] = 0
    kept = [[NEVER] * (top + 1) for _ in range(at.cells)]
    for number in range(top, 0, -1):
        earlier = [NEVER] * len(at.ideals)
        best = [NEVER] * len(at.layers)
        for ideal, steps in enumerate(at.steps[at.width(copies[number])]):
            if ahead[number - 1][ideal] > NEVER:
                for after, layer in steps:
                    onward = behind[after] + worths[number][layer]
                    earlier[ideal] = max(earlier[ideal], onward)
                    best[layer] = max(best[layer], onward + ahead[number - 1][ideal])
        for layer, most in enumerate(best):
            for cell in bits(at.layers[layer]):
                kept[cell][number] = max(kept[cell][number], most - (now[cell] == number))
        behind = earlier
    return kept


def _holding(now: Sequence[int], number: int) -> int:
    return sum(1 << cell for cell, there in enumerate(now) if there == number)


def _runs(
    at: Lattice, allowed: list[tuple[int, ...]], worths: list[list[int]], copies: Sequence[int]
) -> list[list[int]]:
    levels = [[0] + [NEVER] * (len(at.ideals) - 1)]
    for number in range(1, len(copies)):
        reached = [NEVER] * len(at.ideals)
        for best, steps in zip(levels[-1], at.steps[at.width(copies[number])], strict=True):
            if best > NEVER:
                for after, layer in steps:
                    reached[after] = max(reached[after], best + worths[number][layer])
        level = [NEVER] * len(at.ideals)
        for ideal in allowed[number]:
            level[ideal] = reached[ideal]
        levels.append(level)
    return levels
