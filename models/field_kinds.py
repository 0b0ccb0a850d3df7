"""How the fields of a state are written with numbers and formulas: the kinds that a schema is declared with.

A kind turns a value into numbers, or into unknowns of the same shape, and back. Bounds, labels and numbers of players
may depend on the rules.
"""

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from operator import attrgetter

from models.smt import Formula, Number

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
