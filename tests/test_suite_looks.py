"""Known mistakes are named by the wrong answers of a program to the suite."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from cli.app import COMMANDS, program
from models.games import GAMES
from reports.schemas import schema
from verifier.suite import Answer, Item, all_mistakes, items

LUCKY = GAMES[0]


@pytest.fixture(scope="module")
def steps() -> list[Item]:
    return items(LUCKY, 1, ("step",))


def answers(steps: list[Item], *names: str) -> list[Answer]:
    clauses = LUCKY.clauses()
    changed = {}
    for mistake in all_mistakes(LUCKY):
        changed.update(mistake.changed(clauses) if mistake.name in names else {})
    given = []
    for item in steps:
        judged = item.answer_of([each.with_mistakes(clauses, changed) for each in item.item_steps], clauses)
        given.append({"id": item.id, "legal": judged["legal"]})
    return given


def told(given: list[Answer], path: Path) -> dict[str, object] | None:
    path.write_text("".join(f"{json.dumps(each)}\n" for each in given), "utf-8")
    result = CliRunner().invoke(program(COMMANDS), ["suite", "--check", str(path), "--format", "json"])
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert rows[-1]["type"] == "summary"
    for row in rows:
        Draft202012Validator(schema("suite-grades")).validate(row)
    return next((row for row in rows if row["type"] == "diagnosis"), None)


@pytest.mark.parametrize(
    "names",
    [
        (),
        ("LN301: only direct neighbours are compared",),
        ("LN403: a tie has no winner", "LN205: any number can be taken while something lies there"),
    ],
    ids=["none", "one", "two"],
)
def test_wrong_answers_are_explained_by_the_mistakes_that_give_them(
    steps: list[Item], names: tuple[str, ...], tmp_path: Path
) -> None:
    row = told(answers(steps, *names), tmp_path / "answers")
    if not names:
        assert row is None
        return
    assert row is not None
    assert row["explained"] == row["findings"] != 0
    named = [{each["mistake"] for each in own} for own in row["sets"]]  # type: ignore[attr-defined]
    assert {name.partition(": ")[2] for name in names} in named


def test_a_right_answer_speaks_against_a_mistake_that_gives_another(steps: list[Item], tmp_path: Path) -> None:
    given = answers(steps, "LN301: only direct neighbours are compared")
    wrong = [each for each, item in zip(given, steps, strict=True) if each["legal"] != item.answer["legal"]]
    wrong[0]["legal"] = not wrong[0]["legal"]
    row = told(given, tmp_path / "answers")
    assert row is not None
    assert '"only direct neighbours are compared"' not in json.dumps(row["sets"])


def test_a_wrong_answer_about_what_is_shown_is_told(steps: list[Item], tmp_path: Path) -> None:
    given = answers(steps)
    place = next(place for place, item in enumerate(steps) if item.row["shows"])
    given[place]["legal"] = not given[place]["legal"]
    assert told(given, tmp_path / "answers") is not None
