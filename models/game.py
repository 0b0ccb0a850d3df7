"""What a game is to the rest of the house."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct

from models.clause import Clause, Fault, Picture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.proof import Proofs
    from models.world import Exhibits, Worlds


class Reading(Struct, frozen=True):
    """How to read the rules where the caller has a say: another edition than a log names, the open questions."""

    edition: str | None = None
    equal_exchange: bool = True


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


class View(Struct, frozen=True):
    """A table to show: pictures of what lies where, and sentences about the rest."""

    pictures: tuple[Picture, ...]
    lines: tuple[str, ...]


class CellVerdict(Struct, frozen=True):
    """What the rules say of one cell for one clover: the broken clauses and the cells that speak against it."""

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
    """All cells of one garden for one clover, and a picture with the reasons as signs."""

    cells: tuple[CellVerdict, ...]
    picture: Picture
    legend: tuple[str, ...]
    forced: bool
    notes: tuple[str, ...]


class Grid(Struct, frozen=True):
    """The cells of a board of one side, and the order its numbers must keep.

    `lines` lists the rows and columns as cells in the order in which their numbers ascend strictly; `start` the cells
    that are laid before play.
    """

    side: int
    names: tuple[str, ...]
    lines: tuple[tuple[int, ...], ...]
    start: tuple[int, ...]


class Laid(Struct, frozen=True):
    """A garden by itself: the number on each cell of its grid, 0 where it is empty."""

    grid: Grid
    numbers: tuple[int, ...]


class Gardens(Struct, frozen=True):
    """What a game with gardens tells about them.

    `side`, `top` and `sets` are the usual ones; `lay` reads a garden (raises Malformed), `disorder` names the clovers
    that break a clause where they lie.
    """

    side: int
    top: int
    sets: int
    grid: Callable[[int], Grid]
    lay: Callable[[str, int], Laid]
    disorder: Callable[[Laid, int], tuple[CellVerdict, ...]]


class Play(Protocol):
    """One game as it is being replayed: the fast engine, and the door to the clauses' view of each step."""

    turns: int

    def opening(self, event: Any) -> bool:
        """Tell whether the header asks for nothing a clause speaks about."""
        ...

    def take(self, lines: Iterator[bytes]) -> bytes | None:
        """Make the moves of undecoded lines as long as they are seen to keep every clause.

        Give the first line that is not seen to, with which nothing has changed; None where all lines are used up.
        """
        ...

    def make(self, event: Any) -> bool:
        """Make the move of an event if it keeps every clause; otherwise change nothing and say False."""
        ...

    def step(self, event: Any) -> Any:
        """Give what the event does, allowed or not, as a step that clauses judge. Raises Malformed."""
        ...

    def trial(self, event: Any) -> tuple[Any, str] | None:
        """Give the step a refused event asked for and what it asked for, None where that cannot be told."""
        ...

    def adopt(self, step: Any) -> None:
        """Go on from the table after a step."""
        ...

    def finished(self) -> bool:
        """Tell whether a result was recorded."""
        ...

    def table(self) -> Any:
        """Give the table as it lies."""
        ...


class Game(Struct, frozen=True, eq=False):
    """A game: its name, editions and events, and how its clauses and its engine are reached.

    What costs time to import stands behind a call.
    """

    key: str
    title: str
    editions: tuple[Edition, ...]
    events: Any
    header: type
    refused: type
    clauses: Callable[[], Sequence[Clause[Any]]]
    series: Callable[[], Any]
    play: Callable[[Any, Reading, Any], Play]
    edition_of: Callable[[Any], Edition]
    remedy: Callable[[Any], str]
    picture: Callable[[Any, Fault], Picture | None]
    case: Callable[[str], Any]
    view: Callable[[Any], View]
    options: Callable[[Any], tuple[str, ...]]
    moves: Callable[[str, int, Reading, int], CellVerdicts]
    puzzle: Callable[[], type]
    gardens: Callable[[], Gardens]
    worlds: "Callable[[], Worlds]"
    exhibits: "Callable[[], Exhibits]"
    proofs: "Callable[[], Proofs]"

    def edition(self, key: str) -> Edition | None:
        """Find an edition by its key."""
        return next((edition for edition in self.editions if edition.key == key), None)
