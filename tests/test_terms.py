"""The terms of the clauses say what their checks say: on small games everywhere, at full size on drawn steps."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from models.clause import Clause
from models.games import GAMES
from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.editions import STRICT, Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import Cell, Clover
from models.lucky_numbers.higher_order_mutants import TOGETHER
from models.lucky_numbers.moves import Conceding, End, Move, Placing, Player, Scores, Start, Stop, Turn
from models.lucky_numbers.proofs.catalogue import PROOFS
from models.lucky_numbers.symbolic_effect import symbolic_effect
from models.lucky_numbers.symbolic_state import SymbolicMove
from models.lucky_numbers.table import Played, Step, Table
from models.smt import And, If, Implies, Not, Or, Sum, flag, number
from models.smtlib import Writer, evaluate
from models.state_space import GameSize
from tests.generator import FAULTS, dump, play_game
from tests.test_small_boards import decode
from verifier.agreement import Agreement, Disagreement
from verifier.distinguish import distinguishing
from verifier.explore import Census, layers
from verifier.judge import broken
from verifier.smt_solver import Z3, answer_of

GAME = GAMES[0]
SYMBOLS = PROOFS.symbols
EVERY = [clause for original in CLAUSES for clause in (original, *original.mutants().values())]
SHARED = Agreement(SYMBOLS, CLAUSES)
MUTANTS = [(clause, name) for clause in CLAUSES for name in clause.mutants()]


def tally(told: Counter[tuple[str, bool]], step: Step) -> None:
    """Compare check and term on a step, and the table its move leads to; count the answers."""
    for clause, answer in zip(SHARED.asked[type(step.move)], SHARED.check(step), strict=True):
        told[clause.id, answer] += 1
    SHARED.check(step_of(step.before, step.move), follows=True)


# Everywhere -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.id)
def test_the_term_of_a_clause_and_those_of_its_mistakes_agree_with_the_checks_on_all_cases(clause: Clause[Any]) -> None:
    agreement = Agreement(SYMBOLS, [clause, *clause.mutants().values()])
    for other in CLAUSES:
        for text in (*other.kept, *other.broken):
            agreement.check(GAME.case(text))


# Steps that cases of the clauses do not hold, on which mistakes that are known of several clauses answer otherwise.
BESIDES = [
    "1 ./. 4; 1 ./. 4; middle 3 3 | 1: m3x4 b2 => middle 4",
    "1 ./. 4; 1 ./. 4; middle 3 3 | 1: m3x4 b2 => middle 3 4",
    "1 ./. 4; 1 ./. 4; middle 3 4 | 1: m3x4 b2 => middle 4",
    "1 ./. 4; 1 ./. 4; middle 2 3 | 1: m3x4 b2 => middle 3 4",
    "1 ./. 4; 1 ./. 4; middle 2 3 | 1: m3x4 b2 => middle 2 3",
    "1 ./. 4; 1 ./. 4 | 1: m3x4 b2 => middle 4",
    "1 ./. 4; 1 ./. 4; middle 2 3 | 1: m3 b1 => middle 3",
    "1 ./. 4; 1 ./. 4; middle 2 3 | 1: m3 b1 => middle -",
    "1 ./. 4; 1 ./. 4 | 1: m3 b1 => middle -",
    "1 ./. 4; 1 ./. 4 | 1: m3 b1 => middle 5",
    "1 ./. 4; 1 ./. 4; middle 3 | 1: 3 - => middle 3",
    "1 ./. 4; 1 ./. 4 | 1: 3x4 b2 => middle 3 4",
    "1 ./. 4; 1 ./. 4; middle 4 | 1: 3x4 b2 => middle 4",
    "1 ./. 4; 1 ./. 4; middle 4 | 1: 4x4 b2 => middle 4 4 4",
    "1 ./. 4; 1 ./. 4; middle 2 3; pile 0 | 1: 3x4 b2 => middle 4; pile 1",
    "1 ./. 4; 1 ./. 4; middle 2 3; pile 0 | 1: 3 - => middle 3; pile 1",
    "1 ./. 4; 1 ./. 4; middle 2 3; pile 0 | 1: 3 b1 => middle -; pile 1",
    "1 ./. 4; 1 ./. 4; middle 2 3; pile 0 | 1: 3 b1 => middle 2 3; pile 0",
    "1 ./. 4; 1 ./. 4; middle 2 3; pile 0 | 1: m3 b1 => middle 2; pile 0",
    "5 . . ./. . 7 ./. . . ./. . . . | 1: 8x7 c2",
    "5 . . 9/. . . ./. . . ./3 . . . | 1: 9x5 a1",
    "5 6 . ./4 . . ./. . . ./. . . . | 1: 6x5 a1",
    "setup; 1 ./. 4; 1 ./. 4; top 5 | start pile 4, middle 2 5",
    "setup; 1 ./. 4; 1 ./. 4; top 5 | start pile 5, middle 2 5",
]


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.id)
def test_terms_of_mistakes_that_lie_in_several_clauses_agree_with_the_checks_too(clause: Clause[Any]) -> None:
    wrong = [each for group in TOGETHER.values() for each in group if each.id == clause.id]
    agreement = Agreement(SYMBOLS, [clause, *wrong])
    steps = [GAME.case(text) for other in CLAUSES for text in (*other.kept, *other.broken)]
    besides = [step for step in map(GAME.case, BESIDES) if isinstance(step.move, clause.moves)]
    for step in (*steps, *besides):
        agreement.check(step)
    asked = [step for step in (*steps, *besides) if isinstance(step.move, clause.moves)]
    unlike = [each for each in wrong if all(each.holds(step) == clause.holds(step) for step in asked)]
    assert all(getattr(each, "room", None) for each in unlike), "nothing tells it apart"


SMALL = [GameSize(top=5, sets=1), GameSize(top=3, sets=2), GameSize(top=3, sets=2, variants=("bruno-any",))]
# Of larger games some tables only; `python -m tests.bench_prove` takes all of the first one.
SAMPLED = [
    (GameSize(top=4, sets=2), 17),
    (GameSize(top=6, sets=1), 17),
    (GameSize(top=3, sets=3, players=3), 29),
    (GameSize(top=4, sets=2, answers=STRICT), 29),
]


@pytest.mark.parametrize(
    ("size", "every"),
    [*((size, 1) for size in SMALL), *SAMPLED],
    ids=lambda each: str(each) if isinstance(each, int) else f"{each.top}-{each.sets}-{each.players}",
)
def test_checks_terms_and_engine_agree_on_every_turn_from_every_table_of_a_small_game(
    size: GameSize, every: int
) -> None:
    space, told = GAME.state_spaces().open(size), Counter[bool]()
    tables = (code for layer, _ in layers(space, space.starts(), Census()) for code in layer)
    for place, code in enumerate(tables):
        if place % every:
            continue
        found: set[Table] = set()
        for _, step in GAME.suite_items().trials(space, code):
            allowed = all(SHARED.check(step, follows=True))
            told[allowed] += 1
            if allowed:
                found.add(step.after)
        if place % (5 * every) == 0:
            assert found == {step.after for _, step in space.steps(code)}
    assert told[True] > 300
    assert told[False] > told[True]


# At full size ---------------------------------------------------------------------------------------------------------


def steps_of(events: list[dict[str, Any]]) -> list[Step]:
    """Give the steps of a log, as long as it can be read."""
    from models.lucky_numbers.engine import Engine
    from models.lucky_numbers.events import GameEvent
    from models.lucky_numbers.series import GameSeries
    from models.reading import Malformed, Reading

    lines = dump(events).splitlines()
    head = decode(lines[0]) if lines else None
    if not isinstance(head, GameEvent):
        return []
    engine = Engine(head, Reading(), GameSeries())
    steps = []
    for line in lines:
        event = decode(line)
        if type(event).__name__ == "RefusedEvent":
            continue
        try:
            step = engine.step(event)
        except Malformed:
            break
        steps.append(step)
        engine.adopt(step)
    return steps


def changed(rng: random.Random, step: Step) -> Step:
    """Change one thing in a step: in its move, or in a table."""
    rules, move, table = step.before.rules, step.move, step.before
    clover, cell = Clover(rng.randint(1, rules.top)), Cell(rng.randrange(rules.board.side**2))
    player = Player(rng.randint(1, rules.players))
    which = rng.randrange(11)
    if isinstance(move, Turn) and which < 5:
        action = rng.choice(("place", "exchange", "discard"))
        heap = (*rng.choice((table.middle, ())), clover)
        ways: tuple[dict[str, Any], ...] = (
            {"clover": clover},
            {"player": player},
            {"source": rng.choice(("pile", "middle"))},
            {"action": action, "cell": None if action == "discard" else cell, "out": rng.choice((None, clover))},
            {"pile": rng.choice((-1, 0, 7, None)), "middle": rng.choice((None, tuple(sorted(heap))))},
        )
        return step_of(table, replace(move, **ways[which]))
    if isinstance(move, Placing) and which < 4:
        return step_of(table, replace(move, **({"clover": clover}, {"player": player}, {"cell": cell}, {})[which]))
    if which > 8:
        points = tuple(rng.randint(-12, 2) for _ in range(rules.players))
        winners = rng.choice((None, frozenset({player})))
        told: tuple[Move, ...] = (
            Stop(),
            Conceding(player),
            Start(rng.choice((None, player)), rng.choice((None, -1, 5)), rng.choice((None, (clover,)))),
            End(winners, rng.choice((None, table.empty)), rng.choice((None, points))),
            Scores(rng.choice((None, points)), winners),
        )
        series = (Played(player, rng.choice((None, points))),) * rng.randrange(3)
        new = replace(table, closed=rng.random() < 0.3, conceded=frozenset({player}), series=series)
        return step_of(rng.choice((table, new)), rng.choice(told))
    if which == 4:
        gardens = [list(garden) for garden in step.after.gardens]
        gardens[player - 1][cell] = rng.choice((Clover(0), clover))
        return Step(table, move, replace(step.after, gardens=tuple(map(tuple, gardens))))
    if which == 5:
        heap = tuple(sorted((*step.after.middle, clover)))
        return Step(table, move, replace(step.after, middle=rng.choice((heap, step.after.middle[1:]))))
    if which == 6:
        return Step(table, move, replace(step.after, pile=rng.randrange(60), again=rng.random() < 0.5))
    if which == 7:
        new = replace(table, pile=rng.choice((0, 1, table.pile)), drawn=True, playing=rng.random() < 0.8)
        return step_of(new, move)
    new = replace(table, conceded=frozenset({player}), last=rng.choice((None, player)), tournament=True)
    return step_of(new, move)


SETTINGS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "setup": "michael"},
    {"players": 4, "edition": "ravensburger-2012"},
    {"players": 2, "variants": ["bruno"]},
    {"players": 3, "variants": ["bruno-any"]},
]


def test_checks_and_terms_agree_at_full_size_and_both_answers_come_for_every_clause() -> None:
    told, rng, steps = Counter[tuple[str, bool]](), random.Random(3), 0
    for seed in range(4):
        for kind in SETTINGS:
            for step in steps_of(play_game(random.Random(seed), **kind)):
                for one in (step, changed(rng, step), changed(rng, changed(rng, step))):
                    tally(told, one)
                    steps += 1
    assert steps > 3000
    for clause in CLAUSES:
        for text in (*clause.kept, *clause.broken):
            tally(told, GAME.case(text))
    assert {clause.id for clause in CLAUSES} == {clause for clause, answer in told if answer}
    assert {clause.id for clause in CLAUSES} == {clause for clause, answer in told if not answer}


@settings(max_examples=25, deadline=None, derandomize=True, database=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(FAULTS)))
def test_checks_and_terms_agree_on_the_games_of_faulty_programs(seed: int, name: str) -> None:
    for step in steps_of(FAULTS[name].log(random.Random(seed)) or [])[-60:]:
        SHARED.check(step)
        SHARED.check(step_of(step.before, step.move), follows=True)


def test_a_disagreement_prints_the_step() -> None:
    clause = CLAUSES[-1]

    class Wrong(type(clause)):  # type: ignore[misc]
        def term(self, step: Any) -> bool:
            return False

    with pytest.raises(Disagreement, match="differ on Step"):
        Agreement(SYMBOLS, [Wrong()]).check(GAME.case(clause.kept[0]))


def test_a_table_that_does_not_follow_from_the_move_prints_the_step() -> None:
    step = GAME.case("1 ./. 4; 1 ./. 4 | 1: 2 b1")
    SHARED.check(step, follows=True)
    with pytest.raises(Disagreement, match=r"after\.turns is worked out as .* after Step"):
        SHARED.check(Step(step.before, step.move, replace(step.after, turns=9)), follows=True)


def test_a_stop_with_unknowns_must_know_whether_a_result_was_named() -> None:
    table = SYMBOLS.some_step(Rules(), Stop, 0).before
    with pytest.raises(ValueError, match="not known whether a result was named"):
        symbolic_effect(table, SymbolicMove(Stop))


def test_a_step_can_be_written_as_values_and_read_back() -> None:
    for clause in CLAUSES:
        for text in (*clause.kept, *clause.broken):
            step = GAME.case(text)
            if step.before.rules.board.side == 2 and "open" not in text:
                some = SYMBOLS.some_step(step.before.rules, type(step.move), len(step.before.series))
                back = SYMBOLS.step_with(some, SYMBOLS.values_of(step))
                assert back.before == step.before
                assert [each.id for each in broken(GAME, back)] == [each.id for each in broken(GAME, step)]


# The solver -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("clause", "name"), MUTANTS, ids=[f"{clause.id} {name}" for clause, name in MUTANTS])
def test_the_solver_finds_a_step_that_tells_a_mistake_from_its_clause(clause: Clause[Any], name: str) -> None:
    mutant = clause.mutants()[name]
    step = distinguishing(SYMBOLS, clause, mutant, PROOFS.small, timeout=20)
    assert step is not None, "no step tells it apart, so it is no mistake"
    assert clause.holds(step) != mutant.holds(step)


def test_z3_works_terms_out_as_the_agreement_does() -> None:
    for clause in CLAUSES:
        for text in (clause.kept[0], clause.broken[0]):
            step = GAME.case(text)
            some = SYMBOLS.some_step(step.before.rules, type(step.move), len(step.before.series))
            term, values = clause.term(some), SYMBOLS.values_of(step)
            if isinstance(term, bool):
                continue
            writer, solver = Writer("QF_LIA", [term]), Z3("QF_LIA", 20)
            lines = writer.define([term])
            for each in writer.unknowns:
                name, value = each.args[0], values[each.args[0]]
                told = ("true" if value else "false") if each.op == "flag" else value if value >= 0 else f"(- {-value})"
                lines += f"(assert (= {name} {told}))\n"
            answer = answer_of(solver.tell(f"{lines}(assert {writer.text(term)})\n(check-sat)\n"))
            assert answer == ("sat" if clause.holds(step) else "unsat")


# The terms themselves -------------------------------------------------------------------------------------------------


def test_what_is_known_already_is_worked_out_at_once() -> None:
    assert And(True, 3 < 4) is True
    assert Or(False, Not(True)) is False
    assert (number("x", 0, 3) < 4) is True
    assert (number("x", 0, 3) == 9) is False
    assert Sum([1, 2]) == 3
    assert number("only", 5, 5) == 5


def test_equal_terms_are_the_same_object() -> None:
    assert And(flag("a"), flag("b")) is And(flag("a"), flag("b"))
    assert (number("x", 0, 9) + 1 == 4) is (number("x", 0, 9) + 1 == 4)


def test_a_formula_with_unknowns_is_neither_true_nor_false() -> None:
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(flag("a"))


@settings(max_examples=50, deadline=None, derandomize=True, database=None)
@given(st.integers(-9, 9), st.integers(-9, 9), st.booleans())
def test_numbers_with_unknowns_are_worked_out_as_python_does(one: int, other: int, told: bool) -> None:
    x, y, p = number("x", -9, 9), number("y", -9, 9), flag("p")
    values = {"x": one, "y": other, "p": told}
    term = If(p, x - y, 2 * x + 3)
    assert evaluate(term, values) == (one - other if told else 2 * one + 3)
    assert evaluate(Implies(p, x < y), values) == (not told or one < other)
    assert evaluate((x + y + 1) == (y + x + 1), values) is True
    for logic in ("QF_LIA", "QF_BV"):
        writer = Writer(logic, [term == 4])
        text = writer.define([term == 4, x == one, y == other, Or(p, Not(p))])
        asserted = "".join(f"(assert {writer.text(each)})" for each in (x == one, y == other, p if told else Not(p)))
        solver = Z3(logic, 20)
        answer = answer_of(solver.tell(f"{text}{asserted}(assert {writer.text(term == 4)})(check-sat)"))
        assert (answer == "sat") == (evaluate(term, values) == 4)
