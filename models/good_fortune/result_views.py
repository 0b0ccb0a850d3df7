"""A result as a table to show: the tiles that were won, group by group, with what each group scores."""

from collections.abc import Iterator

from models.good_fortune.legal_moves import strip_of
from models.good_fortune.moves import BOTH, Ending, Player, TileGroup
from models.good_fortune.scoring import groupings
from models.good_fortune.table import Step
from models.good_fortune.tiles import Tiles, TileSet
from models.view import Strip, View


def result_view(step: Step) -> View | None:
    """Show the groups of a result, those by the rules where none are named; None if it is no result."""
    if not isinstance(step.move, Ending) or not any(step.before.won):
        return None
    strips = tuple(strip for player in BOTH for strip in _groups(step, step.move, player))
    said = step.move.totals
    lines = () if said is None else (f"totals: {said[0]} of player 1, {said[1]} of player 2",)
    return View((), lines, (), strips)


def _groups(step: Step, move: Ending, player: Player) -> Iterator[Strip]:
    """Give a row for each group of a player, and one for the tiles that are in none."""
    tiles, won = step.before.rules.tiles, step.before.won[player - 1]
    named = move.groups[player - 1] if move.groups is not None else _by_the_rules(move, tiles, won, player)
    for group in named:
        dice = [tiles.face(tile).die for tile in group.tiles]
        told = "" if None in dice else f": {len(dice)} x {sum(die or 0 for die in dice)}"
        points = "" if group.points is None else f" = {group.points}"
        yield strip_of(tiles, f"player {player}, {group.charm}{told}{points}", group.tiles)
    rest = tuple(tile for tile in won if not any(tile in group.tiles for group in named))
    if rest:
        yield strip_of(tiles, f"player {player}, in no group", rest)


def _by_the_rules(move: Ending, tiles: TileSet, won: Tiles, player: Player) -> tuple[TileGroup, ...]:
    """Form the groups, so that they come to the total that is named if they can."""
    if not tiles.knows(won):
        return ()
    ways = groupings([tiles.face(tile) for tile in won])
    said = None if move.totals is None else move.totals[player - 1]
    way = next((each for each in ways if each.total == said), ways[0])
    return tuple(TileGroup(each.charm, tuple(won[at] for at in each.places), each.points) for each in way.groups)
