"""What was never said is said, slips are read or answered by what mends them, and neither changes a sound log."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

import models.good_fortune.effect as of_tiles
import models.lucky_numbers.effect as of_clovers
from cli import app
from models.clause import Clause
from models.games import GAMES
from models.reading import Reading
from reports.schemas import schema
from verifier.event_decoder import is_event
from verifier.finding import Verdict
from verifier.judge import judge
from verifier.mending import mended_line
from verifier.puzzle_text import PuzzleFault
from verifier.puzzles import parse_puzzle
from verifier.recover import records
from verifier.whole_numbers import whole_numbers, whole_numbers_in_place

Event = dict[str, Any]
ROOT = Path(__file__).parent.parent
CLOVERS = ROOT / "records" / "school-clean" / "g001_2p_random.jsonl"
TILES = ROOT / "docs" / "examples" / "good-fortune-sound.jsonl"


def run(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(app.program(app.COMMANDS), arguments, input=stdin)


def events(path: Path) -> list[Event]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def lines(of: list[Event]) -> bytes:
    return b"".join(msgspec.json.encode(event) + b"\n" for event in of)


def judged(log: bytes, *more: str) -> tuple[Result, list[Event]]:
    result = run("validate", "-", "--format", "json", *more, stdin=log)
    return result, [json.loads(line) for line in result.stdout.splitlines()]


def notes(log: bytes, *more: str) -> list[str]:
    return [f"{row['code']} {row['message']}; {row['help']}" for row in judged(log, *more)[1] if row["type"] == "note"]


def changed(path: Path, change: Callable[[Event], object], only: str = "") -> bytes:
    found = events(path)
    for event in found:
        if not only or event["event"] == only:
            change(event)
    return lines(found)


def renamed(old: str, new: str) -> Callable[[Event], object]:
    return lambda event: event.update({new: event.pop(old)}) if old in event else None


def each_laying(change: Callable[[Event], object]) -> Callable[[Event], object]:
    return lambda event: [change(each) for each in event["laid"]]


# --- what was never said


def without(step: Any, key: str) -> Any:
    """Give a step that shows nothing of a fact."""
    move = step.move
    if key in ("won", "discarded"):
        shown = replace(move, laid=tuple(replace(each, fate=None, taken=None) for each in move.laid))
        return of_tiles.step_of(step.before, shown)
    module = of_clovers if step.__class__.__module__.startswith("models.lucky_numbers") else of_tiles
    return module.step_of(step.before, replace(move, **{key: None}))


@pytest.mark.parametrize(
    ("clause", "key"),
    [
        pytest.param(clause, key, id=f"{clause.id} {key}")
        for game in GAMES
        for key, ids in game.shown_by().items()
        for clause in game.clauses()
        if clause.id in ids
    ],
)
def test_a_breach_that_hangs_on_a_fact_is_none_without_it(clause: Clause[Any], key: str) -> None:
    game = next(game for game in GAMES if clause in game.clauses())
    seen = 0
    for case in clause.broken:
        step = game.case(case)
        if hasattr(step.move, key) or (key in ("won", "discarded") and hasattr(step.move, "laid")):
            seen += clause.holds(without(step, key))
    assert seen


def test_the_facts_that_clauses_hang_on_are_those_that_engines_look_for() -> None:
    for game in GAMES:
        play = game.engine(
            msgspec.json.decode(lines(events(CLOVERS if game is GAMES[0] else TILES)[:1]), type=game.events),
            Reading(),
            game.series(),
        )
        looked_for = {key for facts in play.facts_told.asked.values() for fact in facts for key in fact.keys}
        assert looked_for | {"points"} == {*game.shown_by(), "points"}


def test_a_middle_under_another_name_is_told_and_can_be_required() -> None:
    log = changed(CLOVERS, renamed("middle", "table"))
    assert notes(log) == [
        "LOG101 the key `table` is not known (in start, turn): it was not read; did you mean `middle`?",
        "LOG102 `middle` was never recorded: what only it shows of LN204, LN206 and LN303 was not judged; record "
        "`middle`, or nothing can tell; --require makes this an error",
    ]
    assert judged(log)[0].exit_code == 0
    result, rows = judged(log, "--require", "middle, pile")
    assert result.exit_code == 2
    (found,) = [row for row in rows if row["type"] == "finding"]
    assert (found["clause"], found["line"], found["message"]) == ("LOG102", 1, "`middle` was never recorded")
    assert judged(CLOVERS.read_bytes(), "--require", "middle,pile,winners")[0].exit_code == 0
    assert "known: pile, middle, winners" in run("validate", str(CLOVERS), "--require", "table").stderr


def test_notes_follow_their_schema_and_no_note_is_told_of_sound_logs() -> None:
    validator = jsonschema.Draft202012Validator(schema("findings"))
    for row in judged(changed(TILES, renamed("line", "row"), "turn"))[1]:
        validator.validate(row)
    assert notes(changed(TILES, renamed("line", "row"), "turn"))[0].endswith("did you mean `line`?")
    assert notes(TILES.read_bytes()) == notes(CLOVERS.read_bytes()) == []


def test_notes_on_many_files_are_summed_up(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.jsonl").write_bytes(changed(CLOVERS, renamed("pile", "left")))
    for jobs in ("1", "2"):
        result = run("validate", str(tmp_path), "--jobs", jobs)
        assert result.stderr.count("the key `left` is not known (in start, turn): it was not read (in 3 files)") == 1
        assert f"--> {tmp_path}/0.jsonl:10\n" in result.stderr
        assert "LOG1" not in result.stdout
    assert run("validate", str(tmp_path), "--quiet").stderr == ""


@pytest.mark.parametrize(
    ("shown", "lacking"),
    [
        (lambda event, turn: turn == 9 or event.update(pile=None, middle=None), []),
        (lambda event, turn: event.update(pile=None, middle=None), ["pile", "middle"]),
        (lambda event, turn: event.pop("middle"), ["middle"]),
        (lambda event, turn: [event.pop("middle"), event.pop("pile")], ["pile", "middle"]),
        (lambda event, turn: turn == 9 or [event.pop("middle"), event.pop("pile")], []),
        (lambda event, turn: turn == 9 or event.pop("middle"), []),
        (lambda event, turn: event.update(pile=event.pop("pile")), []),
    ],
)
@pytest.mark.parametrize("spaced", [False, True])
def test_a_fact_that_one_turn_tells_was_recorded(
    shown: Callable[[Event, int], object], lacking: list[str], spaced: bool
) -> None:
    found = events(CLOVERS)
    for turn, event in enumerate(each for each in found if each["event"] == "turn"):
        shown(event, turn)
    log = [json.dumps(each, separators=None if spaced else (",", ":")).encode() for each in found]
    for thorough in (False, True):
        (told,) = [each for each in judge("log", [log], Reading(), thorough=thorough) if isinstance(each, Verdict)]
        assert [note.message.split("`")[1] for note in told.notes] == lacking
        assert told.outcome == "conforms"


@pytest.mark.parametrize("event", ["game", "setup", "start", "turn", "end"])
def test_a_key_that_nobody_knows_is_seen_in_every_event(event: str) -> None:
    (told,) = notes(changed(CLOVERS, lambda each: each.update(q=1), event))
    assert told.startswith(f"LOG101 the key `q` is not known (in {event})")


def test_keys_in_parts_of_events_and_keys_that_end_in_a_number_are_seen() -> None:
    assert notes(changed(TILES, each_laying(lambda each: each.update(why="so")), "turn"))[0].startswith(
        "LOG101 the key `why` is not known (in turn laid)"
    )
    log = CLOVERS.read_bytes() + changed(CLOVERS, lambda event: event.update(pile2=3), "end")
    assert notes(log) == ["LOG101 the key `pile2` is not known (in end): it was not read; did you mean `empty`?"] or (
        "`pile2`" in notes(log)[0]
    )
    assert notes(changed(CLOVERS, lambda event: event.update({f"k{number}": 1 for number in range(99)})))[40:] == []


# --- slips


def variants() -> Iterator[tuple[str, bytes, str]]:
    """Give slips by name: the log, and what the help says."""
    yield "card", changed(CLOVERS, renamed("clover", "card"), "turn"), "did you mean `clover`?"
    yield "deck", changed(CLOVERS, lambda e: e.update({"from": "deck"}), "turn"), "from is pile or middle"
    yield "lay", changed(CLOVERS, lambda e: e.update(action="lay"), "turn"), "action is place, exchange or discard"
    yield "pair", changed(CLOVERS, lambda e: e.update(cell=[0, 0]), "setup"), 'write "a1"'
    yield "row, column", changed(CLOVERS, lambda e: e.update(row=e.pop("cell") and 1, col=2), "setup"), '"c2" (column'
    yield "a0", changed(CLOVERS, lambda e: e.update(cell="a0"), "setup"), "rows count from 1, and a0 would be a1"
    yield "1a", changed(CLOVERS, lambda e: e.update(cell="1a"), "setup"), "did you mean a1?"
    yield "0,1", changed(CLOVERS, lambda e: e.update(cell="0,1"), "setup"), "would be a2 (column, row) or b1"
    yield "text", changed(CLOVERS, lambda e: e.update(clover=str(e["clover"])), "setup"), "without quotation marks"
    yield "tile", changed(CLOVERS, renamed("clover", "tile"), "setup"), "`tile` is not known: did you mean `clover`?"
    yield "player 0", changed(CLOVERS, lambda e: e.update(player=e["player"] - 1), "setup"), "the first one is 1, not 0"
    yield "edition", changed(CLOVERS, lambda e: e.pop("edition"), "game"), '"edition":"tiki-2020" or'
    yield "format", changed(CLOVERS, lambda e: e.pop("format"), "game"), 'add "format":"cloverproof/1"'
    yield "no header", lines(events(CLOVERS)[1:]), '"game":"lucky-numbers","edition":"tiki-2020","players":2}'
    yield "no deal header", lines(events(TILES)[1:]), '"game":"good-fortune","edition":"daimon-2025"}'
    yield "trun", changed(CLOVERS, lambda e: e.update(event="trun"), "turn"), "did you mean turn?"
    yield "type", changed(CLOVERS, renamed("event", "type")), "`type` is not known: did you mean `event`?"
    yield "names", changed(CLOVERS, lambda e: e.update(players=["A", "B"]), "game"), "write how many: 2"
    yield "13.5", changed(CLOVERS, lambda e: e.update(clover=13.5), "setup"), "13.5 is no whole number"
    yield "repr", b"".join(repr(e).encode() + b"\n" for e in events(CLOVERS)), "JSON has double quotation marks"
    yield "commas", CLOVERS.read_bytes().replace(b"}\n", b"},\n"), "leave out what follows the last brace"
    yield "one line", CLOVERS.read_bytes().replace(b"\n", b""), "write one event a line"
    yield "huge", CLOVERS.read_bytes().replace(b'"pile":31', b'"pile":1e999999999'), "numbers are whole and small"
    yield "undo", lines([*events(CLOVERS)[:14], {"event": "undo"}]), "leave out that turn and this"
    yield "chat", lines([*events(CLOVERS)[:14], {"event": "chat"}]), "talk is no event of a game"
    yield "layed", changed(TILES, renamed("laid", "layed"), "turn"), "did you mean `laid`?"
    yield "no list", changed(TILES, lambda e: e.update(laid=e["laid"][0]), "turn"), "in square brackets"
    yield "flat", changed(TILES, lambda e: e.update(e.pop("laid")[0]), "turn"), '"laid":[{"player":...'
    yield "tile text", changed(TILES, each_laying(lambda e: e.update(tile="4")), "turn"), "write 4 without quotation"
    yield "R", changed(TILES, each_laying(lambda e: e.update(end="R")), "turn"), "did you mean right?"
    yield "hands", changed(TILES, lambda e: e.update(hands={"1": [], "2": []}), "deal"), "the first player first"
    yield "setup", changed(TILES, lambda e: e.update(event="setup"), "deal"), "is an event of lucky-numbers"


@pytest.mark.parametrize(("log", "help"), [pytest.param(log, help, id=name) for name, log, help in variants()])
def test_a_slip_is_answered_by_what_mends_it(log: bytes, help: str) -> None:
    result, rows = judged(log)
    found = [row for row in rows if row["type"] == "finding"]
    assert result.exit_code == 2
    assert help in found[0]["help"]
    assert found[0]["line"] is not None


TILE_FLOATS = b"""\
{"event":"game","format":"cloverproof/1","game":"good-fortune","edition":"daimon-2025","hand":1,"tiles":[\
[1.0,"clover","ganesh",2e0],[2,"clover","scarab",1],[3,null,"scarab",1],[4,null,null,6],[5,"clover","scarab",null]]}
{"event":"deal","hands":[[1],[5]],"line":[2,3,4]}
{"event":"stop"}
"""


def read_anyway() -> Iterator[tuple[str, bytes, str]]:
    """Give slips that can mean one thing only: the log, and the note."""
    yield "cell", changed(CLOVERS, lambda e: e.update(cell=e["cell"].upper()), "setup"), "cell: 'A1' was read as a1"
    yield "event", changed(CLOVERS, lambda e: e.update(event=e["event"].upper())), "event: 'GAME' was read as game"
    yield "from", changed(CLOVERS, lambda e: e.update({"from": f" {e['from']} "}), "turn"), "' pile ' was read as pile"
    yield "edition", changed(CLOVERS, lambda e: e.update(edition="Tiki-2020"), "game"), "'Tiki-2020' was read as"
    yield "keys", changed(CLOVERS, renamed("middle", "Middle")), "the key 'Middle' was read as middle"
    floats = json.dumps(json.loads(json.dumps(events(CLOVERS)), parse_int=float))
    yield "floats", lines(json.loads(floats)), "players: 2.0 was read as 2"
    yield "2e0", CLOVERS.read_bytes().replace(b'"player":2', b'"player":2e0'), "player: 2.0 was read as 2"
    yield "array", json.dumps(events(CLOVERS), indent=1).encode(), "the events stand in one JSON array"
    yield "wrapper", json.dumps({"v": 1, "log": events(CLOVERS)}).encode(), "the events stand in one JSON array"
    yield "ends", changed(TILES, each_laying(lambda e: e.update(end=e["end"].title())), "turn"), "laid end: 'Right' was"
    yield "first mark", b"\xef\xbb\xbf" + CLOVERS.read_bytes(), "a byte order mark stands at the start of the log"
    yield "tiles", TILE_FLOATS, "tiles: 1.0 was read as 1"
    yield "mark", CLOVERS.read_bytes() + b"\xef\xbb\xbf" + CLOVERS.read_bytes(), "a byte order mark stands before"


@pytest.mark.parametrize(("log", "note"), [pytest.param(log, note, id=name) for name, log, note in read_anyway()])
def test_a_slip_that_means_one_thing_only_is_read_with_one_note(log: bytes, note: str) -> None:
    result, rows = judged(log)
    assert result.exit_code == 0
    (told,) = [row for row in rows if row["type"] == "note"]
    assert told["code"] == "LOG103"
    assert note in told["message"]
    assert {row["turns"] for row in rows if row["type"] == "log"} == {rows[-1]["turns"] // rows[-1]["logs"]}


def test_a_breach_behind_a_slip_is_found_where_it_stands() -> None:
    log = changed(CLOVERS, lambda event: event.update(clover=float(event["clover"]), out=None), "turn")
    broken = log.replace(b'"pile":30', b'"pile":29.0', 1)
    (found,) = [row for row in judged(broken)[1] if row["type"] == "finding"][:1]
    assert (found["clause"], found["line"]) == ("LN207", 1 + broken[: broken.index(b"29.0")].count(b"\n"))


def test_what_is_read_anyway_is_read_so_by_inferring_and_reports_too(tmp_path: Path) -> None:
    gaps = (ROOT / "docs" / "examples" / "gaps.jsonl").read_bytes()
    capitals = gaps.replace(b'"cell":"a', b'"cell":"A').replace(b'"player":1', b'"player":1.0')
    assert capitals != gaps
    verdicts = [judged(log)[1][-2] for log in (gaps, capitals)]
    assert verdicts[0]["inferred"]["explained"] == verdicts[1]["inferred"]["explained"] == "consistent"
    log = tmp_path / "log.jsonl"
    log.write_bytes(changed(CLOVERS, lambda event: event.update(cell=str(event["cell"]).upper()), "setup"))
    assert run("report", str(log), "-o", str(tmp_path / "out"), "--md", "--json", "-j", "1").exit_code == 0
    told = [json.loads(line) for line in (tmp_path / "out" / "report.jsonl").read_text("utf-8").splitlines()]
    assert [row["code"] for row in told if row["type"] == "note"] == ["LOG103"]
    assert {row["exercised"] for row in told if row["type"] == "clause" and row["clause"] == "LN103"} == {8}
    assert "- LOG103: cell: 'A1' was read as a1; 1 log, first" in (tmp_path / "out" / "report.md").read_text("utf-8")


def test_whole_numbers_are_written_plainly_and_nothing_else_is_changed() -> None:
    text = rb'{"a":13.0,"b":[2e0,-1.0,2.5,1e999999999,0.0],"c":"13.0 \" 2e0","d":1E2,"e":9007199254740994.0,"f":7}'
    plain = rb'{"a":13,"b":[2,-1,2.5,1e999999999,0],"c":"13.0 \" 2e0","d":100,"e":9007199254740994.0,"f":7}'
    assert whole_numbers(text) == plain
    padded = whole_numbers_in_place(text)
    assert len(padded) == len(text)
    assert msgspec.json.decode(padded.replace(b"1e999999999", b"1")) == msgspec.json.decode(
        text.replace(b"1e999999999", b"1")
    )
    assert padded.startswith(b'{"a":13  ,"b":[2  ,-1  ,2.5,')


def test_whole_numbers_with_a_point_are_read_in_puzzles_and_archives(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "examples" / "endgame.json").read_bytes()
    floats = json.dumps(json.loads(text, parse_int=float)).encode()
    assert parse_puzzle(floats)[1] == parse_puzzle(text)[1]
    for wrong in (b"9.5", b"9e999999999"):
        with pytest.raises(PuzzleFault, match="top: expected"):
            parse_puzzle(floats.replace(b'"top": 9.0', b'"top": ' + wrong))
    record = next((ROOT / "records" / "native").glob("*.server.json")).read_text("utf-8")
    archive = tmp_path / "record.json"
    archive.write_text(json.dumps(json.loads(record, parse_int=float)))
    assert judged(archive.read_bytes())[1][-1] == judged(record.encode())[1][-1]
    archive.write_text(record.replace('"number":', '"number":0.5, "was":', 1))
    assert run("validate", str(archive)).exit_code == 2


# --- keys that stand twice


FIRST_VALUES = (b"null", b'"x"', b"7", b"[]", b'"turn"')  # what may be wrong in the place of the value that counts


def twice(line: bytes, key: str, value: bytes) -> bytes:
    """Say a key of a line with another value first."""
    return b"{" + json.dumps(key).encode() + b":" + value + b"," + line.removeprefix(b"{")


def twice_in_each(path: Path) -> Iterator[tuple[int, bytes]]:
    """Say each key of the first event of each kind twice: the place of the line, and the line."""
    found = path.read_bytes().splitlines()
    kinds = {event["event"]: place for place, event in reversed([*enumerate(events(path))])}
    for place in kinds.values():
        for key in json.loads(found[place]):
            for value in FIRST_VALUES:
                yield place, twice(found[place], key, value)


def verdicts(of: list[bytes], *, thorough: bool) -> list[tuple[str, int, Any]]:
    found = [each for each in judge("log", [of], Reading(), thorough=thorough) if isinstance(each, Verdict)]
    return [(each.outcome, each.turns, each.notes) for each in found]


@pytest.mark.parametrize("thorough", [False, True])
@pytest.mark.parametrize("path", [CLOVERS, TILES])
def test_the_last_value_of_a_key_counts_whatever_the_first_one_is(path: Path, thorough: bool) -> None:
    sound = path.read_bytes().splitlines()
    right = verdicts(list(sound), thorough=thorough)
    assert right[0][0] == "conforms"
    for place, line in twice_in_each(path):
        assert verdicts([*sound[:place], line, *sound[place + 1 :]], thorough=thorough) == right, line


@pytest.mark.parametrize("thorough", [False, True])
@pytest.mark.parametrize(("one", "other"), [(CLOVERS, TILES), (TILES, CLOVERS), (CLOVERS, CLOVERS)])
def test_a_header_with_a_key_twice_ends_the_game_before_it(one: Path, other: Path, thorough: bool) -> None:
    before, (header, *rest) = one.read_bytes().splitlines(), other.read_bytes().splitlines()
    right = verdicts([*before, header, *rest], thorough=thorough)
    assert [outcome for outcome, _, _ in right] == ["conforms"] * 2
    for key in json.loads(header):
        for value in FIRST_VALUES:
            assert verdicts([*before, twice(header, key, value), *rest], thorough=thorough) == right, (key, value)


def test_of_a_key_inside_a_laying_the_last_value_counts_too() -> None:
    log = TILES.read_bytes()
    assert judged(log.replace(b'"laid":[{', b'"laid":[{"tile":null,'))[1] == judged(log)[1]


@pytest.mark.parametrize("first", [b"null", b"2"])
def test_a_last_value_that_is_wrong_is_the_one_that_is_told(first: bytes) -> None:
    log = CLOVERS.read_bytes().replace(b'"players":2', b'"players":' + first + b',"players":"x"')
    (found,) = [row for row in judged(log)[1] if row["type"] == "finding"]
    assert (found["line"], found["clause"], found["message"]) == (1, "LOG007", "players: Expected int, got str")


def test_a_slip_in_a_line_with_a_key_twice_is_noted() -> None:
    log = CLOVERS.read_bytes().replace(b'{"event":"setup",', b'{"clover":null,"Event":"setup",')
    assert notes(log) == ["LOG103 the key 'Event' was read as event; write event"]
    assert judged(log)[1][-1]["conform"] == 1


def test_a_line_that_can_be_read_is_left_as_it_is() -> None:
    for path, game in ((CLOVERS, GAMES[0]), (TILES, GAMES[1])):
        for line in path.read_bytes().splitlines():
            for each in (line, b'{"x":1,"x":2,' + line[1:]):
                assert mended_line(each, game) is each
    assert mended_line(b'{"event":"turn","player":"y","player":"x"}', GAMES[0]).count(b"player") == 2


def test_keys_that_stand_twice_are_read_alike_by_all_that_reads_logs(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    for name, command in (
        ("game", ("convert", "--to", "table")),
        ("game", ("solve", "--no-color", "--analyze")),
        ("gaps", ("validate", "--no-color")),
    ):
        sound = (ROOT / "docs" / "examples" / f"{name}.jsonl").read_bytes().splitlines()
        told = list[tuple[int, str]]()
        for found in (sound, [twice(line, [*json.loads(line)][-1], b"{}") for line in sound]):
            log.write_bytes(b"\n".join(found))
            result = run(*command, str(log))
            told.append((result.exit_code, result.stdout))
        assert told[0] == told[1]
        assert told[0][0] == 0


def test_records_from_which_tiles_are_inferred_are_read_with_keys_twice() -> None:
    sound = (ROOT / "docs" / "examples" / "good-fortune-unknown.jsonl").read_bytes().splitlines()
    found = [*records("log", [twice(twice(line, [*json.loads(line)][-1], b"{}"), "format", b"7") for line in sound])]
    assert sum(len(game.lines) for game in found) == len(sound)
    assert all(is_event(line, GAMES[1]) for game in found for _, line in game.lines)


# --- forms that people type


SHEET = (ROOT / "docs" / "examples" / "sheet.txt").read_text("utf-8")


@pytest.mark.parametrize("dash", "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d")
def test_whatever_looks_like_a_dash_is_one(dash: str) -> None:
    sheet = SHEET.replace("middle -", f"middle {dash}").partition("1: 2 a2")[0] + f"1: 2 {dash} | pile 4, middle 2\n"
    told = judged(sheet.encode())[1]
    assert (told[-1]["conform"], told[-1]["turns"]) == (1, 3)
    table = f"player,from,clover,cell,action,event\n1,pile,7,{dash},,turn\n"
    converted = run("convert", "-", "--mapping", str(ROOT / "docs" / "examples" / "plays.toml"), stdin=table.encode())
    assert converted.exit_code in (0, 2)


def test_texts_whose_lines_end_in_carriage_returns_alone_are_read() -> None:
    whole = judged(SHEET.encode())[1][-1]
    assert judged(SHEET.replace("\n", "\r").encode())[1][-1] == whole
    assert judged(CLOVERS.read_bytes().replace(b"\n", b"\r"))[1][-1] == judged(CLOVERS.read_bytes())[1][-1]


def test_joined_files_are_several_games() -> None:
    mark = b"\xef\xbb\xbf"
    one = judged(SHEET.encode())[1][-1]
    for joined in (SHEET.encode() + mark + SHEET.encode(), SHEET.rstrip().encode() + mark + SHEET.encode()):
        assert judged(joined)[1][-1]["conform"] == 2 * one["logs"]
    table = run("convert", "--to", "table", "-", stdin=SHEET.encode()).stdout.encode()
    for joined in (table + table, table + mark + table):
        assert judged(joined)[1][-1]["conform"] == 2
    plays = str(ROOT / "docs" / "examples" / "plays.toml")
    rows = (ROOT / "docs" / "examples" / "plays.csv").read_bytes()
    assert [judged(part, "--mapping", plays)[1][-1]["logs"] for part in (rows, rows + rows)] == [1, 2]


@pytest.mark.parametrize(("line", "words"), [("undo", "leave out that turn"), ("chat: hello", "talk is no event")])
def test_taking_back_and_talk_in_a_sheet_are_told_in_words(line: str, words: str) -> None:
    (found,) = [row for row in judged(f"{SHEET}{line}\n".encode())[1] if row.get("clause") == "LOG017"]
    assert words in found["message"]


def test_converting_tells_which_keys_it_leaves_out(tmp_path: Path) -> None:
    log = changed(CLOVERS, lambda event: event.update(think=7), "turn")
    for target, told in (("table", True), ("score-sheet", True), ("cloverproof", False)):
        result = run("convert", "--to", target, "-", stdin=log)
        assert result.exit_code == 0
        assert ("the key `think` is not known: it is left out" in result.stderr) is told
    assert run("validate", "-", stdin=b"game,player,clover,colour\n,1,7,red\n").exit_code == 2


def test_a_column_that_means_nothing_is_told() -> None:
    table = run("convert", "--to", "table", "-", stdin=SHEET.encode()).stdout.replace("winners", "winer").encode()
    assert "LOG101 the column `winer` is not known: it was not read; did you mean `winners`?" in notes(table)
