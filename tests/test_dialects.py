"""Logs in the forms of other programs: recognized, read, judged, and every finding in its own place."""

import csv
import io
import json
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from models.games import GAMES
from models.lucky_numbers.log_writer import TableLogWriter
from models.reading import Reading
from reports.findings import finding_text, verdict_text
from reports.rows import finding_row, log_row
from reports.style import coloured, uncolored
from tests import oracle
from tests.foreign_forms import archive, game_park, minified
from tests.generator import FAULTS, STYLES, dump, play_game
from verifier.dialect import Event, Source
from verifier.dialects import DIALECTS
from verifier.dialects.score_sheet_line import event_of
from verifier.dialects.table_rows import cells_of, spans_of
from verifier.finding import Finding, Verdict
from verifier.foreign import dialect_named, recognize
from verifier.infer.inferred import How
from verifier.infer.logs import judge_inferring
from verifier.key_values import NoFact
from verifier.logs import judge_log
from verifier.mapping import NO_MAPPING, CellFrom, Mapping, read_mapping
from verifier.source import SourceLimits, Unreadable

ROOT = Path(__file__).parent.parent
NATIVE = ROOT / "records" / "native"
EXAMPLES = ROOT / "docs" / "examples"
GAMES_OF_NATIVE = ("native_2p_standard", "native_2p_pile_exhausted")
DECODE = msgspec.json.Decoder(GAMES[0].events).decode


def read(dialect: str, text: bytes, mapping: Mapping = NO_MAPPING) -> list[Event]:
    """Give the events of a log in some form, without the list of what was derived."""
    told = dialect_named(dialect).read(Source([text], SourceLimits(), mapping))
    return [{key: value for key, value in event.items() if key != "derived"} for event, _ in told]  # type: ignore[union-attr]


def judged(path: Path, mapping: Mapping | None = None, dialect: str | None = None) -> list[Finding | Verdict]:
    return list(judge_log(str(path), SourceLimits(), Reading(), dialect=dialect, mapping=mapping))


def findings(path: Path, mapping: Mapping | None = None, dialect: str | None = None) -> list[Finding]:
    return [result for result in judged(path, mapping, dialect) if isinstance(result, Finding)]


def said(finding: Finding) -> tuple[Any, ...]:
    return finding.line, finding.clause, finding.kind, finding.turn, finding.player, finding.fault.message, finding.help


# Game Park's own records ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES_OF_NATIVE)
def test_server_and_spectator_form_give_the_same_findings_and_verdicts(name: str) -> None:
    server, spectator = (judged(NATIVE / f"{name}.{form}.json") for form in ("server", "spectator"))
    assert [said(each) for each in server if isinstance(each, Finding)] == [
        said(each) for each in spectator if isinstance(each, Finding)
    ]
    first, second = server[-1], spectator[-1]
    assert isinstance(first, Verdict)
    assert isinstance(second, Verdict)
    assert (first.outcome, first.finished, first.turns, first.findings) == (
        second.outcome,
        second.finished,
        second.turns,
        second.findings,
    )


@pytest.mark.parametrize("form", ["server", "spectator"])
def test_the_standard_game_conforms_and_the_other_one_plays_on_after_the_last_clover(form: str) -> None:
    assert findings(NATIVE / f"native_2p_standard.{form}.json") == []
    (finding,) = findings(NATIVE / f"native_2p_pile_exhausted.{form}.json")
    assert (finding.clause, finding.line) == ("LN402", 76)


@pytest.mark.parametrize("name", GAMES_OF_NATIVE)
@pytest.mark.parametrize("form", ["server", "spectator"])
def test_a_second_judge_finds_the_same_in_the_converted_native_games(name: str, form: str) -> None:
    path = NATIVE / f"{name}.{form}.json"
    events = read("game-park", path.read_bytes())
    by_oracle = [clause for _, clause in oracle.judge("".join(json.dumps(event) + "\n" for event in events))]
    assert by_oracle == [finding.clause for finding in findings(path)]


@pytest.mark.parametrize("name", GAMES_OF_NATIVE)
def test_laying_the_clovers_of_the_converted_game_gives_the_gardens_of_the_final_state(name: str) -> None:
    text = (NATIVE / f"{name}.server.json").read_bytes()
    record, gardens = json.loads(text), [[[0] * 4 for _ in range(4)] for _ in range(2)]
    for event in read("game-park", text):
        if event["event"] in ("setup", "turn") and "cell" in event:
            garden = gardens[event["player"] - 1]
            column, row = "abcd".index(event["cell"][0]), int(event["cell"][1]) - 1
            assert event.get("out", 0) == garden[row][column]
            garden[row][column] = event["clover"]
    shown = [
        [[0 if at is None else at["number"] for at in row] for row in player["garden"]]
        for player in record["finalState"]["players"]
    ]
    assert gardens == shown


@pytest.mark.parametrize("name", GAMES_OF_NATIVE)
@pytest.mark.parametrize("form", ["server", "spectator"])
def test_each_event_of_a_native_game_stands_where_its_place_says(name: str, form: str) -> None:
    text = (NATIVE / f"{name}.{form}.json").read_bytes()
    record, lines = json.loads(text), text.decode().split("\n")
    told = list(dialect_named("game-park").read(Source([text])))
    laid = [(event, spot.place()) for event, spot in told if isinstance(event, dict) and "clover" in event]
    assert len(laid) == sum(action["move"]["type"] == 1 for action in record["actions"])
    for event, place in laid:
        move = record["actions"][int(place.pointer.removeprefix("/actions/"))]["move"]
        assert (event["player"], event["clover"]) == (move["playerId"], move["clover"]["number"])
        assert lines[place.line - 1][place.column - 1 :].startswith('{"playerId"')
        start, end = place.fields["clover"]
        assert json.loads(place.text.decode()[start:end]) == move["clover"]


def test_what_a_spectator_does_not_see_stays_unknown() -> None:
    header, *events = read("game-park", (NATIVE / "native_2p_standard.spectator.json").read_bytes())
    assert header["setup"] is None
    assert header["variants"] is None
    assert not any("pile" in event or "middle" in event for event in events)
    stated = read("game-park", (NATIVE / "native_2p_standard.server.json").read_bytes())
    assert stated[0]["setup"] == "standard"
    assert all("pile" in event and "middle" in event for event in stated if event["event"] == "turn")


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("server", [True, False])
def test_a_legal_game_written_in_game_parks_form_is_read_as_it_was_played(seed: int, server: bool) -> None:
    rng = random.Random(seed)
    michael, bruno = seed % 4 == 1, seed % 4 == 2
    game = play_game(
        rng,
        players=2 + seed % 3,
        setup="michael" if michael else "standard",
        variants=["bruno"] if bruno else [],
        style=STYLES[seed % 3],
        concede=seed % 6 == 5,
    )
    kinds = ("setup", "turn", "concede")
    played = [event for event in game if event["event"] in kinds]
    record = game_park(game, rng, server=server)
    told = read("game-park", minified(record))
    shown = ("pile", "middle")
    for mine, theirs in zip((e for e in told if e["event"] in kinds), played, strict=True):
        wanted = theirs if server else {key: value for key, value in theirs.items() if key not in shown}
        assert mine | {"middle": sorted(mine.get("middle", ()))} == wanted | {
            "middle": sorted(wanted.get("middle", ()))
        }
    assert told[0]["variants"] == ((["bruno"] if bruno else []) if server else None)
    if not any(event["event"] == "concede" for event in game):
        ends = [event["winners"] for event in game if event["event"] == "end"]
        assert [event["winners"] for event in told if event["event"] == "end"] == ends


@pytest.mark.parametrize("path", sorted((ROOT / "records" / "gamepark").glob("*.jsonl")), ids=lambda path: path.stem)
@pytest.mark.parametrize("server", [True, False])
def test_the_records_of_the_same_program_are_read_the_same_from_its_own_form(path: Path, server: bool) -> None:
    game = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    told = read("game-park", minified(game_park(game, random.Random(1), server=server)))
    kinds, keys = ("setup", "turn", "concede"), ("event", "player", "from", "clover", "action", "cell", "out", "pile")
    for mine, theirs in zip(
        (e for e in told if e["event"] in kinds), (e for e in game if e["event"] in kinds), strict=True
    ):
        assert {key: mine.get(key) for key in keys[: 8 if server else 7]} == {
            key: theirs.get(key) for key in keys[: 8 if server else 7]
        }
        assert not server or sorted(mine.get("middle", ())) == sorted(theirs.get("middle", ()))


def spoilt(change: Any) -> bytes:
    record = json.loads((NATIVE / "native_2p_standard.server.json").read_bytes())
    change(record)
    return "\n".join(json.dumps(record).replace('{"playerId"', '\n{"playerId"').split("\n")).encode()


def at_action(number: int, **move: Any) -> Any:
    return lambda record: record["actions"][number]["move"].update(move)


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        (at_action(9, clover={"number": 2}), "LOG018", "a 1 was revealed, but a 2 is laid"),
        (at_action(9, playerId=2), "LOG018", None),
        (at_action(9, type=0), "LOG018", "a clover is revealed, but the one before was not laid"),
        (at_action(9, type=7), "LOG018", "there is no move of type 7"),
        (at_action(9, type="x"), "LOG014", None),
        (at_action(9, row=9, column=-4), "LOG008", None),
        (at_action(9, clover={"number": 21}), "LOG018", None),
        (lambda record: record.pop("actions"), "LOG014", 'the record has no "actions"'),
        (lambda record: record.update(initialState=[]), "LOG014", None),
    ],
)
def test_a_record_that_cannot_be_so_is_reported_and_never_conforms(
    change: Any, code: str, message: str | None, tmp_path: Path
) -> None:
    path = tmp_path / "spoilt.json"
    path.write_bytes(spoilt(change))
    results = judged(path)
    told = [each for each in results if isinstance(each, Finding)]
    assert code in {each.clause for each in told}
    if message is not None:
        assert message in {each.fault.message for each in told}
    assert isinstance(results[-1], Verdict)
    assert results[-1].outcome != "conforms"


def test_a_finding_in_a_record_of_one_line_names_the_column_and_shows_what_stands_there(tmp_path: Path) -> None:
    record = json.loads((NATIVE / "native_2p_standard.server.json").read_bytes())
    for action in record["actions"]:
        if action["move"] == {"type": 1, "playerId": 1, "clover": {"color": 4, "number": 13}, "row": 1, "column": 3}:
            action["move"]["column"] = 0
    path = tmp_path / "one line.json"
    path.write_bytes(minified({"note": "ä€" * 300, **record}))
    found = findings(path)[0]
    assert found.clause == "LN301"
    assert found.place is not None
    text = path.read_text("utf-8")
    assert found.line == 1
    row = finding_row(found)
    assert isinstance(row.column, int)
    assert text[row.column - 1 :].startswith('1,"column":0}')
    drawn = finding_text(found, uncolored).split("\n")
    at = next(number for number, line in enumerate(drawn) if line.startswith("1 |"))
    start = drawn[at + 1].index("^")
    assert drawn[at][start:].startswith(text[row.column - 1 :][:12])


# Recognition ----------------------------------------------------------------------------------------------------------

HEADS = {
    "cloverproof": [
        b'{"event":"game"}\n',
        b'\xef\xbb\xbf{"event":"game"}\n',
        b'{"a":1,"event":"turn"}\n',
        b"",
        b"\n \n",
    ],
    "game-park": [b'{"actions":[{"move":{"type":0}}]}', b'\n {"initialState": {"faceDownClovers"'],
    "board-game-arena": [b'{"status":1,"data":{"logs":[{"packet_id":"1","move_id":"1","data":[]'],
    "score-sheet": [b"game: lucky-numbers\n", b"# a comment\n\n  game :lucky-numbers # more\n"],
    "table": [b"event,player,clover\n", b"Player;Clover;Cell\r\n1;2;a1\r\n", b"cell\tplayer\tclover\n"],
}


@pytest.mark.parametrize(("name", "head"), [(name, head) for name, heads in HEADS.items() for head in heads])
def test_a_form_is_recognized_by_its_beginning(name: str, head: bytes) -> None:
    assert recognize("log", head, NO_MAPPING).name == name


@pytest.mark.parametrize("head", [b"hello\n", b"[1,2]", b"{}", b"a,b,c\n1,2,3\n", b'{"actions":3}'])
def test_a_log_in_no_known_form_is_told_what_each_form_missed(head: bytes, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(head)
    (finding,) = findings(path)
    assert (finding.clause, finding.kind) == ("LOG013", "unreadable")
    for dialect in DIALECTS:
        assert f"{dialect.name} needs {dialect.missed(head)}" in finding.help


def test_a_damaged_log_of_ours_is_taken_for_one_of_ours(tmp_path: Path) -> None:
    for name, text, code in (
        ("a.jsonl", b"not json\n", "LOG004"),
        ("b", b'{"event":"game","form\n', "LOG004"),
        ("c", b"\xff\xfe{\x00", "LOG003"),
        ("d", b"caf\xe9\n", "LOG003"),
        ("e", b"", "LOG002"),
    ):
        path = tmp_path / name
        path.write_bytes(text)
        assert [finding.clause for finding in findings(path)][:1] == [code]


def test_our_own_form_is_judged_without_the_other_ones_being_loaded() -> None:
    code = (
        "import sys; from cli.app import program, COMMANDS; from typer.testing import CliRunner;"
        "r = CliRunner().invoke(program(['validate', 'moves']), ['validate', 'records/school-clean']);"
        "assert r.exit_code == 0, r.output;"
        "print([m for m in sys.modules if m.startswith('verifier.dialect') or m in ('z3', 'verifier.foreign')])"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


# Examples, mappings ---------------------------------------------------------------------------------------------------


def example_events(name: str) -> list[Any]:
    """Give the placements and turns of an example, as far as every form tells them."""
    mapping = EXAMPLES / f"{Path(name).stem}.toml"
    form = {"sheet.txt": "score-sheet", "plays.csv": "table", "archive.json": "board-game-arena"}[name]
    events = read(form, (EXAMPLES / name).read_bytes(), read_mapping(str(mapping)) if mapping.exists() else NO_MAPPING)
    hidden = ("pile", "middle")
    return [
        {key: value for key, value in event.items() if key not in hidden}
        for event in events
        if event["event"] in ("setup", "turn")
    ]


def test_the_same_game_in_three_forms_is_the_same_game() -> None:
    sheet, plays, packets = map(example_events, ("sheet.txt", "plays.csv", "archive.json"))
    assert len(sheet) == 8
    assert sheet == plays == packets


@pytest.mark.parametrize("seed", range(8))
def test_a_legal_game_written_as_an_archive_is_read_as_it_was_played(seed: int) -> None:
    players = 2 + seed % 3
    game = play_game(random.Random(seed), players=players, style=STYLES[seed % 3])
    names = [str(84000 + 7 * player) for player in range(players)]
    shown = read_mapping(str(EXAMPLES / "archive.toml"))
    mapping = msgspec.structs.replace(
        shown,
        header={"edition": "tiki-2020", "players": players},
        values={"player": {name: player for player, name in enumerate(names, 1)}},
    )
    told = read("board-game-arena", minified(archive(game, names)), mapping)
    keys = ("event", "player", "from", "clover", "action", "cell", "out", "winners")
    kinds = ("setup", "turn", "end")
    assert [{key: event[key] for key in keys if key in event} for event in told if event["event"] in kinds] == [
        {key: event[key] for key in keys if key in event} for event in game if event["event"] in kinds
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[notifications.laid]\nmeans = "flies"\n', "means 'flies'"),
        ('[notifications.laid]\nmeans = "lay"\nfacts = { colour = "x" }\n', "a fact 'colour'"),
        ("", "does not tell what its notifications mean"),
        ('[notifications.laid]\nmeans = "lay"\n', "does not tell the edition and the players"),
        (
            '[header]\nedition = "tiki-2020"\nplayers = 2\n[notifications.other]\nmeans = "lay"\n',
            "no notification that the mapping knows",
        ),
    ],
)
def test_a_mapping_that_does_not_fit_an_archive_is_reported(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "mapping.toml"
    path.write_text(text, "utf-8")
    told = findings(EXAMPLES / "archive.json", read_mapping(str(path)), "board-game-arena")
    assert [finding.clause for finding in told][-1] == "LOG016"
    assert words in told[-1].fault.message


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (lambda logs: logs[0].update(data="x"), "LOG014", "a packet is no object with a list"),
        (lambda logs: logs.insert(0, 7), "LOG014", "a packet is no object with a list"),
        (lambda logs: logs[0]["data"][0]["args"].update(x="1.5"), "LOG014", "column must be a whole number, not '1.5'"),
        (lambda logs: logs[0]["data"][0]["args"].update(x=True), "LOG014", "column must be a whole number, not 'True'"),
        (lambda logs: logs[0]["data"][0].update(type=5), "LOG014", "Expected `str`"),
        (lambda logs: [sent["args"].pop("y", 0) for each in logs for sent in each["data"]], "LOG016", "cell stands at 'y'"),
    ],
)  # fmt: skip
def test_an_archive_that_is_not_as_the_mapping_says_is_refused_not_guessed(
    change: Any, code: str, words: str, tmp_path: Path
) -> None:
    record = json.loads((EXAMPLES / "archive.json").read_bytes())
    change(record["data"]["logs"])
    path = tmp_path / "archive.json"
    path.write_bytes(minified(record))
    told = [each for each in findings(path, read_mapping(str(EXAMPLES / "archive.toml"))) if each.kind == "unreadable"]
    assert [each.clause for each in told] == [code]
    assert words in told[0].fault.message


def test_the_two_columns_of_a_cell_hold_numbers_a_letter_or_the_middle(tmp_path: Path) -> None:
    mapping = Mapping(header={"edition": "tiki-2020", "players": 2}, columns={"cell": CellFrom(column="C", row="R")})
    rows = "player,from,clover,C,R\n1,,3,A,1\n1,,8,2.0,2\n2,pile,9,-,\n2,pile,9,?,2\n2,pile,9,x1,2\n"
    told = read("table", rows.rpartition("2,pile,9,x1")[0].encode(), mapping)
    assert [event.get("cell", "none") for event in told[1:]] == ["a1", "b2", "none", "none", None]
    assert told[4]["action"] == "discard"
    path = tmp_path / "t.csv"
    path.write_text("player,from,clover,C,R\n1,,3,x1,1\n")
    (finding,) = findings(path, mapping)
    assert (finding.clause, finding.line, finding_row(finding).column) == ("LOG017", 2, 6)


def test_a_column_that_the_table_does_not_have_is_reported(tmp_path: Path) -> None:
    mapping = Mapping(columns={"player": "Wer"})
    (finding,) = findings(EXAMPLES / "plays.csv", mapping)
    assert (finding.clause, finding.line) == ("LOG016", 1)
    assert "'Wer'" in finding.fault.message


def test_a_wrong_cell_of_a_table_is_reported_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    path.write_text(
        "event\tplayer\tedition\tplayers\tclover\tcell\ngame\t\ttiki-2020\t2\nsetup\tx\t\t\t5\ta1\n", "utf-8"
    )
    (finding,) = findings(path)
    assert (finding.clause, finding.line) == ("LOG017", 3)
    assert finding_row(finding).column == 7
    assert "player must be a whole number, not 'x'" in finding.fault.message


def test_the_cells_of_a_row_stand_where_their_places_say() -> None:
    for length in range(7):
        for signs in product('",a', repeat=length):
            line = "".join(signs)
            cells = cells_of(line, ",")
            if cells is None:
                continue
            shown = [line[start:end] for start, end in spans_of(line, ",")]
            plain_cells = [each[1:-1].replace('""', '"') if each.startswith('"') else each for each in shown]
            assert plain_cells == (cells or [""]), line


def test_a_breach_in_a_table_underlines_the_cell(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(
        "event,edition,players,player,clover,cell,names\n"
        'game,tiki-2020,2,,,,"[""A, ä"",""B""]"\n'
        "setup,,,1,5,a1,\nsetup,,,1,6,a2,\n",
        "utf-8",
    )
    found = findings(path)[0]
    assert found.clause == "LN103"
    assert "setup,,,1,6,a2,\n  |             ^^" in finding_text(found, uncolored).replace("4 | ", "", 1)


# Score sheets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("set 1: 5 a1", {"event": "setup", "player": 1, "clover": 5, "cell": "a1"}),
        ("set ?: ? ?", {"event": "setup", "player": None, "clover": None, "cell": None}),
        ("1: 13 d2", {"event": "turn", "player": 1, "from": "pile", "clover": 13, "action": "place", "cell": "d2"}),
        ("1:13x10 d2", {"event": "turn", "player": 1, "from": "pile", "clover": 13, "action": "exchange", "cell": "d2", "out": 10}),
        ("1: 13 x d2", {"event": "turn", "player": 1, "from": "pile", "clover": 13, "action": "exchange", "cell": "d2"}),
        ("2: m7x? ?", {"event": "turn", "player": 2, "from": "middle", "clover": 7, "action": "exchange", "cell": None, "out": None}),
        ("?: ~?~ ?", {"event": "turn", "player": None, "from": None, "clover": None, "action": None, "cell": None}),
        ("1: 13 - | pile 9, middle 13", {"event": "turn", "player": 1, "from": "pile", "clover": 13, "action": "discard", "pile": 9, "middle": [13]}),
        ("1: 13/18 a1/b2", {"event": "turn", "player": 1, "from": "pile", "clover": [13, 18], "action": "place", "cell": ["a1", "b2"]}),
        ("1: refused m4 b2", {"event": "refused", "player": 1, "from": "middle", "clover": 4, "action": "place", "cell": "b2"}),
        ("3: concedes", {"event": "concede", "player": 3}),
        ("start:", {"event": "start"}),
        ("start: first 2, pile ?, middle -", {"event": "start", "first": 2, "pile": None, "middle": []}),
        ("end: winners 1 2, empty 3 3", {"event": "end", "winners": [1, 2], "empty": [3, 3]}),
        ("stop: the battery", {"event": "stop", "reason": "the battery"}),
        ("result: points 3 -1, winners 1", {"event": "tournament", "points": [3, -1], "winners": [1]}),
        ("gap: turns ?", {"event": "gap", "turns": None}),
        ("shown: 1 ./. 4; ?; middle 3", {"event": "shown", "gardens": ["1 ./. 4", None], "middle": [3]}),
        ('{"event":"turn","strange":[1]}', {"event": "turn", "strange": [1]}),
    ],
)  # fmt: skip
def test_a_line_of_a_score_sheet_means(line: str, event: Event) -> None:
    assert event_of(line) == event


@pytest.mark.parametrize(
    "line",
    ["1: 13", "1 13 a1", "1: x13 a1", "1: 13x - ", "set 1: 5 -", "1: 13 a1 | pile", "1: 13 a1 | pile x", "end: winners x",
     "end: winners 1, winners 2", "start: now", "{}", "{", "[1]", "1: 13 a1 | cat 3", "hello", "1: -3 a1"],
)  # fmt: skip
def test_no_line_of_a_score_sheet(line: str) -> None:
    with pytest.raises(NoFact):
        event_of(line.strip())


def test_a_score_sheet_goes_on_with_the_next_game_after_a_line_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    head = "game: lucky-numbers\nedition: tiki-2020\nplayers: 2\n"
    path.write_text(f"{head}set 1: 5 a1\nwhat?\nset 1: 6 a1\n\n{head}set 2: 5 a1\n", "utf-8")
    results = judged(path)
    assert [(r.clause, r.line) for r in results if isinstance(r, Finding)] == [("LOG017", 5)]
    assert [r.outcome for r in results if isinstance(r, Verdict)] == ["unreadable", "conforms"]


def test_the_longest_valid_prefix_names_the_line_of_the_first_breach_not_of_a_note(tmp_path: Path) -> None:
    path = tmp_path / "small.txt"
    text = (EXAMPLES / "sheet.txt").read_text("utf-8").replace("1: 2 a2", "1: 1 a2")
    path.write_text(text, "utf-8")
    line = 1 + text.split("\n").index(next(line for line in text.split("\n") if line.startswith("1: 1 a2")))
    results = judged(path)
    assert [each.clause for each in results if isinstance(each, Finding)][:1] == ["LN104"]
    assert isinstance(results[-1], Verdict)
    drawn = verdict_text(results[-1], uncolored)
    assert "longest valid prefix: events 1 to 9\n" in drawn
    assert f"the table before event 10 (line {line}):" in drawn


# Two ways of saying one thing, and slips of those who type ---------------------------------------------------------------


def change(**parts: Any) -> Any:
    return lambda record: record.update(parts)


def in_state(which: str, path: Sequence[str | int], value: Any) -> Any:
    def put(record: Any) -> None:
        place = record[which]
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return put


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (change(options={"players": 3}), "LOG018", "the options say 3 of players, the initial state 2"),
        (change(options={"isBrunoVariant": True}), "LOG018", "of isBrunoVariant"),
        (in_state("initialState", ["players", 0, "clovers", 0], {"number": 5}), "LOG018", "player 1 lays a 18"),
        (in_state("finalState", ["players", 0, "garden", 0, 0], {"number": 2}), "LOG018", "shows a 2 on a1 in the garden of player 1, but the moves leave a 1"),
        (in_state("finalState", ["players", 1, "garden", 0, 0], None), "LOG018", "shows nothing on a1"),
        (in_state("initialState", ["players", 0, "garden", 0, 0], {"number": 2}), "LOG014", "begins in the middle of a game"),
        (lambda record: record["actions"][5].update(playerId=1), "LOG018", "the action is of player 1, but its move of player 2"),
        (at_action(8, clover=[{"number": 1}]), "LOG018", "a list of clovers"),
        (change(actions="none"), "LOG014", "Expected `array`"),
    ],
)  # fmt: skip
def test_a_record_that_says_one_thing_in_two_ways_never_conforms(
    change: Any, code: str, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "spoilt.json"
    path.write_bytes(spoilt(change))
    results = judged(path, dialect="game-park")
    told = [each for each in results if isinstance(each, Finding)]
    assert [each.clause for each in told if words in each.fault.message] == [code]
    assert [each.outcome for each in results if isinstance(each, Verdict)] == ["unreadable"]


def test_a_clover_revealed_for_everybody_is_laid_by_somebody(tmp_path: Path) -> None:
    game = play_game(random.Random(3), setup="michael")
    path = tmp_path / "michael.json"
    for server in (True, False):
        record = game_park(game, random.Random(1), server=server)
        path.write_bytes(minified(record))
        assert findings(path) == []
        laid = next(action["move"] for action in record["actions"] if action["move"]["type"] == 1)
        laid["clover"]["number"] = laid["clover"]["number"] % 20 + 1
        path.write_bytes(minified(record))
        assert [each.clause for each in findings(path)] == ["LOG018"]


@pytest.mark.parametrize("server", [True, False])
@pytest.mark.parametrize("players", [2, 3])
def test_a_clover_for_everybody_may_be_revealed_as_a_consequence_of_a_placement(
    server: bool, players: int, tmp_path: Path
) -> None:
    game = play_game(random.Random(3), setup="michael", players=players)
    shown = ("event", "player", "from", "clover", "action", "cell", "out")
    played = [
        {key: event[key] for key in shown if key in event} for event in game if event["event"] in ("setup", "turn")
    ]
    record = game_park(game, random.Random(1), server=server, follows=True)
    assert sum(len(action["consequences"]) for action in record["actions"]) == 3
    text = minified(record)
    told = [event for event in read("game-park", text) if event["event"] in ("setup", "turn")]
    assert [{key: event[key] for key in shown if key in event} for event in told] == played
    path = tmp_path / "michael.json"
    path.write_bytes(text)
    assert findings(path) == []
    break_off = next(number for number, event in enumerate(game) if event["event"] == "turn")
    record["actions"] = record["actions"][: break_off - 3]
    record.pop("finalState", None)
    path.write_bytes(minified(record))
    (verdict,) = judged(path)
    assert isinstance(verdict, Verdict)
    assert (verdict.outcome, verdict.finished, verdict.turns) == ("conforms", False, 0)
    next(action["consequences"][0] for action in record["actions"] if action["consequences"])["clover"] = "x"
    path.write_bytes(minified(record))
    assert [each.clause for each in findings(path)] == ["LOG014"]


@pytest.mark.parametrize("seed", [2, 6, 9])
def test_the_variant_under_which_a_spectators_record_is_sound_is_named(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "bruno.json"
    games = (play_game(random.Random(f"{seed} {n}"), variants=["bruno"], style="greedy") for n in range(40))
    for game in games:
        path.write_bytes(minified(game_park(game, random.Random(1), server=False)))
        *told, verdict = judged(path)
        if told:
            break
    assert isinstance(verdict, Verdict)
    assert verdict.outcome == "breaks"
    notes = [note for note in verdict.notes if note.code == "LOG104"]
    assert [note.message for note in notes] == [
        'played with variants = ["bruno"], nothing in this record is broken; the record does not tell'
    ]
    assert 'variants = ["bruno"]' in notes[0].help
    sound = Mapping(header={"variants": ["bruno"]})
    *_, verdict = judged(path, sound)
    assert isinstance(verdict, Verdict)
    assert verdict.outcome == "conforms"
    assert not [note for note in verdict.notes if note.code == "LOG104"]


def test_no_variant_is_named_where_none_explains_a_record_or_none_is_needed() -> None:
    for name in GAMES_OF_NATIVE:
        for form in ("server", "spectator"):
            *_, verdict = judged(NATIVE / f"{name}.{form}.json")
            assert isinstance(verdict, Verdict)
            assert not [note for note in verdict.notes if note.code == "LOG104"]


def test_what_is_only_taken_for_granted_is_named_in_the_header() -> None:
    def header(form: str, mapping: Mapping = NO_MAPPING) -> Event:
        text = (NATIVE / f"native_2p_standard.{form}.json").read_bytes()
        event, _ = next(iter(dialect_named("game-park").read(Source([text], SourceLimits(), mapping))))
        assert isinstance(event, dict)
        return event

    assert header("server")["derived"] == ["edition"]
    assert header("spectator")["derived"] == ["edition", "players"]
    assert header("spectator", Mapping(header={"edition": "tiki-2020", "players": 2}))["derived"] == []


def test_a_byte_order_mark_before_a_record_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "marked.json"
    path.write_bytes(b"\xef\xbb\xbf" + (NATIVE / "native_2p_standard.spectator.json").read_bytes())
    assert findings(path) == []


@pytest.mark.parametrize(("form", "lacking"), [("table", "edition and the players"), ("score-sheet", "players")])
def test_a_header_that_lacks_what_every_log_has_is_told_so(form: str, lacking: str, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text(
        {"table": "player,clover,cell\n1,5,a1\n", "score-sheet": "game: lucky-numbers\nedition: tiki-2020\n"}[form]
    )
    (finding,) = findings(path)
    assert finding.clause == "LOG016"
    assert f"does not tell the {lacking} of the game" in finding.fault.message


SPREADSHEET = (
    '\ufeffZug;Spieler;Quelle;Zahl;Feld;"Bemerkung"\r\n\r\n1;Anna;;"3";A1;"erste; Karte"\r\n;;;;;nur ein Wort\r\n'
    ';;;;;\r\n2;"Anna";;8,0;B2;\r\n;Ben;Stapel;12.0;b1;"Er sagt ""hm"""\r\n;Ben;;4;a1;\r\n'
)
GERMAN = Mapping(
    header={"edition": "tiki-2020", "players": 2},
    columns={"player": "Spieler", "from": "Quelle", "clover": "Zahl", "cell": "Feld"},
    values={"player": {"Anna": 1, "Ben": 2}, "from": {"Stapel": "pile"}},
)


def test_a_table_as_spreadsheets_export_it() -> None:
    header, *told = read("table", SPREADSHEET.encode(), GERMAN)
    assert header["players"] == 2
    assert told[:2] == [
        {"event": "setup", "player": 1, "clover": 3, "cell": "a1"},
        {"event": "setup", "player": 1, "clover": 8, "cell": "b2"},
    ]
    assert told[2] == {"event": "start"}
    assert [(event["from"], event["clover"], event["cell"]) for event in told[3:]] == [
        ("pile", 12, "b1"),
        (None, 4, "a1"),
    ]
    named = "sep=;\r\n" + SPREADSHEET.removeprefix("\ufeff")
    assert read("table", named.encode(), GERMAN) == [header, *told]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("event,edition,players,player,clover,Clover\n", 1, "two columns are named 'clover'"),
        ("event,edition,players,player,clover\ngame,tiki-2020,2\n,,,1,5\n", 3, "the row does not name its event"),
        ("event,edition,players,player,clover\ngame,tiki-2020,2\nsetup,,,1.5,5\n", 3, "a whole number, not '1.5'"),
    ],
)
def test_a_table_that_is_ambiguous_is_refused(text: str, line: int, words: str, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(text)
    (finding,) = findings(path)
    assert (finding.clause, finding.line) == ("LOG017", line)
    assert words in finding.fault.message


def test_words_of_a_table_may_have_capital_letters_and_cells_that_have_come_back_as_they_were() -> None:
    text = b"Event,Edition,Players,Player,Clover,Cell\nGame,tiki-2020,2\nSetup,,,1,5,A1\n"
    assert read("table", text)[1:] == [{"event": "setup", "player": 1, "clover": 5, "cell": "a1"}]
    odd: list[dict[str, Any]] = [
        {"event": "game", "format": "cloverproof/1"},
        {"event": "setup", "player": 1, "clover": 5, "cell": "A1"},
    ]
    for name in ("table", "score-sheet"):
        written = b"".join(dialect_named(name).write(odd))
        assert b"A1" in written
        assert event_in(written, name) == "A1"


def event_in(written: bytes, name: str) -> Any:
    mapping = Mapping(header={"edition": "tiki-2020", "players": 2})
    return read(name, written, mapping)[-1]["cell"]


def test_no_cell_of_a_written_table_is_a_formula() -> None:
    signs = ("=1+1", "+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1")
    game = {"event": "game", "format": "cloverproof/1", "game": "lucky-numbers", "names": list(signs)}
    stops = [{"event": "stop", "reason": sign} for sign in signs]
    kept = {"event": "setup", "player": -1, "clover": 5, "cell": "=A1"}
    written = b"".join(dialect_named("table").write([game, kept, *stops])).decode()
    for row in csv.reader(io.StringIO(written, newline="")):
        for cell in row:
            assert cell in ("-1", "-") or not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


@pytest.mark.parametrize(
    ("line", "at", "words"),
    [
        ("1: 1O c1", 3, "'1O' is no clover: a number such as 13, or ? (10?)"),
        ("1: 13xIO c3", 6, "(10?)"),
        ("2: 13", 5, "the cell is missing"),
        ("set 1: 5", 8, "the cell is missing"),
        ("1:", 2, "the clover is missing"),
        ("Anna: 13 c1", 0, "'Anna' is neither a player"),
        ("1: 13 c1 d1", 9, "'d1' is too much"),
        ("1: 13 cc", 6, "'cc' is no cell"),
    ],
)
def test_a_slip_in_a_score_sheet_is_named_where_it_is(line: str, at: int, words: str, tmp_path: Path) -> None:
    path = tmp_path / "sheet.txt"
    path.write_text(f"game: lucky-numbers\nedition: tiki-2020\nplayers: 2\n  {line}\n", "utf-8")
    (finding,) = findings(path)
    assert (finding.clause, finding.line, finding_row(finding).column) == ("LOG017", 4, at + 3)
    assert words in finding.fault.message


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1: M10 C1", "1: m10 c1"),
        ("1: 13\u00d710 D2", "1: 13x10 d2"),
        ("1: 13 X10 d2", "1: 13x10 d2"),
        ("1: 13 \u2013", "1: 13 -"),
        ("Set 1: 5 A1", "set 1: 5 a1"),
        ("Start: First 1, Pile 32", "start: first 1, pile 32"),
        ("2: Refused m4 B2", "2: refused m4 b2"),
        ("2: Concedes", "2: concedes"),
    ],
)
def test_what_phones_and_editors_make_of_a_line_means_the_same(typed: str, meant: str) -> None:
    assert event_of(typed) == event_of(meant)


def test_a_wrong_line_of_a_header_is_the_only_thing_reported_of_it(tmp_path: Path) -> None:
    path = tmp_path / "sheet.txt"
    path.write_text("Game: lucky-numbers\nplayers: two\nedition: tiki-2020\nset 1: 5 a1\n", "utf-8")
    assert [(each.clause, each.line) for each in findings(path)] == [("LOG017", 2)]


# What lies where -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FAULTS)
def test_what_was_laid_last_on_a_cell_lies_there_for_the_judge_too(name: str) -> None:
    """Compare the notes of the scribe with the gardens of the engine, for games that break each clause."""
    fault = FAULTS[name]
    log = next(filter(None, (fault.log(random.Random(f"{name} {seed}")) for seed in range(20))), None)
    header, *events = log or [{}]
    told = [event for event in events if event["event"] in ("setup", "start", "turn")]
    if header.get("event") != "game" or sum(event["event"] == "game" for event in events):
        return
    log_writer = TableLogWriter(header)
    for event in told:
        log_writer.write(dict(event))
    engine = log_writer._told()
    assert engine is not None
    board = engine.rules.board
    for player in range(1, engine.rules.players + 1):
        for cell, number in board.cells.items():
            assert log_writer.lies(player, cell) == engine.layout.number_on(engine.gardens[player], number)


def test_what_lies_on_a_cell_is_known_though_the_source_of_a_clover_is_not() -> None:
    header = {"event": "game", "format": "cloverproof/1", "game": "lucky-numbers", "edition": "tiki-2020", "players": 2}
    log_writer = TableLogWriter(header)
    log_writer.write({"event": "start"})
    told = [
        log_writer.write({"event": "lay", "player": 1, "from": source, "clover": clover, "cell": cell})[0]
        for source, clover, cell in (
            (None, 5, "a1"),
            (None, None, "a1"),
            (None, 7, "a1"),
            ("pile", 8, None),
            ("pile", 9, "a1"),
        )
    ]
    assert [(event["action"], event.get("out"), event.get("derived")) for event in told] == [
        ("place", None, ["action"]),
        ("exchange", 5, ["action", "out"]),
        ("exchange", None, ["action"]),
        (None, None, None),
        (None, None, None),
    ]
    assert log_writer.result() is None


# Facts that are missing --------------------------------------------------------------------------------------------------


def test_a_contradiction_in_a_score_sheet_names_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "sheet.txt"
    path.write_text(
        "# typed\n\ngame: lucky-numbers\nedition: tiki-2020\nplayers: 2\nside: 2\ntop: 5\n\nset 1: ? a1\nset 1: 4 b2\n"
        "set 2: 1 a1\nset 2: 5 b2\n\nstart: first 1\n1: 3 b1\n# again\n1: 2 a2\n",
        "utf-8",
    )
    told = list(judge_log(str(path), SourceLimits(), Reading(), by=partial(judge_inferring, how=How())))
    (finding,) = (each for each in told if isinstance(each, Finding) and each.kind == "breach")
    assert finding.conflict is not None
    lines = {line.line for line in finding.conflict.lines}
    assert lines == {15, 17}
    assert finding.line == 17
    assert "line 15 (a turn)" in finding.fault.message


def test_a_fact_that_is_found_names_its_line_in_the_source(tmp_path: Path) -> None:
    path = tmp_path / "sheet.txt"
    text = (EXAMPLES / "sheet.txt").read_text("utf-8")
    path.write_text(text.replace("set 1: 4 b2", "set 1: ? b2"), "utf-8")
    line = 1 + text.split("\n").index(next(line for line in text.split("\n") if line.startswith("set 1: 4 b2")))
    *_, verdict = judge_log(str(path), SourceLimits(), Reading(), by=partial(judge_inferring, how=How()))
    assert isinstance(verdict, Verdict)
    assert verdict.inferred is not None
    assert [(known.line, known.key, known.values) for known in verdict.inferred.found] == [(line, "clover", (4,))]


# Damaged sources ------------------------------------------------------------------------------------------------------


def sources() -> Iterator[tuple[str, bytes, Mapping | None]]:
    for form in ("server", "spectator"):
        record = json.loads((NATIVE / f"native_2p_standard.{form}.json").read_bytes())
        record["actions"] = record["actions"][:26]
        record.pop("finalState", None)
        yield "game-park", json.dumps(record).replace('{"playerId"', '\n{"playerId"').encode(), None
    for name, form in (("sheet.txt", "score-sheet"), ("plays.csv", "table"), ("archive.json", "board-game-arena")):
        mapping = EXAMPLES / f"{Path(name).stem}.toml"
        yield form, (EXAMPLES / name).read_bytes(), read_mapping(str(mapping)) if mapping.exists() else None
    own = dump(play_game(random.Random(3), side=2, top=6, style="greedy")).encode()
    yield "cloverproof", own, Mapping()
    for name in ("own-list.json", "own-kinds.jsonl", "own-texts.json", "own-boards.json"):
        yield "json", (EXAMPLES / name).read_bytes(), read_mapping(str((EXAMPLES / name).with_suffix(".toml")))


SOURCES = list(sources())
ROUGH = st.sampled_from(
    [b'"', b"{", b"}", b",", b":", b";", b"\\", b"0", b"-", b"1e99", b"9" * 25, b"9" * 5000, b"null", b"?", b"/", b"|",
     b"\xff", b"\xef\xbb\xbf", b"\0", b"[", b"]", b"\n", b"\r", b"#", b"\t", b"[" * 2000, b'{"a":' * 2000]
)  # fmt: skip


@st.composite
def mutilated(draw: st.DrawFn) -> tuple[str, bytes, Mapping | None]:
    form, whole, mapping = draw(st.sampled_from(SOURCES))
    text = bytearray(whole)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        what = draw(st.integers(0, 3))
        if what == 0:
            del text[at : at + draw(st.integers(1, 40))]
        elif what == 1:
            text[at:at] = draw(ROUGH)
        elif what == 2:
            text[at : at + 1] = draw(st.binary(min_size=1, max_size=1))
        else:
            text[at:at] = text[max(0, at - 60) : at]
    return form, bytes(text), mapping


def test_the_sources_that_are_mutilated_are_sound(tmp_path: Path) -> None:
    for number, (form, text, mapping) in enumerate(SOURCES):
        path = tmp_path / str(number)
        path.write_bytes(text)
        assert {finding.clause for finding in findings(path, mapping, form)} <= {"LN104"}


@given(mutilated(), st.booleans())
@example(("game-park", b"[" * 100_000, None), True)
@example(("board-game-arena", b'{"data":' * 100_000, Mapping(notifications=SOURCES[4][2].notifications)), True)  # type: ignore[union-attr]
@example(("score-sheet", b"game: lucky-numbers\n" + b'{"event":' * 100_000, None), True)
@example(("table", b'"' * 100_000, None), True)
@settings(max_examples=500)
def test_a_mutilated_source_is_judged_or_reported_but_never_crashes(
    tmp_path_factory: pytest.TempPathFactory, source: tuple[str, bytes, Mapping | None], named: bool
) -> None:
    form, text, mapping = source
    path = tmp_path_factory.getbasetemp() / "mutilated"
    path.write_bytes(text)
    results = judged(path, mapping, form if named else None)
    assert [each for each in results if isinstance(each, Verdict)]
    for result in results:
        if isinstance(result, Finding):
            finding_text(result, coloured)
            msgspec.json.encode(finding_row(result))
        else:
            verdict_text(result, coloured)
            msgspec.json.encode(log_row(result))


@given(
    st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.sampled_from(DIALECTS),
)
@settings(max_examples=300)
def test_what_is_in_no_form_never_conforms(tmp_path_factory: pytest.TempPathFactory, text: bytes, dialect: Any) -> None:
    path = tmp_path_factory.getbasetemp() / "none"
    path.write_bytes(text)
    for name in (dialect.name, None):
        assert [r.outcome for r in judged(path, None, name) if isinstance(r, Verdict)] == ["unreadable"]


@pytest.mark.parametrize(
    "dialect", [dialect for dialect in DIALECTS if dialect.name in ("game-park", "board-game-arena")]
)
def test_a_document_longer_than_the_limit_is_refused(dialect: Any, tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    path.write_bytes(b'{"actions":[' + b" " * 200_000 + b"]}")
    mapping = Mapping(notifications=read_mapping(str(EXAMPLES / "archive.toml")).notifications)
    results = list(
        judge_log(str(path), SourceLimits(document=100_000), Reading(), dialect=dialect.name, mapping=mapping)
    )
    assert "LOG015" in {each.clause for each in results if isinstance(each, Finding)}


def test_a_line_longer_than_the_limit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_bytes(b"game: lucky-numbers\n" + b"#" * 5000)
    results = list(judge_log(str(path), SourceLimits(line=1000), Reading()))
    assert "LOG005" in {each.clause for each in results if isinstance(each, Finding)}


def test_each_new_code_is_explained() -> None:
    from verifier.codes import CODES

    assert {f"LOG0{number}" for number in range(13, 20)} <= {code.id for code in CODES}


def test_every_reader_tells_of_what_it_cannot_read_by_an_unreadable_and_nothing_else() -> None:
    for form, text, mapping in SOURCES:
        for cut in range(0, len(text), max(1, len(text) // 40)):
            try:
                for event, spot in dialect_named(form).read(
                    Source([text[:cut]], SourceLimits(), mapping or NO_MAPPING)
                ):
                    assert isinstance(event, (dict, Unreadable))
                    assert spot.place().line >= 1
            except Unreadable:
                pass


def test_events_of_native_games_are_events_of_the_format() -> None:
    for path in NATIVE.glob("*.json"):
        for event in read("game-park", path.read_bytes()):
            DECODE(msgspec.json.encode(event))
