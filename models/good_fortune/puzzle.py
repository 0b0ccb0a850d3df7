"""The form of a puzzle: the tiles, where they lie, who moves, and what is asked."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from models.formats import PuzzleFormat


class FortunePuzzle(Struct, forbid_unknown_fields=True, tag="good-fortune", tag_field="game"):
    """A puzzle of Good Fortune, format cloverproof-puzzle/1."""

    format: PuzzleFormat
    tiles: Annotated[
        list[Any] | str,
        Meta(
            description="what the tiles carry: rows [number, charm, charm, die], or the name of a set that comes along"
        ),
    ]
    hands: Annotated[list[list[int]], Meta(description="the tiles in hand, player 1 first, in any order")]
    line: Annotated[list[int], Meta(description="the central line, from left to right")]
    goal: Annotated[Literal["win"], Meta(description="both play for the win (or for points, as the caller says)")]
    collections: Annotated[list[list[int]], Meta(description="the tiles won, player 1 first; absent: none")] = []
    holder: Annotated[
        int | None, Meta(description="who has the medallion; may be absent where tile 1 or the highest is in hand")
    ] = None
    side: Annotated[
        Literal["small", "large"] | None,
        Meta(description="the side of the medallion that is up; absent: as it must be after so many turns"),
    ] = None
    chosen: Annotated[
        list[int | None],
        Meta(description="tiles chosen in this turn and not laid yet, player 1 first, null where there is none"),
    ] = []
    laid: Annotated[int | None, Meta(description="the player who has laid a tile in this turn, before the other")] = (
        None
    )
    to_move: Annotated[
        int | None, Meta(description="Simple laying: the player to move; may be absent where hands differ in size")
    ] = None
    variants: Annotated[list[str], Meta(description="simple-laying, or guessing")] = []
    hand: Annotated[
        int | None, Meta(description="the tiles each player was dealt; absent: as many as the tile set has for it")
    ] = None
    open_score: Annotated[
        Literal["highest", "lowest"],
        Meta(description="which total counts where the rules leave the score of a collection open"),
    ] = "highest"
    id: Annotated[str | int | None, Meta(description="a key of its own; has no meaning")] = None
    title: Annotated[str | None, Meta(description="a name; has no meaning")] = None
    note: Annotated[Any, Meta(description="anything; has no meaning")] = None
    source: Annotated[Any, Meta(description="where it is from; has no meaning")] = None
