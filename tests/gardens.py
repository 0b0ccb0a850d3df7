"""Slow and obvious answers about gardens, and gardens to ask about."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

from hypothesis import strategies as st

from models.games import GAMES
from models.gardens import OwnTurn
from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import Cell, Clover, board
from models.lucky_numbers.gardens.lattice import Lattice, lattice
from models.lucky_numbers.moves import Player
from models.lucky_numbers.moves import Turn as TableTurn
from models.lucky_numbers.table import new_table

GARDENS = GAMES[0].gardens()
EXAMPLE = "3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19"
Numbers = tuple[int, ...]


def at(side: int) -> Lattice:
    return lattice(board(side))


def sets_of(top: int, sets: int) -> Numbers:
    return (0,) + (sets,) * top


def numbers(text: str, top: int = 20) -> Numbers:
    return GARDENS.read(text, top).numbers


def in_order(side: int, garden: Sequence[int]) -> bool:
    """Look at every row and column."""
    rows = [[garden[row * side + column] for column in range(side)] for row in range(side)]
    columns = [[garden[row * side + column] for row in range(side)] for column in range(side)]
    laid = [[number for number in line if number] for line in rows + columns]
    return all(line == sorted(set(line)) for line in laid)


def fillings(side: int, garden: Sequence[int], copies: Sequence[int]) -> Iterator[Numbers]:
    """Try every number on every empty cell."""
    full = list(garden)

    def fill(cell: int) -> Iterator[Numbers]:
        if cell == len(full):
            yield tuple(full)
            return
        if garden[cell]:
            yield from fill(cell + 1)
            return
        for number in range(1, len(copies)):
            full[cell] = number
            if full.count(number) <= copies[number] and in_order(side, full):
                yield from fill(cell + 1)
        full[cell] = 0

    if in_order(side, full):
        yield from fill(0)


def all_gardens(side: int, copies: Sequence[int]) -> Iterator[Numbers]:
    """Give every legal garden, full or not."""
    for garden in product(range(len(copies)), repeat=side * side):
        if in_order(side, garden) and all(garden.count(n) <= copies[n] for n in range(1, len(copies))):
            yield garden


def distances(side: int, copies: Sequence[int], gardens: Sequence[Numbers]) -> dict[Numbers, int]:
    """Count the fewest turns to a full garden for all gardens, by going backwards from the full ones."""
    known = set(gardens)
    found = {garden: 0 for garden in gardens if all(garden)}
    newest, turns = list(found), 0
    while newest:
        turns += 1
        reached = []
        for garden in newest:
            for cell in range(side * side):
                if garden[cell]:
                    for number in range(len(copies)):
                        before = (*garden[:cell], number, *garden[cell + 1 :])
                        if number != garden[cell] and before in known and before not in found:
                            found[before] = turns
                            reached.append(before)
        newest = reached
    return found


def smallest_block(side: int, garden: Sequence[int], copies: Sequence[int]) -> int | None:
    """Count the clovers of a smallest blocking set, None if nothing blocks."""
    held = [cell for cell, number in enumerate(garden) if number]
    for size in range(len(held) + 1):
        for chosen in combinations(held, size):
            kept = [number if cell in chosen else 0 for cell, number in enumerate(garden)]
            if next(fillings(side, kept, copies), None) is None:
                return size
    return None


def replay(side: int, garden: Sequence[int], copies: Sequence[int], turns: Sequence[OwnTurn]) -> Numbers:
    """Make the turns on a table, each judged by the clauses, and give the garden they lead to.

    What the garden does not hold lies face down; what is exchanged out lies in the middle.
    """
    top = len(copies) - 1
    rules = Rules(board=board(side), top=top, sets=max(copies))
    hidden = tuple(count - (garden.count(number) if number else 0) for number, count in enumerate(copies))
    assert min(hidden) >= 0
    empty = new_table(rules)
    laid = tuple(Clover(number) for number in garden)
    changes = {"gardens": (laid, rules.board.empty()), "hidden": hidden, "pile": sum(hidden), "playing": True}
    table = type(empty)(**{field: getattr(empty, field) for field in empty.__struct_fields__} | changes)
    asked = [clause for clause in CLAUSES if clause.id in ("LN203", "LN205", "LN206", "LN301", "LN302", "LN303")]
    assert len(asked) == 6
    for turn in turns:
        source: Any = "middle" if turn.clover in table.middle else "pile"
        action: Any = "exchange" if table.gardens[0][turn.cell] else "place"
        move = TableTurn(Player(1), source, Clover(turn.clover), action, Cell(turn.cell))
        assert table.gardens[0][turn.cell] == turn.out
        step = step_of(table, move)
        assert not [clause.id for clause in asked if not clause.holds(step)], turn
        table = step.after
        assert in_order(side, table.gardens[0])
    return tuple(int(clover) for clover in table.gardens[0])


@st.composite
def asked(
    draw: st.DrawFn,
    sides: Sequence[int] = (2, 3),
    tops: tuple[int, int] = (3, 7),
    most: int = 3,
    least: int = 0,
) -> Any:
    """Draw a side, a garden in order, and the copies of each number."""
    side = draw(st.sampled_from(sides))
    top = draw(st.integers(max(tops[0], 2 * side - 1), tops[1]))
    copies = (0, *draw(st.lists(st.integers(least, most), min_size=top, max_size=top)))
    garden = [0] * (side * side)
    wanted = draw(st.lists(st.integers(0, top), min_size=side * side, max_size=side * side))
    for cell in draw(st.permutations(range(side * side))):
        number = wanted[cell]
        changed = [*garden[:cell], number, *garden[cell + 1 :]]
        if number and changed.count(number) <= copies[number] and in_order(side, changed):
            garden = changed
    return side, tuple(garden), copies
