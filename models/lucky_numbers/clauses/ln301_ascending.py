"""LN301."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self

from msgspec.structs import replace as changed

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import EMPTY, Cell, Clover, Garden, falling, in_words, label
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step
from models.smt import And, Count, Formula, If, Implies, Number, Or

Sides = Literal["both", "smaller", "larger", "none"]  # numbers before a cell of its line, those behind it


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

    equal_in_row: Sides = "none"
    equal_in_column: Sides = "none"
    reach_in_row: int | None = None
    reach_in_column: int | None = None
    in_row: Sides = "both"
    in_column: Sides = "both"
    lines: Literal["both", "only if both hold numbers", "one is enough"] = "both"
    distinct: bool = False
    strict_reading: bool = True
    always_strict: bool = False
    exchanging: Literal["compared", "in its row", "in its column", "with neighbours", "not compared"] = "compared"
    equal_in_exchange: bool = False
    unseen: Literal["none", "first", "last"] = "none"
    diagonal: bool = False
    replaced: Literal["any", "lower", "higher"] = "any"

    def against(self, rules: Rules, garden: Garden, cell: Cell, clover: Clover) -> tuple[Cell, ...]:
        """Give the occupied cells that forbid the clover on the cell."""
        board = rules.board
        before, after = board.before[cell], board.after[cell]
        if self.diagonal:
            ways = falling(rules.board, cell)
            before += tuple(other for other in ways if other < cell)
            after += tuple(other for other in ways if other > cell)
        lower = [other for other in before if garden[other] != EMPTY]
        upper = [other for other in after if garden[other] != EMPTY]
        if not self._all_seen:
            lower, upper = ([each for each in some if self._seen(rules, garden, cell, each)] for some in (lower, upper))
        if self.lines == "only if both hold numbers" and not self._both(rules, cell, lower + upper):
            return ()
        wrong = [other for other in lower if garden[other] >= clover]
        wrong += [other for other in upper if garden[other] <= clover]
        if wrong:
            passes = self.equal_in_exchange and garden[cell] != EMPTY
            wrong = [
                each
                for each in wrong
                if garden[each] != clover or not (passes or self._equal_passes(rules, cell, each))
            ]
        if self.lines == "one is enough" and not self._both(rules, cell, wrong):
            wrong = []
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
        usual = (self.exchanging, self.unseen, self.in_row, self.in_column) == ("compared", "none", "both", "both")
        return usual and self.reach_in_row is self.reach_in_column is None

    def _seen(self, rules: Rules, garden: Garden, cell: Cell, other: Cell) -> bool:
        column, row = rules.board.place(cell)
        other_column, other_row = rules.board.place(other)
        if column != other_column and row != other_row:
            return True
        in_row, line = row == other_row, "in its row" if row == other_row else "in its column"
        distance = abs(column - other_column) + abs(row - other_row)
        if garden[cell] != EMPTY and self.exchanging not in ("compared", line):
            return self.exchanging == "with neighbours" and distance == 1
        if (other_column if in_row else other_row) == self._unseen(rules):
            return False
        reach = self.reach_in_row if in_row else self.reach_in_column
        return _among(self.in_row if in_row else self.in_column, other < cell) and (reach is None or distance <= reach)

    def _unseen(self, rules: Rules) -> int | None:
        """Give the place in each line of the cell that is not compared."""
        return {"none": None, "first": 0, "last": rules.board.side - 1}[self.unseen]

    def _equal_passes(self, rules: Rules, cell: Cell, other: Cell) -> bool:
        side = rules.board.side
        return _among(self.equal_in_row if other // side == cell // side else self.equal_in_column, other < cell)

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
        mild, once = changed(rules, equal_exchange=True), self
        alike = {self.equal_in_row, self.equal_in_column} <= {"both", "none"}
        if alike and self.lines == "both" and self.unseen == "none":
            row, column = ("larger" if sides == "both" else sides for sides in (self.in_row, self.in_column))
            once = replace(self, in_row=row, in_column=column)
        empty = [(*garden[:cell], EMPTY, *garden[cell + 1 :]) for cell in range(len(garden))]
        lies = (once.lies_term(mild, empty[cell], cell, own) for cell, own in enumerate(garden))
        return And(Or(own == EMPTY, rightly) for own, rightly in zip(garden, lies, strict=True))

    def lies_term(self, rules: Rules, own: Sequence[Number], cell: int, clover: Number) -> Formula:
        """State that a clover may lie on a cell of a garden."""
        cells, side = range(len(own)), rules.board.side
        far, deep = (side if reach is None else reach for reach in (self.reach_in_row, self.reach_in_column))
        in_row = [other for other in cells if other // side == cell // side and 0 < abs(other - cell) <= far]
        in_column = [other for other in cells if other % side == cell % side and 0 < abs(other - cell) <= deep * side]
        right = {
            other: Or(passes, own[other] + 1 <= clover + slack)
            if other < cell
            else Or(passes, own[other] == EMPTY, clover + 1 <= own[other] + slack)
            for other, slack, passes in self._compared(rules, own[cell] != EMPTY, cell, in_row, in_column)
        }
        ascends = And(right.values())
        if self.lines == "one is enough":
            ascends = Or(And(right[other] for other in right if other in line) for line in (in_row, in_column))
        strict = self.always_strict or (self.strict_reading and not rules.equal_exchange)
        old = own[cell]
        may_replace = {"any": True, "lower": old + 1 <= clover, "higher": clover + 1 <= old}[self.replaced]
        fits = And(
            ascends,
            Or(old == EMPTY, may_replace),
            Or(not strict, old != clover),
            And(number != clover for number in own) if self.distinct else True,
        )
        if self.lines != "only if both hold numbers":
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
        for others, compared, slack, only, step in (
            (in_row, self.in_row, self.equal_in_row, "in its row", 1),
            (in_column, self.in_column, self.equal_in_column, "in its column", side),
        ):
            passes = False if self.exchanging in ("compared", only) else exchange
            near = (cell - step, cell + step) if self.exchanging == "with neighbours" else ()
            for each in others:
                before, place = each < cell, each % side if others is in_row else each // side
                if place != unseen and _among(compared, before):
                    found.append((each, 1 if _among(slack, before) else equal, False if each in near else passes))
        diagonal = falling(rules.board, Cell(cell)) if self.diagonal else ()
        return [*found, *((int(each), equal, False) for each in diagonal)]

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
        column, row = ({board.place(other)[axis] for other in wrong} for axis in (0, 1))
        lines = [f"row {name[1:]}"] if board.place(move.cell)[1] in row else []
        lines += [f"column {name[0]}"] if board.place(move.cell)[0] in column else []
        return Fault(f"{move.clover} does not ascend in {in_words(lines)}", "cell", in_words(labels), names)

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        near = cls(reach_in_row=1, reach_in_column=1)
        return {
            "equal numbers pass": cls(equal_in_row="both", equal_in_column="both"),
            "equal numbers pass in rows": cls(equal_in_row="both"),
            "equal numbers pass in columns": cls(equal_in_column="both"),
            "only direct neighbours are compared": near,
            "blind at distance 3": cls(reach_in_row=2, reach_in_column=2),
            "only rows are compared": cls(in_column="none"),
            "only columns are compared": cls(in_row="none"),
            "only where row and column both hold numbers": cls(lines="only if both hold numbers"),
            "only larger numbers are compared": cls(in_row="larger", in_column="larger"),
            "only smaller numbers are compared": cls(in_row="smaller", in_column="smaller"),
            "only the left and the upper neighbour are compared": replace(near, in_row="smaller", in_column="smaller"),
            "only the right and the lower neighbour are compared": replace(near, in_row="larger", in_column="larger"),
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
            "no comparison at all": cls(in_row="none", in_column="none"),
        }


def _among(sides: Sides, before: bool) -> bool:
    """Tell whether a number before a cell, or one behind it, is among those of some sides."""
    return sides in ("both", "smaller" if before else "larger")


PLACEMENT = Ascending()
