"""The slow positions say what the clauses, the events and the fast tables of the state graph say."""

import random
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.editions import STRICT
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import EMPTY, Cell, Clover
from models.lucky_numbers.legal_moves import broken_clauses
from models.lucky_numbers.moves import Player, Turn
from models.lucky_numbers.positions import LuckyPosition
from models.lucky_numbers.state_space import STATE_SPACES
from models.position import DRAW, LEAVE, Position, payoff
from models.reading import Reading
from tests.small_puzzles import drawn_puzzle, problem_of

SOURCES: tuple[Literal["pile", "middle"], ...] = ("pile", "middle")


def lucky(position: Position) -> LuckyPosition:
    assert isinstance(position, LuckyPosition)
    return position


def some_positions(seed: int, count: int) -> list[LuckyPosition]:
    """Walk at random from drawn puzzles."""
    rng = random.Random(seed)
    found: list[LuckyPosition] = []
    while len(found) < count:
        position = lucky(problem_of(**drawn_puzzle(rng, spare=5)).start)
        for _ in range(8):
            found.append(position)
            if not position.mover:
                break
            move = rng.choice(position.moves())
            position = lucky(rng.choice(position.chances()).after if move == DRAW else position.after(move))
    return found


def test_moves_are_those_that_break_no_clause() -> None:
    for position in some_positions(1, 60):
        table, player = position.table(), Player(position.mover)
        legal = set()
        if not position.mover:
            continue
        garden, names = position.gardens[player - 1], position.rules.board.names
        for source in SOURCES:
            if (source == "pile") != bool(position.drawn):
                continue
            for clover in {position.drawn} if position.drawn else range(1, position.rules.top + 1):
                for cell, old in enumerate(garden):
                    turn = Turn(player, source, Clover(clover), "place" if old == EMPTY else "exchange", Cell(cell))
                    if not broken_clauses(step_of(table, turn)):
                        legal.add(names[cell] if position.drawn else f"take {clover} {names[cell]}")
                left = step_of(table, Turn(player, source, Clover(clover), "discard"))
                if not broken_clauses(left):
                    legal.add(LEAVE)
        assert len(CLAUSES) > 20
        if not position.drawn:
            legal.add(DRAW)
        assert set(position.moves()) == legal


def as_move(text: str) -> str:
    """Name a turn of the state graph as positions do."""
    what, _, cell = text.partition(" ")
    number = what.removeprefix("m").partition("x")[0]
    return f"take {number} {cell}" if what[0] == "m" else cell


@pytest.mark.parametrize("seed", [2, 3])
def test_positions_and_the_state_graph_lead_to_the_same_tables(seed: int) -> None:
    compared = ended = 0
    for position in some_positions(seed, 60):
        if not position.mover or position.left is not None:
            continue
        for held in (position,) if position.drawn else (position, *(c.after for c in position.chances())):
            assert isinstance(held, LuckyPosition)
            space, code = STATE_SPACES.read(
                held.write(), Reading(answers=frozenset() if held.rules.equal_exchange else STRICT)
            )
            ways = {
                as_move(way.text): space.write(way.after)
                for way in space.ways(code)
                if held.drawn or way.text.startswith("m")
            }
            moves = [move for move in held.moves() if move != DRAW]
            assert sorted(ways) == sorted(moves)
            for move in moves:
                after = held.after(move)
                ending = space.ending(dict(ways_codes(space, code, held))[move])
                assert (None if ending is None else ending.winners) == after.ended
                ended += ending is not None
                assert plain(after) == parts(ways[move])
                compared += 1
    assert compared > 300
    assert ended > 20


def ways_codes(space: object, code: int, held: LuckyPosition) -> list[tuple[str, int]]:
    return [
        (as_move(way.text), way.after)
        for way in space.ways(code)  # type: ignore[attr-defined]
        if held.drawn or way.text.startswith("m")
    ]


def parts(text: str) -> dict[str, str]:
    """Read the facts of a written table, gardens apart."""
    pieces = text.split("; ")
    facts = {"gardens": "; ".join(piece for piece in pieces if "/" in piece)}
    for piece in pieces:
        for key in ("middle", "hidden", "to move", "drawn"):
            if piece.startswith(key):
                facts[key] = piece.removeprefix(key)
    return facts


def plain(position: LuckyPosition) -> dict[str, str]:
    return parts(position.write())


def test_equal_exchanges_are_moves_only_where_the_reading_allows_them() -> None:
    keys: dict[str, Any] = {"gardens": ["1 ./. 5", "2 ./. 4"], "top": 6, "pile": [3], "middle": [5]}
    assert "take 5 b2" in problem_of(**keys).start.moves()
    assert "take 5 b2" not in problem_of(**keys, equal_exchange=False).start.moves()


def test_a_last_clover_that_is_left_ends_play_and_a_tie_is_shared() -> None:
    problem = problem_of(gardens=["1 ./. 5", "2 ./. 4"], top=6, pile=[], drawn=6)
    over = problem.start.after("-")
    assert (over.mover, over.ended) == (0, (1, 2))
    assert payoff(problem, over) == 0
    assert over.points() == (2, 2)


def test_points_of_a_game_that_is_over_are_those_of_the_tournament() -> None:
    problem = problem_of("points", gardens=["1 2/. 5", ". ./. 4"], top=6, pile=[], drawn=3)
    assert payoff(problem, problem.start.after("a2")) == 2
    assert problem.start.after("a2").points() == (2, -3)
    other = problem_of("points", gardens=["1 ./. 5", "2 ./3 4"], top=6, pile=[], drawn=6)
    assert payoff(other, other.start.after("-")) == -2


def test_turns_are_cut_off_after_those_that_count() -> None:
    keys: dict[str, Any] = {"gardens": ["1 ./. 5", "2 ./. 4"], "top": 6, "pile": [3, 3, 6], "middle": [5, 6]}
    everybody = problem_of(**keys, turns=2).start.after("take 6 b2").after("take 5 b2")
    assert (everybody.mover, everybody.ended) == (0, None)
    own = problem_of(**keys, turns=2, goal="force").start.after("take 6 b2").after("take 5 b2")
    assert (own.mover, own.left) == (1, 1)


@pytest.mark.parametrize("move", ["draw", "-", "a1", "take 3 b1", "take 05 b2", "take 5  b2", "take 5 e9", "take", ""])
def test_what_is_no_move_here_is_refused(move: str) -> None:
    start = problem_of(gardens=["1 ./. 5", "2 ./. 4"], top=6, pile=[3], middle=[5]).start
    with pytest.raises(ValueError, match="no move"):
        start.after(move)


def test_chances_are_counted_by_copies() -> None:
    start = problem_of(gardens=["1 ./. 5", "2 ./. 4"], top=6, pile=[6, 3, 3]).start
    assert [(chance.number, chance.copies, chance.after.drawn) for chance in start.chances()] == [(3, 2, 3), (6, 1, 6)]
    assert [chance.after.layer for chance in start.chances()] == [2, 2]


def test_positions_are_equal_just_when_they_are_written_alike() -> None:
    found = some_positions(4, 150)
    by_text: dict[tuple[str, bool], set[LuckyPosition]] = {}
    for position in found:
        again = replace(position)
        assert again == position
        assert hash(again) == hash(position)
        by_text.setdefault((position.write(), position.rules.equal_exchange), set()).add(position)
    assert all(len(group) == 1 for group in by_text.values())
    assert sum(map(len, by_text.values())) == len(set(found))
