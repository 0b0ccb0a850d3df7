"""The conformance suite of Good Fortune: right by all three judges, and deadly for every known mistake."""

import json
import os
import random
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from models.good_fortune.game import GOOD_FORTUNE
from models.good_fortune.higher_order_mutants import TOGETHER
from models.reading import Reading
from reports.schemas import schema
from reports.suite import readme
from tests.good_fortune_games import FAULTS, Program
from tests.good_fortune_referee import Face, first_breach, lines_of, table_of, turns_of
from verifier.drive.adapter import Adapter
from verifier.drive.play import Player
from verifier.drive.run_suite import SuiteRun, run_suite
from verifier.finding import Finding
from verifier.grade import grade
from verifier.item_steps import item_step
from verifier.judge import judge
from verifier.mutants import MutantScore, scores
from verifier.suite import KINDS, Item, all_mistakes, files, items, json_lines

GAME, SEED = GOOD_FORTUNE, 1
ROOT = Path(__file__).parent.parent


@cache
def suite() -> list[Item]:
    return items(GAME, SEED)


def of_kind(kind: str) -> list[Item]:
    return [item for item in suite() if item.kind == kind]


@cache
def all_scores() -> list[MutantScore]:
    return list(scores(GAME, suite()))


@cache
def invented() -> dict[int, Face]:
    rows = tomllib.loads((ROOT / "models/good_fortune/tile_sets/invented.toml").read_text())["tiles"]
    return {number: (one, other, die) for number, one, other, die in rows}


# The questions --------------------------------------------------------------------------------------------------------


def test_every_item_has_an_id_of_its_own_and_every_kind_has_items() -> None:
    assert len({item.id for item in suite()}) == len(suite()) > 300
    assert {item.kind for item in suite()} == set(KINDS)


def test_the_judge_of_logs_gives_the_answers_on_all_logs() -> None:
    for item in [*of_kind("game"), *of_kind("slip")]:
        found = judge(item.id, [json_lines(item.events).splitlines()], Reading())
        findings = [each for each in found if isinstance(each, Finding)]
        wrong = [each.line for each in findings if each.kind != "outside-edition"]
        outside = sorted({each.line for each in findings if each.kind == "outside-edition"}, key=str)
        right = ("breaks", wrong[0], outside) if wrong else ("conforms", None, outside)
        assert (item.answer["verdict"], item.answer["line"], item.answer["outside"]) == right, item.id


def test_a_second_judge_gives_the_answers_on_all_logs() -> None:
    for item in [*of_kind("game"), *of_kind("slip")]:
        assert item.answer["line"] == first_breach(item.events, invented()), item.id


def test_a_second_judge_finds_the_same_first_breach_in_logs_of_right_and_wrong_programs() -> None:
    makers = [(Program, number) for number in range(20)]
    makers += [(faulty, number) for faulty, _ in FAULTS.values() for number in range(4)]
    found = Counter[bool]()
    for maker, number in makers:
        rng = random.Random(f"{maker.__name__} {number}")
        log = maker(rng, rng.choice((9, 3)), rng.choice((None, "guessing", "simple-laying"))).play()
        results = judge("log", [json_lines(log).splitlines()], Reading())
        wrong = [each.line for each in results if isinstance(each, Finding) and each.kind != "outside-edition"]
        assert first_breach(log, {}) == (wrong[0] if wrong else None), (maker, number)
        found[bool(wrong)] += 1
    assert min(found.values()) >= 20


def test_a_second_program_lists_and_counts_the_same_turns() -> None:
    for item in of_kind("position"):
        game = table_of(item.row["table"], invented())
        assert sorted(words for words, _ in turns_of(game)) == item.answer["legal"], item.id
    for item in of_kind("perft"):
        game = table_of(item.row["table"], invented())
        small = [depth for depth, count in enumerate(item.answer["counts"], 1) if count <= 20_000]
        for depth in small:
            assert lines_of(game, depth) == item.answer["counts"][depth - 1], item.id


def test_every_game_is_legal_and_there_is_one_of_every_end_tie_and_variant() -> None:
    assert {item.answer["verdict"] for item in of_kind("game")} == {"conforms"}
    assert {item.row["shows"] for item in of_kind("game")} >= {
        "one winner",
        "equal points",
        "a score that is left open",
        "counting again matters",
        "a split at will would score more",
        "a tile just laid is won",
        "tiles that are not known",
        "a refusal",
        "no end",
        "one player left",
    }
    variants = {tuple(item.events[0].get("variants", ())) for item in of_kind("game")}
    assert variants == {(), ("guessing",), ("simple-laying",)}
    assert {len(item.events[-1].get("winners", [0])) for item in of_kind("game")} == {0, 1, 2}
    assert {item.events[0].get("hand", 9) for item in of_kind("game")} >= {1, 2, 9, 12}


def test_every_slip_breaks_the_rules_at_its_last_event_but_the_stop_and_its_program_does_not_see_it() -> None:
    by_name = {mistake.name: mistake for mistake in all_mistakes(GAME)}
    for item in of_kind("slip"):
        last = len(item.events) - (item.events[-1]["event"] == "stop")
        assert (item.answer["verdict"], item.answer["line"]) == ("breaks", last), item.id
        step = next(each for each in item.item_steps if each.place == str(last))
        again = item_step("", step.step, by_name[item.row["mistake"]].clauses, refused=step.refused)
        assert again.legal != step.legal, item.id


def test_a_log_can_be_read_by_the_schema_of_logs() -> None:
    check = Draft202012Validator(schema("log"))
    for item in [*of_kind("game"), *of_kind("slip")][::7]:
        for event in item.events:
            check.validate(event)


def test_positions_list_every_turn_once_and_reach_every_clause_about_turns() -> None:
    clauses = set()
    for item in of_kind("position"):
        turns = [*item.row["legal"], *(turn for turns in item.row["illegal"].values() for turn in turns)]
        assert len(set(turns)) == len(turns) == len(item.item_steps)
        clauses |= {name for names in item.row["illegal"] for name in names.split()}
        space, code = GAME.state_spaces().read(item.row["table"], Reading())
        assert sorted(way.text for way in space.ways(code)) == item.row["legal"]
    assert clauses == {"GF201", "GF202", "GF204", "GF401", "GF502"}
    assert any(not item.row["legal"] for item in of_kind("position"))


# Mutants --------------------------------------------------------------------------------------------------------------


def test_for_every_mutant_of_every_clause_an_item_fails() -> None:
    assert not [score.mistake.name for score in all_scores() if not score.caught]
    names = {score.mistake.name for score in all_scores()}
    mutants = {f"{clause.id}: {name}" for clause in GAME.clauses() for name in clause.mutants()}
    assert names == mutants | TOGETHER.keys()


def test_nearly_all_mistakes_show_without_naming_clauses() -> None:
    named = {score.mistake.name for score in all_scores() if score.named}
    assert named == {"GF207: Simple laying has a medallion", "GF401: play goes on with empty hands"}


def test_nearly_all_mistakes_have_a_log_of_their_own() -> None:
    logs = {item.row["mistake"] for item in of_kind("slip")}
    without = {mistake.name for mistake in all_mistakes(GAME)} - logs
    assert without == {
        "GF102: a long game is printed too",
        "GF102: a short game is printed too",
        "GF209: anybody may give up",
        "GF207: it must be handed over in Guessing too",
        "GF207: Simple laying has a medallion",
        "GF401: play goes on with empty hands",
    }
    assert TOGETHER.keys() <= logs


def test_no_two_mistakes_fail_the_same_items_in_the_same_way() -> None:
    told: dict[str, str] = {}
    for score in all_scores():
        clauses = score.mistake.clauses
        ways = json.dumps([_judged(item, clauses) for item in suite() if item.kind in ("step", "game", "slip")])
        assert ways not in told, (score.mistake.name, told.get(ways))
        told[ways] = score.mistake.name


def _judged(item: Item, clauses: Any) -> list[list[int]]:
    return [sorted(item_step("", each.step, clauses).broken) for each in item.item_steps]


# The files and the command --------------------------------------------------------------------------------------------


def command(*arguments: str, stdin: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "cli.app", *arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        check=False,
    )


def test_another_process_writes_the_same_files_byte_by_byte(tmp_path: Path) -> None:
    done = command("suite", str(tmp_path / "s"), "--game", "good-fortune", PYTHONHASHSEED="7")
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "s"
    written = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert written == files(SEED, suite(), readme(GAME, suite(), SEED))
    text = written["README.md"].decode()
    assert "Good Fortune" in text
    assert "Lucky" not in text
    assert "clovers" not in text


def test_the_right_answers_pass_and_a_wrong_one_does_not() -> None:
    answers = {item.id: json.loads(json.dumps(item.answer)) for item in suite()}
    assert grade(suite(), answers).passed
    answers["position-001"]["legal"] = answers["position-001"]["legal"][1:]
    assert list(grade(suite(), answers).wrong) == ["position-001"]


@pytest.mark.parametrize(("game", "code"), [("good-fortune", 0), ("lucky-numbers", 1)])
def test_answers_are_graded_by_the_suite_of_the_game_that_is_named(game: str, code: int) -> None:
    answers = "".join(json.dumps(item.answer) + "\n" for item in of_kind("perft"))
    done = command("suite", "--check", "-", "--game", game, stdin=answers)
    assert done.returncode == code
    assert f"{len(of_kind('perft'))} of {len(of_kind('perft'))} right" in done.stdout or code


# Put to a program -----------------------------------------------------------------------------------------------------


def test_logs_are_played_with_a_program() -> None:
    found = run_with()
    assert found.passed
    assert found.grades.right["game"] == found.grades.asked["game"] == 3
    assert found.grades.right["slip"] == found.grades.asked["slip"] == 38
    tables = [reason for (kind, reason) in found.reasons if kind == "position"]
    assert tables == ["the protocol of this game has no request for a table"]


@pytest.mark.parametrize("mistake", ["GF204: connecting is not a duty", "GF403: fewest points win"])
def test_a_mistake_is_graded_wrong_with_line_and_clause(mistake: str) -> None:
    wrong = run_with("--mistake", mistake).grades.wrong
    assert wrong
    assert all(words.startswith("line ") for words in wrong.values())
    clause = mistake[:5]
    assert any(
        f"is held to be right, and breaks {clause}" in words or "keeps the rules" in words for words in wrong.values()
    )


def run_with(*options: str) -> SuiteRun:
    program = [sys.executable, str(ROOT / "tests" / "programs" / "fortune.py"), *options]
    asked = [item for item in suite() if item.kind in ("game", "slip") or item.id == "position-001"]
    with Adapter(program) as adapter:
        return run_suite(Player(GAME, GAME.driving(), adapter, Reading()), GAME.driving(), asked)
