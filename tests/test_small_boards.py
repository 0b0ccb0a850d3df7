"""Small boards: everything that can be asked of all tables of a tiny game, and what holds on boards of every side."""

import copy
import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from models.lucky_numbers import events
from models.lucky_numbers.editions import STRICT
from models.lucky_numbers.engine import Engine
from models.lucky_numbers.game import LUCKY_NUMBERS
from models.lucky_numbers.garden import Clover, write_garden
from models.lucky_numbers.moves import Opening
from models.lucky_numbers.series import GameSeries
from models.lucky_numbers.table import Step, Table
from models.reading import Reading
from tests import oracle
from tests.generator import dump, play_game
from tests.oracle import Event
from tests.test_agreement import agreed
from verifier.judge import broken

Numbers = tuple[int, ...]
READINGS = (Reading(), Reading(answers=STRICT))
decode = msgspec.json.Decoder(events.Event).decode
each_reading = pytest.mark.parametrize("reading", READINGS, ids=["equal exchange", "no equal exchange"])
quietly: dict[str, Any] = {
    "deadline": None,
    "derandomize": True,
    "database": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
}


class Small(NamedTuple):
    """A small game of two players."""

    side: int
    top: int
    sets: int

    @property
    def header(self) -> Event:
        keys = {"format": "cloverproof/1", "game": "lucky-numbers", "edition": "tiki-2020", "players": 2}
        return {"event": "game", **keys, **self._asdict()}

    def begun(self, numbers: Numbers) -> list[Event]:
        """Begin to play with these numbers on the two diagonals."""
        diagonal = oracle.diagonal(self.side)
        cells = [(player, cell) for player in (1, 2) for cell in diagonal]
        laid = [
            {"event": "setup", "player": player, "clover": number, "cell": cell}
            for (player, cell), number in zip(cells, numbers, strict=True)
        ]
        return [self.header, *laid, {"event": "start", "first": 1}]

    def setups(self) -> Iterator[Numbers]:
        """Give all set-ups for which there are clovers."""
        for numbers in product(range(1, self.top + 1), repeat=2 * self.side):
            if all(numbers.count(number) <= self.sets for number in numbers):
                yield numbers


class Written(NamedTuple):
    """A turn as the slow judge, the engine and the clauses read it."""

    event: Event
    line: bytes
    decoded: Any


@cache
def every_turn(game: Small) -> list[Written]:
    """Give every turn that can be written, legal or not."""
    ways: list[Event] = [{"action": "discard"}]
    ways += [{"action": action, "cell": cell} for action in ("place", "exchange") for cell in oracle.cells(game.side)]
    turns = (
        {"event": "turn", "player": player, "from": source, "clover": number, **way}
        for player, source, number, way in product((1, 2), ("pile", "middle"), range(1, game.top + 1), ways)
    )
    return [written(turn) for turn in turns]


def written(event: Event) -> Written:
    line = dump([event]).rstrip().encode()
    return Written(event, line, decode(line))


def in_order(side: int, garden: Numbers) -> bool:
    """Look through a whole garden, row by row and column by column."""
    rows = [garden[start : start + side] for start in range(0, len(garden), side)]
    for line in (*rows, *zip(*rows, strict=True)):
        numbers = [number for number in line if number]
        if numbers != sorted(set(numbers)):
            return False
    return True


def laid(garden: Numbers, cell: int, number: int) -> Numbers:
    return (*garden[:cell], number, *garden[cell + 1 :])


def legal_cells(side: int, garden: Numbers, number: int, reading: Reading) -> set[int]:
    """Give the cells of a garden in order on which a number leaves it in order."""
    return {
        cell
        for cell, old in enumerate(garden)
        if in_order(side, laid(garden, cell, number)) and (old != number or not reading.answers)
    }


# Every turn from every table ------------------------------------------------------------------------------------------


class Position:
    """A table of a small game, as the engine and as the slow judge have it."""

    def __init__(self, game: Small, reading: Reading, log: list[Event]) -> None:
        self.game, self.reading, self.log = game, reading, log
        self.engine, self.slow = self._begin(), oracle.new_play(log[0])
        for each in log[1:]:
            assert not self._slowly(each)
        self.table: Table = self.engine.table()

    def _begin(self) -> Engine:
        engine = Engine(written(self.log[0]).decoded, self.reading, GameSeries())
        for each in self.log[1:]:
            shown = written(each).decoded
            if not engine.make(shown):  # a first turn, for one, goes to the clauses
                engine.adopt(engine.step(shown))
        return engine

    def _slowly(self, each: Event) -> set[str]:
        match each["event"]:
            case "setup":
                return oracle.judge_setup(self.slow, each)
            case "start":
                return oracle.judge_start(self.slow, each)
        return oracle.judge_turn(self.slow, each, not self.reading.answers)

    def go_to(self, table: Table, slow: oracle.Play) -> None:
        """Go on from another table; before the first turn the engine must stand where it began."""
        self.table, self.slow = table, slow
        if table.last is None:
            self.engine = self._begin()
        else:
            self.engine.adopt(Step(table, Opening(), table))

    def after(self, turn: Written) -> tuple[Table, oracle.Play]:
        slow = copy.deepcopy(self.slow)
        oracle.judge_turn(slow, turn.event, not self.reading.answers)
        return self.engine.step(turn.decoded).after, slow

    def legal_turns(self) -> list[Written]:
        """Ask the clauses, the engine and the slow judge about every turn; all must agree, and the count too."""
        legal = [turn for turn in every_turn(self.game) if not self._clauses_broken_by(turn)]
        assert len(legal) == self._directly_counted()
        return legal

    def _clauses_broken_by(self, turn: Written) -> set[str]:
        step = self.engine.step(turn.decoded)
        clauses = {str(clause.id) for clause in broken(LUCKY_NUMBERS, step)}
        slow = oracle.broken_by_turn(self.slow, turn.event, not self.reading.answers)
        # A wrong exchange of equal numbers need not count as one.
        either = {"LN301"} if clauses & {"LN302", "LN303"} and self.reading.answers else set()
        assert clauses - either == slow - either
        assert ("LN301" in clauses) is self._leaves_disorder(turn.event)
        allowed = self.engine.take(iter([turn.line])) is None
        assert allowed is (not clauses)
        if allowed:
            assert self.engine.table() == step.after
            self.go_to(self.table, self.slow)
        return clauses

    def _leaves_disorder(self, turn: Event) -> bool:
        if turn["action"] == "discard":
            return False
        garden = self.table.gardens[turn["player"] - 1]
        cell = self.table.rules.board.cells[turn["cell"]]
        return cell not in legal_cells(self.game.side, garden, turn["clover"], self.reading)

    def _directly_counted(self) -> int:
        """Count the legal turns: one discard for each number that may be face down, and all that can be laid."""
        table = self.table
        if table.ended is not None:
            return 0
        player = (table.last or 2) % 2 + 1
        face_down = [number for number, count in enumerate(table.hidden) if count] if table.pile else []
        laid = (
            legal_cells(self.game.side, table.gardens[player - 1], number, self.reading)
            for number in (*face_down, *set(table.middle))
        )
        return len(face_down) + sum(map(len, laid))


def legal_turns_within(plies: int, position: Position) -> dict[Table, int]:
    """Visit every table that legal turns reach, ask about every turn there, and count the legal ones."""
    found: dict[Table, int] = {}
    level = {position.table: position.slow}
    for _ in range(plies + 1):
        coming: dict[Table, oracle.Play] = {}
        for table, slow in level.items():
            position.go_to(table, slow)
            legal = position.legal_turns()
            found[table] = len(legal)
            coming.update(position.after(turn) for turn in legal)
        level = {table: slow for table, slow in coming.items() if table not in found}
    return found


TWO_SETS, ONE_SET = Small(side=2, top=4, sets=2), Small(side=2, top=6, sets=1)
NEARLY_FULL: list[Event] = [
    {"event": "turn", "player": 1, "from": "pile", "clover": 2, "action": "place", "cell": "b1"},
    {"event": "turn", "player": 2, "from": "pile", "clover": 3, "action": "discard"},
]
STARTS = {
    "two sets": (TWO_SETS, TWO_SETS.begun((1, 3, 2, 4)), 1),
    "two sets, diagonals that do not ascend": (TWO_SETS, TWO_SETS.begun((4, 1, 2, 2)), 1),
    "two sets, a garden nearly full": (TWO_SETS, [*TWO_SETS.begun((1, 4, 2, 3)), *NEARLY_FULL], 1),
    "one set, two clovers face down": (ONE_SET, ONE_SET.begun((1, 6, 2, 4)), 2),
}
ENDS = {"two sets, a garden nearly full": "full", "one set, two clovers face down": "pile"}


@each_reading
@pytest.mark.parametrize("start", STARTS)
def test_engine_clauses_and_slow_judge_agree_on_every_turn_of_a_tiny_game(start: str, reading: Reading) -> None:
    game, log, plies = STARTS[start]
    found = legal_turns_within(plies, Position(game, reading, log))
    assert len(found) > plies
    ended = {table.ended.by: count for table, count in found.items() if table.ended is not None}
    assert ended == ({ENDS[start]: 0} if start in ENDS else {})


@each_reading
@pytest.mark.parametrize("game", [TWO_SETS, ONE_SET], ids=["two sets", "one set"])
def test_the_legal_first_turns_are_as_many_as_counted_directly(game: Small, reading: Reading) -> None:
    rng = random.Random(1)
    setups = sorted(set(game.setups()))
    counts = set()
    for numbers in rng.sample(setups, 12):
        counts.add(len(Position(game, reading, game.begun(numbers)).legal_turns()))
    assert len(counts) > 1


@settings(max_examples=12, **quietly)
@given(st.integers(0, 2**32 - 1), st.sampled_from((Small(3, 8, 2), Small(3, 9, 1), Small(2, 20, 4))), st.booleans())
def test_engine_clauses_and_slow_judge_agree_on_every_turn_somewhere_in_a_game(
    seed: int, game: Small, equal: bool
) -> None:
    rng = random.Random(seed)
    log = play_game(rng, **game._asdict(), players=2, first=1, show=False, equal_exchange=equal)
    turns = [line for line, each in enumerate(log) if each["event"] == "turn"]
    position = Position(game, Reading(answers=frozenset() if equal else STRICT), log[: rng.choice(turns)])
    event("over" if position.table.ended else "going on")
    position.legal_turns()


# Boards of every side -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", range(2, 10))
def test_a_board_of_any_side_is_played_and_judged_alike(side: int) -> None:
    log = play_game(random.Random(side), side=side, players=2, top=20, style="random")
    said = agreed(dump(log))
    assert {each.clause for each in said.findings} == (set() if side == 4 else {"LN104"})
    assert said.verdicts[0].finished


@pytest.mark.parametrize("side", range(2, 10))
def test_a_wrong_turn_on_a_board_of_any_side_is_found_and_shown(side: int) -> None:
    last = oracle.cells(side)[-1]
    log = play_game(random.Random(side), side=side, players=2, top=20, first=1, show=False)
    begun = log[: next(line for line, each in enumerate(log) if each["event"] == "turn")]
    wrong = {"event": "turn", "player": 1, "from": "middle", "clover": 1, "action": "place", "cell": last}
    said = agreed(dump([*begun, wrong]))
    assert [clause for line, clause in said.breaches if line == len(begun) + 1] == ["LN205", "LN302"]
    assert said.findings[-1].fault.against == (last,)
    breach = said.verdicts[0].breach
    assert breach is not None
    step = breach()
    assert isinstance(step, Step)
    assert LUCKY_NUMBERS.options(step)
    assert [len(picture.rows) for picture in LUCKY_NUMBERS.view(step.before).pictures] == [side, side]


# Where a clover can go ------------------------------------------------------------------------------------------------


def all_gardens(side: int, top: int) -> Iterator[Numbers]:
    return (garden for garden in product(range(top + 1), repeat=side * side) if in_order(side, garden))


@st.composite
def gardens(draw: st.DrawFn) -> tuple[int, int, Numbers]:
    """Draw a side, a highest number and a garden in order."""
    side = draw(st.integers(2, 4))
    top = draw(st.integers(2, 20))
    garden: Numbers = (0,) * (side * side)
    for cell, number in draw(st.lists(st.tuples(st.integers(0, side * side - 1), st.integers(1, top)), max_size=40)):
        tried = laid(garden, cell, number)
        garden = tried if in_order(side, tried) else garden
    return side, top, garden


def check_verdicts(side: int, top: int, garden: Numbers, number: int, reading: Reading) -> bool:
    """Compare the verdicts on all cells with a look through the whole garden; tell whether a cell is legal."""
    text = write_garden(side, tuple(map(Clover, garden)))
    verdicts = LUCKY_NUMBERS.moves(text, number, reading, top)
    names = oracle.cells(side)
    legal = {names[cell] for cell in legal_cells(side, garden, number, reading)}
    assert [verdict.cell for verdict in verdicts.cells] == names
    assert {verdict.cell for verdict in verdicts.cells if verdict.legal} == legal
    assert all(verdict.clauses == (() if verdict.legal else ("LN301",)) for verdict in verdicts.cells)
    assert all(bool(verdict.against) is bool(verdict.reason) is not verdict.legal for verdict in verdicts.cells)
    assert [verdict.action == "place" for verdict in verdicts.cells] == [not old for old in garden]
    assert verdicts.forced is (not legal)
    assert not verdicts.notes
    return bool(legal)


@each_reading
def test_the_verdicts_on_every_garden_of_four_cells_are_right(reading: Reading) -> None:
    answers = {check_verdicts(2, 4, garden, number, reading) for garden in all_gardens(2, 4) for number in range(1, 5)}
    assert answers == ({True} if not reading.answers else {True, False})


@settings(max_examples=120, **quietly)
@given(gardens(), st.data(), st.sampled_from(READINGS))
def test_a_revealed_clover_always_has_a_cell_where_equal_exchanges_are_allowed(
    drawn: tuple[int, int, Numbers], data: st.DataObject, reading: Reading
) -> None:
    side, top, garden = drawn
    number = data.draw(st.integers(1, top))
    somewhere = check_verdicts(side, top, garden, number, reading)
    event("the garden is full" if all(garden) else "the garden has empty cells")
    assert somewhere or reading.answers


@pytest.mark.parametrize(
    ("garden", "number"), [("1 2/2 3", 2), ("1 2 3/2 3 4/3 4 5", 3), ("1 2 3 4/2 3 4 5/3 4 5 6/4 5 6 7", 4)]
)
def test_a_clover_may_have_no_cell_where_equal_exchanges_are_forbidden(garden: str, number: int) -> None:
    assert LUCKY_NUMBERS.moves(garden, number, Reading(answers=STRICT), 20).forced
    assert not LUCKY_NUMBERS.moves(garden, number, Reading(), 20).forced
