"""LN103."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.garden import EMPTY
from models.lucky_numbers.moves import Placing
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step
from models.smt import And, Formula, Implies, Or


@dataclass(frozen=True)
class OnTheDiagonal(Clause[Step]):
    """The set-up clovers lie on the marked diagonal from the corner of the small numbers to the ladybird's corner, one
    on each of its cells. No two of these cells share a line, so any order of values is legal there, equal and
    descending ones too.
    """

    id = ClauseId("LN103")
    title = "set-up on the diagonal, one each"
    cites = (
        Cite("tiki-2020-en", "Game Setup", 6),
        Cite("tiki-2020-fr", "Préparation du jeu", 6),
        Cite("ravensburger-2012-fr", "Préparation du jeu", 2),
    )
    moves = (Placing,)
    kept = (
        "setup; . ./. .; . ./. . | set 1: 5 a1",
        "setup; 5 ./. .; . ./. . | set 1: 3 b2",
        "setup; 5 ./. .; . ./. . | set 1: 5 b2",
    )
    broken = (
        "setup; . ./. .; . ./. . | set 1: 5 b1",
        "setup; . ./. .; . ./. . | set 1: 5 a2",
        "setup; 5 ./. .; . ./. . | set 1: 7 a1",
    )

    anywhere: bool = False
    other_diagonal: bool = False
    stacked: bool = False
    ascending: bool = False
    distinct: bool = False

    def holds(self, step: Step) -> bool:
        assert isinstance(step.move, Placing)
        move, board = step.move, step.before.rules.board
        garden = step.before.garden(move.player)
        column, row = board.place(move.cell)
        marked = column + row == board.side - 1 if self.other_diagonal else column == row
        if self.ascending and any(garden[cell] >= move.clover for cell in board.diagonal if cell < move.cell):
            return False
        if self.distinct and move.clover in garden:
            return False
        return (marked or self.anywhere) and (garden[move.cell] == EMPTY or self.stacked)

    def term(self, step: SymbolicStep) -> Formula:
        board, move = step.rules.board, step.move
        stride = board.side - 1 if self.other_diagonal else board.side + 1
        marked = {(board.side - 1 if self.other_diagonal else 0) + stride * row for row in range(board.side)}
        there = Or(move.cell == cell for cell in step.cells if cell in marked or self.anywhere)
        earlier = ((cell, other) for cell in step.cells for other in board.diagonal if other < cell)
        in_order = And(Implies(move.cell == cell, step.own[other] < move.clover) for cell, other in earlier)
        unlike = And(number != move.clover for number in step.own)
        return And(
            there,
            Or(self.stacked, step.there == EMPTY),
            Or(not self.ascending, in_order),
            Or(not self.distinct, unlike),
        )

    def fault(self, step: Step) -> Fault:
        assert isinstance(step.move, Placing)
        move, board = step.move, step.before.rules.board
        garden, name = step.before.garden(move.player), board.names[move.cell]
        free = [cell for cell in board.diagonal if garden[cell] == EMPTY]
        help_line = f"{board.listing(free)} {'is' if len(free) == 1 else 'are'} free" if free else "all cells are taken"
        if move.cell in board.diagonal:
            return Fault(
                f"{name} is taken already", "cell", f"the {garden[move.cell]} lies there", (name,), help=help_line
            )
        return Fault(
            f"{name} is not on the marked diagonal", "cell", f"not {board.listing(board.diagonal)}", help=help_line
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "any cell will do": cls(anywhere=True),
            "the other diagonal": cls(other_diagonal=True),
            "two clovers on one cell": cls(stacked=True),
            "values must ascend along the diagonal": cls(ascending=True),
            "equal values are refused": cls(distinct=True),
        }
