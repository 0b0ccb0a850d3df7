"""`cloverproof report` once its arguments are read: judge in parts, and note what is done."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from cli.progress_bar import Bar
from cli.report_logs import Others, Waiting, found_in
from cli.report_part import Batch, BatchResult, ReportRequest, Work
from cli.report_store import Store
from cli.terminal import is_terminal
from reports.style import count_of
from verifier.cluster import NoCluster, over_cluster
from verifier.journal import Unfit
from verifier.parallel import batches, map_in_order
from verifier.source import Unreadable


def judge_all(
    paths: list[str], folder: Path, order: ReportRequest, jobs: int, scheduler: str | None, bar: Bar, *, resume: bool
) -> Store:
    """Judge all logs and give what they show. Raises Unfit, NoCluster, OSError."""
    local = "-" in paths  # standard input belongs to this process
    if local and scheduler is not None:
        raise NoCluster("standard input cannot be judged by a cluster", "name files")
    if local and resume:
        raise Unfit("standard input cannot be gone on with: what was read of it is gone", "leave out --resume")
    others = Others(paths, folder)
    store = Store(folder, order, resume=resume)
    waiting = Waiting(found_in(paths, order.options.dialect, order.mapping), others, store.done)
    bar.step(store.before)
    try:
        with tempfile.TemporaryDirectory(prefix="cloverproof-") as spills:
            batch = Batch(msgspec.structs.replace(order, spills="" if scheduler else spills))
            if scheduler is not None:
                parts = over_cluster(batch, waiting, scheduler)
            elif local or jobs == 1:
                parts = map(batch, batches(waiting))
            else:
                parts = map_in_order(batch, waiting, jobs, _lost(batch))
            for part in parts:
                store.add(part)
                bar.step(part.logs)
        store.save()
        if not store.evidence.tally.logs:
            raise Unfit("there is no log: all that was found was written by reports", "name the logs themselves")
    except (Unfit, NoCluster):
        store.give_up()
        raise
    except BaseException:
        store.close()
        raise
    _tell(store, waiting)
    return store


def _tell(store: Store, waiting: Waiting) -> None:
    if waiting.skipped:
        print(f"resumed: {count_of(waiting.skipped, 'log')} had been judged before", file=sys.stderr)
    if store.before > waiting.skipped:
        gone = count_of(store.before - waiting.skipped, "log")
        print(f"note: {gone} judged before, no longer among the paths; still counted", file=sys.stderr)
    if waiting.twice:
        print(f"note: {count_of(waiting.twice, 'log')} named twice, judged once", file=sys.stderr)
    if waiting.left_out:
        print(f"note: {count_of(waiting.left_out, 'file')} left out that a report wrote", file=sys.stderr)


def _lost(batch: Batch) -> Callable[[list[Work]], BatchResult]:
    """Report logs whose process was killed, twice, while it judged them."""
    stop = Unreadable(
        "LOG001", "the process that judged this log, or one beside it, was killed", "judge it alone: --jobs 1"
    )

    def report(work: list[Work]) -> BatchResult:
        return batch([(found if isinstance(found, tuple) else (found, stop), key) for found, key in work])

    return report


def count_logs(paths: list[str], order: ReportRequest, wanted: bool | None) -> int | None:
    """Count the logs for a progress bar, None where there is to be none."""
    if wanted is False or (wanted is None and not is_terminal(sys.stderr)) or "-" in paths:
        return None
    return sum(1 for _ in found_in(paths, order.options.dialect, order.mapping))
