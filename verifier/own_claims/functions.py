"""The functions that an expression may call, each over the values in its brackets."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from models.smt import And, Formula, If, Implies, Number, Or, Sum, Term
from verifier.own_claims.field_terms import Perhaps, Value, ValueRow, in_words, is_formula


class WrongArgument(Exception):
    """A function cannot be asked about what stands in its brackets."""


def _row(arguments: Sequence[Value]) -> ValueRow:
    """Give what a function is asked about: one row, or what stands in its brackets."""
    if len(arguments) > 1:
        return ValueRow(tuple(arguments))
    if not isinstance(arguments[0], ValueRow):
        raise WrongArgument(f"it asks for a row, and here is {in_words(arguments[0])}")
    return arguments[0]


def _parts(arguments: Sequence[Value]) -> Iterator[tuple[Formula, Value]]:
    """Give the parts of a row, each with the condition under which it is there."""
    for part in _row(arguments).parts:
        here: Formula = True
        while isinstance(part, Perhaps):
            here, part = And(here, part.here), part.value
        yield here, part


def _formula(value: Value) -> Formula:
    if isinstance(value, Term | bool) and is_formula(value):
        return value
    raise WrongArgument(f"here stands {in_words(value)}, not what is true or false")


def _number(value: Value) -> Number:
    if isinstance(value, Term | int) and not is_formula(value):
        return value
    raise WrongArgument(f"here stands {in_words(value)}, not a number")


def _all(arguments: Sequence[Value]) -> Value:
    return And(Implies(here, _formula(part)) for here, part in _parts(arguments))


def _any(arguments: Sequence[Value]) -> Value:
    return Or(And(here, _formula(part)) for here, part in _parts(arguments))


def _sum(arguments: Sequence[Value]) -> Value:
    return Sum(If(here, _number(part), 0) for here, part in _parts(arguments))


def _count(arguments: Sequence[Value]) -> Value:
    return Sum(If(And(here, _formula(part)), 1, 0) for here, part in _parts(arguments))


def _furthest(arguments: Sequence[Value], *, high: bool) -> Value:
    parts = list(_parts(arguments))
    if not parts or any(here is not True for here, _ in parts):
        raise WrongArgument("the row may be empty; leave out the `if` of the loop")
    found, *rest = [_number(part) for _, part in parts]
    for each in rest:
        found = If(found < each if high else each < found, each, found)
    return found


def _length(arguments: Sequence[Value]) -> Value:
    return Sum(If(here, 1, 0) for here, _ in _parts(arguments))


def _implies(arguments: Sequence[Value]) -> Value:
    return Implies(_formula(arguments[0]), _formula(arguments[1]))


def _absolute(arguments: Sequence[Value]) -> Value:
    number = _number(arguments[0])
    return If(number < 0, 0 - number, number)


def _places(arguments: Sequence[Value]) -> Value:
    row = _row(arguments)
    return ValueRow(tuple(range(row.first, row.first + len(row.parts))), row.first)


FUNCTIONS: Mapping[str, tuple[int, Callable[[Sequence[Value]], Value]]] = {  # how many values; 0: one or more
    "all": (0, _all),
    "any": (0, _any),
    "sum": (0, _sum),
    "count": (0, _count),
    "min": (0, lambda arguments: _furthest(arguments, high=False)),
    "max": (0, lambda arguments: _furthest(arguments, high=True)),
    "abs": (1, _absolute),
    "len": (1, _length),
    "implies": (2, _implies),
    "places": (1, _places),
}
EXAMPLES: Mapping[str, str] = {
    "abs": "abs(before.pile - after.pile)",
    "len": "len(before.gardens)",
    "implies": "implies(before.over, after.over)",
    "places": "places(before.gardens)",
    **{name: f"{name}(... for p in players)" for name in ("all", "any", "sum", "count", "min", "max")},
}
