"""Gardens by themselves as the rest of the house asks about them."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from models.gardens import Completability, Filling, Gardens, Grid, Placement, Shuffles, StartChances, StartOrder
from models.lucky_numbers.editions import SIDE, TOP, Rules
from models.lucky_numbers.garden import EMPTY, Cell, Clover, board, in_words, label, read_garden, write_garden
from models.lucky_numbers.gardens import chance as reveals
from models.lucky_numbers.gardens import completability as working
from models.lucky_numbers.gardens import start_diagonals
from models.lucky_numbers.gardens.lattice import Lattice, lattice
from models.reading import Malformed, Reading
from models.view import CellVerdict

SETS = 2  # of two players, the fewest


@cache
def grid(side: int) -> Grid:
    """Give the cells of a side; the diagonal is laid before play."""
    at = board(side)
    return Grid(side, at.names, tuple(int(cell) for cell in at.diagonal))


def read(text: str, top: int) -> Filling:
    """Read a garden written row by row. Raises Malformed where it is none."""
    try:
        at, garden = read_garden(text, top)
    except ValueError as error:
        raise Malformed("value", "garden", str(error), "write it row by row, like '3 5 . ./7 8 . 10/...'") from None
    return Filling(grid(at.side), tuple(int(clover) for clover in garden))


def _garden(filling: Filling) -> tuple[Clover, ...]:
    return tuple(Clover(number) for number in filling.numbers)


def breaches(filling: Filling, top: int) -> tuple[CellVerdict, ...]:
    """Give the clovers that break the placement clause where they lie, and the cells that speak against each."""
    from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT

    rules, names, garden = Rules(board=board(filling.grid.side), top=top), filling.grid.names, _garden(filling)
    verdicts = []
    for cell, clover in enumerate(garden):
        against = () if clover == EMPTY else PLACEMENT.against(rules, garden, Cell(cell), clover)
        if against:
            verdicts.append(
                CellVerdict(
                    cell=names[cell],
                    action="place",
                    clauses=(PLACEMENT.id,),
                    against={names[other]: int(garden[other]) for other in against},
                    reason=in_words([label(rules.board, garden, Cell(cell), other, clover) for other in against]),
                )
            )
    return tuple(verdicts)


def legal_cells(filling: Filling, top: int, clover: int) -> tuple[int, ...]:
    """Give the cells where the clauses on placing allow a clover."""
    from models.lucky_numbers.legal_moves import cell_verdicts

    verdicts = cell_verdicts(write_garden(filling.grid.side, _garden(filling)), clover, Reading(), top)
    return tuple(cell for cell, verdict in enumerate(verdicts.cells) if verdict.legal)


def _lattice(grid: Grid) -> Lattice:
    return lattice(board(grid.side))


def completability(filling: Filling, copies: Sequence[int]) -> Completability:
    """Tell what can become of a garden."""
    return working.completability(_lattice(filling.grid), filling.numbers, copies)


def shares(filling: Filling, copies: Sequence[int]) -> dict[int, dict[int, int]]:
    """Count for each empty cell and each number the completions that have it there."""
    return working.shares(_lattice(filling.grid), filling.numbers, copies)


def placements(filling: Filling, copies: Sequence[int], clover: int, cells: Sequence[int]) -> tuple[Placement, ...]:
    """Tell what each of the given cells makes of a clover that was drawn; leaving it comes last."""
    return working.placements(_lattice(filling.grid), filling.numbers, copies, clover, cells)


def chance(filling: Filling, pile: Sequence[int], count: int, positions: int) -> Fraction:
    """Give the probability that so many reveals can fill a garden. Raises TooManyPositions."""
    return reveals.chance(_lattice(filling.grid), filling.numbers, pile, count, positions)


def sample(gardens: Sequence[Filling], asked: Shuffles) -> tuple[tuple[int, ...], ...]:
    """Tell for each garden how many reveals fill it, on the same orders, fewer after Ctrl-C. Raises Malformed."""
    from models.lucky_numbers.gardens.sampled_reveals import sample_reveals  # it imports what compiles

    return sample_reveals(gardens, asked)


def start_orders(grid: Grid, clovers: Sequence[int], copies: Sequence[int]) -> tuple[StartOrder, ...]:
    """Give every order in which the start clovers can be laid, best first."""
    return start_diagonals.start_orders(board(grid.side), clovers, copies)


def start_chances(grid: Grid, top: int, sets: int) -> StartChances:
    """Work out how often a start can be filled. Raises ValueError where there are too few clovers to draw."""
    return start_diagonals.start_chances(board(grid.side), top, sets)


GARDENS = Gardens(
    side=SIDE,
    top=TOP,
    sets=SETS,
    grid=grid,
    read=read,
    breaches=breaches,
    legal_cells=legal_cells,
    completability=completability,
    shares=shares,
    placements=placements,
    chance=chance,
    sample=sample,
    start_orders=start_orders,
    start_chances=start_chances,
)
