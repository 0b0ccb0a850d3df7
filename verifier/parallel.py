"""The same work on many logs, in several processes, with results in the order of the logs."""

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Work = TypeVar("Work")
Result = TypeVar("Result")
BATCH = 16
WAITING = 4  # batches in hand per process


def in_order(function: Callable[[list[Work]], Result], work: Iterable[Work], jobs: int) -> Iterator[Result]:
    """Give `function` of each batch of the work, in order; only a few batches are in hand at any time.

    Raises concurrent.futures.BrokenExecutor if a process is killed.
    """
    from concurrent.futures import Future, ProcessPoolExecutor

    waiting: deque[Future[Result]] = deque()
    pool = ProcessPoolExecutor(jobs, initializer=_ignore_interrupts)
    try:
        for batch in batches(work):
            waiting.append(pool.submit(function, batch))
            if len(waiting) >= WAITING * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def batches(work: Iterable[Work]) -> Iterator[list[Work]]:
    """Cut the work into small batches."""
    batch: list[Work] = []
    for item in work:
        batch.append(item)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that waits for the results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
