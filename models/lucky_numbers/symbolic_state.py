"""Symbolic tables, moves and steps: what a clause states its term over.

A table is given as numbers and formulas: 0 is an empty cell, nobody or nothing; heaps are counts by number. The size of
the game, the kind of move and the number of earlier games of a tournament are always known. Every table and move that a
log can make is among these steps, as long as its points stay below `MOST`. (What a turn shows of pile and middle is in
the table after it too, where clauses read it.)
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, TypeVar

from models.field_kinds import Flag, Heap, Members, OneOf, Somebody, Whole, Word
from models.lucky_numbers.declared_size import Size
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Action, Conceding, End, Move, Opening, Placing, Scores, Start, Stop, Turn
from models.lucky_numbers.table import Ended, Played, Table, new_table
from models.part_kinds import Each, Row, Shown, Told, When
from models.schema import Part, Schema
from models.smt import UNLIMITED, And, Count, Formula, If, Number, Or, Sum, if_each

T = TypeVar("T")
MOST = 10**6
PLACE, EXCHANGE, DISCARD = 0, 1, 2
ACTIONS: tuple[Action, ...] = ("place", "exchange", "discard")
SHOWN = ("pile", "middle", "winners", "empty", "points")
NOT_ENDED, BY_FULL, BY_PILE = 0, 1, 2
KINDS = (Opening, Placing, Start, Turn, Conceding, End, Stop, Scores)

Numbers = tuple[Number, ...]
Formulas = tuple[Formula, ...]


def _shows(what: str) -> "Callable[[SymbolicMove], Formula]":
    return lambda move: move.shows.get(what, False)


@dataclass(frozen=True, slots=True)
class SomePlayed:
    """An earlier game: who started it, whether it has a result, its points."""

    first: Annotated[Number, Somebody("players")]
    known: Annotated[Formula, Told("points")]
    points: Annotated[Numbers, When(Each("players", Whole(-MOST, MOST)), lambda played: played.known)]


@dataclass(frozen=True)
class SymbolicTable:
    """A table; what is told by player counts them from 0, `hidden` and `middle` by number (0: none)."""

    rules: Rules
    gardens: Annotated[tuple[Numbers, ...], Each("players", Each("board.names", Whole(0, "top")), named="")]
    hidden: Annotated[Numbers, Each("top", Whole(0, MOST), from_1=True)]
    pile: Annotated[Number, Whole(0, MOST)]
    middle: Annotated[Numbers, Heap("top", MOST)]
    placed: Annotated[Numbers, Each("players", Whole(0, MOST))]
    playing: Annotated[Formula, Flag()]
    first: Annotated[Number, Somebody("players")]
    last: Annotated[Number, Somebody("players")]
    again: Annotated[Formula, Flag()]
    drawn: Annotated[Formula, Flag()]
    conceded: Annotated[Formulas, Members("players")]
    ended: Annotated[Number, Word((None, "full", "pile"), of="ended.by")]
    empty_then: Annotated[Numbers, Each("players", Whole(0, "board.area"), of="ended.empty")]
    conceded_then: Annotated[Formulas, Members("players", of="ended.conceded")]
    played_on: Annotated[Formula, Flag()]
    closed: Annotated[Formula, Flag()]
    stopped: Annotated[Formula, Flag()]
    turns: Annotated[Number, Whole(0, MOST)]
    tournament: Annotated[Formula, Flag()]
    series: Annotated[tuple[SomePlayed, ...], Row(Part(Schema(Played, SomePlayed)), "game{}", 1, named="")] = ()
    counted: Annotated[Numbers, Each("counters", Whole(-UNLIMITED, UNLIMITED))] = ()

    @cached_property
    def empty(self) -> Numbers:
        """The empty cells of each player."""
        return tuple(Count(cell == 0 for cell in garden) for garden in self.gardens)

    @cached_property
    def full(self) -> Formulas:
        """Whether the garden of each player is full."""
        return tuple(And(cell != 0 for cell in garden) for garden in self.gardens)

    @property
    def over(self) -> Formula:
        """Whether an end of play was noted."""
        return self.ended != NOT_ENDED

    @property
    def numbers(self) -> range:
        """All numbers of the game."""
        return range(1, self.rules.top + 1)

    @property
    def seats(self) -> range:
        """All players, from 0."""
        return range(self.rules.players)

    @cached_property
    def staying(self) -> Formulas:
        """Whether each player has not conceded."""
        return tuple(conceded == False for conceded in self.conceded)  # noqa: E712 - it may be a term

    def copies(self, each: int) -> Number:
        """Count the copies of a number: in the gardens, in the middle, face down."""
        known = self._copies.get(each)
        if known is None:
            here = [_is(cell, each) for garden in self.gardens for cell in garden]
            known = self._copies[each] = Sum([self.middle[each], self.hidden[each], *here])
        return known

    @cached_property
    def _copies(self) -> dict[int, Number]:
        return {}


_known: dict[tuple[int, int], Number] = {}


def _is(cell: Number, each: int) -> Number:
    """Count 1 where a cell holds a number; remembered, because it is asked of every cell of every table."""
    if isinstance(cell, int):
        return int(cell == each)
    known = _known.get((cell.key, each))
    if known is None:
        known = _known[cell.key, each] = If(cell == each, 1, 0)
    return known


@dataclass(frozen=True)
class SymbolicMove:
    """A move of a known kind; what its kind does not have is 0 and of no matter.

    `shows` tells for `pile`, `middle`, `winners`, `empty` and `points` whether they were shown.
    """

    kind: type
    player: Annotated[Number, Whole(1, "players")] = 0
    clover: Annotated[Number, Whole(1, "top")] = 0
    cell: Annotated[Number, When(Whole(0, "board.last"), lambda move: move.action != DISCARD)] = 0
    from_middle: Annotated[Formula, OneOf("pile", "middle", of="source")] = False
    action: Annotated[Number, Word(ACTIONS)] = DISCARD
    out: Annotated[Number, Somebody("top")] = 0
    first: Annotated[Number, Somebody("players")] = 0
    pile: Annotated[Number, When(Whole(-MOST, MOST), _shows("pile"))] = 0
    middle: Annotated[Numbers, When(Heap("top", MOST), _shows("middle"))] = ()
    winners: Annotated[Formulas, When(Members("players"), _shows("winners"), named="winner")] = ()
    empty: Annotated[Numbers, When(Each("players", Whole(-MOST, MOST)), _shows("empty"))] = ()
    points: Annotated[Numbers, When(Each("players", Whole(-MOST, MOST)), _shows("points"))] = ()
    shows: Annotated[dict[str, Formula], Shown(SHOWN)] = field(default_factory=dict)


TABLE = Schema(Table, SymbolicTable, parts={"ended": Ended})
MOVES: Mapping[type, Schema[Move, SymbolicMove]] = {
    kind: Schema(kind, SymbolicMove, given={"action": PLACE} if kind is Placing else {}) for kind in KINDS
}


@dataclass(frozen=True)
class SymbolicStep:
    """A table, a move on it, and the table after it."""

    before: SymbolicTable
    move: SymbolicMove
    after: SymbolicTable
    size: Size

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.before.rules

    def made_by(self, *kinds: type) -> bool:
        """Tell whether the move is of one of these kinds."""
        return self.move.kind in kinds

    @property
    def cells(self) -> range:
        """All cells."""
        return range(self.rules.board.side**2)

    @property
    def numbers(self) -> range:
        """All numbers of the game."""
        return range(1, self.rules.top + 1)

    @property
    def seats(self) -> Iterator[tuple[int, Formula]]:
        """All players from 0, each with whether it is the mover."""
        return ((seat, self.move.player == seat + 1) for seat in range(self.rules.players))

    @cached_property
    def own(self) -> Numbers:
        """The mover's garden before the move."""
        return self._of_mover(self.before.gardens)

    @cached_property
    def own_after(self) -> Numbers:
        """The mover's garden after the move."""
        return self._of_mover(self.after.gardens)

    def _of_mover(self, gardens: Sequence[Numbers]) -> Numbers:
        return tuple(self.of_mover([garden[cell] for garden in gardens]) for cell in self.cells)

    def of_mover(self, by_player: Sequence[T]) -> T:
        """Pick what belongs to the mover."""
        picked = by_player[-1]
        for seat in reversed(range(len(by_player) - 1)):
            picked = if_each(self.move.player == seat + 1, by_player[seat], picked)
        return picked

    @cached_property
    def there(self) -> Number:
        """The number that lies on the cell of the move."""
        return self.at_cell(self.own)

    @cached_property
    def there_after(self) -> Number:
        """The number that lies there after the move."""
        return self.at_cell(self.own_after)

    def at_cell(self, garden: Numbers) -> Number:
        """Pick what lies on the cell of the move."""
        picked = garden[-1]
        for cell in reversed(self.cells[:-1]):
            picked = If(self.move.cell == cell, garden[cell], picked)
        return picked

    def with_number(self, heap: Numbers) -> Number:
        """Count the copies of the moved clover's number in a heap."""
        picked = heap[-1]
        for each in reversed(self.numbers[:-1]):
            picked = If(self.move.clover == each, heap[each], picked)
        return picked

    @property
    def reveals(self) -> Formula:
        """Option A."""
        return self.move.from_middle == False  # noqa: E712 - it may be a term

    @property
    def takes(self) -> Formula:
        """Option B."""
        return self.move.from_middle

    @property
    def adds(self) -> Formula:
        """The clover is added."""
        return self.move.action == PLACE

    @property
    def exchanges(self) -> Formula:
        """The clover is exchanged for another."""
        return self.move.action == EXCHANGE

    @property
    def leaves(self) -> Formula:
        """The clover is put into the middle."""
        return self.move.action == DISCARD

    @cached_property
    def others_stay(self) -> Formula:
        """The gardens of the others stay as they are."""
        return And(Or(mover, self.same_garden(seat)) for seat, mover in self.seats)

    def same_garden(self, seat: int) -> Formula:
        """One garden stays as it is."""
        pairs = zip(self.before.gardens[seat], self.after.gardens[seat], strict=True)
        return And(old == new for old, new in pairs)

    def middle_becomes(self, heap: Sequence[Number]) -> Formula:
        """The middle after the move is the heap with these counts."""
        return And(self.after.middle[each] == heap[each] for each in self.numbers)


# Making them ----------------------------------------------------------------------------------------------------------


def symbolic_table(rules: Rules, name: str, games: int = 0) -> SymbolicTable:
    """Give a table of which nothing is known."""
    return TABLE.unknown(rules, name, {"series": games})


def empty_table(rules: Rules) -> SymbolicTable:
    """Give the table before anything has happened."""
    return TABLE.constant(rules, new_table(rules))


def symbolic_move(rules: Rules, kind: type, name: str = "move") -> SymbolicMove:
    """Give a move of a kind of which nothing else is known."""
    return MOVES[kind].unknown(rules, name)


def declared_size(rules: Rules) -> Size:
    """Give the size of a game."""
    return Size(rules.board.side, rules.top, rules.sets, rules.players, bool(rules.again))
