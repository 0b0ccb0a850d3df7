"""The lines of the game that is being judged, kept until its verdict."""

from collections.abc import Iterable, Iterator, Sequence

MOST_LINES = 20_000  # of a game that is inferred


class KeptLines:
    """The lines of the game that is being judged."""

    def __init__(self, blocks: Iterable[Sequence[bytes]]) -> None:
        self.blocks, self.given, self.lost = blocks, 0, False
        self.lines: list[bytes] = []
        self.block: Sequence[bytes] = ()

    def __iter__(self) -> Iterator[Sequence[bytes]]:
        for block in self.blocks:
            self.given += len(block)
            self._as_meant()
            self.lines += block
            self.block = block
            if len(self.lines) > MOST_LINES + len(block):
                self.lines, self.lost = [], True
            yield block

    def _as_meant(self) -> None:
        """Take the lines as the judge left them: one with a slip as it was meant."""
        kept = min(len(self.block), len(self.lines))
        if kept:
            self.lines[-kept:] = self.block[-kept:]

    def until(self, last: int) -> tuple[int, list[bytes]]:
        """Give the number of the first line kept, and the lines up to one; forget them."""
        self._as_meant()
        first = self.given + 1 - len(self.lines)
        count = max(0, last + 1 - first)
        lines, self.lines = self.lines[:count], self.lines[count:]
        lost, self.lost = self.lost, False
        return first, [] if lost or not any(b'"game"' in line for line in lines[:1]) else lines
