"""All totals of a collection whose tiles are known, worked out another way than the groups are formed."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

from models.good_fortune.tiles import CHARMS, Face


# states GF402 as totals of known tiles, tied by
# tests/test_good_fortune_kernel.py::test_totals_of_known_tiles_come_out_two_ways
def attained(
    faces: Sequence[Face],
    points: Callable[[int, int], int],
    ranks: Callable[[int, int], tuple[int, int]],
    *,
    again: bool = True,
) -> set[int]:
    """Give all totals of known tiles; what is left is told by the charms that have been grouped.

    `ranks` gives the rank of a charm by the number and the die sum of its tiles. Where it is not counted `again`, the
    charms are ranked once, ties by their usual order.
    """
    if not again:
        return {_ranked_once(faces, points, ranks)}

    @cache
    def behind(grouped: frozenset[str]) -> frozenset[int]:
        left = [face for face in faces if not grouped & {str(charm) for charm in face.charms}]
        if not left:
            return frozenset({0})
        heaps = {str(charm): [face.die or 0 for face in left if charm in face.charms] for charm in CHARMS}
        best = max(ranks(len(dice), sum(dice)) for dice in heaps.values())
        return frozenset(
            points(len(dice), sum(dice)) + more
            for charm, dice in heaps.items()
            if ranks(len(dice), sum(dice)) == best
            for more in behind(grouped | {charm})
        )

    return set(behind(frozenset()))


def _ranked_once(
    faces: Sequence[Face], points: Callable[[int, int], int], ranks: Callable[[int, int], tuple[int, int]]
) -> int:
    """Let each tile count for whichever of its charms comes first."""
    heaps = {charm: [face.die or 0 for face in faces if charm in face.charms] for charm in CHARMS}
    order = sorted(CHARMS, key=lambda charm: ranks(len(heaps[charm]), sum(heaps[charm])), reverse=True)
    own = [next(charm for charm in order if charm in face.charms) for face in faces]
    mine = ([face.die or 0 for face, first in zip(faces, own, strict=True) if first == charm] for charm in order)
    return sum(points(len(dice), sum(dice)) for dice in mine if dice)


def best_split(faces: Sequence[Face]) -> int:
    """Give the best total where tiles are split at will: each tile goes to one of its charms."""
    charms = sorted({str(charm) for face in faces for charm in face.charms})
    most = 0
    for kept in product(*([str(charm) for charm in face.charms] for face in faces)):
        heaps = ([face.die or 0 for face, own in zip(faces, kept, strict=True) if own == charm] for charm in charms)
        most = max(most, sum(len(dice) * sum(dice) for dice in heaps))
    return most
