"""The conformance suite: right by all three judges, the same for a seed, and deadly for every known mistake."""

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from models.clause import Clause
from models.games import GAMES
from models.lucky_numbers.clauses.ln101_sets import OneSetEach
from models.lucky_numbers.clauses.ln203_reveal import RevealFaceDown
from models.lucky_numbers.clauses.ln204_leave import LeaveRevealed
from models.lucky_numbers.clauses.ln205_take import TakeFaceUp
from models.lucky_numbers.clauses.ln207_pile import PileKept
from models.lucky_numbers.clauses.ln301_ascending import Ascending
from models.lucky_numbers.clauses.ln302_add import AddToEmpty
from models.lucky_numbers.clauses.ln303_exchange import Exchange
from models.lucky_numbers.clauses.ln401_full_garden import FullGarden
from models.lucky_numbers.clauses.ln402_last_clover import LastClover
from models.lucky_numbers.clauses.ln403_fewest_empty import FewestEmpty
from models.lucky_numbers.clauses.ln404_no_other_end import NoOtherEnd
from models.lucky_numbers.higher_order_mutants import TOGETHER, replaced
from models.reading import Reading
from reports.schemas import schema
from reports.suite import readme
from tests.oracle import judge as oracle
from verifier.finding import Finding
from verifier.grade import BadAnswers, Grades, grade, read_answers
from verifier.item_steps import item_step, steps_of_log, verdict
from verifier.judge import judge
from verifier.mutants import MutantScore, scores
from verifier.suite import KINDS, Item, all_mistakes, files, items, json_lines

GAME = GAMES[0]
SEED = 1

# What goes wrong in real programs, and the clauses as such a program has them.
SEEN: dict[str, tuple[tuple[Clause[Any], ...], ...]] = {
    "the end of the pile": (
        (LastClover(until_middle_is_empty=True),),
        (LastClover(round_is_finished=True),),
        (LastClover(stops=False),),
        TOGETHER["the pile is refilled from the middle"],
    ),
    "the exchanged clover is lost": ((Exchange(goes="nothing"),),),
    "the exchanged clover goes back face down": ((Exchange(goes="nothing"), PileKept(exchanged_returns=1)),),
    "the wrong clover goes to the middle": ((Exchange(goes="new"),),),
    "only direct neighbours are compared": ((Ascending(reach_in_row=1, reach_in_column=1),),),
    "blind at distance 3": ((Ascending(reach_in_row=2, reach_in_column=2),),),
    "only where row and column are filled": ((Ascending(lines="only if both hold numbers"),),),
    "equal numbers pass": ((Ascending(equal_in_row="both", equal_in_column="both"),),),
    "no placement test": (
        (Ascending(in_row="none", in_column="none"),),
        (Ascending(in_row="none", in_column="none"), AddToEmpty(occupied_too=True)),
    ),
    "exchange refused": ((Exchange(allowed="none"),),),
    "same number anywhere refused": ((Ascending(distinct=True),),),
    "80 clovers for two": ((OneSetEach(extra_sets=2),),),
    "80 clovers for three": ((OneSetEach(extra_sets=1), RevealFaceDown(any_number=True)),),
    "a lost clover": ((OneSetEach(lost=1),),),
    "start clovers not from the pile": ((OneSetEach(dealt_more=None),),),
    "taking what is not there": ((TakeFaceUp(anything=True),),),
    "putting back what was taken": ((LeaveRevealed(taken_too=True),),),
    "a tie with one winner only": ((FewestEmpty(ties="first player"),),),
    "a tie with nobody named": ((FewestEmpty(ties="nobody"),),),
    "a turn after the end": ((FullGarden(stops=False),), (FullGarden(stops=False), LastClover(stops=False))),
    "stops before the last clover": ((NoOtherEnd(left=1),), (LastClover(left=1),)),
}


@cache
def suite() -> list[Item]:
    return items(GAME, SEED)


@cache
def of_kind(kind: str) -> list[Item]:
    return [item for item in suite() if item.kind == kind]


@cache
def suite_files() -> dict[str, bytes]:
    return files(SEED, suite(), readme(GAME, suite(), SEED))


@cache
def all_scores() -> list[MutantScore]:
    return list(scores(GAME, suite()))


def text_of(item: Item) -> str:
    return json_lines(item.events).decode()


def judged(item: Item) -> list[Finding]:
    found = judge(item.id, [json_lines(item.events).splitlines()], Reading())
    return [each for each in found if isinstance(each, Finding)]


# The questions --------------------------------------------------------------------------------------------------------


def test_every_item_has_an_id_of_its_own_and_every_kind_has_items() -> None:
    assert len({item.id for item in suite()}) == len(suite())
    assert {item.kind for item in suite()} == set(KINDS)


def test_the_judge_of_logs_gives_the_answers_on_all_logs() -> None:
    for item in [*of_kind("game"), *of_kind("slip")]:
        findings = judged(item)
        wrong = [each.line for each in findings if each.kind != "outside-edition"]
        assert (item.answer["verdict"], item.answer["line"]) == (
            ("breaks", wrong[0]) if wrong else ("conforms", None)
        ), item.id
        assert item.answer["outside"] == sorted(
            {each.line for each in findings if each.kind == "outside-edition" and each.line is not None}
        )


def test_a_second_judge_gives_the_answers_on_all_logs() -> None:
    for item in [*of_kind("game"), *of_kind("slip")]:
        # A second start by the same player may be told where it happens, or where the tournament ends.
        breaches = [each for each in oracle(text_of(item)) if each[1] != "LN601"]
        if "LN601" in item.row["clauses"]:
            continue
        assert item.answer["line"] == (breaches[0][0] if breaches else None), (item.id, breaches)


def test_every_game_is_legal_and_there_is_one_of_every_end_tie_and_variant() -> None:
    assert {item.answer["verdict"] for item in of_kind("game")} == {"conforms"}
    shown = {item.row["shows"] for item in of_kind("game")}
    assert shown >= {
        "a full garden",
        "a full garden by the last clover",
        "the last clover",
        "the last clover, 2 winners",
        "the last clover, 3 winners",
        "the last clover, 4 winners",
        "one player left",
        "no end",
        "another turn",
        "one champion",
        "a tied tournament",
    }
    headers = [event for item in of_kind("game") for event in item.events if event["event"] == "game"]
    for key in ("edition", "setup", "players"):
        assert {header[key] for header in headers} == {
            "edition": {edition.key for edition in GAME.editions},
            "setup": {"standard", "michael"},
            "players": {2, 3, 4},
        }[key]
    assert {name for header in headers for name in header.get("variants", ())} == {"bruno", "bruno-any"}
    ties = Counter(len(item.events[-1].get("winners", ())) for item in of_kind("game"))
    assert set(ties) >= {1, 2, 3, 4}


def test_every_slip_breaks_the_rules_at_its_last_event_but_the_stop() -> None:
    for item in of_kind("slip"):
        assert item.answer["verdict"] == "breaks"
        last = len(item.events) - (item.events[-1]["event"] == "stop")
        assert item.answer["line"] == last, item.id
        assert item.row["mistake"]


def test_a_program_with_the_mistake_of_a_slip_finds_nothing_wrong_in_it() -> None:
    by_name = {mistake.name: mistake for mistake in all_mistakes(GAME)}
    for item in of_kind("slip"):
        mistake = by_name[item.row["mistake"]]
        step = next(each for each in item.item_steps if each.place == str(item.answer["line"]))
        again = item_step("", step.step, mistake.clauses, refused=step.refused)
        assert again.legal != step.legal, item.id


def test_a_log_can_be_read_by_the_schema_of_logs() -> None:
    check = Draft202012Validator(schema("log"))
    for item in [*of_kind("game"), *of_kind("slip")][::7]:
        for event in item.events:
            check.validate(event)


def test_positions_list_every_turn_once_and_reach_every_sort_of_table() -> None:
    clauses = set()
    for item in of_kind("position"):
        turns = [*item.row["legal"], *(turn for turns in item.row["illegal"].values() for turn in turns)]
        assert len(set(turns)) == len(turns) == len(item.item_steps)
        clauses |= {name for names in item.row["illegal"] for name in names.split()}
        space, code = GAME.state_spaces().read(item.row["table"], Reading())
        assert sorted(way.text for way in space.ways(code)) == item.row["legal"]
    assert clauses >= {"LN203", "LN204", "LN205", "LN301", "LN302", "LN303", "LN401", "LN402"}
    assert any(not item.row["legal"] for item in of_kind("position"))
    assert any("drawn" in item.row["table"] for item in of_kind("position"))
    assert any("strict" in item.row["table"] for item in of_kind("position"))


def test_replaying_and_judging_are_the_same_for_a_log_of_several_games() -> None:
    item = next(item for item in of_kind("game") if item.id == "game-tournament-3")
    assert verdict(tuple(steps_of_log(GAME, item.events)))["verdict"] == "conforms"
    assert sum(event["event"] == "game" for event in item.events) == 3


# The files ------------------------------------------------------------------------------------------------------------


def test_the_manifest_names_every_file_with_its_checksum() -> None:
    found = suite_files()
    manifest = json.loads(found["manifest.json"])
    assert set(manifest["files"]) == set(found) - {"manifest.json"}
    for name, facts in manifest["files"].items():
        assert facts == {"bytes": len(found[name]), "sha256": hashlib.sha256(found[name]).hexdigest()}
    assert manifest["items"] == {kind: len(of_kind(kind)) for kind in KINDS}
    assert sum(map(len, found.values())) < 4_000_000


def command(*arguments: str, stdin: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "cli.app", *arguments],
        cwd=Path(__file__).parent.parent,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        check=False,
    )


def test_another_process_writes_the_same_files_byte_by_byte(tmp_path: Path) -> None:
    done = command("suite", str(tmp_path / "s"), PYTHONHASHSEED="7")
    assert done.returncode == 0, done.stderr
    written = {
        str(path.relative_to(tmp_path / "s")): path.read_bytes()
        for path in (tmp_path / "s").rglob("*")
        if path.is_file()
    }
    assert written == suite_files()


def test_the_right_answers_have_the_schema_of_answers() -> None:
    check = Draft202012Validator(schema("answers"))
    for line in suite_files()["answers.jsonl"].decode().splitlines():
        check.validate(json.loads(line))


@pytest.mark.parametrize(
    ("name", "file"), [("suite-position", "positions"), ("suite-table", "tables"), ("suite-log", "logs")]
)
def test_the_lines_of_the_files_have_their_schemas(name: str, file: str) -> None:
    check = Draft202012Validator(schema(name))
    lines = suite_files()[f"{file}.jsonl"].decode().splitlines()
    assert len(lines) > 30
    for line in lines[::12]:
        check.validate(json.loads(line))


# Mutants --------------------------------------------------------------------------------------------------------------


def test_for_every_mutant_of_every_clause_an_item_fails() -> None:
    missed = [score.mistake.name for score in all_scores() if not score.caught]
    assert not missed
    names = {score.mistake.name for score in all_scores()}
    assert names >= {f"{clause.id}: {name}" for clause in GAME.clauses() for name in clause.mutants()}
    assert len(names) >= 100


def test_nearly_all_mistakes_show_without_naming_clauses() -> None:
    named = [score.mistake.name for score in all_scores() if score.named]
    assert {name.partition(":")[0] for name in named} <= {"LN502"}, named


@pytest.mark.parametrize("seen", SEEN)
def test_what_real_programs_get_wrong_is_caught_by_a_position_or_a_log(seen: str) -> None:
    by_clauses = {score.mistake.clauses: score for score in all_scores()}
    for wrong in SEEN[seen]:
        score = by_clauses[replaced(*wrong)]
        assert score.caught["position"] + score.caught["game"] + score.caught["slip"]
        assert not score.named


def test_each_mistake_that_several_clauses_make_has_a_log_of_its_own() -> None:
    logs = {item.row["mistake"] for item in of_kind("slip")}
    assert {mistake.name for mistake in GAME.suite_items().mistakes()} <= logs


# Grading --------------------------------------------------------------------------------------------------------------


def right_answers() -> dict[str, dict[str, Any]]:
    return {item.id: json.loads(json.dumps(item.answer)) for item in suite()}


def graded(answers: dict[str, dict[str, Any]]) -> Grades:
    return grade(suite(), answers)


def test_the_right_answers_pass() -> None:
    grades = graded(right_answers())
    assert grades.passed
    assert grades.right == grades.asked
    bare = {
        key: {name: value for name, value in answer.items() if name not in ("outside", "clauses")}
        for key, answer in right_answers().items()
    }
    assert graded(bare).passed


@pytest.mark.parametrize(
    ("kind", "spoil", "words"),
    [
        ("position", {"legal": ["99 a1"]}, "no turn of this table"),
        ("position", {"legal": "all"}, "not a list of turns"),
        ("position", {}, "not a list of turns"),
        ("perft", {"counts": [1]}, "[1], not ["),
        ("step", {"legal": 5}, "legal is 5"),
        ("step", {"clauses": ["LN999"]}, "clauses is"),
        ("game", {"verdict": "breaks", "line": 3}, 'line 3 is held to be wrong, and keeps the rules: {"event":'),
        ("game", {"verdict": "conforms", "line": 3}, "line is 3"),
        ("game", {"verdict": "conforms", "line": 10**6}, "line is 1000000"),
        ("slip", {"verdict": "conforms", "line": "2"}, 'verdict is "conforms"'),
        ("slip", {"verdict": "conforms", "line": None}, " is held to be right, and breaks "),
        ("slip", {"verdict": "breaks", "line": 1}, "line 1 is held to be wrong, and keeps the rules"),
        ("slip", {}, "verdict is null"),
        ("step", {"legal": 1}, "legal is 1"),
        ("perft", {"counts": [5.0, 937]}, "[5.0, 937], not [5, 937]"),
        ("position", {"legal": ["13 -"] * 2}, "missing"),
        ("perft", {"counts": list(range(100_000))}, "..., not"),
        ("position", {"legal": ["x" * 100_000]}, "no turn of this table"),
        ("step", {"legal": "x" * 100_000}, "..., not"),
    ],
)
def test_a_wrong_answer_is_named_with_what_is_wrong(kind: str, spoil: dict[str, Any], words: str) -> None:
    answers = right_answers()
    item = of_kind(kind)[0]
    kept = {"id": item.id} if not spoil else answers[item.id]
    answers[item.id] = {**kept, **spoil}
    grades = graded(answers)
    assert list(grades.wrong) == [item.id]
    assert words in grades.wrong[item.id]
    assert len(grades.wrong[item.id]) < 1000
    assert not grades.passed


def test_a_missing_and_a_wrong_turn_are_named_with_the_clause() -> None:
    answers = right_answers()
    item = next(item for item in of_kind("position") if "LN301" in item.row["illegal"])
    wrong = item.row["illegal"]["LN301"][0]
    answers[item.id]["legal"] = [*item.row["legal"][1:], wrong]
    fault = graded(answers).wrong[item.id]
    assert f"missing: {item.row['legal'][0]}" in fault
    assert f"{wrong} (LN301)" in fault


def test_a_kind_without_answers_is_left_out_but_a_missing_answer_of_another_kind_is_told() -> None:
    answers = {key: answer for key, answer in right_answers().items() if key.startswith("perft")}
    assert graded(answers).passed
    assert graded(answers).kinds == ["perft"]
    answers.pop("perft-001")
    assert (graded(answers).unanswered, graded(answers).wrong) == (["perft-001"], {})
    assert not graded(answers).passed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no answer"),
        ("hm", "line 1 is not JSON"),
        ("[]", "line 1 is not an object"),
        ('{"legal":[]}', "line 1 is not an object with an id"),
        ('{"id":"a"}\n\n{"id":"a"}', "line 3 answers 'a' a second time"),
        ('{"id":"a","legal":[],"legal":["5 -"]}', "line 1 is not JSON: a key stands there twice"),
        ('{"id":"a","legal":' + "[" * 9 + "]" * 9 + "}", "line 1 has lists or objects in one another"),
        ('{"id":"a","legal":' + "[" * 99_999 + "]" * 99_999 + "}", "line 1 is not JSON"),
        ('{"id":"a","counts":[' + "9" * 9999 + "]}", "line 1 is not JSON"),
    ],
)
def test_answers_that_cannot_be_read_are_refused(text: str, words: str) -> None:
    with pytest.raises(BadAnswers) as refused:
        read_answers(text)
    assert words in str(refused.value)


def test_a_line_ends_only_where_the_file_says_so() -> None:
    assert set(read_answers('{"id":"a","note":"one\u2028line\u0085 still"}\r\n{"id":"b"}')) == {"a", "b"}


def test_the_command_grades_answers_from_standard_input() -> None:
    answers = {key: answer for key, answer in right_answers().items() if key.startswith(("perft", "step"))}
    answers["perft-001"]["counts"] = [7]
    text = "".join(msgspec.json.encode(each).decode() + "\n" for each in answers.values())
    done = command("suite", "--check", "-", stdin=text)
    assert done.returncode == 1
    assert "wrong: perft-001: [7], not" in done.stdout
    assert "steps" in done.stdout
    assert done.stdout.count("not answered") == 3


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        ((), "", "name a folder to write to"),
        (("x", "--check", "y"), "", "name a folder to write to"),
        (("tests",), "", "not an empty folder"),
        (("README.md",), "", "not an empty folder"),
        (("x" * 300,), "", "File name too long"),
        (("README.md/x",), "", "cannot write README.md/x"),
        (("--check", "."), "", "cannot read '.'"),
        (("--check", "nowhere.jsonl"), "", "cannot read 'nowhere.jsonl'"),
        (("--check", "-"), "hm", "not JSON"),
        (("--check", "-"), '{"id":"a"}', "none of the answers belongs"),
    ],
)
def test_wrong_use_is_refused_with_words_and_code_2(arguments: tuple[str, ...], stdin: str, words: str) -> None:
    done = command("suite", *arguments, stdin=stdin)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
