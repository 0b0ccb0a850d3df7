"""How the fields of a state are written with numbers and formulas: the kinds that a schema is declared with.

A kind turns a value into numbers, or into unknowns of the same shape, and back. Bounds, labels and numbers of players
may depend on the rules.
"""

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING

from models.smt import Formula, Number

if TYPE_CHECKING:
    from models.schema import Schema

Bound = int | str  # a number, or where the rules have it: "board.area"
Labels = Sequence[str] | str  # labels, or where the rules have them; a number stands for the labels from 1 up to it
Length = object  # a number of rows, None for no rows at all, or a tuple of lengths: what must be known beforehand
Leaf = Callable[[str, int | None, int | None], Number | Formula]  # name and bounds; no bounds: a formula
WorkOut = Callable[[object], int]


def bound(told: Bound, rules: object) -> int:
    """Give a bound under some rules."""
    return told if isinstance(told, int) else int(attrgetter(told)(rules))


def labels(told: Labels, rules: object) -> Sequence[str]:
    """Give labels under some rules."""
    found = attrgetter(told)(rules) if isinstance(told, str) else told
    return [str(each) for each in range(1, found + 1)] if isinstance(found, int) else list(found)


@dataclass
class Scope:
    """What the Python code that writes values as numbers refers to: the rules, the struct written, named constants."""

    rules: object
    struct: type
    constants: dict[str, object] = field(default_factory=dict)

    def add(self, constant: object) -> str:
        """Name a constant."""
        name = f"k{len(self.constants)}"
        self.constants[name] = constant
        return name


@dataclass(frozen=True)
class Kind:
    """A kind of field; `named` is the name of its unknowns (default: the field's), `of` the field that it stands for.

    With `of="ended.by"` it stands for a part of an optional part, and is 0 where there is none; with `of=""` for the
    state as a whole.
    """

    _: KW_ONLY
    named: str | None = None
    of: str | None = None

    @property
    def sized(self) -> bool:
        """Tell whether its length must be known before there can be unknowns."""
        return False

    def length(self, value: object) -> Length:
        """Give the length of a value."""
        return 0

    def build(self, rules: object, name: str, length: Length, leaf: Leaf) -> object:
        """Give the numbers and formulas, each made by `leaf`, in the shape that terms are stated over."""
        raise NotImplementedError

    def source(self, value: str, scope: Scope) -> str:
        """Give Python code for the numbers of a value in the order of `build`, commas between them."""
        raise NotImplementedError

    def join(self, part: object, work_out: WorkOut, whole: object) -> object:
        """Give the value that a part of a symbolic state becomes; `whole` is that state."""
        raise NotImplementedError

    def plain(self, value: object) -> object:
        """Give a value as numbers, truth values, words and lists."""
        return value


@dataclass(frozen=True)
class Whole(Kind):
    """An integer within bounds."""

    low: Bound
    high: Bound

    def build(self, rules: object, name: str, length: Length, leaf: Leaf) -> object:
        return leaf(name, bound(self.low, rules), bound(self.high, rules))

    def source(self, value: str, scope: Scope) -> str:
        return value

    def join(self, part: object, work_out: WorkOut, whole: object) -> object:
        return work_out(part)


@dataclass(frozen=True)
class Flag(Kind):
    """A truth value."""

    def build(self, rules: object, name: str, length: Length, leaf: Leaf) -> object:
        return leaf(name, None, None)

    def source(self, value: str, scope: Scope) -> str:
        return value

    def join(self, part: object, work_out: WorkOut, whole: object) -> object:
        return bool(work_out(part))


@dataclass(frozen=True)
class Somebody(Kind):
    """A player from 1, or another number above 0; None is 0."""

    high: Bound

    def build(self, rules: object, name: str, length: Length, leaf: Leaf) -> object:
        return leaf(name, 0, bound(self.high, rules))

    def source(self, value: str, scope: Scope) -> str:
        return f"({value} or 0)"

    def join(self, part: object, work_out: WorkOut, whole: object) -> object:
        return work_out(part) or None

    def plain(self, value: object) -> object:
        return value or 0


@dataclass(frozen=True)
class Word(Kind):
    """One of some words (or None, or any other values), by its place among them from `first`."""

    words: tuple[object, ...]
    first: int = 0

    def build(self, rules: object, name: str, length: Length, leaf: Leaf) -> object:
        return leaf(name, self.first, self.first + len(self.words) - 1)

    def source(self, value: str, scope: Scope) -> str:
        return f"{scope.add({word: place for place, word in enumerate(self.words, self.first)})}[{value}]"

    def join(self, part: object, work_out: WorkOut, whole: object) -> object:
        return self.words[work_out(part) - self.first]


@dataclass(frozen=True)
class OneOf(Kind):
    """One of two words, as a formula that tells whether it is the second."""

    no: object
    yes: object

    def build(self, rules: object, name: str, length: Length, leaf: Leaf) -> object:
        return leaf(name, None, None)

    def source(self, value: str, scope: Scope) -> str:
        return f"({value} == {scope.add(self.yes)})"

    def join(self, part: object, work_out: WorkOut, whole: object) -> object:
        return self.yes if work_out(part) else self.no


@dataclass(frozen=True)
class Members(Kind):
    """A set of players: for each from 1 whether it is in the set."""

    count: Bound

    def build(self, rules: object, name: str, length: Length, leaf: Leaf) -> object:
        return tuple(leaf(f"{name}.{each}", None, None) for each in range(1, bound(self.count, rules) + 1))

    def source(self, value: str, scope: Scope) -> str:
        return ", ".join(f"{each} in {value}" for each in range(1, bound(self.count, scope.rules) + 1))

    def join(self, part: object, work_out: WorkOut, whole: object) -> object:
        assert isinstance(part, tuple)
        return frozenset(each for each, here in enumerate(part, 1) if work_out(here))

    def plain(self, value: object) -> object:
        return sorted(value) if isinstance(value, frozenset) else value


@dataclass(frozen=True)
class Heap(Kind):
    """A sorted heap of numbers up to a highest: how often each lies there, from the number 1 on (0: never)."""

    top: Bound
    most: Bound

    def build(self, rules: object, name: str, length: Length, leaf: Leaf) -> object:
        top, most = bound(self.top, rules), bound(self.most, rules)
        return (0, *(leaf(f"{name}.{each}", 0, most) for each in range(1, top + 1)))

    def source(self, value: str, scope: Scope) -> str:
        return f"*map({value}.count, {scope.add(range(1, bound(self.top, scope.rules) + 1))})"

    def join(self, part: object, work_out: WorkOut, whole: object) -> object:
        assert isinstance(part, tuple)
        return tuple(each for each in range(1, len(part)) for _ in range(work_out(part[each])))

    def plain(self, value: object) -> object:
        return list(value) if isinstance(value, tuple) else value


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
class Part(Kind):
    """A struct with a schema of its own."""

    schema: "Schema[object, object]"

    def build(self, rules: object, name: str, length: Length, leaf: Leaf) -> object:
        return self.schema.build(rules, name, {}, leaf)

    def source(self, value: str, scope: Scope) -> str:
        return self.schema.source(value, scope)

    def join(self, part: object, work_out: WorkOut, whole: object) -> object:
        return self.schema.join(part, work_out)

    def plain(self, value: object) -> object:
        return self.schema.plain(value)


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
