"""What `cloverproof drive` does, once its arguments are read."""

import shlex
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from msgspec import Struct

from cli.options import is_terminal, refuse, write_out
from models.driving import Wish
from models.game import Game
from reports.drive import coverage_text, difference_text, replay_text, summary_text
from reports.drive_check import check_text, faults_text
from reports.style import Paint, count_of, uncolored
from verifier.drive.adapter import Adapter, AdapterFault
from verifier.drive.check import checked
from verifier.drive.kinds import Kind, places
from verifier.drive.play import Player, encode, log_lines
from verifier.drive.requests import BadRequests, read_requests
from verifier.drive.run import Run, Runner, Seen, blocks_of, side_by_side
from verifier.drive.score import RunScore

SHORTENING = 20.0  # seconds at most
BEAT = 0.2  # seconds between two progress lines


class DriveRequest(Struct, frozen=True):
    """What the caller asks for."""

    game: Game
    command: tuple[str, ...]
    wish: Wish
    games: int
    time: float | None
    seed: int
    wait: float
    jobs: int
    logs: Path | None
    stop_at_first: bool
    as_json: bool
    progress: bool | None
    paint: Paint


def run_games(order: DriveRequest) -> int:
    """Play games, and tell the differences. Gives the exit code."""
    begin = time.monotonic()
    with ExitStack() as stack:
        adapters = [stack.enter_context(Adapter(order.command, wait=order.wait)) for _ in range(order.jobs)]
        players = [_player(order, adapter) for adapter in adapters]
        if _misled(players[0], order):
            return 2
        run = Run(players[0].ready(), order.seed)
        runners = [Runner(player, order.wish, run) for player in players]
        score = RunScore(order.game, order.wish.reading)
        until = time.monotonic() + order.time if order.time else float("inf")
        _play(order, runners, score, until)
        if run.stopped and not run.games:
            refuse(run.stopped)
        run.asked, run.waited = sum(each.asked for each in adapters), sum(each.waited for each in adapters) / order.jobs
        run.seconds = time.monotonic() - begin
        runners[0].shorten(min(until + SHORTENING, time.monotonic() + SHORTENING))
    text = ""
    for index, seen in enumerate(run.kinds.values(), 1):
        errors = seen.first.fault.errors if seen.first and seen.first.fault else ""
        text += difference_text(seen, order.game, errors, _repeat(order, index, seen), order.paint)
    write_out(text + coverage_text(score, order.game, run, order.paint) + "\n" + summary_text(run, order.paint))
    return 1 if run.kinds else 2 if run.stopped else 0


def _play(order: DriveRequest, runners: Sequence[Runner], score: RunScore, until: float) -> None:
    run, told = runners[0].run, 0.0
    one = runners[0].games(blocks_of(order.games), until)
    games = one if len(runners) == 1 else side_by_side(runners, order.games, until)
    with closing(games):
        for played in games:
            run.note(played)
            score.look(played)
            if order.logs is not None:
                _write(order.logs / f"game-{played.number + 1:04}.jsonl", log_lines(played.events))
            if _shows_progress(order) and time.monotonic() - told > BEAT:
                told = time.monotonic()
                print(f"\r{_count(run)}\x1b[K", end="", file=sys.stderr, flush=True)
            if order.stop_at_first and not played.clean:
                break
    if told:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _player(order: DriveRequest, adapter: Adapter) -> Player:
    player = Player(order.game, order.game.driving(), adapter, order.wish.reading)
    try:
        player.greet()
    except AdapterFault as fault:
        tail = adapter.errors().strip().splitlines()[-3:]
        adapter.kill()
        refuse(fault.message, fault.help + "".join(f"\n  {row}" for row in tail))
    return player


def _misled(player: Player, order: DriveRequest) -> bool:
    """Tell faults of the adapter, and whether playing would find nothing that means anything."""
    try:
        looked = checked(player, order.wish, full=False)
    except AdapterFault:
        return False
    print(faults_text(looked, looked.faults, uncolored), end="", file=sys.stderr)
    if looked.grave:
        print("nothing is played: change the adapter first; --check looks at all of it", file=sys.stderr)
    return bool(looked.grave)


def _shows_progress(order: DriveRequest) -> bool:
    return is_terminal(sys.stderr) if order.progress is None else order.progress


def _count(run: Run) -> str:
    return f"{count_of(run.games, 'game')}, {count_of(run.turns, 'turn')}, {count_of(run.differences, 'difference')}"


def _repeat(order: DriveRequest, index: int, seen: Seen) -> str:
    """Write the shortest exchange, and say how to repeat it."""
    shown = seen.shortest
    if shown is None:
        return ""
    if order.logs is None:
        return "; with --logs DIR it is written as a log and as requests to --replay"
    stem = f"difference-{index:02}-{''.join(sign if sign.isalnum() else '-' for sign in '-'.join(seen.kind[:2]))[:40]}"
    _write(order.logs / f"{stem}.jsonl", log_lines(shown.events))
    requests = order.logs / f"{stem}.requests"
    _write(requests, b"".join(encode(request) + b"\n" for request in shown.requests))
    return f"; repeat it: cloverproof drive --replay {shlex.quote(str(requests))} -- {shlex.join(order.command)}"


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as fault:
        refuse(f"cannot write {path}: {fault.strerror}")


def run_replay(order: DriveRequest, path: Path) -> int:
    """Make the requests of a file again. Gives the exit code."""
    driving = order.game.driving()
    try:
        requests = read_requests(driving, path.read_bytes())
    except OSError as fault:
        refuse(f"cannot read {str(path)[:80]!r}: {fault.strerror}")
    except BadRequests as wrong:
        refuse(f"{str(path)[:80]}: {wrong}", "name a file of requests that `cloverproof drive --logs DIR` has written")
    with Adapter(order.command, wait=order.wait) as adapter:
        shown = _player(order, adapter).replay(requests, order.wish)
    if order.logs is not None:
        _write(order.logs / "replay.jsonl", log_lines(shown.events))
    text, told = "", set[Kind]()
    errors = shown.fault.errors if shown.fault else ""
    for kind, _ in places(shown):
        if kind not in told:
            told.add(kind)
            text += difference_text(Seen(kind, 1, 1, shown), order.game, errors, "", order.paint)
    write_out(text + replay_text(shown, order.paint))
    return 1 if told else 0


def run_check(order: DriveRequest) -> int:
    """Tell whether the adapter is right. Gives the exit code."""
    with Adapter(order.command, wait=order.wait) as adapter:
        player = _player(order, adapter)
        try:
            looked = checked(player, order.wish, full=True)
        except AdapterFault as fault:
            refuse(fault.message, fault.help)
    write_out(check_text(looked, player.hello.name if player.hello else "", order.paint))
    return 1 if looked.faults else 0
