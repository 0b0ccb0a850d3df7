"""LN302."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.garden import EMPTY
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step
from models.smt import And, Formula, If, Implies, Or, Sum


@dataclass(frozen=True)
class AddToEmpty(Clause[Step]):
    """Adding needs an empty cell of the player's own garden; the clover lies there afterwards, and nothing else has
    changed in any garden.
    """

    id = ClauseId("LN302")
    title = "adding needs an empty cell"
    cites = (
        Cite("tiki-2020-en", "Placement rules", 1),
        Cite("tiki-2020-fr", "Règle de pose", 1),
        Cite("ravensburger-2012-fr", "Règles de pose", 1),
    )
    moves = (Turn,)
    kept = ("1 ./. 4; 1 ./. 4 | 1: 2 b1", "1 ./. 4; 1 ./. 4 | 1: 3 x b2")
    broken = (
        "1 ./. 4; 1 ./. 4 | 1: 3 b2",
        "1 ./. 4; 1 ./. 4 | 1: 3 b1, out 2",
        "1 ./. 4; 1 ./. 4 | 1: 3 b1 => 1 ./. 4; 1 3/. 4",
        "1 ./. 4; 1 ./. 4 | 1: 3 b1 => 1 3/3 4; 1 ./. 4",
    )

    occupied_too: bool = False
    old_number_too: bool = False
    any_garden: bool = False
    more_cells: bool = False

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Turn) and step.move.action == "place"

    def holds(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, Turn) or move.action != "place":
            return True
        assert move.cell is not None
        if step.before.garden(move.player)[move.cell] != EMPTY and not self.occupied_too:
            return False
        return (move.out is None or self.old_number_too) and self._rest_stays(step, move)

    def _rest_stays(self, step: Step, move: Turn) -> bool:
        if self.any_garden:
            return sum(step.before.empty) - sum(step.after.empty) == 1
        return placed_alone(step, move, own_garden_free=self.more_cells)

    def term(self, step: SymbolicStep) -> Formula:
        demands = [Or(self.occupied_too, step.there == EMPTY), Or(self.old_number_too, step.move.out == EMPTY)]
        if self.any_garden:
            demands.append(Sum(step.before.empty) == Sum(step.after.empty) + 1)
        elif self.more_cells:
            demands += [step.others_stay, step.there_after == step.move.clover]
        else:
            demands.append(placed_alone_term(step))
        return Implies(step.adds, And(demands))

    def fault(self, step: Step) -> Fault:
        move = step.move
        assert isinstance(move, Turn)
        assert move.cell is not None
        name, lies = step.before.rules.board.names[move.cell], step.before.garden(move.player)[move.cell]
        if lies != EMPTY:
            return Fault(f"{name} is not empty", "cell", f"the {lies} lies there", (name,))
        if move.out is not None:
            return Fault(
                f"{name} was empty, no {move.out} lay there", "out", "nothing lay there", (name,), "leave `out` away"
            )
        return Fault("more than the one cell changes", "cell", "only this cell may change")

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "a clover can be covered": cls(occupied_too=True),
            "a number is said to have lain there": cls(old_number_too=True),
            "into any garden": cls(any_garden=True),
            "other cells may change too": cls(more_cells=True),
        }


def placed_alone(step: Step, move: Turn, own_garden_free: bool = False) -> bool:
    """Tell whether the clover lies on its cell afterwards and all else in the gardens is as it was."""
    assert move.cell is not None
    own, after = step.before.garden(move.player), step.after.garden(move.player)
    others = (player for player in step.before.players if player != move.player)
    if any(step.before.garden(player) != step.after.garden(player) for player in others):
        return False
    if own_garden_free:
        return after[move.cell] == move.clover
    return after == (*own[: move.cell], move.clover, *own[move.cell + 1 :])


def placed_alone_term(step: SymbolicStep) -> Formula:
    """State that the clover lies on its cell afterwards and all else in the gardens is as it was."""
    move = step.move
    here = (And(mover, move.cell == cell) for _, mover in step.seats for cell in step.cells)
    pairs = (
        (step.before.gardens[seat][cell], step.after.gardens[seat][cell])
        for seat in step.before.seats
        for cell in step.cells
    )
    return And(new == If(placed, move.clover, old) for placed, (old, new) in zip(here, pairs, strict=True))
