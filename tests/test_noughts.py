"""A third game, as a newcomer adds one, by every command: nothing but `tests/noughts.py` knows it."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli.app import COMMANDS, program
from models.games import GAMES
from tests.noughts import NOUGHTS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "a-new-game.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
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


# docs/a-new-game.md ----------------------------------------------------------------------------------------------------


def test_what_the_page_shows_of_the_game_stands_in_its_file() -> None:
    source = (ROOT / "tests" / "noughts.py").read_text("utf-8")
    shown = [text for language, _, text in BLOCKS if language == "python"]
    assert len(shown) >= 5
    assert not [text for text in shown if text not in source]


def test_every_command_of_the_page_says_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    shown = set()
    for language, name, text in BLOCKS:
        if name:
            (tmp_path / name).write_text(text, "utf-8")
        if language == "console":
            command, _, output = text.partition("\n")
            words = shlex.split(command.removeprefix("$ cloverproof "))
            told = run(*words)
            assert told.stdout + told.stderr == output, command
            shown.add(words[0])
    assert shown >= {"validate", "moves"}


# validate -------------------------------------------------------------------------------------------------------------


def test_a_legal_game_conforms(tmp_path: Path) -> None:
    told = run("validate", log(tmp_path / "log", 1, 4, 2, 5, 3, winner=1), "--no-color")
    assert told.exit_code == 0
    assert told.stdout.endswith(
        "log: conforms (5 turns)\n1 log, 5 turns: 1 conform, 0 break, 0 unreadable; 0 findings\n"
    )


def test_what_cannot_be_read_and_what_stands_behind_the_end_is_told(tmp_path: Path) -> None:
    path = Path(log(tmp_path / "log", 1, winner=0))
    lines = path.read_text("utf-8").splitlines()

    def codes(*texts: str) -> list[str]:
        path.write_text("\n".join(texts) + "\n", "utf-8")
        rows = map(json.loads, run("validate", str(path), "--format", "json").stdout.splitlines())
        return [row["clause"] for row in rows if row["type"] == "finding"]

    assert codes(lines[0].replace("paper", "stone"), *lines[1:]) == ["LOG010"]
    assert codes(*lines[:2], lines[1].replace("1}", "10}")) == ["LOG007"]
    assert codes(*lines, lines[2]) == ["NC202", "LOG011"]
    assert codes(*lines[:2], '{"event":"stop"}', lines[1]) == ["LOG011"]
    assert codes(*lines[:2], '{"event":"refused","player":2,"cell":1}') == []
    assert codes(*lines[:2], '{"event":"refused","player":2,"cell":2}') == ["NC102"]


# moves ----------------------------------------------------------------------------------------------------------------


def test_nothing_can_be_moved_on_a_table_where_play_is_over() -> None:
    row = json.loads(run("moves", "board 1 1 1 2 2 0 0 0 0; mover 2", "--game", "noughts", "--format", "json").stdout)
    assert row["table"] == "board 1 1 1 2 2 0 0 0 0; mover 2"
    assert len(row["moves"]) == 18
    assert not any(move["legal"] for move in row["moves"].values())


def test_a_table_that_is_none_and_an_option_without_meaning_are_refused() -> None:
    for text in ("board 1 2", "board 1 2 0 0 0 0 0 0 7", "bord 1", "mover 2; mover 1", "mover 2 1", "mover"):
        told = run("moves", text, "--game", "noughts")
        assert (told.exit_code, told.stdout) == (2, "")
        assert told.stderr.startswith("error: ")
        assert "help: for example: board 1 0 0 0 0 0 0 0 0; mover 2" in told.stderr
    assert run("moves", "start", "--game", "noughts", "--clover", "3").exit_code == 2
    assert "Missing option '--clover'" in run("moves", "start").stderr
