"""A mapping that is proposed for the records of an unknown program reads them as they were played."""

import json
import random
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from cli import app
from models.reading import Reading
from tests.generator import STYLES, play_game
from tests.own_records import SHAPES, written
from verifier.dialect import Source
from verifier.finding import Finding, Verdict
from verifier.foreign import dialect_named
from verifier.guess.proposal import NoProposal, Proposal, propose
from verifier.guess.texts import sorts_of
from verifier.logs import judge_log
from verifier.mapping import Mapping, read_mapping
from verifier.source import SourceLimits, Unreadable

ROOT = Path(__file__).parent.parent
OWN = Path(__file__).parent / "own_json"
EXAMPLES = ROOT / "docs" / "examples"
KEYS = ("event", "player", "from", "clover", "action", "cell", "out")
Event = dict[str, Any]


def run(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(app.program(app.COMMANDS), list(arguments), input=stdin)


def proposed(*texts: bytes) -> tuple[Proposal, Mapping]:
    proposal = propose([(f"game {number}", text) for number, text in enumerate(texts, 1)], SourceLimits())
    return proposal, msgspec.convert(tomllib.loads(proposal.text), Mapping)


def played(events: list[Event]) -> list[Event]:
    """Give what was placed before play in the order of the cells, and the turns as they came."""
    told = [{key: event[key] for key in KEYS if event.get(key) is not None} for event in events]
    for event in told:
        if (
            event["event"] == "turn" and event.get("out") == event["clover"]
        ):  # on the table it is the same as leaving the clover in the middle
            event |= {"action": "discard"}
            del event["cell"], event["out"]
    before = [event for event in told if event["event"] == "setup"]
    before.sort(key=lambda event: (event["player"], event["cell"]))
    return before + [event for event in told if event["event"] == "turn"]


def read(text: bytes, how: Mapping) -> list[Event]:
    return [
        event for event, _ in dialect_named("json").read(Source([text], SourceLimits(), how)) if isinstance(event, dict)
    ]


@pytest.mark.parametrize(("name", "seed"), [(name, 2 * (number % 2)) for number, name in enumerate(SHAPES)])
def test_a_record_of_an_unknown_program_is_read_as_it_was_played(name: str, seed: int) -> None:
    game = play_game(random.Random(seed), players=2 + seed, style=STYLES[seed])
    text = written(SHAPES[name], game)
    proposal, how = proposed(text)
    told = read(text, how)
    games = [number for number, event in enumerate(told) if event["event"] == "game"]
    assert len(games) == (2 if name.startswith("game") else 1)
    for start, end in zip(games, [*games[1:], len(told)], strict=True):
        assert played(told[start:end]) == played(game)
        assert told[start]["players"] == 2 + seed
    won = [event["winners"] for event in game if event["event"] == "end"]
    assert proposal.unsure <= 4
    assert [event["winners"] for event in told if event["event"] == "end"] in ([], won, won * 2)
    assert not proposal.failed
    assert all("conforms, 0 findings" in line for line in proposal.read)


@pytest.mark.parametrize(
    ("name", "turns", "broken"),
    [
        ("g1.json", 44, {"LN301": 8, "LN303": 16, "LN402": 1}),
        ("g2.json", 39, {"LN301": 19, "LN303": 14}),
        ("g3.json", 40, {"LN301": 13, "LN303": 16}),
    ],
)
def test_nothing_is_to_be_corrected_for_the_games_of_a_faulty_program(
    name: str, turns: int, broken: dict[str, int]
) -> None:
    proposal, how = proposed((OWN / name).read_bytes())
    assert proposal.unsure == 0
    results = list(judge_log(str(OWN / name), SourceLimits(), Reading(), mapping=how))
    assert Counter(each.clause for each in results if isinstance(each, Finding)) == broken
    assert isinstance(results[-1], Verdict)
    assert results[-1].turns == turns


def test_a_table_gets_a_mapping_of_its_columns(tmp_path: Path) -> None:
    game = play_game(random.Random(1), players=3)
    rows = [["who", "clover no", "taken from", "square"]]
    for each in game:
        if each["event"] in ("setup", "turn"):
            source = {"pile": "deck", "middle": "table"}.get(each.get("from", ""), "")
            rows.append(["xyz"[each["player"] - 1], str(each["clover"]), source, each.get("cell", "-").upper()])
    table = tmp_path / "game.csv"
    table.write_text("".join(";".join(row) + "\n" for row in rows))
    assert "`cloverproof convert --guess FILE`" in run("validate", str(table)).output
    proposal, how = proposed(table.read_bytes())
    assert how.columns["clover"] == "clover no"
    whole = Source([table.read_bytes()], SourceLimits(), how)
    told = [event for event, _ in dialect_named("table").read(whole) if isinstance(event, dict)]
    number = {event["player"]: event["player"] for event in told if event["event"] == "turn"}
    assert len(number) == 3
    assert [(e["clover"], e.get("cell")) for e in told if e["event"] in ("setup", "turn")] == [
        (e["clover"], e.get("cell")) for e in game if e["event"] in ("setup", "turn")
    ]
    assert all("conforms, 0 findings" in line for line in proposal.read)


def test_foreign_lines_are_led_to_a_proposal_and_damaged_ones_of_ours_are_not(tmp_path: Path) -> None:
    lines = tmp_path / "game.jsonl"
    for text, way in (
        ('{"who":1,"tile":5}', True),
        ('{"event":"move","tile":5}', True),
        ('{"type":"game","tile":5}', False),
        ("{", False),
    ):
        lines.write_text(text + "\n")
        assert ("`cloverproof convert --guess" in run("validate", str(lines)).output) is way


def test_another_game_than_the_one_that_is_known_is_named() -> None:
    ran = run("convert", "--guess", "-", stdin=b'{"game": "goodFortune", "turns": [{"p": 1, "tile": 3}]}')
    assert ran.exit_code == 2
    assert "names Good Fortune: --guess knows the records of Lucky Numbers alone" in ran.output


def test_what_is_not_sure_is_marked_and_counted() -> None:
    record = {
        "start": [[1, 5, 9, 13], [2, 6, 10, 14]],
        "moves": [{"tile": 3 + n, "src": "deck", "at": [1 + n % 3, 2]} for n in range(9)],
    }
    proposal, how = proposed(json.dumps(record).encode())
    assert proposal.text.count("NOT SURE: ") == proposal.unsure >= 2
    assert f"Look at {proposal.unsure} lines marked NOT SURE" in proposal.text
    assert how.facts["player"] == "@order"


def test_what_no_line_of_the_mapping_uses_is_named() -> None:
    game = play_game(random.Random(1))
    record = SHAPES["flat"](game)
    for move in record["moves"]:
        move["mood"] = "fine\x1b[31m"
    proposal, _ = proposed(json.dumps(record).encode())
    assert "# not used: mood" in proposal.text
    assert "\x1b" not in proposal.text


def test_names_of_any_signs_are_written_so_that_they_can_be_read() -> None:
    game = play_game(random.Random(1))
    names = ['A "b" = 1', "ä\u2028\x7f.[x]\\"]
    record = SHAPES["flat"](game)
    for move in record["moves"]:
        move["the player"] = names[move.pop("p")]
    record["winner"] = None
    _, how = proposed(json.dumps(record).encode())
    assert how.values["player"] == {
        name: number for number, name in enumerate(dict.fromkeys(m["the player"] for m in record["moves"]), 1)
    }
    first = record["moves"][0]["the player"]
    assert how.values["player"][first] == 1


def test_several_records_are_looked_at_together() -> None:
    games = [play_game(random.Random(seed)) for seed in (1, 2)]
    proposal, how = proposed(*(written(SHAPES["flat"], game) for game in games))
    assert len(proposal.read) == 2
    for game in games:
        assert played(read(written(SHAPES["flat"], game), how)) == played(game)


def test_an_archive_gets_a_mapping_of_its_notifications() -> None:
    text = (EXAMPLES / "archive.json").read_bytes()
    proposal, how = proposed(text)
    right = read_mapping(str(EXAMPLES / "archive.toml"))
    assert how.values == right.values
    assert {name: each.means for name, each in how.notifications.items()} == {
        "laid": "lay",
        "revealed": "draw",
        "result": "end",
    }
    assert "conforms" in proposal.read[0]


@pytest.mark.parametrize(
    ("texts", "patterns"),
    [
        (["Red draws 5 and puts it on B2", "Blue takes 7 from the table to C3"] * 2, {"{player} draws {clover} and puts it on {cell}": ("lay", "pile"), "{player} takes {clover} from the table to {cell}": ("lay", "middle")}),
        (["P1: 13 r2c0", "P2: 4 r0c3"] * 2, {"P{player}: {clover} r{row}c{column}": ("lay", "")}),
        (["Player 2 discards 8", "Player 1 swaps 8 for 9 at a1"] * 2, {"Player {player} discards {clover}": ("leave", ""), "Player {player} swaps {clover} for {out} at {cell}": ("lay", "")}),
        (["hello there", "P1 wins", "P2 sets up 3 {x} a1"], {"P{winners} wins": ("end", ""), "P{player} sets up {clover} (x) {cell}": ("lay", "")}),
    ],
)  # fmt: skip
def test_texts_are_sorted_by_how_they_are_written(texts: list[str], patterns: dict[str, tuple[str, str]]) -> None:
    sorts, _ = sorts_of(texts)
    assert {sort.pattern: (sort.means, sort.source) for sort in sorts} == patterns


# The command ----------------------------------------------------------------------------------------------------------


def test_the_command_proposes_and_the_mapping_is_used_at_once(tmp_path: Path) -> None:
    out = tmp_path / "mapping.toml"
    result = run("convert", "--guess", str(OWN), "-o", str(out))
    assert (result.exit_code, result.stdout) == (0, "")
    assert "g1.json: 44 turns, breaks, 25 findings" in result.stderr
    assert f"next: cloverproof validate --mapping {out} " in result.stderr
    assert (
        "3 logs, 123 turns: 0 conform, 3 break, 0 unreadable; 87 findings"
        in run("validate", "--mapping", str(out), str(OWN)).stdout
    )
    printed = run("convert", "--guess", "-", stdin=(OWN / "g1.json").read_bytes())
    assert tomllib.loads(printed.stdout) == tomllib.loads(run("convert", "--guess", str(OWN / "g1.json")).stdout)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"hello", "--guess is for JSON, JSON Lines and tables"),
        (
            b'{"a": [1, 2, 3], "b": [{"c": "d"}, {"c": "e"}]}',
            "no moves of Lucky Numbers are found in -: the lists in it are a (3), b (2)",
        ),
        (b"{}", "there is no list in it"),
        (b"\xff\xfe", "error[LOG003]"),
        (b"[" * 100_000, "nested too deeply"),
        ((EXAMPLES / "game.jsonl").read_bytes(), "is in the form cloverproof, which is read without a mapping"),
        ((ROOT / "records/native/native_2p_standard.server.json").read_bytes(), "is in the form game-park"),
    ],
)
def test_where_nothing_can_be_proposed_it_is_said_and_ends_with_2(text: bytes, words: str) -> None:
    result = run("convert", "--guess", "-", stdin=text)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "Traceback" not in result.stderr


def test_a_record_without_a_setup_is_told_what_to_add(tmp_path: Path) -> None:
    """The numbers that it asks for, put where it says, mend the breach that it names."""
    record = SHAPES["flat"](play_game(random.Random(1)))
    begun = record.pop("start")
    file, mapping = tmp_path / "game.json", tmp_path / "mapping.toml"
    file.write_text(json.dumps(record))
    told = run("convert", "--guess", str(file)).stdout
    assert "# NO SET-UP is found, so that LN102 breaks" in told
    mapping.write_text(told.replace("\n[record]", f'\n[record]\nsetup = "`{json.dumps(begun)}`"'))
    assert "1 conform" in run("validate", "--mapping", str(mapping), str(file)).stdout


def test_a_record_that_stays_partly_unread_gets_a_proposal_and_ends_with_1() -> None:
    record = SHAPES["flat"](play_game(random.Random(1)))
    record["moves"][5]["tile"] = "seven"
    result = run("convert", "--guess", "-", stdin=json.dumps(record).encode())
    assert result.exit_code == 1
    assert "clover must be a whole number, not 'seven'" in result.stderr
    assert "what cannot be read is to be corrected in the mapping" in result.stderr


def test_the_unreadable_form_names_both_ways_out(tmp_path: Path) -> None:
    told = run("validate", str(OWN / "g1.json")).stdout
    assert "error[LOG013]" in told
    assert "`cloverproof convert --guess FILE`" in told
    assert "`cloverproof schema log`" in told
    assert "`cloverproof convert --exporter python`" in told


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 25) | st.floats(allow_nan=False) | st.sampled_from(["a1", "P1 draws 5 -> b2", "deck", "x"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["p", "tile", "row", "col", "from", "type", "moves", "a.b", ""]), inner, max_size=5),
    max_leaves=30,
)  # fmt: skip


@settings(max_examples=30, deadline=None)
@given(JSON, st.booleans())
def test_whatever_the_record_is_a_proposal_can_be_read_or_there_is_none(record: Any, lines: bool) -> None:
    each = json.dumps(record).encode()
    text = each + b"\n" + each if lines else each
    try:
        _, how = proposed(text)
    except (NoProposal, Unreadable):
        return
    assert how.record.moves


# Programs that write our form ----------------------------------------------------------------------------------------

LANGUAGES = {
    "python": (sys.executable, "export.py", "{} = {}\n"),
    "javascript": ("node", "export.js", "const {} = {};\n"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_exporter_filled_in_writes_a_log_that_conforms(language: str, tmp_path: Path) -> None:
    command, name, assignment = LANGUAGES[language]
    if shutil.which(command) is None:
        pytest.skip(f"no {command}")
    printed = run("convert", "--exporter", language)
    assert printed.exit_code == 0
    assert len([line for line in printed.stdout.splitlines() if line.strip()]) <= 16
    game = play_game(random.Random(3))

    def at(event: Event) -> list[Any]:
        cell = event.get("cell")
        return [None, None] if cell is None else [int(cell[1]) - 1, "abcd".index(cell[0])]

    facts = {
        "PLAYERS": 2,
        "PLACED": [[e["player"], e["clover"], *at(e)] for e in game if e["event"] == "setup"],
        "TURNS": [
            [e["player"], e["from"], e["clover"], e["action"], *at(e), e["pile"], e["middle"]]
            for e in game
            if e["event"] == "turn"
        ],
        "WINNERS": game[-1]["winners"],
    }
    values = {key: repr(value) if language == "python" else json.dumps(value) for key, value in facts.items()}
    filled = "".join(assignment.format(key, value) for key, value in values.items()) + printed.stdout
    (tmp_path / name).write_text(filled, "utf-8")
    subprocess.run([command, name], cwd=tmp_path, check=True, timeout=600)
    result = run("validate", str(tmp_path / "game.jsonl"))
    assert (result.exit_code, "conforms" in result.stdout) == (0, True)
    assert sum(e["event"] == "turn" for e in game) == sum(
        '"turn"' in line for line in (tmp_path / "game.jsonl").read_text().splitlines()
    )
