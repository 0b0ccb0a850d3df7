"""What is kept of a search through endgames of Good Fortune, shared by its threads."""

from typing import TYPE_CHECKING, NamedTuple

from models.good_fortune.endgame_scores import SPREAD
from models.jit import inlined, lean

if TYPE_CHECKING:
    from models.endgame import Longs

AWAY = 1 << 14  # added to worths that are kept
WORTH = (1 << 15) - 1
HIGH_AT, BEST_AT, DEPTH_AT = 15, 30, 36
NODES, BUDGET, STOPPED, LAST_FIRST = 0, 1, 2, 3  # places in `counts`
HANDS_KEY, WON_KEY, REST_KEY, KNOWN = 0, 1, 2, 3  # columns of kept positions
SECOND = 31  # where the second of two sets begins in a key

GOOD = 8  # where in `counts` good moves begin
REPLIES = GOOD + 2 * 32 * 32  # where answers to a choice begin among the good moves


class Kept(NamedTuple):
    """What is kept of a search: positions with what is proven of them, which moves were good, and counts.

    Several threads share all but the counts. Where so many tiles are in hand as `LAST_FIRST` says, or more, a thread
    tries the best move first and the others from the last to the second: so it meets one that goes the other way.
    """

    table: "Longs"
    counts: "Longs"


@inlined
def slot_of(kept: Kept, hands: int, won: int, rest: int) -> int:
    """Give the first of the two slots a position can be kept in."""
    mixed = hands * -7046029254386353131 ^ (won * -4417276706812531889) ^ (rest * 1609587929392839161)
    mixed ^= mixed >> 32
    mixed *= -7046029254386353131
    return (mixed >> 24) & (len(kept.table) // 4 - 2)


@lean
def recall(kept: Kept, hands: int, won: int, rest: int) -> int:
    """Give what is known of a position, 0 if nothing is.

    Keys are sealed with what is known, so that a row of which another thread has written a part is not taken for one.
    """
    slot = slot_of(kept, hands, won, rest)
    for at in range(slot, slot + 2):
        known = kept.table[4 * at + KNOWN]
        seal = known * SPREAD
        if (
            kept.table[4 * at + HANDS_KEY] == hands ^ seal
            and kept.table[4 * at + WON_KEY] == won ^ seal
            and kept.table[4 * at + REST_KEY] == rest ^ seal
        ):
            return int(known)
    return 0


@lean
def keep(kept: Kept, hands: int, won: int, rest: int, low: int, high: int, best: int, depth: int) -> None:
    """Keep what is proven of a position, unless deeper ones are in its way."""
    at = slot_of(kept, hands, won, rest)
    known = recall(kept, hands, won, rest)
    if known:
        low, high = max(low, (known & WORTH) - AWAY), min(high, (known >> HIGH_AT & WORTH) - AWAY)
        if kept.table[4 * at + KNOWN] != known:
            at += 1
    elif kept.table[4 * at + KNOWN] >> DEPTH_AT > depth:
        at += 1
    elif kept.table[4 * at + KNOWN] >> DEPTH_AT:
        for column in range(4):
            kept.table[4 * at + 4 + column] = kept.table[4 * at + column]
    known = low + AWAY | high + AWAY << HIGH_AT | best << BEST_AT | depth << DEPTH_AT
    seal = known * SPREAD
    for column, key in ((HANDS_KEY, hands), (WON_KEY, won), (REST_KEY, rest), (KNOWN, known ^ seal)):
        kept.table[4 * at + column] = key ^ seal
