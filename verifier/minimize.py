"""Cut a log down to the shortest one that still shows a breach."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from models.game import Reading
from verifier.judge import Finding, Verdict, judge

MOST_TRIALS = 6000
MOST_LINES = 20_000  # of a log that is cut down
WINDOWS = (8, 6, 4, 3, 2, 1)  # events side by side that are tried to be left out together, in the end
KEEP = ("event",)

Event = dict[str, Any]


class Cut(Struct, frozen=True):
    """A shortest log: its events, how many there were, whether trials ran out before it was known to be shortest."""

    events: list[Event]
    before: int
    trials: int
    cut_short: bool

    @property
    def text(self) -> str:
        """The log, one event a line."""
        return "".join(json.dumps(event, separators=(",", ":"), ensure_ascii=False) + "\n" for event in self.events)


class _Enough(Exception):
    """The trials ran out."""


class _Cutter:
    """Tries shorter logs, and keeps the shortest that still shows the breach and nothing that was not there before."""

    def __init__(self, clause: str, kind: str, reading: Reading, strict: bool) -> None:
        self.wanted, self.reading, self.strict = (clause, kind), reading, strict
        self.allowed: set[tuple[str, str]] = set()
        self.trials = 0
        self.written: dict[int, tuple[Event, bytes]] = {}  # by identity; the event is kept, so that it stays unique

    def lines(self, events: Sequence[Event]) -> list[bytes]:
        """Write events, each but once: trials share most of them."""
        for event in events:
            if id(event) not in self.written:
                text = json.dumps(event, separators=(",", ":"), ensure_ascii=False)
                self.written[id(event)] = event, text.encode("utf-8", "replace")
        return [self.written[id(event)][1] for event in events]

    def found(self, events: Sequence[Event]) -> set[tuple[str, str]]:
        """Give the kinds of breach that events show."""
        results = judge("log", [self.lines(events)], self.reading, strict=self.strict)
        return {(each.clause, each.kind) for each in results if isinstance(each, Finding)}

    def shows(self, events: Sequence[Event]) -> bool:
        """Tell whether a shorter log shows the breach, and nothing that may not be. Raises _Enough."""
        if self.trials >= MOST_TRIALS:
            raise _Enough
        self.trials += 1
        seen = False
        for each in judge("log", [self.lines(events)], self.reading, strict=self.strict):
            if isinstance(each, Finding):
                if (each.clause, each.kind) not in self.allowed:
                    return False
                seen = seen or (each.clause, each.kind) == self.wanted
        return seen


def minimize(lines: Sequence[bytes], clause: str, kind: str, reading: Reading, *, strict: bool = False) -> Cut | None:
    """Cut the lines of a game, up to the one that shows the breach; None where they do not show it by themselves.

    Delta debugging (Zeller and Hildebrandt, 2002) over the events, then over windows of events that stand side by side,
    for turns can often only be left out in rounds, then over the keys that nothing hangs on. Breaches of other kinds
    that are not in the given lines never come in; those that are go wherever they can.
    """
    events = [event for line in lines if (event := _object(line)) is not None]
    cutter = _Cutter(clause, kind, reading, strict)
    cutter.allowed = cutter.found(events)
    if cutter.wanted not in cutter.allowed or any(each[1] == "unreadable" for each in cutter.allowed):
        return None
    best, cut_short = list(events), False
    try:
        for smaller in _smaller(best, cutter):
            best = smaller
    except _Enough:
        cut_short = True
    return Cut(best, len(events), cutter.trials, cut_short)


def _smaller(events: list[Event], cutter: _Cutter) -> Iterator[list[Event]]:
    """Give ever smaller logs: the breach by itself if that can be had, else with those that came with it."""
    for allowed in ({cutter.wanted}, cutter.allowed):
        cutter.allowed, found = allowed, events
        for smaller in _halved_bare(events, cutter):
            found = smaller
            yield found
        if not cutter.shows(found):
            continue
        for step in (_windowed, _stripped):
            for smaller in step(found, cutter):
                found = smaller
                yield found
        return


def _halved_bare(events: list[Event], cutter: _Cutter) -> Iterator[list[Event]]:
    found = events
    for step in (_bared, _halved):
        for smaller in step(found, cutter):
            found = smaller
            yield found


def _bared(events: list[Event], cutter: _Cutter) -> Iterator[list[Event]]:
    """Leave out what was shown after each event, where the breach does not hang on it: fewer events hang together."""
    for keys in (("pile", "middle", "out"), ("pile", "middle"), ("pile",), ("middle",)):
        bare = [{key: value for key, value in event.items() if key not in keys} for event in events]
        if bare != events and cutter.shows(bare):
            yield bare
            return


def _halved(events: list[Event], cutter: _Cutter) -> Iterator[list[Event]]:
    """Leave out ever smaller parts of the events behind the header."""
    head, rest, parts = events[:1], events[1:], 2
    while len(rest) > 1:
        size = -(-len(rest) // parts)
        for start in range(0, len(rest), size):
            fewer = rest[:start] + rest[start + size :]
            if cutter.shows(head + fewer):
                rest, parts = fewer, max(2, parts - 1)
                yield head + rest
                break
        else:
            if size == 1:
                return
            parts = min(len(rest), parts * 2)


def _windowed(events: list[Event], cutter: _Cutter) -> Iterator[list[Event]]:
    """Leave out any events that stand side by side, until none can go."""
    found = events
    going = True
    while going:
        going = False
        for size in WINDOWS:
            start = 1
            while start + size <= len(found):
                fewer = found[:start] + found[start + size :]
                if cutter.shows(fewer):
                    found, going = fewer, True
                    yield found
                else:
                    start += 1


def _stripped(events: list[Event], cutter: _Cutter) -> Iterator[list[Event]]:
    """Leave out the keys of single events that nothing hangs on."""
    found = events
    for place in range(1, len(found)):
        for key in [key for key in found[place] if key not in KEEP]:
            event = {other: value for other, value in found[place].items() if other != key}
            fewer = [*found[:place], event, *found[place + 1 :]]
            if cutter.shows(fewer):
                found = fewer
                yield found


class _Found(Exception):
    """The breach was found."""


def lines_showing(
    game: int, clause: str, kind: str, judging: Callable[[Callable[..., Any]], Iterator[Finding | Verdict]]
) -> tuple[list[bytes], int]:
    """Give the lines of a log, in our form, up to the first that shows a kind of breach in one of its games.

    `judging` judges the log by the function it is given in the place of `judge`. With the lines comes how many stand
    before that game. There are none where the log does not show the breach any more, or is too long.
    """
    lines: list[bytes] = []
    ends = [0]

    def passing(blocks: Iterable[Sequence[bytes]]) -> Iterator[Sequence[bytes]]:
        for block in blocks:
            lines.extend(block)
            if len(lines) > MOST_LINES:
                return
            yield block

    def by(path: str, blocks: Iterable[Sequence[bytes]], reading: Reading, *, strict: bool = False) -> Iterator[Any]:
        for result in judge(path, passing(blocks), reading, strict=strict, watch=lambda _, last: ends.append(last)):
            if isinstance(result, Finding) and (result.game, result.clause, result.kind) == (game, clause, kind):
                del lines[result.line or 0 :]
                raise _Found
            yield result

    try:
        for _ in judging(by):
            pass
    except _Found:
        return lines, ends[-1]
    return [], 0


def _object(line: bytes) -> Event | None:
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return event if isinstance(event, dict) else None
