"""The cases of the clauses of Good Fortune are played on its engine and in its state space, and judged there alike."""

from collections import Counter

import pytest
from msgspec.structs import replace

from models.good_fortune import events
from models.good_fortune.cases import read_case
from models.good_fortune.clauses import CLAUSES
from models.good_fortune.editions import LINE
from models.good_fortune.effect import step_of
from models.good_fortune.engine import Engine, GameSeries
from models.good_fortune.game import GOOD_FORTUNE
from models.good_fortune.moves import BOTH, Conceding, Dealing, Ending, Move, Opening, TileLaying, Turn
from models.good_fortune.positions import FortunePosition
from models.good_fortune.snapshot import load, table_of
from models.good_fortune.successors import Tables
from models.good_fortune.table import Hands, Step
from models.position import Problem
from models.reading import Reading
from verifier.judge import broken
from verifier.reference_solver import solve_plainly
from verifier.solve.search_interface import begin
from verifier.solve.solver import SearchLimits

CASES = sorted({case for clause in CLAUSES for case in (*clause.kept, *clause.broken)})
POINTS = "groups, totals or winners"
LEFT = {POINTS: 14}  # what the engine leaves to the clauses, and how many sound cases of it there are


def heaps(pair: Hands | None) -> events.Hands:
    return None if pair is None else [[*pair[0]], [*pair[1]]]


def laid_event(each: TileLaying) -> events.Laying:
    taken = None if each.taken is None else int(each.taken)
    won, gone = (taken if each.fate == fate else None for fate in ("won", "discarded"))
    return events.Laying(each.player, each.tile, each.end, won, gone)


def event_of(move: Move) -> events.DealEvent | events.TurnEvent | events.ConcedeEvent | events.EndEvent | None:
    """Give a move as a log tells it, None where it is the header."""
    match move:
        case Dealing():
            return events.DealEvent(heaps(move.hands), [*move.line], move.holder, move.side)
        case Turn():
            line: list[int | None] | None = None if move.line is None else [*move.line]
            laid = [laid_event(each) for each in move.laid]
            shown = heaps(move.hands), heaps(move.collections)
            return events.TurnEvent(laid, move.chooser, line, *shown, move.holder, move.side)
        case Conceding():
            return events.ConcedeEvent(move.player)
        case Ending():
            groups: list[list[events.Group] | None] | None = None
            if move.groups is not None:
                groups = [[events.Group(str(g.charm), [*g.tiles], g.points) for g in own] for own in move.groups]
            winners = None if move.winners is None else sorted(map(int, move.winners))
            totals = None if move.totals is None else [*move.totals]
            return events.EndEvent(heaps(move.collections), groups, totals, winners)
    return None


def engine_at(step: Step) -> Engine:
    """Give an engine that stands at the table before a step."""
    rules = step.before.rules
    header = events.GameEvent("cloverproof/1", "good-fortune", rules.edition.key, hand=rules.hand)
    engine = Engine(header, Reading(), GameSeries())
    engine.rules = rules
    engine.masks = (*rules.tiles.masks, *((0, 0),) * rules.top) if rules.tiles.faces else ((0, 0),) * (rules.top + 1)
    load(engine, Step(step.before, step.move, step.before))
    return engine


def left_to_the_clauses(step: Step) -> str:
    """Say why the engine gives no answer of its own to a sound step."""
    move = step.move
    told = isinstance(move, Ending) and (move.groups is not None or move.totals is not None or move.winners is not None)
    return POINTS if told else ""


@pytest.mark.parametrize("case", CASES)
def test_the_engine_allows_a_case_only_if_every_clause_does(case: str) -> None:
    step = read_case(case)
    engine, sound = engine_at(step), not broken(GOOD_FORTUNE, step)
    event = event_of(step.move)
    if event is None:
        assert isinstance(step.move, Opening)
        header = events.GameEvent("cloverproof/1", "good-fortune", step.before.rules.edition.key)
        assert engine.opening(header) == sound
        return
    allowed = engine.make(event)
    assert allowed <= sound
    assert allowed or not sound or left_to_the_clauses(step)
    if allowed:
        assert table_of(engine) == step.after


def test_what_the_engine_leaves_to_the_clauses_is_known() -> None:
    found: Counter[str] = Counter()
    for case in CASES:
        step = read_case(case)
        event = event_of(step.move)
        if event is not None and not broken(GOOD_FORTUNE, step) and not engine_at(step).make(event):
            found[left_to_the_clauses(step)] += 1
    assert found == LEFT


def explorable(step: Step) -> bool:
    """Tell whether the state space holds the table before a step and has a turn like its move."""
    before, move = step.before, step.move
    if not isinstance(move, Turn) or not before.dealt or before.conceded or before.played_on or any(before.unsure):
        return False
    here = (*before.line, *before.hands[0], *before.hands[1])
    alone = len(before.line) == LINE and before.rules.tiles.knows(here)
    return alone and (before.holder is not None or before.rules.simple or before.rules.guessing)


@pytest.mark.parametrize("case", [case for case in CASES if explorable(read_case(case))])
def test_the_state_space_has_a_turn_exactly_if_every_clause_allows_it(case: str) -> None:
    step = read_case(case)
    assert isinstance(step.move, Turn)
    laid = tuple(replace(each, fate=None, taken=None) for each in step.move.laid)
    tables = Tables(step.before, "")
    turns = set(tables._turns(step.before))
    assert (laid in turns) == (not broken(GOOD_FORTUNE, step_of(step.before, Turn(laid))))


def test_enough_cases_are_turns_of_the_state_space() -> None:
    told = [read_case(case) for case in CASES]
    assert sum(map(explorable, told)) >= 20


@pytest.mark.parametrize("case", [case for case in CASES if explorable(read_case(case))])
def test_the_endgame_search_plays_the_tables_of_cases_as_the_clauses_say(case: str) -> None:
    """Neither lists its moves, so what they come to is compared."""
    table = read_case(case).before
    rules, mover = table.rules, int(table.holder or BOTH[0])
    if rules.simple:
        mover = 2 if table.last == 1 or not table.hands[0] else 1
    holder = None if rules.simple else table.holder
    start = FortunePosition(rules, table.hands, table.line, mover, table.won, holder, table.side)
    problem = Problem(start, "win", "points", start.mover)
    search = begin(GOOD_FORTUNE, problem)
    assert search.run(SearchLimits()).exact
    assert search.bounds.low == search.bounds.high == solve_plainly(problem).value
