"""One line of a score sheet: read to an event, and written from one."""

import re

from verifier.dialect import Event
from verifier.key_values import DASHES, NONE, UNKNOWN, NoFact, sorts, text_of, value_of
from verifier.wrong_values import no_event

NUMBER = rf"[{DASHES}]?[0-9]{{1,18}}|\?"
CLOVER = r"[0-9]{1,18}(?:/[0-9]{1,18})*|\?"
CELL = rf"[A-Za-z][0-9]{{1,3}}(?:/[A-Za-z][0-9]{{1,3}})*|\?|[{DASHES}]"
EXCHANGE = r"[x\u00d7]"  # editors put a multiplication sign for an x, and a dash for a hyphen
SET = re.compile(rf"set\s++(?P<player>{NUMBER})\s*+:\s*+(?P<clover>{CLOVER})\s++(?P<cell>{CELL})$", re.I)
TURN = re.compile(
    rf"(?P<player>{NUMBER})\s*+:\s*+(?P<refused>refused\s++)?(?P<source>[m~]?)(?P<clover>{CLOVER})"
    rf"(?P<exchange>\s*+{EXCHANGE}(?:\s*+(?P<out>{CLOVER}))?)?(?P<unsure>\s*+~)?\s++(?P<cell>{CELL})\s*+(?:\|(?P<shown>.*))?$",
    re.I,
)
CONCEDES = re.compile(rf"(?P<player>{NUMBER})\s*+:\s*+concedes$", re.I)
NAMED = re.compile(r"(?P<name>[a-z]+)\s*+:\s*+(?P<rest>.*)$", re.I)
TRIED = re.compile(  # whatever stands where the parts of a turn should
    rf"(?P<set>set\s+)?(?P<player>[^\s:]+)\s*:\s*(?:refused\s+)?[m~]?(?P<clover>(?:(?!{EXCHANGE})[^\s~|])*)\s*"
    rf"(?:{EXCHANGE}\s*(?P<out>[^\s~|]+(?=\s*~?\s+[^\s|]))?)?\s*~?\s*(?P<cell>[^\s|]*)\s*(?P<more>.*)$",
    re.I,
)
LONGEST_TRIED = 200  # characters of a line in which a fault is looked for
LOOKALIKES = str.maketrans("OoQlISB", "0001158")
LISTS = {"start": "start", "end": "end", "gap": "gap", "result": "tournament"}
SOURCES = {"": "pile", "m": "middle", "~": None}
SIGNS = {source: sign for sign, source in SOURCES.items()}


class NoLine(NoFact):
    """A line that cannot be read, and where in it the fault is."""

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.at = at


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
    name = "" if named is None else named["name"].lower()
    if named is None:
        raise _why(said)
    if name in LISTS:
        return {"event": LISTS[name], **_facts(named["rest"])}
    if name == "shown":
        return _shown(named["rest"])
    if name == "stop":
        return {"event": "stop", **({"reason": value_of("reason", named["rest"])} if named["rest"] else {})}
    raise _why(said)


def _why(said: str) -> NoLine:
    """Say what is wrong with a line that is meant to be a turn or a clover of the set-up, and where."""
    words = re.findall(r"[A-Za-z][\w-]*", said[:LONGEST_TRIED])
    for word in words[:2]:
        if told := no_event(word):
            return NoLine(
                f"{word[:40]!r} is nothing a score sheet holds: {told}; what is only to be read stands behind #"
            )
    tried = TRIED.match(said[:LONGEST_TRIED])
    if tried is None:
        return NoLine(f"{said[:40]!r} is no line of a score sheet")
    for key, form, what in (
        ("player", NUMBER, "neither a player, such as 1, nor a word with which a line begins"),
        ("clover", CLOVER, "no clover: a number such as 13, or ?"),
        ("out", CLOVER, "no clover: a number such as 10, or ?"),
        ("cell", CELL, "no cell: such as d2, ? if it is unknown, or - for the middle"),
    ):
        part = tried[key]
        if part is not None and not re.fullmatch(form, part):
            if not part:
                missing = "the cell is missing; a clover that is left in the middle has -"
                return NoLine(missing if key == "cell" else f"the {key} is missing", tried.start(key))
            meant = part.translate(LOOKALIKES)
            hint = f" ({meant}?)" if key != "cell" and meant != part and re.fullmatch(form, meant) else ""
            return NoLine(f"{part[:40]!r} is {what}{hint}", tried.start(key))
    if tried["more"]:
        return NoLine(
            f"{tried['more'][:40]!r} is too much; what was seen after a turn stands behind |", tried.start("more")
        )
    return NoLine(f"{said[:40]!r} is no line of a score sheet")


def _who(match: "re.Match[str]") -> Event:
    return {"player": value_of("player", match["player"]), "clover": _number(match["clover"])}


def _number(said: str) -> int | list[int] | None:
    """Read a number, or several of which it is one."""
    numbers = [int(part) for part in said.split("/") if part != UNKNOWN]
    return None if not numbers else numbers if "/" in said else numbers[0]


def _cell(said: str) -> str | list[str] | None:
    if said in DASHES:
        raise NoFact("before play no clover is left in the middle")
    return None if said == UNKNOWN else said.lower().split("/") if "/" in said else said.lower()


def _turn(match: "re.Match[str]") -> Event:
    event: Event = {"event": "refused" if match["refused"] else "turn", "player": value_of("player", match["player"])}
    event["from"] = SOURCES[match["source"].lower()]
    event["clover"] = _number(match["clover"])
    left = match["cell"] in DASHES
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
        key = key.lower()
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


def line_of(event: Event) -> str:
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
