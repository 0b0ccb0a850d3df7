"""Our own form, JSON Lines."""

import json
from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec

from models.formats import LOG_FORMAT
from verifier.dialect import BOM, Dialect, Event, InLine, Source, Told
from verifier.document import document_of
from verifier.json_parts import parts_of
from verifier.note import Note
from verifier.source import Unreadable

LONGEST_FIRST = 1 << 14  # bytes in which the first event of an array must end
IN_ARRAY = (
    "LOG103",
    "the events stand in one JSON array: they were read from it",
    "write one event a line, without [ ] and commas",
)
ENDINGS = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")
_encode = msgspec.json.Encoder().encode
_event = msgspec.json.Decoder(dict[str, object]).decode


class Own(Dialect):
    """One JSON object a line."""

    name = "cloverproof"
    title = f"our own form ({LOG_FORMAT}), one JSON object a line"
    endings = ENDINGS
    writes = True

    def may_be(self, head: bytes) -> bool:
        text = head.lstrip()
        first = text[: max(LONGEST_FIRST, text.find(b"\n"))] if b"\n" in text else text
        return b'"event"' in first or b"\\" in first  # which may stand for a letter of it

    def missed(self, head: bytes) -> str:
        if is_array(head):
            return ""
        first = head.removeprefix(BOM).lstrip().partition(b"\n")[0]
        try:
            event = _event(first)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return "a JSON object in the first line"
        return "" if isinstance(event.get("event"), str) else 'the key "event" in the first line'

    def read(self, source: Source) -> Iterator[Told]:
        chunks = iter(source.chunks)
        head = next(chunks, b"")
        source.chunks = chain((head,), chunks)
        if is_array(head):
            source.noted.append(Note(*IN_ARRAY, 1, None))
            return _of_array(source)
        return self._of_lines(source)

    def _of_lines(self, source: Source) -> Iterator[Told]:
        for number, line in source.lines():
            if not line.strip():
                continue
            at = InLine(number, line)
            try:
                event = _event(line)
            except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
                message = "it is nested too deeply" if isinstance(fault, RecursionError) else str(fault)
                yield Unreadable("LOG004", f"the line is no JSON object: {message}", "write one a line", number, 1), at
            else:
                if isinstance(event.get("event"), str):
                    yield (event | source.mapping.header if event["event"] == "game" else event), at
                else:
                    yield Unreadable("LOG007", "the object has no key 'event'", "name the event", number, 1), at

    def write(self, events: Iterable[Event]) -> Iterator[bytes]:
        for event in events:
            yield encoded(event) + b"\n"


def is_array(head: bytes) -> bool:
    """Tell whether a log begins as a JSON array of events, or as an object that has one."""
    text = head[:LONGEST_FIRST].removeprefix(BOM).lstrip()
    if b'"event"' not in text and b"\\" not in text:
        return False
    if text.startswith(b"["):
        return _has_event(text, 0)
    parts = parts_of(text, 0) if text.startswith(b"{") else ()
    return any(text[part.start : part.start + 1] == b"[" and _has_event(text, part.start) for part in parts)


def _has_event(text: bytes, at: int) -> bool:
    """Tell whether the first element of an array is an event."""
    first = next(parts_of(text, at), None)
    try:
        return first is not None and isinstance(_event(text[first.start : first.end]).get("event"), str)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False


def _of_array(source: Source) -> Iterator[Told]:
    """Give the events of a JSON array."""
    root = document_of(source.document(as_written=True))
    arrays = [root, *root.members().values()]
    array = next(each for each in arrays if each.opening == b"[" and _has_event(root.document.text, each.start))
    for part in array.elements():
        event = part.value()
        if isinstance(event, dict) and isinstance(event.get("event"), str):
            yield (event | source.mapping.header if event["event"] == "game" else event), part
        else:
            place = part.place()
            message = "an element of the array is no event: it has no key 'event'"
            yield Unreadable("LOG007", message, "name the event", place.line, place.column), part


def encoded(event: Event) -> bytes:
    """Write an event, without the end of its line."""
    try:
        return _encode(event)
    except (msgspec.MsgspecError, OverflowError, UnicodeEncodeError):  # a number too large for it
        return json.dumps(event, separators=(",", ":")).encode()


OWN = Own()
