"""The chance that reveals fill a garden, and that a start can be filled, against brute force."""

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations
from math import perm
from typing import Any

import pytest
from hypothesis import example, given, settings

from models.gardens import TooManyPositions
from models.lucky_numbers.garden import board
from models.lucky_numbers.gardens.chance import chance
from models.lucky_numbers.gardens.completions import completions
from models.lucky_numbers.gardens.start_diagonals import fillable, start_chances, start_orders
from tests.gardens import EXAMPLE, Numbers, asked, at, fillings, in_order, numbers, sets_of

MANY = 200_000  # positions


def tried(side: int, garden: Numbers, pile: Numbers, reveals: int) -> Fraction:
    """Try every clover, every cell, and leaving it."""

    @cache
    def best(garden: Numbers, pile: Numbers, reveals: int) -> Fraction:
        if all(garden):
            return Fraction(1)
        if not reveals:
            return Fraction(0)
        chances = Fraction(0)
        for clover, count in enumerate(pile):
            if count:
                rest = (*pile[:clover], count - 1, *pile[clover + 1 :])
                gardens = [(*garden[:cell], clover, *garden[cell + 1 :]) for cell in range(side**2)]
                ways = [best(each, rest, reveals - 1) for each in (garden, *gardens) if in_order(side, each)]
                chances += Fraction(count, sum(pile)) * max(ways)
        return chances

    return best(garden, pile, reveals)


def pile_of(garden: Numbers, copies: Numbers) -> Numbers:
    return tuple(count - (garden.count(number) if number else 0) for number, count in enumerate(copies))


def test_chances_of_drawn_gardens_are_those_of_brute_force() -> None:
    answers: set[str] = set()

    @settings(max_examples=60)
    @example((2, (1, 2, 2, 3), sets_of(6, 2)))
    @given(asked(sides=(2,), tops=(3, 6), most=2) | asked(sides=(3,), tops=(6, 8), most=2))
    def compare(question: Any) -> None:
        side, garden, copies = question
        pile = pile_of(garden, copies)
        for reveals in range(1, min(sum(pile), 4 if side == 2 else 3) + 1):
            found = chance(at(side), garden, pile, reveals, MANY)
            assert found == tried(side, garden, pile, reveals)
            answers.add("never" if not found else "always" if found == 1 else "perhaps")

    compare()
    assert answers == {"never", "perhaps", "always"}


@pytest.mark.parametrize("spare", [0, 1, 2])
def test_chances_of_gardens_with_few_empty_cells_are_those_of_brute_force(spare: int) -> None:
    rng, found = random.Random(spare), set()
    every = list(fillings(3, (0,) * 9, sets_of(7, 2)))
    for _ in range(6):
        full, empty = rng.choice(every), rng.sample(range(9), rng.randint(1, 2))
        garden = tuple(0 if cell in empty else number for cell, number in enumerate(full))
        pile = pile_of(garden, sets_of(7, 2))
        value = chance(at(3), garden, pile, len(empty) + spare, MANY)
        assert value == tried(3, garden, pile, len(empty) + spare)
        found.add(0 < value < 1)
    assert True in found


def test_one_empty_cell_and_one_reveal_is_a_matter_of_counting() -> None:
    garden = numbers("3 5 6 8/7 8 9 10/13 14 16 ./14 15 17 19")
    assert chance(at(4), garden, pile_of(garden, sets_of(20, 2)), 1, MANY) == Fraction(3, 25)


def test_a_question_with_too_many_positions_is_refused_with_what_can_be_answered() -> None:
    garden = numbers(EXAMPLE)
    pile = pile_of(garden, sets_of(20, 2))
    with pytest.raises(TooManyPositions) as refused:
        chance(at(4), garden, pile, 12, 1500)
    assert refused.value.reveals == 7
    assert refused.value.chance == chance(at(4), garden, pile, 7, MANY) > 0


# Start diagonals ------------------------------------------------------------------------------------------------------


def laid(side: int, diagonal: Sequence[int]) -> Numbers:
    garden = [0] * side**2
    garden[:: side + 1] = diagonal
    return tuple(garden)


def test_with_two_sets_34_736_of_91_390_starts_can_be_filled_in_ascending_order() -> None:
    found = start_chances(board(4), 20, 2)
    assert (len(fillable(board(4), 20, 2)) * 2**4, found.draws) == (34_736, 91_390)
    assert found.ascending == Fraction(34_736, 91_390)


def test_copies_without_limit_ask_for_steps_of_two_and_six_in_all() -> None:
    steps = [
        diagonal
        for diagonal in combinations(range(1, 21), 4)
        if all(high - low >= 2 for low, high in pairwise(diagonal)) and diagonal[3] - diagonal[0] >= 6
    ]
    assert list(fillable(board(4), 20, 4)) == steps


@pytest.mark.parametrize(("side", "top", "sets"), [(2, 4, 1), (2, 5, 2), (3, 7, 2), (3, 9, 1), (4, 10, 2), (4, 17, 1)])
def test_a_start_counts_as_fillable_where_it_has_completions(side: int, top: int, sets: int) -> None:
    counted = [
        diagonal
        for diagonal in combinations(range(1, top + 1), side)
        if completions(at(side), laid(side, diagonal), sets_of(top, sets))
    ]
    assert list(fillable(board(side), top, sets)) == counted


@pytest.mark.parametrize(("side", "top", "sets"), [(2, 4, 1), (2, 4, 2), (2, 5, 3), (3, 6, 2), (3, 9, 1)])
def test_set_ups_one_by_one_are_worth_what_brute_force_finds(side: int, top: int, sets: int) -> None:
    @cache
    def best(diagonal: Numbers, pile: Numbers) -> Fraction:
        if all(diagonal):
            return Fraction(completions(at(side), laid(side, diagonal), sets_of(top, sets)) > 0)
        value = Fraction(0)
        for clover, count in enumerate(pile):
            if count:
                rest = (*pile[:clover], count - 1, *pile[clover + 1 :])
                value += Fraction(count, sum(pile)) * max(value for _, value in places(diagonal, clover, rest))
        return value

    def places(diagonal: Numbers, clover: int, rest: Numbers) -> list[tuple[int, Fraction]]:
        free = [place for place, there in enumerate(diagonal) if not there]
        return [(place, best((*diagonal[:place], clover, *diagonal[place + 1 :]), rest)) for place in free]

    found, pile = start_chances(board(side), top, sets), sets_of(top, sets)
    assert found.one_by_one == best((0,) * side, pile)
    assert found.one_by_one <= found.ascending
    for number, (left, cells) in found.first.items():
        rest = (*pile[:number], pile[number] - 1, *pile[number + 1 :])
        of_places = places((0,) * side, number, rest)
        assert left == max(value for _, value in of_places)
        assert cells == tuple(place for place, value in of_places if value == left)


def test_only_ascending_orders_can_be_filled_and_the_best_laying_comes_first() -> None:
    for clovers in ((5, 7, 15, 19), (5, 7, 15, 15), (1, 2, 3, 4)):
        orders = start_orders(board(4), clovers, sets_of(20, 2))
        assert {order.numbers for order in orders} == set(permutations(clovers))
        assert all(list(order.numbers) == sorted(clovers) for order in orders if order.completions)
        assert orders[0].completions == max(order.completions for order in orders)
        if not orders[0].completions:
            assert orders[0].turns == min(order.turns or 99 for order in orders)


def test_one_by_one_is_worth_less_than_seeing_all_clovers_before_laying_them() -> None:
    for sets in (1, 2, 3, 4):
        found = start_chances(board(4), 20, sets)
        assert 0 < found.one_by_one < found.ascending


def test_a_start_is_drawn_as_often_as_the_formula_says() -> None:
    found = start_chances(board(4), 20, 1)
    assert found.draws == perm(20, 4) // perm(4, 4)
