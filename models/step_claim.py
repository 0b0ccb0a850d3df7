"""Claims about single steps, ready made: whatever may lie on the table, a legal step of a kind keeps something."""

from collections.abc import Callable, Iterator, Sequence

from models.claim import ClaimId, Expected, Look
from models.clause import Clause, binding
from models.mechanics import Mechanics, MoveT, Step, TableT
from models.proof import Counterexample, Goal, Provable, Question
from models.smt import Formula, Implies, Values
from models.symbols import symbols_of


def step_claim(
    id: str,
    statement: str,
    expected: Expected,
    holds: Callable[[Step[TableT, MoveT]], Formula],
    *,
    mechanics: Callable[[], Mechanics],
    clauses: Sequence[Clause],
    kind: type[MoveT],
    given: Callable[[Step[TableT, MoveT]], Formula] = lambda step: True,
    scope: str = "single steps, from any table",
    why: str = "",
) -> Provable:
    """State that every step of a kind that keeps the clauses, and for which something is `given`, `holds`.

    What is given and what holds are said once, for numbers and unknowns alike: a step that a solver finds is asked the
    same questions, and so is every step of the state graph.
    """
    asked = binding(clauses, kind)

    def questions(rules: object) -> Iterator[Question]:
        symbols = symbols_of(mechanics())
        step = symbols.some_step(rules, kind, symbols.forms(kind)[0])
        premises = (given(step), *(clause.term(step) for clause in asked))
        goals = (Goal(statement, holds(step)),)
        names = tuple(clause.id for clause in asked)

        def case(values: Values) -> Counterexample:
            return Counterexample((symbols.step_with(step, values),))

        yield Question("a step", premises, goals, names, case=case)

    def refutes(case: Counterexample) -> bool:
        step: Step[TableT, MoveT] = case.steps[0]
        return given(step) is True and holds(step) is False

    def kept(step: Step[TableT, MoveT]) -> bool:
        return type(step.move) is not kind or Implies(given(step), holds(step)) is True

    return Provable(
        ClaimId(id),
        statement,
        expected,
        scope,
        why,
        questions,
        refutes,
        per_players=False,
        look=Look("steps", kept),
    )
