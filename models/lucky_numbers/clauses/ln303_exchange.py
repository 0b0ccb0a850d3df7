"""LN303."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.clauses.ln302_add import placed_alone, placed_alone_term
from models.lucky_numbers.garden import EMPTY
from models.lucky_numbers.moves import Numbers, Turn
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step, with_clover, with_middle, without_clover, write_heap
from models.smt import And, Formula, If, Implies, Or


@dataclass(frozen=True)
class Exchange(Clause[Step]):
    """Exchanging needs an occupied cell of the player's own garden; the clover that lay there goes face up to the
    middle, and nothing else moves. Revealed clovers and clovers taken from the middle may both be exchanged in.
    """

    id = ClauseId("LN303")
    title = "exchanging: the old clover goes face up to the middle"
    cites = (
        Cite("tiki-2020-en", "Placement rules", 1),
        Cite("tiki-2020-fr", "Règle de pose", 1),
        Cite("ravensburger-2012-fr", "Règles de pose", 1),
    )
    reading = "The English sheet says 'add' of option B; the French ones settle that it may exchange too."
    moves = (Turn,)
    grants = "exchange"
    kept = (
        "1 ./. 4; 1 ./. 4 | 1: 3x4 b2 => middle 4",
        "1 ./. 4; 1 ./. 4; middle 3 5 | 1: m3x4 b2 => middle 4 5",
        "1 ./. 4; 1 ./. 4; middle 4 | 1: m4x4 b2 => middle 4",
        "1 ./. 4; 1 ./. 4 | 1: 2 b1",
    )
    broken = (
        "1 ./. 4; 1 ./. 4 | 1: 2 x b1",
        "1 ./. 4; 1 ./. 4 | 1: 3x5 b2",
        "1 ./. 4; 1 ./. 4 | 1: 3x4 b2 => middle -",
        "1 ./. 4; 1 ./. 4 | 1: 3x4 b2 => middle 3",
        "1 ./. 4; 1 ./. 4; middle 3 | 1: m3x4 b2 => middle 3 4",
        "1 ./. 4; 1 ./. 4; middle 3 | 1: m3x4 b2 => middle 3",
        "1 ./. 4; 1 ./. 4 | 1: 3x4 b2 => middle 4; 1 ./. 4; 1 ./. 3",
    )

    allowed: bool = True
    empty_too: bool = False
    any_out: bool = False
    goes: Literal["old", "nothing", "new"] = "old"
    taken_leaves: bool = True
    from_middle: bool = True
    any_garden: bool = False

    def _right_middle(self, step: Step, move: Turn) -> Numbers:
        middle, old = step.before.middle, step.before.garden(move.player)[move.cell or 0]
        if move.source == "middle" and self.taken_leaves:
            middle = without_clover(middle, move.clover)
        if self.goes == "nothing" or old == EMPTY:
            return middle
        return with_clover(middle, move.clover if self.goes == "new" else old)

    def effect(self, step: Step) -> Step:
        move = step.move
        if not isinstance(move, Turn) or move.action != "exchange" or move.middle is not None:
            return step
        return with_middle(step, self._right_middle(step, move))

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Turn) and step.move.action == "exchange"

    def holds(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, Turn) or move.action != "exchange":
            return True
        assert move.cell is not None
        old = step.before.garden(move.player)[move.cell]
        if (
            not self.allowed
            or (old == EMPTY and not self.empty_too)
            or (move.source == "middle" and not self.from_middle)
        ):
            return False
        if move.out not in (None, old) and not self.any_out:
            return False
        return step.after.middle == self._right_middle(step, move) and (self.any_garden or placed_alone(step, move))

    def term(self, step: SymbolicStep) -> Formula:
        before, clover, old = step.before.middle, step.move.clover, step.there
        enters = {"old": old, "nothing": 0, "new": If(old == EMPTY, 0, clover)}[self.goes]
        heap = []
        for each in (0, *step.numbers):
            taken = And(step.takes, self.taken_leaves, clover == each, before[each] >= 1)
            heap.append(before[each] - If(taken, 1, 0) + If(enters == each, 1, 0))
        demands = (
            self.allowed,
            Or(self.empty_too, old != EMPTY),
            Or(self.from_middle, step.reveals),
            Or(self.any_out, step.move.out == EMPTY, step.move.out == old),
            Or(self.any_garden, placed_alone_term(step)),
            step.middle_becomes(heap),
        )
        return Implies(step.exchanges, And(demands))

    def fault(self, step: Step) -> Fault:
        move = step.move
        assert isinstance(move, Turn)
        assert move.cell is not None
        old, name = step.before.garden(move.player)[move.cell], step.before.rules.board.names[move.cell]
        right = self._right_middle(step, move)
        if old == EMPTY:
            return Fault(f"{name} is empty, there is nothing to exchange", "cell", "no clover lies there", (name,))
        if move.out not in (None, old):
            return Fault(
                f"the {old} lay on {name}, not a {move.out}", "out", f"must be {old}", (name,), f"the {old} lay there"
            )
        if step.after.middle == right:
            return Fault("more than the one cell changes", "cell", "only this cell may change")
        help_line = f"the {old} goes face up to the middle"
        if step.after.middle == without_clover(right, old):
            return Fault(f"the exchanged {old} does not lie in the middle", "middle", _must(right), help=help_line)
        return Fault("wrong clovers in the middle after the exchange", "middle", _must(right), help=help_line)

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "nothing can be exchanged": cls(allowed=False),
            "an empty cell can be exchanged": cls(empty_too=True),
            "any number is said to have lain there": cls(any_out=True),
            "the old clover vanishes": cls(goes="nothing"),
            "the new clover lies in the middle": cls(goes="new"),
            "the taken clover stays in the middle": cls(taken_leaves=False),
            "option B may only add": cls(from_middle=False),
            "other gardens may change": cls(any_garden=True),
        }


def _must(right: Numbers) -> str:
    return f"must be {write_heap(right)}"
