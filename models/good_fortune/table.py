"""A table: everything that lies on it and what has happened so far; a step from one table to the next."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from models.good_fortune.editions import Rules
from models.good_fortune.moves import BOTH, Move, Player, Side
from models.good_fortune.tiles import Tile, Tiles

Hands = tuple[Tiles, Tiles]
NOBODY: Hands = ((), ())


class Table(Struct, frozen=True, gc=False):
    """A table between two events.

    `hands` and `won` are sorted, the line goes from left to right. `unsure` holds the tiles that a player may have won:
    the record does not say whether they were won or discarded, nor do the charms that are known. `holder` has the
    medallion with `side` up. `last` is who laid last, `laid` counts the tiles that each has laid. `ended` tells whether
    play is over, `played_on` whether a turn followed all the same, `closed` whether a result was named, `stopped`
    whether the record broke off. `counted` are the counters of clauses that a user has added.
    """

    rules: Rules
    hands: Hands = NOBODY
    line: Tiles = ()
    won: Hands = NOBODY
    unsure: Hands = NOBODY
    holder: Player | None = None
    side: Side = "small"
    dealt: bool = False
    last: Player | None = None
    laid: tuple[int, int] = (0, 0)
    conceded: frozenset[Player] = frozenset()
    ended: bool = False
    played_on: bool = False
    closed: bool = False
    stopped: bool = False
    turns: int = 0
    counted: tuple[int, ...] = ()

    def hand(self, player: Player) -> Tiles:
        """Give the tiles in the hand of a player."""
        return self.hands[player - 1]

    def owner(self, tile: Tile) -> Player | None:
        """Tell who has a tile in hand."""
        return next((player for player in BOTH if tile in self.hands[player - 1]), None)


def undealt_table(rules: Rules) -> Table:
    """Give the table before anything has happened."""
    return Table(rules, counted=rules.changes.first_counts(rules))


class Step(Struct, frozen=True, gc=False):
    """A table, the move made on it, and the table after it as far as it was shown (the rest follows physically)."""

    before: Table
    move: Move
    after: Table


def following(step: Step, **fields: object) -> Step:
    """Let other things follow from a step; the same one where they do already."""
    if all(getattr(step.after, name) == value for name, value in fields.items()):
        return step
    return replace(step, after=replace(step.after, **fields))


def with_tile(tiles: Tiles, tile: Tile) -> Tiles:
    """Add a tile to a sorted heap, once."""
    return tiles if tile in tiles else tuple(sorted((*tiles, tile)))


def without_tile(tiles: Tiles, tile: Tile) -> Tiles:
    """Take a tile out of a heap; nothing happens if it is not there."""
    return tuple(each for each in tiles if each != tile)


def changed(pair: Hands, player: Player, tiles: Tiles) -> Hands:
    """Give both heaps with another one for a player."""
    return (tiles, pair[1]) if player == 1 else (pair[0], tiles)


def write_heap(numbers: Iterable[int]) -> str:
    """Write a heap of numbers: `3 4 7`, or `nothing`."""
    return " ".join(map(str, numbers)) or "nothing"


def in_words(names: list[str], last: str = "and") -> str:
    """Join names: `a, b and c`."""
    return f" {last} ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
