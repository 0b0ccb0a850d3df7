"""LN207."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

from msgspec.structs import replace

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step
from models.smt import And, Formula, If, Implies, Number, Or, Sum


@dataclass(frozen=True)
class PileKept(Clause[Step]):
    """Nothing else enters or leaves the face-down clovers: their number falls by one when a clover is revealed, and
    stays when one is taken from the middle.
    """

    id = ClauseId("LN207")
    title = "nothing else moves in the pile"
    cites = (
        Cite("tiki-2020-en", "A) Take a face-down clover", 1),
        Cite("tiki-2020-fr", "A) Piocher un trèfle caché", 1),
        Cite("ravensburger-2012-fr", "A) Piocher une tuile cachée", 1),
    )
    moves = (Turn,)
    kept = (
        "1 ./. 4; 1 ./. 4; pile 9 | 1: 2 b1 => pile 8",
        "1 ./. 4; 1 ./. 4; pile 9 | 1: 3 x b2 => pile 8",
        "1 ./. 4; 1 ./. 4; pile 9; middle 3 | 1: m3 b1 => pile 9",
        "1 ./. 4; 1 ./. 4; pile 9; middle 3 | 1: m3 x b2 => pile 9",
        "1 ./. 4; 1 ./. 4; pile 9 | 1: 2 - => pile 8",
    )
    broken = (
        "1 ./. 4; 1 ./. 4; pile 9 | 1: 2 b1 => pile 9",
        "1 ./. 4; 1 ./. 4; pile 9 | 1: 3 x b2 => pile 9",
        "1 ./. 4; 1 ./. 4; pile 9; middle 3 | 1: m3 b1 => pile 8",
        "1 ./. 4; 1 ./. 4; pile 1 | 1: 2 b1 => pile -1",
    )

    revealed: int = 1
    taken: int = 0
    exchanged_returns: int = 0
    returns_so: Literal["always", "if taken", "the middle, if the pile is empty"] = "always"
    left_returns: int = 0

    def _right_pile(self, step: Step, move: Turn) -> int:
        leaves = self.revealed if move.source == "pile" else self.taken
        returns = self.left_returns if move.action == "discard" and move.source == "pile" else 0
        if move.action == "exchange" and (self.returns_so == "always" or move.source == "middle"):
            returns = self.exchanged_returns
        if self.returns_so == "the middle, if the pile is empty" and move.source == "pile" and not step.before.pile:
            returns += len(step.before.middle)
        return max(0, step.before.pile - leaves + returns)

    def effect(self, step: Step) -> Step:
        move = step.move
        if not isinstance(move, Turn) or move.pile is not None:
            return step
        right = self._right_pile(step, move)
        return step if step.after.pile == right else replace(step, after=replace(step.after, pile=right))

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Turn) and step.move.pile is not None

    def holds(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, Turn):
            return True
        right = self._right_pile(step, move)
        return step.after.pile == right and move.pile in (None, right)

    def term(self, step: SymbolicStep) -> Formula:
        leaves = If(step.takes, self.taken, self.revealed)
        exchanged = And(step.exchanges, Or(self.returns_so == "always", step.takes))
        left = And(step.leaves, step.reveals)
        filled = step.before.pile + If(exchanged, self.exchanged_returns, 0) + If(left, self.left_returns, 0)
        if self.returns_so == "the middle, if the pile is empty":
            refilled = And(step.reveals, step.before.pile < 1)
            filled += If(refilled, Sum(step.before.middle[1:]), 0)

        def right(pile: Number) -> Formula:
            return And(Implies(filled < leaves, pile == 0), Or(filled < leaves, pile + leaves == filled))

        return And(right(step.after.pile), Implies(step.move.shows.get("pile", False), right(step.move.pile)))

    def fault(self, step: Step) -> Fault:
        assert isinstance(step.move, Turn)
        right = self._right_pile(step, step.move)
        why = "one was revealed" if step.move.source == "pile" else "the clover came from the middle"
        return Fault(
            f"{step.after.pile if step.move.pile is None else step.move.pile} clovers face down, not {right}",
            "pile",
            f"must be {right}",
            help=f"{step.before.pile} were face down before the turn, and {why}",
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "a revealed clover is still counted": cls(revealed=0),
            "option B also costs a face-down clover": cls(taken=1),
            "an exchanged clover goes back face down": cls(exchanged_returns=1),
            "an exchanged clover goes back face down if the new one was taken": cls(
                exchanged_returns=1, returns_so="if taken"
            ),
            "a left clover goes back face down": cls(left_returns=1),
        }
