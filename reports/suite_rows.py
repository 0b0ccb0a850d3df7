"""The suite in JSON: the lines of its files, and what came of grading."""

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from models.games import GAMES
from reports.diagnosis_rows import DiagnosisRow, diagnosis_row
from reports.drive_rows import JsonObject
from verifier.diagnose.diagnosis import Diagnosis
from verifier.drive.run_suite import SuiteRun
from verifier.suite import KINDS

LONGEST = 200  # characters of an id that no item has
Kind = Literal["position", "perft", "step", "game", "slip"]
State = Literal["wrong", "unanswered", "not-asked", "unknown"]


class GradedItemRow(Struct, tag="item", tag_field="type"):
    """An item that is not right."""

    id: str
    kind: Annotated[Kind | None, Meta(description="null where the suite has no such item")]
    state: State
    message: Annotated[str, Meta(description="what is wrong, or why there is no answer")]


class GradedKindRow(Struct, tag="kind", tag_field="type"):
    """What came of one kind of items."""

    kind: Kind
    asked: Annotated[int, Meta(description="items that were to be answered")]
    right: int
    wrong: int
    unanswered: int
    not_asked: Annotated[int, Meta(description="items that the program could not be told")]


class GradesRow(Struct, tag="summary", tag_field="type"):
    """What came of all of it."""

    verdict: Annotated[
        Literal["right", "wrong", "unanswered", "nothing"],
        Meta(description="wrong: something is; unanswered: nothing is wrong, but not all is answered"),
    ]
    right: int
    wrong: int
    unanswered: int
    not_asked: int
    unknown: Annotated[int, Meta(description="answers to what the suite does not ask")]


GradeRow = GradedItemRow | GradedKindRow | GradesRow


def grade_rows(run: SuiteRun, found: Diagnosis | None = None) -> Iterator[GradeRow | DiagnosisRow]:
    """Give what is not right, each kind of items, what it looks like, and the sum."""
    grades = run.grades
    for key, fault in grades.wrong.items():
        yield GradedItemRow(key, _kind(key), "wrong", fault)
    for key in grades.unanswered:
        yield GradedItemRow(key, _kind(key), "unanswered", "no answer")
    for key, fault in run.unanswered.items():
        yield GradedItemRow(key, _kind(key), "unanswered", fault)
    for key, fault in run.not_asked.items():
        yield GradedItemRow(key, _kind(key), "not-asked", fault)
    for key in grades.unknown:
        yield GradedItemRow(key[:LONGEST], None, "unknown", "the suite has no such item")
    kinds = [row for row in (_kind_row(kind, run) for kind in KINDS) if row.asked or row.not_asked]
    yield from kinds
    if found is not None:
        yield diagnosis_row(found)
    right, wrong, unanswered, not_asked = (
        (sum(counts) for counts in zip(*((r.right, r.wrong, r.unanswered, r.not_asked) for r in kinds), strict=True))
        if kinds
        else (0, 0, 0, 0)
    )
    yield GradesRow(verdict_of(run), right, wrong, unanswered, not_asked, len(grades.unknown))


def verdict_of(run: SuiteRun) -> Literal["right", "wrong", "unanswered", "nothing"]:
    """Say what came of it in a word."""
    if run.grades.wrong or run.grades.unknown:
        return "wrong"
    if run.grades.unanswered or run.unanswered:
        return "unanswered"
    return "right" if run.grades.kinds else "nothing"


def _kind(key: str) -> Kind:
    kind: Kind = msgspec.convert(key.partition("-")[0], Kind)
    return kind


def _kind_row(kind: str, run: SuiteRun) -> GradedKindRow:
    grades = run.grades
    wrong, unanswered, failed, not_asked = (
        sum(key.partition("-")[0] == kind for key in keys)
        for keys in (grades.wrong, grades.unanswered, run.unanswered, run.not_asked)
    )
    right = grades.right[kind]
    asked = right + wrong + unanswered + failed
    return GradedKindRow(_kind(kind), asked, right, wrong, unanswered + failed, not_asked)


# --- the lines of the files


class ItemAnswer(Struct):
    """What is right of a step."""

    legal: bool
    outside: Annotated[bool, Meta(description="whether it does what no rule book has")]
    clauses: Annotated[list[str], Meta(description="the clauses that it breaks")]


class SuiteLogRow(Struct):
    """What there is to know about a log of the suite."""

    id: str
    verdict: Literal["conforms", "breaks"]
    line: Annotated[int | None, Meta(description="of the first event that the rules do not allow")]
    outside: Annotated[list[int], Meta(description="lines that declare what no rule book has")]
    file: str
    shows: str
    mistake: Annotated[str, Meta(description="empty in a legal log")]
    clauses: Annotated[list[str], Meta(description="the clauses that the line breaks")]
    refused: Annotated[bool, Meta(description="whether that line refuses a legal move")]


def row_types() -> dict[str, type]:
    """Give the types of the lines of the files, by the names of their schemas."""
    forms = [forms for game in GAMES if game.offers("suite_items") and (forms := game.suite_items().forms) is not None]
    tables, before = (reduce(or_, types) for types in zip(*((f.table_type, f.step_type) for f in forms), strict=True))
    table = ("table", Annotated[str, Meta(description="in one line, as the README of the suite tells")])
    legal = ("legal", Annotated[list[str], Meta(description="all legal turns")])
    illegal = ("illegal", Annotated[dict[str, list[str]], Meta(description="all others, by the clauses they break")])
    counts = ("counts", Annotated[list[int], Meta(description="lines of 1, 2, ... turns")])
    event = ("event", Annotated[JsonObject, Meta(description="the move, as an event of a log")])
    shows = ("shows", Annotated[JsonObject | None, Meta(description="what was shown otherwise than it follows")])
    position = ("position", tables)
    return {
        "suite-position": msgspec.defstruct("PositionRow", [("id", str), table, position, legal, illegal]),
        "suite-table": msgspec.defstruct("PerftTableRow", [("id", str), table, position, counts]),
        "suite-step": msgspec.defstruct(
            "StepRow", [("id", str), ("case", str), ("before", before), event, shows], bases=(ItemAnswer,)
        ),
        "suite-log": SuiteLogRow,
    }
