"""Whether logs would have no findings, or telling ones, if they were read otherwise or declared what was played."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from models.clause import OUTSIDE
from models.declaration import Declaration, LogEvent
from models.game import Game
from models.reading import Reading
from verifier.diagnose.evidence_logs import EvidenceLogs, KeptLog
from verifier.finding import Finding
from verifier.judge import judge

SAMPLE = 400  # lines of logs that are read in each way, to see in which there is less wrong
MOST = 2  # ways of reading in which mistakes are sought
Count = tuple[int, int]  # what cannot be read, and what is found wrong

_decode = msgspec.json.Decoder(dict[str, object]).decode


class DeclaredLogs(Struct, frozen=True):
    """Logs of one program as they are read, and what is supposed of them then that they do not declare."""

    logs: Sequence[KeptLog]
    reading: Reading
    declared: Declaration | None = None


def fitting_declarations(game: Game, own: DeclaredLogs) -> tuple[Declaration, ...]:
    """Give the ways of reading under which no log has a finding, the shortest logs being asked first."""
    alive = list(game.declarations()) if game.declarations else []
    told = list[list[list[LogEvent]]]()
    for log in sorted(own.logs, key=lambda log: (not log.found, len(log.lines))):
        events = _events(log)
        if events is None:
            return ()
        told = told or [[] for _ in alive]
        pairs = [(each, before, each.rewritten(events)) for each, before in zip(alive, told, strict=True)]
        pairs = [pair for pair in pairs if _found(pair[0], log.path, pair[2], own.reading) == (0, 0)]
        alive, told = [pair[0] for pair in pairs], [[*pair[1], pair[2]] for pair in pairs]
        if not alive:
            break
    return tuple(each for place, each in enumerate(alive) if each.answers or told[place] not in told[:place])


def telling_declarations(game: Game, own: DeclaredLogs) -> list[DeclaredLogs]:
    """Give logs as they are read in the ways in which much less is wrong with them, the least first."""
    sample, lines = list[tuple[str, list[LogEvent]]](), 0
    for log in sorted(own.logs, key=lambda log: (not log.found, len(log.lines))):
        events = _events(log) if not sample or lines + len(log.lines) <= SAMPLE else None
        if events is not None:
            sample.append((log.path, events))
            lines += len(log.lines)
    usual = _sum(None, sample, own.reading)
    counts: dict[Count, Declaration] = {}
    for each in game.declarations() if game.declarations else ():
        counts.setdefault(_sum(each, sample, own.reading), each)
    better = [count for count in sorted(counts) if _much_less(count, usual)]
    return [_read(counts[count], own) for count in better[:MOST]]


def _much_less(count: Count, usual: Count) -> bool:
    return count[0] < usual[0] or (count[0] == usual[0] and 2 * count[1] <= usual[1])


def _sum(declared: Declaration | None, sample: Sequence[tuple[str, list[LogEvent]]], reading: Reading) -> Count:
    found = [_found(declared, path, declared.rewritten(own) if declared else own, reading) for path, own in sample]
    return sum(count[0] for count in found), sum(count[1] for count in found)


def _read(declared: Declaration, own: DeclaredLogs) -> DeclaredLogs:
    """Read all logs in another way; what cannot be read as JSON stays as it is."""
    reading = _reading(declared, own.reading)
    logs = EvidenceLogs()
    for log in own.logs:
        events = _events(log)
        lines = log.lines if events is None else _lines(declared.rewritten(events)) or log.lines
        for _ in logs.judge(log.path, [lines], reading):
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


def _found(declared: Declaration | None, path: str, events: Sequence[LogEvent], reading: Reading) -> Count:
    """Count what cannot be read and what is found wrong; a way of reading that changes nothing finds all wrong."""
    read, lines = _reading(declared, reading), _lines(events)
    if lines is None or (declared and declared.answers and read.answers == reading.answers):
        return 1, 0
    found = [each for each in judge(path, [lines], read) if isinstance(each, Finding) and each.kind != OUTSIDE]
    unread = sum(each.kind == "unreadable" for each in found)
    return unread, len(found) - unread
