"""Put the suite to a running program, and grade what it does."""

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from models.driving import Ask, CannotAsk, Driving, Hello, Response, TriedTurns
from verifier.drive.adapter_fault import AdapterFault
from verifier.drive.play import Player
from verifier.grade import Grades, grade
from verifier.suite import Answer, Item

NO_COUNTS = "the protocol has no request for counts of lines"
NO_TABLE = "the protocol of this game has no request for a table"
HELLO, LOGS = "hello", "a log"
FoundT = TypeVar("FoundT")
SEEDS = 8  # deals that are begun anew until the right player starts


@dataclass
class SuiteRun:
    """What a program was asked and how it did: `not_asked` and `unanswered` say why, by the ids of items.

    `answers` are what it has said, `untold` the turns of tables that it could not be asked.
    """

    grades: Grades = field(default_factory=Grades)
    not_asked: dict[str, str] = field(default_factory=dict)
    unanswered: dict[str, str] = field(default_factory=dict)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    answers: dict[str, Answer] = field(default_factory=dict)
    untold: dict[str, Sequence[str]] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """Tell whether something was asked and everything asked was answered rightly."""
        return self.grades.passed and not self.unanswered


def run_suite(player: Player, driving: Driving, questions: Sequence[Item]) -> SuiteRun:
    """Ask each item that the program can be told; where it failed, that place is not tried again."""
    run, avoid = SuiteRun(), set[str]()
    answers = run.answers
    for item in questions:
        try:
            if item.events:
                answers[item.id] = {"id": item.id, **_play(player, driving, item, avoid)}
                continue
            if item.kind == "step":
                answers[item.id] = {"id": item.id, "legal": _try_step(player, driving, item, avoid)}
                continue
            tried = _try_turns(player, driving, item, avoid)
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
                run.untold[item.id] = tried.untold
    run.grades = grade([item for item in questions if item.id in answers], answers)
    return run


def _leave_out(run: SuiteRun, item: Item, reason: str) -> None:
    run.not_asked[item.id] = reason
    run.reasons[item.kind, reason] += 1


def _try_turns(player: Player, driving: Driving, item: Item, avoid: set[str]) -> TriedTurns:
    if item.kind == "perft":
        raise CannotAsk(NO_COUNTS)
    if (turns := driving.tried_turns) is None:
        raise CannotAsk(NO_TABLE)
    return _talk(player, lambda hello: turns(hello, item.row["table"]), avoid)


def _try_step(player: Player, driving: Driving, item: Item, avoid: set[str]) -> bool:
    if (step := driving.tried_step) is None:
        raise CannotAsk(NO_TABLE)
    return _talk(player, lambda hello: step(hello, item.row["case"]), avoid)


def _talk(player: Player, begin: Callable[[Hello], Generator[Ask, Response, FoundT]], avoid: set[str]) -> FoundT:
    """Talk with a program, and give what comes of it; where it fails, that place is not tried again."""
    place = HELLO
    _look(place, avoid)
    try:
        talk = begin(player.ready())
        ask = next(talk)
        while True:
            place = ask.place
            _look(place, avoid)
            ask = talk.send(player.asked(ask.request))
    except StopIteration as end:
        found: FoundT = end.value
        return found
    except AdapterFault as fault:
        if place not in avoid:
            avoid.add(place)
            player.adapter.kill()
            raise AdapterFault(fault.sort, f"{place}: {fault.message}", fault.help) from fault
        raise


def _play(player: Player, driving: Driving, item: Item, avoid: set[str]) -> Answer:
    """Play a log of the suite; begin anew until the player starts who starts in it."""
    if driving.ask_log is None:
        raise CannotAsk("the logs of this game are not put to a program")
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
