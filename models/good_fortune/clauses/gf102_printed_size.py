"""GF102."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune.editions import HAND, LINE, SHEET
from models.good_fortune.moves import Opening
from models.good_fortune.symbolic_state import SymbolicStep
from models.good_fortune.table import Step
from models.smt import And, Formula


@dataclass(frozen=True)
class PrintedSize(Clause[Step]):
    """The printed game has 21 tiles, nine for each player. A log may declare shorter hands and so fewer tiles; it is
    judged by them and reported as outside the edition.
    """

    id = ClauseId("GF102")
    title = "21 tiles, nine for each player"
    cites = (Cite(SHEET, "Matériel", 1), Cite(SHEET, "Mise en place", 1))
    moves = (Opening,)
    outside = (Opening,)
    kept = ("size 9 | open", "size 9; guessing | open")
    broken = ("size 3 | open", "size 8 | open", "size 10 | open")

    least: int = HAND
    most: int = HAND

    def holds(self, step: Step) -> bool:
        return self.least <= step.before.rules.hand <= self.most

    def term(self, step: SymbolicStep) -> Formula:
        return And(step.hand >= self.least, step.hand <= self.most)

    def fault(self, step: Step) -> Fault:
        rules = step.before.rules
        printed = f"the printed game has {2 * HAND + LINE} tiles, {HAND} for each player"
        return Fault(
            f"a game of {rules.top} tiles, {rules.hand} each", "hand", printed, help="it is judged as declared"
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {"a short game is printed too": cls(least=1), "a long game is printed too": cls(most=99)}
