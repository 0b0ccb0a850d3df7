"""`cloverproof validate` once its arguments are read: judge, write findings, give the exit code."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from msgspec import Struct

from cli.forms import endings_for
from cli.options import json_lines
from cli.progress_bar import Bar
from cli.shown_findings import FindingText, Judged, ShownFindings
from cli.terminal import is_terminal
from reports.findings import finding_text, name, note_text, summary_text, verdict_text
from reports.style import Paint, count_of, uncolored
from verifier.find_logs import ENDINGS, Found, find_logs
from verifier.finding import Finding, Verdict, unreadable_log
from verifier.judge import judge
from verifier.logs import JudgingOptions
from verifier.source import Unreadable
from verifier.source import follow_file as followed
from verifier.verdict_counts import VerdictCounts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from verifier.infer.inferred import How

POLL = 0.2  # seconds between two looks for a log that does not exist yet
SPILL = 1 << 20  # bytes of output a process keeps in memory


class ValidateRequest(JudgingOptions, frozen=True, kw_only=True):
    """How the user wants logs judged and the findings written; `kinds` collects the first finding of each kind,
    `diagnosis` says what is found before the sum where logs break.
    """

    as_json: bool
    paint: Paint
    quiet: bool
    max_findings: int
    max_per_game: int = 0
    how: "How | None" = None
    kinds: dict[str, Finding] | None = None
    diagnosis: "Callable[[VerdictCounts, ValidateRequest], bytes] | None" = None

    def logs(self, paths: list[str]) -> Iterator[Found]:
        """Find the logs; with a form that is named or a mapping, folders are searched for its endings."""
        return find_logs(paths, endings_for(self.dialect, self.mapping) or ENDINGS)


def judge_logs(
    paths: list[str], order: ValidateRequest, jobs: int, *, follow: bool, progress: bool | None, out: BinaryIO
) -> int:
    """Judge all logs, write the findings and the sum, and give the exit code."""
    tally, shown = VerdictCounts(), ShownFindings(order.max_findings)
    if follow:
        for text in shown.only(follow_log(paths[0], order, tally)):
            out.write(text)
            out.flush()
    else:
        with Bar(_total(paths, order, progress)) as bar:
            _judge_all(paths, order, jobs, tally, shown, out, bar)
    if not order.as_json:
        out.write(shown.told())
    if order.diagnosis is not None and tally.wrong and not follow:
        out.write(order.diagnosis(tally, order))
    out.write(_sum_of(tally, order))
    out.flush()
    if not (order.as_json or order.quiet):
        for note in tally.noted.notes.values():
            sys.stderr.write(note_text(note, uncolored))
    return tally.exit_code


def _total(paths: list[str], order: ValidateRequest, wanted: bool | None) -> int | None:
    """Count the logs for a progress bar, None where there is to be none."""
    if wanted is False or (wanted is None and not is_terminal(sys.stderr)) or "-" in paths:
        return None
    total = sum(1 for _ in order.logs(paths))
    return total if wanted or total > 1 else None


def _judge_all(
    paths: list[str],
    order: ValidateRequest,
    jobs: int,
    tally: VerdictCounts,
    shown: ShownFindings,
    out: BinaryIO,
    bar: Bar,
) -> None:
    if jobs == 1 or "-" in paths:  # standard input belongs to this process
        for found in order.logs(paths):
            for text in shown.only(judged_text(found, order, tally, shown)):
                bar.clear()
                out.write(text)
            bar.step(1)
        return
    import tempfile

    from verifier.parallel import map_in_order

    with tempfile.TemporaryDirectory(prefix="cloverproof-") as spills:
        for batch in map_in_order(_Batch(order, spills), order.logs(paths), jobs, _lost(order)):
            bar.clear()
            batch.copy_to(out, shown)
            tally.join(batch.tally)
            bar.step(batch.logs)


class _Batch(Struct, frozen=True):
    """Judge a batch of logs in a process of its own."""

    order: ValidateRequest
    spills: str

    def __call__(self, batch: list[Found]) -> Judged:
        import tempfile

        judged = Judged(logs=len(batch))
        shown = ShownFindings(self.order.max_findings)
        texts: list[bytes] = []
        size, written, spill = 0, 0, None
        for found in batch:
            for text in shown.only(judged_text(found, self.order, judged.tally, shown)):
                if shown.most and isinstance(text, FindingText):
                    judged.findings.append((written, written + len(text)))
                texts.append(text)
                size += len(text)
                written += len(text)
                if size > SPILL:
                    if spill is None:
                        spill = tempfile.NamedTemporaryFile(dir=self.spills, delete=False)  # noqa: SIM115
                        judged.spilled = spill.name
                    spill.write(b"".join(texts))
                    texts, size = [], 0
        judged.hidden = shown.hidden
        if spill is None:
            judged.text = b"".join(texts)
        else:
            spill.write(b"".join(texts))
            spill.close()
        return judged


def _lost(order: ValidateRequest) -> Callable[[list[Found]], Judged]:
    """Report logs whose process was killed, twice, while it judged them."""
    stop = Unreadable(
        "LOG001", "the process that judged this log, or one beside it, was killed", "judge it alone: --jobs 1"
    )

    def report(batch: list[Found]) -> Judged:
        judged = Judged(logs=len(batch))
        lost = [found if isinstance(found, tuple) else (found, stop) for found in batch]
        for text in (text for found in lost for text in judged_text(found, order, judged.tally)):
            if order.max_findings and isinstance(text, FindingText):
                judged.findings.append((len(judged.text), len(judged.text) + len(text)))
            judged.text += text
        return judged

    return report


def judged_text(
    found: Found, order: ValidateRequest, tally: VerdictCounts, told: ShownFindings | None = None
) -> Iterator[bytes]:
    """Judge a log and give what is to be written of it, piece by piece; findings that are not shown are empty."""
    if isinstance(found, tuple):
        path, stop = found
        results: Iterable[Finding | Verdict] = unreadable_log(path, stop)
    else:
        path = found
        results = order.judged(path, _judge_of(order))
    yield from written_results(results, order, tally, told)


def _judge_of(order: ValidateRequest) -> Callable[..., Iterator[Finding | Verdict]]:
    """Give what judges: facts that are missing are inferred unless the user says no."""
    if order.how is None:
        return judge
    from functools import partial

    from verifier.infer.logs import judge_inferring

    return partial(judge_inferring, how=order.how)


def follow_log(path: str, order: ValidateRequest, tally: VerdictCounts) -> Iterator[bytes]:
    """Judge a growing log until Ctrl-C, and give what is to be written as it comes."""
    import signal
    import time

    stopped: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: stopped.append(number))
    print(f"following {name(path)}; Ctrl-C ends", file=sys.stderr)
    while path != "-" and not os.path.lexists(path) and not stopped:
        time.sleep(POLL)
    lines = followed(path, order.limits, stop=lambda: bool(stopped))
    results = judge(path, lines, order.reading, strict=order.strict)
    yield from written_results(results, order, tally)


def written_results(
    results: Iterable[Finding | Verdict],
    order: ValidateRequest,
    tally: VerdictCounts,
    told: ShownFindings | None = None,
) -> Iterator[bytes]:
    """Give findings and verdicts as the user wants them written."""
    shown = hidden = 0
    write = _json_of if order.as_json else _text_of
    for result in results:
        if isinstance(result, Finding):
            tally.unread = tally.unread or result.kind == "unreadable"
            if order.kinds is not None:
                of_table = result.model is not None
                order.kinds.setdefault(f"{result.clause}-{result.kind}" if of_table else result.clause, result)
            if order.quiet or (order.max_per_game and shown >= order.max_per_game):
                hidden += 1
                continue
            shown += 1
            yield FindingText(b"" if told is not None and told.full else write(result, order))
            continue
        tally.add(result)
        if hidden and not order.quiet and not order.as_json:
            more = count_of(hidden, "more finding")
            yield f"... and {more} (--max-findings-per-game {order.max_per_game})\n\n".encode()
        shown = hidden = 0
        if order.as_json and not order.quiet:
            yield from _notes_of(result)
        if not order.quiet or result.outcome != "conforms":
            yield write(result, order)


def _notes_of(verdict: Verdict) -> Iterator[bytes]:
    if verdict.notes:
        from reports.rows import note_rows

        yield json_lines(note_rows(verdict)).encode()


def _json_of(result: Finding | Verdict, order: ValidateRequest) -> bytes:
    from reports.rows import finding_row, log_row

    row = finding_row(result) if isinstance(result, Finding) else log_row(result)
    return json_lines((row,)).encode()


def _sum_of(tally: VerdictCounts, order: ValidateRequest) -> bytes:
    if not order.as_json:
        return summary_text(tally, order.paint).encode()
    from reports.rows import summary_row

    return json_lines((summary_row(tally),)).encode()


def _text_of(result: Finding | Verdict, order: ValidateRequest) -> bytes:
    if isinstance(result, Finding) and result.conflict is not None:
        from reports.infer import conflict_text

        text = conflict_text(result, order.paint)
    elif isinstance(result, Finding):
        text = finding_text(result, order.paint)
    elif order.quiet:
        text = verdict_text(result, order.paint).partition("\n")[0] + "\n"
    else:
        text = verdict_text(result, order.paint)
        if result.inferred is not None:
            from reports.infer import inferred_text

            text += inferred_text(result, order.paint)
    return text.encode("utf-8", "backslashreplace")
