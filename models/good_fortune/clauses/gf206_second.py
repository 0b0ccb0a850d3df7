"""GF206."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune.editions import SHEET
from models.good_fortune.layings import Met, line_after_layings, line_after_turn, met, stale_lines, stale_term
from models.good_fortune.moves import Turn, opposite
from models.good_fortune.symbolic_state import SymbolicStep, same
from models.good_fortune.table import Step, write_heap
from models.smt import And, Formula, If, Not, Or


@dataclass(frozen=True)
class SecondOnNewLine(Clause[Step]):
    """The second tile of a turn is laid on the line as the first one left it: what it pushes out is an end of that
    line, be it the tile just laid.
    """

    id = ClauseId("GF206")
    title = "the second tile meets the line as the first one left it"
    cites = (Cite(SHEET, "2 Pose et gain de tuiles", 9),)
    moves = (Turn,)
    kept = (
        "hands 9/5; line 8 12 15; holder 1 | 2: 5 left -15, 1: 9 right -5 => line 8 12 9",
        "hands 9/5; line 8 12 15; holder 1 | 2: 5 left +15, 1: 9 left +12 => line 9 5 8",
        "hands 9/5; line 8 12 15; holder 1 | 2: 5 left +15, 1: 9 left",
        "hands 9/5; line 8 12 15; holder 1 | 2: 5 left -15, 1: 9 right => line 8 12 9",
    )
    broken = (
        "hands 9/5; line 8 12 15; holder 1 | 2: 5 left -15, 1: 9 right -8",
        "hands 9/5; line 8 12 15; holder 1 | 2: 5 left +15, 1: 9 left +15",
        "hands 9/5; line 8 12 15; holder 1 | 2: 5 left -15, 1: 9 right => line 5 12 9",
        "hands 9/5; line 8 12 15; holder 1 | 2: 5 left -15, 1: 9 left => line 9 8 12",
    )

    new_line: bool = True
    looks_at_taken: bool = True
    looks_at_line: bool = True

    def _right(self, second: Met) -> int:
        line = second.line if self.new_line else second.first_line
        return opposite(line, second.laying.end)

    def _wrong(self, step: Step) -> Met | None:
        """Find a later tile that does not push out what it is said to."""
        later = (each for each in met(step) if each.place and each.laying.taken is not None)
        return next((each for each in later if each.laying.taken != self._right(each)), None)

    def _taken_is_right(self, step: Step) -> bool:
        return self._wrong(step) is None

    def _stale(self, step: Step) -> bool:
        move = step.move
        assert isinstance(move, Turn)
        return move.line is not None and move.line != line_after_turn(step) and move.line in stale_lines(step)

    def exercised(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, Turn) or len(move.laid) != 2 or not step.before.line:
            return False
        return move.laid[1].taken is not None or move.line is not None

    def holds(self, step: Step) -> bool:
        if not met(step):
            return True
        return (not self.looks_at_taken or self._taken_is_right(step)) and (
            not self.looks_at_line or not self._stale(step)
        )

    def term(self, step: SymbolicStep) -> Formula:
        parts: list[Formula] = []
        for each in step.met[1:]:
            line = each.line if self.new_line else each.first_line
            out = If(each.laying.left, line[-1], line[0])
            parts.append(Or(each.laying.taken == 0, each.laying.taken == out))
        shown = step.move.line
        stale: Formula = False
        if shown is not None and step.met:
            stale = And(Not(same(shown, line_after_layings(step))), stale_term(step, shown))
        return And(parts if self.looks_at_taken else True, Not(stale) if self.looks_at_line else True)

    def fault(self, step: Step) -> Fault:
        move, second = step.move, self._wrong(step) or met(step)[-1]
        assert isinstance(move, Turn)
        help_line = f"the first tile leaves the line {write_heap(second.line)}"
        if not self._taken_is_right(step):
            key = "won" if second.laying.fate == "won" else "discarded"
            return Fault(
                f"the second tile does not push out the {second.laying.taken}",
                f"{second.field}/{key}",
                f"the {second.pushed_out} lies at the opposite end then",
                help=help_line,
            )
        return Fault(
            f"the line is {write_heap(move.line or ())}: the second tile was laid on the old line",
            "line",
            f"must be {write_heap(line_after_turn(step))}",
            help=help_line,
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "the second tile is laid on the old line": cls(new_line=False),
            "what the second tile pushes out is not looked at": cls(looks_at_taken=False),
            "the line after both is not looked at": cls(looks_at_line=False),
        }
