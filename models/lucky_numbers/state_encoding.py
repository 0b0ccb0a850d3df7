"""Tables as numbers, for the state space.

A table is one integer: from the lowest bits up, whose turn it is (0 where play is over), the clover just revealed (0
where there is none), the number of each garden in the order in which gardens were first met, and the copies of each
number that lie in the middle. What is face down follows, because no clover leaves the table.
"""

from collections.abc import Iterator
from itertools import product
from math import comb

from msgspec.structs import replace

from models.lucky_numbers.clauses.ln401_full_garden import FULL
from models.lucky_numbers.clauses.ln403_fewest_empty import FEWEST
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import EMPTY, Clover, Garden
from models.lucky_numbers.moves import Player
from models.lucky_numbers.notation import ended, write_table
from models.lucky_numbers.table import Table, new_table
from models.state_space import Code, GameEnd

MOVER_BITS, GARDEN_BITS = 3, 28  # more gardens than 28 bits can number fit in no memory
MOVER, GARDEN = (1 << MOVER_BITS) - 1, (1 << GARDEN_BITS) - 1
MOST_REMEMBERED = 1 << 18


class Numbering:
    """Makes numbers of the tables of one game, and tables of numbers."""

    def __init__(self, rules: Rules, total: tuple[int, ...]) -> None:
        """Take the rules and the copies of each number that exist (at index 0 nothing)."""
        self.rules, self.copies = rules, total
        side, top, players = rules.board.side, rules.top, rules.players
        self.drawn_at = MOVER_BITS
        self.drawn_mask = (1 << top.bit_length()) - 1
        first = MOVER_BITS + top.bit_length()
        self.shifts = tuple(first + GARDEN_BITS * index for index in range(players))
        self.middle_at = first + GARDEN_BITS * players
        width = max(total).bit_length()
        self.field = (1 << width) - 1
        self.width = width
        self.unit = [0] + [1 << width * index for index in range(top)]
        self.all = sum(count * unit for count, unit in zip(total, self.unit, strict=True))
        self.ids: dict[Garden, int] = {}
        self.gardens: list[Garden] = []
        self.contents: list[int] = []
        self.empty: list[int] = []
        self.numbers: dict[int, tuple[tuple[int, ...], int]] = {}
        self.endings: dict[tuple[int, ...], GameEnd] = {}  # by the empty cells, which alone decide
        self.per_clover = players * side * side + 1

    def garden_id(self, garden: Garden) -> int:
        """Give the number of a garden, a new one if it is met for the first time."""
        known = self.ids.get(garden)
        if known is None:
            known = self.ids[garden] = len(self.gardens)
            self.gardens.append(garden)
            self.contents.append(sum(self.unit[clover] for clover in garden))
            self.empty.append(garden.count(EMPTY))
        return known

    def code(self, table: Table, drawn: Clover | None) -> Code:
        """Give the number of a table."""
        mover = 0 if table.ended is not None or table.first is None else table.first
        code = mover | (drawn or 0) << self.drawn_at
        for shift, garden in zip(self.shifts, table.gardens, strict=True):
            code |= self.garden_id(garden) << shift
        return code + (sum(self.unit[clover] for clover in table.middle) << self.middle_at)

    def starts(self) -> Iterator[Code]:
        """Give every table at which play can start; seats are only names, so player 1 begins."""
        left = list(self.copies)
        return self._dealt(left, ())

    def _dealt(self, left: list[int], done: tuple[Garden, ...]) -> Iterator[Code]:
        rules = self.rules
        if len(done) == rules.players:
            yield 1 | sum(self.garden_id(garden) << shift for shift, garden in zip(self.shifts, done, strict=True))
            return
        for values in product(range(1, rules.top + 1), repeat=rules.board.side):
            for number in values:
                left[number] -= 1
            if min(left) >= 0:
                garden = list(rules.board.empty())
                for cell, number in zip(rules.board.diagonal, values, strict=True):
                    garden[cell] = Clover(number)
                yield from self._dealt(left, (*done, tuple(garden)))
            for number in values:
                left[number] += 1

    def count_starts(self) -> int:
        """Count the ways to lay numbers on the marked cells, no number more often than it exists."""
        cells = self.rules.board.side * self.rules.players
        ways = [1] + [0] * cells
        for copies in self.copies[1:]:
            ways = [
                sum(ways[laid - own] * comb(cells - (laid - own), own) for own in range(min(copies, laid) + 1))
                for laid in range(cells + 1)
            ]
        return ways[cells]

    def present(self, heap: int) -> tuple[tuple[int, ...], int]:
        """Give the different numbers of a heap, and how many clovers it has."""
        known = self.numbers.get(heap)
        if known is None:
            counts = [heap >> self.width * index & self.field for index in range(self.rules.top)]
            known = tuple(number for number, count in enumerate(counts, 1) if count), sum(counts)
            if len(self.numbers) >= MOST_REMEMBERED:
                self.numbers.clear()
            self.numbers[heap] = known
        return known

    def hidden(self, code: Code) -> int:
        """Give the heap of the face-down clovers."""
        hidden = self.all - (code >> self.middle_at) - self.unit[code >> self.drawn_at & self.drawn_mask]
        for shift in self.shifts:
            hidden -= self.contents[code >> shift & GARDEN]
        return hidden

    def level(self, code: Code) -> int:
        """Count face-down clovers first (one just revealed among them), then empty cells."""
        empty = sum(self.empty[code >> shift & GARDEN] for shift in self.shifts)
        revealed = 1 if code >> self.drawn_at & self.drawn_mask else 0
        return (self.present(self.hidden(code))[1] + revealed) * self.per_clover + empty

    # In words and for the clauses -------------------------------------------------------------------------------------

    def ending(self, code: Code) -> GameEnd | None:
        """Tell how play ended, None while it goes on."""
        if code & MOVER:
            return None
        empty = tuple(self.empty[code >> shift & GARDEN] for shift in self.shifts)
        known = self.endings.get(empty)
        if known is None:
            known = self.endings[empty] = self._ending(code)
        return known

    def _ending(self, code: Code) -> GameEnd:
        table = self.table(code)
        assert table.ended is not None
        if table.ended.by == "full":
            return GameEnd("a full garden", tuple(sorted(self.rules.changes.form_of(FULL).winners(table.ended))))
        winners = tuple(sorted(self.rules.changes.form_of(FEWEST).winners(table, table.ended.empty)))
        shared = f"shared by {len(winners)}" if len(winners) > 1 else "one winner"
        return GameEnd(f"the last clover, {shared}", winners)

    def table(self, code: Code) -> Table:
        """Give a table as clauses read it; a revealed clover is still face down there."""
        drawn = code >> self.drawn_at & self.drawn_mask
        hidden = self.hidden(code) + self.unit[drawn]
        counts = (0, *(hidden >> self.width * index & self.field for index in range(self.rules.top)))
        middle = code >> self.middle_at
        table = replace(
            new_table(self.rules),
            gardens=tuple(self.gardens[code >> shift & GARDEN] for shift in self.shifts),
            hidden=counts,
            pile=sum(counts),
            middle=tuple(
                Clover(number)
                for number, unit in enumerate(self.unit)
                for _ in range(middle // unit & self.field if unit else 0)
            ),
            placed=(self.rules.board.side,) * self.rules.players,
            playing=True,
            first=Player(code & MOVER) if code & MOVER else None,
        )
        return table if code & MOVER else ended(table)

    def write(self, code: Code) -> str:
        """Write a table in one line."""
        table, drawn = self.table(code), code >> self.drawn_at & self.drawn_mask
        if drawn:
            less = (count - (number == drawn) for number, count in enumerate(table.hidden))
            table = replace(table, hidden=tuple(less))
        complete = self.copies == (0,) + (self.rules.sets,) * self.rules.top
        return write_table(table, code & MOVER, drawn, not complete)
