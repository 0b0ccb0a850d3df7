"""What a program that scores wrongly might write in the place of a result."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from models.good_fortune.clauses.gf403_score import Score, dice_only, tiles_only
from models.good_fortune.collections import totals_of
from models.good_fortune.random_play import MOST_FREE, Event
from models.good_fortune.scoring import Way, groupings, times, totals
from models.good_fortune.table import Table
from models.good_fortune.tiles import CHARMS, Face, Tile, Tiles

WAYS: tuple[Way, ...] = ("once", "free")


def other_ends(event: Event, table: Table) -> Iterator[Event]:
    """Give other events for the place of a result."""
    won = [list(map(int, tiles)) for tiles in table.won]
    yield from ({**event, "winners": winners} for winners in ([], [1], [2], [1, 2]))
    yield from ({"event": "end", "winners": winners} for winners in ([], [1], [2], [1, 2]))
    line = [int(tile) for tile in table.line]
    for shown in ([[*won[0], line[0]], won[1]], [[*won[0], line[1]], won[1]], [won[0][1:], won[1]], [won[1], won[0]]):
        if shown != won:
            yield {"event": "end", "collections": shown}
    yield from _other_scores(table)
    yield from _turns_after_the_end(table)


def _turns_after_the_end(table: Table) -> Iterator[Event]:
    """Go on, with the tiles in hand if there are any, else with those that were won."""
    heaps = table.hands if any(table.hands) else table.won
    first = [(seat + 1, int(tiles[0])) for seat, tiles in enumerate(heaps) if tiles]
    first.sort(key=lambda each: each[1], reverse=table.side == "large")
    for ends in product(("left", "right"), repeat=len(first)):
        laid = [{"player": player, "tile": tile, "end": end} for (player, tile), end in zip(first, ends, strict=True)]
        yield from ({"event": "turn", "laid": [each]} for each in laid if each["player"] != table.last)
        yield {"event": "turn", "laid": laid}


def _other_scores(table: Table) -> Iterator[Event]:
    """Score the collections in ways that are not those of the rules."""
    tiles = table.rules.tiles
    if not all(tiles.knows(own) for own in table.won):
        return
    faces = [[tiles.face(tile) for tile in own] for own in table.won]
    usual = [totals_of(tiles, own)[-1] for own in table.won]
    yield {"event": "end", "totals": [usual[0] + 1, usual[1]]}
    for way in WAYS:
        if way != "free" or max(map(len, faces)) <= MOST_FREE:
            yield _result([totals(own, way)[-1] for own in faces])
    for points in (dice_only, tiles_only):
        yield _result([groupings(own, points=points)[0].total for own in faces])
    for seat, own in enumerate(table.won):
        for groups in _other_groups(own, table):
            pair = [groups, []] if seat == 0 else [[], groups]
            yield {"event": "end", "groups": pair, "collections": [list(own), []] if seat == 0 else [[], list(own)]}
            whole = [groups if each == seat else _by_rule(other, table) for each, other in enumerate(table.won)]
            yield {"event": "end", "groups": whole}
            yield {"event": "end", "groups": whole, "totals": _sums(whole)}


def _result(scored: list[int]) -> Event:
    winners, *_ = Score().winners_of((scored[0], scored[1]))
    return {"event": "end", "totals": scored, "winners": sorted(winners)}


def _sums(groups: Sequence[Sequence[Event]]) -> list[int]:
    return [sum(group["points"] for group in of_player) for of_player in groups]


def _by_rule(own: Tiles, table: Table) -> list[Event]:
    faces = [table.rules.tiles.face(tile) for tile in own]
    found = groupings(faces)[0].groups
    return [_group(each.charm, [own[place] for place in each.places], table) for each in found]


def _group(charm: str, tiles: Sequence[Tile], table: Table, scored: Callable[[int, int], int] = times) -> Event:
    dice = sum(table.rules.tiles.face(tile).die or 0 for tile in tiles)
    return {"charm": str(charm), "tiles": [int(tile) for tile in tiles], "points": scored(len(tiles), dice)}


def _other_groups(own: Tiles, table: Table) -> Iterator[list[Event]]:
    """Form groups otherwise: by numbers alone, counted once, leaving tiles out, twice, without the charm, at will."""
    faces = [table.rules.tiles.face(tile) for tile in own]
    for way in groupings(faces, by_dice=False):
        yield [_group(each.charm, [own[place] for place in each.places], table) for each in way.groups]
    right = _by_rule(own, table)
    if not right:
        return
    yield right[1:]
    yield _counted_once(own, table)
    yield from ([_group(charm, [tile], table) for tile, charm in zip(own, kept, strict=True)] for kept in _each(faces))
    for points in (dice_only, tiles_only):
        yield [_group(each["charm"], [Tile(tile) for tile in each["tiles"]], table, points) for each in right]
    charms = [str(charm) for face in faces for charm in face.charms]
    every = (
        (charm, [t for t, face in zip(own, faces, strict=True) if charm in face.charms])
        for charm in dict.fromkeys(charms)
    )
    yield [_group(charm, tiles, table) for charm, tiles in every]
    foreign = next((charm for charm in CHARMS if charm not in charms), None)
    yield [_group(foreign or right[0]["charm"], own, table)]


def _each(faces: Sequence[Face]) -> Iterator[list[str]]:
    """Let each tile be a group of its own, by its first charm, where no two have the same."""
    for place in (0, 1):
        kept = [str(face.charms[place]) for face in faces]
        if len(set(kept)) == len(kept):
            yield kept


def _counted_once(own: Tiles, table: Table) -> list[Event]:
    faces = [table.rules.tiles.face(tile) for tile in own]
    charms = list(dict.fromkeys(str(charm) for face in faces for charm in face.charms))

    def rank(charm: str) -> tuple[int, int]:
        dice = [face.die or 0 for face in faces if charm in face.charms]
        return len(dice), sum(dice)

    left, groups = list(own), list[Event]()
    for charm in sorted(charms, key=rank, reverse=True):
        mine = [tile for tile in left if charm in table.rules.tiles.face(tile).charms]
        left = [tile for tile in left if tile not in mine]
        groups += [_group(charm, mine, table)] if mine else []
    return groups
