"""Driving a program: what a game says of the requests to it, and of what its answers mean.

An adapter answers each request by one line. What it did is written as the log of a game, which the judge judges; what
no log can hold is told as a `Discrepancy`.
"""

from collections import Counter
from collections.abc import Callable, Container, Generator, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Protocol

from msgspec import Struct

from models.clause import ClauseId
from models.reading import Reading

Event = dict[str, object]


class Request(Struct, tag_field="do", frozen=True, omit_defaults=True):
    """What is asked of a program, one line."""

    @property
    def rigged(self) -> bool:
        """Tell whether it says what is otherwise left to chance."""
        return False


class Response(Struct, frozen=True):
    """What a program answers: `ok` with what it did, a refusal, that it cannot be told so, or that it crashed."""

    ok: bool | None = None
    why: str | None = None
    cannot: str | bool | None = None
    error: str | None = None

    @property
    def done(self) -> bool:
        """Tell whether the program did as it was asked."""
        return self.ok is not False and self.error is None and not self.cannot

    @property
    def refused(self) -> bool:
        """Tell whether the program refused: no crash, and not for want of a way to say it."""
        return self.ok is False and self.error is None and not self.cannot


class Hello(Response, frozen=True):
    """What a program says of itself."""

    name: str = ""
    version: str | None = None
    players: tuple[int, ...] = ()
    setups: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    can: tuple[str, ...] = ()


class Ask(Struct, frozen=True):
    """A request, whether the rules allow it, and the place of play it stands at, in words.

    Where a program failed at a place it is not asked there again.
    """

    request: Request
    place: str
    legal: bool = True


class Discrepancy(Struct, frozen=True):
    """Where an answer differs from the rules and no log can say so: the clause, and what was asked, said and right.

    `logged` tells that the log of an exchange that goes on would say it.
    """

    clause: ClauseId
    asked: str
    said: str
    right: str
    logged: bool = False


class CannotPlay(Exception):
    """What a program says of itself leaves nothing to play, or contradicts itself; `help` says what to change."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message, self.help = message, help


class CannotAsk(Exception):
    """A question that cannot be put to a program, and why; `refused` where the program refuses what is right."""

    def __init__(self, reason: str, refused: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.refused = reason, refused


class TriedTurns(Struct, frozen=True):
    """The turns on a table that a program accepts, and those that it cannot be told."""

    accepted: list[str]
    untold: list[str]


class Wish(Struct, frozen=True):
    """What the caller asks for: None where it may vary."""

    players: int | None = None
    setup: str | None = None
    variants: tuple[str, ...] | None = None
    reading: Reading = Reading()


class Dialogue(Protocol):
    """What was said in one game, as its log.

    `unlogged` are refusals that no log can hold: how many events came before, and the event that was asked for.
    `doubtful` tells that the engine of the game did not simply allow every event, so that the clauses must be asked.
    """

    events: list[Event]
    discrepancies: list[Discrepancy]
    unlogged: list[tuple[int, Event]]
    doubtful: bool
    turns: int

    def hear(self, request: Request, reply: Response) -> None:
        """Follow an answer. Raises CannotPlay where it contradicts what the program says of itself."""
        ...

    def stop(self, reason: str) -> None:
        """Close the log where the conversation ends before the game does."""
        ...


class Conversation(Protocol):
    """One game as it is played with a program."""

    @property
    def dialogue(self) -> Dialogue: ...

    def asks(self) -> Generator[Ask, Response, None]:
        """Give one request after the other, and be told the answer to each."""
        ...


class Aims:
    """What was tried so far, over some games of a run: how often each place of play was asked about.

    `accepted` counts illegal requests that were not refused, `cannot` what could not be told, and at the places of
    `avoid` the program has failed. `tables` are requests that were made for some number of players.
    """

    def __init__(self, cannot: Counter[str], avoid: set[str], tables: dict[int, list[Request]]) -> None:
        self.tried: Counter[str] = Counter()
        self.accepted: Counter[str] = Counter()
        self.cannot, self.avoid, self.tables = cannot, avoid, tables


class Check(Struct, frozen=True):
    """What was looked at in an adapter, what is wrong with it, and where to change it.

    A `grave` fault makes what playing finds mean nothing. One that is not `certain` may be the program's own mistake.
    """

    what: str
    fault: str = ""
    help: str = ""
    grave: bool = False
    certain: bool = True
    shown_by: tuple[Request, ...] = ()


def lacking(offered: bool, asked_for: bool, what: str) -> str:
    """Say why something is not tried; empty where it is."""
    if not offered:
        return f"the program does not offer {what}"
    return "" if asked_for else f"{what} is not asked for"


CheckTalk = Generator[Request, Response, list[Check]]


LogAsking = Generator[Request, Response, Mapping[str, object] | None]


class Driving(Struct, frozen=True):
    """How a game is played with a program; `covers` are the clauses that its dialogues keep to by themselves.

    `plan` gives the game to play as the nth one, of a number of turns at most; `follow` an exchange to which
    requests of a file are told; one of `begins` is the first of a game. `units` cuts requests behind the first ones
    into turns, and `mended` changes requests, of which turns were left away, so that they make sense again, in one
    way or several. `misfit` says what of a request no game with a program has, like a clover that there is not;
    nothing where it fits. `fixed` tells whether requests say what a program would shuffle else; `rebuilt` gives from
    requests, their log, and how many were made behind each event other beginnings, which say so or are nearer to the
    end. `by_itself` gives for
    an event and the table before it what a program could have done in its place, and would be seen to; `hidden`
    says of mistakes, by their names or words, why no exchange with any program can show them, `masked` why none
    does with a program that has this mistake alone, and `unoffered` gives for clauses and mistakes what of them a
    program does not offer or nobody asks for. `check` gives talks that tell what is wrong with the adapter, each
    one game; in short, only few requests are made. `tried_turns` tries every turn on a table of the suite,
    `tried_step` a single step, and `ask_log` plays a log of it, with the line of its first breach and a seed; None
    where a game does not offer it. `templates` is a folder with what is particular to the game in the beginning of
    an adapter, a file for each language.
    """

    covers: Container[str]
    hello: Request
    hello_response: type[Hello]
    response: type[Response]
    requests: tuple[type[Request], ...]
    begins: tuple[type[Request], ...]
    plan: Callable[[Hello, Wish, Aims, Random, int, int | None], Conversation]
    follow: Callable[[Hello, Wish], Dialogue]
    units: Callable[[Sequence[Request]], tuple[list[Request], list[list[Request]]]]
    mended: Callable[[Hello, Sequence[Request]], Iterator[list[Request]]]
    misfit: Callable[[Hello, Request], str]
    fixed: Callable[[Sequence[Request]], bool]
    rebuilt: Callable[[Hello, Wish, Sequence[Request], Sequence[Event], Sequence[int]], Iterator[list[Request]]]
    by_itself: Callable[[Mapping[str, object], object], Iterator[Event]]
    hidden: Mapping[str, str]
    masked: Mapping[str, str]
    unoffered: Callable[[Hello, Wish], Mapping[str, str]]
    check: Callable[[Hello, Wish, bool], Iterator[CheckTalk]]
    tried_turns: Callable[[Hello, str], Generator[Ask, Response, TriedTurns]] | None = None
    ask_log: Callable[[Hello, Sequence[Event], int | None, int], LogAsking] | None = None
    tried_step: Callable[[Hello, str], Generator[Ask, Response, bool]] | None = None
    templates: Path | None = None
