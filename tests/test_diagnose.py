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
from models.clause import ClauseId
from models.game import Game
from models.games import GAMES
from models.reading import Reading
from reports.diagnose import diagnosis_text
from reports.schemas import schema
from reports.style import uncolored
from tests.mistaken_play import log_lines, play
from verifier.diagnose.diagnosis import Diagnosis, NamedMistake
from verifier.diagnose.evidence_logs import EvidenceLogs
from verifier.diagnose.program import diagnoses
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


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(program(COMMANDS), ["diagnose", *arguments], input=stdin)


def diagnosed(logs: Iterable[Sequence[bytes]], most_logs: int | None = None) -> Diagnosis | None:
    evidence = EvidenceLogs(most_logs=most_logs)
    for number, lines in enumerate(logs):
        for _ in evidence.judge(str(number), [lines], Reading()):
            pass
    found = diagnoses(evidence.logs, evidence.reading, left_out=evidence.left_out)
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
    monkeypatch.setattr("verifier.diagnose.program.SAMPLE", 12)
    monkeypatch.setattr("verifier.diagnose.program.OF_A_SORT", 1)
    logs = [turns(turn(1, 10, "d3")), turns(turn(1, 17, "a2", "refused"), turn(1, 10, "d3"))]
    found = diagnosed([*logs, *logs])
    assert found is not None
    assert found.logs == found.findings == 4
    assert ["no comparison at all"] not in words(found)
    assert ["equal numbers pass"] in words(found)


def test_logs_for_which_there_is_no_room_are_counted() -> None:
    log = turns(turn(1, 10, "d3"))
    found = diagnosed([log] * 4, most_logs=3)
    assert found is not None
    assert (found.logs, found.left_out) == (3, 1)


def readings(*events: dict[str, object]) -> list[str]:
    found = diagnosed([turns(*events)])
    return [] if found is None else [each.words for each in found.declared]


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


def test_what_a_fourth_mistake_might_explain_is_said_not_to_be_tried() -> None:
    one = NamedMistake("one mistake", ("LN301",), ("rows and columns ascend strictly",))
    most = Diagnosis("lucky-numbers", 4, 148, ((one,) * 3,), (("LN402", 2),))
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
    assert "line 35 of 0, one of 35: perhaps one slip of the record" in diagnosis_text(found, uncolored)
    again = diagnosed([[*slip, *turns(turn(1, 10, "d3"))]])
    assert again is not None
    assert again.slip is None


def test_a_search_that_is_cut_short_says_where() -> None:
    logs = EvidenceLogs()
    for _ in logs.judge("a", [turns(turn(1, 10, "d3"), turn(2, 9, "b4"), turn(1, 11, "d2"))], Reading()):
        pass
    (found,) = diagnoses(logs.logs, Reading(), most=1)
    assert (found.stopped, found.sets, found.explained) == (1, (), 0)
    assert "cut short among sets of 1 mistake;" in diagnosis_text(found, uncolored)
    (whole,) = diagnoses(logs.logs, Reading())
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


@pytest.mark.parametrize(("left", "much"), [(59, "some"), (32, "most"), (33, "some")])
def test_most_is_said_where_more_than_half_is_explained(left: int, much: str) -> None:
    mistake = NamedMistake("equal numbers pass", (ClauseId("LN301"),), ("ascending",))
    told = diagnosis_text(Diagnosis("lucky-numbers", 1, 66, ((mistake,),), (("LN401", left),)), uncolored)
    assert f"do not explain all, but {much} if" in told
