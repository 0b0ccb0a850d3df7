"""Alpha-beta over the positions of Good Fortune within a turn, and over those of Simple laying: compiled loops.

A position is six numbers: the hands and the collections as sets, the line, and what else there is (`meta`). All worths
are by how much player 1 is ahead.
"""

from models.good_fortune.endgame_layings import (
    FAR,
    FIRST_AT,
    LAID,
    LAID_AT,
    LEFT_END,
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
from models.good_fortune.endgame_scores import SIMPLE, TilesInPlay, lowest_of, score_of_set, size_of
from models.good_fortune.endgame_table import (
    AWAY,
    BEST_AT,
    BUDGET,
    GOOD,
    HIGH_AT,
    LAST_FIRST,
    NODES,
    REPLIES,
    SECOND,
    STOPPED,
    WORTH,
    Kept,
    keep,
    recall,
)
from models.good_fortune.endgame_turns import likely, search_turns, tries_right
from models.jit import lean


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
    simple = case.facts[SIMPLE] != 0
    laid = meta >> LAID_AT & LAID
    if not laid and one and two and not one & (one - 1) and not two & (two - 1):
        tile, answer = lowest_of(one), lowest_of(two)
        if not simple:  # nobody has a choice of tiles
            high = (tile < answer) == (meta & SMALL != 0)
        if high:
            return last_turn(case, own, other, line, tile, answer, alpha, beta)
        return -last_turn(case, other, own, line, answer, tile, -beta, -alpha)
    first, second = meta >> FIRST_AT & TILE, meta >> SECOND_AT & TILE
    if not simple and not laid and not first and not second:
        if high:
            return search_turns(case, kept, one, two, own, other, line, meta & SMALL, alpha, beta)
        return -search_turns(case, kept, two, one, other, own, line, meta & SMALL, -beta, -alpha)
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
    history = GOOD + (mover * 32 + (depth >> 1)) * 32
    answer = REPLIES + (mover * 32 + (first | second)) * 32
    waiting = tiles
    while waiting:
        if known_best and waiting == tiles:
            tile = known_best - 1
        else:
            turned_round = depth >= kept.counts[LAST_FIRST] and waiting != tiles
            tile = likely(kept, waiting, history, answer, -1 if turned_round else 1)
        waiting &= ~(1 << tile)
        worth = -FAR if high else FAR
        if choosing:
            chosen = meta | (tile + 1) << (FIRST_AT if high else SECOND_AT)
            worth = search(case, kept, one, two, own, other, line, chosen, alpha, beta)
        else:
            ends = ends_for(case, line, tile)
            right_first = tries_right(case, own if high else other, line, tile, ends)
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
                kept.counts[history + tile] += depth * depth
                kept.counts[answer + tile] += depth * depth
            break
    if keeps:
        if best < end:  # all that is claimed is proven for the window that was asked for
            top = min(top, best)
        if best > start:
            low = max(low, best)
        keep(kept, hands, won, rest, low, top, best_move, depth)
    return best
