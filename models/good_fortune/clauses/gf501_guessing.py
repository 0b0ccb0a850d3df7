"""GF501."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune.clauses.gf201_choice import Choice
from models.good_fortune.editions import SHEET
from models.good_fortune.moves import Turn
from models.good_fortune.symbolic_state import SymbolicStep
from models.good_fortune.table import Step
from models.smt import Formula, Or


@dataclass(frozen=True)
class Guessing(Clause[Step]):
    """In the variant Guessing both players choose at the same time, so nobody chooses first. All other rules stay, the
    order of laying by the numbers among them.
    """

    id = ClauseId("GF501")
    title = "Guessing: both choose at the same time"
    reading = Choice.reading
    cites = (Cite(SHEET, "Variantes", 1),)
    moves = (Turn,)
    kept = (
        "hands 9/5; line 8 12 15; holder 1; guessing | 2: 5 left, 1: 9 left",
        "hands 9/5; line 8 12 15; holder 1 | chooser 1, 2: 5 left, 1: 9 left",
    )
    broken = ("hands 9/5; line 8 12 15; holder 1; guessing | chooser 1, 2: 5 left, 1: 9 left",)

    together: bool = True
    always: bool = False

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Turn) and step.before.rules.guessing

    def holds(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, Turn) or not (step.before.rules.guessing or self.always):
            return True
        return move.chooser is None or not self.together

    def term(self, step: SymbolicStep) -> Formula:
        in_force = step.rules.guessing or self.always
        return Or(not (in_force and self.together), step.move.chooser == 0)

    def fault(self, step: Step) -> Fault:
        move = step.move
        assert isinstance(move, Turn)
        help_line = "leave `chooser` out: both choose, then move their tiles forward together"
        return Fault(
            f"player {move.chooser} chooses first in Guessing", "chooser", "both choose together", help=help_line
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {"the holder still chooses first": cls(together=False), "the variant is always on": cls(always=True)}
