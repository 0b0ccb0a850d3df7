"""Decode lines as events of a game."""

from functools import cache, lru_cache

import msgspec

from models.game import Game


@lru_cache(maxsize=256)  # by the game: what tells the events of two games apart takes longer to hash
def decoder_of(game: Game) -> msgspec.json.Decoder[object]:
    """Give what decodes the events of a game."""
    return _decoder(game.events)


@cache
def _decoder(events: object) -> msgspec.json.Decoder[object]:
    return msgspec.json.Decoder(events)


def is_event(line: bytes, game: Game) -> bool:
    """Tell whether a line can be decoded as an event of a game."""
    try:
        decoder_of(game).decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
    return True
