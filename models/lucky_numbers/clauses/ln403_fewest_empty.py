"""LN403."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.moves import End, Player
from models.lucky_numbers.symbolic_state import BY_PILE, NOT_ENDED, Formulas, SymbolicStep, SymbolicTable
from models.lucky_numbers.table import Step, Table, result_fault
from models.smt import And, Count, Formula, If, Iff, Implies, Not, Or


@dataclass(frozen=True)
class FewestEmpty(Clause[Step]):
    """After the last face-down clover the players with the fewest empty cells win, all of them if tied, whoever
    revealed it among them. (With a full garden see LN401. Who conceded before the end is not counted; a player left
    alone wins.)
    """

    id = ClauseId("LN403")
    title = "fewest empty cells win, ties are shared"
    cites = (
        Cite("tiki-2020-en", "Game End", 2),
        Cite("tiki-2020-fr", "Fin de la partie", 3),
        Cite("ravensburger-2012-fr", "Fin de la partie", 2),
        Cite("ravensburger-2012-fr", "Fin de la partie", 3),
    )
    reading = "Whoever reveals the last clover shares a tie like anybody else."
    moves = (End,)
    results = (End,)
    kept = (
        "1 2/. 4; 1 ./. 4; drawn; pile 0 | end winners 1, empty 1 2",
        "1 ./. 4; 1 ./. 4; last 1; drawn; pile 0 | end winners 1 2",
        "1 2/. 4; 1 ./. 4; drawn; pile 0; conceded 1 | end winners 2",
        "1 2/. 4; 1 ./. 4; conceded 1 | end winners 2",
        "1 2/3 4; 1 ./. 4; drawn; pile 0 | end winners 2",
    )
    broken = (
        "1 2/. 4; 1 ./. 4; drawn; pile 0 | end winners 2",
        "1 2/. 4; 1 ./. 4; drawn; pile 0 | end winners 1 2",
        "1 ./. 4; 1 ./. 4; last 1; drawn; pile 0 | end winners 1",
        "1 ./. 4; 1 ./. 4; last 1; drawn; pile 0 | end winners 2",
        "1 ./. 4; 1 ./. 4; drawn; pile 0 | end winners -",
        "1 2/. 4; 1 ./. 4; drawn; pile 0 | end empty 1 1",
        "1 2/. 4; 1 ./. 4; conceded 1 | end winners 1",
    )

    ties: Literal["shared", "first player", "last player", "not who drew", "who drew", "nobody"] = "shared"
    most: bool = False
    who_drew: bool = False
    nobody: bool = False
    anybody: bool = False
    counted: bool = True
    skips: bool = True

    def best(self, counts: Mapping[Player, int]) -> list[Player]:
        """Give the players with the fewest empty cells, of those that are counted."""
        best = max(counts.values()) if self.most else min(counts.values())
        return [player for player, count in counts.items() if count == best]

    def winners(self, table: Table, empty: tuple[int, ...]) -> frozenset[Player]:
        """Name who wins without a full garden; who concedes after the end had won or lost by then."""
        gone = table.conceded if table.ended is None else table.ended.conceded
        among = [player for player in table.players if player not in gone or not self.skips]
        if not among or self.nobody:
            return frozenset()
        if self.who_drew and table.last is not None:
            return frozenset({table.last})
        tied = self.best({player: empty[player - 1] for player in among})
        if len(tied) == 1 or self.ties == "shared":
            return frozenset(tied)
        if self.ties == "nobody":
            return frozenset()
        if self.ties in ("first player", "last player"):
            return frozenset(tied[:1] if self.ties == "first player" else tied[-1:])
        return frozenset(player for player in tied if (player == table.last) == (self.ties == "who drew"))

    def _empty(self, table: Table) -> tuple[int, ...] | None:
        """Give the empty cells that count, None where this clause does not name the winners."""
        if table.ended is not None:
            return table.ended.empty if table.ended.by == "pile" else None
        return table.empty if len(table.staying) <= 1 else None

    def exercised(self, step: Step) -> bool:
        table, move = step.before, step.move
        if not isinstance(move, End) or (move.winners is None and move.empty is None):
            return False
        return table.ended.by == "pile" if table.ended is not None else len(table.staying) <= 1

    def holds(self, step: Step) -> bool:
        move, empty = step.move, self._empty(step.before)
        if not isinstance(move, End) or empty is None:
            return True
        if move.empty is not None and move.empty != empty and self.counted:
            return False
        return move.winners is None or self.anybody or move.winners == self.winners(step.before, empty)

    def winners_term(self, table: SymbolicTable) -> Formulas:
        """State of each player that he wins without a full garden."""
        gone = (If(table.over, then, now) for then, now in zip(table.conceded_then, table.conceded, strict=True))
        among = [Or(Not(conceded), not self.skips) for conceded in gone]
        ended = table.ended == BY_PILE
        counts = [If(ended, then, now) for then, now in zip(table.empty_then, table.empty, strict=True)]
        if self.most:
            counts = [-1 * count for count in counts]
        best = [
            And(among[own], And(Implies(among[other], counts[own] <= counts[other]) for other in table.seats))
            for own in table.seats
        ]
        alone = Count(best) == 1
        drew = [table.last == seat + 1 for seat in table.seats]
        if self.nobody:
            return tuple(False for _ in drew)
        settled: dict[str, list[Formula]] = {
            "shared": [True for _ in drew],
            "nobody": [False for _ in drew],
            "first player": [Not(Or(best[:seat])) for seat in table.seats],
            "last player": [Not(Or(best[seat + 1 :])) for seat in table.seats],
            "not who drew": [Not(own) for own in drew],
            "who drew": list(drew),
        }
        right = [And(own, Or(alone, tied)) for own, tied in zip(best, settled[self.ties], strict=True)]
        if not self.who_drew:
            return tuple(right)
        told = And(table.last != 0, Or(among))
        return tuple(If(told, own, usual) for own, usual in zip(drew, right, strict=True))

    def term(self, step: SymbolicStep) -> Formula:
        table, move = step.before, step.move
        ended = table.ended == BY_PILE
        alone = And(table.ended == NOT_ENDED, Count(table.staying) <= 1)
        counts = (If(ended, then, now) for then, now in zip(table.empty_then, table.empty, strict=True))
        counted = And(shown == right for shown, right in zip(move.empty, counts, strict=True))
        named = And(Iff(shown, wins) for shown, wins in zip(move.winners, self.winners_term(table), strict=True))
        right = And(
            Or(not self.counted, Implies(move.shows["empty"], counted)),
            Or(self.anybody, Implies(move.shows["winners"], named)),
        )
        return Implies(Or(ended, alone), right)

    def fault(self, step: Step) -> Fault:
        empty = self._empty(step.before)
        assert empty is not None
        return result_fault(step, self.winners(step.before, empty), "fewest empty cells win, all who are tied")

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "of tied players the first one wins": cls(ties="first player"),
            "of tied players who drew the last clover does not win": cls(ties="not who drew"),
            "of tied players who drew the last clover wins": cls(ties="who drew"),
            "of tied players the last one wins": cls(ties="last player"),
            "a tie has no winner": cls(ties="nobody"),
            "who drew the last clover wins": cls(who_drew=True),
            "without a full garden nobody wins": cls(nobody=True),
            "most empty cells win": cls(most=True),
            "anybody may be named": cls(anybody=True),
            "empty cells are miscounted": cls(counted=False),
            "who conceded can win": cls(skips=False),
        }


FEWEST = FewestEmpty()
