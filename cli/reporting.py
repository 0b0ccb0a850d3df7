"""What `report` does once its arguments are read: judge in parts, and note what is done."""

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from cli.bar import Bar
from cli.options import is_terminal
from models.game import Reading
from reports.report.document import Options
from reports.rows import FindingRow, LogRow, finding_row, log_row
from reports.style import counted, readable
from verifier.cluster import NoCluster, VerdictRow, Verdicts, over_cluster
from verifier.evidence.gather import gather_log, unread
from verifier.evidence.tally import Evidence, restored, stored
from verifier.find import Found, find
from verifier.journal import Journal, Record, Unfit
from verifier.judge import Finding, Verdict
from verifier.logs import judge_log
from verifier.parallel import in_order
from verifier.source import Limits, Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from verifier.mapping import Mapping

LOGS, SECONDS = 256, 2.0  # after so many logs or so long the journal is written
SPILL = 1 << 20  # bytes of rows that one process keeps in memory
JOURNAL, ROWS = "report.journal", "report.jsonl"
Work = tuple[Found, bytes]


class Order(Struct, frozen=True):
    """What is to be done with each log, the same in every process."""

    options: Options
    reading: Reading
    limits: Limits
    mapping: "Mapping | None" = None
    rows: bool = False
    verdicts: bool = False
    spills: str = ""

    def judged(self, path: str, by: Callable[..., Iterator[Finding | Verdict]]) -> Iterator[Finding | Verdict]:
        """Judge a log by another function."""
        options = self.options
        return judge_log(
            path,
            self.limits,
            self.reading,
            strict=options.strict,
            dialect=options.dialect,
            mapping=self.mapping,
            by=by,
        )


class Part(Struct):
    """What one process gives back of a batch: small, but for the rows, which may be left in a file."""

    keys: list[bytes]
    evidence: bytes
    logs: int
    rows: bytes = b""
    spilled: str = ""
    verdicts: list[VerdictRow] = []


class Batch(Struct, frozen=True):
    """Judge a batch of logs, in whatever process."""

    order: Order

    def __call__(self, work: list[Work]) -> Part:
        evidence, order = Evidence(), self.order
        part = Part([key for _, key in work], b"", len(work))
        texts, size, spill = [], 0, None
        for found, _ in work:
            for result in _results(found, order, evidence):
                if order.verdicts and isinstance(result, Verdict):
                    part.verdicts.append(_verdict(result))
                if not order.rows:
                    continue
                row = finding_row(result) if isinstance(result, Finding) else log_row(result)
                texts.append(msgspec.json.encode(row) + b"\n")
                size += len(texts[-1])
                if size > SPILL and order.spills:
                    spill = spill or _spill(order.spills, part)
                    spill.write(b"".join(texts))
                    texts, size = [], 0
        if spill is not None:
            spill.close()
        part.rows, part.evidence = b"".join(texts), stored(evidence)
        return part


def _results(found: Found, order: Order, evidence: Evidence) -> Iterator[Finding | Verdict]:
    if isinstance(found, tuple):
        return unread(*found, evidence)
    options = order.options
    return gather_log(
        found,
        order.limits,
        order.reading,
        evidence,
        strict=options.strict,
        dialect=options.dialect,
        mapping=order.mapping,
    )


def _spill(folder: str, part: Part) -> Any:
    import tempfile

    spill = tempfile.NamedTemporaryFile(dir=folder, delete=False)  # noqa: SIM115
    part.spilled = spill.name
    return spill


def _verdict(verdict: Verdict) -> VerdictRow:
    return (
        readable(verdict.path),
        verdict.game,
        verdict.outcome,
        verdict.finished,
        verdict.turns,
        verdict.findings,
        verdict.valid_lines,
    )


class Store:
    """The folder of a report while it grows: what was seen so far, and what of it is on the disk for good."""

    def __init__(self, folder: Path, order: Order, *, resume: bool) -> None:
        """Open it, and go on where it was if that is wanted. Raises Unfit, OSError."""
        self.folder, self.order = folder, order
        self.evidence = Evidence()
        self.done: dict[bytes, bytes] = {}
        folder.mkdir(parents=True, exist_ok=True)
        self.journal = Journal(folder / JOURNAL, _fingerprint(order), resume=resume)
        sizes: dict[str, int] = {}
        try:
            for record in self.journal.done():
                self.done.update((key[:16], key[16:]) for key in record.keys)
                self.evidence.join(restored(record.result))
                sizes = record.sizes
        except msgspec.MsgspecError:
            self.journal.close()
            help = "begin the report anew, without --resume"
            raise Unfit("the journal was written by another version", help) from None
        self.before = len(self.done)
        self.rows = (folder / ROWS).open("r+b" if sizes.get("rows") else "w+b") if order.rows else None
        if self.rows is not None:
            self.rows.truncate(sizes.get("rows", 0))
            self.rows.seek(0, os.SEEK_END)
        self.verdicts = Verdicts(folder / "verdicts", sizes.get("verdicts", 0)) if order.verdicts else None
        self._clear()

    def _clear(self) -> None:
        self.waiting, self.keys, self.told = Evidence(), [], []
        self.logs, self.since = 0, time.monotonic()

    keys: list[bytes]
    told: list[VerdictRow]

    def add(self, part: Part) -> None:
        """Take what a process gives back; now and then it is written for good."""
        self.waiting.join(restored(part.evidence))
        self.keys += [key for key in part.keys if key]
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
        self.journal.append(Record(self.keys, stored(self.waiting), sizes))
        self._clear()

    def read_rows(self) -> Iterator[FindingRow | LogRow]:
        """Read the findings and verdicts that were written."""
        decode = msgspec.json.Decoder(FindingRow | LogRow).decode
        assert self.rows is not None
        self.rows.flush()
        end = self.rows.tell()
        with (self.folder / ROWS).open("rb") as file:
            while file.tell() < end:
                yield decode(file.readline())

    def close(self) -> None:
        """Close all files."""
        self.journal.close()
        if self.rows is not None:
            self.rows.close()


def _fingerprint(order: Order) -> bytes:
    told = msgspec.to_builtins((order.options, order.limits, order.rows, order.verdicts))
    mapping = "" if order.mapping is None else repr(order.mapping)
    return msgspec.json.encode([told, hashlib.blake2b(mapping.encode(), digest_size=16).hexdigest()])


def _key(path: str) -> bytes:
    """Give what tells a log from others, and from itself before it was changed; nothing where it cannot be told."""
    if path == "-":
        return b""
    try:
        facts = os.stat(path)
    except (OSError, ValueError):
        return b""
    name = hashlib.blake2b(os.fsencode(os.path.abspath(path)), digest_size=16).digest()
    state = f"{facts.st_size} {facts.st_mtime_ns}".encode()
    return name + hashlib.blake2b(state, digest_size=8).digest()


class _Waiting:
    """The logs that are still to be judged; each of them once."""

    def __init__(self, found: Iterable[Found], store: Store) -> None:
        self.found, self.done = found, store.done
        self.seen: set[bytes] = set()
        self.twice = self.skipped = 0

    def __iter__(self) -> Iterator[Work]:
        for each in self.found:
            if isinstance(each, tuple):
                yield each, b""
                continue
            key = _key(each)
            if key and key[:16] in self.seen:
                self.twice += 1
                continue
            if key:
                self.seen.add(key[:16])
            known = self.done.get(key[:16]) if key else None
            if known is None:
                yield each, key
            elif known == key[16:]:
                self.skipped += 1
            else:
                raise Unfit(f"{readable(each)[:200]} was changed since", "begin the report anew, without --resume")


def judge_all(
    paths: list[str], folder: Path, order: Order, jobs: int, scheduler: str | None, bar: Bar, *, resume: bool
) -> Store:
    """Judge all logs and give what they show. Raises Unfit, NoCluster, OSError."""
    import tempfile

    store = Store(folder, order, resume=resume)
    endings = _endings(order.options.dialect)
    waiting = _Waiting(find(paths, endings) if endings else find(paths), store)
    bar.step(store.before)
    local = "-" in paths  # standard input belongs to this process
    if local and scheduler is not None:
        raise NoCluster("standard input cannot be judged by a cluster", "name files")
    try:
        with tempfile.TemporaryDirectory(prefix="cloverproof-") as spills:
            batch = Batch(msgspec.structs.replace(order, spills="" if scheduler else spills))
            if scheduler is not None:
                parts = over_cluster(batch, waiting, scheduler)
            elif local or jobs == 1:
                parts = (batch([work]) for work in waiting)
            else:
                parts = in_order(batch, waiting, jobs, _lost(batch))
            for part in parts:
                store.add(part)
                bar.step(part.logs)
        store.save()
    except BaseException:
        store.close()
        raise
    _tell(store, waiting)
    return store


def _endings(dialect: str | None) -> tuple[str, ...]:
    if dialect is None:
        return ()
    from verifier.foreign import dialect_named

    return dialect_named(dialect).endings


def _tell(store: Store, waiting: _Waiting) -> None:
    if waiting.skipped:
        print(f"resumed: {counted(waiting.skipped, 'log')} had been judged before", file=sys.stderr)
    if store.before > waiting.skipped:
        gone = counted(store.before - waiting.skipped, "log")
        print(f"note: {gone} judged before, no longer among the paths; still counted", file=sys.stderr)
    if waiting.twice:
        print(f"note: {counted(waiting.twice, 'log')} named twice, judged once", file=sys.stderr)


def _lost(batch: Batch) -> Callable[[list[Work]], Part]:
    """Report logs whose process was killed, twice, while it judged them."""
    stop = Unreadable(
        "LOG001", "the process that judged this log, or one beside it, was killed", "judge it alone: --jobs 1"
    )

    def report(work: list[Work]) -> Part:
        return batch([(found if isinstance(found, tuple) else (found, stop), key) for found, key in work])

    return report


def total(paths: list[str], dialect: str | None, wanted: bool | None) -> int | None:
    """Count the logs for a progress bar, None where there is to be none."""
    if wanted is False or (wanted is None and not is_terminal(sys.stderr)) or "-" in paths:
        return None
    endings = _endings(dialect)
    return sum(1 for _ in (find(paths, endings) if endings else find(paths)))
