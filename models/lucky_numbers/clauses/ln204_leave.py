"""LN204."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT
from models.lucky_numbers.garden import EMPTY
from models.lucky_numbers.moves import Numbers, Turn
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step, with_clover, with_middle, write_heap
from models.smt import And, Formula, If, Implies, Not, Or, Sum


@dataclass(frozen=True)
class LeaveRevealed(Clause[Step]):
    """A revealed clover that is not placed stays face up in the middle, whether or not it could be placed. Only a
    revealed clover may be left so: one taken from the middle must be placed. The gardens stay as they are.
    """

    id = ClauseId("LN204")
    title = "a revealed clover may be left face up"
    cites = (
        Cite("tiki-2020-en", "A) Take a face-down clover", 2),
        Cite("tiki-2020-fr", "A) Piocher un trèfle caché", 2),
        Cite("ravensburger-2012-fr", "A) Piocher une tuile cachée", 1),
    )
    moves = (Turn,)
    grants = "discard"
    kept = (
        "1 ./. 4; 1 ./. 4 | 1: 2 - => middle 2",
        "1 ./. 4; 1 ./. 4; middle 3 | 1: 4 - => middle 3 4",
        "1 ./. 4; 1 ./. 4; middle 3 | 1: m3 b1 => middle -",
        "1 ./. 4; 1 ./. 4; middle 1 1 2 3 | 1: 4 - => middle 1 1 2 3 4",
    )
    broken = (
        "1 ./. 4; 1 ./. 4; middle 3 | 1: m3 - => middle 3",
        "1 ./. 4; 1 ./. 4; middle 3 | 1: 4 - => middle 3",
        "1 ./. 4; 1 ./. 4; middle 3 | 1: 4 - => middle 4",
        "1 ./. 4; 1 ./. 4 | 1: 2 - => middle 2; 1 2/. 4",
    )

    taken_too: bool = False
    heap_after: Literal["with it", "as before", "only it", "with it, once", "only it, if the pile is empty"] = "with it"
    only_if_stuck: bool = False
    stuck_in_empty_cells: bool = False
    gardens_stay: bool = True
    room: int | None = None

    def _right_middle(self, step: Step, move: Turn) -> Numbers:
        before = step.before.middle
        if move.source == "middle" or self.heap_after == "as before":
            return before
        if self.room is not None and len(before) >= self.room:
            return before
        if self.heap_after == "with it, once" and move.clover in before:
            return before
        swept = self.heap_after == "only it" or (
            self.heap_after == "only it, if the pile is empty" and not step.before.pile
        )
        return (move.clover,) if swept else with_clover(before, move.clover)

    def _stuck(self, step: Step, move: Turn) -> bool:
        garden, rules = step.before.garden(move.player), step.before.rules
        placement = rules.changes.form_of(PLACEMENT)
        cells = [cell for cell, lies in enumerate(garden) if lies == EMPTY or not self.stuck_in_empty_cells]
        return not any(placement.fits(rules, garden, cell, move.clover) for cell in cells)

    def effect(self, step: Step) -> Step:
        move = step.move
        if not isinstance(move, Turn) or move.action != "discard" or move.middle is not None:
            return step
        return with_middle(step, self._right_middle(step, move))

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Turn) and step.move.action == "discard"

    def holds(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, Turn) or move.action != "discard":
            return True
        if move.source == "middle" and not self.taken_too:
            return False
        if self.only_if_stuck and not self._stuck(step, move):
            return False
        if self.gardens_stay and step.after.gardens != step.before.gardens:
            return False
        return step.after.middle == self._right_middle(step, move)

    def term(self, step: SymbolicStep) -> Formula:
        before, revealed, clover = step.before.middle, step.reveals, step.move.clover
        heap = [If(And(revealed, clover == each), old + 1, old) for each, old in enumerate(before)]
        if self.heap_after == "as before":
            heap = list(before)
        if self.heap_after in ("only it", "only it, if the pile is empty"):
            swept = And(revealed, Or(self.heap_after == "only it", step.before.pile < 1))
            heap = [If(swept, If(clover == each, 1, 0), more) for each, more in enumerate(heap)]
        if self.heap_after == "with it, once":
            heap = [If(old >= 1, old, more) for old, more in zip(before, heap, strict=True)]
        if self.room is not None:
            full = Sum(before[1:]) >= self.room
            heap = [If(full, old, new) for old, new in zip(before, heap, strict=True)]
        placement = step.rules.changes.form_of(PLACEMENT)
        fits = (
            And(placement.fits_term(step, cell), Or(not self.stuck_in_empty_cells, step.own[cell] == EMPTY))
            for cell in step.cells
        )
        stuck = Not(Or(fits))
        stay = And(step.same_garden(seat) for seat in step.before.seats)
        demands = (
            Or(self.taken_too, revealed),
            Or(not self.only_if_stuck, stuck),
            Or(not self.gardens_stay, stay),
            step.middle_becomes(heap),
        )
        return Implies(step.leaves, And(demands))

    def fault(self, step: Step) -> Fault:
        move = step.move
        assert isinstance(move, Turn)
        right = self._right_middle(step, move)
        if move.source == "middle":
            return Fault(f"the {move.clover} from the middle is not placed", "action", "a taken clover must be placed")
        if step.after.middle == right:
            return Fault("a garden changes though the clover is left", "action", "gardens stay as they are")
        if step.after.middle == step.before.middle:
            return Fault(
                f"the {move.clover} that was left does not lie in the middle",
                "middle",
                f"must be {write_heap(right)}",
                help="a clover that is not placed stays face up in the middle",
            )
        return Fault(
            f"wrong clovers in the middle after the {move.clover} was left",
            "middle",
            f"must be {write_heap(right)}",
            help="a clover that is not placed stays face up in the middle, and all others stay there",
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "a clover taken from the middle may be put back": cls(taken_too=True),
            "a left clover vanishes": cls(heap_after="as before"),
            "only the last left clover stays": cls(heap_after="only it"),
            "it may be left only if it fits nowhere": cls(only_if_stuck=True),
            "it may be left only if it fits no empty cell": cls(only_if_stuck=True, stuck_in_empty_cells=True),
            "it may also be placed in passing": cls(gardens_stay=False),
            "a clover that is left vanishes where four lie in the middle": cls(room=4),
        }
