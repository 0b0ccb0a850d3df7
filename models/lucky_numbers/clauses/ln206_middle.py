"""LN206."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.garden import Clover
from models.lucky_numbers.moves import Numbers, Turn
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step, with_clover, with_middle, without_clover, write_heap
from models.smt import And, Formula, If, Implies, Number, Or, Sum


@dataclass(frozen=True)
class MiddleKept(Clause[Step]):
    """Nothing else enters or leaves the middle: when a clover is added to a garden, it is the clover taken from the
    middle that leaves it, and nothing if the clover was revealed. (After an exchange LN303 says what lies there, after
    a discard LN204.)
    """

    id = ClauseId("LN206")
    title = "nothing else moves in the middle"
    cites = (
        Cite("tiki-2020-en", "B) Take a face-up clover", 1),
        Cite("tiki-2020-fr", "B) Récupérer un trèfle visible", 1),
        Cite("ravensburger-2012-fr", "B) Récupérer une tuile visible", 1),
    )
    moves = (Turn,)
    kept = (
        "1 ./. 4; 1 ./. 4; middle 3 3 | 1: m3 b1 => middle 3",
        "1 ./. 4; 1 ./. 4; middle 3 | 1: 2 b1 => middle 3",
        "1 ./. 4; 1 ./. 4; middle 3 | 1: 2 -",
    )
    broken = (
        "1 ./. 4; 1 ./. 4; middle 3 | 1: m3 b1 => middle 3",
        "1 ./. 4; 1 ./. 4; middle 3 3 | 1: m3 b1 => middle -",
        "1 ./. 4; 1 ./. 4; middle 3 | 1: 2 b1 => middle 2 3",
        "1 ./. 4; 1 ./. 4; middle 3 | 1: 2 b1 => middle -",
    )

    leaves: Literal["one", "none", "all equal ones", "any one"] = "one"
    drawn_enters: bool = False
    swept: Literal["never", "by revealing", "if the pile is empty"] = "never"

    def _right_middle(self, step: Step, move: Turn) -> Numbers:
        before = step.before.middle
        if move.source == "pile" and (self.swept == "by revealing" or (self.swept != "never" and not step.before.pile)):
            return ()
        if move.source == "pile":
            return with_clover(before, move.clover) if self.drawn_enters else before
        return heap_left(before, move.clover, self.leaves)

    def effect(self, step: Step) -> Step:
        move = step.move
        if not isinstance(move, Turn) or move.action != "place" or move.middle is not None:
            return step
        return with_middle(step, self._right_middle(step, move))

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Turn) and step.move.action == "place" and step.move.middle is not None

    def holds(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, Turn) or move.action != "place":
            return True
        if self.leaves == "any one" and move.source == "middle":
            return one_left(step.before.middle, step.after.middle)
        return step.after.middle == self._right_middle(step, move)

    def term(self, step: SymbolicStep) -> Formula:
        before, clover = step.before.middle, step.move.clover
        heap = []
        for each in (0, *step.numbers):
            count = before[each]
            fewer = copies_left(count, self.leaves)
            more = count + If(clover == each, 1, 0) if self.drawn_enters else count
            if self.swept != "never":
                more = If(And(self.swept != "by revealing", step.before.pile >= 1), more, 0)
            heap.append(If(step.takes, If(clover == each, fewer, count), more))
        if self.leaves == "any one":
            return Implies(step.adds, If(step.takes, one_left_term(step), step.middle_becomes(heap)))
        return Implies(step.adds, step.middle_becomes(heap))

    def fault(self, step: Step) -> Fault:
        assert isinstance(step.move, Turn)
        right = self._right_middle(step, step.move)
        if step.move.source == "middle" and step.after.middle == step.before.middle:
            message = f"the {step.move.clover} that was taken still lies in the middle"
        else:
            message = f"the middle shows {write_heap(step.after.middle)}, not {write_heap(right)}"
        return Fault(
            message, "middle", f"must be {write_heap(right)}", help="adding a clover changes nothing else in the middle"
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "a taken clover stays there too": cls(leaves="none"),
            "all copies of the taken number leave": cls(leaves="all equal ones"),
            "a revealed clover lies there too": cls(drawn_enters=True),
            "revealing sweeps the middle": cls(swept="by revealing"),
        }


def heap_left(heap: Numbers, clover: Clover, leaves: str) -> Numbers:
    """Give a heap from which a clover was taken: one copy left it, if not all or none did."""
    if leaves == "all equal ones":
        return tuple(each for each in heap if each != clover)
    return heap if leaves == "none" else without_clover(heap, clover)


def copies_left(count: Number, leaves: str) -> Number:
    """Count the copies of a number in such a heap."""
    return {"none": count, "all equal ones": 0}.get(leaves, If(count >= 1, count - 1, 0))


def one_left(before: Numbers, after: Numbers) -> bool:
    """Tell whether one clover, any of them, has left a sorted heap; from an empty one nothing can."""
    return any(after == before[:at] + before[at + 1 :] for at in range(len(before))) or not (before or after)


def one_left_term(step: SymbolicStep, entered: Number = 0) -> Formula:
    """State that one clover, any of them, has left the middle, beside the one that entered it."""
    before, after = step.before.middle, step.after.middle
    new = [If(entered == each, 1, 0) for each in step.numbers]
    left = And(
        And(after[each] >= own, after[each] <= before[each] + own) for each, own in zip(step.numbers, new, strict=True)
    )
    others, old = Sum(after[1:]), Sum(before[1:]) + Sum(new)
    return And(left, Or(others + 1 == old, And(Sum(before[1:]) == 0, others == old)))
