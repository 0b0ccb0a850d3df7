"""GF401."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune.editions import SHEET
from models.good_fortune.moves import BOTH, Ending, Turn
from models.good_fortune.symbolic_state import SymbolicStep, SymbolicTable, held
from models.good_fortune.table import Step, Table, following, write_heap
from models.smt import And, Formula, Not, Or, Sum


@dataclass(frozen=True)
class HandsEmpty(Clause[Step]):
    """Play ends when neither player has a tile left in hand: after nine turns in the printed game. The tiles of the
    line then belong to nobody and score nothing. No result is named before.
    """

    id = ClauseId("GF401")
    title = "play ends when both hands are empty; the line scores nothing"
    cites = (Cite(SHEET, "Fin de partie", 1),)
    moves = (Turn, Ending)
    results = (Ending,)
    kept = (
        "hands 9/5; line 8 12 15; simple | 2: 5 left",
        "hands 9/-; line 8 12 15; simple | 1: 9 left",
        "hands -/-; line 8 12 15; won 3/4 | end won 3/4",
        "size 1; hands 5/-; line 2 3 4; laid 1 1 | end won -/-",
        "hands 9/5; line 8 12 15; conceded 1 | end winners 2",
        "hands -/-; line 8 12 15; simple; played on | 2: 5 left",
    )
    broken = (
        "hands -/-; line 8 12 15; simple | 2: 5 left",
        "hands 9/5; line 8 12 15 | end won -/-",
        "hands -/5; line 8 12 15 | end won -/-",
        "hands -/-; line 8 12 15; won 3/4 | end won 3/4 8",
        "hands -/-; line 8 12 15; won 3/4 | end won 3 12/4",
    )

    left: int = 0
    stops: bool = True
    early: bool = False
    line_scores: bool = False

    def over(self, table: Table) -> bool:
        """Tell whether nobody has a tile left to lay."""
        left = sum(len(hand) for hand in table.hands)
        return left <= self.left or min(table.laid) >= table.rules.hand

    def effect(self, step: Step) -> Step:
        """End play where the clause has it, and let a turn that is made behind the end move the end."""
        if not isinstance(step.move, Turn) or step.before.played_on:
            return step
        ended = step.after.ended or self.over(step.after)
        return following(step, ended=ended, played_on=step.before.ended and self.stops)

    def exercised(self, step: Step) -> bool:
        """Tell it of a result, and of the first turn after the end."""
        table = step.before
        if isinstance(step.move, Ending):
            return not table.conceded
        return isinstance(step.move, Turn) and self.over(table) and not table.played_on

    def holds(self, step: Step) -> bool:
        move, table = step.move, step.before
        if isinstance(move, Turn):
            return not self.stops or table.played_on or not self.over(table)
        if not isinstance(move, Ending) or table.conceded:
            return True
        if not self.early and not self.over(table):
            return False
        return self.line_scores or not self._of_the_line(step)

    def _of_the_line(self, step: Step) -> list[int]:
        move, line = step.move, step.before.line
        assert isinstance(move, Ending)
        shown = move.collections or ((), ())
        return [tile for of_player in shown for tile in of_player if tile in line]

    def over_term(self, table: SymbolicTable) -> Formula:
        """State that nobody has a tile left to lay."""
        full = And(count >= table.rules.hand for count in table.laid)
        return Or(Sum(count for hand in table.hands for count in hand) <= self.left, full)

    def term(self, step: SymbolicStep) -> Formula:
        table, over = step.before, self.over_term(step.before)
        if step.move.kind is Turn:
            return Or(not self.stops, table.played_on, Not(over))
        shared = self.line_scores or Not(
            Or(held(heap, tile) for heap in step.move.collections if heap for tile in table.line)
        )
        return Or(table.over, And(Or(self.early, over), shared))

    def fault(self, step: Step) -> Fault:
        table = step.before
        if isinstance(step.move, Turn):
            return Fault("a turn after the end", "event", "no hand held a tile any more", help="name the result")
        if not self.over(table) and not self.early:
            hands = " and ".join(write_heap(table.hand(player)) for player in BOTH)
            return Fault("a result before the end", "event", f"in hand: {hands}", help="play ends with empty hands")
        tiles = self._of_the_line(step)
        return Fault(f"{write_heap(tiles)} of the line in a collection", "collections", "the line belongs to nobody")

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "play ends with one tile left": cls(left=1),
            "play goes on with empty hands": cls(stops=False),
            "a result may be named at any time": cls(early=True),
            "the line is shared out": cls(line_scores=True),
        }


END = HandsEmpty()
