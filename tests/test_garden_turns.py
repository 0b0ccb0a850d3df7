"""The fewest own turns, against breadth-first search on small games, and replayed through the clauses."""

import random
from typing import Any

import pytest
from hypothesis import given, settings

from models.lucky_numbers.gardens.direct_turns import can_be_put, direct, nearest
from models.lucky_numbers.gardens.exchange_search import fewest
from models.lucky_numbers.gardens.lattice import Lattice
from tests.gardens import EXAMPLE, Numbers, all_gardens, asked, at, distances, numbers, replay, sets_of

SMALL = [
    (2, (0, 1, 2, 1)),
    (2, (0, 1, 1, 1, 1)),
    (2, (0, 1, 1, 2, 1)),
    (2, (0, 2, 0, 1, 2, 1)),
    (2, (0, 1, 2, 1, 2)),
    (2, (0, 2, 2, 2, 2)),
    (2, (0, 1, 1, 1, 1, 1, 1)),
    (3, (0, 2, 2, 2, 2, 2)),
]


def ascends_along_corners(lattice: Lattice, garden: Numbers) -> bool:
    """Tell whether all numbers ascend that will have to in a full garden, in one line or not."""
    held = [(cell, number) for cell, number in enumerate(garden) if number]
    return all(one < other for a, one in held for b, other in held if lattice.above[a] >> b & 1)


@pytest.mark.parametrize(("side", "copies"), SMALL)
def test_all_gardens_of_a_small_game_need_as_many_turns_as_breadth_first_search_finds(
    side: int, copies: Numbers
) -> None:
    gardens = list(all_gardens(side, copies)) if side == 2 else [*three_rows(copies)]
    found = distances(side, copies, gardens)
    for garden in gardens:
        turns = fewest(at(side), garden, copies)
        assert (None if turns is None else len(turns)) == found.get(garden)
        if turns is not None:
            assert all(replay(side, garden, copies, turns)) if side == 2 else True
            if ascends_along_corners(at(side), garden):
                full = nearest(at(side), garden, copies)
                assert full is not None
                assert len(turns) == sum(one != other for one, other in zip(garden, full, strict=True))
                assert direct(at(side), garden, copies) == turns


def three_rows(copies: Numbers) -> list[Numbers]:
    """Give every legal garden with three rows, row by row."""
    found: list[Numbers] = [()]
    for cell in range(9):
        row, column = divmod(cell, 3)
        found = [
            (*garden, number)
            for garden in found
            for low in [max([0, *garden[row * 3 : cell], *garden[column:cell:3]])]
            for number in [0, *range(low + 1, len(copies))]
            if not number or garden.count(number) < copies[number]
        ]
    return found


def test_moving_a_clover_within_the_garden_can_cost_a_turn_the_smallest_case() -> None:
    garden, copies = numbers("3 ./. 1"), (0, 1, 2, 1)
    turns = fewest(at(2), garden, copies)
    assert turns is not None
    assert len(turns) == 5
    assert nearest(at(2), garden, copies) == (1, 2, 2, 3)
    assert replay(2, garden, copies, turns) == (1, 2, 2, 3)
    assert distances(2, copies, list(all_gardens(2, copies)))[garden] == 5


def test_moving_a_clover_can_cost_a_turn_in_a_whole_garden_with_one_set_too() -> None:
    garden = numbers("2 7 13 ./3 8 . 9/10 14 17 19/15 18 . 20")
    turns = fewest(at(4), garden, sets_of(20, 1))
    full = nearest(at(4), garden, sets_of(20, 1))
    assert turns is not None
    assert full is not None
    assert (len(turns), sum(one != other for one, other in zip(garden, full, strict=True))) == (7, 6)
    assert all(replay(4, garden, sets_of(20, 1), turns))


def test_the_printed_example_needs_seven_turns_and_all_its_clovers_stay() -> None:
    turns = fewest(at(4), numbers(EXAMPLE), sets_of(20, 2))
    assert turns is not None
    assert len(turns) == 7
    assert not any(turn.out for turn in turns)


def random_garden(rng: random.Random, side: int, copies: Numbers, on_diagonal: bool) -> Numbers:
    lattice, garden = at(side), [0] * side**2
    cells = rng.sample(range(side**2), side**2)
    if on_diagonal:
        cells.sort(key=lambda cell: cell % (side + 1) > 0)
    for cell in cells[: rng.randint(side, side**2 - 1)]:
        fitting = [number for number in range(1, len(copies)) if can_be_put(lattice, garden, cell, number, copies)]
        garden[cell] = rng.choice(fitting) if fitting else 0
    return tuple(garden)


@pytest.mark.parametrize("copies", [sets_of(20, 1), sets_of(20, 2), sets_of(17, 1), (0, 1, 2, 0, 1, 2) * 3 + (1, 1, 2)])
def test_the_turns_of_random_gardens_pass_all_clauses_and_lead_to_a_full_garden(copies: Numbers) -> None:
    rng, kinds = random.Random(len(copies)), set()
    for trial in range(80):
        garden = random_garden(rng, 4, copies, trial % 2 == 0)
        turns = fewest(at(4), garden, copies)
        kinds.add(turns is None)
        if turns is not None:
            full = replay(4, garden, copies, turns)
            assert all(full)
            assert all(full.count(number) <= copies[number] for number in full)
            best = nearest(at(4), garden, copies)
            assert best is not None
            assert len(turns) >= sum(one != other for one, other in zip(garden, best, strict=True))
    assert False in kinds


def test_turns_of_drawn_gardens_pass_the_clauses_and_some_gardens_cannot_be_completed() -> None:
    answers: set[bool] = set()

    @settings(max_examples=60)
    @given(asked(sides=(2, 3, 4), tops=(3, 12), most=2))
    def check(question: Any) -> None:
        side, garden, copies = question
        turns = fewest(at(side), garden, copies)
        answers.add(turns is None)
        if turns is not None:
            assert all(replay(side, garden, copies, turns))

    check()
    assert answers == {True, False}
