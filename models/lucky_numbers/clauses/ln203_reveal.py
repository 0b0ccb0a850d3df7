"""LN203."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.garden import Clover
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step, Table
from models.smt import And, Formula, Implies, Or, Sum


@dataclass(frozen=True)
class RevealFaceDown(Clause[Step]):
    """Option A reveals a clover that is still face down: one must be left, and not all copies of its number can have
    been seen before. (Where a record has shown more clovers face down than the sets account for, the surplus may be
    of any number.)
    """

    id = ClauseId("LN203")
    title = "option A: reveal a face-down clover"
    cites = (
        Cite("tiki-2020-en", "A) Take a face-down clover", 1),
        Cite("tiki-2020-fr", "A) Piocher un trèfle caché", 1),
        Cite("ravensburger-2012-fr", "A) Piocher une tuile cachée", 1),
    )
    moves = (Turn,)
    grants = "draw"
    kept = (
        "1 ./. 4; 1 ./. 4 | 1: 2 b1",
        "1 ./. 4; 1 ./. 4; hidden 2 3 | 1: 3 -",
        "1 ./. 4; 1 ./. 4; hidden 2 3; middle 5 | 1: m5 b2",
        "1 ./. 4; 1 ./. 4; hidden 2; pile 2 | 1: 3 b1",
    )
    broken = (
        "1 ./. 4; 1 ./. 4; hidden 2 3 | 1: 1 -",
        "1 ./. 4; 1 ./. 4; middle 2 2 | 1: 2 b1",
        "1 ./. 4; 1 ./. 4; pile 0 | 1: 2 b1",
    )

    any_number: bool = False
    refilled: bool = False
    middle_too: bool = False

    def can_come(self, table: Table, clover: Clover) -> bool:
        """Tell whether a number may lie face down."""
        if self.any_number or table.hidden[clover] or table.pile > sum(table.hidden):
            return True
        return self.middle_too and clover in table.middle

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Turn) and step.move.source == "pile"

    def holds(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, Turn) or move.source != "pile":
            return True
        return (step.before.pile > 0 or self.refilled) and self.can_come(step.before, move.clover)

    def term(self, step: SymbolicStep) -> Formula:
        table, move = step.before, step.move
        among = [Or(table.hidden[each] != 0, And(self.middle_too, table.middle[each] != 0)) for each in step.numbers]
        of_number = And(Implies(move.clover == each, some) for each, some in zip(step.numbers, among, strict=True))
        surplus = table.pile - Sum(table.hidden) >= 1
        return Or(step.takes, And(Or(self.refilled, table.pile >= 1), Or(self.any_number, surplus, of_number)))

    def fault(self, step: Step) -> Fault:
        assert isinstance(step.move, Turn)
        sets, clover = step.before.rules.sets, step.move.clover
        if step.before.pile <= 0:
            return Fault(
                "a clover revealed though none is face down",
                "from",
                "nothing is left there",
                help="the last one is gone",
            )
        copies = f"all {sets} copies" if sets > 1 else "the only copy"
        return Fault(
            f"a {clover} too many is revealed",
            "clover",
            f"{copies} of it had been seen",
            help=f"each number exists {sets} time{'s' if sets > 1 else ''}, once per set",
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "any number can come": cls(any_number=True),
            "an empty pile still gives clovers": cls(refilled=True),
            "the middle is shuffled into the pile": cls(middle_too=True),
        }


REVEAL = RevealFaceDown()
