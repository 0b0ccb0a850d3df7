"""GF202."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune.editions import SHEET
from models.good_fortune.moves import Player, Side, Turn
from models.good_fortune.symbolic_state import SymbolicStep
from models.good_fortune.table import Step
from models.smt import Formula, If, Not, Or

SIGN = "2 Pose et gain de tuiles"


@dataclass(frozen=True)
class Priority(Clause[Step]):
    """With the small side of the medallion up the tile with the lower number is laid first, with the large side up the
    one with the higher number, whoever chose it.
    """

    id = ClauseId("GF202")
    title = "small side: lower number first; large side: higher number first"
    cites = (Cite(SHEET, SIGN, 3), Cite(SHEET, SIGN, 4), Cite(SHEET, SIGN, 2))
    moves = (Turn,)
    kept = (
        "hands 9/5; line 8 12 15; holder 1 | 2: 5 left, 1: 9 left",
        "hands 9/5; line 8 12 15; holder 2; side large | 1: 9 left, 2: 5 left",
        "hands 5/9; line 8 12 15; holder 2; side large | 2: 9 left, 1: 5 left",
        "hands 9/5; line 8 12 15; simple | 1: 9 left",
    )
    broken = (
        "hands 9/5; line 8 12 15; holder 1 | 1: 9 left, 2: 5 left",
        "hands 9/5; line 8 12 15; holder 2; side large | 2: 5 left, 1: 9 left",
        "hands 9/5; line 8 12 15; holder 1; side large | 2: 5 left, 1: 9 left",
        "hands 9/5; line 8 12 15; holder 1; guessing | 1: 9 left, 2: 5 left",
    )

    numbers_count: bool = True
    always: Side | None = None
    holder_first: bool = False
    swapped: bool = False
    always_first: Player | None = None

    def first_lower(self, step: Step) -> bool:
        """Tell whether the lower number is laid first."""
        return ((self.always or step.before.side) == "small") is not self.swapped

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Turn) and len(step.move.laid) == 2 and not step.before.rules.simple

    def holds(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, Turn) or step.before.rules.simple or len(move.laid) != 2:
            return True
        first, second = move.laid
        if first.player == second.player or not self.numbers_count:
            return True
        if self.holder_first and step.before.holder is not None:
            return first.player == step.before.holder
        if self.always_first is not None:
            return first.player == self.always_first
        return first.tile == second.tile or (first.tile < second.tile) is self.first_lower(step)

    def term(self, step: SymbolicStep) -> Formula:
        laid, before = step.move.laid, step.before
        if step.rules.simple or not self.numbers_count or len(laid) != 2:
            return True
        first, second = laid
        large = before.large if self.always is None else self.always == "large"
        large = Not(large) if self.swapped else large
        ordered = If(large, Not(first.tile < second.tile), Not(second.tile < first.tile))
        if self.holder_first:
            ordered = If(before.holder == 0, ordered, first.player == before.holder)
        if self.always_first is not None:
            ordered = first.player == self.always_first
        return Or(first.player == second.player, ordered)

    def fault(self, step: Step) -> Fault:
        move = step.move
        assert isinstance(move, Turn)
        first, second = move.laid
        side, which = step.before.side, "lower" if self.first_lower(step) else "higher"
        return Fault(
            f"the {first.tile} is laid before the {second.tile}",
            "laid",
            f"the {side} side is up: the {which} number comes first",
            help=f"player {second.player} lays the {second.tile} first",
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "numbers do not count": cls(numbers_count=False),
            "the lower number always comes first": cls(always="small"),
            "the higher number always comes first": cls(always="large"),
            "the medallion holder always lays first": cls(holder_first=True),
            "higher and lower are swapped": cls(swapped=True),
            "player 1 always lays first": cls(always_first=Player(1)),
        }
