"""LN501."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.garden import in_words
from models.lucky_numbers.moves import Placing
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step
from models.smt import And, Formula, Implies, Or


@dataclass(frozen=True)
class Rounds(Clause[Step]):
    """In Michael's set-up (the only one of the 2012 edition) everybody places a first clover, then everybody a second
    one, and so on; the order inside a round is open.
    """

    id = ClauseId("LN501")
    title = "Michael's set-up: one clover each in turn"
    cites = (
        Cite("tiki-2020-en", "Variant: MICHAEL'S SETUP", 3),
        Cite("tiki-2020-fr", "Variante : MISE EN PLACE DE MICHAEL", 3),
        Cite("ravensburger-2012-fr", "Préparation du jeu", 2),
    )
    moves = (Placing,)
    kept = (
        "setup; michael; . ./. .; . ./. . | set 2: 4 b2",
        "setup; michael; 1 ./. .; . ./. . | set 2: 4 b2",
        "setup; michael; 1 ./. .; 1 ./. . | set 2: 4 b2",
        "setup; 1 ./. .; . ./. . | set 1: 4 b2",
    )
    broken = (
        "setup; michael; 1 ./. .; . ./. . | set 1: 4 b2",
        "setup; michael; 1 ./. .; 1 ./. .; . ./. . | set 2: 4 b2",
    )

    kept_at_all: bool = True
    always: bool = False
    seats: bool = False
    ahead: int = 0

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Placing) and step.before.rules.one_by_one

    def holds(self, step: Step) -> bool:
        assert isinstance(step.move, Placing)
        table, move = step.before, step.move
        if not (table.rules.one_by_one or self.always) or not self.kept_at_all:
            return True
        fewest, own = min(table.placed), table.placed[move.player - 1]
        if self.seats and table.placed.index(fewest) != move.player - 1:
            return False
        return own <= fewest + self.ahead

    def term(self, step: SymbolicStep) -> Formula:
        if not self.kept_at_all or not (step.rules.one_by_one or self.always):
            return True
        placed = step.before.placed

        def may_place(seat: int) -> Formula:
            own = placed[seat]
            first = And(And(own <= other for other in placed), And(own < other for other in placed[:seat]))
            return And(And(own < other + self.ahead + 1 for other in placed), Or(not self.seats, first))

        return And(Implies(mover, may_place(seat)) for seat, mover in step.seats)

    def fault(self, step: Step) -> Fault:
        assert isinstance(step.move, Placing)
        placed = step.before.placed
        waiting = [f"player {player}" for player, count in enumerate(placed, 1) if count == min(placed)]
        return Fault(
            f"player {step.move.player} places clover {placed[step.move.player - 1] + 1} too early",
            "player",
            f"{in_words(waiting)} {'has' if len(waiting) == 1 else 'have'} placed {min(placed)}",
            help="everybody places one clover, then everybody the next one",
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "all clovers at once, as in the standard set-up": cls(kept_at_all=False),
            "asked of the standard set-up too": cls(always=True),
            "in the order of the seats": cls(seats=True),
            "one clover ahead is allowed": cls(ahead=1),
        }
