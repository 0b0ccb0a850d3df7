"""GF204."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune.editions import SHEET
from models.good_fortune.layings import Met, met
from models.good_fortune.moves import End, Turn, opposite
from models.good_fortune.symbolic_state import SomeMet, SymbolicStep
from models.good_fortune.table import Step, in_words
from models.smt import And, Count, Formula, If, Implies, Not, Or


@dataclass(frozen=True)
class Connect(Clause[Step]):
    """A tile that shares a charm with a tile at an end must be laid next to such an end, its player's choice if it
    shares one with both; the tile at the opposite end is won, into the player's collection.
    """

    id = ClauseId("GF204")
    title = "a shared charm must be connected, and wins the opposite tile"
    reading = (
        "A tile carries two different charms, and a die from 1 to 6: no tile of the sheet has one charm twice, and it "
        "says nothing of the dice. A tile set with anything else is refused."
    )
    cites = (Cite(SHEET, "2 Pose et gain de tuiles", 6), Cite(SHEET, "2 Pose et gain de tuiles", 7))
    moves = (Turn,)
    kept = (
        "simple; tiles 5AB1 8AC1 12DE1 15FG1; hands -/5; line 8 12 15 | 2: 5 left +15",
        "simple; tiles 5AB1 8AC1 12DE1 15BG1; hands -/5; line 8 12 15 | 2: 5 right +8",
        "simple; tiles 5AB1 8CD1 12DE1 15FG1; hands -/5; line 8 12 15 | 2: 5 right -8",
        "simple; tiles 5AB1 8CD1 12BE1 15FG1; hands -/5; line 8 12 15 | 2: 5 right -8",
        "simple; tiles 5AB1 8A?1 12DE1 15FG1; hands -/5; line 8 12 15 | 2: 5 left",
        "simple; tiles 5A?1 8CD1 12DE1 15FA1; hands -/5; line 8 12 15 | 2: 5 left +15",
        "tiles 5AB1 8AC1 12BE1 9CF1 15FG1; hands 9/5; line 8 12 15; holder 1 | 2: 5 left +15, 1: 9 left -12",
        "tiles 5AB1 8AC1 12BE1 9BF1 15FG1; hands 9/5; line 8 12 15; holder 1 | 2: 5 left +15, 1: 9 right +5",
    )
    broken = (
        "simple; tiles 5AB1 8AC1 12DE1 15FG1; hands -/5; line 8 12 15 | 2: 5 right -8",
        "simple; tiles 5AB1 8AC1 12DE1 15FG1; hands -/5; line 8 12 15 | 2: 5 right +8",
        "simple; tiles 5AB1 8AC1 12DE1 15FG1; hands -/5; line 8 12 15 | 2: 5 left -15",
        "simple; tiles 5AB1 8AC1 12DE1 15FG1; hands -/5; line 8 12 15 | 2: 5 left +8",
        "simple; tiles 5AB1 8AC1 12DE1 15FG1; hands -/5; line 8 12 15 | 2: 5 left +12",
        "simple; hands -/5; line 8 12 15 | 2: 5 left +12",
        "simple; tiles 5AB1 8AC1 12DE1 15BG1; hands -/5; line 8 12 15 | 2: 5 right -8",
        "simple; tiles 5A?1 8CD1 12DE1 15FA1; hands -/5; line 8 12 15 | 2: 5 left -15",
        "tiles 5AB1 8AC1 12BE1 9BF1 15FG1; hands 9/5; line 8 12 15; holder 1 | 2: 5 left +15, 1: 9 left -12",
    )

    must: bool = True
    wins: bool = True
    both_charms: bool = False
    first: End | None = None
    wins_opposite: bool = True
    middle_too: bool = False
    line_as_left: bool = True

    def connects(self, each: Met) -> list[End]:
        """Give the ends next to which a tile must be laid; none where it need not."""
        line = each.line if self.line_as_left else each.first_line
        ends = each.connects(line=line)
        if self.both_charms:
            ends = [end for end in ends if len(each.common(end)) > 1]
        if self.middle_too and not ends and any(each.tiles.shares(each.laying.tile, tile) for tile in line[1:-1]):
            ends = ["left"]
        return [self.first] if self.first in ends else ends[:1] if self.first else ends

    def fault_of(self, each: Met) -> tuple[str, str, str] | None:
        """Tell what is wrong with a laying: message, key below it, label."""
        laying, ends = each.laying, self.connects(each)
        here = each.shares(laying.end, line=each.line if self.line_as_left else each.first_line)
        wrong = laying.fate == "won" and laying.taken != each.pushed_out and each.place == 0
        what = f"the {laying.taken} is won", "won", f"the {each.pushed_out} lies at the opposite end"
        if not ends:
            return what if wrong and self.wins_opposite and here is None else None
        at = in_words([f"the {each.at(end)} on the {end}" for end in ends], "or")
        if self.must and laying.end not in ends and here is False:
            return f"the {laying.tile} does not connect", "end", f"must lie next to {at}"
        if self.must and self.first and laying.end not in ends:
            return f"the {laying.tile} does not connect", "end", f"must lie next to {at}"
        if self.wins and laying.fate == "discarded":
            return f"the {laying.tile} connects, and nothing is won", "discarded", "is won, not discarded"
        return what if wrong and self.wins_opposite and here is not False else None

    def exercised(self, step: Step) -> bool:
        """Tell it where a tile shares a charm with an end, and where a tile is told to be won."""
        return any(each.connects() or each.laying.fate == "won" for each in met(step))

    def holds(self, step: Step) -> bool:
        return all(self.fault_of(each) is None for each in met(step))

    def duties(self, each: SomeMet) -> tuple[Formula, Formula]:
        """State of the left end and of the right one that a tile must be laid there if it is not at the other one."""
        tile, line = each.laying.tile, each.line if self.line_as_left else each.first_line
        left, right = (each.shares(left=end, line=line) for end in (True, False))
        if self.both_charms:
            left, right = (
                And(shared, Count(each.tiles.common(tile, each.end(left=end))) >= 2)
                for shared, end in ((left, True), (right, False))
            )
        if self.middle_too:
            left = Or(left, And(Not(right), Or(each.tiles.shares(tile, other) for other in line[1:-1])))
        if self.first == "right":
            return And(left, Not(right)), right
        return left, And(right, Not(left)) if self.first else right

    def legal_term(self, each: SomeMet) -> Formula:
        """State of one laying that it connects where it must, and that what it wins is as it must be."""
        laying, (left, right) = each.laying, self.duties(each)
        must, here = Or(left, right), If(each.laying.left, left, right)
        line = each.line if self.line_as_left else each.first_line
        apart = If(laying.left, each.apart(left=True, line=line), each.apart(left=False, line=line))
        known_apart = True if self.first else apart
        right_tile = Or(Not(laying.wins), laying.taken == each.pushed_out)
        spared = If(must, apart, Or(each.connects, apart))
        return And(
            Implies(And(must, known_apart), here) if self.must else True,
            Implies(must, Not(laying.discards)) if self.wins else True,
            Or(right_tile, spared) if self.wins_opposite and each.place == 0 else True,
        )

    def term(self, step: SymbolicStep) -> Formula:
        return And(self.legal_term(each) for each in step.met)

    def fault(self, step: Step) -> Fault:
        each, found = next((each, found) for each in met(step) if (found := self.fault_of(each)))
        message, key, label = found
        ends = self.connects(each)
        if not ends:
            return Fault(message, f"{each.field}/{key}", label, help="the tile at the opposite end is won")
        ways = "; ".join(_way(each, end) for end in ends)
        return Fault(message, f"{each.field}/{key}", label, help=f"the {each.laying.tile} {ways}")

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "connecting is not a duty": cls(must=False),
            "nothing need be won": cls(wins=False),
            "both charms must be shared": cls(both_charms=True),
            "the left end comes first": cls(first="left"),
            "the right end comes first": cls(first="right"),
            "any tile of the line may be won": cls(wins_opposite=False),
            "the middle of the line connects too": cls(middle_too=True),
            "the second tile looks at the line before the first": cls(line_as_left=False),
        }


def _way(each: Met, end: End) -> str:
    """Say what a tile shares with an end, and what it wins if it is laid there."""
    other, at = opposite(each.line, end), each.at(end)
    shared = in_words([str(charm) for charm in each.common(end)])
    far = "right" if end == "left" else "left"
    return f"shares {shared} with the {at} on the {end}: laid next to it, it wins the {other} on the {far}"


CONNECT = Connect()
