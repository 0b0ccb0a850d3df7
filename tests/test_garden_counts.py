"""In how many ways a garden can be filled, against closed forms, brute force and z3."""

import random
from itertools import product
from math import comb
from typing import Any

import pytest
from hypothesis import given

from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import Cell, Clover, board
from models.lucky_numbers.gardens.completability import completability, is_legal
from models.lucky_numbers.gardens.completions import (
    backward,
    completions,
    counts_by_cell,
    example,
    forward,
    total_fillings,
)
from tests.gardens import EXAMPLE, GARDENS, Numbers, asked, at, fillings, in_order, numbers, sets_of

EMPTY = (0,) * 16


def plane_partitions(side: int, height: int) -> int:
    """MacMahon's box formula."""
    above = below = 1
    for i, j, k in product(range(1, side + 1), range(1, side + 1), range(1, height + 1)):
        above, below = above * (i + j + k - 1), below * (i + j + k - 2)
    return above // below


def young_tableaux(side: int) -> int:
    """The hook length formula."""
    above = below = 1
    for cell, (row, column) in enumerate(product(range(side), repeat=2), 1):
        above, below = above * cell, below * (2 * side - 1 - row - column)
    return above // below


def test_one_set_fills_an_empty_garden_in_116_396_280_ways() -> None:
    assert completions(at(4), EMPTY, sets_of(20, 1)) == 116_396_280 == comb(20, 16) * young_tableaux(4)


def test_copies_without_limit_fill_an_empty_garden_in_52_101_067_968_ways() -> None:
    assert completions(at(4), EMPTY, sets_of(20, 4)) == 52_101_067_968 == plane_partitions(4, 13)
    assert completions(at(4), EMPTY, sets_of(20, 99)) == 52_101_067_968


@pytest.mark.parametrize("side", [2, 3, 4, 5])
@pytest.mark.parametrize("top", [8, 9, 16, 25, 30])
def test_empty_gardens_of_all_sides_have_their_closed_forms(side: int, top: int) -> None:
    empty = (0,) * side**2
    assert completions(at(side), empty, sets_of(top, side)) == plane_partitions(side, max(0, top - 2 * side + 1)) * (
        top >= 2 * side - 1
    )
    assert completions(at(side), empty, sets_of(top, 1)) == comb(top, side**2) * young_tableaux(side)


@pytest.mark.parametrize(("sets", "ways"), [(1, 0), (2, 24), (3, 24), (4, 24)])
def test_the_printed_example_can_be_filled_in_24_ways_with_two_or_more_sets(sets: int, ways: int) -> None:
    assert completions(at(4), numbers(EXAMPLE), sets_of(20, sets)) == ways


def test_the_ideals_of_a_grid_are_its_lattice_paths() -> None:
    assert [len(at(side).ideals) for side in (2, 3, 4, 5)] == [6, 20, 70, 252]
    assert [len(at(side).layers) for side in (2, 3, 4, 5)] == [6, 20, 70, 252]


@pytest.mark.parametrize("side", [2, 3, 4, 5])
def test_a_cell_of_a_full_garden_has_room_for_the_cells_before_and_behind_it(side: int) -> None:
    top = 2 * side + 3
    counts = counts_by_cell(at(side), (0,) * side**2, sets_of(top, side))
    for cell, (row, column) in enumerate(product(range(side), repeat=2)):
        held = [number for number, count in enumerate(counts[cell]) if count]
        assert held == list(range(row + column + 1, top - 2 * side + 2 + row + column + 1))


def test_counts_of_drawn_gardens_are_those_of_brute_force() -> None:
    answers: set[bool] = set()

    @given(asked())
    def compare(question: Any) -> None:
        side, garden, copies = question
        full = list(fillings(side, garden, copies))
        levels = forward(at(side), garden, copies)
        assert total_fillings(levels) == len(full)
        behind = backward(at(side), garden, copies)
        assert dict(behind[0]).get(0, 0) == len(full)
        counts = counts_by_cell(at(side), garden, copies)
        for cell, number in product(range(side**2), range(1, len(copies))):
            assert counts[cell][number] == sum(filled[cell] == number for filled in full)
        if full:
            assert example(at(side), levels, copies) in full
        answers.add(bool(full))

    compare()
    assert answers == {True, False}


def test_the_clause_speaks_against_gardens_out_of_order() -> None:
    rng, answers = random.Random(3), set()
    for _ in range(500):
        garden = tuple(rng.choice((0, 0, 0, rng.randint(1, 20))) for _ in range(16))
        legal = is_legal(at(4), garden)
        clovers = tuple(Clover(number) for number in garden)
        spoken = [
            PLACEMENT.fits(Rules(board=board(4)), clovers, Cell(cell), clovers[cell])
            for cell in range(16)
            if garden[cell]
        ]
        disorder = GARDENS.breaches(GARDENS.read(text_of(garden), 20), 20)
        assert legal == in_order(4, garden) == all(spoken) == (not disorder)
        answers.add(legal)
        if not legal:
            found = completability(at(4), garden, sets_of(20, 16))
            assert (found.legal, found.fillable, found.turns, found.full) == (False, False, None, None)
            assert found.blocked is not None
            assert len(found.blocked) <= 2
    assert answers == {True, False}


def text_of(garden: Numbers) -> str:
    texts = [str(number or ".") for number in garden]
    return "/".join(" ".join(texts[start : start + 4]) for start in range(0, 16, 4))


@given(asked(sides=(2, 3, 4), tops=(7, 20), most=2))
def test_the_shares_of_a_cell_add_up_to_one_and_a_number_keeps_what_its_garden_keeps(question: Any) -> None:
    side, garden, copies = question
    count, counts = completions(at(side), garden, copies), counts_by_cell(at(side), garden, copies)
    for cell in range(side**2):
        assert sum(counts[cell]) == count
    cell, number = len(garden) // 2, len(copies) // 2
    if not garden[cell]:
        changed = (*garden[:cell], number, *garden[cell + 1 :])
        assert counts[cell][number] == completions(at(side), changed, copies)


@given(asked(sides=(3, 4), tops=(7, 20), most=2))
def test_one_more_clover_in_reach_never_takes_a_way_to_fill(question: Any) -> None:
    side, garden, copies = question
    more = (*copies[:-1], copies[-1] + 1)
    assert completions(at(side), garden, more) >= completions(at(side), garden, copies)
