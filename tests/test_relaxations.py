"""Relaxed problems bound what they stand for, and a search that leans on them gives the same values and proofs."""

import random
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from models.games import GAMES
from models.lucky_numbers.endgame import LuckyEndgame
from models.lucky_numbers.endgame_classes import classes_of
from tests.small_puzzles import drawn_garden, problem_of
from verifier.certificate import certify
from verifier.check_certificate import verify
from verifier.explicit_model import TooLarge
from verifier.reference_solver import Plain, solve_plainly
from verifier.solve.graph import GROUP, HIGH, KEY, LOW, NOBODY, NODES, OWNER, UNEXPLORED, Graph
from verifier.solve.relaxations import Relaxation
from verifier.solve.solver import Search, SearchLimits

if TYPE_CHECKING:
    from models.position import Objective, Problem

GAME = GAMES[0]


def drawn_problem(
    rng: random.Random, objective: "Objective", down: Sequence[int] = (2, 3), empty: Sequence[int] = (1, 1, 2)
) -> "Problem":
    return problem_of(
        objective,
        gardens=[drawn_garden(rng, 2, 6, rng.choice(empty)) for _ in range(2)],
        middle=[rng.randint(1, 6) for _ in range(rng.randint(0, 2))],
        pile=[rng.randint(1, 6) for _ in range(rng.choice(down))],
        turns=rng.choice((None, None, None, 4)),
        equal_exchange=rng.random() < 0.5,
        top=6,
        sets=9,
    )


def plain_of(problem: "Problem", most: int) -> Plain | None:
    with suppress(TooLarge):
        return solve_plainly(problem, most)
    return None


def explored_whole(endgame: LuckyEndgame) -> Graph:
    search = Search(endgame)
    while True:
        nodes = search.graph.nodes[: search.positions]
        fresh = np.flatnonzero((nodes[:, GROUP] == UNEXPLORED) & (nodes[:, OWNER] != NOBODY))
        if not len(fresh):
            search.settle()
            return search.graph
        search.explore(fresh)


def test_the_lowest_and_the_highest_numbers_are_classes_and_each_step_tells_more_apart() -> None:
    assert classes_of(range(1, 7), 0) == {1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 1}
    assert classes_of([2, 3, 5, 7, 9, 10], 1) == {2: 0, 3: 0, 5: 0, 7: 1, 9: 2, 10: 2}
    assert classes_of(range(1, 6), 2) is None
    assert [len(set((classes_of(range(1, 21), step) or {}).values())) for step in range(4)] == [16, 17, 18, 0]


@pytest.mark.parametrize("objective", ["win", "points"])
def test_each_position_is_worth_what_its_images_say_by_plain_enumeration(objective: "Objective") -> None:
    rng, told = random.Random(f"relaxed {objective}"), {LOW: [0, 0], HIGH: [0, 0]}
    for _ in range(10):
        problem = drawn_problem(rng, objective)
        plain = plain_of(problem, 2_000)
        if plain is None:
            continue
        nodes = zip(plain.graph.nodes, plain.values, strict=True)
        worths = [(node.position, value) for node, value in nodes if not node.draws and node.worth is None]
        for column in (LOW, HIGH):
            finer = LuckyEndgame(problem)
            relaxed = finer.relaxed(rng.randrange(3), column == LOW)
            if relaxed is None:
                continue
            graph = explored_whole(relaxed)
            rows = relaxed.image(np.array([finer.row(position) for position, _ in worths]), finer)
            seen = {
                tuple(graph.worth[node, KEY:]): graph.worth[node]
                for node in range(graph.counts[NODES])
                if graph.nodes[node, OWNER] != NOBODY
            }
            for (position, value), row in zip(worths, rows, strict=True):
                assert tuple(relaxed.row(position)) == tuple(row)
                found = seen.get(tuple(row))
                if found is not None and value is not None:
                    sign = 1 if column == LOW else -1
                    assert found[column] * sign <= value * relaxed.scale * sign, (problem, position)
                    told[column][found[column] == value * relaxed.scale] += 1
    assert min(sum(told[LOW]), sum(told[HIGH])) > 40
    assert min(told[LOW][True] + told[HIGH][True], told[LOW][False] + told[HIGH][False]) > 15


def test_values_and_proofs_are_the_same_with_relaxed_problems(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("verifier.solve.solver.UNAIDED", 1)
    monkeypatch.setattr("verifier.solve.solver.AIDED", 1)
    taken, tighten, path, rng = 0, Relaxation.tighten, tmp_path / "c.jsonl", random.Random(8)

    def noted(relaxation: Relaxation, *rest: object) -> object:
        nonlocal taken
        changed = tighten(relaxation, *rest)  # type: ignore[arg-type]
        taken += len(changed)
        return changed

    monkeypatch.setattr(Relaxation, "tighten", noted)
    values = set()
    for count in range(6):
        problem = drawn_problem(rng, "points" if count % 3 == 0 else "win", (4,), (2, 2, 3))
        alone, search = (Search(GAME.positions().endgame(problem)) for _ in range(2))
        alone.relaxations = None
        value = alone.run(SearchLimits()).low
        search.run(SearchLimits())
        assert alone.bounds.high == value == search.bounds.low == search.bounds.high
        assert certify(str(path), GAME, problem, search) == (value, value)
        proven = verify(str(path), problem)
        assert proven.lower == value == proven.upper
        values.add(value)
    assert len(values) > 2
    assert taken > 20
