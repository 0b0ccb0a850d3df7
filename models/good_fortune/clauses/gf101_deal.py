"""GF101."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune.editions import LINE, SHEET
from models.good_fortune.moves import Dealing
from models.good_fortune.symbolic_state import SymbolicStep, held
from models.good_fortune.table import Step, write_heap
from models.smt import And, Count, Formula, Not, Or, Sum


@dataclass(frozen=True)
class Deal(Clause[Step]):
    """The tile with the lowest number and the one with the highest go to different players; each player has the same
    number of tiles, nine in the printed game; the last three tiles lie face up in the central line; no tile is missing
    and none is there twice.
    """

    id = ClauseId("GF101")
    title = "the deal: 1 and 21 apart, nine tiles each, three in the line"
    cites = (Cite(SHEET, "Mise en place", 1),)
    moves = (Dealing,)
    kept = (
        "size 1 | deal 1/5, line 2 3 4",
        "size 1 | deal 5/1, line 4 2 3",
        "size 2 | deal 1 2/3 7, line 4 5 6",
    )
    broken = (
        "size 2 | deal 1 7/2 3, line 4 5 6",
        "size 1 | deal 1/4, line 2 3 5",
        "size 1 | deal 2/5, line 1 3 4",
        "size 2 | deal 1/2 3 7, line 4 5 6",
        "size 1 | deal 1/5, line 2 3",
        "size 1 | deal 1/5, line 2 3 3",
        "size 1 | deal 1/5, line 2 3 5",
    )

    lowest_apart: bool = True
    highest_apart: bool = True
    even: bool = True
    line: int = LINE
    whole: bool = True
    same_hand: bool = False

    def faults(self, step: Step) -> list[tuple[str, str, str]]:
        """Tell what is wrong with a deal: message, key, label."""
        move, rules = step.move, step.before.rules
        assert isinstance(move, Dealing)
        found = []
        low, high = (next((n for n in (0, 1) if tile in move.hands[n]), None) for tile in (1, rules.top))
        if self.lowest_apart and low is None:
            found.append(("nobody has the 1", "hands", "one player begins with the 1"))
        if self.highest_apart and high is None:
            found.append((f"nobody has the {rules.top}", "hands", f"one player begins with the {rules.top}"))
        if not self.same_hand and low is not None and low == high:
            found.append((f"1 and {rules.top} in the same hand", "hands", "they go to different players"))
        if self.even and any(len(hand) != rules.hand for hand in move.hands):
            counts = " and ".join(str(len(hand)) for hand in move.hands)
            found.append((f"hands of {counts} tiles", "hands", f"must be {rules.hand} each"))
        if len(move.line) != self.line:
            found.append((f"{len(move.line)} tiles in the line", "line", f"must be {self.line}"))
        everywhere = sorted((*move.hands[0], *move.hands[1], *move.line))
        twice = sorted({tile for tile in everywhere if everywhere.count(tile) > 1})
        if self.whole and twice:
            field = "line" if set(twice) & set(move.line) else "hands"
            found.append((f"{write_heap(twice)} dealt twice", field, "each tile is there once"))
        return found

    def holds(self, step: Step) -> bool:
        return not isinstance(step.move, Dealing) or not self.faults(step)

    def term(self, step: SymbolicStep) -> Formula:
        (one, other), top = step.move.hands, step.rules.top
        line = step.move.line or ()
        both = And(held(one, 1), held(one, top))
        together = Or(both, And(Not(held(one, 1)), held(other, 1), Not(held(one, top)), held(other, top)))
        counts = (Sum((one[t], other[t], Count(each == t for each in line))) for t in step.before.numbers)
        return And(
            Or(held(one, 1), held(other, 1)) if self.lowest_apart else True,
            Or(held(one, top), held(other, top)) if self.highest_apart else True,
            True if self.same_hand else Not(together),
            And(Sum(hand) == step.rules.hand for hand in (one, other)) if self.even else True,
            len(line) == self.line,
            And(count <= 1 for count in counts) if self.whole else True,
        )

    def fault(self, step: Step) -> Fault:
        found, rules = self.faults(step), step.before.rules
        help_line = (
            f"1 to one player, {rules.top} to the other, then equal hands of {rules.hand}; {self.line} in the line"
        )
        return Fault("; ".join(message for message, _, _ in found), found[0][1], found[0][2], help=help_line)

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "the 1 may be in the line": cls(lowest_apart=False),
            "the highest tile may be in the line": cls(highest_apart=False),
            "one player may have both": cls(same_hand=True),
            "hands may differ in size": cls(even=False),
            "two tiles in the line will do": cls(line=2),
            "a tile may be dealt twice": cls(whole=False),
        }
