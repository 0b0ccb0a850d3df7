"""A step with unknowns in it: what a clause states its term over.

A table is given as numbers and formulas: 0 is an empty cell, nobody or nothing; heaps are counts by number. The size of
the game, the kind of move and the number of earlier games of a tournament are always known. Every table and move that a
log can make is among these steps, as long as its points stay below `MOST`. (What a turn shows of pile and middle is in
the table after it too, where clauses read it.)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from models.lucky_numbers.editions import LARGEST_TOP, MOST_PLAYERS, MOST_SETS, Rules
from models.lucky_numbers.garden import LARGEST_SIDE, SMALLEST_SIDE
from models.lucky_numbers.moves import Conceding, End, Opening, Placing, Scores, Start, Stop, Turn
from models.smt import And, Count, Formula, If, Number, Or, Sum, flag, number

MOST = 10**6
PLACE, EXCHANGE, DISCARD = 0, 1, 2
ACTIONS = ("place", "exchange", "discard")
NOT_ENDED, BY_FULL, BY_PILE = 0, 1, 2
KINDS = (Opening, Placing, Start, Turn, Conceding, End, Stop, Scores)

Numbers = tuple[Number, ...]
Formulas = tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class SomePlayed:
    """An earlier game: who started it, whether it has a result, its points."""

    first: Number
    known: Formula
    points: Numbers


@dataclass(frozen=True)
class SomeTable:
    """A table; what is told by player counts them from 0, `hidden` and `middle` by number (0: none)."""

    rules: Rules
    gardens: tuple[Numbers, ...]
    hidden: Numbers
    pile: Number
    middle: Numbers
    placed: Numbers
    playing: Formula
    first: Number
    last: Number
    again: Formula
    drawn: Formula
    conceded: Formulas
    ended: Number
    empty_then: Numbers
    conceded_then: Formulas
    played_on: Formula
    closed: Formula
    stopped: Formula
    turns: Number
    tournament: Formula
    series: tuple[SomePlayed, ...] = ()

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
class SomeMove:
    """A move of a known kind; what its kind does not have is 0 and of no matter.

    `shows` tells for `pile`, `middle`, `winners`, `empty` and `points` whether they were shown.
    """

    kind: type
    player: Number = 0
    clover: Number = 0
    cell: Number = 0
    from_middle: Formula = False
    action: Number = DISCARD
    out: Number = 0
    first: Number = 0
    pile: Number = 0
    middle: Numbers = ()
    winners: Formulas = ()
    empty: Numbers = ()
    points: Numbers = ()
    shows: dict[str, Formula] = field(default_factory=dict)


@dataclass(frozen=True)
class Size:
    """The size that a header declares, for the clauses about it."""

    side: Number
    top: Number
    sets: Number
    players: Number
    house_rule: Formula


@dataclass(frozen=True)
class Unknowns:
    """A table, a move on it, and the table after it."""

    before: SomeTable
    move: SomeMove
    after: SomeTable
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

    def of_mover(self, by_player: Sequence[Any]) -> Any:
        """Pick what belongs to the mover."""
        picked = by_player[-1]
        for seat in reversed(range(len(by_player) - 1)):
            picked = If(self.move.player == seat + 1, by_player[seat], picked)
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


def some_table(rules: Rules, name: str, games: int = 0) -> SomeTable:
    """Give a table of which nothing is known."""
    names, numbers = rules.board.names, range(1, rules.top + 1)
    seats, cells = range(1, rules.players + 1), rules.board.side**2

    def each(what: str, high: int) -> Numbers:
        return tuple(number(f"{name}.{what}.{seat}", 0, high) for seat in seats)

    return SomeTable(
        rules=rules,
        gardens=tuple(tuple(number(f"{name}.{seat}.{cell}", 0, rules.top) for cell in names) for seat in seats),
        hidden=(0, *(number(f"{name}.hidden.{each}", 0, MOST) for each in numbers)),
        pile=number(f"{name}.pile", 0, MOST),
        middle=(0, *(number(f"{name}.middle.{each}", 0, MOST) for each in numbers)),
        placed=each("placed", MOST),
        playing=flag(f"{name}.playing"),
        first=number(f"{name}.first", 0, rules.players),
        last=number(f"{name}.last", 0, rules.players),
        again=flag(f"{name}.again"),
        drawn=flag(f"{name}.drawn"),
        conceded=tuple(flag(f"{name}.conceded.{seat}") for seat in seats),
        ended=number(f"{name}.ended", NOT_ENDED, BY_PILE),
        empty_then=each("empty-then", cells),
        conceded_then=tuple(flag(f"{name}.conceded-then.{seat}") for seat in seats),
        played_on=flag(f"{name}.played-on"),
        closed=flag(f"{name}.closed"),
        stopped=flag(f"{name}.stopped"),
        turns=number(f"{name}.turns", 0, MOST),
        tournament=flag(f"{name}.tournament"),
        series=tuple(_some_played(rules, f"{name}.game{game}") for game in range(1, games + 1)),
    )


def _some_played(rules: Rules, name: str) -> SomePlayed:
    points = tuple(number(f"{name}.points.{seat + 1}", -MOST, MOST) for seat in range(rules.players))
    return SomePlayed(number(f"{name}.first", 0, rules.players), flag(f"{name}.known"), points)


def some_move(rules: Rules, kind: type, name: str = "move") -> SomeMove:
    """Give a move of a kind of which nothing else is known."""
    seats = range(1, rules.players + 1)
    player = number(f"{name}.player", 1, rules.players)
    clover = number(f"{name}.clover", 1, rules.top)
    cell = number(f"{name}.cell", 0, rules.board.side**2 - 1)
    shows: dict[str, Formula] = {
        what: flag(f"{name}.shows.{what}") for what in ("pile", "middle", "winners", "empty", "points")
    }

    def each(what: str, low: int) -> Numbers:
        return tuple(number(f"{name}.{what}.{seat}", low, MOST) for seat in seats)

    if kind is Placing:
        return SomeMove(kind, player, clover, cell, action=PLACE)
    if kind is Start:
        middle = _some_heap(rules, name)
        first, pile = number(f"{name}.first", 0, rules.players), number(f"{name}.pile", -MOST, MOST)
        return SomeMove(kind, first=first, pile=pile, middle=middle, shows=dict(shows))
    if kind is Turn:
        action, out = number(f"{name}.action", PLACE, DISCARD), number(f"{name}.out", 0, rules.top)
        pile, middle = number(f"{name}.pile", -MOST, MOST), _some_heap(rules, name)
        source = flag(f"{name}.from-middle")
        return SomeMove(kind, player, clover, cell, source, action, out, pile=pile, middle=middle, shows=shows)
    if kind is Conceding:
        return SomeMove(kind, player)
    if kind in (End, Scores):
        winners = tuple(flag(f"{name}.winner.{seat}") for seat in seats)
        return SomeMove(kind, winners=winners, empty=each("empty", -MOST), points=each("points", -MOST), shows=shows)
    return SomeMove(kind)


def _some_heap(rules: Rules, name: str) -> Numbers:
    return (0, *(number(f"{name}.middle.{each}", 0, MOST) for each in range(1, rules.top + 1)))


def size_of(rules: Rules) -> Size:
    """Give the size of a game."""
    return Size(rules.board.side, rules.top, rules.sets, rules.players, bool(rules.again))


def some_size() -> Size:
    """Give a size of which nothing is known."""
    return Size(
        number("size.side", SMALLEST_SIDE, LARGEST_SIDE),
        number("size.top", 1, LARGEST_TOP),
        number("size.sets", 1, MOST_SETS),
        number("size.players", 2, MOST_PLAYERS),
        flag("size.house-rule"),
    )


def some_step(rules: Rules, kind: type, games: int = 0) -> Unknowns:
    """Give a step of which only the kind of move is known."""
    size = some_size() if kind is Opening else size_of(rules)
    before, after = some_table(rules, "before", games), some_table(rules, "after")
    return Unknowns(before, some_move(rules, kind), after, size)
