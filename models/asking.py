"""Asking a program, whatever the game: requests with their places of play, probes, and the log that answers make."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from random import Random
from typing import Generic, TypeVar

from models.clause import AnyStep, Clause
from models.driving import Aims, Ask, CannotPlay, Dialogue, Discrepancy, Event, Hello, Request, Response
from models.game import GameEngine
from models.reading import Malformed

OWN_DEAL = "a deal of the program's own, which it does not show"
NOT_AGAIN = "not asked again: "  # how the reason begins why a game stops where the program has failed before
ENOUGH = 3  # times that the same illegal probe is accepted until others come first
DialogueT = TypeVar("DialogueT", bound=Dialogue)
ResponseT = TypeVar("ResponseT", bound=Response)
StepT = TypeVar("StepT", bound=AnyStep)
EngineT = TypeVar("EngineT", bound=GameEngine)


class ShowsNoDeal(CannotPlay):
    """A game was begun with a deal of the program's own, and what was dealt is not shown."""


class ConversationOver(Exception):
    """The conversation ends here."""


class Asking(Generic[DialogueT, ResponseT]):
    """What a conversation asks in any place."""

    def __init__(self, dialogue: DialogueT, response: type[ResponseT], hello: Hello, aims: Aims, rng: Random) -> None:
        self.dialogue, self.response, self.aims, self.rng = dialogue, response, aims, rng
        self.can = frozenset(hello.can)
        self.refuses = "refuse" in self.can

    def ask(self, request: Request, place: str, legal: bool = True) -> Generator[Ask, Response, ResponseT]:
        """Make a request, and follow the answer. Raises ConversationOver where the program has failed before."""
        if place in self.aims.avoid:
            raise ConversationOver(f"{NOT_AGAIN}{place}")
        self.aims.tried[place] += 1
        reply = yield Ask(request, place, legal)
        self.dialogue.hear(request, reply)
        if reply.cannot:
            self.aims.cannot[place] += 1
        assert isinstance(reply, self.response)
        return reply

    def begin(self, request: Request, place: str) -> Generator[Ask, Response, ResponseT]:
        """Begin a game; where a program that can `deal` does not show a deal of its own, none is asked for again."""
        try:
            return (yield from self.ask(request, place))
        except ShowsNoDeal:
            if "deal" not in self.can:
                raise
            self.aims.avoid.add(OWN_DEAL)
            raise ConversationOver(OWN_DEAL) from None

    def probe(self, probes: dict[str, Request]) -> Generator[Ask, Response, bool]:
        """Make that illegal request of several which was tried least; tell whether it was accepted."""
        for place in sorted(probes, key=lambda each: (self.weight(each), self.rng.random())):
            if place not in self.aims.avoid:
                reply = yield from self.ask(probes[place], place, legal=False)
                if reply.done:
                    self.aims.accepted[place] += 1
                return reply.done
        return False

    def weight(self, place: str) -> int:
        """Tell how often something was tried; what is accepted again and again comes last."""
        return self.aims.tried[place] + (1000 if self.aims.accepted[place] >= ENOUGH else 0)


class DialogueLog:
    """The log of a dialogue, and what is said beside it.

    `says` is who is to move as the program shows it, `over` whether it shows that play is over, `listed` what it listed
    last. `lost` tells that nothing more can be followed.
    """

    def __init__(self) -> None:
        super().__init__()
        self.events: list[Event] = []
        self.discrepancies: list[Discrepancy] = []
        self.unlogged: list[tuple[int, Event]] = []
        self.turns = 0
        self.says: int | None = None
        self.over: bool | None = None
        self.listed: frozenset[str] | None = None
        self.closed = self.lost = self.doubtful = False

    def stop(self, reason: str) -> None:
        """Close the log where the conversation ends before the game does."""
        if self.events and not self.closed and self.events[-1]["event"] != "stop":
            self.events.append({"event": "stop", "reason": reason})


def begun(make: Callable[[], EngineT], header: object) -> EngineT:
    """Make the engine of a game and open it by its header. Raises CannotPlay where hello makes no game."""
    try:
        engine = make()
    except Malformed as wrong:
        raise CannotPlay(f"what hello says makes no game: {wrong.message}", wrong.help) from wrong
    if not engine.opening(header):
        engine.adopt(engine.step(header))
    return engine


def only_allowing(clauses: Iterable[Clause[StepT]], case: Callable[[str], StepT]) -> Iterator[str]:
    """Name the mistakes in clauses by which all that is legal stays so: they show where something illegal is tried."""
    for clause in clauses:
        kept = [case(text) for text in clause.kept]
        for words, wrong in clause.mutants().items():
            if all(wrong.holds(step) and wrong.effect(step) == step for step in kept):
                yield f"{clause.id}: {words}"


def cut_into_turns(
    requests: Sequence[Request], begins: type[Request], ends: type[Request]
) -> tuple[list[Request], list[list[Request]]]:
    """Cut requests into what comes before play, and turns; a turn begins by one behind the end of another."""
    first = next((at for at, request in enumerate(requests) if isinstance(request, begins)), len(requests))
    turns: list[list[Request]] = []
    done = True
    for request in requests[first:]:
        if done and isinstance(request, begins):
            turns.append([])
            done = False
        turns[-1].append(request)
        done = done or isinstance(request, ends)
    return list(requests[:first]), turns
