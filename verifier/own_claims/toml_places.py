"""Where in a TOML file its keys and texts stand: the reader of Python's library tells values only."""

import re
from collections import Counter
from dataclasses import dataclass

TOKEN = re.compile(
    r"(?P<comment>#[^\n]*)"
    r'|(?P<text>"""(?:\\.|[^\\])*?"""|' + r"'''.*?'''" + r'|"(?:\\.|[^"\\\n])*"|' + r"'[^'\n]*')"
    r"|^[ \t]*(?P<header>\[{1,2}[^\[\]\n]*\]{1,2})"
    r"|^[ \t]*(?P<key>[A-Za-z0-9_-]+)[ \t]*=",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class KeyPlace:
    """Where a key stands, and the text behind it with its quotes."""

    start: int
    text_start: int = -1
    raw: str = ""

    def inside(self, value: str) -> int | None:
        """Give where a value begins that stands there letter for letter, None where it is written otherwise."""
        for quotes in ('"""', "'''", '"', "'"):
            for opening in (quotes + "\n", quotes):
                if self.raw == opening + value + quotes:
                    return self.text_start + len(opening)
        return None


class TomlPlaces:
    """The places of a valid TOML text, by section and key; sections of one name are counted from 0."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.known: dict[tuple[str, int, str], KeyPlace] = {}
        self.sections: dict[tuple[str, int], int] = {}
        section, count, key = "", 0, ""
        seen: Counter[str] = Counter()
        for found in TOKEN.finditer(text):
            if found["header"] is not None:
                section = found["header"].strip("[]").replace(" ", "")
                count, key = seen[section], ""
                seen[section] += 1
                self.sections[section, count] = found.start("header")
            elif found["key"] is not None:
                key = found["key"]
                self.known[section, count, key] = KeyPlace(found.start("key"))
            elif found["text"] is not None and key:
                place = self.known[section, count, key]
                if place.text_start < 0:
                    self.known[section, count, key] = KeyPlace(place.start, found.start("text"), found["text"])

    def of(self, section: str, count: int, key: str = "") -> KeyPlace:
        """Give the place of a key, or of its section where it is written in another way."""
        return self.known.get((section, count, key)) or KeyPlace(self.sections.get((section, count), 0))

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Count lines and columns from 1."""
        before = self.text[:offset]
        return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1
