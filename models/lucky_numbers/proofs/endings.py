"""Claims about how play ends, who wins, and how soon."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from models.claim import ClaimId, Look
from models.lucky_numbers.clauses.ln401_full_garden import FULL, FullGarden
from models.lucky_numbers.clauses.ln402_last_clover import LastClover
from models.lucky_numbers.clauses.ln403_fewest_empty import FEWEST, FewestEmpty
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import Garden
from models.lucky_numbers.moves import End, Start, Turn
from models.lucky_numbers.proofs import graph_checks
from models.lucky_numbers.proofs.invariance import SOUND, some_legal
from models.lucky_numbers.proofs.placing import by_cell, garden_with
from models.lucky_numbers.proofs.predicates import (
    ORDERED,
    ascends_term,
    clauses_about,
    keeps_clauses,
    laid_apart,
    most_invariants,
    some_garden,
    some_turn,
    table_between,
    within_sets,
)
from models.lucky_numbers.proofs.traces import finish, gardens_beside, line_to, name_result
from models.lucky_numbers.symbolic_effect import symbolic_step_of
from models.lucky_numbers.symbolic_state import BY_FULL, BY_PILE, EXCHANGE, MOST, NOT_ENDED, SymbolicMove, SymbolicTable
from models.proof import LEMMA, Counterexample, Goal, Provable, Question
from models.smt import And, Count, Formula, If, Implies, Not, Number, Or, Sum, Values, number
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


# How soon -------------------------------------------------------------------------------------------------------------


def _unmarked(rules: Rules) -> int:
    return rules.board.side * (rules.board.side - 1)


def _not_full_before(rules: Rules) -> Iterator[Question]:
    """Count own turns beside the table: each fills at most one cell, and set-up leaves all unmarked cells empty."""
    start, premises = some_legal(rules, Start, conceding=True)
    goals = tuple(
        Goal(f"player {seat + 1}", start.after.empty[seat] >= _unmarked(rules)) for seat in start.before.seats
    )
    yield Question("the start", premises, goals, clauses_about(Start), doubt=LEMMA)
    before = table_between(rules, conceding=True)
    for player in range(1, rules.players + 1):
        goals = tuple(
            Goal(rules.board.names[cell], _fills_one_at_most(before, some_turn(rules, player=player, cell=cell)))
            for cell in range(rules.board.side**2)
        )
        yield Question(f"a turn of player {player}", (before.playing,), goals, clauses_about(Turn), doubt=LEMMA)
    empty, then, turns = (number(name, 0, MOST) for name in ("empty", "empty-then", "own-turns"))
    premises = (empty + turns >= _unmarked(rules), empty <= then + 1)
    full = Implies(then == 0, turns + 1 >= _unmarked(rules))
    goals = (Goal("still", then + turns + 1 >= _unmarked(rules)), Goal("a full garden", full))
    yield Question("counting own turns", premises, goals, doubt=LEMMA)


def _fills_one_at_most(before: SymbolicTable, move: SymbolicMove) -> Formula:
    """State that a turn on a known cell fills at most that one, and none of the others' (effect of the turn, LNC22)."""
    after = symbolic_step_of(before, move).after
    return And(
        old <= new + (1 if move.player == seat else 0)
        for seat, (old, new) in enumerate(zip(before.empty, after.empty, strict=True), 1)
    )


def _not_alone_before(rules: Rules) -> Iterator[Question]:
    """By the last clover nobody wins sooner either: turns go round, so that all have had nearly as many."""
    yield from _not_full_before(rules)
    step, premises = some_legal(rules, Turn)
    counts = tuple(number(f"turns.{seat}", 0, MOST) for seat in range(1, rules.players + 1))
    after = tuple(own + If(mover, 1, 0) for own, (_, mover) in zip(counts, step.seats, strict=True))
    goals = (
        Goal("turns go round", _rounds(step.after, after)),
        Goal("at the last clover", Implies(step.after.ended == BY_PILE, And(own >= _unmarked(rules) for own in after))),
    )
    yield Question("any turn", (*premises, _rounds(step.before, counts)), goals, clauses_about(Turn), doubt=LEMMA)
    start, premises = some_legal(rules, Start)
    none = (0,) * rules.players
    yield Question(
        "the start", premises, (Goal("turns go round", _rounds(start.after, none)),), clauses_about(Start), doubt=LEMMA
    )


def _rounds(table: SymbolicTable, counts: Sequence[Number]) -> Formula:
    """State that own turns add up, that each reveals at most one clover, and that nobody is a whole round behind."""
    rules, seats = table.rules, list(table.seats)
    places = [seat + 1 - table.first + If(seat + 1 < table.first, rules.players, 0) for seat in seats]
    goes_round = And(
        Implies(table.last == last + 1, counts[seat] == counts[last] - If(places[seat] > places[last], 1, 0))
        for seat in seats
        for last in seats
    )
    return And(
        Sum(counts) == table.turns,
        Implies(table.playing, table.pile + table.turns >= rules.dealt),
        Or(table.last != 0, And(own == 0 for own in counts)),
        goes_round,
    )


def _never_then(rules: Rules) -> Iterator[Question]:
    garden = some_garden(rules, least=1)
    premises = (ascends_term(rules, garden), within_sets(rules, garden))

    def case(values: Values) -> Counterexample:
        line = line_to(rules, gardens_beside(rules, [garden_with(garden, values)]))
        name_result(line)
        turns = sum(isinstance(step.move, Turn) and step.move.player == 1 for step in line.steps)
        return Counterexample(tuple(line.steps), whole=True, facts=(("own turns of the winner", str(turns)),))

    yield Question("a full garden", premises, (Goal("there is none", False),), (), by_cell(rules, garden), case)


def _won_then(case: Counterexample) -> bool:
    end = case.steps[-1]
    turns = [step for step in case.steps if isinstance(step.move, Turn) and step.move.player == 1]
    return end.move.winners == frozenset({1}) and len(turns) == _unmarked(end.before.rules)


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
        ClaimId("LNC13"),
        "No garden is full before one player has had as many turns as cells are unmarked: 12 on the printed board.",
        "proved",
        "all games, by induction, the turns of each player counted beside the table",
        "How short can a game be?",
        _not_full_before,
        rests_on=(SOUND, ClaimId("LNC22")),
        look=Look("games", graph_checks.earliest_full, graph_checks.no_house_rule),
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
        ClaimId("LNC38"),
        "Nobody is the sole winner before having had as many turns as cells are unmarked, by neither end of play.",
        "proved",
        "all games without house rules in which nobody concedes, by induction, the turns of each player counted beside the table",
        "It bounds how long a player may plan for.",
        _not_alone_before,
        rests_on=(SOUND, ClaimId("LNC22")),
        applies=lambda rules: rules.dealt >= (_unmarked(rules) + 1) * rules.players and not rules.again,
    ),
    Provable(
        ClaimId("LNC39"),
        "Nobody wins with the turn that is their 12th (as many as cells are unmarked).",
        "refuted",
        "all full gardens with no more copies than there are sets",
        "The bound is sharp.",
        _never_then,
        _won_then,
        applies=lambda rules: rules.dealt >= _unmarked(rules) * rules.players,
        look=Look("games", graph_checks.not_sooner, graph_checks.no_house_rule),
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
