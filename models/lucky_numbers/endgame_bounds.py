"""What is known of a position before anything that follows it is looked at: proven bounds and a guess.

All worths are the hero's.
"""

from typing import TYPE_CHECKING

from models.jit import inlined, lean
from models.lucky_numbers.endgame_draws import (
    ALL_ALIKE,
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
    HIGH,
    LOW,
    PLAYERS,
    ROOM,
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
    from models.endgame import Longs, Table

BREADTH = 14  # so many kinds that fit on empty cells are guessed to be worth as much as a sole win
NOTES = 64  # places for bounds, and one behind them for the number that tells new ones from old


@inlined
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
def _bounds_of_draws(
    case: EndgameClovers,
    known: GardenIndex,
    row: "Longs",
    threatened: int,
    pile: "Longs",
    piled: int,
    fits: int,
    both: bool,
) -> tuple[int, int]:
    """Bound what a position is worth, from the empty cells, the turns left and a draw or two."""
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
        most = at_most(case, known, row, mover, pile, piled, -1, threatened, left)
        sure = bad if mover == hero else best
        if both:
            sure = sure_of_draw(case, known, row, threatened, pile, piled, left)
        if mover == hero:
            low, high = max(low, sure), min(high, most)
        else:
            low, high = max(low, most), min(high, sure)
    return low, high


@inlined
def _noted_bounds(
    case: EndgameClovers,
    known: GardenIndex,
    row: "Longs",
    threatened: int,
    pile: "Longs",
    piled: int,
    fits: int,
    both: bool,
    noted: "Table",
) -> tuple[int, int]:
    """Give the same, from what is noted where nothing but the garden of the player who moved is another one."""
    facts = known.facts[row[HANDS + 1 - (row[META] & MOVER)]]
    low, high, empty = facts[LOW], facts[HIGH], facts[EMPTY]
    at = (5 * low + 11 * high + 3 * empty + threatened) % NOTES
    key = (((noted[NOTES, 0] << 6 | low) << 6 | high) << 6 | empty) << 3 | threatened << 1 | int(both)
    room = facts[ROOM] if piled <= ALL_ALIKE else 0
    note = noted[at]
    if note[0] != key or note[1] != room:
        note[0], note[1] = key, room
        note[2], note[3] = _bounds_of_draws(case, known, row, threatened, pile, piled, fits, both)
    return note[2], note[3]


@inlined
def bounds_seen(
    case: EndgameClovers,
    known: GardenIndex,
    row: "Longs",
    middle: "Longs",
    pile: "Longs",
    piled: int,
    fits: int,
    both: bool,
    noted: "Table",
) -> tuple[int, int]:
    """Bound what a position is worth, from the empty cells, the turns left, two threats at once and a draw or two.

    `fits` of the `piled` face-down clovers fill the garden of the player to move; none in the middle does. What that
    player can be sure of takes the longest: it is only looked for in earnest if `both` bounds matter. `noted` is what
    has been found for other gardens of the player who moved (see `forget`).
    """
    mover, left, goal = row[META] & MOVER, row[META] >> LEFT_AT & LEFT, case.ask[GOAL]
    if case.ask[PLAYERS] != 2 or len(pile) > BITS:
        return _bounds_of_draws(case, known, row, 0, pile, piled, fits, both)
    threatened = min(2, count_filling(known, row[HANDS + 1 - mover], middle))
    low, high = _noted_bounds(case, known, row, threatened, pile, piled, fits, both, noted)
    if both and goal != FORCE and (left == 0 or left > 2) and low < high and known.facts[row[HANDS + mover], -1] >= 0:
        if mover == case.ask[HERO]:
            low = sure_of_threats(case, known, row, mover, middle, pile, piled, low)
        else:
            high = sure_of_threats(case, known, row, mover, middle, pile, piled, high)
    return low, high


@inlined
def forget(noted: "Table") -> None:
    """Begin new notes for `bounds_seen`: the pile, the turns left or the garden of who comes next is another one."""
    noted[NOTES, 0] += 1


@lean
def guess(case: EndgameClovers, known: GardenIndex, row: "Longs", pile: "Longs", piled: int) -> int:
    """Guess what a position is worth from the empty cells, what fits there, and one draw of each player."""
    hero, scale, worth = case.ask[HERO], case.ask[SCALE], 0
    for player in range(case.ask[PLAYERS]):
        garden = row[HANDS + player]
        worth += (known.facts[garden, EMPTY] - known.facts[row[HANDS + hero], EMPTY]) * scale // 4
        room, kinds = known.facts[garden, ROOM], 0
        while room:
            room &= room - 1
            kinds += 1
        chance = scale * count_filling(known, garden, pile) // max(1, piled) + kinds * (scale // BREADTH)
        worth += chance if player == hero else -chance
    return int(worth)
