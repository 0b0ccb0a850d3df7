"""Games played out to their end by a policy, on the same draws for every move that is compared."""

from typing import TYPE_CHECKING

import numpy as np

from models.jit import compiled
from models.lucky_numbers.endgame_gardens import KINDS, EndgameClovers, GardenIndex
from models.lucky_numbers.endgame_moves import find_lying
from models.lucky_numbers.endgame_results import DRAWN_AT, HANDS, META, MOVER, end_turn, middle_changes, was_last
from models.lucky_numbers.playout_gardens import (
    DRAWS,
    FULL_TABLES,
    INTO_AT,
    LEAVES,
    OUT_AT,
    PART,
    Lying,
    PlayoutGardens,
)
from models.lucky_numbers.playout_policies import choose_by
from models.splitmix import GAMMA, POSITIVE, mixed, state_of

if TYPE_CHECKING:
    from models.endgame import Longs

MOST_TAKES = 64  # turns in a row without a draw: what goes on so long goes round in a circle, and is endless
STOPPED = -(1 << 62)  # no result: the tables are full


@compiled
def shuffle(clovers: "Longs", seed: int, game: int) -> None:
    """Shuffle clovers, the same way for the same seed and number of the game (Fisher and Yates)."""
    state = state_of(seed, game)
    for at in range(len(clovers) - 1, 0, -1):
        state += GAMMA
        other = (mixed(state) & POSITIVE) % (at + 1)
        clovers[at], clovers[other] = clovers[other], clovers[at]


@compiled
def play_out(
    case: EndgameClovers,
    known: GardenIndex,
    room: PlayoutGardens,
    lying: Lying,
    order: "Longs",
    policy: int,
    draws: bool,
) -> int:
    """Play on from a position, which is changed, and give what the end is worth; `draws`: the first move is a draw.

    `order` are the face-down clovers as they will be revealed.
    """
    row, middle, pile, piled, drawn = lying
    at, takes = 0, 0
    while takes < MOST_TAKES:
        choice = DRAWS if draws else choose_by(case, known, room, Lying(row, middle, pile, piled, drawn), policy)
        draws = False
        if choice == FULL_TABLES:
            return STOPPED
        if choice == DRAWS:
            drawn, takes = order[at], 0
            at += 1
            pile[drawn] -= 1
            piled -= 1
            continue
        if choice == LEAVES:
            middle[drawn] += 1
        else:
            leaves, enters = middle_changes(drawn < 0, True, (choice & PART) + 1, choice >> OUT_AT & PART)
            if leaves:
                middle[leaves - 1] -= 1
            if enters:
                middle[enters - 1] += 1
            row[HANDS + (row[META] & MOVER)] = choice >> INTO_AT
        over, worth = end_turn(case, known, row, was_last(drawn >= 0, piled))
        if over:
            return worth
        takes += 1
        drawn = -1
    return 0


@compiled
def lie_out(case: EndgameClovers, known: GardenIndex, given: "Longs") -> Lying:
    """Give the position of a row, as it lies."""
    row = given.copy()
    drawn = (row[META] >> DRAWN_AT) - 1
    row[META] &= (1 << DRAWN_AT) - 1
    middle, pile = np.zeros(case.ask[KINDS], np.int64), np.zeros(case.ask[KINDS], np.int64)
    piled = find_lying(case, known, row, drawn, middle, pile)
    return Lying(row, middle, pile, piled, drawn)


@compiled
def choose_at(case: EndgameClovers, known: GardenIndex, room: PlayoutGardens, row: "Longs", policy: int) -> int:
    """Give what a policy does at the position of a row."""
    return choose_by(case, known, room, lie_out(case, known, row), policy)


@compiled
def play_games(
    case: EndgameClovers,
    known: GardenIndex,
    room: PlayoutGardens,
    row: "Longs",
    policy: int,
    draws: bool,
    seed: int,
    first: int,
    worths: "Longs",
) -> int:
    """Play games from a row on, those with the numbers from `first` on; give how many, and write what each is worth.

    The game of a number is played on the same draws wherever it begins, as long as the same clovers lie face down.
    """
    start = lie_out(case, known, row)
    down, at = np.empty(start.piled, np.int64), 0
    for kind in range(case.ask[KINDS]):
        for _ in range(start.pile[kind]):
            down[at] = kind
            at += 1
    own, middle, pile, order = start.row.copy(), start.middle.copy(), start.pile.copy(), down.copy()
    for game in range(len(worths)):
        own[:], middle[:], pile[:], order[:] = start.row, start.middle, start.pile, down
        shuffle(order, seed, first + game)
        begun = Lying(own, middle, pile, start.piled, start.drawn)
        worth = play_out(case, known, room, begun, order, policy, draws)
        if worth == STOPPED:
            return game
        worths[game] = worth
    return len(worths)
