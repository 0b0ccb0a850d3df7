"""Options that several commands share."""

import errno
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, BinaryIO, NoReturn

import typer

from cli.system_faults import reason
from cli.terminal import PlainTerminal, is_plain, is_terminal, obeys_codes
from reports.style import COLUMNS, Paint, coloured, uncolored

if TYPE_CHECKING:
    from models.game import Game
    from models.reading import TilesOfBox


class Format(StrEnum):
    """How to write the result."""

    text = "text"
    json = "json"


COLOR = typer.Option(None, "--color/--no-color", help="Colours; by default where the output is a terminal.")
NO_EQUAL = typer.Option(
    False, "--no-equal-exchange", help="Follow the strict reading: a clover never replaces one of the same number."
)


STRICT = typer.Option(False, "--strict", help="What is outside the edition breaks a log too.")
REQUIRE = typer.Option(
    None, "--require", metavar="FACT,...", help="Facts that must be recorded, such as middle,pile: never is an error."
)
LONGEST_LINE, MOST_UNPACKED = 1 << 20, 1 << 30  # bytes that are read without being asked for more
MAX_LINE = typer.Option(LONGEST_LINE, "--max-line", min=1, metavar="BYTES", help="The longest line that is read.")
MAX_UNPACKED = typer.Option(
    MOST_UNPACKED, "--max-unpacked", min=1, metavar="BYTES", help="The most a .gz log may unpack to."
)


def answers(no_equal_exchange: bool) -> frozenset[str]:
    """Give the answers to open questions that the user asks for, as games know them."""
    return frozenset({"no-equal-exchange"}) if no_equal_exchange else frozenset()


def required_facts(said: str | None) -> frozenset[str]:
    """Check the facts that a user requires."""
    if said is None:
        return frozenset()
    from models.games import GAMES

    known = {key: None for game in GAMES for key in game.shown_by()}
    names = frozenset(name.strip() for name in said.split(",") if name.strip())
    for name in sorted(names):
        if name not in known:
            refuse(f"no clause hangs on a fact {name[:40]!r}", f"known: {', '.join(known)}")
    return names


def paint_for(color: bool | None) -> Paint:
    """Choose colours or none: as told, else as NO_COLOR and FORCE_COLOR say, else by the terminal.

    What is drawn side by side keeps to the width of a terminal from here on.
    """
    if is_terminal(sys.stdout):
        from shutil import get_terminal_size

        COLUMNS.set(get_terminal_size().columns)
    if color is None:
        forced = os.environ.get("FORCE_COLOR", "0") not in ("", "0")
        color = (obeys_codes(sys.stdout) or forced) and not os.environ.get("NO_COLOR")
    return coloured if color else uncolored


def write_out(text: str) -> None:
    """Write to standard output in UTF-8, whatever the terminal claims to be."""
    with output() as out:
        out.write(text.encode("utf-8", "backslashreplace"))


@contextmanager
def output() -> Iterator[BinaryIO]:
    """Give standard output for bytes, and end the program in good order when nothing more can be written there."""
    if sys.stdout is None:
        refuse("standard output is closed")
    try:
        yield PlainTerminal(sys.stdout) if is_plain(sys.stdout) else sys.stdout.buffer
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        reader_gone()
    except OSError as wrong:
        output_failed(wrong)


def output_failed(wrong: OSError) -> NoReturn:
    """Say that nothing more can be written; raises again what has another reason."""
    if wrong.errno not in (errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EDQUOT):
        raise wrong
    _give_up_output()
    refuse(f"cannot write the output: {reason(wrong)}")


def reader_gone() -> NoReturn:
    """Stop as other programs do whose reader has gone, without a word from the interpreter's last flush."""
    _give_up_output()
    raise typer.Exit(141)


def _give_up_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def leave_on_sigterm() -> None:
    """Let SIGTERM end the program by an exception, so that programs which it has started are ended too."""

    def leave(number: int, frame: object) -> NoReturn:
        raise SystemExit(128 + number)

    signal.signal(signal.SIGTERM, leave)


def json_lines(rows: Iterable[object]) -> str:
    """Write rows as JSON Lines; what a terminal would obey or hide is written as the escape that means the same."""
    import msgspec

    from reports.style import printable_json

    return "".join(printable_json(msgspec.json.encode(row).decode()) + "\n" for row in rows)


def refuse(message: str, help_line: str = "") -> NoReturn:
    """Say what is wrong with what the user asked for, and exit with code 2."""
    tell_fault(message, help_line)
    raise typer.Exit(2)


def tell_fault(message: str, help_line: str = "") -> None:
    """Say what is wrong with a part of what the user asked for."""
    from reports.style import visible

    print(f"error: {visible(message)}", file=sys.stderr)
    if help_line:
        print(f"help: {visible(help_line)}", file=sys.stderr)


def refuse_any(given: Mapping[str, object], message: str, help_line: str) -> None:
    """Refuse the first of some options that is given; the message holds {} for its name."""
    useless = next((word for word, value in given.items() if value), None)
    if useless is not None:
        refuse(message.format(useless), help_line)


def refuse_useless(options: Iterable[tuple[str, bool, bool, str]]) -> None:
    """Refuse the first option that is given and means nothing: its name, both of that, and where it goes."""
    for name, given, fits, where in options:
        if given and not fits:
            refuse(f"{name} means nothing here", f"it goes {where}")


@contextmanager
def refusing() -> Iterator[None]:
    """Refuse what means nothing in its game, in the words of the game."""
    from models.reading import Malformed

    try:
        yield
    except Malformed as wrong:
        refuse(wrong.message, wrong.help)


def editions(incomplete: str) -> list[str]:
    """Complete the key of an edition for the shell."""
    from models.games import GAMES

    return [edition.key for game in GAMES for edition in game.editions if edition.key.startswith(incomplete)]


EDITION = typer.Option(
    None,
    "--edition",
    help="Judge by this edition, whatever the log names (`cloverproof rules` lists them).",
    autocompletion=editions,
)


def complete_game(incomplete: str) -> list[str]:
    """Complete the key of a game for the shell."""
    from models.games import GAMES

    return [game.key for game in GAMES if game.key.startswith(incomplete)]


GAME = typer.Option(None, "--game", metavar="GAME", help="Which game it is about.", autocompletion=complete_game)


def game_with(part: str, key: str | None, also: Sequence[str] = ()) -> "Game":
    """Give the game a user names, without a name the first that has a part; refuse one that does not.

    `also` are words that the option takes besides the keys of games.
    """
    from models.games import GAMES

    offering = [game for game in GAMES if game.offers(part)]
    if key is None:
        return offering[0]
    game = next((game for game in GAMES if game.key == key), None)
    if game is None:
        refuse(f"the game {key[:40]!r} is not known", f"known: {', '.join([*(game.key for game in GAMES), *also])}")
    if game not in offering:
        refuse(game.lacks(part), f"this is for {', '.join(game.key for game in offering)}")
    return game


def game_of_table(table: str, key: str | None) -> "Game":
    """Give the game a user names; without a name the one that a table can be of."""
    named = {part.split(" ", 1)[0] for part in map(str.strip, table.split(";"))}
    if key is None and {"line", "hands", "tiles"} & named:
        return game_with("material", None)
    return game_with("state_spaces", key)


def complete_tiles(incomplete: str) -> list[str]:
    """Complete the name of a tile set for the shell."""
    from models.games import GAMES

    known = [name for game in GAMES if game.offers("material") for name in game.material().names()]
    return [name for name in known if name.startswith(incomplete)]


TILES = typer.Option(
    None,
    "--tiles",
    metavar="SET",
    help="What the tiles carry: a file, or a set that is built in.",
    autocompletion=complete_tiles,
)


def material_of(name: str | None, key: str | None = None) -> "TilesOfBox | None":
    """Read the tile set a user names, if one is named."""
    if name is None:
        return None
    from models.material import BadMaterial

    material = game_with("material", key).material()
    try:
        tiles: TilesOfBox = material.load(name)
        return tiles
    except BadMaterial as bad:
        refuse(f"{name[:80]}: {bad.faults[0]}", "`cloverproof tiles check FILE` tells all faults of a tile set")
    except (OSError, ValueError) as fault:
        refuse(f"cannot read the tile set {name[:80]}: {reason(fault)}", f"built in: {', '.join(material.names())}")


def known_edition(edition: str | None, game: "Game | None" = None) -> str | None:
    """Check the edition a user names, of one game or of any."""
    from models.games import GAMES

    known = [known.key for each in ([game] if game else GAMES) for known in each.editions]
    if edition is not None and edition not in known:
        refuse(f"the edition {edition[:40]!r} is not known", f"known: {', '.join(known)}")
    return edition
