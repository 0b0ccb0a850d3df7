"""A fourth game, smaller still: two players take from a heap or put back, so that play can go round for ever.

It has no results, no refusals and no end of a record, two kinds of turns, and a size that its header says.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from models.clause import Cite, Clause, ClauseId, Fault
from models.defaults import SmallGame
from models.game import Edition
from models.mechanics import Mechanics, Step
from models.reading import Reading

Player = Annotated[int, Meta(ge=1, le=2)]


class Header(Struct, frozen=True, tag="game", tag_field="event"):
    """The header of a game."""

    format: str = "cloverproof/1"
    game: Literal["heap"] = "heap"
    top: Annotated[int, Meta(ge=1, le=9, description="counters on the heap")] = 5


class Take(Struct, frozen=True, tag="take", tag_field="event"):
    """A player takes counters."""

    player: Player
    count: Annotated[int, Meta(ge=1, le=2)]


class Put(Struct, frozen=True, tag="put", tag_field="event"):
    """A player puts a counter back."""

    player: Player


class Table(Struct, frozen=True):
    """What is on the heap, and who is to move."""

    heap: Annotated[int, Meta(ge=0, le=10)] = 5
    mover: Player = 1


class Heap(Mechanics[Table, Take | Put]):
    """How it is played: who takes the last counter wins."""

    header, turns = Header, (Take, Put)

    def open(self, header: Header, reading: Reading) -> Table:
        return Table(header.top)

    def effect(self, table: Table, move: Take | Put) -> Table:
        heap = max(0, table.heap - move.count) if isinstance(move, Take) else table.heap + 1
        return replace(table, heap=heap, mover=3 - move.player)

    def to_move(self, table: Table) -> int:
        return table.mover if table.heap else 0

    def winners(self, table: Table) -> tuple[int, ...] | None:
        return None if table.heap else (3 - table.mover,)


@dataclass(frozen=True)
class InTurn(Clause[Step[Table, Take | Put]]):
    """The players move in turn."""

    id, title, cites = ClauseId("HP101"), "players move in turn", (Cite("heap", "Play", 1),)
    moves, kept, broken = (Take, Put), ("start | take 1 1", "heap 3 | put 1"), ("start | take 2 1", "heap 3 | put 2")

    asked: tuple[type, ...] = (Take, Put)

    def holds(self, step: Step[Table, Take | Put]) -> bool:
        return step.move.player == step.before.mover or not isinstance(step.move, self.asked)

    def fault(self, step: Step[Table, Take | Put]) -> Fault:
        return Fault(f"player {step.before.mover} is to move", "player")

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {"anybody may put back": cls(asked=(Take,))}


@dataclass(frozen=True)
class Enough(Clause[Step[Table, Take | Put]]):
    """Nobody takes more than there is."""

    id, title, cites = ClauseId("HP102"), "what is taken is there", (Cite("heap", "Play", 2),)
    moves, kept, broken = (Take,), ("heap 2 | take 1 2",), ("heap 1 | take 1 2", "heap 0 | take 1 1")

    left: int = 0

    def holds(self, step: Step[Table, Take | Put]) -> bool:
        return isinstance(step.move, Take) and self.left <= step.before.heap - step.move.count

    def fault(self, step: Step[Table, Take | Put]) -> Fault:
        return Fault(f"only {step.before.heap} are there", "count")

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {"one more than there is": cls(left=-1), "the last one stays": cls(left=1)}


@dataclass(frozen=True)
class LowHeap(Clause[Step[Table, Take | Put]]):
    """A counter is put back on a heap of two or three."""

    id, title, cites = ClauseId("HP103"), "only low heaps grow", (Cite("heap", "Play", 3),)
    moves, kept, broken = (Put,), ("heap 2 | put 1", "heap 3 | put 1"), ("heap 1 | put 1", "heap 4 | put 1")

    most: int = 3

    def holds(self, step: Step[Table, Take | Put]) -> bool:
        return 1 < step.before.heap <= self.most

    def fault(self, step: Step[Table, Take | Put]) -> Fault:
        return Fault("the heap is no low one", "event")

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {"any heap": cls(most=10), "only two": cls(most=2)}


HEAP = SmallGame(
    key="heap",
    title="The heap",
    editions=(Edition("heap", "As told", ("heap",), ()),),
    events=Header | Take | Put,
    header=Header,
    clauses=lambda: (InTurn(), Enough(), LowHeap()),
    mechanics=Heap,
)
