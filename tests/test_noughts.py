"""A third game, as a newcomer adds one, by every command: nothing but `tests/noughts.py` knows it."""

import json
import random
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from cli.app import COMMANDS, program
from models.games import GAMES
from tests.noughts import NOUGHTS, Table
from verifier.agreement import Agreement

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
            assert told.exit_code == (words[0] in ("validate", "report")), command
            assert loose(told.stdout + told.stderr) == loose(output), command
            shown.add(words[0])
    assert shown == {"validate", "report", "moves", "perft", "graph", "prove", "solve", "suite", "mutants"}
    assert "| NC101 | players mark in turn | broken | 6 | 5 | 1 | 0 | 1 |" in Path("report/report.md").read_text(
        "utf-8"
    )


def loose(text: str) -> str:
    """Leave out how long it took, that the solver was compiled, and which of many steps a solver came upon."""
    text = re.sub(r"^compiling the solver .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"[\d.]+ s\b", "T s", text)
    text = re.sub(r"allows: .*", "allows: a step", text)
    return re.sub(r"(       [XO.]   [XO.]   [XO.]\n){3}    turn 1 \d\n", "a step\n", text)


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


# graph, perft, solve, prove: counted and decided once more by an obvious program --------------------------------------

ROWS = ("123", "456", "789", "147", "258", "369", "159", "357")
Marks = tuple[frozenset[str], frozenset[str]]  # the cells of who is to move, and of the other


def over(marks: Marks) -> bool:
    return any(set(row) <= marks[1] for row in ROWS) or len(marks[0] | marks[1]) == 9


def after(marks: Marks) -> list[Marks]:
    free = sorted(set("123456789") - marks[0] - marks[1])
    return [] if over(marks) else [(marks[1], marks[0] | {cell}) for cell in free]


def worth(marks: Marks) -> int:
    """Give what a table is worth to who is to move."""
    if any(set(row) <= marks[1] for row in ROWS):
        return -1
    return max((-worth(each) for each in after(marks)), default=0)


def written(marks: Marks) -> str:
    mover = 1 + (len(marks[0]) != len(marks[1]))
    signs = {cell: player for player, cells in ((mover, marks[0]), (3 - mover, marks[1])) for cell in cells}
    return f"board {' '.join(str(signs.get(cell, 0)) for cell in '123456789')}; mover {mover}"


def some_tables(least: int) -> list[Marks]:
    """Play by chance to tables with so many marks at which play goes on."""
    chance, found = random.Random(least), list[Marks]()
    while len(found) < 12:
        marks: Marks = (frozenset(), frozenset())
        while len(marks[0] | marks[1]) < least and not over(marks):
            marks = chance.choice(after(marks))
        if not over(marks):
            found.append(marks)
    return found


def test_lines_are_counted_as_they_are_known() -> None:
    lines: Counter[Marks] = Counter({(frozenset(), frozenset()): 1})  # those that lead to a table
    counts, games = [], 0
    for _ in range(9):
        longer: Counter[Marks] = Counter()
        for table, count in lines.items():
            longer.update(dict.fromkeys(after(table), count))
        lines = longer
        counts.append(lines.total())
        games += sum(count for table, count in lines.items() if over(table))
    assert games == 255168
    row = json.loads(run("perft", "start", "--depth", "9", "--game", "noughts", "--format", "json").stdout)
    assert row["counts"] == counts


def test_the_graph_has_the_tables_that_are_known() -> None:
    row = json.loads(run("graph", "--game", "noughts", "--format", "json").stdout)
    seen, waiting = set[Marks](), [(frozenset[str](), frozenset[str]())]
    while waiting:
        marks = waiting.pop()
        if marks not in seen:
            seen.add(marks)
            waiting += after(marks)
    assert row["tables"] == len(seen) == 5478
    assert run("graph", "--side", "3", "--game", "noughts").exit_code == 2


@pytest.mark.parametrize("marks", some_tables(3) + some_tables(5), ids=written)
def test_a_puzzle_is_worth_what_a_search_through_all_of_play_finds(marks: Marks, tmp_path: Path) -> None:
    puzzle = {"format": "cloverproof-puzzle/1", "game": "noughts", "goal": "win", "table": written(marks)}
    path = tmp_path / "puzzle.json"
    path.write_text(json.dumps(puzzle), "utf-8")
    told = run("solve", str(path), "--format", "json")
    assert told.exit_code == 0
    row = json.loads(told.stdout)
    mover = 1 + (len(marks[0]) != len(marks[1]))
    values = {f"turn {mover} {next(iter(each[1] - marks[0]))}": -worth(each) for each in after(marks)}
    assert {move["move"]: int(move["value"]) for move in row["moves"]} == values
    assert int(row["value"]) == worth(marks)


def test_check_and_term_of_every_clause_agree_on_tables_drawn_by_chance() -> None:
    proofs, mechanics, chance, said = NOUGHTS.proofs(), NOUGHTS.mechanics(), random.Random(1), set()
    both = Agreement(proofs.symbols, NOUGHTS.clauses())
    for _ in range(300):
        table = Table(tuple(chance.choice((0, 0, 1, 2)) for _ in range(9)), chance.choice((1, 2)))
        for move in (*mechanics.candidates(table), *mechanics.candidate_results(table)):
            said.add(both.check(mechanics.step(table, move), follows=True))
    assert len(said) == 10


def test_a_claim_that_stands_for_the_wrong_verdict_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = tuple(replace(claim, expected="proved") for claim in NOUGHTS.claims())
    monkeypatch.setattr("tests.noughts.CLAIMS", wrong)
    told = run("prove", "NCC02", "--game", "noughts")
    assert told.exit_code == 1
    assert "NCC02  false, but claimed to be true: here is the case" in told.stdout


@pytest.mark.parametrize("words", ["garden .", "setup", "score 1", "tiles check x", "moves start --tiles x"])
def test_what_the_game_does_not_have_is_refused_in_words(words: str) -> None:
    told = run(*words.split(), "--game", "noughts")
    assert told.exit_code == 2
    assert re.search("noughts has no |no such option", told.stderr, re.IGNORECASE)


# suite, mutants, rules ------------------------------------------------------------------------------------------------


def test_every_mistake_is_caught_and_every_clause_explained() -> None:
    told = run("mutants", "--game", "noughts")
    assert told.exit_code == 0
    assert told.stdout.endswith("mutation score: 4 of 4 mistakes caught, 100 %\n")
    for clause in NOUGHTS.clauses():
        assert clause.statement[:20] in run("explain", clause.id).stdout
        assert clause.title in run("rules", "--game", "noughts").stdout
    assert run("claims", "--game", "noughts").stdout.count("NCC") == 2
