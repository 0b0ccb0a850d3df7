"""Tables and steps of the suite as JSON objects, beside their text."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, convert

from models.formats import LOG_FORMAT
from models.good_fortune.cases import read_case
from models.good_fortune.editions import EDITIONS, GUESSING, SIMPLE, Rules
from models.good_fortune.moves import Conceding, Dealing, Ending, Move, Opening, TileGroup, TileLaying, Turn
from models.good_fortune.state_space import read_space
from models.good_fortune.table import Hands, Table
from models.good_fortune.tiles import TileSet
from models.reading import Reading
from models.state_space import ItemScope, SuiteStep

Event = dict[str, object]
TileRows = Annotated[
    list[list[int | str | None]] | str | None,
    Meta(description="rows [number, charm, charm, die], null for what is not known, or the name of a set; null: none"),
]


class FortuneTable(Struct, tag="good-fortune", tag_field="game"):
    """A table between two turns, with the keys of a puzzle."""

    tiles: TileRows
    hands: Annotated[list[list[int]], Meta(description="the tiles in hand, player 1 first")]
    line: Annotated[list[int], Meta(description="from left to right")]
    collections: Annotated[list[list[int]], Meta(description="the tiles won, player 1 first")]
    holder: Annotated[int | None, Meta(description="who has the medallion; null: nobody, or not known")]
    side: Literal["small", "large"]
    to_move: Annotated[int | None, Meta(description="the player to move; null where both lay in a turn, or at the end")]
    hand: Annotated[int, Meta(description="the tiles that each player is dealt")]
    variants: list[str]


class FortuneStepTable(FortuneTable, tag="good-fortune", tag_field="game"):
    """The table before a step, with what happened before."""

    dealt: bool
    over: Annotated[bool, Meta(description="whether play is over")]
    unsure: Annotated[list[list[int]], Meta(description="tiles that were perhaps won, player 1 first")]
    last: Annotated[int | None, Meta(description="who laid last; null: nobody yet")]
    laid: Annotated[list[int], Meta(description="how many tiles each has laid")]
    conceded: Annotated[list[int], Meta(description="who has given up")]
    played_on: Annotated[bool, Meta(description="whether there was a turn behind the end of play")]


def table_form(text: str) -> FortuneTable:
    """Give a written table of the suite as an object."""
    space, code = read_space(text, Reading())
    return convert(_common(space.table(code)), FortuneTable)


def step_form(text: str) -> SuiteStep:
    """Give a case as objects: the table before, and the event of the move with what was shown after it."""
    step = read_case(text)
    table = step.before
    before = _common(table) | {
        "dealt": table.dealt,
        "over": table.ended,
        "unsure": _lists(table.unsure),
        "last": table.last,
        "laid": table.laid,
        "conceded": sorted(map(int, table.conceded)),
        "played_on": table.played_on,
    }
    return SuiteStep(convert(before, FortuneStepTable), event_of(table.rules, step.move), None)


def item_scope(table: object, move: object | None) -> ItemScope:
    """Tell in which editions and variants a table or a step on it is played."""
    assert isinstance(table, Table)
    return ItemScope(None, tuple(each.key for each in EDITIONS), tuple(_variants(table.rules)))


def _variants(rules: Rules) -> list[str]:
    return [name for name, here in ((GUESSING, rules.guessing), (SIMPLE, rules.simple)) if here]


def _common(table: Table) -> dict[str, object]:
    rules = table.rules
    in_turn = rules.simple and table.last is not None and not table.ended
    return {
        "game": "good-fortune",
        "tiles": _rows(rules.tiles),
        "hands": _lists(table.hands),
        "line": list(map(int, table.line)),
        "collections": _lists(table.won),
        "holder": table.holder,
        "side": table.side,
        "to_move": 3 - table.last if in_turn and table.last is not None else None,
        "hand": rules.hand,
        "variants": _variants(rules),
    }


def _lists(pair: Hands) -> list[list[int]]:
    return [list(map(int, tiles)) for tiles in pair]


def _rows(tiles: TileSet) -> list[list[int | str | None]] | str | None:
    if tiles.name:
        return tiles.name
    return [[number, *face.charms, face.die] for number, face in enumerate(tiles.faces, 1)] or None


def event_of(rules: Rules, move: Move) -> Event:
    """Write a move as an event of a log."""
    match move:
        case Opening():
            return _header(rules)
        case Dealing(hands, line, holder, side):
            return _told("deal", hands=_lists(hands), line=list(line), holder=holder, side=side)
        case Turn():
            return _told(
                "turn",
                laid=[_laying(each) for each in move.laid],
                chooser=move.chooser,
                line=None if move.line is None else list(move.line),
                hands=None if move.hands is None else _lists(move.hands),
                collections=None if move.collections is None else _lists(move.collections),
                holder=move.holder,
                side=move.side,
            )
        case Conceding(player):
            return {"event": "concede", "player": player}
        case Ending():
            return _told(
                "end",
                collections=None if move.collections is None else _lists(move.collections),
                groups=None if move.groups is None else [list(map(_group, groups)) for groups in move.groups],
                totals=None if move.totals is None else list(move.totals),
                winners=None if move.winners is None else sorted(move.winners),
            )
    return {"event": "stop"}


def _laying(laid: TileLaying) -> Event:
    taken: Event = {laid.fate: laid.taken} if laid.fate is not None and laid.taken is not None else {}
    return {"player": laid.player, "tile": laid.tile, "end": laid.end, **taken}


def _group(group: TileGroup) -> Event:
    return {"charm": group.charm, "tiles": list(group.tiles), "points": group.points}


def _told(kind: str, **facts: object) -> Event:
    """Give an event with the facts that were told."""
    return {"event": kind, **{key: value for key, value in facts.items() if value is not None}}


def _header(rules: Rules) -> Event:
    tiles = _rows(rules.tiles)
    return {
        "event": "game",
        "format": LOG_FORMAT,
        "game": "good-fortune",
        "edition": rules.edition.key,
        "players": 2,
        "variants": _variants(rules),
        **({} if tiles is None else {"tiles": tiles}),
        "hand": rules.hand,
    }
