"""Compare two descriptions of a game step by step: the check of each clause, and its term worked out for the step."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from models.clause import Clause
from models.proof import Symbols
from models.smt import unknowns
from models.smtlib import evaluator


class Disagreement(Exception):
    """A step on which the check of a clause and its term differ."""


class Shape(Struct, frozen=True):
    """What must be known of a step before its terms can be built."""

    rules: Any
    kind: type
    games: int


@cache
def _terms(symbols: Symbols, shape: Shape, clauses: tuple[Clause[Any], ...]) -> tuple[list[str], Callable[..., Any]]:
    """Build the terms of clauses once for all steps of a shape, as one function of the values of their unknowns."""
    step = symbols.some_step(shape.rules, shape.kind, shape.games)
    terms = [clause.term(step) for clause in clauses]
    names = [each.args[0] for each in unknowns(terms)]
    return names, evaluator(terms, names)


def verdicts(symbols: Symbols, step: Any, clauses: Sequence[Clause[Any]]) -> tuple[bool, ...]:
    """Work out the terms of clauses for a step."""
    shape = Shape(step.before.rules, type(step.move), len(step.before.series))
    names, worked_out = _terms(symbols, shape, tuple(clauses))
    values = symbols.values_of(step)
    return tuple(map(bool, worked_out([values[name] for name in names])))


def agree(symbols: Symbols, step: Any, clauses: Sequence[Clause[Any]]) -> tuple[bool, ...]:
    """Give what both descriptions say of a step. Raises Disagreement."""
    asked = tuple(clause for clause in clauses if isinstance(step.move, clause.moves))
    told = verdicts(symbols, step, asked)
    checked = tuple(clause.holds(step) for clause in asked)
    if told != checked:
        wrong = next(clause for clause, term, check in zip(asked, told, checked, strict=True) if term != check)
        raise Disagreement(f"{wrong!r}: check and term differ on {step!r}")
    return told
