"""The suite put to a running program: what is asked, what is graded, and what cannot be asked."""

import subprocess
import sys
from pathlib import Path

import pytest

from models.game import Game
from models.games import GAMES
from models.reading import Reading
from reports.style import uncolored
from reports.suite import suite_run_text
from tests.program_time import TimeOfProgram
from verifier.diagnose.suite_answers import suite_diagnosis
from verifier.drive import adapter
from verifier.drive.adapter import Adapter
from verifier.drive.play import Player
from verifier.drive.run_suite import SuiteRun, run_suite
from verifier.suite import Item, items

PROGRAM = [sys.executable, str(Path(__file__).parent / "programs" / "lucky.py")]
LUCKY = next(game for game in GAMES if game.key == "lucky-numbers")
CRASHING = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "put":
        FAULT
    if asked["do"] == "hello":
        answer = {"name": "x", "players": [2, 3, 4], "setups": ["standard"], "diagonal": "players",
                  "can": ["deal", "table", "refuse", "again"]}
    else:
        answer = {"ok": True, "shows": {}}
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture(scope="module")
def positions() -> list[Item]:
    return items(LUCKY, 1, ("position",))


def run(command: list[str], questions: list[Item], wait: float = 120.0, game: Game = LUCKY) -> SuiteRun:
    with Adapter(command, wait=wait) as talk:
        return run_suite(Player(game, game.driving(), talk, Reading()), game.driving(), questions)


def test_a_right_program_is_right_at_all_that_it_is_asked(positions: list[Item]) -> None:
    found = run(PROGRAM, positions)
    assert found.passed
    assert not found.unanswered
    asked = found.grades.asked["position"]
    assert asked == found.grades.right["position"] == 15
    assert asked + len(found.not_asked) == len(positions)


@pytest.mark.parametrize(
    "mistake",
    ["LN301: only direct neighbours are compared", "LN303: nothing can be exchanged", "LN205: anything can be taken"],
)
def test_a_mistake_is_graded_wrong(positions: list[Item], mistake: str) -> None:
    found = run([*PROGRAM, "--mistake", mistake], positions)
    assert found.grades.wrong
    assert not found.passed
    assert not found.unanswered


def test_what_a_program_does_not_offer_is_not_asked(positions: list[Item]) -> None:
    found = run([*PROGRAM, "--can", "deal,refuse,again"], positions)
    assert set(found.not_asked.values()) == {"the program cannot `table`"}
    assert len(found.not_asked) == len(positions)
    assert not found.grades.wrong
    assert not found.passed


@pytest.mark.parametrize(("kind", "least"), [("game", 15), ("slip", 20)])
def test_logs_are_played_with_a_program(kind: str, least: int) -> None:
    found = run(PROGRAM, items(LUCKY, 1, (kind,)))
    assert found.passed
    assert not found.unanswered
    assert found.grades.right[kind] == found.grades.asked[kind] >= least


def test_games_are_played_with_a_program_that_lays_the_set_up_itself() -> None:
    games, laying = items(LUCKY, 1, ("game",)), [*PROGRAM, "--diagonal", "program"]
    found = run(laying, games)
    assert found.passed
    assert found.grades.asked["game"] >= 5
    wrong = run([*laying, "--mistake", "LN401: play goes on"], games)
    assert any("LN401" in fault or "line" in fault for fault in wrong.grades.wrong.values())
    assert "nothing is said of the" not in suite_run_text(found, uncolored, 1)


def test_a_kind_of_which_nothing_could_be_asked_is_named() -> None:
    told = suite_run_text(run([*PROGRAM, "--diagonal", "none"], items(LUCKY, 1, ("game", "step"))), uncolored, 1)
    assert told.endswith("nothing is said of the games: none could be asked\n")


@pytest.mark.parametrize(
    ("mistake", "kind"),
    [("LN303: nothing can be exchanged", "game"), ("LN205: anything can be taken", "slip")],
)
def test_a_mistake_shows_in_logs(mistake: str, kind: str) -> None:
    assert run([*PROGRAM, "--mistake", mistake], items(LUCKY, 1, (kind,))).grades.wrong


def test_what_a_program_shows_behind_turns_of_a_log_is_graded_too() -> None:
    slips = items(LUCKY, 1, ("slip",))
    found = run([*PROGRAM, "--mistake", "LN206: a taken clover stays there too"], slips)
    looks = suite_diagnosis(LUCKY, slips, found.answers, found.grades.wrong)
    assert looks is not None
    assert looks.fits
    assert [[each.words for each in own] for own in looks.sets] == [["a taken clover stays there too"]]


def test_other_kinds_are_told_with_a_reason() -> None:
    steps = items(LUCKY, 1, ("step",))
    found = run(PROGRAM, steps)
    assert len(found.not_asked) == len(steps) - found.grades.right["step"]
    assert found.grades.right["step"] == 4
    assert all(found.not_asked.values())


def test_steps_are_tried_on_their_tables() -> None:
    steps = items(LUCKY, 1, ("step",))
    found = run([*PROGRAM, "--side", "2"], steps)
    assert found.passed
    assert found.grades.right["step"] == found.grades.asked["step"] == 41
    wrong = run([*PROGRAM, "--side", "2", "--mistake", "LN301: only rows are compared"], steps).grades.wrong
    assert wrong
    assert all("LN301" in key for key in wrong)


def test_a_wrong_adapter_is_named_and_nothing_is_asked() -> None:
    adapted = ["-m", "tests.programs.adapted", "swapped_in_gardens"]
    command = [sys.executable, "-m", "cli.app", "suite", "--run", "--only", "step", "--", sys.executable, *adapted]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parent.parent)
    assert (done.returncode, done.stdout) == (2, "")
    assert "error[adapter]: a clover laid on c1 shows on a3" in done.stderr
    assert "nothing is asked" in done.stderr


@pytest.mark.parametrize("fault", ["sys.exit(3)", "hangs.touch(), time.sleep(600)"], ids=["exits", "hangs"])
def test_a_place_where_a_program_fails_is_not_tried_again(
    positions: list[Item], fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted, hangs = tmp_path / "starts", tmp_path / "hangs"
    monkeypatch.setattr(adapter, "time", TimeOfProgram(hangs))
    begin = f"import pathlib, time\nopen({str(counted)!r}, 'a').write('x')\nhangs = pathlib.Path({str(hangs)!r})\n"
    script = tmp_path / "program.py"
    script.write_text(begin + "hangs.unlink(missing_ok=True)\n" + CRASHING.replace("FAULT", fault))
    found = run([sys.executable, str(script)], positions, wait=0.5)
    assert len(found.unanswered) == 15
    assert not found.grades.wrong
    assert not found.passed
    again = [why for why in found.unanswered.values() if "not tried again" in why]
    assert len(again) == 14
    assert len(counted.read_text()) == 2


def test_the_page_shows_what_is_written(positions: list[Item]) -> None:
    found = run([*PROGRAM, "--mistake", "LN303: nothing can be exchanged"], positions)
    page = (Path(__file__).parent.parent / "docs" / "suite.md").read_text("utf-8")
    assert f"```text\n{suite_run_text(found, uncolored, 1)}```" in page


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--mistake", "LN303: nothing can be exchanged"], 1, "positions          0 of 15 right"),
        (["--can", "deal,refuse,again"], 2, "not asked: 36 of the positions: the program cannot `table`"),
    ],
)
def test_the_exit_code_tells_wrong_from_not_asked(arguments: list[str], code: int, said: str) -> None:
    command = [sys.executable, "-m", "cli.app", "suite", "--run", "--only", "position", "--", *PROGRAM, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, said in done.stdout) == (code, True), done.stderr
