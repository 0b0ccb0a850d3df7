"""Options that several commands share."""

import os
import sys
from enum import StrEnum
from typing import NoReturn

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


def paint_for(color: bool | None) -> Paint:
    """Choose colours or none: as told, else as NO_COLOR and FORCE_COLOR say, else by the terminal."""
    if color is None:
        color = (sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))) and not os.environ.get("NO_COLOR")
    return coloured if color else plain


def write(text: str) -> None:
    """Write to standard output in UTF-8, whatever the terminal claims to be."""
    try:
        sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        reader_gone()


def reader_gone() -> NoReturn:
    """Stop as other programs do whose reader has gone, without a word from the interpreter's last flush."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise typer.Exit(141)


def refuse(message: str, help_line: str = "") -> NoReturn:
    """Say what is wrong with what the user asked for, and exit with code 2."""
    from reports.style import visible

    print(f"error: {visible(message)}", file=sys.stderr)
    if help_line:
        print(f"help: {visible(help_line)}", file=sys.stderr)
    raise typer.Exit(2)


def known_edition(edition: str | None) -> str | None:
    """Check the edition a user names."""
    from models.games import GAMES

    known = [known.key for game in GAMES for known in game.editions]
    if edition is not None and edition not in known:
        refuse(f"the edition {edition[:40]!r} is not known", f"known: {', '.join(known)}")
    return edition
