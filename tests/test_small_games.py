"""What games of mechanics and clauses alone have by default, against programs that know nothing of clauses."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest
from typer.testing import CliRunner, Result

from cli.app import COMMANDS, program
from models.defaults.successors import legal_steps_of
from models.game import Game
from models.games import GAMES
from models.position import Problem
from models.reading import Malformed, Reading
from models.state_space import GameSize, Mutant
from tests.heap import HEAP
from tests.noughts import LINES, NOUGHTS, PlayStops
from verifier.explore import explore, longest_game
from verifier.finding import Verdict
from verifier.judge import judge
from verifier.mutants import scores
from verifier.perft import perft
from verifier.puzzles import parse_puzzle
from verifier.solve.search_interface import begin
from verifier.solve.solver import SearchLimits
from verifier.suite import all_mistakes, items, json_lines

State = TypeVar("State")
SMALL = pytest.mark.parametrize("game", [NOUGHTS, HEAP], ids=["noughts", "heap"])


@pytest.fixture(autouse=True)
def small_games() -> Iterator[None]:
    GAMES.extend((NOUGHTS, HEAP))
    yield
    legal_steps_of.cache_clear()
    GAMES.remove(NOUGHTS)
    GAMES.remove(HEAP)


def run(*words: str) -> Result:
    return CliRunner().invoke(program(COMMANDS), [*words])


# The same games, by programs that were written for nothing else -------------------------------------------------------

Board = str  # nine signs; crosses begin
THREES = ("012", "345", "678", "036", "147", "258", "048", "246")


def boards_after(board: Board) -> list[Board]:
    if won(board) is not None:
        return []
    sign = "XO"[board.count("X") > board.count("O")]
    return [board[:at] + sign + board[at + 1 :] for at in range(9) if board[at] == "."]


def won(board: Board) -> int | None:
    """Tell who won: 0 nobody, None where play goes on."""
    for player, sign in ((1, "XXX"), (2, "OOO")):
        if any("".join(board[int(at)] for at in three) == sign for three in THREES):
            return player
    return None if "." in board else 0


Pile = tuple[int, int]  # counters and the player to move


def piles_after(pile: Pile) -> list[Pile]:
    heap, mover = pile
    counts = [heap - count for count in (1, 2) if heap >= count] + ([heap + 1] if heap in (2, 3) else [])
    return [(count, 3 - mover) for count in counts]


def taken(pile: Pile) -> int | None:
    return None if pile[0] else 3 - pile[1]


def reached(start: State, after: Callable[[State], list[State]]) -> dict[State, int]:
    """Give all states with their distance from the start."""
    found, ring, distance = {start: 0}, [start], 0
    while ring:
        distance += 1
        ring = [each for each in dict.fromkeys(then for state in ring for then in after(state)) if each not in found]
        found |= dict.fromkeys(ring, distance)
    return found


def worths(
    states: dict[State, int],
    after: Callable[[State], list[State]],
    end: Callable[[State], int | None],
    mover: Callable[[State], int],
) -> dict[State, int]:
    """Give what states are worth for player 1: a win or a loss is what is forced, all else is worth nothing."""
    known = {state: {1: 1, 2: -1, 0: 0}[winner] for state in states if (winner := end(state)) is not None}
    while True:
        more = {}
        for state in states:
            if state in known:
                continue
            sign = 1 if mover(state) == 1 else -1
            each = [known.get(then) for then in after(state)]
            if sign in each:
                more[state] = sign
            elif all(worth == -sign for worth in each):
                more[state] = -sign
        if not more:
            return {state: known.get(state, 0) for state in states}
        known |= more


def x_or_o(board: Board) -> int:
    return 1 + (board.count("X") > board.count("O"))


def board_text(board: Board) -> str:
    marks = " ".join(str(".XO".index(sign)) for sign in board)
    parts = ([f"board {marks}"] if set(board) != {"."} else []) + (["mover 2"] if x_or_o(board) == 2 else [])
    return "; ".join(parts) or "start"


def pile_text(pile: Pile) -> str:
    heap, mover = pile
    return "; ".join(([f"heap {heap}"] if heap != 5 else []) + (["mover 2"] if mover == 2 else [])) or "start"


# State graphs and counts of lines -------------------------------------------------------------------------------------


def test_noughts_and_crosses_has_as_many_tables_and_ends_as_a_program_on_strings_counts() -> None:
    space = NOUGHTS.state_spaces().open(GameSize())
    boards = reached("." * 9, boards_after)
    census = explore(space, space.starts())
    ends = Counter(won(board) for board in boards if won(board) is not None)
    assert census.tables == len(boards) == 5478
    assert census.moves == sum(len(boards_after(board)) for board in boards)
    assert census.over == {"nobody wins": ends[0], "player 1 wins": ends[1], "player 2 wins": ends[2]}
    assert census.soonest["player 2 wins"] == min(boards[board] for board in boards if won(board) == 2)
    assert (census.dead, census.cycle, longest_game(space, space.starts())) == (0, (), 9)


@pytest.mark.parametrize("top", [1, 2, 3, 5, 9])
def test_a_heap_has_the_tables_of_a_program_on_pairs_and_goes_round_where_counters_come_back(top: int) -> None:
    space = HEAP.state_spaces().open(GameSize(top=top, said=frozenset({"top"})))
    piles = reached((top, 1), piles_after)
    census = explore(space, space.starts())
    assert census.tables == len(piles)
    assert census.moves == sum(map(len, map(piles_after, piles)))
    assert census.deepest == max(piles.values())
    assert len(census.cycle) == (2 if top > 1 else 0)
    assert (longest_game(space, space.starts()) is None) is (top > 1)
    for code in space.starts():
        assert space.write(code) == pile_text((top, 1))


def lines_of(start: State, after: Callable[[State], list[State]], depth: int) -> int:
    return sum(lines_of(then, after, depth - 1) for then in after(start)) if depth else 1


def test_lines_are_counted_as_by_going_through_them_all() -> None:
    space, code = NOUGHTS.state_spaces().read(board_text("XO......."), Reading())
    assert perft(space, code, 5) == [lines_of("XO.......", boards_after, depth) for depth in range(1, 6)]
    space, code = HEAP.state_spaces().read("heap 4; mover 2", Reading())
    assert perft(space, code, 8) == [lines_of((4, 2), piles_after, depth) for depth in range(1, 9)]


def test_tables_of_finer_levels_make_the_same_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(NOUGHTS.mechanics()), "level", lambda self, table: table.board.count(0))
    space = NOUGHTS.state_spaces().open(GameSize())
    census = explore(space, space.starts())
    assert (census.tables, census.levels, census.components) == (5478, 10, 5478)
    assert longest_game(space, space.starts()) == 9
    monkeypatch.setattr(type(NOUGHTS.mechanics()), "level", lambda self, table: -table.board.count(0))
    space = NOUGHTS.state_spaces().open(GameSize())
    with pytest.raises(Malformed, match="raises the level"):
        explore(space, space.starts())


def test_clauses_that_let_play_go_on_after_the_end_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(type(HEAP.mechanics()), "to_move", lambda self, table: table.mover if table.heap > 1 else 0)
    legal_steps_of.cache_clear()
    game = ("--game", "heap")
    commands = [
        ("graph", "heap 1", *game),
        ("perft", "heap 1", *game),
        ("mutants", *game),
        ("suite", str(tmp_path / "suite"), *game),
    ]
    for words in commands:
        told = run(*words)
        assert (told.exit_code, told.stdout) == (2, ""), words
        assert "play is over at `heap 1" in told.stderr
    monkeypatch.undo()
    legal_steps_of.cache_clear()
    assert run("graph", "heap 1", *game).exit_code == 0


# Values ---------------------------------------------------------------------------------------------------------------


def value(game: Game, table: str) -> Fraction:
    data = json.dumps({"format": "cloverproof-puzzle/1", "game": game.key, "table": table, "goal": "win"}).encode()
    found, problem = parse_puzzle(data)
    assert found is game
    bounds = begin(game, problem).run(SearchLimits())
    assert bounds.exact
    return bounds.low if problem.hero == 1 else -bounds.low


def test_heaps_are_worth_what_goes_round_forces_or_leaves_endless() -> None:
    piles = reached((9, 1), piles_after) | reached((9, 2), piles_after)
    right = worths(piles, piles_after, taken, lambda pile: pile[1])
    assert set(right.values()) == {-1, 0, 1}
    for pile, worth in right.items():
        if pile[0]:
            assert value(HEAP, pile_text(pile)) == worth, pile


def test_boards_are_worth_what_a_program_on_strings_says() -> None:
    boards = reached("." * 9, boards_after)
    right = worths(boards, boards_after, won, x_or_o)
    late = [board for board in boards if boards[board] >= 4 and won(board) is None][::97]
    assert {right[board] for board in late} == {-1, 0, 1}
    for board in ("." * 9, *late):
        assert value(NOUGHTS, board_text(board)) == right[board], board


def puzzle(path: Path, **keys: object) -> str:
    asked = {"format": "cloverproof-puzzle/1", "game": "heap", "table": "heap 4", "goal": "win", **keys}
    path.write_text(json.dumps(asked), "utf-8")
    return str(path)


def test_solve_tells_value_moves_and_a_line_that_goes_round(tmp_path: Path) -> None:
    told = run("solve", puzzle(tmp_path / "p"), "--format", "json")
    row = json.loads(told.stdout)
    assert (row["value"], row["exact"], row["best"]) == ("0", True, ["take 1 1"])
    assert [(each["move"], each["value"]) for each in row["moves"]] == [("take 1 1", "0"), ("take 1 2", "-1")]
    assert row["line"] == ["take 1 1", "put 2"]
    assert "  and so on without end\n" in run("solve", puzzle(tmp_path / "p")).stdout


def test_limits_are_kept_and_told(tmp_path: Path) -> None:
    path = puzzle(tmp_path / "p", game="noughts", table="start")
    for limit, words in ((("--time", "1e-9"), "the time is up"), (("--memory", "1M"), "the memory is used up")):
        told = run("solve", path, *limit, "--no-color")
        assert told.exit_code == 0
        assert f"Only these bounds are proven, {words}" in told.stdout


def test_what_was_solved_is_certified_and_the_certificate_checked(tmp_path: Path) -> None:
    for keys in ({}, {"table": "heap 2"}, {"game": "noughts", "table": board_text("XO..X...O")}):
        certificate = tmp_path / f"{len(keys)}.cert"
        assert run("solve", puzzle(tmp_path / "p", **keys), "--certificate", str(certificate)).exit_code == 0
        assert ": proven: win " in run("solve", "--verify", str(certificate), "--no-color").stdout
    tampered = certificate.read_text().replace('"lower":"1"', '"lower":"0"')
    certificate.write_text(tampered)
    assert run("solve", "--verify", str(certificate)).exit_code == 1


def test_puzzles_that_cannot_be_are_refused_with_their_place(tmp_path: Path) -> None:
    path = puzzle(tmp_path / "p", table="heap 0")
    assert run("solve", path).stderr.splitlines()[0] == f"error: {path}:1:61: play is over: player 2 wins"
    path = puzzle(tmp_path / "p", table="heap 11")
    assert run("solve", path).stderr.splitlines()[0] == f"error: {path}:1:61: heap cannot be '11'"
    path = puzzle(tmp_path / "p")
    refused = run("solve", path, "--objective", "points")
    assert (refused.exit_code, "The heap counts no points" in refused.stderr) == (2, True)


def test_a_recorded_game_is_gone_through(tmp_path: Path) -> None:
    events = [msgspec.to_builtins(HEAP.header()), {"event": "take", "player": 1, "count": 2}]
    events += [{"event": "take", "player": 2, "count": 1}, {"event": "take", "player": 1, "count": 2}]
    log = tmp_path / "log"
    log.write_bytes(json_lines(events))
    told = run("solve", "--analyze", str(log), "--no-color")
    assert told.exit_code == 0
    assert "player 1 gave away 0\nplayer 2 gave away 1 (1 ??)\n" in told.stdout


@SMALL
def test_new_puzzles_have_one_winning_move(game: Game) -> None:
    made = run("puzzle", "new", "--game", game.key, "--count", "3")
    assert made.exit_code == 0
    for row in made.stdout.splitlines():
        _, problem = parse_puzzle(row.encode())
        wins = [move for move in problem.start.moves() if _wins(game, problem, move)]
        assert len(wins) == 1


def _wins(game: Game, problem: Problem, move: str) -> bool:
    after = problem.start.after(move)
    if after.ended is not None:
        return after.ended == (problem.hero,)
    return value(game, after.write()) == (1 if problem.hero == 1 else -1)


# The suite ------------------------------------------------------------------------------------------------------------


@SMALL
def test_the_suite_is_the_same_for_a_seed_and_its_logs_are_judged_as_it_says(game: Game) -> None:
    asked, other = items(game, 1), items(game, 2)
    assert [item.row for item in asked] == [item.row for item in items(game, 1)] != [item.row for item in other]
    for item in (*asked, *other):
        if item.events:
            data = [line + b"\n" for line in json_lines(item.events).split(b"\n") if line]
            verdict = [each for each in judge("log", [data], Reading()) if isinstance(each, Verdict)]
            assert [(each.outcome, each.at) for each in verdict] == [(item.answer["verdict"], item.answer["line"])]
    mutant_logs = [item for item in asked if item.kind == "slip"]
    assert {item.answer["verdict"] for item in mutant_logs} == {"breaks"}
    assert len(mutant_logs) == len(all_mistakes(game)) - 2 * (game is HEAP)  # a heap's log holds no refusal
    assert {item.row["shows"] for item in asked if item.kind == "game"} >= {"player 1 wins", "player 2 wins"}


def test_a_program_that_stops_too_early_refuses_a_legal_turn() -> None:
    right = NOUGHTS.clauses()
    early = (PlayStops(lines=(*LINES, (0, 1, 4))) if isinstance(each, PlayStops) else each for each in right)
    (slip,) = NOUGHTS.suite_items().mutant_logs(1, [Mutant("a bend ends play", tuple(early))])
    asked = [event for event in slip.events if event["event"] == "refused"]
    marked = {event["cell"]: event["player"] for event in slip.events if event["event"] == "turn"}
    assert marked[1] == marked[2] == marked[5]  # what such a program takes for three in a row
    data = [line + b"\n" for line in json_lines(slip.events).split(b"\n") if line]
    (verdict,) = [each for each in judge("log", [data], Reading()) if isinstance(each, Verdict)]
    assert (len(asked), verdict.outcome, verdict.at) == (1, "breaks", slip.events.index(asked[0]) + 1)


def test_the_suite_lists_the_legal_turns_of_another_program() -> None:
    for item in items(HEAP, 1, ("position", "perft")):
        parts = dict(part.split(" ") for part in item.row["table"].split("; ") if " " in part)
        pile = int(parts.get("heap", 5)), int(parts.get("mover", 1))
        if item.kind == "position":
            heap, mover = pile
            right = [f"take {mover} {count}" for count in (1, 2) if count <= heap]
            assert item.answer["legal"] == sorted(right + ([f"put {mover}"] if heap in (2, 3) else []))
        else:
            counts = item.answer["counts"]
            assert counts == [lines_of(pile, piles_after, depth) for depth in range(1, len(counts) + 1)]


@SMALL
def test_every_mistake_in_a_clause_is_caught(game: Game) -> None:
    found = list(scores(game, items(game, 1)))
    assert [score.mistake.name for score in found] == [mistake.name for mistake in all_mistakes(game)]
    assert all(score.caught for score in found)
    assert all({"position", "slip", "game"} & score.caught.keys() for score in found)


@SMALL
def test_the_suite_is_written_and_its_own_answers_pass(game: Game, tmp_path: Path) -> None:
    assert run("suite", str(tmp_path / "suite"), "--game", game.key).exit_code == 0
    readme = (tmp_path / "suite" / "README.md").read_text("utf-8")
    assert "At the start it is `start`, after " in readme
    assert run("suite", "--check", str(tmp_path / "suite" / "answers.jsonl"), "--game", game.key).exit_code == 0


# Options --------------------------------------------------------------------------------------------------------------


def test_sizes_are_those_that_the_header_has() -> None:
    assert "The heap, top 3\n" in run("graph", "--game", "heap", "--top", "3", "--no-color").stdout
    for words in (("--side", "3"), ("--top", "10"), ("--turn",)):
        told = run("graph", "--game", "heap", *words)
        assert (told.exit_code, told.stdout) == (2, ""), words
    assert run("graph", "--game", "heap", "--sets", "2").stderr == (
        "error: The heap has no sets to choose\nhelp: leave it out\n"
    )


def test_tables_are_drawn_as_the_game_draws_them(tmp_path: Path) -> None:
    for game, table, row in ((NOUGHTS, board_text("XO..X...O"), "X O ."), (HEAP, "heap 2", "heap 2")):
        dot, svg = tmp_path / "graph.dot", tmp_path / "graph.svg"
        assert (
            run("graph", table, "--game", game.key, "--depth", "1", "--dot", str(dot), "--svg", str(svg)).exit_code == 0
        )
        assert f'label="{row}\\l' in dot.read_text("utf-8")
        assert row.replace(" ", "\xa0") in svg.read_text("utf-8")
