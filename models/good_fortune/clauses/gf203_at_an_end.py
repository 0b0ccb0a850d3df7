"""GF203."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Literal, Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune.editions import SHEET
from models.good_fortune.layings import line_after_turn, met, stale_lines, stale_term
from models.good_fortune.moves import Turn
from models.good_fortune.symbolic_state import Numbers, SymbolicStep, same
from models.good_fortune.table import Step, following, write_heap
from models.good_fortune.tiles import Tiles
from models.smt import And, Formula, Not, Or


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
    backwards: bool = False

    def right_line(self, step: Step) -> Tiles:
        """Give the line after the turn."""
        if self.leaves == "opposite":
            return line_after_turn(step)[::-1] if self.backwards else line_after_turn(step)
        line = step.before.line
        for each in met(step):
            tile, left = each.laying.tile, each.laying.end == "left"
            if self.leaves == "neighbour":
                line = (tile, *line[1:]) if left else (*line[:-1], tile)
            else:
                line = (tile, *line) if left else (*line, tile)
        return line

    def effect(self, step: Step) -> Step:
        move = step.move
        if not isinstance(move, Turn) or move.line is not None or not met(step) or not self.shown:
            return step
        return following(step, line=self.right_line(step))

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Turn) and step.move.line is not None and bool(step.before.line)

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

    def term(self, step: SymbolicStep) -> Formula:
        shown, line = step.move.line, step.before.line
        if shown is None or not self.shown or not step.met:
            return True
        anywhere = self.either_end and len(step.met) == 1 and same(shown[1:], line[:-1])
        return Or(
            anywhere,
            stale_term(step, shown),
            (And(ends, same(shown, row)) for ends, row in self._rows(step)),
        )

    def _rows(self, step: SymbolicStep) -> Iterator[tuple[Formula, Numbers]]:
        """Give the line after the turn for every choice of ends."""
        for sides in product((True, False), repeat=len(step.met)):
            row, ends = list(step.before.line), []
            for left, each in zip(sides, step.met, strict=True):
                ends.append(each.laying.left if left else Not(each.laying.left))
                row = [each.laying.tile, *row] if left else [*row, each.laying.tile]
                if self.leaves != "nobody":
                    beside, opposite = (1, len(row) - 1) if left else (len(row) - 2, 0)
                    del row[beside if self.leaves == "neighbour" else opposite]
            yield And(ends), tuple(reversed(row)) if self.backwards else tuple(row)

    def fault(self, step: Step) -> Fault:
        move = step.move
        assert isinstance(move, Turn)
        right = self.right_line(step)
        return Fault(
            f"the line is {write_heap(move.line or ())} after the turn",
            "line",
            f"must be {write_heap(right)}",
            help="a tile is laid outside at an end, and the one at the opposite end leaves",
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "the tile beside it leaves": cls(leaves="neighbour"),
            "no tile leaves": cls(leaves="nobody"),
            "the line is not looked at": cls(shown=False),
            "a tile laid right may come to lie left": cls(either_end=True),
            "the line is told from right to left": cls(backwards=True),
        }
