"""Sorts of placements, right and wrong ones, so that all sorts are tried equally often."""

from functools import lru_cache

from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import Board, Cell, Garden


def sort_of_wrong(rules: Rules, garden: Garden, cell: Cell, number: int) -> str:
    """Say in words what forbids to lay a number on a cell: the nearest number against it, whether there are more."""
    against = []
    for other, before, distance, where in _lines(rules.board)[cell]:
        lies = garden[other]
        if lies and (lies >= number if before else lies <= number):
            sort = "equal" if lies == number else "larger" if before else "smaller"
            against.append((distance, f"{sort} one {where}"))
    occupied = " for another clover" if garden[cell] else ""
    if not against:
        return f"an equal clover exchanged{occupied}"
    distance, words = min(against)
    article = "an" if words.startswith("equal") else "a"
    alone = "" if len(against) == 1 else ", and more"
    return f"laid{occupied} with {article} {words}, {distance} away{alone}"


@lru_cache(maxsize=8)
def _lines(board: Board) -> list[list[tuple[Cell, bool, int, str]]]:
    """Give for each cell the others of its lines: whether they come before it, how far away, and where, in words."""
    found: list[list[tuple[Cell, bool, int, str]]] = []
    for cell, (befores, afters) in enumerate(zip(board.before, board.after, strict=True)):
        column, row = board.place(Cell(cell))
        found.append([])
        for other in (*befores, *afters):
            at, down = board.place(other)
            where = f"{'before' if other < cell else 'behind'} in the {'row' if down == row else 'column'}"
            found[-1].append((other, other in befores, abs(at - column) + abs(down - row), where))
    return found


def sort_of_laying(garden: Garden, cell: int, number: int, source: str) -> str:
    """Say in words what sort of legal placement it is."""
    old = garden[cell]
    what = "an equal exchange" if old == number else "an exchange" if old else "adding"
    if not old and garden.count(0) == 1:
        what = "filling the garden"
    twice = " with the same number elsewhere in the garden" if old != number and number in garden else ""
    return f"{what} from the {source}{twice}"
