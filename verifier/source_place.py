"""Where in a source an event stands."""

from msgspec import Struct


class SourcePlace(Struct, frozen=True, gc=False):
    """Where an event stands in its source.

    `line` and `column` (in characters) count from 1; `text` is the line it stands in, or the part of a long one that
    matters; `start` and `end` are where the event begins and ends in it, `fields` where single facts do; `pointer` is
    the JSON pointer of an element.
    """

    line: int
    column: int
    text: bytes = b""
    start: int = 0
    end: int = 0
    fields: dict[str, tuple[int, int]] = {}
    pointer: str = ""
