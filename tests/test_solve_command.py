"""What `cloverproof solve` says to options, files and logs; that its values are right is shown elsewhere."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner, Result

from cli.app import program
from models.position import DRAW, Problem
from reports.schemas import schema
from tests.test_analyze import lines
from verifier.puzzles import parse_puzzle
from verifier.reference_solver import solve_plainly

pytest.importorskip("numba")
APP = program(["solve", "schema"])
PUZZLE: dict[str, Any] = {
    "format": "cloverproof-puzzle/1",
    "game": "lucky-numbers",
    "gardens": ["1 ./. 5", "2 ./. 4"],
    "middle": [3],
    "pile": [4, 6],
    "to_move": 1,
    "goal": "win",
    "turns": 4,
    "top": 6,
}
EARLY: dict[str, Any] = {
    **{key: value for key, value in PUZZLE.items() if key not in ("pile", "turns", "top")},
    "gardens": ["3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19", "1 4 . ./6 . 11 ./. 14 . 17/12 . 18 ."],
    "middle": [2],
}
LARGE: dict[str, Any] = {  # for the solver
    **{key: value for key, value in PUZZLE.items() if key not in ("pile", "turns")},
    "gardens": ["/".join([". . . . . . ."] * 7)] * 4,
    "middle": [],
    "top": 30,
}
COMMAND = [sys.executable, "-c", "from cli.app import main; main()", "solve"]


def solve(*arguments: object, text: str = "") -> Result:
    return CliRunner().invoke(APP, ["solve", *map(str, arguments)], input=text)


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(PUZZLE))
    return path


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"\n".join(lines()) + b"\n")
    return path


def test_a_bad_puzzle_among_good_ones_is_told_and_the_others_are_solved(puzzle: Path, tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    many.write_text("\n".join(json.dumps({**PUZZLE, **keys}) for keys in ({}, {"turns": 0}, {"goal": "force"})))
    large = tmp_path / "large.json"
    large.write_text(json.dumps(LARGE))
    result = solve(puzzle, large, tmp_path / "none.json", many, "--format", "json")
    assert result.exit_code == 2
    assert f"{large}: the position is too large for the solver" in result.stderr
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["path"] for row in rows] == [str(puzzle), f"{many}:1", f"{many}:3"]
    assert "none.json: cannot read it" in result.stderr
    assert f"{many}:2:" in result.stderr
    assert "turns cannot be 0" in result.stderr


def test_the_rows_keep_to_their_schema_and_to_the_names_of_moves(puzzle: Path) -> None:
    check = jsonschema.Draft202012Validator(schema("solve"))
    for keys in ({}, {"drawn": 5}, {"goal": "force"}, {"turns": None, "pile": [6]}):
        problem = parse_puzzle(json.dumps({**PUZZLE, **keys}).encode())[1]
        puzzle.write_text(json.dumps({**PUZZLE, **keys}))
        row = json.loads(solve(puzzle, "--format", "json", "--all-moves").stdout)
        check.validate(row)
        assert {each["move"] for each in row["moves"]} == set(problem.start.moves())
        assert {each["move"]: each["value"] for each in row["moves"]} == {
            move: str(value) for move, value in solve_plainly(problem).moves
        }


def test_a_worse_move_comes_with_a_best_answer(puzzle: Path) -> None:
    problem = parse_puzzle(puzzle.read_bytes())[1]
    row = json.loads(solve(puzzle, "--format", "json", "--all-moves").stdout)
    told = [each for each in row["moves"] if each["reply"]]
    assert told
    for each in told:
        assert each["move"] not in (*row["best"], DRAW)
        after = problem.start.after(each["move"])
        values = dict(solve_plainly(Problem(after, problem.goal, problem.objective, problem.hero)).moves)
        assert values[each["reply"]] == min(values.values())
    assert "then player 2: " in solve(puzzle).stdout


WRONG: list[tuple[list[str], str]] = [
    ([], "one of these is needed"),
    (["P", "--analyze", "L"], "only one of these can be given"),
    (["P", "--objective", "luck"], "it is win or points"),
    (["P", "--time", "nan"], "nan is no number of seconds"),
    (["P", "--time", "-1"], "--time"),
    (["P", "--total", "3"], "it goes with --analyze"),
    (["P", "--memory", "1K"], "at least 1M"),
    (["P", "--memory", "much"], "a number of bytes"),
    (["P", "--turn", "3"], "it goes with --from"),
    (["P", "--revealed"], "it goes with --from"),
    (["P", "--game", "2"], "it goes with --from or --analyze"),
    (["P", "--no-equal-exchange"], "a puzzle has a key for it"),
    (["P", "--fix", "hero"], "it goes with --drn or --prism"),
    (["P", "--prism", "D/x", "--fix", "me"], "it is hero"),
    (["P", "--prism", "D/none/x"], "there is no folder"),
    (["P", "--certificate", "D"], "it is a folder"),
    (["P", "--drn", "D/x", "--prism", "D/x"], "two things cannot be written"),
    (["P", "P", "--drn", "D/x"], "a certificate or a model is of one puzzle"),
    (["-", "-"], "standard input can be read only once"),
    (["--from", "L"], "--from LOG needs --turn N"),
    (["--from", "L", "--turn", "6"], "has 5 turns"),
    (["--analyze", "L", "--game", "2"], "there is no game 2 with turns"),
    (["--analyze", "L", "--certificate", "D/c"], "it goes with a puzzle or --from"),
    (["--analyze", "L", "--all-moves"], "it goes with a puzzle or --from"),
    (["P", "--drn", "D/x"], "DRN knows no players"),
    (["--analyze", "P"], "p.json: this is a puzzle, no log\nhelp: `cloverproof solve"),
    (["--verify", "P", "--time", "3"], "it goes where something is solved"),
    (["--verify", "P"], "p.json"),
    (["P", "--goal", "win"], "a puzzle has a key for it"),
    (["1 ./. 5; 2 ./. 4; top 6", "--goal", "best"], "it is win, force or fill"),
    (["1 ./. 5; 2 ./. 4; top 6", "--goal", "fill"], "one player alone"),
    (["1 ./. 5; 2 ./. 4; top 6; bruno"], "cannot be solved"),
    (["1 2/3 5; 2 ./. 4; top 6"], "the garden of player 1 is full"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_what_cannot_be_meant_is_refused(
    arguments: list[str], message: str, puzzle: Path, log: Path, tmp_path: Path
) -> None:
    names = {"P": str(puzzle), "L": str(log)}
    given = [names.get(each, each.replace("D", str(tmp_path), 1) if each[:1] == "D" else each) for each in arguments]
    result = solve(*given, text=json.dumps(PUZZLE))
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_an_exhausted_limit_is_no_error(puzzle: Path) -> None:
    puzzle.write_text(json.dumps(EARLY))
    for limit in (("--time", "1e-9"), ("--memory", "1M")):
        result = solve(puzzle, *limit, "--format", "json")
        row = json.loads(result.stdout)
        assert (result.exit_code, row["exact"], row["value"], row["stopped"]) == (0, False, None, limit[0][2:])
        assert (row["lower"], row["best"]) == ("-1", [])


def test_what_is_known_all_the_same_was_not_stopped(puzzle: Path) -> None:
    row = json.loads(solve(puzzle, "--time", "0.01", "--format", "json").stdout)
    assert row["exact"] == (row["stopped"] == "")


def test_a_game_is_gone_through_with_its_progress(log: Path) -> None:
    result = solve("--analyze", log, "--time", "300", "--format", "json")
    assert result.exit_code == 0
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    check = jsonschema.Draft202012Validator(schema("analysis"))
    for row in rows:
        check.validate(row)
    assert [row["mark"] for row in rows[2:]] == ["??", "??", ""]
    assert [line.split(":")[0] for line in result.stderr.splitlines()][:2] == ["turn 5", "turn 4"]


def test_the_total_time_ends_the_analysis(log: Path) -> None:
    two = log.read_bytes() * 2
    log.write_bytes(two)
    result = solve("--analyze", log, "--total", "0.000001")
    assert result.exit_code == 0
    assert result.stdout.count("turns 1 to 5 not looked at: no time was left") == 2
    assert "game 2" in result.stdout
    assert "game 1" not in solve("--analyze", log, "--total", "0.000001", "--game", "2", "--format", "json").stdout
    assert solve("--analyze", log, "--total", "0").stdout == solve("--analyze", log).stdout


def test_a_certificate_keeps_to_its_schema(puzzle: Path, tmp_path: Path) -> None:
    check = jsonschema.Draft202012Validator(schema("certificate"))
    for goal in ("win", "force"):
        puzzle.write_text(json.dumps({**PUZZLE, "goal": goal}))
        path = tmp_path / f"{goal}.jsonl"
        assert solve(puzzle, "--certificate", path).exit_code == 0
        head, *rest = (json.loads(line) for line in path.read_text().splitlines())
        assert rest
        for line in (head, *rest):
            check.validate(line)
        assert f"proven: {goal} " in solve("--verify", path).stdout
        assert not check.is_valid({**head, "objective": "luck"})
        assert not check.is_valid({**rest[0], "side": "nobody"})
        assert not check.is_valid({**rest[0], "value": "0.5"})


def test_a_log_that_breaks_off_is_told(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-10])
    result = solve("--analyze", log)
    assert result.exit_code == 2
    assert "log.jsonl:12: this is no event of a log: the line ends before its JSON object does" in result.stderr


@pytest.mark.parametrize("option", [("--analyze",), ("--turn", "3", "--from")])
def test_a_log_in_another_form_is_answered_with_the_command_that_makes_ours_of_it(option: tuple[str, ...]) -> None:
    result = solve(*option, "docs/examples/score.txt")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "error: docs/examples/score.txt: this log is in the form score-sheet\n"
        "help: `cloverproof convert docs/examples/score.txt > game.jsonl` makes our form of it\n"
    )
    unknown = solve(*option, "docs/examples/own-list.json").stderr
    assert "`cloverproof convert --guess docs/examples/own-list.json` proposes a mapping" in unknown
    piped = solve(*option, "-", text=Path("docs/examples/score.txt").read_text("utf-8")).stderr
    assert "`cloverproof convert - > game.jsonl`" in piped


def test_a_certificate_names_what_it_counts(puzzle: Path, tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    assert solve(puzzle, "--objective", "points", "--certificate", path).exit_code == 0
    assert "proven: points 2 " in solve("--verify", path).stdout


INTERRUPTED = """
import os, signal
from cli.app import main
from cli.solve_progress import SearchProgress

def interrupted(self, search, look=SearchProgress.look):
    if not self.stopped:
        os.kill(os.getpid(), signal.SIGINT)
    look(self, search)

SearchProgress.look = interrupted
main()
"""


def test_ctrl_c_writes_the_bounds_so_far(tmp_path: Path) -> None:
    path = tmp_path / "early.json"
    path.write_text(json.dumps(EARLY))
    words = [sys.executable, "-c", INTERRUPTED, "solve", str(path), "--format", "json", "--time", "0"]
    ended = subprocess.run(words, stdout=subprocess.PIPE, timeout=600, check=False)
    row = json.loads(ended.stdout)
    assert (ended.returncode, row["stopped"], row["exact"]) == (130, "stopped", False)
    assert row["lower"] == "-1"


def test_a_table_in_one_line_is_the_puzzle_that_says_the_same(tmp_path: Path) -> None:
    """A middle that wins at once, and the same as a file; by `force` the win is sure."""
    keys = {"gardens": ["1 ./. 5", "2 ./. 4"], "middle": [3], "pile": [5], "to_move": 1, "goal": "win", "top": 6}
    file = tmp_path / "puzzle.json"
    file.write_text(json.dumps({"format": "cloverproof-puzzle/1", "game": "lucky-numbers", **keys}))
    table = "1 ./. 5; 2 ./. 4; middle 3; hidden 5; top 6"
    of_file, of_table = (json.loads(solve(each, "--format", "json").stdout) for each in (str(file), table))
    for row in (of_file, of_table):
        del row["path"], row["seconds"]
    assert of_table == of_file
    assert json.loads(solve(table, "--goal", "force", "--format", "json").stdout)["goal"] == "force"


def test_a_garden_to_fill_alone_is_a_table_in_one_line_as_it_is_in_a_puzzle(tmp_path: Path) -> None:
    keys = {"format": "cloverproof-puzzle/1", "game": "lucky-numbers", "gardens": ["1 ./. 4"], "to_move": 1}
    (tmp_path / "alone.json").write_text(json.dumps({**keys, "top": 4, "goal": "fill"}), "utf-8")
    rows = [
        json.loads(solve(*asked, "--format", "json").stdout)
        for asked in (["1 ./. 4; top 4", "--goal", "fill"], [str(tmp_path / "alone.json")])
    ]
    assert rows[0]["goal"] == "fill"
    assert [rows[0][key] for key in ("value", "moves", "states")] == [
        rows[1][key] for key in ("value", "moves", "states")
    ]
    assert "gardens of 2 to 4 players, not 1" in solve("1 ./. 4; top 4").stderr
