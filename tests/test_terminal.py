"""Drawings in a terminal line up where it is narrow, and where it has other signs than UTF-8."""

import io
import json
import re
import sys

import pytest
from typer.testing import CliRunner

from cli.app import program
from cli.options import output, paint_for, write_out
from models.games import GAMES
from models.reading import Reading
from reports.boards import view_lines
from reports.moves import moves_text
from reports.style import COLUMNS, coloured, printable_json, uncolored

GARDEN = "3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19"
TABLE = "1 . ./. 5 ./. . 9; 2 . ./. 4 ./. . 8; 1 . ./. 6 ./. . 9; 3 . ./. 4 ./. . 7; top 9"


class Screen(io.TextIOWrapper):
    """A terminal with an encoding."""

    def isatty(self) -> bool:
        return True


def screen(encoding: str, monkeypatch: pytest.MonkeyPatch) -> Screen:
    monkeypatch.delenv("LC_ALL", raising=False)
    made = Screen(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", made)
    return made


def lines() -> list[str]:
    space, code = GAMES[0].state_spaces().read(TABLE, Reading())
    return view_lines(GAMES[0].view(space.table(code)), uncolored)


@pytest.mark.parametrize(("columns", "rows"), [(200, 1), (60, 2), (30, 4), (3, 4)])
def test_gardens_that_find_no_room_abreast_stand_below_each_other(columns: int, rows: int) -> None:
    wide = lines()
    before = COLUMNS.set(columns)
    try:
        narrow = lines()
    finally:
        COLUMNS.reset(before)
    assert sum(line.lstrip().startswith("player") for line in narrow) == rows
    assert max(map(len, narrow[:-1])) <= max(columns, 20) or rows == 1
    assert " ".join(narrow).split() != []
    assert sorted(" ".join(narrow).split()) == sorted(" ".join(wide).split())


@pytest.mark.parametrize("columns", [None, 40])
def test_colours_do_not_move_what_is_drawn(columns: int | None) -> None:
    space, code = GAMES[0].state_spaces().read(TABLE, Reading())
    before = COLUMNS.set(columns)
    try:
        bare, painted = (view_lines(GAMES[0].view(space.table(code)), paint) for paint in (uncolored, coloured))
    finally:
        COLUMNS.reset(before)
    assert "\x1b" in painted[0]
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in painted] == bare


def test_the_width_is_that_of_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    before = COLUMNS.set(None)
    try:
        paint_for(None)
        assert COLUMNS.get() is None
        screen("utf-8", monkeypatch)
        paint_for(None)
        assert COLUMNS.get() == 50
    finally:
        COLUMNS.reset(before)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_signs_that_a_terminal_lacks_leave_the_columns_as_they_are(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = moves_text(13, GAMES[0].moves("3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19", 13, Reading(), None), uncolored)
    made = screen(encoding, monkeypatch)
    write_out(text + "R\u00e8gle\n")
    with output() as out:
        out.write("\u2192".encode())
    written = made.buffer.getvalue().decode(encoding)  # type: ignore[attr-defined]
    assert len(written) == len(text) + 7
    assert "\u2460" in text
    assert "  A it can be added here" in written
    assert ("R\u00e8gle" in written) is (encoding != "ascii")
    assert written.endswith(">")


@pytest.mark.parametrize(("columns", "blocks"), [(80, 1), (40, 2)])
def test_a_garden_and_what_becomes_of_it_stand_below_each_other_in_a_narrow_terminal(columns: int, blocks: int) -> None:
    before = COLUMNS.set(columns)
    try:
        told = CliRunner().invoke(program(["garden"]), ["garden", GARDEN, "--no-shares"]).stdout
    finally:
        COLUMNS.reset(before)
    drawn = told.partition("It can be filled")[0].splitlines()
    assert sum(line.startswith("      a ") for line in drawn) == blocks
    assert max(map(len, drawn)) <= columns


def test_a_terminal_with_utf_8_gets_the_signs_of_the_printed_example(monkeypatch: pytest.MonkeyPatch) -> None:
    made = screen("utf-8", monkeypatch)
    write_out("\u2460\u2192")
    assert made.buffer.getvalue().decode() == "\u2460\u2192"  # type: ignore[attr-defined]


def test_the_c_locale_asks_for_nothing_but_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    made = screen("utf-8", monkeypatch)
    monkeypatch.setenv("LC_ALL", "C")
    write_out("\u2460\u2192 R\u00e8gle, Da\u00efmon \u00b10.5 \u725b\n")
    assert made.buffer.getvalue() == b"A> Regle, Daimon ~0.5 ??\n"  # type: ignore[attr-defined]


@pytest.mark.parametrize("sign", ["\u202e", "\x7f", "\x85", "\u2028", "\U000e0001", "\ufeff"])
def test_json_means_the_same_and_holds_nothing_that_a_terminal_obeys_or_hides(sign: str) -> None:
    told = printable_json(json.dumps({f"né{sign}": f'"{sign}'}, ensure_ascii=False))
    assert told.isprintable()
    assert "é" in told
    assert json.loads(told) == {f"né{sign}": f'"{sign}'}
