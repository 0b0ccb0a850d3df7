"""Put the suite to a running program, and grade what it does."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from models.driving import CannotAsk, Driving, Hello, TriedTurns
from verifier.drive.adapter_fault import AdapterFault
from verifier.drive.play import Player
from verifier.grade import Grades, grade
from verifier.suite import Answer, Item

NOT_PUT = {
    "perft": "the protocol has no request for counts of lines",
    "step": "steps are not put to a program",
}
HELLO, LOGS = "hello", "a log"
SEEDS = 8  # deals that are begun anew until the right player starts


@dataclass
class SuiteRun:
    """What a program was asked and how it did: `not_asked` and `unanswered` say why, by the ids of items."""

    grades: Grades = field(default_factory=Grades)
    not_asked: dict[str, str] = field(default_factory=dict)
    unanswered: dict[str, str] = field(default_factory=dict)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def passed(self) -> bool:
        """Tell whether something was asked and everything asked was answered rightly."""
        return self.grades.passed and not self.unanswered


def run_suite(player: Player, driving: Driving, questions: Sequence[Item]) -> SuiteRun:
    """Ask each item that the program can be told; where it failed, that place is not tried again."""
    run, avoid = SuiteRun(), set[str]()
    answers: dict[str, Answer] = {}
    for item in questions:
        if item.kind in NOT_PUT:
            _leave_out(run, item, NOT_PUT[item.kind])
            continue
        try:
            if item.events:
                answers[item.id] = {"id": item.id, **_play(player, driving, item, avoid)}
                continue
            tried = _ask(player, driving, item, avoid)
        except CannotAsk as lack:
            if lack.refused:
                run.unanswered[item.id] = lack.reason
            else:
                _leave_out(run, item, lack.reason)
        except AdapterFault as fault:
            run.unanswered[item.id] = fault.message
        else:
            if set(tried.untold) & set(item.answer["legal"]):
                _leave_out(run, item, "the program cannot be told some of the turns")
            else:
                answers[item.id] = {"id": item.id, "legal": sorted(tried.accepted)}
    run.grades = grade([item for item in questions if item.id in answers], answers)
    return run


def _leave_out(run: SuiteRun, item: Item, reason: str) -> None:
    run.not_asked[item.id] = reason
    run.reasons[item.kind, reason] += 1


def _ask(player: Player, driving: Driving, item: Item, avoid: set[str]) -> TriedTurns:
    assert driving.tried_turns is not None
    place = HELLO
    _look(place, avoid)
    try:
        hello: Hello = player.ready()
        talk = driving.tried_turns(hello, item.row["table"])
        ask = next(talk)
        while True:
            place = ask.place
            _look(place, avoid)
            ask = talk.send(player.asked(ask.request))
    except StopIteration as end:
        tried: TriedTurns = end.value
        return tried
    except AdapterFault as fault:
        if place not in avoid:
            avoid.add(place)
            player.adapter.kill()
            raise AdapterFault(fault.sort, f"{place}: {fault.message}", fault.help) from fault
        raise


def _play(player: Player, driving: Driving, item: Item, avoid: set[str]) -> Answer:
    """Play a log of the suite; begin anew until the player starts who starts in it."""
    assert driving.ask_log is not None
    _look(LOGS, avoid)
    for seed in range(1, SEEDS + 1):
        try:
            talk = driving.ask_log(player.ready(), item.events, item.answer["line"], seed)
            request = next(talk)
            while True:
                request = talk.send(player.asked(request))
        except StopIteration as end:
            if end.value is not None:
                return dict(end.value)
        except AdapterFault:
            avoid.add(LOGS)
            player.adapter.kill()
            raise
    raise CannotAsk("the program lets another player begin")


def _look(place: str, avoid: set[str]) -> None:
    if place in avoid:
        raise AdapterFault("crash", f"{place}: not tried again, the program failed there", "")
