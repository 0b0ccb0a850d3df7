"""What is legal where clauses are otherwise: slow and obvious, all that are in force are asked about every move."""

from collections.abc import Iterator

from msgspec import Struct

from models.clause import keeps
from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import EMPTY, Cell, Clover
from models.lucky_numbers.moves import Move, Placing, Player, Source, Start, Turn
from models.lucky_numbers.table import Table


class LegalWays(Struct, frozen=True):
    """What may be done with a clover: the cells it may go to, and whether it may be left in the middle."""

    cells: tuple[Cell, ...]
    left: bool

    def __bool__(self) -> bool:
        return self.left or bool(self.cells)


def turns_with(table: Table, player: Player, source: Source, clover: Clover) -> Iterator[Turn]:
    """Give every turn with a clover, legal or not: leaving it, and putting it on each cell."""
    yield Turn(player, source, clover, "discard")
    for cell, old in enumerate(table.garden(player)):
        yield Turn(player, source, clover, "place" if old == EMPTY else "exchange", Cell(cell), old or None)


def asked_ways(table: Table, player: Player, source: Source, clover: Clover) -> LegalWays:
    """Give what may be done with a clover."""
    legal = [turn for turn in turns_with(table, player, source, clover) if is_legal(table, turn)]
    cells = tuple(turn.cell for turn in legal if turn.cell is not None)
    return LegalWays(cells, left=len(cells) < len(legal))


def may_reveal(table: Table, player: Player) -> bool:
    """Tell whether there is a clover with which the player may go on when it is revealed."""
    return any(
        is_legal(table, turn) for clover in _numbers(table) for turn in turns_with(table, player, "pile", clover)
    )


def may_move(table: Table, player: Player) -> bool:
    """Tell whether a player may take a turn."""
    taken = (turn for clover in set(table.middle) for turn in turns_with(table, player, "middle", clover))
    return may_reveal(table, player) or any(is_legal(table, turn) for turn in taken)


def cells_to_lay(table: Table, player: Player) -> tuple[Cell, ...]:
    """Give the cells where some clover may be placed before play."""
    return tuple(
        Cell(cell)
        for cell in range(len(table.garden(player)))
        if any(is_legal(table, Placing(player, clover, Cell(cell))) for clover in _numbers(table))
    )


def may_start(table: Table) -> bool:
    """Tell whether play may begin."""
    return is_legal(table, Start())


def _numbers(table: Table) -> list[Clover]:
    return [Clover(number) for number in range(1, table.rules.top + 1)]


def is_legal(table: Table, move: Move) -> bool:
    """Tell whether a move breaks none of the clauses that are in force."""
    return keeps(table.rules.changes.in_force(CLAUSES), step_of(table, move))
