"""What is sampled of a garden's next turns: against exact counts, and against every order of a small pile."""

import json
import random
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from cli import app
from models.gardens import Filling, Shuffles
from reports.schemas import schema
from tests.gardens import EXAMPLE, GARDENS, Numbers, fillings, in_order, sets_of
from tests.test_garden_chance import MANY, pile_of
from verifier.expected_turns import chance_of, expected_of

SURE = 4.5  # standard errors: one false alarm in 100,000


def filling(side: int, garden: Numbers) -> Filling:
    return Filling(GARDENS.grid(side), garden)


def share_of(laid: Filling, pile: Numbers, reveals: int, orders: int = 20_000) -> float:
    (counts,) = GARDENS.sample([laid], Shuffles(pile, (), reveals, orders, 5))
    assert all(-1 <= count <= reveals for count in counts)
    return sum(count >= 0 for count in counts) / orders


@pytest.mark.parametrize("reveals", [1, 2, 3, 4])
def test_a_garden_with_one_empty_cell_is_filled_as_often_as_is_counted(reveals: int) -> None:
    """There what is best is mostly what leaves the fewest draws: an exchange is worth little."""
    laid = GARDENS.read("3 5 6 8/7 8 9 10/13 14 16 ./14 15 17 19", 20)
    pile = pile_of(laid.numbers, sets_of(20, 2))
    exact = float(GARDENS.chance(laid, pile, reveals, MANY))
    found = share_of(laid, pile, reveals)
    assert abs(found - exact) < SURE * (exact * (1 - exact) / 20_000) ** 0.5 + 0.005 * (reveals > 1)


def test_no_garden_is_filled_more_often_than_is_counted_and_most_nearly_as_often() -> None:
    rng, lost = random.Random(3), []
    every = list(fillings(3, (0,) * 9, sets_of(7, 2)))
    for _ in range(12):
        empty = rng.sample(range(9), rng.randint(1, 3))
        full = rng.choice(every)
        garden = tuple(0 if cell in empty else number for cell, number in enumerate(full))
        pile = pile_of(garden, sets_of(7, 2))
        exact = float(GARDENS.chance(filling(3, garden), pile, len(empty) + 1, MANY))
        found = share_of(filling(3, garden), pile, len(empty) + 1, 5000)
        assert found <= exact + SURE * (exact * (1 - exact) / 5000) ** 0.5
        lost.append(exact - found)
    assert np.mean(lost) < 0.06  # what the choices give away


def test_the_mean_of_all_orders_of_a_small_pile_lies_in_the_interval() -> None:
    """The slow twin reveals every order of the pile and lays by the same rule, with ways counted by trying."""
    garden, copies = (1, 3, 0, 0), sets_of(5, 1)
    pile = pile_of(garden, copies)
    clovers = [number for number, count in enumerate(pile) for _ in range(count)]
    took = [played(garden, order, copies) for order in permutations(clovers)]
    mean = sum(took) / len(took)
    found = expected_of(GARDENS, filling(2, garden), copies, 5, Shuffles(pile, (), len(clovers), 20_000, 7)).turns
    assert found.mean.low <= mean <= found.mean.high
    assert found.mean.high - found.mean.low < 0.05
    unfilled = Fraction(sum(count > len(clovers) for count in took), len(took))
    assert abs(found.unfilled - unfilled) < 0.02
    assert found.half == sorted(took)[(len(took) - 1) // 2]


def played(garden: Numbers, order: tuple[int, ...], copies: Numbers) -> int:
    for at_reveal, clover in enumerate(order):
        if all(garden):
            return at_reveal
        late = garden.count(0) >= len(order) - at_reveal
        found = []
        for cell in range(4):
            after = (*garden[:cell], clover, *garden[cell + 1 :])
            if in_order(2, after) and garden[cell] != clover:
                found.append((late and not garden[cell], -draws(after, copies), -cell, after))
        if found:
            adds, merit, _, after = max(found)
            if adds if late else -merit < draws(garden, copies):
                garden = after
    return len(order) if all(garden) else len(order) + 1


def draws(garden: Numbers, copies: Numbers) -> float:
    """Count full gardens by trying them all: the fewest cells to lay, and in how many ways so few suffice."""
    from models.lucky_numbers.playout_counts import draws_to_fill

    if all(garden):
        return 0
    fulls = list(fillings(2, garden, copies))
    cells = garden.count(0)
    if not fulls:
        every = list(fillings(2, (0,) * 4, copies))
        cells = min(sum(a != b for a, b in zip(garden, full, strict=True)) for full in every)
        fulls = [f for f in every if sum(a != b for a, b in zip(garden, f, strict=True)) == cells]
    return draws_to_fill(cells, float(len(fulls)), sum(map(bool, copies)))


def test_more_positions_than_can_be_counted_are_sampled_and_never_below_what_is_counted() -> None:
    laid = GARDENS.read(EXAMPLE, 20)
    pile = pile_of(laid.numbers, sets_of(20, 2))
    asked = Shuffles(pile, (), 14, 2000, 1)
    found = chance_of(GARDENS, laid, asked, 2000)
    assert found.exact is None
    assert found.sampled is not None
    assert found.fewer == (7, GARDENS.chance(laid, pile, 7, MANY))
    assert float(found.fewer[1]) <= found.sampled.low <= found.sampled.mean <= found.sampled.high < 1
    assert chance_of(GARDENS, laid, asked, 2000) == found
    nearer = GARDENS.read("3 5 . 8/7 8 9 10/13 . 16 17/14 15 17 19", 20)
    few = Shuffles(pile_of(nearer.numbers, sets_of(20, 2)), (), 5, 20, 1)
    assert chance_of(GARDENS, nearer, few).exact == Fraction(1335149, 7893600)  # a few seconds' work


def test_a_clover_saves_the_more_the_rarer_what_else_fills_its_cell() -> None:
    """With one cell empty that only 17 and 18 fit, taking one ends it; the mean is that of the first of three in 25."""
    laid = GARDENS.read("3 5 6 8/7 8 9 10/13 14 16 ./14 15 17 19", 20)
    copies = sets_of(20, 2)
    pile = tuple(count - (number in (17, 4)) for number, count in enumerate(pile_of(laid.numbers, copies)))
    pile = (0, *pile[1:])
    found = expected_of(GARDENS, laid, copies, 20, Shuffles(pile, (17, 4), sum(pile), 4000, 1))
    first, other = found.middle
    assert (first.clover, first.turns, first.matters) == (17, 0, True)
    assert laid.grid.names[first.cell or 0] == "d3"
    assert first.saves.mean == pytest.approx(found.turns.mean.mean - 1)
    assert (other.clover, other.matters) == (4, False)


def answer(*arguments: str) -> Any:
    result = CliRunner().invoke(app.program(app.COMMANDS), ["garden", EXAMPLE, "--no-shares", *arguments])
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_what_is_sampled_says_so_in_text_and_stands_apart_in_json() -> None:
    told = answer("--chance", "12", "--middle", "18 4", "--orders", "500", "--seed", "3")
    assert "sampled" in told
    assert "500 orders of the face-down clovers, seed 3" in told
    row = json.loads(answer("--chance", "12", "--middle", "18 4", "--orders", "500", "--format", "json"))
    Draft202012Validator(schema("garden")).validate(row)
    assert "probability" not in row["chance"]
    assert row["chance"]["sampled"]["orders"] == 500
    assert row["chance"]["bound"] == "lower"
    assert 0 < Fraction(row["chance"]["counted"]["probability"]) < 1
    assert "playing best: at least about" in told
    assert [each["clover"] for each in row["expected"]["middle"]] == [18, 4]


def test_the_middle_holds_no_clover_that_cannot_be_there() -> None:
    result = CliRunner().invoke(app.program(app.COMMANDS), ["garden", EXAMPLE, "--middle", "13 13"])
    assert result.exit_code == 2
    assert "more clovers with number 13" in result.stderr
    refused = CliRunner().invoke(app.program(app.COMMANDS), ["garden", EXAMPLE, "--middle", "x"])
    assert (refused.exit_code, refused.stdout) == (2, "")
