"""Games played out to their end by a policy, on the same draws for every move that is compared."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from models.jit import compiled, lean
from models.lucky_numbers.endgame_gardens import KINDS, UNIT, EndgameClovers, GardenIndex
from models.lucky_numbers.endgame_moves import find_lying
from models.lucky_numbers.endgame_results import DRAWN_AT, HANDS, META, MOVER, PILE, end_turn, was_last
from models.lucky_numbers.playout_gardens import (
    DRAWS,
    FULL_TABLES,
    INTO_AT,
    LEAVES,
    Lying,
    PlayoutGardens,
)
from models.lucky_numbers.playout_policies import choose_by
from models.row_index import free_slots, row_slot
from models.splitmix import GAMMA, POSITIVE, mixed, state_of

if TYPE_CHECKING:
    from models.endgame import Longs, NarrowTable, Table

STATES = 0  # place of the counter
CHOICE, AFTER, WORTH, LEFT_DOWN = 0, 1, 2, 3  # columns of `PlayoutGraph.facts`
UNKNOWN, OVER = -4, -5  # no state
OWN, MIDDLE, PILED = 0, 1, 2  # rows of `PlayoutGraph.lying`
MOST_TAKES = 64  # turns in a row without a draw: what goes on so long goes round in a circle, and is endless
STOPPED = -(1 << 62)  # no result: the tables are full


class PlayoutGraph(NamedTuple):
    """The states that came up in games by one policy, each noted once with what the policy does there: what follows it
    is looked up from then on.

    A state is a row, as it is written for solving. `facts` are its choice, the state after it (UNKNOWN until it came
    up, or OVER), what that end is worth, and how many clovers are face down; `draws[state, kind]` are the states after
    draws. `lying` is room for the state that is being looked at.
    """

    rows: "Table"
    facts: "Table"
    draws: "NarrowTable"
    slots: "Longs"
    counts: "Longs"
    lying: "Table"


def no_states(case: EndgameClovers, width: int, most: int) -> PlayoutGraph:
    """Give a graph without states, with room for so many of them, whose rows have a width."""
    kinds = int(case.ask[KINDS])
    return PlayoutGraph(
        np.empty((most, width), np.int64),
        np.empty((most, 4), np.int64),
        np.empty((most, kinds), np.int32),
        free_slots(most, 2),
        np.zeros(1, np.int64),
        np.zeros((3, max(kinds, width)), np.int64),
    )


@lean
def shuffle(clovers: "Longs", seed: int, game: int) -> None:
    """Shuffle clovers, the same way for the same seed and number of the game (Fisher and Yates)."""
    state = state_of(seed, game)
    for at in range(len(clovers) - 1, 0, -1):
        state += GAMMA
        other = (mixed(state) & POSITIVE) % (at + 1)
        clovers[at], clovers[other] = clovers[other], clovers[at]


@compiled
def note_state(
    case: EndgameClovers,
    known: GardenIndex,
    room: PlayoutGardens,
    graph: PlayoutGraph,
    row: "Longs",
    policy: int,
) -> int:
    """Give the number of the state of a row, a new one with its choice if it is met for the first time.

    FULL_TABLES where there is no room for it.
    """
    at = row_slot(graph.slots, graph.rows, 0, row)
    if graph.slots[at] >= 0:
        return int(graph.slots[at])
    number = int(graph.counts[STATES])
    if number == len(graph.rows):
        return FULL_TABLES
    own = graph.lying[OWN, : len(row)]
    own[:] = row
    drawn = (own[META] >> DRAWN_AT) - 1
    own[META] &= (1 << DRAWN_AT) - 1
    middle, pile = graph.lying[MIDDLE, : case.ask[KINDS]], graph.lying[PILED, : case.ask[KINDS]]
    piled = find_lying(case, known, own, drawn, middle, pile)
    choice = choose_by(case, known, room, Lying(own, middle, pile, piled, drawn), policy)
    if choice == FULL_TABLES:
        return FULL_TABLES
    graph.counts[STATES] += 1
    graph.slots[at] = number
    graph.rows[number] = row
    graph.facts[number, CHOICE], graph.facts[number, AFTER], graph.facts[number, LEFT_DOWN] = choice, UNKNOWN, piled
    graph.draws[number] = UNKNOWN
    return number


@compiled
def after_draw(case: EndgameClovers, graph: PlayoutGraph, state: int, kind: int) -> "Longs":
    """Give the row after a clover of a kind was drawn."""
    row: Longs = graph.rows[state].copy()
    row[META] |= (kind + 1) << DRAWN_AT
    row[PILE] -= case.kinds[UNIT, kind]
    return row


@compiled
def after_choice(
    case: EndgameClovers, known: GardenIndex, graph: PlayoutGraph, state: int
) -> tuple[bool, int, "Longs"]:
    """Give what follows the choice of a state that is no draw: is play over, what is that worth, and the row then."""
    row, choice = graph.rows[state].copy(), graph.facts[state, CHOICE]
    drawn = row[META] >> DRAWN_AT > 0
    row[META] &= (1 << DRAWN_AT) - 1
    if choice != LEAVES:
        row[HANDS + (row[META] & MOVER)] = choice >> INTO_AT
    over, worth = end_turn(case, known, row, was_last(drawn, graph.facts[state, LEFT_DOWN]))
    return over, worth, row


@compiled
def play_out(
    case: EndgameClovers,
    known: GardenIndex,
    room: PlayoutGardens,
    graph: PlayoutGraph,
    state: int,
    order: "Longs",
    policy: int,
    draws: bool,
) -> int:
    """Play on from a state and give what the end is worth; `draws`: the first move is a draw.

    `order` are the face-down clovers as they will be revealed.
    """
    at, takes = 0, 0
    while takes < MOST_TAKES:
        if draws or graph.facts[state, CHOICE] == DRAWS:
            draws, kind, takes = False, order[at], 0
            at += 1
            after = int(graph.draws[state, kind])
            if after == UNKNOWN:
                after = note_state(case, known, room, graph, after_draw(case, graph, state, kind), policy)
                if after == FULL_TABLES:
                    return STOPPED
                graph.draws[state, kind] = after
        else:
            takes += 1
            after = graph.facts[state, AFTER]
            if after == UNKNOWN:
                over, worth, row = after_choice(case, known, graph, state)
                if over:
                    after, graph.facts[state, WORTH] = OVER, worth
                else:
                    after = note_state(case, known, room, graph, row, policy)
                if after == FULL_TABLES:
                    return STOPPED
                graph.facts[state, AFTER] = after
            if after == OVER:
                return int(graph.facts[state, WORTH])
        state = after
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
    graph: PlayoutGraph,
    row: "Longs",
    policy: int,
    draws: bool,
    seed: int,
    first: int,
    step: int,
    worths: "Longs",
) -> int:
    """Play games from a row on, numbered from `first` on in such steps; give how many, and write what each is worth.

    The game of a number is played on the same draws wherever it begins, as long as the same clovers lie face down.
    """
    start = lie_out(case, known, row)
    down, at = np.empty(start.piled, np.int64), 0
    for kind in range(case.ask[KINDS]):
        for _ in range(start.pile[kind]):
            down[at] = kind
            at += 1
    state, order = note_state(case, known, room, graph, row, policy), down.copy()
    if state == FULL_TABLES:
        return 0
    for game in range(len(worths)):
        order[:] = down
        shuffle(order, seed, first + game * step)
        worth = play_out(case, known, room, graph, state, order, policy, draws)
        if worth == STOPPED:
            return game
        worths[game] = worth
    return len(worths)
