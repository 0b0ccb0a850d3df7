"""GF203."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune.editions import SHEET
from models.good_fortune.layings import line_after, met, stale_lines
from models.good_fortune.moves import Turn
from models.good_fortune.table import Step, heap
from models.good_fortune.tiles import Tiles


@dataclass(frozen=True)
class AtAnEnd(Clause[Step]):
    """A tile is laid outside at one end of the line, and the tile at the opposite end leaves it: so the line has as
    many tiles as before, in their old order.
    """

    id = ClauseId("GF203")
    title = "a tile is laid at one end of the line, the opposite one leaves it"
    cites = (Cite(SHEET, "2 Pose et gain de tuiles", 5), Cite(SHEET, "2 Pose et gain de tuiles", 7))
    moves = (Turn,)
    grants = "turn"
    kept = (
        "hands 9/5; line 8 12 15; simple | 2: 5 left => line 5 8 12",
        "hands 9/5; line 8 12 15; simple | 2: 5 right => line 12 15 5",
        "hands 9/5; line 8 12 15; holder 1 | 2: 5 left, 1: 9 right => line 8 12 9",
    )
    broken = (
        "hands 9/5; line 8 12 15; simple | 2: 5 left => line 5 8 12 15",
        "hands 9/5; line 8 12 15; simple | 2: 5 left => line 5 12 15",
        "hands 9/5; line 8 12 15; simple | 2: 5 left => line 8 5 12",
        "hands 9/5; line 8 12 15; simple | 2: 5 left => line 8 12 15",
        "hands 9/5; line 8 12 15; simple | 2: 5 right => line 5 8 12",
        "hands 9/5; line 8 12 15; holder 1 | 2: 5 left, 1: 9 right => line 5 8 9",
    )

    leaves: Literal["opposite", "neighbour", "nobody"] = "opposite"
    shown: bool = True
    either_end: bool = False

    def right_line(self, step: Step) -> Tiles:
        """Give the line after the turn."""
        if self.leaves == "opposite":
            return line_after(step)
        line = step.before.line
        for each in met(step):
            tile, left = each.laying.tile, each.laying.end == "left"
            if self.leaves == "neighbour":
                line = (tile, *line[1:]) if left else (*line[:-1], tile)
            else:
                line = (tile, *line) if left else (*line, tile)
        return line

    def holds(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, Turn) or move.line is None or not met(step) or not self.shown:
            return True
        if move.line in stale_lines(step):
            return True  # which GF206 tells of
        right = self.right_line(step)
        if self.either_end and len(move.laid) == 1 and move.line[1:] == step.before.line[:-1]:
            return True
        return move.line == right

    def fault(self, step: Step) -> Fault:
        move = step.move
        assert isinstance(move, Turn)
        right = self.right_line(step)
        return Fault(
            f"the line is {heap(move.line or ())} after the turn",
            "line",
            f"must be {heap(right)}",
            help="a tile is laid outside at an end, and the one at the opposite end leaves",
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "the tile beside it leaves": cls(leaves="neighbour"),
            "no tile leaves": cls(leaves="nobody"),
            "the line is not looked at": cls(shown=False),
            "a tile laid right may come to lie left": cls(either_end=True),
        }
