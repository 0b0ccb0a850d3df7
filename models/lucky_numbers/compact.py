"""Tables as numbers and turns as sums: the fast description of the game for exploring it.

A table is one integer: from the lowest bits up, whose turn it is (0 where play is over), the clover just revealed (0
where there is none), the number of each garden in the order in which gardens were first met, and the copies of each
number that lie in the middle. What is face down follows, because no clover leaves the table. From a given garden a
given clover changes this number by the same amounts on every table; these amounts are found once.

The rules in here are those of the clauses, told for speed; tests compare them with the clauses on whole small games.
"""

from collections.abc import Iterator
from itertools import product
from math import comb

from msgspec.structs import replace

from models.lucky_numbers.clauses.ln401_full_garden import FULL
from models.lucky_numbers.clauses.ln403_fewest_empty import FEWEST
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import EMPTY, Cell, Clover, Garden
from models.lucky_numbers.moves import Player, Turn
from models.lucky_numbers.notation import ended, write_table
from models.lucky_numbers.table import Step, Table, new_table
from models.world import Code, Ending, Spread, Way

MOVER_BITS, GARDEN_BITS = 3, 24
MOVER, GARDEN = (1 << MOVER_BITS) - 1, (1 << GARDEN_BITS) - 1
MOST_REMEMBERED = 1 << 18
OVER = Spread(0, [], ())

Laying = tuple[Cell, Clover, int, bool]  # the cell, what lay there, the number of the garden after it, another turn


class Changes:
    """What one player's turns change a table's number by: by clover, exchanges and discards apart from additions."""

    __slots__ = ("add_drawn", "add_taken", "swap_drawn", "swap_taken")

    def __init__(self, top: int) -> None:
        self.swap_drawn: list[tuple[int, ...]] = [()] * (top + 1)
        self.add_drawn: list[tuple[int, ...]] = [()] * (top + 1)
        self.swap_taken: list[tuple[int, ...]] = [()] * (top + 1)
        self.add_taken: list[tuple[int, ...]] = [()] * (top + 1)


class Compact:
    """The tables of one game of Lucky Numbers: a `World`."""

    def __init__(self, rules: Rules, total: tuple[int, ...]) -> None:
        """Take the rules and the copies of each number that exist (at index 0 nothing)."""
        self.rules, self.copies = rules, total
        side, top, players = rules.board.side, rules.top, rules.players
        self.title = f"side {side}, numbers to {top}, sets {rules.sets}, players {players}" + "".join(
            f", {name}" for name in (*rules.variants, *(() if rules.equal_exchange else ("no equal exchange",)))
        )
        # Turns go round, so that a table comes again only when all players had the same number of turns.
        self.least_cycle = 1 if rules.again else players
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
        self.layings: list[list[tuple[Laying, ...]] | None] = []
        self.changes: list[dict[int, Changes]] = [{} for _ in range(players + 1)]
        self.numbers: dict[int, tuple[tuple[int, ...], int]] = {}
        self.endings: dict[tuple[int, ...], Ending] = {}  # by the empty cells, which alone decide
        self.following = [0, *range(2, players + 1), 1]
        self.per_clover = players * side * side + 1

    # Making and reading numbers ---------------------------------------------------------------------------------------

    def garden_id(self, garden: Garden) -> int:
        """Give the number of a garden, a new one if it is met for the first time."""
        known = self.ids.get(garden)
        if known is None:
            known = self.ids[garden] = len(self.gardens)
            self.gardens.append(garden)
            self.contents.append(sum(self.unit[clover] for clover in garden))
            self.empty.append(garden.count(EMPTY))
            self.layings.append(None)
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

    # Turns ------------------------------------------------------------------------------------------------------------

    def laid(self, number: int) -> list[tuple[Laying, ...]]:
        """Give for each clover where it can be laid in a garden."""
        known = self.layings[number]
        if known is not None:
            return known
        rules, garden = self.rules, self.gardens[number]
        found: list[list[Laying]] = [[] for _ in range(rules.top + 1)]
        for cell, old in enumerate(garden):
            low = max((garden[other] for other in rules.board.before[cell]), default=0)
            above = [garden[other] for other in rules.board.after[cell] if garden[other]]
            for clover in range(low + 1, min(above, default=rules.top + 1)):
                if clover != old or rules.equal_exchange:
                    after = self.garden_id((*garden[:cell], Clover(clover), *garden[cell + 1 :]))
                    found[clover].append((Cell(cell), old, after, self.again(garden, cell, clover)))
        laid = self.layings[number] = [tuple(layings) for layings in found]
        return laid

    def again(self, garden: Garden, cell: int, clover: int) -> bool:
        """Tell whether a clover laid on a cell gives another turn by a house rule."""
        if not self.rules.again:
            return False
        board = self.rules.board
        column, row = board.place(Cell(cell))
        near = (board.cell(column + right, row + down) for right, down in self.rules.again)
        return any(other is not None and garden[other] == clover for other in near)

    def _changes(self, mover: int, number: int) -> Changes:
        made = Changes(self.rules.top)
        passes, shift, at = self.following[mover] - mover, self.shifts[mover - 1], self.middle_at
        for clover, layings in enumerate(self.laid(number)):
            unit = self.unit[clover] << at
            swaps, adds = [], []
            for _, old, after, again in layings:
                moved = (after - number) << shift
                if old != EMPTY:
                    swaps.append(moved + (self.unit[old] << at) + (0 if again else passes))
                else:
                    adds.append(moved + (-mover if not self.empty[after] else 0 if again else passes))
            made.swap_taken[clover] = tuple(change - unit for change in swaps)
            made.add_taken[clover] = tuple(change - unit for change in adds)
            made.swap_drawn[clover] = (unit + passes, *swaps)
            made.add_drawn[clover] = tuple(adds)
        self.changes[mover][number] = made
        return made

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

    def spread(self, code: Code) -> Spread:
        """Give all tables one turn away; none where play is over."""
        mover = code & MOVER
        if not mover:
            return OVER
        number = code >> self.shifts[mover - 1] & GARDEN
        changes = self.changes[mover].get(number) or self._changes(mover, number)
        hidden, pile = self.present(self.hidden(code))
        drawn = code >> self.drawn_at & self.drawn_mask
        taken: tuple[int, ...] = ()
        if drawn:
            hidden, pile = (drawn,), pile + 1
            code -= drawn << self.drawn_at
        else:
            taken = self.present(code >> self.middle_at)[0]
        swap_taken, add_taken = changes.swap_taken, changes.add_taken
        swap_drawn, add_drawn = changes.swap_drawn, changes.add_drawn
        swaps = [code + change for clover in hidden for change in swap_drawn[clover]]
        adds = [code + change for clover in hidden for change in add_drawn[clover]]
        if pile == 1:
            swaps = [after & ~MOVER for after in swaps]
            adds = [after & ~MOVER for after in adds]
        return Spread(
            0 if drawn else len(hidden),
            [code + change for clover in taken for change in swap_taken[clover]],
            (
                (1, [code + change for clover in taken for change in add_taken[clover]]),
                (self.per_clover, swaps),
                (self.per_clover + 1, adds),
            ),
        )

    def beside(self, code: Code) -> list[Code]:
        """Give only the tables one turn away to which an exchange with the middle leads."""
        mover = code & MOVER
        if not mover or code >> self.drawn_at & self.drawn_mask:
            return []
        number = code >> self.shifts[mover - 1] & GARDEN
        changes = self.changes[mover].get(number) or self._changes(mover, number)
        swaps = changes.swap_taken
        return [code + change for clover in self.present(code >> self.middle_at)[0] for change in swaps[clover]]

    def ways(self, code: Code) -> list[Way]:
        """Give all legal turns in words: `5 b1`, `5x7 b2`, `5 -`, and with an m in front from the middle."""
        found = []
        mover, drawn = code & MOVER, code >> self.drawn_at & self.drawn_mask
        if not mover:
            return []
        plain = code - (drawn << self.drawn_at)
        hidden, pile = self.present(self.hidden(code))
        laid = self.laid(code >> self.shifts[mover - 1] & GARDEN)
        revealed = (drawn,) if drawn else hidden
        last = (pile if drawn else pile - 1) == 0
        for clover in revealed:
            after = plain + (self.unit[clover] << self.middle_at) + self.following[mover] - mover
            found.append(Way(f"{clover} -", not drawn, after & ~MOVER if last else after))
            found += [self._way(plain, mover, clover, laying, "", last, not drawn) for laying in laid[clover]]
        for clover in () if drawn else self.present(code >> self.middle_at)[0]:
            back = plain - (self.unit[clover] << self.middle_at)
            found += [self._way(back, mover, clover, laying, "m", False, False) for laying in laid[clover]]
        return found

    def _way(self, code: Code, mover: int, clover: int, laying: Laying, source: str, last: bool, chance: bool) -> Way:
        cell, old, after, again = laying
        shift = self.shifts[mover - 1]
        code += (after << shift) - (code & GARDEN << shift) + (self.unit[old] << self.middle_at)
        code += -mover if last or not self.empty[after] else 0 if again else self.following[mover] - mover
        replaced = f"x{old}" if old != EMPTY else ""
        return Way(f"{source}{clover}{replaced} {self.rules.board.names[cell]}", chance, code)

    # In words and for the clauses -------------------------------------------------------------------------------------

    def ending(self, code: Code) -> Ending | None:
        """Tell how play ended, None while it goes on."""
        if code & MOVER:
            return None
        empty = tuple(self.empty[code >> shift & GARDEN] for shift in self.shifts)
        known = self.endings.get(empty)
        if known is None:
            known = self.endings[empty] = self._ending(code)
        return known

    def _ending(self, code: Code) -> Ending:
        table = self.table(code)
        assert table.ended is not None
        if table.ended.by == "full":
            return Ending("a full garden", tuple(sorted(FULL.winners(table.ended))))
        winners = tuple(sorted(FEWEST.winners(table, table.ended.empty)))
        shared = f"shared by {len(winners)}" if len(winners) > 1 else "one winner"
        return Ending(f"the last clover, {shared}", winners)

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

    def steps(self, code: Code) -> Iterator[tuple[Way, Step]]:
        """Give all legal turns, each with the step it makes."""
        table = self.table(code)
        for way in self.ways(code):
            yield way, step_of(table, self._turn(code, way.text))

    def _turn(self, code: Code, text: str) -> Turn:
        what, _, cell = text.partition(" ")
        clover, _, old = what.removeprefix("m").partition("x")
        return Turn(
            Player(code & MOVER),
            "middle" if what[0] == "m" else "pile",
            Clover(int(clover)),
            "discard" if cell == "-" else "exchange" if old else "place",
            None if cell == "-" else self.rules.board.cells[cell],
            Clover(int(old)) if old else None,
        )

    def write(self, code: Code) -> str:
        """Write a table in one line."""
        table, drawn = self.table(code), code >> self.drawn_at & self.drawn_mask
        if drawn:
            less = (count - (number == drawn) for number, count in enumerate(table.hidden))
            table = replace(table, hidden=tuple(less))
        complete = self.copies == (0,) + (self.rules.sets,) * self.rules.top
        return write_table(table, code & MOVER, drawn, not complete)


def world_of(table: Table, drawn: Clover | None) -> tuple[Compact, Code]:
    """Give the world of all tables that hold the clovers of this one, and its number there."""
    counts = list(table.hidden)
    for clover in (
        *table.middle,
        *(clover for garden in table.gardens for clover in garden),
        *([drawn] if drawn else ()),
    ):
        if clover != EMPTY:
            counts[clover] += 1
    world = Compact(table.rules, tuple(counts))
    return world, world.code(table, drawn)
