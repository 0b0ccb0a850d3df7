"""A progress bar on standard error."""

import sys
import time
from typing import TYPE_CHECKING, Self

from cli.terminal import is_terminal

if TYPE_CHECKING:
    from rich.progress import Progress, Task

AGAIN = 0.2  # seconds after which a bar that made room for output comes back


class Bar:
    """A bar that makes room when findings go to the same terminal; without a total there is none."""

    def __init__(self, total: int | None) -> None:
        self.progress = None if total is None else _rich_bar(total)
        self.shares_terminal = is_terminal(sys.stdout)
        self.hidden_at: float | None = None

    def __enter__(self) -> Self:
        if self.progress is not None:
            self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.progress is not None:
            self.progress.stop()

    def step(self, logs: int) -> None:
        """Count logs that are done."""
        if self.progress is None:
            return
        self.progress.advance(self.progress.task_ids[0], logs)
        if self.hidden_at is not None and time.monotonic() - self.hidden_at > AGAIN:
            self.progress.start()
            self.hidden_at = None

    def clear(self) -> None:
        """Make room for a line of output."""
        if self.progress is not None and self.shares_terminal and self.hidden_at is None:
            self.progress.stop()
            self.hidden_at = time.monotonic()


def _rich_bar(total: int) -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn

    class Rate(ProgressColumn):
        """How many logs a second."""

        def render(self, task: "Task") -> str:
            speed = task.finished_speed or task.speed
            return "" if speed is None else f"{speed:,.0f}/s"

    console = Console(stderr=True)
    bar = Progress(
        TextColumn("judging"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("logs"),
        Rate(),
        TimeRemainingColumn(),
        console=console,
        transient=is_terminal(sys.stdout) and is_terminal(sys.stderr),
    )
    bar.add_task("logs", total=total)
    return bar
