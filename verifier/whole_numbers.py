"""Whole numbers that are written with a point or an exponent: 13.0, 2e0."""

import re

WHOLE = 1 << 53  # up to here every whole number has a form with a point of its own
LONGEST_NUMBER = 40  # signs of a number that is looked at
NUMBERS = re.compile(
    rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|(-?[0-9]++(?:\.[0-9]++(?:[eE][+-]?[0-9]++)?|[eE][+-]?[0-9]++))', re.DOTALL
)


def whole_or_float(number: str) -> int | float:
    """Read a number with a point or an exponent: a whole one as such, however it is written."""
    value = float(number)
    return int(value) if abs(value) <= WHOLE and value.is_integer() else value


def whole_numbers(text: bytes) -> bytes:
    """Write each whole number of a JSON text without a point and an exponent; nothing else is changed."""
    return NUMBERS.sub(_digits, text)


def whole_numbers_in_place(text: bytes) -> bytes:
    """Do so without moving what stands behind; a number that is longer without an exponent stays as it is."""

    def padded(found: "re.Match[bytes]") -> bytes:
        digits = _digits(found)
        return digits.ljust(len(found[0])) if len(digits) <= len(found[0]) else found[0]

    return NUMBERS.sub(padded, text)


def _digits(found: "re.Match[bytes]") -> bytes:
    number = found[1]
    if not number or len(number) > LONGEST_NUMBER:
        return found[0]
    value = whole_or_float(number.decode())
    return b"%d" % value if isinstance(value, int) else found[0]
