"""Findings and verdicts as text, in the manner of a compiler."""

import msgspec
from msgspec import UNSET, Struct, UnsetType

from models.clause import Clause
from models.game import Edition, Game
from reports.boards import drawing, view_lines
from reports.spans import span_of
from reports.style import (
    COLUMNS,
    NARROWEST,
    Paint,
    broken_lines,
    count_of,
    ordinal,
    readable,
    uncolored,
    visible,
    width,
)
from verifier.finding import Finding, Verdict
from verifier.verdict_counts import NoteCount, VerdictCounts

SHOWN = 110  # characters of a log line that are shown
MARKED = 40  # characters that are underlined where a whole event is meant


def finding_text(finding: Finding, paint: Paint, place: str = "") -> str:
    """Draw a finding: code and message, place, the line with the wrong part underlined, the garden, rule and help.

    A `place` in words stands where the line is in no file.
    """
    fault = finding.fault
    line = visible_line(finding.raw)
    span = _span(finding, line)
    column = column_of(finding)
    number = "  " if place else str(finding.line or "")
    gutter = " " * len(number)
    bar = paint("frame", f"{gutter} |")
    role, word = ("warning", "note") if finding.outside else ("error", "error")
    where = "" if place else ":".join(str(part) for part in (finding.line, column) if part is not None)
    lines = [
        f"{paint(role, f'{word}[{finding.clause}]')}{paint('strong', ': ' + visible(fault.message))}",
        f"{gutter}{paint('frame', '-->')} {paint('place', place or name(finding.path))}{':' if where else ''}{where}",
    ]
    origin = origin_of(finding.raw)
    if origin is not None:
        where = ":".join(str(part) for part in (origin.line, origin.column) if part is not None)
        lines.append(
            f"{gutter}{paint('frame', '<--')} {paint('place', name(origin.path))}{':' if where else ''}{where}"
        )
    if line:
        lines += [bar, *_underlined(line, span, finding, number, paint)]
    if finding.picture is not None:
        lines += [bar, *(f"{bar}   {row}" for row in drawing(finding.picture, paint, len(gutter) + 5))]
    for text in _notes(finding):
        first, *rest = broken_lines(text, 2, len(gutter) + 3)
        lines += [f"{gutter} {paint('frame', '=')} {first}", *(f"{gutter}   {more}" for more in rest)]
    return "\n".join(lines) + "\n\n"


def visible_line(raw: bytes) -> str:
    """Decode a line of a log, whatever its bytes."""
    return raw.decode("utf-8", "backslashreplace")


def name(path: str) -> str:
    """Write a path harmlessly."""
    return "<standard input>" if path == "-" else visible(readable(path))


def column_of(finding: Finding) -> int | None:
    """Give the column to name: of a log in another form the window shown may begin within a long line."""
    span = _span(finding, visible_line(finding.raw))
    if finding.place is not None:
        return finding.place.column + (span[0] - finding.place.start if span else 0)
    if finding.column is not None:
        return finding.column
    return span[0] + 1 if span else None


class Origin(Struct):
    """Where an event of a converted log stands in its source."""

    path: str
    line: int | None = None
    column: int | None = None
    pointer: str | UnsetType = UNSET


class _Converted(Struct):
    at: Origin


def origin_of(raw: bytes) -> Origin | None:
    """Give what a line says of where it comes from; None where it says nothing."""
    if b'"at"' not in raw:
        return None
    try:
        return msgspec.json.decode(raw, type=_Converted).at
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _span(finding: Finding, line: str) -> tuple[int, int] | None:
    place = finding.place
    if place is not None:
        start, end = place.fields.get(finding.fault.field, (place.start, min(place.end, place.start + MARKED)))
        return (start, end) if line and 0 <= start < end <= len(line) else None
    if finding.fault.field:
        return span_of(line, finding.fault.field)
    if finding.column is not None and line:
        at = max(0, min(finding.column - 1, len(line) - 1))
        return at, at + 1
    return None


def _underlined(line: str, span: tuple[int, int] | None, finding: Finding, number: str, paint: Paint) -> list[str]:
    start, end = span or (0, 0)
    gutter, columns = " " * len(number), COLUMNS.get()
    most = SHOWN if columns is None else max(NARROWEST, min(SHOWN, columns - len(gutter) - 9))
    room = most // 3 if columns is None else max(0, min(most // 3, most + start - end))
    first = 0 if end <= most else max(0, start - room)
    cut = line[first : first + most]
    before, inside = cut[: start - first], cut[start - first : end - first]
    head = "..." if first else ""
    rest = "..." if first + most < len(line) else ""
    lines = [f"{paint('frame', f'{number} |')} {head}{visible(cut)}{rest}"]
    bar, label = paint("frame", f"{gutter} |"), visible(finding.fault.label)
    if span is not None:
        blank = " " * width(head + visible(before))
        marks = "^" * max(1, width(visible(inside)))
        beside = len(broken_lines(f"{blank}{marks} {label}", 0, len(gutter) + 3)) == 1
        lines.append(f"{bar} {blank}{paint('mark', f'{marks} {label}'.rstrip() if beside else marks)}")
        label = "" if beside else label
    if label:
        lines += [f"{bar} {paint('mark', each)}" for each in broken_lines(label, 2, len(gutter) + 3)]
    return lines


def _notes(finding: Finding) -> list[str]:
    notes = []
    if finding.rules is not None:
        game, clause, step = finding.rules
        edition = game.edition_of(step)
        if not finding.outside:
            notes += rule_notes(clause, edition)
        else:
            notes.append(f"rule: outside {edition.key}; `cloverproof explain {finding.clause}` tells more")
    if finding.help:
        notes.append(f"help: {visible(finding.help)}")
    return notes


def rule_notes(clause: Clause, edition: Edition) -> list[str]:
    """Say where an edition has a clause, if it has it."""
    cite = next((cite for cite in clause.cites if cite.sheet in edition.sheets), None)
    if cite is None:
        return []
    return [f"rule: {edition.key}, {cite.heading}, {ordinal(cite.paragraph)} paragraph ({clause.title})"]


def verdict_text(verdict: Verdict, paint: Paint) -> str:
    """Say what became of a game; for a broken one also how far it is valid and what was legal there."""
    which = f", game {verdict.game}" if verdict.game and verdict.game > 1 else ""
    what = {"conforms": "good", "breaks": "bad", "unreadable": "bad"}[verdict.outcome]
    parts = [count_of(verdict.turns, "turn")]
    if not verdict.finished:
        parts.append("no result")
    if verdict.findings:
        parts.append(count_of(verdict.findings, "finding"))
    line = f"{name(verdict.path)}{which}: {paint(what, verdict.outcome)} ({', '.join(parts)})\n"
    if verdict.outcome != "breaks" or verdict.breach is None or verdict.model is None:
        return line
    return line + "".join(f"  {row}".rstrip() + "\n" for row in _before(verdict, verdict.model)) + "\n"


def _before(verdict: Verdict, game: Game) -> list[str]:
    first, last = (verdict.at or 1) - verdict.valid_lines, (verdict.at or 1) - 1
    unit, where = "line", f"line {verdict.at}"
    if verdict.place is not None:
        unit, where = "event", f"event {verdict.valid_lines + 1} (line {verdict.place.line})"
        first, last = 1, verdict.valid_lines
    lines = f"{unit} {first}" if first == last else f"{unit}s {first} to {last}"
    prefix = f"longest valid prefix: {lines}" if verdict.valid_lines else f"not even the first {unit} is valid"
    assert verdict.breach is not None
    step = verdict.breach()
    table = view_lines(game.view(step.before), uncolored)
    legal = game.options(step) or ("nothing",)
    return [
        prefix,
        f"the table before {where}:",
        *(f"  {row}" for row in table),
        "legal there:",
        *(line for text in legal for line in broken_lines(f"  - {text}", 4, 2)),
    ]


def note_text(note: NoteCount, paint: Paint) -> str:
    """Write a note on one log or many: what there is to say, where it was seen first, what to write instead."""
    place = name(note.path) + (f":{note.line}" if note.line else "")
    more = f" (in {note.logs:,} files)" if note.logs > 1 else ""
    head = f"{paint('warning', f'note[{note.code}]')}{paint('strong', ': ' + visible(note.message))}{more}"
    return f"{head}\n  {paint('frame', '-->')} {paint('place', place)}\n  = help: {visible(note.help)}\n"


def summary_text(tally: VerdictCounts, paint: Paint) -> str:
    """Say what was judged in all."""
    wrong = tally.breaking + tally.unreadable
    parts = [
        paint("good" if not wrong else "strong", f"{tally.conform} conform"),
        paint("bad" if tally.breaking else "dim", f"{tally.breaking} break"),
        paint("bad" if tally.unreadable else "dim", f"{tally.unreadable} unreadable"),
    ]
    judged = f"{count_of(tally.logs, 'log')}, {count_of(tally.turns, 'turn')}"
    return f"{judged}: {', '.join(parts)}; {count_of(tally.findings, 'finding')}\n"
