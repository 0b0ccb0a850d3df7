"""What is known of a position before anything that follows it is looked at: proven bounds and a guess.

All worths are the hero's.
"""

from typing import TYPE_CHECKING

from models.jit import lean
from models.lucky_numbers.endgame_draws import (
    at_best_last,
    at_most,
    draw_last,
    sure_of_draw,
    sure_of_threats,
)
from models.lucky_numbers.endgame_gardens import (
    BITS,
    COUNTED,
    EMPTY,
    GOAL,
    HERO,
    PLAYERS,
    SCALE,
    EndgameClovers,
    GardenIndex,
    count_filling,
)
from models.lucky_numbers.endgame_results import (
    FILL,
    FORCE,
    HANDS,
    LEFT,
    LEFT_AT,
    META,
    MOVER,
    POINTS,
    WIN,
    worth_of_filling,
)

if TYPE_CHECKING:
    from models.endgame import Longs


@lean
def own_turns(case: EndgameClovers, player: int, mover: int, left: int) -> int:
    """Count the turns a player still has before play is cut off."""
    if case.ask[COUNTED] >= 0:
        return left if player == case.ask[COUNTED] else 1 << 30
    players = case.ask[PLAYERS]
    return (left - (player - mover) % players + players - 1) // players


@lean
def _judge_turns(case: EndgameClovers, known: GardenIndex, row: "Longs", piled: int, left: int) -> tuple[bool, bool]:
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


@lean
def bounds_seen(
    case: EndgameClovers,
    known: GardenIndex,
    row: "Longs",
    middle: "Longs",
    pile: "Longs",
    piled: int,
    fits: int,
    both: bool,
) -> tuple[int, int]:
    """Bound what a position is worth, from the empty cells, the turns left, two threats at once and a draw or two.

    `fits` of the `piled` face-down clovers fill the garden of the player to move; none in the middle does. What that
    player can be sure of takes the longest: it is only looked for in earnest if `both` bounds matter.
    """
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
    if two and piled > 1 and goal != FORCE:
        threatened = count_filling(known, row[HANDS + 1 - mover], middle)
        most = at_most(case, known, row, mover, pile, piled, -1, threatened, left)
        sure = bad if mover == hero else best
        if both:
            sure = sure_of_draw(case, known, row, middle, pile, piled, left)
        if mover == hero:
            low, high = max(low, sure), min(high, most)
        else:
            low, high = max(low, most), min(high, sure)
    if (
        both
        and two
        and goal != FORCE
        and (left == 0 or left > 2)
        and low < high
        and known.facts[row[HANDS + mover], -1] >= 0
    ):
        if mover == hero:
            low = sure_of_threats(case, known, row, mover, middle, pile, piled, low)
        else:
            high = sure_of_threats(case, known, row, mover, middle, pile, piled, high)
    return low, high


@lean
def guess(case: EndgameClovers, known: GardenIndex, row: "Longs", pile: "Longs", piled: int) -> int:
    """Guess what a position is worth from the empty cells and one draw."""
    lead, hero, mover = 0, case.ask[HERO], row[META] & MOVER
    for player in range(case.ask[PLAYERS]):
        lead += known.facts[row[HANDS + player], EMPTY] - known.facts[row[HANDS + hero], EMPTY]
    chance = case.ask[SCALE] * count_filling(known, row[HANDS + mover], pile) // max(1, piled)
    return int(lead * case.ask[SCALE] // 4 + (chance if mover == hero else -chance))
