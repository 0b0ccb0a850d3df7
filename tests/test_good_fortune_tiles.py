"""Tile sets as files, scores of collections, and tile sets recovered from recorded games."""

import json
import random
from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from cli.app import COMMANDS, program
from models.good_fortune.game import GOOD_FORTUNE
from models.good_fortune.scoring import groupings, totals
from models.good_fortune.tiles import CHARMS, Face, TileSet, load, read_tiles
from models.material import BadMaterial
from models.reading import Reading
from reports.schemas import schema
from tests.good_fortune_games import NeverWins, Program, random_tiles, text
from tests.test_good_fortune_rulebook import slow_totals
from verifier.recover import Recovered, records, recover

INVENTED = load("invented", 21)
ROWS = [(tile, *face.charms, face.die) for tile, face in enumerate(INVENTED.faces, 1)]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(program(COMMANDS), list(arguments))


# The set that comes with the program ----------------------------------------------------------------------------------


def test_the_invented_set_has_each_pair_of_charms_once_and_says_that_it_is_invented() -> None:
    pairs = {frozenset(face.charms) for face in INVENTED.faces}
    assert pairs == {frozenset(pair) for pair in combinations(CHARMS, 2)}
    assert len(INVENTED.faces) == 21
    assert all(face.die in (1, 2, 3, 4) for face in INVENTED.faces)
    assert INVENTED.invented
    assert "not the printed" in INVENTED.note.lower()


def test_the_invented_set_agrees_with_all_that_is_printed() -> None:
    assert all(fact.agrees for fact in GOOD_FORTUNE.material().facts(INVENTED))


# Files ----------------------------------------------------------------------------------------------------------------

CSV = GOOD_FORTUNE.material().write(INVENTED)
TOML = "tiles = [" + ",".join(json.dumps(list(row)) for row in ROWS) + "]\n"


@pytest.mark.parametrize("written", [CSV, TOML, CSV.partition("\n")[2], "# a note\n\n" + CSV])
def test_a_tile_set_may_be_written_as_toml_or_csv(written: str) -> None:
    assert read_tiles(written, 21).faces == INVENTED.faces


def test_what_is_not_known_is_a_question_mark() -> None:
    some = read_tiles("1,clover,?,3\n2,?,?,?\n", 2)
    assert some.faces == (Face((CHARMS[0], None), 3), Face())
    assert read_tiles(GOOD_FORTUNE.material().write(some), 2).faces == some.faces


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("", "no tile"),
        ("tiles = 5", "list of rows"),
        ("tiles = [5]", "four values"),
        ("tiles = [[1, 'clover', 'scarab']]", "four values"),
        ("tiles = [[1, 'clover', 'tulip', 1]]", "no charm"),
        ("tiles = [[1, 'clover', 'clover', 1]]", "twice"),
        ("tiles = [[1, 'clover', 'scarab', 7]]", "die"),
        ("tiles = [[1, 'clover', 'scarab', true]]", "die"),
        ("tiles = [[0, 'clover', 'scarab', 1]]", "no number"),
        ("tiles = [[1, ['clover'], 'scarab', 1]]", "no charm"),
        ("1,clover,scarab,1\n1,clover,scarab,1\n", "second tile 1"),
        ("1,clover,scarab,1\n3,clover,scarab,1\n", "no row for tile 2"),
        ("1,clover,scarab,x\n", "die"),
        ("one,clover,scarab,1\n", "no number"),
        ('1,clover,"scarab,1\n', "four values"),
    ],
)
def test_a_file_that_is_no_tile_set_says_why(written: str, fault: str) -> None:
    with pytest.raises(BadMaterial, match=fault):
        read_tiles(written, None)


def test_a_file_that_is_no_toml_or_csv_is_refused(tmp_path: Path) -> None:
    for name, content in (
        ("open.toml", "tiles = ["),
        ("nested.toml", "[" * 200_000),
        ("long.csv", '"' + "x" * 200_000),
    ):
        file = tmp_path / name
        file.write_text(content)
        told = run("tiles", "check", str(file))
        assert told.exit_code == 2
        assert f": it is not {name[-4:].strip(chr(46)).upper()}: " in told.stderr


def test_all_faults_of_a_file_are_told() -> None:
    with pytest.raises(BadMaterial) as bad:
        read_tiles("1,clover,clover,1\n2,clover,scarab,9\n3,clover,tulip,1\n", None)
    assert len(bad.value.faults) == 3


def test_the_command_checks_files_and_says_what_contradicts_the_sheet(tmp_path: Path) -> None:
    good, bad, short = tmp_path / "good.csv", tmp_path / "bad.csv", tmp_path / "short.csv"
    good.write_text(CSV, "utf-8")
    swapped = CSV.replace("\n5,", "\nx,").replace("\n4,", "\n5,").replace("\nx,", "\n4,")
    bad.write_text(swapped, "utf-8")
    short.write_text("1,clover,scarab,1\n", "utf-8")
    assert run("tiles", "check", str(good), "invented").exit_code == 0
    told = run("tiles", "check", str(bad), "--format", "json")
    assert told.exit_code == 1
    row = json.loads(told.stdout)
    jsonschema.validate(row, schema("tiles"))
    assert {fact["statement"] for fact in row["facts"] if fact["agrees"] is False} == {
        "5 carries hand-of-fatma",
        "9 shares no charm with 5",
    }
    told = run("tiles", "check", str(short))
    assert told.exit_code == 1
    assert "the printed game has 21" in told.stdout
    for name in (str(tmp_path / "nothing.csv"), str(tmp_path), "\0"):
        told = run("tiles", "check", name)
        assert (told.exit_code, told.stdout) == (2, "")
        assert "cannot read" in told.stderr


# Scores ---------------------------------------------------------------------------------------------------------------

faces = st.builds(
    lambda pair, die: Face((CHARMS[pair[0]], CHARMS[pair[1]]), die),
    st.sampled_from(list(combinations(range(7), 2))),
    st.integers(1, 4),
)


@settings(max_examples=30, deadline=None)
@given(st.lists(faces, max_size=6))
def test_scores_are_those_of_all_orders_of_the_charms(some: list[Face]) -> None:
    tiles = [({str(charm) for charm in face.charms}, face.die or 0) for face in some]
    again, once, best = slow_totals(tiles)
    assert set(totals(some)) == again
    assert set(totals(some, "once")) == once
    assert totals(some, "free") == (best,)
    for way in groupings(some):
        placed = [place for group in way.groups for place in group.places]
        assert sorted(placed) == list(range(len(some)))


def test_no_tile_scores_nothing_and_a_whole_collection_is_scored_quickly() -> None:
    assert totals([]) == (0,)
    assert len(totals(INVENTED.faces[:18])) >= 1


def test_the_command_scores_tiles_by_letters_and_by_numbers() -> None:
    told = run("score", "AB1", "AC1", "BD1", "CE1", "--format", "json")
    assert told.exit_code == 0
    row = json.loads(told.stdout)
    jsonschema.validate(row, schema("score"))
    assert row["totals"] == [6, 8]
    assert json.loads(run("score", "AB1 AC1 BD1 CE1", "--format", "json").stdout) == row
    assert "total 15" in run("score", "5", "8", "12", "--tiles", "invented").stdout
    assert "6 or 8" in run("score", "AB1 AC1 BD1 CE1").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["AB7"],
        ["AA1"],
        ["AB"],
        ["HB1"],
        ["A?1"],
        ["5"],
        ["5", "--tiles", "nothing"],
        ["22", "--tiles", "invented"],
        ["5", "5", "--tiles", "invented"],
        ["AB1"] * 22,
        ["AB1", "--game", "lucky-numbers"],
        ["AB1", "--game", "chess"],
        ["\x1b[31m"],
    ],
)
def test_what_cannot_be_scored_is_refused(arguments: Sequence[str]) -> None:
    told = run("score", *arguments)
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.startswith("error: ")
    assert "\x1b" not in told.stderr


# Recovered from games -------------------------------------------------------------------------------------------------


def recovered(logs: list[str], **options: bool) -> Recovered:
    found = [record for number, log in enumerate(logs) for record in records(f"g{number}", log.encode().splitlines())]
    return recover(GOOD_FORTUNE, found, Reading(), timeout=300, **options)


def games(count: int, rows: list[tuple[int, str | None, str | None, int | None]], hand: int = 9) -> list[str]:
    return [text(Program(random.Random(seed), hand, tells_tiles=False, rows=rows).play()) for seed in range(count)]


def test_eight_recorded_games_tell_the_whole_invented_set() -> None:
    told = recovered(games(8, ROWS))  # type: ignore[arg-type]
    assert told.sort == "possible"
    assert isinstance(told.example, TileSet)
    found = [(set(face.charms), face.die) for face in told.example.faces]
    assert found == [(set(face.charms), face.die) for face in INVENTED.faces]
    assert {sort: len(known) for sort, known in told.forced.items()} == {
        "share a charm": 105,
        "share none": 105,
        "die": 21,
        "charm": 42,
    }


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_what_is_recovered_from_a_small_game_holds_in_just_the_sets_under_which_it_was_legal(seed: int) -> None:
    rng = random.Random(seed)
    rows = random_tiles(rng, 5)
    log = Program(random.Random(seed), 1, tells_tiles=False, rows=rows).play()
    log[-1] = {"event": "end"}
    told = recovered([text(log)])
    assert told.sort == "possible"
    # By other means: all pairs of charms on all five tiles, but those on tile 1, which may have any names.
    pairs = [1 << one | 1 << other for one, other in combinations(range(7), 2)]
    layings, start = log[2]["laid"], log[1]["line"]
    answers: dict[tuple[int, int], set[bool]] = {pair: set() for pair in combinations(range(1, 6), 2)}
    for drawn in product([3], *[pairs] * 4):
        line, legal = start, True
        for laying in layings:
            mine = drawn[laying["tile"] - 1]
            here, there = (line[0], line[-1]) if laying["end"] == "left" else (line[-1], line[0])
            shared = mine & drawn[here - 1]
            legal = legal and bool(shared if "won" in laying else not shared and not mine & drawn[there - 1])
            line = [laying["tile"], *line[:-1]] if laying["end"] == "left" else [*line[1:], laying["tile"]]
        if legal:
            for (one, other), found in answers.items():
                found.add(bool(drawn[one - 1] & drawn[other - 1]))
    for sort, answer in (("share a charm", True), ("share none", False)):
        forced = {f"{one}-{other}" for (one, other), found in answers.items() if found == {answer}}
        assert set(told.forced.get(sort, [])) == forced


def test_games_that_exclude_each_other_are_told_by_a_smallest_set_of_moves() -> None:
    sound = games(2, ROWS)  # type: ignore[arg-type]
    wrong = NeverWins(random.Random(2), tells_tiles=False, rows=ROWS).play()  # type: ignore[arg-type]
    wrong[-1] = {"event": "end"}
    told = recovered([*sound, text(wrong)])
    assert told.sort == "impossible"
    assert len(told.clash) == 2
    assert {hint.key[0] for hint in told.clash} & {"g2"}
    assert any("discards" in hint.words for hint in told.clash)


def test_a_game_that_breaks_other_rules_is_not_used_and_told() -> None:
    rows = random_tiles(random.Random(3), 7)
    log = Program(random.Random(3), 2, tells_tiles=False, rows=rows).play()
    log[3]["laid"].reverse()
    told = recovered([text(log), *games(1, rows, 2)])
    assert told.sort == "possible"
    assert [record.path for record in told.skipped] == ["g0"]
    assert "GF202 on line 4" in told.skipped[0].fault


def test_totals_alone_tell_of_the_dice_too() -> None:
    log = Program(random.Random(4), 1, tells_tiles=False, rows=random_tiles(random.Random(4), 5)).play()
    log[-1].pop("groups")
    told = recovered([text(log)])
    assert told.sort == "possible"
    log[-1]["totals"] = [0, 1000]
    log[-1]["winners"] = [2]
    assert recovered([text(log)]).sort == "impossible"


def test_the_command_infers_a_set_and_writes_one_that_fits(tmp_path: Path) -> None:
    log, out = tmp_path / "games.jsonl", tmp_path / "set.csv"
    log.write_text("".join(games(3, ROWS)), "utf-8")  # type: ignore[arg-type]
    told = run("tiles", "infer", str(log), "--pairs-once", "--out", str(out), "--format", "json")
    assert told.exit_code == 0
    row = json.loads(told.stdout)
    jsonschema.validate(row, schema("infer-tiles"))
    assert (row["verdict"], row["games"]) == ("possible", 3)
    assert run("validate", str(log), "--tiles", str(out)).exit_code == 0
    assert run("tiles", "infer", str(tmp_path / "nothing.jsonl")).exit_code == 2
    assert run("tiles", "infer", "records/school-clean").exit_code == 2


def test_known_dice_alone_can_contradict_the_sheet(tmp_path: Path) -> None:
    path = tmp_path / "dice.csv"
    path.write_text("".join(f"{tile},?,?,{1 + (tile > 18)}\n" for tile in range(1, 22)))
    told = run("tiles", "check", str(path))
    assert told.exit_code == 1
    assert "contradicts  three tiles with ganesh show 9 points" in told.stdout
    assert "contradicts  a collection can score 40 + 14 + 8" in told.stdout
    assert "not told    5 carries hand-of-fatma" in " ".join(told.stdout.split("\n"))


def test_a_header_with_nothing_behind_it_is_no_game_to_infer_from(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text('{"event":"game","format":"cloverproof/1","game":"good-fortune","edition":"daimon-2025"}\n')
    told = run("tiles", "infer", str(log))
    assert told.exit_code == 2
    assert "no game can be used: nothing follows their headers" in told.stderr


def test_games_of_too_many_tiles_are_refused(tmp_path: Path) -> None:
    log = tmp_path / "large.jsonl"
    log.write_text(text(Program(random.Random(1), 20, tells_tiles=False).play()), "utf-8")
    told = run("tiles", "infer", str(log))
    assert (told.exit_code, told.stdout) == (2, "")
    assert "too large" in told.stderr


def test_a_solver_that_gives_up_is_told_of() -> None:
    told = recover(
        GOOD_FORTUNE,
        [record for log in games(2, ROWS) for record in records("g", log.encode().splitlines())],  # type: ignore[arg-type]
        Reading(),
        timeout=1e-9,
    )
    assert told.sort == "unknown" or not told.complete


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("moves", "8 20", "--tile", "1", "--game", "good-fortune", "--tiles", "invented"), "2 tiles in the line"),
        (("moves", "8 20 15 16", "--tile", "1", "--game", "good-fortune"), "4 tiles in the line (GF203)"),
        (("score", "5AB1", "5AC2"), "tile 5 stands twice"),
        (("score", "5AB1", "05AB1"), "tile 5 stands twice"),
        (("score", "5", "05", "--tiles", "invented"), "tile 5 stands twice"),
        (("solve", "--analyze", "docs/examples/game.jsonl", "--tiles", "invented"), "has no tile sets"),
    ],
)
def test_what_cannot_lie_so_is_refused(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_file_that_is_no_text_is_no_tile_set_to_check(tmp_path: Path) -> None:
    (tmp_path / "set.csv").write_bytes(b"\xff\xfe")
    result = run("tiles", "check", str(tmp_path / "set.csv"))
    assert result.exit_code == 2
    assert "not UTF-8 text" in result.stderr


def test_spreadsheets_write_tile_sets_in_two_ways(tmp_path: Path) -> None:
    plain = GOOD_FORTUNE.material().write(load("invented", None))
    path = tmp_path / "set.csv"
    for written in (plain.encode(), b"\xef\xbb\xbf" + plain.encode(), plain.replace(",", ";").encode()):
        path.write_bytes(written)
        assert load(str(path), None).faces == load("invented", None).faces


def test_clauses_and_claims_of_one_game_are_listed() -> None:
    for command, own, other in (("rules", "GF204", "LN301"), ("claims", "GFC01", "LNC01")):
        whole, one = run(command).stdout, run(command, "--game", "good-fortune").stdout
        assert own in whole
        assert other in whole
        assert own in one
        assert other not in one
        rows = run(command, "--game", "good-fortune", "--format", "json").stdout
        assert own in rows
        assert other not in rows
