"""The engine by default: hold a table, ask the clauses."""

from collections.abc import Iterator
from typing import Any, Generic

from msgspec import Struct

from models.field_types import tag_of
from models.game import Game
from models.mechanics import Mechanics, MoveT, Step, Stop, TableT
from models.reading import Malformed, Reading
from models.recorded_facts import FactsTold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.known_breach import KnownBreach


class NoSeries:
    """Games of one file that have nothing to do with each other."""

    def lose(self) -> None:
        """Note that a game could not be read."""


def series(game: Game) -> NoSeries:
    """Begin a file."""
    return NoSeries()


def engine(game: Game, header: object, reading: Reading, series: NoSeries) -> "TableEngine":
    """Begin a game at its header. Raises Malformed."""
    edition = reading.edition or getattr(header, "edition", None)
    known = [each.key for each in game.editions]
    if edition is not None and edition not in known:
        raise Malformed(
            "header", "edition", f"the edition {str(edition)[:40]!r} is not known", f"known: {', '.join(known)}"
        )
    return TableEngine(game, game.mechanics(), header, reading)


class TableEngine(Generic[TableT, MoveT]):
    """One game as it is being replayed."""

    covers: frozenset[str] = frozenset()
    known: "list[KnownBreach] | None" = None

    def __init__(self, game: Game, mechanics: Mechanics[TableT, MoveT], header: object, reading: Reading) -> None:
        self.game, self.mechanics = game, mechanics
        self.now = mechanics.open(header, reading)
        self.turns = 0
        self.closed = self.stopped = False
        self.facts_told = FactsTold({})

    def opening(self, event: object) -> bool:
        """Leave the header to the clauses."""
        return False

    def take(self, lines: Iterator[bytes]) -> bytes | None:
        """Leave each line to be decoded."""
        return next(lines, None)

    def make(self, event: object) -> bool:
        """Make the move of an event if it keeps every clause."""
        if isinstance(event, self.game.refused):
            return False
        try:
            step = self.step(event)
        except Malformed:
            return False
        if not all(clause.holds(step) for clause in self.game.clauses() if isinstance(step.move, clause.moves)):
            return False
        self.adopt(step)
        return True

    def step(self, event: Any) -> Step[TableT, MoveT]:
        """Give what an event does, allowed or not. Raises Malformed."""
        if self.stopped:
            raise Malformed("place", "event", "an event after the record broke off", "end the log there")
        if type(event) in (self.game.header, Stop):
            return Step(self.now, event, self.now)
        move = self.mechanics.move(self.now, event)
        if self.closed and isinstance(move, self.mechanics.results):
            raise Malformed("place", "event", "a second result", "write one result for each game")
        return self.mechanics.step(self.now, move)

    def trial(self, event: Struct) -> tuple[Step[TableT, MoveT], str] | None:
        """Give the step a refused event asked for, None where that cannot be told."""
        if self.closed or self.stopped:
            return None
        try:
            step = self.mechanics.step(self.now, self.mechanics.asked(self.now, event))
        except Malformed:
            return None
        return step, tag_of(type(step.move))

    def adopt(self, step: Step[TableT, MoveT]) -> None:
        """Go on from the table after a step."""
        self.now = step.after
        self.turns += isinstance(step.move, self.mechanics.turns)
        self.closed = self.closed or isinstance(step.move, self.mechanics.results)
        self.stopped = isinstance(step.move, Stop)

    def finished(self) -> bool:
        """Tell whether a result was recorded."""
        return self.closed

    def table(self) -> TableT:
        """Give the table as it lies."""
        return self.now
