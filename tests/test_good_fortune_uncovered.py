"""A clause of Good Fortune that nothing fast knows of is not missed: logs, tables and positions are asked about it."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import pytest

from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune import checked_successors
from models.good_fortune import clauses as listed
from models.good_fortune.game import GOOD_FORTUNE
from models.good_fortune.moves import Turn
from models.good_fortune.random_positions import drawn
from models.good_fortune.table import Step
from models.position import Problem
from models.reading import Malformed, Reading
from models.state_space import GameSize
from tests.good_fortune_games import Program, text
from verifier import judge as judging
from verifier.explore import explore
from verifier.finding import Finding, Verdict
from verifier.judge import judge
from verifier.reference_solver import solve_plainly
from verifier.suite import Answer, items

Also = Callable[[Clause[Step]], None]


@dataclass(frozen=True)
class FewTurns(Clause[Step]):
    """A game lasts at most so many turns."""

    id = ClauseId("GF405")
    title = "a game is short"
    cites: ClassVar[tuple[Cite, ...]] = ()
    moves = (Turn,)
    kept = ("hands 9/5; line 8 12 15; simple | 2: 5 left",)
    broken: ClassVar[tuple[str, ...]] = ()

    most: int = 7

    def holds(self, step: Step) -> bool:
        return step.before.turns < self.most

    def fault(self, step: Step) -> Fault:
        return Fault(f"more than {self.most} turns", "event")

    @classmethod
    def mutants(cls) -> dict[str, "FewTurns"]:
        return {}


@dataclass(frozen=True)
class NeverLeft(FewTurns):
    """No tile is laid at the left end."""

    id = ClauseId("GF406")

    def holds(self, step: Step) -> bool:
        return not isinstance(step.move, Turn) or all(each.end == "right" for each in step.move.laid)


@pytest.fixture
def list_also(monkeypatch: pytest.MonkeyPatch) -> Iterator[Also]:
    def forget() -> None:
        checked_successors.uncovered.cache_clear()
        judging._clauses_for.cache_clear()
        judging._uncovered.cache_clear()

    def also(clause: Clause[Step]) -> None:
        monkeypatch.setattr(listed, "CLAUSES", (*listed.CLAUSES, clause))
        monkeypatch.setattr(listed, "IDS", (*listed.IDS, clause.id))
        forget()

    yield also
    monkeypatch.undo()
    forget()


def judged(lines: list[bytes]) -> tuple[list[tuple[int | None, str]], list[str]]:
    told = list(judge("log", [lines], Reading()))
    findings = [(each.line, each.clause) for each in told if isinstance(each, Finding)]
    return findings, [each.outcome for each in told if isinstance(each, Verdict)]


def test_the_engine_covers_all_clauses_that_are_listed() -> None:
    assert not checked_successors.uncovered()


def test_a_listed_clause_is_asked_about_every_turn(list_also: Also) -> None:
    lines = text(Program(random.Random(1)).play()).encode().splitlines()
    assert judged(lines) == ([], ["conforms"])
    list_also(FewTurns())
    turns = [number for number, line in enumerate(lines, 1) if json.loads(line)["event"] == "turn"]
    assert judged(lines) == ([(number, "GF405") for number in turns[7:]], ["breaks"])


def test_the_state_graph_asks_a_listed_clause_about_every_turn(list_also: Also) -> None:
    size = GameSize(top=7)
    space = GOOD_FORTUNE.state_spaces().open(size)
    first = random.Random(1).sample(list(space.starts()), 10)
    whole = explore(space, first)
    list_also(FewTurns(most=1))
    asked = GOOD_FORTUNE.state_spaces().open(size)
    census = explore(asked, first)
    assert not whole.dead
    assert census.dead
    assert not census.soonest
    for code in first:
        assert asked.ways(code) == space.ways(code)
        assert asked.spread(code).down == space.spread(code).down
        assert not any(asked.ways(way.after) for way in asked.ways(code))
    assert "GF405" in asked.title


@pytest.mark.parametrize("seed", range(4))
def test_positions_ask_it_too_and_the_fast_solver_refuses(list_also: Also, seed: int) -> None:
    start = drawn(random.Random(seed), 2)
    problem = Problem(start, "win", "points", start.mover)
    before = solve_plainly(problem)
    list_also(NeverLeft())
    after = solve_plainly(problem)
    assert after.states < before.states
    assert all("left" not in move for node in after.graph.nodes for move, _ in node.edges)
    with pytest.raises(Malformed, match="GF406"):
        GOOD_FORTUNE.positions().endgame(problem)


def test_a_position_where_no_turn_is_legal_is_cut_off(list_also: Also) -> None:
    start = drawn(random.Random(1), 2)
    list_also(FewTurns(most=8))
    position = start
    while position.mover:
        position = position.after(position.moves()[0])
    assert len(position.hands[0]) == len(position.hands[1]) == 1
    assert position.moves() == ()
    assert position.ended is None
    assert start.table().turns == 7


def answers_of_games() -> dict[str, Answer]:
    """Give what the suite answers about its games."""
    return {each.id: each.row for each in items(GOOD_FORTUNE, 1, ("game",))}


def test_the_suite_answers_with_a_listed_clause_about_its_games(list_also: Also) -> None:
    before = answers_of_games()
    list_also(FewTurns())
    after = answers_of_games()
    assert {each["verdict"] for each in before.values()} == {"conforms"}
    assert before.keys() == after.keys()
    assert {tuple(each["clauses"]) for each in after.values()} == {(), ("GF405",)}
    assert all((each["verdict"] == "breaks") == bool(each["clauses"]) for each in after.values())
