"""Faults of the world: full disks, folders that cannot be written to, files that change, bombs. docs/faults.md lists them."""

import gzip
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from models.reading import Reading
from tests.fuzz.commands import Ended, run
from tests.fuzz.originals import CLAIMS, EXAMPLES, RULES
from tests.fuzz.targets import inside
from tests.long_log import blocks
from verifier.find_logs import find_logs
from verifier.finding import Finding, Verdict
from verifier.judge import judge
from verifier.source import SourceLimits, blocks_of_lines

ROOT = Path(__file__).parent.parent
LOSSY = ROOT / "records/school-lossy"
SOUND = ROOT / "records/school-clean/g004_2p_greedy.jsonl"
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}
PROGRAM = (sys.executable, "-m", "cli.app")
SMALL = 8 << 10  # bytes of a disk
WRITERS = {
    "replay": ("replay", str(LOSSY), "-o", "disk/page.html"),
    "convert": ("convert", str(SOUND), str(SOUND), "-o", "disk/games.jsonl"),
    "dot": ("graph", "--side", "2", "--top", "4", "--dot", "disk/g.dot"),
    "graphml": ("graph", "--side", "2", "--top", "4", "--graphml", "disk/g.xml"),
    "edges": ("graph", "--side", "2", "--top", "4", "--edges", "disk/e.csv"),
    "parquet": ("graph", "--side", "2", "--top", "4", "--edges", "disk/e.parquet"),
    "prism": ("solve", "1 ./. 5; 2 ./. 4; top 6; hidden 3 5", "--time", "1", "--prism", "disk/m.prism"),
}
pytestmark = pytest.mark.skipif(os.name != "posix", reason="disks and limits of POSIX systems")


@contextmanager
def full_disk(folder: Path) -> Iterator[None]:
    """Give a folder `disk` on which there is little room: a disk of its own where that is allowed, else small files."""
    disk = folder / "disk"
    disk.mkdir()
    mount = ("mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(disk))
    mounted = shutil.which("mount") and subprocess.run(mount, capture_output=True, check=False).returncode == 0
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    if not mounted:
        resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        if mounted:
            subprocess.run(("umount", "-l", str(disk)), check=True)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Let nothing be written into a folder, whoever runs the tests."""
    disk = folder / "disk"
    disk.mkdir()
    if os.geteuid():
        disk.chmod(0o555)
        yield
        disk.chmod(0o755)
        return
    mount = ("mount", "-t", "tmpfs", "-o", "ro", "tmpfs", str(disk))
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("root may write everywhere, and may not mount here")
    try:
        yield
    finally:
        subprocess.run(("umount", "-l", str(disk)), check=True)


def told(*words: str, stdin: bytes = b"") -> Ended:
    ended = run(words, stdin)
    assert "Traceback" not in ended.err
    return ended


def command(*words: str, **more: object) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run((*PROGRAM, *words), env=ENV, capture_output=True, check=False, **more)  # type: ignore[call-overload,no-any-return]


def results(path: Path) -> list[Finding | Verdict]:
    return list(judge("log", blocks_of_lines(str(path), SourceLimits()), Reading()))


# Where something is to be written ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_is_told_and_no_part_of_a_file_is_left(name: str, tmp_path: Path) -> None:
    words = WRITERS[name]
    with inside(tmp_path), full_disk(tmp_path):
        ended = told(*words)
        assert ended.code == 2
        assert f"cannot write {words[-1]}: " in ended.err
        assert os.listdir("disk") == []


def test_a_report_on_a_full_disk_is_gone_on_with_when_there_is_room(tmp_path: Path) -> None:
    forms = ("--html", "--json", "-j", "1")
    with inside(tmp_path), full_disk(tmp_path):
        ended = told("report", str(LOSSY), "-o", "disk/report", *forms)
        assert ended.code == 2
        assert "cannot write disk/report" in ended.err
        assert not list(Path("disk/report").glob("*.html*"))
        shutil.copytree("disk/report", "report")
    with inside(tmp_path):
        assert told("report", str(LOSSY), "-o", "report", *forms, "--resume").code == 1
        assert told("report", str(LOSSY), "-o", "whole", *forms).code == 1
    for name in ("report.html", "report.jsonl"):
        assert (tmp_path / "report" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full device")
def test_a_full_standard_output_is_told() -> None:
    with open("/dev/full", "wb") as full:
        words = (*PROGRAM, "validate", str(SOUND))
        ended = subprocess.run(words, env=ENV, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (ended.returncode, ended.stderr) == (2, b"error: cannot write the output: No space left on device\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no device without end")
@pytest.mark.parametrize(
    "words",
    [
        ("tiles", "check", "/dev/full"),
        ("validate", str(SOUND), "--tiles", "/dev/full"),
        ("validate", str(SOUND), "--mapping", "/dev/full"),
        ("validate", str(SOUND), "--rules", "/dev/full"),
        ("drive", "--replay", "/dev/full", "--", "true"),
        ("garden", "--batch", "/dev/full"),
        ("solve", "/dev/full"),
        ("solve", "--verify", "/dev/full"),
        ("prove", "/dev/full"),
        ("suite", "--check", "/dev/full"),
    ],
)
def test_a_device_without_end_is_read_no_further_than_a_file_may_go(words: tuple[str, ...]) -> None:
    assert told(*words).code == (1 if words[:2] == ("tiles", "check") else 2)


@pytest.mark.parametrize("words", [*WRITERS.values(), ("report", str(SOUND), "-o", "disk/report", "-j", "1")])
def test_a_folder_that_cannot_be_written_to_is_told(words: tuple[str, ...], tmp_path: Path) -> None:
    with inside(tmp_path), locked(tmp_path):
        ended = told(*words)
    assert ended.code == 2
    assert "cannot write disk/" in ended.err


def test_a_file_in_a_folder_where_no_other_can_be_made_is_written_all_the_same(tmp_path: Path) -> None:
    if not os.geteuid():
        pytest.skip("root may make files everywhere")
    (tmp_path / "page.html").write_text("old")
    tmp_path.chmod(0o555)
    assert told("replay", str(SOUND), "-o", str(tmp_path / "page.html")).code == 0
    tmp_path.chmod(0o755)
    assert (tmp_path / "page.html").read_text().startswith("<!")


def test_two_reports_into_one_folder_do_not_mix(tmp_path: Path) -> None:
    code = "import sys, time; from pathlib import Path; from verifier.journal import Journal\n"
    code += "held = Journal(Path(sys.argv[1]), b'', resume=False); print('held', flush=True); time.sleep(600)"
    holder = (sys.executable, "-c", code, str(tmp_path / "report.journal"))
    with subprocess.Popen(holder, env=ENV, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        for more in ((), ("--resume",)):
            ended = told("report", str(SOUND), "-o", str(tmp_path), "-j", "1", *more)
            assert ended.code == 2
            assert "another report is being written there" in ended.err
        other.kill()
    assert told("report", str(SOUND), "-o", str(tmp_path), "-j", "1").code == 0


def test_a_reader_that_goes_away_ends_the_program_without_a_word() -> None:
    words = (*PROGRAM, "validate", *[str(LOSSY)] * 40)
    with subprocess.Popen(words, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as ended:
        assert ended.stdout is not None
        assert ended.stderr is not None
        ended.stdout.read(10)
        ended.stdout.close()
        assert b"Traceback" not in ended.stderr.read()
    assert ended.returncode == 141


@pytest.mark.parametrize("words", [("--help",), ("validate", "-h")])
def test_help_is_output_as_any_other(words: tuple[str, ...]) -> None:
    told = "; ".join(
        (
            "import os, sys",
            "read, write = os.pipe()",
            "os.close(read)",
            "os.dup2(write, 1) if sys.argv[1] == 'gone' else os.close(1)",
            "os.execv(sys.argv[2], sys.argv[2:])",
        )
    )
    for output, code, said in (("gone", 141, b""), ("closed", 2, b"error: standard output is closed\n")):
        ended = subprocess.run([sys.executable, "-c", told, output, *PROGRAM, *words], env=ENV, stderr=subprocess.PIPE)
        assert (ended.returncode, ended.stderr) == (code, said)


# Where something is read ----------------------------------------------------------------------------------------------


def test_a_log_that_vanishes_before_it_is_read_is_told_and_the_others_are_judged(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        shutil.copy(SOUND, tmp_path / name)
    found = find_logs([str(tmp_path)])
    outcomes = []
    for path in found:
        assert isinstance(path, str)
        (tmp_path / "b.jsonl").unlink(missing_ok=True)
        outcomes.append(results(Path(path))[-1])
    assert [each.outcome for each in outcomes if isinstance(each, Verdict)] == ["conforms", "unreadable"]


@pytest.mark.parametrize("cut", [-1, -60])
def test_a_log_that_becomes_shorter_while_it_is_read_is_judged_as_far_as_it_was_read(cut: int, tmp_path: Path) -> None:
    log, line = tmp_path / "long.jsonl", b""
    with log.open("wb") as file:
        for block in blocks(20_000):
            line = block[-1]
            file.write(b"\n".join(block) + b"\n")
    lines = blocks_of_lines(str(log), SourceLimits())
    read = [next(lines)]
    end = log.read_bytes().index(b"\n", 1_000_000)
    os.truncate(log, end + 1 + (cut if cut < -1 else 0))
    read += list(lines)
    last = list(judge("log", iter(read), Reading()))[-1]
    assert isinstance(last, Verdict)
    assert last.outcome == ("conforms" if cut == -1 else "unreadable")
    assert not last.finished
    assert last.turns < 20_000
    assert line


def test_a_log_that_was_changed_since_is_told_where_a_report_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "a.jsonl"
    shutil.copy(SOUND, log)
    words = ("report", str(log), "-o", str(tmp_path / "out"), "--json", "-j", "1")
    assert told(*words).code == 0
    log.write_bytes(SOUND.read_bytes() + b"\n")
    ended = told(*words, "--resume")
    assert ended.code == 2
    assert "a.jsonl was changed since" in ended.err


def test_a_slow_pipe_gives_the_same(tmp_path: Path) -> None:
    log = (LOSSY / "g005_2p_greedy.jsonl").read_bytes()
    at_once = command("validate", "-", input=log)
    with subprocess.Popen((*PROGRAM, "validate", "-"), env=ENV, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as slow:
        assert slow.stdin is not None
        assert slow.stdout is not None
        rng, at = random.Random(1), 0
        while at < len(log):
            piece = rng.choice((1, 7, 400))
            slow.stdin.write(log[at : at + piece])
            slow.stdin.flush()
            at += piece
            time.sleep(0.004)
        slow.stdin.close()
        assert slow.stdout.read() == at_once.stdout
    assert slow.returncode == at_once.returncode == 1


def peak(turns: int) -> int:
    """Give the most memory that judging a log of so many turns takes."""
    tracemalloc.start()
    last = list(judge("log", blocks(turns), Reading()))[-1]
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(last, Verdict)
    assert (last.outcome, last.turns) == ("conforms", turns + 2)
    return found


def test_ten_times_as_many_turns_in_one_log_take_no_more_memory() -> None:
    peak(1000)  # what is made once
    assert peak(60_000) < 1.2 * peak(6_000)


def test_many_tiny_files_take_few_descriptors_and_no_more_memory(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    for number in range(400):
        shutil.copy(EXAMPLES / "game.jsonl", tmp_path / f"games/g{number:03}.jsonl")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/dev/fd")) + 24, hard))
    try:
        ended = told("validate", str(tmp_path / "games"), "--quiet")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert ended.out.startswith("400 logs, ")


# Bombs ----------------------------------------------------------------------------------------------------------------


def test_a_gzip_bomb_is_unpacked_up_to_the_limit_and_no_further(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.jsonl.gz"
    bomb.write_bytes(gzip.compress(b" \n" * (32 << 20), 1))
    begin, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    ended = told("validate", str(bomb), "--max-unpacked", str(32 << 20))
    assert ended.code == 2
    assert "LOG006" in ended.out
    assert "--max-unpacked" in ended.out
    assert time.process_time() - begin < 60
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < (64 << 10) * (1 if sys.platform == "linux" else 1 << 10)
    bomb.write_bytes(gzip.compress(b"x" * (8 << 20)))
    assert "LOG005" in told("validate", str(bomb)).out
    assert "line 1: the line is too long" in told("solve", "--verify", str(bomb)).err
    assert told("validate", str(tmp_path / "bomb.jsonl.gz"), "--dialect", "json", "--max-document", "1000").code == 2


DEEP = b"[" * 100_000
NESTED: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "log": (DEEP, ("validate", "FILE")),
    "event": (b'{"event":"turn","x":' * 50_000, ("validate", "FILE")),
    "record": (b'{"a":' * 100_000, ("validate", "FILE", "--dialect", "json")),
    "guess": (b'{"moves":' + DEEP, ("convert", "--guess", "FILE")),
    "mapping": (b'{"record":' + DEEP, ("validate", str(SOUND), "--mapping", "FILE")),
    "mapping.toml": (b"record = " + DEEP, ("validate", str(SOUND), "--mapping", "FILE")),
    "puzzle": (b'{"format":' + DEEP, ("solve", "FILE")),
    "certificate": (DEEP, ("solve", "--verify", "FILE")),
    "claims": (CLAIMS.replace(b'"sum(middle) == 3"', b'"' + b"(" * 50_000 + b'"'), ("claims", "--check", "FILE")),
    "claims.toml": (b"claim = " + DEEP, ("claims", "--check", "FILE")),
    "rules": (RULES[0] + b"x = " + DEEP, ("validate", str(SOUND), "--rules", "FILE")),
    "tiles.toml": (b"tiles = " + DEEP, ("score", "1", "2", "--tiles", "FILE")),
    "answers": (b'{"id":' + DEEP, ("suite", "--check", "FILE")),
    "batch": (b'{"garden":' + DEEP, ("garden", "--batch", "FILE")),
    "requests": (b'{"do":' + DEEP, ("drive", "--replay", "FILE", "--", "true")),
}


@pytest.mark.parametrize("name", NESTED)
def test_what_is_nested_without_end_is_refused_in_every_file(name: str, tmp_path: Path) -> None:
    content, words = NESTED[name]
    path = tmp_path / (name if name.endswith(".toml") else f"{name}.json")
    path.write_bytes(content)
    ended = told(*(str(path) if word == "FILE" else word for word in words))
    assert ended.code == 2 or (name == "batch" and ended.code == 1)
    assert len(ended.err + ended.out) < 5_000


def test_a_garden_of_a_million_rows_is_refused_at_once(tmp_path: Path) -> None:
    header = json.loads(SOUND.read_text().split("\n")[0]) | {"side": 10**6}
    log = tmp_path / "a.jsonl"
    log.write_text(json.dumps(header) + "\n")
    ended = told("validate", str(log))
    assert (ended.code, "LOG010" in ended.out, "side goes from 2 to 9" in ended.out) == (2, True, True)
    for words in (("graph",), ("setup",), ("prove", "LNC01"), ("claims", "--matrix")):
        ended = told(*words, "--side", "1000000")
        assert ended.code == 2
        assert "1000000" in ended.err
    assert told("moves", "1 ./. 5", "--clover", "3", "--top", "1000000").code == 2
