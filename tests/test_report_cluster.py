"""Reports over a Dask scheduler: a cluster on this machine gives what one process gives."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import COMMANDS, program
from tests.test_agreement import FOLDER
from tests.test_killed import ENV, GOES, SOUND, command, left_behind
from verifier import cluster

SCHEDULER = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
WATCHED = """
import os, runpy, sys, threading

def end_with_parent():
    sys.stdin.buffer.read()
    os._exit(1)

threading.Thread(target=end_with_parent, daemon=True).start()
sys.argv = sys.argv[1:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""
NAMES = ("distributed", "pyarrow")
missing = [name for name in NAMES if find_spec(name) is None]
needs_cluster = pytest.mark.skipif(
    bool(missing), reason=f"NOT INSTALLED: {', '.join(missing)}; reports over a cluster were not tried"
)


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a scheduler and a worker as a user does, in processes of their own."""
    folder = tmp_path_factory.mktemp("cluster")
    file = folder / "scheduler.json"
    started = [quietly([*SCHEDULER, "--scheduler-file", str(file)])]
    try:
        address = waited_for(file, started[0])
        words = ["distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard"]
        started.append(quietly([*words, "--local-directory", str(folder)]))
        wait_for_worker(address)
        yield address
    finally:
        for process in reversed(started):
            assert process.stdin is not None
            process.terminate()
            process.stdin.close()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def quietly(words: list[str]) -> "subprocess.Popen[bytes]":
    """Run a module that ends when this process does, however that ends."""
    return subprocess.Popen(
        [sys.executable, "-c", WATCHED, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def waited_for(file: Path, process: "subprocess.Popen[bytes]") -> str:
    end = time.monotonic() + 300
    while time.monotonic() < end:
        assert process.poll() is None, "the scheduler ended"
        try:
            return str(json.loads(file.read_text())["address"])
        except (OSError, ValueError, KeyError):
            time.sleep(0.1)
    raise AssertionError("no scheduler after five minutes")


def wait_for_worker(address: str) -> None:
    import distributed

    with distributed.Client(address, timeout=300, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(1, timeout=300)


def report_on(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(program(COMMANDS), ["report", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


@needs_cluster
def test_a_cluster_gives_what_one_process_gives_and_verdicts_as_parquet(scheduler: str, tmp_path: Path) -> None:
    import pyarrow.parquet as parquet

    here, there = tmp_path / "here", tmp_path / "there"
    forms = ("--html", "--md", "--json", "--junit", "--sarif")
    assert report_on(str(FOLDER), "-o", str(here), *forms, "-j", "1")[0] == 1
    code, _, err = report_on(str(FOLDER), "-o", str(there), *forms, "--scheduler", scheduler)
    assert code == 1, err
    for name in ("report.html", "report.md", "report.jsonl", "report.junit.xml", "report.sarif"):
        assert (here / name).read_bytes() == (there / name).read_bytes(), name
    table = parquet.read_table(there / "verdicts")
    rows = [json.loads(line) for line in (here / "report.jsonl").read_text().splitlines()]
    logs = [[row[key] for key in cluster.VERDICT] for row in rows if row["type"] == "log"]
    assert [[row[key] for key in cluster.VERDICT] for row in table.to_pylist()] == logs
    # Gone on with, nothing is done again and nothing counted twice.
    code, _, err = report_on(str(FOLDER), "-o", str(there), *forms, "--scheduler", scheduler, "--resume")
    assert "had been judged before" in err
    assert parquet.read_table(there / "verdicts").num_rows == len(logs)
    assert (here / "report.html").read_bytes() == (there / "report.html").read_bytes()


@needs_cluster
def test_a_report_whose_process_is_killed_leaves_nothing_to_the_cluster(scheduler: str, tmp_path: Path) -> None:
    import distributed

    (tmp_path / "games").mkdir()
    for number in range(150):
        (tmp_path / f"games/g{number:03}.jsonl").write_bytes(SOUND)
    games = str(tmp_path / "games")  # the workers look from another folder
    words = ("report", games, "-o", "half", "--md", "--json", "--scheduler", scheduler)
    with distributed.Client(scheduler, timeout=300, set_as_default=False) as client:  # type: ignore[no-untyped-call]

        def in_hand() -> int:
            return int(client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)))

        assert not left_behind(words, tmp_path, lambda: in_hand() > 0)
        end = time.monotonic() + GOES
        while in_hand() and time.monotonic() < end:
            time.sleep(0.05)
        assert not in_hand()
    for more in ((*words, "--resume"), ("report", games, "-o", "whole", "--md", "--json", "-j", "1")):
        subprocess.run(command(*more), cwd=tmp_path, env=ENV, capture_output=True, check=True)
    for name in ("report.md", "report.jsonl"):
        assert (tmp_path / "half" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@needs_cluster
def test_a_scheduler_that_does_not_answer_is_told_with_code_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WAIT", 1)
    code, _, err = report_on(str(FOLDER), "-o", str(tmp_path / "out"), "--scheduler", "tcp://127.0.0.1:9")
    assert code == 2
    assert "no scheduler answers" in err
    code, _, err = report_on(str(FOLDER), "-o", str(tmp_path / "out"), "--scheduler", "nonsense://x")
    assert code == 2
    assert "Traceback" not in err


def test_a_missing_extra_is_told_with_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "missing", lambda: "distributed")
    code, _, err = report_on(str(FOLDER), "-o", str(tmp_path / "out"), "--scheduler", "tcp://127.0.0.1:9")
    assert code == 2
    assert "cloverproof[cluster]" in err


def test_verdicts_behind_the_last_noted_file_are_removed(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    row = ("a.jsonl", 1, "conforms", True, 40, 0, 50)
    verdicts = cluster.Verdicts(tmp_path, 0)
    verdicts.write([row])
    verdicts.write([row, row])
    (tmp_path / "part-000009.parquet.half").write_bytes(b"half")
    assert cluster.Verdicts(tmp_path, 1).parts == 1
    assert [path.name for path in tmp_path.iterdir()] == ["part-000001.parquet"]
