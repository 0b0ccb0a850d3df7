"""The fast solver against plain enumeration, on hundreds of drawn small games and in what it writes."""

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cli.app import program
from models.endgame import DECIDED, HIGH, LEVEL, LOW, ROW
from models.games import GAMES
from models.lucky_numbers.endgame import LuckyEndgame
from models.position import DRAW, Objective, Position, Problem
from models.threads import Threads
from tests.small_puzzles import drawn_garden, drawn_puzzle, problem_of
from tests.toy_endgame import BEST, WORST, ToyEndgame
from tests.toy_games import toy_problem
from verifier.analyze import Bounds
from verifier.check_certificate import SIDES, best_answer
from verifier.explicit_model import TooLarge, Unfolded
from verifier.reference_solver import Plain, solve_plainly
from verifier.solve.answer import Answer, best_line, solve
from verifier.solve.graph import KEY, MOVES, bytes_of
from verifier.solve.solver import Search, SearchLimits
from verifier.solve.strategy import ProvenStrategy

GAME = GAMES[0]
MOST = 1_200  # positions of a game that is compared


def solved(problem: Problem) -> Answer:
    answer, _ = solve(GAME, problem, SearchLimits(), every=True)
    return answer


def drawn_problem(rng: random.Random, goal: str, objective: Objective) -> Problem:
    turns = rng.choice((None, None, 2, 3, 4, 5, 6)) if goal != "fill" else rng.randint(1, 5)
    keys = drawn_puzzle(rng, goal, turns, rng.randint(3, 6))
    if rng.random() < 0.5:  # one who is nearly done against one who is not, or two of them
        keys["middle"] = keys["middle"][: rng.randint(0, len(keys["middle"]))]
    return problem_of(objective, **keys)


def if_endless_lost(graph: Unfolded) -> Fraction:
    """Give what the start would be worth if the hero lost endless play: values from the worst, raised where they can."""
    values = [Fraction(-20) if node.worth is None else node.worth for node in graph.nodes]
    changed = True
    while changed:
        changed = False
        for number in reversed(range(len(graph.nodes))):
            node = graph.nodes[number]
            if node.chances:
                worth = sum((chance * values[after] for chance, _, after in node.chances), Fraction(0))
            elif node.edges:
                worth = (max if node.owner == "hero" else min)(values[after] for _, after in node.edges)
            else:
                continue
            changed |= worth > values[number]
            values[number] = max(worth, values[number])
    return values[0]


@pytest.mark.parametrize(
    ("goal", "objective", "count"),
    [("win", "win", 120), ("win", "points", 60), ("force", "win", 40), ("fill", "win", 40)],
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
    assert kinds["equal"] > count / 5
    assert kinds["no equal"] > count / 5
    assert len(kinds) > 3


def test_each_question_is_answered_as_plain_enumeration_says() -> None:
    rng, answers = random.Random(11), Counter[bool]()
    for goal in ("win", "win", "fill", "force") * 15:
        problem = drawn_problem(rng, goal, "points" if goal == "win" and rng.random() < 0.3 else "win")
        try:
            value = solve_plainly(problem, MOST).value
        except TooLarge:
            continue
        endgame = GAME.positions().endgame(problem)
        worth = value * endgame.scale if goal != "force" else solved(problem).worth.low
        for asked in rng.sample(range(endgame.least + 1, endgame.most + 1), min(4, endgame.most - endgame.least)):
            search = Search(endgame)
            while search.bounds.low * endgame.scale < asked <= search.bounds.high * endgame.scale:
                assert search.asking.ask(search.root, asked, rng.choice((1, 20, 500)))
            assert search.bounds.low * endgame.scale <= worth <= search.bounds.high * endgame.scale
            answers[bool(worth >= asked)] += 1
    assert min(answers[True], answers[False]) > 20


def test_in_games_full_of_circles_each_question_is_answered() -> None:
    for seed in range(60):
        problem = toy_problem(seed)
        value = solve_plainly(problem).value
        search = Search(ToyEndgame(problem))
        scale = search.endgame.scale
        for asked in range(search.endgame.least + 1, search.endgame.most + 1, max(1, scale // 3)):
            while search.bounds.low * scale < asked <= search.bounds.high * scale:
                assert search.asking.ask(search.root, asked, 5)
            assert search.bounds.low <= value <= search.bounds.high
            assert (search.bounds.low * scale >= asked) == (value * scale >= asked)


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
            bounds = search.run(SearchLimits(seconds=0))
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
        (["solve", "nowhere.json", "--turn", "3"], "it goes with --from"),
        (["solve", "a.json", "b.json", "--certificate", "c"], "of one puzzle"),
    ],
)
def test_wrong_use_is_refused(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        program(["solve"])(arguments)
    assert stop.value.code == 2
    assert words in capsys.readouterr().err


def test_in_games_full_of_circles_values_and_strategies_are_right() -> None:
    endless = circles = 0
    for seed in range(150):
        problem = toy_problem(seed)
        plain = solve_plainly(problem)
        search = Search(ToyEndgame(problem))
        assert search.run(SearchLimits()) == Bounds(plain.value, plain.value)
        endless += if_endless_lost(plain.graph) != plain.value
        for side in SIDES:
            kept = ProvenStrategy(search, side)

            def choose(_: object, position: Position, __: bool, kept: ProvenStrategy = kept) -> str | None:
                return kept.move(position)

            proven = best_answer(problem, side, choose, span=lambda _: (Fraction(WORST), Fraction(BEST)))
            assert proven[problem.start, False] == plain.value
        line, repeats = best_line(search)
        if not repeats:
            continue
        circles += 1
        nodes = zip(plain.graph.nodes, plain.values, strict=True)
        values = {node.position: value for node, value in nodes if not node.draws}
        if all(ply.move != DRAW for ply in line):
            position, seen = problem.start, [problem.start]
            for ply in line:
                position = position.after(ply.move)
                assert values[position] == plain.value == 0  # nobody goes round who can have something else
                seen.append(position)
            assert seen[-1] in seen[:-1]
    assert endless > 20
    assert circles > 10


def bounds_that_hold(endgame: LuckyEndgame, plain: Plain) -> Iterator[bool]:
    """Check what is seen of each position after a move, by plain enumeration; tell whether it is already the value."""
    worths = {
        tuple(endgame.row(node.position)): value * endgame.scale
        for node, value in zip(plain.graph.nodes, plain.values, strict=True)
        if not node.draws and node.worth is None and value is not None
    }
    found = endgame.follow(np.array(list(worths), np.int64))
    for move in found.moves[found.moves[:, LEVEL] != DECIDED]:
        assert move[LOW] <= worths[tuple(move[ROW:])] <= move[HIGH], endgame.problem
        yield bool(move[LOW] == move[HIGH])


@pytest.mark.parametrize("objective", ["win", "points"])
def test_bounds_before_anything_is_explored_hold_and_say_something(objective: Objective) -> None:
    rng, tight = random.Random(f"bounds {objective}"), list[bool]()
    for _ in range(45):
        down = rng.choice((2, 3, 3, 4))
        keys = {
            "gardens": [drawn_garden(rng, 2, rng.choice((5, 6)), rng.choice((1, 1, 2))) for _ in range(2)],
            "middle": [rng.randint(1, 6) for _ in range(rng.randint(0, 2 if down < 4 else 0))],
            "pile": [rng.randint(1, 6) for _ in range(down)],
            "turns": rng.choice((None, None, 2, 3, 4)),
            "equal_exchange": rng.random() < 0.5,
        }
        problem = problem_of(objective, **keys, top=6, sets=9)
        with suppress(TooLarge):
            tight += bounds_that_hold(GAME.positions().endgame(problem), solve_plainly(problem, 2_500))
    assert len(tight) > 5_000
    assert sum(tight) > len(tight) / 20


@pytest.mark.parametrize("objective", ["win", "points"])
def test_bounds_hold_where_more_is_face_down(objective: Objective) -> None:
    rng, tight = random.Random(f"many {objective}"), list[bool]()
    for _ in range(12):
        keys = {
            "gardens": [drawn_garden(rng, 2, 6, rng.choice((1, 1, 2))) for _ in range(2)],
            "pile": rng.choices(rng.sample(range(1, 7), 2), k=rng.choice((5, 6))),
            "turns": rng.choice((None, 5)),
            "equal_exchange": False,
        }
        problem = problem_of(objective, **keys, top=6, sets=9)
        with suppress(TooLarge):
            tight += bounds_that_hold(GAME.positions().endgame(problem), solve_plainly(problem, 6_000))
    assert len(tight) > 2_000


LATE: dict[str, Any] = {
    "format": "cloverproof-puzzle/1",
    "game": "lucky-numbers",
    "gardens": ["1 4 9 11/4 8 . 13/5 . 15 16/10 12 16 20", "1 5 7 12/6 8 9 14/7 . 13 17/10 14 18 20"],
    "middle": [2, 2, 3, 18, 19, 19],
    "pile": [3, 6, 11, 15, 17],
    "to_move": 2,
    "goal": "win",
}


def test_memory_that_runs_out_leaves_proven_bounds_and_is_no_error(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "late.json"
    path.write_text(json.dumps(LATE))
    program(["solve"])(["solve", str(path), "--memory", "4M", "--format", "json"], standalone_mode=False)
    row = json.loads(capfdbinary.readouterr().out)
    assert row["exact"] is False
    assert -1 <= Fraction(row["lower"]) < Fraction(row["upper"]) <= 1
    problem = problem_of(**{key: value for key, value in LATE.items() if key not in ("format", "game")})
    search = Search(GAME.positions().endgame(problem))
    search.run(SearchLimits(memory=4 << 20))
    assert search.reason == "memory"
    assert bytes_of(search.graph) < 4 << 20


def test_a_graph_with_as_many_moves_as_can_be_numbered_is_explored_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.solve.graph.MOST_MOVES", 500)
    problem = problem_of(**{key: value for key, value in LATE.items() if key not in ("format", "game")})
    search = Search(GAME.positions().endgame(problem))
    bounds = search.run(SearchLimits())
    assert search.reason == "memory"
    assert -1 <= bounds.low < bounds.high <= 1
    assert 500 <= search.graph.counts[MOVES] < 5_000


def test_empty_cells_filled_before_the_last_draw_count_less() -> None:
    lost = {"gardens": ["2 3/. .", "1 4/. 6"], "middle": [5], "pile": [3], "top": 6, "sets": 9, "equal_exchange": False}
    for pile in ([2], [3], [4], [2, 3], [3, 3], [2, 4]):
        for mover in (1, 2):
            problem = problem_of("points", **{**lost, "pile": pile, "to_move": mover})
            plain = solve_plainly(problem, 20_000)
            assert solved(problem).worth.low == plain.value


def test_any_number_of_threads_finds_the_same() -> None:
    problem = problem_of(**{key: value for key, value in LATE.items() if key not in ("format", "game")})
    alone, shared = (Search(GAME.positions().endgame(problem), Threads(count)) for count in (1, 3))
    for search in (alone, shared):
        search.run(SearchLimits(memory=4 << 20))
    assert alone.explored == shared.explored > 100
    assert (alone.graph.counts == shared.graph.counts).all()
    count = alone.positions
    assert (alone.graph.worth[:count, :KEY] == shared.graph.worth[:count, :KEY]).all()
    assert (alone.graph.nodes[:count] == shared.graph.nodes[:count]).all()
