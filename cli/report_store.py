"""The folder of a report while it grows: what was judged so far, and what of it is on the disk for good."""

import hashlib
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from cli import __version__
from cli.folders import missing, remove_folders
from cli.report_part import BatchResult, ReportRequest
from reports.rows import FindingRow, LogRow, NoteRow
from reports.style import readable
from verifier.cluster import VerdictRow, Verdicts
from verifier.evidence.totals import EvidenceTotals, restored, stored
from verifier.journal import Journal, JournalEntry, Unfit
from verifier.parallel import keep_from_workers

LOGS, SECONDS = 256, 2.0  # after so many logs or so long the journal is written
JOURNAL, ROWS, CUTS, VERDICTS = "report.journal", "report.jsonl", "minimized", "verdicts"
CUT = re.compile(r"[A-Z]+\d+-[a-z-]+\.jsonl")  # the name of a minimized log
WRITTEN = b'{"type":"'  # how the lines of a report begin, and no log does
BEGIN_ANEW = "begin the report anew, without --resume"


class Store:
    """The folder of a report while it grows: what was seen so far, and what of it is on the disk for good."""

    def __init__(self, folder: Path, order: ReportRequest, *, resume: bool) -> None:
        """Open it, and go on where it was if that is wanted. Raises Unfit, OSError."""
        self.folder, self.order = folder, order
        self.evidence = EvidenceTotals()
        self.done: dict[bytes, bytes] = {}
        parts = (folder / VERDICTS, folder / ROWS, folder / JOURNAL)
        self.made = [path for path in parts if not path.exists()] + missing(folder)
        folder.mkdir(parents=True, exist_ok=True)
        if order.rows:
            _no_log(folder / ROWS)
        self.journal = Journal(folder / JOURNAL, _fingerprint(order), resume=resume)
        try:
            sizes = self._restored()
            self.before = len(self.done)
            self.rows = _rows(folder / ROWS, sizes.get("rows", 0)) if order.rows else None
            if self.rows is not None:
                keep_from_workers(self.rows)
            self.verdicts = Verdicts(folder / VERDICTS, sizes.get("verdicts", 0)) if order.verdicts else None
        except msgspec.MsgspecError:
            self.journal.close()
            raise Unfit("the journal was written by another version", BEGIN_ANEW) from None
        except BaseException:
            self.journal.close()
            raise
        self._clear()

    def _restored(self) -> dict[str, int]:
        """Read what was judged before, and give how long the other files were then."""
        sizes: dict[str, int] = {}
        for record in self.journal.done():
            self.done.update((key[:16], key[16:]) for key in record.keys)
            self.evidence.join(restored(record.result))
            sizes = record.sizes
        return sizes

    def _clear(self) -> None:
        self.waiting, self.keys, self.told = EvidenceTotals(), [], []
        self.logs, self.since = 0, time.monotonic()

    keys: list[bytes]
    told: list[VerdictRow]

    def add(self, part: BatchResult) -> None:
        """Take what a process gives back; now and then it is written for good."""
        self.waiting.join(restored(part.evidence))
        self.keys += part.keys
        self.told += part.verdicts
        self.logs += part.logs
        if self.rows is not None:
            if part.spilled:
                import shutil

                with open(part.spilled, "rb") as file:
                    shutil.copyfileobj(file, self.rows)
                os.unlink(part.spilled)
            self.rows.write(part.rows)
        if self.logs >= LOGS or time.monotonic() - self.since > SECONDS:
            self.save()

    def save(self) -> None:
        """Write for good what was taken."""
        if not self.logs:
            return
        sizes = {}
        if self.rows is not None:
            self.rows.flush()
            os.fsync(self.rows.fileno())
            sizes["rows"] = self.rows.tell()
        if self.verdicts is not None:
            self.verdicts.write(self.told)
            sizes["verdicts"] = self.verdicts.parts
        self.evidence.join(self.waiting)
        self.journal.append(JournalEntry(self.keys, stored(self.waiting), sizes))
        self._clear()

    def read_rows(self) -> Iterator[FindingRow | LogRow]:
        """Read the findings and verdicts that were written."""
        decode = msgspec.json.Decoder(FindingRow | LogRow | NoteRow).decode
        assert self.rows is not None
        self.rows.flush()
        end = self.rows.tell()
        with (self.folder / ROWS).open("rb") as file:
            while file.tell() < end:
                row = decode(file.readline())
                if not isinstance(row, NoteRow):
                    yield row

    def close(self) -> None:
        """Close all files."""
        self.journal.close()
        if self.rows is not None:
            self.rows.close()

    def give_up(self) -> None:
        """Close all files; where nothing was judged, take away those that were made for it, and their folders."""
        self.close()
        if not self.done and not self.evidence.tally.logs:
            for path in self.made:
                if path.is_file():
                    path.unlink()
            remove_folders(self.made)


def _no_log(path: Path) -> None:
    """Refuse to write over what no report wrote. Raises Unfit, OSError."""
    try:
        with path.open("rb") as file:
            head = file.read(len(WRITTEN))
    except FileNotFoundError:
        return
    if not WRITTEN.startswith(head):
        raise Unfit(f"{readable(str(path))} would be overwritten, and no report wrote it", "choose another folder")


def _rows(path: Path, size: int) -> BinaryIO:
    """Open the rows and cut them to what they were when the journal was written. Raises Unfit, OSError."""
    if size and (not path.exists() or path.stat().st_size < size):
        raise Unfit(f"{readable(str(path))} is not what it was when the report was stopped", BEGIN_ANEW)
    rows = path.open("r+b" if size else "w+b")
    rows.truncate(size)
    rows.seek(0, os.SEEK_END)
    return rows


def _fingerprint(order: ReportRequest) -> bytes:
    """Give what a report hangs on besides its logs: what was asked for, and the version that judges."""
    told = msgspec.to_builtins((__version__, order.options, order.limits, order.rows, order.verdicts))
    files = msgspec.json.encode((order.mapping, order.reading), order="deterministic", enc_hook=repr)
    return msgspec.json.encode([told, hashlib.blake2b(files, digest_size=16).hexdigest()])
