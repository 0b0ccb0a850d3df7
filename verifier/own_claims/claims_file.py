"""A file of own claims: what stands in it, read with the places of its parts."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from models.claim import Expected
from models.toml_text import toml_table
from verifier.own_claims.expression import BadExpression, Expression, parse
from verifier.own_claims.toml_places import TomlPlaces

LARGEST, LONGEST_LINE, MOST_CLAIMS, MOST_TURNS = 1 << 20, 600, 500, 20
PAGE = "docs/own-claims.md tells what a file of claims holds"
ALWAYS, EXISTS, EVERY = "always", "there-is-a-table-where", "after-every-"
SAID: Mapping[str, type] = {
    "says": str,
    "why": str,
    "assuming": str,
    "within": int,
    "over": str,
    "expect": str,
    "rests-on": list,
    "case-by-case": list,
}


class BadClaims(Exception):
    """What is wrong in a file of claims and where, with what would help."""

    def __init__(self, message: str, help: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message, self.help, self.line, self.column = message, help, line, column


@dataclass(frozen=True)
class Placed:
    """An expression and where it stands: its place in the file, or where it is written otherwise that of its key."""

    expression: Expression
    start: int
    exact: bool


@dataclass(frozen=True)
class OwnCounter:
    """A counter of a user's own: where it starts, what each kind of move makes of it; one for each of some places."""

    name: str
    loop: tuple[str, str] | None
    start: Placed
    updates: Mapping[str, Placed]


@dataclass(frozen=True)
class OwnClaim:
    """A claim of a user's own; `kind` is the kind of move after which it holds, empty for claims about tables."""

    id: str
    says: str
    why: str
    shape: str
    kind: str
    condition: Placed
    assuming: Placed | None
    within: int | None
    over: str
    expected: Expected
    rests_on: tuple[str, ...] | None
    cases: tuple[str, ...]
    place: int


@dataclass(frozen=True)
class ClaimsText:
    """A file of claims as text, which other processes read again."""

    path: str
    text: str


@dataclass
class ClaimsFile:
    """All that stands in a file of claims."""

    source: ClaimsText
    places: TomlPlaces
    game: str | None = None
    claims: list[OwnClaim] = field(default_factory=list)
    counters: list[OwnCounter] = field(default_factory=list)

    def fault(self, message: str, help: str, offset: int) -> BadClaims:
        """Make the error for a place in the file."""
        return BadClaims(message, help, *self.places.line_and_column(offset))

    def expression_fault(self, placed: Placed, wrong: BadExpression) -> BadClaims:
        """Make the error for a place in an expression."""
        return self.fault(wrong.message, wrong.help, placed.start + (wrong.at if placed.exact else 0))


def read_claims(source: ClaimsText) -> ClaimsFile:
    """Read a file of claims. Raises BadClaims."""
    text = source.text.replace("\r\n", "\n")
    try:
        told = toml_table(text)
    except tomllib.TOMLDecodeError as fault:
        raise _bad_toml(text, str(fault)) from None
    except ValueError as fault:
        raise BadClaims(f"the file cannot be read: {fault}", "nest its values less deeply") from None
    file = ClaimsFile(source, TomlPlaces(text))
    _only(file, told, ("game", "claim", "counter"), "", 0)
    game = told.get("game")
    if game is not None and not isinstance(game, str):
        raise file.fault(
            "game is the name of a game", 'write game = "lucky-numbers"', file.places.of("", 0, "game").start
        )
    file.game = game
    for name, counter in _tables(file, told.get("counter", {}), "counter").items():
        file.counters.append(_counter(file, name, counter))
    claims = told.get("claim", [])
    if not isinstance(claims, list) or not all(isinstance(each, dict) for each in claims):
        raise BadClaims("claims stand one by one", "begin each with [[claim]]")
    if not claims:
        raise BadClaims("there is no claim in the file", f"begin each with [[claim]]; {PAGE}")
    if len(claims) > MOST_CLAIMS:
        raise BadClaims(f"a file has at most {MOST_CLAIMS} claims", "split it into several files")
    for number, claim in enumerate(claims):
        file.claims.append(_claim(file, number, claim))
    return file


def _bad_toml(text: str, said: str) -> BadClaims:
    found = re.search(r"\(at line (\d+), column (\d+)\)", said)
    lines = text.splitlines() or [""]
    line, column = (int(found[1]), int(found[2])) if found else (len(lines), len(lines[-1]) + 1)
    reason = re.sub(r"\s*\(at .*", "", said)
    return BadClaims(f"no TOML: {reason}", "texts stand in quotes, each claim begins with [[claim]]", line, column)


def _tables(file: ClaimsFile, told: object, section: str) -> dict[str, dict[str, object]]:
    if isinstance(told, dict) and all(isinstance(each, dict) for each in told.values()):
        return told
    raise file.fault(
        f"each {section} has a name and parts", f"write [{section}.NAME]", file.places.of("", 0, section).start
    )


def _only(file: ClaimsFile, told: Mapping[str, object], known: Sequence[str], section: str, count: int) -> None:
    for key in told:
        if key not in known:
            near = get_close_matches(key, known, 1, 0.6)
            help = f"did you mean {near[0]}? " if near else ""
            start = file.places.of(section, count, key).start
            raise file.fault(f"{key[:40]!r} is not known here", f"{help}known here: {', '.join(known)}", start)


def _placed(file: ClaimsFile, section: str, count: int, key: str, value: object) -> Placed:
    place = file.places.of(section, count, key)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise file.fault(f"{key} is an expression in quotes", f'write {key} = "..."', place.start)
    inside = place.inside(value)
    start, exact = (place.start, False) if inside is None else (inside, True)
    try:
        return Placed(parse(value), start, exact)
    except BadExpression as wrong:
        raise file.fault(wrong.message, wrong.help, start + (wrong.at if exact else 0)) from None


def _counter(file: ClaimsFile, name: str, told: dict[str, object]) -> OwnCounter:
    section, loop = f"counter.{name}", None
    place = file.places.of(section, 0).start
    if not name.isidentifier() or name.startswith("_"):
        raise file.fault(f"{name[:40]!r} cannot name a counter", "letters, digits and _ can", place)
    if "for-each" in told:
        found = re.fullmatch(r"([A-Za-z]\w*) in ([A-Za-z]\w*)", str(told["for-each"]).strip())
        if found is None:
            start = file.places.of(section, 0, "for-each").start
            raise file.fault("for-each names what it counts for", 'write for-each = "p in players"', start)
        loop = (found[1], found[2])
    if "start" not in told:
        raise file.fault(f"the counter {name} has no start", "write start = 0", place)
    updates = {
        key: _placed(file, section, 0, key, each) for key, each in told.items() if key not in ("start", "for-each")
    }
    return OwnCounter(name, loop, _placed(file, section, 0, "start", told["start"]), updates)


def _claim(file: ClaimsFile, number: int, told: dict[str, object]) -> OwnClaim:
    def place(key: str = "") -> int:
        return file.places.of("claim", number, key).start

    shapes = [key for key in told if key in (ALWAYS, EXISTS) or key.startswith(EVERY)]
    _only(file, told, ("id", *SAID, *shapes, *({ALWAYS, EXISTS, f"{EVERY}turn"} - set(shapes))), "claim", number)
    id = str(told.get("id", ""))
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,39}", id):
        raise file.fault("a claim has an id: letters, digits, - and _", 'write id = "filled-stays"', place("id"))
    id = id.upper()
    if id in [each.id for each in file.claims]:
        raise file.fault(f"the claim {id} stands there twice", "give each an id of its own", place("id"))
    if len(shapes) != 1:
        help = f"write one of {ALWAYS}, {EXISTS}, {EVERY}turn"
        raise file.fault(
            f"{id} claims {'nothing' if not shapes else 'several things'}", help, place(shapes[1] if shapes else "")
        )
    for key, sort in SAID.items():
        if key in told and (not isinstance(told[key], sort) or isinstance(told[key], bool)):
            raise file.fault(f"{key} is {_NAMED[sort]}", f"as in {_EXAMPLES[key]}", place(key))
    for key, words in _WORDS.items():
        if told.get(key, words[0]) not in words:
            raise file.fault(f"{key} cannot be {str(told[key])[:40]!r}", f"known here: {', '.join(words)}", place(key))
    within = told.get("within")
    if isinstance(within, int) and not 0 <= within <= MOST_TURNS:
        raise file.fault(
            "within counts the turns of a game from its start", f"0 to {MOST_TURNS} can be", place("within")
        )
    shape = shapes[0]
    kind = shape.removeprefix(EVERY) if shape.startswith(EVERY) else ""
    condition = _placed(file, "claim", number, shape, told[shape])
    return OwnClaim(
        id=id,
        says=_line(told.get("says") or f"{shape.replace('-', ' ')}: {condition.expression.text}"),
        why=_line(told.get("why", "")),
        shape=shape,
        kind=kind,
        condition=condition,
        assuming=_placed(file, "claim", number, "assuming", told["assuming"]) if "assuming" in told else None,
        within=within if isinstance(within, int) else None,
        over=str(told.get("over", "games")),
        expected="refuted" if told.get("expect") == "refuted" else "proved",
        rests_on=_listed(told["rests-on"]) if "rests-on" in told else None,
        cases=_listed(told.get("case-by-case")),
        place=place("id"),
    )


def _line(told: object) -> str:
    """Give a text in one line, without what a terminal would obey."""
    line = " ".join(str(told).split())[:LONGEST_LINE]
    return "".join(each if each.isprintable() else "?" for each in line)


def _listed(told: object) -> tuple[str, ...]:
    return tuple(map(str, told)) if isinstance(told, list) else ()


_NAMED: Mapping[type, str] = {str: "a text in quotes", int: "a whole number", list: "a list in brackets"}
_WORDS = {"over": ("games", "tables"), "expect": ("proved", "refuted")}
_EXAMPLES = {
    "says": 'says = "A filled cell never becomes empty."',
    "why": 'why = "Progress is never lost."',
    "assuming": "assuming = \"action != 'exchange'\"",
    "within": "within = 3",
    "over": 'over = "tables"',
    "expect": 'expect = "refuted"',
    "rests-on": 'rests-on = ["LNC21"]',
    "case-by-case": 'case-by-case = ["player", "action"]',
}
