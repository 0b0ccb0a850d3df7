"""The keys of a game's events, what values they take, and which of them somebody may have meant."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal, get_args, get_origin, get_type_hints

from msgspec import inspect

from models.game import Game
from models.games import GAMES
from verifier.did_you_mean import nearest

KINDS: tuple[tuple[type[inspect.Type], str], ...] = (
    (inspect.IntType, "a whole number"),
    (inspect.StrType, "a text"),
    (inspect.BoolType, "true or false"),
)


@cache
def shapes(game: Game) -> Mapping[str, inspect.StructType]:
    """Give the shapes of a game's events by their names."""
    shape = inspect.type_info(game.events)
    types = shape.types if isinstance(shape, inspect.UnionType) else (shape,)
    return {str(each.tag): each for each in types if isinstance(each, inspect.StructType)}


@lru_cache(maxsize=256)
def keys_of(game: Game, path: str) -> Mapping[str, inspect.Type]:
    """Give the keys of an event, or of what stands in lists and objects below it (`turn laid`), with their shapes."""
    event, *inside = path.split(" ")
    shape: inspect.Type | None = shapes(game).get(event)
    for step in inside:
        fields = {each.encode_name: each.type for each in shape.fields} if isinstance(shape, inspect.StructType) else {}
        shape = object_in(fields.get(step))
    return {each.encode_name: each.type for each in shape.fields} if isinstance(shape, inspect.StructType) else {}


def object_in(shape: inspect.Type | None) -> inspect.StructType | None:
    """Find the object that a value is or holds in lists."""
    if isinstance(shape, inspect.Metadata):
        return object_in(shape.type)
    if isinstance(shape, inspect.ListType):
        return object_in(shape.item_type)
    if isinstance(shape, inspect.UnionType):
        return next((found for each in shape.types if (found := object_in(each)) is not None), None)
    return shape if isinstance(shape, inspect.StructType) else None


def fits(value: object, shape: inspect.Type) -> bool:
    """Tell whether a value can stand where one of this shape is due."""
    if isinstance(shape, inspect.Metadata):
        return fits(value, shape.type)
    if isinstance(shape, inspect.UnionType):
        return any(fits(value, each) for each in shape.types)
    if isinstance(shape, inspect.ListType):
        return isinstance(value, list) and all(fits(each, shape.item_type) for each in value)
    if isinstance(shape, inspect.LiteralType):
        return value in shape.values
    if isinstance(shape, inspect.StructType):
        return isinstance(value, dict)
    if isinstance(shape, inspect.IntType):
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(shape, inspect.StrType) and isinstance(value, str)


def near(said: str, known: Iterable[str]) -> list[str]:
    """Give the words that somebody may have meant, the best first: other names of the same thing before like ones."""
    return [*_near(said[:40].strip().lower(), tuple(known))]


@lru_cache(maxsize=256)
def _near(word: str, words: Sequence[str]) -> Sequence[str]:
    from verifier.guess.vocabulary import NAMES

    same = [key for key, names in NAMES.items() if word in names and len(word) > 1]
    meant = [each for each in words if any(each == key or each in NAMES[key] for key in same)]
    exact = [each for each in meant if each in same]
    return exact or meant[:1] or nearest(word, words, 2)


def expected(shape: inspect.Type) -> str:
    """Say what values stand where one of this shape is due: `pile or middle`, `a whole number`."""
    words = list(dict.fromkeys(_kinds(shape)))
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


@cache
def _orders() -> Mapping[frozenset[object], tuple[str, ...]]:
    """Give the words that can stand for one another in the order in which the events list them."""
    found = dict[frozenset[object], tuple[str, ...]]()
    waiting: list[object] = [each.cls for game in GAMES for each in shapes(game).values()]
    while waiting:
        each = waiting.pop()
        if get_origin(each) is Literal:
            found[frozenset(get_args(each))] = tuple(map(str, get_args(each)))
        elif isinstance(each, type) and get_origin(each) is None:
            waiting += [] if each in (str, int) else get_type_hints(each, include_extras=True).values()
        else:
            waiting += get_args(each)
    return found


def _kinds(shape: inspect.Type) -> Iterator[str]:
    if isinstance(shape, inspect.Metadata):
        yield from _kinds(shape.type)
    elif isinstance(shape, inspect.UnionType):
        for each in shape.types:
            yield from _kinds(each)
    elif isinstance(shape, inspect.LiteralType):
        yield from _orders().get(frozenset(shape.values), tuple(map(str, shape.values)))
    elif isinstance(shape, inspect.ListType):
        inner = expected(shape.item_type)
        yield f"a list of {inner.removeprefix('a ')}s" if inner in (name for _, name in KINDS) else "a list"
    elif isinstance(shape, inspect.StructType):
        yield "an object"
    else:
        yield from (name for kind, name in KINDS if isinstance(shape, kind))


def description_of(shape: inspect.Type) -> str:
    """Give the words in which the events describe a value."""
    if isinstance(shape, inspect.Metadata):
        told = (shape.extra_json_schema or {}).get("description")
        return str(told) if told else description_of(shape.type)
    if isinstance(shape, inspect.UnionType):
        return next((words for each in shape.types if (words := description_of(each))), "")
    return ""


def is_cell(shape: inspect.Type) -> bool:
    """Tell whether a value names a cell."""
    if isinstance(shape, inspect.Metadata):
        return bool(shape.extra and shape.extra.get("names") == "cell") or is_cell(shape.type)
    return isinstance(shape, inspect.UnionType) and any(map(is_cell, shape.types))
