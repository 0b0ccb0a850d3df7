"""Text for terminals: colours by role, harmless characters, ordinals."""

import re
import textwrap
from collections.abc import Callable
from contextvars import ContextVar
from unicodedata import east_asian_width

Paint = Callable[[str, str], str]
COLUMNS: ContextVar[int | None] = ContextVar("COLUMNS", default=None)  # of the terminal; None: as many as you like
CODES = re.compile(r"\x1b\[[0-9;]*m")
NARROWEST = 16  # columns that text is broken for at least

COLOURS = {
    "error": "1;31",
    "warning": "1;33",
    "good": "32",
    "bad": "1;31",
    "mark": "1;31",
    "place": "36",
    "frame": "34",
    "strong": "1",
    "dim": "2",
}


def uncolored(role: str, text: str) -> str:
    """Leave a text without colours."""
    return text


def coloured(role: str, text: str) -> str:
    """Colour a text by its role with terminal codes."""
    return f"\x1b[{COLOURS[role]}m{text}\x1b[0m"


def visible(text: str) -> str:
    """Write out all characters that a terminal would obey or hide: control codes, direction marks, lone surrogates."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else _escaped(ord(sign)) for sign in text)


def printable_json(text: str) -> str:
    """Write JSON so that nothing in its texts is obeyed or hidden by a terminal: by escapes, which mean the same."""
    if text.isascii() and text.isprintable():
        return text
    import json

    return "".join(sign if sign.isprintable() or sign == "\n" else json.dumps(sign)[1:-1] for sign in text)


def _escaped(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def width(text: str) -> int:
    """Count the columns that a text takes, without the codes of its colours."""
    shown = CODES.sub("", text) if "\x1b" in text else text
    if shown.isascii():
        return len(shown)
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in shown)


def broken_lines(line: str, indent: int, before: int = 0) -> list[str]:
    """Break a line without colours where the terminal ends, which `before` columns of it are taken from.

    What follows stands under column `indent` of the line, or further left where that leaves too little room.
    """
    columns = COLUMNS.get()
    if columns is None or len(line) <= columns - before:
        return [line]
    room = max(NARROWEST, columns - before)
    under = " " * (indent if room - indent >= NARROWEST else min(indent, 4))
    return textwrap.wrap(line, room, subsequent_indent=under, break_long_words=False, break_on_hyphens=False) or [line]


def ordinal(number: int) -> str:
    """Write `1st`, `2nd`, `3rd`, `4th`."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


def count_of(number: int, thing: str) -> str:
    """Write `1 turn`, `2 turns`, `4,000 turns`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def readable(path: str) -> str:
    """Give a path as text that any program can read, also where its bytes are no text."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
