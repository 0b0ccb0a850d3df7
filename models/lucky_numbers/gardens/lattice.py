"""The ways to fill a grid from the smallest number to the largest.

Filling in numerical order, the filled cells always form an *ideal*: with a cell, all cells that must hold less are
filled too. A 4x4 garden has 70 of them, a 5x5 one 252. One number is put on cells of which no two ascend towards each
other: a *layer* of cells, each free to be filled next. Ideals and layers are known by their places in the lists here.
"""

from functools import cache

from msgspec import Struct

from models.lucky_numbers.garden import Board


class Lattice(Struct, frozen=True, eq=False):
    """The ideals of a grid, smallest first, and the steps between them.

    Sets of cells are bit masks. `below` and `above` give for each cell the cells that must hold less and more in a full
    garden, `before` and `behind` list those of them in a line with it, which are all that matters until then;
    `chain` the longest chain from a cell to another (0: they do not ascend towards each other), `depth` and `rest` the
    longest chain that ends and that begins with a cell. `steps[most][ideal]` lists (next ideal, layer) for all layers
    of at most `most` cells, `nexts` the same without the layers, and `backs[most][ideal]` the ideals before it.
    `layers` lists layers as masks, `grown` the layer and the cell each one is put together from. `left[ideal]` is the
    longest chain of the cells outside the ideal.
    """

    cells: int
    below: tuple[int, ...]
    above: tuple[int, ...]
    before: tuple[tuple[int, ...], ...]
    behind: tuple[tuple[int, ...], ...]
    chain: tuple[tuple[int, ...], ...]
    depth: tuple[int, ...]
    rest: tuple[int, ...]
    ideals: tuple[int, ...]
    left: tuple[int, ...]
    layers: tuple[int, ...]
    grown: tuple[tuple[int, int], ...]
    steps: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]
    nexts: tuple[tuple[tuple[int, ...], ...], ...]
    backs: tuple[tuple[tuple[int, ...], ...], ...]

    @property
    def whole(self) -> int:
        """The mask of all cells."""
        return (1 << self.cells) - 1

    def width(self, copies: int) -> int:
        """Cut a count of copies to what one layer can hold."""
        return min(copies, len(self.steps) - 1)


def bits(mask: int) -> list[int]:
    """List the places of the bits of a mask."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


@cache
def lattice(board: Board) -> Lattice:
    """Work out the lattice of a board."""
    cells = len(board.names)
    below = _below(board, cells)
    above = tuple(sum(1 << other for other in range(cells) if below[other] >> cell & 1) for cell in range(cells))
    chain = tuple(_longest(below, cell) for cell in range(cells))
    rest = tuple(1 + max((chain[cell][other] for other in bits(above[cell])), default=0) for cell in range(cells))
    depth = tuple(1 + max((chain[other][cell] for other in bits(below[cell])), default=0) for cell in range(cells))
    ideals = _ideals(below, cells)
    layers = _layers(ideals, below)
    place = {ideal: at for at, ideal in enumerate(ideals)}
    layer = {mask: at for at, mask in enumerate(layers)}
    added = [[(place[ideal | mask], layer[mask]) for mask in _free(ideal, below, cells)] for ideal in ideals]
    widest = max(mask.bit_count() for mask in layers)
    size = [mask.bit_count() for mask in layers]
    steps = tuple(
        tuple(tuple([step for step in each if size[step[1]] <= most]) for each in added) for most in range(widest + 1)
    )
    return Lattice(
        cells=cells,
        below=below,
        above=above,
        before=board.before,
        behind=board.after,
        chain=chain,
        depth=depth,
        rest=rest,
        ideals=ideals,
        left=tuple(max((rest[cell] for cell in range(cells) if not ideal >> cell & 1), default=0) for ideal in ideals),
        layers=layers,
        grown=tuple((layer[mask & (mask - 1)], (mask & -mask).bit_length() - 1) if mask else (0, 0) for mask in layers),
        steps=steps,
        nexts=tuple(tuple(tuple([after for after, _ in each]) for each in table) for table in steps),
        backs=tuple(_backwards(table) for table in steps),
    )


def _below(board: Board, cells: int) -> tuple[int, ...]:
    below = [sum(1 << lower for lower in board.before[cell]) for cell in range(cells)]
    before = None
    while before != below:
        before = below.copy()
        for cell in range(cells):
            for lower in bits(below[cell]):
                below[cell] |= below[lower]
    return tuple(below)


def _longest(below: tuple[int, ...], low: int) -> tuple[int, ...]:
    """Count the steps of the longest chain from one cell up to each cell, 0 where there is none."""
    steps = [0] * len(below)
    for cell in sorted(range(len(below)), key=lambda cell: below[cell].bit_count()):
        if below[cell] >> low & 1:
            steps[cell] = 1 + max(steps[other] for other in bits(below[cell]))
    return tuple(steps)


def _ideals(below: tuple[int, ...], cells: int) -> tuple[int, ...]:
    found, newest = {0}, {0}
    while newest:
        newest = {
            ideal | 1 << cell
            for ideal in newest
            for cell in range(cells)
            if not ideal >> cell & 1 and below[cell] & ~ideal == 0
        }
        found |= newest
    return tuple(sorted(found, key=lambda ideal: (ideal.bit_count(), ideal)))


def _free(ideal: int, below: tuple[int, ...], cells: int) -> list[int]:
    """Give all sets of cells that can be filled next with one number, smallest sets first."""
    free = [cell for cell in range(cells) if not ideal >> cell & 1 and below[cell] & ~ideal == 0]
    masks = [0]
    for cell in free:
        masks += [mask | 1 << cell for mask in masks]
    return sorted(masks, key=lambda mask: (mask.bit_count(), mask))


def _layers(ideals: tuple[int, ...], below: tuple[int, ...]) -> tuple[int, ...]:
    """Give the layers: the uppermost cells of each ideal. The empty one comes first, parts before the whole."""
    tops = set()
    for ideal in ideals:
        covered = 0
        for cell in bits(ideal):
            covered |= below[cell]
        tops.add(ideal & ~covered)
    return tuple(sorted(tops, key=lambda mask: (mask.bit_count(), mask)))


def _backwards(table: tuple[tuple[tuple[int, int], ...], ...]) -> tuple[tuple[int, ...], ...]:
    backs: list[list[int]] = [[] for _ in table]
    for ideal, each in enumerate(table):
        for after, _ in each:
            backs[after].append(ideal)
    return tuple(tuple(each) for each in backs)
