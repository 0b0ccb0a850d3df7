"""GF205."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune.editions import SHEET
from models.good_fortune.layings import ENDS, Met, met
from models.good_fortune.moves import End, Turn
from models.good_fortune.symbolic_state import SomeMet, SymbolicStep
from models.good_fortune.table import Step
from models.smt import And, Formula, If, Implies, Not, Or


@dataclass(frozen=True)
class Discard(Clause[Step]):
    """A tile that shares no charm with either end is laid all the same, at either end; the tile at the opposite end
    leaves the game, and nobody wins it.
    """

    id = ClauseId("GF205")
    title = "without a shared charm the opposite tile leaves the game"
    cites = (Cite(SHEET, "2 Pose et gain de tuiles", 8),)
    moves = (Turn,)
    kept = (
        "simple; tiles 5AB1 8CD1 12DE1 15FG1; hands -/5; line 8 12 15 | 2: 5 right -8",
        "simple; tiles 5AB1 8CD1 12DE1 15FG1; hands -/5; line 8 12 15 | 2: 5 left -15",
        "simple; tiles 5AB1 8AD1 12DE1 15FG1; hands -/5; line 8 12 15 | 2: 5 left +15",
        "simple; tiles 5AB1 8A?1 12DE1 15FG1; hands -/5; line 8 12 15 | 2: 5 left +15",
        "simple; tiles 5AB1 8?C1 12DE1 15FG1; hands -/5; line 8 12 15 | 2: 5 left +15",
        "tiles 5AB1 8AC1 12DE1 9FG1 15FG1; hands 9/5; line 8 12 15; holder 1 | 2: 5 left +15, 1: 9 right -5",
    )
    broken = (
        "simple; tiles 5AB1 8CD1 12DE1 15FG1; hands -/5; line 8 12 15 | 2: 5 left +15",
        "simple; tiles 5AB1 8CD1 12AE1 15FG1; hands -/5; line 8 12 15 | 2: 5 right +8",
        "simple; tiles 5AB1 8CD1 12DE1 15FG1; hands -/5; line 8 12 15 | 2: 5 left -8",
        "simple; tiles 5AB1 8CD1 12DE1 15?G1; hands -/5; line 8 12 15 | 2: 5 left +15",
        "tiles 5AB1 8AC1 12DE1 9FG1 15FG1; hands 9/5; line 8 12 15; holder 1 | 2: 5 left +15, 1: 9 right +5",
    )

    wins_nothing: bool = True
    opposite_leaves: bool = True
    middle_connects: bool = False
    only_if_known: bool = False
    at_end: End | None = None
    line_as_left: bool = True

    def fault_of(self, each: Met) -> tuple[str, str, str] | None:
        """Tell what is wrong with a laying: message, key below it, label."""
        laying = each.laying
        line = each.line if self.line_as_left else each.first_line
        here = each.shares(laying.end, line=line)
        others = [each.shares(end, line=line) for end in ENDS]
        if any(others) or (self.only_if_known and None in others):
            return None  # which GF204 tells of
        if self.middle_connects and any(each.tiles.shares(laying.tile, tile) for tile in line[1:-1]):
            return None
        if self.wins_nothing and here is False and laying.fate == "won":
            what = f"the {laying.tile} has no charm of the {each.at(laying.end)}"
            return f"the {laying.taken} is won without a shared charm", "won", what
        if self.at_end and laying.end != self.at_end:
            return f"the {laying.tile} connects nowhere", "end", f"must lie {self.at_end}"
        wrong = laying.fate == "discarded" and laying.taken != each.pushed_out
        if self.opposite_leaves and wrong and each.place == 0:
            return f"the {laying.taken} leaves the game", "discarded", f"the {each.pushed_out} lies at the opposite end"
        return None

    def exercised(self, step: Step) -> bool:
        """Tell it where a tile shares no charm with either end, and where a tile is told to have left the game."""
        return any(
            each.laying.fate == "discarded" or not (each.connects() or all(each.shares(end) is None for end in ENDS))
            for each in met(step)
        )

    def holds(self, step: Step) -> bool:
        return all(self.fault_of(each) is None for each in met(step))

    def legal_term(self, each: SomeMet) -> Formula:
        """State of one laying that it wins nothing without a shared charm, and which tile leaves the game then."""
        laying = each.laying
        line = each.line if self.line_as_left else each.first_line
        alone = [each.apart(left=left, line=line) for left in (True, False)]
        shared = [each.shares(left=left, line=line) for left in (True, False)]
        without = And(alone) if self.only_if_known else Not(Or(shared))
        if self.middle_connects:
            without = And(without, (Not(each.tiles.shares(laying.tile, other)) for other in line[1:-1]))
        nothing = Not(And(laying.wins, If(laying.left, *alone)))
        right = Or(Not(laying.discards), laying.taken == each.pushed_out)
        return Implies(
            without,
            And(
                nothing if self.wins_nothing else True,
                right if self.opposite_leaves and each.place == 0 else True,
                True if self.at_end is None else laying.left if self.at_end == "left" else Not(laying.left),
            ),
        )

    def term(self, step: SymbolicStep) -> Formula:
        return And(self.legal_term(each) for each in step.met)

    def fault(self, step: Step) -> Fault:
        each, found = next((each, found) for each in met(step) if (found := self.fault_of(each)))
        message, key, label = found
        return Fault(message, f"{each.field}/{key}", label, help=f"the {each.pushed_out} leaves the game")

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "the opposite tile is won all the same": cls(wins_nothing=False),
            "any tile of the line may leave": cls(opposite_leaves=False),
            "a shared charm with the middle wins": cls(middle_connects=True),
            "a half-known tile is not judged": cls(only_if_known=True),
            "a tile that connects nowhere is laid left": cls(at_end="left"),
            "a tile that connects nowhere is laid right": cls(at_end="right"),
            "the second tile looks at the line before the first": cls(line_as_left=False),
        }


DISCARD = Discard()
