"""Gardens as bitboards, and what is remembered of the lines of a log.

A packed garden has `top` bits per cell, of which that of the number lying there is set, and above them all the count
of its clovers. So one `&` tells whether a number fits on a cell, and one addition lays it there.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, Protocol, cast

from models.lucky_numbers.garden import EMPTY, Garden, board

MOST_GARDENS = 1 << 10
MOST_TEXTS, MOST_BYTES = 1 << 14, 1 << 25  # parts of lines that are remembered per size of game
SMALL_GARDEN = 1 << 11  # bits up to which all masks are kept


class Style(NamedTuple):
    """How a program writes turns: the texts before the action, the pile and the middle, and between two numbers.

    Where it does not show pile and middle, the text at the end stands for that before the pile.
    """

    action: bytes
    pile: bytes
    middle: bytes
    comma: bytes
    shows: bool


COMPACT = Style(b',"action":', b',"pile":', b',"middle":[', b",", shows=True)
SPACED = Style(b', "action": ', b', "pile": ', b', "middle": [', b", ", shows=True)
STYLES = (COMPACT, SPACED, COMPACT._replace(pile=b"}", shows=False), SPACED._replace(pile=b"}", shows=False))

# Who takes which clover: player, number, takes, against, own. `takes` is the text cut out of the middle (None: the
# clover is revealed); `against[cell]` are the bits of a garden that may not be set if the clover is to lie on the cell,
# but for that of a clover it replaces; `own[cell]` is added to the garden.
Who = tuple[int, int, bytes | None, "ByCell", "ByCell"]

# What is done with it: cell, out, old, leaves. Nothing but the bit `old` of the number `out` may lie on the cell;
# `leaves` is taken from the garden. `out` is None if the clover is added, 0 if the number it replaces is not named.
# The cell is None for a discard.
Act = tuple[int | None, int | None, int, int]

# What a placement before play means: player, number, the bits of the cell, what is added to the garden.
Setup = tuple[int, int, int, int]

DISCARD: Act = (None, None, 0, 0)


class ByCell(Protocol):
    """A number for each cell."""

    def __getitem__(self, cell: int, /) -> int:
        """Give the number for a cell."""
        ...


class Layout:
    """The places of all cells and numbers in packed gardens of one size, and what is remembered of its log lines."""

    def __init__(self, side: int, top: int, players: int, ways: tuple[tuple[int, int], ...]) -> None:
        self.board, self.top, self.players, self.ways = board(side), top, players, ways
        self.size = side * side
        self.following: tuple[int, ...] = (0, *range(2, players + 1), 1)
        self.garden_bits = self.size * top
        self.one_clover = 1 << self.garden_bits
        self.full = self.size << self.garden_bits
        self.numbers = (1 << top) - 1
        self.tokens = {
            comma: tuple(b"%d" % n + comma for n in range(top + 1)) for comma in (COMPACT.comma, SPACED.comma)
        }
        self.numerals = frozenset(b"%d" % n for n in range(1, top + 1))
        self.masks: dict[int, tuple[ByCell, ByCell]] = {}
        self.whos: dict[bytes, dict[bytes, Who]] = {COMPACT.comma: {}, SPACED.comma: {}}
        self.acts: dict[bytes, Act] = {}
        self._packed: dict[Garden, int] = {}
        self._unpacked: dict[int, Garden] = {}
        self.setups: dict[bytes, Setup] = {}
        self.most_texts = min(MOST_TEXTS, MOST_BYTES // (self.garden_bits // 4 + 200))

    def clover(self, cell: int, number: int) -> int:
        """Give what a clover counts for in a garden, 0 where it is none."""
        return self.one_clover + (1 << cell * self.top + number - 1) if number else 0

    def pack(self, garden: Garden) -> int:
        """Pack a garden."""
        packed = self._packed.get(garden)
        if packed is None:
            packed, at = (len(garden) - garden.count(EMPTY)) << self.garden_bits, -1
            for number in garden:
                if number:
                    packed += 1 << at + number
                at += self.top
            self._note(garden, packed)
        return packed

    def unpack(self, packed: int) -> Garden:
        """Give the numbers in a packed garden."""
        garden = self._unpacked.get(packed)
        if garden is None:
            numbers, cells = self.numbers, range(0, self.garden_bits, self.top)
            garden = cast("Garden", tuple([(packed >> at & numbers).bit_length() for at in cells]))
            self._note(garden, packed)
        return garden

    def _note(self, garden: Garden, packed: int) -> None:
        if len(self._packed) >= MOST_GARDENS:
            self._packed.clear()
            self._unpacked.clear()
        self._packed[garden], self._unpacked[packed] = packed, garden

    def number_on(self, garden: int, cell: int) -> int:
        """Give the number on a cell of a packed garden, 0 where it is empty."""
        return (garden >> cell * self.top & self.numbers).bit_length()

    def empty_cells(self, garden: int) -> int:
        """Give how many cells are empty in a packed garden."""
        return self.size - (garden >> self.garden_bits)

    def twins(self, cell: int, number: int) -> int:
        """Give the equal numbers next to a cell that earn another turn by a house rule."""
        column, row = cell % self.board.side, cell // self.board.side
        near = [self.board.cell(column + right, row + down) for right, down in self.ways]
        return sum(self.clover(other, number) - self.one_clover for other in near if other is not None)

    def against(self, cell: int, number: int) -> int:
        """Give the bits of a garden that may not be set if the number is to lie on the cell.

        A twin is among them: it makes a turn that is not plain.
        """
        # states LN301 as bitboards, tied by tests/test_kernel.py::test_the_bitboards_forbid_what_does_not_fit
        top, bits = self.top, self.numbers << cell * self.top
        not_less, not_more = self.numbers - (1 << number - 1) + 1, (1 << number) - 1
        for other in self.board.before[cell]:
            bits |= not_less << other * top
        for other in self.board.after[cell]:
            bits |= not_more << other * top
        return bits | self.twins(cell, number) if self.ways else bits

    def who(self, player: int, number: int, source: str, comma: bytes) -> Who:
        """Say who takes which clover."""
        masks: tuple[ByCell, ByCell] | None = self.masks.get(number)
        if masks is None:
            if self.garden_bits <= SMALL_GARDEN:
                cells = range(self.size)
                masks = (
                    tuple([self.against(cell, number) for cell in cells]),
                    tuple([self.clover(cell, number) for cell in cells]),
                )
            else:
                masks = _Lazy(self.against, number), _Lazy(self.clover, number)
            self.masks[number] = masks
        takes = comma + self.tokens[comma][number] if source == "middle" else None
        return (player, number, takes, *masks)

    def exchange(self, cell: int, out: int) -> Act:
        """Say that a number is replaced, 0 where it is not named."""
        leaves = self.clover(cell, out)
        return (cell, out, leaves & self.one_clover - 1, leaves)

    def setup(self, player: int, number: int, cell: int) -> Setup:
        """Say what a placement before play means."""
        return (player, number, self.numbers << cell * self.top, self.clover(cell, number))

    def make_room(self) -> None:
        """Forget all lines when there are too many."""
        if sum(map(len, self.whos.values())) + len(self.acts) + len(self.setups) >= self.most_texts:
            for texts in (self.acts, self.setups, *self.whos.values()):
                texts.clear()  # type: ignore[attr-defined]


class _Lazy:
    """What a number means on each cell of a large garden, worked out when it is asked for."""

    __slots__ = ("number", "of")

    def __init__(self, of: Callable[[int, int], int], number: int) -> None:
        self.of, self.number = of, number

    def __getitem__(self, cell: int) -> int:
        return self.of(cell, self.number)


@lru_cache(maxsize=8)
def layout_of(side: int, top: int, players: int, ways: tuple[tuple[int, int], ...]) -> Layout:
    """Give the layout for a size of game."""
    return Layout(side, top, players, ways)


@lru_cache(maxsize=8)
def piles_of(clovers: int, style: Style) -> tuple[bytes, ...]:
    """Give for each height of the pile how a line shows it, up to the middle."""
    return tuple(b"%d" % pile + style.middle for pile in range(clovers + 1))
