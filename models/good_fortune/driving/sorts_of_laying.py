"""Sorts of layings, right and wrong ones, so that all sorts are tried equally often."""

from models.good_fortune.driving.believed import BelievedTurn
from models.good_fortune.layings import ENDS
from models.good_fortune.moves import End

CONNECTED = {(1, 1): "both ends", (1, 0): "the left end", (0, 1): "the right end", (0, 0): "no end"}


def sort_of_line(turn: BelievedTurn, tile: int) -> str:
    """Say in words which tiles of the line a tile shares a charm with, and whether that has changed in this turn."""
    shares, line = turn.game.masks[tile][0], turn.line
    now = CONNECTED[shares >> line[0] & 1, shares >> line[-1] & 1]
    middle = ", and the middle" if now == "no end" and any(shares >> each & 1 for each in line[1:-1]) else ""
    moved = bool(turn.laid) and turn.ends_at(tile, turn.game.line) != turn.ends(tile)
    return f"{now}{middle}{', which has changed' if moved else ''}"


def sorts_of_laying(turn: BelievedTurn, tile: int) -> dict[End, str]:
    """Say in words for each end what sort of laying it is, legal or not."""
    which, connecting = "second" if turn.laid else "first", sort_of_line(turn, tile)
    laid = [each["tile"] for each in turn.laid]
    return {
        end: f"the {which} tile on the {end}, connecting with {connecting}"
        f"{', against the tile just laid' if opposite in laid else ''}"
        for end, opposite in zip(ENDS, (turn.line[-1], turn.line[0]), strict=True)
    }
