"""Moves for the fast solver, compiled: a position is six numbers, the hands and the collections as sets, the line, and
what else there is (`meta`).
"""

from models.good_fortune.endgame_scores import SHARE_AT, SIMPLE, STAYS, TilesInPlay, score_of_set
from models.good_fortune.kernel import FORBIDDEN, fate
from models.jit import inlined, lean

TILE = 31  # a tile in the line, or one more than it for a chosen one
MIDDLE_AT, RIGHT_AT = 5, 10
LEFT_END, RIGHT_END = 1, 2  # bits: the ends at which a tile may be laid
SMALL, FIRST_AT, SECOND_AT, LAID_AT = 2, 2, 7, 12  # bits of meta: who has the medallion (0, 1), small side up, ...
LAID = 3
FAR = 1 << 13  # no worth is so far from 0

fate_of = inlined(fate)


@inlined
def turned(line: int) -> int:
    """Give the line or its mirror image, which is worth the same: the same one for both."""
    left, right = line & TILE, line >> RIGHT_AT
    if left <= right:
        return line
    return right | (line & TILE << MIDDLE_AT) | left << RIGHT_AT


# states GF204 as compiled loop, tied by
# tests/test_good_fortune_kernel.py::test_the_compiled_loop_lays_as_the_kernel_says
@inlined
def line_and_won(case: TilesInPlay, line: int, tile: int, left: bool) -> int:
    """Lay a tile at an end: the line after it, above that one more than the tile that was won, 0 if none was."""
    if left:
        won = (line >> RIGHT_AT) + 1 if case.facts[SHARE_AT + tile] >> (line & TILE) & 1 else 0
        after = tile | (line & TILE) << MIDDLE_AT | (line >> MIDDLE_AT & TILE) << RIGHT_AT
    else:
        won = (line & TILE) + 1 if case.facts[SHARE_AT + tile] >> (line >> RIGHT_AT) & 1 else 0
        after = (line >> MIDDLE_AT & TILE) | (line >> RIGHT_AT) << MIDDLE_AT | tile << RIGHT_AT
    return after | won << 15


@inlined
def won_by(laying: int) -> int:
    """Give the tile that was won by what `line_and_won` tells, as a set."""
    return 1 << (laying >> 15) - 1 if laying >> 15 else 0


@inlined
def ends_for(case: TilesInPlay, line: int, tile: int) -> int:
    """Tell at which ends a tile may be laid."""
    shares, left, right = case.facts[SHARE_AT + tile], line & TILE, line >> RIGHT_AT
    at_left = LEFT_END if fate_of(shares, ~shares, left, right) != FORBIDDEN else 0
    return at_left | (RIGHT_END if fate_of(shares, ~shares, right, left) != FORBIDDEN else 0)


@lean
def mover_of(case: TilesInPlay, meta: int) -> int:
    """Tell who is to move, 0 or 1."""
    holder = meta & 1
    if case.facts[SIMPLE]:
        return holder
    first, second, laid = meta >> FIRST_AT & TILE, meta >> SECOND_AT & TILE, meta >> LAID_AT & LAID
    if laid:
        return 2 - laid
    if not first and not second:
        return holder
    if not first or not second:
        return 1 - holder
    return 0 if (first < second) == (meta & SMALL != 0) else 1


# states GF204, GF208 as compiled loop, tied by
# tests/test_good_fortune_solve.py::test_plain_enumeration_and_the_solver_give_every_move_what_a_program_of_its_own_gives_it  # noqa: E501
@lean
def after_laying(
    case: TilesInPlay,
    one: int,
    two: int,
    own: int,
    other: int,
    line: int,
    meta: int,
    high: bool,
    tile: int,
    left: bool,
) -> tuple[int, int, int, int, int, int]:
    """Give the position once a tile is laid, by player 1 if `high`."""
    laying = line_and_won(case, line, tile, left)
    won = won_by(laying)
    if case.facts[SIMPLE]:
        after = meta ^ 1
    elif meta >> LAID_AT & LAID:
        after = (meta & 3) ^ (SMALL if case.facts[STAYS] else SMALL | 1)
    else:
        after = meta & ~(TILE << (FIRST_AT if high else SECOND_AT)) | (1 if high else 2) << LAID_AT
    if high:
        return one & ~(1 << tile), two, own | won, other, laying & 0x7FFF, after
    return one, two & ~(1 << tile), own, other | won, laying & 0x7FFF, after


@lean
def best_score(case: TilesInPlay, owned: int, line: int, tile: int, ends: int) -> int:
    """Give the highest score that the owner of a collection can have once a tile is laid, at one of some ends."""
    best = 0
    for left in (True, False):
        if ends & (LEFT_END if left else RIGHT_END):
            best = max(best, score_of_set(case, owned | won_by(line_and_won(case, line, tile, left))))
    return best


@lean
def last_turn(
    case: TilesInPlay, owned: int, others: int, line: int, tile: int, answer: int, alpha: int, beta: int
) -> int:
    """Give how far the player who lays a tile is ahead at the end, if the other one then lays the last tile.

    It is a bound on the right side of the window, exact inside it.
    """
    ends, best = ends_for(case, line, tile), -FAR
    for left in (True, False):
        if ends & (LEFT_END if left else RIGHT_END):
            laying = line_and_won(case, line, tile, left)
            mine, after = score_of_set(case, owned | won_by(laying)), laying & 0x7FFF
            answers, worst = ends_for(case, after, answer), FAR
            for left_again in (True, False):
                if answers & (LEFT_END if left_again else RIGHT_END) and worst > max(alpha, best):
                    won = won_by(line_and_won(case, after, answer, left_again))
                    worst = min(worst, mine - score_of_set(case, others | won))
            best = max(best, worst)
            if best >= beta:
                break
    return best
