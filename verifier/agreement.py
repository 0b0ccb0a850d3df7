"""Compare two descriptions of a game step by step: the check of each clause, and its term worked out for the step."""

from collections.abc import Callable, Sequence
from typing import Any

from models.clause import Clause
from models.proof import Symbols
from models.smt import unknowns
from models.smtlib import evaluator

Worked = Callable[[Sequence[int]], tuple[Any, ...]]


class Disagreement(Exception):
    """A step on which the check of a clause and its term differ."""


class Agreement:
    """The clauses to compare, with their terms built once for all steps of one shape.

    A shape is what must be known before terms can be built: the rules, the kind of move, the number of earlier games.
    """

    def __init__(self, symbols: Symbols, clauses: Sequence[Clause[Any]]) -> None:
        self.symbols = symbols
        self.asked = {kind: [c for c in clauses if issubclass(kind, c.moves)] for kind in symbols.kinds}
        self.shapes: dict[tuple[Any, type, int], tuple[list[str], Worked]] = {}

    def _terms(self, shape: tuple[Any, type, int]) -> tuple[list[str], Worked]:
        known = self.shapes.get(shape)
        if known is None:
            step = self.symbols.some_step(*shape)
            terms = [clause.term(step) for clause in self.asked[shape[1]]]
            names = [each.args[0] for each in unknowns(terms)]
            known = self.shapes[shape] = names, evaluator(terms, names)
        return known

    def terms_of(self, step: Any) -> tuple[bool, ...]:
        """Work out the terms of the clauses that speak about a step."""
        names, worked_out = self._terms((step.before.rules, type(step.move), len(step.before.series)))
        values = self.symbols.values_of(step)
        return tuple(map(bool, worked_out([values[name] for name in names])))

    def check(self, step: Any) -> tuple[bool, ...]:
        """Give what both descriptions say of a step. Raises Disagreement."""
        asked, told = self.asked[type(step.move)], self.terms_of(step)
        checked = tuple([clause.holds(step) for clause in asked])
        if told != checked:
            wrong = next(clause for clause, term, check in zip(asked, told, checked, strict=True) if term != check)
            raise Disagreement(f"{wrong!r}: check and term differ on {step!r}")
        return told
