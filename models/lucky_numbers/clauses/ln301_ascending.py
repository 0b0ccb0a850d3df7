"""LN301."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from msgspec.structs import replace as changed

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import EMPTY, Cell, Clover, Garden, in_words
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step
from models.smt import And, Count, Formula, Implies, Number, Or


@dataclass(frozen=True)
class Ascending(Clause[Step]):
    """The placed number ascends strictly with all other numbers of its row (left to right) and of its column (top to
    bottom), across gaps.
    """

    id = ClauseId("LN301")
    title = "rows and columns ascend strictly"
    cites = (
        Cite("tiki-2020-en", "Placement rules", 2),
        Cite("tiki-2020-fr", "Règle de pose", 2),
        Cite("tiki-2020-fr", "Règle de pose", 3),
        Cite("ravensburger-2012-fr", "Règles de pose", 2),
    )
    reading = (
        "A clover may replace one of the same number: it must ascend with the OTHER numbers, and the one it replaces "
        "is not among them. The printed example says 'only' and leaves such a cell out; the strict reading follows it."
    )
    moves = (Turn,)
    grants = "place"
    kept = (
        "1 . . 20/. . . ./5 . . ./6 . . . | 1: 12 c1",
        "1 5/. . | 1: 3 a2",
        "2 ./. . | 1: 2 b2",
        "9 ./. . | 1: 9 x a1",
        "9 ./. .; strict | 1: 8 x a1",
    )
    broken = (
        "9 . . ./. . . ./. . . ./. . . . | 1: 9 d1",
        "9 . . ./. . . ./. . . ./. . . . | 1: 8 d1",
        "9 . . ./. . . ./. . . ./. . . . | 1: 8 a4",
        "9 . ./. . ./. . . | 1: 5 c1",
        "9 ./. . | 1: 5 b1",
        "9 ./. . | 1: 5 a2",
        ". 9/. . | 1: 10 a1",
        ". ./9 . | 1: 10 a1",
        "9 ./. .; strict | 1: 9 x a1",
        "9 ./. . | 1: 9 a2",
    )

    equal_in_row: bool = False
    equal_in_column: bool = False
    reach: int | None = None
    rows: bool = True
    columns: bool = True
    only_if_both: bool = False
    distinct: bool = False
    strict_reading: bool = True
    always_strict: bool = False
    smaller_side: bool = True

    def against(self, rules: Rules, garden: Garden, cell: Cell, clover: Clover) -> tuple[Cell, ...]:
        """Give the occupied cells that forbid the clover on the cell."""
        board = rules.board
        lower = [other for other in board.before[cell] if garden[other] != EMPTY and self._seen(rules, cell, other)]
        upper = [other for other in board.after[cell] if garden[other] != EMPTY and self._seen(rules, cell, other)]
        if self.only_if_both and not self._both(rules, cell, lower + upper):
            return ()
        slack = {other: int(self._equal_passes(rules, cell, other)) for other in lower + upper}
        wrong = [other for other in lower if garden[other] >= clover + slack[other]] if self.smaller_side else []
        wrong += [other for other in upper if garden[other] <= clover - slack[other]]
        if garden[cell] == clover and (self.always_strict or (self.strict_reading and not rules.equal_exchange)):
            wrong.append(cell)
        if self.distinct:
            wrong += [Cell(other) for other, number in enumerate(garden) if number == clover and other not in wrong]
        return tuple(sorted(wrong))

    def _seen(self, rules: Rules, cell: Cell, other: Cell) -> bool:
        if self.rows and self.columns and self.reach is None:
            return True
        column, row = rules.board.place(cell)
        other_column, other_row = rules.board.place(other)
        in_line = self.rows if row == other_row else self.columns
        distance = abs(column - other_column) + abs(row - other_row)
        return in_line and (self.reach is None or distance <= self.reach)

    def _equal_passes(self, rules: Rules, cell: Cell, other: Cell) -> bool:
        side = rules.board.side
        return self.equal_in_row if other // side == cell // side else self.equal_in_column

    @staticmethod
    def _both(rules: Rules, cell: Cell, others: list[Cell]) -> bool:
        in_row = sum(other // rules.board.side == cell // rules.board.side for other in others)
        return 0 < in_row < len(others)

    def fits(self, rules: Rules, garden: Garden, cell: int, clover: Clover) -> bool:
        """Tell whether the clover may lie on the cell, whatever lies there now."""
        return not self.against(rules, garden, Cell(cell), clover)

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Turn) and step.move.cell is not None

    def holds(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, Turn) or move.cell is None:
            return True
        return not self.against(step.before.rules, step.before.garden(move.player), move.cell, move.clover)

    def orders(self, rules: Rules, garden: Garden) -> bool:
        """Tell whether every clover of a garden may lie where it lies."""
        return all(
            self.fits(rules, (*garden[:cell], EMPTY, *garden[cell + 1 :]), cell, clover)
            for cell, clover in enumerate(garden)
            if clover != EMPTY
        )

    def fits_term(self, step: SymbolicStep, cell: int) -> Formula:
        """State that the mover's clover may lie on a cell: compared with every cell of its row and column."""
        return self.lies_term(step.rules, step.own, cell, step.move.clover)

    def orders_term(self, rules: Rules, garden: Sequence[Number]) -> Formula:
        """State that every clover of a garden may lie where it lies, each compared with the larger ones behind it."""
        larger, mild = replace(self, smaller_side=False), changed(rules, equal_exchange=True)
        lies = (larger.lies_term(mild, garden, cell, own) for cell, own in enumerate(garden))
        return And(Or(own == EMPTY, rightly) for own, rightly in zip(garden, lies, strict=True))

    def lies_term(self, rules: Rules, own: Sequence[Number], cell: int, clover: Number) -> Formula:
        """State that a clover may lie on a cell of a garden."""
        cells, side = range(len(own)), rules.board.side
        far = side if self.reach is None else self.reach
        in_row = [other for other in cells if other // side == cell // side and 0 < abs(other - cell) <= far]
        in_column = [other for other in cells if other % side == cell % side and 0 < abs(other - cell) <= far * side]
        line = [(other, int(self.equal_in_row)) for other in in_row if self.rows]
        line += [(other, int(self.equal_in_column)) for other in in_column if self.columns]
        smaller = (own[other] + 1 <= clover + slack for other, slack in line if other < cell and self.smaller_side)
        larger = (Or(own[other] == EMPTY, clover + 1 <= own[other] + slack) for other, slack in line if other > cell)
        ascends = And(smaller, larger)
        strict = self.always_strict or (self.strict_reading and not rules.equal_exchange)
        fits = And(
            ascends,
            Or(not strict, own[cell] != clover),
            And(number != clover for number in own) if self.distinct else True,
        )
        if not self.only_if_both:
            return fits
        crossed = And(Count(own[other] != EMPTY for other in part) >= 1 for part in (in_row, in_column))
        return Implies(crossed, fits)

    def term(self, step: SymbolicStep) -> Formula:
        lands = And(Implies(step.move.cell == cell, self.fits_term(step, cell)) for cell in step.cells)
        return Or(step.leaves, lands)

    def fault(self, step: Step) -> Fault:
        move, rules = step.move, step.before.rules
        assert isinstance(move, Turn)
        assert move.cell is not None
        garden, board = step.before.garden(move.player), rules.board
        wrong = self.against(rules, garden, move.cell, move.clover)
        labels = [label(rules, garden, move.cell, other, move.clover) for other in wrong]
        names = tuple(board.names[other] for other in wrong)
        if wrong == (move.cell,):
            return Fault(f"{move.clover} replaces an equal {move.clover}", "cell", labels[0], names)
        name = board.names[move.cell]
        lines = (
            [f"row {name[1:]}"] if any(board.place(other)[1] == board.place(move.cell)[1] for other in wrong) else []
        )
        lines += (
            [f"column {name[0]}"] if any(board.place(other)[0] == board.place(move.cell)[0] for other in wrong) else []
        )
        return Fault(f"{move.clover} does not ascend in {in_words(lines)}", "cell", in_words(labels), names)

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "equal numbers pass": cls(equal_in_row=True, equal_in_column=True),
            "equal numbers pass in rows": cls(equal_in_row=True),
            "equal numbers pass in columns": cls(equal_in_column=True),
            "only direct neighbours are compared": cls(reach=1),
            "blind at distance 3": cls(reach=2),
            "only rows are compared": cls(columns=False),
            "only columns are compared": cls(rows=False),
            "only where row and column both hold numbers": cls(only_if_both=True),
            "only larger numbers are compared": cls(smaller_side=False),
            "a number may stand only once in a garden": cls(distinct=True),
            "an equal number may never be replaced": cls(always_strict=True),
            "the strict reading is not followed": cls(strict_reading=False),
            "no comparison at all": cls(rows=False, columns=False),
        }


def label(rules: Rules, garden: Garden, cell: Cell, other: Cell, clover: Clover) -> str:
    """Say where the number that speaks against a cell lies, seen from that cell: `below the 15 on b2`."""
    (column, row), (other_column, other_row) = rules.board.place(cell), rules.board.place(other)
    name, number = rules.board.names[other], garden[other]
    if cell == other:
        return f"the {number} lies there already"
    if number == clover:
        return f"in line with the equal {number} on {name}"
    if row == other_row:
        return f"{'right' if column > other_column else 'left'} of the {number} on {name}"
    if column == other_column:
        return f"{'below' if row > other_row else 'above'} the {number} on {name}"
    return f"apart from the {number} on {name}"


PLACEMENT = Ascending()
