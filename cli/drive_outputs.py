"""Where `cloverproof drive` writes what it has found."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from cli.drive_request import DriveRequest
from cli.options import json_lines, write_out
from cli.whole_files import write_with_folder
from models.driving import Event, Request
from reports.diagnose import diagnosis_texts
from reports.diagnosis_rows import diagnosis_row
from reports.drive import FAULTS, difference_text, replay_text, summary_text
from reports.drive_coverage import coverage_text
from reports.drive_rows import drive_rows
from reports.told_messages import looks_like
from verifier.diagnose.diagnosis import Diagnosis
from verifier.drive.played_game import encode, log_lines
from verifier.drive.run import Run, Seen
from verifier.drive.score import RunScore


def tell(order: DriveRequest, run: Run, score: RunScore | None, found: Sequence[Diagnosis] = ()) -> None:
    """Write all that was found, in the forms asked for; without a score it came of making requests again."""
    stems = {} if score is None else _write_exchanges(order, run)
    if score is not None:
        _write_for_servers(order, run, score, looks_like(found))
    if order.as_json:
        write_out(json_lines(drive_rows(run, score, order.game, map(diagnosis_row, found))))
    else:
        write_out(_text(order, run, score, stems, found))


def _write_for_servers(order: DriveRequest, run: Run, score: RunScore, looks: Mapping[str, str]) -> None:
    from cli import __version__
    from reports.drive_servers import drive_junit, drive_sarif

    if order.junit is not None:
        write_with_folder(order.junit, "".join(drive_junit(run, score, order.game, looks)).encode("utf-8", "replace"))
    if order.sarif is not None and order.logs is not None:
        logs = {place: str(order.logs / f"{stem}.jsonl") for place, stem in enumerate(_stems(run))}
        write_with_folder(order.sarif, "".join(drive_sarif(run, logs, __version__, looks)).encode("utf-8", "replace"))


def _text(
    order: DriveRequest, run: Run, score: RunScore | None, stems: dict[str, Path], found: Sequence[Diagnosis]
) -> str:
    text = ""
    for key, seen in zip(_stems(run), run.kinds.values(), strict=True):
        repeat = "" if score is None else _repeat(order, stems.get(key))
        text += difference_text(seen, order.game, repeat, order.paint)
    text += "".join(f"{one}\n" for one in diagnosis_texts(found, order.paint))
    if score is not None:
        return text + coverage_text(score, order.game, run) + "\n" + summary_text(run, order.paint)
    return text + replay_text(run, order.paint)


def game_name(number: int) -> str:
    """Name the log of a game by its number, from 0."""
    return f"game-{number + 1:04}.jsonl"


def _stems(run: Run) -> list[str]:
    """Name the files of the kinds of differences, without their endings."""
    return [f"difference-{index:02}-{_plain(seen)}" for index, seen in enumerate(run.kinds.values(), 1)]


def _plain(seen: Seen) -> str:
    signs = seen.kind[0] if seen.kind[0] in FAULTS else "-".join(seen.kind[:2])
    return "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in signs)[:40].strip("-")


def _write_exchanges(order: DriveRequest, run: Run) -> dict[str, Path]:
    """Write the shortest exchanges as logs and as requests; give the files of requests."""
    written = {}
    for stem, seen in zip(_stems(run), run.kinds.values(), strict=True):
        if order.logs is not None and seen.shortest is not None:
            write_log(order.logs / f"{stem}.jsonl", seen.shortest.events)
            written[stem] = order.logs / f"{stem}.requests"
            write_with_folder(written[stem], _request_lines(seen.shortest.exchange))
    return written


def _request_lines(requests: Sequence[Request]) -> bytes:
    return b"".join(encode(request) + b"\n" for request in requests)


def _repeat(order: DriveRequest, requests: Path | None) -> str:
    """Say how to repeat the shortest exchange."""
    if requests is None:
        return "; with --logs DIR it is written as a log and as requests to --replay"
    return f"; repeat it: cloverproof drive --replay {shlex.quote(str(requests))} -- {shlex.join(order.command)}"


def write_log(path: Path, events: Sequence[Event]) -> None:
    """Write a log, or refuse."""
    write_with_folder(path, log_lines(events))
