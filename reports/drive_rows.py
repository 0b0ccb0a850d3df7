"""What driving a program has found, in JSON: one object a line."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from models.clause import Kind as FindingKind
from models.driving import Discrepancy
from models.game import Game
from reports.diagnosis_rows import DiagnosisRow
from verifier.drive.kinds import Kind, kind_of
from verifier.drive.played_game import PlayedGame, encode
from verifier.drive.run import Run, Seen
from verifier.drive.score import RunScore
from verifier.drive.shorten import breach_at
from verifier.finding import Finding

ANSWER = 2000  # characters of an answer that are kept
ERRORS = 2000  # characters of standard error that are kept
WORDS = 500  # characters of what a program says of itself
Failure = Literal["hang", "exit", "too-long", "garbage", "twice", "closed", "crash", "cannot-start", "contradiction"]
JsonObject = Annotated[Raw, Meta(extra_json_schema={"type": "object"})]


class DifferenceRow(Struct, tag="difference", tag_field="type"):
    """One kind of difference between the program and the rules, or of failures."""

    clause: Annotated[str | None, Meta(description="the clause; null where the program failed")]
    kind: Annotated[
        FindingKind | Literal["shown"] | Failure,
        Meta(description="of findings as `validate` has it; `shown`: what no log can say; else how it failed"),
    ]
    message: str
    help: Annotated[str, Meta(description="what to do, or what would have been right")]
    times: int
    games: Annotated[int, Meta(description="games in which it was found")]
    game: Annotated[int | None, Meta(description="the first of them, from 1; null if only while shortening")]
    turn: Annotated[int | None, Meta(description="which turn of it, from 1; null outside turns")]
    asked: Annotated[JsonObject | None, Meta(description="the request, in the shortest exchange")]
    answered: Annotated[str | None, Meta(description="the answer to it; null if none came")]
    right: Annotated[str, Meta(description="what would have been right")]
    repeats: Annotated[bool | None, Meta(description="whether it came back; null where not tried")]
    requests: Annotated[list[JsonObject], Meta(description="the shortest exchange that shows it")]
    events: Annotated[list[JsonObject], Meta(description="its log")]
    errors: Annotated[str, Meta(description="the end of standard error, where the program failed")]
    places: Annotated[list[str], Meta(description="places of play at which the program failed so")]


class CoverageRow(Struct, tag="coverage", tag_field="type"):
    """How often a run has tried a clause."""

    clause: str
    title: str
    asked: Annotated[int, Meta(description="steps it speaks about")]
    exercised: Annotated[int, Meta(description="steps that could have broken it")]
    mistakes: Annotated[int, Meta(description="known mistakes in it")]
    noticed: Annotated[int, Meta(description="those the run would have noticed")]


class DrivenMistakeRow(Struct, tag="mistake", tag_field="type"):
    """A known mistake, and whether a program that makes it would have been noticed."""

    mistake: str
    clause: Annotated[str | None, Meta(description="null where it is about several")]
    noticed: bool
    game: Annotated[int | None, Meta(description="the game in which it shows first, from 1")]
    reason: Annotated[str, Meta(description="why no exchange can show it, or what is not offered")]
    offered: Annotated[bool, Meta(description="false where the program does not offer what it is about")]


class NotTriedRow(Struct, tag="not-tried", tag_field="type"):
    """What a run could not try."""

    what: str
    reason: str
    times: Annotated[int | None, Meta(description="how often it was tried in vain, where that is counted")]


class RunRow(Struct, tag="summary", tag_field="type"):
    """What came of a run in all."""

    name: str
    version: str | None
    verdict: Literal["conforms", "differs", "stopped"]
    games: int
    turns: int
    requests: int
    differences: int
    kinds: int
    seconds: float
    waited: Annotated[float, Meta(description="seconds of it spent waiting for answers")]
    seed: Annotated[int | None, Meta(description="null where requests were made again")]
    scored: Annotated[int, Meta(description="games that coverage and mistakes were counted in")]
    stopped: Annotated[str, Meta(description="why no more games were played")]
    cut_short: Annotated[int, Meta(description="games that stopped early, where the program had failed before")]


DriveRow = DifferenceRow | CoverageRow | DrivenMistakeRow | NotTriedRow | RunRow


def finding_of(played: PlayedGame, kind: Kind) -> Finding | None:
    """Give the first finding of a kind."""
    return next((each for each in played.findings if (each.kind, each.clause) == kind), None)


def discrepancy_of(played: PlayedGame, kind: Kind) -> Discrepancy | None:
    """Give the first discrepancy of a kind."""
    return next((each for each in played.discrepancies if kind_of(each) == kind), None)


def turn_of(played: PlayedGame, kind: Kind) -> int | None:
    """Give the turn at which a kind of difference shows."""
    finding = finding_of(played, kind)
    return finding.turn if finding is not None else played.turns or None


def difference_row(seen: Seen) -> DifferenceRow:
    """Give the JSON form of a kind of difference."""
    shown, first = seen.shortest or seen.first, seen.first
    assert shown is not None
    assert first is not None
    kind = seen.kind
    at = breach_at(shown, kind) - 1
    finding, discrepancy, fault = finding_of(shown, kind), discrepancy_of(shown, kind), shown.fault or first.fault
    clause: str | None = None
    message = help = right = errors = ""
    if finding is not None:
        clause, message, help = finding.clause, finding.fault.message, finding.help
        right = help
    elif discrepancy is not None:
        clause, right = discrepancy.clause, discrepancy.right
        message = f"{discrepancy.asked}: {discrepancy.said}"
    elif fault is not None:
        message, help, errors = fault.message, fault.help, fault.errors[-ERRORS:]
    return DifferenceRow(
        clause,
        msgspec.convert(kind[0], FindingKind | Literal["shown"] | Failure),
        message,
        help,
        seen.times,
        seen.games,
        None if seen.number is None else seen.number + 1,
        turn_of(first, kind),
        Raw(encode(shown.requests[at])) if 0 <= at < len(shown.requests) else None,
        shown.answers[at][:ANSWER].decode("utf-8", "backslashreplace") if 0 <= at < len(shown.answers) else None,
        right,
        seen.repeats,
        [Raw(encode(request)) for request in shown.exchange],
        [Raw(encode(event)) for event in shown.events],
        errors,
        [place[:WORDS] for place in seen.places],
    )


def drive_rows(
    run: Run, score: RunScore | None, game: Game, found: Iterable[DiagnosisRow] = ()
) -> Iterator[DriveRow | DiagnosisRow]:
    """Give what a run has found and tried, the sum last."""
    for seen in run.kinds.values():
        yield difference_row(seen)
    yield from found
    if score is not None:
        yield from coverage_rows(score, game)
        yield from mistake_rows(score)
        yield from not_tried_rows(score, run)
    yield run_row(run, score)


def coverage_rows(score: RunScore, game: Game) -> list[CoverageRow]:
    """Tell clause by clause what was tried."""
    mistakes = mistake_rows(score)
    rows = []
    for clause in game.clauses():
        own = [each for each in mistakes if each.clause == clause.id]
        asked, exercised = score.asked[clause.id], score.exercised[clause.id]
        noticed = sum(each.noticed for each in own)
        rows.append(CoverageRow(clause.id, clause.title, asked, exercised, len(own), noticed))
    return rows


def mistake_rows(score: RunScore) -> list[DrivenMistakeRow]:
    """Tell of each known mistake whether it would have been noticed."""
    untold, rows = score.untold, []
    for each in score.mistakes:
        clause, colon, _ = each.name.partition(": ")
        game = score.noticed.get(each.name)
        noticed = game is not None
        rows.append(
            DrivenMistakeRow(
                each.name,
                clause if colon else None,
                noticed,
                None if game is None else game + 1,
                "" if noticed else untold.get(each.name, score.lacking(each.name)),
                noticed or each.name in untold or not score.lacking(each.name),
            )
        )
    return rows


def not_tried_rows(score: RunScore, run: Run) -> list[NotTriedRow]:
    """Tell what could not be tried, and why."""
    return [
        *(NotTriedRow(each, "nothing that was asked has to do with it", None) for each in score.unasked()),
        *(NotTriedRow(place[:WORDS], "it could not be told", times) for place, times in run.cannot.most_common()),
        *(NotTriedRow(place[:WORDS], "it failed there before", None) for place in sorted(run.avoid) if place),
    ]


def run_row(run: Run, score: RunScore | None) -> RunRow:
    """Sum up a run."""
    version = run.hello.version
    return RunRow(
        run.hello.name[:WORDS],
        None if version is None else version[:WORDS],
        "differs" if run.kinds else "stopped" if run.stopped else "conforms",
        run.games,
        run.turns,
        run.asked,
        run.differences,
        len(run.kinds),
        round(run.seconds, 3),
        round(run.waited, 3),
        None if score is None else run.seed,
        0 if score is None else score.scored,
        run.stopped,
        run.cut_short,
    )
