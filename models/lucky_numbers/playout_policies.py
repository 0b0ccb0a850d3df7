"""How everybody plays in playouts: the policies, each a function of what all players see.

`greedy` fills its garden where it can. It takes a clover from the middle that saves it a draw or more by
`draws_to_fill`, and lays a drawn one where the fewest draws are left, if those are fewer than before. Where there are
fewer turns left than empty cells it lays on these what fits. If it can, it leaves the next player nothing that fills
that garden.

`ahead` weighs these layings, to leave a drawn clover, and to draw, by the next reveal: what the next player fills from
the middle or by a draw, what the mover fills after that, and how a race between such draws would end. A draw of its own
is the mean over what can come.

`race` is told in `playout_race`.
"""

from models.jit import lean
from models.lucky_numbers.endgame_gardens import (
    EMPTY,
    HIGH,
    KINDS,
    LOW,
    PLAYERS,
    EndgameClovers,
    GardenIndex,
    count_filling,
    fills,
)
from models.lucky_numbers.endgame_results import HANDS, META, MOVER
from models.lucky_numbers.playout_counts import DRAW
from models.lucky_numbers.playout_gardens import (
    DRAWS,
    FULL_TABLES,
    INTO_AT,
    LATE,
    LEAVES,
    OUT_AT,
    PART,
    Lying,
    PlayoutGardens,
    best_laying,
    draws_of,
)
from models.lucky_numbers.playout_race import choose_in_race

GREEDY, AHEAD, RACE = 0, 1, 2
SURE = 1e-3  # a race is as good as over when it goes on with less than this chance
PROMISE = 0.98  # what will surely be won in the next turn is worth less than what is won in this one
LOWEST = -1e9


# --- greedy


@lean
def draws_saved(
    case: EndgameClovers, known: GardenIndex, room: PlayoutGardens, garden: int, into: int, player: int, late: bool
) -> int:
    """Tell how many draws it saves a player to have another garden, many where it is late and a cell is filled."""
    saved = draws_of(case, known, room, garden, player) - draws_of(case, known, room, into, player)
    if late:
        saved += LATE * (known.facts[garden, EMPTY] - known.facts[into, EMPTY])
    return saved


@lean
def choose_greedily(case: EndgameClovers, known: GardenIndex, room: PlayoutGardens, lying: Lying) -> int:
    """Give what `greedy` does."""
    row, middle, drawn = lying.row, lying.middle, lying.drawn
    mover, alone = row[META] & MOVER, case.ask[PLAYERS] == 1
    garden = row[HANDS + mover]
    other = -1 if alone else row[HANDS + (mover + 1) % case.ask[PLAYERS]]
    late = lying.piled // case.ask[PLAYERS] < known.facts[garden, EMPTY]
    if drawn >= 0:
        laying = best_laying(case, known, room, garden, mover, drawn, late, other)
        if laying < 0:
            return FULL_TABLES if laying == FULL_TABLES else LEAVES
        saved = draws_saved(case, known, room, garden, laying >> INTO_AT, mover, late)
        return laying if saved > 0 or (not alone and fills(known, other, drawn)) else LEAVES
    for kind in range(known.facts[garden, LOW], known.facts[garden, HIGH]):
        if middle[kind]:
            return best_laying(case, known, room, garden, mover, kind, True, -1)
    threats = 0 if alone else count_filling(known, other, middle)
    best, most = DRAWS, -LATE * LATE if threats == 1 else DRAW - 1
    for kind in range(case.ask[KINDS]):
        if middle[kind] and (not threats or threats == int(fills(known, other, kind))):
            laying = best_laying(case, known, room, garden, mover, kind, late, other)
            if laying == FULL_TABLES:
                return FULL_TABLES
            if laying >= 0:
                saved = draws_saved(case, known, room, garden, laying >> INTO_AT, mover, late)
                if saved > most:
                    best, most = laying, saved
    return best


# --- ahead


@lean
def race(first: float, second: float, turns: int, lead: float) -> float:
    """Tell how a race ends for the second of two who fill their gardens with such chances in each of their turns.

    1 a win, -1 a loss; `lead` is what it is worth if nobody has filled after so many turns of both together.
    """
    worth, alive = 0.0, 1.0
    for turn in range(turns):
        if turn & 1:
            worth += alive * second
            alive *= 1 - second
        else:
            worth -= alive * first
            alive *= 1 - first
        if alive < SURE:
            break
    return worth + alive * lead


@lean
def pace_of(
    case: EndgameClovers, known: GardenIndex, room: PlayoutGardens, garden: int, player: int, fits: int, piled: int
) -> tuple[float, float]:
    """Give a player's chance to fill in a turn, of the pile `fits` clovers do, and about how many cells stay empty."""
    empty, turns = known.facts[garden, EMPTY], piled / case.ask[PLAYERS]
    if empty == 0:
        return 1.0, 0.0
    if empty == 1:
        return (fits / piled if piled else 0.0), 1.0
    draws = draws_of(case, known, room, garden, player) / DRAW
    return 1 / max(1.0, draws), max(1.0, empty - turns * empty / draws)


@lean
def outlook(
    case: EndgameClovers,
    known: GardenIndex,
    room: PlayoutGardens,
    lying: Lying,
    into: int,
    taken: int,
    out: int,
    drawn: int,
) -> float:
    """Guess what a move is worth to the mover: the garden `into` it leads, the kind `taken` from the middle, the one
    that comes `out` to it, and the one that was `drawn` (-1: none).
    """
    row, players = lying.row, case.ask[PLAYERS]
    mover = row[META] & MOVER
    if known.facts[into, EMPTY] == 0:
        return 1.0
    if players == 1:
        return -draws_of(case, known, room, into, mover) / DRAW
    gone = drawn if lying.drawn < 0 else -1  # not face down any more
    piled, missed, fewest, quick = lying.piled - (gone >= 0), 1.0, 1e9, 0.0
    over = piled == 0 and drawn >= 0
    for step in range(1, players):
        player = (mover + step) % players
        garden = row[HANDS + player]
        fits = count_filling(known, garden, lying.pile) - fills(known, garden, gone)
        if step == 1 and not over:
            if count_filling(known, garden, lying.middle) - fills(known, garden, taken) + fills(known, garden, out) > 0:
                return -1.0
            if known.facts[garden, EMPTY] == 1:
                quick = fits / max(1, piled)
        pace, cells = pace_of(case, known, room, garden, player, fits, piled)
        missed *= 1 - pace
        fewest = min(fewest, cells if not over else float(known.facts[garden, EMPTY]))
    fits = count_filling(known, into, lying.pile) - fills(known, into, gone)
    own, open_cells = pace_of(case, known, room, into, mover, fits, piled)
    if over:
        return max(-1.0, min(1.0, fewest - float(known.facts[into, EMPTY])))
    lead = max(-1.0, min(1.0, fewest - open_cells))
    threats = count_filling(known, into, lying.middle) - fills(known, into, taken) + fills(known, into, out)
    turns = 2 * piled // players
    if threats > 1:
        return PROMISE * (1 - 2 * quick)
    if threats == 1:
        return min(PROMISE * (1 - 2 * quick), -race(own, 1 - missed, turns, -lead))
    return race(1 - missed, own, turns, lead)


@lean
def best_outlook(
    case: EndgameClovers, known: GardenIndex, room: PlayoutGardens, lying: Lying, kind: int, drawn: bool
) -> tuple[int, float]:
    """Give the best way to lay a kind (drawn: or to leave it) and its outlook; FULL_TABLES where there is no room."""
    mover, players = lying.row[META] & MOVER, case.ask[PLAYERS]
    garden = lying.row[HANDS + mover]
    other = -1 if players == 1 else lying.row[HANDS + (mover + 1) % players]
    best, most, before = LEAVES, LOWEST, LEAVES
    if drawn:
        most = outlook(case, known, room, lying, garden, -1, kind, kind)
    for late in range(2):
        laying = best_laying(case, known, room, garden, mover, kind, late == 1, other)
        if laying == FULL_TABLES:
            return FULL_TABLES, LOWEST
        if laying < 0 or laying == before:
            continue
        before, out = laying, (laying >> OUT_AT & PART) - 1
        into = laying >> INTO_AT
        worth = outlook(case, known, room, lying, into, -1 if drawn else kind, out, kind if drawn else -1)
        if worth > most:
            best, most = laying, worth
    return best, most


@lean
def best_take(case: EndgameClovers, known: GardenIndex, room: PlayoutGardens, lying: Lying) -> tuple[int, float]:
    """Give the best way to take a clover from the middle, and its outlook; DRAWS where none is worth a look.

    That is one that saves draws; any, where the next player can fill from the middle or few clovers lie face down.
    """
    mover, players = lying.row[META] & MOVER, case.ask[PLAYERS]
    garden = lying.row[HANDS + mover]
    other = -1 if players == 1 else lying.row[HANDS + (mover + 1) % players]
    any_one = lying.piled <= players or (players > 1 and count_filling(known, other, lying.middle) > 0)
    best, most = DRAWS, LOWEST
    for kind in range(case.ask[KINDS]):
        if not lying.middle[kind]:
            continue
        laying = best_laying(case, known, room, garden, mover, kind, False, -1)
        if laying == FULL_TABLES:
            return FULL_TABLES, LOWEST
        if any_one or (laying >= 0 and draws_saved(case, known, room, garden, laying >> INTO_AT, mover, False) > 0):
            laying, worth = best_outlook(case, known, room, lying, kind, False)
            if laying == FULL_TABLES:
                return FULL_TABLES, LOWEST
            if worth > most:
                best, most = laying, worth
    return best, most


@lean
def choose_ahead(case: EndgameClovers, known: GardenIndex, room: PlayoutGardens, lying: Lying) -> int:
    """Give what `ahead` does."""
    if lying.drawn >= 0:
        laying, _ = best_outlook(case, known, room, lying, lying.drawn, True)
        return laying
    best, most = best_take(case, known, room, lying)
    if best < 0:
        return best
    mean = 0.0
    for kind in range(case.ask[KINDS]):
        if lying.pile[kind]:
            laying, worth = best_outlook(case, known, room, lying, kind, True)
            if laying == FULL_TABLES:
                return FULL_TABLES
            mean += lying.pile[kind] * worth / lying.piled
    return best if most > mean + SURE else DRAWS


@lean
def choose_by(case: EndgameClovers, known: GardenIndex, room: PlayoutGardens, lying: Lying, policy: int) -> int:
    """Give what a policy does: DRAWS, LEAVES, or a laying; FULL_TABLES: there is no room left to find out."""
    if policy == RACE:
        return choose_in_race(case, known, room, lying)
    if policy == AHEAD:
        return choose_ahead(case, known, room, lying)
    return choose_greedily(case, known, room, lying)
