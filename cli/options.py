"""Options that several commands share."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import BinaryIO, NoReturn, TextIO

import typer

from reports.style import Paint, coloured, plain


class Format(StrEnum):
    """How to write the result."""

    text = "text"
    json = "json"


COLOR = typer.Option(None, "--color/--no-color", help="Colours; by default where the output is a terminal.")
NO_EQUAL = typer.Option(
    False, "--no-equal-exchange", help="Follow the strict reading: a clover never replaces one of the same number."
)


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether a stream is there and is a terminal."""
    return stream is not None and stream.isatty()


def paint_for(color: bool | None) -> Paint:
    """Choose colours or none: as told, else as NO_COLOR and FORCE_COLOR say, else by the terminal."""
    if color is None:
        forced = os.environ.get("FORCE_COLOR", "0") not in ("", "0")
        color = (is_terminal(sys.stdout) or forced) and not os.environ.get("NO_COLOR")
    return coloured if color else plain


def write(text: str) -> None:
    """Write to standard output in UTF-8, whatever the terminal claims to be."""
    with output() as out:
        out.write(text.encode("utf-8", "backslashreplace"))


@contextmanager
def output() -> Iterator[BinaryIO]:
    """Give standard output for bytes, and end the program in good order when nothing more can be written there."""
    if sys.stdout is None:
        refuse("standard output is closed")
    try:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        reader_gone()
    except OSError as wrong:
        if wrong.errno not in (errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EDQUOT):
            raise
        _give_up_output()
        refuse(f"cannot write the output: {wrong.strerror}")


def reader_gone() -> NoReturn:
    """Stop as other programs do whose reader has gone, without a word from the interpreter's last flush."""
    _give_up_output()
    raise typer.Exit(141)


def _give_up_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def refuse(message: str, help_line: str = "") -> NoReturn:
    """Say what is wrong with what the user asked for, and exit with code 2."""
    from reports.style import visible

    print(f"error: {visible(message)}", file=sys.stderr)
    if help_line:
        print(f"help: {visible(help_line)}", file=sys.stderr)
    raise typer.Exit(2)


def editions(incomplete: str) -> list[str]:
    """Complete the key of an edition for the shell."""
    from models.games import GAMES

    return [edition.key for game in GAMES for edition in game.editions if edition.key.startswith(incomplete)]


def known_edition(edition: str | None) -> str | None:
    """Check the edition a user names."""
    from models.games import GAMES

    known = [known.key for game in GAMES for known in game.editions]
    if edition is not None and edition not in known:
        refuse(f"the edition {edition[:40]!r} is not known", f"known: {', '.join(known)}")
    return edition
