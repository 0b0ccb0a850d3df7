"""Texts such as "P1 draws 13 -> b2", read by a pattern that shows one: `P{player} draws {clover} -> {cell}`."""

import re
from functools import cache

from msgspec import Struct

LONGEST = 2000  # signs of a text
FIELD = re.compile(r"\{([a-z_]+)\}")
IGNORED = "_"


class BadPattern(Exception):
    """A pattern that cannot be used, and why."""


class TextPattern(Struct, frozen=True):
    """The words between the parts of a text, and the name of each part; spaces and capital letters do not count.

    A part reaches to where the words behind it stand first, so that reading never runs long.
    """

    words: tuple[str, ...]
    names: tuple[str, ...]

    def match(self, text: str) -> dict[str, object] | None:
        """Give the parts of a text by their names, None where it is not so written."""
        text = _spaced(text)
        low = text.lower()
        if len(text) > LONGEST or len(low) != len(text) or not low.startswith(self.words[0]):
            return None
        at, found = len(self.words[0]), dict[str, object]()
        for name, behind in zip(self.names, self.words[1:], strict=True):
            end = len(text) if not behind else low.find(behind, at)
            if end < 0 or not text[at:end].strip():
                return None
            if name != IGNORED:
                found[name] = text[at:end].strip()
            at = end + len(behind)
        return found if at == len(text) else None


def _spaced(text: str) -> str:
    return " ".join(text.split())


@cache
def pattern_of(written: str) -> TextPattern | None:
    """Read a pattern, None where a name is none. Raises BadPattern."""
    pieces = FIELD.split(_spaced(written).lower())
    if len(pieces) == 1:
        return None
    words, names = tuple(pieces[::2]), tuple(pieces[1::2])
    if not all(words[1:-1]):
        raise BadPattern("there must be something between two parts of it")
    if len({name for name in names if name != IGNORED}) < sum(name != IGNORED for name in names):
        raise BadPattern("it names a part twice")
    return TextPattern(words, names)
