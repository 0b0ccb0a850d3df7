"""Made puzzles of Good Fortune have one best first move by plain recursion too, and go through the solver again."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from cli.app import program
from models.games import GAMES
from models.good_fortune.editions import SIMPLE
from models.good_fortune.positions import FortunePosition, OpenScore
from models.good_fortune.tiles import load, tile_set
from models.puzzle_kind import Difficulty
from models.reading import Malformed
from models.view import Card
from reports.pictures.strips import PIPS, strips
from reports.puzzle_page import answer_in_words, puzzle_page, puzzle_row, puzzle_svg
from tests.fortune_puzzles import Brute
from verifier.puzzle_maker import Made, NotFound, liner, make, prover
from verifier.puzzles import parse_puzzle

pytest.importorskip("numba")
GAME = GAMES[1]
KINDS = {kind.name: kind for kind in GAME.positions().kinds()}
WORDS = GAME.positions().words()
VALUE = prover(GAME)
SVG = {"s": "http://www.w3.org/2000/svg"}
RUN = CliRunner().invoke
APP = program(["puzzle", "solve"])


def made(kind: str, difficulty: Difficulty, seed: int, count: int = 1) -> list[Made]:
    return list(make(GAME, KINDS[kind], difficulty, seed, count, VALUE, liner(GAME)))


def margins(puzzle: Made, score: OpenScore = "highest") -> dict[str, int]:
    """Find by plain recursion how far the player to move is ahead after each first move."""
    start = puzzle.problem.start
    assert isinstance(start, FortunePosition)
    brute = Brute(replace(start, open_score=score))
    sign = 1 if puzzle.problem.hero == 1 else -1
    return {name: sign * brute.value(after) for name, after in brute.ways(brute.start)}


def check(puzzle: Made) -> None:
    """Hold a puzzle against plain recursion, in both readings of an open score."""
    plain = margins(puzzle)
    if puzzle.kind.name == "win":
        assert puzzle.values == {move: (worth > 0) - (worth < 0) for move, worth in plain.items()}
        assert [move for move, worth in plain.items() if worth > 0] == [puzzle.best]
        assert [move for move, worth in margins(puzzle, "lowest").items() if worth > 0] == [puzzle.best]
        return
    assert puzzle.values == plain
    for worths in (plain, margins(puzzle, "lowest")):
        assert [move for move, worth in worths.items() if worth == max(worths.values())] == [puzzle.best]


@pytest.mark.parametrize("kind", KINDS)
def test_plain_recursion_finds_the_same_worths_and_the_same_best_move(kind: str) -> None:
    for puzzle in (*made(kind, "easy", 3, 8), *made(kind, "medium", 3, 3)):
        check(puzzle)


def test_a_hard_puzzle_too_as_far_as_plain_recursion_goes() -> None:
    (puzzle,) = made("laying", "hard", 2)
    assert puzzle.values == margins(puzzle)


def test_a_level_is_what_it_says() -> None:
    levels: tuple[tuple[Difficulty, int], ...] = (("easy", 2), ("medium", 3), ("hard", 5))
    for name in KINDS:
        for difficulty, turns in levels:
            (puzzle,) = made(name, difficulty, 2)
            start = puzzle.problem.start
            assert isinstance(start, FortunePosition)
            best, second, *rest = sorted(puzzle.values.values(), reverse=True)
            assert max(map(len, start.hands)) == turns
            assert len(puzzle.values) == (2 if name == "laying" else turns) or name == "simple"
            assert start.rules.simple is (name == "simple")
            if name == "win":
                assert best == 1
                assert second in (0, -1)
            elif difficulty == "easy":
                assert best - second >= 6
            elif difficulty == "hard":
                assert 0 < best - second <= 3
                assert name == "laying" or len({best, second, *rest}) >= 4
            elif name != "laying":
                assert len({best, second, *rest}) >= 3
            assert start.laid is not None or (name, difficulty) != ("laying", "easy")
            assert (None not in start.chosen) is (name == "laying" and difficulty != "easy")


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_goes_back_through_the_solver(kind: str, tmp_path: Path) -> None:
    puzzles = made(kind, "medium", 5, 2)
    file = tmp_path / "two.jsonl"
    file.write_text("".join(puzzle_row(GAME, each) for each in puzzles), "utf-8")
    objective = puzzles[0].problem.objective
    result = RUN(APP, ["solve", str(file), "--objective", objective, "--all-moves", "--format", "json"])
    assert result.exit_code == 0
    for each, row, written in zip(puzzles, result.stdout.splitlines(), file.read_text().splitlines(), strict=True):
        assert parse_puzzle(written.encode(), objective)[1] == each.problem
        found = json.loads(row)
        assert found["exact"] is True
        assert found["value"] == str(each.values[each.best])
        assert found["best"] == [each.best]
        assert {move["move"]: move["value"] for move in found["moves"]} == {
            move: str(value) for move, value in each.values.items()
        }
        assert (objective == "points") is ("--objective points" in json.loads(written).get("note", ""))


def test_a_line_of_best_play_ends_with_what_the_puzzle_is_worth() -> None:
    for kind in KINDS:
        (puzzle,) = made(kind, "medium", 6)
        position = puzzle.problem.start
        assert puzzle.line[0].move == puzzle.best
        for ply in puzzle.line:
            assert ply.player == position.mover
            position = position.after(ply.move)
        margin = position.points()[puzzle.problem.hero - 1]
        assert position.ended
        assert puzzle.values[puzzle.best] == (1 if kind == "win" and margin > 0 else margin)


def test_the_picture_shows_every_tile_whole_and_no_solution() -> None:
    (puzzle,) = made("points", "hard", 7)
    text = puzzle_svg(GAME, puzzle)
    root = ET.fromstring(text)
    keys = GAME.positions().write(puzzle.problem)
    hands, won = keys["hands"], keys["collections"]
    shown = [int(node.text or 0) for node in root.findall("s:text[@class='card-name']", SVG)]
    assert shown == [*keys["line"], *hands[0], *won[0], *hands[1], *won[1]]
    tiles = load("invented", None)
    charms = [node.text for node in root.findall("s:text[@class='sign']", SVG)]
    assert charms == [charm for tile in shown for charm in tiles.face(tile).charms]
    assert len(root.findall("s:circle[@class='pip']", SVG)) == sum(tiles.face(tile).die or 0 for tile in shown)
    colors: dict[str, set[str | None]] = {}
    dots = [node.get("class") for node in root.findall("s:circle", SVG) if node.get("class") != "pip"]
    for charm, dot in zip(charms, dots, strict=True):
        colors.setdefault(charm or "", set()).add(dot)
    assert all(len(each) == 1 for each in colors.values())
    assert len(set.union(*colors.values())) == len(colors)
    solution = answer_in_words(puzzle, WORDS)
    assert "Solution" not in text
    assert f"Solution: {solution}" in puzzle_svg(GAME, puzzle, solution)


def test_pieces_may_have_many_points_or_none_known() -> None:
    from models.view import Strip

    parts, wide, high = strips([Strip("<a>", (Card("1", ("?",), None), Card("2", (), 12))), Strip("b", ())], 10)
    root = ET.fromstring(f"<svg>{''.join(parts)}</svg>")
    assert [node.text for node in root.findall("text[@class='points']")] == ["?", "12"]
    assert [node.text for node in root.findall("text[@class='name']")] == ["<a>", "b (nothing)"]
    assert wide > 0
    assert high > 10
    assert all(len(set(spots)) == points for points, spots in PIPS.items())


def test_the_page_has_its_solutions_apart() -> None:
    puzzles = [*made("win", "medium", 8, 2), *made("points", "medium", 8)]
    page = puzzle_page(GAME, puzzles)
    before, _, after = page.partition('<div class="solutions">')
    assert [before.count(f'<svg class="garden {width}"') for width in ("broad", "slim")] == [3, 3]
    assert "<svg" not in after
    for puzzle in puzzles:
        assert puzzle.kind.question(puzzle.problem) in before
        assert answer_in_words(puzzle, WORDS) in after
        assert answer_in_words(puzzle, WORDS) not in before
    assert "Points at the end" not in before


SEEDED = "import sys; from cli.app import main; sys.argv = ['cloverproof', *sys.argv[1:]]; main()"


def test_the_same_seed_makes_the_same_puzzles_whatever_the_hashes_are() -> None:
    outputs = set()
    for hashes in ("0", "4711"):
        run = [sys.executable, "-c", SEEDED, "puzzle", "new", "--game", "good-fortune", "--seed", "9", "--solution"]
        done = subprocess.run(run, capture_output=True, env={**os.environ, "PYTHONHASHSEED": hashes}, check=True)
        outputs.add(done.stdout + done.stderr)
    assert len(outputs) == 1
    assert json.loads(next(iter(outputs)).splitlines()[0])["title"] == "win, easy, seed 9, number 1"


def test_another_tile_set_makes_puzzles_that_carry_it(tmp_path: Path) -> None:
    faces = enumerate(load("invented", None).faces, 1)
    rows = [[tile, *face.charms, 5 - (face.die or 0)] for tile, face in faces]
    file = tmp_path / "mine.csv"
    file.write_text("number,charm,charm,die\n" + "".join(",".join(map(str, row)) + "\n" for row in rows), "utf-8")
    result = RUN(APP, ["puzzle", "new", "--game", "good-fortune", "--tiles", str(file)])
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout)["tiles"] == rows
    unknown = tile_set([*rows[:20], [21, "clover", None, 1]])
    for tiles, message in (
        (unknown, "what 21 carry"),
        (tile_set(rows[:20]), "no game"),
        (tile_set(rows[:5]), "no game"),
    ):
        with pytest.raises(Malformed, match=message):
            list(make(GAME, KINDS["win"], "easy", 1, 1, VALUE, material=tiles))


def test_what_cannot_be_is_refused_with_what_can(tmp_path: Path) -> None:
    for arguments, message, known in (
        (["--game", "good-fortune", "--kind", "force"], "'force'", "win, points, laying, simple"),
        (["--kind", "points"], "'points'", "force, exchange, fill"),
        (["--game", "chess"], "'chess'", "good-fortune"),
        (["--tiles", "invented"], "lucky-numbers has no", "good-fortune"),
        (["--game", "good-fortune", "--tiles", str(tmp_path / "none.toml")], "cannot read", "invented"),
        (["--game", "good-fortune", "--difficulty", "mild"], "mild", "easy"),
    ):
        result = RUN(APP, ["puzzle", "new", *arguments])
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr
        assert known in result.stderr


def test_no_luck_is_said() -> None:
    with pytest.raises(NotFound, match="take another seed"):
        list(make(GAME, KINDS["win"], "easy", 1, 1, lambda problem: None, tries=20))


def test_simple_laying_is_named_in_the_puzzle() -> None:
    (puzzle,) = made("simple", "easy", 1)
    assert json.loads(puzzle_row(GAME, puzzle))["variants"] == [SIMPLE]
