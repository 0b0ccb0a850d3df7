"""What only says that something is outside the edition binds nobody: not the prover, not the replay, not the suite."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

import pytest

from models.claim import ClaimId
from models.clause import Cite, Clause, ClauseId, Fault, binds
from models.games import GAMES
from models.lucky_numbers import clauses as listed
from models.lucky_numbers.assignments import SYMBOLS
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.symbolic_state import SymbolicStep
from models.lucky_numbers.table import Step
from models.smt import Formula
from models.smtlib import formula_holds
from tests.generator import dump, play_game
from tests.test_report import by_steps, gathered
from verifier import judge as judging
from verifier.prove import decide
from verifier.suite import Item, items

GAME = GAMES[0]
ASKING = ("LNC03", "LNC23")  # that some turn is always possible: it would have to keep the made-up clause as well


@dataclass(frozen=True)
class ShortGames(Clause[Step]):
    """A game lasts at most so many turns, says a house rule."""

    id = ClauseId("LN405")
    title = "a game is short"
    cites: ClassVar[tuple[Cite, ...]] = ()
    moves = (Turn,)
    outside: ClassVar[tuple[type, ...]] = (Turn,)
    kept = ("1 ./. 4; 1 ./. 4 | 1: 2 b1",)
    broken: ClassVar[tuple[str, ...]] = ()

    most: int = 20

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Turn) and step.before.turns >= self.most - 1

    def holds(self, step: Step) -> bool:
        return step.before.turns < self.most

    def term(self, step: SymbolicStep) -> Formula:
        return step.before.turns + 1 <= self.most

    def fault(self, step: Step) -> Fault:
        return Fault(f"more than {self.most} turns", "event")

    @classmethod
    def mutants(cls) -> dict[str, Self]:
        return {}


@dataclass(frozen=True)
class ShortByTheRules(ShortGames):
    """A game lasts at most so many turns."""

    outside: ClassVar[tuple[type, ...]] = ()


@pytest.fixture
def short(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Clause[Step]]:
    """List the clause with the others."""
    clause: Clause[Step] = getattr(request, "param", ShortGames)()
    monkeypatch.setattr(listed, "CLAUSES", (*listed.CLAUSES, clause))
    monkeypatch.setattr(listed, "IDS", (*listed.IDS, clause.id))
    judging._clauses_for.cache_clear()
    judging._uncovered.cache_clear()
    yield clause
    monkeypatch.undo()
    judging._clauses_for.cache_clear()
    judging._uncovered.cache_clear()


def verdict_on(name: str) -> str:
    proofs = GAME.proofs()
    claim = next(claim for claim in proofs.claims if claim.id == ClaimId(name))
    return decide(GAME, claim, proofs.rules(None, None, 2), 60).word


@pytest.mark.parametrize("name", ASKING)
def test_no_claim_comes_out_otherwise_for_a_clause_outside_the_edition(name: str, short: Clause[Step]) -> None:
    assert not binds(short, Turn)
    assert verdict_on(name) == "proved"


@pytest.mark.parametrize("short", [ShortByTheRules], indirect=True)
def test_the_same_claim_is_not_proved_where_the_clause_is_a_rule(short: Clause[Step]) -> None:
    assert binds(short, Turn)
    assert verdict_on("LNC03") != "proved"


KINDS = ("step", "game")


def test_the_suite_asks_the_same_and_says_what_is_outside(request: pytest.FixtureRequest) -> None:
    before = {item.id: item for item in items(GAME, 1, KINDS)}
    short = request.getfixturevalue("short")
    after = {item.id: item for item in items(GAME, 1, KINDS)}
    assert set(after) - set(before) == {f"step-{short.id}-kept-1"}
    for key, item in before.items():
        if item.kind == "game":
            assert verdict_of(item) == verdict_of(after[key])
        else:
            assert item.answer["legal"] == after[key].answer["legal"]
    assert any(after[key].answer["outside"] != item.answer["outside"] for key, item in before.items())


def verdict_of(item: Item) -> tuple[str, int]:
    return item.answer["verdict"], item.answer["line"]


def test_check_and_term_of_the_clause_agree_on_the_games_of_the_suite(short: Clause[Step]) -> None:
    answers = Counter[bool]()
    for item in items(GAME, 1, ("game",)):
        for probe in item.item_steps:
            if isinstance(probe.step.move, Turn):
                symbols = GAME.proofs().symbols
                term = short.term(symbols.some_step(*symbols.shape(probe.step)))
                assert formula_holds(term, SYMBOLS.values_of(probe.step)) == short.holds(probe.step)
                answers[short.holds(probe.step)] += 1
    assert min(answers[True], answers[False]) > 10


def test_a_report_asks_each_step_about_a_clause_that_its_watch_does_not_cover(short: Clause[Step]) -> None:
    texts = (dump(play_game(random.Random(seed))) for seed in range(100))
    log = next(text for text in texts if text.count('"event":"turn"') > 30).encode().splitlines()
    told, counted = by_steps(log)[short.id], gathered(log, block=7)[0].clauses[GAME.key][short.id]
    assert (counted.occasions, counted.outside) == (told.occasions, told.outside)
    assert counted.occasions == counted.outside + 1 > 10
