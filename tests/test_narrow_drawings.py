"""All that commands draw in a terminal lines up at 40 columns and without UTF-8, for both games.

Each drawing is read back by the columns that its signs stand in, and compared with what the input or the book says.
"""

import io
import re
import sys
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest
import typer

from cli.app import COMMANDS, program
from models.clause import Picture
from reports.boards import drawing
from reports.style import COLUMNS, uncolored

ROOT = Path(__file__).parent.parent
WIDE = 40
EXAMPLE = "3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19"
PRINTED = "3 5 A B/7 8 B (10)/(13) C 16 CD/C (15) D 19"  # as the rule book draws it
FOUR = ("1 . ./. 5 ./. . 9", "2 . ./. 4 ./. . 8", "1 . ./. 6 ./. . 9", "3 . ./. 4 ./. . 7")
NINE = "/".join(" ".join(str(2 * row + 2) if column == row else "." for column in range(9)) for row in range(9))
LOSSY = (
    "3 5 . 10/. 7 . ./. . 13 ./. . . [20]",
    "3 5 . 10/. 7 . ./. . 13 ./. . . 14",
    "3 . 8 ./. 7 . 15/. . 9 ./. . . 18",
)
CASE = ("1 . . ./2 3 . ./. 4 5 ./. . 6 7", "2 . . ./. 3 . ./. . 4 ./. . . 5")
FORTUNE = ["--game", "good-fortune"]

# The gardens that commands draw, row by row.
GARDENS: dict[str, tuple[list[str], tuple[str, ...]]] = {
    "finding": (["validate", "records/school-lossy/g005_2p_greedy.jsonl", "--no-diagnosis"], LOSSY),
    "legal cells": (["moves", EXAMPLE, "--clover", "13"], (PRINTED,)),
    "legal turns": (["moves", "; ".join((*FOUR, "top 9"))], FOUR),
    "garden": (["garden", EXAMPLE, "--no-shares"], (EXAMPLE, "3 5 [6] [7]/7 8 [9] 10/13 [14] 16 [17]/[14] 15 [17] 19")),
    "clause": (["explain", "LN303"], ("1 ./. 4", "1 ./. 4")),
    "case": (["prove", "LNC05", "-p", "2", "-j", "1"], CASE),
    "puzzle": (["solve", "docs/examples/endgame.json"], ("2 5 7/4 . 9/6 8 .", "1 4 6/3 . 8/5 7 .")),
}
# Tiles in the order in which they are drawn or listed, and the words in front of them.
TILES: dict[str, tuple[list[str], str]] = {
    "finding": (["validate", "docs/examples/good-fortune-broken.jsonl"], "[17CG1] 21AF1 16AG4 18BG2"),
    "ends": (["moves", "8 12 15", "--tile", "5", *FORTUNE, "--tiles", "invented"], "8CE2 12BC1 15EF2"),
    "clause": (
        ["explain", "GF204"],
        "line 8AC1 12DE1 15FG1 player 1 in hand nothing won nothing player 2 in hand 5AB1",
    ),
    "case": (["prove", "GFC13", "-p", "2", "-j", "1"], "5AB1 6AB1 7AC1"),
    "puzzle": (
        ["solve", "docs/examples/good-fortune-endgame.json"],
        "line 16AG4 11AC4 4BE4 player 1 in hand 3CD3 5CF2 7BF3 19AE4 won 8CE2 12BC1 17CG1 21AF1",
    ),
    "groups": (["score", "AB1", "AC1", "BD1", "CE1"], "hand-of-fatma AC1 CE1: 2 x 2 = 4"),
}
DRAW = {each[0][0] for each in (*GARDENS.values(), *TILES.values())} | {"graph", "drive"}
# These write lists, tables of numbers, files, JSON or pages, and draw no position.
DRAW_NOTHING = {"diagnose", "replay", "convert", "tiles", "setup", "rules", "schema", "perft", "claims", "report"}
DRAW_NOTHING |= {"puzzle", "suite", "mutants"}


class Screen(io.TextIOWrapper):
    """A terminal that shows nothing but ASCII."""

    def isatty(self) -> bool:
        return True


def shown(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(ROOT)
    for name, value in (("COLUMNS", str(WIDE)), ("NO_COLOR", "1"), ("LC_ALL", "")):
        monkeypatch.setenv(name, value)
    written, before = io.BytesIO(), COLUMNS.set(None)
    monkeypatch.setattr(sys, "stdout", Screen(written, encoding="ascii", write_through=True))
    try:
        with suppress(SystemExit, typer.Exit):
            program([arguments[0]])(arguments, standalone_mode=False)
    finally:
        COLUMNS.reset(before)
    return written.getvalue().decode("ascii").splitlines()


HEAD = re.compile(r"[ |]*a(?: +[a-i])+")


def gardens(lines: list[str]) -> list[str]:
    """Read gardens by their columns: what stands above or at the end of a letter is in its column."""
    found = []
    for at, head in enumerate(lines):
        if not HEAD.fullmatch(head):
            continue
        starts = [place for place, letter in enumerate(head) if letter == "a"]
        for first, end in zip(starts, [*starts[1:], WIDE + 1], strict=True):
            columns = [place for place in range(first, min(end, len(head))) if head[place] not in " |"]
            rows = [[_at(lines[at + row], place) for place in columns] for row in range(1, len(columns) + 1)]
            found.append("/".join(map(" ".join, rows)))
            assert max(len(line) for line in lines[at : at + len(columns) + 1]) <= WIDE
    return found


def _at(line: str, column: int) -> str:
    tokens = re.finditer(r"[\[(]\w+[\])]|[\w.]+", line)
    return next(each[0] for each in tokens if each.start() <= column < each.end())


@pytest.mark.parametrize("name", GARDENS)
def test_gardens_stand_in_the_columns_of_their_letters(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments, expected = GARDENS[name]
    assert tuple(gardens(shown(arguments, monkeypatch))) == expected


def test_a_garden_of_nine_columns_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    (drawn,) = gardens(shown(["moves", NINE, "--clover", "5"], monkeypatch))
    rows = [row.split(" ") for row in drawn.split("/")]
    assert [rows[place][place] for place in range(9)] == [f"({2 * place + 2})" for place in range(9)]
    assert {text for row in rows for text in row} <= {"A", "B", "C", "D", *(f"({2 * row + 2})" for row in range(9))}


@pytest.mark.parametrize("name", TILES)
def test_tiles_stay_in_order_and_in_the_terminal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments, expected = TILES[name]
    lines = [line.replace(" | ", "   ") for line in shown(arguments, monkeypatch)]
    last = expected.split()[-1]
    ends = [at for at, line in enumerate(lines) if last in line.split()]
    for end in ends:
        for start in range(end, max(-1, end - 8), -1):
            if " ".join(" ".join(lines[start : end + 1]).split()).startswith(expected):
                assert max(map(len, lines[start : end + 1])) <= WIDE
                return
    pytest.fail(f"not drawn: {expected}")


def test_what_is_checked_of_tiles_stays_in_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(["tiles", "check", "invented"], monkeypatch)
    assert len(lines) > 20
    assert max(map(len, lines)) <= WIDE


def test_a_line_that_finds_no_room_goes_on_below() -> None:
    pieces = [f"{number}AB1" for number in range(1, 10)]
    before = COLUMNS.set(30)
    try:
        lines = drawing(Picture("", (tuple(pieces),), {(0, 8): "[9AB1]"}, named=False), uncolored)
    finally:
        COLUMNS.reset(before)
    assert " ".join(lines).split() == [*pieces[:-1], "[9AB1]"]
    assert len(lines) > 1
    assert max(map(len, lines)) <= 30
    assert {line.index("AB1") % 7 for line in lines} == {lines[0].index("AB1") % 7}


@pytest.mark.parametrize(
    ("arguments", "marked"),
    [
        (["validate", "records/school-lossy/g005_2p_greedy.jsonl", "--no-diagnosis"], ['"middle":[]']),
        (["validate", "docs/examples/good-fortune-broken.jsonl", "--no-diagnosis"], ['"end":"left"', '"end":"right"']),
    ],
)
def test_what_is_underlined_stands_above_its_line(
    arguments: list[str], marked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = shown(arguments, monkeypatch)
    pairs = [(above, below) for above, below in pairwise(lines) if re.match(r" *\| +\^+", below)]
    assert pairs
    for above, below in pairs:
        assert max(len(above), len(below)) <= WIDE
        assert above[below.index("^") : below.rindex("^") + 1] in marked


@pytest.mark.parametrize("game", [[], FORTUNE])
def test_the_ways_of_a_turn_are_broken_and_not_cut(game: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(["graph", "--turn", *game], monkeypatch)
    ways = [line for line in lines if line.startswith("    ")]
    assert max(map(len, ways)) <= WIDE
    assert sum("->" in line for line in ways) > 5


def test_chances_of_a_start_are_listed_where_a_table_has_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(["setup"], monkeypatch)
    assert max(map(len, lines)) <= WIDE
    text = " ".join(" ".join(lines).split())
    assert (
        "2 sets 34,736 of 91,390 draws can be filled laid ascending: 1336/3515 (38.01%)" in text
    )  # as in the wide one


def test_what_the_rules_leave_open_of_a_score_is_broken_and_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(["score", "AB1", "AC1", "BD1", "CE1"], monkeypatch)
    assert max(map(len, lines)) <= WIDE
    assert "The rules leave it open: 6 or 8, by" in lines


def test_what_a_driven_program_does_wrong_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    adapter = [sys.executable, "docs/examples/lucky_adapter.py"]
    lines = shown(["drive", "--games", "2", "--seed", "5", "-j", "1", "--", *adapter], monkeypatch)
    first, *_ = gardens(lines)
    placed, against = re.findall(r"\[(\d+)\]", first), re.findall(r"\((\d+)\)", first)
    assert lines[0].startswith(f"error[LN301]: {placed[0]} does not ascend")
    assert any(f"the {against[0]} on" in line for line in lines)


def test_each_command_draws_or_is_known_to_draw_nothing() -> None:
    assert set(COMMANDS) == DRAW | DRAW_NOTHING
    assert not DRAW & DRAW_NOTHING
