"""What one line of a log says before any rule is asked: its header, its event, or why it is none."""

import re
from functools import lru_cache

import msgspec

from models.clause import Fault
from models.formats import LOG_FORMAT
from models.game import Game
from models.games import GAMES
from models.reading import Malformed
from verifier.event_decoder import decoder_of

LONGEST_HEADER = 400  # bytes of a header that is remembered
BOM = b"\xef\xbb\xbf"
CODE_OF = {"value": "LOG008", "header": "LOG010", "place": "LOG011", "missing": "LOG012"}


class Header(msgspec.Struct, gc=False):
    """As much of an event as tells whether a game begins, and which."""

    event: str
    format: str | None = None
    game: str | None = None


decode_header = msgspec.json.Decoder(Header).decode


def header_of(line: bytes) -> Header:
    """Read as much of a line as tells whether a game begins, as it was meant. Raises what decoding raises."""
    try:
        return decode_header(line)
    except msgspec.ValidationError:
        from verifier.mending import mended_line

        return decode_header(mended_line(line, None))


def _model_of(header: Header) -> Game:
    """Find the game a header names. Raises Malformed."""
    if header.format != LOG_FORMAT:
        told = "the header names no format" if header.format is None else f"the format is {header.format[:40]!r}"
        help = f'add "format":"{LOG_FORMAT}"' if header.format is None else f"known: {LOG_FORMAT}"
        raise Malformed("header", "format", told, help)
    for game in GAMES:
        if game.key == header.game:
            return game
    known = ", ".join(game.key for game in GAMES)
    told = "the header names no game" if header.game is None else f"the game {header.game[:40]!r} is not known"
    raise Malformed("header", "game", told, f"known: {known}")


@lru_cache(maxsize=256)
def read_header(line: bytes) -> tuple[Game, object]:
    """Read a header; many logs begin with the same one. Raises Malformed, or what decoding raises."""
    model = _model_of(decode_header(line))
    return model, decoder_of(model).decode(line)


def game_named(line: bytes) -> Game | None:
    """Find the game that a header names, None where that cannot be told."""
    try:
        return _model_of(header_of(line))
    except (Malformed, msgspec.MsgspecError, ValueError, RecursionError):
        return None


def is_foreign_header(line: bytes) -> bool:
    """Tell whether a line is a header that the events of the running game cannot decode."""
    try:
        return header_of(line).event == "game"
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False


AT_KEY = r" - at `\$\.?([^`]*)`"
AT_BYTE = r" \(byte (\d+)\)"


def what_is_wrong(line: bytes, error: Exception, game: Game | None = None) -> tuple[str, Fault, int | None]:
    """Say in words why a line could not be decoded as an event of a game: code, fault, column."""
    text = str(error)
    if isinstance(error, msgspec.ValidationError):
        text = str(_of_last_values(line, error, game))
        from verifier.wrong_values import remedy

        found = re.search(AT_KEY, text)
        message = re.sub(AT_KEY, "", text).replace("`", "")
        field = re.sub(r"(/[0-9]+)+$", "", re.sub(r"[.\[\]]+", "/", found[1]).strip("/")) if found else ""
        key = field.rpartition("/")[2]
        words = f"{key}: {message}" if key else message
        return "LOG007", Fault(words, field, help=remedy(line, game, field, message)), None
    if isinstance(error, UnicodeDecodeError):
        return "LOG003", Fault("the line is not UTF-8", help="write UTF-8"), error.start + 1
    if isinstance(error, RecursionError):
        return "LOG004", Fault("the line is nested too deeply", help="write one event a line"), None
    place = re.search(AT_BYTE, text)
    column = min(int(place[1]) + 1, len(line)) if place else len(line)
    if "truncated" in text and not line.rstrip().endswith(b"}"):
        text = "the line ends in the middle of its JSON object"
    from verifier.wrong_values import not_json

    help = not_json(line) or "write one whole JSON object a line"
    return "LOG004", Fault(re.sub(AT_BYTE, "", text), help=help), column


def _of_last_values(line: bytes, error: Exception, game: Game | None) -> Exception:
    """Give what is wrong with a line where of a key that stands twice the last value alone is looked at."""
    try:
        last = msgspec.json.encode(msgspec.json.decode(line))
        decode_header(last) if game is None else decoder_of(game).decode(last)
    except msgspec.ValidationError as found:
        return found
    except (msgspec.MsgspecError, ValueError, RecursionError):
        pass
    return error


def no_game_yet(event: Header, line: bytes) -> Fault:
    """Say that an event stands before any header."""
    from verifier.wrong_values import header_line

    told = f"a {event.event[:20]!r} event before any 'game' event"
    help = f"begin each game with its header, such as {header_line(event.event, line)}"
    help += "; for the record of another program `cloverproof convert --guess` proposes a mapping"
    return Fault(told, "event", "no game has begun", help=help)


def second_header(started: int) -> Fault:
    """Say that a header follows that of a line at once."""
    told = f"a second header: the game of line {started} has no events"
    return Fault(told, "event", "expected the events of that game", help="write one header for each game")
