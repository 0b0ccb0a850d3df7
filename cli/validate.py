"""`cloverproof validate`."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.forms import DIALECT, MAPPING, known_dialect, mapping_of
from cli.inferring import INFER, INFER_TIME, GamesFile, how_to_infer
from cli.options import (
    COLOR,
    EDITION,
    MAX_LINE,
    MAX_UNPACKED,
    NO_EQUAL,
    REQUIRE,
    STRICT,
    TILES,
    Format,
    answers,
    known_edition,
    material_of,
    output,
    paint_for,
    refuse,
    required_facts,
)
from cli.own_rules import RULES, own_rules
from cli.pictures import PNG_FOLDER, SVG_FOLDER, SeveralPictures

if TYPE_CHECKING:
    from cli.validate_logs import ValidateRequest
    from models.changes import RuleChanges
    from verifier.finding import Finding
    from verifier.verdict_counts import VerdictCounts


def validate(
    paths: list[str] = typer.Argument(
        help="Logs: files, folders, patterns, '-' for standard input; plain or .gz.", metavar="PATH..."
    ),
    format: Format = typer.Option(Format.text, help="How to write the findings."),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="No findings: only logs that do not conform, and the sum."),
    max_findings: int = typer.Option(
        0, min=0, metavar="N", help="Show at most N findings of the run (0: all). They are counted all the same."
    ),
    max_findings_per_game: int = typer.Option(
        0, min=0, metavar="N", help="Show at most N findings of each game (0: all)."
    ),
    edition: str | None = EDITION,
    rules: Path | None = RULES,
    no_equal_exchange: bool = NO_EQUAL,
    tiles: str | None = TILES,
    dialect: str | None = DIALECT,
    mapping: Path | None = MAPPING,
    strict: bool = STRICT,
    require: str | None = REQUIRE,
    infer: bool | None = INFER,
    diagnosis: bool | None = typer.Option(
        None,
        "--diagnosis/--no-diagnosis",
        help="Say what the findings look like (`cloverproof diagnose`). By default said where findings are written.",
    ),
    time: float | None = INFER_TIME,
    explanation: Path | None = typer.Option(
        None, "--explanation", metavar="FILE", help="Write the games that explain the records."
    ),
    svg: Path | None = SVG_FOLDER,
    png: Path | None = PNG_FOLDER,
    jobs: int = typer.Option(1, "--jobs", "-j", min=1, metavar="N", help="Processes; the order of output stays."),
    follow: bool = typer.Option(False, "--follow", "-f", help="Watch one growing log until Ctrl-C."),
    max_line: int = MAX_LINE,
    max_unpacked: int = MAX_UNPACKED,
    max_document: int = typer.Option(1 << 24, min=1, metavar="BYTES", help="The longest JSON document that is read."),
    progress: bool | None = typer.Option(
        None, "--progress/--no-progress", help="A progress bar; by default where there are several logs and a terminal."
    ),
    color: bool | None = COLOR,
) -> None:
    """Judge game logs against the rule book.

    Each breach is reported with its clause, its line, what was legal there, and why.

    Example: cloverproof validate games/ --jobs 2
    """
    from cli.validate_logs import ValidateRequest, judge_logs
    from models.reading import Reading
    from verifier.source import SourceLimits

    changes = _changes(rules, asked_otherwise=bool(infer or diagnosis or explanation))
    if changes:
        infer, diagnosis = False, False
    found: GamesFile | None = None
    how = None if infer is False else how_to_infer(time, always=infer is True)
    if explanation is not None:
        if jobs > 1 or infer is False:
            raise typer.BadParameter("one process infers and writes the games", param_hint="--explanation")
        found = GamesFile(explanation)
        how = how_to_infer(time, always=infer is True, explanation=found.add)
    if jobs > 1 and (svg, png) != (None, None):
        raise typer.BadParameter("one process draws the findings", param_hint="--jobs")
    pictures = SeveralPictures(svg, png)
    kinds: dict[str, Finding] | None = {} if pictures else None
    order = ValidateRequest(
        reading=Reading(
            known_edition(edition), answers(no_equal_exchange), material_of(tiles), required_facts(require), changes
        ),
        limits=SourceLimits(max_line, max_unpacked, max_document),
        as_json=format is Format.json,
        paint=paint_for(color),
        quiet=quiet,
        max_findings=max_findings,
        max_per_game=max_findings_per_game,
        strict=strict,
        dialect=known_dialect(dialect),
        mapping=mapping_of(mapping),
        how=how,
        diagnosis=_diagnosis if diagnosis or (diagnosis is None and not quiet) else None,
        kinds=kinds,
    )
    if follow and (len(paths) != 1 or Path(paths[0]).is_dir()):
        raise typer.BadParameter("one log can be followed, not several or a folder", param_hint="--follow")
    if follow and (dialect or mapping):
        raise typer.BadParameter("only a log in our own form can be followed", param_hint="--follow")
    if follow and jobs > 1:
        raise typer.BadParameter("one log is followed by one process", param_hint="--jobs")
    try:
        with output() as out:
            code = judge_logs(paths, order, jobs, follow=follow, progress=progress, out=out)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        code = 130
    if found is not None:
        found.tell()
    if kinds is not None:
        _draw(kinds, pictures)
    raise typer.Exit(code)


def _draw(kinds: "dict[str, Finding]", pictures: SeveralPictures) -> None:
    """Draw each kind of finding once."""
    from reports.breach_pictures import finding_picture

    drawn = {name: found for name, found in kinds.items() if found.model is not None}
    drawings = [(name, partial(finding_picture, found)) for name, found in sorted(drawn.items())]
    pictures.write(drawings, "no finding of a rule")
    if others := sorted({*kinds} - {*drawn}):
        print(f"not drawn, for no one table shows it: {', '.join(others)}", file=sys.stderr)


def _changes(rules: Path | None, *, asked_otherwise: bool) -> "RuleChanges":
    """Give what a user wants otherwise in the rules; refuse it with what asks the rules as they are."""
    from models.changes import UNCHANGED

    what_if = own_rules(rules)
    if what_if is None:
        return UNCHANGED
    if asked_otherwise:
        refuse("--rules goes without --infer, --explanation and --diagnosis", "these ask the rules as they are")
    return what_if.changes


def _diagnosis(tally: "VerdictCounts", order: "ValidateRequest") -> bytes:
    from cli.diagnosed_logs import diagnosis_of

    return diagnosis_of(tally, order)
