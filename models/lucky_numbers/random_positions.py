"""Positions drawn at random that may make a puzzle."""

from collections.abc import Sequence
from random import Random

from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT
from models.lucky_numbers.editions import TOP, Rules
from models.lucky_numbers.garden import EMPTY, Cell, Clover, Garden, board
from models.lucky_numbers.positions import EVERYBODY, LuckyPosition
from models.position import Problem, PuzzleWish

FEWEST_PLAYERS = 2
TOPS = {2: 8, 3: 14}  # boards below the printed size have fewer numbers, so that clovers fit as often


def random_position(rng: Random, wish: PuzzleWish) -> Problem:
    """Draw a position like a wish: gardens as players fill them, some cells open, a few clovers beside them."""
    top = TOPS.get(wish.side, TOP)
    sets = max(wish.players, FEWEST_PLAYERS)
    rules = Rules(board=board(wish.side), top=top, sets=sets, players=wish.players)
    rest = [Clover(number) for number in range(1, top + 1)] * sets
    rng.shuffle(rest)
    gardens = []
    for _ in range(wish.players):
        garden, rest = _garden(rng, rules, rest, wish.empty)
        gardens.append(garden)
    open_ones = [clover for clover in rest if any(_fills(rules, garden, clover) for garden in gardens)]
    near = rng.sample(open_ones, min(len(open_ones), (wish.middle + wish.pile + 1) // 2))
    for clover in near:
        rest.remove(clover)
    beside = [*near, *rest][: wish.middle + wish.pile + wish.drawn]
    rng.shuffle(beside)
    middle, down = beside[: wish.middle], beside[wish.middle :]
    drawn = down.pop() if wish.drawn else EMPTY
    hidden = tuple(down.count(Clover(number)) for number in range(top + 1))
    hero = 1
    position = LuckyPosition(
        rules,
        tuple(gardens),
        tuple(sorted(middle)),
        hidden,
        hero,
        int(drawn),
        wish.turns,
        EVERYBODY if wish.goal == "win" else hero,
    )
    return Problem(position, wish.goal, "win", hero)


def _garden(rng: Random, rules: Rules, rest: Sequence[Clover], empty: int) -> tuple[Garden, list[Clover]]:
    """Fill a garden from the clovers that are left, in any order that ascends, and take some of it off again."""
    cells = rules.board.side**2
    while True:
        taken = rng.sample(range(len(rest)), cells)
        numbers = sorted(rest[place] for place in taken)
        garden = list(rules.board.empty())
        for number in numbers:
            free = [
                cell
                for cell in range(cells)
                if garden[cell] == EMPTY and all(garden[other] != EMPTY for other in rules.board.before[cell])
            ]
            garden[rng.choice(free)] = number
        full = tuple(garden)
        if all(PLACEMENT.fits(rules, full, cell, number) for cell, number in enumerate(full)):
            break
    left = [clover for place, clover in enumerate(rest) if place not in set(taken)]
    for cell in rng.sample(range(cells), empty):
        left.append(garden[cell])
        garden[cell] = EMPTY
    rng.shuffle(left)
    return tuple(garden), left


def _fills(rules: Rules, garden: Garden, clover: Clover) -> bool:
    return any(
        number == EMPTY and PLACEMENT.fits(rules, garden, Cell(cell), clover) for cell, number in enumerate(garden)
    )
