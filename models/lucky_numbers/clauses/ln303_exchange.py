"""LN303."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

from msgspec.structs import replace

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.clauses.ln206_middle import copies_left, heap_left, one_left, one_left_term
from models.lucky_numbers.clauses.ln302_add import placed_alone, placed_alone_term
from models.lucky_numbers.garden import EMPTY, Cell
from models.lucky_numbers.moves import Numbers, Turn
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step, with_clover, with_middle, without_clover, write_heap
from models.smt import And, Formula, If, Implies, Number, Or, Sum


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
        "1 ./. 4; 1 ./. 4; middle 1 1 2 3 | 1: 3x4 b2 => middle 1 1 2 3 4",
    )
    broken = (
        "1 ./. 4; 1 ./. 4 | 1: 2 x b1",
        "1 ./. 4; 1 ./. 4 | 1: 3x5 b2",
        "1 ./. 4; 1 ./. 4 | 1: 3x4 b2 => middle -",
        "1 ./. 4; 1 ./. 4 | 1: 3x4 b2 => middle 3",
        "1 ./. 4; 1 ./. 4; middle 3 | 1: m3x4 b2 => middle 3 4",
        "1 ./. 4; 1 ./. 4; middle 3 | 1: m3x4 b2 => middle 3",
        "1 ./. 4; 1 ./. 4 | 1: 3x4 b2 => middle 4; 1 ./. 4; 1 ./. 3",
        "1 ./. 4; 1 ./. 4 | 1: 3x4 b2 => middle 4; 1 ./. 4; 1 ./. 4",
        "1 ./. 4; 1 ./. 4 | 1: 3x4 b2 => middle 4 4",
    )

    allowed: Literal["all", "off the diagonal", "none"] = "all"
    empty_too: bool = False
    any_out: bool = False
    goes: Literal["old", "nothing", "new", "old twice", "both", "old, once"] = "old"
    goes_so: Literal["always", "if taken", "if revealed"] = "always"
    leaves: Literal["taken", "none", "all equal ones", "any one", "all if the pile is empty"] = "taken"
    source: Literal["both", "pile", "middle"] = "both"
    any_garden: bool = False
    stays: bool = False
    room: int | None = None

    def _right_middle(self, step: Step, move: Turn) -> Numbers:
        old = step.before.garden(move.player)[move.cell or 0]
        middle = self._middle_left(step, move)
        wrong = self.goes_so in ("always", "if taken" if move.source == "middle" else "if revealed")
        goes = self.goes if wrong else "old"
        if goes == "nothing" or old == EMPTY or (self.room is not None and len(middle) >= self.room):
            return middle
        if goes == "old, once" and old in middle:
            return middle
        heap = with_clover(middle, move.clover if goes in ("new", "both") else old)
        return with_clover(heap, old) if goes in ("old twice", "both") else heap

    def _middle_left(self, step: Step, move: Turn) -> Numbers:
        """Give what the middle holds without the old clover."""
        middle = step.before.middle
        if move.source == "pile":
            return () if self.leaves == "all if the pile is empty" and not step.before.pile else middle
        return heap_left(middle, move.clover, self.leaves)

    def effect(self, step: Step) -> Step:
        move = step.move
        if not isinstance(move, Turn) or move.action != "exchange":
            return step
        gardens = step.before.gardens
        if self.stays and step.after.gardens != gardens and placed_alone(step, move):
            step = replace(step, after=replace(step.after, gardens=gardens))
        return step if move.middle is not None else with_middle(step, self._right_middle(step, move))

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Turn) and step.move.action == "exchange"

    def holds(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, Turn) or move.action != "exchange":
            return True
        assert move.cell is not None
        old = step.before.garden(move.player)[move.cell]
        if not self._allows(step, move.cell) or (old == EMPTY and not self.empty_too):
            return False
        if self.source not in ("both", move.source):
            return False
        if move.out not in (None, old) and not self.any_out:
            return False
        if self.stays and old != EMPTY:
            lie_right = step.after.gardens == step.before.gardens
        else:
            lie_right = self.any_garden or placed_alone(step, move)
        after = step.after.middle
        if self.leaves == "any one" and move.source == "middle":
            return lie_right and old in after and one_left(step.before.middle, without_clover(after, old))
        return lie_right and after == self._right_middle(step, move)

    def _allows(self, step: Step, cell: Cell) -> bool:
        if self.allowed == "off the diagonal":
            return cell not in step.before.rules.board.diagonal
        return self.allowed == "all"

    def term(self, step: SymbolicStep) -> Formula:
        before, clover, old = step.before.middle, step.move.clover, step.there
        named = {"nothing": 0, "new": If(old == EMPTY, 0, clover)}
        enters: Number = named.get(self.goes, old)
        so: Formula = True
        if self.goes_so != "always":
            so = step.takes if self.goes_so == "if taken" else step.reveals
            enters = If(so, enters, old)
        heap = []
        full = False if self.room is None else Sum(before[1:]) >= If(self._leaves(step), self.room + 1, self.room)
        for each in (0, *step.numbers):
            left = self._left_term(step, each)
            more = If(enters == each, 2 if self.goes == "old twice" else 1, 0)
            if self.goes == "both":
                more += If(And(so, clover == each, old != EMPTY), 1, 0)
            if self.goes == "old, once":
                more = If(And(so, left >= 1), 0, more)
            heap.append(left + (more if self.room is None else If(full, 0, more)))
        right = step.middle_becomes(heap)
        demands = (
            self._allowed_term(step),
            Or(self.empty_too, old != EMPTY),
            Or(self.source == "both", step.reveals if self.source == "pile" else step.takes),
            Or(self.any_out, step.move.out == EMPTY, step.move.out == old),
            self._lie_right_term(step),
            right if self.leaves != "any one" else If(step.takes, one_left_term(step, old), right),
        )
        return Implies(step.exchanges, And(demands))

    def _allowed_term(self, step: SymbolicStep) -> Formula:
        if self.allowed == "off the diagonal":
            return And(step.move.cell != cell for cell in step.rules.board.diagonal)
        return self.allowed == "all"

    def _left_term(self, step: SymbolicStep, number: int) -> Number:
        """Count the copies of a number that the middle holds without the old clover."""
        count = step.before.middle[number]
        left = If(And(step.takes, step.move.clover == number), copies_left(count, self.leaves), count)
        if self.leaves != "all if the pile is empty":
            return left
        return If(And(step.reveals, step.before.pile < 1), 0, left)

    def _leaves(self, step: SymbolicStep) -> Formula:
        """State that the clover that is exchanged in leaves the middle."""
        before, clover = step.before.middle, step.move.clover
        lay = Or(And(clover == each, before[each] >= 1) for each in step.numbers)
        return And(step.takes, self.leaves != "none", lay)

    def _lie_right_term(self, step: SymbolicStep) -> Formula:
        """State that the gardens are right after the exchange."""
        right = Or(self.any_garden, placed_alone_term(step))
        if not self.stays:
            return right
        return If(step.there == EMPTY, right, And(step.same_garden(seat) for seat in step.before.seats))

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
            "nothing can be exchanged": cls(allowed="none"),
            "an empty cell can be exchanged": cls(empty_too=True),
            "any number is said to have lain there": cls(any_out=True),
            "the old clover vanishes": cls(goes="nothing"),
            "the old clover vanishes if the new one was taken": cls(goes="nothing", goes_so="if taken"),
            "the old clover vanishes if the new one was revealed": cls(goes="nothing", goes_so="if revealed"),
            "the new clover lies in the middle": cls(goes="new"),
            "the taken clover stays in the middle": cls(leaves="none"),
            "option B may only add": cls(source="pile"),
            "other gardens may change": cls(any_garden=True),
            "the old clover lies in the middle twice": cls(goes="old twice"),
            "the old clover stays in the garden too": cls(stays=True),
            "the old clover vanishes where four lie in the middle": cls(room=4),
        }


def _must(right: Numbers) -> str:
    return f"must be {write_heap(right)}"
