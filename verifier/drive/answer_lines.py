"""Lines of a program's standard output: which of them hold one JSON object, and what else came."""

import json
import re
from collections import deque

import msgspec

LONGEST = 1 << 20  # bytes of a line
NOISE_KEPT = 20  # lines
NOISE_LENGTH = 200  # characters of one

_BEGINNING = re.compile(rb"""\{\s*["'}]""")  # of an object, or of what its author took for one
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")  # of a character beyond the first 65,536
_SYNTAX = msgspec.json.Decoder(msgspec.Raw)


class LineTooLong(Exception):
    """A line is longer than any answer; no more of it is kept."""


class Unanswerable(Exception):
    """A line is an object that no reader can take, and so an answer, not noise; `help` says how to write it."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.help = help


class AnswerLines:
    """What a program wrote, cut into lines, in bounded memory."""

    def __init__(self) -> None:
        self.lines: deque[bytes] = deque()
        self.rest = bytearray()  # of a line that has not ended
        self.noise: list[str] = []
        self.noise_count = 0
        self.last = b""  # the beginning of the last noise
        self.braced = ""  # the last noise that looks like an object

    def add(self, block: bytes) -> None:
        """Take what was read; raises LineTooLong."""
        first, *others = block.split(b"\n")
        if others:
            if self.rest:
                first = bytes(self.rest) + first
                self.rest.clear()
            self.lines.append(first)
            self.lines.extend(others)
            first = self.lines.pop()
        self.rest += first
        if len(self.rest) > LONGEST or (others and len(self.lines[-len(others)]) > LONGEST):
            self.clear()
            raise LineTooLong

    def end(self) -> None:
        """Take what came without an end of line as the last line."""
        if self.rest:
            self.lines.append(bytes(self.rest))
            self.rest.clear()

    def clear(self) -> None:
        """Forget what has not been looked at."""
        self.lines.clear()
        self.rest.clear()

    def next_object(self) -> bytes | None:
        """Give the next JSON object, if one came; all before it, and around it on its line, is noise."""
        while self.lines:
            line = self.lines.popleft()
            found = _object_of(line)
            if found is None:
                self._count(line)
                continue
            begin, end = found
            if begin or end < len(line):
                around = line[:begin] + line[end:]
                if around.strip():
                    self._count(around)
                return line[begin:end]
            return line
        return None

    def _count(self, line: bytes) -> None:
        self.noise_count += 1
        self.last = line[: 4 * NOISE_LENGTH]
        if b"{" in line:
            self.braced = text_of(line)
        if len(self.noise) < NOISE_KEPT:
            self.noise.append(text_of(line))


def text_of(line: bytes) -> str:
    """Give the beginning of a line for people to read."""
    return line[: 4 * NOISE_LENGTH].decode("utf-8", "replace").strip()[:NOISE_LENGTH]


def is_object_line(block: bytes) -> bool:
    """Tell whether a block is one line, ended, that is an object and nothing else."""
    if block[:2] != b'{"' or block[-2:] != b"}\n":
        return False
    try:
        _SYNTAX.decode(block)
    except (msgspec.DecodeError, RecursionError):
        return False
    return block.find(b"\n") == len(block) - 1


def _object_of(line: bytes) -> tuple[int, int] | None:
    """Tell where the one JSON object of a line begins and ends."""
    begin, end = 0, len(line)
    if line[:2] != b'{"' or line[-1:] != b"}":
        found = _BEGINNING.search(line)
        begin, end = found.start() if found else -1, line.rfind(b"}") + 1
        if not 0 <= begin < end:
            return None
    try:
        _SYNTAX.decode(line[begin:end])
    except RecursionError:
        help = "write lists no deeper than docs/driving.md shows"
        raise Unanswerable(f"lists or objects stand too deep in one another: {text_of(line)}", help) from None
    except msgspec.DecodeError:
        if not _is_loose(line[begin:end]):
            return None
        what, help = "NaN or Infinity stands in it", "write null, or leave the key out, where there is no number"
        if _HALF.search(line):
            what, help = "half a character, a surrogate like \\ud800, stands in it", "write texts in whole characters"
        raise Unanswerable(f"{what}: {text_of(line)}", help) from None
    return begin, end


def _is_loose(text: bytes) -> bool:
    """Tell whether a text is an object for readers that take more than JSON is."""
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
