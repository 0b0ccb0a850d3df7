"""A third game, as a newcomer adds one, by every command: nothing but `tests/noughts.py` knows it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli.app import COMMANDS, program
from models.games import GAMES
from tests.noughts import NOUGHTS

HEADER: dict[str, object] = {"event": "game", "format": "cloverproof/1", "game": "noughts", "edition": "paper"}


@pytest.fixture(autouse=True)
def third_game() -> Iterator[None]:
    GAMES.append(NOUGHTS)
    yield
    GAMES.remove(NOUGHTS)


def run(*words: str) -> Result:
    return CliRunner().invoke(program(COMMANDS), list(words))


def log(path: Path, *cells: int, winner: int | None = None) -> str:
    """Write a log in which the cells are marked in turn."""
    events = [HEADER]
    events += [{"event": "turn", "player": 1 + place % 2, "cell": cell} for place, cell in enumerate(cells)]
    events += [] if winner is None else [{"event": "end", "winner": winner}]
    path.write_text("".join(json.dumps(event, separators=(",", ":")) + "\n" for event in events), "utf-8")
    return str(path)


# validate -------------------------------------------------------------------------------------------------------------


def test_a_legal_game_conforms(tmp_path: Path) -> None:
    told = run("validate", log(tmp_path / "log", 1, 4, 2, 5, 3, winner=1), "--no-color")
    assert told.exit_code == 0
    assert told.stdout.endswith(
        "log: conforms (5 turns)\n1 log, 5 turns: 1 conform, 0 break, 0 unreadable; 0 findings\n"
    )
