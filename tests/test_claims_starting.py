"""What it is worth to start: the exact solver of endgames, asked deal by deal, says what the claims say."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest

from models.lucky_numbers.moves import Turn
from tests.decisions import GAME, decision
from tests.small_puzzles import problem_of
from verifier.prove import Refuted
from verifier.solve.answer import solve
from verifier.solve.solver import SearchLimits


def deals(top: int) -> Iterator[tuple[list[str], list[int]]]:
    """Give each deal of one set to two players on two rows, the lower clover on a1, and what is left face down."""
    numbers = set(range(1, top + 1))
    for one in combinations(sorted(numbers), 2):
        for other in combinations(sorted(numbers - {*one}), 2):
            yield [f"{low} ./. {high}" for low, high in (one, other)], sorted(numbers - {*one, *other})


def worth(gardens: list[str], hidden: list[int], top: int) -> Fraction:
    problem = problem_of(gardens=gardens, pile=hidden, middle=[], top=top, sets=1)
    found = solve(GAME, problem, SearchLimits())[0].worth
    assert found.low == found.high
    return found.low


@pytest.mark.parametrize(("name", "top"), [("LNC79", 5), ("LNC80", 6)])
def test_the_exact_solver_finds_what_starting_is_worth(name: str, top: int) -> None:
    verdict = decision(name).verdict
    assert isinstance(verdict, Refuted)
    found = [worth(gardens, hidden, top) for gardens, hidden in deals(top)]
    assert dict(verdict.case.facts)["starting is worth"] == str(sum(found) / len(found))
    first = next(step.before for step in verdict.case.steps if isinstance(step.move, Turn))
    gardens = [f"{garden[0]} ./. {garden[3]}" for garden in first.gardens]
    place = [laid for laid, _ in deals(top)].index(gardens)
    assert found[place] == (1 if name == "LNC79" else -1)
