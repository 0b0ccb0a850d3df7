"""The successors of a table where a clause is not covered by what is fast: it is asked about every turn."""

from collections import defaultdict
from collections.abc import Sequence
from functools import cache

from models.clause import Clause, breached
from models.lucky_numbers import clauses as listed
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.engine import COVERS
from models.lucky_numbers.successors import FastSpace
from models.lucky_numbers.table import Step
from models.state_space import Code, Edge, Successors


@cache
def uncovered() -> tuple[Clause[Step], ...]:
    """Give the clauses that the engine, the state space and the fast solver do not know of."""
    return tuple(clause for clause in listed.CLAUSES if clause.id not in COVERS)


class CheckedSuccessors(FastSpace):
    """The tables of one game: the turns that `Compact` gives, without those that some further clauses forbid.

    A number of a table says nothing of what came before, so a clause is asked as if play had begun there.
    """

    def __init__(self, rules: Rules, total: tuple[int, ...], clauses: Sequence[Clause[Step]]) -> None:
        """Take the clauses to ask besides rules and copies."""
        super().__init__(rules, total)
        self.clauses = clauses
        self.title += "".join(f", {clause.id} asked of each turn by itself" for clause in clauses)

    def ways(self, code: Code) -> list[Edge]:
        """Give all legal turns in words."""
        found = super().ways(code)
        table = self.table(code) if found else None
        return [
            way for way in found if table and not breached(self.clauses, step_of(table, self._turn(code, way.text)))
        ]

    def spread(self, code: Code) -> Successors:
        """Give all tables one turn away; none where play is over."""
        beside: list[Code] = []
        lower: defaultdict[int, list[Code]] = defaultdict(list)
        for way in self.ways(code):
            falls = self.level(code) - self.level(way.after)
            (lower[falls] if falls else beside).append(way.after)
        return Successors(super().spread(code).chances, beside, tuple(sorted(lower.items())))

    def beside(self, code: Code) -> list[Code]:
        """Give only the tables of the same level one turn away."""
        return self.spread(code).level
