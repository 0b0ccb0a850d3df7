"""Reports on logs as JSON Lines: the lines of `cloverproof validate --format json` first, then what they sum up to."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from models.clause import Kind
from reports.diagnosis_rows import DiagnosisRow, diagnosis_row
from reports.report.parts import BreachPart, DrawsPart, ReportDocument, State
from reports.rows import FindingRow, LogRow, NoteRow, SummaryRow
from verifier.evidence.fairness import PARTS


class ClauseRow(Struct, tag="clause", tag_field="type"):
    """One clause in all logs."""

    game: str
    clause: str
    title: str
    state: State
    exercised: Annotated[
        int | None, Meta(description="steps in whose place something else could have broken it; null if not counted")
    ]
    kept: int | None
    broken: int
    outside: Annotated[int, Meta(description="steps outside the edition")]
    refused: Annotated[int, Meta(description="legal moves refused; they are among those broken")]
    games: Annotated[int, Meta(description="games that break it")]
    suite_item: Annotated[str, Meta(description="of a never exercised clause: the item that exercises it")]


class BreachRow(Struct, tag="breach", tag_field="type"):
    """One kind of breach in all logs, with its smallest example."""

    clause: str
    kind: Kind
    count: int
    games: int
    path: str
    line: int | None
    column: int | None
    game: int | None
    turn: int | None
    message: str
    help: str
    command: str
    minimized: Annotated[str, Meta(description="the shortest log that shows it, beside the report")]


class UnobservedRow(Struct, tag="unobserved", tag_field="type"):
    """A fact that was not always recorded."""

    game: str
    fact: str
    missing: int
    of: int


class ReadingRow(Struct, tag="reading", tag_field="type"):
    """How often the program answered an open question in one way."""

    game: str
    question: str
    answer: str
    count: int


class EndingRow(Struct, tag="ending", tag_field="type"):
    """Games per kind of end."""

    game: str
    ending: str
    games: int


class DrawsRow(Struct, tag="draws", tag_field="type"):
    """Whether the face-down clovers are shuffled: no breach of any rule; p is null where there are too few draws."""

    game: str
    top: int
    games: int
    early: int
    late: int
    chi_square: float
    freedom: int
    p: float | None
    verdict: Literal["fair", "suspicious", "too few"]


class GapsRow(Struct, tag="gaps", tag_field="type"):
    """Records with facts missing, by what inferring came to; none where there are no such records."""

    consistent: Annotated[int, Meta(description="records that a legal game explains")]
    impossible: int
    undecided: int
    missing: Annotated[int, Meta(description="facts missing in the records that a game explains")]
    forced: Annotated[int, Meta(description="those of them that can have been one value alone")]


ReportRow = (
    FindingRow
    | LogRow
    | NoteRow
    | DiagnosisRow
    | ClauseRow
    | BreachRow
    | UnobservedRow
    | ReadingRow
    | EndingRow
    | DrawsRow
    | GapsRow
    | SummaryRow
)


def closing_rows(doc: ReportDocument) -> Iterator[ReportRow]:
    """Give what stands behind the findings and verdicts; the sum comes last."""
    yield from map(diagnosis_row, doc.diagnoses)
    for game in doc.games:
        for each in game.clauses:
            yield ClauseRow(
                game.key,
                each.id,
                each.title,
                each.state,
                each.occasions,
                each.kept,
                each.broken,
                each.outside,
                each.refused,
                each.games,
                each.item,
            )
    yield from map(_breach, (*doc.breaches, *doc.outside, *doc.unread))
    for game in doc.games:
        yield from (UnobservedRow(game.key, each.fact, each.missing, each.of) for each in game.facts)
        for reading in game.readings:
            yield from (ReadingRow(game.key, reading.question, answer, count) for answer, count in reading.answers)
        yield from (EndingRow(game.key, ending, count) for ending, count in game.ends)
        yield from (_draws(game.key, each) for each in game.draws)
    if doc.gaps:
        found = doc.inferred
        yield GapsRow(found.consistent, found.impossible, found.undecided, found.facts, found.forced)
    yield SummaryRow(doc.logs, doc.conform, doc.breaking, doc.unreadable, doc.turns, doc.findings)


def _breach(part: BreachPart) -> BreachRow:
    return BreachRow(
        part.clause,
        part.kind,  # type: ignore[arg-type]
        part.count,
        part.games,
        part.path,
        part.line,
        part.column,
        part.game,
        part.turn,
        part.message,
        part.help,
        part.command,
        part.cut_name,
    )


def _draws(game: str, part: DrawsPart) -> DrawsRow:
    found = part.fairness
    early, late = found.draws[: len(PARTS)]
    value = round(found.value, 6)
    p = None if found.p is None else float(f"{found.p:.6g}")
    return DrawsRow(game, found.top, found.games, early, late, value, found.freedom, p, part.verdict)
