"""What blocks a garden, and z3's word on it."""

import random
from itertools import combinations
from typing import Any

import pytest
import z3
from hypothesis import given, settings

from models.lucky_numbers.gardens.blocking import blockers, is_blocking
from models.lucky_numbers.gardens.completability import completability
from models.lucky_numbers.gardens.completions import completions
from tests.gardens import EXAMPLE, Numbers, asked, at, numbers, sets_of, smallest_block
from tests.test_garden_turns import random_garden


def z3_of(side: int, copies: Numbers) -> tuple[Any, list[Any]]:
    """State what a full garden is."""
    solver, top = z3.SolverFor("QF_LIA"), len(copies) - 1
    cells = [z3.Int(f"cell{cell}") for cell in range(side**2)]
    solver.add(*(z3.And(cell >= 1, cell <= top) for cell in cells))
    for cell in range(side**2):
        if cell % side < side - 1:
            solver.add(cells[cell] < cells[cell + 1])
        if cell < side * (side - 1):
            solver.add(cells[cell] < cells[cell + side])
    for number in range(1, top + 1):
        if copies[number] < side:
            solver.add(z3.AtMost(*(cell == number for cell in cells), copies[number]))
    return solver, cells


@pytest.mark.parametrize(
    ("side", "text", "copies"),
    [(4, EXAMPLE, sets_of(20, 2)), (3, ". . ./. 4 ./. . .", sets_of(7, 2)), (2, ". ./. .", sets_of(5, 1))],
)
def test_z3_finds_as_many_completions_blocking_one_after_the_other(side: int, text: str, copies: Numbers) -> None:
    solver, cells = z3_of(side, copies)
    garden = numbers(text)
    solver.add(*(cell == number for cell, number in zip(cells, garden, strict=True) if number))
    found = 0
    while solver.check() == z3.sat:
        model = solver.model()
        solver.add(z3.Or(*(cell != model[cell] for cell in cells)))
        found += 1
    assert found == completions(at(side), garden, copies) > 1


@pytest.mark.parametrize("copies", [sets_of(20, 2), sets_of(20, 1), (0, 2, 1, 0, 1, 2) * 3 + (1, 1, 2)])
def test_z3_agrees_on_what_can_be_filled_and_none_of_its_minimal_cores_is_smaller(copies: Numbers) -> None:
    solver, cells = z3_of(4, copies)
    solver.set("core.minimize", True)
    rng, answers = random.Random(len(copies)), set()
    for trial in range(40):
        garden = (
            near_full(rng, copies, copies if trial % 4 == 1 else sets_of(20, 4))
            if trial % 2
            else random_garden(rng, 4, copies, trial % 4 == 0)
        )
        held = {z3.Bool(f"keep{trial}-{cell}"): cell for cell in range(16) if garden[cell]}
        solver.push()
        solver.add(*(z3.Implies(keep, cells[cell] == garden[cell]) for keep, cell in held.items()))
        fillable = solver.check(*held) == z3.sat
        assert fillable == (completions(at(4), garden, copies) > 0)
        answers.add(fillable)
        found = blockers(at(4), garden, copies)
        assert (found is None) == fillable
        if found is not None:
            core = [held[keep] for keep in solver.unsat_core()]
            assert is_blocking(at(4), garden, copies, core)
            assert is_blocking(at(4), garden, copies, found)
            assert len(found) <= len(core)
            for part in combinations(found, len(found) - 1):
                keeps = [keep for keep, cell in held.items() if cell in part]
                assert not found or solver.check(*keeps) == z3.sat
        solver.pop()
    assert answers == {True, False}


def near_full(rng: random.Random, copies: Numbers, plenty: Numbers) -> Numbers:
    """Take most clovers of a full garden that was made with plenty of copies, no more than there really are."""
    full = completability(at(4), random_start(rng), plenty).full
    assert full is not None
    garden = [number if rng.random() < 0.7 else 0 for number in full]
    for number in set(garden) - {0}:
        while garden.count(number) > copies[number]:
            garden[garden.index(number)] = 0
    return tuple(garden)


def random_start(rng: random.Random) -> Numbers:
    garden = [0] * 16
    garden[0], garden[5], garden[10], garden[15] = sorted(rng.sample(range(1, 21), 4))
    return tuple(garden)


def test_no_smaller_set_of_clovers_blocks_a_drawn_garden() -> None:
    sizes: set[int | None] = set()

    @settings(max_examples=400)
    @given(asked(sides=(2, 3), tops=(4, 9), most=2, least=1) | asked(tops=(3, 5)))
    def compare(question: Any) -> None:
        side, garden, copies = question
        found = blockers(at(side), garden, copies)
        assert (None if found is None else len(found)) == smallest_block(side, garden, copies)
        if found is not None:
            assert is_blocking(at(side), garden, copies, found)
            assert all(garden[cell] for cell in found)
        sizes.add(None if found is None else len(found))

    compare()
    assert {None, 0, 1, 2} <= sizes


def test_clovers_can_block_three_together_where_copies_are_few() -> None:
    rng, sizes = random.Random(7), []
    for _ in range(120):
        garden = near_full(rng, sets_of(20, 1), sets_of(20, 4))
        found = blockers(at(4), garden, sets_of(20, 1))
        if found is not None and len(found) > 2:
            sizes.append(len(found))
            smaller = combinations([cell for cell in range(16) if garden[cell]], len(found) - 1)
            assert not any(is_blocking(at(4), garden, sets_of(20, 1), part) for part in smaller)
        if len(sizes) == 3:
            break
    assert len(sizes) == 3
