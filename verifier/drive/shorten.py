"""Shorten an exchange: leave requests away as long as the same difference comes back when they are made anew."""

import time
from collections.abc import Iterator, Sequence

from models.driving import Request, Wish
from verifier.drive.adapter_fault import AdapterFault
from verifier.drive.kinds import Kind, places
from verifier.drive.play import PlayedGame, Player

MOST_REPLAYS = 200


def breach_at(game: PlayedGame, kind: Kind) -> int:
    """Count the requests up to the first difference of a kind."""
    return next((at for found, at in places(game) if found == kind), len(game.requests))


def shortened(player: Player, wish: Wish, game: PlayedGame, kind: Kind, until: float) -> PlayedGame | None:
    """Give the shortest replay found that shows a kind of difference first, None where it does not come back at all."""
    best: PlayedGame | None = None
    replays = 0
    requests = game.requests[: breach_at(game, kind)]
    queue: Iterator[list[Request]] = iter([requests])
    while (candidate := next(queue, None)) is not None and replays < MOST_REPLAYS and time.monotonic() < until:
        replays += 1
        shown = _replayed(player, wish, candidate, kind)
        if shown is not None and (best is None or len(shown.requests) < len(best.requests)):
            best = shown
            queue = _shorter(player, best.requests)
        elif best is None:
            return None
    return best


def _replayed(player: Player, wish: Wish, requests: Sequence[Request], kind: Kind) -> PlayedGame | None:
    """Make requests again, and give what was said if the first difference in it is of a kind."""
    try:
        shown = player.replay(requests, wish)
    except AdapterFault:
        return None
    found = list(places(shown))
    first = min((at for _, at in found), default=0)
    return shown if (kind, first) in found else None


def _shorter(player: Player, requests: Sequence[Request]) -> Iterator[list[Request]]:
    """Leave away turns, many at once first, then single requests; the last request stays."""
    hello = player.hello
    assert hello is not None
    before, turns = player.driving.units(requests)
    size = len(turns) // 2
    while size:
        for start in range(len(turns) - size):
            rest = [*turns[:start], *turns[start + size :]]
            yield player.driving.mended(hello, [*before, *(request for turn in rest for request in turn)])
        size = size // 2 if size > 3 else size - 1
    for at in range(len(requests) - 2, 0, -1):
        yield [*requests[:at], *requests[at + 1 :]]
