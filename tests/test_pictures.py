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
from models.game import Game
from models.games import GAMES
from models.proof import Counterexample
from models.view import Card, Strip, View
from reports.breach_pictures import breach_scene
from reports.pictures.files import file_style, png_file, scenes_file, svg_file
from reports.pictures.grids import Mark
from reports.pictures.tables import Marks, changed, legend, table_words, touched
from reports.position_pictures import solved_picture
from reports.witness_pictures import witness_scenes
from tests.test_report_formats import nasty_log
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
    lines = [element.text or "" for element in drawn(path).iter(f"{SVG}text") if element.get("class") == "line"]
    for explained in (
        "\u2460 and thick dashed green edge:",
        "thick dashed green edge around a clover:",
        "\u2461 a smaller",
    ):
        assert any(line.startswith(explained) for line in lines), explained
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
    moved = [element for element in root.iter(f"{SVG}rect") if element.get("class") == "cell best"]
    assert len(moved) == 1  # the best move alone


def fortune(**keys: object) -> dict[str, object]:
    return {**json.loads((ROOT / "docs/examples/good-fortune-endgame.json").read_text("utf-8")), **keys}


SIMPLE = {"hands": [[3, 5], [2, 6, 9]], "variants": ["simple-laying"], "to_move": 2, "holder": None}
EVERY_KIND = {
    "draw, exchange": ({**PUZZLE, "gardens": ["1 ./. 3", "1 ./. 4"], "middle": [3, 4], "pile": [2]}, 3),
    "add, exchange, leave": ({**PUZZLE, "gardens": ["1 3/. .", "1 ./. 4"], "middle": [4], "pile": [2], "drawn": 3}, 3),
    "choose": (fortune(), 4),
    "lay at an end": (fortune(chosen=[3, 9]), 2),
    "lay one of the hand": (fortune(**SIMPLE), 3),
}


@pytest.mark.parametrize("name", EVERY_KIND)
def test_every_move_has_a_mark_with_its_value(name: str) -> None:
    puzzle, marks = EVERY_KIND[name]
    game, problem = parse_puzzle(
        json.dumps({key: value for key, value in puzzle.items() if value is not None}).encode()
    )
    start, show = problem.start, game.positions().show
    worths = {move: Fraction(number, 7) for number, move in enumerate(reversed(start.moves()), 1)}
    moves = tuple((move, Bounds(worth, worth)) for move, worth in sorted(worths.items(), key=lambda each: -each[1]))
    root = ET.fromstring(solved_picture(game, Answer(problem, moves[0][1], moves, (), False, None, 9, 0.1, "")))
    notes = [element.text for element in root.iter(f"{SVG}text") if element.get("class") in ("note", "worth")]
    assert len(notes) == marks
    assert {Fraction(note or "") for note in notes} <= {*worths.values()}
    assert all(f"worth {note}" in words(root) for note in notes)
    for move in set(worths) - {"draw"}:  # what a move changes in gardens is where it happens
        here = touched(game, start, move)
        there = changed(show(start), show(start.after(move))).cells
        assert here.cells.keys() == there.keys() or (not there and move in ("take 3 b2", "b1", "-"))
        assert here.cells or here.pieces


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
    conflict = str(ROOT / "docs/examples/contradiction.jsonl")
    unseen = run("validate", conflict, "--no-diagnosis", "--svg", str(tmp_path / "none")).stderr
    assert "not drawn, for no one table shows it: LN" in unseen


def test_the_case_that_refutes_a_claim_is_drawn(tmp_path: Path) -> None:
    result = run("prove", "LNC31", "-p", "2", "-j", "1", "--svg", str(tmp_path / "cases"))
    files = list((tmp_path / "cases").iterdir())
    assert "LNC31  false, and that is what we claim: here is the case" in result.stdout
    assert [path.name for path in files] == ["LNC31.svg"]
    assert "LNC31: false, and that is what we claim" in (drawn(files[0]).findtext(f"{SVG}title") or "")


def kinds_of(text: str) -> set[str]:
    """Name what is marked in drawings."""
    return {
        kind for kind in ("legal", "wrong", "missing", "against", "moved") if re.search(rf'class="[a-z]+ {kind}"', text)
    }


def drawn_case(game: int, clause: str, case: str) -> str:
    """Draw a step, in the notation of its game, that breaks a clause."""
    model = GAMES[game]
    step = model.case(case)
    rule = next(each for each in model.clauses() if each.id == clause)
    scene = breach_scene(model, step, rule.fault(step))
    return scenes_file("a case", [scene.before, scene.after])


MARKED = [
    (0, "LN205", "1 ./. 4; 1 ./. 4 | 1: m2 b1", {"wrong"}),  # nothing of it was legal: no green
    (0, "LN201", "1 ./. 4; 1 ./. 4; first 2 | 1: 2 b1", {"wrong"}),
    (0, "LN301", "9 . . ./. . . ./. . . ./. . . . | 1: 9 d1", {"wrong", "against", "legal"}),
    (0, "LN206", "1 ./. 4; 1 ./. 4; middle 3 | 1: m3 b1 => middle 3", {"wrong", "moved", "legal"}),
    (0, "LN206", "1 ./. 4; 1 ./. 4; middle 3 3 | 1: m3 b1 => middle -", {"missing", "moved", "legal"}),
    (
        1,
        "GF204",
        "simple; tiles 5AB1 8AC1 12DE1 15FG1; hands -/5; line 8 12 15 | 2: 5 right -8",
        {"wrong", "against", "legal"},
    ),
]


@pytest.mark.parametrize(("game", "clause", "case", "kinds"), MARKED)
def test_a_breach_is_red_and_only_what_was_legal_is_green(game: int, clause: str, case: str, kinds: set[str]) -> None:
    assert kinds_of(drawn_case(game, clause, case)) == kinds


@pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])
def test_every_broken_case_that_changes_a_table_shows_something_wrong(game: Game) -> None:
    for clause in game.clauses():
        for case in clause.broken:
            step = game.case(case)
            before, after = game.view(step.before), game.view(step.after)
            if (before.pictures, before.strips) == (after.pictures, after.strips) or clause.outside:
                continue
            scene = breach_scene(game, step, clause.fault(step))
            said = scenes_file("a case", [scene.before, scene.after])
            assert kinds_of(said) & {"wrong", "missing"} or "should be: " in said, (clause.id, case)


def test_the_second_tile_of_a_turn_is_shown_where_it_met_the_line(tmp_path: Path) -> None:
    run("validate", "docs/examples/good-fortune-broken.jsonl", "--svg", str(tmp_path))
    said = words(drawn(tmp_path / "GF204-breach.svg"))
    before, played = said.split(". as played: ")
    assert before.startswith("before: line: 2 ")  # the 2 lies already
    assert "19 clover ganesh points 4 (speaks against it), a free place (legal)" in before
    assert "the 2 is laid already, the 1 is next" in before
    assert "line: 1 ganesh scarab points 3 (breaks the rule)" in played
    assert "help: the 1 shares ganesh with the 19 on the right: laid next to it, it wins the 2 on the left" in played


def test_a_case_that_ends_in_a_result_shows_its_groups() -> None:
    game = GAMES[1]
    table = "tiles 1AB1 2AC1 3BD1 4CE1; hands -/-; line 8 12 15; won 1 2 3 4/-"
    first, other = "groups B 1 3 = 4 + C 2 4 = 4/-, totals 8 0", "groups A 1 2 = 4 + B 3 = 1 + C 4 = 1/-, totals 6 0"
    steps = [game.case(f"{table} | end {result}") for result in (first, other, "totals 6 0")]
    scenes = witness_scenes(game, Counterexample(tuple(steps[:2])))
    titles = [[strip.title.partition(", ")[2] for strip in scene.view.strips] for scene in scenes]
    assert titles == [
        ["horseshoe: 2 x 2 = 4", "hand-of-fatma: 2 x 2 = 4"],
        ["clover: 2 x 2 = 4", "horseshoe: 1 x 1 = 1", "hand-of-fatma: 1 x 1 = 1"],
    ]
    unnamed = witness_scenes(game, Counterexample((steps[2],)))
    assert [strip.title for strip in unnamed[0].view.strips] == [strip.title for strip in scenes[1].view.strips]


def test_every_case_that_refutes_a_claim_marks_what_shows_it(tmp_path: Path) -> None:
    claims = {"LNC05": "against", "LNC14": "moved", "LNC26": "against", "LNC31": "against", "LNC52": "against"}
    run("prove", *claims, "-p", "2", "-j", "1", "--svg", str(tmp_path))
    for claim, kind in claims.items():
        root = drawn(tmp_path / f"{claim}.svg")
        kinds = {(element.get("class") or "").rpartition(" ")[2] for element in root.iter()}
        assert kind in kinds, claim
        assert ("red edge: what decides the claim" in words(root)) is (kind == "against")
    said = words(drawn(tmp_path / "LNC05.svg"))
    assert said.startswith("Where equal exchanges are forbidden, a revealed clover has a legal cell.")
    assert "a1: speaks against it" in said
    assert "middle: 1 (placed), 6" in said
    assert "b1: speaks against it" in words(drawn(tmp_path / "LNC52.svg"))  # the dead cell
    assert "after: player 1" in words(drawn(tmp_path / "LNC26.svg"))


def test_one_picture_goes_into_the_file_that_is_named_and_several_beside_it(tmp_path: Path) -> None:
    options = ["-p", "2", "-j", "1", "--svg", str(tmp_path / "case.svg")]
    assert f"written: {tmp_path / 'case.svg'}\n" in run("prove", "LNC31", *options).stderr
    assert [path.name for path in tmp_path.iterdir()] == ["case.svg"]
    (tmp_path / "case.svg").unlink()
    told = run("prove", "LNC31", "LNC52", *options).stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["case-LNC31.svg", "case-LNC52.svg"]
    assert f"written: {tmp_path / 'case-LNC31.svg'}, {tmp_path / 'case-LNC52.svg'}" in told
    assert "nothing to draw: no claim has a case" in run("prove", "LNC34", *options).stderr
    assert run("prove", "LNC31", "--png", str(tmp_path / "x.svg")).exit_code == 2
    assert run("validate", "nowhere", "--svg", str(tmp_path / "none" / "x.svg")).exit_code == 2


@pytest.mark.parametrize("game", ["lucky-numbers", "good-fortune"])
def test_all_that_a_chart_shows_is_said_in_words(game: str, tmp_path: Path) -> None:
    chart = tmp_path / "turn.svg"
    assert run("graph", "--turn", "--game", game, "--svg", str(chart)).exit_code == 0
    root = drawn(chart)
    said = re.sub(r"[^\w]+", " ", words(root))
    shown = [element.text or "" for element in root.iter(f"{SVG}text") if element.get("class") != "title"]
    assert len(shown) > 20
    for text in shown:
        assert re.sub(r"[^\w]+", " ", text).strip() in said, text
    assert {element.get("id") for element in root} >= set((root.get("aria-describedby") or "-").split())


def test_legends_explain_what_is_drawn_and_nothing_else() -> None:
    assert legend([Marks()]) == []
    both = legend([Marks({(0, 0, 0): Mark("legal")}), Marks({}, {(0, 0): Mark("moved")})])
    assert [line.partition(":")[0] for line in both] == ["thick dashed green edge", "yellow, thick edge"]


def test_a_case_in_tiles_is_drawn_as_the_game_looks_before_and_after(tmp_path: Path) -> None:
    run("prove", "GFC13", "-p", "2", "-j", "1", "--svg", str(tmp_path / "cases"))
    root = drawn(tmp_path / "cases" / "GFC13.svg")
    placed = [rect.get("class") for rect in root.iter(f"{SVG}rect") if (rect.get("class") or "").startswith("card")]
    assert 1 <= sum(kind in ("card moved", "card wrong") for kind in placed) <= 3  # the tiles that are laid or won
    assert len(placed) >= 4 + 3
    titles = [text for text in root.iter(f"{SVG}text") if text.get("class") in ("name", "title")]
    _, _, wide, _ = map(float, (root.get("viewBox") or "").split())
    assert max(float(text.get("x") or 0) + 8 * len(text.text or "") for text in titles) < wide


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


def test_values_of_logs_are_only_text_in_pictures_of_findings(tmp_path: Path) -> None:
    (tmp_path / "<script>alert(3)<!script>.jsonl").write_bytes(nasty_log())
    run("validate", str(tmp_path), "--no-diagnosis", "--svg", str(tmp_path / "found"))
    files = list((tmp_path / "found").iterdir())
    assert files
    for path in files:
        drawn(path)
        assert not [sign for sign in ("<script", "\x1b", "\u202e") if sign in path.read_text("utf-8")]


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
