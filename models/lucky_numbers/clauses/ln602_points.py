"""LN602."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.clauses.ln401_full_garden import FULL
from models.lucky_numbers.clauses.ln403_fewest_empty import FEWEST
from models.lucky_numbers.moves import End, Player, Scores
from models.lucky_numbers.symbolic_state import BY_FULL, NOT_ENDED, Formulas, Numbers, SymbolicStep, SymbolicTable
from models.lucky_numbers.table import Step, Table, write_heap
from models.smt import And, Count, Formula, If, Implies, Number, Or, Sum


@dataclass(frozen=True)
class Points(Clause[Step]):
    """Each winner of a tournament game scores two points, each other player loses one per empty cell; the points of a
    tournament are the sums over its games.
    """

    id = ClauseId("LN602")
    title = "tournament: points of a game"
    cites = (
        Cite("tiki-2020-en", "Variant: TOURNAMENT MODE", 3),
        Cite("tiki-2020-fr", "Variante : MODE TOURNOI", 2),
        Cite("ravensburger-2012-fr", "Alternative à la fin de la partie", 2),
    )
    reading = "Several winners: two points each, and none of them loses points for empty cells."
    moves = (End, Scores)
    results = (End, Scores)
    kept = (
        "1 2/3 4; 1 ./. 4 | end points 2 -2",
        "1 ./. 4; 1 ./. 4; . ./. 4; drawn; pile 0 | end points 2 2 -3",
        "game first 1 points 2 -2; game first 2 points -1 2; 1 ./. 4; 1 ./. 4 | tournament points 1 0",
    )
    broken = (
        "1 2/3 4; 1 ./. 4 | end points 2 0",
        "1 2/3 4; 1 ./. 4 | end points 1 -2",
        "1 2/3 4; 1 ./. 4 | end points 2 2",
        "1 ./. 4; 1 ./. 4; . ./. 4; drawn; pile 0 | end points 0 0 -3",
        "1 ./. 4; 1 ./. 4; . ./. 4; drawn; pile 0 | end points 1 1 -3",
        "game first 1 points 2 -2; game first 2 points -1 2; 1 ./. 4; 1 ./. 4 | tournament points -1 2",
        "game first 1 points 2 -2; game first 2 points -1 2; 1 ./. 4; 1 ./. 4 | tournament points 1 1",
    )

    prize: int = 2
    per_cell: int = 1
    winners_lose_too: bool = False
    shared: bool = False
    summed: bool = True

    def points(self, table: Table) -> tuple[int, ...] | None:
        """Give the points of a game that is over, None while it is not."""
        empty, winners = table.empty, frozenset[Player]()
        form_of = table.rules.changes.form_of
        if table.ended is not None:
            empty = table.ended.empty
            full = table.ended.by == "full"
            winners = form_of(FULL).winners(table.ended) if full else form_of(FEWEST).winners(table, empty)
        elif len(table.staying) <= 1:
            winners = form_of(FEWEST).winners(table, empty)
        else:
            return None
        prize = self.prize // len(winners) if self.shared and winners else self.prize
        return tuple(
            (prize - (count * self.per_cell if self.winners_lose_too else 0))
            if number in winners
            else -count * self.per_cell
            for number, count in enumerate(empty, 1)
        )

    def sums(self, table: Table) -> tuple[int, ...] | None:
        """Add up the points of a tournament's games, None where a game has no result."""
        results = [game.points for game in table.series]
        if not self.summed:
            return results[-1] if results else None
        known = [points for points in results if points is not None]
        return tuple(map(sum, zip(*known, strict=True))) if known and len(known) == len(results) else None

    def _right(self, step: Step) -> tuple[int, ...] | None:
        return self.points(step.before) if isinstance(step.move, End) else self.sums(step.before)

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, End | Scores) and step.move.points is not None

    def holds(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, End | Scores) or move.points is None:
            return True
        right = self._right(step)
        return right is None or move.points == right

    def winners_term(self, table: SymbolicTable) -> Formulas:
        """State of each player that he wins a game that is over."""
        form_of = table.rules.changes.form_of
        pairs = zip(form_of(FULL).winners_term(table), form_of(FEWEST).winners_term(table), strict=True)
        return tuple(If(table.ended == BY_FULL, full, fewest) for full, fewest in pairs)

    def points_term(self, table: SymbolicTable) -> Numbers:
        """Give the points of a game that is over."""
        winners = self.winners_term(table)
        prize: Number = self.prize
        if self.shared:
            for tied in range(2, len(winners) + 1):
                prize = If(Count(winners) == tied, self.prize // tied, prize)
        counts = [
            If(table.ended == NOT_ENDED, now, then) for then, now in zip(table.empty_then, table.empty, strict=True)
        ]
        lost = [-self.per_cell * count for count in counts]
        return tuple(
            If(wins, prize + (less if self.winners_lose_too else 0), less)
            for wins, less in zip(winners, lost, strict=True)
        )

    def sums_term(self, table: SymbolicTable) -> tuple[Formula, Numbers]:
        """State that the points of a tournament are known, and give them."""
        games = table.series
        if not games:
            return False, (0,) * len(table.seats)
        if not self.summed:
            return games[-1].known, games[-1].points
        return And(game.known for game in games), tuple(
            Sum(game.points[seat] for game in games) for seat in table.seats
        )

    def term(self, step: SymbolicStep) -> Formula:
        table, move = step.before, step.move
        if step.made_by(End):
            known = Or(table.over, Count(table.staying) <= 1)
            right = self.points_term(table)
        else:
            known, right = self.sums_term(table)
        same = And(shown == must for shown, must in zip(move.points, right, strict=True))
        return Implies(And(move.shows["points"], known), same)

    def fault(self, step: Step) -> Fault:
        right = self._right(step) or ()
        assert isinstance(step.move, End | Scores)
        return Fault(
            f"the points are {write_heap(right)}, not {write_heap(step.move.points or ())}",
            "points",
            f"must be {write_heap(right)}",
            help="each winner +2, each other player -1 per empty cell; a tournament adds up its games",
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "one point for a win": cls(prize=1),
            "nothing is lost for empty cells": cls(per_cell=0),
            "winners lose points for empty cells too": cls(winners_lose_too=True),
            "tied winners share the two points": cls(shared=True),
            "only the last game counts": cls(summed=False),
        }


POINTS = Points()
