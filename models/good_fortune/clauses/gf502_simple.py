"""GF502."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune.editions import SHEET
from models.good_fortune.moves import Dealing, Player, Turn, other_player
from models.good_fortune.symbolic_state import NOT_SHOWN, SymbolicStep
from models.good_fortune.table import Step
from models.smt import And, Formula, Or


@dataclass(frozen=True)
class SimpleLaying(Clause[Step]):
    """In the variant Simple laying the players lay one tile each in turn; there is no medallion, nobody chooses before
    the other, and numbers do not matter.
    """

    id = ClauseId("GF502")
    title = "Simple laying: one tile each in turn, no medallion"
    reading = (
        "Who starts? The set-up gives it to the holder of tile 1, the variant says that numbers no longer count. "
        "Whoever lays the first tile does."
    )
    cites = (Cite(SHEET, "Variantes", 2),)
    moves = (Dealing, Turn)
    kept = (
        "hands 9/5; line 8 12 15; simple | 1: 9 left",
        "hands 9/5; line 8 12 15; simple | 2: 5 left",
        "hands 9/5; line 8 12 15; simple; last 1 | 2: 5 left",
        "hands 9/5; line 8 12 15; holder 1 | chooser 1, 2: 5 left, 1: 9 left => holder 2; side large",
        "simple; size 1 | deal 1/5, line 2 3 4",
    )
    broken = (
        "hands 9/5; line 8 12 15; simple; last 1 | 1: 9 left",
        "hands 9/5; line 8 12 15; simple; last 1 | 2: 5 left, 1: 9 right",
        "hands 9/5; line 8 12 15; simple | 2: 5 left => holder 1",
        "hands 9/5; line 8 12 15; simple | 2: 5 left => side small",
        "hands 9/5; line 8 12 15; simple | chooser 2, 2: 5 left",
        "simple; size 1 | deal 1/5, line 2 3 4, holder 1",
    )

    one_tile: bool = True
    in_turn: bool = True
    no_medallion: bool = True
    always: bool = False
    first: Player | None = None

    def faults(self, step: Step) -> list[tuple[str, str, str]]:
        """Tell what is wrong: message, key, label."""
        move, last = step.move, step.before.last
        assert isinstance(move, Dealing | Turn)
        found = []
        if isinstance(move, Turn):
            due = self.first if last is None else other_player(last)
            if self.one_tile and len(move.laid) != 1:
                found.append((f"{len(move.laid)} tiles laid in one turn", "laid", "one tile a turn"))
            elif self.in_turn and due is not None and move.laid[0].player != due:
                found.append(
                    (f"player {move.laid[0].player} is not to lay", "laid/0/player", f"it is player {due}'s turn")
                )
        if self.no_medallion:
            shown = {"holder": move.holder, "side": move.side, "chooser": getattr(move, "chooser", None)}
            found += [
                (f"{key} is told in Simple laying", key, "there is no medallion")
                for key, value in shown.items()
                if value is not None
            ]
        return found

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, self.moves) and step.before.rules.simple

    def holds(self, step: Step) -> bool:
        if not isinstance(step.move, Dealing | Turn):
            return True
        return not (step.before.rules.simple or self.always) or not self.faults(step)

    def term(self, step: SymbolicStep) -> Formula:
        move, before = step.move, step.before
        silent = And(move.holder == 0, move.side == NOT_SHOWN, move.chooser == 0)
        parts: list[Formula] = [silent] if self.no_medallion else []
        if move.kind is Turn:
            starts = And(before.last == 0, self.first is None or move.laid[0].player == self.first)
            due = Or(starts, before.last + move.laid[0].player == 3)
            parts += [len(move.laid) == 1] if self.one_tile else []
            parts += [due] if self.in_turn else []
        return Or(not (step.rules.simple or self.always), And(parts))

    def fault(self, step: Step) -> Fault:
        found = self.faults(step)
        help_line = "one tile each in turn, without the medallion"
        return Fault("; ".join(message for message, _, _ in found), found[0][1], found[0][2], help=help_line)

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "both lay in one turn": cls(one_tile=False),
            "anybody may lay next": cls(in_turn=False),
            "the medallion is still there": cls(no_medallion=False),
            "the variant is always on": cls(always=True),
            "player 1 must start": cls(first=Player(1)),
        }
