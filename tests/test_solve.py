"""The fast solver against plain enumeration, on hundreds of drawn small games and in what it writes."""

import itertools
import json
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cli.app import program
from models.games import GAMES
from models.position import Objective, Problem
from tests.small_puzzles import drawn_puzzle, problem_of
from verifier.plain import solve_plainly
from verifier.solve.answer import Answer, solve
from verifier.solve.solver import Limits, Search
from verifier.unfold import TooLarge

GAME = GAMES[0]
MOST = 6_000  # positions of a game that is compared


def solved(problem: Problem) -> Answer:
    answer, _ = solve(GAME, problem, Limits(), every=True)
    return answer


def drawn_problem(rng: random.Random, goal: str, objective: Objective) -> Problem:
    turns = rng.choice((None, None, 2, 3, 4, 5, 6)) if goal != "fill" else rng.randint(1, 5)
    keys = drawn_puzzle(rng, goal, turns, rng.randint(3, 6))
    if rng.random() < 0.5:  # one who is nearly done against one who is not, or two of them
        keys["middle"] = keys["middle"][: rng.randint(0, len(keys["middle"]))]
    return problem_of(objective, **keys)


@pytest.mark.parametrize(
    ("goal", "objective", "count"),
    [("win", "win", 150), ("win", "points", 60), ("force", "win", 60), ("fill", "win", 60)],
)
def test_each_move_is_worth_what_plain_enumeration_says(goal: str, objective: Objective, count: int) -> None:
    rng = random.Random(f"{goal} {objective}")
    kinds: Counter[str] = Counter()
    compared = 0
    while compared < count:
        problem = drawn_problem(rng, goal, objective)
        try:
            plain = solve_plainly(problem, MOST)
        except TooLarge:
            continue
        compared += 1
        answer = solved(problem)
        assert answer.worth.exact, problem.start.write()
        assert answer.worth.low == plain.value, problem.start.write()
        assert {move: bounds.low for move, bounds in answer.moves} == dict(plain.moves), problem.start.write()
        assert all(bounds.exact for _, bounds in answer.moves)
        if goal == "force":
            assert answer.turns == plain.turns.get(""), problem.start.write()
        kinds[str(answer.worth.low)] += 1
        kinds["equal" if problem.start.rules.equal_exchange else "no equal"] += 1  # type: ignore[attr-defined]
        kinds["endless"] += answer.repeats
    assert kinds["equal"] > count / 5
    assert kinds["no equal"] > count / 5
    assert len(kinds) > 3


def test_whatever_ends_the_search_the_bounds_hold() -> None:
    rng, open_ones = random.Random(7), 0
    for _ in range(40):
        problem = drawn_problem(rng, "win", "win")
        try:
            value = solve_plainly(problem, MOST).value
        except TooLarge:
            continue
        search = Search(GAME.positions().endgame(problem))
        before = None
        for step in itertools.count():
            search.stopped = step > 0
            bounds = search.run(Limits(seconds=0))
            assert bounds.low <= value <= bounds.high
            assert before is None or (bounds.low >= before.low and bounds.high <= before.high)
            if bounds.exact or step == 3:
                break
            open_ones += 1
            before = bounds
    assert open_ones


PUZZLE: dict[str, Any] = {
    "format": "cloverproof-puzzle/1",
    "game": "lucky-numbers",
    "gardens": ["2 5/4 .", "1 4/. 6"],
    "middle": [3],
    "pile": [2, 5, 6],
    "to_move": 1,
    "goal": "win",
    "top": 6,
}


def test_the_command_writes_what_was_found_as_its_form_says(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "puzzle.json"
    path.write_text(json.dumps(PUZZLE))
    program(["solve"])(["solve", str(path), "--format", "json", "--all-moves"], standalone_mode=False)
    row = json.loads(capfdbinary.readouterr().out)
    plain = solve_plainly(problem_of(**{key: value for key, value in PUZZLE.items() if key not in ("format", "game")}))
    assert Fraction(row["value"]) == plain.value
    assert row["exact"] is True
    assert row["lower"] == row["upper"] == row["value"]
    assert {each["move"]: Fraction(each["value"]) for each in row["moves"]} == dict(plain.moves)
    values = [Fraction(each["value"]) for each in row["moves"]]
    assert values == sorted(values, reverse=True)
    assert row["best"] == [each["move"] for each in row["moves"] if Fraction(each["value"]) == plain.value]
    program(["solve"])(["solve", str(path), "--no-color"], standalone_mode=False)
    text = capfdbinary.readouterr().out.decode()
    assert "proven exactly" in text
    assert "player 1" in text


def test_a_certificate_is_written_and_checked(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path, proof = tmp_path / "puzzle.json", tmp_path / "proof.jsonl"
    path.write_text(json.dumps(PUZZLE))
    program(["solve"])(["solve", str(path), "--certificate", str(proof), "--format", "json"], standalone_mode=False)
    value = json.loads(capfdbinary.readouterr().out)["value"]
    program(["solve"])(["solve", "--verify", str(proof), "--format", "json"], standalone_mode=False)
    proven = json.loads(capfdbinary.readouterr().out)
    assert proven["lower"] == proven["upper"] == value


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve"], "one of these is needed"),
        (["solve", "nowhere.json"], "cannot read"),
        (["solve", "nowhere.json", "--memory", "much"], "--memory cannot be"),
        (["solve", "nowhere.json", "--objective", "fame"], "--objective cannot be"),
        (["solve", "nowhere.json", "--turn", "3"], "go together"),
        (["solve", "a.json", "b.json", "--certificate", "c"], "of one puzzle"),
    ],
)
def test_wrong_use_is_refused(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        program(["solve"])(arguments)
    assert stop.value.code == 2
    assert words in capsys.readouterr().err
