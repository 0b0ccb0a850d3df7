"""What collections score, for the fast solver: a set of tiles is a number whose bits are its members."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from models.good_fortune.tiles import CHARMS, TileSet
from models.jit import inlined, lean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from models.endgame import Longs

SLOTS = 1 << 18  # of kept scores
SPREAD = 0x9E3779B97F4A7C15 - (1 << 64)  # an odd number whose bits are well mixed
SCORE_BITS = 16  # of a kept score; above them stands one more than the set


class TilesInPlay(NamedTuple):
    """The tiles that are in play, by ascending number.

    `facts` holds what differs between problems, then for each charm which tiles carry it, and for each tile its die and
    which ones share a charm with it. A slot of the kept `scores` tells of which set, and its score.
    """

    facts: "Longs"
    scores: "Longs"


HIGHEST, SIMPLE, STAYS = 0, 1, 2  # places in `facts`
CHARMS_AT, DICE_AT, SHARE_AT = 4, 32, 64  # where in `facts` charms, dice and shares begin


def case_of(tiles: TileSet, numbers: "Sequence[int]", highest: bool, simple: bool, stays: bool = False) -> TilesInPlay:
    """Give the case of some tiles; `highest` tells which total counts where the score is open.

    `stays` tells that the same player chooses first in each turn.
    """
    faces = [tiles.face(number) for number in numbers]
    share = [sum(1 << at for at, other in enumerate(numbers) if tiles.shares(number, other)) for number in numbers]
    charms = [sum(1 << at for at, face in enumerate(faces) if charm in face.charms) for charm in CHARMS]
    facts = np.zeros(SHARE_AT + 32, np.int64)
    for at, told in ((0, [highest, simple, stays]), (CHARMS_AT, charms), (SHARE_AT, share)):
        facts[at : at + len(told)] = told
    facts[DICE_AT : DICE_AT + len(faces)] = [face.die or 0 for face in faces]
    return TilesInPlay(facts, np.zeros(SLOTS, np.int64))


@inlined
def size_of(tiles: int) -> int:
    """Count the members of a set."""
    tiles -= tiles >> 1 & 0x5555555555555555
    tiles = (tiles & 0x3333333333333333) + (tiles >> 2 & 0x3333333333333333)
    tiles = tiles + (tiles >> 4) & 0x0F0F0F0F0F0F0F0F
    return tiles * 0x0101010101010101 >> 56


@inlined
def lowest_of(tiles: int) -> int:
    """Give the lowest member of a set that has one."""
    return size_of((tiles & -tiles) - 1)


@lean
def dice_of_set(case: TilesInPlay, tiles: int) -> int:
    """Add up the dice of a set."""
    total = 0
    while tiles:
        total += case.facts[DICE_AT + lowest_of(tiles)]
        tiles &= tiles - 1
    return total


# states GF403 as compiled loop, tied by
# tests/test_good_fortune_solve.py::test_the_compiled_score_is_the_one_of_the_rules
@lean
def group_and_score(case: TilesInPlay, tiles: int) -> int:
    """Group a collection as GF402 says and score it as GF403 says; where charms tie, as `HIGHEST` says."""
    number, dice = 0, 0
    for charm in range(CHARMS_AT, CHARMS_AT + len(CHARMS)):
        group = tiles & case.facts[charm]
        size = size_of(group)
        if size >= number and group:
            sum_of_dice = dice_of_set(case, group)
            if size > number or sum_of_dice > dice:
                number, dice = size, sum_of_dice
    if not number:
        return 0
    best, first = 0, True
    for charm in range(CHARMS_AT, CHARMS_AT + len(CHARMS)):
        group = tiles & case.facts[charm]
        if size_of(group) == number and dice_of_set(case, group) == dice:
            total = number * dice + group_and_score(case, tiles & ~group)
            if first or (total > best) == (case.facts[HIGHEST] == 1):
                best, first = total, False
    return best


@inlined
def score_of_set(case: TilesInPlay, tiles: int) -> int:
    """Give what a collection scores; several threads may ask at a time."""
    slot = (tiles * SPREAD >> 40) & (SLOTS - 1)
    kept = case.scores[slot]
    if kept >> SCORE_BITS != tiles + 1:
        kept = tiles + 1 << SCORE_BITS | group_and_score(case, tiles)
        case.scores[slot] = kept
    return int(kept & (1 << SCORE_BITS) - 1)
