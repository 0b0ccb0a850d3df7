"""LN401."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

from msgspec.structs import replace

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.garden import EMPTY
from models.lucky_numbers.moves import End, Player, Turn
from models.lucky_numbers.rounds import round_done, round_done_term
from models.lucky_numbers.symbolic_state import BY_FULL, Formulas, SymbolicStep, SymbolicTable
from models.lucky_numbers.table import Ended, Step, Table, result_fault
from models.smt import And, Formula, Iff, Implies, Not, Or


@dataclass(frozen=True)
class FullGarden(Clause[Step]):
    """Play stops at once when a player places a clover on the last empty cell of the own garden; that player alone
    wins.
    """

    id = ClauseId("LN401")
    title = "a full garden ends play and wins"
    cites = (
        Cite("tiki-2020-en", "Game End", 1),
        Cite("tiki-2020-fr", "Fin de la partie", 1),
        Cite("ravensburger-2012-fr", "Fin de la partie", 1),
    )
    moves = (Turn, End)
    results = (End,)
    kept = (
        "1 2/. 4; 1 ./. 4 | 2: 2 b1",
        "1 2/3 4; 1 ./. 4 | end winners 1, empty 0 2",
        "1 2/3 4; 1 2/. 4; drawn; pile 0 | end winners 1",
        "1 2/3 4; 1 ./. 4; played on | 2: 2 b1",
    )
    broken = (
        "1 2/3 4; 1 ./. 4; last 1 | 2: 2 b1",
        "1 2/3 4; 1 ./. 4; last 1; drawn; pile 0 | 2: m2 b1",
        "1 ./. 4; 1 2/3 4; last 2 | 1: 2 b1",
        "1 2/3 4; 1 ./. 4 | end winners 2",
        "1 2/3 4; 1 ./. 4 | end winners 1 2",
        "1 2/3 4; 1 ./. 4 | end winners -",
        "1 2/3 4; 1 ./. 4 | end empty 0 1",
    )

    stops: bool = True
    round_is_finished: bool = False
    one_more_turn: bool = False
    only_after_reveal: bool = False
    wins: Literal["whose it is", "the next", "all", "most empty"] = "whose it is"
    named: bool = True
    counted: bool = True

    def over(self, table: Table) -> bool:
        """Tell whether a garden is full."""
        return not all(EMPTY in garden for garden in table.gardens) and (table.drawn or not self.only_after_reveal)

    def winners(self, ended: Ended) -> frozenset[Player]:
        """Name who wins with a full garden."""
        players, best = len(ended.empty), max(ended.empty) if self.wins == "most empty" else 0
        if self.wins == "all":
            return frozenset(Player(number) for number in range(1, players + 1))
        full = (number for number, empty in enumerate(ended.empty, 1) if empty == best)
        return frozenset(Player(number % players + 1 if self.wins == "the next" else number) for number in full)

    def effect(self, step: Step) -> Step:
        """Let a turn that is made behind the end move the end."""
        ended, after = step.before.ended, step.after
        behind = ended is not None and ended.by == "full" and not step.before.played_on
        if not behind or not isinstance(step.move, Turn) or not self.holds(step) or after.ended is None:
            return step
        moved = replace(after.ended, empty=after.empty, conceded=after.conceded)
        return replace(step, after=replace(after, ended=moved, played_on=False))

    def exercised(self, step: Step) -> bool:
        """Tell it of the first turn after a full garden, and of the result that follows it."""
        table, move = step.before, step.move
        if table.ended is None or table.ended.by != "full":
            return False
        return isinstance(move, End) or (isinstance(move, Turn) and not table.played_on)

    def holds(self, step: Step) -> bool:
        table, move = step.before, step.move
        if isinstance(move, Turn):
            over = self.stops and not table.played_on and self.over(table)
            if not over or (self.round_is_finished and not round_done(table)):
                return True
            return self.one_more_turn and EMPTY in table.garden(move.player)
        if not isinstance(move, End) or table.ended is None or table.ended.by != "full":
            return True
        if move.empty is not None and move.empty != table.ended.empty and self.counted:
            return False
        return move.winners is None or move.winners == self.winners(table.ended) or not self.named

    def over_term(self, table: SymbolicTable) -> Formula:
        """State that a garden is full."""
        return And(Or(table.full), Or(not self.only_after_reveal, table.drawn))

    def winners_term(self, table: SymbolicTable) -> Formulas:
        """State of each player that he wins with a full garden."""
        full = [empty == 0 for empty in table.empty_then]
        if self.wins == "most empty":
            full = [And(other <= empty for other in table.empty_then) for empty in table.empty_then]
        if self.wins == "the next":
            full = [*full[-1:], *full[:-1]]
        return tuple(Or(self.wins == "all", wins) for wins in full)

    def term(self, step: SymbolicStep) -> Formula:
        table, move = step.before, step.move
        if step.made_by(Turn):
            in_round = And(self.round_is_finished, Not(round_done_term(table)))
            another = And(self.one_more_turn, Or(number == EMPTY for number in step.own))
            return Or(not self.stops, table.played_on, Not(self.over_term(table)), in_round, another)
        pairs = zip(move.winners, self.winners_term(table), strict=True)
        named = And(Iff(shown, wins) for shown, wins in pairs)
        counted = And(shown == right for shown, right in zip(move.empty, table.empty_then, strict=True))
        right = And(
            Or(not self.counted, Implies(move.shows["empty"], counted)),
            Or(not self.named, Implies(move.shows["winners"], named)),
        )
        return Implies(table.ended == BY_FULL, right)

    def fault(self, step: Step) -> Fault:
        if isinstance(step.move, Turn):
            full = next(player for player in step.before.players if not step.before.empty[player - 1])
            help_line = f"play stopped when the garden of player {full} was full; player {full} has won"
            return Fault("a turn after the end", "event", f"the garden of player {full} is full", help=help_line)
        assert step.before.ended is not None
        return result_fault(step, self.winners(step.before.ended), "whose garden is full wins alone")

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "play goes on": cls(stops=False),
            "play goes on until the round is finished": cls(round_is_finished=True),
            "every other player has one more turn": cls(one_more_turn=True),
            "it is only looked for after a clover was revealed": cls(only_after_reveal=True),
            "everybody wins": cls(wins="all"),
            "the next player is named": cls(wins="the next"),
            "anybody may be named": cls(named=False),
            "empty cells are miscounted": cls(counted=False),
        }


FULL = FullGarden()
