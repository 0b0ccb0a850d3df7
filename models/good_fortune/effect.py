"""What an event does to a table, allowed or not: the tiles go where it says, and what was shown is believed."""

from msgspec.structs import replace

from models.good_fortune.kernel import OPEN, WON, fate, over
from models.good_fortune.moves import (
    BOTH,
    Conceding,
    Dealing,
    Ending,
    Move,
    Stop,
    TileLaying,
    Turn,
    after_laying,
    neighbour,
    opposite,
    other_player,
    other_side,
)
from models.good_fortune.table import NOBODY, Hands, Step, Table, changed, with_tile, without_tile


def step_of(before: Table, move: Move) -> Step:
    """Give the step a move makes from a table."""
    after = effect(before, move)
    if not after.ended and after.dealt and _is_over(after):
        after = replace(after, ended=True)
    step = Step(before, move, after)
    changes = before.rules.changes
    for clause in changes.instead:
        if isinstance(move, clause.moves):
            step = clause.effect(step)
    if changes.counting is None:
        return step
    return replace(step, after=replace(step.after, counted=changes.counting.after(step)))


def _is_over(table: Table) -> bool:
    one, other = table.hands
    return over(len(one), len(other), min(table.laid), table.rules.hand)


def effect(before: Table, move: Move) -> Table:
    """Give the table after a move."""
    match move:
        case Dealing():
            return _dealt(before, move)
        case Turn():
            return _turned(before, move)
        case Conceding():
            is_over = before.ended or before.conceded  # the first concession ends play
            return before if is_over else replace(before, conceded=frozenset((move.player,)))
        case Ending():
            return replace(before, closed=True)
        case Stop():
            return before if before.closed else replace(before, stopped=True)
    return before


def _dealt(before: Table, move: Dealing) -> Table:
    if before.rules.simple:
        holder = None
    else:
        holder = move.holder or next((player for player in BOTH if 1 in move.hands[player - 1]), None)
    side = move.side or "small"
    return replace(before, hands=move.hands, line=move.line, holder=holder, side=side, dealt=True)


def _turned(before: Table, move: Turn) -> Table:
    table = before
    for laying in move.laid:
        table = lay_tile(table, laying)
    holder, side = before.holder, before.side
    if not before.rules.simple:
        if move.chooser is not None and not before.rules.guessing:
            holder = move.chooser  # who chose first had the medallion
        passed = holder if holder is None or before.rules.guessing else other_player(holder)
        holder, side = move.holder or passed, move.side or other_side(side)
    return replace(
        table,
        line=table.line if move.line is None else move.line,
        hands=move.hands or table.hands,
        won=move.collections or table.won,
        unsure=NOBODY if move.collections else table.unsure,
        holder=holder,
        side=side,
        played_on=before.played_on or before.ended,
        turns=before.turns + 1,
    )


def lay_tile(table: Table, laying: TileLaying) -> Table:
    """Give the table once a tile was laid: it goes from the hand to the line, and what it pushes out goes its way."""
    player, tile = laying.player, laying.tile
    hands: Hands = (without_tile(table.hands[0], tile), without_tile(table.hands[1], tile))
    won, unsure, line = table.won, table.unsure, table.line
    if line:
        shared = table.rules.tiles.shares(tile, neighbour(line, laying.end))
        taken = laying.taken or opposite(line, laying.end)
        goes = fate(int(shared is True), int(shared is False), 0, 1)  # only the tile beside it is looked at
        if laying.fate == "won" or (laying.fate is None and goes == WON):
            won = changed(won, player, with_tile(won[player - 1], taken))
        elif laying.fate is None and goes == OPEN:
            unsure = changed(unsure, player, with_tile(unsure[player - 1], taken))
        line = after_laying(line, tile, laying.end)
    first, second = table.laid
    return replace(
        table,
        hands=hands,
        won=won,
        unsure=unsure,
        line=line,
        last=player,
        laid=(first + (player == 1), second + (player == 2)),
    )
