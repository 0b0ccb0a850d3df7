"""What logs look like, in JSON: the known mistakes that explain their findings."""

from typing import Annotated

from msgspec import Meta, Struct

from reports.style import readable
from verifier.diagnose.diagnosis import Diagnosis


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
    column: Annotated[int | None, Meta(description="where in it, if the log is in another form")]
    lines: Annotated[int, Meta(description="how many lines, or events of another form, all logs have")]


class DiagnosisRow(Struct, tag="diagnosis", tag_field="type"):
    """What the games of a program look like."""

    path: Annotated[str | None, Meta(description="the log, null for all logs together")]
    game: str
    source: Annotated[str, Meta(description="the program, as the headers name it; empty where they do not")]
    logs: Annotated[int, Meta(description="how many games were looked at; 0 for answers to the suite")]
    findings: Annotated[
        int,
        Meta(description="what is wrong in them, or wrong answers; not what is only outside the edition"),
    ]
    explained: Annotated[int, Meta(description="how much of it the mistakes explain")]
    left: Annotated[dict[str, int], Meta(description="what they leave, by clause; of the suite by kind of item")]
    sets: Annotated[
        tuple[tuple[SupposedMistake, ...], ...],
        Meta(description="sets of mistakes that explain the same, the narrowest first; those of a set belong together"),
    ]
    doubtful: Annotated[
        bool, Meta(description="true where a set may fit by chance: it has three mistakes or more, or explains little")
    ]
    against: Annotated[
        tuple[str, ...],
        Meta(description="logs without a finding that speak against the sets, and are left out of them"),
    ]
    alone: Annotated[
        int, Meta(description="of logs that nothing explains together, how many are explained each for itself")
    ]
    telling: Annotated[tuple[TellingRow, ...], Meta(description="what tells the sets apart, to be tried next")]
    whole: Annotated[bool, Meta(description="false where the search was cut short, or nothing was looked at")]
    stopped: Annotated[
        int, Meta(description="how many mistakes had the sets among which it was cut short; 0 if it was not")
    ]
    declared: Annotated[
        tuple[DeclaredRow, ...],
        Meta(description="ways of reading the logs under which they have no finding; one is enough"),
    ]
    left_out: Annotated[
        int, Meta(description="games with findings that were not looked at, or not to the end, for there was too much")
    ]
    read_as: Annotated[
        DeclaredRow | None, Meta(description="how the logs are read so that the mistakes are seen; null: as they stand")
    ]
    slip: Annotated[
        SlipRow | None, Meta(description="the one line about which all findings are, where there are many others")
    ]


def diagnosis_row(diagnosis: Diagnosis, path: str | None = None) -> DiagnosisRow:
    """Give the JSON form of a diagnosis."""
    slip, telling = diagnosis.slip, () if diagnosis.slight else diagnosis.telling
    return DiagnosisRow(
        path=None if path is None else readable(path),
        game=diagnosis.game,
        source=readable(diagnosis.source),
        logs=diagnosis.logs,
        findings=diagnosis.findings,
        explained=diagnosis.explained,
        left=dict(diagnosis.left),
        sets=tuple(tuple(SupposedMistake(each.words, each.clauses) for each in own) for own in diagnosis.sets),
        doubtful=diagnosis.doubtful,
        against=tuple(map(readable, diagnosis.against)),
        alone=diagnosis.alone,
        telling=tuple(TellingRow(each.key, each.case, each.accepted, each.refused) for each in telling),
        whole=not (diagnosis.stopped or diagnosis.unlooked),
        stopped=diagnosis.stopped,
        declared=tuple(DeclaredRow(each.words, each.remedy) for each in diagnosis.declared),
        left_out=diagnosis.left_out,
        read_as=None if diagnosis.read_as is None else DeclaredRow(diagnosis.read_as.words, diagnosis.read_as.remedy),
        slip=None if slip is None else SlipRow(readable(slip.path), slip.line, slip.column, slip.lines),
    )
