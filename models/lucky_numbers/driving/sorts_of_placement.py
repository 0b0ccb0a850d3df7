"""Sorts of placements, right and wrong ones, so that all sorts are tried equally often."""

from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import Cell, Garden


def sort_of_wrong(rules: Rules, garden: Garden, cell: Cell, number: int) -> str:
    """Say in words what forbids to lay a number on a cell: the nearest number against it, whether there are more."""
    board = rules.board
    column, row = board.place(cell)
    against = []
    for others, sign in ((board.before[cell], 1), (board.after[cell], -1)):
        for other in others:
            if garden[other] and sign * (garden[other] - number) >= 0:
                at, down = other % board.side, other // board.side
                line = "row" if down == row else "column"
                sort = "equal" if garden[other] == number else "larger" if garden[other] > number else "smaller"
                side = "before" if other < cell else "behind"
                against.append((abs(at - column) + abs(down - row), f"{sort} one {side} in the {line}"))
    occupied = " for another clover" if garden[cell] else ""
    if not against:
        return f"an equal clover exchanged{occupied}"
    distance, words = min(against)
    alone = "" if len(against) == 1 else ", and more"
    return f"laid{occupied} with a {words}, {distance} away{alone}"


def sort_of_laying(garden: Garden, cell: int, number: int, source: str) -> str:
    """Say in words what sort of legal placement it is."""
    old = garden[cell]
    what = "an equal exchange" if old == number else "an exchange" if old else "adding"
    if not old and garden.count(0) == 1:
        what = "filling the garden"
    twice = " with the same number elsewhere in the garden" if old != number and number in garden else ""
    return f"{what} from the {source}{twice}"
