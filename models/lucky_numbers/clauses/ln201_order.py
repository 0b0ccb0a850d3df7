"""LN201."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.moves import Player, Turn
from models.lucky_numbers.symbolic_state import Formulas, SymbolicStep
from models.lucky_numbers.table import Step, Table
from models.smt import And, Formula, If, Implies, Not, Or


@dataclass(frozen=True)
class Clockwise(Clause[Step]):
    """The first player starts, then players take one turn each in clockwise order (ascending player numbers, and from
    the last to the first). Where a log does not name the first player, it is whoever takes the first turn. Two house
    rules bear on it: who has earned another turn is next (LN208), who has conceded is skipped (LN209).
    """

    id = ClauseId("LN201")
    title = "one turn each, clockwise"
    cites = (
        Cite("tiki-2020-en", "Gameplay", 1),
        Cite("tiki-2020-fr", "Déroulement de la partie", 1),
        Cite("ravensburger-2012-fr", "Déroulement de la partie", 1),
    )
    reading = "Who is oldest is not in a log: `first` says who starts."
    moves = (Turn,)
    kept = (
        "1 ./. 4; 1 ./. 4 | 2: 2 b1",
        "1 ./. 4; 1 ./. 4; first 2 | 2: 2 b1",
        "1 ./. 4; 1 ./. 4; last 2 | 1: 2 b1",
        "1 ./. 4; 1 ./. 4; 1 ./. 4; last 1 | 2: 2 b1",
        "1 ./. 4; 1 ./. 4; 1 ./. 4; last 1; conceded 2 | 3: 2 b1",
        "1 ./. 4; 1 ./. 4; last 2; again; bruno | 2: 2 b1",
    )
    broken = (
        "1 ./. 4; 1 ./. 4; first 2 | 1: 2 b1",
        "1 ./. 4; 1 ./. 4; last 2 | 2: 2 b1",
        "1 ./. 4; 1 ./. 4; 1 ./. 4; last 1 | 3: 2 b1",
        "1 ./. 4; 1 ./. 4; 1 ./. 4; last 1; conceded 2 | 2: 2 b1",
        "1 ./. 4; 1 ./. 4; last 2; again; bruno | 1: 2 b1",
    )

    clockwise: bool = True
    anyone: Literal["never", "at the start", "always"] = "never"
    one_starts: bool = False
    skips: bool = True
    again: bool = True
    taking_is_a_turn: bool = True

    def due(self, table: Table) -> tuple[Player, ...]:
        """Give the players who may take the next turn."""
        staying = table.staying if self.skips else table.players
        if self.anyone == "always" or not staying or (self.anyone == "at the start" and table.last is None):
            return staying
        if table.last is None:
            if table.first is None and not self.one_starts:
                return staying
            return (self._from(table.first or Player(1), staying),)
        another = (table.again and self.again) or not (self.taking_is_a_turn or table.drawn)
        if another and table.last in staying:
            return (table.last,)
        step = 1 if self.clockwise else -1
        return (self._from(Player((table.last - 1 + step) % table.rules.players + 1), staying),)

    @staticmethod
    def _from(player: Player, staying: tuple[Player, ...]) -> Player:
        return player if player in staying else next((other for other in staying if other > player), staying[0])

    def holds(self, step: Step) -> bool:
        return isinstance(step.move, Turn) and step.move.player in self.due(step.before)

    def term(self, step: SymbolicStep) -> Formula:
        table, seats = step.before, step.before.seats
        staying = table.staying if self.skips else (True,) * len(seats)
        if self.anyone == "always":
            return step.of_mover(staying)
        starter = If(table.first == 0, 1, table.first)
        opens = And(Implies(starter == seat + 1, self._is_next(step, seat, staying)) for seat in seats)
        unnamed = Or(And(table.first == 0, not self.one_starts), self.anyone == "at the start")
        way = 1 if self.clockwise else -1
        follows = And(Implies(table.last == seat + 1, self._is_next(step, seat + way, staying)) for seat in seats)
        stays = Or(And(table.last == seat + 1, staying[seat]) for seat in seats)
        earned = Or(And(table.again, self.again), And(not self.taking_is_a_turn, Not(table.drawn)))
        another = And(earned, stays)
        later = If(another, step.move.player == table.last, follows)
        right: Formula = If(table.last == 0, If(unnamed, step.of_mover(staying), opens), later)
        return right

    @staticmethod
    def _is_next(step: SymbolicStep, seat: int, staying: Formulas) -> Formula:
        """State that the mover is the first one who stays, round from a seat."""
        round_ = [(seat + more) % len(staying) for more in range(len(staying))]
        return Or(
            And(step.move.player == own + 1, staying[own], Not(Or(staying[other] for other in round_[:place])))
            for place, own in enumerate(round_)
        )

    def fault(self, step: Step) -> Fault:
        assert isinstance(step.move, Turn)
        due = self.due(step.before)
        if step.move.player in step.before.conceded:
            message = f"player {step.move.player} has conceded"
        else:
            message = f"it is not the turn of player {step.move.player}"
        whose = f"player {due[0]} is next" if due else "everybody has conceded"
        return Fault(message, "player", whose, help="turns go round by player number, one each")

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "anti-clockwise": cls(clockwise=False),
            "turns in any order": cls(anyone="always"),
            "player 1 always starts": cls(one_starts=True),
            "who conceded is not skipped": cls(skips=False),
            "another turn that was earned is not given": cls(again=False),
            "who took from the middle has another turn": cls(taking_is_a_turn=False),
        }


ORDER = Clockwise()
