"""What `cloverproof drive` does, once its arguments are read."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from cli.drive_check import misled, warn
from cli.drive_diagnosis import DrivenEvidence
from cli.drive_html import DrivenReport
from cli.drive_outputs import game_name, tell, write_log
from cli.drive_request import DriveRequest
from cli.options import json_lines, refuse, write_out
from cli.system_faults import reason
from cli.terminal import is_terminal, obeys_codes
from reports.drive_check import check_rows, check_text
from reports.style import count_of, visible
from verifier.drive.adapter import Adapter, AdapterFault
from verifier.drive.check import checked
from verifier.drive.play import Player
from verifier.drive.requests import MOST_BYTES, BadRequests, check_fitting, games_of, read_requests
from verifier.drive.run import Run, Runner, blocks_of, side_by_side
from verifier.drive.score import RunScore

SHORTENING, SCORING = 20.0, 10.0  # seconds at most
INTERRUPTED = "interrupted"
BEAT = 0.2  # seconds between two progress lines


def run_games(order: DriveRequest) -> int:
    """Play games, and tell the differences. Gives the exit code."""
    begin = time.monotonic()
    with ExitStack() as stack:
        jobs = min(order.jobs, order.games)
        adapters = [stack.enter_context(Adapter(order.command, wait=order.wait)) for _ in range(jobs)]
        players = [_player(order, adapter) for adapter in adapters]
        if misled(players[0], order.wish):
            return 2
        run = Run(players[0].ready(), order.seed)
        runners = [Runner(player, order.wish, run) for player in players]
        score = RunScore(order.game, order.wish, run.hello)
        until = time.monotonic() + order.time if order.time else float("inf")
        report = None if order.html is None else DrivenReport(order)
        evidence = DrivenEvidence()
        try:
            _play(order, runners, score, report, evidence, until)
        except KeyboardInterrupt:
            if not run.games:
                raise
            run.stopped = INTERRUPTED
        if run.stopped and not run.games:
            refuse(run.stopped)
        run.asked, run.waited = sum(each.asked for each in adapters), sum(each.waited for each in adapters) / jobs
        run.seconds = time.monotonic() - begin
        with _progress_line(order) as say:
            try:
                if run.kinds and run.stopped != INTERRUPTED:
                    say(f"{_count(run)}; looking for shorter exchanges")
                    runners[0].shorten(min(until + SHORTENING, time.monotonic() + SHORTENING))
                if run.stopped != INTERRUPTED:
                    say(f"{_count(run)}; counting what was tried")
                    score.finish(time.monotonic() + SCORING)
            except KeyboardInterrupt:
                run.stopped = INTERRUPTED
    found = evidence.diagnosed(run, order.wish.reading)
    tell(order, run, score, found)
    warn(players)
    if report is not None:
        report.write(run, found)
    if run.stopped == INTERRUPTED:
        print(INTERRUPTED, file=sys.stderr)
        return 130
    return 1 if run.kinds else 2 if run.stopped or not run.turns else 0


def _play(
    order: DriveRequest,
    runners: Sequence[Runner],
    score: RunScore,
    report: DrivenReport | None,
    evidence: DrivenEvidence,
    until: float,
) -> None:
    run, told = runners[0].run, time.monotonic()
    one = runners[0].games(blocks_of(order.games), until)
    games = one if len(runners) == 1 else side_by_side(runners, order.games, until)
    with closing(games), _progress_line(order) as say:
        for played in games:
            run.note(played)
            score.look(played)
            evidence.look(played.number, played.events, clean=played.clean)
            if order.logs is not None and played.events:
                write_log(order.logs / game_name(played.number), played.events)
            if report is not None:
                report.look(played)
            if time.monotonic() - told > BEAT:
                told = time.monotonic()
                say(_count(run))
            if order.stop_at_first and not played.clean:
                break


def _player(order: DriveRequest, adapter: Adapter) -> Player:
    player = Player(order.game, order.game.driving(), adapter, order.wish.reading)
    try:
        player.greet()
    except AdapterFault as fault:
        tail = adapter.errors().strip().splitlines()[-3:]
        adapter.kill()
        for row in tail:
            print(visible(row), file=sys.stderr)
        refuse(fault.message, fault.help)
    return player


@contextmanager
def _progress_line(order: DriveRequest) -> Iterator[Callable[[str], None]]:
    """Give a way to say on one line how far it is, which is gone at the end; nothing is said where nobody looks."""
    seen = obeys_codes(sys.stderr) and not (order.as_json and not is_terminal(sys.stdout))
    if not (seen if order.progress is None else order.progress):
        yield lambda text: None
        return
    try:
        yield lambda text: print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _count(run: Run) -> str:
    return f"{count_of(run.games, 'game')}, {count_of(run.turns, 'turn')}, {count_of(run.differences, 'difference')}"


def run_replay(order: DriveRequest, path: Path) -> int:
    """Make the requests of a file again. Gives the exit code."""
    driving = order.game.driving()
    try:
        with path.open("rb") as file:
            requests = read_requests(driving, file.read(MOST_BYTES + 1))
    except OSError as fault:
        refuse(f"cannot read {str(path)[:80]!r}: {reason(fault)}")
    except BadRequests as wrong:
        refuse(f"{str(path)[:80]}: {wrong}", "name a file of requests that `cloverproof drive --logs DIR` has written")
    with Adapter(order.command, wait=order.wait) as adapter:
        player = _player(order, adapter)
        run = Run(player.ready(), order.seed)
        try:
            check_fitting(driving, requests, run.hello)
        except BadRequests as wrong:
            refuse(f"{str(path)[:80]}: {wrong}", "name a file that was written of a game of this size, or mend it")
        evidence = DrivenEvidence()
        for number, game in enumerate(games_of(driving, requests)):
            shown = player.replay(game, order.wish)
            run.asked, run.waited = run.asked + len(shown.answers), adapter.waited
            run.note(shown)
            evidence.look(number, shown.events, clean=shown.clean)
            if order.logs is not None:
                write_log(order.logs / f"replay{f'-{number + 1}' if number else ''}.jsonl", shown.events)
    tell(order, run, None, evidence.diagnosed(run, order.wish.reading))
    return 1 if run.kinds else 0


def run_check(order: DriveRequest) -> int:
    """Tell whether the adapter is right. Gives the exit code."""
    with Adapter(order.command, wait=order.wait) as adapter:
        player = _player(order, adapter)
        try:
            looked = checked(player, order.wish, full=True)
        except AdapterFault as fault:
            refuse(fault.message, fault.help)
    name = player.hello.name if player.hello else ""
    write_out(json_lines(check_rows(looked, name)) if order.as_json else check_text(looked, name, order.paint))
    return 1 if looked.faults else 2 if looked.empty else 0
