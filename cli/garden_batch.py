"""`cloverproof garden --batch`: many gardens, one JSON line each, in and out."""

import gzip
import sys
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, BinaryIO, cast

import msgspec
from msgspec import UNSET, Struct

from cli.garden_question import count_of_sets, highest, read_numbers, read_question
from cli.options import output, refuse
from cli.system_faults import reason
from models.gardens import Gardens
from models.reading import Malformed
from reports.garden_rows import GardenError, GardenLine, add_shares, garden_row
from verifier.parallel import batches, map_in_order
from verifier.whole_numbers import whole_numbers

LONGEST_LINE, MOST_SKIPPED = 1 << 16, 1 << 30


class Usual(Struct, frozen=True):
    """What holds for each line that does not say otherwise."""

    top: int | None
    sets: int | None
    gone: str | None
    pool: str | None
    shares: bool


Line = tuple[int, bytes]
_decode = msgspec.json.Decoder(GardenLine | str).decode


class _Answers(Struct, frozen=True):
    """Answer a part of a batch, perhaps in a process of its own."""

    gardens: Gardens
    usual: Usual

    def __call__(self, lines: list[Line]) -> tuple[bytes, int]:
        parts, worst = [], 0
        for number, line in lines:
            text, code = answer_line(self.gardens, number, line, self.usual)
            parts.append(text + b"\n")
            worst = max(worst, code)
        return b"".join(parts), worst


def answer_all(gardens: Gardens, path: str, usual: Usual, jobs: int) -> int:
    """Answer all lines of a file (`-`: standard input) in their order, and give the exit code."""
    from concurrent.futures import BrokenExecutor

    worst = 0
    try:
        with _opened(path) as file, output() as out:
            lines, answers = _lines(file), _Answers(gardens, usual)
            if jobs > 1:
                results = map_in_order(answers, lines, jobs)
            else:  # who types lines waits for each answer
                results = map(answers, ([line] for line in lines) if path == "-" else batches(lines))
            for text, code in results:
                out.write(text)
                out.flush()
                worst = max(worst, code)
    except OSError as error:
        refuse(f"cannot read {path}: {reason(error)}")
    except (EOFError, zlib.error) as error:
        refuse(f"cannot read {path}: {error}", "`gzip -t` tests a copy")
    except BrokenExecutor:
        refuse("a process was killed; the answers are not complete")
    return worst


def check_usual(gardens: Gardens, usual: Usual) -> None:
    """Check what holds for all lines, once. Raises Malformed."""
    top = highest(gardens, usual.top)
    count_of_sets(gardens, usual.sets)
    for name, given in (("gone", usual.gone), ("pool", usual.pool)):
        read_numbers(given or (), top, name)
    if usual.gone is not None and usual.pool is not None:
        raise Malformed("value", "pool", "a pool and clovers that are gone do not go together", "give one of them")


def _opened(path: str) -> AbstractContextManager[BinaryIO]:
    if path == "-":
        return nullcontext(sys.stdin.buffer)
    return cast("BinaryIO", gzip.open(path)) if path.lower().endswith(".gz") else open(path, "rb")


def _lines(file: BinaryIO) -> Iterator[Line]:
    """Give the lines that are not blank, with their numbers; of too long ones no more than shows that they are."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        whole, skipped = line, 0
        while len(whole) > LONGEST_LINE and not whole.endswith(b"\n"):
            whole = file.readline(LONGEST_LINE + 1)
            skipped += len(whole)
            if not whole:
                break
            if skipped > MOST_SKIPPED:  # such as a device without end
                refuse(f"line {number} goes on for more than {MOST_SKIPPED:,} bytes", "give one garden a line")
        text = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        if text.strip():
            yield number, text.rstrip(b"\r\n")


def answer_line(gardens: Gardens, number: int, line: bytes, usual: Usual) -> tuple[bytes, int]:
    """Answer one line; 1 with an answer about a garden that is not in order, 2 where there is none."""
    id: Any = UNSET
    try:
        read = _read(line)
        id = read.id
        pool, gone = read.pool, read.gone
        if pool is None and gone is None:
            pool, gone = usual.pool, usual.gone
        top = usual.top if read.top is None else read.top
        sets = usual.sets if read.sets is None else read.sets
        asked = read_question(gardens, read.garden, top, sets, gone, pool)
    except Malformed as wrong:
        return msgspec.json.encode(GardenError(number, wrong.message, wrong.help, id)), 2
    found = gardens.completability(asked.laid, asked.copies)
    row = garden_row(asked.laid, found, () if found.legal else gardens.breaches(asked.laid, asked.top))
    if usual.shares and found.legal:
        add_shares(row, asked.laid, gardens.shares(asked.laid, asked.copies))
    row.line, row.id = number, read.id
    return msgspec.json.encode(row), 0 if found.legal else 1


def _read(line: bytes) -> GardenLine:
    help = 'a line is a garden in quotes, or an object like {"garden":"3 5 . ./...","sets":2,"gone":[7]}'
    if len(line) > LONGEST_LINE:
        raise Malformed("value", "garden", f"the line is longer than {LONGEST_LINE} bytes", help)
    try:
        try:
            read = _decode(line)
        except msgspec.ValidationError:
            read = _decode(whole_numbers(line))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed("value", "garden", f"the line cannot be read: {error}", help) from None
    return GardenLine(read) if isinstance(read, str) else read
