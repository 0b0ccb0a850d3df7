"""Verdicts as JUnit XML: a suite of all clauses, and a suite of all logs, with clause ids in class and case names.

What common CI servers read: test suites, cases with class name, name, file and line, failures, errors and skips. No
properties inside of cases, which some of them reject.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from models.clause import OUTSIDE
from reports.report.parts import BreachPart, ClauseLine, ReportDocument, many
from reports.rows import FindingRow, LogRow

# All that XML 1.0 does not allow in a text, and what screens obey.
FIT = "\t\n\x20-\x7e\xa0-\u200a\u2010-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff"
UNFIT = re.compile(f"[^{FIT}]")
SHOWN, LONGEST = 20, 1000  # findings named in one failure, characters of a message

Rows = Callable[[], Iterable[FindingRow | LogRow]]


class CaseCounts:
    """The numbers of a suite's head."""

    def __init__(self) -> None:
        self.tests = self.failures = self.errors = self.skipped = 0

    def attributes(self) -> str:
        return f'tests="{self.tests}" failures="{self.failures}" errors="{self.errors}"'


def junit(doc: ReportDocument, rows: Rows, *, strict: bool = False) -> Iterator[str]:
    """Give the text piece by piece; the rows are read twice, for the counts come before the cases."""
    clauses, logs = CaseCounts(), CaseCounts()
    first = list(_clauses(doc, clauses))
    for _ in _logs(rows(), logs, strict):
        pass
    yield from suites(
        ("clauses", clauses, lambda: first),
        ("logs", logs, lambda: _logs(rows(), CaseCounts(), strict)),
    )


def suites(*parts: tuple[str, CaseCounts, Callable[[], Iterable[str]]]) -> Iterator[str]:
    """Give the text of named suites, whose cases are counted already."""
    total = CaseCounts()
    for _, each, _ in parts:
        total.tests += each.tests
        total.failures += each.failures
        total.errors += each.errors
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="cloverproof" {total.attributes()} time="0">\n'
    for name, counts, cases in parts:
        yield f'<testsuite name="{name}" {counts.attributes()} skipped="{counts.skipped}" time="0">\n'
        yield from cases()
        yield "</testsuite>\n"
    yield "</testsuites>\n"


def _clauses(doc: ReportDocument, counts: CaseCounts) -> Iterator[str]:
    examples = {part.clause: part for part in reversed((*doc.breaches, *doc.outside))}
    for game in doc.games:
        for clause in game.clauses:
            counts.tests += 1
            head = case_head(f"{game.key}.{clause.id}", f"{clause.id} {clause.title}", None)
            if clause.state == "broken":
                counts.failures += 1
                yield f"{head}>{_broken(clause, examples[clause.id])}</testcase>\n"
            elif clause.state == "never":
                counts.skipped += 1
                why = attribute(f"never exercised; suite item {clause.item}")
                yield f"{head}><skipped message={why}/></testcase>\n"
            else:
                yield f"{head}/>\n"


def _broken(clause: ClauseLine, part: BreachPart) -> str:
    said = f"broken by {many(clause.broken, 'step')} in {many(clause.games, 'game')}"
    text = f"smallest example: {part.path}:{part.line}: {part.message}\nto see it again: {part.command}"
    return f"<failure type={attribute(clause.id)} message={attribute(said)}>{element_text(text)}</failure>"


def _logs(rows: Iterable[FindingRow | LogRow], counts: CaseCounts, strict: bool) -> Iterator[str]:
    """Give a case for each log that conforms, and for each clause that a log breaks."""
    found: dict[str, list[FindingRow]] = {}
    more: dict[str, int] = {}
    for row in rows:
        if isinstance(row, FindingRow):
            if row.kind == OUTSIDE and not strict:
                continue
            shown = found.setdefault(row.clause, [])
            if len(shown) < SHOWN:
                shown.append(row)
            more[row.clause] = more.get(row.clause, 0) + 1
            continue
        name = row.path if row.game is None or row.game == 1 else f"{row.path} game {row.game}"
        if not found:
            counts.tests += 1
            yield f"{case_head('logs.conforms', name, row.path)}/>\n"
        for clause, findings in found.items():
            counts.tests += 1
            unread = findings[0].kind == "unreadable"
            counts.errors += unread
            counts.failures += not unread
            yield _failed(clause, findings, more[clause], name)
        found, more = {}, {}


def _failed(clause: str, findings: list[FindingRow], count: int, name: str) -> str:
    first, tag = findings[0], "error" if findings[0].kind == "unreadable" else "failure"
    head = case_head(f"logs.{clause}", f"{clause} {name}", first.path, first.line)
    text = "\n".join(f"{each.path}:{each.line or 1}: {each.message}" for each in findings)
    text += f"\n... and {count - len(findings)} more" if count > len(findings) else ""
    body = f"<{tag} type={attribute(clause)} message={attribute(first.message)}>{element_text(text)}</{tag}>"
    return f"{head}>{body}</testcase>\n"


def case_head(group: str, name: str, path: str | None, line: int | None = None) -> str:
    """Begin a case, with its place if it has one."""
    place = "" if path is None else f" file={attribute(path)}" + (f' line="{line}"' if line else "")
    return f'<testcase classname={attribute(group)} name={attribute(name)}{place} time="0"'


def attribute(text: str) -> str:
    """Write an attribute's value in quotes, on one line and cut."""
    return quoteattr(_clean(text[:LONGEST]).replace("\n", " ").replace("\t", " "))


def element_text(text: str) -> str:
    """Write a text between tags."""
    return escape(_clean(text))


def _clean(text: str) -> str:
    return UNFIT.sub("\N{REPLACEMENT CHARACTER}", text)
