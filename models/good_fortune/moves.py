"""What an event says, once every value in it is known to exist in the game."""

from collections.abc import Sequence
from typing import Literal, NewType, assert_never

from msgspec import Struct

from models.good_fortune import events
from models.good_fortune.editions import Rules
from models.good_fortune.event_values import check_two, count_of, missing, short
from models.good_fortune.tiles import CHARMS, Charm, Tile, Tiles
from models.reading import Malformed

Player = NewType("Player", int)
End = Literal["left", "right"]
Side = Literal["small", "large"]
Fate = Literal["won", "discarded"]
BOTH = (Player(1), Player(2))
MOST_LAID = 9  # in one turn, to be judged


def other_player(player: Player) -> Player:
    """Give the other one."""
    return Player(3 - player)


def other_side(side: Side) -> Side:
    """Give the other side of the medallion."""
    return "large" if side == "small" else "small"


class Opening(Struct, frozen=True):
    """The header: the rules are declared."""


class Dealing(Struct, frozen=True):
    """The tiles are dealt; what was shown of the medallion may be None."""

    hands: tuple[Tiles, Tiles]
    line: Tiles
    holder: Player | None = None
    side: Side | None = None


class TileLaying(Struct, frozen=True):
    """A tile is laid at an end; what became of the tile at the other end is None where it was not recorded."""

    player: Player
    tile: Tile
    end: End
    fate: Fate | None = None
    taken: Tile | None = None


class Turn(Struct, frozen=True, gc=False):
    """A turn, and what was shown after it (None where it was not)."""

    laid: tuple[TileLaying, ...]
    chooser: Player | None = None
    line: Tiles | None = None
    hands: tuple[Tiles, Tiles] | None = None
    collections: tuple[Tiles, Tiles] | None = None
    holder: Player | None = None
    side: Side | None = None


class Conceding(Struct, frozen=True):
    """A player gives up."""

    player: Player


NOT_LISTED: Tiles = (Tile(0),)  # no tile has this number


class TileGroup(Struct, frozen=True):
    """A group of a collection: its charm, its tiles in order (`NOT_LISTED`: not recorded), its score if it was told."""

    charm: Charm
    tiles: Tiles
    points: int | None = None

    @property
    def listed(self) -> bool:
        """Tell whether its tiles were recorded."""
        return self.tiles != NOT_LISTED


UNTOLD = TileGroup(CHARMS[0], NOT_LISTED)  # stands for the groups of a player that were not recorded
Totals = tuple[int | None, int | None]


class Ending(Struct, frozen=True):
    """A result is named; None where a part was not."""

    collections: tuple[Tiles, Tiles] | None = None
    groups: tuple[tuple[TileGroup, ...], tuple[TileGroup, ...]] | None = None
    totals: Totals | None = None
    winners: frozenset[Player] | None = None


class Stop(Struct, frozen=True):
    """The record breaks off."""


Move = Opening | Dealing | Turn | Conceding | Ending | Stop


def read_move(
    rules: Rules, event: events.Event, line: Tiles, hands: tuple[Tiles, Tiles], last: Player | None = None
) -> Move:
    """Read an event; raises Malformed where a value does not exist in the game or a needed one is missing.

    `line` and `hands` are the ones before it, for a turn that leaves out what follows from them; `last` is who laid
    a tile last.
    """
    match event:
        case events.GameEvent():
            return Opening()
        case events.DealEvent():
            return _dealing(rules, event)
        case events.TurnEvent() | events.RefusedEvent():
            return _turn(rules, event, line, hands, last)
        case events.ConcedeEvent():
            return Conceding(_player(event.player, "player"))
        case events.EndEvent():
            return _ending(rules, event)
        case events.GapEvent():
            raise Malformed("missing", "event", "turns were not recorded", "nothing behind a gap can be judged alone")
        case events.StopEvent():
            return Stop()
    assert_never(event)


def _dealing(rules: Rules, event: events.DealEvent) -> Dealing:
    hands, line = _pair(rules, event.hands, "hands"), _tiles(rules, event.line, "line")
    if hands is None or line is None:
        raise missing("hands" if hands is None else "line", "it")
    return Dealing(hands, line, _maybe(event.holder, "holder"), event.side)


def _turn(
    rules: Rules,
    event: events.TurnEvent | events.RefusedEvent,
    line: Tiles,
    hands: tuple[Tiles, Tiles],
    last: Player | None,
) -> Turn:
    if event.laid is None:
        raise missing("laid", "a turn")
    if not 1 <= len(event.laid) <= MOST_LAID:
        raise Malformed("value", "laid", f"{len(event.laid)} tiles laid in one turn", "a turn lays one or two tiles")
    laid: list[TileLaying] = []
    for place, each in enumerate(event.laid):
        laid.append(_laying(rules, each, f"laid/{place}", line, hands, _for_nobody(event.laid, place, hands, last)))
        line = after_laying(line, laid[-1].tile, laid[-1].end)
    return Turn(
        tuple(laid),
        _maybe(event.chooser, "chooser"),
        _tiles(rules, event.line, "line"),
        _pair(rules, event.hands, "hands"),
        _pair(rules, event.collections, "collections"),
        _maybe(event.holder, "holder"),
        event.side,
    )


def _for_nobody(laid: Sequence[events.Laying], place: int, hands: tuple[Tiles, Tiles], last: Player | None) -> Player:
    """Give who is taken to lay a tile that is in no hand: who does not lay the other one, else who is next."""
    told = [each.player or _owner(each.tile, hands) for each in laid]
    others = {player for other, player in enumerate(told) if other != place and player in BOTH}
    if others:
        return next((player for player in BOTH if player not in others), BOTH[0])
    return BOTH[place % 2] if last is None or len(laid) > 1 else other_player(last)


def _owner(tile: int | None, hands: tuple[Tiles, Tiles]) -> Player | None:
    return next((player for player in BOTH if tile in hands[player - 1]), None)


def after_laying(line: Tiles, tile: Tile, end: End) -> Tiles:
    """Give the line once a tile was laid at an end and pushed out the one at the other end."""
    return (tile, *line[:-1]) if end == "left" else (*line[1:], tile)


def neighbour(line: Tiles, end: End) -> Tile:
    """Give the tile at an end."""
    return line[0] if end == "left" else line[-1]


def opposite(line: Tiles, end: End) -> Tile:
    """Give the tile at the other end."""
    return line[-1] if end == "left" else line[0]


def _laying(
    rules: Rules, event: events.Laying, path: str, line: Tiles, hands: tuple[Tiles, Tiles], nobody: Player
) -> TileLaying:
    if event.tile is None:
        raise missing(f"{path}/tile", "a laying")
    tile = _tile(rules, event.tile, f"{path}/tile")
    if event.won is not None and event.discarded is not None:
        raise Malformed("value", path, "a tile both won and discarded", "one tile leaves the line: won or discarded")
    fate: Fate | None = "won" if event.won is not None else "discarded" if event.discarded is not None else None
    value = event.discarded if event.won is None else event.won
    taken = None if value is None else _tile(rules, value, f"{path}/{fate}")
    end = event.end or _end_that_pushes_out(line, taken)
    if end is None:
        raise missing(f"{path}/end", "a laying")
    player = _player(event.player, f"{path}/player") if event.player is not None else _owner(tile, hands) or nobody
    return TileLaying(player, tile, end, fate, taken)


def _end_that_pushes_out(line: Tiles, taken: Tile | None) -> End | None:
    if taken is None or not line or line[0] == line[-1]:
        return None
    return "left" if taken == line[-1] else "right" if taken == line[0] else None


def _ending(rules: Rules, event: events.EndEvent) -> Ending:
    groups = None
    if event.groups is not None:
        check_two(event.groups, "groups")
        one, other = (
            (UNTOLD,) if of_player is None else tuple(_group(rules, group) for group in of_player)
            for of_player in event.groups
        )
        groups = (one, other)
    totals = None
    if event.totals is not None:
        check_two(event.totals, "totals")
        first, second = (None if value is None else count_of(value, "totals") for value in event.totals)
        totals = (first, second) if (first, second) != (None, None) else None
    winners = None
    if event.winners is not None:
        winners = frozenset(_player(value, "winners") for value in event.winners)
        if len(winners) != len(event.winners):
            raise Malformed("value", "winners", "a player is named twice", "name each winner once")
    return Ending(_pair(rules, event.collections, "collections"), groups, totals, winners)


def _group(rules: Rules, event: events.Group) -> TileGroup:
    if event.charm not in CHARMS:
        message = f"there is no charm {event.charm[:20]!r}"
        raise Malformed("value", "groups", message, f"charms are {', '.join(CHARMS)}")
    points = None if event.points is None else count_of(event.points, "groups")
    tiles = NOT_LISTED if event.tiles is None else _sorted(rules, event.tiles, "groups")
    return TileGroup(Charm(event.charm), tiles, points)


def _player(value: int, field: str) -> Player:
    if 1 <= value <= 2:
        return Player(value)
    help = "players are 1 and 2" + (": the first one is 1, not 0" if value == 0 else "")
    raise Malformed("value", field, f"there is no player {short(value)}", help)


def _maybe(value: int | None, field: str) -> Player | None:
    return None if value is None else _player(value, field)


def _tile(rules: Rules, value: int, field: str) -> Tile:
    if 1 <= value <= rules.top:
        return Tile(value)
    raise Malformed("value", field, f"there is no tile {short(value)}", f"tiles are 1 to {rules.top}")


def _tiles(rules: Rules, values: Sequence[int | None] | None, field: str) -> Tiles | None:
    if values is None:
        return None
    if len(values) > rules.top:
        raise Malformed("value", field, f"{len(values)} tiles in {field}", f"there are {rules.top} tiles")
    known = tuple(_tile(rules, value, field) for value in values if value is not None)
    if len(known) < len(values):
        message = f"a tile of {field} was not recorded"
        raise Malformed("missing", field, message, f"{field} can only be judged with all tiles")
    return known


def _sorted(rules: Rules, values: Sequence[int | None] | None, field: str) -> Tiles:
    if values is None:
        raise missing(field, "the record")
    return tuple(sorted(_tiles(rules, values, field) or ()))


def _pair(rules: Rules, values: list[events.Heap] | None, field: str) -> tuple[Tiles, Tiles] | None:
    if values is None:
        return None
    check_two(values, field)
    return _sorted(rules, values[0], field), _sorted(rules, values[1], field)
