"""The commands as a user types them."""

import fcntl
import gzip
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner, Result

from cli import app, commit
from cli.options import paint_for
from cli.schema import Name
from reports.schemas import NAMES, schema

ROOT = Path(__file__).parent.parent
RECORDS = ROOT / "records"
HEADER = {"event": "game", "format": "cloverproof/1", "game": "lucky-numbers", "edition": "tiki-2020", "players": 2}
LEGAL: list[dict[str, Any]] = [
    HEADER,
    *(
        {"event": "setup", "player": p, "clover": 5 * i + p, "cell": f"{'abcd'[i]}{i + 1}"}
        for p in (1, 2)
        for i in range(4)
    ),
    {"event": "start", "first": 1, "pile": 32, "middle": []},
    {"event": "turn", "player": 1, "from": "pile", "clover": 9, "action": "place", "cell": "c2", "pile": 31},
]
BREACH = {"event": "turn", "player": 2, "from": "pile", "clover": 20, "action": "place", "cell": "b1"}


def run(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(app.program(app.COMMANDS), list(arguments), input=stdin)


def program(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "cli.app", *arguments]


def lines(*events: dict[str, Any]) -> str:
    return "".join(json.dumps(event, separators=(",", ":")) + "\n" for event in events)


@pytest.fixture
def legal(tmp_path: Path) -> Path:
    path = tmp_path / "legal.jsonl"
    path.write_text(lines(*LEGAL), "utf-8")
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.jsonl"
    path.write_text(lines(*LEGAL, {**BREACH, "cell": "b3", "clover": 1}), "utf-8")
    return path


def rows(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_sound_log_conforms_with_exit_code_0(legal: Path) -> None:
    result = run("validate", str(legal))
    assert result.exit_code == 0
    assert f"{legal}: conforms (1 turn, no result)" in result.stdout


def test_a_breach_is_drawn_like_a_compiler_error(broken: Path) -> None:
    result = run("validate", str(broken))
    assert result.exit_code == 1
    text = result.stdout
    assert "error[LN301]: 1 does not ascend in row 3 and column b" not in text
    assert "error[LN301]" in text
    assert f"--> {broken}:12:" in text
    assert "^^^^^^^^^^^" in text
    assert "= rule: tiki-2020, Placement rules, 2nd paragraph" in text
    assert "longest valid prefix: lines 1 to 11" in text
    assert "the table before line 12:" in text
    assert "legal there:" in text


def test_json_rows_follow_their_schema_and_the_summary_comes_last() -> None:
    result = run("validate", str(RECORDS), "--format", "json")
    validator = Draft202012Validator(schema("findings"))
    found = rows(result)
    for row in found:
        validator.validate(row)
    assert found[-1]["type"] == "summary"
    logs = [row for row in found if row["type"] == "log"]
    assert found[-1]["logs"] == len(logs)
    assert found[-1]["break"] == sum(row["verdict"] == "breaks" for row in logs)
    assert sum(row["findings"] for row in logs) == sum(row["type"] == "finding" for row in found)


def test_quiet_counts_the_same_in_text_and_in_json() -> None:
    for log in ("school-sorted", "school-clean"):
        quiet, whole = (rows(run("validate", str(RECORDS / log), "--format", "json", *more)) for more in (["-q"], []))
        assert quiet[-1] == whole[-1]
        assert quiet[-1]["findings"] == sum(row["type"] == "finding" for row in whole)
        assert quiet[:-1] == [row for row in whole[:-1] if row["type"] == "log" and row["verdict"] != "conforms"]
        text = run("validate", str(RECORDS / log), "-q").stdout.splitlines()[-1]
        assert f"{quiet[-1]['break']} break" in text
        assert text.endswith(f"; {quiet[-1]['findings']} findings")


@pytest.mark.parametrize(("term", "coloured"), [("xterm-256color", True), ("dumb", False), (None, False)])
def test_a_terminal_that_knows_no_colours_gets_none(
    monkeypatch: pytest.MonkeyPatch, term: str | None, coloured: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    if term is not None:
        monkeypatch.setenv("TERM", term)
    monkeypatch.setattr("cli.terminal.is_terminal", lambda stream: True)
    assert ("\x1b[" in paint_for(None)("bad", "breaks")) is coloured
    assert "\x1b[" in paint_for(True)("bad", "breaks")


def test_every_form_that_has_a_schema_can_be_asked_for() -> None:
    assert [str(name) for name in Name] == list(NAMES)


def test_the_records_follow_the_schema_of_logs() -> None:
    validator = Draft202012Validator(schema("log"))
    paths = list(RECORDS.rglob("*.jsonl"))
    assert paths
    for path in paths:
        for line in path.read_text("utf-8").splitlines():
            validator.validate(json.loads(line))


def test_several_processes_write_the_same_as_one() -> None:
    paths = [str(RECORDS)] * 12
    one, two = run("validate", *paths), run("validate", *paths, "--jobs", "2")
    assert one.exit_code == two.exit_code == 1
    assert one.stdout == two.stdout


def test_large_output_of_a_process_comes_through_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spills = tmp_path / "spills"
    spills.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(spills))
    many = tmp_path / "many.jsonl"
    many.write_text(lines(*LEGAL, *({**BREACH, "player": 1 + i % 2, "clover": 19, "cell": "a1"} for i in range(1500))))
    one = run("validate", str(many), "--no-diagnosis")
    two = run("validate", str(many), str(many), "--jobs", "2", "--no-diagnosis")
    assert len(one.stdout) > 1 << 20
    assert two.stdout.startswith(one.stdout.rpartition("1 log,")[0])
    assert not list(spills.iterdir())


def test_quiet_names_only_what_does_not_conform(legal: Path, broken: Path) -> None:
    result = run("validate", str(legal), str(broken), "--quiet")
    assert result.exit_code == 1
    assert str(legal) not in result.stdout
    assert len(result.stdout.splitlines()) == 2


def test_max_findings_shows_fewer_and_counts_all() -> None:
    path = str(RECORDS / "school-lossy" / "g006_2p_drain.jsonl")
    few, all_of_them = run("validate", path, "--max-findings", "1"), run("validate", path)
    assert few.stdout.count("error[") == 1
    assert "more finding" in few.stdout
    assert few.stdout.splitlines()[-1] == all_of_them.stdout.splitlines()[-1]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("form", ["text", "json"])
def test_max_findings_counts_for_the_run(jobs: str, form: str) -> None:
    paths = [str(RECORDS / "school-lossy"), str(RECORDS / "school-sorted")]
    options = ["--jobs", jobs, "--no-diagnosis", "--format", form]
    few, each, whole = (
        run("validate", *paths, *options, *limit)
        for limit in (["--max-findings", "3"], ["--max-findings-per-game", "3"], [])
    )
    a_finding = "error[" if form == "text" else '"type":"finding"'
    assert few.stdout.count(a_finding) == 3 < each.stdout.count(a_finding) < whole.stdout.count(a_finding)
    assert few.stdout.splitlines()[-1] == whole.stdout.splitlines()[-1]
    assert few.stdout.partition(a_finding)[0] == whole.stdout.partition(a_finding)[0]
    hidden = f"... and {whole.stdout.count(a_finding) - 3} more findings (--max-findings 3)"
    assert few.stdout.count(hidden) == (form == "text")


def test_another_edition_judges_by_its_own_set_up(legal: Path) -> None:
    result = run("validate", str(legal), "--edition", "ravensburger-2012")
    assert result.exit_code == 1
    assert "error[LN501]" in result.stdout
    assert "rule: ravensburger-2012, Préparation du jeu, 2nd paragraph" in result.stdout


def test_an_unknown_edition_is_wrong_use() -> None:
    result = run("validate", str(RECORDS), "--edition", "tiki-1999")
    assert result.exit_code == 2
    assert "known: tiki-2020, ravensburger-2012" in result.stderr


def test_the_strict_reading_forbids_an_equal_exchange(tmp_path: Path) -> None:
    path = tmp_path / "equal.jsonl"
    path.write_text(lines(*LEGAL, {**BREACH, "clover": 2, "action": "exchange", "cell": "a1"}))
    assert run("validate", str(path)).exit_code == 0
    result = run("validate", str(path), "--no-equal-exchange")
    assert result.exit_code == 1
    assert "2 replaces an equal 2" in result.stdout


def test_strict_makes_a_house_rule_break_the_log(tmp_path: Path) -> None:
    path = tmp_path / "bruno.jsonl"
    path.write_text(lines({**HEADER, "variants": ["bruno"]}, *LEGAL[1:]))
    lenient, strict = run("validate", str(path)), run("validate", str(path), "--strict")
    assert lenient.exit_code == 0
    assert "note[LN208]" in lenient.stdout
    assert strict.exit_code == 1
    row = rows(run("validate", str(path), "--strict", "--format", "json"))[-2]
    assert row["verdict"] == "breaks"
    assert row["valid_lines"] == 0


def test_standard_input_patterns_folders_and_compressed_logs_are_read(tmp_path: Path, legal: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "packed.jsonl.gz").write_bytes(gzip.compress(legal.read_bytes()))
    assert run("validate", "-", stdin=legal.read_bytes()).exit_code == 0
    assert "2 logs" in run("validate", str(tmp_path)).stdout
    assert "1 log," in run("validate", str(tmp_path / "**" / "*.gz")).stdout


def test_an_unreadable_log_does_not_keep_the_others_from_being_judged(tmp_path: Path, legal: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("not json\n")
    result = run("validate", str(bad), str(tmp_path / "missing.jsonl"), str(legal))
    assert result.exit_code == 2
    assert "error[LOG004]" in result.stdout
    assert "error[LOG001]" in result.stdout
    assert "3 logs, 1 turn: 1 conform, 0 break, 2 unreadable" in result.stdout


def test_names_and_paths_cannot_speak_to_the_terminal(tmp_path: Path) -> None:
    folder = tmp_path / "a\x1b[31mred"
    folder.mkdir()
    path = folder / "log.jsonl"
    evil = {**HEADER, "names": ["\x1b]0;title\x07", "[bold]\u202e"], "players": 9}
    path.write_text(json.dumps(evil, ensure_ascii=False).replace("\\u001b", "\x1b"), "utf-8")
    result = run("validate", str(path), "--color")
    assert result.exit_code == 2
    assert "\x1b]" not in result.stdout
    assert "\x1b[31mred" not in result.stdout
    assert "\u202e" not in result.stdout
    assert "[bold]" in result.stdout


def test_a_path_that_is_no_text_is_still_named(tmp_path: Path) -> None:
    name = os.path.join(os.fsencode(tmp_path), b"\xff.jsonl")
    Path(os.fsdecode(name)).write_text("[]\n")
    for form in ("text", "json"):
        done = subprocess.run(program("validate", os.fsdecode(name), "--format", form), capture_output=True, cwd=ROOT)
        assert done.returncode == 2
        assert b"Traceback" not in done.stderr


def test_a_reader_that_goes_away_ends_the_program_quietly() -> None:
    command = " ".join(program("validate", *["records"] * 40)) + " | head -n 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, cwd=ROOT, check=False)
    assert done.returncode == 141
    assert done.stderr == b""


def test_ctrl_c_ends_the_program_without_a_traceback() -> None:
    process = subprocess.Popen(
        program("validate", "-"),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # it is ignored below a shell's `command &`
    )
    assert process.stdin is not None
    process.stdin.write(lines(HEADER).encode())
    process.stdin.flush()
    for _ in range(6000):  # until the header is read: the program runs then
        if not int.from_bytes(fcntl.ioctl(process.stdin, termios.FIONREAD, b"    "), sys.byteorder):
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=300) == 130  # while its standard input is open
    _, errors = process.communicate()
    assert errors == b"interrupted\n"


def test_follow_reports_a_breach_while_the_log_grows(legal: Path) -> None:
    process = subprocess.Popen(
        program("validate", str(legal), "--follow", "--format", "json"),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
    )
    assert process.stdout is not None
    time.sleep(1)
    with legal.open("a") as log:
        log.write(lines(BREACH | {"cell": "a1"}))
    first = json.loads(process.stdout.readline())
    assert (first["clause"], first["line"]) == ("LN302", 12)
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=300)
    assert json.loads(rest.splitlines()[-1])["type"] == "summary"
    assert process.returncode == 1


@pytest.mark.parametrize(
    "arguments", [["records", "--follow"], ["a", "b", "--follow"], ["a", "--follow", "--jobs", "2"]]
)
def test_only_one_log_can_be_followed(arguments: list[str]) -> None:
    assert run("validate", *arguments).exit_code == 2


def test_progress_goes_to_standard_error(legal: Path) -> None:
    done = subprocess.run(program("validate", str(legal), "--progress"), capture_output=True, cwd=ROOT, check=False)
    assert b"1/1" in done.stderr
    assert b"1/1" not in done.stdout


def test_moves_tells_every_cell_of_the_printed_example() -> None:
    result = run("moves", "3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19", "--clover", "13", "--format", "json")
    told = json.loads(result.stdout)
    Draft202012Validator(schema("moves")).validate(told)
    assert [cell for cell, said in told["cells"].items() if said["legal"]] == ["c1", "d2", "a3", "b4"]
    assert told["cells"]["d1"] == {"legal": False, "action": "place", "clauses": ["LN301"], "against": {"d2": 10}}
    assert told["cells"]["c1"] == {"legal": True, "action": "place"}
    assert told["discard_forced"] is False


def test_moves_says_when_a_discard_is_forced() -> None:
    garden = ("moves", "2 ./. 2", "--clover", "2")
    assert "1 legal cell" not in run(*garden, "--no-equal-exchange").stdout
    assert "a discard is forced" in run(*garden, "--no-equal-exchange").stdout
    assert "2 legal cells: no discard is forced" in run(*garden).stdout
    assert json.loads(run(*garden, "--no-equal-exchange", "--format", "json").stdout)["discard_forced"] is True


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["1 2/3", "--clover", "1"], "row 2 has 1 cells"),
        (["1 x/3 4", "--clover", "1"], "row 1, place 2"),
        (["1 21/3 4", "--clover", "1"], "row 1, place 2"),
        (["1 2/3 4", "--clover", "21"], "no clover 21"),
        (["1 2/3 4", "--clover", "1", "--top", "0"], "highest number"),
        (["", "--clover", "1"], "rows"),
    ],
)
def test_moves_says_what_is_wrong_with_a_garden(arguments: list[str], words: str) -> None:
    result = run("moves", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr


def test_moves_lists_the_legal_turns_at_a_table_in_one_line() -> None:
    table = "1 ./. 5; 2 ./. 4; top 6"
    told = json.loads(run("moves", table, "--format", "json").stdout)
    Draft202012Validator(schema("moves")).validate(told)
    counted = json.loads(run("perft", table, "--divide", "--format", "json").stdout)
    assert sorted(told["moves"]) == sorted(counted["divide"])
    assert run("moves", table, "--clover", "3").exit_code == 2


def test_moves_of_tiles_name_the_tile_in_json() -> None:
    told = json.loads(run("moves", "8 20 15", "--tile", "1", "--tiles", "invented", "--format", "json").stdout)
    Draft202012Validator(schema("moves")).validate(told)
    assert next(iter(told)) == "tile"


def test_a_garden_that_no_game_reaches_is_noted() -> None:
    words = "no game reaches this garden: b2 is laid before play and never becomes empty"
    assert words in run("garden", "3 5 . ./7 . . ./. . 16 ./. . . 19").stderr
    assert words in run("moves", "3 5 . ./7 . . ./. . 16 ./. . . 19", "--clover", "4").stderr
    assert "note" not in run("garden", "3 . . ./. . . ./. . 16 ./. . . 19").stderr  # while the set-up goes on


def test_moves_says_that_the_garden_itself_is_not_in_order() -> None:
    result = run("moves", "9 5/. .", "--clover", "3")
    assert result.exit_code == 1
    assert "the garden itself is not in order" in result.stdout


def test_explain_tells_of_clauses_and_codes_in_any_case() -> None:
    result = run("explain", "ln301", "LOG008")
    assert result.exit_code == 0
    for words in ("rows and columns ascend strictly", "Sources", "Kept", "Broken", "Known mistakes", "LOG008"):
        assert words in result.stdout


def test_explain_suggests_the_nearest_code() -> None:
    result = run("explain", "LN310")
    assert result.exit_code == 2
    assert "LN301" in result.stderr


def test_rules_lists_every_clause_in_text_and_json() -> None:
    listed = [json.loads(line)["id"] for line in run("rules", "--format", "json").stdout.splitlines()]
    text = run("rules").stdout
    assert len(listed) > 20
    assert all(clause in text for clause in listed)


@pytest.mark.parametrize("name", ["log", "findings", "moves", "puzzle"])
def test_every_schema_is_a_valid_schema(name: str) -> None:
    Draft202012Validator.check_schema(json.loads(run("schema", name).stdout))


def test_every_command_has_an_example_in_its_help() -> None:
    for command in ("validate", "moves", "explain", "rules", "schema"):
        result = run(command, "--help")
        assert result.exit_code == 0
        assert f"Example: cloverproof {command}" in result.stdout


def test_the_version_is_printed_with_the_commit_that_is_checked_out() -> None:
    known = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, cwd=ROOT, check=False).stdout
    told = re.fullmatch(r"cloverproof [0-9.]+(?: \(([0-9a-f]{12})(?:-dirty)?\))?\n", run("--version").stdout)
    assert told is not None
    assert known.startswith(told[1] or "\n") or not known


@pytest.mark.parametrize(
    ("told", "known"),
    [
        (None, None),
        ('{"url":"file:///x","dir_info":{}}', None),
        ('{"url":"https://x/y.git","vcs_info":{"vcs":"git","commit_id":"0123456789abcdef"}}', "0123456789ab"),
        ("{", None),
    ],
)
def test_an_installed_program_knows_the_commit_it_was_installed_from(
    told: str | None, known: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(commit, "ROOT", tmp_path)
    folder = tmp_path / "cloverproof-0.1.0.dist-info"
    folder.mkdir()
    if told is not None:
        (folder / "direct_url.json").write_text(told)
    monkeypatch.setattr(commit, "distribution", lambda _: Distribution.at(folder))
    assert commit.commit() == known


def test_nothing_heavy_is_loaded_for_a_small_log(legal: Path) -> None:
    code = (
        "import sys; sys.argv[1:] = ['validate', sys.argv[1]]\n"
        "import cli.app\n"
        "try: cli.app.main()\n"
        "finally: print([name for name in sys.modules if name in ('z3', 'networkx', 'rich', 'pydantic')"
        " or name.startswith('models.lucky_numbers.clauses.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(legal)], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_log_in_the_documentation_is_a_legal_game(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "formats.md").read_text("utf-8")
    example = page.partition("```json\n")[2].partition("```")[0]
    path = tmp_path / "example.jsonl"
    path.write_text(example)
    told = rows(run("validate", str(path), "--format", "json"))
    assert [row["clause"] for row in told if row["type"] == "finding"] == ["LN104"]
    assert (told[-2]["verdict"], told[-2]["finished"], told[-2]["turns"]) == ("conforms", True, 4)


def test_follow_waits_for_a_log_that_does_not_exist_yet(tmp_path: Path) -> None:
    path = tmp_path / "later.jsonl"
    process = subprocess.Popen(
        program("validate", str(path), "--follow", "--format", "json"),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
    )
    time.sleep(1)
    path.write_text(lines(*LEGAL, BREACH | {"cell": "a1"}))
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["clause"] == "LN302"
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=300)
    assert process.returncode == 1


@contextmanager
def endless(tmp_path: Path) -> Iterator[tuple[Path, int]]:
    """Give a log that is not over before it is closed, and where to write it: judging waits for it."""
    path = tmp_path / "endless.jsonl"
    os.mkfifo(path)
    end = os.open(path, os.O_RDWR)
    try:
        yield path, end
    finally:
        os.close(end)


def heavy(tmp_path: Path, logs: int) -> Path:
    folder = tmp_path / "heavy"
    folder.mkdir()
    text = lines(*LEGAL, *({**BREACH, "player": 1 + i % 2, "clover": 19, "cell": "a1"} for i in range(400)))
    for number in range(logs):
        (folder / f"g{number:03}.jsonl").write_text(text)
    return folder


def children_of(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(number) for number in text.split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks the kernel for child processes")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_no_process_and_no_file_is_left_when_the_program_is_stopped(tmp_path: Path, number: int) -> None:
    spills = tmp_path / "spills"
    spills.mkdir()
    with endless(tmp_path) as (path, _):
        process = subprocess.Popen(
            program("validate", str(heavy(tmp_path, 40)), str(path), "--jobs", "2"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "TMPDIR": str(spills)},
        )
        workers = wait_for(lambda: children_of(process.pid))
        process.send_signal(number)
        _, errors = process.communicate(timeout=300)
    assert process.returncode == {signal.SIGTERM: 143, signal.SIGINT: 130}[signal.Signals(number)]
    assert b"Traceback" not in errors
    assert not [
        pid for pid in workers if Path(f"/proc/{pid}/cmdline").exists() and Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
    assert not list(spills.iterdir())


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks the kernel for child processes")
def test_the_other_logs_are_judged_when_a_process_is_killed(tmp_path: Path) -> None:
    with endless(tmp_path) as (path, end):
        process = subprocess.Popen(
            program("validate", str(heavy(tmp_path, 40)), str(path), "--jobs", "2", "--quiet", "--format", "json"),
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )
        killed = wait_for(lambda: children_of(process.pid))
        os.kill(killed[0], signal.SIGKILL)
        wait_for(lambda: sorted({*children_of(process.pid)} - {*killed}))
        os.write(end, lines(*LEGAL).encode())
        wait_for(lambda: [1] if not unread(end) else [])
    told, _ = process.communicate(timeout=300)
    summary = json.loads(told.splitlines()[-1])
    assert (summary["logs"], summary["break"]) == (41, 40)
    assert process.returncode == 1


def unread(end: int) -> int:
    return int.from_bytes(fcntl.ioctl(end, termios.FIONREAD, b"    "), sys.byteorder)


def wait_for(look: Callable[[], list[int]]) -> list[int]:
    for _ in range(15_000):
        if found := look():
            return found
        time.sleep(0.02)
    raise AssertionError("no process was started")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    "arguments",
    ["validate records", "validate records --jobs 2", "moves '1 ./. 4' -c 2", "--version", "--help", "solve --help"],
)
def test_a_full_disk_is_told_with_exit_code_2(arguments: str) -> None:
    command = f"{sys.executable} -m cli.app {arguments} > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, cwd=ROOT, check=False)
    assert done.returncode == 2
    assert b"cannot write the output" in done.stderr
    assert b"Traceback" not in done.stderr


def test_closed_streams_are_no_crash() -> None:
    for closed, code in ((">&-", 2), ("2>&-", 0), ("<&-", 0)):
        command = f"{sys.executable} -m cli.app validate records/school-clean {closed}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, cwd=ROOT, check=False)
        assert done.returncode == code
        assert b"Traceback" not in done.stderr


def test_standard_input_is_judged_beside_other_logs_in_several_processes(legal: Path) -> None:
    result = run("validate", "-", str(legal), "--jobs", "2", stdin=legal.read_bytes())
    assert "2 logs" in result.stdout
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("typed", "word"), [("explain LN30", "LN301"), ("validate --edition rav", "ravensburger-2012"), ("sch", "schema")]
)
def test_the_shell_completes_commands_codes_and_editions(typed: str, word: str) -> None:
    words = ["cloverproof", *typed.split()]
    asked = {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1), "_CLOVERPROOF_COMPLETE": "complete_bash"}
    done = subprocess.run(program(), capture_output=True, text=True, cwd=ROOT, check=False, env={**os.environ, **asked})
    assert word in done.stdout.split()


LOADED = """
import os, signal, sys
sys.path.insert(0, os.getcwd())
class Finder:
    def find_spec(self, name, *_):
        if name == sys.argv[1]: os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
from cloverproof import main
main()
"""


@pytest.mark.parametrize("module", ["atexit", "gc", "cli", "typer"])
def test_ctrl_c_while_the_program_is_loaded_ends_it_without_a_word(module: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", LOADED, module], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "")


@pytest.mark.parametrize("name", ["models", "verifier", "reports", "cli"])
@pytest.mark.parametrize("as_package", [False, True])
def test_a_foreign_package_in_the_place_of_ours_is_named(name: str, as_package: bool, tmp_path: Path) -> None:
    file = tmp_path / name / "__init__.py" if as_package else tmp_path / f"{name}.py"
    file.parent.mkdir(exist_ok=True)
    file.write_text("raise SystemExit('another program')")
    script = "from cloverproof import main\nmain()"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, env=env, cwd="/")
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: another '{name}' comes before that of cloverproof: {file}\nhelp: ")


def test_a_script_called_models_beside_ours_is_not_taken_for_it(tmp_path: Path) -> None:
    (tmp_path / "models.py").write_text("raise SystemExit('another program')")
    script = tmp_path / "cloverproof"
    script.write_text("from cloverproof import main\nmain()")
    words = [sys.executable, str(script), "explain", "LN301"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=env, cwd="/")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("LN301")


@pytest.mark.parametrize(
    ("command", "option", "value"),
    [
        ("validate", "--dialect", "game-park"),
        ("validate", "--edition", "ravensburger-2012"),
        ("puzzle", "--kind", "exchange"),
        ("moves", "--game", "good-fortune"),
        ("moves", "--tiles", "invented"),
        ("convert", "--to", "score-sheet"),
    ],
)
def test_help_shows_the_values_that_an_option_takes(command: str, option: str, value: str) -> None:
    told = run(command, "--help").stdout.partition(f"  {option} ")[2].partition("\n  --")[0]
    assert value in "".join(told.split())


def test_help_and_refusals_name_kinds_of_values_in_words() -> None:
    for command in app.COMMANDS:
        told = run(command, "--help").stdout
        assert not any(f"<{kind}>" in told for kind in ("int", "int range", "str", "float", "float range")), command
    assert "--seed <integer>" in run("puzzle", "--help").stdout
    assert "'1x' is not a valid integer" in run("puzzle", "new", "--seed", "1x").stderr
    assert "'3x' is not a valid integer" in run("moves", "1 ./. 5", "--clover", "3x").stderr
    assert "'x' is not a valid number" in run("solve", "puzzle.json", "--time", "x").stderr


def test_a_line_of_tiles_is_no_garden_and_needs_no_name_of_its_game() -> None:
    told = run("moves", "8 20 15", "--tile", "1")
    assert "may be laid left or right" in told.stdout
    assert (told.exit_code, "name the tile set with --tiles" in told.stdout) == (0, True)  # not known is not wrong
    assert told.stdout == run("moves", "8 20 15", "--tile", "1", "--game", "good-fortune").stdout
    refused = run("moves", "8CE2 20DG3 15EF2", "--tile", "1")
    assert (refused.exit_code, "is no line of tiles" in refused.stderr) == (2, True)


def test_tiles_of_a_collection_may_be_written_small_with_their_numbers_and_with_commas() -> None:
    assert run("score", "5cf2,8CE2").stdout == run("score", "5CF2", "8CE2").stdout
    assert run("score", "ab1").stdout == run("score", "AB1").stdout
