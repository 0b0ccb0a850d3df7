"""Keys that stand twice in one object of an answer: readers differ in which of two they take."""

import json
from collections import Counter

import msgspec

from models.driving import Request

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class DoubledKeys:
    """The keys that were written twice in the answers of one program, each with the first exchange that shows it.

    `told` are those that the check of the adapter has told.
    """

    def __init__(self) -> None:
        self.told: set[str] = set()
        self.found: dict[str, tuple[Request, bytes]] = {}
        self._usual: set[tuple[type[Request], int]] = set()

    def is_usual(self, request: Request, answer: bytes) -> bool:
        """Tell whether an answer has as many keys as one that was looked at: to look at each would take too long."""
        return (type(request), answer.count(b'":')) in self._usual

    def look(self, request: Request, answer: bytes) -> None:
        """Look at an answer closely."""
        usual = type(request), answer.count(b'":')
        if not _written_alike(answer, usual[1]):
            for key in doubled_keys(answer):
                self.found.setdefault(key, (request, answer))
        self._usual.add(usual)


def _written_alike(answer: bytes, keys: int) -> bool:
    """Tell whether an answer that was read and is written again has as many keys: one that stands twice is lost."""
    try:
        return _encode(_decode(answer)).count(b'":') == keys
    except (msgspec.MsgspecError, RecursionError):
        return False


def doubled_keys(answer: bytes) -> list[str]:
    """Give keys that stand in one object more than once."""
    found: dict[str, None] = {}

    def read(pairs: list[tuple[str, object]]) -> None:
        found.update((key, None) for key, times in Counter(key for key, _ in pairs).items() if times > 1)

    try:
        json.loads(answer, object_pairs_hook=read)
    except (ValueError, RecursionError):
        return []
    return list(found)
