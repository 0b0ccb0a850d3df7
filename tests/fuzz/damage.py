"""Damage to texts: signs, words, numbers and lines, whatever the form that they are written in."""

import random
import re
from collections.abc import Callable, Sequence

NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
WORD = re.compile(rb'"(?:[^"\\]|\\.)*"|[A-Za-z_][\w-]*')
NUMBERS = (
    b"0", b"-1", b"-0", b"1", b"2", b"3", b"21", b"255", b"65536", b"1000000", b"2147483648", b"9223372036854775807",
    b"9223372036854775808", b"18446744073709551616", b"1" + b"0" * 60, b"1" + b"0" * 5000, b"0.5", b"1.0", b"1e2",
    b"1e999", b"-1e-999", b"NaN", b"Infinity", b"007", b"0x10", b"1_0", b"true", b"null", b'"5"', b'"\xd9\xa3"', b"[]",
    b"{}", b"1/0", b"-1/2", b"\xef\xbc\x95",
)  # fmt: skip
WORDS = (
    b'""', b'" "', b'"\\ud800"', b'"\\u0000"', b'"\\u202e"', b"null", b"true", b"5", b"[]", b"{}", b'"null"', b'"a1"',
    b'"z99"', b'"a0"', b'"aa1"', b'"A1"', b'"pile"', b'"middle"', b'"place"', b'"exchange"', b'"discard"', b'"turn"',
    b'"game"', b'"end"', b'"good-fortune"', b'"lucky-numbers"', b'"' + b"x" * 300 + b'"', b"nan", b"inf", b"\x1b[31m",
)  # fmt: skip
SIGNS = (
    b'"', b"'", b"{", b"}", b"[", b"]", b",", b":", b";", b"/", b"\\", b".", b"-", b"=", b"#", b"(", b")", b"*", b"|",
    b"0", b"9", b" ", b"\t", b"\n", b"\r", b"\r\n", b"\0", b"\x7f", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\xe2\x80\xae",
    b"\xed\xa0\x80", b"\xf0\x9f\x8d\x80", b"\x1f\x8b", b"**", b"e", b"1e9",
)  # fmt: skip
WHOLE = re.compile(rb"(?<![\d.])\d{1,9}(?![\d.])")
VALUE_KINDS = (WHOLE, WHOLE, re.compile(rb'(?<=[:=\[,] )"[^"\\]*"|(?<=[:=\[,])"[^"\\]*"'))
KINDS = (
    WHOLE,
    re.compile(rb'"(?:[^"\\]|\\.)*"'),
    re.compile(rb"[A-Za-z_][\w-]*"),
    re.compile(rb"[=<>!+*-]+| (?:and|or|not|in|if|else) |[][(){}]"),
)
Change = Callable[[random.Random, bytes], bytes]


def damaged(rng: random.Random, text: bytes) -> bytes:
    """Damage a text once, or a few times; more often than not so that it still can be read."""
    kind = rng.random()
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5)) if kind > 0.45 else rng.choice((1, 1, 2))):
        text = rng.choice(VALUES if kind < 0.45 else GENTLE if kind < 0.65 else CHANGES)(rng, text)
    return text


def value(rng: random.Random, text: bytes) -> bytes:
    """Put a number or a string where another one stands."""
    return exchanged(rng, text, VALUE_KINDS)


def exchanged(rng: random.Random, text: bytes, kinds: Sequence["re.Pattern[bytes]"] | None = None) -> bytes:
    """Put a number, a string, a name or an operator where another one of its kind stands."""
    pattern = rng.choice(kinds or KINDS)
    one, other = _found(rng, pattern, text), _found(rng, pattern, text)
    return text if one is None or other is None else text[: one.start()] + other[0] + text[one.end() :]


def near(rng: random.Random, text: bytes) -> bytes:
    """Make a number a little larger or smaller."""
    found = _found(rng, WHOLE, text)
    if found is None:
        return text
    return text[: found.start()] + b"%d" % max(0, int(found[0]) + rng.choice((-2, -1, 1, 2))) + text[found.end() :]


def _found(rng: random.Random, pattern: "re.Pattern[bytes]", text: bytes) -> "re.Match[bytes] | None":
    """Find what a pattern stands for, behind a drawn place or from the start."""
    return pattern.search(text, rng.randrange(len(text) + 1)) or pattern.search(text)


def _replaced(rng: random.Random, pattern: "re.Pattern[bytes]", text: bytes, others: Sequence[bytes]) -> bytes:
    found = _found(rng, pattern, text)
    if found is None:
        return text + rng.choice(others)
    if rng.random() < 0.5:  # something that stands elsewhere in the text fits better than what is made up
        other = _found(rng, pattern, text)
        return text[: found.start()] + (other[0] if other else b"") + text[found.end() :]
    return text[: found.start()] + rng.choice(others) + text[found.end() :]


def number(rng: random.Random, text: bytes) -> bytes:
    """Change a number."""
    return _replaced(rng, NUMBER, text, NUMBERS)


def word(rng: random.Random, text: bytes) -> bytes:
    """Change a word or a string."""
    return _replaced(rng, WORD, text, WORDS)


def sign(rng: random.Random, text: bytes) -> bytes:
    """Put a sign in, or in the place of another."""
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(SIGNS) + text[at + rng.randrange(2) :]


def cut(rng: random.Random, text: bytes) -> bytes:
    """Take a piece out, or the rest."""
    at = rng.randrange(len(text) + 1)
    return text[:at] + (b"" if rng.random() < 0.2 else text[at + rng.randint(1, 40) :])


def twice(rng: random.Random, text: bytes) -> bytes:
    """Say a piece twice."""
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[max(0, at - rng.randint(1, 60)) : at] + text[at:]


def lines(rng: random.Random, text: bytes) -> bytes:
    """Drop, double, move or exchange whole lines."""
    rows = text.splitlines(keepends=True)
    if len(rows) < 2:
        return twice(rng, text)
    one, other = rng.randrange(len(rows)), rng.randrange(len(rows))
    what = rng.randrange(4)
    if what == 0:
        del rows[one]
    elif what == 1:
        rows.insert(other, rows[one])
    elif what == 2:
        rows.insert(other, rows.pop(one))
    else:
        rows[one], rows[other] = rows[other], rows[one]
    return b"".join(rows)


def nested(rng: random.Random, text: bytes) -> bytes:
    """Nest deeply, at the end of a value or in place of one."""
    opening = rng.choice((b"[", b'{"a":', b"(", b"not ", b"-", b"[[", b"a."))
    at = rng.randrange(len(text) + 1)
    return text[:at] + opening * rng.choice((3, 70, 1200, 20_000)) + text[at:]


def ends(rng: random.Random, text: bytes) -> bytes:
    """Write other line ends, or a byte order mark."""
    what = rng.randrange(3)
    if what == 0:
        return text.replace(b"\n", b"\r\n")
    return b"\xef\xbb\xbf" + text if what == 1 else text.replace(b"\n", b"\r")


VALUES: tuple[Change, ...] = (value, value, value, near, near, lines)
GENTLE: tuple[Change, ...] = (exchanged, exchanged, exchanged, near, near, lines)
CHANGES: tuple[Change, ...] = (
    *(number,) * 5, *(word,) * 5, exchanged, near, *(sign,) * 3, *(cut,) * 2, *(lines,) * 4, twice, nested, ends,
)  # fmt: skip
