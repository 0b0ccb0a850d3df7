"""The form of a certificate, line by line."""

from functools import reduce
from operator import or_
from typing import Annotated, Literal

from msgspec import Meta, Struct, defstruct

from models.games import GAMES

Worth = Annotated[
    str, Meta(pattern=r"^(-?\d+(/\d+)?|never)$", description="a fraction; for the goal force own turns, or `never`")
]


class CertificateLine(Struct, forbid_unknown_fields=True, kw_only=True):
    """A position of one side's strategy."""

    side: Annotated[
        Literal["hero", "others"], Meta(description="the player to move in the puzzle, or all others together")
    ]
    at: Annotated[str, Meta(description="the position in one line")]
    move: Annotated[
        str | None, Meta(description="as in the output of solve, or `give up`: nothing is claimed from here on")
    ] = None
    mix: Annotated[
        dict[str, Annotated[str, Meta(pattern=r"^\d+(/\d+)?$")]] | None,
        Meta(description="instead of a move, where both choose at the same time: how likely each choice is"),
    ] = None
    reveal: Annotated[
        int | None, Meta(description="instead of a move, for the goal force and the others: the number that is drawn")
    ] = None
    value: Annotated[Worth, Meta(description="what the other side's best answer leaves from here on")]


def certificate_head() -> object:
    """Give the form of the first line, with the puzzles of all games."""
    puzzle = reduce(or_, (game.puzzle() for game in GAMES if game.offers("puzzle")))
    fields = [
        ("format", Literal["cloverproof-certificate/1"]),
        ("puzzle", puzzle),
        ("objective", Literal["win", "points"]),
        ("lower", Worth),
        ("upper", Worth),
    ]
    return defstruct("CertificateHead", fields, forbid_unknown_fields=True)
