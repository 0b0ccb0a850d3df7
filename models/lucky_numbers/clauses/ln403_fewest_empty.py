"""LN403."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

from models.clause import Cite, Clause, ClauseId, Fault, Kind
from models.lucky_numbers.moves import End, Player
from models.lucky_numbers.table import Step, Table, result_fault


@dataclass(frozen=True)
class FewestEmpty(Clause[Step]):
    """After the last face-down clover the players with the fewest empty cells win, all of them if tied, whoever
    revealed it among them. (With a full garden see LN401. Who conceded is not counted; a player left alone wins.)
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

    ties: Literal["shared", "first player", "not who drew", "who drew", "nobody"] = "shared"
    most: bool = False
    anybody: bool = False
    counted: bool = True
    skips: bool = True

    def winners(self, table: Table, empty: tuple[int, ...]) -> frozenset[Player]:
        """Name who wins without a full garden."""
        among = table.staying if self.skips else table.players
        if not among:
            return frozenset()
        counts = {player: empty[player - 1] for player in among}
        best = max(counts.values()) if self.most else min(counts.values())
        tied = [player for player in among if counts[player] == best]
        if len(tied) == 1 or self.ties == "shared":
            return frozenset(tied)
        if self.ties == "nobody":
            return frozenset()
        if self.ties == "first player":
            return frozenset(tied[:1])
        return frozenset(player for player in tied if (player == table.last) == (self.ties == "who drew"))

    def _empty(self, table: Table) -> tuple[int, ...] | None:
        """Give the empty cells that count, None where this clause does not name the winners."""
        if table.ended is not None:
            return table.ended.empty if table.ended.by == "pile" else None
        return table.empty if len(table.staying) <= 1 else None

    def holds(self, step: Step) -> bool:
        move, empty = step.move, self._empty(step.before)
        if not isinstance(move, End) or empty is None:
            return True
        if move.empty is not None and move.empty != empty and self.counted:
            return False
        return move.winners is None or self.anybody or move.winners == self.winners(step.before, empty)

    def fault(self, step: Step) -> Fault:
        empty = self._empty(step.before)
        assert empty is not None
        return result_fault(step, self.winners(step.before, empty), "fewest empty cells win, all who are tied")

    def kind(self, step: Step) -> Kind:
        return "result"

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "of tied players the first one wins": cls(ties="first player"),
            "of tied players who drew the last clover does not win": cls(ties="not who drew"),
            "of tied players who drew the last clover wins": cls(ties="who drew"),
            "a tie has no winner": cls(ties="nobody"),
            "most empty cells win": cls(most=True),
            "anybody may be named": cls(anybody=True),
            "empty cells are miscounted": cls(counted=False),
            "who conceded can win": cls(skips=False),
        }


FEWEST = FewestEmpty()
