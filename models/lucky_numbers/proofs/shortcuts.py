"""Claims about shortcuts in the placement: which of them let other numbers through, and where."""

from collections.abc import Callable, Iterator

from models.claim import ClaimId, Look
from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT, Ascending
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.proofs import graph_checks
from models.lucky_numbers.proofs.placing import by_cell, garden_with, some_clover
from models.lucky_numbers.proofs.predicates import (
    ascends_term,
    filled,
    in_turn,
    marked_filled,
    one_set_each,
    placement,
    some_garden,
    within_sets,
)
from models.lucky_numbers.proofs.traces import gardens_beside, line_to
from models.lucky_numbers.symbolic_state import PLACE
from models.proof import Counterexample, Goal, Provable, Question
from models.smt import And, Iff, Implies, Values, number
from models.smtlib import number_in


def _mistaken(mistake: str) -> Callable[[Rules], Iterator[Question]]:
    """Ask whether an implementer's mistake lets the same numbers through."""

    def questions(rules: Rules) -> Iterator[Question]:
        wrong = Ascending.mutants()[mistake]
        garden, clover = some_garden(rules), some_clover(rules)
        cell = number("cell", 0, len(garden) - 1)
        step = in_turn(rules, garden, clover=clover, cell=cell, action=PLACE)
        premises = (ascends_term(rules, garden), marked_filled(rules, garden), within_sets(rules, garden, clover))

        def case(values: Values) -> Counterexample:
            own, drawn = garden_with(garden, values), number_in(values, clover)
            line = line_to(rules, gardens_beside(rules, [own], [drawn]), [drawn])
            line.reveal(1, drawn, number_in(values, cell))
            return Counterexample(tuple(line.steps), whole=True, broken=(Ascending.id,), facts=(("mistake", mistake),))

        right = And(clause.term(step) for clause in rules.changes.in_force((PLACEMENT,)))
        goal = Goal("lets no other numbers through", Implies(wrong.term(step), right))
        smallest = (("filled cells", filled(garden)), ("clover", clover), (".cell", cell), *by_cell(rules, garden))
        yield Question("any garden", premises, (goal,), (Ascending.id,), smallest, case)

    return questions


def _lets_through(mistake: str) -> Callable[[Counterexample], bool]:
    def refutes(case: Counterexample) -> bool:
        step = case.steps[-1]
        return Ascending.mutants()[mistake].holds(step) and not placement(step.before.rules).holds(step)

    return refutes


def _full_neighbours(rules: Rules) -> Iterator[Question]:
    near = Ascending.mutants()["only direct neighbours are compared"]
    garden, clover = some_garden(rules, least=1), some_clover(rules)
    step = in_turn(rules, garden, clover=clover)
    for cell, name in enumerate(rules.board.names):
        same = Iff(near.fits_term(step, cell), placement(rules).fits_term(step, cell))
        yield Question(
            f"exchanging on {name}", (ascends_term(rules, garden),), (Goal("both say the same", same),), (Ascending.id,)
        )


def _large(rules: Rules) -> bool:
    return rules.board.side > 3


def _mistake_claim(
    claim: ClaimId,
    mistake: str,
    statement: str,
    why: str,
    applies: Callable[[Rules], bool],
    *,
    look: Look | None = None,
) -> Provable:
    return Provable(
        claim,
        statement,
        "refuted",
        "all gardens that can occur, any clover, any cell",
        why,
        _mistaken(mistake),
        _lets_through(mistake),
        per_players=False,
        applies=lambda rules: one_set_each(rules) and applies(rules),
        look=look,
    )


CLAIMS = (
    _mistake_claim(
        ClaimId("LNC26"),
        "only direct neighbours are compared",
        "It is enough to compare a placed number with its direct neighbours.",
        "The commonest shortcut in programs.",
        lambda rules: rules.board.side > 2,
        look=Look("tables", graph_checks.enough("only direct neighbours are compared"), graph_checks.equal_reading),
    ),
    Provable(
        ClaimId("LNC27"),
        "In a full garden it is enough to compare a number with its direct neighbours.",
        "proved",
        "all full gardens in order, any clover, any cell",
        "It tells why that shortcut passes tests that only look at finished games.",
        _full_neighbours,
        per_players=False,
        look=Look(
            "tables",
            graph_checks.enough("only direct neighbours are compared", of_full=True),
            graph_checks.equal_reading,
        ),
    ),
    _mistake_claim(
        ClaimId("LNC28"),
        "blind at distance 3",
        "It is enough to compare a placed number with those at most two cells away.",
        "A loop that stops one cell too early passes for long.",
        _large,
    ),
    _mistake_claim(
        ClaimId("LNC29"),
        "only where row and column both hold numbers",
        "It is enough to compare where row and column both hold numbers.",
        "A program that joins both tests with the wrong word does this. In play every row and column holds its marked "
        "clover, so adding never shows it: only an exchange on a marked cell does.",
        lambda rules: True,
        look=Look(
            "tables", graph_checks.enough("only where row and column both hold numbers"), graph_checks.equal_reading
        ),
    ),
    _mistake_claim(
        ClaimId("LNC30"),
        "equal numbers pass",
        "It makes no difference whether equal numbers may follow each other in a line.",
        "The sheets say ascending, one of them strictly ascending.",
        lambda rules: True,
        look=Look("tables", graph_checks.enough("equal numbers pass"), graph_checks.equal_reading),
    ),
)
