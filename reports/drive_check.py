"""Whether an adapter is right, in words."""

from collections.abc import Iterable, Iterator

import msgspec

from models.driving import Check
from reports.style import Paint, count_of, visible
from verifier.drive.check import AdapterChecks

LONGEST = 160  # characters of a request or an answer that are shown
MOST_TOLD = 20  # faults of one adapter
MOST_SHOWN = 3  # requests with a fault


def check_text(looked: AdapterChecks, name: str, paint: Paint) -> str:
    """Tell all that was found in an adapter, and what was looked at."""
    text = faults_text(looked, looked.faults, paint)
    text += faults_text(looked, (check for check in looked.checks if check.fault and not check.certain), paint)
    wrong = {check.what for check in looked.checks if check.fault}
    right = [check.what for check in looked.checks if check.what not in wrong]
    if right:
        text += f"looked at and right: {', '.join(right)}\n"
    verdict = paint("good", "no fault of the adapter found")
    if looked.faults:
        verdict = paint("bad", f"{count_of(len(looked.faults), 'fault')} of the adapter")
    return text + f"{visible(name or 'the program')}: {verdict}, {count_of(len(looked.talk), 'request')}\n"


def faults_text(looked: AdapterChecks, checks: Iterable[Check], paint: Paint) -> str:
    """Tell faults of an adapter: what was found, where to change it, and the answers that show it."""
    told = list(checks)
    text = "".join(
        "".join(f"{row}\n" for row in _fault_rows(looked, check, paint)) + "\n" for check in told[:MOST_TOLD]
    )
    return text + (f"... and {len(told) - MOST_TOLD} more faults\n" if len(told) > MOST_TOLD else "")


def _fault_rows(looked: AdapterChecks, check: Check, paint: Paint) -> Iterator[str]:
    word = paint("error", "error[adapter]") if check.certain else paint("strong", "perhaps")
    yield f"{word}{paint('strong', ': ' + visible(check.fault))}"
    yield f"   {paint('frame', '=')} {visible(check.help)}"
    for request in check.shown_by[-MOST_SHOWN:]:
        yield f"   {paint('dim', 'asked   ')} {_short(msgspec.json.encode(request))}"
        if (answer := looked.answer_to(request)) is not None:
            yield f"   {paint('dim', 'answered')} {_short(answer) or 'nothing'}"


def _short(line: bytes) -> str:
    text = visible(line.decode("utf-8", "backslashreplace").strip())
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
