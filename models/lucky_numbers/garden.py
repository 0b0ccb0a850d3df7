"""Gardens: square boards of clovers, their cells and lines."""

from collections.abc import Sequence
from functools import cache
from typing import NewType

from msgspec import Struct

Clover = NewType("Clover", int)
Cell = NewType("Cell", int)
Garden = tuple[Clover, ...]

EMPTY = Clover(0)
SMALLEST_SIDE, LARGEST_SIDE = 2, 9


class Board(Struct, frozen=True, eq=False):
    """The cells of a garden of one side: `a1` top left, column letter first, row counted from the top.

    `before` gives for each cell the cells left of it in its row and above it in its column, `after` those right of
    it and below it, nearest first in each line. Set-up fills the `diagonal`, and leaves the `unmarked` cells empty.
    """

    side: int
    names: tuple[str, ...]
    cells: dict[str, Cell]
    before: tuple[tuple[Cell, ...], ...]
    after: tuple[tuple[Cell, ...], ...]
    diagonal: tuple[Cell, ...]
    unmarked: tuple[Cell, ...]

    @property
    def area(self) -> int:
        """The number of cells."""
        return self.side**2

    @property
    def last(self) -> int:
        """The last cell."""
        return self.side**2 - 1

    def cell(self, column: int, row: int) -> Cell | None:
        """Give the cell in a column and row (from 0), or None outside the board."""
        return Cell(row * self.side + column) if 0 <= column < self.side and 0 <= row < self.side else None

    def place(self, cell: Cell) -> tuple[int, int]:
        """Give column and row of a cell, from 0."""
        return cell % self.side, cell // self.side

    def empty(self) -> Garden:
        """Give the garden without clovers."""
        return (EMPTY,) * (self.side * self.side)

    def listing(self, cells: Sequence[Cell]) -> str:
        """Name cells in words: `a1, b2 and c3`."""
        return in_words([self.names[cell] for cell in cells])


@cache
def board(side: int) -> Board:
    """Give the board of a side (2 to 9)."""
    places = [(column, row) for row in range(side) for column in range(side)]
    names = tuple(f"{'abcdefghi'[column]}{row + 1}" for column, row in places)

    def run(column: int, row: int, step: int) -> tuple[Cell, ...]:
        in_row = range(column + step, side if step > 0 else -1, step)
        in_column = range(row + step, side if step > 0 else -1, step)
        return tuple(Cell(row * side + c) for c in in_row) + tuple(Cell(r * side + column) for r in in_column)

    return Board(
        side=side,
        names=names,
        cells={name: Cell(index) for index, name in enumerate(names)},
        before=tuple(run(column, row, -1) for column, row in places),
        after=tuple(run(column, row, 1) for column, row in places),
        diagonal=tuple(Cell(index * (side + 1)) for index in range(side)),
        unmarked=tuple(Cell(row * side + column) for column, row in places if column != row),
    )


def falling(board: Board, cell: Cell) -> tuple[Cell, ...]:
    """Give the other cells of the diagonal that falls through a cell."""
    column, row = board.place(cell)
    found = (board.cell(column + by, row + by) for by in range(-board.side, board.side) if by)
    return tuple(each for each in found if each is not None)


def read_garden(text: str, top: int) -> tuple[Board, Garden]:
    """Read a garden written row by row, `3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19`; `.` is an empty cell.

    Raises ValueError, naming the row and the place in it, where the text is not a square of dots and numbers from
    1 to `top`.
    """
    rows = [row.split() for row in text.strip().split("/")]
    side = len(rows)
    if not SMALLEST_SIDE <= side <= LARGEST_SIDE:
        raise ValueError(f"a garden has {SMALLEST_SIDE} to {LARGEST_SIDE} rows separated by /, not {side}")
    for number, row in enumerate(rows, 1):
        if len(row) != side:
            raise ValueError(f"row {number} has {len(row)} cells, but the garden has {side} rows (it must be square)")
    at = board(side)
    return at, tuple(
        _clover(token, top, f"row {index // side + 1}, place {index % side + 1}")
        for index, token in enumerate(token for row in rows for token in row)
    )


def _clover(token: str, top: int, where: str) -> Clover:
    if token == ".":
        return EMPTY
    if token.isascii() and token.isdigit() and len(token) < 6 and 1 <= int(token) <= top:
        return Clover(int(token))
    raise ValueError(f"{where}: {token[:20]!r} is neither . nor a number from 1 to {top}")


def write_garden(side: int, garden: Garden) -> str:
    """Write a garden row by row, the form that `read_garden` reads."""
    texts = [str(clover or ".") for clover in garden]
    return "/".join(" ".join(texts[start : start + side]) for start in range(0, len(texts), side))


def in_words(parts: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does: `a1, b2 and c3`."""
    return f" {last} ".join([*([", ".join(parts[:-1])] if len(parts) > 1 else []), *parts[-1:]])


def label(board: Board, garden: Garden, cell: Cell, other: Cell, clover: Clover) -> str:
    """Say where the number that speaks against a cell lies, seen from that cell: `below the 15 on b2`."""
    (column, row), (other_column, other_row) = board.place(cell), board.place(other)
    name, number = board.names[other], garden[other]
    if cell == other:
        return f"the {number} lies there already"
    if number == clover:
        return f"in line with the equal {number} on {name}"
    if row == other_row:
        return f"{'right' if column > other_column else 'left'} of the {number} on {name}"
    if column == other_column:
        return f"{'below' if row > other_row else 'above'} the {number} on {name}"
    return f"apart from the {number} on {name}"
