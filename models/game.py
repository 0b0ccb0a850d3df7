"""`Game`: all that the rest of the program may ask of a game, part by part.

One file, for it is the only door to a game.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Generic, NoReturn, Protocol

from msgspec import Struct
from msgspec.structs import replace

from models.changes import UNCHANGED, RuleChanges
from models.clause import Clause, ClauseId, Fault, Picture
from models.parameters import EventIn, EventT, HeaderIn, HeaderT, SeriesT, StepT, TableOut, TableT
from models.reading import Malformed, Reading
from models.recorded_facts import FactsTold
from models.view import CellVerdicts, MoveVerdicts, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.declaration import Declaration
    from models.driving import Driving
    from models.evidence import Evidence, RuleBook
    from models.gardens import Gardens
    from models.known_breach import KnownBreach
    from models.material import Material
    from models.mechanics import Mechanics
    from models.partial_log import PartialLog
    from models.proof import Proofs, Provable
    from models.solving import Positions
    from models.state_space import StateSpaces, SuiteItems


class Edition(Struct, frozen=True):
    """A printed edition: its key, its title, its rule sheets (the one to cite first comes first)."""

    key: str
    title: str
    sheets: tuple[str, ...]
    setups: tuple[str, ...]


class GameSeries(Protocol):
    """What games of one file have in common."""

    def lose(self) -> None:
        """Note that a game could not be read."""
        ...


class GameEngine(Protocol[EventIn, HeaderIn, TableOut, StepT]):
    """One game as it is being replayed: the fast engine, and the door to the clauses' view of each step.

    `covers` names the clauses that `opening`, `take` and `make` keep to. A game with any other clause is judged by
    `step` and `adopt` alone, and the clauses are asked about each step. `facts_told` is what was recorded of the facts
    that clauses hang on: the engine tells it of lines that it takes undecoded, the judge of all other events. `known`
    is None until somebody sets a list: then `take` may make turns too of which it sees what they break, and add them.
    """

    turns: int
    facts_told: FactsTold
    known: "list[KnownBreach] | None"

    @property
    def covers(self) -> Container[str]: ...

    def opening(self, event: HeaderIn) -> bool:
        """Tell whether the header asks for nothing a clause speaks about."""
        ...

    def take(self, lines: Iterator[bytes]) -> bytes | None:
        """Make the moves of undecoded lines as long as they are seen to keep every clause.

        Give the first line that is not seen to, with which nothing has changed; None where all lines are used up.
        """
        ...

    def make(self, event: EventIn) -> bool:
        """Make the move of an event if it keeps every clause; otherwise change nothing and say False."""
        ...

    def step(self, event: EventIn) -> StepT:
        """Give what the event does, allowed or not, as a step that clauses judge. Raises Malformed."""
        ...

    def trial(self, event: EventIn) -> tuple[StepT, str] | None:
        """Give the step a refused event asked for and what it asked for, None where that cannot be told."""
        ...

    def adopt(self, step: StepT) -> None:
        """Go on from the table after a step."""
        ...

    def finished(self) -> bool:
        """Tell whether a result was recorded."""
        ...

    def table(self) -> TableOut:
        """Give the table as it lies."""
        ...


class LogWriter(Protocol):
    """Write the events of one game from a record that says less than they hold, adding what follows from the table.

    `start` holds what the record says of the start of play, `shows` tells whether it shows how many clovers lie face
    down, so that pile and middle can be told after each turn. `missing` counts the clovers that each player has still
    to place before play: as long as there is one, what is laid without being revealed is placed so.
    """

    start: dict[str, object]
    shows: bool
    missing: list[int]

    def write(self, event: dict[str, object]) -> list[dict[str, object]]:
        """Complete an event and follow it; in `derived` it names the keys that were added.

        An event "lay" says that a clover was put somewhere, and becomes a placement before play or a turn (with a start
        before the first one). A key that is absent is filled where it follows, one that is None stays unknown.
        """
        ...

    def result(self) -> dict[str, object] | None:
        """Give the event that names the result, None where play is not over or nobody can tell."""
        ...

    def result_by(self, engine: GameEngine) -> dict[str, object] | None:
        """Give the same by an engine that has followed the whole game."""
        ...

    def followed(self, lines: list[bytes]) -> GameEngine | None:
        """Give an engine that has followed a whole game, whose events behind the header are given as lines."""
        ...

    def lies(self, player: int, cell: str) -> int | None:
        """Give the number that was laid last on a cell of a player, 0 for none, None where nobody can tell."""
        ...


class Never:
    """An event that no log holds."""


class Lacking:
    """What stands for a part that a game does not offer."""

    def __init__(self, words: str) -> None:
        self.words = words

    def __call__(self, *asked: object) -> NoReturn:
        """Say so; raises Malformed."""
        raise Malformed("header", "game", f"the game has no {self.words}", "name another game")


class Game(Struct, Generic[EventT, HeaderT, SeriesT, TableT, StepT], frozen=True, eq=False, kw_only=True):
    """A game: its name, editions and events, and how its clauses and its engine are reached.

    What costs time to import stands behind a call. Not every game offers what stands last: see `offers`. `notation`
    names the page that tells how its cases are written, `forms` the foreign forms its logs can be written in.
    `stand` lets `step` and `trial` of an engine, which is given first, go by a table, where nothing else matters.
    `ids` gives the ids of the clauses where that is quicker than to import them, `shown_by` those that hang on a fact.
    `recorded_view` changes a view by what a line says that cannot be played, key by key, whatever stands there.
    `changes` are clauses in force otherwise than the rules have them, `unchanged` all clauses as they have them: see
    `under`.
    A `SmallGame` (`models.defaults`) gives `mechanics`, clauses and claims, and has the other parts made of them.
    """

    key: str
    title: str
    editions: tuple[Edition, ...]
    events: object
    notation: str = "docs/formats.md, cases of clauses"
    header: type
    refused: type = Never
    clauses: Callable[[], Sequence[Clause[StepT]]]
    ids: Callable[[], Sequence[ClauseId]] | None = None
    shown_by: Callable[[], Mapping[str, Sequence[ClauseId]]] = dict
    mechanics: "Callable[[], Mechanics]" = Lacking("mechanics")
    series: Callable[[], SeriesT] = Lacking("series of games")
    engine: Callable[[HeaderT, Reading, SeriesT], GameEngine[EventT, HeaderT, TableT, StepT]] = Lacking("engine")
    stand: Callable[..., None] | None = None
    edition_of: Callable[[StepT], Edition] = Lacking("edition")
    remedy: Callable[[StepT], str] = Lacking("remedies")
    picture: Callable[[StepT, Fault], Picture | None] = Lacking("pictures")
    case: Callable[[str], StepT] = Lacking("cases")
    view: Callable[[TableT], View] = Lacking("views")
    options: Callable[[StepT], tuple[str, ...]] = Lacking("legal moves")
    moves: Callable[[str, int, Reading, int | None], CellVerdicts] = Lacking("cells to judge")
    move_verdicts: Callable[[str, Reading], MoveVerdicts] = Lacking("moves to judge")
    forms: tuple[str, ...] = ()
    log_writer: Callable[[dict[str, object]], LogWriter] = Lacking("foreign logs")
    puzzle: Callable[[], type] = Lacking("puzzles")
    gardens: "Callable[[], Gardens]" = Lacking("gardens")
    state_spaces: "Callable[[], StateSpaces]" = Lacking("state graphs")
    suite_items: "Callable[[], SuiteItems]" = Lacking("conformance suite")
    positions: "Callable[[], Positions]" = Lacking("solver")
    claims: "Callable[[], Sequence[Provable]]" = Lacking("claims")
    proofs: "Callable[[], Proofs]" = Lacking("claims")
    driving: "Callable[[], Driving]" = Lacking("requests to a program")
    material: "Callable[[], Material]" = Lacking("tile sets")
    evidence: "Callable[[], Evidence] | None" = None
    partial_log: "Callable[[HeaderT, Reading], PartialLog] | None" = None
    recorded_view: Callable[[View, Mapping[str, object]], View] | None = None
    rulebook: "Callable[[], RuleBook] | None" = None
    declarations: "Callable[[], Sequence[Declaration]] | None" = None
    changes: RuleChanges = UNCHANGED
    unchanged: Callable[[], Sequence[Clause[StepT]]] | None = None

    def offers(self, part: str) -> bool:
        """Tell whether the game has a part, by the name of its field."""
        return not isinstance(getattr(self, part), Lacking)

    def lacks(self, part: str) -> str:
        """Say that the game does not have a part."""
        lacking = getattr(self, part)
        return f"{self.key} has no {lacking.words if isinstance(lacking, Lacking) else part}"

    def uncovered(self, covers: Container[str]) -> tuple[ClauseId, ...]:
        """Give the clauses that are not among those that something covers which decides without asking the clauses."""
        ids = self.ids() if self.ids is not None else [clause.id for clause in self.clauses()]
        if not self.changes and isinstance(covers, frozenset) and covers.issuperset(ids):
            return ()
        changed = self.changes.ids
        return tuple([id for id in ids if id not in covers or id in changed])

    def under(self, changes: RuleChanges) -> "Game[EventT, HeaderT, SeriesT, TableT, StepT]":
        """Give the game with other clauses in force, of which nothing that is fast is asked.

        A table is only judged by them where its rules carry the same changes: read it with a `Reading` that does.
        """
        clauses = self.clauses

        def in_force() -> Sequence[Clause[StepT]]:
            return changes.in_force(clauses())

        proofs = self.proofs if not self.offers("proofs") else lambda: self.proofs().under(changes)
        unchanged = self.unchanged or clauses
        return replace(self, clauses=in_force, ids=None, proofs=proofs, changes=changes, unchanged=unchanged)

    def granting(self, asked: str) -> Clause[StepT] | None:
        """Give the clause that grants what was asked for; as the rules have it where it is left out."""
        clauses = (*self.clauses(), *(self.unchanged() if self.unchanged is not None else ()))
        return next((clause for clause in clauses if clause.grants == asked), None)

    def edition(self, key: str) -> Edition | None:
        """Find an edition by its key."""
        return next((edition for edition in self.editions if edition.key == key), None)
