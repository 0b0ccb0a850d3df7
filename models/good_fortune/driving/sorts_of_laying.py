"""Sorts of layings, right and wrong ones, so that all sorts are tried equally often."""

from models.good_fortune.driving.believed import BelievedTurn

CONNECTED = {(1, 1): "both ends", (1, 0): "the left end", (0, 1): "the right end", (0, 0): "no end"}


def sort_of_line(turn: BelievedTurn, tile: int) -> str:
    """Say in words which tiles of the line a tile shares a charm with, and whether that has changed in this turn."""
    shares, line = turn.game.masks[tile][0], turn.line
    now = CONNECTED[shares >> line[0] & 1, shares >> line[-1] & 1]
    middle = ", and the middle" if now == "no end" and any(shares >> each & 1 for each in line[1:-1]) else ""
    moved = bool(turn.laid) and turn.ends_at(tile, turn.game.line) != turn.ends(tile)
    return f"{now}{middle}{', which has changed' if moved else ''}"


def sort_of_laying(turn: BelievedTurn, tile: int, end: str) -> str:
    """Say in words what sort of laying it is, legal or not."""
    place = "the second tile" if turn.laid else "the first tile"
    opposite = turn.line[-1] if end == "left" else turn.line[0]
    own = ", against the tile just laid" if any(each["tile"] == opposite for each in turn.laid) else ""
    return f"{place} on the {end}, connecting with {sort_of_line(turn, tile)}{own}"
