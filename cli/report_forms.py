"""Write what a report has gathered, in the forms that were asked for."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, NoReturn

import msgspec

from cli.options import refuse
from cli.reporting import JOURNAL, ROWS
from reports.report.document import document
from reports.rows import FindingRow
from reports.style import readable
from verifier.cluster import NoCluster
from verifier.journal import Unfit
from verifier.minimize import Cut, lines_showing, minimize

if TYPE_CHECKING:
    from pathlib import Path

    from cli.reporting import Order, Store
    from reports.report.document import Document

FORMATS = ("html", "md", "junit", "sarif", "json")  # json last: its file holds the rows that others read


def cuts_of(store: "Store", order: "Order") -> dict[str, Cut]:
    """Cut the smallest example of each kind of breach down, and write it beside the report. Raises OSError."""
    found: dict[str, Cut] = {}
    for key, breach in sorted(store.evidence.breaches.items()):
        place = breach.example.place
        if breach.kind == "unreadable" or place.path == "-":
            continue
        lines, begun = lines_showing(place.game, breach.clause, breach.kind, partial(order.judged, place.path))
        strict = order.options.strict
        cut = None
        for part in (lines[begun:], lines if begun else []):
            cut = cut or (minimize(part, breach.clause, breach.kind, order.reading, strict=strict) if part else None)
        if cut is not None:
            found[key] = cut
            target = store.folder / "minimized" / f"{breach.clause}-{breach.kind}.jsonl"
            target.parent.mkdir(exist_ok=True)
            target.write_text(cut.text, "utf-8", "replace")
    return found


def write_all(store: "Store", order: "Order", formats: Iterable[str], title: str, cuts: dict[str, Cut]) -> list[str]:
    """Write the report in all forms, and name the files. Raises OSError."""
    doc = document(store.evidence, order.options, cuts, title)
    written = []
    for form in FORMATS:
        if form in formats:
            name = f"report.{'junit.xml' if form == 'junit' else 'jsonl' if form == 'json' else form}"
            WRITERS[form](store, doc, store.folder / name)
            written.append(name)
    if store.rows is not None and "json" not in formats:
        store.rows.close()
        (store.folder / ROWS).unlink()
        (store.folder / JOURNAL).unlink()  # without its rows it could not be gone on with
    return written


def _html(store: "Store", doc: "Document", target: "Path") -> None:
    from reports.report.html import report_html

    target.write_text(report_html(doc), "utf-8", "replace", newline="\n")


def _markdown(store: "Store", doc: "Document", target: "Path") -> None:
    from reports.report.markdown import report_markdown

    target.write_text(report_markdown(doc), "utf-8", "replace", newline="\n")


def _json(store: "Store", doc: "Document", target: "Path") -> None:
    from reports.report.rows import closing_rows

    assert store.rows is not None
    for row in closing_rows(doc):
        store.rows.write(msgspec.json.encode(row) + b"\n")
    store.rows.flush()


def _junit(store: "Store", doc: "Document", target: "Path") -> None:
    from reports.junit import junit

    with target.open("w", encoding="utf-8", errors="replace", newline="\n") as file:
        file.writelines(junit(doc, store.read_rows, strict=store.order.options.strict))


def _sarif(store: "Store", doc: "Document", target: "Path") -> None:
    from cli import __version__
    from reports.sarif import sarif

    findings = (row for row in store.read_rows() if isinstance(row, FindingRow))
    with target.open("w", encoding="utf-8", errors="replace", newline="\n") as file:
        file.writelines(sarif(findings, __version__))


WRITERS = {"html": _html, "md": _markdown, "junit": _junit, "sarif": _sarif, "json": _json}


def refused(fault: Exception) -> NoReturn:
    """Say why a report cannot be written, and exit with code 2."""
    if isinstance(fault, Unfit | NoCluster):
        refuse(str(fault), fault.help)
    refuse(f"cannot write {readable(str(getattr(fault, 'filename', None) or 'the report'))}: {fault}")
