"""The fields of tables and moves as values of expressions; names, places and words come from the game's schema."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cached_property
from typing import TypeAlias

from models.field_kinds import Heap, Kind, Members, OneOf, Word, labels
from models.part_kinds import Each, Row, Shown, Told, When
from models.schema import Part
from models.smt import Formula, If, Not, Number, Term, high_of, low_of
from models.symbols import AnySchema

MOST_CASES = 200  # values of one field that are asked about one by one


@dataclass(frozen=True)
class WordTerm:
    """One of some words, as a number or a formula, with what stands for each word."""

    term: Number | Formula
    words: Mapping[object, Number | Formula]


@dataclass(frozen=True)
class ValueRow:
    """Values by place, counted from `first`."""

    parts: tuple["Value", ...]
    first: int = 0


@dataclass(frozen=True)
class Fields:
    """A state of which the fields are read by name; `more` has others beside them, `leaving` what is not offered."""

    schema: AnySchema
    state: object
    rules: object
    more: Mapping[str, "Value"] = dataclass_field(default_factory=dict)
    leaving: frozenset[str] = frozenset()


@dataclass(frozen=True)
class RulesTold:
    """The rules, or a part of them."""

    told: object


@dataclass(frozen=True)
class Perhaps:
    """A value of a row that is there under a condition."""

    here: Formula
    value: "Value"


Value: TypeAlias = Term | int | str | WordTerm | ValueRow | Fields | RulesTold | Perhaps | None


def value_of(kind: Kind, part: object, rules: object, leaving: frozenset[str] = frozenset()) -> Value:
    """Give a part of a symbolic state as a value; of states in it, `leaving` is not offered."""
    match kind:
        case When(kind=inner):
            return value_of(inner, part, rules)
        case Each(labels=told, kind=inner, from_1=from_1):
            parts = _parts(part)[1:] if from_1 else _parts(part)
            first = 1 if from_1 or _numbered(told, rules) else 0
            return ValueRow(tuple(value_of(inner, each, rules) for each in parts), first)
        case Row(kind=inner, first=first):
            return ValueRow(tuple(value_of(inner, each, rules, leaving) for each in _parts(part)), first)
        case Heap():
            return ValueRow(tuple(map(_known, _parts(part)[1:])), 1)
        case Members():
            return ValueRow(tuple(map(_known, _parts(part))), 1)
        case Word(words=words, first=first):
            return WordTerm(_known(part), {word: place for place, word in enumerate(words, first)})
        case OneOf(no=no, yes=yes):
            return WordTerm(_known(part), {no: False, yes: True})
        case Part(schema=schema):
            return Fields(schema, part, rules, leaving=leaving)
    return _known(part)


def _parts(part: object) -> tuple[object, ...]:
    return part if isinstance(part, tuple) else ()


def _known(part: object) -> Term | int:
    assert isinstance(part, Term | int)
    return part


def _numbered(told: Sequence[str] | str, rules: object) -> bool:
    return next(iter(labels(told, rules)), "1") == "1"


def names_of(fields: Fields) -> dict[str, tuple[str, Kind]]:
    """Give the names of the fields of a state that can be asked for, with what the schema calls each."""
    found = {}
    for name, kind in fields.schema.kinds.items():
        shown = kind.of if kind.of and "." not in kind.of else name
        if isinstance(kind, Shown | Told) or {name, shown} & fields.leaving:
            continue
        part = getattr(fields.state, name)
        if not isinstance(part, tuple) or part:  # a row without places says nothing
            found[shown] = (name, kind)
    return found


def all_fields(fields: Fields) -> dict[str, Value]:
    """Give all fields of a state that can be asked for, by their names."""
    told = names_of(fields).items()
    return {
        shown: value_of(kind, getattr(fields.state, name), fields.rules, fields.leaving) for shown, (name, kind) in told
    }


def field(fields: Fields, name: str) -> Value:
    """Give a field by its name, or what the state itself tells about all players. Raises KeyError."""
    own = names_of(fields)
    if name in fields.more:
        return fields.more[name]
    if name in own:
        return value_of(own[name][1], getattr(fields.state, own[name][0]), fields.rules, fields.leaving)
    if name in told_names(fields.state) and name not in fields.leaving:
        told = getattr(fields.state, name)
        return ValueRow(tuple(map(_known, told)), 1) if isinstance(told, tuple) else _known(told)
    raise KeyError(name)


def told_names(state: object) -> tuple[str, ...]:
    """Name what a symbolic state tells besides its fields: numbers and formulas, one or one for each player."""
    return tuple(name for name in _properties(state) if _is_told(getattr(state, name)))


def _is_told(told: object) -> bool:
    if isinstance(told, tuple):
        return all(isinstance(each, Term | int) for each in told)
    return isinstance(told, Term | int)


def _properties(state: object) -> Iterator[str]:
    for name, each in vars(type(state)).items():
        if isinstance(each, property | cached_property) and not name.startswith("_"):
            yield name


def ranges_of(state: object) -> dict[str, range]:
    """Give the ranges that a symbolic state or step tells, by name."""
    told = {name: getattr(state, name) for name in _properties(state)}
    return {name: each for name, each in told.items() if isinstance(each, range)}


def constants_of(fields: Fields) -> dict[str, int]:
    """Give the names of places, such as cells, with their numbers."""
    found: dict[str, int] = {}
    waiting: list[Kind] = list(fields.schema.kinds.values())
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, When | Each | Row):
            waiting.append(kind.kind)
        if isinstance(kind, Each) and not _numbered(kind.labels, fields.rules):
            found |= {name: place for place, name in enumerate(labels(kind.labels, fields.rules))}
    return found


def if_value(condition: Formula, one: Value, other: Value) -> Value:
    """Give one of two values alike in shape. Raises TypeError where they are not."""
    if isinstance(one, ValueRow) and isinstance(other, ValueRow) and len(one.parts) == len(other.parts):
        pairs = zip(one.parts, other.parts, strict=True)
        return ValueRow(tuple(if_value(condition, *pair) for pair in pairs), one.first)
    if isinstance(one, WordTerm) and isinstance(other, WordTerm) and one.words == other.words:
        return WordTerm(If(condition, one.term, other.term), one.words)
    alike = isinstance(one, Term | int) and isinstance(other, Term | int) and is_formula(one) == is_formula(other)
    if not alike:
        raise TypeError
    assert isinstance(one, Term | int)
    assert isinstance(other, Term | int)
    return one if one is other else If(condition, one, other)


def is_formula(value: object) -> bool:
    """Tell whether a value is true or false, rather than a number."""
    return isinstance(value, bool) or (isinstance(value, Term) and value.low is None)


def in_words(value: Value) -> str:
    """Say what a value is."""
    match value:
        case WordTerm(words=words):
            return f"one of the words {', '.join(repr(word) for word in words)}"
        case ValueRow(parts=parts):
            return f"a row of {len(parts)}"
        case Fields():
            return "a state with fields"
        case RulesTold():
            return "the rules"
        case str():
            return "a word"
        case None:
            return "nothing"
    return "true or false" if is_formula(value) else "a number"


def every_value(value: Value) -> list[tuple[str, Formula]]:
    """List all that a value can be; nothing where there is no list."""
    if isinstance(value, WordTerm):
        return [(str(word), value.term == told) for word, told in value.words.items()]
    if isinstance(value, Term) and is_formula(value):
        return [("yes", value), ("no", Not(value))]
    if isinstance(value, Term) and high_of(value) - low_of(value) < MOST_CASES:
        return [(str(each), value == each) for each in range(low_of(value), high_of(value) + 1)]
    return []
