"""LN205."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step, write_heap
from models.smt import And, Formula, Implies, Or


@dataclass(frozen=True)
class TakeFaceUp(Clause[Step]):
    """Option B takes a clover that lies face up in the middle, any of them, at any time in the game."""

    id = ClauseId("LN205")
    title = "option B: take a face-up clover"
    cites = (
        Cite("tiki-2020-en", "B) Take a face-up clover", 1),
        Cite("tiki-2020-en", "B) Take a face-up clover", 2),
        Cite("tiki-2020-fr", "B) Récupérer un trèfle visible", 1),
        Cite("ravensburger-2012-fr", "B) Récupérer une tuile visible", 1),
    )
    moves = (Turn,)
    grants = "take"
    kept = (
        "1 ./. 4; 1 ./. 4; middle 2 3 | 1: m2 b1",
        "1 ./. 4; 1 ./. 4; middle 2 3 | 1: m3 b1",
        "1 ./. 4; 1 ./. 4 | 1: 2 b1",
    )
    broken = ("1 ./. 4; 1 ./. 4 | 1: m2 b1", "1 ./. 4; 1 ./. 4; middle 3 | 1: m2 b1")

    anything: bool = False
    any_if_some: bool = False
    reach: Literal["all", "the highest", "the lowest", "none"] = "all"

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Turn) and step.move.source == "middle"

    def holds(self, step: Step) -> bool:
        move, middle = step.move, step.before.middle
        if not isinstance(move, Turn) or move.source != "middle" or self.anything:
            return True
        if self.any_if_some:
            return bool(middle)
        reach = {"all": middle, "the highest": middle[-1:], "the lowest": middle[:1], "none": ()}[self.reach]
        return move.clover in reach

    def term(self, step: SymbolicStep) -> Formula:
        middle, clover = step.before.middle, step.move.clover
        some = [count >= 1 for count in middle]
        lies = And(Implies(clover == each, some[each]) for each in step.numbers)
        if self.any_if_some:
            lies = Or(some[1:])
        if self.reach == "the highest":
            lies = And(lies, And(Implies(some[each], clover >= each) for each in step.numbers))
        if self.reach == "the lowest":
            lies = And(lies, And(Implies(some[each], clover <= each) for each in step.numbers))
        return Or(self.anything, step.reveals, And(self.reach != "none", lies))

    def fault(self, step: Step) -> Fault:
        assert isinstance(step.move, Turn)
        middle = step.before.middle
        lies = f"{write_heap(middle)} {'lies' if len(middle) < 2 else 'lie'} there"
        remedy = "take one that lies there, or reveal one" if middle else "reveal a clover"
        return Fault(f"no {step.move.clover} lies in the middle", "clover", lies, help=remedy)

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "anything can be taken": cls(anything=True),
            "any number can be taken while something lies there": cls(any_if_some=True),
            "only the highest can be taken": cls(reach="the highest"),
            "only the lowest can be taken": cls(reach="the lowest"),
        }
