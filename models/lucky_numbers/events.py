"""The events of a log of Lucky Numbers, as they stand in its lines."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from models.recorded_facts import HangingFact

PlayerNumber = Annotated[int, Meta(description="a player, 1 to the number of players, in clockwise order")]
SMALL = {"letters": "small"}  # words in which capitals mean nothing
CellName = Annotated[
    str,
    Meta(
        description="column letter and row number, a1 is the corner with the small numbers",
        extra={**SMALL, "names": "cell"},
    ),
]
Number = Annotated[int, Meta(description="the number on a clover, 1 to the highest number of the game")]
Numbers = Annotated[list[int], Meta(description="one of these numbers: the record can be read in several ways")]
CellNames = Annotated[list[Annotated[str, Meta(extra=SMALL)]], Meta(description="one of these cells")]


class Series(Struct, gc=False):
    """The place of a game in a tournament."""

    id: str | int
    game: Annotated[Any, Meta(description="which game of the tournament, from 1")] = None


class GameEvent(Struct, tag="game", tag_field="event", gc=False):
    """The header of a game: what is played, by how many, by which rules."""

    format: Annotated[str, Meta(description="cloverproof/1", extra=SMALL)]
    game: Literal["lucky-numbers"]
    edition: Annotated[str, Meta(description="tiki-2020 or ravensburger-2012", extra=SMALL)]
    players: Annotated[int, Meta(description="how many, 2 to 4")]
    setup: Annotated[
        Annotated[str, Meta(extra=SMALL)] | None, Meta(description="standard or michael; the edition's own if absent")
    ] = None
    names: Annotated[Any, Meta(description="the players' names, a list")] = None
    variants: Annotated[
        list[Annotated[str, Meta(extra=SMALL)]] | None, Meta(description="house rules in force: bruno, bruno-any")
    ] = None
    tournament: Series | None = None
    source: Annotated[Any, Meta(description="what wrote the log")] = None
    side: Annotated[int | None, Meta(description="rows of a garden, 4 if absent")] = None
    top: Annotated[int | None, Meta(description="highest number, 20 if absent")] = None
    sets: Annotated[int | None, Meta(description="copies of each number in play, one per player if absent")] = None


class SetupEvent(Struct, tag="setup", tag_field="event", gc=False):
    """A clover placed before play."""

    player: PlayerNumber | None
    clover: Number | Numbers | None
    cell: CellName | CellNames | None


class StartEvent(Struct, tag="start", tag_field="event", gc=False):
    """Play begins."""

    first: Annotated[int | None, Meta(description="who has the first turn; absent: whoever takes it")] = None
    pile: Annotated[int | None, Meta(description="face-down clovers left")] = None
    middle: Annotated[list[int] | None, Meta(description="face-up numbers")] = None


class TurnEvent(Struct, tag="turn", tag_field="event", gc=False, rename={"source": "from"}):
    """A turn, and what the program showed after it."""

    player: PlayerNumber | None
    source: Annotated[Literal["pile", "middle"] | None, Meta(description="where the clover came from")]
    clover: Number | Numbers | None
    action: Literal["place", "exchange", "discard"] | None
    cell: CellName | CellNames | None = None
    out: Annotated[int | Numbers | None, Meta(description="the number that lay on the cell")] = None
    pile: Annotated[int | None, Meta(description="face-down clovers left after the turn")] = None
    middle: Annotated[list[int] | None, Meta(description="face-up numbers after the turn, in any order")] = None
    gardens: Annotated[
        list[str | None] | None, Meta(description="one per player as it lay after the turn, row by row")
    ] = None


class RefusedEvent(Struct, tag="refused", tag_field="event", gc=False, rename={"source": "from"}):
    """A turn that the program refused."""

    player: PlayerNumber | None
    source: Annotated[Literal["pile", "middle"] | None, Meta(description="where the clover was to come from")] = None
    clover: Number | None = None
    action: Literal["place", "exchange", "discard"] | None = None
    cell: CellName | None = None
    out: Annotated[int | None, Meta(description="the number that lay on the cell")] = None
    pile: int | None = None
    middle: list[int] | None = None


class GapEvent(Struct, tag="gap", tag_field="event", gc=False):
    """Something was not recorded: turns, or clovers of the set-up."""

    turns: Annotated[int | None, Meta(description="how many turns are missing; null if nobody knows")] = None
    setup: Annotated[
        bool | int | None, Meta(description="how many clovers of the set-up are missing; true: all not recorded")
    ] = None


class ShownEvent(Struct, tag="shown", tag_field="event", gc=False):
    """What lay on the table behind the event before."""

    gardens: Annotated[
        list[str | None] | None,
        Meta(description="one per player, row by row; . is an empty cell, ? an unknown one, 1|7 is 1 or 7"),
    ] = None
    middle: Annotated[list[int] | None, Meta(description="face-up numbers, in any order")] = None
    pile: Annotated[int | None, Meta(description="face-down clovers")] = None


class ConcedeEvent(Struct, tag="concede", tag_field="event", gc=False):
    """A player gives up (in no rule book)."""

    player: PlayerNumber


class EndEvent(Struct, tag="end", tag_field="event", gc=False):
    """The result of a game as the program gave it."""

    winners: Annotated[list[int] | None, Meta(description="all winning players")] = None
    empty: Annotated[list[int] | None, Meta(description="empty cells per player")] = None
    points: Annotated[list[int] | None, Meta(description="tournament points per player")] = None


class StopEvent(Struct, tag="stop", tag_field="event", gc=False):
    """The record breaks off without a result."""

    reason: Any = None


class TournamentEvent(Struct, tag="tournament", tag_field="event", gc=False):
    """The result of a tournament as the program gave it."""

    points: Annotated[list[int] | None, Meta(description="points per player over all games")] = None
    winners: Annotated[list[int] | None, Meta(description="all winning players")] = None


Event = (
    GameEvent
    | SetupEvent
    | StartEvent
    | TurnEvent
    | RefusedEvent
    | GapEvent
    | ShownEvent
    | ConcedeEvent
    | EndEvent
    | StopEvent
    | TournamentEvent
)

# Facts in which alone some breaches show: of which clauses is listed with them, as `SHOWN_BY`.
WINNERS = HangingFact(("winners",))
HANGING: dict[type, tuple[HangingFact, ...]] = {
    TurnEvent: (HangingFact(("pile",)), HangingFact(("middle",))),
    EndEvent: (WINNERS,),
}
HANGING_IN_TOURNAMENT = HANGING | {EndEvent: (WINNERS, HangingFact(("points",)))}
