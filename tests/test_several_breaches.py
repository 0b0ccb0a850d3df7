"""Turns that break several clauses: each finding is drawn with its own mark, and the page of a game shows them all."""

from pathlib import Path

import pytest

from models.reading import Reading
from models.view import Card, Strip, View
from reports.breach_pictures import finding_picture, united
from reports.pictures.files import Scene
from reports.pictures.grids import Mark
from reports.pictures.tables import Marks
from reports.replay.document import game_part
from reports.replay.frames import Stock
from tests.test_replay import games_of
from verifier.finding import Finding
from verifier.judge import judge

LUCKY = """{"event":"game","format":"cloverproof/1","game":"lucky-numbers","edition":"tiki-2020","players":2}
{"event":"setup","player":1,"clover":3,"cell":"a1"}
{"event":"setup","player":2,"clover":1,"cell":"a1"}
{"event":"setup","player":1,"clover":5,"cell":"b2"}
{"event":"setup","player":2,"clover":5,"cell":"b2"}
{"event":"setup","player":1,"clover":9,"cell":"c3"}
{"event":"setup","player":2,"clover":9,"cell":"c3"}
{"event":"setup","player":1,"clover":17,"cell":"d4"}
{"event":"setup","player":2,"clover":18,"cell":"d4"}
{"event":"start","first":1}
{"event":"turn","player":1,"from":"pile","clover":19,"action":"place","cell":"b1","pile":28,"middle":[4]}
"""


def findings(text: str) -> dict[str, Finding]:
    told = judge("log", [text.encode().splitlines()], Reading())
    return {each.clause: each for each in told if isinstance(each, Finding)}


def test_each_finding_of_a_turn_marks_what_it_is_about() -> None:
    found = findings(LUCKY)
    assert {*found} == {"LN301", "LN206", "LN207"}
    drawn = {clause: finding_picture(each).partition("as played: ")[2] for clause, each in found.items()}
    assert {clause for clause, picture in drawn.items() if "b1: breaks the rule" in picture} == {"LN301"}
    assert {clause for clause, picture in drawn.items() if "should be: face down: 31" in picture} == {"LN207"}
    middle = "middle: 4 (breaks the rule)"
    assert {clause for clause, picture in drawn.items() if middle in picture} == {"LN206"}


def test_the_page_of_a_game_marks_all_that_is_wrong_with_a_turn(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text(LUCKY)
    (game,) = games_of(log)
    stock = Stock()
    part = game_part(1, game, stock)
    last = part.frames.frames[-1]
    assert last.marks.get("wrong") == [1]
    ((_, _, _, kinds),) = last.marked.values()
    assert kinds == {"wrong": [0]}
    lines = list(stock.lines)
    assert "should be: face down: 31" in [lines[number] for number in last.lines or ()]


def table(*cards: str, line: str = "") -> View:
    return View((), (line,) if line else (), (), (Strip("middle", tuple(Card(card, ()) for card in cards)),))


@pytest.mark.parametrize("turned", [False, True])
def test_marks_are_put_together_and_pieces_that_are_missing_kept(turned: bool) -> None:
    view = table("1", "2")
    scenes = [
        Scene(view, Marks({(0, 0, 0): Mark("against")}, {(0, 0): Mark("wrong")})),
        Scene(table("1", "2", "3", line="more"), Marks({(0, 0, 0): Mark("wrong")}, {(0, 2): Mark("missing")})),
    ]
    both = united(view, scenes[::-1] if turned else scenes)
    assert both.view.strips == table("1", "2", "3").strips
    assert both.view.lines == ("more",)
    assert both.marks.cells == {(0, 0, 0): Mark("wrong")}
    assert both.marks.pieces == {(0, 0): Mark("wrong"), (0, 2): Mark("missing")}


def test_what_is_marked_on_another_table_is_left_out() -> None:
    first, other = (
        Scene(table("1", "2"), Marks({}, {(0, 0): Mark("against")})),
        Scene(table("9"), Marks({}, {(0, 0): Mark("wrong")})),
    )
    assert united(table("1", "2"), [first, other]) == first
