"""State spaces: what exploring a game needs of it, its tables as numbers and all steps from a table."""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, Protocol, runtime_checkable

from msgspec import Struct

from models.changes import UNCHANGED, RuleChanges
from models.clause import Clause, ClauseId
from models.parameters import RulesOut, StepOut, StepT, TableOut
from models.reading import Reading

Code = int


class GameSize(Struct, frozen=True):
    """Which game to explore: board side, highest number, copies of each number (None: one set each), players.

    A game looks at what it knows of this; `answers` and `changes` are those of a `Reading`. `said` are the
    parts that somebody asks for; a game that has a usual size looks at no others.
    """

    side: int = 2
    top: int = 6
    sets: int | None = None
    players: int = 2
    edition: str | None = None
    variants: tuple[str, ...] = ()
    answers: frozenset[str] = frozenset()
    changes: RuleChanges = UNCHANGED
    said: frozenset[str] = frozenset()


class Edge(Struct, frozen=True):
    """One legal turn: how it is written, whether chance had a part in it, the table after it."""

    text: str
    chance: bool
    after: Code


class Successors(Struct, frozen=True, gc=False):
    """All tables one turn away, one for each turn (turns that lead to the same table stand there twice).

    `chances` counts the different outcomes of chance. `level` holds the tables of the same level, `down` those of
    lower ones, each list with the number of levels it falls.
    """

    chances: int
    level: list[Code]
    down: tuple[tuple[int, list[Code]], ...]


class GameEnd(Struct, frozen=True):
    """How play ended: the kind of end, and who won."""

    kind: str
    winners: tuple[int, ...]


class StateSpace(Protocol[RulesOut, TableOut, StepOut]):
    """All tables of one game, as numbers that are equal only for equal tables.

    The level of a table is a number that no turn raises: tables of different levels never reach each other both ways.
    """

    title: str
    least_cycle: int  # the turns of every cycle are a multiple of it

    @property
    def rules(self) -> RulesOut: ...

    def starts(self) -> Iterator[Code]:
        """Give every table at which play can start."""
        ...

    def count_starts(self) -> int:
        """Count them without making them."""
        ...

    def level(self, code: Code) -> int:
        """Give the level of a table."""
        ...

    def spread(self, code: Code) -> Successors:
        """Give all tables one turn away; none where play is over."""
        ...

    def beside(self, code: Code) -> list[Code]:
        """Give only the tables of the same level one turn away."""
        ...

    def ways(self, code: Code) -> list[Edge]:
        """Give all legal turns in words."""
        ...

    def ending(self, code: Code) -> GameEnd | None:
        """Tell how play ended, None while it goes on."""
        ...

    def write(self, code: Code) -> str:
        """Write a table in one line."""
        ...

    def table(self, code: Code) -> TableOut:
        """Give a table as clauses read it."""
        ...

    def steps(self, code: Code) -> Iterator[tuple[Edge, StepOut]]:
        """Give all legal turns, each with the step it makes, as clauses judge it."""
        ...


@runtime_checkable
class Drawn(Protocol):
    """Tables that the game draws itself."""

    def rows(self, code: Code) -> tuple[str, ...]:
        """Draw a table in short lines."""
        ...


class Phase(Struct, frozen=True):
    """A moment of a turn: its key, its words, its place (column, row) in the picture, and whether play ends there."""

    key: str
    words: tuple[str, ...]
    at: tuple[float, float]
    sort: str = "moment"


class Arrow(Struct, frozen=True):
    """What leads from one moment to another, and the clauses that say so; a bent one goes down, then sideways."""

    source: str
    target: str
    words: str = ""
    clauses: tuple[ClauseId, ...] = ()
    bent: bool = False


class Phases(Struct, frozen=True):
    """One turn as a picture."""

    title: str
    phases: tuple[Phase, ...]
    arrows: tuple[Arrow, ...]


NO_PHASES = Phases("", (), ())


class SuiteGame(Struct, frozen=True):
    """A log for others to judge: its key, what it shows, the mistake in it (empty: none), and its events."""

    key: str
    shows: str
    mistake: str
    events: tuple[dict[str, object], ...]


class Mutant(Struct, frozen=True):
    """A program with a mistake: its name and the clauses as it has them."""

    name: str
    clauses: tuple[Clause, ...]

    def changed(self, clauses: Sequence[Clause]) -> dict[int, Clause]:
        """Give the clauses that it has otherwise than these, by their places."""
        pairs = enumerate(zip(self.clauses, clauses, strict=True))
        return {place: wrong for place, (wrong, right) in pairs if wrong != right}


class StateSpaces(Struct, frozen=True):
    """What a game gives for exploring it.

    `open` gives the tables of a size, `read` a written table and the world it lies in (both raise Malformed).
    `phases` shows one turn.
    """

    open: Callable[[GameSize], StateSpace]
    read: Callable[[str, Reading], tuple[StateSpace, Code]]
    phases: Phases = NO_PHASES


class ItemScope(Struct, frozen=True):
    """Where an item of the suite holds: the side of its boards (None: there are none), its editions, its variants."""

    side: int | None
    editions: tuple[str, ...]
    variants: tuple[str, ...]


class SuiteStep(Struct, frozen=True):
    """A step as others read it: the table before, the event, what was shown otherwise than it follows (or None)."""

    before: Struct
    event: dict[str, object]
    shows: dict[str, object] | None


class SuiteForms(Struct, frozen=True):
    """Tables and steps of the suite as JSON objects: of a written table, of a written case, and their types.

    `scope` tells of a table, and of a move on it, where it holds.
    """

    table_type: type[Struct]
    step_type: type[Struct]
    table: Callable[[str], Struct]
    step: Callable[[str], SuiteStep]
    scope: Callable[[object, object | None], ItemScope]


class SuiteItems(Struct, Generic[StepT], frozen=True):
    """What a game gives for the suite that other programs are checked with, each for a seed.

    `positions` are written tables, `games` complete legal logs, `mutant_logs` logs that programs with the given
    mistakes would write. `cases` are steps beyond the cases of the clauses. `trials` gives every turn one can think of
    at a table, in words and as a step that clauses judge. `depth` tells how many turns are counted from a written
    table. `mistakes` are those that no single clause has. `notation` tells, in Markdown, how tables, turns and steps
    are written. `forms` write tables and steps as JSON objects, None where a game does not.
    """

    positions: Callable[[int], Sequence[str]]
    cases: Sequence[str]
    trials: Callable[[StateSpace, Code], Iterator[tuple[str, StepT]]]
    depth: Callable[[str], int]
    games: Callable[[int], Sequence[SuiteGame]]
    mutant_logs: Callable[[int, Sequence[Mutant]], Sequence[SuiteGame]]
    mistakes: Callable[[], Sequence[Mutant]]
    notation: str
    forms: SuiteForms | None = None
