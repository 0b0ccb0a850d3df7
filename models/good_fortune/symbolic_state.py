"""Symbolic tables, moves and steps: what a clause states its term over.

Heaps of tiles are counts by number; 0 is nobody, or nothing shown. Which tiles lie in a line, and what they carry, is
unknown; how many they are is always known, and so is how many tiles a turn lays (`Form`). At the end it is known too
who owns what, and what those tiles carry: it decides which totals there can be. Every step that a log can make is among
these, as long as it lists no tile more than `COPIES` times in one heap and no count is above `MOST`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from dataclasses import replace as changed
from functools import cached_property
from typing import Annotated

from msgspec import Struct

from models.field_kinds import Flag, Heap, Members, OneOf, Somebody, Whole, Word
from models.good_fortune.editions import LINE, Rules
from models.good_fortune.moves import Conceding, Dealing, Ending, Move, Opening, Stop, TileGroup, TileLaying, Turn
from models.good_fortune.symbolic_tiles import SomeTiles, tiles_told
from models.good_fortune.table import NOBODY, Hands, Table, undealt_table
from models.good_fortune.tiles import CHARMS
from models.part_kinds import Each, Row, Shown, Told, When
from models.schema import Part, Schema
from models.smt import UNLIMITED, And, Formula, If, Not, Number, Or

MOST = 10**6
COPIES = 3
NOT_SHOWN, SMALL, LARGE = 0, 1, 2
SIDES = {None: NOT_SHOWN, "small": SMALL, "large": LARGE}
SHOWN = ("hands", "collections", "totals", "winners")
KINDS = (Opening, Dealing, Turn, Conceding, Ending, Stop)
SEATS = (0, 1)

Numbers = tuple[Number, ...]
Formulas = tuple[Formula, ...]
Heaps = tuple[Numbers, Numbers]

PLAYERS = ("1", "2")
HEAPS = Each(PLAYERS, Heap("top", COPIES))


def _shows(what: str) -> "Callable[[SymbolicMove], Formula]":
    return lambda move: move.shows.get(what, True)


class Form(Struct, frozen=True):
    """What is known of a step before anything else: how many tiles are laid, lie in the line, are shown to lie there.

    At the end: the collections that are named, or else what was won and perhaps won, and how many groups are named.
    """

    laid: int = 0
    line: int = LINE
    shown: int | None = None
    named: Hands | None = None
    won: Hands | None = None
    unsure: Hands | None = None
    groups: tuple[int, int] | None = None


@dataclass(frozen=True)
class SymbolicTable:
    """A table; what is told by player counts them from 0, heaps have the tile 1 at 1."""

    rules: Rules
    tiles: SomeTiles
    hands: Annotated[Heaps, HEAPS]
    line: Annotated[Numbers, Row(Whole(1, "top"))]
    won: Annotated[Heaps, HEAPS]
    unsure: Annotated[Heaps, HEAPS]
    holder: Annotated[Number, Somebody(2)]
    large: Annotated[Formula, OneOf("small", "large", of="side")]
    dealt: Annotated[Formula, Flag()]
    last: Annotated[Number, Somebody(2)]
    laid: Annotated[tuple[Number, Number], Each(PLAYERS, Whole(0, MOST))]
    conceded: Annotated[tuple[Formula, Formula], Members(2)]
    ended: Annotated[Formula, Flag()]
    played_on: Annotated[Formula, Flag()]
    closed: Annotated[Formula, Flag()]
    stopped: Annotated[Formula, Flag()]
    turns: Annotated[Number, Whole(0, MOST)]
    counted: Annotated[Numbers, Each("counters", Whole(-UNLIMITED, UNLIMITED))] = ()

    @property
    def numbers(self) -> range:
        """All tiles of the game."""
        return range(1, self.rules.top + 1)

    @cached_property
    def over(self) -> Formula:
        """Whether somebody has conceded."""
        return Or(self.conceded)


@dataclass(frozen=True)
class SymbolicLaying:
    """A tile is laid at the left end or at the right one; `taken` is 0 where its fate was not recorded."""

    player: Annotated[Number, Whole(1, 2)]
    tile: Annotated[Number, Whole(1, "top")]
    left: Annotated[Formula, OneOf("right", "left", of="end")]
    taken: Annotated[Number, Somebody("top")] = 0
    won: Annotated[Formula, When(OneOf("discarded", "won"), lambda laying: laying.taken != 0, of="fate")] = False

    @property
    def wins(self) -> Formula:
        """Whether a tile is said to be won."""
        return And(self.taken != 0, self.won)

    @property
    def discards(self) -> Formula:
        """Whether a tile is said to leave the game."""
        return And(self.taken != 0, Not(self.won))


@dataclass(frozen=True)
class SomeNamed:
    """A group that a result names: its charm, counted from 1, its tiles, whether its points are told, and which."""

    charm: Annotated[Number, Word(CHARMS, 1)]
    tiles: Annotated[Numbers, Heap("top", COPIES, named="tile")]
    told: Annotated[Formula, Told("points")]
    points: Annotated[Number, When(Whole(-MOST, MOST), lambda named: named.told)]


@dataclass(frozen=True)
class SymbolicMove:
    """A move of a known kind; what its kind does not have is of no matter. `shows` tells what was shown."""

    kind: type
    player: Annotated[Number, Whole(1, 2)] = 0
    laid: Annotated[tuple[SymbolicLaying, ...], Row(Part(Schema(TileLaying, SymbolicLaying)), named="")] = ()
    chooser: Annotated[Number, Somebody(2)] = 0
    line: Annotated[Numbers | None, Row(Whole(1, "top"))] = None
    hands: Annotated[Heaps, When(HEAPS, _shows("hands"))] = ((), ())
    collections: Annotated[Heaps, When(HEAPS, _shows("collections"))] = ((), ())
    holder: Annotated[Number, Somebody(2)] = 0
    side: Annotated[Number, Word(tuple(SIDES))] = NOT_SHOWN
    groups: Annotated[
        tuple[tuple[SomeNamed, ...], tuple[SomeNamed, ...]] | None,
        Each(PLAYERS, Row(Part(Schema(TileGroup, SomeNamed))), named="group"),
    ] = None
    totals: Annotated[
        tuple[Number, Number], When(Each(PLAYERS, Whole(-MOST, MOST)), _shows("totals"), named="total")
    ] = (0, 0)
    winners: Annotated[tuple[Formula, Formula], When(Members(2), _shows("winners"), named="winner")] = (False, False)
    shows: Annotated[dict[str, Formula], Shown(SHOWN)] = field(default_factory=dict)


TABLE = Schema(Table, SymbolicTable)
MOVES: Mapping[type, Schema[Move, SymbolicMove]] = {
    kind: Schema(kind, SymbolicMove, given={"shows": {}} if kind is Dealing else {}) for kind in KINDS
}


@dataclass(frozen=True)
class SomeMet:
    """A laying and the line it meets: which of the turn it is (from 0), the line now and as the turn began."""

    place: int
    laying: SymbolicLaying
    line: Numbers
    first_line: Numbers
    tiles: SomeTiles

    def end(self, *, left: bool, line: Numbers | None = None) -> Number:
        """Give the tile at an end."""
        row = self.line if line is None else line
        return row[0] if left else row[-1]

    def shares(self, *, left: bool, line: Numbers | None = None) -> Formula:
        """State that the tile surely shares a charm with an end."""
        return self.tiles.shares(self.laying.tile, self.end(left=left, line=line))

    def apart(self, *, left: bool, line: Numbers | None = None) -> Formula:
        """State that the tile surely shares none with an end."""
        return self.tiles.apart(self.laying.tile, self.end(left=left, line=line))

    @cached_property
    def connects(self) -> Formula:
        """State that it surely shares a charm with the tile it is laid next to."""
        shares: Formula = If(self.laying.left, self.shares(left=True), self.shares(left=False))
        return shares

    @cached_property
    def fails(self) -> Formula:
        """State that it surely shares none with the tile it is laid next to."""
        apart: Formula = If(self.laying.left, self.apart(left=True), self.apart(left=False))
        return apart

    @cached_property
    def pushed_out(self) -> Number:
        """The tile at the opposite end."""
        out: Number = If(self.laying.left, self.line[-1], self.line[0])
        return out

    @cached_property
    def goes(self) -> Number:
        """The tile that leaves the line as it was recorded, or else as it must."""
        out: Number = If(self.laying.taken == 0, self.pushed_out, self.laying.taken)
        return out


@dataclass(frozen=True)
class SymbolicStep:
    """A table and a move on it; `hand` is how many tiles each player is dealt, which the header says."""

    before: SymbolicTable
    move: SymbolicMove
    form: Form
    hand: Number

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.before.rules

    @cached_property
    def met(self) -> tuple[SomeMet, ...]:
        """The layings of a turn in order, each with the line it meets; none where there is no line."""
        line, found = self.before.line, []
        for place, laying in enumerate(self.move.laid if line else ()):
            found.append(SomeMet(place, laying, line, self.before.line, self.before.tiles))
            line = either(laying.left, (laying.tile, *line[:-1]), (*line[1:], laying.tile))
        return tuple(found)


def either(condition: Formula, one: Numbers, other: Numbers) -> Numbers:
    """Give one row of numbers where a condition holds, else another."""
    return tuple(If(condition, *pair) for pair in zip(one, other, strict=True))


def same(one: Numbers, other: Numbers) -> Formula:
    """State that two rows are the same."""
    if len(one) != len(other):
        return False
    return And(left == right for left, right in zip(one, other, strict=True))


def among(tile: Number, row: Numbers) -> Formula:
    """State that a tile lies in a row."""
    return Or(tile == each for each in row)


def held(heap: Numbers, tile: Number) -> Formula:
    """State that a tile, whose number may be unknown, lies in a heap."""
    if isinstance(tile, int):
        return And(0 < tile < len(heap), tile < len(heap) and heap[tile] >= 1)
    return Or(And(tile == each, heap[each] >= 1) for each in range(1, len(heap)))


# Making them ----------------------------------------------------------------------------------------------------------


def symbolic_table(rules: Rules, name: str, line: int = LINE) -> SymbolicTable:
    """Give a table of which nothing is known but how many tiles lie in the line."""
    return TABLE.unknown(rules, name, {"line": line}, tiles=tiles_told(rules.tiles, rules.top))


def empty_table(rules: Rules, tiles: SomeTiles) -> SymbolicTable:
    """Give the table before the deal."""
    return TABLE.constant(rules, undealt_table(rules), tiles=tiles)


def heaps_of(rules: Rules, known: Hands) -> Heaps:
    """Give the heaps that hold known tiles."""
    first, second = ((0, *(heap.count(tile) for tile in range(1, rules.top + 1))) for heap in known)
    return first, second


def symbolic_move(rules: Rules, kind: type, form: Form, name: str = "move") -> SymbolicMove:
    """Give a move of a kind of which nothing is known but its form."""
    shown = form.shown if kind is Turn else form.shown or 0
    move = MOVES[kind].unknown(rules, name, {"laid": form.laid, "line": shown, "groups": form.groups})
    if kind is not Ending:
        return move
    named, shows = heaps_of(rules, form.named or NOBODY), {**move.shows, "collections": form.named is not None}
    return changed(move, collections=named, shows=shows)
