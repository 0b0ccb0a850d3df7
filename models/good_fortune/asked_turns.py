"""What is legal where clauses are otherwise: slow and obvious, all that are in force are asked about every turn."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product

from models.clause import keeps
from models.good_fortune import clauses as listed
from models.good_fortune.clauses.gf201_choice import CHOICE
from models.good_fortune.clauses.gf202_priority import Priority
from models.good_fortune.effect import step_of
from models.good_fortune.layings import ENDS
from models.good_fortune.moves import BOTH, Fate, Player, TileLaying, Turn, after_laying, opposite
from models.good_fortune.table import Step, Table
from models.good_fortune.tiles import Tile, Tiles

FATES: tuple[Fate, ...] = ("won", "discarded")
Layings = tuple[TileLaying, ...]


def tries_fates(ids: Iterable[str]) -> bool:
    """Tell whether a clause may be otherwise that tells what becomes of the tile at the other end."""
    return any(id in listed.IDS and id != Priority.id for id in ids)


def turns_to_try(table: Table, *, fates: bool) -> Iterator[Turn]:
    """Give every turn in which each player who is to lay lays a tile from the own hand, legal or not.

    With `fates` the tile at the other end is told to be won and to be discarded, not left to the charms.
    """
    first = table.rules.changes.form_of(CHOICE).chooser(Step(table, Turn(()), table))
    for laid in _laid(table, fates=fates):
        yield Turn(laid, first)


def legal_turns(table: Table) -> list[Layings]:
    """Give the layings of every legal turn."""
    changes = table.rules.changes
    clauses = changes.in_force(listed.CLAUSES)
    tried = turns_to_try(table, fates=tries_fates(changes.ids))
    return [turn.laid for turn in tried if keeps(clauses, step_of(table, turn))]


def _laid(table: Table, *, fates: bool) -> Iterator[Layings]:
    hands = [[(player, tile) for tile in table.hand(player)] for player in BOTH]
    if table.rules.simple:
        for player, tile in chain(*hands):
            for laying, _ in _anywhere(table.line, player, tile, fates=fates):
                yield (laying,)
        return
    for pair in product(*hands):
        for first, second in (pair, pair[::-1]):
            for laying, line in _anywhere(table.line, *first, fates=fates):
                for then, _ in _anywhere(line, *second, fates=fates):
                    yield laying, then


def _anywhere(line: Tiles, player: Player, tile: Tile, *, fates: bool) -> Iterator[tuple[TileLaying, Tiles]]:
    """Give all layings of a tile at a line, legal or not, each with the line it leaves."""
    for end in ENDS:
        then, taken = after_laying(line, tile, end), opposite(line, end)
        told: Sequence[TileLaying] = [TileLaying(player, tile, end, fate, taken) for fate in FATES if fates]
        yield from ((laying, then) for laying in told or [TileLaying(player, tile, end)])
