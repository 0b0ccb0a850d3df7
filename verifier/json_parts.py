"""Where the members of a JSON object and the elements of a JSON array stand in a text, also in one that breaks off."""

import re
from collections.abc import Iterator
from functools import cache
from typing import AnyStr, Generic, NamedTuple

DEPTH = 8  # what is nested so deep is passed over at once, what is nested deeper sign by sign


class JsonSpan(NamedTuple, Generic[AnyStr]):
    """The key of a member as it is written, nothing for an element; where that begins, where the value begins and ends.

    The value of a key that the text breaks off behind begins at -1.
    """

    key: AnyStr
    begin: int
    start: int
    end: int


def parts_of(text: AnyStr, at: int) -> Iterator[JsonSpan[AnyStr]]:
    """Give the parts of the object or array that begins at a place, in order, a key that comes twice twice.

    Of an object that breaks off the last member is given as far as it goes; an element that breaks off is none.
    """
    tokens: re.Pattern[AnyStr] = re.compile(_tokens()) if isinstance(text, str) else re.compile(_tokens().encode())
    keyed, nothing = text[at : at + 1] in ("{", b"{"), text[:0]
    key, depth, begin, start, end = nothing, 1, -1, -1, -1
    for token in tokens.finditer(text, at + 1):
        kind = token.lastgroup
        if depth == 1 and kind in ("comma", "close"):
            if begin >= 0:
                yield JsonSpan(key, begin, start, end)
            if kind == "close":
                return
            begin = -1
        elif kind != "comma":
            end = token.end()
            if begin < 0:
                key, begin, start = token["key"] or nothing, token.start(), token.start(kind or 0)
                if keyed and not key:
                    key, start = token[0], -1
            depth += (kind == "open") - (kind == "close")
    if keyed and begin >= 0:
        yield JsonSpan(key, begin, start, end)


@cache
def _tokens() -> str:
    string = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
    nested = "(?!)"
    for _ in range(DEPTH):
        nested = rf'[\[{{][^\[\]{{}}"]*+(?:(?:{string}|{nested})[^\[\]{{}}"]*+)*+[\]}}]'
    value = rf'(?P<value>{string}?+|{nested}|[^\s{{}}\[\],:"]++)|(?P<open>[\[{{])'
    return rf"(?:(?P<key>{string})\s*:\s*)?(?:{value})|(?P<close>[\]}}])|(?P<comma>,)|:"
