"""LN402."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from msgspec.structs import replace

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.garden import EMPTY
from models.lucky_numbers.moves import End, Turn
from models.lucky_numbers.rounds import round_done, round_done_term
from models.lucky_numbers.symbolic_state import BY_PILE, SymbolicStep, SymbolicTable
from models.lucky_numbers.table import Ended, Step, Table
from models.smt import And, Formula, Not, Or


@dataclass(frozen=True)
class LastClover(Clause[Step]):
    """Play stops after the turn in which the last face-down clover is revealed; that turn is finished normally, so its
    clover may still be placed, and may still fill a garden (LN401). "The last clover in the middle" of the 2020 sheet
    means the last face-down one, as the sheet of 2012 says.
    """

    id = ClauseId("LN402")
    title = "the last face-down clover ends play"
    cites = (
        Cite("tiki-2020-en", "Game End", 2),
        Cite("tiki-2020-fr", "Fin de la partie", 2),
        Cite("ravensburger-2012-fr", "Fin de la partie", 2),
    )
    moves = (Turn,)
    kept = (
        "1 ./. 4; 1 ./. 4; last 2; pile 1; drawn | 1: 2 b1",
        "1 ./. 4; 1 ./. 4; last 2; pile 1; drawn; middle 2 | 1: m2 b1",
        "1 ./. 4; 1 ./. 4; last 2; pile 0; drawn; played on | 1: m2 b1",
        "1 2/3 4; 1 ./. 4; last 1; pile 0; drawn; middle 2 | 2: m2 b1",
    )
    broken = (
        "1 ./. 4; 1 ./. 4; last 2; pile 0; drawn; middle 2 | 1: m2 b1",
        "1 ./. 4; 1 ./. 4; last 1; pile 0; drawn; middle 2 | 2: m2 b1",
        "1 ./. 4; 1 ./. 4; last 2; pile 0; drawn | 1: 2 b1",
    )

    stops: bool = True
    left: int = 0
    round_is_finished: bool = False
    until_middle_is_empty: bool = False
    last_is_placed: bool = True

    def over(self, table: Table) -> bool:
        """Tell whether the last turn revealed the last face-down clover, and no garden is full."""
        return table.drawn and table.pile <= self.left and all(EMPTY in garden for garden in table.gardens)

    def effect(self, step: Step) -> Step:
        """End play where the clause has it, and let a turn that is made behind the end move the end."""
        ended, after = step.before.ended, step.after
        if not isinstance(step.move, Turn) or step.before.played_on:
            return step
        if ended is None:
            early = after.ended is None and self.stops and self.over(after)
            return replace(step, after=replace(after, ended=_end_of(after))) if early else step
        if ended.by != "pile" or not self.holds(step):
            return step
        return replace(step, after=replace(after, ended=_end_of(after), played_on=False))

    def exercised(self, step: Step) -> bool:
        """Tell it of the first event after the last clover's turn: another turn, or the result."""
        table = step.before
        if table.ended is None or table.ended.by != "pile" or table.played_on:
            return False
        return isinstance(step.move, End | Turn)

    def holds(self, step: Step) -> bool:
        table, move = step.before, step.move
        if not isinstance(move, Turn):
            return True
        if not self.last_is_placed and not self._last_is_right(table, move):
            return False
        if table.played_on or not self.stops or not self._is_over(table):
            return True
        if self.round_is_finished and not round_done(table):
            return True
        return self.until_middle_is_empty and move.source == "middle"

    def _is_over(self, table: Table) -> bool:
        """Tell whether play is over; of a round that goes on behind the end, at each of its turns."""
        behind = self.round_is_finished and table.ended is not None and table.ended.by == "pile"
        return behind or self.over(table)

    def _last_is_right(self, table: Table, move: Turn) -> bool:
        return move.cell is None or move.source != "pile" or table.pile != 1

    def over_term(self, table: SymbolicTable) -> Formula:
        """State that the last turn revealed the last face-down clover, and no garden is full."""
        return And(table.drawn, table.pile < self.left + 1, Not(Or(table.full)))

    def term(self, step: SymbolicStep) -> Formula:
        table = step.before
        goes_on = (
            And(self.round_is_finished, Not(round_done_term(table))),
            And(self.until_middle_is_empty, step.takes),
        )
        last_is_right = Or(self.last_is_placed, step.leaves, step.takes, table.pile != 1)
        over = Or(And(self.round_is_finished, table.ended == BY_PILE), self.over_term(table))
        return And(last_is_right, Or(not self.stops, table.played_on, Not(over), goes_on))

    def fault(self, step: Step) -> Fault:
        return Fault(
            "a turn after the end",
            "event",
            "the last face-down clover was revealed in the turn before",
            help="play stops after that turn; fewest empty cells wins",
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "play goes on with option B": cls(until_middle_is_empty=True),
            "play goes on until the round is finished": cls(round_is_finished=True),
            "play goes on for ever": cls(stops=False),
            "play stops with one clover left": cls(left=1),
            "the last clover cannot be placed": cls(last_is_placed=False),
        }


def _end_of(table: Table) -> Ended:
    full = any(EMPTY not in garden for garden in table.gardens)
    return Ended("full" if full else "pile", table.empty, table.conceded)


LAST = LastClover()
