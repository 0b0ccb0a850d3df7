"""What judging a log gives: findings, and a verdict on each game."""

from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from models.clause import OUTSIDE, AnyStep, Clause, Fault, Kind, Picture
from models.game import Game
from verifier.note import Note
from verifier.source import Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from verifier.infer.inferred import Conflict, Inferred
    from verifier.source_place import SourcePlace

Outcome = Literal["conforms", "breaks", "unreadable"]


class Finding:
    """One clause broken by one event, or one place that cannot be read. Its words are made when asked for."""

    __slots__ = (
        "_fault",
        "_say",
        "clause",
        "column",
        "conflict",
        "game",
        "kind",
        "line",
        "path",
        "place",
        "player",
        "raw",
        "rules",
        "turn",
    )

    def __init__(
        self,
        path: str,
        line: int | None,
        game: int | None,
        clause: str,
        kind: Kind,
        say: Callable[[], Fault],
        *,
        turn: int | None = None,
        player: int | None = None,
        raw: bytes = b"",
        column: int | None = None,
        rules: "tuple[Game, Clause, AnyStep] | None" = None,
    ) -> None:
        self.path, self.line, self.game, self.clause, self.kind = path, line, game, clause, kind
        self.turn, self.player, self.raw, self.column, self.rules = turn, player, raw, column, rules
        self._say, self._fault = say, None
        self.place: SourcePlace | None = None  # where a log in another form says it
        self.conflict: Conflict | None = None  # what contradicts itself where facts are missing

    _fault: Fault | None

    @property
    def fault(self) -> Fault:
        """What is wrong, in words."""
        if self._fault is None:
            self._fault = self._say()
        return self._fault

    @property
    def outside(self) -> bool:
        """Tell whether it only says that something is outside the edition."""
        return self.kind == OUTSIDE

    @property
    def picture(self) -> Picture | None:
        """The garden it is about, before the move."""
        return None if self.rules is None else self.rules[0].picture(self.rules[2], self.fault)

    @property
    def help(self) -> str:
        """What would have been right."""
        if self.fault.help or self.rules is None:
            return self.fault.help
        return self.rules[0].remedy(self.rules[2])


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """What became of one game of a log; `breach` is its first broken step, `at` the line of it.

    Of a log in another form the lines are its events, and `place` is where the first wrong one stands. `notes` change
    nothing of it.
    """

    path: str
    game: int | None
    outcome: Outcome
    finished: bool
    turns: int
    findings: int
    valid_lines: int
    at: int | None = None
    model: Game | None = None
    breach: AnyStep | None = None
    place: "SourcePlace | None" = None
    inferred: "Inferred | None" = None
    notes: tuple[Note, ...] = ()


def unreadable_log(path: str, stop: Unreadable) -> Iterator[Finding | Verdict]:
    """Report a path that gives no log."""
    yield Finding(path, None, None, stop.code, "unreadable", lambda: Fault(stop.message, help=stop.help))
    yield Verdict(path, None, "unreadable", finished=False, turns=0, findings=1, valid_lines=0)
