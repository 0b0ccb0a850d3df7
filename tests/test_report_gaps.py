"""Reports on records with facts missing: they say of each what `validate` says, in whatever pieces they are judged."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import COMMANDS, program

ROOT = Path(__file__).parent.parent
EXAMPLES = [
    str(ROOT / "docs/examples" / name) for name in ("gaps.jsonl", "good-fortune-gaps.jsonl", "score.txt", "game.jsonl")
]
FORMS = ("--html", "--md", "--json", "--junit", "--sarif")
FILES = ("report.html", "report.md", "report.jsonl", "report.junit.xml", "report.sarif")


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(program(COMMANDS), list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout


def rows_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def judged(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keep what is said of logs; how long inferring took differs each time."""
    kept = [row for row in rows if row["type"] in ("log", "finding")]
    for row in kept:
        row.get("inferred", {}).pop("seconds", None)
    return kept


def records(folder: Path) -> list[str]:
    """Give the examples, and one behind whose first missing fact a legal game is broken all the same."""
    broken = folder / "broken.jsonl"
    lines = Path(EXAMPLES[0]).read_text("utf-8").splitlines()
    broken.write_text("\n".join([*lines[:-1], '{"event":"end","winners":[1],"empty":[12,12]}', ""]), "utf-8")
    return [*EXAMPLES, str(broken)]


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Path]:
    folder = tmp_path_factory.mktemp("gaps")
    logs = records(folder)
    assert run("report", *logs, "-o", str(folder / "out"), *FORMS, "-j", "1")[0] == 1
    return logs, folder / "out"


def test_a_report_says_of_records_with_gaps_what_validate_says(reported: tuple[list[str], Path]) -> None:
    logs, folder = reported
    told = rows_of(run("validate", *logs, "--format", "json")[1])
    rows = rows_of((folder / "report.jsonl").read_text("utf-8"))
    assert judged(rows) == judged(told)
    inferred = [row["inferred"] for row in judged(told) if "inferred" in row]
    answers = [each["explained"] for each in inferred]
    assert {*answers} == {"consistent", "impossible"}
    forced, still_open = (sum(len(each[key]) for each in inferred) for key in ("forced", "open"))
    counted = next(row for row in rows if row["type"] == "gaps")
    assert counted == {
        "type": "gaps",
        "consistent": answers.count("consistent"),
        "impossible": answers.count("impossible"),
        "undecided": 0,
        "missing": forced + still_open,
        "forced": forced,
    }
    sentence = f"{forced + still_open} facts missing in those explained: {forced} forced, {still_open} open."
    for name in FILES[:2]:
        assert sentence in (folder / name).read_text("utf-8")


def test_each_clause_that_a_record_breaks_is_broken_in_the_table(reported: tuple[list[str], Path]) -> None:
    rows = rows_of((reported[1] / "report.jsonl").read_text("utf-8"))
    found = {row["clause"] for row in rows if row["type"] == "finding" and row["kind"] == "breach"}
    table = {row["clause"]: row for row in rows if row["type"] == "clause"}
    assert {clause for clause, row in table.items() if row["broken"]} == found
    assert all(row["kept"] >= 0 for row in table.values())
    assert {row["clause"] for row in rows if row["type"] == "breach" and row["kind"] == "breach"} == found


def test_pieces_and_processes_give_the_same_report(reported: tuple[list[str], Path], tmp_path: Path) -> None:
    logs, folder = reported
    base = ("-o", str(tmp_path), "--md", "--json", "--junit", "--sarif", "-j")
    assert run("report", *logs[:2], *base, "2")[0] == 0
    assert run("report", *logs, *base, "2", "--resume")[0] == 1
    for name in ("report.md", "report.junit.xml", "report.sarif"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes(), name
    here, there = ((each / "report.jsonl").read_text("utf-8").splitlines() for each in (tmp_path, folder))
    assert sorted(here) == sorted(there)


def test_records_are_left_unexplained_where_the_user_says_so(tmp_path: Path) -> None:
    assert run("report", EXAMPLES[0], "-o", str(tmp_path), "--json", "--md", "--no-infer", "-j", "1")[0] == 2
    rows = rows_of((tmp_path / "report.jsonl").read_text("utf-8"))
    assert [row["verdict"] for row in rows if row["type"] == "log"] == ["unreadable"]
    assert not any(row["type"] == "gaps" for row in rows)
    assert "records with facts missing are not explained" in (tmp_path / "report.md").read_text("utf-8")


def test_every_record_is_explained_where_the_user_says_so(tmp_path: Path) -> None:
    assert run("report", EXAMPLES[3], "-o", str(tmp_path), "--json", "--infer", "--time", "300", "-j", "1")[0] == 0
    rows = rows_of((tmp_path / "report.jsonl").read_text("utf-8"))
    assert [row["inferred"]["explained"] for row in rows if row["type"] == "log"] == ["consistent"]
