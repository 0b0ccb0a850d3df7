"""Claims about how play ends, who wins, and how soon."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from models.claim import ClaimId, Look
from models.lucky_numbers.clauses.ln401_full_garden import FULL, FullGarden
from models.lucky_numbers.clauses.ln402_last_clover import LastClover
from models.lucky_numbers.clauses.ln403_fewest_empty import FEWEST, FewestEmpty
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import Garden
from models.lucky_numbers.moves import End, Turn
from models.lucky_numbers.proofs import graph_checks
from models.lucky_numbers.proofs.invariance import SOUND
from models.lucky_numbers.proofs.placing import garden_with
from models.lucky_numbers.proofs.predicates import (
    ORDERED,
    clauses_about,
    keeps_clauses,
    laid_apart,
    most_invariants,
    some_turn,
    table_between,
)
from models.lucky_numbers.proofs.traces import finish, line_to, name_result
from models.lucky_numbers.symbolic_effect import symbolic_step_of
from models.lucky_numbers.symbolic_state import BY_FULL, BY_PILE, EXCHANGE, NOT_ENDED, SymbolicTable
from models.proof import Counterexample, Goal, Provable, Question
from models.smt import And, Count, Formula, Not, Or, Values
from models.smtlib import number_in


def _gardens(table: SymbolicTable, values: Values) -> list[Garden]:
    return [garden_with(garden, values) for garden in table.gardens]


def _full_is_alone(rules: Rules) -> Iterator[Question]:
    table = table_between(rules)
    goal = Goal("one player wins", Count(rules.changes.form_of(FULL).winners_term(table)) == 1)
    yield Question(
        "a full garden has ended play", (most_invariants(table), table.ended == BY_FULL), (goal,), (FullGarden.id,)
    )


def _at_last_clover(rules: Rules, name: str, goal: Sequence[Formula]) -> Iterator[Question]:
    table = replace(
        table_between(rules),
        playing=True,
        drawn=True,
        first=1,
        last=rules.players,
        ended=BY_PILE,
        pile=0,
        hidden=(0,) * (rules.top + 1),
        gardens=laid_apart(rules),
    )
    winners = rules.changes.form_of(FEWEST).winners_term(table)
    alone = Count(winners) == 1
    denied = alone if not goal else Or(alone, Not(winners[-1]))
    premises = (most_invariants(table, ORDERED),)

    def case(values: Values) -> Counterexample:
        line = line_to(rules, _gardens(table, values))
        finish(line)
        return Counterexample(tuple(line.steps), whole=True)

    goals = (Goal(name, denied),)
    yield Question("everybody has only left clovers", premises, goals, (LastClover.id, FewestEmpty.id), case=case)


def _one_wins(rules: Rules) -> Iterator[Question]:
    return _at_last_clover(rules, "one player wins alone", ())


def _revealer_shares_not(rules: Rules) -> Iterator[Question]:
    return _at_last_clover(rules, "who revealed it is in no tie", (True,))


def _tie(case: Counterexample) -> bool:
    end = case.steps[-1].move
    return isinstance(end, End) and len(end.winners or ()) > 1


def _tie_with_revealer(case: Counterexample) -> bool:
    return _tie(case) and case.steps[-1].before.last in case.steps[-1].move.winners


def _exchange_ends_nothing(rules: Rules) -> Iterator[Question]:
    before = replace(table_between(rules), gardens=laid_apart(rules))
    move = some_turn(rules, player=rules.players, from_middle=False, action=EXCHANGE)
    step = symbolic_step_of(before, move)
    turns_round = And(before.first == 1, before.last == rules.players - 1)
    left = [n for n in before.numbers if sum(garden.count(n) for garden in laid_apart(rules)) < rules.sets]
    hidden = Or(move.clover == n for n in left)
    premises = (
        most_invariants(before, ORDERED),
        before.playing,
        before.pile == 1,
        turns_round,
        keeps_clauses(step),
        hidden,
    )

    def case(values: Values) -> Counterexample:
        drawn, cell = number_in(values, move.clover), number_in(values, move.cell)
        line = line_to(rules, _gardens(before, values), [drawn])
        hidden = [n for n in range(1, rules.top + 1) for _ in range(line.table.hidden[n] - (n == drawn))]
        for clover in hidden:
            line.reveal(line.mover, clover, None)
        line.reveal(line.mover, drawn, cell)
        name_result(line)
        return Counterexample(tuple(line.steps), whole=True)

    smallest = (("drawn", move.clover), (".cell", move.cell))
    goal = Goal("play goes on", step.after.ended == NOT_ENDED)
    yield Question("an exchange of the last clover", premises, (goal,), clauses_about(Turn), smallest, case)


def _ended_by_exchange(case: Counterexample) -> bool:
    last = case.steps[-2]
    return isinstance(last.move, Turn) and last.move.action == "exchange" and last.after.ended is not None


CLAIMS = (
    Provable(
        ClaimId("LNC10"),
        "Only the last clover can bring a tie: a full garden wins alone.",
        "proved",
        "all tables that can occur",
        "The sheets speak of ties in one of the two ends only.",
        _full_is_alone,
        rests_on=(SOUND,),
        look=Look("tables", graph_checks.tie_needs_last_clover),
    ),
    Provable(
        ClaimId("LNC11"),
        "After the last clover one player wins alone.",
        "refuted",
        "all tables after games in which nobody placed a clover in play",
        "A program must be able to name several winners.",
        _one_wins,
        _tie,
        rests_on=(SOUND,),
        look=Look("tables", graph_checks.one_winner),
        among=True,
    ),
    Provable(
        ClaimId("LNC24"),
        "An exchange never ends play.",
        "refuted",
        "all tables with only marked cells filled",
        "It never fills a garden (LNC07), but it may lay the last clover that was face down.",
        _exchange_ends_nothing,
        _ended_by_exchange,
        rests_on=(SOUND,),
        look=Look("steps", graph_checks.exchange_ends_nothing),
        among=True,
    ),
    Provable(
        ClaimId("LNC40"),
        "Who reveals the last clover is never among tied winners.",
        "refuted",
        "all tables after games in which nobody placed a clover in play",
        "Several programs leave that player out.",
        _revealer_shares_not,
        _tie_with_revealer,
        rests_on=(SOUND,),
        look=Look("steps", graph_checks.revealer_in_no_tie),
        among=True,
    ),
)
