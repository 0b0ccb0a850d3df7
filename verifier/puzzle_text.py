"""JSON objects of an untrusted text, with the place of every value, or a fault with its place."""

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from msgspec import Struct

from verifier.json_parts import parts_of
from verifier.whole_numbers import whole_or_float

SPACE = " \t\n\r"
SHOWN = 40
# Numbers that JSON does not have, or that are too long to be any; strings are passed over.
NO_NUMBERS = re.compile(r'"(?:[^"\\]|\\.)*+"|(NaN|-?Infinity|-?\d{4301,})', re.DOTALL)


class PuzzleFault(Exception):
    """A puzzle that cannot be read or cannot be: what is wrong, what would help, and the place (from 1)."""

    def __init__(self, message: str, help: str = "", line: int = 0, column: int = 0, path: str = "") -> None:
        super().__init__(message)
        self.message, self.help, self.line, self.column, self.path = message, help, line, column, path

    def __str__(self) -> str:
        """Write place and message: `p.json:3:14: ...`."""
        place = ":".join(str(part) for part in (self.path, self.line, self.column) if part)
        return f"{place}: {self.message}" if place else self.message


class Written(Struct):
    """A JSON object of a text: its keys, and where the values of its keys and the items of its lists begin."""

    text: str
    begin: int
    keys: dict[str, Any]
    places: dict[str, int]

    @property
    def line(self) -> int:
        """Give the line it begins in, from 1."""
        return _place(self.text, self.begin)[0]

    def refuse(self, message: str, help_line: str, field: str) -> NoReturn:
        """Raise a fault at a key, or at an item of its list, as in `pile[2]`."""
        key = field.partition("[")[0]
        at = self.places.get(field, self.places.get(key, self.begin))
        raise PuzzleFault(message, help_line, *_place(self.text, at))


def objects(data: bytes) -> Iterator[Written]:
    """Give the JSON objects of a text, one behind the other. Raises PuzzleFault where something else comes."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        before = data[: wrong.start].decode("utf-8", "replace")
        raise PuzzleFault("these bytes are no UTF-8", "", *_place(before, len(before))) from None
    decoder = json.JSONDecoder(parse_constant=_no_number, parse_float=whole_or_float)
    begin = _skip(text, 0)
    while True:
        keys, end = _decoded(decoder, text, begin)
        if not isinstance(keys, dict):
            raise PuzzleFault("a puzzle is one JSON object", 'it begins {"format": ...', *_place(text, begin))
        yield Written(text, begin, keys, _places(text, begin))
        begin = _skip(text, end)
        if begin == len(text):
            return


def _decoded(decoder: json.JSONDecoder, text: str, at: int) -> tuple[object, int]:
    try:
        return decoder.raw_decode(text, at)
    except json.JSONDecodeError as wrong:
        place = _place(text, min(wrong.pos, len(text)))
        raise PuzzleFault(f"this is no JSON: {wrong.msg}", "a puzzle is one JSON object", *place) from None
    except RecursionError:
        raise PuzzleFault("lists in lists without end", "a puzzle is one flat JSON object", *_place(text, at)) from None
    except ValueError:
        found = next((hit for hit in NO_NUMBERS.finditer(text, at) if hit[1]), None)
        name, begin = (found[1][:20], found.start(1)) if found else ("", at)
        spot = _place(text, begin)
        raise PuzzleFault(f"a number that is none: {name}", "numbers are whole and small", *spot) from None


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _places(text: str, begin: int) -> dict[str, int]:
    """Give where the value of each key begins, and each item of a list. Raises PuzzleFault where a key comes twice."""
    places: dict[str, int] = {}
    for part in parts_of(text, begin):
        key = json.loads(part.key)
        if key in places:
            raise PuzzleFault(f"the key {key[:SHOWN]!r} comes twice", "say it once", *_place(text, part.begin))
        places[key] = part.start
        if text[part.start] == "[":
            items = enumerate(parts_of(text, part.start))
            places.update((f"{key}[{index}]", item.start) for index, item in items)
    return places


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in SPACE:
        at += 1
    return at


def _place(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
