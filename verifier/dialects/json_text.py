"""The text of a JSON document or of JSON Lines, decoded, and where each part of it stands."""

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from verifier.document import NO_FACTS, Elements, Facts, JsonDocument, JsonPart, document_of
from verifier.json_paths import Place, Places
from verifier.source import Unreadable
from verifier.source_place import SourcePlace

WHOLE = "if each line is a JSON value of its own, `lines = true` under [record] of the mapping reads them as a list"


class JsonText:
    """A decoded text; parts are looked for only where a place is asked for."""

    def __init__(self, root: object, parts: "JsonPart | list[JsonPart]") -> None:
        self.root, self.parts = root, parts
        self.places = Places(root)
        self.found: dict[Place, JsonPart] = {}
        self.lists: dict[Place, Elements] = {}

    def place_of(self, value: object) -> Place | None:
        """Give the keys that lead to a part, None where nobody can tell."""
        return self.places.of(value)

    def spot(self, place: Place) -> "PartSpot":
        """Give what knows where something stands."""
        return PartSpot(self, place)

    def part(self, place: Place) -> JsonPart:
        """Give the part that keys lead to, or what it is in."""
        found = self.found.get(place)
        if found is None:
            found = self.found[place] = self._part(place)
        return found

    def _part(self, place: Place) -> JsonPart:
        if isinstance(self.parts, list) and len(place) < 2:
            return self.parts[int(place[0])] if place else self.parts[0]
        if not place and isinstance(self.parts, JsonPart):
            return self.parts
        above, key = self.part(place[:-1]), place[-1]
        if above.opening != b"[":
            return above.members().get(str(key), above)
        if place[:-1] not in self.lists:
            self.lists[place[:-1]] = Elements(above)
        elements = self.lists[place[:-1]]
        return elements[int(key)] if int(key) < len(elements) else above


class PartSpot(Struct, gc=False):
    """Where an entry stands, and its facts in it."""

    record: JsonText
    keys: Place
    facts: Facts = NO_FACTS

    def place(self) -> SourcePlace:
        """Work the place out."""
        return replace(self.record.part(self.keys), facts=self.facts).place()


def read_text(text: bytes, *, lines: bool) -> JsonText:
    """Decode a text. Raises Unreadable where it is not JSON."""
    if lines:
        return _read_lines(text)
    try:
        whole = document_of(text)
    except Unreadable as stop:
        help = WHOLE if text.strip().count(b"\n") else stop.help
        raise Unreadable(stop.code, stop.message, help, stop.line, stop.column) from None
    return JsonText(_decoded(text, whole.document, 0), whole)


def _read_lines(text: bytes) -> JsonText:
    document, values, parts, start = JsonDocument(text), list[object](), list[JsonPart](), 0
    for line in text.split(b"\n"):
        if line.strip():
            values.append(_decoded(line, document, start))
            first = start + len(line) - len(line.lstrip())
            parts.append(JsonPart(document, first, start + len(line.rstrip()), ""))
        start += len(line) + 1
    if not parts:
        raise Unreadable("LOG002", "there is nothing in it", "give the record as it was written")
    return JsonText(values, parts)


def _decoded(text: bytes, document: JsonDocument, start: int) -> object:
    try:
        return msgspec.json.decode(text)
    except RecursionError:
        raise document.unreadable(
            "LOG004", "the record is nested too deeply", "give it as it was written", start
        ) from None
    except (msgspec.MsgspecError, ValueError) as fault:
        message = f"the line is no whole JSON value: {fault}"
        raise document.unreadable("LOG004", message, "give the record as it was written", start) from None
