"""Cut a log down to the shortest one that still shows a breach."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from models.reading import Reading
from verifier.finding import Finding, Verdict
from verifier.judge import judge

MOST_LINES = 20_000  # of a log that is cut down
MOST_WORK = 6_000_000  # lines judged for one kind of breach, some seconds
FINDING = 15  # lines that take as long to judge as a finding takes to tell
SLICING = 20  # lines that are put together anew while one is judged
BLOCK = 128  # lines that are judged before a finding among them is told
KEEP = ("event",)

Event = dict[str, object]
Line = tuple[Event, bytes]


class Cut(Struct, frozen=True):
    """A shortest log: its events, how many there were, whether work ran out before it was known to be shortest."""

    events: list[Event]
    before: int
    trials: int
    cut_short: bool

    @property
    def text(self) -> str:
        """The log, one event a line."""
        return "".join(f"{_written(event)}\n" for event in self.events)


class _Enough(Exception):
    """The work ran out."""


class _Cutter:
    """Tries shorter logs, and keeps the shortest that still shows the breach and nothing that was not there before."""

    def __init__(self, clause: str, kind: str, reading: Reading, strict: bool) -> None:
        self.wanted, self.reading, self.strict = (clause, kind), reading, strict
        self.allowed: set[tuple[str, str]] = set()
        self.trials = self.work = 0
        self.most = MOST_WORK

    def found(self, lines: Sequence[Line]) -> set[tuple[str, str]]:
        """Give the kinds of breach that events show."""
        return {(each.clause, each.kind) for each in self._judged(lines)}

    def shows(self, lines: Sequence[Line]) -> bool:
        """Tell whether a shorter log shows the breach, and nothing that may not be. Raises _Enough."""
        if self.work >= self.most:
            raise _Enough
        self.trials += 1
        seen = False
        for each in self._judged(lines):
            self.work += FINDING
            if (each.clause, each.kind) not in self.allowed:
                self.work += each.line or 0
                return False
            seen = seen or (each.clause, each.kind) == self.wanted
        self.work += len(lines)
        return seen

    def _judged(self, lines: Sequence[Line]) -> Iterator[Finding]:
        self.work += len(lines) // SLICING
        blocks = ([text for _, text in lines[at : at + BLOCK]] for at in range(0, len(lines), BLOCK))
        results = judge("log", blocks, self.reading, strict=self.strict)
        return (each for each in results if isinstance(each, Finding))


def minimize(lines: Sequence[bytes], clause: str, kind: str, reading: Reading, *, strict: bool = False) -> Cut | None:
    """Cut the lines of a game, up to the one that shows the breach; None where they do not show it by themselves.

    Delta debugging (Zeller and Hildebrandt, 2002): ever fewer events side by side are left out wherever they can be,
    until no event and no few side by side can go (turns can often only go in rounds), then keys that nothing hangs on.
    Breaches of other kinds that are not in the given lines never come in; those that are go wherever they can.
    """
    events = [event for line in lines if (event := _object(line)) is not None]
    cutter = _Cutter(clause, kind, reading, strict)
    whole = [_line(event) for event in events]
    cutter.allowed = cutter.found(whole)
    if cutter.wanted not in cutter.allowed or any(each[1] == "unreadable" for each in cutter.allowed):
        return None
    best, cut_short = whole, False
    try:
        for smaller in _smaller(whole, cutter):
            best = smaller
    except _Enough:
        cut_short = True
    return Cut([event for event, _ in best], len(events), cutter.trials, cut_short)


def _smaller(lines: list[Line], cutter: _Cutter) -> Iterator[list[Line]]:
    """Give ever smaller logs: the breach by itself if that can be had, else with those that came with it."""
    before, cutter.allowed, cutter.most = cutter.allowed, {cutter.wanted}, MOST_WORK // 2
    found = lines
    try:
        for found in _thinned(lines, cutter):
            yield found
        alone = cutter.shows(found)
    except _Enough:
        if found is not lines:
            raise
        alone = False
    cutter.most = MOST_WORK
    if not alone:
        cutter.allowed = before
        for found in _thinned(lines, cutter):
            yield found
    for step in (_windowed, _stripped):
        for smaller in step(found, cutter):
            found = smaller
            yield found


def _thinned(lines: list[Line], cutter: _Cutter) -> Iterator[list[Line]]:
    found = lines
    for step in (_bared, _swept):
        for smaller in step(found, cutter):
            found = smaller
            yield found


def _bared(lines: list[Line], cutter: _Cutter) -> Iterator[list[Line]]:
    """Leave out what was shown after each event, where the breach does not hang on it: fewer events hang together."""
    for keys in (("pile", "middle", "out"), ("pile", "middle"), ("pile",), ("middle",)):
        bare = [_line({key: value for key, value in event.items() if key not in keys}) for event, _ in lines]
        if bare != lines and cutter.shows(bare):
            yield bare
            return


def _sizes(most: int) -> list[int]:
    """Give how many events are left out at a time: powers of two and three times those, for rounds of any players."""
    powers = [1 << power for power in range(most.bit_length())]
    return sorted({size for power in powers for size in (power, 3 * power) if size <= most}, reverse=True)


def _swept(lines: list[Line], cutter: _Cutter) -> Iterator[list[Line]]:
    """Leave out ever fewer events side by side behind the header, wherever they can go."""
    found = lines
    for size in _sizes(len(lines) // 2):
        for smaller in _left_out(found, size, size, cutter):
            found = smaller
            yield found


def _left_out(lines: list[Line], size: int, step: int, cutter: _Cutter) -> Iterator[list[Line]]:
    found, start = lines, 1
    while start + size <= len(found):
        fewer = found[:start] + found[start + size :]
        if cutter.shows(fewer):
            found = fewer
            yield found
        else:
            start += step


def _windowed(lines: list[Line], cutter: _Cutter) -> Iterator[list[Line]]:
    """Leave out any few events that stand side by side, until none can go."""
    found, going = lines, True
    while going:
        going = False
        for size in _sizes(8):
            for smaller in _left_out(found, size, 1, cutter):
                found, going = smaller, True
                yield found


def _stripped(lines: list[Line], cutter: _Cutter) -> Iterator[list[Line]]:
    """Leave out the keys of single events that nothing hangs on."""
    found = lines
    for place in range(1, len(found)):
        for key in [key for key in found[place][0] if key not in KEEP]:
            event = {other: value for other, value in found[place][0].items() if other != key}
            fewer = [*found[:place], _line(event), *found[place + 1 :]]
            if cutter.shows(fewer):
                found = fewer
                yield found


def _line(event: Event) -> Line:
    return event, _written(event).encode("utf-8", "replace")


def _written(event: Event) -> str:
    return json.dumps(event, separators=(",", ":"), ensure_ascii=False)


class _Found(Exception):
    """The breach was found."""


def lines_showing(
    game: int,
    clause: str,
    kind: str,
    judging: Callable[[Callable[..., Iterator[Finding | Verdict]]], Iterator[Finding | Verdict]],
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

    def by(
        path: str, blocks: Iterable[Sequence[bytes]], reading: Reading, *, strict: bool = False
    ) -> Iterator[Finding | Verdict]:
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
