"""Give logs as blocks of whole lines, in bounded memory."""

import os
import stat
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import chain

from msgspec import Struct

CHUNK = 1 << 17  # bytes read at once
FIRST = 1 << 15  # bytes read first: most logs are shorter, and little memory is quickly had
GZIP = b"\x1f\x8b"
UTF16 = (b"\xff\xfe", b"\xfe\xff")
READING = os.O_RDONLY | getattr(os, "O_BINARY", 0)


class SourceLimits(Struct, frozen=True):
    """Say how much is read before a log counts as wrong."""

    line: int = 1 << 20  # bytes of the longest line read, without its end
    unpacked: int = 1 << 30  # bytes unpacked from one compressed file
    document: int = 1 << 24  # bytes of a record that has to be read as a whole


class Unreadable(Exception):
    """A place where reading a log must stop; the column counts bytes from 1."""

    def __init__(self, code: str, message: str, help: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(code, message, help, line, column)
        self.code, self.message, self.help, self.line, self.column = code, message, help, line, column

    def __str__(self) -> str:
        return self.message


def blocks_of_lines(path: str, limits: SourceLimits) -> Iterator[list[bytes]]:
    """Give successive lists of whole lines of a log, without their line ends; "-" is standard input."""
    with closing(texts(path, limits)) as chunks:
        yield from split(chunks, limits.line)


def texts(path: str, limits: SourceLimits) -> Generator[bytes, None, None]:
    """Give the contents of a log, unpacked, as they are read; "-" is standard input."""
    if path == "-":
        yield from _text(_stdin(), limits)
        return
    log = _open(path)
    try:
        yield from _text(partial(os.read, log), limits)
    finally:
        os.close(log)


def follow_file(
    path: str, limits: SourceLimits, *, poll: float = 0.2, stop: Callable[[], bool] = lambda: False
) -> Iterator[list[bytes]]:
    """Give the whole lines of a log as they are written, and an empty list before each wait.

    A pipe or a device, as standard input, is read to its end. `poll` is in seconds.
    """
    if path == "-":
        yield from split(_arriving(_stdin(), limits), limits.line)
        return
    if path.lower().endswith(".gz"):
        raise _compressed()
    log = _open(path)
    try:
        regular = stat.S_ISREG(os.fstat(log).st_mode)
        text = _growing(path, log, poll, stop) if regular else _arriving(partial(os.read, log), limits)
        yield from split(text, limits.line)
    finally:
        os.close(log)


def split(chunks: Iterable[bytes], limit: int) -> Iterator[list[bytes]]:
    """Give the lines that each chunk completes; an empty chunk gives an empty list.

    The longest loop of reading, so one function: only C code touches each byte, and only the first line of a
    chunk, which may have begun in an earlier one, is looked at by itself.
    """
    held, done = bytearray(), 0  # the line begun, the number of lines given
    for chunk in chunks:
        nul = chunk.find(0)
        text = chunk if nul < 0 else chunk[:nul]
        lines = text.split(b"\n")
        rest = lines.pop()
        if lines:
            if held:
                lines[0] = b"".join((held, lines[0]))
                held.clear()
            if b"\r" in text or lines[0].endswith(b"\r"):
                lines = [line.removesuffix(b"\r") for line in lines]
            if len(text) > limit or len(lines[0]) > limit:
                yield from _up_to_a_long_one(lines, limit, done)
            if not (text.isascii() and lines[0].isascii()):
                yield from _up_to_no_text(lines, done)
            done += len(lines)
        if lines or not chunk:
            yield lines
        if rest:
            if len(held) + len(rest) > limit + 1:  # one more than a line may have: it may be its carriage return
                raise _too_long(limit, done + 1)
            held += rest
        if nul >= 0:
            raise _not_text(bytes(held), done + 1)
    if held:
        last = [bytes(held).removesuffix(b"\r")]
        yield from _up_to_a_long_one(last, limit, done)
        yield from _up_to_no_text(last, done)
        yield last


def with_line_ends(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Give chunks as they are; of a text whose lines end in carriage returns alone with the usual ends."""
    rest = iter(chunks)
    for chunk in rest:
        if b"\n" not in chunk and 0 <= chunk.find(b"\r") < len(chunk) - 1:
            yield chunk.replace(b"\r", b"\n")
            yield from (each.replace(b"\r", b"\n") for each in rest)
            return
        yield chunk
        if chunk:
            del chunk
            break
    yield from rest


def unpack(chunks: Iterable[bytes], limit: int) -> Iterator[bytes]:
    """Give the contents of a gzip file of one or more members."""
    import zlib

    member, total = zlib.decompressobj(wbits=31), 0
    for chunk in chunks:
        packed = chunk
        while packed:
            if member.eof:
                packed = packed.lstrip(b"\0")  # padding may follow a member
                if not packed:
                    break
                member = zlib.decompressobj(wbits=31)
            try:
                text = member.decompress(packed, min(CHUNK, limit - total + 1))
            except zlib.error as fault:
                raise _damaged(str(fault).partition(": ")[2] or str(fault)) from None
            packed = member.unused_data if member.eof else member.unconsumed_tail
            total += len(text)
            if text:
                yield text
            if total > limit:
                message = f"the compressed log unpacks to more than {limit} bytes (--max-unpacked)"
                raise Unreadable("LOG006", message, "if the log is meant to be so long, raise --max-unpacked")
    if not member.eof:
        raise _damaged("it ends too early")


def _up_to_a_long_one(lines: list[bytes], limit: int, done: int) -> Iterator[list[bytes]]:
    for place, line in enumerate(lines):
        if len(line) > limit:
            if place:
                yield lines[:place]
            raise _too_long(limit, done + place + 1)


def _up_to_no_text(lines: list[bytes], done: int) -> Iterator[list[bytes]]:
    for place, line in enumerate(lines):
        try:
            line.decode()
        except UnicodeDecodeError as fault:
            if place:
                yield lines[:place]
            message = "the log is not UTF-8 text: a byte here is part of no character"
            raise Unreadable("LOG003", message, "write the log in UTF-8", done + place + 1, fault.start + 1) from None


def failed(fault: OSError | ValueError) -> Unreadable:
    """Say why the operating system could not read a log."""
    reason = getattr(fault, "strerror", None) or str(fault)
    if isinstance(fault, FileNotFoundError):
        remedy = "check the name; a folder or a pattern like 'logs/**/*.jsonl' stands for the logs in it"
    elif isinstance(fault, PermissionError):
        remedy = "get permission to read it"
    else:
        remedy = "give the path of a file or folder that can be read, or - for standard input"
    return Unreadable("LOG001", f"cannot read the log: {reason}", remedy)


def _compressed() -> Unreadable:
    return Unreadable("LOG001", "cannot follow a compressed log", "follow the log before it is compressed")


def _damaged(what: str) -> Unreadable:
    return Unreadable("LOG006", f"the compressed log is damaged: {what}", "copy the log again; `gzip -t` tests a copy")


def _too_long(limit: int, line: int) -> Unreadable:
    message = f"the line is longer than {limit} bytes (--max-line)"
    return Unreadable("LOG005", message, "write one event on each line, or raise --max-line", line)


def _not_text(before: bytes, line: int) -> Unreadable:
    if line == 1 and before.startswith(UTF16):
        message, remedy = "the log is UTF-16, not UTF-8", "convert it: iconv -f UTF-16 -t UTF-8"
    else:
        message, remedy = "the log is not text: it has a NUL byte", "give a log in UTF-8, plain or compressed by gzip"
    return Unreadable("LOG003", message, remedy, line, len(before) + 1)


def _open(path: str) -> int:
    try:
        return os.open(path, READING)
    except (OSError, ValueError) as fault:
        raise failed(fault) from None


def _stdin() -> Callable[[int], bytes]:
    """Read the descriptor itself where there is one, so that lines come at once."""
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        raise Unreadable("LOG001", "cannot read standard input: it is closed", "give the log as a file")
    try:
        return partial(os.read, stream.fileno())
    except (OSError, ValueError):
        return partial(stream.read)


def _chunks(read: Callable[[int], bytes]) -> Iterator[bytes]:
    try:
        chunk = read(FIRST)
        while chunk:
            yield chunk
            chunk = read(CHUNK)
    except (OSError, ValueError) as fault:
        raise failed(fault) from None


def _text(read: Callable[[int], bytes], limits: SourceLimits) -> Iterator[bytes]:
    chunks = _chunks(read)
    head = next(chunks, b"")
    if head == GZIP[:1]:  # a pipe may give one byte
        head += next(chunks, b"")
    if head.startswith(GZIP):
        yield from unpack(chain((head,), chunks), limits.unpacked)
    elif head:
        yield head
        yield from chunks


def _arriving(read: Callable[[int], bytes], limits: SourceLimits) -> Iterator[bytes]:
    yield b""
    for chunk in _text(read, limits):
        yield chunk
        yield b""


def _growing(path: str, log: int, poll: float, stop: Callable[[], bool]) -> Iterator[bytes]:
    import time

    seen = 0
    while True:
        fault, ending = _changed(path, log, seen), stop()  # asked first, so that what came before them is read
        for chunk in _chunks(partial(os.read, log)):
            if not seen and chunk.startswith(GZIP):
                raise _compressed()
            seen += len(chunk)
            yield chunk
        if fault:
            raise fault
        if ending:
            return
        yield b""
        time.sleep(poll)


def _changed(path: str, log: int, seen: int) -> Unreadable | None:
    """Say what happened to a followed log other than growing."""
    try:
        opened, named = os.fstat(log), os.stat(path)
    except FileNotFoundError:
        what = "vanished"
    except OSError as fault:
        return failed(fault)
    else:
        if opened.st_size < seen:
            what = "became shorter"
        elif not os.path.samestat(opened, named):
            what = "was replaced by another file"
        else:
            return None
    return Unreadable("LOG001", f"the log {what} while it was followed", "follow the log again from its start")
