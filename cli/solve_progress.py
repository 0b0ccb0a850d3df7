"""The progress of a search: its bounds as they close in, and Ctrl-C, which ends it in good order."""

import signal
import sys
import time
from typing import TYPE_CHECKING, Self

import typer

from cli.terminal import obeys_codes

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from verifier.solve.search_interface import AnytimeSearch

    Handler = Callable[[int, FrameType | None], object] | int | None

AGAIN = 0.2  # seconds between two looks at the bounds
STOPPED = 130


class Progress:
    """Shows on a terminal what is done and how far it is; Ctrl-C ends it with the exit code for that."""

    def __init__(self, about: str = "") -> None:
        self.shows = obeys_codes(sys.stderr)
        self.about = about
        self.next = 0.0

    def __enter__(self) -> Self:
        self.show(f"{self.about} ...")
        return self

    def __exit__(self, _: object, fault: BaseException | None, __: object) -> None:
        self.show("")
        if isinstance(fault, KeyboardInterrupt):
            print("interrupted", file=sys.stderr)
            raise typer.Exit(STOPPED)

    def show(self, text: str) -> None:
        """Show a line in place of the one before, on a terminal."""
        if self.shows:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def count(self, positions: int) -> None:
        """Show how many positions were gone through."""
        self.show(f"{self.about}: {positions:,} positions")


class SearchProgress(Progress):
    """Shows the bounds as they close in, and lets Ctrl-C end the search in good order; a second one ends it at once."""

    def __init__(self) -> None:
        super().__init__()
        self.stopped = False
        self.before: Handler = None

    def __enter__(self) -> Self:
        self.show("preparing the solver (the first time it is compiled) ...")
        self.before = signal.signal(signal.SIGINT, self._stop)
        return self

    def __exit__(self, *fault: object) -> None:
        signal.signal(signal.SIGINT, self.before)
        self.show("")

    def _stop(self, *_: object) -> None:
        self.stopped = True
        signal.signal(signal.SIGINT, self.before)

    def look(self, search: "AnytimeSearch") -> None:
        """Show the bounds from time to time."""
        search.stopped = self.stopped
        now = time.monotonic()
        if self.shows and now >= self.next:
            self.next = now + AGAIN
            bounds = search.bounds
            value = f"value from {float(bounds.low):.4f} to {float(bounds.high):.4f}"
            self.show(f"{self.about}{search.positions:,} positions, {value}")
