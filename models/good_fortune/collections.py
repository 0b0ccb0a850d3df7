"""The collections that a result is about."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from models.good_fortune.moves import Ending, Player
from models.good_fortune.scoring import totals
from models.good_fortune.symbolic_state import Form
from models.good_fortune.table import Step
from models.good_fortune.tiles import Face, Tiles, TileSet

MOST_UNSURE = 6


class Owned(Struct, frozen=True):
    """The tiles a player has surely won, and those that player may have won."""

    must: Tiles
    may: Tiles


def collection_of(step: Step, player: Player) -> Owned:
    """Give the collection of a player at the end: the one that is named, else the one that was won."""
    move, table = step.move, step.before
    if isinstance(move, Ending) and move.collections is not None:
        named = tuple(sorted(set(move.collections[player - 1])))
        return Owned(named, named)
    won, unsure = table.won[player - 1], table.unsure[player - 1]
    return Owned(won, tuple(sorted({*won, *unsure})))


def owned_in(form: Form, player: Player) -> Owned:
    """Give the collection of a player at the end, as the form of a step with unknowns tells it."""
    if form.named is not None:
        named = tuple(sorted(set(form.named[player - 1])))
        return Owned(named, named)
    won, unsure = ((heaps or ((), ()))[player - 1] for heaps in (form.won, form.unsure))
    return Owned(won, tuple(sorted({*won, *unsure})))


def totals_of(tiles: TileSet, owned: Tiles) -> tuple[int, ...]:
    """Give all totals of a collection whose tiles are known."""
    return totals([tiles.face(tile) for tile in owned])


def possible_totals(
    step: Step, player: Player, scored: Callable[[list[Face]], Iterable[int]] = totals
) -> tuple[int, ...] | None:
    """Give all totals a player may have at the end, None where too little is known of the tiles.

    `scored` gives those of known tiles.
    """
    owned, tiles = collection_of(step, player), step.before.rules.tiles
    open_ones = [tile for tile in owned.may if tile not in owned.must]
    if len(open_ones) > MOST_UNSURE or not tiles.knows(owned.may):
        return None
    found: set[int] = set()
    for some in range(1 << len(open_ones)):
        chosen = [tile for place, tile in enumerate(open_ones) if some >> place & 1]
        found |= set(scored([tiles.face(tile) for tile in sorted((*owned.must, *chosen))]))
    return tuple(sorted(found))
