"""Whole numbers that are written with a point or an exponent: 13.0, 2e0."""

import re
from collections.abc import Callable

WHOLE = 1 << 53  # up to here every whole number has a form with a point of its own
LONGEST_NUMBER = 40  # signs of a number that is looked at
NUMBER = re.compile(rb"-?[0-9]++(?:\.[0-9]++(?:[eE][+-]?[0-9]++)?|[eE][+-]?[0-9]++)")
PLAIN = re.compile(  # what holds no such number: signs, strings, numbers with neither, minus signs of none
    rb'(?:[^"0-9\-]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"|-?+[0-9]++(?![.eE])|-(?![0-9])){1,5000}', re.DOTALL
)  # bounded, not possessive: before Python 3.11.5 such a group takes what it then refuses
SIGNS = bytes.maketrans(b"123456789eE", b"000000000..")
FAILED = re.compile(rb"-?+[0-9]++")  # digits that begin no such number


def whole_or_float(number: str) -> int | float:
    """Read a number with a point or an exponent: a whole one as such, however it is written."""
    value = float(number)
    return int(value) if abs(value) <= WHOLE and value.is_integer() else value


def whole_numbers(text: bytes) -> bytes:
    """Write each whole number of a JSON text without a point and an exponent; nothing else is changed."""
    return _rewritten(text, _digits)


def whole_numbers_in_place(text: bytes) -> bytes:
    """Do so without moving what stands behind; a number that is longer without an exponent stays as it is."""

    def padded(number: bytes) -> bytes:
        digits = _digits(number)
        return digits.ljust(len(number)) if len(digits) <= len(number) else number

    return _rewritten(text, padded)


def _rewritten(text: bytes, write: Callable[[bytes], bytes]) -> bytes:
    """Write each number with a point or an exponent anew; most texts have none, and are not copied."""
    if b"0." not in text.translate(SIGNS):
        return text
    pieces: list[bytes] = []
    at = done = 0
    while at < len(text):
        if (plain := PLAIN.match(text, at)) is not None:
            at = plain.end()
            continue
        found = NUMBER.match(text, at)
        if found is None:
            at = max(at + 1, _end(FAILED, text, at))
            continue
        pieces += text[done:at], write(found[0])
        at = done = found.end()
    return b"".join((*pieces, text[done:])) if pieces else text


def _end(pattern: re.Pattern[bytes], text: bytes, at: int) -> int:
    """Give where a pattern ends that begins at a place."""
    found = pattern.match(text, at)
    return at if found is None else found.end()


def _digits(number: bytes) -> bytes:
    if len(number) > LONGEST_NUMBER:
        return number
    value = whole_or_float(number.decode())
    return b"%d" % value if isinstance(value, int) else number
