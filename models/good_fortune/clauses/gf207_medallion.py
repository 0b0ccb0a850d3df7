"""GF207."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune.editions import SHEET
from models.good_fortune.moves import Player, Side, Turn, other_player, other_side
from models.good_fortune.symbolic_state import LARGE, NOT_SHOWN, SymbolicStep
from models.good_fortune.table import Step, following
from models.smt import And, Formula, Iff, Not, Or


@dataclass(frozen=True)
class Medallion(Clause[Step]):
    """After each turn the medallion is turned over and handed to the other player. (In the variant Guessing it is
    turned over all the same; it may stay where it is.)
    """

    id = ClauseId("GF207")
    title = "the medallion is turned over and handed over"
    reading = (
        "In Guessing it may stay between the players, says the sheet; it is turned over all the same. Both are "
        "accepted."
    )
    cites = (Cite(SHEET, "3 Fin de tour", 1), Cite(SHEET, "3 Fin de tour", 2), Cite(SHEET, "Variantes", 1))
    moves = (Turn,)
    kept = (
        "hands 9/5; line 8 12 15; holder 1 | 2: 5 left, 1: 9 left => holder 2; side large",
        "hands 9/5; line 8 12 15; holder 2; side large | 1: 9 left, 2: 5 left => holder 1; side small",
        "hands 9/5; line 8 12 15; holder 1; guessing | 2: 5 left, 1: 9 left => holder 1; side large",
        "hands 9/5; line 8 12 15; holder 1 | 2: 5 left, 1: 9 left",
        "hands 9/5; line 8 12 15; simple | 2: 5 left => side small",
    )
    broken = (
        "hands 9/5; line 8 12 15; holder 1 | 2: 5 left, 1: 9 left => holder 1; side large",
        "hands 9/5; line 8 12 15; holder 1 | 2: 5 left, 1: 9 left => holder 2; side small",
        "hands 9/5; line 8 12 15; holder 1; guessing | 2: 5 left, 1: 9 left => side small",
    )

    handed_over: bool = True
    turned_over: bool = True
    stays_in_guessing: bool = True
    in_simple: bool = False

    def next_holder(self, step: Step) -> Player | None:
        """Tell who must have the medallion after the turn, None where that is not known or does not matter."""
        if step.before.holder is None or (step.before.rules.guessing and self.stays_in_guessing):
            return None
        return other_player(step.before.holder) if self.handed_over else step.before.holder

    def next_side(self, step: Step) -> Side:
        """Tell which side must be up after the turn."""
        return other_side(step.before.side) if self.turned_over else step.before.side

    def effect(self, step: Step) -> Step:
        move, holder = step.move, self.next_holder(step)
        if not isinstance(move, Turn) or step.before.rules.simple:
            return step
        told = move.holder or (holder if move.chooser is None else None)
        return following(step, holder=told or step.after.holder, side=move.side or self.next_side(step))

    def exercised(self, step: Step) -> bool:
        move, rules = step.move, step.before.rules
        if not isinstance(move, Turn) or rules.simple:
            return False
        return move.side is not None or (move.holder is not None and not rules.guessing)

    def holds(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, Turn) or (step.before.rules.simple and not self.in_simple):
            return True
        right = self.next_holder(step)
        holder_is_right = move.holder is None or right is None or move.holder == right
        return holder_is_right and (move.side is None or move.side == self.next_side(step))

    def term(self, step: SymbolicStep) -> Formula:
        move, before = step.move, step.before
        if step.rules.simple and not self.in_simple:
            return True
        free = step.rules.guessing and self.stays_in_guessing
        passed = move.holder + before.holder == 3 if self.handed_over else move.holder == before.holder
        turned = Iff(move.side == LARGE, Not(before.large) if self.turned_over else before.large)
        return And(Or(free, move.holder == 0, before.holder == 0, passed), Or(move.side == NOT_SHOWN, turned))

    def fault(self, step: Step) -> Fault:
        move, right = step.move, self.next_holder(step)
        assert isinstance(move, Turn)
        texts, field, label = [], "side", f"must be {self.next_side(step)}"
        if move.holder is not None and right is not None and move.holder != right:
            texts.append("the medallion is not handed over")
            field, label = "holder", f"must be {right}"
        if move.side is not None and move.side != self.next_side(step):
            texts.append("the medallion is not turned over")
        return Fault("; ".join(texts), field, label, help="after each turn it is turned over and passed on")

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "the medallion stays with its holder": cls(handed_over=False),
            "the medallion is not turned over": cls(turned_over=False),
            "it must be handed over in Guessing too": cls(stays_in_guessing=False),
            "Simple laying has a medallion": cls(in_simple=True),
        }
