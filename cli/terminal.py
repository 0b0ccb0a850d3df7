"""What a terminal shows: whether it is one, whether it obeys codes, and which signs it lacks."""

import codecs
import os
from io import BytesIO
from typing import TYPE_CHECKING, TextIO
from unicodedata import normalize

from reports.style import width

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

PLAIN = dict(zip("\u2460\u2461\u2462\u2463\u2192\u2013\u2014\u2026\u00b7\u00b1\u00d7", "ABCD>--.-~x", strict=True))


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether a stream is there and is a terminal."""
    return stream is not None and stream.isatty()


def obeys_codes(stream: TextIO | None) -> bool:
    """Tell whether a stream is a terminal that knows codes for colours and for clearing a line, as TERM says."""
    named = os.environ.get("TERM", "")
    return is_terminal(stream) and (named not in ("", "dumb", "unknown") or (not named and os.name == "nt"))


def signs_of(stream: TextIO) -> str:
    """Give the encoding of the signs that a terminal shows: ASCII alone where LC_ALL asks for the C locale."""
    return "ascii" if os.environ.get("LC_ALL") in ("C", "POSIX") else stream.encoding or "utf-8"


def is_plain(stream: TextIO) -> bool:
    """Tell whether a stream is a terminal that shows other signs than UTF-8 has."""
    return is_terminal(stream) and not signs_of(stream).lower().replace("_", "-").startswith("utf")


def _plain(fault: UnicodeError) -> tuple[str, int]:
    """Write signs that an encoding lacks as wide as they are: letters without their accents, others as they look."""
    assert isinstance(fault, UnicodeEncodeError)
    told = ""
    for sign in fault.object[fault.start : fault.end]:
        bare = PLAIN.get(sign) or normalize("NFKD", sign)[0]
        told += bare if bare.isascii() else "?" * width(sign)
    return told, fault.end


codecs.register_error("plain", _plain)


class PlainTerminal(BytesIO):
    """A terminal without UTF-8: each sign that it lacks is written as one that it has, so that columns stay."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self.stream = stream

    def write(self, text: "ReadableBuffer", /) -> int:
        """Write UTF-8 in the signs of the terminal."""
        told = bytes(text).decode("utf-8", "replace")
        self.stream.buffer.write(told.encode(signs_of(self.stream), "plain"))
        return len(told)

    def flush(self) -> None:
        """Hand on what was written."""
        self.stream.buffer.flush()
