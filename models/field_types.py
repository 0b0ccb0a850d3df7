"""What the types of a struct's fields say: all values a field can have, and a struct in one line and back.

Only plain fields count: `Annotated[int, Meta(ge=1, le=9)]`, bool, a Literal of words, None beside one of these, and
tuples of them. Any other field (the rules, say) is left as it is.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import TypeVar

from msgspec import Struct, inspect
from msgspec.structs import replace

StructT = TypeVar("StructT", bound=Struct)
NONE = "-"


@cache
def fields_of(kind: type[Struct]) -> Mapping[str, inspect.Type]:
    """Give the plain fields of a struct by name, with their types."""
    told = inspect.type_info(kind)
    assert isinstance(told, inspect.StructType)
    shapes = {field.name: _bare(field.type) for field in told.fields}
    return {name: shape for name, shape in shapes.items() if _plain(shape)}


def tag_of(kind: type[Struct]) -> str:
    """Give the word that tells a kind of event from others."""
    tag = kind.__struct_config__.tag
    return kind.__name__.lower() if tag is None else str(tag)


def every(kind: type[StructT]) -> Iterator[StructT]:
    """Give every struct of a kind that the types of its fields allow; fields that are not plain have their default."""
    fields = fields_of(kind)
    for values in product(*map(_values, fields.values())):
        yield kind(**dict(zip(fields, values, strict=True)))


def words_of(told: Struct) -> list[str]:
    """Write the plain fields of a struct as words, one value after the other."""
    return [word for name in fields_of(type(told)) for word in _words(getattr(told, name))]


def struct_of(kind: type[StructT], words: Sequence[str]) -> StructT:
    """Read a struct from the words of its plain fields. Raises ValueError."""
    rest, found = list(words), {}
    for name, shape in fields_of(kind).items():
        found[name] = _read(name, shape, rest)
    if rest:
        raise ValueError(f"{' '.join(rest)!r} is too much")
    return kind(**found)


def line_of(told: Struct, start: Struct) -> str:
    """Write a struct in one line: its plain fields by name, without those that are as at the start."""
    changed = [name for name in fields_of(type(told)) if getattr(told, name) != getattr(start, name)]
    return "; ".join(" ".join((name, *_words(getattr(told, name)))) for name in changed) or "start"


def read_line(line: str, start: StructT) -> StructT:
    """Read a struct as `line_of` writes it. Raises ValueError."""
    fields, found = fields_of(type(start)), dict[str, object]()
    for part in filter(None, (part.split() for part in line.split(";"))):
        name, *rest = part
        if part == ["start"]:
            continue
        if name not in fields or name in found:
            raise ValueError(f"{name!r} is no part, or stands twice; known: {', '.join(fields)}")
        found[name] = _read(name, fields[name], rest)
        if rest:
            raise ValueError(f"{name}: {' '.join(rest)!r} is too much")
    return replace(start, **found)


def _bare(shape: inspect.Type) -> inspect.Type:
    """Give a type without what is only said about it."""
    while isinstance(shape, inspect.Metadata):
        shape = shape.type
    return shape


def _plain(shape: inspect.Type) -> bool:
    match _bare(shape):
        case inspect.BoolType() | inspect.NoneType():
            return True
        case inspect.LiteralType(values=values):
            return all(isinstance(value, str) for value in values)
        case inspect.IntType(ge=low, le=high):
            return low is not None and high is not None
        case inspect.UnionType(types=types):
            return all(map(_plain, types))
        case inspect.TupleType(item_types=types):
            return all(map(_plain, types))
        case inspect.VarTupleType(item_type=each, max_length=most):
            return most is not None and _plain(each)
    return False


def _values(shape: inspect.Type) -> tuple[object, ...]:
    match _bare(shape):
        case inspect.BoolType():
            return False, True
        case inspect.NoneType():
            return (None,)
        case inspect.LiteralType(values=values):
            return values
        case inspect.IntType(ge=int(low), le=int(high)):
            return tuple(range(low, high + 1))
        case inspect.UnionType(types=types):
            return tuple(value for one in types for value in _values(one))
        case inspect.TupleType(item_types=types):
            return tuple(product(*map(_values, types)))
        case inspect.VarTupleType(item_type=each, min_length=least, max_length=int(most)):
            lengths = range(least or 0, most + 1)
            return tuple(value for length in lengths for value in product(_values(each), repeat=length))
    raise TypeError(f"{shape} is no plain type")


def _words(value: object) -> list[str]:
    if isinstance(value, tuple):
        return [word for each in value for word in _words(each)]
    return [NONE if value is None else str(int(value)) if isinstance(value, bool) else str(value)]


def _read(name: str, shape: inspect.Type, words: list[str]) -> object:
    """Take a value from the front of some words. Raises ValueError."""
    match _bare(shape):
        case inspect.TupleType(item_types=types):
            return tuple(_read(name, one, words) for one in types)
        case inspect.VarTupleType(item_type=each, min_length=least, max_length=int(most)):
            return tuple(_read(name, each, words) for _ in range(max(least or 0, min(most, len(words)))))
    if not words:
        raise ValueError(f"{name}: a value is missing")
    word = words.pop(0)
    value = next((value for value in _values(shape) if _words(value) == [word]), _NOTHING)
    if value is _NOTHING:
        raise ValueError(f"{name} cannot be {word!r}")
    return value


_NOTHING = object()
