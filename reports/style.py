"""Text for terminals: colours by role, harmless characters, ordinals."""

from collections.abc import Callable
from contextvars import ContextVar
from unicodedata import east_asian_width

Paint = Callable[[str, str], str]
COLUMNS: ContextVar[int | None] = ContextVar("COLUMNS", default=None)  # of the terminal; None: as many as you like

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
    """Count the columns a visible text takes."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def ordinal(number: int) -> str:
    """Write `1st`, `2nd`, `3rd`, `4th`."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


def count_of(number: int, thing: str) -> str:
    """Write `1 turn`, `2 turns`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def readable(path: str) -> str:
    """Give a path as text that any program can read, also where its bytes are no text."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
