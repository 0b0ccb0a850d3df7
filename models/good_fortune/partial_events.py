"""The events of a partial log: what each says, as far as it was recorded."""

from dataclasses import dataclass

from models.good_fortune.moves import Conceding, End, Fate, Player, Side, Stop, TileGroup, Totals
from models.good_fortune.tiles import Tiles

Row = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class PartialHeap:
    """Tiles of which some may not be known: how many there are, and those that are known, in order."""

    size: int
    tiles: Tiles

    @property
    def whole(self) -> bool:
        """Whether all are known."""
        return self.size == len(self.tiles)


PartialHeaps = tuple[PartialHeap | None, PartialHeap | None]


@dataclass(frozen=True, slots=True)
class Dealt:
    """The deal; None for what was not recorded."""

    line: int
    hands: PartialHeaps
    row: Row | None
    holder: int | None
    side: Side | None


@dataclass(frozen=True, slots=True)
class PartialLaying:
    """A laying; None for what was not recorded."""

    player: int | None = None
    tile: int | None = None
    end: End | None = None
    fate: Fate | None = None
    taken: int | None = None


@dataclass(frozen=True, slots=True)
class Turned:
    """A turn, and what was shown after it; `place` counts missing ones, from 1."""

    line: int
    laid: tuple[PartialLaying, ...]
    chooser: int | None = None
    row: Row | None = None
    hands: PartialHeaps | None = None
    collections: PartialHeaps | None = None
    holder: int | None = None
    side: Side | None = None
    place: int = 0


@dataclass(frozen=True, slots=True)
class Blank:
    """Nobody knows how many turns are missing."""

    line: int


@dataclass(frozen=True, slots=True)
class Result:
    """A result; None for what was not recorded."""

    line: int
    collections: PartialHeaps | None
    groups: tuple[tuple[TileGroup, ...], tuple[TileGroup, ...]] | None
    totals: Totals | None
    winners: frozenset[Player] | None


@dataclass(frozen=True, slots=True)
class Certain:
    """An event in which nothing can be missing."""

    line: int
    move: Conceding | Stop


Entry = Dealt | Turned | Blank | Result | Certain
