"""Claims about every step of play, by induction: what is true before it, and kept by all clauses, is true after it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from models.claim import ClaimId, Look
from models.clause import Clause
from models.lucky_numbers.clauses.ln101_sets import OneSetEach
from models.lucky_numbers.clauses.ln102_setup_count import DiagonalFull
from models.lucky_numbers.clauses.ln103_diagonal import OnTheDiagonal
from models.lucky_numbers.clauses.ln203_reveal import RevealFaceDown
from models.lucky_numbers.clauses.ln204_leave import LeaveRevealed
from models.lucky_numbers.clauses.ln205_take import TakeFaceUp
from models.lucky_numbers.clauses.ln301_ascending import Ascending
from models.lucky_numbers.clauses.ln302_add import AddToEmpty
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Conceding, End, Opening, Placing, Scores, Start, Stop, Turn
from models.lucky_numbers.proofs import graph_checks
from models.lucky_numbers.proofs.predicates import (
    CONSERVED,
    IN_PLAY,
    ORDERED,
    ascends_term,
    clauses_about,
    invariants,
    keeps_clauses,
    most_invariants,
    some_turn,
    stands,
    start_of,
    step_case,
    table_between,
    together,
    unshown,
)
from models.lucky_numbers.symbolic_effect import open_step, symbolic_step_of
from models.lucky_numbers.symbolic_state import (
    DISCARD,
    EXCHANGE,
    PLACE,
    SymbolicStep,
    SymbolicTable,
    symbolic_move,
    symbolic_table,
)
from models.lucky_numbers.table import Step
from models.proof import Goal, Provable, Question
from models.smt import And, Formula, Iff, Sum

SOUND = ClaimId("LNC21")
MOVING_NOTHING = (Opening, Conceding, End, Stop, Scores)

ACTIONS_OF: dict[type, tuple[tuple[int, str], ...]] = {
    Placing: ((PLACE, "places on"),),
    Start: ((DISCARD, ""),),
    Turn: ((PLACE, "adds on"), (EXCHANGE, "exchanges on"), (DISCARD, "leaves it")),
}
CONSERVING: dict[tuple[type, int], tuple[type[Clause[Step]], ...]] = {  # the clauses that it takes, and few more
    (Placing, PLACE): (OneSetEach, DiagonalFull, OnTheDiagonal),
    (Start, DISCARD): (OneSetEach, DiagonalFull),
    (Turn, PLACE): (RevealFaceDown, TakeFaceUp, AddToEmpty),
    (Turn, EXCHANGE): (RevealFaceDown, TakeFaceUp),
    (Turn, DISCARD): (RevealFaceDown, LeaveRevealed),
}


BEGINNING = "nothing is unknown before the first event"
NOT_OF_CLOVERS = "such an event says nothing of any clover, and no clause says that it moves one"


def some_legal(
    rules: Rules, kind: type, *besides: str, conceding: bool = False
) -> tuple[SymbolicStep, tuple[Formula, ...]]:
    """Give a step from a sound table of which is only known that it keeps all clauses, and what says so."""
    before = table_between(rules, conceding=conceding)
    step = open_step(before, symbolic_move(rules, kind), "after")
    return step, (most_invariants(before, *besides), keeps_clauses(step), stands(step))


def induction(rules: Rules, parts: Callable[[SymbolicTable], dict[str, Formula]], *besides: str) -> Iterator[Question]:
    """Ask whether parts are true before the first event, and stay true in every step."""
    first = parts(start_of(rules))
    goals = tuple(Goal(name, part) for name, part in first.items())
    yield Question("before the first event", (), goals, settled=BEGINNING)
    for kind in IN_PLAY:
        step, premises = some_legal(rules, kind, *besides, conceding=True)
        goals = tuple(Goal(name, part) for name, part in parts(step.after).items())
        yield Question(f"after a {kind.__name__.lower()}", premises, goals, clauses_about(kind), case=step_case(step))
    before = table_between(rules, conceding=True)  # no clause allows a concession, so it may come at any time
    after = symbolic_step_of(before, symbolic_move(rules, Conceding)).after
    goals = tuple(Goal(name, part) for name, part in parts(after).items())
    yield Question("after a concession", (most_invariants(before, *besides),), goals)


def _in_order(rules: Rules, *, all_clauses: bool = False) -> Iterator[Question]:
    """Ask about each cell of each player, with the table after the step as the step itself says it (LNC22).

    Only the gardens that differ in it are asked about.
    """
    goals = tuple(
        Goal(f"garden {seat}", ascends_term(rules, own)) for seat, own in enumerate(start_of(rules).gardens, 1)
    )
    yield Question("before the first event", (), goals, settled=BEGINNING)
    before = table_between(rules, conceding=True)
    yield _in_order_at_start(before)
    placing, turn = symbolic_move(rules, Placing), some_turn(rules)
    marked = invariants(before)["set-up fills only marked cells"]
    for player, cell in _places(rules, Placing):
        step = symbolic_step_of(before, replace(placing, player=player, cell=cell))
        known, goals = _in_order_still(step)
        clauses = () if all_clauses else (DiagonalFull, OnTheDiagonal)
        premises: tuple[Formula, ...] = (known, marked, keeps_clauses(step, *clauses))
        where = f"a placing of player {player} on {rules.board.names[cell]}"
        yield Question(where, premises, goals, (DiagonalFull.id, OnTheDiagonal.id), case=step_case(step))
    for player, cell in _places(rules, Turn):
        step = symbolic_step_of(before, replace(turn, player=player, cell=cell))
        known, goals = _in_order_still(step)
        asked = () if all_clauses else (Ascending,)
        premises = (known, keeps_clauses(step, *asked), most_invariants(before) if all_clauses else True)
        where = f"a turn of player {player} on {rules.board.names[cell]}"
        yield Question(where, premises, goals, (Ascending.id,), case=step_case(step))


def _in_order_at_start(before: SymbolicTable) -> Question:
    step = symbolic_step_of(before, symbolic_move(before.rules, Start))
    goals = tuple(
        Goal(f"garden {seat}", ascends_term(step.rules, own)) for seat, own in enumerate(step.after.gardens, 1)
    )
    known = And(ascends_term(step.rules, own) for own in before.gardens)
    premises = (known, keeps_clauses(step), stands(step))
    return Question("the start", premises, goals, clauses_about(Start), case=step_case(step))


def _in_order_still(step: SymbolicStep) -> tuple[Formula, tuple[Goal, ...]]:
    """State that the gardens that differ after a step ascend before it, and ask whether they do so after it."""
    pairs = zip(step.before.gardens, step.after.gardens, strict=True)
    touched = [(old, new) for old, new in pairs if any(one is not other for one, other in zip(old, new, strict=True))]
    still = And(ascends_term(step.rules, new) for _, new in touched)
    return And(ascends_term(step.rules, old) for old, _ in touched), (Goal("the garden is in order", still),)


def _conserved(rules: Rules, *, all_clauses: bool = False) -> Iterator[Question]:
    """Ask about each cell and action, with the table after the step as the step itself says it (LNC22)."""
    first = start_of(rules)
    goals = tuple(Goal(f"copies of {each}", first.copies(each) == rules.sets) for each in first.numbers)
    all_of_them = Goal("all clovers", together(first) == rules.clovers)
    yield Question("before the first event", (), (*goals, all_of_them), settled=BEGINNING)
    before = table_between(rules, conceding=True)
    for kind in IN_PLAY:
        for player, cell in _places(rules, kind):
            for action, doing in ACTIONS_OF[kind]:
                if action == DISCARD and cell and kind is Turn:
                    continue
                move = replace(unshown(symbolic_move(rules, kind)), player=player, cell=cell, action=action)
                step = symbolic_step_of(before, move)
                known = most_invariants(before) if kind is Start else before.pile == Sum(before.hidden)
                same = And(before.copies(each) == step.after.copies(each) for each in before.numbers)
                whole = together(before) == together(step.after)
                goals = (Goal("copies, and all clovers together", And(same, whole)),)
                who = f"player {player} {doing} {rules.board.names[cell] if action != DISCARD else ''}".strip()
                clauses = CONSERVING[kind, action]
                asked = () if all_clauses else clauses
                known = most_invariants(before) if all_clauses else known
                premises = (known, keeps_clauses(step, *asked), stands(step))
                yield Question(
                    who if player else "the start",
                    premises,
                    goals,
                    tuple(clause.id for clause in clauses),
                    case=step_case(step),
                )


def _places(rules: Rules, kind: type) -> list[tuple[int, int]]:
    """List all players and cells of a move, the marked cells in set-up."""
    if kind is Start:
        return [(0, 0)]
    cells = rules.board.diagonal if kind is Placing else range(rules.board.side**2)
    return [(player, cell) for player in range(1, rules.players + 1) for cell in cells]


def _all_parts(rules: Rules) -> Iterator[Question]:
    def rest(table: SymbolicTable) -> dict[str, Formula]:
        return {name: part for name, part in invariants(table).items() if name not in (ORDERED, CONSERVED)}

    yield from induction(rules, rest)
    for kind in MOVING_NOTHING:
        before, told = symbolic_table(rules, "table"), symbolic_move(rules, kind)
        for closed in (False, True):
            step = symbolic_step_of(replace(before, closed=closed), told)
            goal = Goal("no clover moves", _all_lies_still(step))
            name = f"after {kind.__name__.lower()}{', a result named' if closed else ''}"
            yield Question(name, (), (goal,), settled=NOT_OF_CLOVERS)
    start = symbolic_step_of(table_between(rules, conceding=True), symbolic_move(rules, Start))
    goal = Goal("no clover comes into a garden or leaves it", And(map(start.same_garden, start.before.seats)))
    yield Question("the gardens at the start", (), (goal,), settled=NOT_OF_CLOVERS)


def _all_lies_still(step: SymbolicStep) -> Formula:
    before, after = step.before, step.after
    heaps = (*zip(before.hidden, after.hidden, strict=True), *zip(before.middle, after.middle, strict=True))
    return And(
        (step.same_garden(seat) for seat in before.seats),
        (old == new for old, new in heaps),
        before.pile == after.pile,
        Iff(before.playing, after.playing),
    )


CLAIMS = (
    Provable(
        ClaimId("LNC01"),
        "On every table all rows and columns ascend.",
        "proved",
        "all tables of any game, by induction over set-up, start and turns; no other event moves a clover (LNC21)",
        "The English sheet only asks the placed number to fit; players rely on the whole garden being in order.",
        _in_order,
        rests_on=(SOUND, ClaimId("LNC22")),
        look=Look("tables", graph_checks.gardens_in_order),
        further=partial(_in_order, all_clauses=True),
    ),
    Provable(
        ClaimId("LNC02"),
        "No turn changes how many copies of a number there are.",
        "proved",
        "all tables of any game, by induction over set-up, start and turns; no other event moves a clover (LNC21)",
        "A program that loses or doubles clovers breaks it; it is the first thing to check in an implementation.",
        _conserved,
        rests_on=(SOUND, ClaimId("LNC22")),
        look=Look("steps", graph_checks.conserved),
        further=partial(_conserved, all_clauses=True),
    ),
    Provable(
        SOUND,
        "On the tables that can occur the pile holds what nobody has seen, set-up fills only marked cells, in play all "
        "of these are filled, some clover is face down until play ends, and it ends in two ways only.",
        "proved",
        "all tables of any game, by induction over set-up, start, turns and concessions; that no other event moves a "
        "clover, nor the start one of a garden, is how they are written down: they say nothing of any, and neither do "
        "the clauses. That there are but two ends is how a table is written down, too",
        "The other claims about turns stand on it.",
        _all_parts,
        look=Look("tables", graph_checks.sound),
    ),
)
