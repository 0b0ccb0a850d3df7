"""The form of a puzzle: a position, who moves, and what is asked."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from models.formats import PuzzleFormat


class Puzzle(Struct, forbid_unknown_fields=True, tag="lucky-numbers", tag_field="game"):
    """A puzzle of Lucky Numbers, format cloverproof-puzzle/1."""

    format: PuzzleFormat
    gardens: Annotated[list[str], Meta(description="one per player, row by row, any side: `3 5 . ./7 8 . 10/...`")]
    to_move: Annotated[int, Meta(description="the player to move, from 1")]
    goal: Annotated[
        Literal["win", "force", "fill"],
        Meta(description="win: best expectation; force: a sure sole win; fill: the highest chance to fill the garden"),
    ]
    middle: Annotated[list[int], Meta(description="face-up numbers")] = []
    pile: Annotated[
        list[int] | None, Meta(description="face-down numbers, order unknown; absent: all clovers not seen")
    ] = None
    drawn: Annotated[int | None, Meta(description="a number just revealed by the player to move")] = None
    turns: Annotated[int | None, Meta(description="play is cut off after so many turns")] = None
    equal_exchange: Annotated[bool, Meta(description="may a clover replace one of the same number?")] = True
    top: Annotated[int | None, Meta(description="the highest number; absent: 20")] = None
    sets: Annotated[
        int | None, Meta(description="copies of each number; absent: one per player, two for one player alone")
    ] = None
    id: Annotated[str | int | None, Meta(description="a key of its own; has no meaning")] = None
    title: Annotated[str | None, Meta(description="a name; has no meaning")] = None
    note: Annotated[Any, Meta(description="anything; has no meaning")] = None
    source: Annotated[Any, Meta(description="where it is from; has no meaning")] = None
