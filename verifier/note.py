"""What is said beside findings: it changes no verdict and no exit code."""

from msgspec import Struct


class Note(Struct, frozen=True):
    """Something a user may not know of a log: its code, words and place."""

    code: str
    message: str
    help: str
    line: int | None
    game: int | None
