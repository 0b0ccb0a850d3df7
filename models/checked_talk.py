"""Talks that tell whether an adapter is right, whatever the game: what was looked at, and each fault once."""

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NoReturn

from models.driving import Check, CheckTalk, Hello, Request, Response

TELLING = ("legal", "result")  # requests whose answers tell something, with or without "ok"
Asks = Generator[Request, Response, None]


class TalkOver(Exception):
    """Nothing more can be learned in this talk."""


class CheckedTalk:
    """What was found in talks with a program that offers what it `can`."""

    def __init__(self, can: Collection[str]) -> None:
        self.can = frozenset(can)
        self.checks: list[Check] = []

    def found(self, check: Check) -> None:
        """Note a fault once."""
        if not any((check.what, check.fault) == (each.what, each.fault) for each in self.checks):
            self.checks.append(check)

    def end(self, check: Check) -> NoReturn:
        """Note a fault behind which answers say nothing."""
        self.found(check)
        raise TalkOver

    def looked_at(self, what: str) -> None:
        """Note that something was looked at and is right."""
        self.found(Check(what))

    def look_at_answer(self, request: Request, reply: Response) -> None:
        """See that an answer says what any must, and does not deny what hello names."""
        if reply.error is not None:
            raise TalkOver
        do = str(type(request).__struct_config__.tag)
        if reply.ok is None and not reply.cannot and do not in TELLING:
            help = f'in the branch for `{do}`: answer {{"ok":true,...}} or {{"ok":false,"why":...}}'
            self.found(Check("ok", f'the answer to `{do}` says no "ok"', help, shown_by=(request,)))
        if reply.cannot and do in self.can:
            help = f"in the branch for `hello`: leave `{do}` out of `can`, or answer it"
            fault = f"`can` holds `{do}`, and the answer is `cannot`"
            self.found(Check("hello", fault, help, shown_by=(request,)))

    def look_at_result(
        self, request: Request, over: bool | None, winners: Collection[int] | None, players: int
    ) -> None:
        """See that an answer to `result` says whether play is over, and names players."""
        if over is None:
            help = 'in the branch for `result`: answer {"over":false}, or {"over":true,"winners":[1]}'
            self.found(Check("result", 'the answer to `result` says no "over"', help, shown_by=(request,)))
        if over and winners is None:
            help = 'in the branch for `result`: add "winners", in a tie all of them'
            fault = "the answer to `result` says that play is over, and names no `winners`"
            self.found(Check("result", fault, help, shown_by=(request,)))
        strange = [winner for winner in winners or () if not 1 <= winner <= players]
        if strange:
            help = "in the branch for `result`: players count from 1, so a list of the program that counts from 0"
            fault = f"`winners` names player {strange[0]} of {players}"
            self.end(
                Check("players", fault, f"{help} has player - 1, and `winners` its index + 1", True, True, (request,))
            )

    def still_due(self) -> None:
        """See what is still to be told when a talk ends."""


def hedged(help: str, certain: bool, does: str) -> str:
    """Say where a fault is not certainly the adapter's which program shows the same."""
    return help if certain else f"{help} (this is also what a program does that {does})"


def talked(talk: CheckedTalk, asks: Asks) -> CheckTalk:
    """Have a talk as far as it can go, and give what it adds."""
    already = len(talk.checks)
    with suppress(TalkOver):
        yield from asks
        talk.still_due()
    return talk.checks[already:]


def checks_of_hello(hello: Hello, words: Mapping[str, tuple[Sequence[str], Sequence[str]]]) -> Iterator[Check]:
    """See that a program has a name, and that of each key it names only what is known: what it says, what it may."""
    for key, (told, known) in words.items():
        for word in told:
            if word not in known:
                help = f"in the branch for `hello`: `{key}` may hold {', '.join(known)}"
                yield Check("hello", f"`{key}` holds {word[:40]!r}, which is not known", help)
    if not hello.name:
        yield Check("hello", "the program has no name", 'in the branch for `hello`: add "name"')
