"""Alpha-beta over whole turns of Good Fortune, both choices and both layings in one piece: a compiled loop.

All is told from the side of the player who chooses first in a turn.
"""

from models.good_fortune.endgame_layings import (
    FAR,
    LEFT_END,
    RIGHT_AT,
    RIGHT_END,
    SMALL,
    TILE,
    ends_for,
    last_turn,
    line_and_won,
    turned,
    won_by,
)
from models.good_fortune.endgame_scores import SHARE_AT, STAYS, TilesInPlay, lowest_of, score_of_set, size_of
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
from models.jit import inlined, lean


@inlined
def tries_right(case: TilesInPlay, owned: int, line: int, tile: int, ends: int) -> int:
    """Tell (1 or 0) whether a tile that can go to both ends is tried at the right one first: there it wins more."""
    if ends == LEFT_END | RIGHT_END and case.facts[SHARE_AT + tile] >> (line & TILE) & 1:
        by_left = score_of_set(case, owned | 1 << (line >> RIGHT_AT))
        return 1 if score_of_set(case, owned | 1 << (line & TILE)) > by_left else 0
    return 0


@inlined
def likely(kept: Kept, waiting: int, from_one: int, from_other: int, sign: int) -> int:
    """Give the tile that was good most often, or most seldom."""
    rank, tile = -(1 << 62), -1
    while waiting:
        each = lowest_of(waiting)
        waiting &= waiting - 1
        merit = sign * (kept.counts[from_one + each] + 4 * kept.counts[from_other + each])
        if merit > rank:
            rank, tile = merit, each
    return tile


@lean
def search_turns(
    case: TilesInPlay,
    kept: Kept,
    mine: int,
    yours: int,
    own: int,
    other: int,
    line: int,
    small: int,
    alpha: int,
    beta: int,
) -> int:
    """Give a bound of how far the player who chooses first is ahead, on the right side of the window: exact inside it.

    `mine` and `own` are the hand and the collection of that player, `yours` and `other` those of the other one; two
    tiles at least are in each hand. Nothing is right any more when `STOPPED` is set in `counts`.

    A hot loop, compiled and in one piece: choosing, laying and cutting work on the same local integers.
    """
    kept.counts[NODES] += 1
    if kept.counts[NODES] > kept.counts[BUDGET]:
        kept.counts[STOPPED] = 1
        return 0
    count = size_of(mine)
    hands, won, rest = mine | yours << SECOND, own | other << SECOND, turned(line) | small << 15
    low, top, known_best = -FAR, FAR, 0
    if count > 2:
        known = recall(kept, hands, won, rest)
        if known:
            low, top = (known & WORTH) - AWAY, (known >> HIGH_AT & WORTH) - AWAY
            known_best = known >> BEST_AT & 63
            if low >= beta or low == top:
                return int(low)
            if top <= alpha:
                return int(top)
            alpha, beta = max(alpha, low), min(beta, top)
    best, best_move = -FAR, 0
    history = GOOD + count * 32
    sign = -1 if 2 * count >= kept.counts[LAST_FIRST] else 1
    waiting = mine
    while waiting:
        if known_best and waiting == mine:
            tile = known_best - 1
        else:
            tile = likely(kept, waiting, history, history, sign if waiting != mine else 1)
        waiting &= ~(1 << tile)
        floor = max(alpha, best)
        worst, answers = FAR, yours
        replies = REPLIES + (tile + 1) * 32
        while answers:
            answer = likely(kept, answers, history + 1024, replies, sign if answers != yours else 1)
            answers &= ~(1 << answer)
            ceiling = min(beta, worst)
            first = (tile < answer) == (small != 0)
            pair = -FAR if first else FAR
            one, two = (tile, answer) if first else (answer, tile)
            ends = ends_for(case, line, one)
            begin = tries_right(case, own if first else other, line, one, ends)
            for at in range(2):
                left = at == begin
                if not ends & (LEFT_END if left else RIGHT_END):
                    continue
                laying = line_and_won(case, line, one, left)
                between, gain = laying & 0x7FFF, won_by(laying)
                next_ends = ends_for(case, between, two)
                inner = FAR if first else -FAR
                next_begin = tries_right(case, other if first else own, between, two, next_ends)
                for next_at in range(2):
                    next_left = next_at == next_begin
                    if not next_ends & (LEFT_END if next_left else RIGHT_END):
                        continue
                    laying = line_and_won(case, between, two, next_left)
                    after, next_gain = laying & 0x7FFF, won_by(laying)
                    if first:
                        own_after, other_after = own | gain, other | next_gain
                        least, most = max(floor, pair), min(ceiling, inner)
                    else:
                        own_after, other_after = own | next_gain, other | gain
                        least, most = max(floor, inner), min(ceiling, pair)
                    my_hand, your_hand = mine & ~(1 << tile), yours & ~(1 << answer)
                    if count == 2:
                        my_last, your_last = lowest_of(my_hand), lowest_of(your_hand)
                        if (my_last < your_last) == (small == 0):
                            found = last_turn(case, own_after, other_after, after, my_last, your_last, least, most)
                        else:
                            found = -last_turn(case, other_after, own_after, after, your_last, my_last, -most, -least)
                    elif case.facts[STAYS]:
                        found = search_turns(
                            case, kept, my_hand, your_hand, own_after, other_after, after, small ^ SMALL, least, most
                        )
                    else:
                        found = -search_turns(
                            case, kept, your_hand, my_hand, other_after, own_after, after, small ^ SMALL, -most, -least
                        )
                    if kept.counts[STOPPED]:
                        return 0
                    if first:
                        inner = min(inner, found)
                        if inner <= least:
                            break
                    else:
                        inner = max(inner, found)
                        if inner >= most:
                            break
                if first:
                    pair = max(pair, inner)
                    if pair >= ceiling:
                        break
                else:
                    pair = min(pair, inner)
                    if pair <= floor:
                        break
            worst = min(worst, pair)
            if worst <= floor:
                kept.counts[history + 1024 + answer] += count * count
                kept.counts[replies + answer] += count * count
                break
        if worst > best:
            best, best_move = worst, tile + 1
        if best >= beta:
            kept.counts[history + tile] += count * count
            break
    if count > 2:
        if best < beta:
            top = min(top, best)
        if best > alpha:
            low = max(low, best)
        keep(kept, hands, won, rest, low, top, best_move, 2 * count)
    return best
