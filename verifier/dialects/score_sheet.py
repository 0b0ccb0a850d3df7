"""A score sheet that people can type: one line a turn, `1: 13x10 d2`. docs/dialects.md specifies it."""

import re
from collections.abc import Iterable, Iterator

import msgspec

from models.formats import LOG_FORMAT
from verifier.dialect import BOM, Dialect, Event, Source, Told, complete
from verifier.dialects.own import encoded
from verifier.dialects.score_sheet_line import CONCEDES, LISTS, NAMED, SET, TURN, event_of, line_of
from verifier.key_values import NoFact, keys, text_of, value_of
from verifier.mapping import Mapping
from verifier.source import Unreadable
from verifier.source_place import SourcePlace

NOTATION = "a turn is written as in `1: 13x10 d2`; docs/dialects.md tells the whole form"


class SheetLine(msgspec.Struct, gc=False):
    """A line of a sheet."""

    number: int
    text: bytes

    def place(self) -> SourcePlace:
        """Give its place, and that of each fact in it."""
        text = self.text.decode("utf-8", "replace")
        said = _without_comment(text)
        start = len(said) - len(said.lstrip())
        body = said.strip()
        match = TURN.match(body) or SET.match(body) or CONCEDES.match(body)
        fields: dict[str, tuple[int, int]] = {}
        if match is not None:
            spans = {name: match.span(name) for name, found in match.groupdict().items() if found}
            shown = spans.pop("shown", (0, 0))
            fields = {"from" if name == "source" else name: _shifted(span, start) for name, span in spans.items()}
            if "clover" in spans:
                fields["action"] = _shifted((match.start("clover"), match.end("cell")), start)
            fields.update(_listed(body, *shown, start))
        else:
            named = NAMED.match(body)
            if named is not None and named["name"].lower() in LISTS:
                fields.update(_listed(body, *named.span("rest"), start))
            elif named is not None:
                fields[named["name"].lower()] = _shifted(named.span("rest"), start)
        fields = {name: span for name, span in fields.items() if span[1] > span[0]}
        return SourcePlace(self.number, start + 1, self.text, start, start + len(body), fields)


def _shifted(span: tuple[int, int], by: int) -> tuple[int, int]:
    return span[0] + by, span[1] + by


def _listed(body: str, first: int, last: int, by: int) -> dict[str, tuple[int, int]]:
    """Give where each fact of a list stands."""
    found = re.finditer(r"\s*([a-z]+)[^,]*", body[first:last], re.I)
    return {
        each[1].lower(): (first + each.start(1) + by, first + each.start() + len(each[0].rstrip()) + by)
        for each in found
    }


class ScoreSheet(Dialect):
    """Score sheets as people type them; everything a log can hold can be written in one."""

    name = "score-sheet"
    title = "a score sheet in plain text, a turn written as `1: 13x10 d2`"
    endings = (".txt", ".sheet", ".txt.gz", ".sheet.gz")
    writes = True

    def missed(self, head: bytes) -> str:
        for line in re.split("\r\n?|\n", head.removeprefix(BOM).decode("utf-8", "replace")):
            said = _without_comment(line).strip()
            if said:
                named = NAMED.match(said)
                return "" if named is not None and named["name"].lower() == "game" else "a first line `game: ...`"
        return "a line `game: ...`"

    def read(self, source: Source) -> Iterator[Told]:
        header: tuple[Event, SheetLine] | None = None
        for number, raw in source.lines():
            at = SheetLine(number, raw)
            said = _without_comment(at.text.decode("utf-8", "replace")).strip()
            if not said:
                continue
            told: Told | None = None
            try:
                name, value = _header_fact(said, begun=header is not None)
                if name and name != "game" and header is not None:
                    header[0][name] = value
                    continue
                if not name:
                    told = event_of(said), at
            except NoFact as wrong:
                column = at.place().column + getattr(wrong, "at", 0)
                if (
                    NAMED.match(said)
                    and header is not None
                    and said.partition(":")[0].strip().lower() in keys()["game"]
                ):
                    header = None  # its game cannot be read
                name, told = "", (Unreadable("LOG017", str(wrong), NOTATION, number, column), at)
            if header is not None:
                yield _whole(*header, source.mapping)
            header = ({"event": "game", "format": LOG_FORMAT, "game": value}, at) if name == "game" else None
            if told is not None:
                yield told
        if header is not None:
            yield _whole(*header, source.mapping)

    def write(self, events: Iterable[Event]) -> Iterator[bytes]:
        for number, event in enumerate(events):
            known = keys().get(event["event"])
            plain = {key: value for key, value in event.items() if known is None or key in ("event", *known)}
            if plain.get("event") == "game":
                yield b"\n" * (number > 0) + _header(plain)
                continue
            try:
                text = line_of(plain)
                said = event_of(text) == plain
            except (NoFact, KeyError, ValueError, TypeError):
                said = False
            yield text.encode() + b"\n" if said else encoded(plain) + b"\n"


def _whole(header: Event, at: SheetLine, mapping: Mapping) -> Told:
    """Give a header whose lines have all been read."""
    try:
        return complete(header | mapping.header, "write `edition: ...` and `players: ...` below `game: ...`"), at
    except Unreadable as lacks:
        lacks.line, lacks.column = at.number, at.place().column
        return lacks, at


def _without_comment(text: str) -> str:
    """Cut off what stands behind a `#` that is in no quotation marks."""
    if "#" not in text:
        return text
    quoted = escaped = False
    for place, sign in enumerate(text):
        if sign == "#" and not quoted and (not place or text[place - 1].isspace()):
            return text[:place]
        if sign == '"' and not escaped:
            quoted = not quoted
        escaped = sign == "\\" and not escaped
    return text


def _header_fact(said: str, *, begun: bool) -> tuple[str, object]:
    """Give a fact of the header; no name where the line holds none."""
    named = NAMED.match(said)
    name = "" if named is None else named["name"].lower()
    if named is None or (name != "game" and (not begun or name not in keys()["game"])):
        return "", None
    return name, value_of(name, named["rest"])


def _header(event: Event) -> bytes:
    """Write a header; as JSON where it holds what the lines cannot."""
    if event.get("format") != LOG_FORMAT or not isinstance(event.get("game"), str):
        return encoded(event) + b"\n"
    try:
        lines = [f"{key}: {text_of(key, event[key])}\n" for key in event if key not in ("event", "format")]
    except NoFact:
        return encoded(event) + b"\n"
    return "".join(sorted(lines, key=lambda line: not line.startswith("game:"))).encode()


SCORE_SHEET = ScoreSheet()
