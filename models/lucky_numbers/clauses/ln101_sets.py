"""LN101."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from msgspec.structs import replace

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Move, Placing, Start
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step, write_heap
from models.smt import And, Formula, Implies, Not, Or, Sum

MOST_NAMED = 20  # clovers that lie face up


@dataclass(frozen=True)
class OneSetEach(Clause[Step]):
    """One whole set of numbers per player is in play, so no number can be seen more often than there are sets; all
    clovers but those of the set-up are face down when play starts, and nothing is face up. (Once play has started, a
    copy too many is a clover that could not be face down, LN203.)
    """

    id = ClauseId("LN101")
    title = "one set per player, face down"
    cites = (
        Cite("tiki-2020-en", "Game Setup", 1),
        Cite("tiki-2020-en", "Game Setup", 3),
        Cite("tiki-2020-fr", "Préparation du jeu", 1),
        Cite("tiki-2020-fr", "Préparation du jeu", 3),
        Cite("ravensburger-2012-fr", "Préparation du jeu", 1),
    )
    moves = (Placing, Start)
    kept = (
        "setup; 1 ./. .; . ./. . | set 1: 1 b2",
        "setup; 1 ./. 4; 1 ./. 4; top 5; sets 3 | start pile 11",
        "setup; 1 ./. 4; 1 ./. 4; top 5 | start pile 6, middle -",
    )
    broken = (
        "setup; 1 ./. 1; . ./. . | set 2: 1 a1",
        "setup; 1 ./. 4; 1 ./. 4; top 5 | start pile 16",
        "setup; 1 ./. 4; 1 ./. 4; top 5 | start pile 10",
        "setup; 1 ./. 4; 1 ./. 4; top 5 | start pile 5",
        "setup; 1 ./. 4; 1 ./. 4; top 5 | start middle 3",
    )

    extra_sets: int = 0
    sets: int | None = None
    counts: bool = True
    dealt_more: int | None = 0
    lost: int = 0
    numbers_lost: int = 0
    face_up: bool = False
    turned_up: int | None = 0

    def in_pile(self, step: Step) -> int:
        """Count the clovers that must be face down at the start."""
        rules = step.before.rules
        lie = len(step.after.middle) if self.turned_up is None else self.turned_up
        return (rules.top - self.numbers_lost) * (rules.sets + self._extra(rules)) - self._elsewhere(rules) - lie

    def _elsewhere(self, rules: Rules) -> int:
        """Count the clovers that are not face down at the start."""
        dealt = 0 if self.dealt_more is None else (rules.board.side + self.dealt_more) * rules.players
        return dealt + self.lost

    def _extra(self, rules: Rules) -> int:
        return self.extra_sets if self.sets is None else self.sets - rules.sets

    def _pile_is_right(self, move: Start, step: Step) -> bool:
        return move.pile is None or move.pile == self.in_pile(step)

    def _middle_is_right(self, move: Start) -> bool:
        any_number = self.face_up or self.turned_up is None
        return any_number or move.middle is None or len(move.middle) == self.turned_up

    def effect(self, step: Step) -> Step:
        right = self.in_pile(step)
        if not isinstance(step.move, Start) or step.move.pile is not None or step.after.pile == right:
            return step
        return replace(step, after=replace(step.after, pile=right))

    def exercised(self, step: Step) -> bool:
        shown = isinstance(step.move, Start) and (step.move.pile is not None or step.move.middle is not None)
        return shown or isinstance(step.move, Placing)

    def holds(self, step: Step) -> bool:
        match step.move:
            case Placing(clover=clover):
                return not self.counts or step.before.hidden[clover] + self._extra(step.before.rules) > 0
            case Start() as start:
                return self._pile_is_right(start, step) and self._middle_is_right(start)
        return True

    def term(self, step: SymbolicStep) -> Formula:
        rules, move = step.rules, step.move
        if step.made_by(Placing):
            left = (count >= 1 - self._extra(rules) for count in step.before.hidden[1:])
            named = zip(step.numbers, left, strict=True)
            return Or(not self.counts, And(Implies(move.clover == each, some) for each, some in named))
        heap = step.after.middle[1:]
        lie = Sum(heap) if self.turned_up is None else self.turned_up
        whole = move.pile + lie + self._elsewhere(rules) == (rules.top - self.numbers_lost) * (
            rules.sets + self._extra(rules)
        )
        shown = move.middle[1:]
        right = Sum(shown) == self.turned_up if self.turned_up else And(count == 0 for count in shown)
        face_down = Or(self.face_up, self.turned_up is None, Not(move.shows["middle"]), right)
        return And(Implies(move.shows["pile"], whole), face_down)

    def fault(self, step: Step) -> Fault:
        rules, move = step.before.rules, step.move
        if isinstance(move, Placing):
            copies = f"all {rules.sets} copies" if rules.sets > 1 else "the only copy"
            return Fault(
                f"a {move.clover} too many", "clover", f"{copies} of it lie in the gardens", help=self._sets(step)
            )
        return self._start_fault(move, step)

    def _start_fault(self, move: Move, step: Step) -> Fault:
        assert isinstance(move, Start)
        right = self.in_pile(step)
        if self._pile_is_right(move, step):
            middle = move.middle or ()
            lie = write_heap(middle) if len(middle) <= MOST_NAMED else f"{len(middle):,} clovers"
            return Fault(
                f"{lie} face up before the first turn",
                "middle",
                "must be empty",
                help="all clovers but those in the gardens are face down when play starts",
            )
        wrong_too = "; and the middle is not empty" if move.middle else ""
        return Fault(
            f"{move.pile} clovers face down at the start, not {right}{wrong_too}",
            "pile",
            f"must be {right}",
            help=self._sets(step),
        )

    def _sets(self, step: Step) -> str:
        rules = step.before.rules
        dealt = rules.board.side * rules.players
        return f"{rules.sets} sets of {rules.top} are {rules.clovers} clovers; {dealt} lie in the gardens at the start"

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "two sets too many are in play": cls(extra_sets=2),
            "two sets are in play whatever the number of players": cls(sets=2),
            "four sets are in play whatever the number of players": cls(sets=4),
            "a number is missing": cls(numbers_lost=1),
            "any number of copies may be placed": cls(counts=False),
            "the set-up clovers do not come out of the pile": cls(dealt_more=None),
            "a clover is lost before the start": cls(lost=1),
            "a clover may lie face up at the start": cls(face_up=True),
            "a clover lies face up at the start": cls(turned_up=1),
        }
