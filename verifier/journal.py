"""A journal of work done: what was killed half way goes on where it was, and nothing is counted twice.

A file of records that are only ever appended, each with its length and checksum. A record that was not written in full
is cut off when the journal is opened again.
"""

import errno
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from verifier.parallel import keep_from_workers

HEAD = b"cloverproof-journal/1\n"
LENGTH, CHECK = 8, 16


class Unfit(Exception):
    """A journal that cannot be gone on with: what is wrong, and what to do about it."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.help = help


class JournalEntry(Struct):
    """Some work that is done: the keys of its items, the result, and how long other files were then."""

    keys: list[bytes]
    result: bytes
    sizes: dict[str, int]


_encode, _decode = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(JournalEntry).decode


def checksum(content: bytes) -> bytes:
    """Give the checksum of a record."""
    return hashlib.blake2b(content, digest_size=CHECK).digest()


class Journal:
    """An open journal; `order` says what was to be done, and a journal of another order is not gone on with.

    While it is open no other process can open it.
    """

    def __init__(self, path: Path, order: bytes, *, resume: bool) -> None:
        """Open a journal, a new one unless it is to be resumed. Raises Unfit, OSError."""
        self.records: list[tuple[int, int]] = []
        self.path = path
        self.file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b", buffering=0)
        keep_from_workers(self.file)
        try:
            self._lock()
            if self._is_begun() and resume:
                self._read(order)
            else:
                self.file.seek(0)
                self.file.truncate()
                self.file.write(HEAD)
                self._append(order)
        except BaseException:
            self.file.close()
            raise

    def _lock(self) -> None:
        """Keep others out, where the system and the disk can do that; the lock goes with the process."""
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.lockf(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            if fault.errno in (errno.EACCES, errno.EAGAIN):
                raise Unfit(f"{self.path} is in use: another report is being written there", "wait for it") from None

    def _is_begun(self) -> bool:
        """Tell whether the file holds more than the beginning of a journal that was killed at once."""
        head = self.file.read(len(HEAD))
        if not HEAD.startswith(head):
            raise Unfit(f"{self.path} is no journal of a report", "choose another folder, or remove the file")
        return len(head) == len(HEAD) and self._next() is not None

    def close(self) -> None:
        """Close the file."""
        self.file.close()

    def _read(self, order: bytes) -> None:
        self.file.seek(len(HEAD))
        if self._next() != order:
            help = "ask for the same report as then, or leave out --resume to begin anew"
            raise Unfit(f"{self.path} belongs to another report, or to another version", help)
        at = self.file.tell()
        while (content := self._next()) is not None:
            self.records.append((at, len(content)))
            at = self.file.tell()
        self.file.seek(at)
        self.file.truncate()

    def _next(self) -> bytes | None:
        head = self.file.read(LENGTH + CHECK)
        if len(head) < LENGTH + CHECK:
            return None
        length = int.from_bytes(head[:LENGTH])
        if length > os.fstat(self.file.fileno()).st_size:
            return None
        content = self.file.read(length)
        return content if len(content) == length and checksum(content) == head[LENGTH:] else None

    def done(self) -> Iterator[JournalEntry]:
        """Give what was done before. Raises msgspec.MsgspecError where another version wrote it."""
        for at, length in self.records:
            self.file.seek(at + LENGTH + CHECK)
            yield _decode(self.file.read(length))
        self.file.seek(0, os.SEEK_END)

    def append(self, record: JournalEntry) -> None:
        """Write a record so that it outlives a crash."""
        self._append(_encode(record))

    def _append(self, content: bytes) -> None:
        left = memoryview(len(content).to_bytes(LENGTH) + checksum(content) + content)
        while left:  # usually once, so that a record is there or not
            left = left[self.file.write(left) :]
        os.fsync(self.file.fileno())
