"""Facts that can be counted: by enumeration on small boards, by dynamic programming at full size, in closed form."""

from collections import defaultdict
from functools import cache
from itertools import combinations, product
from math import comb, factorial, prod

import pytest

from models.games import GAMES
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import Clover, Garden, board
from models.lucky_numbers.proofs.graph_checks import ascends
from models.state_space import GameSize
from verifier.stategraph import graph_of


def one_set(side: int, top: int) -> int:
    """Choose the numbers, and lay them as a standard Young tableau: the hook length formula."""
    hooks = prod((side - row) + (side - column) - 1 for row in range(side) for column in range(side))
    return comb(top, side * side) * (factorial(side * side) // hooks)


def unlimited(side: int, top: int) -> int:
    """Count plane partitions in a box of height top - (2 side - 1): MacMahon's formula."""
    high = top - (2 * side - 1)
    steps = product(range(1, side + 1), range(1, side + 1), range(1, high + 1))
    over, under = 1, 1
    for row, column, layer in steps:
        over *= row + column + layer - 1
        under *= row + column + layer - 2
    return over // under if high >= 0 else 0


def counted(side: int, top: int, copies: int) -> int:
    """Fill numbers 1, 2, ... into the garden: the filled cells always reach from the first corner without a gap.

    A shape is the filled cells of each row, and never grows downwards; a number fills at most one cell of a line.
    """

    @cache
    def larger(shape: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
        found = []
        for added in product((0, 1), repeat=side):
            new = tuple(filled + more for filled, more in zip(shape, added, strict=True))
            fits = max(new) <= side and all(new[row] <= (side if row == 0 else shape[row - 1]) for row in range(side))
            if fits and sum(added) <= copies:
                found.append((new, sum(added)))
        return tuple(found)

    ways = {(0,) * side: 1}
    for _ in range(top):
        following: defaultdict[tuple[int, ...], int] = defaultdict(int)
        for shape, count in ways.items():
            for new, _ in larger(shape):
                following[new] += count
        ways = following
    return ways.get((side,) * side, 0)


def enumerated(side: int, top: int, copies: int) -> int:
    """Lay all numbers everywhere, and ask whether rows and columns ascend."""
    rules = Rules(board=board(side), top=top, sets=copies)
    numbers = [Clover(number) for number in range(1, top + 1)]
    rows = list(combinations(numbers, side))  # a row that does not ascend is out already
    gardens = (sum(choice, ()) for choice in product(rows, repeat=side))
    return sum(max(map(garden.count, garden)) <= copies and ascends(rules, garden) for garden in gardens)


@pytest.mark.parametrize(("side", "top"), [(2, 4), (2, 5), (2, 7), (3, 9), (3, 10)])
def test_small_boards_have_as_many_full_gardens_of_one_set_as_the_formula_says(side: int, top: int) -> None:
    if side == 2 or top == 9:
        assert enumerated(side, top, 1) == one_set(side, top)
    assert counted(side, top, 1) == one_set(side, top)


@pytest.mark.parametrize(("side", "top"), [(2, 3), (2, 4), (2, 7), (3, 5), (3, 6), (3, 7)])
def test_small_boards_have_as_many_full_gardens_of_unlimited_copies_as_the_formula_says(side: int, top: int) -> None:
    assert enumerated(side, top, side) == counted(side, top, side) == unlimited(side, top)


def test_the_printed_board_has_the_full_gardens_that_the_formulas_say() -> None:
    assert counted(4, 20, 1) == one_set(4, 20) == 116_396_280
    assert counted(4, 20, 4) == unlimited(4, 20) == 52_101_067_968


def test_a_number_stands_in_a_full_garden_at_most_as_often_as_the_garden_has_rows() -> None:
    assert counted(4, 20, 4) == counted(4, 20, 16)
    assert counted(4, 20, 2) < counted(4, 20, 3) < counted(4, 20, 4)


def test_every_full_garden_of_a_small_game_can_come() -> None:
    size = GameSize(2, 4, 2, 2)
    space = GAMES[0].state_spaces().open(size)
    graph = graph_of(space, space.starts(), None, 10_000)
    gardens: set[Garden] = {
        garden for code in graph if space.ending(code) for garden in space.table(code).gardens if 0 not in garden
    }
    assert len(gardens) == counted(2, 4, 2) == enumerated(2, 4, 2)


@pytest.mark.parametrize(("players", "sets"), [(2, 1), (2, 2), (3, 2)])
def test_a_garden_is_full_after_as_many_own_turns_as_unmarked_cells_at_the_earliest(players: int, sets: int) -> None:
    from verifier.explore import explore

    space = GAMES[0].state_spaces().open(GameSize(2, 5 if sets == 2 else 8, sets, players))
    first = [code for code in space.starts() if fillable(space.table(code).gardens[0])][:40]
    soonest = explore(space, first, depth=players + 1, cycles=False).soonest
    assert soonest["a full garden"] == players + 1


def fillable(garden: Garden) -> bool:
    return garden[3] - garden[0] >= 2
