"""LN502."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.garden import EMPTY
from models.lucky_numbers.moves import Placing
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step
from models.smt import And, Formula, Or


@dataclass(frozen=True)
class StaysInSetup(Clause[Step]):
    """In Michael's set-up a clover that is placed is not moved or exchanged during the set-up."""

    id = ClauseId("LN502")
    title = "Michael's set-up: what is placed stays"
    cites = (
        Cite("tiki-2020-en", "Variant: MICHAEL'S SETUP", 4),
        Cite("tiki-2020-fr", "Variante : MISE EN PLACE DE MICHAEL", 4),
        Cite("ravensburger-2012-fr", "Préparation du jeu", 3),
    )
    moves = (Placing,)
    kept = (
        "setup; michael; 1 ./. .; 1 ./. . | set 1: 4 b2",
        "setup; 1 ./. .; . ./. . | set 1: 4 a1",
        "setup; michael; 1 ./. .; 1 ./. . | set 1: 4 b2 => 1 ./. 4; 1 ./. .",
    )
    broken = (
        "setup; michael; 1 ./. .; 1 ./. . | set 1: 4 a1",
        "setup; michael; 1 ./. .; 1 ./. . | set 1: 4 b2 => . ./1 4; 1 ./. .",
    )

    exchanges: bool = False
    moved: bool = False
    always: bool = False

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Placing) and step.before.rules.one_by_one

    def holds(self, step: Step) -> bool:
        assert isinstance(step.move, Placing)
        if not (step.before.rules.one_by_one or self.always):
            return True
        if step.before.garden(step.move.player)[step.move.cell] != EMPTY and not self.exchanges:
            return False
        return self.moved or self._others_stay(step)

    def _others_stay(self, step: Step) -> bool:
        assert isinstance(step.move, Placing)
        pairs = zip(step.before.gardens, step.after.gardens, strict=True)
        return all(
            new == old or old == EMPTY or (player == step.move.player and cell == step.move.cell)
            for player, (before, after) in enumerate(pairs, 1)
            for cell, (old, new) in enumerate(zip(before, after, strict=True))
        )

    def term(self, step: SymbolicStep) -> Formula:
        if not (step.rules.one_by_one or self.always):
            return True
        before, after = step.before.gardens, step.after.gardens
        stays = And(
            Or(after[seat][cell] == before[seat][cell], before[seat][cell] == EMPTY, And(mover, step.move.cell == cell))
            for seat, mover in step.seats
            for cell in step.cells
        )
        return And(Or(self.exchanges, step.there == EMPTY), Or(self.moved, stays))

    def fault(self, step: Step) -> Fault:
        assert isinstance(step.move, Placing)
        name = step.before.rules.board.names[step.move.cell]
        old = step.before.garden(step.move.player)[step.move.cell]
        if old == EMPTY:
            return Fault("a clover moves during the set-up", "cell", "the others must stay")
        return Fault(f"the {old} on {name} is exchanged during the set-up", "cell", "it must stay", (name,))

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "exchanging is allowed": cls(exchanges=True),
            "moving is allowed": cls(moved=True),
            "asked of the standard set-up too": cls(always=True),
        }
