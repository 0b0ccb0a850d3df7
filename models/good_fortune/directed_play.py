"""Directed play: a gap of unknown length is filled by playing towards the result that the record shows behind it.

Games are played at random; what follows some turn of the one that comes closest is played again and again. Each step is
judged by all clauses in the end, so that whatever comes out is legal.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from models.clause import breached
from models.good_fortune.clauses import CLAUSES
from models.good_fortune.collections import totals_of
from models.good_fortune.effect import step_of
from models.good_fortune.moves import Dealing, Ending, Move, Player, TileLaying, Turn
from models.good_fortune.partial_events import Blank, Dealt, Entry, PartialHeaps, PartialLaying, Result, Turned
from models.good_fortune.partial_record import FortuneRecord
from models.good_fortune.random_play import Event, Manner, RandomGame
from models.good_fortune.table import Hands, Table, undealt_table
from models.good_fortune.tiles import Tile, Tiles
from models.partial_log import WitnessLine

ROUNDS = 40  # games of one try
FAR = 10  # points that a tile in the wrong collection counts for


@dataclass(frozen=True, slots=True)
class PlayedTo:
    """A table, and the turn that led there."""

    table: Table
    turn: Event


def played_lines(record: FortuneRecord, chance: random.Random) -> Sequence[WitnessLine] | None:
    """Play a game that shows what the record shows; None where none came out, or where more is missing than turns."""
    if record.hides or len(record.entries) < 2:
        return None
    *known, gap, result = record.entries
    if not isinstance(gap, Blank) or not isinstance(result, Result):
        return None
    start = _table_after(undealt_table(record.rules), known)
    shown = _heaps(result.collections)
    if start is None or (shown is None) != (result.collections is None):
        return None
    ending = Ending(shown, result.groups, result.totals, result.winners)
    played = _towards(start, ending, chance)
    if played is None:
        return None
    turns = [WitnessLine(gap.line, each.turn, whole=True) for each in played]
    return [*(WitnessLine(entry.line, {}) for entry in known), *turns, WitnessLine(result.line, {})]


def _towards(start: Table, ending: Ending, chance: random.Random) -> list[PlayedTo] | None:
    nearest = _played(start, [], chance)
    for _ in range(ROUNDS):
        last = nearest[-1].table if nearest else start
        if not _off(last, ending) and not breached(last.rules.changes.in_force(CLAUSES), step_of(last, ending)):
            return nearest
        kept = nearest[: chance.randrange(len(nearest) or 1)]
        other = _played(start, kept, chance)
        if other and _off(other[-1].table, ending) <= _off(last, ending):
            nearest = other
    return None


def _played(start: Table, kept: Sequence[PlayedTo], chance: random.Random) -> list[PlayedTo]:
    """Play a game to its end behind the turns that are kept."""
    game, made = RandomGame(chance, start.rules, Manner(shown=False)), [*kept]
    game.table = kept[-1].table if kept else start
    while not game.table.ended:
        game.turn()
        made.append(PlayedTo(game.table, game.events[-1]))
    return made


def _off(table: Table, ending: Ending) -> int:
    """Tell how far the end of a game is from what is told of it."""
    off = 0
    for seat, won in enumerate(table.won):
        if ending.collections is not None:
            off += FAR * len({*won} ^ {*ending.collections[seat]})
        if ending.totals is not None and (told := ending.totals[seat]) is not None:
            off += min(abs(total - told) for total in totals_of(table.rules.tiles, won))
    return off


# What is known --------------------------------------------------------------------------------------------------------


def _table_after(table: Table, entries: Sequence[Entry]) -> Table | None:
    """Give the table after entries, None where a fact of one is missing or one is not legal."""
    for entry in entries:
        move = _move(entry)
        step = None if move is None else step_of(table, move)
        if step is None or breached(table.rules.changes.in_force(CLAUSES), step):
            return None
        table = step.after
    return table


def _move(entry: Entry) -> Move | None:
    match entry:
        case Dealt():
            hands, line = _heaps(entry.hands), _row(entry.row)
            if hands is None or line is None:
                return None
            return Dealing(hands, line, None if entry.holder is None else Player(entry.holder), entry.side)
        case Turned(place=0):
            laid = tuple(told for each in entry.laid if (told := _laying(each)) is not None)
            hands, line, won = _heaps(entry.hands), _row(entry.row), _heaps(entry.collections)
            in_part = (line is None, hands is None, won is None) != (
                entry.row is None,
                entry.hands is None,
                entry.collections is None,
            )
            if in_part or len(laid) != len(entry.laid):
                return None
            chooser, holder = (None if who is None else Player(who) for who in (entry.chooser, entry.holder))
            return Turn(laid, chooser, line, hands, won, holder, entry.side)
    return None


def _laying(laying: PartialLaying) -> TileLaying | None:
    player, tile, end = laying.player, laying.tile, laying.end
    if player is None or tile is None or end is None:
        return None
    return TileLaying(
        Player(player), Tile(tile), end, laying.fate, None if laying.taken is None else Tile(laying.taken)
    )


def _heaps(heaps: PartialHeaps | None) -> Hands | None:
    told = [heap.tiles for heap in heaps or () if heap is not None and heap.whole]
    return (told[0], told[1]) if len(told) == 2 else None


def _row(row: Sequence[int | None] | None) -> Tiles | None:
    told = tuple(Tile(tile) for tile in row or () if tile is not None)
    return None if row is None or len(told) != len(row) else told
