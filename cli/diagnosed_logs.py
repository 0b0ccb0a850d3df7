"""What logs that were judged look like: they are read again, as far as they are files."""

import os
from collections.abc import Callable, Iterator

import msgspec

from cli.validate_logs import ValidateRequest
from reports.diagnose import diagnosis_row, diagnosis_text
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
    text = "\n".join(diagnosis_text(one, order.paint) for one in found)
    return f"{text}\n".encode("utf-8", "backslashreplace") if text else b""


def diagnosed(tally: VerdictCounts, judged: Callable[[str, By], Iterator[Finding | Verdict]]) -> list[Diagnosis]:
    """Diagnose some of the logs that were judged; standard input cannot be read again."""
    logs = EvidenceLogs(most_bytes=MOST_BYTES)
    for path in map(os.fsdecode, (*tally.wrong, *tally.right[:RIGHT])):
        for _ in judged(path, logs.judge) if path != "-" else ():
            pass
    return diagnoses(logs.logs, logs.reading, strict=logs.strict, left_out=logs.left_out, most=MOST_WORK)
