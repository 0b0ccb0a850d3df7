"""Decode lines that the judge has read once more, as events to be counted."""

from collections.abc import Sequence
from functools import cache

import msgspec

from models.game import Game
from models.games import GAMES


@cache
def _decoder(game: Game) -> msgspec.json.Decoder[object]:
    return msgspec.json.Decoder(game.events)


def events_of(model: Game, lines: Sequence[bytes]) -> list[object]:
    """Decode lines; what is no event is left out, for the judge has told of it."""
    decoder = _decoder(model)
    try:
        found: list[object] = decoder.decode_lines(b"\n".join(lines))
    except (msgspec.MsgspecError, ValueError, RecursionError):
        found = []
        for line in lines:
            try:
                found.append(decoder.decode(line))
            except (msgspec.MsgspecError, ValueError, RecursionError):
                continue
    return found


class _Header(msgspec.Struct, gc=False):
    event: str
    game: str | None = None


_decode_header = msgspec.json.Decoder(_Header).decode


def header_of(line: bytes) -> tuple[Game, object] | None:
    """Give what is played and the header, if a line is one."""
    try:
        header = _decode_header(line)
        model = next((game for game in GAMES if game.key == header.game), None)
        if header.event != "game" or model is None:
            return None
        return model, _decoder(model).decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
