"""Time that passes for a program under test only while it hangs, so that no test depends on how fast a machine is."""

from pathlib import Path

STEP = 0.1  # seconds between two looks


class TimeOfProgram:
    """A clock that stands still until the program has made a file: then it has said all that it will say."""

    def __init__(self, file: Path) -> None:
        self.file, self.now = file, 0.0

    def monotonic(self) -> float:
        """Give the time, in seconds."""
        self.now += STEP * self.file.exists()
        return self.now
