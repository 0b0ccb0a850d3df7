"""The examples of the rule books, told in `rulebook/*.md`: each position and each row of their tables is a test."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import pytest

from models.lucky_numbers.editions import STRICT
from models.lucky_numbers.game import LUCKY_NUMBERS
from models.reading import Reading
from models.view import CellVerdict, CellVerdicts
from tests.test_agreement import agreed

FOLDER = Path(__file__).parent / "rulebook"
Row = dict[str, str]


@dataclass
class Section:
    """A heading of a Markdown file with the fenced texts, the rows of tables and the `name: value` lines below it."""

    heading: str
    fences: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)


def sections(name: str) -> list[Section]:
    """Read a Markdown file."""
    found: list[Section] = []
    fenced, columns = False, list[str]()
    for line in (FOLDER / name).read_text("utf-8").splitlines():
        if line.startswith("```"):
            fenced = not fenced
            if fenced:
                found[-1].fences.append("")
        elif fenced:
            found[-1].fences[-1] += line + "\n"
        elif line.startswith("#"):
            found.append(Section(line.lstrip("# ")))
        elif line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if not columns:
                columns = cells
            elif not all(re.fullmatch("-+", cell) for cell in cells):
                found[-1].rows.append(dict(zip(columns, cells, strict=True)))
        else:
            columns = []
            if value := re.fullmatch(r"([A-Z][a-z, ]+): (.+)", line):
                found[-1].values[value[1]] = value[2]
    return found


def section(name: str, heading: str) -> Section:
    return next(each for each in sections(name) if each.heading == heading)


# The example with the 13 ----------------------------------------------------------------------------------------------

EXAMPLE = "example-13.md"
TITLE = "The printed example with the 13"
EQUAL = {"Equal numbers may be exchanged": True, "Equal numbers may not be exchanged": False}


class Told(NamedTuple):
    """A row of the example: what the file says of one cell under one reading."""

    heading: str
    row: Row


EXAMPLE_ROWS = [Told(heading, row) for heading in EQUAL for row in section(EXAMPLE, heading).rows]
each_reading = pytest.mark.parametrize("heading", EQUAL)


def judged_example(heading: str) -> CellVerdicts:
    position = sections(EXAMPLE)[0]
    garden = "/".join(position.fences[0].splitlines())
    return LUCKY_NUMBERS.moves(
        garden, int(position.values["Drawn"]), Reading(answers=frozenset() if EQUAL[heading] else STRICT), 20
    )


def verdict_on(heading: str, cell: str) -> CellVerdict:
    return next(verdict for verdict in judged_example(heading).cells if verdict.cell == cell)


@pytest.mark.parametrize("told", EXAMPLE_ROWS, ids=[f"{told.row['cell']}, {told.heading}" for told in EXAMPLE_ROWS])
def test_the_13_is_allowed_or_forbidden_on_each_cell_for_the_reason_told(told: Told) -> None:
    verdict, row = verdict_on(told.heading, told.row["cell"]), told.row
    assert verdict.legal is (row["broken"] == "")
    assert verdict.action == row["action"]
    assert " ".join(verdict.clauses) == row["broken"]
    assert ", ".join(f"{cell} {number}" for cell, number in verdict.against.items()) == row["against"]
    assert verdict.reason == row["reason"]


@each_reading
def test_the_example_tells_of_every_cell_once(heading: str) -> None:
    told = [row["cell"] for row in section(EXAMPLE, heading).rows]
    assert told == [verdict.cell for verdict in judged_example(heading).cells]
    assert len(told) == 16


@each_reading
def test_nobody_is_forced_to_leave_the_13(heading: str) -> None:
    assert not judged_example(heading).forced


@each_reading
def test_the_sheet_leaves_out_only_the_cells_told(heading: str) -> None:
    on_the_sheet = {row["cell"] for row in section(EXAMPLE, heading).rows if row["on the sheet"] in ("①", "exchange")}
    legal = {verdict.cell for verdict in judged_example(heading).cells if verdict.legal}
    left_out = section(EXAMPLE, heading).values["Legal, but left out on the sheet"]
    assert on_the_sheet <= legal
    assert legal - on_the_sheet == ({left_out} - {"none"})


@each_reading
def test_the_sign_on_the_sheet_stands_for_what_speaks_against_the_13(heading: str) -> None:
    drawn = int(sections(EXAMPLE)[0].values["Drawn"])
    for row in section(EXAMPLE, heading).rows:
        against = set(verdict_on(heading, row["cell"]).against.values())
        match row["on the sheet"]:
            case "①" | "exchange":
                assert not against
            case "②":
                assert against == {10}
            case "③":
                assert against == {drawn}
            case "④":
                assert against & {15, 16}


@each_reading
def test_every_empty_cell_has_a_sign_on_the_sheet(heading: str) -> None:
    rows = section(EXAMPLE, heading).rows
    assert {row["cell"] for row in rows if row["action"] == "place"} == {
        row["cell"] for row in rows if row["on the sheet"] in ("①", "②", "③", "④")
    }


# The set-ups ----------------------------------------------------------------------------------------------------------

SETUPS = [(each, row) for each in sections("setups.md") if each.fences for row in each.rows]


@pytest.mark.parametrize(("told", "row"), SETUPS, ids=[f"{told.heading}: {row['numbers']}" for told, row in SETUPS])
def test_a_set_up_is_judged_as_told(told: Section, row: Row) -> None:
    log = told.fences[0]
    for letter, number in zip("ABCD", row["numbers"].split(), strict=True):
        log = log.replace(f'"clover":{letter},', f'"clover":{number},')
    said = agreed(log)
    assert ", ".join(f"{line} {clause}" for line, clause in said.breaches) == row["findings"]
    (verdict,) = said.verdicts
    assert verdict.outcome == ("breaks" if row["findings"] else "conforms")
    assert not verdict.finished


def test_the_set_ups_of_both_pictures_are_told_and_conform() -> None:
    conform = {row["numbers"] for _, row in SETUPS if not row["findings"]}
    assert {"5 7 15 15", "5 7 15 14"} <= conform
