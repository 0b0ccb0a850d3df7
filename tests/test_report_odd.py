"""Reports on odd names and in odd places: what a report wrote is no log, and nothing is written over or counted twice."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote_to_bytes
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from cli.app import COMMANDS, program
from cli.report_logs import Others
from models.reading import Reading
from reports.report.breaches import command, quoted
from reports.report.options import ReportOptions
from verifier.evidence.totals import Breach, FindingPlace, SmallestExample
from verifier.journal import HEAD, Journal, JournalEntry, Unfit
from verifier.minimize import minimize

ROOT = Path(__file__).parent.parent
LOSSY = ROOT / "records/school-lossy/g005_2p_greedy.jsonl"
CLEAN = ROOT / "records/school-clean/g004_2p_greedy.jsonl"
FORMS = ("--html", "--md", "--json", "--junit", "--sarif", "--minimize")
NAMES = (
    b"a b'c\"d.jsonl",
    b"new\nline.jsonl",
    b"\xff\xfe.jsonl",
    b"-lead.jsonl",
    "to the \u202eleft.jsonl".encode(),
    b"esc\x1b[31m.jsonl",
    b"<script>alert(1)<_script>.jsonl",
    b"per%20cent#mark?.jsonl",
    b"back\\slash.jsonl",
    b"[x]*.jsonl",
)


def report(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(program(COMMANDS), ["report", *arguments, "-j", "1"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def rows(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "report.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("name", NAMES)
def test_a_log_of_any_name_is_reported_on_and_its_command_finds_the_breach_again(tmp_path: Path, name: bytes) -> None:
    path = os.path.join(os.fsencode(tmp_path), name)
    try:
        with open(path, "wb") as file:
            file.write(LOSSY.read_bytes())
    except OSError:
        pytest.skip("this disk has no such names")
    out = tmp_path / "out"
    assert report(str(tmp_path), "-o", str(out), *FORMS)[0] == 1
    breach = next(row for row in rows(out) if row["type"] == "breach")
    told = subprocess.run(["bash", "-c", f"printf '%s\\0' {breach['command']}"], capture_output=True, check=True).stdout
    assert told.split(b"\0")[:-1] == [b"cloverproof", b"validate", path]
    result = json.loads((out / "report.sarif").read_text("utf-8"))["runs"][0]["results"][0]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.isascii()
    assert unquote_to_bytes(uri.removeprefix("file://")) == path
    ElementTree.parse(out / "report.junit.xml")
    for form in ("report.html", "report.md"):
        text = (out / form).read_text("utf-8")
        assert not any(sign in text for sign in "\x1b\u202e")
        assert "<script>alert" not in text or form != "report.html"  # in Markdown it stands in code


def test_a_name_that_begins_like_an_option_is_a_path_in_the_command() -> None:
    assert command("-lead.jsonl", ReportOptions(max_line=9)) == "cloverproof validate --max-line 9 ./-lead.jsonl"
    assert quoted("it's") == shlex.quote("it's")
    assert quoted("a\n'\\\udcff") == r"$'a\x0a\'\\\xff'"


def test_what_a_report_wrote_is_no_log(tmp_path: Path) -> None:
    shutil.copy(LOSSY, tmp_path / "a.jsonl")
    out = tmp_path / "out"
    first = report(str(tmp_path), "-o", str(out), *FORMS)
    assert (first[0], first[1].split(",")[0]) == (1, "1 log")
    again = report(str(tmp_path), "-o", str(out), *FORMS)
    assert again[:2] == first[:2]
    assert "2 files left out that a report wrote" in again[2]
    assert report(str(tmp_path), "-o", str(out), *FORMS, "--resume")[:2] == first[:2]
    assert report(str(tmp_path), "-o", str(tmp_path / "other"), *FORMS)[:2] == first[:2]
    assert report(str(tmp_path), "-o", str(tmp_path), *FORMS)[:2] == first[:2]
    # Named by themselves, minimized logs are logs; those of the very report are not, for it writes them.
    assert report(str(out / "minimized"), "-o", str(tmp_path / "third"), "--md")[:1] == (1,)
    assert "belongs to the report itself" in report(str(out / "minimized"), "-o", str(out))[2]
    assert "written by reports" in report(str(out), "-o", str(tmp_path / "third"), "--md")[2]


def test_a_log_with_the_name_of_a_report_is_a_log(tmp_path: Path) -> None:
    shutil.copy(LOSSY, tmp_path / "report.jsonl")
    (tmp_path / "minimized").mkdir()
    shutil.copy(LOSSY, tmp_path / "minimized/game-1.jsonl")
    others = Others([str(tmp_path)], tmp_path / "out")
    assert not others.wrote(str(tmp_path / "report.jsonl"))
    assert not others.wrote(str(tmp_path / "minimized/game-1.jsonl"))
    code, _, err = report(str(tmp_path), "-o", str(tmp_path), "--json")
    assert code == 2
    assert "would be overwritten" in err
    assert (tmp_path / "report.jsonl").read_bytes() == LOSSY.read_bytes()


def test_what_cannot_be_read_is_counted_once_too(tmp_path: Path) -> None:
    games = tmp_path / "games"
    (games / "empty").mkdir(parents=True)
    (games / "gone.jsonl").symlink_to("nowhere")
    (games / "loop").symlink_to("loop")
    (games / "up").symlink_to("..")
    shutil.copy(CLEAN, games / "a.jsonl")
    names = [str(games), str(games / "empty"), str(tmp_path / "missing"), "-o", str(tmp_path / "out"), *FORMS]
    first = report(*names)
    assert first[0] == 2
    assert first[1].startswith("4 logs, ")
    before = {path: path.read_bytes() for path in (tmp_path / "out").glob("report.*")}
    again = report(*names, "--resume")
    assert again[:2] == first[:2]
    assert "4 logs had been judged before" in again[2]
    assert before == {path: path.read_bytes() for path in (tmp_path / "out").glob("report.*")}
    shutil.copy(CLEAN, tmp_path / "missing")
    assert "missing was changed since" in report(*names, "--resume")[2]


def test_standard_input_cannot_be_gone_on_with(tmp_path: Path) -> None:
    arguments = [sys.executable, "-m", "cli.app", "report", "-", "-", "-o", str(tmp_path), "--json"]
    first = subprocess.run(arguments, cwd=ROOT, input=LOSSY.read_bytes(), capture_output=True, check=False)
    assert first.stdout.startswith(b"1 log, ")
    assert next(row for row in rows(tmp_path) if row["type"] == "breach")["path"] == "-"
    again = subprocess.run([*arguments, "--resume"], cwd=ROOT, input=b"", capture_output=True, check=False)
    assert again.returncode == 2
    assert b"standard input cannot be gone on with" in again.stderr


@pytest.mark.parametrize("left", [b"", b'{"type":"'])
def test_rows_that_are_not_what_they_were_are_not_gone_on_with(tmp_path: Path, left: bytes) -> None:
    target = tmp_path / "report.jsonl"
    assert report(str(LOSSY), "-o", str(tmp_path), "--json")[0] == 1
    target.write_bytes(left) if left else target.unlink()
    code, _, err = report(str(LOSSY), "-o", str(tmp_path), "--json", "--resume")
    assert code == 2
    assert "is not what it was" in err


def test_an_earlier_shortest_log_does_not_outlive_its_breach(tmp_path: Path) -> None:
    log = tmp_path / "a.jsonl"
    shutil.copy(LOSSY, log)
    own = tmp_path / "out/minimized/mine.jsonl"
    report(str(log), "-o", str(tmp_path / "out"), "--md", "--minimize")
    own.write_text("kept")
    assert len(list(own.parent.iterdir())) == 2
    shutil.copy(CLEAN, log)
    assert report(str(log), "-o", str(tmp_path / "out"), "--md", "--minimize")[0] == 0
    assert [path.name for path in own.parent.iterdir()] == ["mine.jsonl"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_disk_that_is_full_is_told_and_leaves_no_half_file(tmp_path: Path) -> None:
    (tmp_path / "report.html.half").symlink_to("/dev/full")
    code, _, err = report(str(LOSSY), "-o", str(tmp_path), "--html")
    assert code == 2
    assert "No space left" in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.journal"]
    assert report(str(LOSSY), "-o", str(tmp_path), "--html", "--resume")[0] == 1


# The journal ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(0, 60, 7))
def test_a_journal_that_was_killed_in_its_first_words_begins_anew(tmp_path: Path, size: int) -> None:
    path = tmp_path / "journal"
    journal = Journal(path, b"an order", resume=False)
    journal.close()
    path.write_bytes(path.read_bytes()[:size])
    again = Journal(path, b"an order", resume=True)
    assert list(again.done()) == []
    again.append(JournalEntry([b"key"], b"result", {}))
    again.close()
    third = Journal(path, b"an order", resume=True)
    assert [record.keys for record in third.done()] == [[b"key"]]
    third.close()


def test_whatever_of_a_journal_is_cut_or_spoilt_the_records_before_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal, ends = Journal(path, b"order", resume=False), []
    for number in range(4):
        ends.append(path.stat().st_size)
        journal.append(JournalEntry([b"%d" % number], b"x" * 30, {}))
    journal.close()
    whole = path.read_bytes()
    for place in range(ends[0], len(whole), 3):
        for content in (whole[:place], whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :]):
            path.write_bytes(content)
            again = Journal(path, b"order", resume=True)
            assert len(list(again.done())) == sum(end <= place for end in ends[1:])
            again.close()


def test_no_two_reports_are_written_to_one_folder_and_no_other_file_is_taken_for_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    code = f"from verifier.journal import Journal; from pathlib import Path; Journal(Path({str(path)!r}), b'', resume=True)"
    journal = Journal(path, b"", resume=False)
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "is in use: another report is being written there" in run.stderr
    journal.close()
    path.write_bytes(b"my notes")
    with pytest.raises(Unfit, match="is no journal"):
        Journal(path, b"", resume=False)
    assert path.read_bytes() == b"my notes"
    assert HEAD not in path.read_bytes()


def test_the_first_games_of_a_breach_are_named_in_whatever_order_they_come() -> None:
    def breach(numbers: list[int]) -> Breach:
        found = Breach("game", "XX1", "breach", SmallestExample(FindingPlace(0, b"", 1, 1), None, None, "", "", "", ""))
        for number in numbers:
            found.note(b"%d" % number, 1)
        return found

    one, two = breach([9, 3, 5, 4]), breach([2, 8, 1, 7, 6])
    one.join(two)
    assert [name for name, _ in one.first] == [b"1", b"2", b"3", b"4", b"5"]
    assert one.games == 9


def test_the_command_for_a_record_with_facts_missing_shows_what_was_missing(tmp_path: Path) -> None:
    assert report(str(ROOT / "docs/examples/gaps.jsonl"), "-o", str(tmp_path), "--json", "--no-infer")[0] == 2
    row = next(row for row in rows(tmp_path) if row["type"] == "breach")
    words = shlex.split(str(row["command"]))[1:]
    told = CliRunner().invoke(program(COMMANDS), [*words, "--format", "json"]).stdout.splitlines()
    assert (json.loads(told[0])["clause"], json.loads(told[0])["line"]) == (row["clause"], row["line"])


def test_a_long_log_is_cut_down_in_little_work() -> None:
    """Two players exchange on a1 for 3,000 turns, then a clover is placed where it does not ascend."""
    events: list[dict[str, object]] = [{"event": "game", "format": "cloverproof/1", "game": "lucky-numbers"}]
    events[0] |= {"edition": "tiki-2020", "players": 2}
    diagonal = zip((3, 8, 12, 17), ("a1", "b2", "c3", "d4"), strict=True)
    numbers = [(player, clover, cell) for clover, cell in diagonal for player in (1, 2)]
    events += [{"event": "setup", "player": player, "clover": clover, "cell": cell} for player, clover, cell in numbers]
    middle, corner = [4, 5], {1: 3, 2: 3}
    for player, clover in ((1, 4), (2, 5)):
        events.append({"event": "turn", "player": player, "from": "pile", "clover": clover, "action": "discard"})
    for turn in range(3000):
        player, clover = 1 + turn % 2, middle.pop(0)
        middle.append(corner[player])
        events.append({"event": "turn", "player": player, "from": "middle", "clover": clover, "action": "exchange"})
        events[-1] |= {"cell": "a1", "out": corner[player], "pile": 30, "middle": list(middle)}
        corner[player] = clover
    events.append({"event": "turn", "player": 1, "from": "pile", "clover": 20, "action": "place", "cell": "b1"})
    cut = minimize([json.dumps(event).encode() for event in events], "LN301", "breach", Reading())
    assert cut is not None
    assert not cut.cut_short
    assert cut.trials < 500
    assert [event["event"] for event in cut.events] == ["game", *["setup"] * 8, "turn"]


def test_heads_of_tables_that_sort_are_printed_too() -> None:
    """A browser leaves buttons out of heads it repeats on a new page, so the words stand in an attribute as well."""
    for name in ("report", "rulebook"):
        text = (ROOT / f"reports/templates/{name}.html.j2").read_text("utf-8")
        heads = re.findall(r"<th [^>]*><button", text)
        assert heads
        assert all("data-head=" in head for head in heads)
