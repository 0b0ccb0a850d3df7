"""Messages about findings that say what it looks like."""

from collections.abc import Iterable, Iterator, Mapping

from models.clause import OUTSIDE
from reports.rows import FindingRow, LogRow
from verifier.diagnose.diagnosis import Diagnosis


def told_rows(rows: Iterable[FindingRow | LogRow], found: Iterable[Diagnosis]) -> Iterator[FindingRow | LogRow]:
    """Let the message of each finding say what it looks like, where that is known.

    If one mistake of one program explains all findings, it is told of those of other clauses too that follow from it.
    """
    programs = list(found)
    looks = looks_like(programs)
    if len(programs) == 1 and programs[0].fits and len(programs[0].sets[0]) == 1 and not programs[0].left_out:
        looks.setdefault("", programs[0].sets[0][0].words)
    for row in rows:
        if isinstance(row, FindingRow) and row.kind != OUTSIDE:
            row.message = told_message(row.message, row.clause, looks)
        yield row


def looks_like(found: Iterable[Diagnosis]) -> dict[str, str]:
    """Give what findings look like: for clauses the mistake in them, for any (an empty key) how the logs are meant.

    How they are meant is told where they are those of one program, a mistake where all programs of the game have it: a
    finding does not say which program it is of.
    """
    programs = list(found)
    for meant in programs[0].declared[:1] if len(programs) == 1 else ():
        return {"": meant.words}
    looks = dict[str, str]()
    for game in {each.game for each in programs}:
        first, *others = [_by_clause(each) for each in programs if each.game == game]
        looks |= {clause: words for clause, words in first.items() if all(each.get(clause) == words for each in others)}
    return looks


def _by_clause(diagnosis: Diagnosis) -> dict[str, str]:
    looks = dict[str, str]()
    for mistake in diagnosis.sets[0] if diagnosis.sets and not diagnosis.slight else ():
        for clause in mistake.clauses:
            looks.setdefault(clause, mistake.words)
    return looks


def told_message(message: str, clause: str | None, looks: Mapping[str, str]) -> str:
    """Let a message about a clause say what it looks like, where that is known."""
    words = None if clause is None else looks.get("", looks.get(clause))
    return message if words is None else f"{message} (it looks as if {words})"
