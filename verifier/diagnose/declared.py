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

_decode = msgspec.json.Decoder(dict[str, object]).decode


def fitting_declarations(game: Game, logs: Sequence[KeptLog], reading: Reading) -> tuple[Declaration, ...]:
    """Give the ways of reading under which no log has a finding, the shortest logs being asked first."""
    if not game.declarations:
        return ()
    alive, told = list(game.declarations()), list[list[list[LogEvent]]]()
    for log in sorted(logs, key=lambda log: (not log.found, len(log.lines))):
        try:
            events = [_decode(line) for line in log.lines if line.strip()]
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return ()
        told = told or [[] for _ in alive]
        pairs = [(each, before, each.rewritten(events)) for each, before in zip(alive, told, strict=True)]
        pairs = [pair for pair in pairs if _conforms(pair[0], log.path, pair[2], reading)]
        alive, told = [pair[0] for pair in pairs], [[*pair[1], pair[2]] for pair in pairs]
        if not alive:
            break
    return tuple(each for place, each in enumerate(alive) if each.answers or told[place] not in told[:place])


def _conforms(declared: Declaration, path: str, events: Sequence[LogEvent], reading: Reading) -> bool:
    read = replace(reading, answers=reading.answers | declared.answers)
    if read.answers == reading.answers and declared.answers:
        return False
    try:
        lines = [msgspec.json.encode(event) + b"\n" for event in events]
    except (OverflowError, ValueError):
        return False  # a number that is too large to be written again
    results = judge(path, [lines], read)
    return not any(isinstance(result, Finding) and result.kind != OUTSIDE for result in results)
