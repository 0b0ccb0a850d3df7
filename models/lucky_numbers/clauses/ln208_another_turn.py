"""LN208."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from msgspec.structs import replace

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.editions import FALLING, RISING
from models.lucky_numbers.garden import in_words
from models.lucky_numbers.moves import Opening, Turn
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step
from models.smt import And, Formula, Iff, Not, Or


@dataclass(frozen=True)
class AnotherTurn(Clause[Step]):
    """By the rule books nobody has two turns running. A house rule, printed on a card of its own, gives another turn
    to whoever places a clover diagonally next to an equal one of the own garden, again and again. It is in force only
    where a log declares it (`bruno`: the two neighbours on the rising diagonal; `bruno-any`: all four), and is then
    reported as outside the edition.
    """

    id = ClauseId("LN208")
    title = "house rule bruno: another turn"
    cites = (
        Cite("tiki-2020-en", "Gameplay", 1),
        Cite("tiki-2020-fr", "Déroulement de la partie", 1),
        Cite("ravensburger-2012-fr", "Déroulement de la partie", 1),
    )
    reading = "Programs count different neighbours, so the log must say which: `bruno` or `bruno-any`."
    moves = (Opening, Turn)
    outside = (Opening,)
    kept = (
        ". . . ./. . . ./. . . ./. . . . | open",
        "1 ./. 4; 1 ./. 4 | 1: 1 x b2 => not again",
        "bruno; . ./4 .; 1 ./. 4 | 1: 4 b1 => again",
        "bruno; . 4/4 .; 1 ./. 4 | 1: 5x4 b1 => not again",
        "bruno; . 5/4 .; 1 ./. 4 | 1: 4x5 b1 => again",
        "bruno; 1 ./. 4; 1 ./. 4 | 1: 1x4 b2 => not again",
        "bruno-any; 1 ./. 4; 1 ./. 4 | 1: 1x4 b2 => again",
        "bruno; . 4/. 6; 1 ./. 4 | 1: 4 - => not again",
    )
    broken = (
        "bruno; . . . ./. . . ./. . . ./. . . . | open",
        "bruno-any; . . . ./. . . ./. . . ./. . . . | open",
        "bruno; . ./4 .; 1 ./. 4 | 1: 4 b1 => not again",
        "1 ./. 4; 1 ./. 4 | 1: 2 b1 => again",
    )

    always: bool = False
    never: bool = False
    four: bool = False
    falling: bool = False
    only_adding: bool = False
    by_exchange: bool = False

    def earns(self, step: Step) -> bool:
        """Tell whether the turn gives its player another one."""
        move, rules = step.move, step.before.rules
        if isinstance(move, Turn) and move.action == "exchange" and self.by_exchange:
            return True
        if not isinstance(move, Turn) or move.cell is None or not (rules.again or self.always) or self.never:
            return False
        if self.only_adding and move.action != "place":
            return False
        ways = RISING + FALLING if self.four or self.always else FALLING if self.falling else rules.again
        column, row = rules.board.place(move.cell)
        near = [rules.board.cell(column + right, row + down) for right, down in ways]
        garden = step.before.garden(move.player)
        return any(cell is not None and garden[cell] == move.clover for cell in near)

    def effect(self, step: Step) -> Step:
        again = self.earns(step)
        if not isinstance(step.move, Turn) or again == step.after.again:
            return step
        return replace(step, after=replace(step.after, again=again))

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, self.moves) and bool(step.before.rules.again)

    def holds(self, step: Step) -> bool:
        if isinstance(step.move, Opening):
            return self.always or not step.before.rules.again
        return step.after.again == self.earns(step)

    def earns_term(self, step: SymbolicStep) -> Formula:
        """State that the turn gives its player another one."""
        return Or(And(self.by_exchange, step.exchanges), self._near_term(step))

    def _near_term(self, step: SymbolicStep) -> Formula:
        """State that it does so by an equal neighbour."""
        board, declared = step.rules.board, step.rules.again
        if self.never or not (declared or self.always):
            return False
        ways = set(declared)
        if self.falling:
            ways = set(FALLING)
        if self.four or self.always:
            ways = {*RISING, *FALLING}
        near = [
            (cell, other)
            for cell in step.cells
            for other in step.cells
            if (other % board.side - cell % board.side, other // board.side - cell // board.side) in ways
        ]
        twin = Or(And(step.move.cell == cell, step.own[other] == step.move.clover) for cell, other in near)
        return And(twin, step.adds if self.only_adding else Not(step.leaves))

    def term(self, step: SymbolicStep) -> Formula:
        if step.made_by(Opening):
            return Or(self.always, Not(step.size.house_rule))
        return Iff(step.after.again, self.earns_term(step))

    def fault(self, step: Step) -> Fault:
        if isinstance(step.move, Opening):
            names = in_words(step.before.rules.variants)
            return Fault(
                f"played with the house rule {names}", "variants", "in no rule book", help="judged with that rule"
            )
        earned = "is" if self.earns(step) else "is not"
        return Fault(f"another turn {earned} earned", "player", "by the house rule that is in force")

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "in force without being declared": cls(always=True),
            "declared but never given": cls(never=True),
            "all four neighbours count": cls(four=True),
            "the falling diagonal counts": cls(falling=True),
            "an exchange does not count": cls(only_adding=True),
            "an exchange always gives another turn": cls(by_exchange=True),
        }


BRUNO = AnotherTurn()
