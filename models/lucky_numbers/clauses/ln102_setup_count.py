"""LN102."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.garden import in_words
from models.lucky_numbers.moves import Placing, Start, Turn
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step, Table
from models.smt import And, Formula, Implies, Not, Or


@dataclass(frozen=True)
class DiagonalFull(Clause[Step]):
    """Before play each player places exactly as many clovers as the marked diagonal has cells (four in the printed
    game), and none of this happens once play has begun.
    """

    id = ClauseId("LN102")
    title = "four clovers each before play"
    cites = (
        Cite("tiki-2020-en", "Game Setup", 6),
        Cite("tiki-2020-fr", "Préparation du jeu", 6),
        Cite("ravensburger-2012-fr", "Préparation du jeu", 2),
    )
    moves = (Placing, Start, Turn)
    kept = (
        "setup; 1 ./. 4; . ./. . | set 2: 1 a1",
        "setup; 1 ./. 4; 1 ./. 4 | start",
        "setup; 1 ./. 4; 1 ./. 4 | 1: 2 b1",
    )
    broken = (
        "setup; 1 ./. 4; . ./. . | set 1: 2 b1",
        "setup; 1 ./. 4; 1 ./. . | start",
        "setup; . ./. .; . ./. . | start",
        "setup; 1 ./. 4; . ./. . | 1: 2 b1",
        "1 ./. 4; 1 ./. 4 | set 2: 2 b1",
    )

    more: int = 0
    others: bool = True
    at_start: bool = True
    only_before_play: bool = True

    def _ready(self, table: Table) -> bool:
        placed = table.placed if self.others else table.placed[:1]
        return all(count == table.rules.board.side + self.more for count in placed)

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Placing | Start) or (isinstance(step.move, Turn) and not step.before.playing)

    def holds(self, step: Step) -> bool:
        table = step.before
        match step.move:
            case Placing(player=player):
                if table.playing:
                    return not self.only_before_play
                return table.placed[player - 1] < table.rules.board.side + self.more
            case Start() | Turn():
                return table.playing or not self.at_start or self._ready(table)
        return True

    def term(self, step: SymbolicStep) -> Formula:
        table, enough = step.before, step.rules.board.side + self.more
        if step.made_by(Placing):
            movers = zip(step.seats, table.placed, strict=True)
            room = And(Implies(mover, placed + 1 <= enough) for (_, mover), placed in movers)
            return And(Implies(table.playing, not self.only_before_play), Or(table.playing, room))
        waited_for = table.placed if self.others else table.placed[:1]
        wrong = Or(Or(placed < enough, placed > enough) for placed in waited_for)
        return Or(table.playing, not self.at_start, Not(wrong))

    def fault(self, step: Step) -> Fault:
        table, side = step.before, step.before.rules.board.side
        help_line = f"each player places {side} clovers, then play starts"
        if isinstance(step.move, Placing):
            if table.playing:
                return Fault("a set-up clover after play has begun", "event", "too late", help=help_line)
            return Fault(
                f"set-up clover {table.placed[step.move.player - 1] + 1} of player {step.move.player}",
                "player",
                f"has placed all {side}",
                help=help_line,
            )
        wrong = [f"player {player} placed {count}" for player, count in enumerate(table.placed, 1) if count != side]
        return Fault(
            f"play starts though {in_words(wrong)}", "event", f"each must have placed {side} clovers", help=help_line
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "one clover more each": cls(more=1),
            "one clover less each": cls(more=-1),
            "only the first player is waited for": cls(others=False),
            "play starts without a set-up": cls(at_start=False),
            "set-up goes on during play": cls(only_before_play=False),
        }
