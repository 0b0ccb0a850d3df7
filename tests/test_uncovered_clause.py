"""A clause that nothing fast knows of is not missed: a made-up one is listed, and every log and table is asked about it."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import pytest

from models.clause import Cite, Clause, ClauseId, Fault, Kind
from models.games import GAMES
from models.lucky_numbers import checked_successors
from models.lucky_numbers import clauses as listed
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.successors import FastSpace
from models.lucky_numbers.table import Step
from models.position import Problem
from models.reading import Malformed, Reading
from models.state_space import GameSize
from tests.generator import dump, play_game
from tests.small_puzzles import problem_of
from verifier import judge as judging
from verifier.explore import explore
from verifier.finding import Finding, Verdict
from verifier.judge import judge
from verifier.reference_solver import solve_plainly
from verifier.suite import Answer, items

GAME = GAMES[0]
Also = Callable[[Clause[Step]], None]
Judged = tuple[list[tuple[int | None, str, Kind]], list[str]]


@dataclass(frozen=True)
class ShortGames(Clause[Step]):
    """A game lasts at most so many turns."""

    id = ClauseId("LN405")
    title = "a game is short"
    cites: ClassVar[tuple[Cite, ...]] = ()
    moves = (Turn,)
    kept = ("1 ./. 4 | 1: 2 b1",)
    broken: ClassVar[tuple[str, ...]] = ()

    most: int = 20

    def holds(self, step: Step) -> bool:
        return step.before.turns < self.most

    def fault(self, step: Step) -> Fault:
        return Fault(f"more than {self.most} turns", "event")

    @classmethod
    def mutants(cls) -> dict[str, "ShortGames"]:
        return {}


@dataclass(frozen=True)
class ShortOutsideTheEdition(ShortGames):
    """A game lasts at most so many turns, says a house rule."""

    outside = (Turn,)


@dataclass(frozen=True)
class NoExchange(ShortGames):
    """No clover is exchanged."""

    id = ClauseId("LN406")

    def holds(self, step: Step) -> bool:
        return not isinstance(step.move, Turn) or step.move.action != "exchange"


@dataclass(frozen=True)
class NoExchangeOutsideTheEdition(NoExchange):
    """No clover is exchanged, says a house rule."""

    outside = (Turn,)


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


def long_log() -> list[bytes]:
    """Give a legal game of more than 20 turns."""
    texts = (dump(play_game(random.Random(seed))) for seed in range(100))
    return next(text for text in texts if text.count('"event":"turn"') > 30).encode().splitlines()


def judged(lines: list[bytes], *, strict: bool = False) -> Judged:
    findings: list[tuple[int | None, str, Kind]] = []
    verdicts: list[str] = []
    for told in judge("log", [lines], Reading(), strict=strict):
        if isinstance(told, Finding):
            findings.append((told.line, told.clause, told.kind))
        else:
            assert isinstance(told, Verdict)
            verdicts.append(told.outcome)
    return findings, verdicts


def test_the_log_conforms_as_long_as_nobody_lists_the_clause() -> None:
    assert judged(long_log()) == ([], ["conforms"])


def test_a_listed_clause_is_asked_about_every_turn(list_also: Also) -> None:
    lines = long_log()
    list_also(ShortGames())
    turns = [number for number, line in enumerate(lines, 1) if json.loads(line)["event"] == "turn"]
    findings, verdicts = judged(lines)
    assert findings == [(number, "LN405", "breach") for number in turns[20:]]
    assert verdicts == ["breaks"]


@pytest.mark.parametrize("strict", [False, True])
def test_a_listed_clause_outside_the_edition_breaks_a_log_only_if_told_so(list_also: Also, strict: bool) -> None:
    lines = long_log()
    list_also(ShortOutsideTheEdition())
    findings, verdicts = judged(lines, strict=strict)
    assert {(clause, kind) for _, clause, kind in findings} == {("LN405", "outside-edition")}
    assert verdicts == ["breaks" if strict else "conforms"]


def test_the_engine_covers_all_clauses_that_are_listed() -> None:
    for game in GAMES:
        assert game.ids is None or list(game.ids()) == [clause.id for clause in game.clauses()]
    assert not checked_successors.uncovered()


def test_the_state_graph_asks_a_listed_clause_about_every_turn(list_also: Also) -> None:
    size = GameSize(side=2, top=4, sets=2)
    plain = GAME.state_spaces().open(size)
    census = explore(plain, plain.starts())
    exchanges = [way for code in plain.starts() for way in plain.ways(code) if "x" in way.text]
    list_also(NoExchange())
    space = GAME.state_spaces().open(size)
    fewer = explore(space, space.starts())
    assert exchanges
    assert not any("x" in way.text for code in space.starts() for way in space.ways(code))
    assert fewer.moves < census.moves
    assert not fewer.cycle  # exchanges alone can go round
    assert census.cycle
    assert "LN406" in space.title


def test_the_spread_of_the_asking_state_space_is_that_of_its_ways(list_also: Also) -> None:
    list_also(NoExchangeOutsideTheEdition())
    asked = GAME.state_spaces().open(GameSize(side=2, top=5, sets=1))
    assert isinstance(asked, checked_successors.CheckedSuccessors)
    for code in asked.starts():
        one, other = asked.spread(code), FastSpace.spread(asked, code)
        assert one.chances == other.chances
        assert sorted(one.level) == sorted(other.level)
        assert {falls: sorted(codes) for falls, codes in one.down if codes} == {
            falls: sorted(codes) for falls, codes in other.down if codes
        }


def test_positions_ask_it_too_and_the_fast_solver_refuses(list_also: Also) -> None:
    problem = problem_of(gardens=["1 3/. 4", "1 3/. 4"], top=5, pile=[5], middle=[2, 2])
    assert isinstance(problem, Problem)
    before = problem.start.moves()
    list_also(NoExchange())
    after = problem.start.moves()
    assert set(after) < set(before)
    assert "take 2 a2" in after
    with pytest.raises(ValueError, match="no move"):
        problem.start.after(next(move for move in before if move not in after))
    assert solve_plainly(problem).value == Fraction(1)
    with pytest.raises(Malformed, match="LN406"):
        GAME.positions().endgame(problem)


def answers_of_games() -> dict[str, Answer]:
    """Give what the suite answers about its games."""
    return {each.id: each.row for each in items(GAME, 1, ("game",))}


def test_the_suite_answers_with_a_listed_clause_about_its_games(list_also: Also) -> None:
    before = answers_of_games()
    list_also(ShortGames())
    after = answers_of_games()
    assert {each["verdict"] for each in before.values()} == {"conforms"}
    assert before.keys() == after.keys()
    assert {tuple(each["clauses"]) for each in after.values()} == {(), ("LN405",)}
    assert all((each["verdict"] == "breaks") == bool(each["clauses"]) for each in after.values())
