"""The requests to a program that plays Lucky Numbers, and its answers."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from models.driving import Hello, Request, Response
from models.formats import DRIVE_FORMAT

Player = Annotated[int, Meta(description="a player, from 1 in clockwise order")]
Number = Annotated[int, Meta(description="the number on a clover")]
Numbers = tuple[int, ...]
GardenText = Annotated[str, Meta(description="row by row, `3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19`")]


class SayHello(Request, tag="hello", frozen=True, omit_defaults=False):
    """Ask what the program can do."""

    format: str = DRIVE_FORMAT


class New(Request, tag="new", frozen=True):
    """Begin a game; any earlier one is over."""

    players: int
    setup: str
    variants: Annotated[tuple[str, ...], Meta(description="house rules in force")] | None = None
    seed: int | None = None
    hands: Annotated[tuple[Numbers, ...], Meta(description="if it can `deal`: the set-up clovers")] | None = None
    pile: Annotated[tuple[int, ...], Meta(description="if it can `deal`: in the order of revealing")] | None = None
    own: Annotated[tuple[int, ...], Meta(description="if it can `play`: the players it plays itself")] | None = None

    @property
    def rigged(self) -> bool:
        """Tell whether the clovers are dealt with it."""
        return self.hands is not None or self.pile is not None


class SetTable(Request, tag="table", frozen=True):
    """Go on from a table in the middle of a game, if it can `table`."""

    players: int
    gardens: tuple[GardenText, ...]
    middle: tuple[int, ...]
    pile: Annotated[tuple[int, ...], Meta(description="in the order of revealing")]
    to_move: Player

    @property
    def rigged(self) -> bool:
        """Tell that the pile is laid with it."""
        return True


class Take(Request, tag="take", frozen=True, rename={"source": "from"}):
    """Take a clover in hand."""

    player: Player
    source: Literal["pile", "middle"]
    clover: Annotated[int, Meta(description="which one, from the middle")] | None = None


class Put(Request, tag="put", frozen=True):
    """Lay the clover in hand, or leave it in the middle; in the set-up, lay one of the hand."""

    player: Player
    clover: Number
    cell: Annotated[str | None, Meta(description="null leaves it in the middle")]


class Play(Request, tag="play", frozen=True):
    """Let the program's own player have its turn."""

    player: Player


class Concede(Request, tag="concede", frozen=True):
    """Give up."""

    player: Player


class AskLegal(Request, tag="legal", frozen=True):
    """Ask for the legal moves."""


class AskResult(Request, tag="result", frozen=True):
    """Ask whether play is over, and who has won."""


REQUESTS = (SayHello, New, SetTable, Take, Put, Play, Concede, AskLegal, AskResult)


class Shows(Struct, frozen=True):
    """What the program shows after an answer, each key only if it has it just then."""

    pile: int | None = None
    middle: tuple[int, ...] | None = None
    gardens: tuple[str | None, ...] | None = None
    hands: tuple[tuple[int, ...], ...] | None = None
    held: int | None = None
    to_move: int | None = None
    over: bool | None = None


NOTHING = Shows()


class LuckyHello(Hello, frozen=True):
    """What a program says of itself; another size than the printed one is an extension."""

    diagonal: Literal["players", "program", "none"] = "players"
    side: int = 4
    top: int = 20
    sets: int | None = None


class LuckyResponse(Response, frozen=True):
    """An answer to any other request."""

    shows: Shows | None = None
    clover: int | None = None
    moves: tuple[str, ...] | None = None
    over: bool | None = None
    winners: tuple[int, ...] | None = None
    empty: tuple[int, ...] | None = None

    @property
    def seen(self) -> Shows:
        """What was shown, nothing if nothing was."""
        return self.shows or NOTHING
