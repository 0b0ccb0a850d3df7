"""Claims about how soon a game can end, and how many turns a winner has had."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from models.claim import ClaimId, Look
from models.lucky_numbers.clauses.ln301_ascending import Ascending
from models.lucky_numbers.clauses.ln401_full_garden import FULL, FullGarden
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import EMPTY
from models.lucky_numbers.moves import Start, Turn
from models.lucky_numbers.proofs import graph_checks
from models.lucky_numbers.proofs.invariance import SOUND, some_legal
from models.lucky_numbers.proofs.placing import by_cell, garden_with
from models.lucky_numbers.proofs.planned_cases import fills_too_soon, search_full, search_winner, wins_too_soon
from models.lucky_numbers.proofs.predicates import (
    clauses_about,
    laid_apart,
    laid_rightly,
    some_garden,
    table_between,
    within_sets,
)
from models.lucky_numbers.proofs.traces import gardens_beside, line_to, name_result
from models.lucky_numbers.symbolic_state import BY_PILE, MOST, NOT_ENDED, SymbolicStep, SymbolicTable
from models.proof import LEMMA, Counterexample, Goal, Provable, Question
from models.smt import And, Formula, If, Implies, Not, Number, Or, Sum, Values, number


def _not_full_before(rules: Rules) -> Iterator[Question]:
    """Count own turns beside the table: each fills at most one cell, and set-up leaves all unmarked cells empty."""
    start, premises = some_legal(rules, Start, conceding=True)
    goals = tuple(
        Goal(f"player {seat + 1}", start.after.empty[seat] >= len(rules.board.unmarked)) for seat in start.before.seats
    )
    yield Question("the start", premises, goals, clauses_about(Start), doubt=LEMMA)
    step, premises = some_legal(rules, Turn, conceding=True)
    goals = tuple(Goal(f"player {seat + 1}", _fills_its_cell_at_most(step, seat, mover)) for seat, mover in step.seats)
    yield Question("a turn", premises, goals, clauses_about(Turn), doubt=LEMMA)
    yield _one_cell_counts_one(rules)
    empty, then, turns = (number(name, 0, MOST) for name in ("empty", "empty-then", "own-turns"))
    premises = (empty + turns >= len(rules.board.unmarked), empty <= then + 1)
    full = Implies(then == 0, turns + 1 >= len(rules.board.unmarked))
    goals = (Goal("still", then + turns + 1 >= len(rules.board.unmarked)), Goal("a full garden", full))
    yield Question("counting own turns", premises, goals, doubt=LEMMA)


def _fills_its_cell_at_most(step: SymbolicStep, seat: int, mover: Formula) -> Formula:
    """State that a turn fills no cell of a garden, unless it is the mover's and the cell that of the turn."""
    pairs = zip(step.before.gardens[seat], step.after.gardens[seat], strict=True)
    return And(
        Or(And(mover, step.move.cell == cell), old != EMPTY, new == EMPTY) for cell, (old, new) in enumerate(pairs)
    )


def _one_cell_counts_one(rules: Rules) -> Question:
    """Ask whether a garden in which at most one known cell is filled has at most one empty cell less.

    An empty cell counts 1 and a filled one 0, so that solvers need but add up.
    """
    cells = range(rules.board.side**2)
    before, after = ([number(f"{when}.{cell}", 0, 1) for cell in cells] for when in ("empty", "still-empty"))
    filled = number("cell", 0, cells[-1])
    known = And(before[cell] <= after[cell] + If(filled == cell, 1, 0) for cell in cells)
    goal = Goal("at most one", Sum(before) <= Sum(after) + 1)
    return Question("counting empty cells", (known,), (goal,), doubt=LEMMA)


def _not_alone_before(rules: Rules) -> Iterator[Question]:
    """By the last clover nobody wins sooner either: turns go round, so that all have had nearly as many."""
    yield from _not_full_before(rules)
    step, premises = some_legal(rules, Turn)
    counts = tuple(number(f"turns.{seat}", 0, MOST) for seat in range(1, rules.players + 1))
    after = tuple(own + If(mover, 1, 0) for own, (_, mover) in zip(counts, step.seats, strict=True))
    goals = (
        Goal("turns go round", _rounds(step.after, after)),
        Goal(
            "at the last clover",
            Implies(step.after.ended == BY_PILE, And(own >= len(rules.board.unmarked) for own in after)),
        ),
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
    premises = (laid_rightly(rules, garden), within_sets(rules, garden))
    beside = laid_apart(rules)[1:]
    table = replace(table_between(rules), playing=True, ended=NOT_ENDED, gardens=(garden, *beside))
    table = replace(table, empty_then=table.empty)
    full = rules.changes.form_of(FULL)

    def case(values: Values) -> Counterexample:
        line = line_to(rules, gardens_beside(rules, [garden_with(garden, values)]))
        name_result(line)
        turns = sum(isinstance(step.move, Turn) and step.move.player == 1 for step in line.steps)
        return Counterexample(tuple(line.steps), whole=True, facts=(("own turns of the winner", str(turns)),))

    goals = (Goal("it does not win", Not(And(full.over_term(table), full.winners_term(table)[0]))),)
    about = (Ascending.id, FullGarden.id)
    yield Question("a full garden", premises, goals, about, by_cell(rules, garden), case, played=True)


def _won_then(case: Counterexample) -> bool:
    end = case.steps[-1]
    turns = [step for step in case.steps if isinstance(step.move, Turn) and step.move.player == 1]
    return 1 in end.move.winners and len(turns) == len(end.before.rules.board.unmarked)


CLAIMS = (
    Provable(
        ClaimId("LNC13"),
        "No garden is full before one player has had as many turns as cells are unmarked: 12 on the printed board.",
        "proved",
        "all games, by induction, the turns of each player counted beside the table",
        "How short can a game be?",
        _not_full_before,
        fills_too_soon,
        search=search_full,
        rests_on=(SOUND, ClaimId("LNC22")),
        look=Look("games", graph_checks.earliest_full, graph_checks.no_house_rule),
    ),
    Provable(
        ClaimId("LNC38"),
        "Nobody is the sole winner before having had as many turns as cells are unmarked, by neither end of play.",
        "proved",
        "all games without house rules in which nobody concedes, by induction, the turns of each player counted beside the table",
        "It bounds how long a player may plan for.",
        _not_alone_before,
        wins_too_soon,
        search=search_winner,
        rests_on=(SOUND, ClaimId("LNC22")),
        applies=lambda rules: rules.dealt >= (len(rules.board.unmarked) + 1) * rules.players and not rules.again,
    ),
    Provable(
        ClaimId("LNC39"),
        "Nobody wins with the turn that is their 12th (as many as cells are unmarked).",
        "refuted",
        "all full gardens with no more copies than there are sets",
        "The bound is sharp.",
        _never_then,
        _won_then,
        applies=lambda rules: rules.dealt >= len(rules.board.unmarked) * rules.players,
        look=Look("games", graph_checks.not_sooner, graph_checks.no_house_rule),
    ),
)
