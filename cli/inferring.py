"""Options about records whose facts are missing: whether a legal game explains them is asked within a time."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.options import refuse
from cli.seconds import LONGEST_TIME, seconds_option
from cli.system_faults import reason
from cli.whole_files import writable

if TYPE_CHECKING:
    from verifier.infer.inferred import How

INFER: bool | None = typer.Option(
    None,
    "--infer/--no-infer",
    help="Is there a legal game that explains the record? By default asked where facts are missing.",
)
INFER_TIME = seconds_option(None, "--time", least=0.1, most=LONGEST_TIME, help="For inferring one game (usually 60).")


def how_to_infer(
    seconds: float | None, *, always: bool = False, explanation: Callable[[bytes], None] | None = None
) -> "How":
    """Say how to infer; without a number of seconds the usual one holds."""
    from verifier.infer.inferred import How

    usual = How(always, explanation=explanation)
    return usual if seconds is None else How(always, seconds, explanation)


class GamesFile:
    """A file for the games that explain records, one behind the other; it is made with the first one."""

    def __init__(self, path: Path) -> None:
        """Refuse what can never be written, before any work is done."""
        writable([path])
        self.path, self.empty = path, True

    def add(self, game: bytes) -> None:
        """Write a game, in place of what stood there before for the first one; refuse where that cannot be."""
        try:
            with self.path.open("wb" if self.empty else "ab") as file:
                file.write(game)
        except OSError as fault:
            refuse(f"cannot write {self.path}: {reason(fault)}")
        self.empty = False

    def tell(self) -> None:
        """Say that there was no game."""
        if self.empty:
            print(f"nothing to write to {self.path}: no record was explained by a game", file=sys.stderr)
