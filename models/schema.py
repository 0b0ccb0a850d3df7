"""One declaration of a state's fields, from which all that is symbolic about it comes.

A schema joins a concrete struct (what checks read) with a symbolic one (what terms are stated over), whose fields are
annotated with their kinds: `pile: Annotated[Number, Whole(0, MOST)]`. A small game declares nothing: where the types of
a struct's own fields say their bounds, it serves as both. Names of unknowns come from the names of fields.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, is_dataclass
from functools import partial
from types import MappingProxyType
from typing import Annotated, Generic, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from models.field_kinds import Flag, Kind, Leaf, Length, Scope, Whole, Word, WorkOut
from models.part_kinds import Each, Shown, Told, optional
from models.smt import Formula, Number, Term, Values, flag, number
from models.smtlib import number_in

C = TypeVar("C")
S = TypeVar("S")
Lengths = Mapping[str, Length]
NONE: Lengths = MappingProxyType({})


class Schema(Generic[C, S]):
    """The fields of a state: `concrete` as checks read it, `symbolic` as terms are stated over it.

    Fields of the symbolic struct without a kind are `given`: a field `rules` holds the rules, `kind` the concrete
    struct. `parts` are the structs of optional parts that kinds stand for with `of="part.field"`. Raises TypeError
    where a field of the concrete struct has no kind.
    """

    def __init__(
        self,
        concrete: type[C],
        symbolic: type[S],
        *,
        parts: Mapping[str, type] = MappingProxyType({}),
        given: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        self.concrete, self.symbolic, self.parts = concrete, symbolic, parts
        self._struct: Callable[..., C] = concrete
        self._state: Callable[..., S] = symbolic
        own = tuple(inspect.signature(concrete).parameters)
        declared, names = _declared(symbolic), tuple(inspect.signature(symbolic).parameters)
        self.kinds = {name: kind for name, kind in declared.items() if name not in given and _applies(name, kind, own)}
        covered = {_field(name, kind).partition(".")[0] for name, kind in self.kinds.items()}
        lacking = set(own) - covered - {"rules"}
        if lacking:
            raise TypeError(f"{concrete.__name__} has no kind for {', '.join(sorted(lacking))}")
        self.has_rules, self.keeps_rules = "rules" in own, "rules" in names
        self.given = {**given, **({"kind": concrete} if "kind" in names else {})}
        self.sized = {name: kind for name, kind in self.kinds.items() if kind.sized}
        self._known: dict[object, _Known[C]] = {}
        self._last: _Known[C] | None = None

    # --- symbolic states

    def unknown(self, rules: object, name: str, lengths: Lengths = NONE, **given: object) -> S:
        """Give a state of which nothing is known but the lengths of its rows, by field."""
        return self.build(rules, name, lengths, _unknown, **given)

    def constant(self, rules: object, state: C, **given: object) -> S:
        """Give a concrete state as a symbolic one."""
        values = self.values(rules, "", state)

        def known(name: str, low: int | None, high: int | None) -> int | bool:
            return bool(values[name]) if low is None else int(values[name])

        return self.build(rules, "", self.lengths(state), known, **given)

    def build(self, rules: object, name: str, lengths: Lengths, leaf: Leaf, **given: object) -> S:
        """Give a symbolic state whose numbers and formulas are made by `leaf`."""
        made = self._parts(rules, name, lengths, leaf)
        return self._state(**{**({"rules": rules} if self.keeps_rules else {}), **self.given, **made, **given})

    def _parts(self, rules: object, name: str, lengths: Lengths, leaf: Leaf) -> dict[str, object]:
        return {
            field: kind.build(rules, _name(name, field, kind), lengths.get(field, 0), leaf)
            for field, kind in self.kinds.items()
        }

    def pairs(self, rules: object, name: str, state: S) -> Iterator[tuple[str, Number | Formula]]:
        """Pair the unknowns of a state, by name, with what stands in their places in another one."""
        lengths = {each: kind.length(getattr(state, each)) for each, kind in self.sized.items()}
        for each, part in self._parts(rules, name, lengths, _unknown).items():
            yield from pairs(part, getattr(state, each))

    # --- assignments

    def lengths(self, state: C) -> dict[str, Length]:
        """Give what must be known of a state before there can be unknowns for it."""
        return {name: kind.length(getattr(state, kind.of or name)) for name, kind in self.sized.items()}

    def values(self, rules: object, name: str, state: C) -> dict[str, int]:
        """Give the values of the unknowns with which a state becomes this one."""
        return dict(zip(self.names(rules, name, self.lengths(state)), self.writer(rules)(state), strict=True))

    def names(self, rules: object, name: str, lengths: Lengths = NONE) -> tuple[str, ...]:
        """Name the unknowns of a state, in the order in which `writer` gives their values."""
        known, key = self._under(rules).names, (name, *lengths.items())
        if key not in known:
            found: list[str] = []

            def naming(each: str, low: int | None, high: int | None) -> int:
                found.append(each)
                return 0

            self._parts(rules, name, lengths, naming)
            known[key] = tuple(found)
        return known[key]

    def writer(self, rules: object) -> Callable[[C], list[int]]:
        """Give a function that writes a state as numbers: code made for it, as tests do so for millions of steps."""
        known = self._under(rules)
        if known.write is None:
            scope = Scope(rules, self.concrete)
            exec(f"def write(state):\n return [{self.source('state', scope)}]", scope.constants)
            known.write = scope.constants["write"]  # type: ignore[assignment]
            assert known.write is not None
        return known.write

    def _under(self, rules: object) -> "_Known[C]":
        """Give what is remembered for some rules; those asked for last are not compared field by field."""
        if self._last is None or self._last.rules is not rules:
            self._last = self._known.setdefault(rules, _Known(rules))
            self._last.rules = rules
        return self._last

    def source(self, value: str, scope: Scope) -> str:
        """Give Python code for the numbers of a state."""
        struct, scope.struct = scope.struct, self.concrete
        texts = [self._source(value, _field(name, kind), kind, scope) for name, kind in self.kinds.items()]
        scope.struct = struct
        return ", ".join(filter(None, texts))

    def _source(self, value: str, told: str, kind: Kind, scope: Scope) -> str:
        part, dot, _ = told.partition(".")
        if dot:
            return optional(kind, f"{value}.{told}", f"{value}.{part}", scope)
        return kind.source(f"{value}.{told}" if told else value, scope)

    # --- back

    def read(self, state: S, values: Values, **given: object) -> C:
        """Give the state that a symbolic one becomes with values; unknowns without one are as low as can be."""
        return self.join(state, partial(number_in, values), **given)

    def join(self, state: S, work_out: WorkOut, **given: object) -> C:
        """Give the state that a symbolic one becomes once its numbers are worked out."""
        told: dict[str, object] = {}
        parts: dict[str, dict[str, object]] = {part: {} for part in self.parts}
        for name, kind in self.kinds.items():
            field = _field(name, kind)
            part, dot, rest = field.partition(".")
            if field:
                (parts[part] if dot else told)[rest or field] = kind.join(getattr(state, name), work_out, state)
        for part, known in parts.items():
            there = next(iter(known.values())) is not None
            told[part] = self.parts[part](**known) if there else None
        if self.has_rules:
            told["rules"] = getattr(state, "rules", None)
        return self._struct(**{**told, **given})

    def plain(self, state: C, *names: str) -> dict[str, object]:
        """Give a state (or some of its fields) as plain values: numbers, truth values, words and lists."""
        return {
            name: kind.plain(getattr(state, kind.of or name))
            for name, kind in self.kinds.items()
            if (name in names if names else kind.of != "" and "." not in (kind.of or ""))
        }


@dataclass(frozen=True)
class Part(Kind):
    """A struct with a schema of its own."""

    schema: Schema[object, object]

    def build(self, rules: object, name: str, length: Length, leaf: Leaf) -> object:
        return self.schema.build(rules, name, {}, leaf)

    def source(self, value: str, scope: Scope) -> str:
        return self.schema.source(value, scope)

    def join(self, part: object, work_out: WorkOut, whole: object) -> object:
        return self.schema.join(part, work_out)

    def plain(self, value: object) -> object:
        return self.schema.plain(value)


@dataclass
class _Known(Generic[C]):
    """What a schema remembers for some rules: names of unknowns, and the code that writes a state."""

    rules: object
    names: dict[object, tuple[str, ...]] = field(default_factory=dict)
    write: Callable[[C], list[int]] | None = None


def pairs(unknown: object, term: object) -> Iterator[tuple[str, Number | Formula]]:
    """Pair the names of the unknowns of one state with what stands in their places in another."""
    if isinstance(unknown, Term):
        assert isinstance(term, Term | int)
        yield str(unknown.args[0]), term
    elif isinstance(unknown, tuple):
        assert isinstance(term, tuple)
        for one, other in zip(unknown, term, strict=True):
            yield from pairs(one, other)
    elif isinstance(unknown, msgspec.Struct) or is_dataclass(unknown):
        for each in _declared(type(unknown)):
            yield from pairs(getattr(unknown, each), getattr(term, each))


def _unknown(name: str, low: int | None, high: int | None) -> Number | Formula:
    return flag(name) if low is None or high is None else number(name, low, high)


def _field(name: str, kind: Kind) -> str:
    """Name the field of the concrete struct that a kind stands for; empty where it stands for the whole."""
    return name if kind.of is None else kind.of


def _name(name: str, field: str, kind: Kind) -> str:
    own = field.replace("_", "-") if kind.named is None else kind.named
    return f"{name}.{own}" if name and own else name or own


def _applies(name: str, kind: Kind, own: tuple[str, ...]) -> bool:
    if isinstance(kind, Shown):
        return any(field in own for field in kind.fields)
    if isinstance(kind, Told):
        return kind.field in own
    return _field(name, kind).partition(".")[0] in own


def _declared(symbolic: type) -> dict[str, Kind]:
    """Give the kinds of the fields of a symbolic struct, by its annotations or by what its types say."""
    known = _kinds.get(symbolic)
    if known is None:
        known = _kinds[symbolic] = _kinds_of(symbolic)
    return known


_kinds: dict[type, dict[str, Kind]] = {}


def _kinds_of(symbolic: type) -> dict[str, Kind]:
    found = {}
    for name, hint in get_type_hints(symbolic, include_extras=True).items():
        kinds = [each for each in get_args(hint) if isinstance(each, Kind)] if get_origin(hint) is Annotated else []
        if kinds:
            found[name] = kinds[0]
    if not found and issubclass(symbolic, msgspec.Struct):
        told = msgspec.inspect.type_info(symbolic)
        assert isinstance(told, msgspec.inspect.StructType)
        kinds_of = {field.name: kind_of(field.type) for field in told.fields}
        return {name: kind for name, kind in kinds_of.items() if kind is not None}
    return found


def kind_of(shape: msgspec.inspect.Type) -> Kind | None:
    """Give the kind that the type of a field says, None where it says none."""
    match shape:
        case msgspec.inspect.Metadata(type=bare):
            return kind_of(bare)
        case msgspec.inspect.BoolType():
            return Flag()
        case msgspec.inspect.IntType(ge=int(low), le=int(high)):
            return Whole(low, high)
        case msgspec.inspect.LiteralType(values=words):
            return Word(words)
        case msgspec.inspect.VarTupleType(item_type=each, min_length=int(least), max_length=most) if least == most:
            kind = kind_of(each)
            return None if kind is None else Each(tuple(map(str, range(least))), kind)
        case msgspec.inspect.TupleType(item_types=types):
            kinds = [kind_of(each) for each in types]
            first = kinds[0] if kinds and all(kind == kinds[0] for kind in kinds) else None
            return None if first is None else Each(tuple(map(str, range(len(kinds)))), first)
    return None
