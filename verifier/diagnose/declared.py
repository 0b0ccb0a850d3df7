"""Whether logs would have no findings, or telling ones, if they were read otherwise or declared what was played."""

from collections.abc import Sequence
from functools import cached_property

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from models.clause import OUTSIDE
from models.declaration import Declaration, LogEvent
from models.game import Game
from models.reading import Reading
from verifier.diagnose.effort import Effort
from verifier.diagnose.evidence_logs import EvidenceLogs, KeptLog
from verifier.finding import Finding
from verifier.judge import judge

READ = 15  # units of effort: reading a line in another way and judging it, and as much for each finding
SAMPLE = 400  # lines of logs that are read in each way, to see in which there is less wrong
SMALL = 150  # lines that are read in two ways together
WIDE = 4  # ways of reading to which another one is added
Count = tuple[int, int]  # what cannot be read, and what is found wrong
NOTHING_WRONG: Count = (0, 0)
CountedReading = tuple[Count, Declaration]
LogToRead = tuple[str, list[LogEvent]]  # its path and events

_decode = msgspec.json.Decoder(dict[str, object]).decode


class DeclaredLogs(Struct, frozen=True):
    """Logs of one program as they are read, and what is supposed of them then that they do not declare."""

    logs: Sequence[KeptLog]
    reading: Reading
    declared: Declaration | None = None


def fitting_declarations(
    game: Game, own: DeclaredLogs, effort: Effort, declarations: Sequence[Declaration] | None = None
) -> tuple[tuple[Declaration, ...], int]:
    """Give the ways of reading under which no log has a finding, the shortest logs being asked first.

    Counted are games with findings that could not be asked, for the effort was spent.
    """
    alive = list(_declarations(game) if declarations is None else declarations)
    told, unasked = list[list[list[LogEvent]]](), 0
    for log in sorted(own.logs, key=lambda log: (not log.found, len(log.lines))):
        if effort.spent:
            unasked += log.count if log.found else 0
            continue
        events = _events(log)
        if events is None:
            return (), 0
        told = told or [[] for _ in alive]
        pairs = [(each, before, each.rewritten(events)) for each, before in zip(alive, told, strict=True)]
        pairs = [pair for pair in pairs if _found(pair[0], log.path, pair[2], own.reading, effort) == NOTHING_WRONG]
        alive, told = [pair[0] for pair in pairs], [[*pair[1], pair[2]] for pair in pairs]
        if not alive:
            break
    if not told:
        return (), 0
    fits = tuple(each for place, each in enumerate(alive) if each.answers or told[place] not in told[:place])
    return fits, unasked if fits else 0


def _declarations(game: Game) -> Sequence[Declaration]:
    return game.declarations() if game.declarations else ()


class TellingReadings:
    """Ways of reading in which less is wrong with some logs of a program, and two of them together.

    `ones` and `twos` give each with what cannot be read and what is found wrong in the logs of a sample, the least
    first; of two together less is found than of either alone.
    """

    def __init__(self, game: Game, own: DeclaredLogs, effort: Effort) -> None:
        self.own, self.declarations, self.effort = own, _declarations(game), effort
        self.sample = self._sampled(SAMPLE)
        self.usual = self._sum(None, self.sample)
        self.ones = self._less_wrong(self.declarations, self.usual, self.sample)

    @cached_property
    def twos(self) -> list[CountedReading]:
        """Two ways of reading together, in fewer lines."""
        found, small = dict[Count, Declaration](), self._sampled(SMALL)
        for _, one in self.ones[:WIDE]:
            others = [one.joined(other) for other in self.declarations if other is not one]
            for least, both in self._less_wrong(others, self._sum(one, small), small):
                found.setdefault(least, both)
        return sorted(found.items(), key=lambda pair: pair[0])

    def _sampled(self, most: int) -> list[LogToRead]:
        sample, lines = list[LogToRead](), 0
        for log in sorted(self.own.logs, key=lambda log: (not log.found, len(log.lines))):
            events = _events(log) if not sample or lines + len(log.lines) <= most else None
            if events is not None:
                sample.append((log.path, events))
                lines += len(log.lines)
        return sample

    def _less_wrong(
        self, declarations: Sequence[Declaration], than: Count, sample: Sequence[LogToRead]
    ) -> list[CountedReading]:
        counts: dict[Count, Declaration] = {}
        for each in declarations:
            if not self.effort.spent:
                counts.setdefault(self._sum(each, sample), each)
        return [(count, counts[count]) for count in sorted(counts) if count < than]

    def _sum(self, declared: Declaration | None, sample: Sequence[LogToRead]) -> Count:
        logs = ((path, declared.rewritten(own) if declared else own) for path, own in sample)
        found = [_found(declared, path, own, self.own.reading, self.effort) for path, own in logs]
        return sum(count[0] for count in found), sum(count[1] for count in found)


def much_less(count: Count, usual: Count) -> bool:
    """Tell whether less cannot be read, or half of what is found wrong is not."""
    return count[0] < usual[0] or (count < usual and 2 * count[1] <= usual[1])


def read_logs(declared: Declaration, own: DeclaredLogs, effort: Effort) -> DeclaredLogs | None:
    """Read all logs in another way, None where that is too much; what cannot be read as JSON stays as it is."""
    work = READ * sum(len(log.lines) for log in own.logs)
    if 2 * work > effort.left:
        return None
    effort.spend(work)
    reading = _reading(declared, own.reading)
    logs = EvidenceLogs()
    for log in own.logs:
        events = _events(log)
        lines = log.lines if events is None else _lines(declared.rewritten(events)) or log.lines
        for _ in logs.judge(log.path, [lines], reading, copies=log.copies):
            pass
    return DeclaredLogs(logs.logs, reading, declared)


def _events(log: KeptLog) -> list[LogEvent] | None:
    try:
        return [_decode(line) for line in log.lines if line.strip()]
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _lines(events: Sequence[LogEvent]) -> list[bytes] | None:
    """Write events, None where a number is too large to be written again."""
    try:
        return [msgspec.json.encode(event) + b"\n" for event in events]
    except (OverflowError, ValueError):
        return None


def _reading(declared: Declaration | None, reading: Reading) -> Reading:
    return replace(reading, answers=reading.answers | declared.answers) if declared else reading


def _found(
    declared: Declaration | None, path: str, events: Sequence[LogEvent], reading: Reading, effort: Effort
) -> Count:
    """Count what cannot be read and what is found wrong; a way of reading that changes nothing finds all wrong."""
    read, lines = _reading(declared, reading), _lines(events)
    if lines is None or (declared and declared.answers and read.answers == reading.answers):
        return 1, 0
    found = [each for each in judge(path, [lines], read) if isinstance(each, Finding) and each.kind != OUTSIDE]
    effort.spend(READ * (len(events) + len(found)))
    unread = sum(each.kind == "unreadable" for each in found)
    return unread, len(found) - unread
