"""The suite in JSON: tables and steps as objects, filters, and grades; `python -m tests.test_suite_forms` pins anew."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner, Result

from cli.app import COMMANDS, program
from models.games import GAMES
from models.good_fortune import moves as fortune_moves
from models.good_fortune.cases import read_case as fortune_case
from models.lucky_numbers import moves as lucky_moves
from models.lucky_numbers.cases import read_case as lucky_case
from reports.schemas import schema
from reports.suite import readme
from verifier.suite import Item, files, items

GOLDEN = Path(__file__).parent / "golden_suite"
LUCKY, FORTUNE = (next(game for game in GAMES if game.key == key) for key in ("lucky-numbers", "good-fortune"))
KEYS = [LUCKY.key, FORTUNE.key]


@cache
def questions(key: str) -> list[Item]:
    """Give the steps of the suite."""
    return items(next(game for game in GAMES if game.key == key), 1, ("step",))


def pinned(key: str) -> str:
    game = next(game for game in GAMES if game.key == key)
    found = files(1, questions(key), readme(game, questions(key), 1))
    steps = "".join(f"{line.decode()}\n" for line in found["steps.jsonl"].splitlines()[::60])
    return found["README.md"].decode() + steps + "".join(f"{json.dumps(table)}\n" for _, table in tables(key)[::10])


def tables(key: str) -> list[tuple[str, dict[str, Any]]]:
    """Give the tables of positions in text and in JSON."""
    shown = next(game for game in GAMES if game.key == key).suite_items()
    assert shown.forms is not None
    return [(text, msgspec.to_builtins(shown.forms.table(text))) for text in shown.positions(1)]


@pytest.mark.parametrize("key", KEYS)
def test_the_readme_and_some_lines_are_as_pinned(key: str) -> None:
    assert pinned(key) == (GOLDEN / f"{key}.txt").read_text("utf-8")


@pytest.mark.parametrize("key", KEYS)
def test_the_lines_have_their_schemas(key: str) -> None:
    steps, positions = (Draft202012Validator(schema(name)) for name in ("suite-step", "suite-position"))
    for item in questions(key)[::4]:
        steps.validate(item.row)
    for text, table in tables(key)[::4]:
        positions.validate({"id": "position-001", "table": text, "position": table, "legal": [], "illegal": {}})


@pytest.mark.parametrize("key", KEYS)
def test_an_object_says_all_that_the_answer_hangs_on(key: str) -> None:
    answers: dict[str, object] = {}
    for item in questions(key):
        told: dict[str, Any] = {name: item.row[name] for name in ("before", "event", "shows")}
        answer = {name: value for name, value in item.answer.items() if name != "id"}
        assert answers.setdefault(json.dumps(told), answer) == answer
        assert "to_move" in told["before"]


def test_the_event_of_a_step_is_its_move() -> None:
    for item in questions(LUCKY.key):
        step = lucky_case(item.row["case"])
        event = msgspec.convert(item.row["event"], LUCKY.events)
        assert lucky_moves.read_move(step.before.rules, event, None) == step.move
    for item in questions(FORTUNE.key):
        asked = fortune_case(item.row["case"])
        table, event = asked.before, msgspec.convert(item.row["event"], FORTUNE.events)
        assert fortune_moves.read_move(table.rules, event, table.line, table.hands) == asked.move


def test_a_table_in_json_is_the_table_in_text() -> None:
    for text, table in tables(LUCKY.key):
        assert text.startswith("; ".join(table["gardens"]))
        assert (table["to_move"] is None) == ("to move" not in text)
        assert (table["drawn"] is None) == ("drawn" not in text)
        assert table["equal_exchange"] == ("strict" not in text)
        laid = [int(each) for garden in table["gardens"] for each in garden.replace("/", " ").split() if each != "."]
        seen = [*laid, *table["middle"], *([table["drawn"]] if table["drawn"] else []), *table["pile"]]
        whole = sorted(number for number in range(1, table["top"] + 1) for _ in range(table["sets"]))
        assert sorted(seen) == whole or "hidden" in text


def command(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(program(COMMANDS), ["suite", *arguments], input=stdin)


def test_only_what_is_asked_for_is_written_and_graded(tmp_path: Path) -> None:
    options = ("--only", "step", "--side", "2", "--no-variants")
    done = command(str(tmp_path), *options)
    assert done.exit_code == 0, done.stderr
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert (manifest["side"], manifest["variants"], manifest["only"]) == (2, False, ["step"])
    tables = [json.loads(line)["before"] for line in (tmp_path / "steps.jsonl").read_text().splitlines()]
    assert tables
    assert all(len(table["gardens"][0].split("/")) == 2 and not table["variants"] for table in tables)
    assert "--side 2 --no-variants" in (tmp_path / "README.md").read_text()
    answers = (tmp_path / "answers.jsonl").read_text()
    assert command("--check", "-", *options, stdin=answers).exit_code == 0
    unfiltered = command("--check", "-", stdin=answers)
    assert (unfiltered.exit_code, "unanswered: step-" in unfiltered.stdout) == (2, True)
    assert "wrong:" not in unfiltered.stdout


def test_an_edition_keeps_what_holds_in_it() -> None:
    kept = [item.id for item in questions(LUCKY.key) if item.scope and "ravensburger-2012" in item.scope.editions]
    assert "step-LN102-kept-1" not in kept  # the usual set-up
    assert "step-LN501-kept-1" in kept
    assert "step-LN301-kept-1" in kept


def right() -> dict[str, object]:
    return {item.id: dict(item.answer) for item in questions(LUCKY.key)}


def test_unanswered_and_wrong_are_told_apart_in_json_and_by_the_exit_code() -> None:
    answers = right()
    answers.pop("step-1")
    rows, code = graded(answers)
    assert ([row["state"] for row in rows if row["type"] == "item"], code) == (["unanswered"], 2)
    answers["step-2"] = {"id": "step-2", "legal": None}
    rows, code = graded(answers)
    assert ({row["state"] for row in rows if row["type"] == "item"}, code) == ({"unanswered", "wrong"}, 1)
    summary = rows[-1]
    assert (summary["verdict"], summary["wrong"], summary["unanswered"]) == ("wrong", 1, 1)
    assert summary["right"] == len(right()) - 2


def graded(answers: dict[str, object]) -> tuple[list[dict[str, object]], int]:
    text = "".join(json.dumps(each) + "\n" for each in answers.values())
    done = command("--check", "-", "--format", "json", stdin=text)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    for row in rows:
        Draft202012Validator(schema("suite-grades")).validate(row)
    return rows, done.exit_code


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--side", "17"), "boards of 2, 3, 4"),
        (("--edition", "x"), "the edition 'x' is not known"),
        (("--only", "x"), "there is no kind 'x'"),
        (("--game", "good-fortune", "--side", "4"), "no boards with rows"),
    ],
)
def test_what_the_suite_does_not_have_is_refused(options: tuple[str, ...], words: str) -> None:
    done = command("--check", "-", *options, stdin='{"id":"step-1","legal":true}')
    assert (done.exit_code, words in done.stderr) == (2, True), done.stderr


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for each in KEYS:
        (GOLDEN / f"{each}.txt").write_text(pinned(each), "utf-8")
