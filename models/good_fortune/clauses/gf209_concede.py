"""GF209."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune.editions import SHEET
from models.good_fortune.moves import Conceding, Turn
from models.good_fortune.symbolic_state import SymbolicStep
from models.good_fortune.table import Step
from models.smt import And, Formula, Not


@dataclass(frozen=True)
class NobodyConcedes(Clause[Step]):
    """The rule book knows no giving up: play goes on until no hand holds a tile. A log may hold a concession; it is
    reported as outside the edition, the other player wins, and no turn follows.
    """

    id = ClauseId("GF209")
    title = "giving up is not in the rules"
    cites = (Cite(SHEET, "Fin de partie", 1),)
    moves = (Conceding, Turn)
    outside = (Conceding,)
    kept = ("hands 9/5; line 8 12 15; simple | 2: 5 left",)
    broken = ("hands 9/5; line 8 12 15 | concede 1", "hands 9/5; line 8 12 15; simple; conceded 1 | 2: 5 left")

    allowed: bool = False
    plays_on: bool = False

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Conceding) or (isinstance(step.move, Turn) and bool(step.before.conceded))

    def holds(self, step: Step) -> bool:
        if isinstance(step.move, Conceding):
            return self.allowed
        return self.plays_on or not step.before.conceded

    def term(self, step: SymbolicStep) -> Formula:
        if step.move.kind is Conceding:
            return self.allowed
        return self.plays_on or And(Not(each) for each in step.before.conceded)

    def fault(self, step: Step) -> Fault:
        if isinstance(step.move, Conceding):
            over = step.before.ended or step.before.conceded
            follows = "play was over: the result stands" if over else "play to the end"
            return Fault(f"player {step.move.player} gives up", "event", "no rule book knows this", help=follows)
        return Fault("a turn after a concession", "event", "play is over", help="the other player has won")

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {"anybody may give up": cls(allowed=True), "play goes on after that": cls(plays_on=True)}
