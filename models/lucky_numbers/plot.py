"""A garden by itself, apart from any table: what its cells and lines are, and whether it is in order."""

from functools import cache

from models.game import CellVerdict, Gardens, Grid, Laid, Malformed
from models.lucky_numbers.editions import SIDE, TOP, Rules
from models.lucky_numbers.garden import EMPTY, Cell, Clover, board, read_garden, words

SETS = 2  # of two players, the fewest


@cache
def grid(side: int) -> Grid:
    """Give the cells and the lines of a side: all rows and columns ascend, the diagonal is laid before play."""
    at = board(side)
    rows = [tuple(range(start, start + side)) for start in range(0, side * side, side)]
    columns = [tuple(range(start, side * side, side)) for start in range(side)]
    return Grid(side, at.names, (*rows, *columns), tuple(int(cell) for cell in at.diagonal))


def lay(text: str, top: int) -> Laid:
    """Read a garden written row by row. Raises Malformed where it is none."""
    try:
        at, garden = read_garden(text, top)
    except ValueError as error:
        raise Malformed("value", "garden", str(error), "write it row by row, like '3 5 . ./7 8 . 10/...'") from None
    return Laid(grid(at.side), tuple(int(clover) for clover in garden))


def disorder(laid: Laid, top: int) -> tuple[CellVerdict, ...]:
    """Give the clovers that break the placement clause where they lie, and the cells that speak against each."""
    from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT, label

    rules = Rules(board=board(laid.grid.side), top=top)
    garden = tuple(Clover(number) for number in laid.numbers)
    verdicts = []
    for cell, clover in enumerate(garden):
        against = () if clover == EMPTY else PLACEMENT.against(rules, garden, Cell(cell), clover)
        if against:
            verdicts.append(
                CellVerdict(
                    cell=laid.grid.names[cell],
                    action="place",
                    clauses=(PLACEMENT.id,),
                    against={laid.grid.names[other]: int(garden[other]) for other in against},
                    reason=words([label(rules, garden, Cell(cell), other, clover) for other in against]),
                )
            )
    return tuple(verdicts)


GARDENS = Gardens(side=SIDE, top=TOP, sets=SETS, grid=grid, lay=lay, disorder=disorder)
