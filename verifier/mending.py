"""Read what a line can only mean: capitals in words and keys, whole numbers written as 13.0 or 2e0, keys said twice."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec
from msgspec import inspect

from models.game import Game
from models.games import GAMES
from verifier.event_decoder import is_event
from verifier.event_keys import shapes
from verifier.whole_numbers import WHOLE


class Slip(NamedTuple):
    """What was read otherwise than it is written: the key, and both."""

    key: str
    written: str
    read: str
    kind: Literal["word", "number", "key"] = "word"


class Mended(NamedTuple):
    """A line as it was meant; it has no slips where some key stands twice and only its last value can be read."""

    line: bytes
    slips: tuple[Slip, ...]


def game_of(event: Mapping[str, object]) -> Game | None:
    """Find the game that a header names, in whatever letters."""
    return next((game for game in GAMES if game.key == _small(event.get("game"))), None)


def mended(line: bytes, game: Game | None) -> Mended | None:
    """Read a line as it was meant; None where nothing in it is to be mended, or it is no object.

    Without a game it is a header, which names its game.
    """
    try:
        event = msgspec.json.decode(line, type=dict[str, object])
        slips: list[Slip] = []
        event = _keys(event, ("event", "game"), "", slips)
        game = game or game_of(event)
        if game is None:
            return None
        tag = _small(event.get("event"))
        game = (game_of(event) if tag == "game" else None) or game
        shape = shapes(game).get(str(tag))
        if shape is None:
            return None
        if tag != event["event"]:
            slips.append(Slip("event", str(event["event"]), str(tag)))
        read = {**_fields(event, shape, "", slips), "event": tag}
        meant = msgspec.json.encode(read)
        if not slips and (is_event(line, game) or not is_event(meant, game)):
            return None
        return Mended(meant, tuple(slips))
    except (msgspec.MsgspecError, ValueError, RecursionError, OverflowError, UnicodeEncodeError):
        return None


def mended_line(line: bytes, game: Game | None) -> bytes:
    """Give a line as it was meant, as it is where nothing is to be mended."""
    meant = mended(line, game)
    return line if meant is None else meant.line


def _small(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


def _keys(given: Mapping[str, object], known: tuple[str, ...], path: str, slips: list[Slip]) -> dict[str, object]:
    """Give an object with keys in the letters in which they are known."""
    found = dict[str, object]()
    for key, value in given.items():
        small = key.strip().lower()
        if key not in known and small in known and small not in given and small not in found:
            slips.append(Slip(path + small, key, small, "key"))
            found[small] = value
        else:
            found[key] = value
    return found


def _fields(given: Mapping[str, object], shape: inspect.StructType, path: str, slips: list[Slip]) -> dict[str, object]:
    fields = {field.encode_name: field for field in shape.fields}
    found = _keys(given, tuple(fields), path, slips)
    return {
        key: _meant(value, fields[key].type, path + key, slips) if key in fields else value
        for key, value in found.items()
    }


def _meant(value: object, shape: inspect.Type, key: str, slips: list[Slip], *, small: bool = False) -> object:
    """Give a value as it can only be meant where a value of this shape is due."""
    read = value
    if isinstance(shape, inspect.Metadata):
        small = small or bool(shape.extra and shape.extra.get("letters") == "small")
        return _meant(value, shape.type, key, slips, small=small)
    if isinstance(shape, inspect.UnionType):
        for each in shape.types:
            if (read := _meant(value, each, key, slips, small=small)) is not value:
                return read
        return value
    if isinstance(value, float) and isinstance(shape, inspect.IntType | inspect.AnyType):
        read = int(value) if abs(value) <= WHOLE and value.is_integer() else value
    elif isinstance(value, str) and isinstance(shape, inspect.LiteralType):
        read = _small(value) if value not in shape.values and _small(value) in shape.values else value
    elif isinstance(value, str) and isinstance(shape, inspect.StrType) and small:
        read = _small(value)
        read = value if read == value else read
    elif isinstance(value, list) and isinstance(shape, inspect.ListType | inspect.AnyType):
        before, of_item = len(slips), shape if isinstance(shape, inspect.AnyType) else shape.item_type
        items = [_meant(each, of_item, key, slips) for each in value]
        return items if len(slips) > before else value
    elif isinstance(value, dict) and isinstance(shape, inspect.StructType):
        before = len(slips)
        inner = _fields(value, shape, f"{key}/", slips)
        return inner if len(slips) > before else value
    if read is not value:
        slips.append(Slip(key, str(value), str(read), "number" if isinstance(value, float) else "word"))
    return read
