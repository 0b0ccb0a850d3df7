"""A JSON document with the place of each of its parts, decoded without copying it."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from types import MappingProxyType

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from verifier.json_parts import parts_of
from verifier.source import Unreadable
from verifier.source_place import SourcePlace

WINDOW = 400  # bytes of a longer line that are shown
AT_BYTE = re.compile(r" \(byte (\d+)\)")

Facts = Mapping[str, tuple[str, ...]]
NO_FACTS: Facts = MappingProxyType({})

KEY = re.compile(rb'[\s,]*"[^"\\]*+(?:\\.[^"\\]*+)*+"\s*:\s*')
CLOSES = re.compile(rb"\s*\}")

_key = msgspec.json.Decoder(str).decode
_array = msgspec.json.Decoder(list[msgspec.Raw]).decode
_object = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class JsonDocument:
    """The text of a JSON document; places are counted on from the one that was asked for last."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._seen = (0, 1, 0, 0)  # an offset, its line, where that line begins, the characters before it there

    def place(self, start: int, end: int, pointer: str) -> SourcePlace:
        """Give the place of a part; of a long line what stands around it."""
        line, begins, before = self._count(start)
        far = min(len(self.text), start + 3 * WINDOW)  # nothing behind it is shown, so it need not be looked through
        stops = self.text.find(b"\n", start, far)
        stops = far if stops < 0 else stops
        first = begins if start - begins < WINDOW and stops - begins < 2 * WINDOW else start
        last = min(stops, first + 2 * WINDOW)
        shown = self.text[first:last].removesuffix(b"\r")
        inside = len(self.text[first:start].decode("utf-8", "replace"))
        length = len(self.text[start : min(end, last)].decode("utf-8", "replace"))
        return SourcePlace(line, before + 1, shown, inside, inside + length, {}, pointer)

    def _count(self, at: int) -> tuple[int, int, int]:
        """Give the line of an offset, where it begins, and the characters before it in that line."""
        seen, line, begins, before = self._seen if self._seen[0] <= at else (0, 1, 0, 0)
        between = self.text.count(b"\n", seen, at)
        if between:
            line, begins, before = line + between, self.text.rfind(b"\n", seen, at) + 1, 0
            seen = begins
        before += len(self.text[seen:at].decode("utf-8", "replace"))
        self._seen = (at, line, begins, before)
        return line, begins, before

    def unreadable(self, code: str, message: str, help: str, at: int) -> Unreadable:
        """Say what is wrong at an offset."""
        place = self.place(at, at + 1, "")
        return Unreadable(code, message, help, place.line, place.column)


class JsonPart(Struct):
    """A value in a document: where it begins and ends, and its JSON pointer.

    `facts` says where single facts stand in it: for each key the paths of one or more values, keys with dots between.
    """

    document: JsonDocument
    start: int
    end: int
    pointer: str
    facts: Facts = NO_FACTS
    inner: "dict[str, JsonPart] | None" = None

    @property
    def opening(self) -> bytes:
        """Give the first sign of its text."""
        return self.document.text[self.start : self.start + 1]

    @property
    def raw(self) -> memoryview:
        """Give its text."""
        return memoryview(self.document.text)[self.start : self.end]

    def place(self) -> SourcePlace:
        """Give its place, and that of each fact in it."""
        place = self.document.place(self.start, self.end, self.pointer)
        fields = {}
        for key, paths in self.facts.items():
            parts = [part for part in map(self.at, paths) if part is not None]
            if parts:
                first, last = min(part.start for part in parts), max(part.end for part in parts)
                fields[key] = (place.start + self._characters(first), place.start + self._characters(last))
        return replace(place, fields=fields) if fields else place

    def _characters(self, offset: int) -> int:
        return len(self.document.text[self.start : offset].decode("utf-8", "replace"))

    def at(self, path: str) -> "JsonPart | None":
        """Follow a path of keys with dots between them; None where it leads nowhere."""
        part: JsonPart | None = self
        for step in path.split("."):
            if part is None:
                return None
            inner = part.members()
            if not inner and step.isdigit() and len(step) < 6:
                inner = {str(index): element for index, element in enumerate(part.elements())}
            part = inner.get(step)
        return part

    def members(self) -> dict[str, "JsonPart"]:
        """Give the members of an object, none where it is no object."""
        if self.inner is None:
            self.inner = self._members() if self.opening == b"{" else {}
        return self.inner

    def _members(self) -> dict[str, "JsonPart"]:
        parts = dict[str, JsonPart]()
        spans = _member_spans(self)
        if spans is not None:
            for key, (start, end) in spans.items():
                parts[key] = JsonPart(self.document, start, end, self._below(key))
            return parts
        for part in parts_of(self.document.text, self.start):
            try:
                key = _key(part.key)
            except msgspec.MsgspecError:
                return {}
            parts[key] = JsonPart(self.document, part.start, part.end, self._below(key))
        return parts

    def _below(self, key: str) -> str:
        name = key.replace("~", "~0").replace("/", "~1")
        return f"{self.pointer}/{name}"

    def elements(self, facts: Facts = NO_FACTS) -> Iterator["JsonPart"]:
        """Give the elements of an array, none where it is no array."""
        found = Elements(self, facts)
        return (found[index] for index in range(len(found)))

    def value(self) -> object:
        """Give it as plain Python values; None where that cannot be."""
        try:
            return msgspec.json.decode(self.raw)
        except (msgspec.MsgspecError, RecursionError):
            return None


class Elements:
    """The elements of an array, none where it is no array; each is looked for and made a part where it is asked for."""

    def __init__(self, array: JsonPart, facts: Facts = NO_FACTS) -> None:
        self.array, self.facts = array, facts
        self.spans: list[tuple[int, int]] = []
        self.rest: Iterator[tuple[int, int]] = _element_spans(array) if array.opening == b"[" else iter(())

    def __getitem__(self, index: int) -> JsonPart:
        """Give one of them."""
        self.spans += islice(self.rest, max(0, index + 1 - len(self.spans)))
        array, (start, end) = self.array, self.spans[index]
        return JsonPart(array.document, start, end, f"{array.pointer}/{index}", self.facts)

    def __len__(self) -> int:
        self.spans += self.rest
        return len(self.spans)


def _element_spans(array: JsonPart) -> Iterator[tuple[int, int]]:
    """Give where the elements of an array begin and end; what no decoder reads is looked through by signs."""
    text, at = array.document.text, array.start + 1
    try:
        values = _array(array.raw)
    except (msgspec.MsgspecError, RecursionError):
        yield from ((part.start, part.end) for part in parts_of(text, array.start))
        return
    for value in map(bytes, values):
        at = text.index(value, at)  # but for white space and a comma it stands next
        yield at, at + len(value)
        at += len(value)


def _member_spans(part: JsonPart) -> dict[str, tuple[int, int]] | None:
    """Give where the values of an object begin and end; None where it has to be looked through sign by sign."""
    text, at, spans = part.document.text, part.start + 1, dict[str, tuple[int, int]]()
    try:
        values = _object(part.raw)
    except (msgspec.MsgspecError, RecursionError):
        return None
    for key, value in values.items():
        found, told = KEY.match(text, at), bytes(value)
        if found is None or not text.startswith(told, found.end()):
            return None
        at = found.end() + len(told)
        spans[key] = found.end(), at
    return spans if CLOSES.match(text, at) else None  # otherwise a key comes twice


def document_of(text: bytes) -> JsonPart:
    """Read a document. Raises Unreadable where it is not JSON."""
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except RecursionError:
        raise Unreadable("LOG004", "the record is nested too deeply", "give the record as it was written") from None
    except msgspec.MsgspecError as fault:
        place = AT_BYTE.search(str(fault))
        message = f"the record is not one whole JSON document: {AT_BYTE.sub('', str(fault))}"
        at = min(int(place[1]), len(text) - 1) if place else max(0, len(text) - 1)
        raise JsonDocument(text).unreadable("LOG004", message, "give the whole record", at) from None
    return document_known(text)


def document_known(text: bytes) -> JsonPart:
    """Read a document that is known to be JSON."""
    start = len(text) - len(text.lstrip(b" \t\r\n"))
    return JsonPart(JsonDocument(text), start, len(text.rstrip(b" \t\r\n")), "")
