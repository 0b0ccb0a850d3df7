"""What driving a program has found, for servers: in JUnit a case for each clause, in SARIF a result for each kind."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import UNSET, Struct, UnsetType

from models.game import Game
from reports.drive import FAULTS
from reports.drive_rows import CoverageRow, DifferenceRow, coverage_rows, difference_row, finding_of
from reports.junit import CaseCounts, attribute, case_head, element_text, suites
from reports.sarif import sarif, sarif_rule
from reports.style import count_of, readable
from reports.told_messages import told_message
from reports.uri import uri as uri_of
from verifier.drive.run import Run, Seen
from verifier.drive.score import RunScore

NOTHING: Mapping[str, str] = {}


class DrivenResult(Struct):
    """A kind of difference, and where in the log of its shortest exchange it shows."""

    path: str
    line: int | None
    game: int | None
    turn: int | None
    clause: str
    kind: str
    message: str
    help: str
    uri: str | UnsetType = UNSET
    player: int | None = None
    column: int | UnsetType = UNSET


def drive_sarif(run: Run, logs: Mapping[int, str], version: str, looks: Mapping[str, str] = NOTHING) -> Iterator[str]:
    """Give the text of a SARIF log; `logs` are the paths of the shortest exchanges, by the places of their kinds."""
    rules = (
        sarif_rule(
            key,
            f"program fails: {words}",
            f"The program failed: {words}.",
            "It answers each request by one line (docs/driving.md).",
        )
        for key, words in FAULTS.items()
    )
    found = (_result(seen, logs[place], looks) for place, seen in enumerate(run.kinds.values()) if place in logs)
    return sarif(found, version, rules)


def _result(seen: Seen, path: str, looks: Mapping[str, str]) -> DrivenResult:
    row, shown = difference_row(seen), seen.shortest or seen.first
    assert shown is not None
    finding = finding_of(shown, seen.kind)
    line = len(shown.events) if finding is None else finding.line
    name = readable(path)
    uri = UNSET if name == path else uri_of(path)
    message = told_message(row.message, row.clause, looks)
    return DrivenResult(
        name, line, row.game, row.turn, row.clause or row.kind, row.kind, message, row.help or row.right, uri
    )


def drive_junit(run: Run, score: RunScore, game: Game, looks: Mapping[str, str] = NOTHING) -> Iterator[str]:
    """Give the text of a JUnit file: a case for each clause, and one for each way in which a program can fail."""
    rows = [difference_row(seen) for seen in run.kinds.values()]
    for row in rows:
        row.message = told_message(row.message, row.clause, looks)
    clauses, failures = CaseCounts(), CaseCounts()
    of_clauses = [_clause(row, game, _of(rows, row.clause), clauses) for row in coverage_rows(score, game)]
    of_program = [
        _fault(kind, words, [row for row in rows if row.clause is None and row.kind == kind], failures)
        for kind, words in FAULTS.items()
    ]
    return suites(("clauses", clauses, lambda: of_clauses), ("program", failures, lambda: of_program))


def _of(rows: Iterable[DifferenceRow], clause: str) -> list[DifferenceRow]:
    return [row for row in rows if row.clause == clause]


def _clause(row: CoverageRow, game: Game, found: list[DifferenceRow], counts: CaseCounts) -> str:
    counts.tests += 1
    head = case_head(f"{game.key}.{row.clause}", f"{row.clause} {row.title}", None)
    if found:
        counts.failures += 1
        return f"{head}>{_told('failure', row.clause, found)}</testcase>\n"
    if not row.exercised:
        counts.skipped += 1
        return f'{head}><skipped message="never exercised"/></testcase>\n'
    return f"{head}/>\n"


def _fault(kind: str, words: str, found: list[DifferenceRow], counts: CaseCounts) -> str:
    counts.tests += 1
    head = case_head(f"program.{kind}", f"never: {words}", None)
    if not found:
        return f"{head}/>\n"
    counts.errors += 1
    return f"{head}>{_told('error', kind, found)}</testcase>\n"


def _told(tag: str, key: str, found: list[DifferenceRow]) -> str:
    text = "\n".join(_words(row) for row in found)
    return f"<{tag} type={attribute(key)} message={attribute(found[0].message)}>{element_text(text)}</{tag}>"


def _words(row: DifferenceRow) -> str:
    often = f"{count_of(row.times, 'time')} in {count_of(row.games, 'game')}"
    where = "" if row.game is None else f", first in game {row.game}"
    asked = "" if row.asked is None else f"\n  asked: {bytes(row.asked).decode()[:1000]}"
    answered = "" if row.answered is None else f"\n  answered: {row.answered[:1000]}"
    helped = f"\n  help: {row.help or row.right}" if row.help or row.right else ""
    return f"{row.message} ({often}{where}){asked}{answered}{helped}"
