"""Rounds: one turn for each player who stays, from the first player (player 1 if nobody is known to be it)."""

from models.lucky_numbers.symbolic_state import SymbolicTable
from models.lucky_numbers.table import Table
from models.smt import And, Formula, If, Not, Or


def round_done(table: Table) -> bool:
    """Tell whether nobody who stays comes between the last turn and the first player."""
    seats, first = table.rules.players, table.first or 1
    places = [(player - first) % seats for player in table.staying]
    return table.last is not None and max(places, default=0) <= (table.last - first) % seats


def round_done_term(table: SymbolicTable) -> Formula:
    """State that nobody who stays comes between the last turn and the first player."""
    seats, starter = table.rules.players, If(table.first == 0, 1, table.first)
    return Or(
        And(
            starter == first + 1,
            table.last == (first + place) % seats + 1,
            Not(Or(table.staying[(first + later) % seats] for later in range(place + 1, seats))),
        )
        for first in table.seats
        for place in table.seats
    )
