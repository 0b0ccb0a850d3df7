"""Reading puzzles: from untrusted bytes to a problem, or a fault with its place."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from models.game import Game, Malformed
from models.games import GAMES
from models.position import Objective, Problem

MOST_BYTES = 1 << 20
SPACE = " \t\n\r"
STDIN = "-"
FORMAT = "cloverproof-puzzle/1"
SHOWN = 40


class PuzzleFault(Exception):
    """A puzzle that cannot be read or cannot be: what is wrong, what would help, and the place (from 1)."""

    def __init__(self, message: str, help: str = "", line: int = 0, column: int = 0, path: str = "") -> None:
        super().__init__(message)
        self.message, self.help, self.line, self.column, self.path = message, help, line, column, path

    def __str__(self) -> str:
        """Write place and message: `p.json:3:14: ...`."""
        place = ":".join(str(part) for part in (self.path, self.line, self.column) if part)
        return f"{place}: {self.message}" if place else self.message


def load_puzzle(path: str, objective: Objective = "win") -> tuple[Game, Problem]:
    """Read a puzzle from a file, or from standard input for `-`. Raises PuzzleFault."""
    try:
        if path == STDIN:
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except OSError as wrong:
        raise PuzzleFault(f"cannot read it: {wrong.strerror}", path=path) from None
    except ValueError:
        raise PuzzleFault("there is no file with such a name", path=path) from None
    try:
        return parse_puzzle(data, objective)
    except PuzzleFault as fault:
        fault.path = "standard input" if path == STDIN else path
        raise


def parse_puzzle(data: bytes, objective: Objective = "win") -> tuple[Game, Problem]:
    """Make a problem of a written puzzle. Raises PuzzleFault."""
    if len(data) > MOST_BYTES:
        raise PuzzleFault(f"a puzzle is at most {MOST_BYTES:,} bytes long")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        before = data[: wrong.start].decode("utf-8", "replace")
        raise PuzzleFault("these bytes are no UTF-8", "", *_place(before, len(before))) from None
    keys = _loaded(text)
    places = _places(text)
    game = _game_of(keys, text, places)
    try:
        puzzle: Any = msgspec.convert(keys, game.puzzle())
        return game, game.positions().read(puzzle, objective)
    except msgspec.ValidationError as wrong:
        message, _, where = str(wrong).partition(" - at `")
        field = where.rstrip("`").removeprefix("$").removeprefix(".")
        _refuse(_worded(message, field), _help(game), text, places, _unknown(message) or field)
    except Malformed as wrong:
        _refuse(wrong.message, wrong.help, text, places, wrong.field)


def _loaded(text: str) -> dict[str, Any]:
    """Read JSON. Raises PuzzleFault where it is none, or no object."""
    try:
        keys = json.loads(text, parse_constant=_no_number, object_pairs_hook=dict)
    except json.JSONDecodeError as wrong:
        at = min(wrong.pos, len(text))
        raise PuzzleFault(f"this is no JSON: {wrong.msg}", "a puzzle is one JSON object", *_place(text, at)) from None
    except RecursionError:
        raise PuzzleFault("lists in lists without end", "a puzzle is one flat JSON object") from None
    except ValueError as wrong:
        raise PuzzleFault(f"a number that is none: {str(wrong)[:60]}", "numbers are whole and small") from None
    if not isinstance(keys, dict):
        raise PuzzleFault("a puzzle is one JSON object", 'it begins {"format":"' + FORMAT + '", ...', 1, 1)
    return keys


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _places(text: str) -> dict[str, int]:
    """Give where the value of each key begins, and each item of a list. Raises PuzzleFault where a key comes twice."""
    decoder = json.JSONDecoder()
    places: dict[str, int] = {}
    at = _skip(text, _skip(text, 0) + 1)
    while text[at] != "}":
        begin = at
        key, at = decoder.raw_decode(text, at)
        if key in places:
            raise PuzzleFault(f"the key {key[:SHOWN]!r} comes twice", "say it once", *_place(text, begin))
        at = _skip(text, _skip(text, at) + 1)
        places[key] = at
        if text[at] == "[":
            places.update((f"{key}[{index}]", item) for index, item in enumerate(_items(decoder, text, at)))
        _, at = decoder.raw_decode(text, at)
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return places


def _items(decoder: json.JSONDecoder, text: str, at: int) -> Iterator[int]:
    at = _skip(text, at + 1)
    while text[at] != "]":
        yield at
        _, at = decoder.raw_decode(text, at)
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in SPACE:
        at += 1
    return at


def _place(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _game_of(keys: dict[str, Any], text: str, places: dict[str, int]) -> Game:
    offering = [game for game in GAMES if game.offers("positions")]
    known = ", ".join(game.key for game in offering)
    for key, right in (("format", FORMAT), ("game", known)):
        if key not in keys:
            _refuse(f"the key `{key}` is missing", f"it is {right}", text, places, key)
    if keys["format"] != FORMAT:
        _refuse(f"the format {_short(keys['format'])} is not known", f"it is {FORMAT}", text, places, "format")
    game = next((game for game in offering if game.key == keys["game"]), None)
    if game is None:
        _refuse(f"there are no puzzles of the game {_short(keys['game'])}", f"known: {known}", text, places, "game")
    return game


def _short(value: object) -> str:
    written = repr(value)
    return written if len(written) <= SHOWN else written[:SHOWN] + "..."


def _worded(message: str, field: str) -> str:
    """Say in our words what does not fit the form."""
    if unknown := _unknown(message):
        return f"the key `{unknown[:SHOWN]}` is not known"
    if message.startswith("Object missing required field"):
        return f"the key {message.rpartition('field ')[2]} is missing"
    return f"{field}: {message[:1].lower()}{message[1:]}"


def _unknown(message: str) -> str:
    start = "Object contains unknown field `"
    return message[len(start) : -1] if message.startswith(start) else ""


def _help(game: Game) -> str:
    return f"keys: {', '.join(field.encode_name for field in msgspec.structs.fields(game.puzzle()))}"


def _refuse(message: str, help_line: str, text: str, places: dict[str, int], field: str) -> NoReturn:
    key = field.partition("[")[0]
    at = places.get(field, places.get(key, _skip(text, 0)))
    raise PuzzleFault(message, help_line, *_place(text, at))
