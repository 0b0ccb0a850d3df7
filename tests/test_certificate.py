"""A certificate proves its value to a checker that shares nothing with the solver; a changed one is refused."""

import gzip
import json
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import program
from models.games import GAMES
from models.position import Objective, Position, Problem
from tests.small_puzzles import drawn_puzzle, problem_of
from tests.toy_games import toy_problem
from verifier.atomic_file import whole_file
from verifier.certificate import certify, strategies, write_certificate
from verifier.check_certificate import NEVER, SIDES, Choose, InvalidCertificate, Mix, Refused, Side, best_answer, verify
from verifier.explicit_model import TooLarge
from verifier.reference_solver import Plain, solve_plainly

KEYS: dict[str, Any] = {"gardens": ["1 ./. 5", "2 ./. 4"], "top": 6, "pile": [3, 5], "middle": [3]}


@cache
def solved(problem: Problem) -> Plain:
    return solve_plainly(problem)


def written(path: Path, problem: Problem) -> Plain:
    """Solve a problem and write its certificate."""
    found = solved(problem)
    moves, reveal = strategies(found)
    write_certificate(str(path), GAMES[0], problem, moves, moves, reveal)
    return found


def chooser(found: Plain) -> Choose:
    moves, reveal = strategies(found)
    return lambda side, position, drawing: str(reveal(position)) if drawing else moves(position)


@pytest.mark.parametrize("goal", ["win", "force", "fill"])
def test_both_strategies_prove_the_value(goal: str, tmp_path: Path) -> None:
    rng = random.Random(8)
    path = tmp_path / "c.jsonl"
    values: set[Fraction] = set()
    while len(values) < (3 if goal == "force" else 4):
        objective: Objective = "points" if goal == "win" and rng.random() < 0.3 else "win"
        keys = drawn_puzzle(rng, goal, rng.choice((None, 3)) if goal == "win" else 3)
        problem = problem_of(objective, **keys)
        try:
            solve_plainly(problem, 900)
        except TooLarge:
            continue
        found = written(path, problem)
        proven = verify(str(path), problem)
        value = found.value if goal != "force" else Fraction(found.turns[""]) if found.value else NEVER
        assert proven.lower == proven.upper == value
        assert proven.problem == problem
        values.add(value)


def test_games_that_go_round_are_proven_too() -> None:
    for seed in range(120):
        for force in (False, True):
            problem = toy_problem(seed, force)
            found = solve_plainly(problem)
            for side in SIDES:
                values = best_answer(problem, side, chooser(found))
                right = found.value if not force else Fraction(found.turns.get("", NEVER))
                assert values[problem.start, False] == right


def test_a_strategy_that_only_goes_round_proves_less() -> None:
    """A move that keeps the value is not enough: the best answer to going round for ever is worth 0."""
    less = 0
    for seed in range(120):
        problem = toy_problem(seed)
        found = solve_plainly(problem)
        values = {node.position: value for node, value in zip(found.graph.nodes, found.values, strict=True)}

        def lazy(
            side: Side, position: Position, drawing: bool, values: dict[Position, Any] = values
        ) -> str | Mix | None:
            same = [m for m in position.moves() if m != "draw" and values[position.after(m)] == values[position]]
            return same[0] if same else strategies(found)[0](position)  # noqa: B023

        value = best_answer(problem, "hero", lazy)[problem.start, False]
        assert value <= found.value
        less += value < found.value
    assert less > 5


def test_any_strategy_proves_a_bound() -> None:
    rng = random.Random(1)
    for seed in range(100):
        problem = toy_problem(seed)
        found = solve_plainly(problem)
        fixed: dict[Position, str] = {}

        def any_move(side: Side, position: Position, drawing: bool, fixed: dict[Position, str] = fixed) -> str:
            return fixed.setdefault(position, rng.choice(position.moves()))

        low = best_answer(problem, "hero", any_move)[problem.start, False]
        high = best_answer(problem, "others", any_move)[problem.start, False]
        assert low <= found.value <= high


def test_strategies_of_the_fast_solver_prove_its_bounds(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    from verifier.solve.solver import Search, SearchLimits

    path, rng, values = tmp_path / "c.jsonl", random.Random(3), set()
    problems: list[Problem] = []
    while len(problems) < 16:
        goal = rng.choice(("win", "win", "fill"))
        objective: Objective = "points" if goal == "win" and len(problems) % 4 == 0 else "win"
        problem = problem_of(objective, **drawn_puzzle(rng, goal, rng.choice((None, 4))))
        try:
            found = solve_plainly(problem, 1_500)
        except TooLarge:
            continue
        problems.append(problem)
        search = Search(GAMES[0].positions().endgame(problem))
        search.run(SearchLimits())
        assert certify(str(path), GAMES[0], problem, search) == (found.value, found.value)
        assert verify(str(path), problem).lower == found.value
        values.add(found.value)
    assert len(values) > 4


def test_strategies_for_a_forced_win_take_the_fewest_turns(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    from verifier.solve.solver import Search, SearchLimits

    path, rng, told = tmp_path / "c.jsonl", random.Random(5), Counter[Fraction]()
    for _ in range(60):
        problem = problem_of(**drawn_puzzle(rng, "force", rng.choice((2, 3, 4))))
        try:
            found = solve_plainly(problem, 1_500)
        except TooLarge:
            continue
        search = Search(GAMES[0].positions().endgame(problem))
        search.run(SearchLimits())
        low, high = certify(str(path), GAMES[0], problem, search)
        fewest = Fraction(found.turns[""]) if found.turns.get("") else NEVER
        assert low <= fewest == high
        told[fewest] += 1
        told[NEVER + 1] += low == high
        assert verify(str(path), problem).upper == fewest
    assert len(told) > 3
    assert told[NEVER + 1] > 0.9 * (sum(told.values()) - told[NEVER + 1])


def changed(path: Path, change: Callable[[list[dict[str, Any]]], object]) -> None:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    change(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def line_of(lines: list[dict[str, Any]], side: str, place: int = 0) -> dict[str, Any]:
    return [line for line in lines if line.get("side") == side][place]


def first_of(lines: list[dict[str, Any]]) -> dict[str, Any]:
    return next(line for line in lines if line.get("at", "").startswith("1 ./. 5; 2 ./. 4; middle 3; hidden 3 5"))


TAMPERED: list[tuple[str, Callable[[list[dict[str, Any]]], object], str]] = [
    ("the value", lambda lines: lines[0].update(lower="3/5", upper="3/5"), "its strategies prove 1/2"),
    ("a bound", lambda lines: lines[0].update(lower="0"), "its strategies prove 1/2"),
    ("the value of a line", lambda lines: line_of(lines, "hero").update(value="1/7"), "the best answer leaves"),
    ("the value of another side's line", lambda lines: line_of(lines, "others", 5).update(value="2"), "leaves"),
    ("an illegal move", lambda lines: line_of(lines, "hero").update(move="take 5 a1"), "is no legal move"),
    ("nothing claimed", lambda lines: first_of(lines).update(move="give up"), "leaves -1"),
    ("no move at all", lambda lines: line_of(lines, "others").update(move="sit still"), "is no legal move"),
    ("a worse move", lambda lines: first_of(lines).update(move="draw"), "does not know|leaves"),
    ("a position that is missing", lambda lines: lines.remove(line_of(lines, "others", 3)), "does not know"),
    (
        "a position that does not come",
        lambda lines: lines.append({"side": "hero", "at": "elsewhere", "move": "draw", "value": "1"}),
        "never comes",
    ),
    ("another puzzle", lambda lines: lines[0]["puzzle"].update(middle=[4]), "does not know"),
]


@pytest.mark.parametrize(("change", "reason"), [case[1:] for case in TAMPERED], ids=[case[0] for case in TAMPERED])
def test_a_changed_certificate_is_refused(
    change: Callable[[list[dict[str, Any]]], object], reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "c.jsonl"
    assert written(path, problem_of(**KEYS)).value == Fraction(1, 2)
    changed(path, change)
    with pytest.raises(Refused, match=reason):
        verify(str(path))


def test_every_changed_move_is_refused_or_proves_the_same(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    problem = problem_of(**KEYS)
    written(path, problem)
    whole = path.read_text()
    refused = 0
    for place in random.Random(2).sample(range(1, whole.count("\n")), 12):
        for move in ("draw", "take 3 a2", "b1", "-"):
            changed(path, lambda lines: lines[place].update(move=move))  # noqa: B023
            try:
                assert verify(str(path)).lower == Fraction(1, 2)
            except Refused:
                refused += 1
            path.write_text(whole)
    assert refused > 30


UNREADABLE = [
    ("", "line 1"),
    ("{}\n", "line 1"),
    ("not json\n", "line 1"),
    ('{"format":"cloverproof-certificate/2"}\n', "line 1"),
]


@pytest.mark.parametrize(("text", "place"), UNREADABLE)
def test_what_is_no_certificate_is_told_apart(text: str, place: str, tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(text)
    with pytest.raises(InvalidCertificate, match=place):
        verify(str(path))


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        '{"side":"nobody","at":"x","move":"draw","value":"1"}',
        '{"side":"hero","at":"x","value":"1"}',
        '{"side":"hero","at":"x","move":"a1","reveal":1,"value":"1"}',
        '{"side":"hero","at":"x","move":"a1","value":1}',
        '{"side":"hero","at":"x","move":"a1","value":"0.5"}',
        '{"side":"hero","at":"x","move":"a1","value":"1","more":1}',
        "\ufeff",
    ],
)
def test_a_line_that_is_none_is_told_with_its_number(line: str, tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    written(path, problem_of(**KEYS))
    head = path.read_text().splitlines()[0]
    path.write_text(f"{head}\n{line}\n")
    with pytest.raises(InvalidCertificate, match="line 2"):
        verify(str(path))


@pytest.mark.parametrize("bound", ["0.5", "1/0", "inf", "-0", "", "1 /2"])
def test_a_bound_that_is_no_fraction_makes_no_certificate(bound: str, tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    written(path, problem_of(**KEYS))
    changed(path, lambda lines: lines[0].update(upper=bound))
    with pytest.raises(InvalidCertificate, match=r"line 1: .* is no value"):
        verify(str(path))


def test_a_line_that_breaks_off_is_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    written(path, problem_of(**KEYS))
    path.write_text(path.read_text()[:-20])
    with pytest.raises(InvalidCertificate, match="the line ends before its JSON object does"):
        verify(str(path))


def test_what_cannot_be_written_whole_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl.gz"
    path.write_bytes(b"old")
    problem = problem_of(**KEYS)
    with pytest.raises(Refused):
        write_certificate(str(path), GAMES[0], problem, lambda _: "none", lambda _: "none")
    with pytest.raises(ZeroDivisionError), whole_file(path) as file:
        file.writelines(bytes([1 // number]) for number in (1, 0))
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_position_that_stands_twice_is_told(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    written(path, problem_of(**KEYS))
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines, lines[1]]) + "\n")
    with pytest.raises(InvalidCertificate, match="stands on line 2 too"):
        verify(str(path))


def test_a_certificate_of_an_impossible_puzzle_is_told(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    written(path, problem_of(**KEYS))
    changed(path, lambda lines: lines[0]["puzzle"].update(gardens=["5 1/. .", "2 ./. 4"]))
    with pytest.raises(InvalidCertificate, match="LN301"):
        verify(str(path))


@pytest.mark.parametrize("game", [None, "noughts", 5, []])
def test_a_certificate_whose_puzzle_names_no_game_is_told(game: object, tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    written(path, problem_of(**KEYS))
    changed(
        path, lambda lines: lines[0]["puzzle"].pop("game") if game is None else lines[0]["puzzle"].update(game=game)
    )
    with pytest.raises(InvalidCertificate, match=r"line 1: its puzzle cannot be: .*game"):
        verify(str(path))


def test_a_choice_that_cannot_be_made_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    written(path, problem_of(**KEYS))
    changed(path, lambda lines: lines[1].update(move="z9"))
    with pytest.raises(Refused, match="line 2: 'z9' is no legal move at "):
        verify(str(path))


def test_a_certificate_for_another_puzzle_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    written(path, problem_of(**KEYS))
    with pytest.raises(Refused, match="another puzzle"):
        verify(str(path), problem_of(**{**KEYS, "equal_exchange": False}))


def test_a_compressed_certificate_is_read_and_a_broken_one_told(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl.gz"
    written(path, problem_of(**KEYS))
    assert gzip.decompress(path.read_bytes()).startswith(b'{"format":"cloverproof-certificate/1"')
    assert verify(str(path)).lower == Fraction(1, 2)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(InvalidCertificate):
        verify(str(path))
    for missing in (tmp_path / "none", tmp_path):
        with pytest.raises(InvalidCertificate):
            verify(str(missing))


def test_the_command_tells_proven_refused_and_unreadable_apart(tmp_path: Path) -> None:
    run, app, path = CliRunner().invoke, program(["solve", "validate"]), tmp_path / "c.jsonl"
    written(path, problem_of(**KEYS))
    result = run(app, ["solve", "--verify", str(path)])
    assert result.exit_code == 0
    assert "proven: win 1/2" in result.stdout
    changed(path, lambda lines: lines[0].update(upper="1"))
    result = run(app, ["solve", "--verify", str(path)])
    assert result.exit_code == 1
    assert "refused: line 1: it says that the upper bound is 1" in result.stdout
    path.write_text("{}")
    assert run(app, ["solve", "--verify", str(path)]).exit_code == 2
    never = problem_of(gardens=["1 ./. 5", "2 ./. 4"], top=6, pile=[6], goal="force")
    written(path, never)
    assert "proven: force never" in run(app, ["solve", "--verify", str(path)]).stdout


def test_too_many_positions_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    written(path, problem_of(**KEYS))
    with pytest.raises(Refused, match="more than 20 positions"):
        verify(str(path), limit=20)
