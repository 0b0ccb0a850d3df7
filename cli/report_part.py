"""What a process does with a batch of logs for `report`, and what it gives back."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from models.reading import Reading
from reports.report.options import ReportOptions
from reports.rows import finding_row, log_row, note_rows
from reports.style import readable
from verifier.cluster import VerdictRow
from verifier.evidence.collect import gather_log, unread
from verifier.evidence.totals import EvidenceTotals, stored
from verifier.find_logs import Found
from verifier.finding import Finding, Verdict
from verifier.logs import JudgingOptions
from verifier.source import SourceLimits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

    from verifier.infer.inferred import How
    from verifier.mapping import Mapping

SPILL = 1 << 20  # bytes of rows that one process keeps in memory
Work = tuple[Found, bytes]


class ReportRequest(Struct, frozen=True):
    """What is to be done with each log, the same in every process."""

    options: ReportOptions
    reading: Reading
    limits: SourceLimits
    mapping: "Mapping | None" = None
    rows: bool = False
    verdicts: bool = False
    spills: str = ""

    @property
    def how(self) -> "How | None":
        """How facts that are missing are inferred, None where they are not."""
        if self.options.infer is False:
            return None
        from cli.inferring import how_to_infer

        return how_to_infer(self.options.seconds, always=self.options.infer is True)

    @property
    def judging(self) -> JudgingOptions:
        """How logs are read and judged."""
        return JudgingOptions(
            reading=self.reading,
            limits=self.limits,
            strict=self.options.strict,
            dialect=self.options.dialect,
            mapping=self.mapping,
        )


class BatchResult(Struct):
    """What one process gives back of a batch: small, but for the rows, which may be left in a file."""

    keys: list[bytes]
    evidence: bytes
    logs: int
    rows: bytes = b""
    spilled: str = ""
    verdicts: list[VerdictRow] = []


class Batch(Struct, frozen=True):
    """Judge a batch of logs, in whatever process."""

    order: ReportRequest

    def __call__(self, work: list[Work]) -> BatchResult:
        evidence, order = EvidenceTotals(), self.order
        part = BatchResult([key for _, key in work], b"", len(work))
        texts, size, spill = [], 0, None
        for found, _ in work:
            for result in _results(found, order, evidence):
                if order.verdicts and isinstance(result, Verdict):
                    part.verdicts.append(_verdict(result))
                if not order.rows:
                    continue
                rows = (
                    [finding_row(result)]
                    if isinstance(result, Finding)
                    else [*note_rows(result), log_row(result, timed=False)]
                )
                texts += [msgspec.json.encode(row) + b"\n" for row in rows]
                size += sum(map(len, texts[-len(rows) :]))
                if size > SPILL and order.spills:
                    spill = spill or _spill(order.spills, part)
                    spill.write(b"".join(texts))
                    texts, size = [], 0
        if spill is not None:
            spill.close()
        part.rows, part.evidence = b"".join(texts), stored(evidence)
        return part


def _results(found: Found, order: ReportRequest, evidence: EvidenceTotals) -> Iterator[Finding | Verdict]:
    if isinstance(found, tuple):
        return unread(*found, evidence)
    return gather_log(found, order.judging, evidence, order.how)


def _spill(folder: str, part: BatchResult) -> "IO[bytes]":
    import tempfile

    spill = tempfile.NamedTemporaryFile(dir=folder, delete=False)  # noqa: SIM115
    part.spilled = spill.name
    return spill


def _verdict(verdict: Verdict) -> VerdictRow:
    return (
        readable(verdict.path),
        verdict.game,
        verdict.outcome,
        verdict.finished,
        verdict.turns,
        verdict.findings,
        verdict.valid_lines,
    )
