"""Matrix games: the exact solver against z3, closed forms, and what no mix can be beaten by."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
import z3

from verifier.solve.matrix_games import Matrix, solve_matrix


def drawn(rng: random.Random, height: int, width: int) -> Matrix:
    high = rng.choice((1, 2, 5, 40))
    unit = rng.choice((1, 1, 2, 6))
    return [[Fraction(rng.randint(-high, high), unit) for _ in range(width)] for _ in range(height)]


def least(matrix: Matrix, rows: Sequence[Fraction]) -> Fraction:
    """Give what a mix of the rows leaves against the worst column."""
    columns = list(zip(*matrix, strict=True))
    return min(sum((share * worth for share, worth in zip(rows, each, strict=True)), Fraction(0)) for each in columns)


def by_z3(matrix: Matrix) -> Fraction:
    """Ask for the most that some mix of the rows is sure of."""
    asking, value = z3.Optimize(), z3.Real("value")
    shares = [z3.Real(f"share {row}") for row in range(len(matrix))]
    asking.add(*(share >= 0 for share in shares), z3.Sum(shares) == 1)
    for column in zip(*matrix, strict=True):
        terms = [share * z3.Q(worth.numerator, worth.denominator) for share, worth in zip(shares, column, strict=True)]
        asking.add(value <= z3.Sum(terms))
    asking.maximize(value)
    assert asking.check() == z3.sat
    found = asking.model()[value]
    return Fraction(found.numerator_as_long(), found.denominator_as_long())


def test_the_value_is_the_one_that_z3_finds_and_both_mixes_prove_it() -> None:
    rng, mixed = random.Random(5), 0
    for _ in range(150):
        matrix = drawn(rng, rng.randint(1, 5), rng.randint(1, 5))
        found = solve_matrix(matrix)
        assert found.value == by_z3(matrix)
        for mix, size in ((found.rows, len(matrix)), (found.columns, len(matrix[0]))):
            assert len(mix) == size
            assert sum(mix) == 1
            assert min(mix) >= 0
        assert least(matrix, found.rows) == found.value
        assert (
            least([[-worth for worth in column] for column in zip(*matrix, strict=True)], found.columns) == -found.value
        )
        mixed += 1 not in found.rows
    assert mixed > 30


def test_games_of_two_by_two_are_those_of_the_closed_form() -> None:
    for worths in product(range(-2, 3), repeat=4):
        a, b, c, d = map(Fraction, worths)
        low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
        expected = low if low == high else (a * d - b * c) / (a + d - b - c)
        assert solve_matrix([[a, b], [c, d]]).value == expected


@pytest.mark.parametrize("size", [3, 5, 7])
def test_paper_scissors_stone_of_any_size_is_even_and_mixed_evenly(size: int) -> None:
    matrix = [
        [Fraction(0 if row == column else 1 if (row - column) % size <= size // 2 else -1) for column in range(size)]
        for row in range(size)
    ]
    found = solve_matrix(matrix)
    assert found.value == 0
    assert set(found.rows) == set(found.columns) == {Fraction(1, size)}


def test_mirrored_games_are_worth_the_opposite() -> None:
    rng = random.Random(8)
    for _ in range(100):
        matrix = drawn(rng, rng.randint(1, 9), rng.randint(1, 9))
        mirrored = [[-worth for worth in column] for column in zip(*matrix, strict=True)]
        assert solve_matrix(mirrored).value == -solve_matrix(matrix).value
