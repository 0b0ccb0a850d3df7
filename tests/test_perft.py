"""Counts of legal lines: vectors in plain text, counted by the explorer and again by the clauses alone."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from models.games import GAMES
from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import Cell, Clover
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.table import Table
from models.reading import Reading
from verifier.perft import divide, perft

GAME = GAMES[0]
VECTORS = Path(__file__).parent / "vectors"
WORK = 120_000  # turns that the clauses are asked about


class Vector(NamedTuple):
    key: str
    table: str
    counts: list[int]


def vectors() -> list[Vector]:
    found = []
    for path in sorted(VECTORS.glob("*.perft")):
        for line in path.read_text("utf-8").splitlines():
            if line and not line.startswith("#"):
                key, table, counts = line.split(" | ")
                found.append(Vector(key, table, [int(count) for count in counts.split()]))
    return found


each_vector = pytest.mark.parametrize("vector", vectors(), ids=[vector.key for vector in vectors()])


@each_vector
def test_the_explorer_counts_the_lines_of_the_vectors(vector: Vector) -> None:
    space, code = GAME.state_spaces().read(vector.table, Reading())
    assert perft(space, code, len(vector.counts)) == vector.counts
    assert space.write(code) == vector.table


@each_vector
def test_the_clauses_alone_count_the_same_lines(vector: Vector) -> None:
    space, code = GAME.state_spaces().read(vector.table, Reading())
    table, drawn = space.table(code), vector.table.partition("drawn ")[2].split(";")[0]
    tables = [table]
    for depth, count in enumerate(vector.counts):
        revealed = int(drawn) if drawn and depth == 0 else None
        if len(tables) * len(thinkable(table, revealed)) > WORK:
            break
        tables = [after for each in tables for after in kept_steps(each, revealed)]
        assert len(tables) == count


def thinkable(table: Table, drawn: int | None) -> list[Turn]:
    """Give every turn one can think of: any player, source, number, action and cell."""
    numbers = [drawn] if drawn else range(1, table.rules.top + 1)
    cells = [Cell(cell) for cell in range(table.rules.board.side**2)]
    laid = [(action, cell) for action in ("place", "exchange") for cell in cells]
    return [
        Turn(player, source, Clover(number), action, cell)  # type: ignore[arg-type]
        for player in table.players
        for source in (["pile"] if drawn else ["pile", "middle"])
        for number in numbers
        for action, cell in [("discard", None), *laid]
    ]


def kept_steps(table: Table, drawn: int | None) -> list[Table]:
    """Give the table after each turn that keeps all clauses."""
    due = set(ORDER.due(table))
    found = []
    for turn in thinkable(table, drawn):
        if turn.player in due:  # LN201 asks nothing else
            step = step_of(table, turn)
            if all(clause.holds(step) for clause in GAME.clauses() if Turn in clause.moves):
                found.append(step.after)
    return found


@each_vector
def test_divided_lines_sum_up(vector: Vector) -> None:
    space, code = GAME.state_spaces().read(vector.table, Reading())
    depth = min(3, len(vector.counts)) if vector.counts[0] < 100 else 1
    parts = dict(divide(space, code, depth))
    assert len(parts) == vector.counts[0]
    assert sum(parts.values()) == vector.counts[depth - 1]


def command(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "cli.app", "perft", *arguments],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ},
        check=False,
    )


def test_the_command_counts_and_divides() -> None:
    table = "1 ./. 5; 2 ./. 4; top 6"
    counts = next(vector.counts for vector in vectors() if vector.key == "start-2x2")
    assert command(table, "--depth", "3").stdout == "".join(
        f"perft {depth}  {count}\n" for depth, count in enumerate(counts[:3], 1)
    )
    divided = command(table, "--depth", "3", "--divide").stdout
    assert f"lines: {counts[2]}\n" in divided
    assert f"turns: {counts[0]}\n" in divided
    row: dict[str, Any] = json.loads(command(table, "-d", "2", "--divide", "--format", "json").stdout)
    assert (row["counts"], sum(row["divide"].values())) == (counts[:2], counts[1])


def test_too_many_tables_are_refused_with_the_depth_that_can_be_counted() -> None:
    table = "1 ./. 5; 2 ./. 4; top 6"
    refused = command(table, "--depth", "6", "--limit", "1000")
    assert refused.returncode == 2
    assert "more than 1,000 different tables" in refused.stderr
    assert "`--depth 3` can be counted" in refused.stderr
    assert command(table, "--depth", "3", "--limit", "1000", "--divide").returncode == 0
    assert command(table, "--depth", "4", "--limit", "1000").returncode == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(("5 ./. 9",), "gardens of 2 to 4 players"), (("1 ./. 5; 2 ./. 4", "--depth", "0"), "1<=x<=1000"), ((), "TABLE")],
)
def test_wrong_use_is_refused_with_words_and_code_2(arguments: tuple[str, ...], words: str) -> None:
    done = command(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
