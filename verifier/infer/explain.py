"""Decide about a record: a legal game explains it, or lines and clauses of it contradict each other."""

import time
from collections.abc import Sequence
from dataclasses import replace

from models.partial_log import PartialLog
from verifier.infer.conflict import conflict
from verifier.infer.decide import Consistent, Impossible, Outcome, Undecided, consistent, played, possible
from verifier.infer.sat import Clock, OutOfTime, TooMuchToAsk

AT_ONCE = 1.0  # seconds of the processor
FEW_GAMES, MANY_GAMES = 6, 60  # played before and after it is asked whether any table can lie behind the gaps


def decide_record(record: PartialLog, lines: Sequence[int], clock: Clock) -> Outcome:
    """Decide about a record; `lines` are those of its events, the header left out."""
    alone: int | None = None
    try:
        if not lines:
            return consistent(record, 0, clock) or Undecided("the record holds nothing")
        easy = played(record, clock, FEW_GAMES)
        if easy is not None:
            return _with_facts(record, lines[-1], easy)
        for loose in record.loosened():
            if not possible(loose, lines[-1], clock):
                return conflict(loose, _first_impossible(loose, lines, clock), clock)
        alone = _impossible_alone(record, lines[-1], clock)
        if alone is None and (not record.open_ended or possible(record, lines[-1], clock)):
            harder = played(record, clock, MANY_GAMES)
            if harder is not None:
                return _with_facts(record, lines[-1], harder)
            answer = consistent(record, lines[-1], clock)
            if answer is not None:
                return answer
            if record.open_ended:
                return Undecided(
                    f"no legal game was found with up to {record.lengths[-1]} turns in a gap of unknown length"
                )
    except TooMuchToAsk:
        return Undecided(
            f"after {clock.passed:.0f} s there is too much to ask: too many facts are missing", hopeless=True
        )
    except OutOfTime:
        return Undecided(f"the time is over after {clock.passed:.0f} s")
    at, located = lines[-1], False
    try:
        at, located = _first_impossible(record, lines, clock), True
        return conflict(record, at, clock, alone=alone if at == lines[-1] else None)
    except OutOfTime as over:
        return Impossible(at, None, (), (), False, located, too_large=isinstance(over, TooMuchToAsk))


def _with_facts(record: PartialLog, line: int, game: Consistent) -> Consistent:
    """Tell what is forced too, where that is found at once: a game that was played shows one way alone."""
    if record.open_ended:
        return game
    try:
        told = consistent(record, line, Clock(AT_ONCE, time.thread_time))
    except OutOfTime:
        return game
    return replace(game, found=told.found) if isinstance(told, Consistent) else game


def _impossible_alone(record: PartialLog, line: int, clock: Clock) -> int | None:
    """Give the line from which on a record with a gap of unknown length contradicts itself whatever was before.

    Only the last one is tried, which is asked fastest.
    """
    starts = record.window_starts(line) if record.open_ended else ()
    return starts[0] if starts and not possible(record, line, clock, starts[0]) else None


def _first_impossible(record: PartialLog, lines: Sequence[int], clock: Clock) -> int:
    """Find the line up to which no game explains the record though one does up to the line before."""
    low, high = 0, len(lines) - 1
    if record.open_ended and high:  # most often the result
        if possible(record, lines[high - 1], clock):
            return lines[high]
        high -= 1
    while low < high:
        middle = (low + high) // 2
        if possible(record, lines[middle], clock):
            low = middle + 1
        else:
            high = middle
    return lines[high]
