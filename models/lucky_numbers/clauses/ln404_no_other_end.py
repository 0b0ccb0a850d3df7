"""LN404."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.moves import End
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step
from models.smt import And, Count, Formula, Or


@dataclass(frozen=True)
class NoOtherEnd(Clause[Step]):
    """Play does not stop for any other reason than a full garden (LN401) or the last face-down clover (LN402); only
    where all players but one have conceded may a program stop too.
    """

    id = ClauseId("LN404")
    title = "no other end"
    cites = (
        Cite("tiki-2020-en", "Game End", 1),
        Cite("tiki-2020-en", "Game End", 2),
        Cite("tiki-2020-fr", "Fin de la partie", 1),
        Cite("tiki-2020-fr", "Fin de la partie", 2),
        Cite("ravensburger-2012-fr", "Fin de la partie", 1),
        Cite("ravensburger-2012-fr", "Fin de la partie", 2),
    )
    reading = "Nobody ever has to choose option A and no rule forbids repetition, so a game need not end."
    moves = (End,)
    kept = (
        "1 2/3 4; 1 ./. 4 | end",
        "1 ./. 4; 1 ./. 4; drawn; pile 0 | end",
        "1 ./. 4; 1 ./. 4; conceded 1 | end winners 2",
    )
    broken = (
        "1 ./. 4; 1 ./. 4; drawn; pile 1 | end",
        "1 ./. 4; 1 ./. 4; drawn; pile 9 | end",
        "1 2/3 .; 1 ./. 4; drawn; pile 9 | end",
        "1 ./. 4; 1 ./. 4; 1 ./. 4; conceded 1 | end winners 2",
    )

    anytime: bool = False
    left: int = 0
    missing: int = 0
    any_concession: bool = False

    def holds(self, step: Step) -> bool:
        table = step.before
        if not isinstance(step.move, End) or self.anytime or table.ended is not None:
            return True
        alone = len(table.staying) <= 1 or (self.any_concession and bool(table.conceded))
        return alone or 0 < table.pile <= self.left or min(table.empty) <= self.missing

    def term(self, step: SymbolicStep) -> Formula:
        table = step.before
        alone = Or(Count(table.staying) <= 1, And(self.any_concession, Or(table.conceded)))
        nearly_revealed = And(table.pile >= 1, table.pile < self.left + 1)
        nearly_full = Or(empty <= self.missing for empty in table.empty)
        return Or(self.anytime, table.over, alone, nearly_revealed, nearly_full)

    def fault(self, step: Step) -> Fault:
        table = step.before
        left = f"{table.pile} clovers are" if table.pile != 1 else "1 clover is"
        return Fault(
            "play is not over",
            "event",
            f"no garden is full and {left} still face down",
            help="play goes on until a garden is full or the last face-down clover is revealed",
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "play may stop at any time": cls(anytime=True),
            "play stops before the last clover is revealed": cls(left=1),
            "play stops with one cell empty": cls(missing=1),
            "one concession ends play": cls(any_concession=True),
        }
