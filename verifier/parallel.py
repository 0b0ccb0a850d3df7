"""The same work on many logs, in several processes, with results in the order of the logs."""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import IO, TypeVar
from weakref import WeakSet

Work = TypeVar("Work")
Result = TypeVar("Result")
BATCH = 16
WAITING = 4  # batches in hand per process
LOOK = 0.1  # seconds between two looks whether the program is to stop
STOPPING = (signal.SIGINT, signal.SIGTERM)
KEPT: "WeakSet[IO[bytes]]" = WeakSet()


def processes(wanted: int) -> int:
    """Give the number of processes to start: no more than there are processors."""
    return max(1, min(wanted, os.cpu_count() or 1))


def keep_from_workers(file: IO[bytes]) -> None:
    """Let the processes that are started from now on hold nothing of a file that is open here."""
    KEPT.add(file)


def map_in_order(
    function: Callable[[list[Work]], Result],
    work: Iterable[Work],
    jobs: int,
    lost: Callable[[list[Work]], Result] | None = None,
    size: int = BATCH,
) -> Iterator[Result]:
    """Give `function` of each batch of the work, in order; only a few batches of a size are in hand at any time.

    If a process is killed, what was in hand is done again; a batch that loses its process twice gives `lost` of it, or
    raises concurrent.futures.BrokenExecutor. However the work ends, no process is left behind: Ctrl-C and SIGTERM are
    heard between two looks at the results (then raised as KeyboardInterrupt and SystemExit), never inside the pool, and
    where this process is killed the others end by themselves.
    """
    from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor

    heard: list[int] = []
    before = {number: signal.signal(number, lambda got, _: heard.append(got)) for number in STOPPING}
    jobs = processes(jobs)
    pool = ProcessPoolExecutor(jobs, initializer=_begin_worker)
    waiting: deque[tuple[list[Work], Future[Result]]] = deque()
    source, done, again = batches(work, size), False, False
    try:
        while waiting or not done:
            while not done and len(waiting) < WAITING * jobs:
                batch = next(source, None)
                if batch is None:
                    done = True
                else:
                    waiting.append((batch, _submitted(pool, function, batch)))
            if not waiting:
                break
            batch, future = waiting[0]
            try:
                result = _result(future, heard)
            except BrokenExecutor:
                pool.shutdown(wait=True)
                pool = ProcessPoolExecutor(jobs, initializer=_begin_worker)
                if again and lost is None:
                    raise
                if again and lost is not None:
                    waiting.popleft()
                    yield lost(batch)
                again = not again
                waiting = deque((batch, _submitted(pool, function, batch)) for batch, _ in waiting)
                continue
            again = False
            waiting.popleft()
            yield result
    except BaseException:
        _end(multiprocessing.active_children())
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        for number, handler in before.items():
            signal.signal(number, handler)


def _result(future: "Future[Result]", heard: list[int]) -> Result:
    """Wait for a result, unless the program is to stop."""
    while True:
        if signal.SIGINT in heard:
            raise KeyboardInterrupt
        if heard:
            sys.exit(128 + heard[0])
        try:
            return future.result(LOOK)
        except TimeoutError:
            if future.done():
                raise


def _submitted(
    pool: "ProcessPoolExecutor", function: Callable[[list[Work]], Result], batch: list[Work]
) -> "Future[Result]":
    """Hand in a batch; a pool that broke meanwhile tells it by the batch."""
    from concurrent.futures import BrokenExecutor, Future

    try:
        with _signals_held():
            return pool.submit(function, batch)
    except BrokenExecutor as broken:
        future: Future[Result] = Future()
        future.set_exception(broken)
        return future


@contextmanager
def _signals_held() -> Iterator[None]:
    """Let a process that is started meanwhile hear signals only when it has been told what to do with them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def batches(work: Iterable[Work], size: int = BATCH) -> Iterator[list[Work]]:
    """Cut the work into small batches."""
    batch: list[Work] = []
    for item in work:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def _end(children: "Iterable[multiprocessing.process.BaseProcess]") -> None:
    for child in children:
        child.terminate()


def _begin_worker() -> None:
    """Leave Ctrl-C to the process that waits for the results, end when it ends, and hold none of its files."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
    nothing = os.open(os.devnull, os.O_RDWR)
    for held in (0, 1, *(file.fileno() for file in KEPT if not file.closed)):
        os.dup2(nothing, held)
    os.close(nothing)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process at once when the one that began it has ended."""
    from multiprocessing.connection import wait

    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
