"""Reading puzzles: from untrusted bytes to a problem, or a fault with its place."""

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from models.formats import PUZZLE_FORMAT
from models.game import Game
from models.games import GAMES
from models.position import Goal, Objective, Problem
from models.reading import Malformed, Reading
from verifier.puzzle_text import SHOWN, PuzzleFault, Written, objects

MOST_BYTES = 1 << 20
STDIN = "-"

Read = tuple[Game, Problem] | PuzzleFault


def load_puzzles(path: str, objective: Objective = "win") -> list[tuple[str, Read]]:
    """Read the puzzles of a file, or of standard input for `-`: one, or several behind each other.

    Each comes under its name, the path and where there are several also the line it begins in, as a problem or as what
    is wrong with it. Nothing is read behind what is no JSON object.
    """
    try:
        found = list(parse_puzzles(_read(path), objective))
    except PuzzleFault as fault:
        found = [(0, fault)]
    for _, each in found:
        if isinstance(each, PuzzleFault):
            each.path = "standard input" if path == STDIN else path
    return [(path if len(found) == 1 else f"{path}:{line}", each) for line, each in found]


def table_problem(game: Game, text: str, reading: Reading, goal: Goal, objective: Objective) -> Read:
    """Make a problem of a table in one line and what is asked of it."""
    read = game.positions().written if game.offers("positions") else None
    if read is None:
        return PuzzleFault(f"{game.key} has no puzzles of a table in one line", "write a puzzle into a file")
    try:
        return game, read(text, reading, goal, objective)
    except Malformed as wrong:
        return PuzzleFault(wrong.message, wrong.help, path="the table")


def _read(path: str) -> bytes:
    try:
        if path == STDIN:
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with Path(path).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as wrong:
        raise PuzzleFault(f"cannot read it: {wrong.strerror}") from None
    except ValueError:
        raise PuzzleFault("there is no file with such a name") from None


def parse_puzzles(data: bytes, objective: Objective = "win") -> Iterator[tuple[int, Read]]:
    """Make problems of written puzzles, each with the line it begins in; what is none becomes a fault."""
    if len(data) > MOST_BYTES:
        yield 0, PuzzleFault(f"puzzles are at most {MOST_BYTES:,} bytes long")
        return
    try:
        for written in objects(data):
            try:
                yield written.line, _problem(written, objective)
            except PuzzleFault as fault:
                yield written.line, fault
                if _is_log(written):
                    return
    except PuzzleFault as fault:
        yield fault.line, fault


def parse_puzzle(data: bytes, objective: Objective = "win") -> tuple[Game, Problem]:
    """Make a problem of one written puzzle. Raises PuzzleFault, also where something stands behind it."""
    (_, first), *more = parse_puzzles(data, objective)
    if isinstance(first, PuzzleFault):
        raise first
    for line, each in more:
        raise each if isinstance(each, PuzzleFault) else PuzzleFault("a second puzzle", "one at a time", line, 1)
    return first


def _problem(written: Written, objective: Objective) -> tuple[Game, Problem]:
    game = _game_of(written)
    form = game.puzzle()
    first, *rest = (field.encode_name for field in msgspec.structs.fields(form))
    known = [first, "game", *rest]
    names = f"keys: {', '.join(known)}"
    for key in written.keys:
        if key not in known:
            written.refuse(f"the key `{key[:SHOWN]}` is not known", names, key)
    try:
        puzzle: object = msgspec.convert(written.keys, form)
        return game, game.positions().read(puzzle, objective)
    except msgspec.ValidationError as wrong:
        message, _, where = str(wrong).partition(" - at `")
        field = where.rstrip("`").removeprefix("$").removeprefix(".")
        written.refuse(_worded(message, field), names, field)
    except Malformed as wrong:
        written.refuse(wrong.message, wrong.help, wrong.field)


def _game_of(written: Written) -> Game:
    keys = written.keys
    if _is_log(written):
        told = "`solve --analyze FILE` goes through it, `solve --from FILE` solves a position of it"
        written.refuse("that is a log, no puzzle", told, "format" if "format" in keys else "event")
    offering = [game for game in GAMES if game.offers("positions")]
    known = ", ".join(game.key for game in offering)
    _all_there(written, offering)
    for key, right in (("format", PUZZLE_FORMAT), ("game", known)):
        if key not in keys:
            written.refuse(f"the key `{key}` is missing", f"it is {right}", key)
    if keys["format"] != PUZZLE_FORMAT:
        written.refuse(f"the format {_short(keys['format'])} is not known", f"it is {PUZZLE_FORMAT}", "format")
    game = next((game for game in offering if game.key == keys["game"]), None)
    if game is None:
        written.refuse(f"there are no puzzles of the game {_short(keys['game'])}", f"known: {known}", "game")
    return game


def _is_log(written: Written) -> bool:
    return isinstance(written.keys.get("event"), str)


def _all_there(written: Written, offering: list[Game]) -> None:
    """Name all keys that are missing at once, where there are several."""
    game = next((game for game in offering if game.key == written.keys.get("game")), None)
    fields = () if game is None else msgspec.structs.fields(game.puzzle())
    needed = dict.fromkeys(["format", "game", *(field.encode_name for field in fields if field.required)])
    missing = [f"`{key}`" for key in needed if key not in written.keys]
    if len(missing) > 1:
        told = f"the keys {', '.join(missing[:-1])} and {missing[-1]} are missing"
        written.refuse(told, f"`format` is {PUZZLE_FORMAT}; docs/formats.md has them all", missing[0].strip("`"))


def _short(value: object) -> str:
    written = repr(value)
    return written if len(written) <= SHOWN else written[:SHOWN] + "..."


def _worded(message: str, field: str) -> str:
    """Say in our words what does not fit the form."""
    if message.startswith("Object missing required field"):
        return f"the key {message.rpartition('field ')[2]} is missing"
    return f"{field}: {message[:1].lower()}{message[1:]}"
