"""The terms of the clauses of Good Fortune say what their checks say: on small games everywhere, at full size on drawn
steps; and the tables they lead to are those that the engine plays.
"""

import random
from collections import Counter
from collections.abc import Iterator
from copy import copy
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from models.clause import Clause
from models.good_fortune import events
from models.good_fortune.clauses import CLAUSES
from models.good_fortune.clauses.gf204_connect import Connect
from models.good_fortune.effect import step_of
from models.good_fortune.engine import Engine, GameSeries
from models.good_fortune.game import GOOD_FORTUNE
from models.good_fortune.moves import Ending, Opening
from models.good_fortune.proofs.catalogue import PROOFS
from models.good_fortune.table import Step
from models.reading import Malformed, Reading
from tests.good_fortune_games import FAULTS, Log, Program, random_tiles, spoilt, text
from tests.test_good_fortune_small import DEALS, engine_of, every_turn
from verifier.agreement import Agreement, Disagreement
from verifier.distinguish import distinguishing

SYMBOLS = PROOFS.symbols
SHARED = Agreement(SYMBOLS, CLAUSES)
CASES = [text for clause in CLAUSES for text in (*clause.kept, *clause.broken)]
MUTANTS = [(clause, name) for clause in CLAUSES for name in clause.mutants()]
EVENTS = msgspec.json.Decoder(events.Event)


def agreed(step: Step) -> tuple[bool, ...]:
    """Compare check and term on a step, and the table its move leads to."""
    answers = SHARED.check(step)
    SHARED.check(step_of(step.before, step.move), follows=True)
    return answers


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.id)
def test_the_term_of_a_clause_and_those_of_its_mistakes_agree_with_the_checks_on_all_cases(clause: Clause[Any]) -> None:
    agreement = Agreement(SYMBOLS, [clause, *clause.mutants().values()])
    told = {agreement.check(step) for step in map(GOOD_FORTUNE.case, CASES) if isinstance(step.move, clause.moves)}
    assert {answers[0] for answers in told} == {True, False}


def test_who_looks_at_the_line_before_the_first_tile_does_not_see_that_the_second_connects_with_the_first() -> None:
    tiles = "tiles 5AB1 8DE1 12EF1 9CG1 15AC1"  # the 15 shares a charm with the 5, and with the 9 that is laid first
    step = GOOD_FORTUNE.case(f"{tiles}; hands 15/9; line 5 8 12; holder 1 | 2: 9 right -5, 1: 15 right +8")
    assert Agreement(SYMBOLS, [Connect(), Connect(line_as_left=False)]).check(step) == (True, False)


@pytest.mark.parametrize("seed", range(2))
def test_checks_terms_and_engine_agree_on_every_turn_of_the_smallest_game(seed: int) -> None:
    rng, told = random.Random(seed), Counter[bool]()
    for hands, line in rng.sample(DEALS, 3):
        tiles = random_tiles(rng, 5)
        hidden = [[*row[:2], None, row[3]] if rng.random() < 0.3 else row for row in tiles]
        start = engine_of(hands, line, hidden)
        for turn in every_turn(hands, line):
            step, engine = start.step(turn), copy(start)
            allowed = all(SHARED.check(step, follows=True))
            assert engine.make(turn) is allowed
            if allowed:
                assert engine.table() == step.after
            told[allowed] += 1
    assert told[True] > 20
    assert told[False] > told[True]


# At full size ---------------------------------------------------------------------------------------------------------


def steps_of(log: Log) -> Iterator[Step]:
    """Give the steps of a log; lines that cannot be read are left out."""
    lines = text(log).splitlines()
    try:
        head = EVENTS.decode(lines[0])
        if not isinstance(head, events.GameEvent):
            return
        engine = Engine(head, Reading(), GameSeries())
    except (msgspec.ValidationError, Malformed):
        return
    for line in lines:
        try:
            event = EVENTS.decode(line)
            if isinstance(event, events.RefusedEvent):
                continue
            step = engine.step(event)
        except (msgspec.ValidationError, Malformed):
            continue
        yield step
        engine.adopt(step)


def drawn(count: int) -> Iterator[Step]:
    """Draw steps of sound games, of faulty programs, and of logs that were damaged."""
    rng = random.Random(7)
    for seed in range(count):
        kinds: list[type[Program]] = [Program, Program, *(fault for fault, _ in FAULTS.values())]
        kind = rng.choice(kinds)
        hand = rng.choice((9, 9, 3, 1)) if kind not in (FAULTS["one player has 1 and 21"][0],) else 9
        variant = rng.choice((None, None, "guessing", "simple-laying"))
        tells, tells_tiles = rng.random() < 0.7, rng.random() < 0.7
        log = kind(random.Random(seed), variant=variant, hand=hand, tells=tells, tells_tiles=tells_tiles).play()
        yield from steps_of(log)
        yield from steps_of(spoilt(log, rng))


def test_checks_and_terms_agree_at_full_size_and_both_answers_come_for_every_clause() -> None:
    told, steps = Counter[tuple[str, bool]](), 0
    for step in (*drawn(16), *map(GOOD_FORTUNE.case, CASES)):
        answers = agreed(step)
        told.update((clause.id, answer) for clause, answer in zip(SHARED.asked[type(step.move)], answers, strict=True))
        steps += 1
    assert steps > 400
    for answer in (True, False):
        assert {str(clause.id) for clause in CLAUSES} == {clause for clause, said in told if said is answer}


def test_terms_and_checks_take_the_first_concession_alone() -> None:
    agreement = Agreement(SYMBOLS, GOOD_FORTUNE.clauses())
    for table, conceded in (
        ("hands 9/5; line 8 12 15", {2}),
        ("hands 9/5; line 8 12 15; conceded 1", {1}),
        ("hands 9/5; line 8 12 15; conceded 2", {2}),
        ("hands -/-; line 8 12 15; won 3/4", set()),
    ):
        step = GOOD_FORTUNE.case(f"{table} | concede 2")
        agreement.check(step)
        assert step.after.conceded == conceded


def test_a_disagreement_prints_the_step() -> None:
    class Wrong(type(CLAUSES[-1])):  # type: ignore[misc]
        def term(self, step: Any) -> bool:
            return False

    with pytest.raises(Disagreement, match="differ on Step"):
        Agreement(SYMBOLS, [Wrong()]).check(GOOD_FORTUNE.case(CLAUSES[-1].kept[0]))


def test_a_table_that_does_not_follow_from_the_move_prints_the_step() -> None:
    step = GOOD_FORTUNE.case("hands 9/5; line 8 12 15; holder 1 | 2: 5 left, 1: 9 left")
    SHARED.check(step, follows=True)
    with pytest.raises(Disagreement, match=r"after\.turns is worked out as .* after Step"):
        SHARED.check(Step(step.before, step.move, replace(step.after, turns=9)), follows=True)


def test_a_step_can_be_written_as_values_and_read_back() -> None:
    for step in map(GOOD_FORTUNE.case, CASES):
        rules, kind, form = SYMBOLS.shape(step)
        back = SYMBOLS.step_with(SYMBOLS.some_step(rules, kind, form), SYMBOLS.values_of(step))
        if isinstance(step.move, Opening):
            assert back.before.rules.hand == step.before.rules.hand
            continue
        assert SYMBOLS.values_of(back) == SYMBOLS.values_of(step)
        if isinstance(step.move, Ending):
            assert back == step


# The solver -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("clause", "name"), MUTANTS, ids=[f"{clause.id} {name}" for clause, name in MUTANTS])
def test_the_solver_finds_a_step_that_tells_a_mistake_from_its_clause(clause: Clause[Any], name: str) -> None:
    mutant = clause.mutants()[name]
    step = distinguishing(SYMBOLS, clause, mutant, PROOFS.small, timeout=20)
    assert step is not None, "no step tells it apart, so it is no mistake"
    assert clause.holds(step) != mutant.holds(step)
