"""`Game`: all that the rest of the program may ask of a game, part by part.

One file, for it is the only door to a game.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from typing import Generic, Literal, NoReturn, Protocol

from msgspec import Struct
from msgspec.structs import force_setattr

from models.clause import Clause, ClauseId, Fault, Picture
from models.parameters import EventIn, EventT, HeaderIn, HeaderT, SeriesT, StepT, TableOut, TableT
from models.view import MoveVerdicts, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.evidence import Evidence, RuleBook
    from models.gardens import Gardens
    from models.material import Material
    from models.mechanics import Mechanics
    from models.partial_log import PartialLog
    from models.proof import Proofs, Provable
    from models.solving import Positions
    from models.state_space import StateSpaces, SuiteItems


class TilesOfBox(Protocol):
    """What lies in the box: what every tile carries."""

    @property
    def faces(self) -> Sequence[object]: ...


class Reading(Struct, frozen=True):
    """How to read the rules where the caller has a say: another edition than a log names, the open questions.

    `answers` names the open questions that are answered in another way than usual, each as the options of the program
    call it; a game looks at those it knows. `material` is what lies in the box (a set of tiles), for a game whose rules
    do not say it.
    """

    edition: str | None = None
    answers: frozenset[str] = frozenset()
    material: "TilesOfBox | None" = None


class Malformed(Exception):
    """An event that means nothing in its game.

    `sort` is "value" (a value that does not exist in the game), "header" (a header no rules are known for),
    "place" (an event where it cannot stand) or "missing" (a fact without which nothing can be judged).
    """

    def __init__(
        self, sort: Literal["value", "header", "place", "missing"], field: str, message: str, help: str
    ) -> None:
        super().__init__(message)
        self.sort, self.field, self.message, self.help = sort, field, message, help


class Edition(Struct, frozen=True):
    """A printed edition: its key, its title, its rule sheets (the one to cite first comes first)."""

    key: str
    title: str
    sheets: tuple[str, ...]
    setups: tuple[str, ...]


class CellVerdict(Struct, frozen=True):
    """What the rules say of one cell (or end) for one clover (or tile): the broken clauses, the cells against it."""

    cell: str
    action: str
    clauses: tuple[str, ...] = ()
    against: dict[str, int] = {}
    reason: str = ""

    @property
    def legal(self) -> bool:
        """Tell whether no clause speaks against it."""
        return not self.clauses


class CellVerdicts(Struct, frozen=True):
    """All cells of one garden for one clover, and a picture with the reasons as signs.

    `summary` says in a sentence what they come to; empty where the number of legal cells says it.
    """

    cells: tuple[CellVerdict, ...]
    picture: Picture
    legend: tuple[str, ...]
    forced: bool
    notes: tuple[str, ...]
    summary: str = ""


class AnyStep(Protocol):
    """A table, the move made on it, and the table after it, of any game."""

    @property
    def before(self) -> object: ...
    @property
    def move(self) -> object: ...
    @property
    def after(self) -> object: ...


class GameSeries(Protocol):
    """What games of one file have in common."""

    def lose(self) -> None:
        """Note that a game could not be read."""
        ...


class GameEngine(Protocol[EventIn, HeaderIn, TableOut, StepT]):
    """One game as it is being replayed: the fast engine, and the door to the clauses' view of each step.

    `covers` names the clauses that `opening`, `take` and `make` keep to. A game with any other clause is judged by
    `step` and `adopt` alone, and the clauses are asked about each step.
    """

    turns: int

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
    down, so that pile and middle can be told after each turn.
    """

    start: dict[str, object]
    shows: bool

    def write(self, event: dict[str, object]) -> list[dict[str, object]]:
        """Complete an event and follow it; in `derived` it names the keys that were added.

        An event "lay" says that a clover was put somewhere, and becomes a placement before play or a turn (with a start
        before the first one). A key that is absent is filled where it follows, one that is None stays unknown.
        """
        ...

    def result(self) -> dict[str, object] | None:
        """Give the event that names the result, None where play is not over or nobody can tell."""
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


BY_DEFAULT = (
    "series",
    "engine",
    "edition_of",
    "remedy",
    "picture",
    "case",
    "view",
    "options",
    "move_verdicts",
    "puzzle",
    "state_spaces",
    "suite_items",
    "positions",
    "evidence",
    "proofs",
)


class ByDefault:
    """What stands for a part that a game makes of its mechanics, by the function of that name in `models.defaults`."""

    def __init__(self, game: "Game", part: str) -> None:
        self.game, self.part = game, part

    def __call__(self, *asked: object) -> object:
        """Make the part; what makes it is imported only now."""
        from models import defaults

        return getattr(defaults, self.part)(self.game, *asked)


class Game(Struct, Generic[EventT, HeaderT, SeriesT, TableT, StepT], frozen=True, eq=False, kw_only=True):
    """A game: its name, editions and events, and how its clauses and its engine are reached.

    What costs time to import stands behind a call. Not every game offers what stands last: see `offers`. `notation`
    names the page that tells how its cases are written, `forms` the foreign forms its logs can be written in.
    `ids` gives the ids of the clauses where that is quicker than to import them. With `mechanics`, every part of
    `BY_DEFAULT` that is not given is made of them, the clauses and the claims.
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
    mechanics: "Callable[[], Mechanics]" = Lacking("mechanics")
    series: Callable[[], SeriesT] = Lacking("series of games")
    engine: Callable[[HeaderT, Reading, SeriesT], GameEngine[EventT, HeaderT, TableT, StepT]] = Lacking("engine")
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
    material: "Callable[[], Material]" = Lacking("tile sets")
    evidence: "Callable[[], Evidence] | None" = None
    partial_log: "Callable[[HeaderT, Reading], PartialLog] | None" = None
    rulebook: "Callable[[], RuleBook] | None" = None

    def __post_init__(self) -> None:
        """Put in what is made of the mechanics."""
        if self.offers("mechanics"):
            for part in BY_DEFAULT:
                if part == "proofs" and not self.offers("claims"):
                    continue
                if not self.offers(part) or getattr(self, part) is None:
                    force_setattr(self, part, ByDefault(self, part))

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
        return tuple(id for id in ids if id not in covers)

    def edition(self, key: str) -> Edition | None:
        """Find an edition by its key."""
        return next((edition for edition in self.editions if edition.key == key), None)
