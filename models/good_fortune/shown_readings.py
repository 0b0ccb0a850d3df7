"""How a program answers what the sheet leaves open, as its result shows it."""

from collections.abc import Iterator, Sequence

from models.good_fortune import events
from models.good_fortune.kernel import ahead
from models.good_fortune.scoring import totals
from models.good_fortune.tiles import Face, Tile, TileSet

TIE, AGAIN, SPLIT, EQUAL, STARTS, MEDALLION = "tie", "again", "split", "equal", "starts", "medallion"
MOST = 9  # tiles of a collection that is split in every way
Answer = tuple[str, str]


def answers_of(tiles: TileSet, owned: Sequence[Sequence[int]] | None, end: events.EndEvent) -> Iterator[Answer]:
    """Give the answers that a result shows, each a question and an answer in words."""
    yield from _of_a_tie(end)
    if owned is None or end.totals is None or len(end.totals) != 2 or len(owned) != 2:
        return
    for collection, total in zip(owned, end.totals, strict=True):
        if total is not None and tiles.knows([Tile(tile) for tile in collection]):
            yield from _of_a_score([tiles.face(tile) for tile in collection], total)


def result_of(tiles: TileSet, owned: Sequence[Sequence[int]] | None) -> str:
    """Say how a game ended by what the collections score."""
    if owned is None or len(owned) != 2 or not all(tiles.knows([Tile(tile) for tile in own]) for own in owned):
        return "too little is known to score them"
    one, other = (totals([tiles.face(tile) for tile in own]) for own in owned)
    if len(one) + len(other) > 2:
        return "the score is left open"
    return "one winner" if ahead(one[0], other[0]) else "both have as many points"


def _of_a_tie(end: events.EndEvent) -> Iterator[Answer]:
    if end.winners is not None and end.totals is not None and len(set(end.totals)) == 1 and None not in end.totals:
        named = len(end.winners)
        yield EQUAL, "both were named" if named == 2 else "nobody was named" if not named else "one was named"


def _of_a_score(faces: list[Face], total: int) -> Iterator[Answer]:
    """Compare a total with those of all ways to read the sheet."""
    right, once = totals(faces), totals(faces, "once")
    if len(right) > 1 and total in right:
        places = {right[-1]: "so that it scores most", right[0]: "so that it scores least"}
        yield TIE, places.get(total, "so that it scores neither most nor least")
    if set(right) != set(once) and (total in right) != (total in once):
        yield AGAIN, "it was counted again" if total in right else "it was counted once"
    if len(faces) <= MOST:
        best = totals(faces, "free")[0]
        if best > right[-1] and total in (*right, best):
            yield SPLIT, "the rule was followed" if total != best else "the tiles were split for the best total"
