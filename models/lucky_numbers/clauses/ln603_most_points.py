"""LN603."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.lucky_numbers.clauses.ln602_points import POINTS
from models.lucky_numbers.garden import in_words
from models.lucky_numbers.moves import Player, Scores
from models.lucky_numbers.symbolic_state import Formulas, Numbers, SymbolicStep
from models.lucky_numbers.table import Step
from models.smt import And, Count, Formula, If, Iff, Implies, Not, Or


@dataclass(frozen=True)
class MostPoints(Clause[Step]):
    """Most points win the tournament; every tied player wins."""

    id = ClauseId("LN603")
    title = "tournament: most points win"
    cites = (
        Cite("tiki-2020-en", "Variant: TOURNAMENT MODE", 4),
        Cite("tiki-2020-fr", "Variante : MODE TOURNOI", 3),
        Cite("ravensburger-2012-fr", "Alternative à la fin de la partie", 2),
    )
    moves = (Scores,)
    results = (Scores,)
    kept = (
        "game first 1 points 2 -2; game first 2 points -1 2; 1 ./. 4; 1 ./. 4 | tournament winners 1",
        "game first 1 points 2 -2; game first 2 points -2 2; 1 ./. 4; 1 ./. 4 | tournament winners 1 2",
        "game first 1 points 2 -2; 1 ./. 4; 1 ./. 4 | tournament points 0 1, winners 2",
    )
    broken = (
        "game first 1 points 2 -2; game first 2 points -1 2; 1 ./. 4; 1 ./. 4 | tournament winners 2",
        "game first 1 points 2 -2; game first 2 points -2 2; 1 ./. 4; 1 ./. 4 | tournament winners 1",
        "game first 1 points 2 -2; game first 2 points -2 2; 1 ./. 4; 1 ./. 4 | tournament winners -",
        "game first 1 points 2 -2; game first 2 points -1 2; 1 ./. 4; 1 ./. 4 | tournament winners 1 2",
    )

    fewest: bool = False
    tie_to_first: bool = False
    tie_has_none: bool = False
    anybody: bool = False

    def winners(self, points: tuple[int, ...]) -> frozenset[Player]:
        """Name who has most points."""
        best = min(points) if self.fewest else max(points)
        tied = [Player(number) for number, own in enumerate(points, 1) if own == best]
        if len(tied) > 1 and self.tie_has_none:
            return frozenset()
        return frozenset(tied[:1] if self.tie_to_first else tied)

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Scores) and step.move.winners is not None

    def holds(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, Scores) or move.winners is None or self.anybody:
            return True
        points = move.points or step.before.rules.changes.form_of(POINTS).sums(step.before)
        return points is None or move.winners == self.winners(points)

    def winners_term(self, points: Numbers) -> Formulas:
        """State of each player that he has most points."""
        counts = [-1 * own for own in points] if self.fewest else points
        best = [And(own >= other for other in counts) for own in counts]
        alone = Count(best) == 1
        return tuple(
            And(own, Or(not self.tie_has_none, alone), Or(not self.tie_to_first, Not(Or(best[:seat]))))
            for seat, own in enumerate(best)
        )

    def term(self, step: SymbolicStep) -> Formula:
        move, shown = step.move, step.move.shows
        known, sums = step.rules.changes.form_of(POINTS).sums_term(step.before)
        points = tuple(If(shown["points"], own, total) for own, total in zip(move.points, sums, strict=True))
        named = And(Iff(own, wins) for own, wins in zip(move.winners, self.winners_term(points), strict=True))
        told = And(shown["winners"], Or(shown["points"], known))
        return Or(self.anybody, Implies(told, named))

    def fault(self, step: Step) -> Fault:
        assert isinstance(step.move, Scores)
        points = step.move.points or step.before.rules.changes.form_of(POINTS).sums(step.before) or ()
        right = [f"player {player}" for player in sorted(self.winners(points))]
        return Fault(
            "wrong winners of the tournament",
            "winners",
            f"must be {in_words(right)}",
            help="most points win, all who are tied",
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "fewest points win": cls(fewest=True),
            "of tied players the first one wins": cls(tie_to_first=True),
            "a tie has no winner": cls(tie_has_none=True),
            "anybody may be named": cls(anybody=True),
        }
