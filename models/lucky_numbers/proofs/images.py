"""Images: a table and a move with the cells, the numbers or the seats changed for others throughout."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from models.lucky_numbers.editions import Rules
from models.lucky_numbers.symbolic_state import Numbers, SymbolicMove, SymbolicStep, SymbolicTable
from models.smt import And, Formula, If, Iff, Number, Term

T = TypeVar("T")


@dataclass(frozen=True)
class Image:
    """A way to see a game otherwise: `cells[c]` is where cell c is seen, `seats[s]` the seat that seat s is seen on
    (from 0), `reversed` tells whether each number is seen as the one as far from the other end.
    """

    rules: Rules
    cells: tuple[int, ...]
    seats: tuple[int, ...]
    reversed: bool = False

    @cached_property
    def _from_cells(self) -> tuple[int, ...]:
        return tuple(self.cells.index(cell) for cell in range(len(self.cells)))

    @cached_property
    def _from_seats(self) -> tuple[int, ...]:
        return tuple(self.seats.index(seat) for seat in range(len(self.seats)))

    def number(self, each: Number) -> Number:
        """Give what a number is seen as; nothing stays nothing."""
        return If(each == 0, 0, self.rules.top + 1 - each) if self.reversed else each

    def heap(self, counts: Numbers) -> Numbers:
        """Give what a heap is seen as."""
        return (*counts[:1], *reversed(counts[1:])) if self.reversed else counts

    def garden(self, cells: Sequence[Number]) -> Numbers:
        """Give what a garden is seen as."""
        return tuple(self.number(cells[cell]) for cell in self._from_cells)

    def by_seat(self, each: Sequence[T]) -> tuple[T, ...]:
        """Give what is told of each seat, by the seats as they are seen; nothing stays nothing."""
        return tuple(each[seat] for seat in self._from_seats) if each else ()

    def player(self, player: Number) -> Number:
        """Give the player as whom one is seen; nobody stays nobody."""
        found: Number = 0
        for seat, seen in enumerate(self.seats):
            found = If(player == seat + 1, seen + 1, found)
        return found if self.seats != tuple(range(len(self.seats))) else player

    def cell(self, cell: Number) -> Number:
        """Give where a cell is seen."""
        found: Number = self.cells[-1]
        for place, seen in enumerate(self.cells[:-1]):
            found = If(cell == place, seen, found)
        return found if self.cells != tuple(range(len(self.cells))) else cell

    def table(self, table: SymbolicTable) -> SymbolicTable:
        """Give what a table is seen as."""
        return replace(
            table,
            gardens=tuple(self.garden(garden) for garden in self.by_seat(table.gardens)),
            hidden=self.heap(table.hidden),
            middle=self.heap(table.middle),
            placed=self.by_seat(table.placed),
            first=self.player(table.first),
            last=self.player(table.last),
            conceded=self.by_seat(table.conceded),
            empty_then=self.by_seat(table.empty_then),
            conceded_then=self.by_seat(table.conceded_then),
        )

    def move(self, move: SymbolicMove) -> SymbolicMove:
        """Give what a move is seen as."""
        return replace(
            move,
            player=self.player(move.player),
            clover=self.number(move.clover),
            cell=self.cell(move.cell),
            out=self.number(move.out),
            first=self.player(move.first),
            middle=self.heap(move.middle),
            winners=self.by_seat(move.winners),
            empty=self.by_seat(move.empty),
            points=self.by_seat(move.points),
        )


def lies_alike(one: SymbolicTable, other: SymbolicTable) -> Formula:
    """State that two tables are the same in all that play goes by."""
    return And(
        *(_same(x, y) for pair in zip(one.gardens, other.gardens, strict=True) for x, y in zip(*pair, strict=True)),
        *(_same(x, y) for x, y in zip(one.hidden, other.hidden, strict=True)),
        *(_same(x, y) for x, y in zip(one.middle, other.middle, strict=True)),
        *(_same(x, y) for x, y in zip(one.placed, other.placed, strict=True)),
        *(Iff(x, y) for x, y in zip(one.conceded, other.conceded, strict=True)),
        *(_same(x, y) for x, y in ((one.pile, other.pile), (one.first, other.first), (one.last, other.last))),
        _same(one.ended, other.ended),
        Iff(one.playing, other.playing),
        Iff(one.again, other.again),
        Iff(one.drawn, other.drawn),
    )


def _same(one: Number, other: Number) -> Formula:
    return one == other if isinstance(one, Term) else other == one


def as_it_is(rules: Rules) -> Image:
    """Give the image that changes nothing."""
    return Image(rules, tuple(range(rules.board.area)), tuple(range(rules.players)))


def transposed(rules: Rules) -> Image:
    """See columns as rows."""
    side = rules.board.side
    return replace(as_it_is(rules), cells=tuple(cell % side * side + cell // side for cell in range(side**2)))


def half_turned(rules: Rules, *, numbers: bool) -> Image:
    """See the board from the other side, the numbers from the other end too if told so."""
    return replace(as_it_is(rules), cells=tuple(reversed(range(rules.board.area))), reversed=numbers)


def one_seat_on(rules: Rules) -> Image:
    """See each player as the next one."""
    return replace(as_it_is(rules), seats=(*range(1, rules.players), 0))


def other_images(rules: Rules) -> Iterator[tuple[str, Image]]:
    """Name the ways to turn or mirror the board, numbers kept or reversed, but for those that keep all in order.

    A way keeps the order if it sees neither rows nor columns backwards, or both and the numbers too.
    """
    side = rules.board.side
    ways: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "as it is": lambda column, row: (column, row),
        "columns as rows": lambda column, row: (row, column),
        "mirrored left to right": lambda column, row: (side - 1 - column, row),
        "mirrored top to bottom": lambda column, row: (column, side - 1 - row),
        "half a turn": lambda column, row: (side - 1 - column, side - 1 - row),
        "a quarter turn": lambda column, row: (side - 1 - row, column),
        "a quarter turn back": lambda column, row: (row, side - 1 - column),
        "mirrored at the rising diagonal": lambda column, row: (side - 1 - row, side - 1 - column),
    }
    for name, way in ways.items():
        backwards = name in ("half a turn", "mirrored at the rising diagonal")
        for numbers in (False, True):
            if (name in ("as it is", "columns as rows") and not numbers) or (backwards and numbers):
                continue
            places = (way(cell % side, cell // side) for cell in range(side**2))
            cells = tuple(row * side + column for column, row in places)
            yield (
                f"{name}{', numbers reversed' if numbers else ''}",
                replace(as_it_is(rules), cells=cells, reversed=numbers),
            )


def seen_as(
    image: Image, step: SymbolicStep, made: Callable[[SymbolicTable, SymbolicMove], SymbolicStep]
) -> SymbolicStep:
    """Give what a step is seen as: the move as it is seen, made from the table as it is seen."""
    return made(image.table(step.before), image.move(step.move))
