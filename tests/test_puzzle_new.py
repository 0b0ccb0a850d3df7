"""Made puzzles are the same for a seed, have one best first move, and can be read and printed."""

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import program
from models.games import GAMES
from models.position import DRAW, LEAVE
from models.puzzle_kind import Difficulty
from reports.puzzle_page import answer_in_words, puzzle_page, puzzle_row, puzzle_svg
from verifier.puzzle_maker import Made, NotFound, liner, make, prover
from verifier.puzzles import load_puzzles, parse_puzzle
from verifier.reference_solver import solve_plainly

GAME = GAMES[0]
WORDS = GAME.positions().words()
KINDS = {kind.name: kind for kind in GAME.positions().kinds()}
pytest.importorskip("numba")
VALUE = prover(GAME)


def made(kind: str, difficulty: Difficulty, seed: int, count: int = 1) -> list[Made]:
    return list(make(GAME, KINDS[kind], difficulty, seed, count, VALUE, liner(GAME)))


EASIER: tuple[Difficulty, ...] = ("easy", "medium")


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_has_one_best_first_move_of_its_kind(kind: str) -> None:
    for difficulty in EASIER:
        (puzzle,) = made(kind, difficulty, 3)
        values = puzzle.values
        assert set(values) == set(puzzle.problem.start.moves())
        assert [move for move in values if values[move] == max(values.values())] == [puzzle.best]
        assert puzzle.best not in (DRAW, LEAVE)
        if kind == "exchange":
            assert GAME.positions().exchanges(puzzle.problem.start, puzzle.best)
        if kind == "force":
            assert values[puzzle.best] == 1


def test_plain_enumeration_finds_the_same_best_move() -> None:
    for kind in ("fill", "force"):
        (puzzle,) = made(kind, "easy", 4)
        found = solve_plainly(puzzle.problem)
        assert dict(found.moves) == puzzle.values
        if kind == "force":
            assert found.turns[puzzle.best] == puzzle.problem.start.left


def test_a_level_is_what_it_says() -> None:
    levels = [(name, *each) for name, kind in KINDS.items() for each in kind.levels.items()]
    for kind, difficulty, level in levels:
        if (kind, difficulty) == ("exchange", "hard"):
            continue  # takes too long here
        (puzzle,) = made(kind, difficulty, 2)
        best, second, *rest = sorted(puzzle.values.values(), reverse=True)
        grades = len({best, second, *rest})
        if kind == "force":
            assert (len(puzzle.values) > 18) == (difficulty != "easy")
            assert puzzle.problem.start.left == (3 if difficulty == "hard" else 2)
        elif difficulty == "easy":
            assert best - second >= (Fraction(1, 2) if kind == "exchange" else Fraction(1, 4))
        elif difficulty == "medium":
            assert grades >= 3
        else:
            assert best - second <= Fraction(1, 4)
            assert grades >= 4
        assert level.fits(puzzle.values)


def test_a_solution_has_a_line_of_legal_moves_that_begins_with_the_best_one() -> None:
    for kind in KINDS:
        (puzzle,) = made(kind, "easy", 2)
        position = puzzle.problem.start
        assert puzzle.line[0].move == puzzle.best
        for ply in puzzle.line:
            assert (ply.player, ply.move in position.moves()) == (position.mover, True)
            if ply.move == DRAW:
                position = next(chance.after for chance in position.chances() if chance.number == ply.number)
            else:
                position = position.after(ply.move)


SEEDED = "import sys; from cli.app import main; sys.argv = ['cloverproof', *sys.argv[1:]]; main()"


def test_the_same_seed_makes_the_same_puzzles_whatever_the_hashes_are() -> None:
    outputs = set()
    for hashes in ("0", "4711"):
        run = [sys.executable, "-c", SEEDED, "puzzle", "new", "--kind", "fill", "--seed", "9", "--solution"]
        done = subprocess.run(run, capture_output=True, env={**os.environ, "PYTHONHASHSEED": hashes}, check=True)
        outputs.add(done.stdout + done.stderr)
    assert len(outputs) == 1


def test_the_same_seed_makes_the_same_puzzles() -> None:
    first = [puzzle_row(GAME, each) for each in made("force", "easy", 11, 3)]
    assert first == [puzzle_row(GAME, each) for each in made("force", "easy", 11, 3)]
    assert len(set(first)) == 3
    assert first[0] != puzzle_row(GAME, made("force", "easy", 12)[0])


def test_a_seed_keeps_its_puzzles() -> None:
    pinned = {
        "force": ("2 8 . 16/6 11 12 18/9 13 16 ./13 15 17 20", "take 10 c1"),
        "exchange": ("1 6 7 9/. 10 12 13/3 14 16 ./8 16 17 20", "take 4 a3"),
        "fill": (". 4 7 10/2 9 11 14/. 12 16 18/4 15 17 .", "a1"),
    }
    for kind, (garden, best) in pinned.items():
        (puzzle,) = made(kind, "easy", 21)
        assert (GAME.positions().write(puzzle.problem)["gardens"][0], puzzle.best) == (garden, best)


def test_a_puzzle_is_read_again_and_hides_its_solution() -> None:
    (puzzle,) = made("fill", "easy", 5)
    row = puzzle_row(GAME, puzzle)
    assert parse_puzzle(row.encode())[1] == puzzle.problem
    assert not {"best", "values", "solution"} & set(json.loads(row))


def test_no_luck_is_said() -> None:
    with pytest.raises(NotFound, match="take another seed"):
        list(make(GAME, KINDS["force"], "easy", 1, 1, lambda problem: None, tries=20))


def test_pictures_show_all_clovers_and_no_solution() -> None:
    (puzzle,) = made("force", "easy", 6)
    text = puzzle_svg(GAME, puzzle)
    root = ET.fromstring(text)
    names = {"s": "http://www.w3.org/2000/svg"}
    shown = [node.text for node in root.findall("s:text[@class='number']", names)]
    start = GAME.positions().write(puzzle.problem)["gardens"]
    assert shown == [number for garden in start for number in re.findall(r"\d+", garden)]
    assert "Solution" not in text
    assert puzzle.kind.question(puzzle.problem) in "".join(root.itertext())
    assert f"Solution: {answer_in_words(puzzle, WORDS)}" in puzzle_svg(GAME, puzzle, answer_in_words(puzzle, WORDS))
    ET.fromstring(puzzle_svg(GAME, puzzle, "<&>"))


def test_the_page_has_its_solutions_apart() -> None:
    puzzles = made("force", "easy", 8, 2)
    page = puzzle_page(GAME, puzzles)
    before, _, after = page.partition('<div class="solutions">')
    assert before.count("<svg") == 2
    assert "<svg" not in after
    assert before.count("<style>") == 1
    assert "prefers-color-scheme: dark" in before
    for puzzle in puzzles:
        assert answer_in_words(puzzle, WORDS) in after
        assert answer_in_words(puzzle, WORDS) not in before
    assert "break-before: page" in page


def test_the_command_writes_puzzles_and_files(tmp_path: Path) -> None:
    run = CliRunner().invoke
    app = program(["puzzle", "solve"])
    result = run(app, ["puzzle", "new", "--seed", "3", "--svg", str(tmp_path / "p.svg"), "--solution"])
    assert result.exit_code == 0
    parse_puzzle(result.stdout.encode())
    assert "solution 1: take the " in result.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"p.svg", "p-solution.svg"}
    many = run(app, ["puzzle", "new", "--count", "2", "--html", str(tmp_path / "p.html")])
    assert (many.exit_code, many.stdout.count("\n")) == (0, 2)
    (tmp_path / "two.jsonl").write_text(many.stdout)
    assert [name for name, _ in load_puzzles(str(tmp_path / "two.jsonl"))] == [
        f"{tmp_path}/two.jsonl:{n}" for n in (1, 2)
    ]
    assert (tmp_path / "p.html").exists()
    assert run(app, ["puzzle", "new", "--count", "2", "--svg", str(tmp_path / "x.svg")]).exit_code == 2
    assert run(app, ["puzzle", "new", "--svg", str(tmp_path / "none" / "x.svg")]).exit_code == 2
    assert run(app, ["puzzle", "new", "--html", str(tmp_path)]).stdout == ""  # refused before time is spent
    assert run(app, ["puzzle", "new", "--kind", "mate"]).exit_code == 2
    assert run(app, ["puzzle", "old"]).exit_code == 2
