"""Matrix games, solved exactly: what both sides can force when they choose at the same time.

The row player wants much, the column player little. What is given is proven: whatever the other side chooses, the mix
of the rows leaves at least the value, that of the columns at most.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from msgspec import Struct

Matrix = Sequence[Sequence[Fraction]]
Whole = list[list[int]]  # the same, times a common denominator


class Mixed(Struct, frozen=True):
    """The value, and how likely each row and each column is in a mix that is best for its side."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def solve_matrix(matrix: Matrix) -> Mixed:
    """Solve a matrix game that has a row and a column."""
    height, width = len(matrix), len(matrix[0])
    unit = lcm(*(worth.denominator for each in matrix for worth in each))
    whole = [[worth.numerator * (unit // worth.denominator) for worth in each] for each in matrix]
    lows, highs = list(map(min, whole)), list(map(max, zip(*whole, strict=True)))
    sure = max(lows)
    if sure == min(highs):
        row, column = lows.index(sure), highs.index(sure)
        return Mixed(matrix[row][column], _spread({row: 1}, 1, height), _spread({column: 1}, 1, width))
    rows, columns = _undominated(whole)
    shares, others = _simplex([[whole[row][column] for column in columns] for row in rows])
    mix, other = dict(zip(rows, shares, strict=True)), dict(zip(columns, others, strict=True))
    least = min(sum(share * whole[row][column] for row, share in mix.items()) for column in range(width))
    most = max(sum(share * each[column] for column, share in other.items()) for each in whole)
    value = Fraction(least, unit * sum(shares))
    assert value == Fraction(most, unit * sum(others))
    return Mixed(value, _spread(mix, sum(shares), height), _spread(other, sum(others), width))


def _spread(shares: dict[int, int], whole: int, size: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(shares.get(at, 0), whole) for at in range(size))


def _undominated(whole: Whole) -> tuple[list[int], list[int]]:
    """Give the rows and columns that are left when those that are never better than another one are struck off."""
    rows, columns = list(range(len(whole))), list(range(len(whole[0])))
    before = 0
    while before != len(rows) + len(columns):
        before = len(rows) + len(columns)
        for row in rows[:]:
            if any(other != row and all(whole[other][at] >= whole[row][at] for at in columns) for other in rows):
                rows.remove(row)
        for column in columns[:]:
            if any(other != column and all(whole[at][other] <= whole[at][column] for at in rows) for other in columns):
                columns.remove(column)
    return rows, columns


def _simplex(whole: Whole) -> tuple[list[int], list[int]]:
    """Give shares of rows and of columns, up to a factor, by the simplex method over integers.

    All worths are shifted above 0; then the columns y with A y <= 1 and the highest sum are looked for. Every entry of
    the tableau is a whole number over the pivot before (Edmonds), and by Bland's rule it comes to an end.
    """
    height, width = len(whole), len(whole[0])
    shift = 1 - min(map(min, whole))
    table = [[worth + shift for worth in row] + [1] for row in whole] + [[-1] * width + [0]]
    basic, free, unit = list(range(width, width + height)), list(range(width)), 1
    while entering := [at for at in range(width) if table[height][at] < 0]:
        column = min(entering, key=free.__getitem__)
        row = _leaving(table, column, basic)
        unit = _pivot(table, row, column, unit)
        basic[row], free[column] = free[column], basic[row]
    shares, others = [0] * height, [0] * width
    for at, name in enumerate(free):
        if name >= width:
            shares[name - width] = table[height][at]
    for at, name in enumerate(basic):
        if name < width:
            others[name] = table[at][width]
    return shares, others


def _leaving(table: Whole, column: int, basic: list[int]) -> int:
    """Choose the row that bounds a column most tightly, of several the one with the lowest name."""
    best = -1
    for row in range(len(basic)):
        if table[row][column] <= 0:
            continue
        if best >= 0:
            ahead = table[row][-1] * table[best][column] - table[best][-1] * table[row][column]
            if ahead > 0 or (ahead == 0 and basic[row] > basic[best]):
                continue
        best = row
    return best


def _pivot(table: Whole, row: int, column: int, unit: int) -> int:
    """Change a row's variable for a column's; give the new common denominator."""
    pivot, pivots = table[row][column], table[row]
    for at, line in enumerate(table):
        if at == row:
            continue
        factor = line[column]
        table[at] = [(worth * pivot - factor * other) // unit for worth, other in zip(line, pivots, strict=True)]
        table[at][column] = -factor
    pivots[column] = unit
    return pivot
