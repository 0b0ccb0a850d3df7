"""The events of a log of Good Fortune, as they stand in its lines."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from models.recorded_facts import HangingFact

SMALL = {"letters": "small"}  # words in which capitals mean nothing
PlayerNumber = Annotated[int, Meta(description="a player, 1 or 2")]
TileNumber = Annotated[int, Meta(description="the number of a tile, 1 to the highest of the game")]
Side = Annotated[Literal["small", "large"] | None, Meta(description="the side of the medallion that is up then")]
Holder = Annotated[int | None, Meta(description="who has the medallion then")]
Heap = list[int | None] | None
Hands = Annotated[
    list[Heap] | None,
    Meta(description="the tiles in hand then, player 1 first, in any order; null for a tile that was not recorded"),
]
Collections = Annotated[
    list[Heap] | None, Meta(description="the tiles won, player 1 first, in any order, null as there")
]


class GameEvent(Struct, tag="game", tag_field="event", gc=False):
    """The header of a game: what is played, by which rules, with which tiles."""

    format: Annotated[str, Meta(description="cloverproof/1", extra=SMALL)]
    game: Literal["good-fortune"]
    edition: Annotated[str, Meta(description="daimon-2025", extra=SMALL)]
    players: Annotated[int, Meta(description="2")] = 2
    names: Annotated[Any, Meta(description="the players' names, a list")] = None
    variants: Annotated[
        list[Annotated[str, Meta(extra=SMALL)]] | None, Meta(description="guessing or simple-laying")
    ] = None
    tiles: Annotated[
        list[Any] | str | None,
        Meta(
            description="what the tiles carry: rows [number, charm, charm, die], null for what is not known; or the "
            "name of a tile set that comes with the program; absent: not known"
        ),
    ] = None
    hand: Annotated[int | None, Meta(description="tiles dealt to each player, 9 if absent")] = None
    source: Annotated[Any, Meta(description="what wrote the log")] = None


class DealEvent(Struct, tag="deal", tag_field="event", gc=False):
    """The tiles are dealt."""

    hands: Hands
    line: Annotated[list[int | None] | None, Meta(description="the central line, from left to right")]
    holder: Holder = None
    side: Side = None


class Laying(Struct, gc=False):
    """One tile is laid."""

    player: Annotated[int | None, Meta(description="whose tile it is; absent: who has it in hand")] = None
    tile: TileNumber | None = None
    end: Annotated[Literal["left", "right"] | None, Meta(description="the end of the line where it is laid")] = None
    won: Annotated[int | None, Meta(description="the tile of the other end, if it was won")] = None
    discarded: Annotated[int | None, Meta(description="the tile of the other end, if it left the game")] = None


class TurnEvent(Struct, tag="turn", tag_field="event", gc=False):
    """A turn: both tiles in the order in which they were laid, and what the program showed after it."""

    laid: list[Laying] | None
    chooser: Annotated[int | None, Meta(description="who chose first")] = None
    line: Annotated[list[int | None] | None, Meta(description="the line after the turn, from left to right")] = None
    hands: Hands = None
    collections: Collections = None
    holder: Holder = None
    side: Side = None


class RefusedEvent(Struct, tag="refused", tag_field="event", gc=False):
    """A turn that the program refused."""

    laid: list[Laying] | None = None
    chooser: int | None = None
    line: list[int | None] | None = None
    hands: Hands = None
    collections: Collections = None
    holder: Holder = None
    side: Side = None


class ConcedeEvent(Struct, tag="concede", tag_field="event", gc=False):
    """A player gives up (in no rule book)."""

    player: PlayerNumber


class Group(Struct, gc=False):
    """A group of a collection, as the program formed it."""

    charm: Annotated[str, Meta(extra=SMALL)]
    tiles: Annotated[list[int] | None, Meta(description="null: not recorded")] = None
    points: Annotated[int | None, Meta(description="its score")] = None


class EndEvent(Struct, tag="end", tag_field="event", gc=False):
    """The result of a game as the program gave it."""

    collections: Collections = None
    groups: Annotated[
        list[list[Group] | None] | None,
        Meta(description="the groups of each collection, in any order, null: not recorded"),
    ] = None
    totals: Annotated[list[int | None] | None, Meta(description="points per player, null: not recorded")] = None
    winners: Annotated[list[int] | None, Meta(description="all winning players")] = None


class GapEvent(Struct, tag="gap", tag_field="event", gc=False):
    """Turns that were not recorded."""

    turns: Annotated[int | None, Meta(description="how many are missing, null: nobody knows")] = None


class StopEvent(Struct, tag="stop", tag_field="event", gc=False):
    """The record breaks off without a result."""

    reason: Any = None


Event = GameEvent | DealEvent | TurnEvent | RefusedEvent | ConcedeEvent | EndEvent | GapEvent | StopEvent

# Facts in which alone some breaches show: of which clauses is listed with them, as `SHOWN_BY`.
FATE, CHOOSER, HOLDER = HangingFact(("won", "discarded"), "laid"), HangingFact(("chooser",)), HangingFact(("holder",))
SHOWN = tuple(HangingFact((key,)) for key in ("line", "hands", "collections"))
RESULT = tuple(HangingFact((key,)) for key in ("groups", "totals", "winners"))
HANGING: dict[type, tuple[HangingFact, ...]] = {
    TurnEvent: (FATE, CHOOSER, *SHOWN, HOLDER, HangingFact(("side",))),
    EndEvent: RESULT,
}
HANGING_IN_GUESSING: dict[type, tuple[HangingFact, ...]] = {
    TurnEvent: (FATE, *SHOWN, HangingFact(("side",))),
    EndEvent: RESULT,
}
HANGING_IN_SIMPLE_LAYING: dict[type, tuple[HangingFact, ...]] = {TurnEvent: (FATE, *SHOWN), EndEvent: RESULT}
