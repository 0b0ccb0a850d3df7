"""Kinds of fields that are made of other kinds: rows and tuples, optional values."""

from collections.abc import Callable
from dataclasses import dataclass

from models.field_kinds import Kind, Labels, Leaf, Length, Scope, WorkOut, labels
from models.smt import Formula


@dataclass(frozen=True)
class Each(Kind):
    """A tuple with one value for each label; `from_1` has a 0 in front that stands for nothing."""

    labels: Labels
    kind: Kind
    from_1: bool = False

    @property
    def sized(self) -> bool:
        return self.kind.sized

    def length(self, value: object) -> Length:
        return tuple(map(self.kind.length, value)) if isinstance(value, tuple) else None

    def build(self, rules: object, name: str, length: Length, leaf: Leaf) -> object:
        if length is None:
            return None
        names = labels(self.labels, rules)
        lengths = length if isinstance(length, tuple) else (length,) * len(names)
        built = (
            self.kind.build(rules, f"{name}.{label}", each, leaf) for label, each in zip(names, lengths, strict=True)
        )
        return (0, *built) if self.from_1 else tuple(built)

    def source(self, value: str, scope: Scope) -> str:
        rows = f"({value} or ())" if self.sized else value
        return _each(self.kind, f"{rows}[1:]" if self.from_1 else rows, scope)

    def join(self, part: object, work_out: WorkOut, whole: object) -> object:
        if part is None:
            return None
        assert isinstance(part, tuple)
        rest = part[1:] if self.from_1 else part
        joined = (self.kind.join(each, work_out, None) for each in rest)
        return (0, *joined) if self.from_1 else tuple(joined)

    def plain(self, value: object) -> object:
        return [self.kind.plain(each) for each in value] if isinstance(value, tuple) else value


@dataclass(frozen=True)
class Row(Kind):
    """A tuple whose length is known beforehand; None where there is none. `label` is formatted with the place."""

    kind: Kind
    label: str = "{}"
    first: int = 0

    @property
    def sized(self) -> bool:
        return True

    def length(self, value: object) -> Length:
        return len(value) if isinstance(value, tuple) else None

    def build(self, rules: object, name: str, length: Length, leaf: Leaf) -> object:
        if length is None:
            return None
        assert isinstance(length, int)
        places = range(self.first, self.first + length)
        return tuple(self.kind.build(rules, f"{name}.{self.label.format(place)}", 0, leaf) for place in places)

    def source(self, value: str, scope: Scope) -> str:
        return _each(self.kind, f"({value} or ())", scope)

    def join(self, part: object, work_out: WorkOut, whole: object) -> object:
        if part is None:
            return None
        assert isinstance(part, tuple)
        return tuple(self.kind.join(each, work_out, None) for each in part)

    def plain(self, value: object) -> object:
        return [self.kind.plain(each) for each in value] if isinstance(value, tuple) else value


def _each(kind: Kind, values: str, scope: Scope) -> str:
    """Write the numbers of all values in a tuple."""
    each = f"each{len(scope.constants)}"
    scope.constants[each] = None
    inner = kind.source(each, scope)
    if inner == each:
        return f"*{values}"
    if inner == f"*{each}":
        return f"*[n for {each} in {values} for n in {each}]"
    return f"*[n for {each} in {values} for n in ({inner},)]"


@dataclass(frozen=True)
class When(Kind):
    """A value that is there only where the symbolic state says so; it is None, and its numbers are 0, elsewhere."""

    kind: Kind
    there: Callable[..., Formula]

    def build(self, rules: object, name: str, length: Length, leaf: Leaf) -> object:
        return self.kind.build(rules, name, length, leaf)

    def source(self, value: str, scope: Scope) -> str:
        return optional(self.kind, value, value, scope)

    def join(self, part: object, work_out: WorkOut, whole: object) -> object:
        return self.kind.join(part, work_out, whole) if work_out(self.there(whole)) else None

    def plain(self, value: object) -> object:
        return None if value is None else self.kind.plain(value)


def optional(kind: Kind, value: str, asked: str, scope: Scope) -> str:
    """Write the numbers of a value, or as many zeros where another is None."""
    count = 0

    def counting(name: str, low: int | None, high: int | None) -> int:
        nonlocal count
        count += 1
        return 0

    kind.build(scope.rules, "", 0, counting)
    inner = kind.source(value, scope)
    if count == 1 and not inner.startswith("*"):
        return f"(0 if {asked} is None else {inner})"
    return f"*({(0,) * count} if {asked} is None else ({inner},))"


@dataclass(frozen=True)
class Told(Kind):
    """Whether a field of the state is not None."""

    field: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "of", "")

    def build(self, rules: object, name: str, length: Length, leaf: Leaf) -> object:
        return leaf(name, None, None)

    def source(self, value: str, scope: Scope) -> str:
        return f"({value}.{self.field} is not None)"


@dataclass(frozen=True)
class Shown(Kind):
    """By the names of some fields whether each is not None; a field that the state lacks is not shown."""

    fields: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "of", "")

    def build(self, rules: object, name: str, length: Length, leaf: Leaf) -> object:
        return {each: leaf(f"{name}.{each}", None, None) for each in self.fields}

    def source(self, value: str, scope: Scope) -> str:
        there = (f"{value}.{each} is not None" if hasattr(scope.struct, each) else "False" for each in self.fields)
        return ", ".join(there)
