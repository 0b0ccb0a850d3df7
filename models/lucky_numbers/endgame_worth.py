"""What is known of a position before anything that follows it is looked at: proven bounds and a guess.

A position is a row of numbers: at `META` the mover (from 0), the turns left and the kind in hand, at `PILE` what is
face down as a number with a digit for each kind, then the numbers of the gardens. All worths are the hero's.
"""

from typing import TYPE_CHECKING

from models.endgame import GUESS, ROW
from models.endgame import HIGH as UPPER
from models.endgame import LOW as LOWER
from models.jit import compiled
from models.lucky_numbers.endgame_gardens import (
    BITS,
    COUNTED,
    EMPTY,
    GOAL,
    HERO,
    HIGH,
    LOW,
    PLAYERS,
    ROOM,
    SCALE,
    Case,
    Known,
)

if TYPE_CHECKING:
    from models.endgame import Longs

META, PILE, HANDS = 0, 1, 2
LEFT_AT, DRAWN_AT = 3, 20
MOVER, LEFT = (1 << LEFT_AT) - 1, (1 << DRAWN_AT - LEFT_AT) - 1
WIN, POINTS, FORCE, FILL = 0, 1, 2, 3  # goals


@compiled
def worth_of_filling(case: Case, known: Known, row: "Longs", player: int) -> int:
    """Give what it is worth that a player fills his garden."""
    scale, goal = case.ask[SCALE], case.ask[GOAL]
    if player == case.ask[HERO]:
        return 2 * scale if goal == POINTS else scale
    if goal == POINTS:
        return -scale * known.facts[row[HANDS + case.ask[HERO]], EMPTY]
    return -scale if goal == WIN else 0


@compiled
def worth_of_empty(case: Case, own: int, fewest: int, tied: bool) -> int:
    """Give what it is worth that no clover is face down any more.

    The hero has `own` empty cells; the fewest of the others are `fewest`, `tied` if two of them have so many.
    """
    scale, goal = case.ask[SCALE], case.ask[GOAL]
    if goal == FILL:
        return 0
    if goal == POINTS:
        return 2 * scale if own <= fewest else -scale * own
    if own < fewest:
        return scale
    return -scale if goal == WIN and fewest < own and not tied else 0


@compiled
def worth_of_last(case: Case, known: Known, row: "Longs") -> int:
    """Give what it is worth that no clover is face down any more, with the gardens as they lie."""
    fewest, tied = 1 << 30, False
    for player in range(case.ask[PLAYERS]):
        if player != case.ask[HERO]:
            empty = known.facts[row[HANDS + player], EMPTY]
            tied = empty == fewest or (tied and empty > fewest)
            fewest = min(fewest, empty)
    return worth_of_empty(case, known.facts[row[HANDS + case.ask[HERO]], EMPTY], fewest, tied)


@compiled
def fits_gap(known: Known, garden: int, kind: int) -> bool:
    """Tell whether a clover of a kind fills a garden."""
    return known.facts[garden, LOW] <= kind < known.facts[garden, HIGH]


@compiled
def draw_last(case: Case, known: Known, row: "Longs", player: int, kind: int, fewer: int) -> int:
    """Give what it is worth (at least, for the player) that one of two players draws the last clover, of a kind.

    The other one has `fewer` empty cells less than in the row.
    """
    garden, other = row[HANDS + player], row[HANDS + 1 - player]
    if fits_gap(known, garden, kind):
        return worth_of_filling(case, known, row, player)
    mine = known.facts[garden, EMPTY]
    if known.facts[garden, ROOM] >> kind & 1:
        mine -= 1
    others = known.facts[other, EMPTY] - fewer
    if player == case.ask[HERO]:
        return worth_of_empty(case, mine, others, False)
    return worth_of_empty(case, others, mine, False)


@compiled
def at_best_last(case: Case, known: Known, row: "Longs", player: int, kind: int, left: int) -> int:
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


@compiled
def draw_of_two(case: Case, known: Known, row: "Longs", middle: "Longs", pile: "Longs", left: int) -> int:
    """Give what one of two players is sure of who draws one of two face-down clovers, fills or leaves it (twice it)."""
    player = row[META] & MOVER
    garden, other = row[HANDS + player], row[HANDS + 1 - player]
    if (case.ask[COUNTED] == -1 or case.ask[COUNTED] == player) and left:
        left -= 1
        cut = left == 0
    else:
        cut = False
    threat = False
    for kind in range(known.facts[other, LOW], known.facts[other, HIGH]):
        threat |= middle[kind] > 0
    total = 0
    for kind in range(len(pile)):
        if not pile[kind]:
            continue
        last = kind
        if pile[kind] == 1:
            last = 0
            while last == kind or not pile[last]:
                last += 1
        if fits_gap(known, garden, kind):
            worth = worth_of_filling(case, known, row, player)
        elif cut:
            worth = 0
        elif threat or fits_gap(known, other, kind):
            worth = worth_of_filling(case, known, row, 1 - player)
        else:
            worth = at_best_last(case, known, row, 1 - player, last, left)
        total += pile[kind] * worth
    return total


@compiled
def own_turns(case: Case, player: int, mover: int, left: int) -> int:
    """Count the turns a player still has before play is cut off."""
    if case.ask[COUNTED] >= 0:
        return left if player == case.ask[COUNTED] else 1 << 30
    players = case.ask[PLAYERS]
    return (left - (player - mover) % players + players - 1) // players


@compiled
def _judge_turns(case: Case, known: Known, row: "Longs", piled: int, left: int) -> tuple[bool, bool]:
    """Tell whether the hero, and whether anybody else, can still win before play is cut off."""
    # Every draw takes a turn; where only the hero's are counted, the others may draw as often as they like.
    emptied = case.ask[GOAL] != FILL and (piled <= left or (case.ask[COUNTED] >= 0 and case.ask[PLAYERS] > 1))
    rises = falls = emptied
    for player in range(case.ask[PLAYERS]):
        if known.facts[row[HANDS + player], EMPTY] <= own_turns(case, player, row[META] & MOVER, left):
            if player == case.ask[HERO]:
                rises = True
            else:
                falls = True
    return rises, falls


@compiled
def judge(case: Case, known: Known, move: "Longs", middle: "Longs", pile: "Longs", piled: int, fits: int) -> None:
    """Bound and guess what the position after a move is worth, from the empty cells, the turns left and one draw.

    `fits` of the `piled` face-down clovers fill the garden of the player to move; none in the middle does.
    """
    row = move[ROW:]
    mover, left, scale, goal = row[META] & MOVER, row[META] >> LEFT_AT & LEFT, case.ask[SCALE], case.ask[GOAL]
    hero = case.ask[HERO]
    best = worth_of_filling(case, known, row, hero)
    own = known.facts[row[HANDS + hero], EMPTY]
    bad = -scale * own if goal == POINTS else -scale if goal == WIN else 0
    low, high = bad, best
    if left:
        rises, falls = _judge_turns(case, known, row, piled, left)
        high = high if rises else 0
        low = low if falls else 0
    if fits:
        if mover != hero:
            high = min(high, 0 if goal == FORCE else -((-fits * bad - (piled - fits) * best) // piled))
        elif goal != FORCE or fits == piled:
            low = max(low, (fits * best + (piled - fits) * bad) // piled)
    two = case.ask[PLAYERS] == 2 and len(pile) <= BITS
    if two and piled == 1 and not fits:
        kind = 0
        while not pile[kind]:
            kind += 1
        drawn, bound = draw_last(case, known, row, mover, kind, 0), at_best_last(case, known, row, mover, kind, left)
        low, high = max(low, min(drawn, bound)), min(high, max(drawn, bound))
    if two and piled == 2 and goal != FORCE:
        twice = draw_of_two(case, known, row, middle, pile, left)
        if mover == hero:
            low = max(low, twice // 2)
        else:
            high = min(high, -(-twice // 2))
    lead = 0
    for player in range(case.ask[PLAYERS]):
        lead += known.facts[row[HANDS + player], EMPTY] - own
    chance = scale * fits // max(1, piled)
    lead = lead * scale // 4 + (chance if mover == hero else -chance)
    move[LOWER], move[UPPER], move[GUESS] = low, high, min(high, max(low, lead))
