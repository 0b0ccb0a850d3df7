"""What logs look like: the known mistakes that explain their findings, in words and in JSON."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

from msgspec import Meta, Struct

from reports.rows import FindingRow, LogRow
from reports.style import Paint, count_of, readable, visible
from verifier.diagnose.diagnosis import Diagnosis, NamedMistake
from verifier.diagnose.search import MOST as MOST_MISTAKES

LONGEST_NAME = 60  # characters of what a program calls itself
MOST_NAMED = 6  # mistakes that could stand in the place of one, and other sets


class SupposedMistake(Struct):
    """A known mistake of implementers."""

    mistake: Annotated[str, Meta(description="what the program behaves like, in words")]
    clauses: Annotated[tuple[str, ...], Meta(description="the clauses it is made in")]


class TellingRow(Struct):
    """A case that tells mistakes apart."""

    item: Annotated[str, Meta(description="its id in the conformance suite")]
    case: Annotated[str, Meta(description="a table and a move, as the suite writes them")]
    accepted: Annotated[tuple[str, ...], Meta(description="the mistakes with which a program accepts it")]
    refused: Annotated[tuple[str, ...], Meta(description="the mistakes with which a program refuses it")]


class DeclaredRow(Struct):
    """Another way to read the logs, or something that they should declare."""

    reading: Annotated[str, Meta(description="how they are read then, in words")]
    remedy: Annotated[str, Meta(description="what to do about it")]


class SlipRow(Struct):
    """A line that may be one slip of the record."""

    path: str
    line: int
    lines: Annotated[int, Meta(description="how many lines all logs have")]


class DiagnosisRow(Struct, tag="diagnosis", tag_field="type"):
    """What the logs of a program look like."""

    path: Annotated[str | None, Meta(description="the log, null for all logs together")]
    game: str
    source: Annotated[str, Meta(description="the program, as the headers name it; empty where they do not")]
    logs: Annotated[int, Meta(description="how many logs were looked at; 0 for answers to the suite")]
    findings: Annotated[
        int,
        Meta(description="what is wrong in them, or wrong answers; not what is only outside the edition"),
    ]
    explained: Annotated[int, Meta(description="how much of it the mistakes explain")]
    left: Annotated[dict[str, int], Meta(description="what they leave, by clause; of the suite by kind of item")]
    sets: Annotated[
        tuple[tuple[SupposedMistake, ...], ...],
        Meta(description="sets of mistakes that explain the same, the narrowest first"),
    ]
    telling: Annotated[tuple[TellingRow, ...], Meta(description="what tells the sets apart, to be tried next")]
    whole: Annotated[bool, Meta(description="false where the search was cut short")]
    stopped: Annotated[
        int, Meta(description="how many mistakes had the sets among which it was cut short; 0 if it was not")
    ]
    declared: Annotated[
        tuple[DeclaredRow, ...], Meta(description="ways of reading the logs under which they have no finding")
    ]
    left_out: Annotated[int, Meta(description="logs with findings that were not looked at, for there were too many")]
    read_as: Annotated[
        DeclaredRow | None, Meta(description="how the logs are read so that the mistakes are seen; null: as they stand")
    ]
    slip: Annotated[
        SlipRow | None, Meta(description="the one line about which all findings are, where there are many others")
    ]


def diagnosis_row(diagnosis: Diagnosis, path: str | None = None) -> DiagnosisRow:
    """Give the JSON form of a diagnosis."""
    slip = diagnosis.slip
    return DiagnosisRow(
        path=None if path is None else readable(path),
        game=diagnosis.game,
        source=readable(diagnosis.source),
        logs=diagnosis.logs,
        findings=diagnosis.findings,
        explained=diagnosis.explained,
        left=dict(diagnosis.left),
        sets=tuple(tuple(SupposedMistake(each.words, each.clauses) for each in own) for own in diagnosis.sets),
        telling=tuple(TellingRow(each.key, each.case, each.accepted, each.refused) for each in diagnosis.telling),
        whole=not diagnosis.stopped,
        stopped=diagnosis.stopped,
        declared=tuple(DeclaredRow(each.words, each.remedy) for each in diagnosis.declared),
        left_out=diagnosis.left_out,
        read_as=None if diagnosis.read_as is None else DeclaredRow(diagnosis.read_as.words, diagnosis.read_as.remedy),
        slip=None if slip is None else SlipRow(readable(slip.path), slip.line, slip.lines),
    )


def diagnosis_text(diagnosis: Diagnosis, paint: Paint, path: str | None = None) -> str:
    """Say what logs look like."""
    return "".join(f"{line}\n" for line in _lines(diagnosis, paint, path))


def _lines(diagnosis: Diagnosis, paint: Paint, path: str | None) -> Iterator[str]:
    head = paint("strong", "What it looks like")
    named = diagnosis.source[:LONGEST_NAME] if path is None else path
    where = f" ({visible(named)})" if named else ""
    wrong = _findings(diagnosis)
    if diagnosis.declared:
        yield f"{head}{where}: nothing is found wrong if"
        yield from (f"  - {paint('strong', each.words)} ({each.remedy})" for each in diagnosis.declared)
        if not diagnosis.fits:
            return
        head, where = "Or", ""
    if diagnosis.read_as is not None:
        meant = diagnosis.read_as
        yield f"{head}{where}: {paint('strong', meant.words)} ({meant.remedy})"
        head, where = "Read so", ""
    if not diagnosis.sets:
        yield f"{head}{where}: no known mistake explains any of the {wrong}"
        yield from _notes(diagnosis)
        return
    if diagnosis.fits:
        yield f"{head}{where}: the program behaves as if"
    else:
        much = "most" if 2 * diagnosis.explained > diagnosis.findings else "some"
        sought = "no set that was tried explains" if diagnosis.stopped else "three known mistakes do not explain"
        yield f"{head}{where}: {sought} all, but {much} if the program behaves as if"
    for each, swaps in zip(diagnosis.sets[0], diagnosis.apart, strict=True):
        yield f"  - {paint('strong', each.words)} ({_clauses(each)})"
        yield from (f"    or {other.words} ({', '.join(other.clauses)})" for other in swaps[:MOST_NAMED])
        if len(swaps) > MOST_NAMED:
            yield f"    or one of {len(swaps) - MOST_NAMED} other mistakes"
    yield f"  {_share(diagnosis)}"
    yield from _other_sets(diagnosis)
    yield from _telling(diagnosis)
    yield from _notes(diagnosis)


def _clauses(mistake: NamedMistake) -> str:
    return "; ".join(f"{id}: {title}" for id, title in zip(mistake.clauses, mistake.titles, strict=True))


def _share(diagnosis: Diagnosis) -> str:
    of = _findings(diagnosis)
    if diagnosis.logs:
        of += f" of {count_of(diagnosis.logs, 'log')}"
    if diagnosis.fits:
        return f"It explains {'all' if diagnosis.findings > 1 else 'the'} {of}."
    left = ", ".join(f"{count} {clause}" for clause, count in diagnosis.left)
    more = ": sets of more mistakes were not tried" if len(diagnosis.sets[0]) == MOST_MISTAKES else ""
    return f"It explains {diagnosis.explained} of the {of}, and leaves {left}{more}."


def _findings(diagnosis: Diagnosis) -> str:
    return count_of(diagnosis.findings, "finding" if diagnosis.logs else "wrong answer")


def _other_sets(diagnosis: Diagnosis) -> Iterator[str]:
    others = diagnosis.others
    if others:
        yield "  Other sets explain the same:"
        for other in others[:MOST_NAMED]:
            named = [f"{each.words} ({', '.join(each.clauses)})" for each in other]
            yield f"  - {'; and '.join(named)}"
        if len(others) > MOST_NAMED:
            yield f"  - and {len(others) - MOST_NAMED} more"


def _telling(diagnosis: Diagnosis) -> Iterator[str]:
    if len(diagnosis.sets) < 2:
        return
    if not diagnosis.telling:
        yield "  No case of the conformance suite tells them apart."
        return
    yield "  To tell them apart, try:"
    for each in diagnosis.telling:
        yield f"  - {each.case}  ({each.key} of `cloverproof suite`)"
        yield f"    accepted: {_some(each.accepted)}"
        yield f"    refused: {_some(each.refused)}"


def _some(words: tuple[str, ...]) -> str:
    more = f"; {len(words) - MOST_NAMED} more" if len(words) > MOST_NAMED else ""
    return "; ".join(words[:MOST_NAMED]) + more


def _notes(diagnosis: Diagnosis) -> Iterator[str]:
    if diagnosis.slip is not None:
        line = f"line {diagnosis.slip.line} of {visible(diagnosis.slip.path)}"
        yield f"  All is about {line}, one of {diagnosis.slip.lines}: perhaps one slip of the record."
    if diagnosis.stopped:
        among = count_of(diagnosis.stopped, "mistake")
        more = "other sets may fit as well" if diagnosis.fits else "another set may explain more"
        yield f"  The search was cut short among sets of {among}; {more}."
    if diagnosis.left_out:
        yield f"  {count_of(diagnosis.left_out, 'log')} with findings were not looked at."


def told_rows(rows: Iterable[FindingRow | LogRow], found: Iterable[Diagnosis]) -> Iterator[FindingRow | LogRow]:
    """Let the message of each finding say what it looks like, where that is known."""
    looks = looks_like(found)
    for row in rows:
        if isinstance(row, FindingRow):
            row.message = told_message(row.message, row.clause, looks)
        yield row


def looks_like(found: Iterable[Diagnosis]) -> dict[str, str]:
    """Give for clauses the mistake in them that the findings look like."""
    looks: dict[str, str] = {}
    for diagnosis in found:
        for mistake in diagnosis.sets[0] if diagnosis.sets else ():
            for clause in mistake.clauses:
                looks.setdefault(clause, mistake.words)
    return looks


def told_message(message: str, clause: str | None, looks: Mapping[str, str]) -> str:
    """Let a message about a clause say what it looks like, where that is known."""
    return message if clause is None or clause not in looks else f"{message} (it looks as if {looks[clause]})"
