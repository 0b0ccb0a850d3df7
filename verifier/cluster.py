"""The same work over a Dask scheduler, and verdicts as Parquet.

Its packages are an optional extra. Logs must be readable under the same paths where the workers run.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, TypeVar, cast

from verifier.parallel import batches

Work = TypeVar("Work")
Result = TypeVar("Result")
Given = TypeVar("Given", covariant=True)
WAITING = 4  # batches in hand for each thread of the cluster
AGAIN = 2  # how often a batch is tried again when its worker is lost
WAIT = 10  # seconds for the scheduler to answer

VERDICT = ("path", "game", "verdict", "finished", "turns", "findings", "valid_lines")
VerdictRow = tuple[str, int | None, str, bool, int, int, int]


class _Answer(Protocol[Given]):
    """An answer that is still being worked on."""

    def result(self) -> Given: ...


class _Client(Protocol):
    """What is asked of a scheduler's client."""

    def nthreads(self) -> dict[str, int]: ...
    def submit(
        self, function: Callable[[list[Work]], Result], batch: list[Work], *, pure: bool, retries: int
    ) -> _Answer[Result]: ...
    def cancel(self, answers: Sequence[_Answer[Result]]) -> None: ...
    def close(self) -> None: ...


class NoCluster(Exception):
    """A scheduler that cannot be worked with: what is wrong, and what to do about it."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.help = help


def missing() -> str:
    """Name the packages of the extra that are not installed."""
    from importlib.util import find_spec

    return ", ".join(name for name in ("distributed", "pyarrow") if find_spec(name) is None)


def over_cluster(function: Callable[[list[Work]], Result], work: Iterable[Work], address: str) -> Iterator[Result]:
    """Give `function` of each batch of the work, in order; only some are in hand at any time. Raises NoCluster."""
    import distributed

    connect: Callable[..., object] = distributed.Client

    try:
        client = cast("_Client", connect(address, timeout=WAIT, set_as_default=False))
    except (OSError, ValueError, TimeoutError) as fault:
        raise NoCluster(f"no scheduler answers at {address}: {str(fault)[:200]}", "start `dask scheduler`") from None
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise NoCluster(f"the scheduler at {address} has no workers", "start `dask worker` for it")
        yield from _in_order(client, function, work, WAITING * threads)
    finally:
        client.close()


def _in_order(
    client: _Client, function: Callable[[list[Work]], Result], work: Iterable[Work], most: int
) -> Iterator[Result]:
    from concurrent.futures import CancelledError

    from distributed.scheduler import KilledWorker

    waiting: deque[_Answer[Result]] = deque()
    source = batches(work)
    try:
        while True:
            while len(waiting) < most and (batch := next(source, None)) is not None:
                waiting.append(client.submit(function, batch, pure=False, retries=AGAIN))
            if not waiting:
                return
            yield waiting.popleft().result()
    except (KilledWorker, CancelledError, OSError) as lost:
        raise NoCluster(f"the cluster was lost: {str(lost)[:200]}", "with --resume the report goes on") from None
    finally:
        client.cancel(list(waiting))


class Verdicts:
    """A folder of Parquet files with one row for each verdict; each file is whole or not there."""

    def __init__(self, folder: Path, parts: int) -> None:
        """Go on behind so many files; what else lies there is removed. Raises OSError."""
        self.folder, self.parts = folder, parts
        folder.mkdir(parents=True, exist_ok=True)
        kept = {self._name(part) for part in range(1, parts + 1)}
        for file in folder.glob("part-*.parquet*"):
            if file.name not in kept:
                file.unlink()

    @staticmethod
    def _name(part: int) -> str:
        return f"part-{part:06}.parquet"

    def write(self, rows: Sequence[VerdictRow]) -> None:
        """Write one more file."""
        if not rows:
            return
        import pyarrow as arrow
        import pyarrow.parquet as parquet

        types = (arrow.string(), arrow.int64(), arrow.string(), arrow.bool_(), *[arrow.int64()] * 3)
        schema = arrow.schema(list(zip(VERDICT, types, strict=True)))
        columns = [arrow.array(column, kind) for column, kind in zip(zip(*rows, strict=True), types, strict=True)]
        self.parts += 1
        target = self.folder / self._name(self.parts)
        half = target.with_name(target.name + ".half")
        parquet.write_table(arrow.Table.from_arrays(columns, schema=schema), half)
        half.replace(target)
