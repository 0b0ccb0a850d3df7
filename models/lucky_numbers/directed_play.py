"""Directed play: a gap of unknown length is filled by playing towards the result that the record shows behind it.

The clovers that are revealed are chosen too, for nobody recorded them. What is aimed at is a guess: each step is judged
by all clauses, so that whatever comes out is legal.
"""

import random
from collections.abc import Iterator, Sequence

from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import EMPTY, Cell, Clover
from models.lucky_numbers.legal_moves import broken_clauses, legal_cells
from models.lucky_numbers.moves import End, Move, Placing, Player, Source, Turn
from models.lucky_numbers.partial_events import Blank, Certain, Entry, PartialSetup, Turning
from models.lucky_numbers.partial_record import LuckyRecord
from models.lucky_numbers.symbolic_state import ACTIONS
from models.lucky_numbers.table import Table, new_table
from models.lucky_numbers.witness_log import line_of
from models.partial_log import WitnessLine

MOST_TURNS = 250
NOISE = 6.0  # by which a clover may lie off its usual cell without being the worse choice

Way = tuple[Source, Clover, Cell]
EntryAndMove = tuple[Entry, Move]


def played_lines(record: LuckyRecord, chance: random.Random) -> Sequence[WitnessLine] | None:
    """Play a game that shows what the record shows; None where none came out, or where more is missing than turns."""
    entries = [scene.entry for scene in record.whole]
    gaps = [place for place, entry in enumerate(entries) if isinstance(entry, Blank)]
    if len(gaps) != 1 or record.before or any(scene.shown for scene in record.whole):
        return None
    known, behind = (_known(part) for part in (entries[: gaps[0]], entries[gaps[0] + 1 :]))
    if known is None or behind is None or any(isinstance(move, Turn) for _, move in behind):
        return None
    table = _through(new_table(record.rules), known)
    if table is None:
        return None
    turns = _Play(table, [move for _, move in behind], chance).turns()
    if turns is None:
        return None
    gap, table, lines = entries[gaps[0]], new_table(record.rules), []
    for entry, move in (*known, *((gap, turn) for turn in turns), *behind):
        table = step_of(table, move).after
        lines.append(line_of(record, entry, move, table))
    return lines


def _known(entries: Sequence[Entry]) -> list[EntryAndMove] | None:
    """Give the moves of entries, None where a fact of one is missing."""
    moves = [(entry, _move(entry)) for entry in entries]
    told = [(entry, move) for entry, move in moves if move is not None]
    return told if len(told) == len(moves) else None


def _move(entry: Entry) -> Move | None:
    match entry:
        case Certain():
            return entry.move
        case PartialSetup(player=(player,), clover=(clover,), cell=(cell,)):
            return Placing(Player(player), Clover(clover), Cell(cell))
        case Turning(player=(player,), source=(source,), clover=(clover,), action=(number,)):
            action = ACTIONS[number]
            if len(entry.cell) != (action != "discard") or len(entry.out) > 1:
                return None
            on = Cell(entry.cell[0]) if entry.cell else None
            out = Clover(entry.out[0]) if entry.out else None
            source_of: Source = "middle" if source else "pile"
            return Turn(Player(player), source_of, Clover(clover), action, on, out, entry.pile, entry.middle)
    return None


def _through(table: Table, moves: Sequence[EntryAndMove]) -> Table | None:
    """Give the table after moves, None where one is not legal."""
    for _, move in moves:
        after = _after(table, move)
        if after is None:
            return None
        table = after
    return table


def _after(table: Table, move: Move) -> Table | None:
    step = step_of(table, move)
    return None if broken_clauses(step) else step.after


class _Play:
    """One try to play from a table to the moves behind a gap."""

    def __init__(self, table: Table, behind: Sequence[Move], chance: random.Random) -> None:
        self.table, self.behind, self.chance = table, behind, chance
        self.wanted = self._wanted(next((move for move in behind if isinstance(move, End)), End()))

    def _wanted(self, end: End) -> tuple[int, ...]:
        """Guess the empty cells of each player at the end: as they are told, else what makes the winners win."""
        lies, winners, points = self.table.empty, end.winners, end.points
        if end.empty is not None:
            return end.empty
        if points is not None and winners is None:
            winners = frozenset(player for player in self.table.players if points[player - 1] > 0)
        wanted = lies if points is None else tuple(min(0, each) and -each for each in points)
        wanted = tuple(want or empty for want, empty in zip(wanted, lies, strict=True))
        if not winners:
            return wanted
        others = [wanted[player - 1] - 1 for player in self.table.players if player not in winners]
        least = min(*(lies[player - 1] for player in winners), *others, lies[0] if not others else others[0])
        if len(winners) == 1:
            least = self.chance.choice((0, max(0, least)))
        return tuple(
            max(0, least) if player in winners else want
            for player, want in zip(self.table.players, wanted, strict=True)
        )

    def turns(self) -> list[Turn] | None:
        """Play, and give the turns; None where they do not lead there."""
        made: list[Turn] = []
        while len(made) < MOST_TURNS:
            if self.table.empty == self.wanted and self._comes_true():
                return made
            turn = None if self.table.ended is not None else self._turn()
            after = None if turn is None else _after(self.table, turn)
            if turn is None or after is None:
                return None
            made.append(turn)
            self.table = after
        return None

    def _comes_true(self) -> bool:
        """Tell whether the moves behind the gap can follow."""
        if self.behind and isinstance(self.behind[0], End) and self.table.ended is None and len(self.table.staying) > 1:
            return False  # no need to ask
        table: Table | None = self.table
        for move in self.behind:
            table = None if table is None else _after(table, move)
        return table is not None

    # --- choosing

    def _turn(self) -> Turn | None:
        due = self.table.rules.changes.form_of(ORDER).due(self.table)
        if not due:
            return None
        player = self.chance.choice(due)
        lacks = [max(0, lies - want) for lies, want in zip(self.table.empty, self.wanted, strict=True)]
        own = lacks[player - 1]
        fills = self.table.empty[player - 1] == 1  # which ends play
        way = self._laying(player) if own and not (fills and sum(lacks) > own) else None
        if way is None and self.table.pile <= sum(lacks):
            way = self._closest(player)
        if way is not None:
            source, clover, cell = way
            lies = self.table.garden(player)[cell]
            return Turn(player, source, clover, "place" if lies == EMPTY else "exchange", cell, lies or None)
        hidden = [clover for source, clover in self._clovers() if source == "pile"]
        return Turn(player, "pile", self.chance.choice(hidden), "discard") if hidden else None

    def _clovers(self) -> Iterator[tuple[Source, Clover]]:
        """Give each clover that can be taken, or that may be revealed."""
        for clover in sorted({*self.table.middle}):
            yield "middle", clover
        for number, copies in enumerate(self.table.hidden):
            if copies and self.table.pile:
                yield "pile", Clover(number)

    def _ways(self, player: Player) -> Iterator[Way]:
        for source, clover in self._clovers():
            for cell in legal_cells(self.table, player, clover):
                yield source, clover, cell

    def _laying(self, player: Player) -> Way | None:
        """Add a clover near to where it usually lies, or bring one nearer."""
        garden, ways = self.table.garden(player), list(self._ways(player))
        adding = [way for way in ways if garden[way[2]] == EMPTY]
        nearer = [
            way for way in ways if garden[way[2]] and self._off(way[1], way[2]) < self._off(garden[way[2]], way[2])
        ]
        adds = bool(adding) and (not nearer or self.chance.random() < 0.8)
        return min(adding if adds else nearer, key=self._badness, default=None)

    def _badness(self, way: Way) -> float:
        return self._off(way[1], way[2]) + self.chance.random() * NOISE

    def _off(self, clover: int, cell: Cell) -> float:
        board = self.table.rules.board
        column, row = board.place(cell)
        return abs(clover - 1 - (column + row) * (self.table.rules.top - 1) / max(1, 2 * board.side - 2))

    def _closest(self, player: Player) -> Way | None:
        """Exchange for a clover from the middle, which takes none from the pile, changing as little as can be."""
        garden = self.table.garden(player)
        ways = [way for way in self._ways(player) if way[0] == "middle" and garden[way[2]]]
        return min(ways, key=lambda way: abs(way[1] - garden[way[2]]), default=None)
