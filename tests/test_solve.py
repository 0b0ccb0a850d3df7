"""The fast solver against plain enumeration, on hundreds of drawn small games and in what it writes."""

import itertools
import random
from collections import Counter

import pytest

from models.games import GAMES
from models.position import Objective, Problem
from tests.small_puzzles import drawn_puzzle, problem_of
from verifier.plain import solve_plainly
from verifier.solve.answer import Answer, solve
from verifier.solve.solver import Limits, Search
from verifier.unfold import TooLarge

GAME = GAMES[0]
MOST = 6_000  # positions of a game that is compared


def solved(problem: Problem) -> Answer:
    answer, _ = solve(GAME, problem, Limits(), every=True)
    return answer


def drawn_problem(rng: random.Random, goal: str, objective: Objective) -> Problem:
    turns = rng.choice((None, None, 2, 3, 4, 5, 6)) if goal != "fill" else rng.randint(1, 5)
    keys = drawn_puzzle(rng, goal, turns, rng.randint(3, 6))
    if rng.random() < 0.5:  # one who is nearly done against one who is not, or two of them
        keys["middle"] = keys["middle"][: rng.randint(0, len(keys["middle"]))]
    return problem_of(objective, **keys)


@pytest.mark.parametrize(
    ("goal", "objective", "count"),
    [("win", "win", 150), ("win", "points", 60), ("force", "win", 60), ("fill", "win", 60)],
)
def test_each_move_is_worth_what_plain_enumeration_says(goal: str, objective: Objective, count: int) -> None:
    rng = random.Random(f"{goal} {objective}")
    kinds: Counter[str] = Counter()
    compared = 0
    while compared < count:
        problem = drawn_problem(rng, goal, objective)
        try:
            plain = solve_plainly(problem, MOST)
        except TooLarge:
            continue
        compared += 1
        answer = solved(problem)
        assert answer.worth.exact, problem.start.write()
        assert answer.worth.low == plain.value, problem.start.write()
        assert {move: bounds.low for move, bounds in answer.moves} == dict(plain.moves), problem.start.write()
        assert all(bounds.exact for _, bounds in answer.moves)
        if goal == "force":
            assert answer.turns == plain.turns.get(""), problem.start.write()
        kinds[str(answer.worth.low)] += 1
        kinds["equal" if problem.start.rules.equal_exchange else "no equal"] += 1  # type: ignore[attr-defined]
        kinds["endless"] += answer.repeats
    assert kinds["equal"] > count / 5
    assert kinds["no equal"] > count / 5
    assert len(kinds) > 3


def test_whatever_ends_the_search_the_bounds_hold() -> None:
    rng, open_ones = random.Random(7), 0
    for _ in range(40):
        problem = drawn_problem(rng, "win", "win")
        try:
            value = solve_plainly(problem, MOST).value
        except TooLarge:
            continue
        search = Search(GAME.positions().endgame(problem))
        before = None
        for step in itertools.count():
            search.stopped = step > 0
            bounds = search.run(Limits(seconds=0))
            assert bounds.low <= value <= bounds.high
            assert before is None or (bounds.low >= before.low and bounds.high <= before.high)
            if bounds.exact or step == 3:
                break
            open_ones += 1
            before = bounds
    assert open_ones
