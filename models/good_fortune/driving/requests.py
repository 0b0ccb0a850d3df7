"""The requests to a program that plays Good Fortune, and its answers."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from models.driving import Hello, Request, Response
from models.formats import DRIVE_FORMAT

Player = Annotated[int, Meta(description="a player, 1 or 2")]
Number = Annotated[int, Meta(description="the number of a tile")]
Numbers = tuple[int, ...]
Heaps = tuple[Numbers, ...]


class SayHello(Request, tag="hello", frozen=True, omit_defaults=False):
    """Ask what the program can do."""

    format: str = DRIVE_FORMAT


class New(Request, tag="new", frozen=True):
    """Begin a game; any earlier one is over."""

    players: Annotated[int, Meta(description="2")]
    variants: Annotated[tuple[str, ...], Meta(description="`guessing` or `simple-laying`, if it is in force")]
    seed: int | None = None
    hands: Annotated[Heaps | None, Meta(description="if it can `deal`: the tiles in hand, player 1 first")] = None
    line: Annotated[Numbers | None, Meta(description="if it can `deal`: the line, from left to right")] = None
    tiles: Annotated[
        tuple[str, ...] | None,
        Meta(description="if hello names no `tiles`: what they carry, tile 1 first, like `1EG3`"),
    ] = None
    own: Annotated[Numbers | None, Meta(description="if it can `play`: the players it plays itself")] = None

    @property
    def rigged(self) -> bool:
        """Tell whether the tiles are dealt with it."""
        return self.hands is not None or self.line is not None


class Choose(Request, tag="choose", frozen=True):
    """Choose a tile of the own hand to be laid in this turn, in every variant."""

    player: Player
    tile: Number


class LayTile(Request, tag="lay", frozen=True):
    """Lay a chosen tile at an end of the line."""

    player: Player
    tile: Number
    end: Literal["left", "right"]
    win: Annotated[
        bool | None,
        Meta(description="whether the tile at the opposite end is to be won; only asked for where that is not legal"),
    ] = None


class Play(Request, tag="play", frozen=True):
    """Let the program's own player do what is due, choose or lay; the answer names `tile`, of a laying `end` too."""

    player: Player


class Concede(Request, tag="concede", frozen=True):
    """Give up."""

    player: Player


class AskLegal(Request, tag="legal", frozen=True):
    """Ask for the legal moves: the tiles that may be chosen next, or the ends for the tile that is to be laid next."""


class AskResult(Request, tag="result", frozen=True):
    """Ask whether play is over, and what each player has scored."""


REQUESTS = (SayHello, New, Choose, LayTile, Play, Concede, AskLegal, AskResult)


class Shows(Struct, frozen=True):
    """What the program shows after an answer, each key only if it has it just then."""

    line: Annotated[Numbers | None, Meta(description="from left to right")] = None
    hands: Annotated[Heaps | None, Meta(description="player 1 first; needed after `new` without a deal")] = None
    collections: Annotated[Heaps | None, Meta(description="the tiles won, player 1 first")] = None
    holder: Annotated[int | None, Meta(description="who has the medallion")] = None
    side: Annotated[Literal["small", "large"] | None, Meta(description="its side that is up")] = None
    chosen: Annotated[
        tuple[int | None, ...] | None,
        Meta(description="per player the tile that is chosen and not laid; in Guessing null until both have chosen"),
    ] = None
    to_move: Annotated[int | None, Meta(description="who is to choose or to lay, null: both may choose")] = None
    over: bool | None = None


NOTHING = Shows()


class ScoredTiles(Struct, frozen=True):
    """A group as the program scores it."""

    charm: str
    tiles: Numbers
    points: int | None = None


class FortuneHello(Hello, frozen=True):
    """What a program says of itself."""

    tiles: Annotated[
        tuple[str, ...] | None, Meta(description="what its tiles carry, tile 1 first, like `1EG3`; absent: told in new")
    ] = None
    hand: Annotated[int, Meta(description="tiles dealt to each; another number than 9 is an extension")] = 9


class FortuneResponse(Response, frozen=True):
    """An answer to any other request."""

    shows: Shows | None = None
    won: Annotated[int | None, Meta(description="to `lay`: the tile that was won")] = None
    discarded: Annotated[int | None, Meta(description="to `lay`: the tile that left the game")] = None
    tile: Annotated[int | None, Meta(description="to `play`: the tile chosen or laid")] = None
    end: Annotated[Literal["left", "right"] | None, Meta(description="to `play`: where it was laid")] = None
    moves: Annotated[tuple[str, ...] | None, Meta(description="to `legal`; null: it cannot list them now")] = None
    over: bool | None = None
    winners: Numbers | None = None
    totals: Numbers | None = None
    groups: tuple[tuple[ScoredTiles, ...], ...] | None = None
    collections: Heaps | None = None

    @property
    def seen(self) -> Shows:
        """What was shown, nothing if nothing was."""
        return self.shows or NOTHING
