"""The rules of Good Fortune on plain integers: the one statement of them for everything that must be fast.

A set of tiles is a number whose bits are its members; players are 1 and 2, and 0 stands for nobody and for no tile. Up
to the last section no function calls another one, so that each can be compiled by itself (`models.jit.compiled`).
"""

from collections.abc import Sequence

WON, OPEN, GONE, FORBIDDEN = (
    1,
    0,
    -1,
    -2,
)  # what becomes of the tile opposite to where one is laid; it may not lie there
MOST_DICE = 1 << 16  # above every die sum


# states GF204 as kernel, tied by tests/test_good_fortune_kernel.py::test_a_laying_does_what_the_clauses_say
def fate(shares: int, apart: int, beside: int, opposite: int) -> int:
    """Tell what becomes of the opposite tile where a tile is laid beside another one; FORBIDDEN if it may not be.

    `shares` holds the tiles with which it surely has a charm in common, `apart` those with which it surely has none.
    """
    here, nowhere, there = shares >> beside & 1, apart >> beside & 1, shares >> opposite & 1
    return here - nowhere - (nowhere & there)


# states GF208 as kernel, tied by tests/test_good_fortune_kernel.py::test_heaps_change_as_the_clause_says
def heaps_after(hand: int, won: int, unsure: int, tile: int, opposite: int, fate: int) -> tuple[int, int, int]:
    """Give the hand, what is won and what is perhaps won of the player who lays a tile."""
    return hand & ~(1 << tile), won | (fate == WON) << opposite, unsure | (fate == OPEN) << opposite


def may_be(shown: int, won: int, unsure: int) -> bool:
    """Tell whether a collection can be the one that is shown: all that is won, and no more than may be."""
    return not won & ~shown and not shown & ~(won | unsure)


def mover(holder: int, first: int, second: int, laid: int, small: bool) -> int:
    """Tell who is to move within a turn: the holder chooses, the other player does, and both lay, by the numbers.

    `first` and `second` are the tiles that players 1 and 2 have chosen and not laid yet, `laid` is who has laid.
    """
    if laid:
        return 3 - laid
    if first and second:
        return 1 if (first < second) == small else 2
    return 3 - holder if first or second else holder


def over(one: int, other: int, least: int, dealt: int) -> bool:
    """Tell whether play is over: both hands (or their sizes) are nothing, or each has laid as many as were dealt."""
    return not (one or other) or least >= dealt


def rank(number: int, dice: int) -> int:
    """Rank a charm on the tiles that are left: the highest is grouped next, by its number of tiles, then their dice."""
    return number * MOST_DICE + dice


# states GF403 as kernel, tied by tests/test_good_fortune_kernel.py::test_groups_and_winners_are_as_the_clause_says
def points(number: int, dice: int) -> int:
    """Give the score of a group: as many times its die sum as it has tiles."""
    return number * dice


def ahead(one: int, other: int) -> int:
    """Tell which player has won by the totals, 0 where they are the same."""
    return 1 if one > other else 2 if other > one else 0


# Not compiled ---------------------------------------------------------------------------------------------------------


def line_after(line: tuple[int, ...], tile: int, left: bool) -> tuple[int, ...]:
    """Give the line once a tile was laid at an end and pushed out the one at the other end."""
    return (tile, *line[:-1]) if left else (*line[1:], tile)


def ends(shares: int, apart: int, line: Sequence[int]) -> tuple[bool, ...]:
    """Give the ends at which a tile may be laid, the left one (True) first."""
    at_left, at_right = line[0], line[-1]
    left = fate(shares, apart, at_left, at_right) != FORBIDDEN
    right = fate(shares, apart, at_right, at_left) != FORBIDDEN
    return ((True, False) if right else (True,)) if left else (False,) if right else ()
