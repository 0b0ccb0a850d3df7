"""A game that explains a record beside the record: which of its events stand for which recorded line."""

from collections.abc import Iterator, Sequence

import msgspec

UNTOLD = ("gap", "shown")  # events in whose place a game that explains a record has others


def beside(explained: Sequence[bytes], recorded: Sequence[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    """Number the lines of a game that explains a record by the lines of the record that they stand for."""
    left = list(recorded)
    for line in explained:
        event = msgspec.json.decode(line)
        ahead = next((at for at, (_, raw) in enumerate(left) if not _is_untold(raw)), len(left))
        if ahead < len(left) and _fits(left[ahead][1], event):
            number = left[ahead][0]
            del left[: ahead + 1]
        else:
            number = left[0][0] if left else 0
        yield number, line


def _is_untold(raw: bytes) -> bool:
    return _keys(raw).get("event") in UNTOLD


def _fits(raw: bytes, event: dict[str, object]) -> bool:
    """Tell whether an event says all that a recorded line says."""
    said = {key: value for key, value in _keys(raw).items() if value is not None and not isinstance(value, list)}
    return all(event.get(key) == value for key, value in said.items() if key != "missing")


def _keys(raw: bytes) -> dict[str, object]:
    found = msgspec.json.decode(raw)
    return found if isinstance(found, dict) else {}
