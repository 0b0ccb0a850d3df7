"""Claims about single steps, ready made: whatever may lie on the table, a legal step of a kind keeps something."""

from collections.abc import Callable, Iterator, Sequence

from models.claim import ClaimId, Expected, Look
from models.clause import Clause, binding
from models.game import Reading
from models.mechanics import Mechanics, MoveT, Step, TableT
from models.proof import Case, Goal, Provable, Question
from models.schema import Schema
from models.smt import Formula, Implies, Values

BEFORE, MOVE, AFTER = "before", "move", "after"


class Symbolic:
    """Symbolic steps of a game in which one declaration of tables and moves serves checks and terms alike."""

    def __init__(self, mechanics: Mechanics) -> None:
        self.mechanics = mechanics
        self.start = mechanics.start(Reading())
        self.rules: object = getattr(self.start, "rules", None)
        self.kinds = (*mechanics.turns, *mechanics.results)
        self.tables = Schema(type(self.start), type(self.start))
        self.moves = {kind: Schema(kind, kind) for kind in self.kinds}

    def step(self, kind: type, rules: object) -> Step:
        """Give a step of a kind of which nothing is known."""
        before = self.tables.unknown(rules, BEFORE)
        return self.mechanics.step(before, self.moves[kind].unknown(None, MOVE))

    def step_with(self, step: Step, values: Values) -> Step:
        """Give the step that a symbolic one becomes with values."""
        before = self.tables.read(step.before, values)
        return self.mechanics.step(before, self.moves[type(step.move)].read(step.move, values))


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
        symbolic = Symbolic(mechanics())
        step = symbolic.step(kind, rules)
        premises = (given(step), *(clause.term(step) for clause in asked))
        goals = (Goal(statement, holds(step)),)
        names = tuple(clause.id for clause in asked)

        def case(values: Values) -> Case:
            return Case((symbolic.step_with(step, values),))

        yield Question("a step", premises, goals, names, case=case)

    def refutes(case: Case) -> bool:
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
