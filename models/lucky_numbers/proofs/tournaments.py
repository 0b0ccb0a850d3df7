"""Claims about points and tournaments."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from models.claim import ClaimId, Look
from models.lucky_numbers.assignments import SYMBOLS
from models.lucky_numbers.clauses.ln401_full_garden import FullGarden
from models.lucky_numbers.clauses.ln403_fewest_empty import FewestEmpty
from models.lucky_numbers.clauses.ln602_points import POINTS, Points
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Scores
from models.lucky_numbers.proofs import graph_checks
from models.lucky_numbers.proofs.invariance import SOUND
from models.lucky_numbers.proofs.predicates import clauses_about, invariants, keeps_clauses, table_between
from models.lucky_numbers.symbolic_state import (
    BY_FULL,
    BY_PILE,
    SymbolicStep,
    declared_size,
    empty_table,
    symbolic_move,
    symbolic_table,
)
from models.proof import Counterexample, Goal, Provable, Question
from models.smt import And, Count, If, Implies, Or, Sum, Values


def _unmarked(rules: Rules) -> int:
    return rules.board.side * (rules.board.side - 1)


def _bounds(rules: Rules) -> Iterator[Question]:
    for how, ended in (("by a full garden", BY_FULL), ("by the last clover", BY_PILE)):
        gone = (False,) * rules.players
        table = replace(table_between(rules), ended=ended, playing=True, conceded_then=gone)
        counted = rules.changes.form_of(POINTS)
        points, winners = counted.points_term(table), counted.winners_term(table)
        known = invariants(table)
        ends = known["play ends by a full garden or by the last clover"]
        goals: tuple[Goal, ...] = (
            Goal("nobody loses more than the unmarked cells", And(own >= -_unmarked(rules) for own in points)),
        )
        premises = (ends, known["in play all marked cells are filled"])
        yield Question(f"{how}: the worst", premises, goals, (FullGarden.id, FewestEmpty.id, Points.id))
        scores = zip(winners, points, strict=True)
        others = And(If(won, own == 2, own < 0) for won, own in scores)
        some_full = Count(then == 0 for then in table.empty_then) == (1 if ended == BY_FULL else 0)
        goals = (Goal("somebody wins", Or(winners)), Goal("who wins has two points, the others fewer", others))
        yield Question(f"{how}: winners", (some_full,), goals, (FullGarden.id, FewestEmpty.id, Points.id))
        yield Question(f"{how}: full gardens", (ends,), (Goal("as many as that", some_full),))


def _champion(rules: Rules) -> Iterator[Question]:
    """Play a tournament whose games are all won by a full garden, each by one player."""
    games = symbolic_table(rules, "tournament", rules.players).series
    table = replace(
        empty_table(rules),
        tournament=True,
        series=tuple(replace(game, first=place, known=True) for place, game in enumerate(games, 1)),
    )
    move = symbolic_move(rules, Scores)
    step = SymbolicStep(table, move, table, declared_size(rules))
    won = [[points == 2 for points in game.points] for game in table.series]
    possible = And(
        And(
            Count(wins) == 1,
            And(
                If(win, True, And(own <= -1, own >= -_unmarked(rules)))
                for win, own in zip(wins, game.points, strict=True)
            ),
        )
        for wins, game in zip(won, table.series, strict=True)
    )
    premises = (possible, move.shows["points"], move.shows["winners"], keeps_clauses(step))
    goal = And(Implies(winner, Or(wins[seat] for wins in won)) for seat, winner in enumerate(move.winners))
    lost = Sum(-1 * If(own < 0, own, 0) for game in table.series for own in game.points)
    yield Question(
        "any tournament of full gardens",
        premises,
        (Goal("the winner has won a game", goal),),
        clauses_about(Scores),
        (("points lost", lost),),
        _case(step),
    )


def _case(step: SymbolicStep) -> Callable[[Values], Counterexample]:
    def case(values: Values) -> Counterexample:
        made = SYMBOLS.step_with(step, values)
        facts = tuple(
            (f"game {place}", " ".join(map(str, game.points or ()))) for place, game in enumerate(made.before.series, 1)
        )
        return Counterexample((made,), facts=facts)

    return case


def _never_won(case: Counterexample) -> bool:
    step = case.steps[-1]
    return any(all(game.points[winner - 1] < 0 for game in step.before.series) for winner in step.move.winners)


CLAIMS = (
    Provable(
        ClaimId("LNC53"),
        "A game scores 2 points for each winner and less than nothing for the others, at worst minus one for each "
        "unmarked cell (-12 on the printed board), and somebody always wins.",
        "proved",
        "all tables that can occur while nobody has conceded",
        "How much can one bad game cost?",
        _bounds,
        rests_on=(SOUND,),
        look=Look("tables", graph_checks.points_bounded),
    ),
    Provable(
        ClaimId("LNC54"),
        "Whoever wins a tournament of three or four has won one of its games.",
        "refuted",
        "all tournaments whose games are won by full gardens",
        "Losing little can beat winning seldom: the fewest points that must be lost for it.",
        _champion,
        _never_won,
        applies=lambda rules: rules.board.side > (2 if rules.players > 3 else 3) and rules.players > 2,
        among=True,
    ),
    Provable(
        ClaimId("LNC55"),
        "Whoever wins a tournament of two has won one of its games.",
        "proved",
        "all tournaments whose games are won by full gardens",
        "With two players it cannot happen.",
        _champion,
        applies=lambda rules: rules.players == 2,
    ),
)
