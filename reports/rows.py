"""The findings in JSON: one object a line."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from models.clause import Kind
from reports.findings import Origin, column_of, origin_of
from reports.infer import ConflictRow, InferredRow, conflict_row, inferred_row
from reports.style import readable
from reports.uri import uri
from verifier.finding import Finding, Outcome, Verdict
from verifier.verdict_counts import VerdictCounts


class FindingRow(Struct, tag="finding", tag_field="type"):
    """One clause broken by one event, or one place that cannot be read."""

    path: str
    line: Annotated[int | None, Meta(description="line of the file, from 1; null if the file cannot be read at all")]
    game: Annotated[int | None, Meta(description="which game of the file, from 1")]
    turn: Annotated[int | None, Meta(description="which turn of the game, from 1; null outside turns")]
    player: int | None
    clause: Annotated[str, Meta(description="the clause broken, or the LOG code")]
    kind: Kind
    message: str
    help: Annotated[str, Meta(description="what would have been right")]
    column: Annotated[int | UnsetType, Meta(description="column in a log in another form, from 1")] = UNSET
    pointer: Annotated[str | UnsetType, Meta(description="JSON pointer in a log in another form")] = UNSET
    origin: Annotated[Origin | UnsetType, Meta(description="where a converted log says it comes from")] = UNSET
    uri: Annotated[str | UnsetType, Meta(description="the path as a URI, where its bytes are no text")] = UNSET
    conflict: Annotated[ConflictRow | UnsetType, Meta(description="what contradicts itself, where inferred")] = UNSET


class LogRow(Struct, tag="log", tag_field="type"):
    """The verdict on one game of a log."""

    path: str
    game: Annotated[int | None, Meta(description="which game of the file, from 1; null if there is none")]
    verdict: Outcome
    finished: Annotated[bool, Meta(description="whether the log holds a result")]
    turns: int
    findings: int
    valid_lines: Annotated[int, Meta(description="lines of this game before its first breach")]
    inferred: Annotated[InferredRow | UnsetType, Meta(description="where facts are missing: what they were")] = UNSET


class NoteRow(Struct, tag="note", tag_field="type"):
    """What a user may not know of a log: it changes no verdict and no exit code."""

    path: str
    line: int | None
    game: Annotated[int | None, Meta(description="which game of the file, from 1")]
    code: Annotated[
        str,
        Meta(description="LOG101 a key that nobody knows, LOG102 a fact that was never recorded, LOG103 a slip read"),
    ]
    message: str
    help: Annotated[str, Meta(description="what to write instead")]


class SummaryRow(Struct, tag="summary", tag_field="type", rename={"breaking": "break"}):
    """What was judged in all."""

    logs: Annotated[int, Meta(description="games judged, and files that hold none")]
    conform: int
    breaking: int
    unreadable: int
    turns: int
    findings: int


Row = FindingRow | LogRow | NoteRow | SummaryRow


class CellRow(Struct, omit_defaults=True):
    """What the rules say of one cell, or of one end of a line."""

    legal: bool
    action: Annotated[str, Meta(description="place or exchange; in a game of tiles what becomes of the opposite one")]
    clauses: tuple[str, ...] = ()
    against: dict[str, int] = {}


class MovesRow(Struct, kw_only=True):
    """What the rules say of one clover in one garden, or of one tile at the ends of a line."""

    clover: int | UnsetType = UNSET
    tile: int | UnsetType = UNSET
    cells: dict[str, CellRow]
    discard_forced: bool


class JudgedMoveRow(Struct, omit_defaults=True):
    """What the rules say of one turn."""

    legal: bool
    clauses: tuple[str, ...] = ()


class TableMovesRow(Struct):
    """What the rules say of every turn at a table."""

    table: str
    moves: dict[str, JudgedMoveRow]


def finding_row(finding: Finding) -> FindingRow:
    """Give the JSON form of a finding."""
    row = FindingRow(
        readable(finding.path),
        finding.line,
        finding.game,
        finding.turn,
        finding.player,
        finding.clause,
        finding.kind,
        finding.fault.message,
        finding.help,
    )
    if finding.place is not None:
        row.column = column_of(finding) or finding.place.column
        row.pointer = finding.place.pointer or UNSET
    if row.path != finding.path:
        row.uri = uri(finding.path)
    row.origin = origin_of(finding.raw) or UNSET
    if finding.conflict is not None:
        row.conflict = conflict_row(finding.conflict)
    return row


def log_row(verdict: Verdict, *, timed: bool = True) -> LogRow:
    """Give the JSON form of a verdict, with or without how long inferring took."""
    return LogRow(
        readable(verdict.path),
        verdict.game,
        verdict.outcome,
        verdict.finished,
        verdict.turns,
        verdict.findings,
        verdict.valid_lines,
        UNSET if verdict.inferred is None else inferred_row(verdict.inferred, timed=timed),
    )


def note_rows(verdict: Verdict) -> list[NoteRow]:
    """Give the JSON form of the notes on a game."""
    path = readable(verdict.path)
    return [NoteRow(path, each.line, each.game, each.code, each.message, each.help) for each in verdict.notes]


def summary_row(tally: VerdictCounts) -> SummaryRow:
    """Give the JSON form of the sum."""
    return SummaryRow(tally.logs, tally.conform, tally.breaking, tally.unreadable, tally.turns, tally.findings)
