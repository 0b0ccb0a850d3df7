"""LN104."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.editions import SIDE, TOP
from models.lucky_numbers.moves import Opening
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step
from models.smt import And, Formula, Or


@dataclass(frozen=True)
class PrintedSize(Clause[Step]):
    """The printed game has gardens of four rows, numbers from 1 to 20 and one set per player. Another size is played
    only where a log declares it, and is reported as outside the edition.
    """

    id = ClauseId("LN104")
    title = "the printed size"
    cites = (
        Cite("tiki-2020-en", "Game Setup", 1),
        Cite("tiki-2020-fr", "Matériel", 1),
        Cite("ravensburger-2012-fr", "Contenu", 1),
    )
    moves = (Opening,)
    outside = (Opening,)
    kept = (". . . ./. . . ./. . . ./. . . . | open",)
    broken = (
        ". ./. . | open",
        ". . . ./. . . ./. . . ./. . . .; top 19 | open",
        ". . . ./. . . ./. . . ./. . . .; sets 4 | open",
    )

    any_side: bool = False
    any_top: bool = False
    all_sets: bool = False

    def holds(self, step: Step) -> bool:
        rules = step.before.rules
        return (
            (self.any_side or rules.board.side == SIDE)
            and (self.any_top or rules.top == TOP)
            and rules.sets in ((rules.players, 4) if self.all_sets else (rules.players,))
        )

    def term(self, step: SymbolicStep) -> Formula:
        size = step.size
        return And(
            Or(self.any_side, size.side == SIDE),
            Or(self.any_top, size.top == TOP),
            Or(size.sets - size.players == 0, And(self.all_sets, size.sets == 4)),
        )

    def fault(self, step: Step) -> Fault:
        rules = step.before.rules
        size = f"{rules.board.side} rows, numbers to {rules.top}, {rules.sets} sets for {rules.players} players"
        field = "side" if rules.board.side != SIDE else "top" if rules.top != TOP else "sets"
        return Fault(
            f"not the printed size: {size}", field, "declared", help=f"the printed game: {SIDE} rows, 1 to {TOP}"
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "any side is taken for the printed one": cls(any_side=True),
            "any highest number is taken for the printed one": cls(any_top=True),
            "four sets whatever the number of players": cls(all_sets=True),
        }
