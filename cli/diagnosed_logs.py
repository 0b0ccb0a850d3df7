"""What logs that were judged look like: they are read again, as far as they are files."""

import os
from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from cli.validate_logs import ValidateRequest
from reports.diagnose import diagnosis_texts
from reports.diagnosis_rows import diagnosis_row
from verifier.diagnose.diagnosis import Diagnosis
from verifier.diagnose.evidence_logs import EvidenceLogs
from verifier.diagnose.program import diagnoses
from verifier.finding import Finding, Verdict
from verifier.verdict_counts import VerdictCounts

RIGHT = 20  # logs that conform which are asked as well
MOST_BYTES, MOST_WORK = 1 << 20, 2_000_000  # what is looked at, so that it takes about a second
By = Callable[..., Iterator[Finding | Verdict]]


def diagnosis_of(tally: VerdictCounts, order: ValidateRequest) -> bytes:
    """Say what the logs look like, before the sum of `validate`."""
    found = diagnosed(tally, order.judged)
    if order.as_json:
        return b"".join(msgspec.json.encode(diagnosis_row(one)) + b"\n" for one in found)
    text = "\n".join(diagnosis_texts(found, order.paint))
    return f"{text}\n".encode("utf-8", "backslashreplace") if text else b""


def diagnosed(tally: VerdictCounts, judged: Callable[[str, By], Iterator[Finding | Verdict]]) -> list[Diagnosis]:
    """Diagnose some of the logs that were judged; standard input cannot be read again.

    Of logs that break no rule, for they cannot be read, only what explains that is told.
    """
    logs = EvidenceLogs(most_bytes=MOST_BYTES)
    both = [path for path in tally.right if path not in tally.wrong]  # a file may hold games of both sorts
    right = partial(logs.judge, conforms=True)
    for paths, by in ((tally.wrong, logs.judge), (both[:RIGHT], right)):
        for path in map(os.fsdecode, paths):
            for _ in judged(path, by) if path != "-" else ():
                pass
    found = diagnoses(logs, MOST_WORK)
    return [each for each in found if tally.breaking or each.sets or each.declared or each.read_as]
