"""Pictures of positions: every command draws with the same means, says in words what it draws, and needs nothing else."""

import json
import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli.app import program
from models.clause import Picture
from models.view import Card, Strip, View
from reports.pictures.files import file_style, png_file, svg_file
from reports.pictures.grids import Mark
from reports.pictures.tables import Marks, changed, table_words
from reports.position_pictures import solved_picture
from tests.test_report_html import contrast
from verifier.analyze import Bounds
from verifier.puzzles import parse_puzzle
from verifier.solve.answer import Answer

EXAMPLE = "3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19"
TABLE = "1 ./. 5; 2 ./. 4; top 6"
SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).parent.parent
POSITIONS = {
    "moves": ["moves", EXAMPLE, "--clover", "13"],
    "line": ["moves", "8 12 15", "--tile", "5", "--game", "good-fortune", "--tiles", "invented"],
    "garden": ["garden", EXAMPLE, "--no-shares"],
    "perft": ["perft", TABLE, "--depth", "2"],
    "graph": ["graph", TABLE, "--depth", "0"],
}
PUZZLE = {
    "format": "cloverproof-puzzle/1",
    "game": "lucky-numbers",
    "gardens": ["1 ./. 4", "1 ./. 4"],
    "middle": [3],
    "pile": [2, 2],
    "to_move": 1,
    "goal": "win",
}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(program([arguments[0]]), list(arguments))


def drawn(path: Path) -> ET.Element:
    return ET.fromstring(path.read_text("utf-8"))


def words(root: ET.Element) -> str:
    return root.findtext(f"{SVG}desc") or ""


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_are_drawn_and_said_in_words(name: str, tmp_path: Path) -> None:
    path = tmp_path / "position.svg"
    plain, result = run(*POSITIONS[name]), run(*POSITIONS[name], "--svg", str(path))
    assert (plain.exit_code, plain.stdout) == (result.exit_code, result.stdout)
    assert f"written: {path}" in result.stderr
    root = drawn(path)
    assert root.get("role") == "img"
    assert {element.get("id") for element in root} >= set((root.get("aria-labelledby") or "").split())
    shown = [element.text for element in root.iter(f"{SVG}text") if (element.text or "").isdigit()]
    assert shown
    for number in shown:
        assert re.search(rf"\b{number}\b", words(root)), number
    assert not [element for element in root.iter() if element.tag == f"{SVG}script" or element.get("href")]


def test_the_printed_example_is_drawn_with_its_signs(tmp_path: Path) -> None:
    path = tmp_path / "moves.svg"
    run(*POSITIONS["moves"], "--svg", str(path))
    legal = [rect for rect in drawn(path).iter(f"{SVG}rect") if rect.get("class") == "cell legal"]
    assert len(legal) == 4  # the free c1, and the clovers on d2, a3 and b4
    said = words(drawn(path))
    assert "c1: legal \u2460" in said
    assert "d3: \u2463" in said or "d3: \u2462\u2463" in said


def test_a_solved_puzzle_shows_what_its_moves_are_worth() -> None:
    game, problem = parse_puzzle(json.dumps(PUZZLE).encode())
    worths = {"draw": Bounds(Fraction(0), Fraction(0)), "take 3 b1": Bounds(Fraction(1, 3), Fraction(1, 3))}
    moves = tuple((move, worths.get(move, Bounds(Fraction(-1), Fraction(1, 5)))) for move in problem.start.moves())
    best_first = tuple(sorted(moves, key=lambda each: -each[1].high))
    answer = Answer(problem, worths["take 3 b1"], best_first, (), False, None, 9, 0.1, "")
    root = ET.fromstring(solved_picture(game, answer))
    assert "take the 3 to b1: 1/3 (0.3333)" in words(root)
    assert "from -1 to 1/5" in words(root)
    notes = [element.text for element in root.iter(f"{SVG}text") if element.get("class") == "note"]
    assert "1/3" in notes
    moved = [element for element in root.iter(f"{SVG}rect") if element.get("class") == "cell moved"]
    assert len(moved) == 1  # the best move alone


def test_one_puzzle_is_drawn_and_no_log(tmp_path: Path) -> None:
    puzzle, path = tmp_path / "puzzle.json", tmp_path / "solved.svg"
    puzzle.write_text(json.dumps(PUZZLE))
    again = run("solve", str(puzzle), str(puzzle), "--svg", str(path))
    assert (again.exit_code, again.stderr.splitlines()[0]) == (2, "error: --svg and --png draw one puzzle")
    assert run("solve", "--analyze", "log.jsonl", "--svg", str(path)).exit_code == 2
    assert not path.exists()


def test_each_kind_of_finding_is_drawn_once(tmp_path: Path) -> None:
    broken = str(ROOT / "docs/examples/good-fortune-broken.jsonl")
    record = str(ROOT / "records/school-lossy/g007_2p_random_probe.jsonl")
    told = run("validate", record, broken, "--format", "json", "--svg", str(tmp_path / "found"))
    rows = [json.loads(line) for line in told.stdout.splitlines()]
    kinds = {(row["clause"], row["kind"]) for row in rows if row["type"] == "finding"}
    files = {path.stem for path in (tmp_path / "found").iterdir()}
    assert files == {f"{clause}-{kind}" for clause, kind in kinds}
    for path in (tmp_path / "found").iterdir():
        said = words(drawn(path))
        assert "before: " in said
        assert "as played: " in said or "what was refused: " in said
        assert "rule: " in said
    assert run("validate", record, "--svg", str(tmp_path / "found"), "-j", "2").exit_code == 2


def test_the_case_that_refutes_a_claim_is_drawn(tmp_path: Path) -> None:
    result = run("prove", "LNC31", "-p", "2", "-j", "1", "--svg", str(tmp_path / "cases"))
    files = list((tmp_path / "cases").iterdir())
    assert "refuted" in result.stdout
    assert [path.name for path in files] == ["LNC31.svg"]
    assert "LNC31: false, and that is what we claim" in (drawn(files[0]).findtext(f"{SVG}title") or "")


def test_files_that_cannot_be_written_are_refused_before_work(tmp_path: Path) -> None:
    for options in (
        ["--svg", str(tmp_path / "none" / "x.svg")],
        ["--svg", str(tmp_path)],
        ["--svg", str(tmp_path / "x.png")],
        ["--png", str(tmp_path / "x.svg")],
        ["--svg", str(tmp_path / "x"), "--png", str(tmp_path / "x")],
    ):
        for name, arguments in POSITIONS.items():
            result = run(*arguments, *options)
            assert (result.exit_code, result.stdout) == (2, ""), (name, options)
            assert result.stderr.startswith("error: ")
    (tmp_path / "file").write_text("")
    assert run("validate", "nowhere", "--svg", str(tmp_path / "file")).exit_code == 2
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


def test_png_is_made_or_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "garden.png"
    pytest.importorskip("resvg_py")
    assert run(*POSITIONS["garden"], "--png", str(path)).exit_code == 0
    assert path.read_bytes().startswith(b"\x89PNG")
    assert run("graph", "--turn", "--png", str(turn := tmp_path / "turn.png")).exit_code == 0
    assert turn.read_bytes().startswith(b"\x89PNG")
    monkeypatch.setattr("cli.pictures.find_spec", lambda name: None)
    lacking = run(*POSITIONS["garden"], "--png", str(path))
    assert lacking.exit_code == 2
    assert "pip install 'cloverproof[pictures]'" in lacking.stderr


def test_names_are_only_text_in_a_picture() -> None:
    evil = '</title><script>alert(1)</script>\x1b\u202e&"'
    view = View(
        (Picture(evil, (("1", "."), (".", evil[:3])), {}),), (evil,), (), (Strip(evil, (Card(evil, (evil,)),)),)
    )
    text = svg_file(evil, view, Marks({(0, 0, 1): Mark("moved", evil, evil)}), [evil])
    assert "<script" not in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    ET.fromstring(text)
    png_file(text)


def test_what_changed_on_a_table_is_marked() -> None:
    before = View(
        (Picture("a", (("1", "."), (".", ".")), {}),), (), (), (Strip("middle", (Card("3", ()),), round=True),)
    )
    pieces = tuple(Card(name, ()) for name in ("3", "3"))
    after = View((Picture("a", (("2", "."), (".", "4")), {}),), (), (), (Strip("middle", pieces, round=True),))
    marks = changed(before, after)
    assert set(marks.cells) == {(0, 0, 0), (0, 1, 1)}
    assert set(marks.pieces) == {(0, 1)}
    assert "b2: placed" in table_words(after, marks)
    assert "middle: 3, 3 (placed)" in table_words(after, marks)


def test_pictures_suit_light_and_dark_and_their_text_stands_out() -> None:
    light, dark = file_style().split("@media screen and (prefers-color-scheme: dark)")
    for style in (light, dark):
        assert "var(" not in style
        colours = dict(re.findall(r"\.([a-z]+(?:\.[a-z]+)?) \{ fill: (#[0-9a-f]+)", style))
        ink = re.findall(r"text \{ fill: (#[0-9a-f]+)", style)[0]
        for ground in ("paper", "cell", "clover", "clover.moved", "card", "card.moved"):
            ground_colour = (
                colours.get(ground) or re.findall(rf"\.{re.escape(ground)}[^{{]*\{{[^}}]*fill: (#\w+)", style)[0]
            )
            assert contrast(ink, ground_colour) >= 4.5, ground
