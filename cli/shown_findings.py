"""Which findings of a run are written, where the user wants a few of them; what a process gives back of its logs."""

import os
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import BinaryIO

from msgspec import Struct, field

from reports.style import count_of
from verifier.verdict_counts import VerdictCounts

CHUNK = 1 << 20  # bytes that are copied at once


class FindingText(bytes):
    """The text of one finding; all other output is plain bytes."""


class ShownFindings(Struct):
    """How many findings of a run were written, at most `most` (0: all), and how many were not."""

    most: int
    shown: int = 0
    hidden: int = 0

    @property
    def full(self) -> bool:
        """Whether no more findings are written, so that their words need not be made."""
        return 0 < self.most <= self.shown

    def only(self, texts: Iterable[bytes]) -> Iterator[bytes]:
        """Let through what is written: everything but the findings beyond the limit."""
        for text in texts:
            if not (isinstance(text, FindingText) and self.most) or self.take(1):
                yield text

    def take(self, findings: int) -> int:
        """Count findings that come next; tell how many of them are written."""
        taken = min(findings, self.most - self.shown)
        self.shown += taken
        self.hidden += findings - taken
        return taken

    def told(self) -> bytes:
        """Say how many findings were not written."""
        more = f"... and {count_of(self.hidden, 'more finding')} (--max-findings {self.most})\n\n"
        return more.encode() if self.hidden else b""


class Judged(Struct):
    """What one process gives back: its output, in memory or in a file, where the findings lie in it if they are
    limited, how many it left out, and its counts.
    """

    tally: VerdictCounts = field(default_factory=VerdictCounts)
    logs: int = 0
    text: bytes = b""
    spilled: str = ""
    findings: list[tuple[int, int]] = field(default_factory=list)
    hidden: int = 0

    def copy_to(self, out: BinaryIO, run: ShownFindings) -> None:
        """Write the output but for the findings beyond the limit of the run, and remove the file."""
        left_out = self.findings[run.take(len(self.findings)) :] if run.most else []
        run.hidden += self.hidden
        with open(self.spilled, "rb") if self.spilled else BytesIO(self.text) as source:
            for start, end in left_out:
                _copy(source, out, start - source.tell())
                source.seek(end)
            while chunk := source.read(CHUNK):
                out.write(chunk)
        if self.spilled:
            os.unlink(self.spilled)


def _copy(source: BinaryIO, out: BinaryIO, size: int) -> None:
    while size > 0:
        chunk = source.read(min(size, CHUNK))
        out.write(chunk)
        size -= len(chunk)
