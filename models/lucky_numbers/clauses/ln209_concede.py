"""LN209."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.moves import Conceding, Turn
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step
from models.smt import Formula


@dataclass(frozen=True)
class NobodyConcedes(Clause[Step]):
    """No rule book lets a player give up. A log may record it; it is reported as outside the edition, the player is
    skipped from then on and is not among the winners. When one player alone is left, a program may stop.
    """

    id = ClauseId("LN209")
    title = "conceding is in no rule book"
    cites = (
        Cite("tiki-2020-en", "Game End", 1),
        Cite("tiki-2020-fr", "Fin de la partie", 1),
        Cite("ravensburger-2012-fr", "Fin de la partie", 1),
    )
    moves = (Conceding, Turn)
    outside = (Conceding,)
    kept = ("1 ./. 4; 1 ./. 4 | 1: 2 b1",)
    broken = ("1 ./. 4; 1 ./. 4 | concede 1",)

    allowed: bool = False

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Conceding)

    def holds(self, step: Step) -> bool:
        return self.allowed or not isinstance(step.move, Conceding)

    def term(self, step: SymbolicStep) -> Formula:
        return self.allowed or not step.made_by(Conceding)

    def fault(self, step: Step) -> Fault:
        assert isinstance(step.move, Conceding)
        player, before, follows = step.move.player, step.before, "the player is skipped from here"
        if before.ended is not None:
            follows = "play was over: the result stands"
        elif player in before.conceded:
            follows = "the player had conceded before: nothing changes"
        return Fault(f"player {player} concedes", "event", "in no rule book", help=follows)

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {"conceding is a rule of the game": cls(allowed=True)}
