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


def farness(game: PlayedGame, kind: Kind) -> tuple[bool, int]:
    """Tell how far an exchange is from one to show: what hangs on the program's own shuffle comes last."""
    return not game.fixed, breach_at(game, kind)


def shortened(player: Player, wish: Wish, game: PlayedGame, kind: Kind, until: float) -> PlayedGame | None:
    """Give the shortest replay found that shows a kind of difference, None where it does not come back at all.

    A difference that is the first one of its exchange stays the first one.
    """
    search = _Search(player, wish, kind, until)
    best = search.replayed(game.requests[: breach_at(game, kind)], first=False)
    search.first = _is_first(best or game, kind)
    best = search.rebuilt(game, best)
    if best is None:
        return None
    search.first = _is_first(best, kind)
    return search.without_requests(search.without_turns(best))


def _is_first(shown: PlayedGame, kind: Kind) -> bool:
    found = list(places(shown))
    first = min((at for _, at in found), default=0)
    return any(at == first and each == kind for each, at in found)


class _Search:
    """Replays of one exchange with requests left away, as many as there is time for."""

    def __init__(self, player: Player, wish: Wish, kind: Kind, until: float) -> None:
        self.player, self.wish, self.kind, self.until = player, wish, kind, until
        self.replays, self.first = 0, True

    def replayed(self, requests: Sequence[Request], *, first: bool) -> PlayedGame | None:
        """Make requests again, and give what was said if a difference of the kind is in it, as the first one."""
        self.replays += 1
        try:
            shown = self.player.replay(requests, self.wish)
        except AdapterFault:
            return None
        if any(found == self.kind for found, _ in places(shown)) and (not first or _is_first(shown, self.kind)):
            return shown
        return None

    def rebuilt(self, game: PlayedGame, best: PlayedGame | None) -> PlayedGame | None:
        """Begin otherwise: nearer to the difference, or with nothing that the program shuffles."""
        driving, hello = self.player.driving, self.player.hello
        requests = game.requests[: breach_at(game, self.kind)]
        if hello is None or not driving.units(requests)[1]:
            return best
        for other in driving.rebuilt(hello, self.wish, requests, game.events, game.said):
            if self.replays >= MOST_REPLAYS or time.monotonic() >= self.until:
                break
            if best is not None and best.fixed and len(other) >= len(best.requests):
                continue
            shown = self.replayed(other, first=self.first)
            if shown is not None:
                return shown
        return best

    def _shorter(self, best: PlayedGame, requests: Sequence[Request]) -> PlayedGame | None:
        if self.replays >= MOST_REPLAYS or time.monotonic() >= self.until:
            return None
        shown = self.replayed(requests, first=self.first)
        return shown if shown is not None and len(shown.requests) < len(best.requests) else None

    def without_turns(self, best: PlayedGame) -> PlayedGame:
        """Leave away turns, many at once first; the last one stays."""
        queue = self._fewer_turns(best.requests)
        while (candidate := next(queue, None)) is not None:
            shown = self._shorter(best, candidate)
            if shown is not None:
                best, queue = shown, self._fewer_turns(shown.requests)
        return best

    def _fewer_turns(self, requests: Sequence[Request]) -> Iterator[list[Request]]:
        hello = self.player.hello
        assert hello is not None
        before, turns = self.player.driving.units(requests)
        size = len(turns) // 2
        while size:
            for start in range(len(turns) - size):
                rest = [*turns[:start], *turns[start + size :]]
                yield self.player.driving.mended(hello, [*before, *(request for turn in rest for request in turn)])
            size = size // 2 if size > 3 else size - 1

    def without_requests(self, best: PlayedGame) -> PlayedGame:
        """Leave away single requests from the end on, again and again; the first one stays."""
        before = None
        while best is not before:
            before = best
            for at in range(len(best.requests) - 1, 0, -1):
                best = self._shorter(best, [*best.requests[:at], *best.requests[at + 1 :]]) or best
        return best
