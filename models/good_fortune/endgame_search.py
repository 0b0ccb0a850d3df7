"""Alpha-beta over the positions of Good Fortune: compiled loops.

A position is six numbers: the hands and the collections as sets, the line, and what else there is (`meta`). All worths
are by how much player 1 is ahead.
"""

from typing import TYPE_CHECKING, NamedTuple

from models.good_fortune.endgame_scores import SIMPLE, STAYS, TilesInPlay, lowest_of, score_of_set, size_of
from models.jit import compiled

if TYPE_CHECKING:
    from models.endgame import Longs, Table

TILE = 31  # a tile in the line, or one more than it for a chosen one
MIDDLE_AT, RIGHT_AT = 5, 10
SMALL, FIRST_AT, SECOND_AT, LAID_AT = 2, 2, 7, 12  # bits of meta: who has the medallion (0, 1), small side up, ...
LAID = 3
AWAY = 1 << 14  # added to worths that are kept
WORTH = (1 << 15) - 1
HIGH_AT, BEST_AT, DEPTH_AT = 15, 30, 36
NODES, BUDGET, STOPPED, HITS = 0, 1, 2, 3  # places in `counts`
HANDS_KEY, WON_KEY, REST_KEY, KNOWN = 0, 1, 2, 3  # columns of kept positions
SECOND = 31  # where the second of two sets begins in a key
FAR = 1 << 13  # no worth is so far from 0


REPLIES = 2 * 32 * 32  # where answers to a choice begin among the good moves


class Kept(NamedTuple):
    """What is kept of a search: positions with what is proven of them, which moves were good, and counts."""

    table: "Table"
    good: "Longs"
    counts: "Longs"


@compiled
def turned(line: int) -> int:
    """Give the line or its mirror image, which is worth the same: the same one for both."""
    left, right = line & TILE, line >> RIGHT_AT
    if left <= right:
        return line
    return right | (line & TILE << MIDDLE_AT) | left << RIGHT_AT


@compiled
def mover_of(case: TilesInPlay, meta: int) -> int:
    """Tell who is to move, 0 or 1."""
    holder = meta & 1
    if case.ask[SIMPLE]:
        return holder
    first, second, laid = meta >> FIRST_AT & TILE, meta >> SECOND_AT & TILE, meta >> LAID_AT & LAID
    if laid:
        return 2 - laid
    if not first and not second:
        return holder
    if not first or not second:
        return 1 - holder
    return 0 if (first < second) == (meta & SMALL != 0) else 1


@compiled
def slot_of(kept: Kept, hands: int, won: int, rest: int) -> int:
    """Give the first of the two slots a position can be kept in."""
    mixed = hands * -7046029254386353131 ^ (won * -4417276706812531889) ^ (rest * 1609587929392839161)
    mixed ^= mixed >> 32
    mixed *= -7046029254386353131
    return (mixed >> 24) & (len(kept.table) - 2)


@compiled
def find_slot(kept: Kept, hands: int, won: int, rest: int) -> int:
    """Give the slot where a position is kept, -1 if it is not."""
    slot = slot_of(kept, hands, won, rest)
    for at in range(slot, slot + 2):
        row = kept.table[at]
        if row[HANDS_KEY] == hands and row[WON_KEY] == won and row[REST_KEY] == rest:
            return at
    return -1


@compiled
def keep(kept: Kept, hands: int, won: int, rest: int, low: int, high: int, best: int, depth: int) -> int:
    """Keep what is proven of a position, unless deeper ones are in its way; give the slot."""
    at = find_slot(kept, hands, won, rest)
    if at >= 0:
        known = kept.table[at, KNOWN]
        low, high = max(low, (known & WORTH) - AWAY), min(high, (known >> HIGH_AT & WORTH) - AWAY)
    else:
        at = slot_of(kept, hands, won, rest)
        if kept.table[at, KNOWN] >> DEPTH_AT > depth:
            at += 1
        elif kept.table[at, KNOWN] >> DEPTH_AT:
            for column in range(4):
                kept.table[at + 1, column] = kept.table[at, column]
        kept.table[at, HANDS_KEY], kept.table[at, WON_KEY], kept.table[at, REST_KEY] = hands, won, rest
    kept.table[at, KNOWN] = low + AWAY | high + AWAY << HIGH_AT | best << BEST_AT | depth << DEPTH_AT
    return at


# states GF204 as compiled loop, tied by
# tests/test_good_fortune_kernel.py::test_the_compiled_loop_lays_as_the_kernel_says
@compiled
def line_and_won(case: TilesInPlay, line: int, tile: int, left: bool) -> int:
    """Lay a tile at an end: the line after it, above that one more than the tile that was won, 0 if none was."""
    if left:
        won = (line >> RIGHT_AT) + 1 if case.share[tile] >> (line & TILE) & 1 else 0
        after = tile | (line & TILE) << MIDDLE_AT | (line >> MIDDLE_AT & TILE) << RIGHT_AT
    else:
        won = (line & TILE) + 1 if case.share[tile] >> (line >> RIGHT_AT) & 1 else 0
        after = (line >> MIDDLE_AT & TILE) | (line >> RIGHT_AT) << MIDDLE_AT | tile << RIGHT_AT
    return after | won << 15


@compiled
def worth_cut(high: bool, worth: int, alpha: int, beta: int) -> bool:
    """Tell whether a worth is so good that nobody lets it come to this."""
    return worth >= beta if high else worth <= alpha


# states GF204, GF208 as compiled loop, tied by
# tests/test_good_fortune_solve.py::test_plain_enumeration_and_the_solver_give_every_move_what_a_program_of_its_own_gives_it  # noqa: E501
@compiled
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
    first, second, laid = meta >> FIRST_AT & TILE, meta >> SECOND_AT & TILE, meta >> LAID_AT & LAID
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
            at = find_slot(kept, hands, won, rest)
            if at >= 0:
                known = kept.table[at, KNOWN]
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
            rank = -1
            some = waiting
            while some:
                each = lowest_of(some)
                some &= some - 1
                merit = kept.good[history + each] + 4 * kept.good[answer + each]
                if merit > rank:
                    rank, tile = merit, each
        waiting &= ~(1 << tile)
        worth = -FAR if high else FAR
        if choosing:
            chosen = meta | (tile + 1) << (FIRST_AT if high else SECOND_AT)
            worth = search(case, kept, one, two, own, other, line, chosen, alpha, beta)
        else:
            shares_left, shares_right = (
                case.share[tile] >> (line & TILE) & 1,
                case.share[tile] >> (line >> RIGHT_AT) & 1,
            )
            right_first = 0
            if shares_left and shares_right:  # the tile that is worth more first
                mine_now = own if high else other
                by_left = score_of_set(case, mine_now | 1 << (line >> RIGHT_AT))
                right_first = 1 if score_of_set(case, mine_now | 1 << (line & TILE)) > by_left else 0
            for end_at in range(2):
                left = end_at == right_first
                mine, others = (shares_left, shares_right) if left else (shares_right, shares_left)
                if not mine and others:
                    continue
                if end_at and worth_cut(high, worth, alpha, beta):
                    continue
                laying = line_and_won(case, line, tile, left)
                taken = laying >> 15
                new_own = own | 1 << taken - 1 if taken and high else own
                new_other = other | 1 << taken - 1 if taken and not high else other
                if simple:
                    after = meta ^ 1
                elif laid:
                    after = (meta & 3) ^ (SMALL if case.ask[STAYS] else SMALL | 1)
                else:
                    after = meta & ~(TILE << (FIRST_AT if high else SECOND_AT)) | (mover + 1) << LAID_AT
                new_one = one & ~(1 << tile) if high else one
                new_two = two if high else two & ~(1 << tile)
                low_side = max(alpha, worth) if high else alpha
                high_side = beta if high else min(beta, worth)
                found = search(
                    case, kept, new_one, new_two, new_own, new_other, laying & 0x7FFF, after, low_side, high_side
                )
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
