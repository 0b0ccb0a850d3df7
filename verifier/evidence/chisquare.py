"""The upper tail of the chi-square distribution, in closed form."""

import math

SMALLEST = 1e-12  # below, a pivot counts as nothing


def tail(value: float, freedom: int) -> float:
    """Give the chance that chi-square with a whole number of degrees of freedom is at least the value.

    The closed forms of the regularized incomplete gamma function at whole and half-whole arguments (Abramowitz and
    Stegun, 26.4.4 and 26.4.5); terms are made from logarithms, so that large values do not overflow. Raises ValueError
    where there are no degrees of freedom.
    """
    if freedom < 1:
        raise ValueError("there are no degrees of freedom")
    if value <= 0:
        return 1.0
    half, log = value / 2, math.log(value / 2)
    if freedom % 2 == 0:
        powers = [float(power) for power in range(freedom // 2)]
        rest = 0.0
    else:
        powers = [power - 0.5 for power in range(1, (freedom + 1) // 2)]
        rest = math.erfc(math.sqrt(half))
    return min(1.0, rest + math.fsum(math.exp(power * log - half - math.lgamma(power + 1)) for power in powers))


def solved(matrix: list[list[float]], right: list[float]) -> list[float] | None:
    """Solve a system of linear equations with a positive definite matrix; None where it is singular."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        best = max(range(column, size), key=[abs(each[column]) for each in rows].__getitem__)
        if abs(rows[best][column]) < SMALLEST:
            return None
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column]
        for below in rows[column + 1 :]:
            factor = below[column] / pivot[column]
            for at in range(column, size + 1):
                below[at] -= factor * pivot[at]
    found = [0.0] * size
    for row in range(size - 1, -1, -1):
        known = math.fsum(rows[row][column] * found[column] for column in range(row + 1, size))
        found[row] = (rows[row][size] - known) / rows[row][row]
    return found
