"""What `cloverproof drive` says of programs, pinned to the letter; `python -m tests.test_drive_report` writes it anew."""

import json
import re
import sys
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from cli.app import COMMANDS, program
from models.lucky_numbers.driving.requests import LuckyHello
from reports.drive_html import driven_html
from reports.drive_rows import difference_row
from reports.report.options import ReportOptions
from reports.schemas import schema
from tests.program_time import TimeOfProgram
from verifier.drive import adapter
from verifier.drive.played_game import PlayedGame, ProgramFault
from verifier.drive.run import Run
from verifier.evidence.totals import EvidenceTotals

ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden_drive"
LUCKY = ["-m", "tests.programs.lucky"]
FAILING = ["-m", "tests.programs.failing"]
PINNED = {
    "right": LUCKY,
    "equal-numbers-pass": [*LUCKY, "--mistake", "LN301: equal numbers pass"],
    "old-clover-vanishes": [*LUCKY, "--mistake", "LN303: the old clover vanishes"],
    "play-goes-on": [*LUCKY, "--mistake", "LN401: play goes on"],
    "set-up-refused": [*LUCKY, "--mistake", "LN103: values must ascend along the diagonal"],
    "hangs": [*FAILING, "hang"],
    "crashes": [*FAILING, "crash"],
}
TIMES = re.compile(r"in [\d.]+ s \(\d+% of it")


def driven(*arguments: str, options: tuple[str, ...] = ()) -> tuple[str, int]:
    wait = "1" if arguments[-1] == "hang" else "120"
    asked = ["drive", "--games", "4", "--wait", wait, *options, "--", sys.executable, *arguments]
    result = CliRunner().invoke(program(COMMANDS), asked)
    assert result.stderr == ""
    return result.stdout, result.exit_code


def output(name: str) -> str:
    text, code = driven(*PINNED[name])
    return f"{TIMES.sub('in 0.0 s (0% of it', text)}exit code {code}\n"


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(ROOT)
    for limit in ("SHORTENING", "SCORING"):
        monkeypatch.setattr(f"cli.drive_run.{limit}", 600.0)  # what is found shall not depend on the machine's speed
    hangs = tmp_path / "hangs"
    monkeypatch.setenv("HANGS", str(hangs))
    monkeypatch.setattr(adapter, "time", TimeOfProgram(hangs))


@pytest.mark.parametrize("name", PINNED)
def test_the_output_is_as_pinned(name: str) -> None:
    assert output(name) == (GOLDEN / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("clause", ["LN401", "LN402"])
def test_play_that_goes_on_until_the_round_is_finished_looks_like_one_mistake(clause: str) -> None:
    mistake = f"{clause}: play goes on until the round is finished"
    text, code = driven(*LUCKY, "--mistake", mistake, options=("--seed", "2", "--games", "12", "--format", "json"))
    (found,) = (row for row in map(json.loads, text.splitlines()) if row["type"] == "diagnosis")
    (first,), *others = [[each["mistake"] for each in own] for own in found["sets"]]
    assert first == "play goes on until the round is finished"
    assert others in ([], [["every round is finished"]])
    assert (code, found["explained"], found["sets"][0][0]["clauses"]) == (1, found["findings"], [clause])


def test_every_golden_file_belongs_to_a_program() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(PINNED)


def test_the_output_in_json_is_as_its_schema_says_and_agrees_with_itself() -> None:
    text, code = driven(*PINNED["play-goes-on"], options=("--format", "json"))
    rows = [json.loads(line) for line in text.splitlines()]
    for row in rows:
        Draft202012Validator(schema("drive-findings")).validate(row)
    assert code == 1
    kinds = [row for row in rows if row["type"] == "difference"]
    mistakes = [row for row in rows if row["type"] == "mistake"]
    summary = rows[-1]
    assert summary["type"] == "summary"
    assert summary["verdict"] == "differs"
    assert summary["kinds"] == len(kinds) > 0
    assert summary["differences"] == sum(row["times"] for row in kinds)
    assert {row["clause"] for row in kinds} >= {"LN401"}
    assert all(row["requests"][-1]["do"] and row["events"][0]["event"] == "game" for row in kinds)
    coverage = [row for row in rows if row["type"] == "coverage"]
    assert sum(row["noticed"] for row in coverage) == sum(row["noticed"] for row in mistakes if row["clause"])


def test_servers_are_told_each_clause_and_each_kind(tmp_path: Path) -> None:
    logs, junit, sarif = tmp_path / "logs", tmp_path / "junit.xml", tmp_path / "drive.sarif"
    options = ("--logs", str(logs), "--junit", str(junit), "--sarif", str(sarif))
    text, code = driven(*PINNED["crashes"], options=options)
    assert code == 1
    root = ElementTree.parse(junit).getroot()
    clauses, failures = root.findall("testsuite")
    assert len(clauses.findall("testcase")) == int(clauses.get("tests", "")) > 20
    assert [case.get("classname") for case in failures.findall("testcase") if case.find("error") is not None] == [
        "program.exit"
    ]
    (run,) = json.loads(sarif.read_text("utf-8"))["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(run["results"]) == text.count("error: ") > 0
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"] == "exit"
        place = result["locations"][0]["physicalLocation"]
        lines = Path(urlsplit(place["artifactLocation"]["uri"]).path).read_text("utf-8").splitlines()
        assert 1 <= place["region"]["startLine"] <= len(lines)


def test_what_the_differences_look_like_is_told_in_every_form(tmp_path: Path) -> None:
    names = {"--logs": "logs", "--junit": "junit.xml", "--sarif": "drive.sarif", "--html": "page.html"}
    files = {key: tmp_path / name for key, name in names.items()}
    options = [text for key, path in files.items() for text in (key, str(path))]
    text, _ = driven(*PINNED["equal-numbers-pass"], options=("--format", "json", *options))
    kinds = [row["type"] for row in map(json.loads, text.splitlines())]
    (told,) = (row for row in map(json.loads, text.splitlines()) if row["type"] == "diagnosis")
    Draft202012Validator(schema("drive-findings")).validate(told)
    assert kinds.index("diagnosis") == kinds.count("difference")
    assert {"mistake": "equal numbers pass", "clauses": ["LN301"]} in told["sets"][0]
    assert told["explained"] == told["findings"] > 0
    words = "(it looks as if equal numbers pass)"
    assert any(words in each.get("message", "") for each in ElementTree.parse(files["--junit"]).iter("failure"))
    (run,) = json.loads(files["--sarif"].read_text("utf-8"))["runs"]
    assert any(words in result["message"]["text"] for result in run["results"])
    assert "equal numbers pass (LN301" in files["--html"].read_text("utf-8").partition('id="looks"')[2]
    assert "diagnosis" not in driven(*LUCKY, options=("--format", "json"))[0]


def test_the_page_is_the_report_on_the_same_logs_and_names_what_no_log_holds(tmp_path: Path) -> None:
    logs, page = tmp_path / "logs", tmp_path / "deep" / "run.html"
    driven(*LUCKY, options=("--logs", str(logs), "--html", str(page)))
    games = map(str, sorted(logs.glob("game-*")))
    rows = CliRunner().invoke(program(COMMANDS), ["validate", "--format", "json", *games]).stdout.splitlines()
    told, text = json.loads(rows[-1]), page.read_text("utf-8")
    for name, key in (("Logs judged", "logs"), ("Conform", "conform"), ("Break a rule", "break"), ("Turns", "turns")):
        assert re.search(rf"{name}\W.{{0,40}}?\b{told[key]}\b", text, re.DOTALL)
    assert "other kind" not in text
    assert "--logs DIR" not in text
    run = Run(LuckyHello(name="<b>"), 1)
    run.note(PlayedGame(0, [], [], [], [], [], 0, [], [], ProgramFault("crash", "", "it crashed"), None))
    text = driven_html(EvidenceTotals(), ReportOptions(), run, kept=False)
    assert "--logs DIR" in text
    assert "1 other kind of differences: the program crashed." in text
    assert "&lt;b&gt;" in text


def test_only_games_that_the_program_deals_tell_of_its_shuffling(tmp_path: Path) -> None:
    page, shuffling = tmp_path / "run.html", "are the clovers shuffled"
    for can, said, shown in (("again", "", True), ("again,deal", "4 games of 4 were dealt to the program", False)):
        driven(*LUCKY, "--can", can, options=("--html", str(page)))
        text = page.read_text("utf-8")
        assert said in text
        assert ("were dealt" in text, shuffling in text) == (bool(said), shown)


def test_logs_go_into_a_folder_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "game-0009.jsonl").touch()
    asked = ["drive", "--games", "1", "--logs", str(tmp_path), "--", sys.executable, *LUCKY]
    result = CliRunner().invoke(program(COMMANDS), asked)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "not an empty folder\nhelp: name a new one" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["game-0009.jsonl"]


@pytest.mark.parametrize(
    ("sort", "messages", "kinds"),
    [
        ("hang", ["no answer came within 1 s"] * 2, 1),
        ("crash", ["the program crashed: no clover 13", "the program crashed: no clover 7"], 1),
        ("crash", ["the program crashed: no clover", "the program crashed: no cell"], 2),
    ],
)
def test_a_failure_of_one_reason_is_one_kind_wherever_it_shows(sort: str, messages: list[str], kinds: int) -> None:
    run = Run(LuckyHello(), 1)
    for number, message in enumerate(messages):
        fault = ProgramFault(sort, f"place {number}", message)
        run.note(PlayedGame(number, [], [], [], [], [], 0, [], [], fault, None))
    assert len(run.kinds) == kinds
    assert [row.places for row in map(difference_row, run.kinds.values())] == (
        [["place 0", "place 1"]] if kinds == 1 else [["place 0"], ["place 1"]]
    )


@pytest.mark.parametrize(
    ("answer", "code", "verdict"),
    [
        ('{"ok":false,"why":"no"}', 2, "nothing"),
        ('{"ok":true,"x":' + "[" * 3000 + "]" * 3000 + "}", 1, "wrong"),
    ],
    ids=["refuses all", "cannot be read"],
)
def test_an_adapter_with_which_no_game_begins_is_not_called_right(answer: str, code: int, verdict: str) -> None:
    hello = json.dumps({"name": "x", "players": [2], "setups": ["standard"], "can": ["again", "deal"]})
    told = f"import sys\nprint(input() and {hello!r}, flush=True)\nfor _ in sys.stdin: print({answer!r}, flush=True)"
    text, found = driven("-c", told, options=("--check", "--format", "json"))
    summary = json.loads(text.splitlines()[-1])
    assert (found, summary["verdict"]) == (code, verdict)


@pytest.mark.parametrize("other", ["--junit", "--sarif", "--html"])
def test_a_checked_adapter_has_no_page(other: str, tmp_path: Path) -> None:
    asked = ["drive", "--check", other, str(tmp_path / "file"), "--logs", str(tmp_path), "--", sys.executable]
    result = CliRunner().invoke(program(COMMANDS), asked)
    assert (result.exit_code, other in result.stderr) == (2, True)


def test_a_checked_adapter_is_told_in_json_as_its_schema_says() -> None:
    for fault, faults in (("swapped_in_gardens", 1), ("right_one", 0)):
        text, code = driven("-m", "tests.programs.adapted", fault, options=("--check", "--format", "json"))
        rows = [json.loads(line) for line in text.splitlines()]
        for row in rows:
            Draft202012Validator(schema("drive-check")).validate(row)
        assert code == faults
        assert [row["type"] for row in rows] == ["adapter-fault"] * faults + ["summary"]
        assert (rows[-1]["faults"], rows[-1]["verdict"]) == (faults, "wrong" if faults else "right")
    assert "cells" in rows[-1]["right"]


def test_without_logs_there_is_no_place_for_sarif(tmp_path: Path) -> None:
    asked = ["drive", "--sarif", str(tmp_path / "drive.sarif"), "--", sys.executable]
    result = CliRunner().invoke(program(COMMANDS), asked)
    assert (result.exit_code, "--logs DIR" in result.stderr) == (2, True)


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for each in PINNED:
        (GOLDEN / f"{each}.txt").write_text(output(each), "utf-8")
    sys.exit(0)
