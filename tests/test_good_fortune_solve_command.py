"""What `cloverproof solve` says of Good Fortune: puzzles, logs, certificates."""

import json
import random
import time
from itertools import pairwise
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner, Result

from cli.app import program
from models.good_fortune.positions import FortunePosition
from models.good_fortune.random_positions import drawn
from models.position import Problem
from models.reading import Reading
from reports.schemas import schema
from tests.fortune_puzzles import BASE, Brute
from tests.good_fortune_games import Program
from verifier.analyze import analyse
from verifier.reference_solver import solve_plainly
from verifier.turns_of_log import recorded_turns

pytest.importorskip("numba")
APP = program(["solve", "schema"])
ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "docs" / "examples" / "good-fortune-endgame.json"
SOUND = ROOT / "docs" / "examples" / "good-fortune-sound.jsonl"


def solve(*arguments: object) -> Result:
    return CliRunner().invoke(APP, ["solve", *map(str, arguments)])


def test_a_puzzle_is_told_in_words() -> None:
    result = solve(EXAMPLE, "--objective", "points", "--no-color")
    assert result.exit_code == 0
    for text in (
        "player 2  in hand 2DF1 6FG4 9AB2 10BD3",
        "Player 2 to move. Points that player 2 is ahead at the end.",
        "Value 3: choose the 9.",
        "player 1: lay it left",
        "player 2 52 (the rules leave it open, 47 or 48 may count too)",
        "The value is proven exactly",
    ):
        assert text in result.output
    assert "clover in" not in result.output
    assert "garden" not in result.output


def test_the_row_keeps_to_its_schema_and_holds_what_enumeration_gives(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(BASE))
    jsonschema.validate(BASE, schema("puzzle"))
    for objective in ("win", "points"):
        result = solve(path, "--format", "json", "--all-moves", "--objective", objective)
        row = json.loads(result.stdout)
        jsonschema.validate(row, schema("solve"))
        from verifier.puzzles import parse_puzzle

        problem = parse_puzzle(path.read_bytes(), "points" if objective == "points" else "win")[1]
        plain = solve_plainly(problem)
        assert row["value"] == str(plain.value)
        assert {each["move"]: each["value"] for each in row["moves"]} == {m: str(v) for m, v in plain.moves}
        assert len(row["line"]) == 8


TABLE = "line 8 20 15; hands 1 3/5 21; won 7 10/12"
SAME_IN_ONE_LINE = [
    (f"tiles invented; {TABLE}; side large; holder 2", {}),
    (f"tiles invented; {TABLE}; side large; guessing", {"variants": ["guessing"]}),
    (f"tiles invented; {TABLE}; simple; last 2", {"variants": ["simple-laying"], "to_move": 1}),
]


@pytest.mark.parametrize(("table", "more"), SAME_IN_ONE_LINE)
def test_a_table_in_one_line_is_the_puzzle_that_says_the_same(
    table: str, more: dict[str, object], tmp_path: Path
) -> None:
    file, proof = tmp_path / "puzzle.json", tmp_path / "proof.jsonl"
    file.write_text(json.dumps(BASE | more))
    given = ("--objective", "points", "--format", "json")
    unnamed = table.removeprefix("tiles invented; ")
    told = [
        solve(file, *given),
        solve(table, *given, "--certificate", proof),
        solve(unnamed, "--tiles", "invented", *given),
    ]
    rows = [json.loads(each.stdout) for each in told]
    for row in rows:
        del row["path"], row["seconds"]
    assert rows[0] == rows[1] == rows[2]
    assert solve("--verify", proof).exit_code == 0


@pytest.mark.parametrize(
    ("facts", "more", "said"),
    [
        ("tiles invented", (), "write `side large`"),
        ("tiles invented; side large", (), "write `holder 2`"),
        ("tiles invented; simple", (), "write who laid last: `last 1` or `last 2`"),
        ("tiles invented; simple; last 1", ("--goal", "fill"), "there is no goal fill"),
        ("side large; holder 2", (), "it is not known what tile 8 carries"),
        ("tiles invented; size 10", (), "no game has 21 tiles and hands of 10"),
    ],
)
def test_a_table_in_one_line_that_is_no_puzzle_is_refused_with_what_to_write(
    facts: str, more: tuple[str, ...], said: str
) -> None:
    result = solve(f"{facts}; {TABLE}", *more)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_certificate_is_written_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    assert solve(EXAMPLE, "--certificate", path).exit_code == 0
    result = solve("--verify", path)
    assert "proven: win 1" in result.output
    head, *lines = (json.loads(line) for line in path.read_text().splitlines())
    jsonschema.validate(head, schema("certificate"))
    jsonschema.validate(lines[0], schema("certificate"))
    spoilt = next(number for number, line in enumerate(lines) if line["move"].startswith("choose"))
    lines[spoilt]["move"] = "choose 99"
    path.write_text("\n".join(map(json.dumps, [head, *lines])))
    assert solve("--verify", path).exit_code == 1


def test_a_model_is_written(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(BASE))
    assert solve(path, "--prism", tmp_path / "m.prism").exit_code == 0
    assert "[hero_choose_5]" in (tmp_path / "m.prism").read_text()


def test_a_position_out_of_a_log_is_solved() -> None:
    result = solve("--from", SOUND, "--turn", 6, "--format", "json", "--objective", "points")
    row = json.loads(result.stdout)
    *_, (_, recorded) = (
        each for each in recorded_turns(SOUND.read_bytes().splitlines(), Reading()) if each[1].turn == 6
    )
    position = recorded.choices[0][0]
    assert isinstance(position, FortunePosition)
    brute = Brute(position)
    margin = brute.value(brute.start)
    assert row["value"] == str(margin if position.mover == 1 else -margin)


def test_a_game_is_gone_through_and_every_loss_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", time.process_time)  # the machine may do something else meanwhile
    result = solve("--analyze", SOUND, "--format", "json", "--objective", "points", "--time", 0.2, "--total", 9)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    turns = [turn for _, turn in recorded_turns(SOUND.read_bytes().splitlines(), Reading())]
    assert [row["turn"] for row in rows] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    for row, turn in zip(rows[6:], turns[6:], strict=True):
        jsonschema.validate(row, schema("analysis"))
        for decision, (position, move) in zip(row["decisions"], turn.choices, strict=True):
            assert isinstance(position, FortunePosition)
            brute = Brute(position)
            sign = 1 if position.mover == 1 else -1
            values = {name: sign * brute.value(after) for name, after in brute.ways(brute.start)}
            assert decision["player"] == position.mover
            assert decision["move"] == move
            assert decision["before"] == [str(max(values.values()))] * 2
            assert decision["after"] == [str(values[move])] * 2
            assert decision["lost"] == [str(max(values.values()) - values[move])] * 2
            assert values[decision["best"]] == max(values.values())
    text = solve("--analyze", SOUND, "--objective", "points", "--total", 3, "--no-color").output
    assert "9  player 2  choose 10" in text
    assert "player 1 gave away" in text


@pytest.mark.parametrize("variant", [None, "simple-laying"])
def test_every_turn_of_a_played_game_is_a_chain_of_legal_decisions(variant: str | None) -> None:
    log = Program(random.Random(4), variant=variant).play()
    recorded = [turn for _, turn in recorded_turns((json.dumps(event).encode() for event in log), Reading())]
    assert len(recorded) == (18 if variant else 9)
    for turn, following in pairwise(recorded):
        assert not turn.why
        for (position, move), (after, _) in zip(turn.choices, (*turn.choices[1:], following.choices[0]), strict=True):
            assert position.after(move) == after


def test_turns_that_cannot_be_solved_are_told() -> None:
    lines = SOUND.read_bytes().splitlines()
    head = json.loads(lines[0])
    unknown = [json.dumps({key: value for key, value in head.items() if key != "tiles"}).encode(), *lines[1:]]
    recorded = [turn for _, turn in recorded_turns(unknown, Reading())]
    assert recorded
    assert all("name the tile set" in turn.why or "not known" in turn.why for turn in recorded)
    found = list(analyse(recorded, lambda problem, move: None))
    assert all(each.why and not each.decisions for each in found)


def test_options_of_the_other_game_are_refused() -> None:
    result = solve("--from", SOUND, "--turn", 2, "--revealed")
    assert result.exit_code == 2
    assert "no clover was revealed" in result.output
    result = solve(EXAMPLE, "--tiles", "invented")
    assert result.exit_code == 2
    assert "--tiles means nothing here" in result.output


def test_a_drawn_position_is_solved_within_its_time(tmp_path: Path) -> None:
    from models.good_fortune.puzzle_forms import write_puzzle

    start = drawn(random.Random(5), 9)
    path = tmp_path / "p.json"
    path.write_text(json.dumps(write_puzzle(Problem(start, "win", "win", start.mover))))
    row = json.loads(solve(path, "--time", 0.001, "--format", "json").stdout)
    assert not row["exact"]
    assert row["stopped"] == "time"
    assert (row["lower"], row["upper"]) == ("-1", "1")
