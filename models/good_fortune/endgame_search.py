"""Alpha-beta over the positions of Good Fortune: compiled loops.

A position is six numbers: the hands and the collections as sets, the line, and what else there is (`meta`). All worths
are by how much player 1 is ahead.
"""

from typing import TYPE_CHECKING, NamedTuple

from models.good_fortune.endgame_layings import (
    FAR,
    FIRST_AT,
    LAID,
    LAID_AT,
    LEFT_END,
    RIGHT_AT,
    RIGHT_END,
    SECOND_AT,
    SMALL,
    TILE,
    after_laying,
    ends_for,
    last_turn,
    mover_of,
    turned,
)
from models.good_fortune.endgame_scores import SIMPLE, SPREAD, TilesInPlay, lowest_of, score_of_set, size_of
from models.jit import lean

if TYPE_CHECKING:
    from models.endgame import Longs, Table

AWAY = 1 << 14  # added to worths that are kept
WORTH = (1 << 15) - 1
HIGH_AT, BEST_AT, DEPTH_AT = 15, 30, 36
NODES, BUDGET, STOPPED, LAST_FIRST = 0, 1, 2, 3  # places in `counts`
HANDS_KEY, WON_KEY, REST_KEY, KNOWN = 0, 1, 2, 3  # columns of kept positions
SECOND = 31  # where the second of two sets begins in a key

REPLIES = 2 * 32 * 32  # where answers to a choice begin among the good moves


class Kept(NamedTuple):
    """What is kept of a search: positions with what is proven of them, which moves were good, and counts.

    Several threads share all but the counts. Where so many tiles are in hand as `LAST_FIRST` says, or more, a thread
    tries the best move first and the others from the last to the second: so it meets one that goes the other way.
    """

    table: "Table"
    good: "Longs"
    counts: "Longs"


@lean
def slot_of(kept: Kept, hands: int, won: int, rest: int) -> int:
    """Give the first of the two slots a position can be kept in."""
    mixed = hands * -7046029254386353131 ^ (won * -4417276706812531889) ^ (rest * 1609587929392839161)
    mixed ^= mixed >> 32
    mixed *= -7046029254386353131
    return (mixed >> 24) & (len(kept.table) - 2)


@lean
def recall(kept: Kept, hands: int, won: int, rest: int) -> int:
    """Give what is known of a position, 0 if nothing is.

    Keys are sealed with what is known, so that a row of which another thread has written a part is not taken for one.
    """
    slot = slot_of(kept, hands, won, rest)
    for at in range(slot, slot + 2):
        known = kept.table[at, KNOWN]
        seal = known * SPREAD
        if (
            kept.table[at, HANDS_KEY] == hands ^ seal
            and kept.table[at, WON_KEY] == won ^ seal
            and kept.table[at, REST_KEY] == rest ^ seal
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
        if kept.table[at, KNOWN] != known:
            at += 1
    elif kept.table[at, KNOWN] >> DEPTH_AT > depth:
        at += 1
    elif kept.table[at, KNOWN] >> DEPTH_AT:
        for column in range(4):
            kept.table[at + 1, column] = kept.table[at, column]
    known = low + AWAY | high + AWAY << HIGH_AT | best << BEST_AT | depth << DEPTH_AT
    seal = known * SPREAD
    kept.table[at, HANDS_KEY], kept.table[at, WON_KEY], kept.table[at, REST_KEY] = hands ^ seal, won ^ seal, rest ^ seal
    kept.table[at, KNOWN] = known


@lean
def worth_cut(high: bool, worth: int, alpha: int, beta: int) -> bool:
    """Tell whether a worth is so good that nobody lets it come to this."""
    return worth >= beta if high else worth <= alpha


@lean
def search(
    case: TilesInPlay, kept: Kept, one: int, two: int, own: int, other: int, line: int, meta: int, alpha: int, beta: int
) -> int:
    """Give a bound of what a position is worth, on the right side of the window: exact inside it.

    `one` and `two` are the hands, `own` and `other` the collections of players 1 and 2. Nothing is right any more when
    `STOPPED` is set in `counts`.

    A hot loop, compiled and in one piece: choosing, laying and cutting work on the same local integers.
    """
    if not one | two:
        return score_of_set(case, own) - score_of_set(case, other)
    kept.counts[NODES] += 1
    if kept.counts[NODES] > kept.counts[BUDGET]:
        kept.counts[STOPPED] = 1
        return 0
    mover = mover_of(case, meta)
    high = mover == 0
    simple = case.ask[SIMPLE] != 0
    laid = meta >> LAID_AT & LAID
    if not laid and one and two and not one & (one - 1) and not two & (two - 1):
        tile, answer = lowest_of(one), lowest_of(two)
        if not simple:  # nobody has a choice of tiles
            high = (tile < answer) == (meta & SMALL != 0)
        if high:
            return last_turn(case, own, other, line, tile, answer)
        return -last_turn(case, other, own, line, answer, tile)
    first, second = meta >> FIRST_AT & TILE, meta >> SECOND_AT & TILE
    choosing = not simple and not laid and not (first and second)
    tiles = one if high else two
    depth, keeps = 0, False
    hands, won, rest = 0, 0, 0
    low, top, known_best = -FAR, FAR, 0
    if choosing or simple:
        depth = size_of(one) + size_of(two)
        keeps = depth > 2
        if keeps:
            hands, won, rest = one | two << SECOND, own | other << SECOND, turned(line) | meta << 15
            known = recall(kept, hands, won, rest)
            if known:
                low, top = (known & WORTH) - AWAY, (known >> HIGH_AT & WORTH) - AWAY
                known_best = known >> BEST_AT & 63
                if low >= beta or low == top:
                    return int(low)
                if top <= alpha:
                    return int(top)
                alpha, beta = max(alpha, low), min(beta, top)
    else:
        tiles = 1 << (first if high else second) - 1
    start, end = alpha, beta
    best, best_move = -FAR if high else FAR, 0
    history = (mover * 32 + (depth >> 1)) * 32
    answer = REPLIES + (mover * 32 + (first | second)) * 32
    waiting = tiles
    while waiting:
        tile = -1
        if known_best and waiting == tiles:
            tile = known_best - 1
        else:
            rank, sign = -(1 << 62), -1 if depth >= kept.counts[LAST_FIRST] and waiting != tiles else 1
            some = waiting
            while some:
                each = lowest_of(some)
                some &= some - 1
                merit = sign * (kept.good[history + each] + 4 * kept.good[answer + each])
                if merit > rank:
                    rank, tile = merit, each
        waiting &= ~(1 << tile)
        worth = -FAR if high else FAR
        if choosing:
            chosen = meta | (tile + 1) << (FIRST_AT if high else SECOND_AT)
            worth = search(case, kept, one, two, own, other, line, chosen, alpha, beta)
        else:
            ends, right_first = ends_for(case, line, tile), 0
            if ends == LEFT_END | RIGHT_END and case.share[tile] >> (line & TILE) & 1:  # the more valuable win first
                mine_now = own if high else other
                by_left = score_of_set(case, mine_now | 1 << (line >> RIGHT_AT))
                right_first = 1 if score_of_set(case, mine_now | 1 << (line & TILE)) > by_left else 0
            for end_at in range(2):
                left = end_at == right_first
                if not ends & (LEFT_END if left else RIGHT_END):
                    continue
                if end_at and worth_cut(high, worth, alpha, beta):
                    continue
                after = after_laying(case, one, two, own, other, line, meta, high, tile, left)
                low_side = max(alpha, worth) if high else alpha
                high_side = beta if high else min(beta, worth)
                found = search(case, kept, *after, low_side, high_side)
                worth = max(worth, found) if high else min(worth, found)
        if kept.counts[STOPPED]:
            return 0
        if (worth > best) if high else (worth < best):
            best, best_move = worth, tile + 1
        if high:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            if keeps:
                kept.good[history + tile] += depth * depth
                kept.good[answer + tile] += depth * depth
            break
    if keeps:
        if best < end:  # all that is claimed is proven for the window that was asked for
            top = min(top, best)
        if best > start:
            low = max(low, best)
        keep(kept, hands, won, rest, low, top, best_move, depth)
    return best
