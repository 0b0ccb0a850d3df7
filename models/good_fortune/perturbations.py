"""Perturbations of a log: what a program with a mistake might write in the place of an event."""

from collections.abc import Iterator, Sequence

from models.good_fortune.moves import after_laying
from models.good_fortune.random_play import Event
from models.good_fortune.result_perturbations import other_ends
from models.good_fortune.table import Table
from models.good_fortune.tiles import Tile, Tiles

SHOWN = frozenset({"line", "hands", "collections", "holder", "side"})


def perturbations(event: Event, table: Table) -> Iterator[Event]:
    """Give other events for a place of a log; many of them are wrong, and some are not."""
    kinds = {"deal": _other_deals, "turn": _other_turns, "end": other_ends}
    make = kinds.get(event["event"])
    return iter(()) if make is None else make(event, table)


# The deal -------------------------------------------------------------------------------------------------------------


def _other_deals(event: Event, table: Table) -> Iterator[Event]:
    (one, other), line, top = event["hands"], event["line"], table.rules.top
    bare = {"event": "deal", "hands": event["hands"], "line": line}

    def swapped(first: int, second: int) -> Event:
        """Deal two tiles the other way round."""
        heaps = [[{first: second, second: first}.get(t, t) for t in heap] for heap in (one, other, line)]
        return {"event": "deal", "hands": heaps[:2], "line": heaps[2]}

    highest = other if top in other else one
    lowest = one if top in other else other
    yield from (swapped(tile, line[0]) for tile in (1, top))
    yield from (swapped(1, tile) for tile in highest if tile != top)
    yield from (swapped(top, tile) for tile in lowest if tile != 1)
    if len(one) > 1:
        moved = next(tile for tile in one if tile not in (1, top))
        yield {**bare, "hands": [[tile for tile in one if tile != moved], [*other, moved]]}
    yield {**bare, "line": line[:2]}
    yield {**bare, "line": [*line[:2], one[-1]]}
    for holder in (1, 2):
        yield {**bare, "holder": holder}
        yield {**bare, "holder": holder, "side": "large"}
    yield {**bare, "side": "large"}


# Turns ----------------------------------------------------------------------------------------------------------------


def _other_turns(event: Event, table: Table) -> Iterator[Event]:
    laid = event["laid"]
    bare = {key: value for key, value in event.items() if key not in SHOWN}
    yield bare
    for wrong in _other_layings(laid, table):
        yield {**bare, "laid": wrong}
        yield {**bare, "laid": [{key: each[key] for key in ("player", "tile", "end")} for each in wrong]}
    yield from ({**bare, "chooser": player} for player in (1, 2))
    yield from _other_shows(bare, table)
    yield from ({"event": "end", **more} for more in ({}, {"winners": [1]}, {"winners": [2]}))
    if table.rules.simple:
        other = 3 - laid[0]["player"]
        yield from (
            {**bare, "laid": [{"player": other, "tile": int(t), "end": "left"}]} for t in table.hands[other - 1]
        )
    yield {"event": "concede", "player": laid[0]["player"]}


def _other_layings(laid: Sequence[Event], table: Table) -> Iterator[list[Event]]:
    """Lay the same tiles otherwise, in another order, by others, or win other tiles."""
    yield list(reversed(laid))
    yield [laid[0]]
    yield [*laid[:1], *laid[:1]]
    yield [_by_the_other(each) for each in laid]
    for place, each in enumerate(laid):
        yield from (_with(laid, place, other) for other in (_by_the_other(each), *_ends_and_fates(each, table.line)))
    if len(laid) == 1:
        rest = table.hand(each["player"])
        yield from ([each, {**each, "tile": int(tile)}] for tile in rest if tile != each["tile"])
        other = table.hands[2 - each["player"]]
        yield from (
            [each, {"player": 3 - each["player"], "tile": int(tile), "end": end}]
            for tile in other
            for end in ("left", "right")
        )
    else:
        mine = [tile for tile in table.hand(laid[0]["player"]) if tile != laid[0]["tile"]]
        yield from ([laid[0], {"player": laid[0]["player"], "tile": int(tile), "end": laid[1]["end"]}] for tile in mine)
    for tile in table.line:
        yield _with(laid, 0, {**laid[0], "tile": int(tile)})


def _with(laid: Sequence[Event], place: int, other: Event) -> list[Event]:
    return [*laid[:place], other, *laid[place + 1 :]]


def _by_the_other(laying: Event) -> Event:
    return {**laying, "player": 3 - laying["player"]}


def _ends_and_fates(laying: Event, line: Tiles) -> Iterator[Event]:
    """Lay a tile at either end; what leaves the line is won or not, be it any tile of the line or the tile itself."""
    bare = {key: laying[key] for key in ("player", "tile", "end")}
    taken = [laying.get("won") or laying.get("discarded"), *map(int, line)]
    for end in ("left", "right"):
        for fate in ("won", "discarded"):
            yield from ({**bare, "end": end, fate: tile} for tile in taken if tile)
        yield {**bare, "end": end}


def _other_shows(bare: Event, table: Table) -> Iterator[Event]:
    """Show another table after the turn than there is."""
    laid, before = bare["laid"], [int(tile) for tile in table.line]
    lines = [before]
    for leaves in ("opposite", "neighbour", "nobody"):
        lines += [_line_after(laid, before, leaves, old) for old in (False, True)]
    for line in (*lines, *(list(reversed(line)) for line in lines)):
        yield {**bare, "line": line}
    yield from (
        {**bare, "line": _line_after([{**each, "end": end} for each in laid], before, "opposite", False)}
        for end in ("left", "right")
    )
    for holder in (1, 2):
        yield {**bare, "holder": holder}
        yield from ({**bare, "holder": holder, "side": side} for side in ("small", "large"))
    yield from ({**bare, "side": side} for side in ("small", "large"))
    yield from _other_heaps(bare, table)


def _line_after(laid: Sequence[Event], before: list[int], leaves: str, old: bool) -> list[int]:
    """Lay tiles on a line as a program does that lets another tile leave it, or forgets the first tile."""
    line = before
    for each in laid:
        line = before if old else line
        tile, left = each["tile"], each["end"] == "left"
        if leaves == "opposite":
            line = [int(t) for t in after_laying(tuple(map(Tile, line)), Tile(tile), each["end"])]
        elif leaves == "neighbour":
            line = [tile, *line[1:]] if left else [*line[:-1], tile]
        else:
            line = [tile, *line] if left else [*line, tile]
    return line


def _other_heaps(bare: Event, table: Table) -> Iterator[Event]:
    """Show hands and collections that do not follow."""
    laid = bare["laid"]
    won = [[int(tile) for tile in tiles] for tiles in table.won]
    gone = {each["tile"] for each in laid}
    hands = [[int(tile) for tile in hand] for hand in table.hands]
    left = [[tile for tile in hand if tile not in gone] for hand in hands]
    yield {**bare, "hands": hands}
    yield {**bare, "hands": [left[0][1:], left[1]]}
    gains = [(each["player"] - 1, each["won"]) for each in laid if "won" in each]
    losses = [(each["player"] - 1, each["discarded"]) for each in laid if "discarded" in each]
    right = _gaining(won, gains)
    for shown in (
        won,
        _gaining(won, [(1 - seat, tile) for seat, tile in gains]),
        _gaining(right, losses),
        _gaining(right, [(0, int(table.line[1]))]),
        [right[0][1:], right[1]],
    ):
        if shown != right:
            yield {**bare, "collections": shown}


def _gaining(won: list[list[int]], gains: Sequence[tuple[int, int]]) -> list[list[int]]:
    return [sorted({*tiles, *(tile for owner, tile in gains if owner == seat)}) for seat, tiles in enumerate(won)]
