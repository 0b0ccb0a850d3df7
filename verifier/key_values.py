"""The keys of a log's events and their values as short texts, for forms that people read and type.

Which keys there are and what their values can be comes from the events of the games themselves.
"""

from functools import cache, lru_cache
from typing import Literal

import msgspec
from msgspec import inspect

from models.games import GAMES

Sort = Literal["number", "word", "numbers", "words", "free"]
UNKNOWN, NONE = "?", "-"
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"  # what looks like one
PLAIN_DASHES = str.maketrans(DASHES, NONE * len(DASHES))
COLUMNS = "abcdefghi"
LONGEST_NUMBER = 18  # digits


class NoFact(ValueError):
    """A text that is no value of its key."""


@cache
def sorts() -> dict[str, Sort]:
    """Give the keys of all events, those of the events with the most keys first, with the sort of their values.

    A key that stands for different things in different events is of the sort "free".
    """
    found: dict[str, Sort] = {"event": "word"}
    for event in sorted(_events(), key=lambda event: -len(event.fields)):
        for field in event.fields:
            sort = _sort(field.type)
            found[field.encode_name] = sort if found.get(field.encode_name, sort) == sort else "free"
    return found


@cache
def keys() -> dict[str, tuple[str, ...]]:
    """Give the keys of each event by its name."""
    found: dict[str, tuple[str, ...]] = {}
    for event in _events():
        names = tuple(field.encode_name for field in event.fields)
        found[str(event.tag)] = tuple(dict.fromkeys((*found.get(str(event.tag), ()), *names)))
    return found


@cache
def choices() -> dict[str, tuple[str, ...]]:
    """Give the keys that have few words for values, each with all of them."""
    found: dict[str, tuple[str, ...]] = {}
    for event in _events():
        for field in event.fields:
            bare = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
            for shape in bare.types if isinstance(bare, inspect.UnionType) else (bare,):
                if isinstance(shape, inspect.LiteralType):
                    words = (*found.get(field.encode_name, ()), *map(str, shape.values))
                    found[field.encode_name] = tuple(dict.fromkeys(words))
    return found


def _events() -> list[inspect.StructType]:
    shapes = [inspect.type_info(game.events) for game in GAMES]
    types = [each for shape in shapes for each in (shape.types if isinstance(shape, inspect.UnionType) else (shape,))]
    return [each for each in types if isinstance(each, inspect.StructType)]


def _sort(shape: inspect.Type) -> Sort:
    if isinstance(shape, inspect.Metadata):
        return _sort(shape.type)
    if isinstance(shape, inspect.UnionType):
        kinds = [_sort(each) for each in shape.types if not isinstance(each, inspect.NoneType)]
        return kinds[0] if len(kinds) == 1 else "free"
    if isinstance(shape, inspect.IntType):
        return "number"
    if isinstance(shape, (inspect.StrType, inspect.LiteralType)):
        return "word"
    if isinstance(shape, inspect.ListType):
        return {"number": "numbers", "word": "words"}.get(_sort(shape.item_type), "free")  # type: ignore[return-value]
    return "free"


def text_of(key: str, value: object) -> str:
    """Write a value; `?` is one that was not recorded, `-` an empty list. Raises NoFact for one of another sort."""
    sort = sorts().get(key, "free")
    if value is None:
        return UNKNOWN
    if sort == "number" and type(value) is int and abs(value) < 10**LONGEST_NUMBER:
        return str(value)
    if sort == "word" and isinstance(value, str):
        return _word(value)
    if sort == "numbers" and isinstance(value, list) and all(type(number) is int for number in value):
        if all(abs(number) < 10**LONGEST_NUMBER for number in value):
            return " ".join(map(str, value)) or NONE
    elif sort == "words" and isinstance(value, list) and all(isinstance(word, str) for word in value):
        if all(_is_plain(word) and not word.isspace() and " " not in word for word in value):
            return " ".join(value) or NONE
    elif sort == "free":
        return _word(value) if isinstance(value, str) else msgspec.json.encode(value).decode()
    raise NoFact(f"{key} cannot be {str(value)[:40]!r}")


def _word(value: str) -> str:
    return value if _is_plain(value) else msgspec.json.encode(value).decode()


def _is_plain(value: str) -> bool:
    """Tell whether a text can stand for itself: nothing in it is a sign of these forms or of JSON."""
    if not value.isprintable() or value != value.strip() or not value[:1].isalnum() or value[:1].isdigit():
        return False
    return value not in ("true", "false", "null") and not any(sign in value for sign in ',;#|"\t')


def value_of(key: str, text: str) -> object:
    """Read a value. Raises NoFact."""
    sort, text = sorts().get(key, "free"), text.strip()
    if len(text) == 1 or sort in ("number", "numbers"):
        text = text.translate(PLAIN_DASHES)
    if text == UNKNOWN:
        return None
    if sort == "number":
        return _number(key, text)
    if sort == "numbers":
        return [] if text == NONE else [_number(key, part) for part in text.split()]
    if sort == "words":
        return [] if text == NONE else text.split()
    if sort == "free" and (text[:1] in "{[-" or text[:1].isdigit() or text in ("true", "false", "null")):
        return _json(key, text)
    return _json(key, text) if text.startswith('"') else text


def _number(key: str, text: str) -> int:
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER:
        return int(text)
    raise NoFact(f"{key} must be a whole number, not {text[:40]!r}")


def _json(key: str, text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise NoFact(f"{key}: {text[:40]!r} is neither plain text nor JSON") from None


def cell_name(column: object, row: object, first: int) -> str | None:
    """Name the cell in a column and row that are given as numbers from `first`, or the column as a letter.

    None stands for a cell of which one of them is not given. Raises NoFact where one is no number.
    """
    if column is None or row is None:
        return None
    letter = str(column).lower()
    at = COLUMNS.index(letter) if len(letter) == 1 and letter in COLUMNS else _counted("column", column) - first
    return cell_at(at, _counted("row", row) - first)


def _counted(what: str, said: object) -> int:
    if isinstance(said, float) and said.is_integer():
        said = int(said)
    if isinstance(said, (int, str)) and not isinstance(said, bool):
        return _number(what, str(said).strip())
    raise NoFact(f"{what} must be a whole number, not {str(said)[:40]!r}")


@lru_cache(maxsize=1024)
def cell_at(column: int | None, row: int | None) -> str | None:
    """Name the cell in a column and row from 0; one that no board has gets a name that no board has either."""
    if column is None or row is None:
        return None
    if 0 <= column < len(COLUMNS) and 0 <= row < len(COLUMNS):
        return f"{COLUMNS[column]}{row + 1}"
    return f"column {str(column)[:9]}, row {str(row)[:9]}"
