"""Every kept and broken case of the clauses of Lucky Numbers, played on all that does not ask the clauses.

The engine, the state space, the positions of the solvers and the fast solver must let a case pass exactly if no clause
is broken. What a case is about cannot always be told there: why not is found case by case and listed in here.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from models.endgame import ROW
from models.games import GAMES
from models.lucky_numbers import events
from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.editions import STRICT, Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.endgame import LuckyEndgame
from models.lucky_numbers.endgame_gardens import FIRST_CELL
from models.lucky_numbers.endgame_results import HANDS
from models.lucky_numbers.engine import Engine
from models.lucky_numbers.garden import EMPTY
from models.lucky_numbers.moves import Conceding, End, Move, Opening, Placing, Scores, Start, Turn
from models.lucky_numbers.positions import TAKE, LuckyPosition
from models.lucky_numbers.series import GameSeries
from models.lucky_numbers.successors import FastSpace, counts_of
from models.lucky_numbers.table import Step, Table
from models.position import LEAVE, Problem
from models.reading import Reading
from verifier.judge import broken

GAME = GAMES[0]
Untold = dict[str, dict[str, int]]  # by reason and clause: how many of its cases


class Case(NamedTuple):
    clause: str
    text: str
    kept: bool

    @property
    def step(self) -> Step:
        step: Step = GAME.case(self.text)
        return step


class CannotBeTold(Exception):
    """Why a case cannot be told."""


CASES = [
    Case(clause.id, text, kept)
    for clause in CLAUSES
    for kept, texts in ((True, clause.kept), (False, clause.broken))
    for text in texts
]
each_case = pytest.mark.parametrize("case", CASES, ids=[f"{case.clause}: {case.text}" for case in CASES])


def broken_ids(step: Step) -> set[str]:
    return {clause.id for clause in broken(GAME, step)}


def as_told(step: Step, table: Table, move: Move) -> Step:
    """Give the step that a case makes of a table that tells less. Raises CannotBeTold where other clauses are broken."""
    told = step_of(table, move)
    if broken_ids(told) != broken_ids(step):
        raise CannotBeTold("what it is about is not told")
    return told


def untold(tell: Any) -> Untold:
    """Give why which cases cannot be told."""
    found: Untold = {}
    for case in CASES:
        try:
            tell(case.step)
        except CannotBeTold as reason:
            of_reason = found.setdefault(str(reason), {})
            of_reason[case.clause] = of_reason.get(case.clause, 0) + 1
    return found


# The engine -----------------------------------------------------------------------------------------------------------


def header_of(table: Table) -> events.GameEvent:
    rules = table.rules
    return events.GameEvent(
        "cloverproof/1",
        "lucky-numbers",
        rules.edition.key,
        rules.players,
        "michael" if rules.one_by_one else "standard",
        variants=list(rules.variants),
        tournament=events.Series("cup") if table.tournament else None,
        side=rules.board.side,
        top=rules.top,
        sets=rules.sets,
    )


def event_of(rules: Rules, move: Any) -> Any:
    """Give the event that tells a move."""
    match move:
        case Turn(player, source, clover, action, cell, out, pile, middle):
            name = None if cell is None else rules.board.names[cell]
            heap = None if middle is None else list(map(int, middle))
            return events.TurnEvent(player, source, clover, action, name, out, pile, heap)
        case Placing(player, clover, cell):
            return events.SetupEvent(player, clover, rules.board.names[cell])
        case Start(first, pile, middle):
            return events.StartEvent(first, pile, None if middle is None else list(map(int, middle)))
        case Conceding(player):
            return events.ConcedeEvent(player)
        case End(winners, empty, points):
            return events.EndEvent(listed(winners), listed(empty), listed(points))
        case Scores(points, winners):
            return events.TournamentEvent(listed(points), listed(winners))
    raise AssertionError(move)


def listed(numbers: Any) -> list[int] | None:
    return None if numbers is None else sorted(numbers) if isinstance(numbers, frozenset) else list(numbers)


def engine_at(table: Table) -> Engine:
    answers = Reading().answers if table.rules.equal_exchange else STRICT
    engine = Engine(header_of(table), Reading(answers=answers), GameSeries())
    engine.series.games = table.series
    engine.adopt(Step(table, Opening(), table))
    assert engine.table() == table
    return engine


def told_to_engine(step: Step) -> tuple[Engine, Step]:
    """Give an engine at the table of a case, and the step. Raises CannotBeTold."""
    table, move = step.before, step.move
    if step != step_of(table, move):
        raise CannotBeTold("what the table became is not told")
    if isinstance(move, Scores):  # which stands behind games of a tournament
        table = replace(table, tournament=True)
        step = as_told(step, table, move)
    engine = engine_at(table)
    engine.settled = isinstance(move, Scores)
    return engine, step


@each_case
def test_the_engine_makes_the_move_of_a_case_only_if_no_clause_is_broken(case: Case) -> None:
    try:
        engine, step = told_to_engine(case.step)
    except CannotBeTold:
        return
    wrong = broken_ids(step)
    assert (case.clause in wrong) is not case.kept
    if isinstance(step.move, Opening):
        assert not (engine.opening(header_of(step.before)) and wrong)
        return
    event = event_of(step.before.rules, step.move)
    made = engine.take(iter([msgspec.json.encode(event)])) is None or engine.make(event)
    if made:
        assert not wrong
    else:
        assert engine.table() == step.before
        found = engine.step(event)
        assert broken_ids(found) == wrong
        engine.adopt(found)
    after = step.after
    if not after.tournament:  # of which nobody asks for a series of games
        after = replace(after, series=engine.table().series)
    assert engine.table() == after


def test_most_cases_that_keep_all_clauses_are_made_by_the_engine_alone() -> None:
    alone: Counter[bool] = Counter()
    for case in CASES:
        try:
            engine, step = told_to_engine(case.step)
        except CannotBeTold:
            continue
        if broken_ids(step) or isinstance(step.move, Opening):
            continue
        event = event_of(step.before.rules, step.move)
        alone[engine.take(iter([msgspec.json.encode(event)])) is None or engine.make(event)] += 1
    assert alone[True] > 4 * alone[False], alone


# The state space ------------------------------------------------------------------------------------------------------


def turn_of(step: Step) -> Turn:
    """Give the turn of a case with the number that lay there, and nothing shown. Raises CannotBeTold."""
    table, move = step.before, step.move
    if not isinstance(move, Turn):
        raise CannotBeTold("no turn")
    if not table.playing:
        raise CannotBeTold("play has not begun")
    if step.after != step_of(table, move).after:
        raise CannotBeTold("what the table became is not told")
    out = move.out
    if move.action == "exchange" and out is None and move.cell is not None:
        out = table.gardens[move.player - 1][move.cell]
    return replace(move, out=out or None, pile=None, middle=None)


def mover_of(table: Table, turn: Turn) -> int:
    """Give whose turn it is; where anybody may begin, it is whoever does."""
    due = ORDER.due(table)
    return turn.player if turn.player in due else due[0]


class Place(NamedTuple):
    """A case in the state space."""

    space: FastSpace
    code: int
    step: Step


def told_to_world(step: Step) -> Place:
    turn, table = turn_of(step), step.before
    space = FastSpace(table.rules, counts_of(table, None))
    over = table.ended is not None
    code = space.code(replace(table, first=None if over else mover_of(table, turn)), None)
    return Place(space, code, as_told(step, space.table(code), turn))


@each_case
def test_the_state_space_has_the_turn_of_a_case_exactly_if_no_clause_is_broken(case: Case) -> None:
    try:
        space, code, step = told_to_world(case.step)
    except CannotBeTold:
        return
    steps = {each.move: each for _, each in space.steps(code)}
    assert (step.move in steps) is not bool(broken_ids(step))
    if step.move in steps:
        assert steps[step.move].after == step.after


# The solvers ----------------------------------------------------------------------------------------------------------


def told_to_solvers(step: Step) -> tuple[LuckyPosition, str, Step]:
    """Give the position of a case, and the name of its move. Raises CannotBeTold."""
    turn, table = turn_of(step), step.before
    if table.rules.again:
        raise CannotBeTold("a house rule that puzzles do not have")
    if table.ended is not None:
        raise CannotBeTold("play is over")
    if turn.source == "pile" and not table.hidden[turn.clover]:
        raise CannotBeTold("a clover that cannot be drawn")
    hidden, drawn = list(table.hidden), int(turn.clover) if turn.source == "pile" else 0
    hidden[drawn] -= drawn > 0
    mover = mover_of(table, turn)
    position = LuckyPosition(table.rules, table.gardens, table.middle, tuple(hidden), mover, drawn)
    told = as_told(step, position.table(), turn)
    cell = LEAVE if turn.cell is None else table.rules.board.names[turn.cell]
    name = cell if drawn else f"{TAKE} {turn.clover} {cell}"
    if position.turn(name) not in (None, turn):
        raise CannotBeTold("a turn that has no name of its own")
    return position, name, told


@each_case
def test_a_position_has_the_move_of_a_case_exactly_if_no_clause_is_broken(case: Case) -> None:
    try:
        position, name, step = told_to_solvers(case.step)
    except CannotBeTold:
        return
    assert (name in position.moves()) is not bool(broken_ids(step))
    if name in position.moves():
        after = position.after(name)
        assert (after.gardens, after.middle) == (step.after.gardens, step.after.middle)


def gardens_of_fast_solver(position: LuckyPosition) -> Iterator[tuple[int, ...]]:
    """Give the mover's garden after each move that the fast solver finds for the clover in hand, or without a draw."""
    endgame = LuckyEndgame(Problem(position, "win", "win", position.mover))
    numbers = [EMPTY, *sorted(endgame.kinds)]
    found = endgame.follow(np.array([endgame.row(position)]))
    for move in found.moves[: found.groups[0, 1]]:
        garden = int(move[ROW + HANDS + position.mover - 1])
        cells = endgame.known.facts[garden, FIRST_CELL : FIRST_CELL + len(position.gardens[0])]
        yield tuple(int(numbers[kind]) for kind in cells)


@each_case
def test_the_fast_solver_finds_the_move_of_a_case_exactly_if_no_clause_is_broken(case: Case) -> None:
    try:
        position, name, step = told_to_solvers(case.step)
    except CannotBeTold:
        return
    found = Counter(gardens_of_fast_solver(position))
    names = [move for move in position.moves() if move != "draw"]
    assert found == Counter(position.after(move).gardens[position.mover - 1] for move in names)
    assert (name in names) is not bool(broken_ids(step))


# What cannot be told --------------------------------------------------------------------------------------------------


# fmt: off
NO_TURN = {
    "LN101": 8, "LN102": 6, "LN103": 6, "LN104": 4, "LN208": 3, "LN209": 1, "LN401": 6, "LN403": 12, "LN404": 7,
    "LN501": 6, "LN502": 5, "LN601": 7, "LN602": 10, "LN603": 7,
}
# fmt: on
OTHER_TABLE = {"LN204": 1, "LN208": 2, "LN302": 2, "LN303": 2}  # it became what no turn makes of it
# What is shown after a turn, how many clovers there are, who went before, and a tournament are told by logs alone.
OF_LOGS = {"LN203": 1, "LN206": 4, "LN207": 4, "LN303": 5, "LN601": 1}
UNTOLD: list[tuple[Any, Untold]] = [
    (told_to_engine, {"what the table became is not told": OTHER_TABLE | {"LN502": 1}}),
    (
        told_to_world,
        {
            "no turn": NO_TURN,
            "play has not begun": {"LN102": 2},
            "what the table became is not told": OTHER_TABLE,
            "what it is about is not told": OF_LOGS | {"LN203": 2, "LN204": 2, "LN401": 1, "LN402": 3},
        },
    ),
    (
        told_to_solvers,
        {
            "no turn": NO_TURN,
            "play has not begun": {"LN102": 2},
            "what the table became is not told": OTHER_TABLE,
            "what it is about is not told": OF_LOGS,
            "play is over": {"LN401": 4, "LN402": 5},
            "a house rule that puzzles do not have": {"LN201": 2, "LN208": 6},
            "a clover that cannot be drawn": {"LN203": 3, "LN204": 4, "LN208": 1},
            "a turn that has no name of its own": {"LN201": 4, "LN203": 1, "LN302": 2, "LN303": 2},
        },
    ),
]


@pytest.mark.parametrize(("tell", "why"), UNTOLD, ids=["engine", "state space", "solvers"])
def test_no_further_case_is_left_out(tell: Any, why: Untold) -> None:
    assert untold(tell) == why


@pytest.mark.parametrize(("tell", "least"), [(told_to_engine, 180), (told_to_world, 60), (told_to_solvers, 40)])
def test_cases_of_both_sorts_are_told(tell: Any, least: int) -> None:
    told: Counter[bool] = Counter()
    for case in CASES:
        try:
            tell(case.step)
        except CannotBeTold:
            continue
        told[case.kept] += 1
    assert min(told[True], told[False]) > 10
    assert told.total() >= least, told
