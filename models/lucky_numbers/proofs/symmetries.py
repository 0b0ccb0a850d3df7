"""Claims about symmetries: ways to see a game otherwise that no clause notices, and ways that are none."""

from collections.abc import Callable, Iterator

from models.claim import ClaimId
from models.clause import Clause, binding
from models.lucky_numbers import clauses as listed
from models.lucky_numbers.clauses.ln301_ascending import Ascending
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import EMPTY, write_garden
from models.lucky_numbers.moves import End, Placing, Start, Turn
from models.lucky_numbers.proofs.images import (
    Image,
    half_turned,
    lies_alike,
    one_seat_on,
    other_images,
    seen_as,
    transposed,
)
from models.lucky_numbers.proofs.placing import by_cell, garden_with, some_clover
from models.lucky_numbers.proofs.planned_images import is_seen_illegal, seen_illegal
from models.lucky_numbers.proofs.predicates import (
    ascends_term,
    clauses_about,
    filled,
    in_turn,
    marked_filled,
    one_set_each,
    placement,
    some_garden,
    some_turn,
    table_between,
    within_sets,
)
from models.lucky_numbers.proofs.traces import gardens_beside, line_to
from models.lucky_numbers.symbolic_effect import symbolic_step_of
from models.lucky_numbers.symbolic_state import PLACE, SymbolicStep, SymbolicTable, symbolic_move
from models.lucky_numbers.table import Step
from models.proof import LEMMA, Counterexample, Goal, Provable, Question
from models.smt import And, Formula, Implies, Not, Values, number
from models.smtlib import number_in

SEATS = ClaimId("LNC74")
IN_ORDER = ClaimId("LNC01")
WHOLE = "all placings, starts, turns and results, from any tables; clause by clause, as each keeps it"


def _unnoticed(seen: Callable[[Rules], Image]) -> Callable[[Rules], Iterator[Question]]:
    """Ask whether what keeps the clauses is seen to keep them, and whether the table after it is seen as it lies then.

    Where a number may be laid is asked row by row; where cells are seen elsewhere, the tables after these turns too, of
    player 1, who stands for all (LNC74). (Seen often enough, all is as it was: so what is seen to keep the clauses keeps
    them.)
    """

    def questions(rules: Rules) -> Iterator[Question]:
        image, before = seen(rules), table_between(rules, conceding=True)
        moved = image.cells != tuple(range(rules.board.area))
        yield _on_each_cell(image, before, moved=moved)
        for kind in (Placing, Start, Turn, End):
            move = some_turn(rules) if kind is Turn else symbolic_move(rules, kind)
            step = symbolic_step_of(before, move)
            other = seen_as(image, step, symbolic_step_of)
            kept = (Implies(clause.term(step), clause.term(other)) for clause in _asked(step))
            goals = [Goal("what keeps a clause is seen to keep it", And(kept))]
            if kind is not Turn or not moved:
                goals.append(Goal("the table after it", lies_alike(image.table(step.after), other.after)))
            yield Question(f"any {kind.__name__.lower()}", (), tuple(goals), clauses_about(kind), doubt=LEMMA)

    return questions


def _on_each_cell(image: Image, before: SymbolicTable, *, moved: bool) -> Question:
    """Ask whether a number that fits is seen to fit; where cells are seen elsewhere, also about the table after it."""
    rules, fits, side = image.rules, placement(image.rules), image.rules.board.side
    step = symbolic_step_of(before, some_turn(rules))
    other = seen_as(image, step, symbolic_step_of)
    alike: list[Formula] = []
    for cell in range(rules.board.area):
        if moved:
            step = symbolic_step_of(before, some_turn(rules, player=1, cell=cell))
            other = seen_as(image, step, symbolic_step_of)
        lies = Implies(fits.fits_term(step, cell), fits.fits_term(other, image.cells[cell]))
        alike.append(And(lies, lies_alike(image.table(step.after), other.after)) if moved else lies)
    rows = [alike[cell : cell + side] for cell in range(0, rules.board.area, side)]
    goals = tuple(Goal(f"row {row}", And(parts)) for row, parts in enumerate(rows, 1))
    return Question("a turn on each cell", (), goals, (Ascending.id,), doubt=LEMMA)


def _asked(step: SymbolicStep) -> Iterator[Clause[Step]]:
    """Give the clauses that are asked about a whole step: all but the one about placing."""
    in_force = step.rules.changes.in_force(listed.CLAUSES)
    return (clause for clause in binding(in_force, step.move.kind) if not isinstance(clause, Ascending))


def _turned_alone(rules: Rules) -> Iterator[Question]:
    """Ask for a number that fits, in a garden that is in order both ways, and does not where half a turn brings it."""
    image = half_turned(rules, numbers=False)
    garden, clover = some_garden(rules), some_clover(rules)
    cell = number("cell", 0, rules.board.last)
    step = in_turn(rules, garden, clover=clover, cell=cell, action=PLACE)
    turned = image.garden(garden)
    other = in_turn(rules, turned, clover=clover, cell=image.cell(cell), action=PLACE)
    premises = (
        *(ascends_term(rules, each) for each in (garden, turned)),
        marked_filled(rules, garden),
        within_sets(rules, garden, clover),
        And(Implies(cell == each, lies == EMPTY) for each, lies in enumerate(garden)),
    )

    def case(values: Values) -> Counterexample:
        own, drawn, on = garden_with(turned, values), number_in(values, clover), number_in(values, cell)
        line = line_to(rules, gardens_beside(rules, [own], [drawn]), [drawn])
        line.reveal(1, drawn, image.cells[on])
        back = write_garden(rules.board.side, garden_with(garden, values))
        facts = (("half a turn back it fits", f"{drawn} on {rules.board.names[on]} in {back}"),)
        return Counterexample(tuple(line.steps), whole=True, broken=(Ascending.id,), facts=facts)

    fits = placement(rules)
    goal = Goal("it fits there too", Implies(fits.term(step), fits.term(other)))
    smallest = (("filled cells", filled(garden)), ("clover", clover), (".cell", cell), *by_cell(rules, garden))
    yield Question("a number that fits", premises, (goal,), (Ascending.id,), smallest, case)


def _fits_turned_back(case: Counterexample) -> bool:
    step = case.steps[-1]
    rules, garden, move = step.before.rules, step.before.garden(step.move.player), step.move
    back = tuple(reversed(garden)), rules.board.last - move.cell
    return placement(rules).fits(rules, *back, move.clover) and not placement(rules).holds(step)


def _no_others(rules: Rules) -> Iterator[Question]:
    garden, fits = some_garden(rules, least=1), placement(rules)
    goals = tuple(Goal(name, Not(fits.orders_term(rules, image.garden(garden)))) for name, image in other_images(rules))
    yield Question("any full garden", (fits.orders_term(rules, garden),), goals, (Ascending.id,))


def _from_the_other_side(rules: Rules) -> Image:
    return half_turned(rules, numbers=True)


CLAIMS = (
    Provable(
        SEATS,
        "Where nobody is named, nobody is favoured: a game in which each player is another one, all one seat on, keeps the "
        "same clauses, and its tables lie alike.",
        "proved",
        WHOLE,
        "Nothing but starting tells one player from another.",
        _unnoticed(one_seat_on),
        is_seen_illegal(one_seat_on),
        search=seen_illegal(one_seat_on),
    ),
    Provable(
        ClaimId("LNC75"),
        "Columns can be seen as rows: a game in which every garden is transposed keeps the same clauses, and its tables "
        "lie alike.",
        "proved",
        WHOLE,
        "A solver needs to look at one of two such positions only.",
        _unnoticed(transposed),
        is_seen_illegal(transposed),
        search=seen_illegal(transposed),
        rests_on=(SEATS,),
    ),
    Provable(
        ClaimId("LNC76"),
        "The board can be seen from the other side, if numbers are counted from the other end: a game in which every "
        "garden has had half a turn, and each number n is 21 - n (the highest and one, less n), keeps the same clauses, "
        "and its tables lie alike.",
        "proved",
        WHOLE,
        "High numbers are neither better nor worse than low ones.",
        _unnoticed(_from_the_other_side),
        is_seen_illegal(_from_the_other_side),
        search=seen_illegal(_from_the_other_side),
        rests_on=(SEATS,),
    ),
    Provable(
        ClaimId("LNC77"),
        "The board can be seen from the other side, the numbers as they are: where a number fits, it fits after half a turn "
        "of the garden too.",
        "refuted",
        "all gardens that are in order before and after half a turn, any clover, any empty cell",
        "A program that numbers its cells from the wrong end is wrong from the first clovers on.",
        _turned_alone,
        _fits_turned_back,
        per_players=False,
        applies=one_set_each,
    ),
    Provable(
        ClaimId("LNC78"),
        "There are no other symmetries: any other way to turn or mirror the board, numbers kept or reversed, brings every "
        "full garden out of order (transposing and half a turn with numbers reversed do not, nor one after the other).",
        "proved",
        "all full gardens in order, the other twelve of the eight ways to see a square, numbers kept or reversed",
        "So no solver can save more by looking at positions that are alike.",
        _no_others,
        per_players=False,
        rests_on=(IN_ORDER,),
    ),
)
