"""`cloverproof diagnose`."""

import sys
from pathlib import Path

import typer

from cli.forms import DIALECT, MAPPING, known_dialect, mapping_of
from cli.options import (
    COLOR,
    EDITION,
    MAX_LINE,
    MAX_UNPACKED,
    NO_EQUAL,
    STRICT,
    TILES,
    Format,
    answers,
    json_lines,
    known_edition,
    material_of,
    paint_for,
    write_out,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cli.validate_logs import ValidateRequest
    from verifier.diagnose.evidence_logs import EvidenceLogs
    from verifier.find_logs import Found

MOST_CUT = 5  # logs that are named of those that could not be looked at to the end
INFER_SECONDS = 10.0  # for asking whether a legal game explains a record with gaps


def diagnose(
    paths: list[str] = typer.Argument(
        help="Logs of one program: files, folders, patterns, '-' for standard input; plain or .gz.", metavar="PATH..."
    ),
    each: bool = typer.Option(False, "--each", help="Diagnose each log for itself."),
    format: Format = typer.Option(Format.text, help="How to write the result."),
    edition: str | None = EDITION,
    no_equal_exchange: bool = NO_EQUAL,
    tiles: str | None = TILES,
    dialect: str | None = DIALECT,
    mapping: Path | None = MAPPING,
    strict: bool = STRICT,
    max_line: int = MAX_LINE,
    max_unpacked: int = MAX_UNPACKED,
    color: bool | None = COLOR,
) -> None:
    """Name the mistake: the known mistakes under which all that a program's logs show would be right.

    Moves that were made, moves that were refused, and what was shown speak for a mistake and against it. What the logs
    do not tell apart is named together, with what to try next.

    Example: cloverproof diagnose games/
    """
    import shlex
    from functools import partial

    from cli.validate_logs import ValidateRequest
    from models.reading import Reading
    from reports.style import readable
    from verifier.diagnose.evidence_logs import EvidenceLogs
    from verifier.infer.inferred import How
    from verifier.infer.logs import judge_inferring
    from verifier.source import SourceLimits

    order = ValidateRequest(
        reading=Reading(known_edition(edition), answers(no_equal_exchange), material_of(tiles)),
        limits=SourceLimits(max_line, max_unpacked),
        as_json=format is Format.json,
        paint=paint_for(color),
        quiet=True,
        max_findings=0,
        strict=strict,
        dialect=known_dialect(dialect),
        mapping=mapping_of(mapping),
    )
    unread = breaks = unexplained = False
    inferring = partial(judge_inferring, how=How(seconds=INFER_SECONDS))
    together = EvidenceLogs(inferring)
    for found in order.logs(paths):
        logs = EvidenceLogs(inferring) if each else together
        bad, wrong = _judged(found, order, logs)
        unread, breaks = unread or bad, breaks or wrong
        if each:
            unexplained |= _tell(logs, order, found if isinstance(found, str) else found[0])
    if not each:
        unexplained = _tell(together, order, None)
    if unexplained and not order.as_json:
        named = " ".join(shlex.quote(readable(path)) for path in paths)
        write_out(f"The findings one by one, with what was legal there: cloverproof validate {named}\n")
    raise typer.Exit(2 if unread else 1 if breaks else 0)


def _judged(found: "Found", order: "ValidateRequest", logs: "EvidenceLogs") -> tuple[bool, bool]:
    """Judge a log and keep it; tell whether it cannot be read, and whether it breaks a rule."""
    from reports.findings import finding_text
    from verifier.finding import Finding, unreadable_log

    unread = breaks = False
    results = unreadable_log(*found) if isinstance(found, tuple) else order.judged(found, logs.judge)
    for result in results:
        if not isinstance(result, Finding):
            breaks = breaks or result.outcome == "breaks"
        elif result.kind == "unreadable":
            unread = True
            sys.stderr.write(finding_text(result, order.paint))
    return unread, breaks


def _tell(logs: "EvidenceLogs", order: "ValidateRequest", path: str | None) -> bool:
    """Say what logs look like; tell whether nothing explains some findings."""
    from reports.diagnose import diagnosis_texts
    from reports.diagnosis_rows import diagnosis_row
    from reports.findings import name
    from reports.style import count_of
    from verifier.diagnose.program import diagnoses

    found = diagnoses(logs)
    cut = [*dict.fromkeys(log.path for log in logs.logs if log.lacks and log.cut)]
    for each in cut[:MOST_CUT]:
        print(f"{name(each)}: looked at up to a fact that is missing and that nothing tells", file=sys.stderr)
    if len(cut) > MOST_CUT:
        print(f"... and so were {count_of(len(cut) - MOST_CUT, 'other log')}", file=sys.stderr)
    if order.as_json:
        write_out(json_lines(diagnosis_row(one, path) for one in found))
        return False
    write_out("\n".join(diagnosis_texts(found, order.paint, path)))
    if not found:
        where = "" if path is None else f"{name(path)}: "
        why = "no rule is broken" if logs.games else "no game could be read"
        print(f"{where}nothing to diagnose: {why}", file=sys.stderr)
    return any(not (one.fits or one.declared or one.unlooked) for one in found)
