"""A score sheet that people can type: one line a turn, `1: 13x10 d2`. docs/dialects.md specifies it."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from verifier.dialect import FORMAT, Dialect, Event, Source, Told
from verifier.dialects.own import encoded
from verifier.facts import NONE, UNKNOWN, NoFact, keys, sorts, text_of, value_of
from verifier.place import Place
from verifier.source import Unreadable

BOM = b"\xef\xbb\xbf"
NUMBER = r"-?[0-9]{1,18}|\?"
CLOVER = r"[0-9]{1,18}(?:/[0-9]{1,18})*|\?"
CELL = r"[A-Za-z][0-9]{1,3}(?:/[A-Za-z][0-9]{1,3})*|\?|-"
SET = re.compile(rf"set\s++(?P<player>{NUMBER})\s*+:\s*+(?P<clover>{CLOVER})\s++(?P<cell>{CELL})$")
TURN = re.compile(
    rf"(?P<player>{NUMBER})\s*+:\s*+(?P<refused>refused\s++)?(?P<source>[m~]?)(?P<clover>{CLOVER})"
    rf"(?P<exchange>\s*+x(?:\s*+(?P<out>{CLOVER}))?)?(?P<unsure>\s*+~)?\s++(?P<cell>{CELL})\s*+(?:\|(?P<shown>.*))?$"
)
CONCEDES = re.compile(rf"(?P<player>{NUMBER})\s*+:\s*+concedes$")
NAMED = re.compile(r"(?P<name>[a-z]+)\s*+:\s*+(?P<rest>.*)$")
LISTS = {"start": "start", "end": "end", "gap": "gap", "result": "tournament"}
SOURCES = {"": "pile", "m": "middle", "~": None}
SIGNS = {source: sign for sign, source in SOURCES.items()}
NOTATION = "a turn is written as in `1: 13x10 d2`; docs/dialects.md tells the whole form"


class Line(msgspec.Struct, gc=False):
    """A line of a sheet."""

    number: int
    text: bytes

    def place(self) -> Place:
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
            if named is not None and named["name"] in LISTS:
                fields.update(_listed(body, *named.span("rest"), start))
            elif named is not None:
                fields[named["name"]] = _shifted(named.span("rest"), start)
        fields = {name: span for name, span in fields.items() if span[1] > span[0]}
        return Place(self.number, start + 1, self.text, start, start + len(body), fields)


def _shifted(span: tuple[int, int], by: int) -> tuple[int, int]:
    return span[0] + by, span[1] + by


def _listed(body: str, first: int, last: int, by: int) -> dict[str, tuple[int, int]]:
    """Give where each fact of a list stands."""
    found = re.finditer(r"\s*([a-z]+)[^,]*", body[first:last])
    return {each[1]: (first + each.start(1) + by, first + each.start() + len(each[0].rstrip()) + by) for each in found}


class ScoreSheet(Dialect):
    """Score sheets as people type them; everything a log can hold can be written in one."""

    name = "score-sheet"
    title = "a score sheet in plain text, a turn written as `1: 13x10 d2`"
    endings = (".txt", ".sheet", ".txt.gz", ".sheet.gz")
    writes = True

    def missed(self, head: bytes) -> str:
        for line in head.removeprefix(BOM).decode("utf-8", "replace").split("\n"):
            said = _without_comment(line).strip()
            if said:
                named = NAMED.match(said)
                return "" if named is not None and named["name"] == "game" else "a first line `game: ...`"
        return "a line `game: ...`"

    def read(self, source: Source) -> Iterator[Told]:
        header: tuple[Event, Line] | None = None
        for number, raw in source.lines():
            at = Line(number, raw.removeprefix(BOM) if number == 1 else raw)
            said = _without_comment(at.text.decode("utf-8", "replace")).strip()
            if not said:
                continue
            try:
                name, value = _header_fact(said, begun=header is not None)
                if name == "game":
                    if header is not None:
                        yield header[0] | source.mapping.header, header[1]
                    header = {"event": "game", "format": FORMAT, "game": value}, at
                elif name and header is not None:
                    header[0][name] = value
                else:
                    if header is not None:
                        yield header[0] | source.mapping.header, header[1]
                        header = None
                    yield event_of(said), at
            except NoFact as wrong:
                if header is not None:
                    yield header[0] | source.mapping.header, header[1]
                    header = None
                yield Unreadable("LOG017", str(wrong), NOTATION, number, at.place().column), at
        if header is not None:
            yield header[0] | source.mapping.header, header[1]

    def write(self, events: Iterable[Event]) -> Iterator[bytes]:
        for number, event in enumerate(events):
            known = keys().get(event["event"])
            plain = {key: value for key, value in event.items() if known is None or key in ("event", *known)}
            if plain.get("event") == "game":
                yield b"\n" * (number > 0) + _header(plain)
                continue
            try:
                text = _text(plain)
                said = event_of(text) == plain
            except (NoFact, KeyError, ValueError, TypeError):
                said = False
            yield text.encode() + b"\n" if said else encoded(plain) + b"\n"


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


def _header_fact(said: str, *, begun: bool) -> tuple[str, Any]:
    """Give a fact of the header; no name where the line holds none."""
    named = NAMED.match(said)
    if named is None or (named["name"] != "game" and (not begun or named["name"] not in keys()["game"])):
        return "", None
    return named["name"], value_of(named["name"], named["rest"])


def event_of(said: str) -> Event:
    """Read a line that is not of the header. Raises NoFact."""
    if said.startswith("{"):
        event = value_of("", said)
        if isinstance(event, dict) and isinstance(event.get("event"), str):
            return event
        raise NoFact("the JSON object has no key 'event'")
    if (match := SET.match(said)) is not None:
        return {"event": "setup", **_who(match), "cell": _cell(match["cell"])}
    if (match := CONCEDES.match(said)) is not None:
        return {"event": "concede", "player": value_of("player", match["player"])}
    if (match := TURN.match(said)) is not None:
        return _turn(match)
    named = NAMED.match(said)
    if named is not None and named["name"] in LISTS:
        return {"event": LISTS[named["name"]], **_facts(named["rest"])}
    if named is not None and named["name"] == "shown":
        return _shown(named["rest"])
    if named is not None and named["name"] == "stop":
        reason = {"reason": value_of("reason", named["rest"])} if named["rest"] else {}
        return {"event": "stop", **reason}
    raise NoFact(f"{said[:40]!r} is no line of a score sheet")


def _who(match: "re.Match[str]") -> Event:
    return {"player": value_of("player", match["player"]), "clover": _number(match["clover"])}


def _number(said: str) -> int | list[int] | None:
    """Read a number, or several of which it is one."""
    numbers = [int(part) for part in said.split("/") if part != UNKNOWN]
    return None if not numbers else numbers if "/" in said else numbers[0]


def _cell(said: str) -> str | list[str] | None:
    if said == NONE:
        raise NoFact("before play no clover is left in the middle")
    return None if said == UNKNOWN else said.split("/") if "/" in said else said


def _turn(match: "re.Match[str]") -> Event:
    event: Event = {"event": "refused" if match["refused"] else "turn", "player": value_of("player", match["player"])}
    event["from"] = SOURCES[match["source"]]
    event["clover"] = _number(match["clover"])
    left = match["cell"] == NONE
    if left and (match["exchange"] or match["unsure"]):
        raise NoFact("a clover that is left in the middle has no cell and replaces none")
    event["action"] = "discard" if left else "exchange" if match["exchange"] else "place"
    if match["unsure"]:
        event["action"] = None
    if not left:
        event["cell"] = _cell(match["cell"])
    if match["out"]:
        event["out"] = _number(match["out"])
    return event | _facts(match["shown"] or "")


def _facts(said: str) -> Event:
    """Read `pile 31, middle 3 4`."""
    event: Event = {}
    for part in said.split(","):
        key, _, value = part.strip().partition(" ")
        if not key and not said.strip():
            break
        if key not in sorts() or key in event or not value:
            raise NoFact(f"{part.strip()[:40]!r} is no fact, such as `pile 31`")
        event[key] = value_of(key, value)
    return event


def _shown(said: str) -> Event:
    """Read `3 5 . ./7 8 . 10; 1 ? . ./. 4 . 9; middle 3 4; pile 12`: the gardens, and what else was seen."""
    gardens: list[str | None] = []
    facts: Event = {}
    for part in said.split(";"):
        if part.strip()[:1].isalpha():
            facts |= _facts(part)
        elif part.strip():
            gardens.append(None if part.strip() == UNKNOWN else part.strip())
    return {"event": "shown", **({"gardens": gardens} if gardens else {}), **facts}


def _header(event: Event) -> bytes:
    """Write a header; as JSON where it holds what the lines cannot."""
    if event.get("format") != FORMAT or not isinstance(event.get("game"), str):
        return encoded(event) + b"\n"
    try:
        lines = [f"{key}: {text_of(key, event[key])}\n" for key in event if key not in ("event", "format")]
    except NoFact:
        return encoded(event) + b"\n"
    return "".join(sorted(lines, key=lambda line: not line.startswith("game:"))).encode()


def _text(event: Event) -> str:
    """Write an event as a line; what is wrong with it shows when it is read back. Raises KeyError and NoFact."""
    kind = event["event"]
    if kind == "setup":
        return f"set {_said(event, 'player')}: {_said(event, 'clover')} {_said(event, 'cell')}"
    if kind == "concede":
        return f"{_said(event, 'player')}: concedes"
    if kind in ("turn", "refused"):
        return _turn_text(event)
    if kind == "shown":
        parts = [UNKNOWN if garden is None else garden for garden in event.get("gardens", ())]
        seen = {key: event[key] for key in ("middle", "pile") if key in event}
        return f"shown: {'; '.join([*parts, *(_list({key: value}) for key, value in seen.items())])}"
    if kind == "stop":
        return f"stop: {text_of('reason', event['reason'])}" if "reason" in event else "stop:"
    name = {meant: name for name, meant in LISTS.items()}[kind]
    return f"{name}: {_list({key: value for key, value in event.items() if key != 'event'})}".rstrip()


def _turn_text(event: Event) -> str:
    action = event.get("action")
    exchanged = "x" if action == "exchange" else ""
    out = _said(event, "out") if "out" in event else ""
    cell = NONE if action == "discard" else _said(event, "cell")
    refused = "refused " if event["event"] == "refused" else ""
    clover = f"{SIGNS[event['from']]}{_said(event, 'clover')}{exchanged}{out}{'~' if action is None else ''}"
    shown = _list({key: event[key] for key in ("pile", "middle") if key in event})
    return f"{_said(event, 'player')}: {refused}{clover} {cell}" + (f" | {shown}" if shown else "")


def _list(facts: Event) -> str:
    return ", ".join(f"{key} {text_of(key, value)}" for key, value in facts.items())


def _said(event: Event, key: str) -> str:
    value = event[key]
    return "/".join(map(str, value)) if isinstance(value, list) and len(value) > 1 else text_of(key, value)


SCORE_SHEET = ScoreSheet()
