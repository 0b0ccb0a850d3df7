"""Say what mends an event that cannot be read: the key or value that was meant, the line to add."""

import json
import re
from collections.abc import Mapping

import msgspec
from msgspec import inspect

from models.formats import LOG_FORMAT
from models.game import Game
from models.games import GAMES
from verifier.event_keys import description_of, expected, fits, is_cell, keys_of, near, object_in, shapes
from verifier.key_values import cell_at

MISSING = re.compile(r"Object missing required field (\w+)")
ENUM = re.compile(r"Invalid (?:enum )?value '(.*)'", re.DOTALL)
COLUMN_NAMES, ROW_NAMES = ("column", "col", "x"), ("row", "line", "y")
TAKEN_BACK = ("undo", "undone", "redo", "takeback", "take-back", "take_back", "rollback", "revert", "back")
TALK = ("chat", "message", "msg", "say", "says", "said", "talk", "emote", "comment", "note", "info", "log")
SHORTEST = 60  # characters of a value that are shown
LAST_HELP = "`cloverproof schema log` tells what each event holds"


def remedy(line: bytes, game: Game | None, key: str, message: str) -> str:
    """Say what mends an event in which the value of a key is wrong, or a key is missing."""
    event = _object(line)
    if "out of range" in message:
        return f"{key or 'it'} is a number that no game has: numbers are whole and small"
    if event is None:
        return "write each event as a JSON object, on a line of its own"
    missing = MISSING.search(message)
    if key.startswith("event") or (missing and missing[1] == "event"):
        return _of_event(event, game)
    if game is None:
        return LAST_HELP
    path, _, inside = key.rpartition("/")
    steps = [step for step in path.split("/") if step and not step.isdigit()]
    known = keys_of(game, " ".join([str(event.get("event")), *steps]))
    if missing:
        holder = _at(event, key) if key else event
        if key:
            known = keys_of(game, " ".join([str(event.get("event")), *(s for s in key.split("/") if not s.isdigit())]))
        return _of_missing(missing[1], holder if isinstance(holder, dict) else {}, known, game)
    shape = known.get(inside)
    return LAST_HELP if shape is None else _of_value(inside, _at(event, key), shape)


def _object(line: bytes) -> dict[str, object] | None:
    try:
        return msgspec.json.decode(line, type=dict[str, object])
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _at(value: object, path: str) -> object:
    for step in path.split("/"):
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
    return value


def names_an_event(line: bytes) -> bool:
    """Tell whether a line names an event of ours under another key than `event`."""
    names = {name for game in GAMES for name in shapes(game)}
    return any(isinstance(value, str) and value in names for value in (_object(line) or {}).values())


def _of_event(event: Mapping[str, object], game: Game | None) -> str:
    names = [name for each in ([game] if game else GAMES) for name in shapes(each)]
    said = event.get("event")
    if said is None:
        other = next((key for key, value in event.items() if isinstance(value, str) and value.lower() in names), "")
        hint = f"`{other[:SHORTEST]}` is not known: did you mean `event`? " if other else ""
        return f'{hint}each event has a key "event", such as "event":"turn"'
    if told := no_event(str(said)):
        return told
    foreign = [each.key for each in GAMES if game is not None and str(said) in shapes(each)]
    if game is not None and foreign:
        return f"`{said}` is an event of {foreign[0]}, and the header names {game.key}"
    meant = near(str(said), names)
    hint = f"did you mean {meant[0]}? " if meant else ""
    return f"{hint}events are {', '.join(dict.fromkeys(names))}"


def no_event(word: str) -> str:
    """Say what to do with what programs record and no game knows, taking back and talk; nothing for other words."""
    small = word.strip().lower()
    if small in TAKEN_BACK:
        return "a turn that was taken back did not happen: leave out that turn and this"
    return "talk is no event of a game: leave it out" if small in TALK else ""


def _of_missing(name: str, given: Mapping[str, object], known: Mapping[str, inspect.Type], game: Game) -> str:
    """Say what to add, or which key was meant for it."""
    shape = known.get(name)
    unknown = {key: value for key, value in given.items() if key not in known and key != "event"}
    if shape is None:
        return LAST_HELP
    if is_cell(shape) and (cell := _cell_in(unknown)):
        return f'write column and row together: "{name}":"{cell}" if they count from 0'
    inner = object_in(shape)
    below = [key for key in given if inner and key not in known and key in {each.encode_name for each in inner.fields}]
    if below:
        shown = ",".join(f'"{key}":...' for key in below[:3])
        return f'write a list of objects: "{name}":[{{{shown}}}]'
    meant = [key for key in unknown if name in near(key, known)]
    meant = meant or [key for key, value in unknown.items() if fits(value, shape)]
    if meant:
        return f"`{meant[0][:SHORTEST]}` is not known: did you mean `{name}`?"
    if name == "edition":
        return f"add one of the editions of {game.title}: {' or '.join(_added(name, e.key) for e in game.editions)}"
    return f'add "{name}": {_words(shape)}'


def _added(name: str, value: object) -> str:
    return f'"{name}":{json.dumps(value)}'


def _words(shape: inspect.Type) -> str:
    kinds, words = expected(shape), description_of(shape)
    return f"{kinds} ({words})" if kinds and words else kinds or words or "any value"


def _of_value(key: str, value: object, shape: inspect.Type) -> str:
    """Say what would have been right in the place of a value."""
    what = f"{key} is {_words(shape)}"
    if isinstance(value, str):
        text = value.strip()
        if re.fullmatch(r"-?[0-9]{1,18}", text) and fits(int(text), shape):
            return f"write {int(text)} without quotation marks; {what}"
        if fits([], shape) and re.fullmatch(r"[0-9]{1,9}([ ,;]+[0-9]{1,9})*", text) and not is_cell(shape):
            return f"write [{','.join(re.findall('[0-9]+', text))}]; {what}"
        options = [word for word in re.split(" or |, ", expected(shape)) if " " not in word]
        meant = near(text, options) or [word for word in options if text and word.startswith(text.lower())]
        names = " (names stand in `names` of the header)" if key == "player" else ""
        return f"did you mean {meant[0]}? {what}" if meant else f"{what}{names}"
    if is_cell(shape):
        cell = _cell_of(value)
        return f'write "{cell}"; {what}' if cell else f'{what}, such as "a1"; without a cell leave it out'
    if fits([], shape) and not isinstance(value, list) and (object_in(shape) or fits([value], shape)):
        return f"write it as a list, in square brackets: [ ... ]; {what}"
    if isinstance(value, list) and fits(len(value), shape) and not all(isinstance(each, int) for each in value):
        return f"write how many: {len(value)}; {what}"
    if isinstance(value, dict) and all(key.isdigit() for key in value):
        return f"write a list, the first player first; {what}"
    if isinstance(value, float):
        return f"{str(value)[:SHORTEST]} is no whole number; {what}"
    return what


def _cell_in(given: Mapping[str, object]) -> str:
    """Find a cell in separate keys for column and row, counted from 0."""
    small = {key.lower(): value for key, value in given.items()}
    column = next((small[name] for name in COLUMN_NAMES if name in small), None)
    row = next((small[name] for name in ROW_NAMES if name in small), None)
    return _cell_of([column, row])


def _cell_of(value: object) -> str:
    """Name the cell that a pair of numbers or an object means, counted from 0."""
    if isinstance(value, dict):
        return _cell_in(value)
    if not isinstance(value, list) or len(value) != 2:
        return ""
    column, row = value
    if not all(isinstance(each, int) and not isinstance(each, bool) and 0 <= each < 9 for each in (column, row)):
        return ""
    first, turned = cell_at(column, row) or "", cell_at(row, column) or ""
    return first if first == turned else f'{first}" (column, row, from 0) or "{turned}'


def header_line(name: str, line: bytes) -> str:
    """Write the header that could stand before an event of a name."""
    event = _object(line) or {}
    given = set(event) - {"event"}
    games = [game for game in GAMES if name in shapes(game)] or list(GAMES)
    game = max(games, key=lambda each: len(given & set(keys_of(each, name))))
    needed = {field.encode_name for field in shapes(game)["game"].fields if field.required}
    header = {"event": "game", "format": LOG_FORMAT, "game": game.key, "edition": game.editions[0].key}
    rest = {key: 2 for key in keys_of(game, "game") if key in needed and key not in header}
    return json.dumps(header | rest, separators=(",", ":"))


def not_json(line: bytes) -> str:
    """Say what mends a line that is no JSON, where that shows; nothing where it does not."""
    text = line.strip()
    if text[:2] in (b"{'", b"['"):
        return "JSON has double quotation marks; in Python: json.dumps(event)"
    if text.endswith((b"},", b"};")):
        return "one object a line, and nothing between them: leave out what follows the last brace"
    if text in (b"{", b"[", b"[{") or (text.startswith(b'"') and text.endswith((b",", b"{", b"["))):
        return "write each event on one line; in Python: json.dumps(event), without indent"
    if b"}" in text[:-1] and re.search(rb"\}\s*\{", text):
        return "write one event a line: here several stand in one"
    if re.search(rb":\s*(?:None|True|False|NaN|-?Infinity|undefined)\b", text):
        return "JSON has null, true and false; in Python: json.dumps(event)"
    if text.startswith((b"//", b"#", b"/*")):
        return "JSON has no comments: leave the line out"
    return ""
