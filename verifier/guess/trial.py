"""How well a proposed mapping reads the records: they are judged with it."""

from collections.abc import Callable, Iterator
from functools import partial

import msgspec
from msgspec import Struct

from models.reading import Reading
from verifier.finding import Finding, Verdict
from verifier.foreign import judge_foreign
from verifier.guess.draft import Draft
from verifier.infer.inferred import How
from verifier.infer.logs import judge_inferring
from verifier.judge import judge
from verifier.source import SourceLimits

ENOUGH = 400  # findings in a record by which it is clear how well it is read
PATIENCE = 10.0  # seconds for each record with missing facts
MOST = 8  # records that a proposal is tried on


class TrialResult(Struct, frozen=True):
    """What became of the records, and that in words; `at_start` is a clause that is broken before the first turn."""

    unreadable: int
    turns: int
    findings: int
    told: tuple[str, ...] = ()
    at_start: str = ""

    @property
    def rank(self) -> tuple[int, int, int]:
        """Give what tells a better result, by which comes first."""
        return self.unreadable, -self.turns, self.findings


def tried(
    draft: Draft,
    records: list[tuple[str, bytes]],
    limits: SourceLimits,
    by: Callable[..., Iterator[Finding | Verdict]] = judge,
) -> TrialResult:
    """Judge the records with a mapping; `by` is who judges."""
    unreadable = turns = findings = 0
    told = []
    at_start = ""
    try:
        mapping = draft.mapping()
    except msgspec.ValidationError as wrong:
        return TrialResult(len(records), 0, 0, (str(wrong),))
    for path, text in records[:MOST]:
        why, before = "", findings
        for result in judge_foreign(
            path, text[: 1 << 16], [text], limits, Reading(), dialect=draft.dialect, mapping=mapping, by=by
        ):
            if isinstance(result, Verdict):
                unreadable += bool(why) or result.outcome == "unreadable"
                turns += result.turns
                told.append(f"{path}: {_counted(result.turns, 'turn')}, " + (why or _found(result)))
            elif isinstance(result, Finding):
                findings += 1
                if result.turn is None and result.kind == "breach":
                    at_start = at_start or result.clause
                if findings - before >= ENOUGH:
                    told.append(f"{path}: not read to its end, as it has {ENOUGH} findings before")
                    break
                if result.kind == "unreadable":
                    why = why or f"line {result.line}: {result.fault.message}"
    return TrialResult(unreadable, turns, findings, tuple(told), at_start)


def inferred(draft: Draft, records: list[tuple[str, bytes]], limits: SourceLimits) -> TrialResult:
    """Judge the records with a mapping as `cloverproof validate` does: facts that are missing are inferred."""
    return tried(draft, records, limits, partial(judge_inferring, how=How(seconds=PATIENCE)))


def _found(verdict: Verdict) -> str:
    return f"{verdict.outcome}, {_counted(verdict.findings, 'finding')}"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
