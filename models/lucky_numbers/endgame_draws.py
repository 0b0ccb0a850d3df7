"""Bounds from drawing at once: what a player is sure of who draws, and what is left for one whose opponent draws next.

Only for two players, and not where the numbers drawn are chosen. Exchanges change one's own garden alone, so what
fills the other's garden is known for the next turn. A clover that fills it can be kept from him only by filling first,
by taking it, or by never leaving it there.
"""

from typing import TYPE_CHECKING

from models.jit import inlined, lean
from models.lucky_numbers.endgame_gardens import (
    CELLS,
    COUNTED,
    EMPTY,
    FIRST_CELL,
    GOAL,
    HERO,
    HIGH,
    INTO,
    KINDS,
    LOW,
    OUT,
    ROOM,
    SCALE,
    EndgameClovers,
    GardenIndex,
    count_filling,
    fills,
)
from models.lucky_numbers.endgame_results import HANDS, META, MOVER, POINTS, worth_of_empty, worth_of_filling

if TYPE_CHECKING:
    from models.endgame import Longs

ALL_ALIKE = 3  # with more clovers face down it does not matter which one is drawn that fills neither garden


@inlined
def bound_after_laying(case: EndgameClovers, player: int, worth: int, fewer: int) -> int:
    """Correct what it is worth that a player fills, where the other one has `fewer` empty cells less than before."""
    return worth + fewer * case.ask[SCALE] if case.ask[GOAL] == POINTS and player != case.ask[HERO] else worth


@lean
def draw_last(case: EndgameClovers, known: GardenIndex, row: "Longs", player: int, kind: int, fewer: int) -> int:
    """Give what it is worth (at least, for the player) that one of two players draws the last clover, of a kind.

    The other one has `fewer` empty cells less than in the row.
    """
    garden, other = row[HANDS + player], row[HANDS + 1 - player]
    if fills(known, garden, kind):
        return bound_after_laying(case, player, worth_of_filling(case, known, row, player), fewer)
    mine = known.facts[garden, EMPTY]
    if known.facts[garden, ROOM] >> kind & 1:
        mine -= 1
    others = known.facts[other, EMPTY] - fewer
    if player == case.ask[HERO]:
        return worth_of_empty(case, mine, others, False)
    return worth_of_empty(case, others, mine, False)


@lean
def at_best_last(case: EndgameClovers, known: GardenIndex, row: "Longs", player: int, kind: int, left: int) -> int:
    """Bound what one of two players can reach who moves, cannot fill from the middle, and one clover is face down.

    He draws it, or the other one does so after his turn, against him as he is then.
    """
    best = draw_last(case, known, row, player, kind, 0)
    if left == 1 and (case.ask[COUNTED] == -1 or case.ask[COUNTED] == player):
        return max(best, 0) if player == case.ask[HERO] else min(best, 0)
    for fewer in range(1 + (known.facts[row[HANDS + player], EMPTY] > 1)):
        after = draw_last(case, known, row, 1 - player, kind, fewer)
        best = max(best, after) if player == case.ask[HERO] else min(best, after)
    return best


@inlined
def mean(total: int, count: int, up: bool) -> int:
    """Divide, rounding up or down."""
    return -(-total // count) if up else total // count


@inlined
def count_shared(known: GardenIndex, garden: int, other: int, pile: "Longs", gone: int) -> int:
    """Count the clovers that fill both of two gardens, without one of the kind `gone` (-1: none)."""
    count = 0
    low, high = max(known.facts[garden, LOW], known.facts[other, LOW]), known.facts[garden, HIGH]
    for kind in range(low, min(high, known.facts[other, HIGH])):
        count += pile[kind] - (kind == gone)
    return count


@lean
def other_kind(pile: "Longs", kind: int, gone: int) -> int:
    """Give the first kind but one that is face down, without a clover of the kind `gone` (-1: none)."""
    found = 0
    while found == kind or pile[found] == (found == gone):
        found += 1
    return found


@lean
def at_most(
    case: EndgameClovers,
    known: GardenIndex,
    row: "Longs",
    player: int,
    pile: "Longs",
    piled: int,
    gone: int,
    threatened: int,
    left: int,
) -> int:
    """Bound what a player can reach who moves and cannot fill from the middle, two clovers or more being face down.

    Those in `pile` without one of the kind `gone` (-1: none) are `piled`; `threatened` clovers in the middle fill the
    other's garden. The player draws, or takes one from the middle; then the other one fills if he can, else draws, and
    at worst fails and loses. Two threats are one too many to take.
    """
    hero, own, other = player == case.ask[HERO], row[HANDS + player], row[HANDS + 1 - player]
    win, lays = worth_of_filling(case, known, row, player), int(known.facts[own, EMPTY] > 1)
    lose = bound_after_laying(case, 1 - player, worth_of_filling(case, known, row, 1 - player), lays)
    fits = count_filling(known, other, pile) - int(fills(known, other, gone))
    wins = count_filling(known, own, pile) - int(fills(known, own, gone))
    total, rest = wins * win, piled - wins
    if left == 1:
        rest = 0
    elif threatened:
        total += rest * lose
    elif piled > 2:
        shared = count_shared(known, own, other, pile, gone)
        for drawn in range(2):
            others, after = fits - shared if drawn else rest - fits + shared, fits - drawn
            total += others * mean(after * lose + (piled - 1 - after) * win, piled - 1, hero)
    else:
        for kind in range(len(pile)):
            copies = pile[kind] - (kind == gone)
            if copies and not fills(known, own, kind):
                last = kind if copies > 1 else other_kind(pile, kind, gone)
                total += copies * draw_last(case, known, row, 1 - player, last, lays)
    draw = mean(total, piled, hero)
    take = lose if threatened > 1 else mean(fits * lose + (piled - fits) * win, piled, hero)
    if left == 1:
        take = 0
    return max(draw, take) if hero else min(draw, take)


@lean
def sure_of_draw(
    case: EndgameClovers, known: GardenIndex, row: "Longs", threatened: int, pile: "Longs", piled: int, left: int
) -> int:
    """Give what the player to move is sure of who draws one of two or more clovers, and fills or leaves it.

    `threatened` clovers in the middle fill the other's garden.
    """
    player = row[META] & MOVER
    hero, garden, other = player == case.ask[HERO], row[HANDS + player], row[HANDS + 1 - player]
    win, lose = worth_of_filling(case, known, row, player), worth_of_filling(case, known, row, 1 - player)
    wins, after = count_filling(known, garden, pile), left - (left > 0)
    total, rest = wins * win, piled - wins
    if left == 1:
        rest = 0
    elif threatened:
        total += rest * lose
    elif piled > ALL_ALIKE:
        lost = count_filling(known, other, pile) - count_shared(known, garden, other, pile, -1)
        if rest > lost:
            worth = at_most(case, known, row, 1 - player, pile, piled - 1, -1, 0, after)
            total += (rest - lost) * worth
        total += lost * lose
    else:
        for kind in range(len(pile)):
            if not pile[kind] or fills(known, garden, kind):
                continue
            worth = lose
            if not fills(known, other, kind):
                if piled > 2:
                    worth = at_most(case, known, row, 1 - player, pile, piled - 1, kind, 0, after)
                else:
                    last = kind if pile[kind] > 1 else other_kind(pile, kind, -1)
                    worth = at_best_last(case, known, row, 1 - player, last, after)
            total += pile[kind] * worth
    return mean(total, piled, not hero)


@inlined
def two_threats(case: EndgameClovers, known: GardenIndex, row: "Longs", player: int, middle: "Longs") -> bool:
    """Tell whether a player can take a clover so that two in the middle fill his garden, and none the other's.

    The ways to lay into his garden must have been found.
    """
    garden, other = row[HANDS + player], row[HANDS + 1 - player]
    start, threatened = FIRST_CELL + case.ask[CELLS] + case.ask[KINDS], count_filling(known, other, middle)
    lying, twice = 0, 0  # kinds in the middle, and those that lie there more than once, as bits
    for kind in range(case.ask[KINDS]):
        lying |= int(middle[kind] > 0) << kind
        twice |= int(middle[kind] > 1) << kind
    for kind in range(case.ask[KINDS]):
        if not middle[kind] or threatened > int(fills(known, other, kind)):
            continue
        once, more = lying ^ int(middle[kind] == 1) << kind, twice ^ int(middle[kind] == 2) << kind
        for way in range(known.facts[garden, start + kind], known.facts[garden, start + kind + 1]):
            into, out = known.ways[way, INTO], known.ways[way, OUT]
            filling = (1 << known.facts[into, HIGH]) - (1 << known.facts[into, LOW])
            left = once & filling
            if not left or known.facts[into, HIGH] == 0:
                continue
            if (left & (left - 1) or more & filling or fills(known, into, out)) and not fills(known, other, out):
                return True
    return False


@inlined
def sure_of_threats(
    case: EndgameClovers,
    known: GardenIndex,
    row: "Longs",
    player: int,
    middle: "Longs",
    pile: "Longs",
    piled: int,
    sure: int,
) -> int:
    """Give what the player to move is sure of who can make two threats at once, `sure` where that is no more.

    The other one can take but one of them, so has to fill by a draw (or else to draw the last clover) at once. The
    player must have another turn after the next one.
    """
    hero, other = player == case.ask[HERO], row[HANDS + 1 - player]
    lays = int(known.facts[row[HANDS + case.ask[HERO]], EMPTY] > 1)
    win = bound_after_laying(case, player, worth_of_filling(case, known, row, player), lays)
    worth = worth_of_filling(case, known, row, 1 - player)
    if piled > 1:
        fits = count_filling(known, other, pile)
        worth = mean(fits * worth + (piled - fits) * win, piled, not hero)
    else:
        kind = 0
        while not pile[kind]:
            kind += 1
        last = draw_last(case, known, row, 1 - player, kind, 0)
        worth = min(win, last) if hero else max(win, last)
    better = worth > sure if hero else worth < sure
    return worth if better and two_threats(case, known, row, player, middle) else sure
