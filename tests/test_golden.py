"""What users see, pinned to the letter; `python -m tests.test_golden` writes it anew."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import COMMANDS, program

ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden"
PINNED = {
    "validate-console-equal": ["validate", "records/console-equal", "--max-findings-per-game", "6"],
    "validate-gamepark": ["validate", "records/gamepark"],
    "validate-school-clean": ["validate", "records/school-clean"],
    "validate-school-lossy": ["validate", "records/school-lossy", "--max-findings-per-game", "4"],
    "validate-school-sorted": ["validate", "records/school-sorted", "--max-findings-per-game", "4"],
    "validate-all-quiet": ["validate", "records", "--quiet"],
    "validate-gamepark-json": ["validate", "records/gamepark", "--format", "json"],
    "validate-missing": ["validate", "records/nowhere.jsonl"],
    "diagnose-console-equal": ["diagnose", "records/console-equal"],
    "diagnose-gamepark": ["diagnose", "records/gamepark"],
    "diagnose-school-lossy-each": ["diagnose", "records/school-lossy", "--each"],
    "moves-example-13": ["moves", "3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19", "--clover", "13"],
    "moves-example-13-strict": [
        "moves",
        "3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19",
        "--clover",
        "13",
        "--no-equal-exchange",
    ],
    "moves-example-13-json": ["moves", "3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19", "--clover", "13", "--format", "json"],
    "moves-small": ["moves", "1 ./. 4", "--clover", "2", "--top", "4"],
    "explain-LN301": ["explain", "LN301"],
    "explain-LOG008": ["explain", "LOG008"],
    "rules": ["rules"],
}


def output(arguments: list[str]) -> str:
    result = CliRunner().invoke(program(COMMANDS), arguments)
    return f"{result.stdout}{result.stderr}exit code {result.exit_code}\n"


@pytest.mark.parametrize("name", PINNED)
def test_the_output_is_as_pinned(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert output(PINNED[name]) == (GOLDEN / f"{name}.txt").read_text("utf-8")


def test_every_golden_file_belongs_to_a_command() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(PINNED)


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, arguments in PINNED.items():
        (GOLDEN / f"{name}.txt").write_text(output(arguments), "utf-8")
    sys.exit(0)
