"""Whether logs would have no findings if they were read in another way, or declared what was played."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from models.clause import OUTSIDE
from models.declaration import Declaration, LogEvent
from models.game import Game
from models.reading import Reading
from verifier.diagnose.evidence_logs import KeptLog
from verifier.finding import Finding
from verifier.judge import judge

MOST_LINES = 50_000  # of logs that are read in another way
_decode = msgspec.json.Decoder(dict[str, object]).decode


def fitting_declarations(game: Game, logs: Sequence[KeptLog], reading: Reading) -> tuple[Declaration, ...]:
    """Give the ways of reading under which no log has a finding, the shortest logs being asked first."""
    asked = sorted(logs, key=lambda log: (not log.found, len(log.lines)))
    if not asked or sum(len(log.lines) for log in asked) > MOST_LINES or not game.declarations:
        return ()
    try:
        events = [[_decode(line) for line in log.lines if line.strip()] for log in asked]
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return ()
    found: list[Declaration] = []
    same = [events]
    for each in game.declarations():
        told = [each.rewritten(of_log) for of_log in events]
        if told in same and not each.answers:
            continue  # it changes nothing, or the same as another one
        if all(_conforms(each, log.path, of_log, reading) for log, of_log in zip(asked, told, strict=True)):
            found.append(each)
            same.append(told)
    return tuple(found)


def _conforms(declared: Declaration, path: str, events: Sequence[LogEvent], reading: Reading) -> bool:
    read = replace(reading, answers=reading.answers | declared.answers)
    if read.answers == reading.answers and declared.answers:
        return False
    lines = [msgspec.json.encode(event) + b"\n" for event in events]
    results = judge(path, [lines], read)
    return not any(isinstance(result, Finding) and result.kind != OUTSIDE for result in results)
