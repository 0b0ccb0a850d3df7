"""Puzzles that are none are refused, with the reason and the place."""

import json
import random
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.games import GAMES
from models.lucky_numbers.positions import LuckyPosition
from models.position import Objective
from reports.schemas import schema
from tests.small_puzzles import FORMAT, drawn_puzzle, problem_of
from verifier.puzzle_text import PuzzleFault
from verifier.puzzles import load_puzzles, parse_puzzle, parse_puzzles

BASE: dict[str, Any] = {**FORMAT, "gardens": ["1 ./. 5", "2 ./. 4"], "to_move": 1, "goal": "win", "top": 6, "pile": [3]}


def refused(text: str | bytes, objective: Objective = "win") -> PuzzleFault:
    with pytest.raises(PuzzleFault) as caught:
        parse_puzzle(text if isinstance(text, bytes) else text.encode(), objective)
    return caught.value


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"gardens": ["5 ./. 1", "5 3/. ."]}, "player 2 is not legal: the 5 on a1 is left of the 3 on b1 (LN301)"),
    (
        {"gardens": ["1 1/. .", "2 ./. 4"]},
        "player 1 is not legal: the 1 on a1 is in line with the equal 1 on b1 (LN301)",
    ),
    ({"gardens": ["1 2/3 4", "2 ./. 4"]}, "the garden of player 1 is full (LN401)"),
    ({"gardens": ["1 ./. 5", "2 . ./. 4 ./. . ."]}, "a garden of side 3 beside one of side 2"),
    ({"gardens": ["1 ./. 5", "x ./. 4"]}, "'x' is neither . nor a number from 1 to 6"),
    ({"gardens": ["1 ./. 5", "2 ."]}, "a garden has 2 to 9 rows"),
    ({"gardens": []}, "0 gardens"),
    ({"gardens": ["1 ./. 5"] * 5}, "5 gardens"),
    ({"gardens": ["1 ./. 5"]}, "win needs an opponent, and there is one garden"),
    ({"gardens": ["1 ./. 5"], "goal": "force"}, "force needs an opponent, and there is one garden"),
    ({"goal": "fill"}, "fill is for one player alone, and there are 2 gardens"),
    ({"pile": [5, 5]}, "3 copies of 5 (LN101)"),
    ({"middle": [1, 1]}, "3 copies of 1 (LN101)"),
    ({"drawn": 4, "pile": [4, 4]}, "4 copies of 4 (LN101)"),
    ({"sets": 1, "middle": [4]}, "2 copies of 4 (LN101)"),
    ({"pile": []}, "nothing is face down and nobody is to move: play is over (LN402)"),
    ({"pile": [7]}, "there is no clover with the number 7"),
    ({"middle": [0]}, "there is no clover with the number 0"),
    ({"middle": [-(10**30)]}, "there is no clover with the number -1000000000000000000... (31 digits)"),
    ({"drawn": 7}, "there is no clover with the number 7"),
    ({"to_move": 3}, "to_move cannot be 3"),
    ({"to_move": 0}, "to_move cannot be 0"),
    ({"turns": 0}, "turns cannot be 0"),
    ({"turns": -1}, "turns cannot be -1"),
    ({"turns": 10**9}, "turns cannot be 1000000000"),
    ({"top": 0}, "top cannot be 0"),
    ({"top": 10**40}, "top cannot be 10000000000000000000... (41 digits)"),
    ({"sets": 100}, "sets cannot be 100"),
    ({"goal": "lose"}, "goal: invalid enum value 'lose'"),
    ({"game": "chess"}, "there are no puzzles of the game 'chess'"),
    ({"format": "cloverproof-puzzle/9"}, "the format 'cloverproof-puzzle/9' is not known"),
    ({"variants": ["bruno"]}, "the key `variants` is not known"),
    ({"middle": "3"}, "middle: expected `array`, got `str`"),
    ({"turns": 1.5}, "turns: expected `int | null`, got `float`"),
    ({"to_move": True}, "to_move: expected `int`, got `bool`"),
    ({"equal_exchange": 1}, "equal_exchange: expected `bool`, got `int`"),
]


@pytest.mark.parametrize(("keys", "message"), WRONG)
def test_a_position_that_cannot_be_is_refused_with_its_clause(keys: dict[str, Any], message: str) -> None:
    fault = refused(json.dumps({**BASE, **keys}))
    assert message in fault.message
    assert fault.line == 1
    assert fault.column > 0


@pytest.mark.parametrize("key", ["format", "game", "gardens", "to_move", "goal"])
def test_a_missing_key_is_named(key: str) -> None:
    assert f"the key `{key}` is missing" in refused(json.dumps({k: v for k, v in BASE.items() if k != key})).message


def test_the_place_is_that_of_the_value() -> None:
    text = json.dumps({**BASE, "pile": [3, 7]}, indent=1)
    fault = refused(text)
    line = next(number for number, line in enumerate(text.split("\n"), 1) if line.strip() == "7")
    assert (fault.line, fault.column) == (line, 3)
    garden = json.dumps({**BASE, "gardens": ["1 ./. 5", "9 ./. 4"]})
    fault = refused(garden)
    assert garden[fault.column - 1 :].startswith('"9 ./. 4"')


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("", "this is no JSON", (1, 1)),
        ('{"format":\n ]', "this is no JSON", (2, 2)),
        ('{"format":1}{}', "the key `game` is missing", (1, 1)),
        (json.dumps(BASE) + "x", "this is no JSON: Expecting value", (1, len(json.dumps(BASE)) + 1)),
        (json.dumps(BASE) + "\n" + json.dumps(BASE), "a second puzzle", (2, 1)),
        ("[]", "a puzzle is one JSON object", (1, 1)),
        ('{"format":"x",\n "format":"y"}', "the key 'format' comes twice", (2, 2)),
        ('{"format":NaN}', "a number that is none: NaN", (1, 11)),
        ('{"NaN":"NaN \\" Infinity",\n "a":-Infinity}', "a number that is none: -Infinity", (2, 6)),
        ('{"a":' + "[" * 100_000, "lists in lists without end", (1, 1)),
        ('{"a":' + "9" * 5000 + "}", "a number that is none", (1, 6)),
        (json.dumps(BASE)[:-1] + ',"":1}', "the key `` is not known", (1, len(json.dumps(BASE)) + 4)),
        (
            json.dumps(BASE)[:-1] + ',"a` - at `$.b":1}',
            "the key `a` - at `$.b` is not known",
            (1, len(json.dumps(BASE)) + 16),
        ),
        (json.dumps(BASE)[:-1] + ',"\\ud800":1}', "the key `\ud800` is not known", (1, len(json.dumps(BASE)) + 10)),
        (b'{"a":"\xff"}', "these bytes are no UTF-8", (1, 7)),
        (b" " * (1 << 21), "at most 1,048,576 bytes", (0, 0)),
    ],
)
def test_what_is_no_json_object_is_refused_with_its_place(
    text: str | bytes, message: str, place: tuple[int, int]
) -> None:
    fault = refused(text)
    assert message in fault.message
    assert (fault.line, fault.column) == place


@given(st.binary(max_size=200))
def test_no_bytes_make_the_reader_fail_otherwise(data: bytes) -> None:
    with pytest.raises(PuzzleFault):
        parse_puzzle(data)


@given(st.data())
def test_no_damage_to_a_puzzle_makes_the_reader_fail_otherwise(data: st.DataObject) -> None:
    text = bytearray(json.dumps(BASE).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    with suppress(PuzzleFault):
        parse_puzzle(bytes(text))


def test_points_are_for_the_goal_win() -> None:
    assert "points" in refused(json.dumps({**BASE, "goal": "force"}), "points").message
    assert problem_of("points", **BASE).objective == "points"


def test_all_clovers_not_seen_are_face_down_where_no_pile_is_given() -> None:
    keys = {key: value for key, value in BASE.items() if key != "pile"}
    start = problem_of(**keys, middle=[3], drawn=6).start
    assert isinstance(start, LuckyPosition)
    assert start.hidden == (0, 1, 1, 1, 1, 1, 1)
    alone = problem_of(**{**keys, "gardens": ["1 ./. 5"], "goal": "fill"}).start
    assert isinstance(alone, LuckyPosition)
    assert alone.hidden == (0, 1, 2, 2, 2, 1, 2)


def test_a_drawn_last_clover_may_still_be_placed() -> None:
    assert problem_of(**{**BASE, "pile": [], "drawn": 3}).start.moves() == ("a1", "b1", "a2", "b2", "-")


def test_a_byte_order_mark_and_blank_lines_do_no_harm() -> None:
    parse_puzzle(b"\xef\xbb\xbf\n\n" + json.dumps(BASE).encode() + b"\n\n")


def test_a_puzzle_written_again_is_the_same_problem() -> None:
    rng = random.Random(6)
    for goal in ("win", "force", "fill"):
        for turns in (None, 4):
            problem = problem_of(**drawn_puzzle(rng, goal, turns))
            assert problem_of(**GAMES[0].positions().write(problem)) == problem


def test_files_that_cannot_be_read_are_told_with_their_name(tmp_path: Any) -> None:
    for path in (str(tmp_path / "none.json"), str(tmp_path), "a\0b"):
        ((name, fault),) = load_puzzles(path)
        assert name == path
        assert isinstance(fault, PuzzleFault)
        assert str(fault).startswith(path)
    good = tmp_path / "p.json"
    good.write_text(json.dumps(BASE))
    assert load_puzzles(str(good)) == [(str(good), (GAMES[0], problem_of(**BASE)))]
    good.write_text('{"format":\n]')
    ((_, fault),) = load_puzzles(str(good))
    assert str(fault).endswith("p.json:2:1: this is no JSON: Expecting value")


def test_a_file_may_hold_several_puzzles_and_a_bad_one_among_them(tmp_path: Any) -> None:
    file = tmp_path / "many.jsonl"
    texts = [json.dumps(BASE), json.dumps({**BASE, "turns": 0}), json.dumps({**BASE, "turns": 2}), "nonsense"]
    file.write_text("\n".join(texts))
    read = load_puzzles(str(file))
    assert [name for name, _ in read] == [f"{file}:{line}" for line in (1, 2, 3, 4)]
    assert [str(each) for _, each in read if isinstance(each, PuzzleFault)] == [
        f"{file}:2:{texts[1].rindex('0') + 1}: turns cannot be 0",
        f"{file}:4:1: this is no JSON: Expecting value",
    ]
    assert read[2][1] == (GAMES[0], problem_of(**BASE, turns=2))


def test_the_schema_knows_every_key() -> None:
    text = json.dumps(schema("puzzle"))
    for field in msgspec.structs.fields(GAMES[0].puzzle()):
        assert f'"{field.encode_name}"' in text


def test_a_log_is_no_puzzle_and_is_told_once() -> None:
    log = b'{"event":"game","format":"cloverproof/1","game":"lucky-numbers"}\n{"event":"stop"}\n'
    told = list(parse_puzzles(log))
    assert len(told) == 1
    assert isinstance(told[0][1], PuzzleFault)
    assert "that is a log" in told[0][1].message
    assert "--analyze" in told[0][1].help


def test_all_missing_keys_are_named_at_once() -> None:
    fault = refused('{"game": "lucky-numbers", "goal": "win"}')
    assert fault.message == "the keys `format`, `gardens` and `to_move` are missing"
