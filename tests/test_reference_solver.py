"""The reference solver agrees with others that are written differently, and with positions one can see through."""

import itertools
import random
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from models.position import DRAW, Objective, Position, Problem, payoff
from tests.small_puzzles import drawn_puzzle, problem_of
from tests.toy_games import toy_problem
from verifier.explicit_model import TooLarge
from verifier.reference_solver import Plain, solve_plainly


def expectimax(problem: Problem) -> dict[str, Fraction]:
    """Solve a problem that is cut off by recursion; give the value of every move."""

    @cache
    def value(position: Position) -> Fraction:
        known = payoff(problem, position)
        if known is not None:
            return known
        best = max if position.mover == problem.hero else min
        return best(of_move(position, move) for move in position.moves())

    def of_move(position: Position, move: str) -> Fraction:
        if move != DRAW:
            return value(position.after(move))
        chances = position.chances()
        total = sum(chance.copies for chance in chances)
        return sum((value(chance.after) * chance.copies for chance in chances), Fraction(0)) / total

    return {move: of_move(problem.start, move) for move in problem.start.moves()}


def iterated(problem: Problem) -> dict[str, Fraction]:
    """Solve a problem layer by layer, in each by going on from 0 everywhere until nothing changes.

    After n rounds this is what play is worth that counts 0 when it stays in the layer for n moves. Where a round
    changes nothing, neither do later ones, and who can force something in a layer can do so in finitely many moves.
    """
    ways: dict[Position, dict[str, list[tuple[Fraction, Position]]]] = {}
    values: dict[Position, Fraction] = {}
    waiting = [problem.start]
    while waiting:
        position = waiting.pop()
        if position in values:
            continue
        known = payoff(problem, position)
        values[position] = known or Fraction(0)
        if known is None:
            total = sum(chance.copies for chance in position.chances())
            ways[position] = {
                move: [(Fraction(chance.copies, total), chance.after) for chance in position.chances()]
                if move == DRAW
                else [(Fraction(1), position.after(move))]
                for move in position.moves()
            }
            waiting += [after for onward in ways[position].values() for _, after in onward]

    def of_moves(position: Position) -> dict[str, Fraction]:
        return {
            move: sum((chance * values[after] for chance, after in onward), Fraction(0))
            for move, onward in ways[position].items()
        }

    for layer in sorted({position.layer for position in ways}):
        own = [position for position in ways if position.layer == layer]
        for count in itertools.count():
            new = {
                position: (max if position.mover == problem.hero else min)(of_moves(position).values())
                for position in own
            }
            if all(values[position] == value for position, value in new.items()):
                break
            assert count < len(own) * len(own)
            values.update(new)
    return of_moves(problem.start)


def drawn_problems(seed: int, count: int, most: int, goal: str = "win", turns: int | None = None) -> list[Problem]:
    """Draw problems with at most so many positions; every third one asks for points."""
    rng = random.Random(seed)
    found: list[Problem] = []
    while len(found) < count:
        keys = drawn_puzzle(rng, goal, turns)
        objective: Objective = "points" if goal == "win" and len(found) % 3 == 2 else "win"
        problem = problem_of(objective, **keys)
        try:
            solve_plainly(problem, most)
        except TooLarge:
            continue
        found.append(problem)
    return found


def test_play_that_is_cut_off_is_worth_what_recursion_says() -> None:
    values = set()
    for turns in (1, 2, 3, 4):
        for problem in drawn_problems(turns, 12, 800, turns=turns):
            found = solve_plainly(problem)
            right = expectimax(problem)
            assert dict(found.moves) == right
            assert found.value == max(right.values())
            values.add(found.value)
    assert len(values) > 3


def test_play_without_end_is_worth_what_going_on_from_nothing_says() -> None:
    values, cycles = set(), 0
    for problem in drawn_problems(7, 24, 700):
        found = solve_plainly(problem)
        assert dict(found.moves) == iterated(problem)
        values.add(found.value)
        cycles += len(found.graph.nodes) > 200
    assert {Fraction(1), Fraction(0), Fraction(-1)} <= values
    assert len(values) > 4
    assert cycles > 2


def test_games_that_go_round_are_worth_what_going_on_from_nothing_says() -> None:
    rounds = 0
    for seed in range(300):
        problem = toy_problem(seed)
        found = solve_plainly(problem)
        assert dict(found.moves) == iterated(problem)
        rounds += goes_round(found)
    assert rounds > 40


def goes_round(found: Plain) -> bool:
    """Tell whether best play comes to a circle before an end or a draw."""
    met, at = set(), 0
    while at not in met and (best := found.best[at]) is not None and found.graph.nodes[at].edges:
        met.add(at)
        at = found.graph.nodes[at].edges[best][1]
    return at in met


def test_fill_is_worth_what_recursion_says() -> None:
    values = set()
    for turns in (1, 2, 3):
        for problem in drawn_problems(20 + turns, 10, 2000, "fill", turns):
            found = solve_plainly(problem)
            assert dict(found.moves) == expectimax(problem)
            values.add(found.value)
    assert len(values) > 2


def can_force(problem: Problem, position: Position, turns: int) -> bool:
    """Tell whether the hero surely wins alone within so many own turns, whatever is drawn and done."""
    known = payoff(problem, position)
    if known is not None:
        return known == 1
    if position.mover != problem.hero:
        return all(can_force(problem, after, turns) for move in position.moves() for after in outcomes(position, move))
    if not turns:
        return False
    return any(
        all(can_force(problem, after, turns - (move != DRAW)) for after in outcomes(position, move))
        for move in position.moves()
    )


def outcomes(position: Position, move: str) -> list[Position]:
    return [chance.after for chance in position.chances()] if move == DRAW else [position.after(move)]


def test_force_is_what_trying_everything_says() -> None:
    counts = []
    for problem in drawn_problems(30, 40, 250, "force"):
        found = solve_plainly(problem)
        fewest = next((turns for turns in (1, 2) if can_force(problem, problem.start, turns)), None)
        told = found.turns.get("")
        if fewest is not None or told is None or told <= 2:
            assert told == fewest
        assert found.value == (told is not None)
        counts.append(told)
    assert {1, 2, None} <= set(counts)


def test_force_in_games_that_go_round_is_what_trying_everything_says() -> None:
    counts = []
    for seed in range(150):
        problem = toy_problem(seed, force=True)
        found = solve_plainly(problem).turns.get("")
        for turns in range(1, 5):
            assert forced_in(problem, turns) == (found is not None and found <= turns)
        counts.append(found)
    assert {1, 2, 3, None} <= set(counts)


def forced_in(problem: Problem, turns: int) -> bool:
    """Find where so many own turns suffice: grow the set of such positions, with one turn more each time."""
    positions = {problem.start}
    waiting = [problem.start]
    while waiting:
        position = waiting.pop()
        for after in (after for move in position.moves() for after in outcomes(position, move)):
            if after not in positions:
                positions.add(after)
                waiting.append(after)
    sure = {position for position in positions if payoff(problem, position) == 1}
    for _ in range(turns + 1):
        fewer, grown = set(sure), True
        while grown:
            new = {p for p in positions - sure if p.mover and surely(problem, p, sure, fewer)}
            sure |= new
            grown = bool(new)
    return problem.start in fewer


def surely(problem: Problem, position: Position, sure: set[Position], fewer: set[Position]) -> bool:
    if position.mover != problem.hero:
        return all(after in sure for move in position.moves() for after in outcomes(position, move))
    return any(
        all(after in (sure if move == DRAW else fewer) for after in outcomes(position, move))
        for move in position.moves()
    )


SEEN: list[tuple[dict[str, Any], Fraction, str]] = [
    # The last empty cell, the clover for it lies there, and none that is face down fits.
    ({"gardens": ["1 2/. 4", ". ./. 4"], "middle": [3], "pile": [6]}, Fraction(1), "take 3 a2"),
    # One of two face-down clovers fits.
    ({"gardens": ["1 2/. 4", "1 2/. 4"], "pile": [3, 5], "turns": 1}, Fraction(1, 2), "draw"),
    # The last clover fits nowhere for the other, who has more empty cells.
    ({"gardens": ["1 2/. 4", ". ./. 4"], "pile": [6]}, Fraction(1), "draw"),
]


@pytest.mark.parametrize(("keys", "value", "best"), SEEN)
def test_positions_one_can_see_through(keys: dict[str, Any], value: Fraction, best: str) -> None:
    found = solve_plainly(problem_of(top=6, sets=9, **keys))
    assert found.value == dict(found.moves)[best] == value


def test_too_many_positions_are_refused() -> None:
    with pytest.raises(TooLarge, match="more than 50 positions"):
        solve_plainly(problem_of(gardens=["1 ./. 5", "2 ./. 4"], top=6), 50)
