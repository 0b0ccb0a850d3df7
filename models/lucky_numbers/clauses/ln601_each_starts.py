"""LN601."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.moves import Opening, Player, Scores, Start, Turn
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step, Table
from models.smt import And, Formula, If, Not, Or


@dataclass(frozen=True)
class EachStarts(Clause[Step]):
    """A tournament has as many games as players, and each player starts one of them."""

    id = ClauseId("LN601")
    title = "tournament: each player starts once"
    cites = (
        Cite("tiki-2020-en", "Variant: TOURNAMENT MODE", 1),
        Cite("tiki-2020-fr", "Variante : MODE TOURNOI", 1),
        Cite("ravensburger-2012-fr", "Alternative à la fin de la partie", 1),
    )
    moves = (Opening, Start, Turn, Scores)
    kept = (
        "setup; tournament; 1 ./. 4; 1 ./. 4; game first 1 points 2 -2 | start first 2",
        "tournament; 1 ./. 4; 1 ./. 4; game first 1 points 2 -2 | 2: 2 b1",
        "tournament; 1 2/3 4; 1 ./. 4; game first 1 points 2 -2; game first 2 points 2 -2 | tournament points 4 -4",
        "setup; 1 ./. 4; 1 ./. 4; game first 1 points 2 -2 | start first 1",
    )
    broken = (
        "setup; tournament; 1 ./. 4; 1 ./. 4; game first 1 points 2 -2 | start first 1",
        "tournament; 1 ./. 4; 1 ./. 4; game first 1 points 2 -2 | 1: 2 b1",
        "tournament; 1 2/3 4; 1 ./. 4; game first 1 points 2 -2 | tournament points 2 -2",
        "setup; tournament; . ./. .; . ./. .; game first 1 points 2 -2; game first 2 points 2 -2 | open",
        "tournament; . ./. .; . ./. .; game first 1; game first 2; game first 1 | tournament points 0 0",
    )

    same_may_start: bool = False
    any_number: bool = False
    always: bool = False

    def _starter(self, step: Step) -> Player | None:
        """Give who is shown to start this game by this very step."""
        table, move = step.before, step.move
        if isinstance(move, Start):
            return move.first
        if isinstance(move, Turn) and table.last is None and table.first is None:
            return move.player
        return None

    def _starts_again(self, step: Step) -> bool:
        starter = self._starter(step)
        return starter is not None and any(game.first == starter for game in step.before.series)

    def _complete(self, table: Table) -> bool:
        firsts = [game.first for game in table.series if game.first is not None]
        return len(table.series) == table.rules.players and (len(set(firsts)) == len(firsts) or self.same_may_start)

    def exercised(self, step: Step) -> bool:
        table, move = step.before, step.move
        if not table.tournament:
            return False
        first = (isinstance(move, Start) and move.first is not None) or (isinstance(move, Turn) and table.first is None)
        return first or isinstance(move, Opening | Scores)

    def holds(self, step: Step) -> bool:
        if isinstance(step.move, Opening):
            return self.any_number or len(step.before.series) < step.before.rules.players
        if isinstance(step.move, Scores):
            return self.any_number or self._complete(step.before)
        counts = (step.before.tournament or self.always) and not self.same_may_start
        return not counts or not self._starts_again(step)

    def term(self, step: SymbolicStep) -> Formula:
        table, firsts = step.before, [game.first for game in step.before.series]
        if step.made_by(Opening):
            return Or(self.any_number, step.size.players > len(firsts))
        if step.made_by(Scores):
            pairs = ((own, other) for place, own in enumerate(firsts) for other in firsts[:place])
            differ = And(Or(own == 0, own != other) for own, other in pairs)
            return Or(self.any_number, And(len(firsts) == step.rules.players, Or(self.same_may_start, differ)))
        starter = step.move.first
        if step.made_by(Turn):
            starter = If(And(table.last == 0, table.first == 0), step.move.player, 0)
        counts = And(Or(table.tournament, self.always), not self.same_may_start)
        return Not(And(counts, starter != 0, Or(first == starter for first in firsts)))

    def fault(self, step: Step) -> Fault:
        table = step.before
        help_line = f"{table.rules.players} players play {table.rules.players} games, each starts one"
        if isinstance(step.move, Opening):
            return Fault(f"game {len(table.series) + 1} of a tournament", "tournament", "one too many", help=help_line)
        if isinstance(step.move, Scores):
            firsts = ", ".join(str(game.first or "?") for game in table.series)
            games = f"{len(table.series)} game{'s' if len(table.series) != 1 else ''}"
            return Fault(f"{games} played, started by {firsts or 'nobody'}", "event", "not each once", help=help_line)
        field = "first" if isinstance(step.move, Start) else "player"
        starter = self._starter(step)
        return Fault(f"player {starter} starts a second game", field, "has started one of these games", help=help_line)

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "the same player may start again": cls(same_may_start=True),
            "any number of games": cls(any_number=True),
            "asked of games outside tournaments too": cls(always=True),
        }
