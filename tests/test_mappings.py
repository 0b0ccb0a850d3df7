"""JSON of any shape, read as a mapping says."""

import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from models.reading import Reading
from tests.foreign_forms import minified
from verifier.dialect import Source
from verifier.finding import Finding, Verdict
from verifier.foreign import dialect_named
from verifier.logs import judge_log
from verifier.mapping import BadMapping, Mapping, read_mapping
from verifier.source import SourceLimits, Unreadable

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "docs" / "examples"
OWN = Path(__file__).parent / "own_json"
Event = dict[str, Any]


def mapping(text: str, **more: Any) -> Mapping:
    given = tomllib.loads(text)
    header = {"edition": "tiki-2020", "players": 2, "side": 2, "top": 5}
    return msgspec.convert({"header": header, **given, **more}, Mapping)


def read(record: Any, how: Mapping) -> list[Event]:
    """Give the events of a record, without its header and without what was derived."""
    text = record if isinstance(record, bytes) else minified(record)
    told = list(dialect_named("json").read(Source([text], SourceLimits(), how)))
    for event, _ in told:
        if isinstance(event, Unreadable):
            raise event
    return [{key: value for key, value in event.items() if key != "derived"} for event, _ in told[1:]]  # type: ignore[union-attr]


def judged(path: Path, how: Mapping) -> tuple[list[Finding], Verdict]:
    results = list(judge_log(str(path), SourceLimits(), Reading(), mapping=how))
    (verdict,) = (each for each in results if isinstance(each, Verdict))
    return [each for each in results if isinstance(each, Finding)], verdict


def refusal(record: Any, how: Mapping) -> tuple[str, str]:
    with pytest.raises(Unreadable) as stop:
        read(record, how)
    return stop.value.code, stop.value.message


# The examples of the page ---------------------------------------------------------------------------------------------

PLAYED = [
    {"event": "setup", "player": 1, "clover": 1, "cell": "a1"},
    {"event": "setup", "player": 1, "clover": 4, "cell": "b2"},
    {"event": "setup", "player": 2, "clover": 1, "cell": "a1"},
    {"event": "setup", "player": 2, "clover": 5, "cell": "b2"},
    {"event": "start"},
    {"event": "turn", "player": 1, "from": "pile", "clover": 5, "action": "exchange", "cell": "b2", "out": 4},
    {"event": "turn", "player": 2, "from": "middle", "clover": 4, "action": "place", "cell": "b1"},
    {"event": "turn", "player": 1, "from": "pile", "clover": 2, "action": "place", "cell": "a2"},
    {"event": "turn", "player": 2, "from": "pile", "clover": 3, "action": "place", "cell": "a2"},
    {"event": "end", "winners": [2]},
]
SHOWN = ("pile", "middle", "gardens")


def bare(events: list[Event]) -> list[Event]:
    return [{key: value for key, value in event.items() if key not in SHOWN} for event in events]


@pytest.mark.parametrize("name", ["own-list.json", "own-kinds.jsonl", "own-texts.json", "own-boards.json"])
def test_the_examples_tell_one_game_in_different_shapes(name: str) -> None:
    path = EXAMPLES / name
    how = read_mapping(str(path.with_suffix(".toml")))
    assert bare(read(path.read_bytes(), how)) == PLAYED
    findings, verdict = judged(path, how)
    assert [each.clause for each in findings] == ["LN104"]
    assert (verdict.outcome, verdict.finished, verdict.turns) == ("conforms", True, 4)


def test_the_mapping_on_the_page_is_the_one_of_the_examples() -> None:
    page = (ROOT / "docs" / "mappings.md").read_text("utf-8")
    assert (EXAMPLES / "own-list.toml").read_text("utf-8") in page
    for block in page.split("```toml\n")[1:]:
        msgspec.convert(tomllib.loads(block.split("```")[0]), Mapping)


PROGRAM = """
[record]
moves = "moves"
setup = "start"
end = { winners = "winner" }
[facts]
player = "p"
clover = "tile"
from = "from"
cell = { row = "r", column = "c", first = 0 }
out = "swap"
pile = "left"
middle = "table"
[values.player]
0 = 1
1 = 2
[values.from]
deck = "pile"
table = "middle"
[values.cell]
null = "-"
"""


@pytest.mark.parametrize(
    ("name", "turns", "broken"),
    [
        ("g1.json", 44, {"LN301": 8, "LN303": 16, "LN402": 1}),
        ("g2.json", 39, {"LN301": 19, "LN303": 14}),
        ("g3.json", 40, {"LN301": 13, "LN303": 16}),
    ],
)
def test_the_games_of_a_program_are_judged_where_they_stand(name: str, turns: int, broken: dict[str, int]) -> None:
    findings, verdict = judged(OWN / name, mapping(PROGRAM, header={"edition": "tiki-2020"}))
    assert Counter(each.clause for each in findings) == broken
    assert (verdict.outcome, verdict.turns) == ("breaks", turns)
    text, record = (OWN / name).read_text("utf-8"), json.loads((OWN / name).read_bytes())
    lost = next(each for each in findings if each.clause == "LN303")
    assert lost.place is not None
    move = record["moves"][int(lost.place.pointer.removeprefix("/moves/"))]
    assert move["swap"] not in move["table"]
    assert text[lost.place.column - 1 :].startswith(json.dumps(move, separators=(",", ":")))


def test_a_long_game_is_judged_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    moves = [MOVE | {"p": 1 + number % 2, "n": 1, "c": "b2"} for number in range(600)]
    path.write_bytes(minified({"s": SETUP, "m": moves}))
    findings, verdict = judged(path, mapping(f'[record]\n{SETUP_GIVEN}[facts]\n{WHO}cell = "c"'))
    assert verdict.turns == 600
    assert findings[-1].place is not None
    assert findings[-1].place.pointer.startswith("/m/")


# What a mapping can say -----------------------------------------------------------------------------------------------

SETUP = [[1, 4], [1, 5]]
FIRST = {"event": "turn", "player": 1, "from": "pile", "clover": 2}
SETUP_GIVEN = 'setup = "s"\nmoves = "m"\n'
PLACED = FIRST | {"action": "place", "cell": "a2"}
LEFT = FIRST | {"action": "discard"}


def first_turn(record: Event, text: str) -> Event:
    """Give the first turn of a record."""
    return next(event for event in read({"s": SETUP, **record}, mapping(text)) if event["event"] == "turn")


def one(move: Any, facts: str, more: str = "") -> Event:
    return first_turn({"m": [move]}, f"[record]\n{SETUP_GIVEN}[facts]\n{facts}\n{more}")


WHO = 'player = "p"\nclover = "n"\nfrom = "f"\n'
MOVE = {"p": 1, "n": 2, "f": "pile"}


@pytest.mark.parametrize(
    ("move", "facts", "more", "turn"),
    [
        (MOVE | {"c": "A2"}, 'cell = "c"', "", PLACED),
        (MOVE | {"c": "a2", "n": 2.0, "p": "1", "f": "PILE"}, 'cell = "c"', "", PLACED),
        (MOVE | {"c": [1, 0]}, 'cell = { row = "c.0", column = "c[1]", first = 0 }', "", PLACED),
        (MOVE | {"c": {"x": "a", "y": 1}}, 'cell = { row = "c.y", column = "c.x", first = 1, up = true }', "", PLACED),
        (MOVE | {"c": 2}, 'cell = { index = "c", first = 0 }', "", PLACED),
        (MOVE | {"c": 3}, 'cell = { index = "c", first = 1 }', "", PLACED),
        (MOVE | {"c": "two"}, 'cell = "c"', '[values.cell]\ntwo = "a2"', PLACED),
        (MOVE | {"c": None}, 'cell = "c"', '[values.cell]\nnull = "-"', LEFT),
        (MOVE, 'cell = "c"', '[values.cell]\nnull = "-"', LEFT),
        (MOVE | {"c": "bin"}, 'cell = "c"', '[values.cell]\nbin = "-"', LEFT),
        (MOVE | {"x": -1, "y": -1}, 'cell = { row = "y", column = "x", first = 0 }', '[values.cell]\n"-1,-1" = "-"', LEFT),
        (MOVE | {"x": None, "y": None}, 'cell = { row = "y", column = "x" }', '[values.cell]\nnull = "-"', LEFT),
        (MOVE | {"c": None}, 'cell = "c"', "", FIRST | {"action": None, "cell": None}),
        (MOVE | {"c": "b2", "out": None}, 'cell = "c"\nout = "out"', "", FIRST | {"action": "place", "cell": "b2"}),
        (MOVE | {"c": "b2"}, 'cell = "c"\nout = "out"', "", FIRST | {"action": "exchange", "cell": "b2", "out": 4}),
        (MOVE | {"c": "a2", "out": 3}, 'cell = "c"\nout = "out"', "", FIRST | {"action": "exchange", "cell": "a2", "out": 3}),
        (MOVE | {"c": "a2", "a": "swap"}, 'cell = "c"\naction = "a"', '[values.action]\nswap = "exchange"', FIRST | {"action": "exchange", "cell": "a2"}),
        (MOVE | {"c": "a2", "t": [4, 4.0]}, 'cell = "c"\nmiddle = "t"', "", PLACED | {"middle": [4, 4]}),
        (MOVE | {"c": "a2", "t": [{"n": 4}]}, 'cell = "c"\nmiddle = "t[].n"', "", PLACED | {"middle": [4]}),
        (MOVE | {"c": "a2", "t": "4, 4"}, 'cell = "c"\nmiddle = "t"', "", PLACED | {"middle": [4, 4]}),
        (MOVE | {"c": "a2", "g": [[1, None], [2, 4]]}, 'cell = "c"\ngarden = "g"', "", PLACED | {"gardens": ["1 ./2 4", None]}),
        (MOVE | {"c": "a2", "g": [[1, 0, 2, 4], None]}, 'cell = "c"\ngardens = "g"', "", PLACED | {"gardens": ["1 ./2 4", None]}),
        (MOVE | {"c": "a2", "a/b": {"c.d": 6}}, 'cell = "c"\npile = "/a~1b/c.d"', "", PLACED | {"pile": 6}),
        ({"p": 1, "draw": 2, "c": "a2"}, 'clover = "draw || take"\nfrom = "draw && \'pile\' || \'middle\'"\ncell = "c"', "", PLACED),
    ],
)  # fmt: skip
def test_a_fact_may_be_written_in_many_ways(move: Event, facts: str, more: str, turn: Event) -> None:
    given = WHO if "from =" not in facts else 'player = "p"\n'
    assert one(move, given + facts, more) == turn


@pytest.mark.parametrize(
    ("record", "text"),
    [
        ({"m": [{"who": 1, "do": [{"n": 2, "c": "a2"}]}]}, '[record]\nsetup = "s"\nmoves = "m[].do[]"\n[facts]\nplayer = "^^.who"\nclover = "n"\ncell = "c"\nfrom = "\'pile\'"'),
        ({"m": {"t1": {"n": 2, "c": "a2", "f": "pile", "p": 1}}}, f'[record]\n{SETUP_GIVEN}[facts]\n{WHO}cell = "c"'),
        ({"m": [[{"n": 2, "c": "a2", "f": "pile"}]]}, '[record]\nsetup = "s"\nmoves = "m[]"\n[facts]\nclover = "n"\nfrom = "f"\ncell = "c"\nplayer = "@key"\n[values.player]\n0 = 1'),
        ({"m": [{"n": 2, "c": "a2", "f": "pile"}]}, f'[record]\n{SETUP_GIVEN}[facts]\nclover = "n"\nfrom = "f"\ncell = "c"\nplayer = "@order"'),
        ({"m": [[1, "pile", 2, "a2"]]}, f'[record]\n{SETUP_GIVEN}[facts]\nplayer = "0"\nfrom = "1"\nclover = "2"\ncell = "3"'),
        ({"m": ["1 draws  2 to A2."]}, f'[record]\n{SETUP_GIVEN}[notifications."{{player}} draws {{clover}} to {{cell}}."]\nfixed = {{ from = "pile" }}'),
        ({"m": ["1: +2 r1c0"]}, f'[record]\n{SETUP_GIVEN}[facts]\ncell = {{ row = "row", column = "column", first = 0 }}\n[notifications."{{player}}: +{{clover}} r{{row}}c{{column}}"]\nfixed = {{ from = "pile" }}'),
        ({"m": [{"msg": "Ann (red) draws 2", "at": "a2"}]}, f'[record]\n{SETUP_GIVEN}kind = "msg"\n[notifications."{{player}} ({{_}}) draws {{clover}}"]\nfixed = {{ from = "pile" }}\nfacts = {{ cell = "at" }}\n[values.player]\nAnn = 1'),
    ],
)  # fmt: skip
def test_a_move_may_lie_anywhere(record: Event, text: str) -> None:
    assert first_turn(record, text) == PLACED


@pytest.mark.parametrize(
    ("start", "more"),
    [
        ([[1, 4], [1, 5]], ""),
        ([[4, 1], [5, 1]], "dealt = true\n"),
        ([[4, 1], [5, 1]], 'cells = ["b2", "a1"]\n'),
        ([[[1, 0], [0, 4]], [[1, None], [None, 5]]], ""),
        ([[1, 0, 0, 4], [1, "", "", 5]], ""),
        ([{"a1": 1, "b2": 4}, {"A1": 1, "B2": 5}], ""),
        ({"1": ["1", 4.0], "2": [{"number": 1}, {"number": 5}]}, ""),
        (["1 4", "1,5"], ""),
        ([[{"n": 1, "c": "a1"}, {"n": 4, "c": "b2"}], [{"n": 1, "c": "a1"}, {"n": 5, "c": "b2"}]], ""),
    ],
)
def test_a_set_up_may_be_written_in_many_ways(start: Any, more: str) -> None:
    told = read({"s": start, "m": []}, mapping(f'[record]\n{SETUP_GIVEN}{more}[facts]\nclover = "n"\ncell = "c"'))
    assert sorted(told, key=lambda event: (event["player"], event["cell"])) == PLAYED[:4]


def test_lines_games_players_and_results_are_read() -> None:
    text = '[record]\nlines = true\nmoves = "m"\ngames = "[]"\nheader = { players = "who", names = "who" }\nend = { winners = "won" }\n[facts]\nplayer = "p"\n[values.winners]\ndraw = [1, 2]'
    lines = b'{"who":["A","B"],"m":[],"won":"draw"}\n\n{"who":["C","D"],"m":[],"won":null}\n'
    how = mapping(text, header={"edition": "tiki-2020"})
    told = list(dialect_named("json").read(Source([lines], SourceLimits(), how)))
    events = [event for event, _ in told if isinstance(event, dict)]
    assert [event["event"] for event in events] == ["game", "end", "game"]
    assert (events[0]["players"], events[0]["names"], events[1]["winners"]) == (2, ["A", "B"], [1, 2])
    assert [spot.place().line for _, spot in told] == [1, 1, 3]


BOARDS = '[record]\nmoves = "b"\n[facts]\nplayer = "p"\ngardens = "g"\nmiddle = "m"\npile = "d"\nfrom = "f"'
EMPTY: Event = {"p": None, "g": [[[1, 0], [0, 4]], [[1, 0], [0, 5]]], "m": [3], "d": 5}
FILLED = [[[1, 0], [2, 4]], [[1, 0], [0, 5]]]


@pytest.mark.parametrize(
    ("shown", "turn"),
    [
        ({"p": 1, "g": FILLED, "m": [3], "d": 4}, PLACED | {"pile": 4, "middle": [3]}),
        ({"g": FILLED, "m": [3], "d": 4}, PLACED | {"pile": 4, "middle": [3]}),
        ({"p": 1, "g": FILLED, "m": [3]}, PLACED | {"middle": [3]}),
        ({"p": 1, "g": FILLED}, PLACED | {"from": None}),
        ({"p": 1, "g": EMPTY["g"], "m": [3, 2], "d": 4}, LEFT | {"pile": 4, "middle": [3, 2]}),
        ({"p": 1, "g": [[[1, 0], [3, 4]], [[1, 0], [0, 5]]], "m": [], "d": 5}, PLACED | {"from": "middle", "clover": 3, "pile": 5, "middle": []}),
    ],
)  # fmt: skip
def test_a_move_is_what_changed_from_one_board_to_the_next(shown: Event, turn: Event) -> None:
    told = read({"b": [EMPTY, EMPTY, shown]}, mapping(BOARDS))
    assert told[:5] == PLAYED[:5]
    assert told[5:] == [turn]


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        ({"g": [[[1, 2], [2, 4]], [[1, 0], [0, 5]]]}, "several cells change at once (b1 of player 1, a2 of player 1)"),
        ({"g": [[[0, 0], [2, 4]], [[1, 0], [0, 5]]]}, "the 1 on a1 of player 1 is not shown any more"),
        ({"p": 2, "g": FILLED}, "player 2 moves, but the garden of player 1 changes"),
        ({"g": [[[1, 0]], [[1, 0], [0, 5]]]}, "a garden is a list of 1, not 2 rows of 2 cells"),
        ({"g": [[[1, 0, 3], [0]], [[1, 0], [0, 5]]]}, "a row of a garden is a list of 3, not 2 cells"),
        ({"g": [[[1, 0], [0, 4]]] * 3}, "gardens: there is no player 3 in a game of 2"),
        ({"g": 7}, "gardens is 7, not a list with one part for each player"),
    ],
)
def test_boards_that_no_single_move_explains_are_told(shown: Event, words: str) -> None:
    code, message = refusal({"b": [EMPTY, shown]}, mapping(BOARDS))
    assert code == "LOG014"
    assert words in message


# What cannot be read --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (MOVE | {"f": "deck"}, "from is 'deck', which must be middle or pile: say which under [values.from]"),
        (
            MOVE | {"n": {"number": 2}},
            "clover must be a whole number, not an object: give the path of the number in it",
        ),
        (MOVE | {"n": "two"}, "must be a whole number, not 'two'"),
        (MOVE | {"n": 2.5}, "clover must be a whole number, not 2.5"),
        (MOVE | {"n": True}, "clover must be a whole number, not True"),
        (MOVE | {"c": [1, 0]}, "cell is a list of 2, not a name such as a1"),
        (MOVE | {"t": "a b"}, "must be a whole number, not 'a'"),
    ],
)
def test_a_fact_that_means_nothing_is_told_with_its_place(move: Event, words: str, tmp_path: Path) -> None:
    how = mapping(f'[record]\n{SETUP_GIVEN}[facts]\n{WHO}cell = "c"\nmiddle = "t"')
    path = tmp_path / "game.json"
    path.write_bytes(b'{"s":[[1,4],[1,5]],"m":[\n' + minified(MOVE | {"c": "a2"}) + b",\n" + minified(move) + b"]}")
    findings, verdict = judged(path, how)
    assert (findings[-1].clause, findings[-1].line, verdict.outcome) == ("LOG014", 3, "unreadable")
    assert words in findings[-1].fault.message


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("moves = 'm['", "LOG016", "the path 'm[' of the mapping is no path"),
        ("moves = 'keys(m)'", "LOG016", "fails here"),
        ("moves = 'nowhere'", "LOG016", "the moves lie at 'nowhere', where no list is"),
        ("moves = 's.0.0'", "LOG016", "where no list is"),
        ("moves = 'm'\nsetup = 'x'", "LOG014", "nothing stands at 'x'"),
        ("moves = 'm'\nsetup = 'big'", "LOG014", "the set-up is 3, not a list"),
        ("moves = 'm'\ngames = 'big'", "LOG016", "the games lie at 'big', where no list is"),
        ("moves = 'm'\nheader = { colour = 'x' }", "LOG016", "a fact 'colour' of the event 'game'"),
        ("moves = 'm'\nheader = { players = 'big' }\nsetup = 's'", "LOG014", None),
        ("moves = '" + "[@,@][]|" * 40 + "@'", "LOG016", "takes more than 2000000 steps"),
        ("moves = 'join(`,`, [to_string(@),to_string(@)])" + "|to_string([@,@,@,@,@,@,@,@])" * 14 + "'", "LOG016", "takes more than"),
        ("moves = '" + "a" * 600 + "'", "LOG016", "is longer than 500 signs"),
        ("moves = '" + "[" * 240 + "a" + "]" * 240 + "'", "LOG016", None),
        ("moves = 'm'\nkind = 'm[?'", "LOG016", "is no path"),
        ("moves = 'm'\nlines = true", "LOG016", "the moves lie at 'm', where no list is"),
    ],
)  # fmt: skip
def test_a_mapping_that_does_not_fit_is_told(text: str, code: str, words: str | None) -> None:
    how = mapping(
        f"[record]\n{text}\n[facts]\nplayer = 'p'\nclover = 'n'", header={"edition": "tiki-2020", "players": 2}
    )
    if "header = { players" in text:
        how = mapping(f"[record]\n{text}\n[facts]\nplayer = 'p'", header={"edition": "tiki-2020"})
    told = refusal({"s": SETUP, "m": [MOVE], "big": 3, "x": None}, how) if words else None
    if words is None:
        with pytest.raises(Unreadable):
            read({"s": [*SETUP, [1], [2]], "m": [MOVE], "big": 3}, how)
        return
    assert told is not None
    assert told[0] == code
    assert words in told[1]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[",
        b"\xff",
        b'{"a":"\x00"}',
        b"[" * 100_000,
        b'{"m":[1]}{"m":[2]}',
        b'{"m":[{"p":1e999}]}',
    ],
)
def test_what_is_no_record_never_conforms(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(text)
    for lines in ("", "lines = true"):
        results = list(
            judge_log(
                str(path), SourceLimits(), Reading(), dialect="json", mapping=mapping(f"[record]\nmoves='m'\n{lines}")
            )
        )
        assert isinstance(results[-1], Verdict)
        assert results[-1].outcome == "unreadable"


def test_a_result_that_means_nothing_is_told() -> None:
    how = mapping(f"[record]\n{SETUP_GIVEN}end = {{ winners = 'w' }}\n[facts]\nplayer = 'p'")
    assert refusal({"s": SETUP, "m": [], "w": 1.5}, how) == (
        "LOG014",
        "the result: winners must be a whole number, not 1.5: [values.winners] says what it means",
    )


def test_json_lines_read_as_one_document_are_told_what_to_say() -> None:
    with pytest.raises(Unreadable) as stop:
        read(b'{"m":1}\n{"m":2}\n', mapping("[record]\nmoves = '[]'"))
    assert "`lines = true` under [record]" in stop.value.help


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "[facts]\ncell = { row = 'r' }",
            "a cell stands at `column` and `row`, at an `index`, or `at` a place as a `text`",
        ),
        ("[facts]\ncell = { index = 'r', row = 'r', column = 'c' }", "a cell stands at"),
        ("[record]\nmove = 'm'", "unknown field `move`"),
        ("[record]\nmoves = 3", "Expected `str`"),
    ],
)
def test_a_mapping_that_is_none_is_told(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "mapping.toml"
    path.write_text(text)
    with pytest.raises(BadMapping) as bad:
        read_mapping(str(path))
    assert words in bad.value.message


@pytest.mark.parametrize("text", ["[" * 100000, "[1, 2]", "\ufeff{"])
def test_what_is_wrong_with_a_mapping_in_json_is_not_told_of_another_form(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mapping.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BadMapping) as bad:
        read_mapping(str(path))
    assert "table declaration" not in bad.value.message
    assert "object" in bad.value.message or "JSON" in bad.value.message or "truncated" in bad.value.message


def test_what_a_mapping_gives_no_meaning_is_told_and_can_be_ignored(tmp_path: Path) -> None:
    record = json.loads((EXAMPLES / "own-list.json").read_bytes())
    for move in record["moves"]:
        move["ersetzt"] = move.pop("swap")
    record["moves"][0]["time"] = {"at": 3}
    record["won"] = record.pop("winner")
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    given = tomllib.loads((EXAMPLES / "own-list.toml").read_text())
    del given["facts"]["out"]
    notes = [note.message for note in judged(path, msgspec.convert(given, Mapping))[1].notes if note.code == "LOG101"]
    assert notes == [
        "the mapping gives `won` in the record no meaning: it was not read",
        "the mapping gives `ersetzt`, `time` in the entries no meaning: they were not read",
    ]
    given["record"]["ignored"] = ["ersetzt", "time", "won"]
    assert not [n for n in judged(path, msgspec.convert(given, Mapping))[1].notes if n.code == "LOG101"]


def test_entries_that_are_passed_over_are_told(tmp_path: Path) -> None:
    given = tomllib.loads((EXAMPLES / "own-kinds.toml").read_text())
    sort = next(name for name, each in given["notifications"].items() if each["means"] == "end")
    del given["notifications"][sort]
    _, verdict = judged(EXAMPLES / "own-kinds.jsonl", msgspec.convert(given, Mapping))
    assert any(f"`{sort} (" in note.message for note in verdict.notes)


def test_a_mapping_for_json_leaves_logs_of_ours_alone_and_reads_other_ones_that_have_events(tmp_path: Path) -> None:
    ours, other = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    ours.write_text(
        '{"event":"game","format":"cloverproof/1","game":"lucky-numbers","edition":"tiki-2020","players":2}\n'
    )
    other.write_text('{"event":"draw","p":1,"n":2}\n')
    how = mapping(
        "[record]\nmoves='[]'\nlines=true\nkind='event'\n[facts]\nplayer='p'\n[notifications.draw]\nmeans='draw'"
    )
    assert judged(ours, how)[1].outcome == "conforms"
    assert judged(other, how)[1].outcome == "conforms"


# Archives -------------------------------------------------------------------------------------------------------------

ARCHIVE = read_mapping(str(EXAMPLES / "archive.toml"))


def archived(record: Any, how: Mapping = ARCHIVE) -> list[Event]:
    told = list(dialect_named("board-game-arena").read(Source([minified(record)], SourceLimits(), how)))
    return bare([event for event, _ in told if isinstance(event, dict)])


def packets() -> list[Event]:
    logs: list[Event] = json.loads((EXAMPLES / "archive.json").read_bytes())["data"]["logs"]
    for number, notification in enumerate(each for packet in logs for each in packet["data"]):
        notification["uid"] = f"u{number}"
    return logs


def on_channels(*channels: str, blind: str = "", uids: bool = True) -> list[Event]:
    """Give each packet once on each channel; on the `blind` one no number is told."""
    sent = []
    for packet in packets():
        for channel in channels:
            copy = json.loads(json.dumps(packet)) | {"channel": channel}
            for each in copy["data"]:
                if not uids:
                    each["uid"] += channel
                if channel == blind:
                    each["args"].pop("clover", None)
            sent.append(copy)
    return sent


WHOLE = archived({"data": {"logs": packets()}})
TABLE, MINE, HIS = "/table/t7", "/player/p84001", "/player/p84002"


@pytest.mark.parametrize(
    "record",
    [
        {"status": 1, "data": {"valid": 1, "data": packets()}},
        {"data": packets()},
        {"logs": packets()},
        packets(),
        {"players": [{"id": 84001}, {"id": 84002}], "packets": packets()},
        {"table": {"id": 7, "tags": ["x"]}, "history": {"pages": 1, "packets": packets()}},
        [{**each, "move_id": packet["move_id"]} for packet in packets() for each in packet["data"]],
        {"data": {"logs": on_channels(MINE, TABLE)}},
        {"data": {"logs": on_channels(TABLE, MINE, HIS)}},
        {"data": {"logs": on_channels(MINE, TABLE, uids=False)}},
        {"data": {"logs": on_channels(MINE, TABLE, blind=TABLE, uids=False)}},
        {"data": {"logs": on_channels(TABLE, MINE, blind=TABLE, uids=False)}},
        {"data": {"logs": on_channels(TABLE, TABLE)}},
    ],
)
def test_an_archive_is_read_however_it_is_wrapped_and_each_move_once(record: Any) -> None:
    assert len(WHOLE) == 11
    assert archived(record) == WHOLE


def test_what_happens_twice_in_a_move_is_not_left_out() -> None:
    twice = packets()
    for each in json.loads(json.dumps(twice[0]["data"])):
        twice[0]["data"].append(each | {"uid": each["uid"] + "again"})
    assert len(archived(twice)) == len(WHOLE) + 2
    for packet in twice:
        packet["channel"] = TABLE
    assert len(archived(twice)) == len(WHOLE) + 2


def test_a_mapping_may_choose_the_channel() -> None:
    both = on_channels(MINE, TABLE, uids=False)
    for packet in both:
        if packet["channel"] == MINE:
            for each in packet["data"]:
                each["args"].pop("x", None)
    chosen = msgspec.structs.replace(ARCHIVE, record=msgspec.convert({"channel": "/table/"}, type(ARCHIVE.record)))
    assert archived(both, chosen) == WHOLE
    none = msgspec.structs.replace(ARCHIVE, record=msgspec.convert({"channel": "/chat/"}, type(ARCHIVE.record)))
    with pytest.raises(Unreadable) as stop:
        archived(both, none)
    assert stop.value.code == "LOG016"
