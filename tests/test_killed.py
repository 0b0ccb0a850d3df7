"""Runs that are killed as the kernel does it: nothing of them lives on, holds a pipe open, or is counted twice."""

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from verifier import parallel

ROOT = Path(__file__).parent.parent
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}
GOES = 120.0  # seconds that what a killed run started has to end; what does not end with it never would
SOUND = next((ROOT / "records/school-clean").glob("g004*")).read_bytes()
REPORT = ("report", "games", "--html", "--md", "--json", "--junit", "--sarif", "--jobs", "2")
FILES = ("report.html", "report.md", "report.jsonl", "report.junit.xml", "report.sarif")
LONG = {
    "validate": ("validate", "games", "--jobs", "2", "--quiet"),
    "garden": ("garden", "--batch", "gardens.jsonl", "--jobs", "2"),
    "prove": ("prove", "--jobs", "2"),
    "mutants": ("prove", "--mutants", "--jobs", "2"),
}
GARDEN = b'{"garden":"3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19"}\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("killed")
    (folder / "games").mkdir()
    for number in range(300):
        (folder / f"games/g{number:04}.jsonl").write_bytes(SOUND)
    (folder / "gardens.jsonl").write_bytes(GARDEN * 20_000)
    return folder


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "cli.app", *words]


def left_behind(words: tuple[str, ...], folder: Path, kill_at: Callable[[], bool]) -> bool:
    """Start a run, kill it alone when it is time, and tell whether its output stays open or a process lives on."""
    run = subprocess.Popen(
        command(*words), cwd=folder, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    assert run.stdout is not None
    os.set_blocking(run.stdout.fileno(), False)
    while not kill_at() and run.poll() is None:
        time.sleep(0.002)
        run.stdout.read()
    run.send_signal(signal.SIGKILL)
    run.wait()
    end = time.monotonic() + GOES
    is_open = lives = True
    while (is_open or lives) and time.monotonic() < end:
        is_open = run.stdout.read() != b"" if is_open else False
        lives = any_of(run.pid)
        time.sleep(0.01)
    if lives:
        os.killpg(run.pid, signal.SIGKILL)
    run.stdout.close()
    return is_open or lives


def any_of(session: int) -> bool:
    """Is any process of the session alive?"""
    try:
        os.killpg(session, 0)
    except ProcessLookupError:
        return False
    return True


def after(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def test_a_report_that_is_killed_again_and_again_leaves_nothing_and_comes_out_alike(folder: Path) -> None:
    rng = random.Random(21)
    for _ in range(5):
        assert not left_behind((*REPORT, "-o", "half", "--resume"), folder, after(rng.uniform(0.1, 0.9)))
    for words in ((*REPORT, "-o", "half", "--resume"), (*REPORT, "-o", "whole")):
        subprocess.run(command(*words), cwd=folder, env=ENV, capture_output=True, check=True)
    for name in FILES:
        assert (folder / "half" / name).read_bytes() == (folder / "whole" / name).read_bytes()


@pytest.mark.parametrize("name", LONG)
def test_a_killed_command_leaves_no_process(name: str, folder: Path) -> None:
    rng = random.Random(name)
    assert not left_behind(LONG[name], folder, after(rng.uniform(0.4, 1.2)))


def begins_and_waits() -> None:
    parallel._begin_worker()
    time.sleep(600)


@pytest.mark.parametrize("attempt", range(5))
def test_a_process_that_is_ended_before_it_has_begun_ends(attempt: int) -> None:
    before = signal.signal(signal.SIGTERM, lambda *_: None)  # as while results are waited for
    try:
        with parallel._signals_held():
            process = multiprocessing.get_context("fork").Process(target=begins_and_waits)
            process.start()
    finally:
        signal.signal(signal.SIGTERM, before)
    process.terminate()
    process.join(120)
    process.kill()
    assert process.exitcode == -signal.SIGTERM
