"""Claims about where a clover may be placed: all gardens, one clover."""

from collections.abc import Iterator
from dataclasses import replace

from msgspec.structs import replace as changed

from models.claim import ClaimId, Look
from models.lucky_numbers.clauses.ln201_order import Clockwise
from models.lucky_numbers.clauses.ln301_ascending import Ascending
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import Clover, Garden
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.proofs import graph_checks
from models.lucky_numbers.proofs.invariance import SOUND
from models.lucky_numbers.proofs.predicates import (
    GOES_ON,
    ascends_term,
    clauses_about,
    filled,
    in_turn,
    invariants,
    keeps_clauses,
    marked_filled,
    placement,
    refused_case,
    some_garden,
    some_turn,
    table_between,
    within_sets,
)
from models.lucky_numbers.proofs.traces import first_garden, gardens_beside, line_to
from models.lucky_numbers.symbolic_effect import symbolic_step_of
from models.lucky_numbers.symbolic_state import EXCHANGE, NOT_ENDED, PLACE, Numbers, SymbolicStep
from models.proof import Counterexample, Goal, Provable, Question
from models.smt import Formula, If, Iff, Number, Or, Values, number
from models.smtlib import number_in


def garden_with(garden: Numbers, values: Values) -> Garden:
    """Give the garden that one with unknowns becomes."""
    return tuple(Clover(number_in(values, cell)) for cell in garden)


def some_clover(rules: Rules) -> Number:
    """Give a clover of which nothing is known."""
    return number("clover", 1, rules.top)


def fits_somewhere_term(step: SymbolicStep) -> Formula:
    """State that some cell takes the mover's clover."""
    return Or(placement(step.rules).fits_term(step, cell) for cell in step.cells)


# A cell for every clover ----------------------------------------------------------------------------------------------


def _always_a_cell(rules: Rules) -> Iterator[Question]:
    garden, clover = some_garden(rules), some_clover(rules)
    step = in_turn(rules, garden, clover=clover)
    goal = Goal("some cell takes it", fits_somewhere_term(step))
    yield Question("any garden, any clover", (ascends_term(rules, garden),), (goal,), (Ascending.id,))


def _from_middle(rules: Rules) -> Iterator[Question]:
    """Ask first whether a cell takes it, then whether laying it there from the middle keeps every clause."""
    yield from _always_a_cell(rules)
    before = table_between(rules, conceding=True)
    for cell in range(rules.board.side**2):
        move = some_turn(rules, from_middle=True, cell=cell)
        own = symbolic_step_of(before, move).own[cell]
        step = symbolic_step_of(before, replace(move, action=If(own == 0, PLACE, EXCHANGE)))
        known = invariants(before)[GOES_ON]
        due = (known, before.playing, before.ended == NOT_ENDED, keeps_clauses(step, Clockwise))
        lies = (step.with_number(before.middle) >= 1, placement(rules).fits_term(step, cell))
        name = f"the middle's clover on {rules.board.names[cell]}"
        goal = Goal("keeps all clauses", keeps_clauses(step))
        yield Question(name, (*due, *lies), (goal,), clauses_about(Turn), case=refused_case(step))


def _forced_discard(rules: Rules) -> Iterator[Question]:
    strict = changed(rules, equal_exchange=False)
    garden, clover = some_garden(strict), some_clover(strict)
    step = in_turn(strict, garden, clover=clover)
    premises = (
        ascends_term(strict, garden),
        marked_filled(strict, garden),
        Or(cell == 0 for cell in garden),
        within_sets(strict, garden, clover),
    )

    def case(values: Values) -> Counterexample:
        own = garden_with(garden, values)
        drawn = number_in(values, clover)
        line = line_to(strict, gardens_beside(strict, [own], [drawn]), [drawn])
        line.reveal(1, drawn, None)
        equal = first_garden(rules.board.side, (cell for cell, clover in enumerate(own) if clover == drawn))
        return Counterexample(tuple(line.steps), whole=True, facts=(("drawn", str(drawn)),), marked=equal)

    smallest = (("filled cells", filled(garden)), ("drawn", clover), *by_cell(rules, garden))
    yield Question(
        "strict reading",
        premises,
        (Goal("some cell takes it", fits_somewhere_term(step)),),
        (Ascending.id,),
        smallest,
        case,
    )


def by_cell(rules: Rules, garden: Numbers) -> tuple[tuple[str, Number], ...]:
    """Make a garden the least one of its kind, cell by cell, so that every solver finds the same."""
    return tuple((f".{name}", garden[cell]) for cell, name in enumerate(rules.board.names))


def _nothing_fits(case: Counterexample) -> bool:
    step = case.steps[-1]
    return not graph_checks.takes(step.before.rules, step.before.garden(step.move.player), step.move.clover)


# The two sheets, and cells that die -------------------------------------------------------------------------------------


def _same_rule(rules: Rules) -> Iterator[Question]:
    """Compare, for each cell, the placed number's order with that of the whole garden afterwards."""
    garden, clover = some_garden(rules), some_clover(rules)
    step = in_turn(rules, garden, clover=clover)
    for cell, name in enumerate(rules.board.names):
        after = (*garden[:cell], clover, *garden[cell + 1 :])
        same = Iff(placement(rules).fits_term(step, cell), ascends_term(rules, after))
        yield Question(
            f"placing on {name}", (ascends_term(rules, garden),), (Goal("both say the same", same),), (Ascending.id,)
        )


def _some_number_fits(rules: Rules) -> Iterator[Question]:
    garden, cell = some_garden(rules), number("cell", 0, rules.board.side**2 - 1)
    steps = [in_turn(rules, garden, clover=each, cell=cell, action=PLACE) for each in range(1, rules.top + 1)]
    premises = (
        ascends_term(rules, garden),
        marked_filled(rules, garden),
        within_sets(rules, garden),
        steps[0].there == 0,
    )

    def case(values: Values) -> Counterexample:
        own, at = garden_with(garden, values), number_in(values, cell)
        line = line_to(rules, gardens_beside(rules, [own]))
        facts = (("dead cell", rules.board.names[at]),)
        return Counterexample(tuple(line.steps), whole=True, facts=facts, marked=first_garden(rules.board.side, (at,)))

    goal = Goal("some number fits", Or(placement(rules).term(step) for step in steps))
    smallest = (("filled cells", filled(garden)), (".cell", cell), *by_cell(rules, garden))
    yield Question("any empty cell", premises, (goal,), (Ascending.id,), smallest, case)


def _is_dead(case: Counterexample) -> bool:
    table = case.steps[-1].after
    rules, garden = table.rules, table.gardens[0]
    cell = rules.board.cells[dict(case.facts)["dead cell"]]
    return garden[cell] == 0 and not any(
        placement(rules).fits(rules, garden, cell, Clover(n)) for n in range(1, rules.top + 1)
    )


GARDENS = "all gardens in order, any clover"


CLAIMS = (
    Provable(
        ClaimId("LNC04"),
        "Where equal exchanges are allowed, a revealed clover has a legal cell: a discard is never forced.",
        "proved",
        GARDENS,
        "It settles that leaving a clover is always a choice.",
        _always_a_cell,
        per_players=False,
        look=Look("tables", graph_checks.fits_somewhere, graph_checks.equal_reading),
    ),
    Provable(
        ClaimId("LNC05"),
        "Where equal exchanges are forbidden, a revealed clover has a legal cell.",
        "refuted",
        "all gardens that can occur: diagonal filled, not full, no more copies than there are sets",
        "The strict reading of the printed example changes the game: it can force a discard.",
        _forced_discard,
        _nothing_fits,
        look=Look("tables", graph_checks.fits_somewhere, graph_checks.strict_reading),
    ),
    Provable(
        ClaimId("LNC23"),
        "Whoever takes a clover from the middle can always place it, where equal exchanges are allowed.",
        "proved",
        "all gardens in order for the cell; for the turn all tables that can occur, whoever is to move",
        "Option B never strands a player with a clover that must be placed and cannot.",
        _from_middle,
        rests_on=(SOUND,),
        look=Look("tables", graph_checks.middle_fits, graph_checks.equal_reading),
    ),
    Provable(
        ClaimId("LNC25"),
        "The French rule (all numbers always in order) and the English one (the placed number fits) are the same.",
        "proved",
        "all gardens in order, any clover, any cell; with LNC01 it follows for whole games",
        "The two printed sheets word the rule differently.",
        _same_rule,
        per_players=False,
        look=Look("tables", graph_checks.sheets_agree, graph_checks.equal_reading),
    ),
    Provable(
        ClaimId("LNC52"),
        "Every empty cell takes some number.",
        "refuted",
        "all gardens that can occur",
        "A cell can die: it then needs an exchange beside it before it can be filled.",
        _some_number_fits,
        _is_dead,
        look=Look("tables", graph_checks.every_cell_takes_some),
    ),
)
