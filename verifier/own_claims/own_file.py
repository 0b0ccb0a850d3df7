"""What files of a user's own have in common: claims, and rules that are otherwise; counters, expressions, places."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from models.toml_text import toml_table
from verifier.did_you_mean import did_you_mean
from verifier.own_claims.expression import BadExpression, Expression, parse
from verifier.own_claims.toml_places import TomlPlaces

LARGEST, LONGEST_LINE = 1 << 20, 600


class BadOwnFile(Exception):
    """What is wrong in such a file and where, with what would help."""

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
class OwnText:
    """A file as text, which other processes read again."""

    path: str
    text: str


@dataclass
class OwnFile:
    """What stands in such a file."""

    source: OwnText
    places: TomlPlaces
    game: str | None = None
    counters: list[OwnCounter] = field(default_factory=list)

    def fault(self, message: str, help: str, offset: int) -> BadOwnFile:
        """Make the error for a place in the file."""
        return BadOwnFile(message, help, *self.places.line_and_column(offset))

    def expression_fault(self, placed: Placed, wrong: BadExpression) -> BadOwnFile:
        """Make the error for a place in an expression."""
        return self.fault(wrong.message, wrong.help, placed.start + (wrong.at if placed.exact else 0))

    def read_common(self, told: Mapping[str, object], known: Sequence[str]) -> None:
        """Read the game and the counters, and refuse parts that are not known. Raises BadOwnFile."""
        only_known(self, told, ("game", *known, "counter"), "", 0)
        game = told.get("game")
        if game is not None and not isinstance(game, str):
            start = self.places.of("", 0, "game").start
            raise self.fault("game is the name of a game", 'write game = "lucky-numbers"', start)
        self.game = game
        for name, counter in _tables(self, told.get("counter", {}), "counter").items():
            self.counters.append(_counter(self, name, counter))


def toml_of(source: OwnText, help: str) -> tuple[dict[str, object], TomlPlaces]:
    """Read a file as TOML; `help` says how one is written. Raises BadOwnFile."""
    text = source.text.replace("\r\n", "\n")
    try:
        return toml_table(text), TomlPlaces(text)
    except tomllib.TOMLDecodeError as fault:
        raise _bad_toml(text, str(fault), help) from None
    except ValueError as fault:
        raise BadOwnFile(f"the file cannot be read: {fault}", "nest its values less deeply") from None


def _bad_toml(text: str, said: str, help: str) -> BadOwnFile:
    found = re.search(r"\(at line (\d+), column (\d+)\)", said)
    lines = text.splitlines() or [""]
    line, column = (int(found[1]), int(found[2])) if found else (len(lines), len(lines[-1]) + 1)
    reason = re.sub(r"\s*\(at .*", "", said)
    return BadOwnFile(f"no TOML: {reason}", help, line, column)


def _tables(file: OwnFile, told: object, section: str) -> dict[str, dict[str, object]]:
    if isinstance(told, dict) and all(isinstance(each, dict) for each in told.values()):
        return told
    raise file.fault(
        f"each {section} has a name and parts", f"write [{section}.NAME]", file.places.of("", 0, section).start
    )


def only_known(file: OwnFile, told: Mapping[str, object], known: Sequence[str], section: str, count: int) -> None:
    """Refuse a key that is not known in a section. Raises BadOwnFile."""
    for key in told:
        if key not in known:
            help = did_you_mean(key, known)
            start = file.places.of(section, count, key).start
            raise file.fault(f"{key[:40]!r} is not known here", f"{help}known here: {', '.join(known)}", start)


def placed_in(file: OwnFile, section: str, count: int, key: str, value: object) -> Placed:
    """Read an expression that stands under a key. Raises BadOwnFile."""
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


def _counter(file: OwnFile, name: str, told: dict[str, object]) -> OwnCounter:
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
        key: placed_in(file, section, 0, key, each) for key, each in told.items() if key not in ("start", "for-each")
    }
    return OwnCounter(name, loop, placed_in(file, section, 0, "start", told["start"]), updates)


def one_line(told: object) -> str:
    """Give a text in one line, without what a terminal would obey."""
    line = " ".join(str(told).split())[:LONGEST_LINE]
    return "".join(each if each.isprintable() else "?" for each in line)
