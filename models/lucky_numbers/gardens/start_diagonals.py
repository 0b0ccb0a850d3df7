"""Which start diagonals can be filled without exchanges, and how likely one is.

The cells laid before play form a chain (a1, b2, c3, ...): only ascending numbers can be filled, so ascending is the
best order wherever any order is. Going through the numbers from 1 on, each is laid on the next of these cells or not;
what matters is then only which ideals can be filled so far. There are few such sets of ideals, so all diagonals that
lead to the same one are dealt with at once.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb, perm

from models.gardens import StartChances, StartOrder
from models.lucky_numbers.garden import Board
from models.lucky_numbers.gardens.completions import completions
from models.lucky_numbers.gardens.exchange_search import fewest
from models.lucky_numbers.gardens.lattice import Lattice, bits, lattice


def start_chances(board: Board, top: int, sets: int) -> StartChances:
    """Work out how often a start can be filled. Raises ValueError where there are too few clovers to draw."""
    size = len(board.diagonal)
    if sets * top < size:
        raise ValueError(f"{sets * top} clovers are too few to lay {size}")
    diagonals = fillable(board, top, sets)
    ways, first = _one_by_one(diagonals, size)
    clovers = sets * top
    orders = perm(clovers, size)
    return StartChances(
        sets=sets,
        fillable=len(diagonals) * sets**size,
        draws=comb(clovers, size),
        one_by_one=Fraction(ways * sets**size, orders),
        first={
            number: (Fraction(count * sets ** (size - 1), perm(clovers - 1, size - 1)), cells)
            for number, (count, cells) in first.items()
        },
    )


def fillable(board: Board, top: int, sets: int) -> tuple[tuple[int, ...], ...]:
    """Give all start diagonals that can be filled; each ascends."""
    at, size = lattice(board), len(board.diagonal)
    step = _steps(at, board.diagonal, sets)
    # By the ideals that can be filled (a mask) and the start cells laid: the diagonals so far.
    ways: dict[tuple[int, int], list[tuple[int, ...]]] = {(1, 0): [()]}
    for number in range(1, top + 1):
        after: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        for (reached, laid), diagonals in ways.items():
            if found := step(reached, laid):
                after.setdefault((found, laid), []).extend(diagonals)
            if laid < size and (found := step(reached, laid + 1)):
                longer = [(*diagonal, number) for diagonal in diagonals]
                after.setdefault((found, laid + 1), []).extend(longer)
        ways = after
    whole = len(at.ideals) - 1
    full = [diagonals for (reached, laid), diagonals in ways.items() if laid == size and reached >> whole & 1]
    return tuple(sorted(diagonal for diagonals in full for diagonal in diagonals))


def _steps(at: Lattice, start: Sequence[int], sets: int) -> Callable[[int, int], int]:
    """Give a function from the ideals filled so far, and the start cells laid then, to those with one more number."""
    nexts = [sum(1 << after for after in each) for each in at.nexts[at.width(sets)]]
    with_start = [sum(1 << ideal for ideal, mask in enumerate(at.ideals) if mask >> cell & 1) for cell in start]

    @cache
    def step(reached: int, laid: int) -> int:
        found = 0
        for ideal in bits(reached):
            found |= nexts[ideal]
        for index, ideals in enumerate(with_start):
            found &= ideals if index < laid else ~ideals
        return found

    return step


def _one_by_one(diagonals: Sequence[tuple[int, ...]], size: int) -> tuple[int, dict[int, tuple[int, tuple[int, ...]]]]:
    """Count the orders of different numbers that end fillable if each is laid where it leaves the most, and the best
    places for the first one. Positions are worked out backwards from the fillable diagonals.
    """
    level: dict[tuple[int, ...], int] = dict.fromkeys(diagonals, 1)
    first: dict[int, tuple[int, tuple[int, ...]]] = {}
    for _ in range(size):
        best: dict[tuple[int, ...], dict[int, int]] = {}
        for position, count in level.items():
            for place, number in enumerate(position):
                if number:
                    before = (*position[:place], 0, *position[place + 1 :])
                    of_number = best.setdefault(before, {})
                    of_number[number] = max(of_number.get(number, 0), count)
        if (0,) * size in best:
            for number, count in sorted(best[(0,) * size].items()):
                places = [place for place in range(size) if level.get(_only(size, place, number)) == count]
                first[number] = (count, tuple(places))
        level = {position: sum(of_number.values()) for position, of_number in best.items()}
    return level.get((0,) * size, 0), first


def _only(size: int, place: int, number: int) -> tuple[int, ...]:
    return (*(0,) * place, number, *(0,) * (size - place - 1))


def start_orders(board: Board, clovers: Sequence[int], copies: Sequence[int]) -> tuple[StartOrder, ...]:
    """Give every order in which the start clovers can be laid, best first.

    Best is what can be filled in the most ways, then what needs the fewest turns.
    """
    at = lattice(board)
    found = []
    for order in sorted(set(permutations(clovers))):
        numbers = [0] * at.cells
        for cell, number in zip(board.diagonal, order, strict=True):
            numbers[cell] = number
        turns = fewest(at, numbers, copies)
        found.append(StartOrder(order, completions(at, numbers, copies), None if turns is None else len(turns)))
    return tuple(sorted(found, key=lambda each: (-each.completions, each.turns or 0, each.numbers)))
