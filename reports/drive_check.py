"""Whether an adapter is right, in words."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from models.driving import Check, Request
from reports.drive_rows import ANSWER, WORDS, JsonObject
from reports.style import Paint, count_of, visible
from verifier.drive.check import AdapterChecks

LONGEST = 160  # characters of a request or an answer that are shown
MOST_TOLD = 20  # faults of one adapter
MOST_SHOWN = 3  # requests with a fault


class CheckedAnswerRow(Struct):
    """A request, and the answer to it."""

    asked: JsonObject
    answered: Annotated[str | None, Meta(description="null if none came")]


class AdapterFaultRow(Struct, tag="adapter-fault", tag_field="type"):
    """What is wrong with an adapter, and where to change it."""

    what: Annotated[str, Meta(description="what was looked at")]
    message: str
    help: Annotated[str, Meta(description="which branch to change, and how")]
    certain: Annotated[bool, Meta(description="false where a mistake of the program itself looks alike")]
    grave: Annotated[bool, Meta(description="whether it makes all that playing finds mean nothing")]
    exchange: Annotated[list[CheckedAnswerRow], Meta(description="the requests that show it")]


class AdapterCheckRow(Struct, tag="summary", tag_field="type"):
    """What came of the check in all."""

    name: str
    verdict: Annotated[Literal["right", "wrong", "nothing"], Meta(description="nothing: no game was played")]
    faults: Annotated[int, Meta(description="those that are certain")]
    doubts: int
    requests: int
    right: Annotated[list[str], Meta(description="what was looked at and is right")]


def check_rows(looked: AdapterChecks, name: str) -> Iterator[AdapterFaultRow | AdapterCheckRow]:
    """Give the JSON form, the sum last."""
    for check in looked.checks:
        if check.fault:
            shown = [_answer_row(looked, request) for request in check.shown_by]
            yield AdapterFaultRow(check.what, check.fault, check.help, check.certain, check.grave, shown)
    faults, doubts = len(looked.faults), sum(bool(check.fault) and not check.certain for check in looked.checks)
    verdict: Literal["right", "wrong", "nothing"] = "wrong" if faults else "nothing" if looked.empty else "right"
    yield AdapterCheckRow(name[:WORDS], verdict, faults, doubts, len(looked.talk), _right(looked))


def _answer_row(looked: AdapterChecks, request: Request) -> CheckedAnswerRow:
    answer = looked.answer_to(request)
    told = None if not answer else answer[:ANSWER].decode("utf-8", "backslashreplace")
    return CheckedAnswerRow(Raw(msgspec.json.encode(request)), told)


def _right(looked: AdapterChecks) -> list[str]:
    wrong = {check.what for check in looked.checks if check.fault}
    return [check.what for check in looked.checks if check.what not in wrong]


def check_text(looked: AdapterChecks, name: str, paint: Paint) -> str:
    """Tell all that was found in an adapter, and what was looked at."""
    text = faults_text(looked, looked.faults, paint)
    text += faults_text(looked, (check for check in looked.checks if check.fault and not check.certain), paint)
    if right := _right(looked):
        text += f"looked at and right: {', '.join(right)}\n"
    verdict = paint("good", "no fault of the adapter found")
    if looked.empty:
        verdict = paint("bad", "nothing could be looked at, for no game was played")
    if looked.faults:
        verdict = paint("bad", f"{count_of(len(looked.faults), 'fault')} of the adapter")
    return text + f"{visible(name or 'the program')}: {verdict}, {count_of(len(looked.talk), 'request')}\n"


def faults_text(looked: AdapterChecks, checks: Iterable[Check], paint: Paint, word: str = "error") -> str:
    """Tell faults of an adapter: what was found, where to change it, and the answers that show it."""
    told = list(checks)
    text = "".join(
        "".join(f"{row}\n" for row in _fault_rows(looked, check, paint, word)) + "\n" for check in told[:MOST_TOLD]
    )
    return text + (f"... and {len(told) - MOST_TOLD} more faults\n" if len(told) > MOST_TOLD else "")


def _fault_rows(looked: AdapterChecks, check: Check, paint: Paint, word: str) -> Iterator[str]:
    head = paint("error", f"{word}[adapter]") if check.certain else paint("strong", "perhaps")
    yield f"{head}{paint('strong', ': ' + visible(check.fault))}"
    yield f"   {paint('frame', '=')} {visible(check.help)}"
    for request in check.shown_by[-MOST_SHOWN:]:
        yield f"   {paint('dim', 'asked   ')} {_short(msgspec.json.encode(request))}"
        if (answer := looked.answer_to(request)) is not None:
            yield f"   {paint('dim', 'answered')} {_short(answer) or 'nothing'}"


def _short(line: bytes) -> str:
    text = visible(line.decode("utf-8", "backslashreplace").strip())
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
