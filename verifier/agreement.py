"""Compare descriptions of a game step by step: the check of each clause with its term worked out for the step, and the
table that a move leads to with the terms for it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter

from models.clause import Clause
from models.smt import unknowns
from models.smtlib import evaluator
from models.symbols import AnySymbols, Shape, StepTo, Terms

Values = Mapping[str, int]
Worked = Callable[[Values], tuple[int, ...]]


class Disagreement(Exception):
    """A step on which the check of a clause and its term differ."""


class Agreement:
    """The clauses to compare, with their terms built once for all steps of one shape.

    A shape is what must be known before terms can be built: the rules, the kind of move, and what a game says besides.
    """

    def __init__(self, symbols: AnySymbols, clauses: Sequence[Clause]) -> None:
        self.symbols = symbols
        self.asked = {kind: [c for c in clauses if issubclass(kind, c.moves)] for kind in symbols.kinds}
        self.shapes: dict[Shape, Worked] = {}
        self.tables: dict[int, tuple[Terms, Worked, Worked]] = {}

    def check(self, step: StepTo, *, follows: bool = False) -> tuple[bool, ...]:
        """Give what both descriptions say of a step. Raises Disagreement.

        Where the table after it `follows` from the move alone, compare it too with what the terms lead to.
        """
        values, asked = self.symbols.values_of(step), self.asked[type(step.move)]
        told = self._terms(self.symbols.shape(step))(values)
        checked = tuple([clause.holds(step) for clause in asked])
        if told != checked:
            wrong = next(clause for clause, term, check in zip(asked, told, checked, strict=True) if term != check)
            raise Disagreement(f"{wrong!r}: check and term differ on {step!r}")
        if follows:
            self._check_after(step, values)
        return checked

    def _terms(self, shape: Shape) -> Worked:
        known = self.shapes.get(shape)
        if known is None:
            step = self.symbols.some_step(*shape)
            known = self.shapes[shape] = _worked_out([clause.term(step) for clause in self.asked[shape[1]]])
        return known

    def _check_after(self, step: StepTo, values: Values) -> None:
        terms = self.symbols.after(step)
        known = self.tables.get(id(terms))
        if known is None:
            known = self.tables[id(terms)] = terms, _worked_out(list(terms.values())), _picked(terms)
        _, worked_out, told = known
        found, lies = worked_out(values), told(values)
        if found != lies:
            name, one, other = next(each for each in zip(terms, found, lies, strict=True) if each[1] != each[2])
            raise Disagreement(f"{name} is worked out as {one}, and is {other} after {step!r}")


def _worked_out(terms: Sequence[object]) -> Worked:
    names = [each.args[0] for each in unknowns(terms)]
    worked_out, pick = evaluator(terms, names), _picked(names)
    return lambda values: worked_out(pick(values))


def _picked(names: Iterable[str]) -> Worked:
    """Make a function that picks the values of some unknowns, a quick one: it runs for millions of steps."""
    wanted = list(names)
    if len(wanted) > 1:
        return itemgetter(*wanted)
    return lambda values: tuple(values[name] for name in wanted)
