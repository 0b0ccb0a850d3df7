"""Write what a report has gathered, in the forms that were asked for."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from cli.report_store import CUT, CUTS, JOURNAL, ROWS
from reports.report.document import document
from reports.rows import FindingRow
from reports.told_messages import told_rows
from verifier.minimize import Cut, lines_showing, minimize

if TYPE_CHECKING:
    from pathlib import Path

    from cli.report_part import ReportRequest
    from cli.report_store import Store
    from reports.report.parts import ReportDocument
    from verifier.diagnose.diagnosis import Diagnosis
    from verifier.verdict_counts import VerdictCounts

FORMATS = ("html", "md", "junit", "sarif", "json")  # json last: its file holds the rows that others read


def cuts_of(store: "Store", order: "ReportRequest") -> dict[str, Cut]:
    """Cut the smallest example of each kind of breach down, and write it beside the report. Raises OSError."""
    found: dict[str, Cut] = {}
    for key, breach in sorted(store.evidence.breaches.items()):
        place = breach.example.place
        if breach.kind == "unreadable" or place.path == "-":
            continue
        lines, begun = lines_showing(place.game, breach.clause, breach.kind, partial(order.judging.judged, place.path))
        strict = order.options.strict
        cut = None
        for part in (lines[begun:], lines if begun else []):
            cut = cut or (minimize(part, breach.clause, breach.kind, order.reading, strict=strict) if part else None)
        if cut is not None:
            found[key] = cut
    _write_cuts(store, found)
    return found


def _write_cuts(store: "Store", cuts: dict[str, Cut]) -> None:
    """Write the shortest logs, and take away those of an earlier report."""
    folder = store.folder / CUTS
    names = {f"{key.replace(' ', '-')}.jsonl": cut for key, cut in cuts.items()}
    for old in folder.glob("*.jsonl"):
        if old.name not in names and CUT.fullmatch(old.name):
            old.unlink()
    for name, cut in names.items():
        folder.mkdir(exist_ok=True)
        _put(folder / name, [cut.text])


def write_all(
    store: "Store", order: "ReportRequest", formats: Iterable[str], title: str, cuts: dict[str, Cut]
) -> list[str]:
    """Write the report in all forms, and name the files. Raises OSError."""
    tally = store.evidence.tally
    doc = document(store.evidence, order.options, cuts, title, _diagnoses(tally, order) if tally.wrong else ())
    written = []
    for form in FORMATS:
        if form in formats:
            name = f"report.{'junit.xml' if form == 'junit' else 'jsonl' if form == 'json' else form}"
            WRITERS[form](store, doc, store.folder / name)
            written.append(name)
    if store.rows is not None and "json" not in formats:
        store.rows.close()
        (store.folder / JOURNAL).unlink()  # without its rows it could not be gone on with
        (store.folder / ROWS).unlink()
    return written


def _diagnoses(tally: "VerdictCounts", order: "ReportRequest") -> "list[Diagnosis]":
    from cli.diagnosed_logs import diagnosed

    return diagnosed(tally, order.judging.judged)


def _put(target: "Path", pieces: Iterable[str]) -> None:
    """Write a file that is whole or not there."""
    half = target.with_name(target.name + ".half")
    try:
        with half.open("w", encoding="utf-8", errors="replace", newline="\n") as file:
            file.writelines(pieces)
        half.replace(target)
    except BaseException:
        half.unlink(missing_ok=True)
        raise


def _html(store: "Store", doc: "ReportDocument", target: "Path") -> None:
    from reports.report.html import report_html

    _put(target, [report_html(doc)])


def _markdown(store: "Store", doc: "ReportDocument", target: "Path") -> None:
    from reports.report.markdown import report_markdown

    _put(target, [report_markdown(doc)])


def _json(store: "Store", doc: "ReportDocument", target: "Path") -> None:
    from reports.report.rows import closing_rows

    assert store.rows is not None
    for row in closing_rows(doc):
        store.rows.write(msgspec.json.encode(row) + b"\n")
    store.rows.flush()


def _junit(store: "Store", doc: "ReportDocument", target: "Path") -> None:
    from reports.junit import junit

    _put(target, junit(doc, lambda: told_rows(store.read_rows(), doc.diagnoses), strict=store.order.options.strict))


def _sarif(store: "Store", doc: "ReportDocument", target: "Path") -> None:
    from cli import __version__
    from reports.sarif import sarif

    rows = told_rows(store.read_rows(), doc.diagnoses)
    _put(target, sarif((row for row in rows if isinstance(row, FindingRow)), __version__))


WRITERS = {"html": _html, "md": _markdown, "junit": _junit, "sarif": _sarif, "json": _json}
