"""Claims about points and tournaments."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from models.claim import ClaimId, Look
from models.lucky_numbers.clauses.ln401_full_garden import FullGarden
from models.lucky_numbers.clauses.ln403_fewest_empty import FewestEmpty
from models.lucky_numbers.clauses.ln602_points import POINTS, Points
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import EMPTY, Clover, Garden
from models.lucky_numbers.moves import Player, Scores
from models.lucky_numbers.proofs import graph_checks
from models.lucky_numbers.proofs.invariance import SOUND
from models.lucky_numbers.proofs.predicates import clauses_about, invariants, keeps_clauses, table_between
from models.lucky_numbers.proofs.traces import LineOfPlay, line_to, name_result
from models.lucky_numbers.symbolic_state import (
    BY_FULL,
    BY_PILE,
    SomePlayed,
    SymbolicStep,
    SymbolicTable,
    declared_size,
    empty_table,
    symbolic_move,
)
from models.lucky_numbers.table import Played, Step
from models.proof import Counterexample, Goal, Provable, Question
from models.smt import And, Count, Formula, If, Implies, Or, Sum, Values
from models.smtlib import formula_holds, number_in


def _bounds(rules: Rules) -> Iterator[Question]:
    for how, ended in (("by a full garden", BY_FULL), ("by the last clover", BY_PILE)):
        gone = (False,) * rules.players
        table = replace(table_between(rules), ended=ended, playing=True, conceded_then=gone)
        counted = rules.changes.form_of(POINTS)
        points, winners = counted.points_term(table), counted.winners_term(table)
        known = invariants(table)
        ends = known["play ends by a full garden or by the last clover"]
        goals: tuple[Goal, ...] = (
            Goal("nobody loses more than the unmarked cells", And(own >= -len(rules.board.unmarked) for own in points)),
        )
        premises = (ends, known["in play all marked cells are filled"])
        yield Question(f"{how}: the worst", premises, goals, (FullGarden.id, FewestEmpty.id, Points.id))
        scores = zip(winners, points, strict=True)
        others = And(If(won, own == 2, own < 0) for won, own in scores)
        some_full = Count(then == 0 for then in table.empty_then) == (1 if ended == BY_FULL else 0)
        goals = (Goal("somebody wins", Or(winners)), Goal("who wins has two points, the others fewer", others))
        yield Question(f"{how}: winners", (some_full,), goals, (FullGarden.id, FewestEmpty.id, Points.id))
        yield Question(f"{how}: full gardens", (ends,), (Goal("as many as that", some_full),))


def _some_result(rules: Rules, name: str) -> tuple[SymbolicTable, Formula]:
    """Give the table of a game that has ended, by which of both ends ever, and what is known of its empty cells."""
    gone = (False,) * rules.players
    free = table_between(rules, name)
    table = replace(free, playing=True, conceded_then=gone)
    full = Count(then == 0 for then in table.empty_then)
    by_full, by_pile = And(table.ended == BY_FULL, full == 1), And(table.ended == BY_PILE, full == 0)
    return table, And(Or(by_full, by_pile), (then <= len(rules.board.unmarked) for then in table.empty_then))


def _champion(rules: Rules) -> Iterator[Question]:
    """Let a tournament have any results that games can have (LNC21), and ask whether its winners have won a game."""
    ends = [_some_result(rules, f"game{place}") for place in range(1, rules.players + 1)]
    counted = rules.changes.form_of(POINTS)
    points = [counted.points_term(table) for table, _ in ends]
    series = tuple(SomePlayed(place, True, own) for place, own in enumerate(points, 1))
    table = replace(empty_table(rules), tournament=True, series=series)
    move = symbolic_move(rules, Scores)
    step = SymbolicStep(table, move, table, declared_size(rules))
    premises = (*(known for _, known in ends), move.shows["points"], move.shows["winners"], keeps_clauses(step))
    won = [counted.winners_term(table) for table, _ in ends]
    goal = And(Implies(winner, Or(wins[seat] for wins in won)) for seat, winner in enumerate(move.winners))
    lost = Sum(-1 * If(own < 0, own, 0) for of_game in points for own in of_game)

    def case(values: Values) -> Counterexample:
        empty = [[number_in(values, then) for then in table.empty_then] for table, _ in ends]
        points = tuple(number_in(values, own) for own in move.points)
        named = (player for player, wins in enumerate(move.winners, 1) if formula_holds(wins, values))
        return _tournament(rules, empty, Scores(points, frozenset(map(Player, named))))

    yield Question(
        "any results of its games",
        premises,
        (Goal("the winner has won a game", goal),),
        (FullGarden.id, FewestEmpty.id, Points.id, *clauses_about(Scores)),
        (("points lost", lost),),
        case,
    )


def _tournament(rules: Rules, empty: Sequence[Sequence[int]], scores: Scores) -> Counterexample:
    """Play a tournament in whose games so many cells of each player stay empty, each begun by another player."""
    steps, facts, series = list[Step](), [], tuple[Played, ...]()
    for first, counts in enumerate(empty, 1):
        gardens = [_partly_filled(rules, count) for count in counts]
        line = line_to(rules, gardens, begun=LineOfPlay(rules, first, series))
        while line.table.ended is None:
            line.reveal(line.mover, next(n for n, count in enumerate(line.table.hidden) if count), None)
        name_result(line)
        steps += line.steps
        series = line.table.series
        facts.append((f"game {first}", " ".join(map(str, series[-1].points or ()))))
    line.make(scores)
    return Counterexample((*steps, line.steps[-1]), whole=True, facts=tuple(facts))


def _partly_filled(rules: Rules, empty: int) -> Garden:
    """Give a garden of a set of its own, its cells numbered in reading order, of which so many cells stay empty."""
    unmarked = rules.board.unmarked
    return tuple(
        EMPTY if cell in unmarked[len(unmarked) - empty :] else Clover(cell + 1) for cell in range(rules.board.side**2)
    )


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
        "all tournaments in which nobody concedes, whatever end their games come to, with ties; every result that the two "
        "ends allow is among them",
        "Losing little can beat winning seldom: the fewest points that must be lost for it.",
        _champion,
        _never_won,
        rests_on=(SOUND,),
        applies=lambda rules: rules.board.side > (2 if rules.players > 3 else 3) and rules.players > 2,
    ),
    Provable(
        ClaimId("LNC55"),
        "Whoever wins a tournament of two has won one of its games.",
        "proved",
        "all tournaments in which nobody concedes, whatever end their games come to, with ties; every result that the two "
        "ends allow is among them",
        "With two players it cannot happen.",
        _champion,
        rests_on=(SOUND,),
        applies=lambda rules: rules.players == 2,
    ),
)
