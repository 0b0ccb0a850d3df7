"""Games of Good Fortune played out to their end by a policy: compiled loops.

Nothing is drawn in this game, so one move in four is made at random, any legal one; otherwise the first of those that
the policy likes best.
"""

from typing import TYPE_CHECKING

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
    best_score,
    ends_for,
    mover_of,
)
from models.good_fortune.endgame_scores import SIMPLE, STAYS, TilesInPlay, lowest_of, score_of_set, size_of
from models.jit import lean
from models.splitmix import GAMMA, POSITIVE, mixed, state_of

if TYPE_CHECKING:
    from models.endgame import Longs

GREEDY, AHEAD = 0, 1  # policies
TO_THE_END = 4  # tiles in both hands: with no more of them `ahead` looks to the end of the game
AT_RANDOM, CHANCE_BITS = 3, 2  # at random where the last two bits of a draw are 0


@lean
def is_choosing(case: TilesInPlay, meta: int) -> bool:
    """Tell whether a tile is to be chosen, and not laid."""
    both = meta >> FIRST_AT & TILE and meta >> SECOND_AT & TILE
    return not case.facts[SIMPLE] and not meta >> LAID_AT & LAID and not both


@lean
def chosen(meta: int, high: bool, tile: int) -> int:
    """Give `meta` once a player has chosen a tile, player 1 if `high`."""
    return meta | (tile + 1) << (FIRST_AT if high else SECOND_AT)


@lean
def candidates(case: TilesInPlay, one: int, two: int, meta: int, high: bool) -> int:
    """Give the tiles of which one is to be chosen, or laid."""
    if case.facts[SIMPLE] or is_choosing(case, meta):
        return one if high else two
    return 1 << (meta >> (FIRST_AT if high else SECOND_AT) & TILE) - 1


@lean
def worth_ahead(
    case: TilesInPlay,
    one: int,
    two: int,
    own: int,
    other: int,
    line: int,
    meta: int,
    until: int,
    alpha: int,
    beta: int,
) -> int:
    """Give by how much player 1 is ahead when only so many tiles are left, if both play for that alone."""
    if size_of(one) + size_of(two) <= until:
        return score_of_set(case, own) - score_of_set(case, other)
    high = mover_of(case, meta) == 0
    choosing = is_choosing(case, meta)
    tiles = candidates(case, one, two, meta, high)
    while tiles and alpha < beta:
        tile = lowest_of(tiles)
        tiles &= tiles - 1
        ends = LEFT_END if choosing else ends_for(case, line, tile)
        for left in (True, False):
            if not ends & (LEFT_END if left else RIGHT_END):
                continue
            if choosing:
                after = one, two, own, other, line, chosen(meta, high, tile)
            else:
                after = after_laying(case, one, two, own, other, line, meta, high, tile, left)
            worth = worth_ahead(case, *after, until, alpha, beta)
            if high:
                alpha = max(alpha, worth)
            else:
                beta = min(beta, worth)
    return alpha if high else beta


@lean
def liking(
    case: TilesInPlay,
    one: int,
    two: int,
    own: int,
    other: int,
    line: int,
    meta: int,
    policy: int,
    tile: int,
    left: bool,
    least: int,
) -> int:
    """Tell how much a policy likes a move; where that is no more than `least`, some number that is no more either."""
    high = mover_of(case, meta) == 0
    choosing = is_choosing(case, meta)
    if policy == GREEDY:
        ends = ends_for(case, line, tile) if choosing else LEFT_END if left else RIGHT_END
        return best_score(case, own if high else other, line, tile, ends)
    total = size_of(one) + size_of(two)
    until = 0 if total <= TO_THE_END else total - 2 if case.facts[SIMPLE] else total - 1 & ~1
    if choosing:
        after = one, two, own, other, line, chosen(meta, high, tile)
    else:
        after = after_laying(case, one, two, own, other, line, meta, high, tile, left)
    if high:
        return worth_ahead(case, *after, until, least, FAR)
    return -worth_ahead(case, *after, until, -FAR, -least)


@lean
def pick(
    case: TilesInPlay,
    one: int,
    two: int,
    own: int,
    other: int,
    line: int,
    meta: int,
    policy: int,
    draw: int,
) -> int:
    """Give the move that a policy makes, twice the tile and 1 more for the left end; at random if a draw says so."""
    high = mover_of(case, meta) == 0
    choosing = is_choosing(case, meta)
    tiles = candidates(case, one, two, meta, high)
    count, rest = 0, tiles
    while rest:
        count += 1 if choosing else size_of(ends_for(case, line, lowest_of(rest)))
        rest &= rest - 1
    wanted = -1 if draw & AT_RANDOM else (draw >> CHANCE_BITS & POSITIVE) % count
    best, found, at = -FAR, -1, 0
    while tiles:
        tile = lowest_of(tiles)
        tiles &= tiles - 1
        ends = LEFT_END if choosing else ends_for(case, line, tile)
        for left in (True, False):
            if not ends & (LEFT_END if left else RIGHT_END):
                continue
            move = tile << 1 | (1 if left else 0)
            if at == wanted:
                return move
            at += 1
            if wanted < 0 and count > 1:
                merit = liking(case, one, two, own, other, line, meta, policy, tile, left, best)
                if merit > best:
                    best, found = merit, move
            elif wanted < 0:
                found = move
    return found


@lean
def who_chooses(case: TilesInPlay, meta: int) -> int:
    """Give `meta` as the player who is to choose sees it: in Guessing nobody sees what the other one has chosen."""
    if case.facts[STAYS]:
        return (meta & SMALL) | (1 if meta >> FIRST_AT & TILE else 0)
    return meta


@lean
def play_out(
    case: TilesInPlay,
    one: int,
    two: int,
    own: int,
    other: int,
    line: int,
    meta: int,
    policy: int,
    state: int,
) -> int:
    """Play on to the end, and give by how much player 1 is ahead."""
    while one | two:
        choosing = is_choosing(case, meta)
        seen = who_chooses(case, meta) if choosing else meta
        high = mover_of(case, seen) == 0
        place = 4 * (size_of(one) + size_of(two)) + 2 * (1 if choosing else 0) + (1 if high else 0)
        move = pick(case, one, two, own, other, line, seen, policy, mixed(state + place * GAMMA))
        if choosing:
            meta = chosen(meta, high, move >> 1)
        else:
            left = move & 1 != 0
            one, two, own, other, line, meta = after_laying(
                case, one, two, own, other, line, meta, high, move >> 1, left
            )
    return score_of_set(case, own) - score_of_set(case, other)


@lean
def play_games(
    case: TilesInPlay,
    one: int,
    two: int,
    own: int,
    other: int,
    line: int,
    meta: int,
    policy: int,
    seed: int,
    first: int,
    margins: "Longs",
) -> None:
    """Play games from a position on, those with the numbers from `first` on, and write how far player 1 is ahead.

    The game of a number draws the same at the same place of a game, whatever came before.
    """
    for game in range(len(margins)):
        state = state_of(seed, first + game)
        margins[game] = play_out(case, one, two, own, other, line, meta, policy, state)
