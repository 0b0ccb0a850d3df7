"""LN301."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self

from msgspec.structs import replace as changed

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import EMPTY, Cell, Clover, Garden, in_words, label
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step
from models.smt import And, Count, Formula, If, Implies, Number, Or


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
        "9 ./. . | 1: 5 b2",
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
        "1 9/. . | 1: 9 x a1",
        "1 ./9 . | 1: 10 x a1",
        "1 9/. . | 1: 10 x a1",
        ". 9 ./. . ./. . . | 1: 5 c1",
        ". 9 ./. . ./. . . | 1: 10 a1",
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
    larger_side: bool = True
    exchanging: Literal["compared", "in its row", "in its column", "not compared"] = "compared"
    equal_in_exchange: bool = False
    unseen: Literal["none", "first", "last"] = "none"
    diagonal: bool = False
    replaced: Literal["any", "lower", "higher"] = "any"

    def against(self, rules: Rules, garden: Garden, cell: Cell, clover: Clover) -> tuple[Cell, ...]:
        """Give the occupied cells that forbid the clover on the cell."""
        board = rules.board
        before, after = board.before[cell], board.after[cell]
        if self.diagonal:
            ways = _falling(rules, cell)
            before += tuple(other for other in ways if other < cell)
            after += tuple(other for other in ways if other > cell)
        lower = [other for other in before if garden[other] != EMPTY]
        upper = [other for other in after if garden[other] != EMPTY]
        if not self._all_seen:
            lower, upper = ([each for each in some if self._seen(rules, garden, cell, each)] for some in (lower, upper))
        if self.only_if_both and not self._both(rules, cell, lower + upper):
            return ()
        wrong = [other for other in lower if garden[other] >= clover] if self.smaller_side else []
        wrong += [other for other in upper if garden[other] <= clover] if self.larger_side else []
        if wrong and (self.equal_in_row or self.equal_in_column or self.equal_in_exchange):
            passes = self.equal_in_exchange and garden[cell] != EMPTY
            equal = [each for each in wrong if garden[each] == clover]
            wrong = [
                each for each in wrong if each not in equal or not (passes or self._equal_passes(rules, cell, each))
            ]
        if garden[cell] != EMPTY and not self._may_replace(rules, garden[cell], clover):
            wrong.append(cell)
        if self.distinct:
            wrong += [Cell(other) for other, number in enumerate(garden) if number == clover and other not in wrong]
        return tuple(sorted(wrong))

    def _may_replace(self, rules: Rules, old: Clover, clover: Clover) -> bool:
        if old == clover and (self.always_strict or (self.strict_reading and not rules.equal_exchange)):
            return False
        return {"any": True, "lower": old < clover, "higher": old > clover}[self.replaced]

    @property
    def _all_seen(self) -> bool:
        usual = self.exchanging == "compared" and self.unseen == "none"
        return usual and self.rows and self.columns and self.reach is None

    def _seen(self, rules: Rules, garden: Garden, cell: Cell, other: Cell) -> bool:
        column, row = rules.board.place(cell)
        other_column, other_row = rules.board.place(other)
        if column != other_column and row != other_row:
            return True
        in_row, line = row == other_row, "in its row" if row == other_row else "in its column"
        if garden[cell] != EMPTY and self.exchanging not in ("compared", line):
            return False
        if (other_column if in_row else other_row) == self._unseen(rules):
            return False
        distance = abs(column - other_column) + abs(row - other_row)
        return (self.rows if in_row else self.columns) and (self.reach is None or distance <= self.reach)

    def _unseen(self, rules: Rules) -> int | None:
        """Give the place in each line of the cell that is not compared."""
        return {"none": None, "first": 0, "last": rules.board.side - 1}[self.unseen]

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
        """State that every clover of a garden may lie where it lies.

        Each is compared with the larger ones behind it; with those before it too where that is not the same.
        """
        mild = changed(rules, equal_exchange=True)
        both = self.smaller_side and (self.unseen != "none" or not self.larger_side)
        once = replace(self, smaller_side=both)
        empty = [(*garden[:cell], EMPTY, *garden[cell + 1 :]) for cell in range(len(garden))]
        lies = (once.lies_term(mild, empty[cell], cell, own) for cell, own in enumerate(garden))
        return And(Or(own == EMPTY, rightly) for own, rightly in zip(garden, lies, strict=True))

    def lies_term(self, rules: Rules, own: Sequence[Number], cell: int, clover: Number) -> Formula:
        """State that a clover may lie on a cell of a garden."""
        cells, side = range(len(own)), rules.board.side
        far = side if self.reach is None else self.reach
        in_row = [other for other in cells if other // side == cell // side and 0 < abs(other - cell) <= far]
        in_column = [other for other in cells if other % side == cell % side and 0 < abs(other - cell) <= far * side]
        line = self._compared(rules, own[cell] != EMPTY, cell, in_row, in_column)
        smaller = (
            Or(passes, own[other] + 1 <= clover + slack)
            for other, slack, passes in line
            if other < cell and self.smaller_side
        )
        larger = (
            Or(passes, own[other] == EMPTY, clover + 1 <= own[other] + slack)
            for other, slack, passes in line
            if other > cell and self.larger_side
        )
        ascends = And(smaller, larger)
        strict = self.always_strict or (self.strict_reading and not rules.equal_exchange)
        old = own[cell]
        may_replace = {"any": True, "lower": old + 1 <= clover, "higher": clover + 1 <= old}[self.replaced]
        fits = And(
            ascends,
            Or(old == EMPTY, may_replace),
            Or(not strict, old != clover),
            And(number != clover for number in own) if self.distinct else True,
        )
        if not self.only_if_both:
            return fits
        crossed = And(Count(own[other] != EMPTY for other in part) >= 1 for part in (in_row, in_column))
        return Implies(crossed, fits)

    def _compared(
        self, rules: Rules, exchange: Formula, cell: int, in_row: Sequence[int], in_column: Sequence[int]
    ) -> list[tuple[int, Number, Formula]]:
        """Give the cells that a clover is compared with, by how much it may miss, and where it may miss altogether."""
        side, unseen = rules.board.side, self._unseen(rules)
        equal: Number = If(exchange, 1, 0) if self.equal_in_exchange else 0
        found: list[tuple[int, Number, Formula]] = []
        for others, compared, slack, only in (
            (in_row, self.rows, self.equal_in_row, "in its row"),
            (in_column, self.columns, self.equal_in_column, "in its column"),
        ):
            passes = False if self.exchanging in ("compared", only) else exchange
            seen = [each for each in others if (each % side if others is in_row else each // side) != unseen]
            found += [(each, 1 if slack else equal, passes) for each in seen if compared]
        diagonal = _falling(rules, Cell(cell)) if self.diagonal else ()
        return [*found, *((int(each), 1 if self.equal_in_column else equal, False) for each in diagonal)]

    def term(self, step: SymbolicStep) -> Formula:
        lands = And(Implies(step.move.cell == cell, self.fits_term(step, cell)) for cell in step.cells)
        return Or(step.leaves, lands)

    def fault(self, step: Step) -> Fault:
        move, rules = step.move, step.before.rules
        assert isinstance(move, Turn)
        assert move.cell is not None
        garden, board = step.before.garden(move.player), rules.board
        wrong = self.against(rules, garden, move.cell, move.clover)
        labels = [label(board, garden, move.cell, other, move.clover) for other in wrong]
        names = tuple(board.names[other] for other in wrong)
        if wrong == (move.cell,):
            old = garden[move.cell]
            which = "an equal" if old == move.clover else "a lower" if old < move.clover else "a higher"
            return Fault(f"{move.clover} replaces {which} {old}", "cell", labels[0], names)
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
            "only smaller numbers are compared": cls(larger_side=False),
            "only the left and the upper neighbour are compared": cls(larger_side=False, reach=1),
            "only the right and the lower neighbour are compared": cls(smaller_side=False, reach=1),
            "the first cell of each line is not compared": cls(unseen="first"),
            "the last cell of each line is not compared": cls(unseen="last"),
            "the diagonal is compared too": cls(diagonal=True),
            "an exchange is not compared": cls(exchanging="not compared"),
            "an exchange is compared in its row alone": cls(exchanging="in its row"),
            "an exchange is compared in its column alone": cls(exchanging="in its column"),
            "equal numbers pass in an exchange": cls(equal_in_exchange=True),
            "a number may stand only once in a garden": cls(distinct=True),
            "an equal number may never be replaced": cls(always_strict=True),
            "a clover may replace only a lower one": cls(replaced="lower"),
            "a clover may replace only a higher one": cls(replaced="higher"),
            "the strict reading is not followed": cls(strict_reading=False),
            "no comparison at all": cls(rows=False, columns=False),
        }


def _falling(rules: Rules, cell: Cell) -> tuple[Cell, ...]:
    """Give the other cells of the diagonal that falls through a cell."""
    column, row = rules.board.place(cell)
    side = rules.board.side
    found = (rules.board.cell(column + by, row + by) for by in range(-side, side) if by)
    return tuple(each for each in found if each is not None)


PLACEMENT = Ascending()
