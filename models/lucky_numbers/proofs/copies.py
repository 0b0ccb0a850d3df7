"""Claims about how many copies of one number a garden can hold."""

from collections.abc import Iterator

from models.claim import ClaimId
from models.lucky_numbers.clauses.ln301_ascending import Ascending
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import EMPTY
from models.lucky_numbers.proofs.placing import garden_with, some_clover
from models.lucky_numbers.proofs.predicates import (
    ascends_term,
    in_turn,
    one_set_each,
    placement,
    some_garden,
    within_sets,
)
from models.lucky_numbers.proofs.traces import first_garden, gardens_beside, line_to, name_result
from models.lucky_numbers.symbolic_state import Numbers
from models.proof import LEMMA, Counterexample, Goal, Provable, Question
from models.smt import And, Count, Implies, Sum, Values, number
from models.smtlib import number_in


def _most(rules: Rules) -> int:
    return min(rules.board.side, rules.sets)


def _few_copies(rules: Rules) -> Iterator[Question]:
    """Ask where a number fits, then of each row, then of all rows together, then of the copies there are."""
    garden, side, each = some_garden(rules), rules.board.side, number("number", 1, rules.top)
    fits, clover = placement(rules), some_clover(rules)
    step = in_turn(rules, garden, clover=clover)
    alone = [
        Implies(fits.fits_term(step, cell), And(lies != clover for lies in _beside(garden, cell, side)))
        for cell in range(rules.board.area)
    ]
    goals = tuple(Goal(f"in row {row + 1}", And(alone[row * side : (row + 1) * side])) for row in range(side))
    yield Question("a number that fits stands nowhere else in the row", (), goals, (Ascending.id,))
    rows = [garden[row * side : (row + 1) * side] for row in range(side)]
    once = And(Count(cell == each for cell in row) <= 1 for row in rows)
    yield Question("any garden", (ascends_term(rules, garden),), (Goal("once in each row", once),))
    counts = [number(f"row.{row}", 0, side) for row in range(1, side + 1)]
    goal = Goal("as often as there are rows", Sum(counts) <= side)
    yield Question("all rows together", tuple(count <= 1 for count in counts), (goal,), doubt=LEMMA)
    others, *held = (number(f"copies.{place}", 0, rules.clovers) for place in ("elsewhere", *range(rules.players)))
    goal = Goal("as often as there are sets", And(own <= rules.sets for own in held))
    yield Question("the copies of a number", (others + Sum(held) == rules.sets,), (goal,), doubt=LEMMA)


def _beside(garden: Numbers, cell: int, side: int) -> Numbers:
    row = cell // side * side
    return garden[row:cell] + garden[cell + 1 : row + side]


def _fewer_when_full(rules: Rules) -> Iterator[Question]:
    garden, each = some_garden(rules, least=1), number("number", 1, rules.top)
    premises = (ascends_term(rules, garden), within_sets(rules, garden))

    def case(values: Values) -> Counterexample:
        own, which = garden_with(garden, values), number_in(values, each)
        line = line_to(rules, gardens_beside(rules, [own]))
        name_result(line)
        facts = (("copies", str(_most(rules))), ("of the number", str(which)))
        copies = first_garden(rules.board.side, (cell for cell, clover in enumerate(own) if clover == which))
        return Counterexample(tuple(line.steps), whole=True, facts=facts, marked=copies)

    goal = Goal("fewer copies", Count(cell == each for cell in garden) < _most(rules))
    yield Question("a full garden", premises, (goal,), (), ((".number", each),), case)


def _holds_as_many(case: Counterexample) -> bool:
    step = case.steps[-1]
    garden = step.before.garden(1)
    return EMPTY not in garden and max(map(garden.count, garden)) == _most(step.before.rules)


CLAIMS = (
    Provable(
        ClaimId("LNC70"),
        "A garden holds at most one copy of a number in each row, so at most as many as there are rows, and not more than "
        "there are sets: of two players two, of three three, of four four.",
        "proved",
        "all gardens that can occur, any number",
        "A full set of one number can end up in one garden, and no more.",
        _few_copies,
        rests_on=(ClaimId("LNC01"), ClaimId("LNC02")),
    ),
    Provable(
        ClaimId("LNC71"),
        "A full garden holds fewer copies of each number than there are sets (or rows, if these are fewer).",
        "refuted",
        "all full gardens in order with no more copies than there are sets",
        "The bound is sharp, and to have all copies of a number does not stand in the way of winning.",
        _fewer_when_full,
        _holds_as_many,
        applies=one_set_each,
    ),
)
