"""Shorten an exchange: leave requests away as long as the same difference comes back when they are made anew."""

import time
from collections.abc import Iterator, Sequence
from itertools import chain, product

import msgspec
from msgspec.structs import replace

from models.driving import Request, Wish
from verifier.drive.adapter_fault import AdapterFault
from verifier.drive.kinds import Kind, places
from verifier.drive.play import Player, read_response
from verifier.drive.played_game import PlayedGame
from verifier.drive.requests import fit

MOST_REPLAYS = 200
FEW = 3  # turns in a row that are left away everywhere


def breach_at(game: PlayedGame, kind: Kind) -> int:
    """Count the requests up to the first difference of a kind."""
    return next((at for found, at in places(game) if found == kind), len(game.requests))


def farness(game: PlayedGame, kind: Kind) -> tuple[bool, int]:
    """Tell how far an exchange is from one to show: what hangs on the program's own shuffle comes last."""
    return not game.fixed, breach_at(game, kind)


def opened_by_few(game: PlayedGame, kind: Kind) -> tuple[bool, int, int]:
    """Tell how far an exchange is from one to show if its turns can be left away, and what is before them cannot."""
    return not game.fixed, game.opening, breach_at(game, kind)


def shortened(player: Player, wish: Wish, game: PlayedGame, kind: Kind, until: float) -> PlayedGame | None:
    """Give the shortest replay found that shows a kind of difference, None where it does not come back at all.

    A difference that is the first one of its exchange stays the first one. It has come back in a new process: where
    what was found in one that had played before does not, all is looked for once more in new ones, which takes longer,
    and then behind the game that had been played before it there.
    """
    search = _Search(player, wish, kind, until)
    best = search.shortest(game)
    if best is None or player.hello is None or "again" not in player.hello.can:
        return best
    search.anew = True
    shown = search.replayed(best.requests, first=search.first)
    if shown is None:
        search.replays = 0
        shown = search.shortest(game) or search.behind(
            game.earlier, best.requests, game.requests[: breach_at(game, kind)]
        )
    return shown or replace(best, later=True)


def _is_first(shown: PlayedGame, kind: Kind) -> bool:
    found = list(places(shown))
    first = min((at for _, at in found), default=0)
    return any(at == first and each == kind for each, at in found)


def _doubling(end: int) -> Iterator[int]:
    """Give 1, 2, 4, ... below an end."""
    number = 1
    while number < end:
        yield number
        number *= 2


class _Search:
    """Replays of one exchange with requests left away, as many as there is time for."""

    def __init__(self, player: Player, wish: Wish, kind: Kind, until: float) -> None:
        self.player, self.wish, self.kind, self.until = player, wish, kind, until
        self.replays, self.first, self.fitting, self.anew = 0, True, False, False
        self.before: Sequence[Request] = ()

    def shortest(self, game: PlayedGame) -> PlayedGame | None:
        """Give the shortest replay found, None where the difference does not come back."""
        requests = game.requests[: breach_at(game, self.kind)]
        self.fitting = self._fit(requests)
        best = self.replayed(requests, first=False)
        self.first = _is_first(best or game, self.kind)
        best = self.rebuilt(game, best)
        if best is None:
            return None
        self.first = _is_first(best, self.kind)
        best = self._without_all(best)
        again = self.rebuilt(best, best)  # the table that few turns have led to may be one to begin by
        return best if again is None or again is best else self._without_all(again)

    def behind(self, earlier: Sequence[Request], *games: Sequence[Request]) -> PlayedGame | None:
        """Look for an exchange that begins by what was asked in an earlier game, few turns of it or all."""
        begin, turns = self.player.driving.units(earlier)
        if not begin:
            return None
        self.replays = 0
        for requests, kept in product(games, sorted({0, *_doubling(len(turns)), len(turns)})):
            if self.replays >= MOST_REPLAYS or time.monotonic() >= self.until:
                return None
            self.before = [*begin, *chain.from_iterable(turns[:kept])]
            shown = self.replayed(requests, first=False)
            if shown is not None:
                self.first = _is_first(shown, self.kind)
                return self._without_all(shown)
        return None

    def _without_all(self, best: PlayedGame) -> PlayedGame:
        """Leave away refusals, turns and requests, as many as can be."""
        best = self.last_turns(self.without_refused(best))
        return self.without_requests(self.without_turns(best))

    def _fit(self, requests: Sequence[Request]) -> bool:
        hello = self.player.hello
        return hello is None or fit(self.player.driving, requests, hello)

    def replayed(self, requests: Sequence[Request], *, first: bool) -> PlayedGame | None:
        """Make requests again, and give what was said if a difference of the kind is in it, as the first one.

        Those that no game has are not made, unless such ones were made in the game.
        """
        if self.fitting and not self._fit(requests):
            return None
        self.replays += 1
        try:
            shown = self.player.replay(requests, self.wish, in_full=False, anew=self.anew, before=self.before)
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

    def without_refused(self, best: PlayedGame) -> PlayedGame:
        """Leave away at once all that was refused before the last request."""
        decoder = msgspec.json.Decoder(self.player.driving.response)
        last = len(best.requests) - 1
        refused = {at for at, answer in enumerate(best.answers[:last]) if read_response(answer, decoder).refused}
        rest = [request for at, request in enumerate(best.requests) if at not in refused]
        return (self._shorter(best, rest) or best) if refused else best

    def last_turns(self, best: PlayedGame) -> PlayedGame:
        """Keep few turns, the last ones: 1, 2, 4, ..., where a program takes a deal these are often enough."""
        count = len(self._turns(best))
        for kept in _doubling(count // 2 + 1):
            shown = self._without(best, 0, count - kept)
            if shown is not None:
                return shown
        return best

    def without_turns(self, best: PlayedGame) -> PlayedGame:
        """Leave away turns, many in a row first, then few, again and again; the last one stays."""
        size = len(self._turns(best)) // 2
        while size > FEW:
            start = 0
            while start + size < len(self._turns(best)):
                shown = self._without(best, start, size)
                best, start = (best, start + size) if shown is None else (shown, start)
            size //= 2
        while (shown := self._few_less(best)) is not None:
            best = shown
        return best

    def _few_less(self, best: PlayedGame) -> PlayedGame | None:
        count = len(self._turns(best))
        for size in range(min(FEW, count // 2), 0, -1):
            for start in range(count - size):
                if (shown := self._without(best, start, size)) is not None:
                    return shown
        return None

    def _turns(self, best: PlayedGame) -> list[list[Request]]:
        return self.player.driving.units(best.requests)[1]

    def _without(self, best: PlayedGame, start: int, size: int) -> PlayedGame | None:
        """Leave away turns that stand in a row."""
        driving, hello = self.player.driving, self.player.hello
        assert hello is not None
        before, turns = driving.units(best.requests)
        rest = [*before, *chain.from_iterable((*turns[:start], *turns[start + size :]))]
        made = (self._shorter(best, requests) for requests in driving.mended(hello, rest))
        return next((shown for shown in made if shown is not None), None)

    def without_requests(self, best: PlayedGame) -> PlayedGame:
        """Leave away single requests from the end on, again and again; the first one stays."""
        before = None
        while best is not before:
            before = best
            for at in range(len(best.requests) - 1, 0, -1):
                best = self._shorter(best, [*best.requests[:at], *best.requests[at + 1 :]]) or best
        return best
