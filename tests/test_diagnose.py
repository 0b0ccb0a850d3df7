"""Known mistakes are named by what the logs of a program show."""

import json
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from cli.app import COMMANDS, program
from models.clause import ClauseId, breached
from models.game import Game
from models.games import GAMES
from models.reading import Reading
from reports.diagnose import diagnosis_sentences, diagnosis_text, diagnosis_texts
from reports.schemas import schema
from reports.style import uncolored
from reports.told_messages import looks_like, told_message
from tests.bench_diagnose import READINGS, UNSEEN
from tests.mistaken_play import log_lines, play
from verifier.diagnose.diagnosis import Diagnosis, NamedMistake
from verifier.diagnose.evidence_logs import EvidenceLogs
from verifier.diagnose.hypothesis import Hypothesis
from verifier.diagnose.program import diagnoses
from verifier.diagnose.telling_apart import named_groups, telling_cases
from verifier.suite import all_mistakes

LUCKY, FORTUNE = GAMES
HEADER = {
    "event": "game",
    "format": "cloverproof/1",
    "game": "lucky-numbers",
    "edition": "tiki-2020",
    "setup": "standard",
    "players": 2,
}
SET_UP = [
    {"event": "setup", "player": player, "clover": number + player, "cell": cell}
    for player in (1, 2)
    for number, cell in ((1, "a1"), (5, "b2"), (9, "c3"), (15, "d4"))
]

SMALL_SET_UP = [
    {"event": "setup", "player": player, "clover": clover, "cell": cell}
    for player, clover, cell in ((1, 1, "a1"), (1, 5, "b2"), (2, 1, "a1"), (2, 6, "b2"))
]

ONE_BY_ONE = "The findings one by one, with what was legal there: cloverproof validate -"


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(program(COMMANDS), ["diagnose", *arguments], input=stdin)


def diagnosed(logs: Iterable[Sequence[bytes]], most_logs: int | None = None) -> Diagnosis | None:
    evidence = EvidenceLogs(most_logs=most_logs)
    for number, lines in enumerate(logs):
        for _ in evidence.judge(str(number), [lines], Reading()):
            pass
    found = diagnoses(evidence)
    return found[0] if found else None


def turns(*events: dict[str, object]) -> list[bytes]:
    return log_lines([HEADER, *SET_UP, {"event": "start", "first": 1}, *events])


def turn(player: int, clover: int, cell: str, event: str = "turn", **more: object) -> dict[str, object]:
    return {"event": event, "player": player, "from": "pile", "clover": clover, "action": "place", "cell": cell, **more}


def words(diagnosis: Diagnosis | None) -> list[list[str]]:
    assert diagnosis is not None
    return [[each.words for each in own] for own in diagnosis.sets]


def played(game: Game, name: str, count: int = 3) -> Diagnosis | None:
    mistake = next(each for each in all_mistakes(game) if each.name == name)
    changed = mistake.changed(game.clauses())
    return diagnosed(log_lines(play(game, changed, random.Random(f"{name} {seed}"))) for seed in range(count))


MISTAKES = [
    (LUCKY, "LN301: only direct neighbours are compared"),
    (LUCKY, "LN303: the old clover vanishes"),
    (FORTUNE, "GF204: the left end comes first"),
]


@pytest.mark.parametrize(("game", "name"), MISTAKES, ids=[name for _, name in MISTAKES])
def test_a_program_with_one_mistake_is_named_by_its_games(game: Game, name: str) -> None:
    found = played(game, name)
    assert [name.partition(": ")[2]] in words(found)
    assert found is not None
    assert found.fits


def test_a_move_that_was_made_speaks_against_a_mistake_that_forbids_it() -> None:
    left = {"event": "turn", "player": 1, "from": "pile", "clover": 5, "action": "discard", "middle": [5]}
    swept = left, turn(2, 8, "d1", middle=[])
    assert ["revealing sweeps the middle"] in words(diagnosed([turns(*swept)]))
    kept = {**left, "middle": [5]}, turn(2, 9, "d2", middle=[5])
    assert words(diagnosed([turns(*swept, *kept)])) == []


def test_a_refused_move_speaks_against_a_mistake_that_allows_it() -> None:
    equal = turn(1, 10, "d3")
    assert ["no comparison at all"] in words(diagnosed([turns(equal)]))
    refused = turn(1, 17, "a2", "refused")
    assert ["no comparison at all"] not in words(diagnosed([turns(refused, equal)]))
    assert ["equal numbers pass"] in words(diagnosed([turns(refused, equal)]))


def test_a_legal_move_that_was_refused_is_explained_by_a_mistake_that_forbids_it() -> None:
    asked = {**turn(1, 6, "b2", "refused"), "action": "exchange"}
    assert ["an equal number may never be replaced"] in words(diagnosed([turns(asked)]))


def test_what_nothing_explains_is_left_and_said_to_be() -> None:
    found = diagnosed([turns(turn(1, 10, "d3"), turn(2, 99, "d2"))])
    assert found is not None
    assert not found.fits
    assert found.left == (("LOG008", 1),)
    assert found.explained == 1


def test_a_log_that_conforms_has_no_diagnosis_but_speaks_against_mistakes() -> None:
    right = turns(turn(1, 6, "a2", "refused"), turn(1, 8, "d2"))
    assert diagnosed([right]) is None
    wrong = turns(turn(1, 6, "a2"))
    assert ["no comparison at all"] not in words(diagnosed([wrong, turns(turn(1, 10, "d3", "refused"))]))


def test_logs_beside_the_sample_are_asked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.diagnose.log_search.SAMPLE", 12)
    monkeypatch.setattr("verifier.diagnose.log_search.OF_A_SORT", 1)
    logs = [turns(turn(1, 10, "d3")), turns(turn(1, 17, "a2", "refused"), turn(1, 10, "d3"))]
    found = diagnosed([*logs, *logs])
    assert found is not None
    assert found.logs == found.findings == 4
    assert ["no comparison at all"] not in words(found)
    assert ["equal numbers pass"] in words(found)


def test_logs_for_which_there_is_no_room_are_counted() -> None:
    logs = [turns(turn(1, 10, "d3"), turn(2, clover, "d1")) for clover in (8, 9, 10, 11)]
    found = diagnosed(logs, most_logs=3)
    assert found is not None
    assert (found.logs, found.left_out) == (3, 1)


def test_a_log_that_is_there_twice_counts_twice_and_is_looked_at_once() -> None:
    log = turns(turn(1, 10, "d3"))
    found = diagnosed([log] * 4, most_logs=1)
    assert found is not None
    assert (found.logs, found.findings, found.explained, found.left_out) == (4, 4, 4, 0)


def readings(*events: dict[str, object]) -> list[str]:
    found = diagnosed([turns(*events)])
    return [] if found is None else [each.words for each in found.declared]


def test_a_message_says_how_logs_of_one_program_are_meant_before_what_mistakes_they_look_like() -> None:
    found = diagnosed([turns(turn(1, 6, "c1"), turn(1, 9, "d2"))])
    assert found is not None
    declared, undeclared = "turns (it looks as if the house rule `bruno` is in force)", replace(found, declared=())
    assert told_message("turns", "LN201", looks_like([found])) == declared
    assert "bruno" not in told_message("turns", "LN201", looks_like([undeclared]))
    assert "bruno" not in told_message("turns", "LN201", looks_like([found, found]))


def test_a_message_blames_no_program_for_the_mistake_of_another() -> None:
    found = diagnosed([turns(turn(1, 10, "d3"), turn(2, 10, "d3"))])
    assert found is not None
    looks = looks_like([found])
    assert looks.keys() == {clause for mistake in found.sets[0] for clause in mistake.clauses}
    assert looks_like([found, found]) == looks
    assert looks_like([found, replace(found, sets=())]) == {}
    other = replace(found, game="another game", sets=())
    assert looks_like([found, other]) == looks


def test_mistakes_that_cannot_show_are_known_ones() -> None:
    assert {*UNSEEN, *READINGS} <= {mistake.name for game in GAMES for mistake in all_mistakes(game)}


def test_a_house_rule_that_is_not_declared_is_named() -> None:
    again = turn(1, 6, "c1"), turn(1, 9, "d2")
    assert "the house rule `bruno` is in force" in readings(*again)
    assert readings(*again, turn(1, 10, "d3")) == []
    text = run("-", stdin=b"".join(turns(*again)).decode()).stdout
    assert 'the house rule `bruno` is in force (declare it: "variants":["bruno"])' in text


def test_facts_that_are_shown_too_early_are_named() -> None:
    def left(player: int, clover: int, **shown: object) -> dict[str, object]:
        return {"event": "turn", "player": player, "from": "pile", "clover": clover, "action": "discard", **shown}

    early = left(1, 5, middle=[]), left(2, 6, middle=[5]), left(1, 7, middle=[5, 6])
    assert readings(*early) == ["the middle is shown as it lay before the turn"]
    assert "the pile counts the clover that was just revealed" in readings(left(1, 5, pile=32), left(2, 6, pile=31))


def test_values_that_mean_nothing_are_no_crash() -> None:
    large = b'{"event":"turn","player":1,"from":"pile","clover":%d,"action":"place","cell":"a2"}\n' % 10**30
    assert diagnosed([[*turns(turn(1, 10, "d3")), large]]) is not None
    deal: dict[str, object] = {"event": "deal", "hands": [[1, 2], [5, 3]], "line": [4, 6, 7]}
    header = {**HEADER, "game": "good-fortune", "edition": FORTUNE.editions[0].key, "hand": 2}
    del header["setup"], header["players"]
    laid = {"event": "turn", "laid": [{"player": 1, "tile": 9, "end": []}, 7]}
    assert diagnosed([log_lines([header, {**deal, "line": [4, 6]}, laid])]) is not None


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        (("player", "first"), "the players are counted from 0"),
        (("first",), "who starts is counted from 0, unlike other players"),
        (("winners",), "the winners are counted from 0, unlike other players"),
    ],
)
def test_players_that_are_counted_from_0_are_named(keys: tuple[str, ...], named: str) -> None:
    begun = [{**HEADER, "side": 2, "top": 6, "sets": 2}, *SMALL_SET_UP, {"event": "start", "first": 1}]
    rows: list[dict[str, Any]] = [*begun, turn(1, 2, "b1"), turn(2, 2, "b1"), turn(1, 3, "a2")]
    if "winners" in keys:
        rows.append({"event": "end", "winners": [0]})
    moved = [
        {key: value - 1 if key in keys and isinstance(value, int) else value for key, value in row.items()}
        for row in rows
    ]
    found = diagnosed([log_lines(moved)])
    assert found is not None
    assert [each.words for each in found.declared] == [named]


@pytest.mark.parametrize("name", ["school-sorted", "school-lossy", "gamepark", "console-equal"])
def test_real_programs_are_explained_and_told_by_the_schema(name: str) -> None:
    result = run(f"records/{name}", "--format", "json")
    assert result.exit_code == 1
    row = json.loads(result.stdout)
    Draft202012Validator(schema("diagnosis")).validate(row)
    assert row["explained"] >= 0.95 * row["findings"] > 0
    assert row["findings"] - row["explained"] == sum(row["left"].values())


def test_a_result_that_the_record_does_not_hold_is_no_evidence(tmp_path: Path) -> None:
    record = "records/native/native_2p_pile_exhausted.server.json"
    converted = tmp_path / "converted.jsonl"
    assert CliRunner().invoke(program(COMMANDS), ["convert", record, "--output", str(converted)]).exit_code == 0
    for path in (record, str(converted)):
        row = json.loads(run(path, "--format", "json").stdout)
        assert row["explained"] == row["findings"] == 1
        assert [[each["mistake"] for each in own] for own in row["sets"][:1]] == [["play goes on with option B"]]
        assert all(len(own) == 1 for own in row["sets"])


def test_what_a_fifth_mistake_might_explain_is_said_not_to_be_tried() -> None:
    one = NamedMistake("one mistake", ("LN301",), ("rows and columns ascend strictly",))
    most = Diagnosis("lucky-numbers", 4, 148, ((one,) * 4,), (("LN402", 2),))
    assert "leaves 2 LN402: sets of more mistakes were not tried." in diagnosis_text(most, uncolored)
    cut = diagnosis_text(replace(most, sets=((one,),), stopped=1), uncolored)
    assert "no set that was tried explains all" in cut
    assert "leaves 2 LN402.\n" in cut


def test_a_full_garden_that_is_not_looked_for_without_revealing_is_named() -> None:
    def left(player: int, clover: int) -> dict[str, object]:
        return {"event": "turn", "player": player, "from": "pile", "clover": clover, "action": "discard"}

    begun = [{**HEADER, "side": 2, "top": 6, "sets": 2}, *SMALL_SET_UP, {"event": "start", "first": 1}]
    filled = [left(1, 2), left(2, 3), turn(1, 2, "b1"), left(2, 4), turn(1, 3, "a2")]
    filled = [{**each, "from": "middle"} if each["action"] == "place" else each for each in filled]
    unseen = ["it is only looked for after a clover was revealed"]
    assert unseen in words(diagnosed([log_lines([*begun, *filled, left(2, 6)])]))
    on = words(diagnosed([log_lines([*begun, *filled, left(2, 6), left(1, 2)])]))
    assert unseen not in on
    assert ["play goes on"] in on


FROM_BELOW = {"a1": "a4", "b2": "b3", "c3": "c2", "d4": "d1", "a2": "a3", "c1": "c4", "d3": "d2"}


def rewritten(log: Sequence[bytes], **changed: Callable[[Any], object]) -> list[bytes]:
    rows = [json.loads(line) for line in log]
    return log_lines(
        [{key: changed[key](told) if key in changed else told for key, told in row.items()} for row in rows]
    )


def test_rows_that_are_counted_from_below_are_named() -> None:
    found = diagnosed([rewritten(turns(turn(1, 8, "c1"), turn(2, 4, "a2")), cell=lambda cell: FROM_BELOW[cell])])
    assert found is not None
    assert [each.words for each in found.declared] == ["the rows are counted from below"]


def test_mistakes_are_seen_in_logs_that_must_be_read_otherwise() -> None:
    wrong = turns(turn(1, 8, "c1"), turn(2, 4, "a2"), turn(1, 10, "d3"))
    below = rewritten(wrong, cell=lambda cell: FROM_BELOW[cell])
    from_0 = rewritten(wrong, player=lambda player: player - 1, first=lambda player: player - 1)
    for log, reading in ((below, "the rows are counted from below"), (from_0, "the players are counted from 0")):
        found = diagnosed([log])
        assert found is not None
        assert found.read_as is not None
        assert (found.read_as.words, found.findings) == (reading, 1)
        assert ["equal numbers pass in rows"] in words(found)
        assert f"What it looks like: {reading}" in diagnosis_text(found, uncolored)


def test_an_exchange_that_is_written_as_a_placement_is_named() -> None:
    laid = turn(1, 7, "b2", middle=[6]), turn(2, 8, "d2", middle=[6])
    assert readings(*laid) == ["an exchange is written as a placement"]


def test_one_line_among_many_may_be_a_slip() -> None:
    unseen = [1, 4, 5, 8, 9, 12, 13, 14, 15, 18, 19, 20] * 2
    left = [
        {"event": "turn", "player": 1 + each % 2, "from": "pile", "clover": clover, "action": "discard"}
        for each, clover in enumerate(unseen)
    ]
    slip = turns(*left, turn(1, 10, "d3"))
    found = diagnosed([slip])
    assert found is not None
    assert "Or all of it is one slip of the record: line 35 of 0, one of 35." in diagnosis_text(found, uncolored)
    again = diagnosed([[*slip, *turns(turn(1, 10, "d3"))]])
    short = [json.loads(line) for line in slip]
    whole = json.dumps(short)  # the same in one line, as an array
    place = whole.index(json.dumps(short[-1])) + 1
    foreign = run("-", stdin=whole).stdout
    assert f"line 1, column {place}, of -, one of 35." in foreign
    assert again is not None
    assert again.slip is None


def test_a_game_that_goes_on_behind_its_end_is_no_slip() -> None:
    found = diagnosed([Path("records/gamepark/g001_2p_random.jsonl").read_bytes().splitlines(keepends=True)[:-1]])
    assert found is not None
    assert words(found)[0] == ["play goes on with option B"]
    assert found.slip is None


def test_a_long_log_is_looked_at_as_far_as_there_is_room_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.diagnose.evidence_logs.MOST_LINES", 11)
    equal = turn(1, 10, "d3")
    found = diagnosed([turns(equal, turn(2, 11, "c4"))])
    assert found is not None
    assert (found.findings, found.explained, found.left_out) == (1, 1, 1)
    assert "1 game with findings was not looked at, or not to the end." in diagnosis_text(found, uncolored)
    log = b"".join(turns(turn(1, 8, "d2"), turn(2, 11, "c4"))).decode()
    assert run("-", stdin=log).stdout.startswith("Not looked at: 1 game\n")
    row = json.loads(run("-", "--format", "json", stdin=log).stdout)
    assert (row["logs"], row["findings"], row["left_out"], row["whole"]) == (0, 0, 1, False)


def test_a_search_that_is_cut_short_says_where() -> None:
    logs = EvidenceLogs()
    for _ in logs.judge("a", [turns(turn(1, 10, "d3"), turn(2, 9, "b4"), turn(1, 11, "d2"))], Reading()):
        pass
    (found,) = diagnoses(logs, most=1)
    assert (found.stopped, found.sets, found.explained) == (1, (), 0)
    assert "cut short among sets of 1 mistake;" in diagnosis_text(found, uncolored)
    (whole,) = diagnoses(logs)
    assert (whole.stopped, whole.fits) == (0, True)


def test_each_log_is_diagnosed_for_itself() -> None:
    paths = sorted(str(path) for path in Path("records/school-sorted").glob("*.jsonl"))
    rows = [json.loads(line) for line in run("records/school-sorted", "--each", "--format", "json").stdout.splitlines()]
    assert [row["path"] for row in rows] == paths
    assert {row["logs"] for row in rows} == {1}


def test_nothing_is_said_of_logs_that_conform() -> None:
    result = run("records/school-clean")
    assert (result.stdout, result.exit_code) == ("", 0)
    assert "no rule is broken" in result.stderr


def test_a_path_that_is_not_there_is_told_and_the_others_are_diagnosed() -> None:
    result = run("records/nowhere.jsonl", "records/school-sorted")
    assert result.exit_code == 2
    assert "LOG001" in result.stderr
    assert "no comparison at all" in result.stdout


def test_standard_input_is_diagnosed() -> None:
    log = b"".join(turns(turn(1, 10, "d3"))).decode()
    assert "equal numbers pass" in run("-", stdin=log).stdout


@pytest.mark.parametrize(("left", "much"), [(52, "some"), (32, "most"), (33, "some")])
def test_most_is_said_where_more_than_half_is_explained(left: int, much: str) -> None:
    mistake = NamedMistake("equal numbers pass", (ClauseId("LN301"),), ("ascending",))
    told = diagnosis_text(Diagnosis("lucky-numbers", 1, 66, ((mistake,),), (("LN401", left),)), uncolored)
    assert f"mistakes explains all; {much} of it is explained if the program" in told


def test_a_set_that_explains_little_is_no_discovery() -> None:
    mistake = NamedMistake("equal numbers pass", (ClauseId("LN301"),), ("ascending",))
    little = Diagnosis("lucky-numbers", 1, 66, ((mistake,),), (("LN401", 53),))
    assert little.doubtful
    assert diagnosis_text(little, uncolored) == (
        "What it looks like: no known mistakes explain more than a few of the 66 findings\n"
        "  The most that a set explains is 13: equal numbers pass.\n"
    )
    assert not replace(little, left=(("LN401", 52),)).doubtful
    assert list(diagnosis_sentences([little])) == []
    assert looks_like([little]) == {}


@pytest.mark.parametrize("count", [2, 3])
def test_a_set_of_many_mistakes_is_doubted(count: int) -> None:
    mistake = NamedMistake("equal numbers pass", (ClauseId("LN301"),), ("ascending",))
    told = diagnosis_text(Diagnosis("lucky-numbers", 1, 66, ((mistake,) * count,), ()), uncolored)
    assert ("may behave" in told) == ("by chance" in told) == (count == 3)
    spoken = replace(Diagnosis("lucky-numbers", 1, 66, ((mistake,) * count,), ()), against=("right.jsonl",))
    assert all("speak against it" in sentence for sentence in diagnosis_sentences([spoken]))


def test_logs_that_are_right_and_speak_against_all_are_named(tmp_path: Path) -> None:
    wrong = turns(turn(1, 6, "a2"))
    (tmp_path / "wrong.jsonl").write_bytes(b"".join(wrong))
    (tmp_path / "same.jsonl").write_bytes(b"".join(turns(turn(1, 8, "d2"))))
    refused = [turn(1, 6, "a2", "refused"), turn(1, 10, "d3", "refused"), turn(1, 8, "d2")]
    (tmp_path / "mended.jsonl").write_bytes(b"".join(turns(*refused)))
    (row,) = [json.loads(line) for line in run(str(tmp_path), "--format", "json").stdout.splitlines()]
    assert (row["explained"], row["findings"]) == (1, 1)
    assert row["against"] == [str(tmp_path / "mended.jsonl")]
    assert f"But {tmp_path / 'mended.jsonl'} speaks against it" in run(str(tmp_path)).stdout


def test_logs_that_are_explained_only_each_for_itself_are_counted(tmp_path: Path) -> None:
    kept = turn(2, 12, "c3", action="exchange", out=11, middle=[11])
    vanished = turn(1, 11, "c3", action="exchange", out=10, middle=[])
    (tmp_path / "one.jsonl").write_bytes(b"".join(turns(turn(1, 10, "d3"), kept)))
    (tmp_path / "other.jsonl").write_bytes(b"".join(turns(turn(1, 10, "d3", "refused"), vanished)))
    (row,) = [json.loads(line) for line in run(str(tmp_path), "--format", "json").stdout.splitlines()]
    assert (row["sets"], row["alone"]) == ([], 2)
    assert "But 2 logs are explained, each alone" in run(str(tmp_path)).stdout


def from_source(log: Sequence[bytes], source: str) -> list[bytes]:
    return log_lines([{**json.loads(log[0]), "source": source}, *map(json.loads, log[1:])])


EQUAL, RIGHT = turns(turn(1, 10, "d3")), turns(turn(1, 8, "d2"))


def looks_of_each(log: bytes, tmp_path: Path) -> list[list[tuple[str, str, int, int]]]:
    """Give the game, source, count of games and of findings of each diagnosis, by command."""
    path = tmp_path / "log.jsonl"
    path.write_bytes(log)
    found = []
    report = tmp_path / "report"
    for arguments in (["diagnose", "--format", "json"], ["validate", "--format", "json"], ["report", "--json"]):
        target = ["--out", str(report)] if arguments[0] == "report" else []
        result = CliRunner().invoke(program(COMMANDS), [*arguments, str(path), *target])
        told = (report / "report.jsonl").read_text() if target else result.stdout
        rows = [json.loads(line) for line in told.splitlines()]
        found.append(
            [(row["game"], row["source"], row["logs"], row["findings"]) for row in rows if row["type"] == "diagnosis"]
        )
    return found


def test_games_are_counted_once_by_kind_and_program_however_they_lie_in_files(tmp_path: Path) -> None:
    other = next(each for each in all_mistakes(FORTUNE) if each.name == "GF204: the left end comes first")
    fortune = log_lines(play(FORTUNE, other.changed(FORTUNE.clauses()), random.Random("1")))
    one = looks_of_each(b"".join(EQUAL + RIGHT), tmp_path)
    assert one == [[("lucky-numbers", "", 2, 1)]] * 3
    kinds = looks_of_each(b"".join(EQUAL + fortune), tmp_path)
    assert kinds == [[("lucky-numbers", "", 1, 1), ("good-fortune", "", 1, 1)]] * 3
    twice = from_source(EQUAL, "one") + from_source(RIGHT, "two") + from_source(EQUAL, "two") + EQUAL
    sources = looks_of_each(b"".join(twice), tmp_path)
    assert (
        sources == [[("lucky-numbers", "one", 1, 1), ("lucky-numbers", "two", 2, 1), ("lucky-numbers", "", 1, 1)]] * 3
    )


@pytest.mark.parametrize("before", [b"\n", b" \r\n\n", b"\xef\xbb\xbf\n", b"\xef\xbb\xbf"])
def test_the_program_is_named_by_a_header_behind_a_blank_line_or_a_mark(before: bytes) -> None:
    lines = before.splitlines(keepends=True) + from_source(EQUAL, "the program")
    found = diagnosed([b"".join(lines).splitlines(keepends=True)])
    assert found is not None
    assert (found.source, found.findings) == ("the program", 1)


def test_games_that_part_behind_the_lines_that_are_kept_are_no_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.diagnose.evidence_logs.MOST_LINES", len(EQUAL))
    parted = [[*EQUAL, *log_lines([turn(2, clover, "d1")])] for clover in (8, 9, 9, 12)]
    evidence = EvidenceLogs()
    for lines in parted:
        for _ in evidence.judge("log", [lines], Reading()):
            pass
    assert [log.copies for log in evidence.logs] == [1, 2, 1]
    (found,) = diagnoses(evidence)
    assert (found.logs, found.findings, found.left_out) == (4, 4, 0)


def test_the_games_of_a_tournament_are_one_log_and_each_of_them_is_counted() -> None:
    lines = log_lines([{**HEADER, "tournament": {"id": 1}}, *map(json.loads, EQUAL[1:])])
    evidence = EvidenceLogs()
    for _ in evidence.judge("log", [[*lines, *lines, *EQUAL]], Reading()):
        pass
    assert [(log.games, len(log.lines)) for log in evidence.logs] == [(2, 2 * len(EQUAL)), (1, len(EQUAL))]
    (found,) = diagnoses(evidence)
    assert found.logs == 3


def test_logs_of_which_none_can_be_read_are_diagnosed_by_every_command(tmp_path: Path) -> None:
    path, report = tmp_path / "from-0.jsonl", tmp_path / "report"
    from_0 = rewritten(RIGHT, player=lambda player: player - 1, first=lambda player: player - 1)
    path.write_bytes(b"".join(from_0))
    meant = "the players are counted from 0"
    arguments = ["report", str(path), "--out", str(report), "--md", "--html", "--sarif", "--junit", "--json"]
    assert CliRunner().invoke(program(COMMANDS), arguments).exit_code == 2
    assert all(meant in file.read_text() for file in report.glob("report.*") if file.suffix != ".journal")
    assert meant in CliRunner().invoke(program(COMMANDS), ["validate", str(path)]).stdout
    path.write_bytes(b"".join(from_0[:2]) + b"{}\n")
    unknown = CliRunner().invoke(program(COMMANDS), ["validate", str(path)])
    assert (unknown.exit_code, "What it looks like" in unknown.stdout) == (2, False)


def test_what_cannot_be_diagnosed_is_not_said_to_break_no_rule(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_bytes(b"")
    result = run(str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "nothing to diagnose: no game could be read" in result.stderr


def test_independent_mistakes_are_told_apart_each_for_itself() -> None:
    left = {"event": "turn", "player": 2, "from": "pile", "clover": 5, "action": "discard", "middle": []}
    found = diagnosed([turns(turn(1, 10, "d3"), left, turn(1, 8, "c1", middle=[]))])
    assert found is not None
    many = [len(swaps) + 1 for swaps in found.apart]
    assert (len(many), len(found.sets), found.others) == (2, many[0] * many[1], ())
    one_by_one = {found.sets[0][place].words for place in (0, 1)} | {each.words for own in found.apart for each in own}
    told = [{*each.accepted, *each.refused} for each in found.telling]
    assert all(words <= one_by_one for words in told)
    parted = [len(each.refused if found.sets[0][0].words in each.accepted else each.accepted) for each in found.telling]
    assert parted[0] == max(parted)


@pytest.mark.parametrize("seed", range(4))
def test_cases_that_tell_mistakes_apart_are_answered_as_the_suite_has_it(seed: int) -> None:
    some = random.Random(seed).sample(all_mistakes(LUCKY), 6)
    clauses = tuple(LUCKY.clauses())
    named = [(each.name, Hypothesis(changed=tuple(each.changed(clauses).items()))) for each in some]
    for told in telling_cases(LUCKY, [named]):
        step = LUCKY.case(told.case)
        for name, each in named:
            own = [dict(each.changed).get(place, clause) for place, clause in enumerate(clauses)]
            assert name in (told.refused if breached(own, step) else told.accepted)


def test_the_work_is_bounded_for_many_programs_together_and_what_is_not_looked_at_is_said() -> None:
    evidence = EvidenceLogs()
    for number in range(9):
        log = [*EQUAL, *log_lines([turn(2, 3, "b4")] * number)]
        for _ in evidence.judge(str(number), [from_source(log, f"program {number}")], Reading()):
            pass
    found = diagnoses(evidence, most=30_000)
    assert [each.source for each in found] == [f"program {number}" for number in range(9)][::-1]
    looked, rest = [[each for each in found if each.unlooked is unlooked] for unlooked in (False, True)]
    assert looked
    assert len(rest) > 2
    assert all(each.explained == 0 and each.findings == sum(dict(each.left).values()) > 0 for each in rest)
    *_, last = diagnosis_texts(found, uncolored)
    findings = sum(each.findings for each in rest)
    assert last.startswith(f"Not looked at: {findings} findings of {len(rest)} games of program")
    assert all(not each.unlooked for each in diagnoses(evidence))


def test_a_finding_that_follows_from_the_one_mistake_says_so_and_one_outside_the_edition_does_not(
    tmp_path: Path,
) -> None:
    arguments = ["report", "records/gamepark", "--out", str(tmp_path), "--sarif"]
    CliRunner().invoke(program(COMMANDS), arguments)
    results = json.loads((tmp_path / "report.sarif").read_text())["runs"][0]["results"]
    told = {
        each["ruleId"]: "(it looks as if play goes on with option B)" in each["message"]["text"] for each in results
    }
    assert told == {"LN402": True, "LN403": True, "LN208": False, "LN209": False}


def test_what_cannot_be_read_is_no_mistake_of_play() -> None:
    found = diagnosed([turns(turn(1, 21, "d3"))])
    assert found is not None
    told = "no mistake of play; what cannot be read is to be mended first (`cloverproof explain LOG008`)"
    assert diagnosis_text(found, uncolored) == f"What it looks like: {told}\n"
    legal = run("-", stdin=b"".join(turns(turn(1, 8, "d2", "refused"), turn(1, 9, "d2"))).decode())
    assert legal.stdout == f"What it looks like: no known mistake explains the only finding\n{ONE_BY_ONE}\n"


def test_several_mistakes_are_not_told_where_a_reading_explains_all() -> None:
    mirrored = {"a1": "d1", "b2": "c2", "c3": "b3", "d4": "a4"}
    log = turns(turn(1, 14, "d4"))
    right = [json.loads(line) for line in log]
    rows = [{**each, "cell": mirrored[each["cell"]]} if each["event"] == "setup" else each for each in right]
    found = diagnosed([log_lines(rows)])
    assert found is not None
    assert [each.words for each in found.declared] == ["the columns are counted from the right"]
    assert len(found.sets[0]) > 1
    assert diagnosis_text(found, uncolored).count("\n") == 2
    assert [*diagnosis_sentences([found])] == ["Nothing is found wrong if the columns are counted from the right."]


def test_mistakes_of_the_same_words_are_told_apart_by_their_clauses() -> None:
    mistakes = all_mistakes(LUCKY)
    named = {each.name: number for number, each in enumerate(mistakes)}
    sets = [
        [named[each]]
        for each in ("LN401: anybody may be named", "LN403: anybody may be named", "LN301: equal numbers pass")
    ]
    ((*names,),) = ([words for words, _ in group] for group in named_groups(mistakes, sets, lambda own: Hypothesis()))
    assert names == ["LN401: anybody may be named", "LN403: anybody may be named", "equal numbers pass"]
