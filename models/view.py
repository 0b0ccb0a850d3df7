"""A table to show: pictures, rows in words, sentences."""

from msgspec import Struct

from models.clause import Picture


class Card(Struct, frozen=True):
    """A piece to draw: its name, the names of the signs on it, and its points (None: not known)."""

    name: str
    signs: tuple[str, ...]
    points: int | None = None


FREE = Card("", ())  # a place in a row at which a piece may be laid


class Strip(Struct, frozen=True):
    """Pieces in a row, with a title; `round` ones are clovers, others tiles."""

    title: str
    cards: tuple[Card, ...]
    round: bool = False


class View(Struct, frozen=True):
    """A table to show: pictures of what lies where, rows of it in words, and sentences about the rest.

    `strips` are what the rows say, to be drawn where there is room for it.
    """

    pictures: tuple[Picture, ...]
    lines: tuple[str, ...]
    rows: tuple[str, ...] = ()
    strips: tuple[Strip, ...] = ()


class Touched(Struct, frozen=True):
    """Where a move happens on a view: cells, as (picture, row, column), with what then lies there; pieces in rows."""

    cells: dict[tuple[int, int, int], str] = {}
    pieces: tuple[tuple[int, int], ...] = ()


class MoveVerdict(Struct, frozen=True):
    """What the rules say of one move: how it is written, the clauses it breaks, the reason in words."""

    move: str
    clauses: tuple[str, ...] = ()
    reason: str = ""


class MoveVerdicts(Struct, frozen=True):
    """All turns one can think of at a table: how that is written, a view of it, and what the rules say of each."""

    table: str
    view: View
    moves: tuple[MoveVerdict, ...]


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

    `summary` says in a sentence what they come to; empty where the number of legal cells says it. `view` is to be drawn
    instead of the picture, where there is room for it. `piece` is what is laid. `in_order` is false where what lies
    there breaks a rule itself, which is among the `notes`.
    """

    cells: tuple[CellVerdict, ...]
    picture: Picture
    legend: tuple[str, ...]
    forced: bool
    notes: tuple[str, ...]
    summary: str = ""
    view: View | None = None
    piece: str = "clover"
    in_order: bool = True
