"""Folders and files are made when something is written there, and never before the input is read."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli.app import COMMANDS, program
from verifier.claim_verdict import Proved
from verifier.prove_all import ClaimTask, Outcome

CONFORMING = "docs/examples/good-fortune-sound.jsonl"
WRONG_CLAIMS = '[[claim]]\nid = "x"\nsays = "?"\nalways = "nothing such"\n'
OWN_ROW = '{"type":"log"}\n'


def run(*words: str) -> Result:
    return CliRunner().invoke(program(COMMANDS), list(words))


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """Give a folder with files that are not as they should be."""
    (tmp_path / "wrong.claims").write_text(WRONG_CLAIMS)
    (tmp_path / "wrong.rules").write_text("[[clause]]\n")
    (tmp_path / "report.jsonl").write_text(OWN_ROW)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("prove", "IN/wrong.claims", "--svg", "OUT", "--itf", "OUT", "--smt2", "OUT"), 2),
        (("prove", "LNC01", "--side", "99", "--svg", "OUT", "--itf", "OUT", "--smt2", "OUT"), 2),
        (("prove", "LNC01", "--rules", "IN/wrong.rules", "--svg", "OUT"), 2),
        (("validate", "IN/no-log.jsonl", "--svg", "OUT", "--explanation", "IN/out"), 2),
        (("validate", CONFORMING, "--svg", "OUT"), 0),
        (("drive", "--logs", "OUT", "--", "IN/no-program"), 2),
        (("suite", "OUT", "--only", "nothing-such"), 2),
        (("suite", "OUT", "--only", "step", "--side", "99"), 2),
        (("report", "IN/report.jsonl", "-o", "OUT", "--json"), 2),
        (("report", CONFORMING, "-o", "OUT", "--edition", "nothing-such"), 2),
        (("claims", "--matrix", "--clause", "LN999", "--page", "IN/out"), 2),
        (("tiles", "infer", "IN/wrong.rules", "--out", "IN/out"), 2),
        (("convert", "IN/no-log.jsonl", "--to", "IN/out"), 2),
        (("graph", "--side", "99", "--svg", "IN/out.svg", "--edges", "IN/out.csv"), 2),
    ],
)
def test_whoever_is_refused_finds_no_folder_and_no_file(words: tuple[str, ...], code: int, there: Path) -> None:
    before = sorted(there.rglob("*"))
    ran = run(*(word.replace("IN", str(there)).replace("OUT", str(there / "new" / "folder")) for word in words))
    assert ran.exit_code == code, ran.output
    assert sorted(there.rglob("*")) == before


def test_a_report_that_is_broken_off_before_any_log_leaves_nothing_new(there: Path) -> None:
    (there / "old").mkdir()
    for folder in ("old", "new/one"):
        ran = run("report", str(there / "report.jsonl"), "-o", str(there / folder))
        assert (ran.exit_code, "there is no log" in ran.stderr) == (2, True)
    assert [path.name for path in there.iterdir() if path.is_dir()] == ["old"]
    assert not list((there / "old").iterdir())


def test_what_comes_to_nothing_makes_no_folder(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def proved(todo: Sequence[ClaimTask], jobs: int) -> list[Outcome]:
        return [Outcome(task.claim, task.players, Proved(), 1, 0.0, 0.0, 0.0, ("z3",), ()) for task in todo]

    monkeypatch.setattr("cli.prove.performed", proved)
    folder = there / "new"
    ran = run("prove", "LNC01", "--svg", str(folder), "--itf", str(folder), "--smt2", str(folder))
    assert ran.exit_code == 0
    assert f"nothing to write to {folder}" in ran.stderr
    assert not folder.exists()


def test_a_report_on_the_rule_sheets_that_is_interrupted_makes_no_folder(
    there: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(key: str, jobs: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cli.report_rulebook.decided", interrupted)
    assert run("report", "--rulebook", "-o", str(there / "new")).exit_code == 130
    assert not (there / "new").exists()
