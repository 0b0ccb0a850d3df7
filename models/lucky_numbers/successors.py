"""The successors of a table as sums of numbers: the fast state space.

From a given garden a given clover changes the number of a table by the same amounts on every table; these amounts are
found once. The rules in here are those of the clauses, told for speed; tests compare them with the clauses on whole
small games.
"""

from collections.abc import Iterator

from models.lucky_numbers.editions import Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import EMPTY, Cell, Clover, Garden
from models.lucky_numbers.kernel import may_replace, middle_changes, span, was_last
from models.lucky_numbers.moves import Player, Turn
from models.lucky_numbers.state_encoding import GARDEN, MOVER, Numbering
from models.lucky_numbers.table import Step, Table
from models.state_space import Code, Edge, Successors

OVER = Successors(0, [], ())

Laying = tuple[Cell, Clover, int, bool]  # the cell, what lay there, the number of the garden after it, another turn


class Changes:
    """What one player's turns change a table's number by: by clover, exchanges and discards apart from additions."""

    __slots__ = ("add_drawn", "add_taken", "swap_drawn", "swap_taken")

    def __init__(self, top: int) -> None:
        self.swap_drawn: list[tuple[int, ...]] = [()] * (top + 1)
        self.add_drawn: list[tuple[int, ...]] = [()] * (top + 1)
        self.swap_taken: list[tuple[int, ...]] = [()] * (top + 1)
        self.add_taken: list[tuple[int, ...]] = [()] * (top + 1)


class FastSpace(Numbering):
    """The tables of one game of Lucky Numbers: a `World`."""

    def __init__(self, rules: Rules, total: tuple[int, ...]) -> None:
        """Take the rules and the copies of each number that exist (at index 0 nothing)."""
        super().__init__(rules, total)
        side, top, players = rules.board.side, rules.top, rules.players
        self.title = f"side {side}, numbers to {top}, sets {rules.sets}, players {players}" + "".join(
            f", {name}" for name in (*rules.variants, *(() if rules.equal_exchange else ("no equal exchange",)))
        )
        # Turns go round, so that a table comes again only when all players had the same number of turns.
        self.least_cycle = 1 if rules.again else players
        self.layings: dict[int, list[tuple[Laying, ...]]] = {}
        self.changes: list[dict[int, Changes]] = [{} for _ in range(players + 1)]
        self.following = [0, *range(2, players + 1), 1]

    def laid(self, number: int) -> list[tuple[Laying, ...]]:
        """Give for each clover where it can be laid in a garden."""
        known = self.layings.get(number)
        if known is not None:
            return known
        rules, garden = self.rules, self.gardens[number]
        found: list[list[Laying]] = [[] for _ in range(rules.top + 1)]
        for cell, old in enumerate(garden):
            for clover in range(*span(garden, rules.board.before[cell], rules.board.after[cell], rules.top)):
                if may_replace(old, clover, rules.equal_exchange):
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
        passes, shift = self.following[mover] - mover, self.shifts[mover - 1]
        for clover, layings in enumerate(self.laid(number)):
            for taken, into_swaps, into_adds in (
                (True, made.swap_taken, made.add_taken),
                (False, made.swap_drawn, made.add_drawn),
            ):
                swaps = [] if taken else [self._middle(False, False, clover, EMPTY) + passes]
                adds = []
                for _, old, after, again in layings:
                    moved = ((after - number) << shift) + self._middle(taken, True, clover, old)
                    if old != EMPTY:
                        swaps.append(moved + (0 if again else passes))
                    else:
                        adds.append(moved + (-mover if not self.empty[after] else 0 if again else passes))
                into_swaps[clover], into_adds[clover] = tuple(swaps), tuple(adds)
        self.changes[mover][number] = made
        return made

    def _middle(self, taken: bool, lays: bool, clover: int, old: int) -> int:
        """Give what a turn changes in the middle, as part of a table's number."""
        leaves, enters = middle_changes(taken, lays, clover, old)
        return (self.unit[enters] - self.unit[leaves]) << self.middle_at

    # states LN201, LN203, LN205, LN401 as state space, tied by
    # tests/test_graph.py::test_a_turn_is_generated_exactly_if_it_keeps_all_clauses
    def spread(self, code: Code) -> Successors:
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
        if was_last(True, pile - 1):
            swaps = [after & ~MOVER for after in swaps]
            adds = [after & ~MOVER for after in adds]
        return Successors(
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

    def ways(self, code: Code) -> list[Edge]:
        """Give all legal turns in words: `5 b1`, `5x7 b2`, `5 -`, and with an m in front from the middle."""
        found = []
        mover, drawn = code & MOVER, code >> self.drawn_at & self.drawn_mask
        if not mover:
            return []
        plain = code - (drawn << self.drawn_at)
        hidden, pile = self.present(self.hidden(code))
        laid = self.laid(code >> self.shifts[mover - 1] & GARDEN)
        revealed = (drawn,) if drawn else hidden
        last = was_last(True, pile if drawn else pile - 1)
        for clover in revealed:
            after = plain + self._middle(False, False, clover, EMPTY) + self.following[mover] - mover
            found.append(Edge(f"{clover} -", not drawn, after & ~MOVER if last else after))
            found += [self._way(plain, mover, clover, laying, "", last, not drawn) for laying in laid[clover]]
        for clover in () if drawn else self.present(code >> self.middle_at)[0]:
            found += [self._way(plain, mover, clover, laying, "m", False, False) for laying in laid[clover]]
        return found

    def _way(self, code: Code, mover: int, clover: int, laying: Laying, source: str, last: bool, chance: bool) -> Edge:
        cell, old, after, again = laying
        shift = self.shifts[mover - 1]
        code += (after << shift) - (code & GARDEN << shift) + self._middle(source == "m", True, clover, old)
        code += -mover if last or not self.empty[after] else 0 if again else self.following[mover] - mover
        replaced = f"x{old}" if old != EMPTY else ""
        return Edge(f"{source}{clover}{replaced} {self.rules.board.names[cell]}", chance, code)

    def steps(self, code: Code) -> Iterator[tuple[Edge, Step]]:
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


def counts_of(table: Table, drawn: Clover | None) -> tuple[int, ...]:
    """Count the copies of each number on a table, with the clover in hand."""
    counts = list(table.hidden)
    for clover in (
        *table.middle,
        *(clover for garden in table.gardens for clover in garden),
        *([drawn] if drawn else ()),
    ):
        if clover != EMPTY:
            counts[clover] += 1
    return tuple(counts)
