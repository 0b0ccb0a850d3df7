"""Formulas and numbers with unknowns in them: the plain part of SMT-LIB that rules need, as data.

A term is built by Python's own operators and by `And`, `Or`, `Not`, `Implies`, `Iff`, `If` and `Sum`. Plain ints and
bools are terms too, so what is known already is worked out at once. Equal terms are the same object.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias, TypeGuard, TypeVar, cast, overload

T = TypeVar("T")


class Term:
    """An unknown, or an operation on terms.

    `low` and `high` are the least and the highest value of a number; both are None where it is a formula.
    """

    __slots__ = ("args", "high", "key", "low", "op")

    def __init__(self, op: str, args: tuple[Any, ...], low: int | None, high: int | None, key: int) -> None:
        self.op, self.args, self.low, self.high, self.key = op, args, low, high, key

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> Any:
        return _equal(self, other)  # type: ignore[arg-type]

    def __ne__(self, other: object) -> Any:
        return Not(_equal(self, other))  # type: ignore[arg-type]

    def __lt__(self, other: "Number") -> "Formula":
        return _less(self, other)

    def __gt__(self, other: "Number") -> "Formula":
        return _less(other, self)

    def __le__(self, other: "Number") -> "Formula":
        return Not(_less(other, self))

    def __ge__(self, other: "Number") -> "Formula":
        return Not(_less(self, other))

    def __add__(self, other: "Number") -> "Number":
        return Sum((self, other))

    __radd__ = __add__

    def __sub__(self, other: "Number") -> "Number":
        return _minus(self, other)

    def __rsub__(self, other: "Number") -> "Number":
        return _minus(other, self)

    def __mul__(self, times: int) -> "Number":
        return _times(self, times)

    __rmul__ = __mul__

    def __bool__(self) -> bool:
        raise TypeError("a formula with unknowns is neither true nor false")


Number: TypeAlias = Term | int
Formula: TypeAlias = Term | bool
Values: TypeAlias = Mapping[str, int]
Parts: TypeAlias = "Formula | Iterable[Parts]"

_terms: dict[tuple[object, ...], Term] = {}
_FIRST_KEY = 1 << 40  # above all numbers that occur, so that a key is never taken for a number


def _term(op: str, args: tuple[object, ...], low: int | None = None, high: int | None = None) -> Term:
    key = (op, *(arg.key if isinstance(arg, Term) else arg for arg in args))
    known = _terms.get(key)
    if known is None:
        known = _terms[key] = Term(op, args, low, high, _FIRST_KEY + len(_terms))
    return known


UNLIMITED = 10**40  # far beyond all that a file of a user's own can name


def number(name: str, low: int, high: int) -> Number:
    """Give an unknown number within limits, those at UNLIMITED are none; no term where only one is possible."""
    return low if low == high else _term("number", (name, low, high), low, high)


def flag(name: str) -> Term:
    """Give an unknown that is true or false."""
    return _term("flag", (name,))


def low_of(term: Number) -> int:
    """Give the least value of a number."""
    return term if isinstance(term, int) else term.low  # type: ignore[return-value]


def high_of(term: Number) -> int:
    """Give the highest value of a number."""
    return term if isinstance(term, int) else term.high  # type: ignore[return-value]


def And(*parts: Parts) -> Formula:
    """Say that all hold."""
    return _joined("and", False, parts)


def Or(*parts: Parts) -> Formula:
    """Say that at least one holds."""
    return _joined("or", True, parts)


def _joined(op: str, decides: bool, parts: Iterable[Parts]) -> Formula:
    found: dict[int, Term] = {}
    for part in _flat(parts):
        if isinstance(part, bool):
            if part is decides:
                return decides
        elif part.op == op:
            found |= {each.key: each for each in part.args}
        else:
            found[part.key] = part
    if len(found) < 2:
        return next(iter(found.values()), not decides)
    return _term(op, tuple(found.values()))


def _flat(parts: Iterable[Parts]) -> Iterator[Formula]:
    for part in parts:
        if isinstance(part, Term | bool):
            yield part
        else:
            yield from _flat(part)


def Not(part: Formula) -> Formula:
    """Say the contrary."""
    if isinstance(part, bool):
        return not part
    return part.args[0] if part.op == "not" else _term("not", (part,))


def Implies(condition: Formula, part: Formula) -> Formula:
    """Say that one holds where the other does."""
    return Or(Not(condition), part)


def Iff(one: Formula, other: Formula) -> Formula:
    """Say that both hold or none."""
    if isinstance(one, bool):
        return other if one else Not(other)
    if isinstance(other, bool):
        return one if other else Not(one)
    return True if one is other else _term("iff", (one, other))


@overload
def If(condition: Formula, one: Formula, other: Formula) -> Formula: ...
@overload
def If(condition: Formula, one: Number, other: Number) -> Number: ...
def If(condition: Formula, one: Number, other: Number) -> Number:
    """Give one number or formula where the condition holds, else the other."""
    if isinstance(condition, bool):
        return one if condition else other
    if _is_formula(one):
        return And(Implies(condition, one), Or(condition, other))  # type: ignore[arg-type]
    if one is other or (isinstance(one, int) and isinstance(other, int) and one == other):
        return one
    low, high = min(low_of(one), low_of(other)), max(high_of(one), high_of(other))
    return _term("ite", (condition, one, other), low, high)


def if_each(condition: Formula, one: T, other: T) -> T:
    """Give, of two values or tuples of them alike in shape, the one where the condition holds, else the other."""
    return cast("T", _if_each(condition, one, other))


def _if_each(condition: Formula, one: object, other: object) -> object:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return tuple(_if_each(condition, *pair) for pair in zip(one, other, strict=True))
    assert isinstance(one, Term | int)
    assert isinstance(other, Term | int)
    return one if isinstance(one, int) and isinstance(other, int) and one == other else If(condition, one, other)


def _is_formula(term: Number) -> TypeGuard[Formula]:
    return isinstance(term, bool) or (isinstance(term, Term) and term.low is None)


def Sum(parts: Iterable[Number]) -> Number:
    """Add up."""
    known = 0
    unknown: list[Number] = []
    for part in parts:
        if isinstance(part, int):
            known += part
        elif part.op == "+":
            unknown += part.args
        else:
            unknown.append(part)
    terms = [part for part in unknown if isinstance(part, Term)]
    known += sum(part for part in unknown if isinstance(part, int))
    if not terms:
        return known
    if len(terms) == 1 and not known:
        return terms[0]
    args = (*terms, known) if known else tuple(terms)
    return _term("+", args, known + sum(map(low_of, terms)), known + sum(map(high_of, terms)))


def Count(parts: Iterable[Formula]) -> Number:
    """Count those that hold."""
    return Sum(If(part, 1, 0) for part in parts)


def _minus(one: Number, other: Number) -> Number:
    if isinstance(other, int):
        return Sum((one, -other))
    return _term("-", (one, other), low_of(one) - high_of(other), high_of(one) - low_of(other))


def _times(one: Term, times: int) -> Number:
    if times in (0, 1):
        return one if times else 0
    ends = low_of(one) * times, high_of(one) * times
    return _term("*", (one, times), min(ends), max(ends))


def _equal(one: Number, other: Number) -> Formula:
    if _is_formula(one) or _is_formula(other):
        return Iff(one, other)  # type: ignore[arg-type]
    if one is other:
        return True
    if high_of(one) < low_of(other) or high_of(other) < low_of(one):
        return False
    one, other = _without_common(one, other)
    if isinstance(one, int):
        one, other = other, one
    if isinstance(one, int) or high_of(one) < low_of(other) or high_of(other) < low_of(one):
        return bool(one == other) if isinstance(one, int) else False
    if one.op == "ite" and isinstance(other, int):
        condition, *branches = one.args
        for branch, way in zip(branches, (Not(condition), condition), strict=True):
            if not low_of(branch) <= other <= high_of(branch):
                return And(way, _equal(next(each for each in branches if each is not branch), other))
    return _term("=", (one, other))


def _without_common(one: Number, other: Number) -> tuple[Number, Number]:
    """Leave out what is added on both sides."""
    if isinstance(one, int) or isinstance(other, int) or one.op != "+" or other.op != "+":
        return one, other
    common = {arg.key for arg in one.args if isinstance(arg, Term)}
    common &= {arg.key for arg in other.args if isinstance(arg, Term)}
    if not common or len(set(one.args)) < len(one.args) or len(set(other.args)) < len(other.args):
        return one, other
    sides = ([arg for arg in side.args if isinstance(arg, int) or arg.key not in common] for side in (one, other))
    left, right = map(Sum, sides)
    return left, right


def _less(one: Number, other: Number) -> Formula:
    one, other = _without_common(one, other)
    if high_of(one) < low_of(other):
        return True
    if low_of(one) >= high_of(other):
        return False
    return _term("<", (one, other))


def subterms_first(terms: Iterable[object]) -> list[Term]:
    """List all terms that occur in some, each behind those it is made of."""
    seen: set[int] = set()
    ordered: list[Term] = []
    stack = [(term, False) for term in terms if isinstance(term, Term)][::-1]
    while stack:
        term, ready = stack.pop()
        if ready:
            ordered.append(term)
        elif term.key not in seen:
            seen.add(term.key)
            stack.append((term, True))
            stack += [(arg, False) for arg in reversed(term.args) if isinstance(arg, Term) and arg.key not in seen]
    return ordered


def unknowns(terms: Iterable[object]) -> list[Term]:
    """List the unknowns that occur in terms."""
    return [term for term in subterms_first(terms) if term.op in ("number", "flag")]
