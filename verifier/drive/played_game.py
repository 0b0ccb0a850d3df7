"""One game played with a program: what was said in it, and what is wrong with it."""

import re
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from models.driving import Discrepancy, Event, Request
from verifier.finding import Finding, Verdict

NUMBER = re.compile(r"0x[0-9a-fA-F]+|[0-9]+")
EXCEPTION = re.compile(r"the program crashed: [A-Za-z_][\w.$]*(Error|Exception)\b(?=:|$)")
encode = msgspec.json.Encoder().encode


class ProgramFault(Struct, frozen=True):
    """Where a program or its adapter failed: what sort of failure, at which place of play, in words.

    `errors` is the end of its standard error.
    """

    sort: str
    place: str
    message: str
    help: str = ""
    errors: str = ""

    @property
    def reason(self) -> str:
        """Why it failed, the same for all failures alike: numbers do not matter, nor what answers or exceptions say."""
        if self.sort == "crash" and (raised := EXCEPTION.match(self.message)):
            return raised[0]
        last = self.errors.strip().splitlines()[-1:] if self.sort == "exit" else []
        told = self.message.partition("{")[0] if self.sort in ("garbage", "hang") else self.message
        return NUMBER.sub("#", " ".join([told, *last]))


class PlayedGame(Struct, frozen=True):
    """What was said in one game: the requests and answers, the log, and what is wrong with it.

    `said` tells for each event of the log how many requests had been made behind it, `fixed` whether the requests say
    what the program would shuffle else, `opening` how many of them come before the first turn. `earlier` are the
    requests of the game that the same process has played before, `before` those that an exchange begins by as it shows
    nothing without them. `later` tells that what is wrong did not come back in a new process.
    """

    number: int
    requests: list[Request]
    answers: list[bytes]
    events: list[Event]
    said: list[int]
    unlogged: list[tuple[int, Event]]
    turns: int
    findings: list[Finding]
    discrepancies: list[Discrepancy]
    fault: ProgramFault | None
    verdict: Verdict | None
    fixed: bool = False
    opening: int = 0
    earlier: Sequence[Request] = ()
    before: Sequence[Request] = ()
    later: bool = False

    @property
    def exchange(self) -> list[Request]:
        """Give all that has to be asked of a new process."""
        return [*self.before, *self.requests]

    @property
    def clean(self) -> bool:
        """Tell whether nothing is wrong."""
        return not (self.fault or self.discrepancies) and all(finding.outside for finding in self.findings)


def log_lines(events: Sequence[Event]) -> bytes:
    """Write events as a log."""
    return b"".join(encode(event) + b"\n" for event in events)
