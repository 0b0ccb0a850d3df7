"""The mechanics of a game: all that a new game must say besides its clauses, claims and editions.

A `SmallGame` makes everything else of them (`models.defaults`): see docs/a-new-game.md.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic

import msgspec
from msgspec import Struct

from models.clause import Clause, Picture, keeps
from models.field_types import every, line_of, read_line, struct_of, tag_of, words_of
from models.reading import Malformed, Reading

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    TableT = TypeVar("TableT", bound=Struct, default=Any)
    MoveT = TypeVar("MoveT", bound=Struct, default=Any)
else:
    from typing import TypeVar

    TableT, MoveT = TypeVar("TableT"), TypeVar("MoveT")


class Step(Struct, Generic[TableT, MoveT], frozen=True):
    """A table, the move made on it, and the table after it."""

    before: TableT
    move: MoveT
    after: TableT


class Stop(Struct, tag="stop", tag_field="event", frozen=True):
    """The record breaks off without a result."""

    reason: Any = None


class Mechanics(ABC, Generic[TableT, MoveT]):
    """How a game is played, whether by the rules or not: what is allowed, the clauses say.

    `header` is the event that begins a log; without any key given it asks for the usual game. `turns` are the kinds of
    moves that are turns of a player, `results` those that only name a result; `players` tells how many there are. By
    default a move is the event of a log itself, and notation and candidates come from the types of the fields (see
    `models.field_types`).
    """

    header: type[Struct]
    turns: tuple[type[MoveT], ...]
    results: tuple[type[MoveT], ...] = ()
    players = 2

    # --- what only the game knows

    @abstractmethod
    def open(self, header: Any, reading: Reading) -> TableT:
        """Give the table at which play starts. Raises Malformed where no rules are known for the header."""

    @abstractmethod
    def effect(self, table: TableT, move: MoveT) -> TableT:
        """Give the table after a move, allowed or not."""

    @abstractmethod
    def to_move(self, table: TableT) -> int:
        """Give the player whose turn it is, from 1; 0 where play is over."""

    @abstractmethod
    def winners(self, table: TableT) -> tuple[int, ...] | None:
        """Give who has won, None while play goes on."""

    def level(self, table: TableT) -> int:
        """Give a number that no turn raises: the finer it is, the less memory exploring takes."""
        return 0

    # --- what follows from the types

    def start(self, reading: Reading) -> TableT:
        """Give the table at which the usual game starts."""
        return self.open(self.header(), reading)

    def move(self, table: TableT, event: Any) -> MoveT:
        """Give what an event of a log means as a move. Raises Malformed."""
        found: MoveT = event
        return found

    def asked(self, table: TableT, event: Struct) -> MoveT:
        """Give the turn that a refused event asked for. Raises Malformed."""
        return self.move(table, self.turns[0](**msgspec.structs.asdict(event)))

    def event(self, move: MoveT) -> dict[str, object]:
        """Give a move as an event of a log, as plain keys and values."""
        found: dict[str, object] = msgspec.to_builtins(move)
        return found

    def candidates(self, table: TableT) -> Iterator[MoveT]:
        """Give every turn one can think of at a table, legal or not, each once."""
        for kind in self.turns:
            yield from every(kind)

    def candidate_results(self, table: TableT) -> Iterator[MoveT]:
        """Give every result one can think of."""
        for kind in self.results:
            yield from every(kind)

    def write(self, table: TableT) -> str:
        """Write a table in one line, the same for equal tables only."""
        return line_of(table, self.start(Reading()))

    def read(self, text: str, reading: Reading) -> TableT:
        """Read a table as it is written. Raises Malformed."""
        try:
            return read_line(text, self.start(reading))
        except ValueError as wrong:
            raise Malformed("value", "table", str(wrong), f"for example: {self.write(self._later(reading))}") from wrong

    def _later(self, reading: Reading) -> TableT:
        """Give a table to show how one is written."""
        start = self.start(reading)
        return self.effect(start, next(self.candidates(start)))

    def say(self, move: MoveT) -> str:
        """Name a move briefly; moves at one table differ in it."""
        return " ".join((tag_of(type(move)), *words_of(move)))

    def hear(self, text: str) -> MoveT:
        """Read a move as `say` names it. Raises ValueError."""
        tag, *words = text.split() or [""]
        for kind in (*self.turns, *self.results):
            if tag_of(kind) == tag:
                return struct_of(kind, words)
        raise ValueError(f"{tag!r} is no move; known: {', '.join(map(tag_of, (*self.turns, *self.results)))}")

    def picture(self, table: TableT) -> Picture | None:
        """Draw a table, if it can be drawn."""
        return None

    # --- steps

    def step(self, table: TableT, move: MoveT) -> Step[TableT, MoveT]:
        """Give the step that a move makes."""
        return Step(table, move, self.effect(table, move))


def legal_steps(
    mechanics: Mechanics[TableT, MoveT], clauses: Sequence[Clause], table: TableT
) -> Iterator[Step[TableT, MoveT]]:
    """Give the step of every legal turn at a table: every candidate, and the clauses are asked about each."""
    if mechanics.to_move(table):
        for move in mechanics.candidates(table):
            step = mechanics.step(table, move)
            if keeps(clauses, step):
                yield step
