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


class Finding(msgspec.Struct, eq=False):
    """One clause broken by one event, or one place that cannot be read. Its words are made when asked for."""

    path: str
    line: int | None
    game: int | None
    clause: str
    kind: Kind
    say: Callable[[], Fault] | None  # the clause says it where nothing else does
    turn: int | None = None
    player: int | None = None
    raw: bytes = b""
    column: int | None = None
    found_by: "tuple[Game, Clause, Callable[[], AnyStep]] | None" = None
    place: "SourcePlace | None" = None  # where a log in another form says it
    conflict: "Conflict | None" = None  # what contradicts itself where facts are missing
    said: Fault | None = None

    @property
    def model(self) -> Game | None:
        """The game by whose clauses it was found."""
        return None if self.found_by is None else self.found_by[0]

    @property
    def rules(self) -> tuple[Game, Clause, AnyStep] | None:
        """The game, the clause, and the step that breaks it, which may be made only now."""
        if self.found_by is None:
            return None
        game, clause, step = self.found_by
        return game, clause, step()

    @property
    def fault(self) -> Fault:
        """What is wrong, in words."""
        if self.said is None:
            if self.say is not None:
                self.said = self.say()
            else:
                assert self.rules is not None
                _, clause, step = self.rules
                self.said = clause.fault(step)
        return self.said

    @property
    def outside(self) -> bool:
        """Tell whether it only says that something is outside the edition."""
        return self.kind == OUTSIDE

    @property
    def picture(self) -> Picture | None:
        """The garden it is about, before the move."""
        if self.rules is None:
            return None
        game, _, step = self.rules
        return game.picture(step, self.fault)

    @property
    def help(self) -> str:
        """What would have been right."""
        if self.fault.help or self.rules is None:
            return self.fault.help
        game, _, step = self.rules
        return game.remedy(step)


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """What became of one game of a log; `breach` gives its first broken step, `at` is the line of it.

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
    breach: Callable[[], AnyStep] | None = None
    place: "SourcePlace | None" = None
    inferred: "Inferred | None" = None
    notes: tuple[Note, ...] = ()


def unreadable_log(path: str, stop: Unreadable) -> Iterator[Finding | Verdict]:
    """Report a path that gives no log."""
    yield Finding(path, None, None, stop.code, "unreadable", lambda: Fault(stop.message, help=stop.help))
    yield Verdict(path, None, "unreadable", finished=False, turns=0, findings=1, valid_lines=0)
