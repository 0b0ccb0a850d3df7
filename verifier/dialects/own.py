"""Our own form, JSON Lines."""

import json
from collections.abc import Iterable, Iterator

import msgspec

from verifier.dialect import FORMAT, Dialect, Event, InLine, Source, Told
from verifier.source import Unreadable

ENDINGS = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")
_encode = msgspec.json.Encoder().encode
_event = msgspec.json.Decoder(dict[str, object]).decode


class Own(Dialect):
    """One JSON object a line."""

    name = "cloverproof"
    title = f"our own form ({FORMAT}), one JSON object a line"
    endings = ENDINGS
    writes = True

    def missed(self, head: bytes) -> str:
        first = head.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")[0]
        try:
            event = _event(first)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return "a JSON object in the first line"
        return "" if isinstance(event.get("event"), str) else 'the key "event" in the first line'

    def read(self, source: Source) -> Iterator[Told]:
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


def encoded(event: Event) -> bytes:
    """Write an event, without the end of its line."""
    try:
        return _encode(event)
    except (msgspec.MsgspecError, OverflowError, UnicodeEncodeError):  # a number too large for it
        return json.dumps(event, separators=(",", ":")).encode()


OWN = Own()
