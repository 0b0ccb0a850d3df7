"""Sorts of layings, right and wrong ones, so that all sorts are tried equally often."""

from models.good_fortune.driving.believed import BelievedTurn


def sort_of_line(turn: BelievedTurn, tile: int) -> str:
    """Say in words which tiles of the line a tile shares a charm with, and whether that has changed in this turn."""
    masks, line = turn.game.masks, turn.line

    def shared(with_line: tuple[int, ...]) -> str:
        return "".join(str(masks[tile][0] >> each & 1) for each in with_line)

    ends = {"11": "both ends", "10": "the left end", "01": "the right end", "00": "no end"}
    now = ends.get(shared((line[0], line[-1])), "")
    middle = ", and the middle" if "1" in shared(line[1:-1]) and now == "no end" else ""
    before = turn.game.line
    moved = bool(turn.laid) and turn.ends_at(tile, before) != turn.ends(tile)
    return f"{now}{middle}{', which has changed' if moved else ''}"


def sort_of_laying(turn: BelievedTurn, tile: int, end: str) -> str:
    """Say in words what sort of laying it is, legal or not."""
    place = "the second tile" if turn.laid else "the first tile"
    opposite = turn.line[-1] if end == "left" else turn.line[0]
    own = ", against the tile just laid" if any(each["tile"] == opposite for each in turn.laid) else ""
    return f"{place} on the {end}, connecting with {sort_of_line(turn, tile)}{own}"
