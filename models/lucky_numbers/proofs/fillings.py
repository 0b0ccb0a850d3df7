"""Claims about full gardens and how to come to them."""

from collections.abc import Callable, Iterator
from itertools import pairwise

from models.claim import ClaimId, Look
from models.lucky_numbers.clauses.ln301_ascending import Ascending
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import EMPTY
from models.lucky_numbers.proofs import graph_checks
from models.lucky_numbers.proofs.placing import by_cell, garden_with
from models.lucky_numbers.proofs.predicates import (
    copies_in,
    filled,
    in_turn,
    laid_rightly,
    marked_filled,
    placement,
    some_garden,
    within_sets,
)
from models.lucky_numbers.proofs.traces import first_garden, gardens_beside, line_to
from models.lucky_numbers.symbolic_state import Numbers
from models.proof import LEMMA, Counterexample, Goal, Provable, Question
from models.smt import And, Formula, If, Number, Or, Values

PRINTED = 4
SHEETS_AGREE = ClaimId("LNC25")  # what the clause allows are gardens in order


def _case_of(rules: Rules, garden: Numbers, *, twin_cells: bool = False) -> Callable[[Values], Counterexample]:
    """Play a whole line to a garden of player 1; `twin_cells` marks the numbers that stand there twice."""

    def case(values: Values) -> Counterexample:
        own = garden_with(garden, values)
        line = line_to(rules, gardens_beside(rules, [own]))
        twins = (cell for cell, clover in enumerate(own) if twin_cells and own.count(clover) > 1 and clover)
        return Counterexample(tuple(line.steps), whole=True, marked=first_garden(rules.board.side, twins))

    return case


def _own(case: Counterexample) -> tuple[int, ...]:
    garden: tuple[int, ...] = case.steps[-1].after.gardens[0]
    return garden


# Bounds ---------------------------------------------------------------------------------------------------------------


def _bounds(rules: Rules) -> Iterator[Question]:
    garden, side = some_garden(rules, least=1), rules.board.side
    goals = []
    for cell, name in enumerate(rules.board.names):
        steps = cell % side + cell // side
        goals.append(Goal(name, And(garden[cell] >= steps + 1, garden[cell] <= rules.top - 2 * (side - 1) + steps)))
    yield Question("any full garden", (laid_rightly(rules, garden),), tuple(goals), (Ascending.id,))


def _two_sets(highest: int) -> Callable[[Rules], Iterator[Question]]:
    def questions(rules: Rules) -> Iterator[Question]:
        garden = some_garden(rules, least=1)
        premises = (laid_rightly(rules, garden), within_sets(rules, garden))
        goal = Goal(f"some number is above {highest}", Or(cell > highest for cell in garden))
        yield Question(
            "any full garden", premises, (goal,), (Ascending.id,), by_cell(rules, garden), _case_of(rules, garden)
        )

    return questions


def _low_and_full(case: Counterexample) -> bool:
    garden = _own(case)
    return EMPTY not in garden and max(garden) <= 9


def _no_twins(rules: Rules) -> Iterator[Question]:
    garden = some_garden(rules)
    premises = (laid_rightly(rules, garden), marked_filled(rules, garden), within_sets(rules, garden))
    goal = Goal("no number stands twice", And(copies_in(garden, each) <= 1 for each in range(1, rules.top + 1)))
    smallest = (("filled cells", filled(garden)), *by_cell(rules, garden))
    yield Question("any garden", premises, (goal,), (Ascending.id,), smallest, _case_of(rules, garden, twin_cells=True))


def _has_twins(case: Counterexample) -> bool:
    numbers = [clover for clover in _own(case) if clover]
    return len(set(numbers)) < len(numbers)


# A lone diagonal ------------------------------------------------------------------------------------------------------


def _far_enough(rules: Rules, marked: list[Number]) -> Formula:
    side = rules.board.side
    apart = And(other >= one + 2 for one, other in pairwise(marked))
    return And(apart, marked[-1] >= marked[0] + 2 * (side - 1))


def _filled_around(rules: Rules, marked: list[Number]) -> list[Number]:
    """Fill a garden around its diagonal, each cell with the least number that ascends from those before it."""
    side = rules.board.side
    garden: list[Number] = []
    for cell in range(side * side):
        before = ([garden[cell - 1]] if cell % side else []) + ([garden[cell - side]] if cell >= side else [])
        if cell in rules.board.diagonal:
            garden.append(marked[cell // side])
        elif len(before) == 1:
            garden.append(before[0] + 1)
        else:
            garden.append(If(before[0] < before[1], before[1], before[0]) + 1)
    return garden


def _lone_diagonal(rules: Rules) -> Iterator[Question]:
    garden = some_garden(rules, least=1)
    marked = [garden[cell] for cell in rules.board.diagonal]
    yield Question(
        "a full garden",
        (laid_rightly(rules, garden),),
        (Goal("its diagonal is far enough apart", _far_enough(rules, marked)),),
        (Ascending.id,),
    )
    full = _filled_around(rules, marked)
    goals = (
        Goal("filled with the least numbers each may lie where it lies", laid_rightly(rules, full)),
        Goal("no number is too high", And(each <= rules.top for each in full)),
    )
    far = _far_enough(rules, marked)
    yield Question("a diagonal far enough apart", (far,), goals, (Ascending.id,), doubt=LEMMA)
    apart = And(other >= one + 2 for one, other in pairwise(marked))
    goal = Goal("its ends are far enough apart", marked[-1] >= marked[0] + 2 * (rules.board.side - 1))
    yield Question("neighbours two apart", (apart,), (goal,))


# From any garden to any full one --------------------------------------------------------------------------------------


def _reorder(rules: Rules) -> Iterator[Question]:
    """Ask, for each cell at its turn, whether its new number may lie there beside what lies in the garden then."""
    old, new = some_garden(rules, "old"), some_garden(rules, "new", least=1)
    premises = (laid_rightly(rules, old), laid_rightly(rules, new))
    goals = []
    for cell, name in enumerate(rules.board.names):
        then = [
            old[other] if other == cell else If(_sooner(old, new, other, cell), new[other], old[other])
            for other in range(len(old))
        ]
        fits = placement(rules).fits_term(in_turn(rules, then, clover=new[cell]), cell)
        goals.append(Goal(f"{name} at its turn", Or(old[cell] == new[cell], fits)))
    yield Question("any two gardens, the second one full", premises, tuple(goals), (Ascending.id,))


def _sooner(old: Numbers, new: Numbers, one: int, other: int) -> Formula:
    """State that a cell is changed before another: growing ones from the largest, then shrinking ones, then empty."""
    grows = [And(old[cell] != 0, old[cell] < new[cell]) for cell in (one, other)]
    shrinks = [And(old[cell] != 0, old[cell] > new[cell]) for cell in (one, other)]
    empty = [old[cell] == 0 for cell in (one, other)]
    return Or(
        And(grows[0], grows[1], old[one] > old[other]),
        And(grows[0], Or(shrinks[1], empty[1])),
        And(shrinks[0], shrinks[1], old[one] < old[other]),
        And(shrinks[0], empty[1]),
        And(empty[0], empty[1], one < other),
    )


def _printed(rules: Rules) -> bool:
    return rules.board.side == PRINTED


def _printed_for_two(rules: Rules) -> bool:
    return _printed(rules) and rules.players == 2


FULL = "all full gardens in order"

CLAIMS = (
    Provable(
        ClaimId("LNC12"),
        "In a full garden the cell in column c and row r holds at least c + r - 1, and so little that the steps to the "
        "last corner have room: on the printed board at most c + r + 12.",
        "proved",
        FULL,
        "A player can see at once which numbers can never stay where.",
        _bounds,
        per_players=False,
        look=Look("tables", graph_checks.within_bounds),
        rests_on=(SHEETS_AGREE,),
    ),
    Provable(
        ClaimId("LNC31"),
        "No number stands twice in one garden.",
        "refuted",
        "all gardens that can occur",
        "Programs that forbid it refuse legal moves.",
        _no_twins,
        _has_twins,
        applies=lambda rules: True,
        look=Look("tables", graph_checks.no_twins),
    ),
    Provable(
        ClaimId("LNC34"),
        "A lone diagonal can be filled, copies unlimited, exactly when each of its numbers exceeds the one before "
        "by at least 2. (That its ends are then 2 x (side - 1) apart, 6 on the printed board, follows.)",
        "proved",
        "all diagonals; the filling is given for each of them: every cell the least number that ascends",
        "It is the test of a good set-up.",
        _lone_diagonal,
        per_players=False,
        rests_on=(SHEETS_AGREE,),
    ),
    Provable(
        ClaimId("LNC35"),
        "With two sets no full garden has all its numbers at most 8.",
        "proved",
        FULL + ", at most two copies of a number",
        "How low can a finished garden be?",
        _two_sets(8),
        applies=_printed_for_two,
        rests_on=(SHEETS_AGREE,),
    ),
    Provable(
        ClaimId("LNC36"),
        "With two sets no full garden has all its numbers at most 9.",
        "refuted",
        FULL + ", at most two copies of a number",
        "It is the other half: 9 is enough.",
        _two_sets(9),
        _low_and_full,
        applies=_printed_for_two,
    ),
    Provable(
        ClaimId("LNC41"),
        "Any garden in order can be turned into any full one by one clover for each cell that differs, each garden on "
        "the way in order: first the cells that grow, the largest old number first; then those that shrink, the "
        "smallest first; then the empty ones in reading order.",
        "proved",
        "all pairs of a garden in order and a full one; the new clovers come from outside the garden",
        "No garden is ever lost: the fewest turns to a goal are the clovers that must change.",
        _reorder,
        per_players=False,
        rests_on=(SHEETS_AGREE,),
    ),
)
