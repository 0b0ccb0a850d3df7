"""What the fast engine knows of a game: packed gardens, and the middle as it is written."""

from typing import Literal

from models.lucky_numbers import events
from models.lucky_numbers.bitboards import COMPACT, layout_of
from models.lucky_numbers.editions import rules_of
from models.lucky_numbers.kernel import was_last
from models.lucky_numbers.series import GameSeries
from models.lucky_numbers.undecoded import LineReader
from models.reading import Reading
from models.recorded_facts import FactsTold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.known_breach import KnownBreach
    from models.lucky_numbers.moves import Player
    from models.lucky_numbers.table import Table

MANY = 10**9

# What plain turns change of a table: gardens, hidden clovers, pile, middle, whose the last and the first turn was,
# whether a clover was drawn, and the number of turns.
Position = tuple[tuple[int, ...], tuple[int, ...], int, bytes, int | None, int | None, bool, int]


def same_numbers(told: bytes, heap: bytes, comma: bytes) -> bool:
    """Tell whether two texts hold the same numbers in any order: most begin alike or differ in the sum of bytes."""
    if told == heap:
        return True
    alike = heap.rfind(comma, 0, -6)
    if alike > 0 and told.startswith(heap[: alike + 1]):
        told, heap = told[alike:], heap[alike:]
    return sum(told) == sum(heap) and sorted(told.split(comma)) == sorted(heap.split(comma))


def without_copy(middle: bytes, takes: bytes, comma: bytes, shown: bytes, at: int) -> bytes:
    """Take a number out of a middle: the copy which a text lacks that shows the middle from a place on."""
    copy, number = middle.find(takes), takes[len(comma) :]
    while shown.startswith(number, at + copy):
        more = middle.find(takes, copy + 1)
        if more < 0:
            break
        copy = more
    return middle[:copy] + middle[copy + len(takes) - len(comma) :]


class EngineState:
    """Where a game of a log stands.

    Gardens are packed (see `bitboards`). The middle is kept as text, in the order the program shows it and with a comma
    around each number: `,3,15,`, or `,`. `to_move` is 0 where anything else than a plain turn is due.
    """

    # What most games never change: a class holds it, for an object of more than 30 fields is slow.
    style = COMPACT
    turns = to_move = 0
    playing = drawn = played_on = closed = stopped = settled = False
    first: int | None = None
    last: int | None = None
    ended: tuple[Literal["full", "pile"], tuple[int, ...], "frozenset[Player]"] | None = None
    conceded: "frozenset[Player]" = frozenset()
    again_after = -1  # the number of turns made when another turn was earned last
    standing: "Table | None" = None  # the table, if it was adopted and nothing was made since
    refused = False  # whether the line that `take` has just given back was read, and breaks a clause
    told, alike = b"", 0  # see `shown`
    known: "list[KnownBreach] | None" = None  # where events are noted of which is known what they break
    given = b"", 0  # the line that `take` gave back, and how many were left behind it
    silent = only_pile = 0  # of the undecoded turns made now, those that showed nothing and only the pile

    def __init__(self, header: events.GameEvent, reading: Reading, series: GameSeries) -> None:
        rules = self.rules = rules_of(header, reading)
        self.series = series
        series.opens(rules, header, self._settle)
        players = rules.players
        self.layout = layout_of(rules.board.side, rules.top, players, rules.again)
        self.reader = LineReader(rules, self.layout)
        self.gardens = [0] * (players + 1)
        self.hidden = [0] + [rules.sets] * rules.top
        self.following = self.layout.following
        self.pile = rules.clovers
        self.middle = COMPACT.comma
        self.placed = [MANY] + [0] * players
        self.facts_told = FactsTold(events.HANGING if series.key is None else events.HANGING_IN_TOURNAMENT)
        self.counted = rules.changes.first_counts(rules)

    @property
    def again(self) -> bool:
        """Whether the last turn earned another one."""
        return self.turns == self.again_after

    def moment(self) -> "EngineState":
        """Give a copy, to be looked at, which plain turns leave as it is but for gardens and hidden clovers."""
        copied = EngineState.__new__(EngineState)
        copied.__dict__ = self.__dict__.copy()
        return copied

    def position(self) -> "Position":
        """Give all that plain turns change of a table."""
        gardens, hidden = tuple(self.gardens), tuple(self.hidden)
        return gardens, hidden, self.pile, self.middle, self.last, self.first, self.drawn, self.turns

    def at(self, position: "Position") -> "EngineState":
        """Give a copy, to be looked at, that stands at a position of the same game."""
        copied = self.moment()
        gardens, hidden, pile, middle, last, first, drawn, turns = position
        copied.gardens, copied.hidden, copied.pile, copied.middle = [*gardens], [*hidden], pile, middle
        copied.last, copied.first, copied.drawn, copied.turns = last, first, drawn, turns
        return copied

    def numbers(self) -> list[bytes]:
        """Give the numbers in the middle as they stand in a log, in the order they were shown."""
        comma = self.style.comma
        inside = self.middle[len(comma) : -len(comma)]
        return inside.split(comma) if inside else []

    def lay(self, numbers: list[bytes]) -> None:
        """Set what lies in the middle."""
        comma = self.style.comma
        self.middle = b"".join((comma, *(number + comma for number in numbers)))

    def told_by(self, turns: int, *, shows: bool) -> None:
        """Take note of what undecoded turns told of pile and middle."""
        if shows and turns > self.silent + self.only_pile:
            self.facts_told.tell(events.TurnEvent, "pile", "middle")
        else:
            self.facts_told.tell(events.TurnEvent, *(["pile"] if self.only_pile else []))

    def shown(self, tail: bytes, left: int, heap: bytes) -> bytes | None:
        """Give the middle in the order a line shows it; nothing if that is not the pile and middle it must show.

        None means that the line shows them in an unusual way. In `told` stands the middle as it is shown where nothing
        else is wrong about it than its numbers, in `alike` where the last number stands in it, if all others are right.
        """
        _, _, middle, comma, shows = self.style
        self.told = b""
        count, mark, shown = tail.partition(middle)
        if mark and count == b"%d" % left and shown[-2:] == b"]}" and shows:
            told = comma + shown[:-2] + comma if len(shown) > 2 else comma
            if told == heap:
                return told
            last = heap.rfind(comma, 0, -len(comma)) + len(comma)
            alike = last if told.startswith(heap[:last]) else 0
            if not alike and len(told) == len(heap) and same_numbers(told, heap, comma):
                return told
            self.told, self.alike = told, alike
            return b""
        if not shows:
            return None if tail else heap
        if tail in (b"null}", b"null%bnull}" % middle[:-1]):
            self.silent += 1
            return heap
        if not mark:
            if tail != b"%d}" % left:
                return None
            self.only_pile += 1
            return heap
        return b"" if count.isdigit() and shown[-2:] == b"]}" else None

    # states LN401 as engine, tied by
    # tests/test_small_boards.py::test_engine_clauses_and_slow_judge_agree_on_every_turn_of_a_tiny_game
    def end_by(self, player: int) -> None:
        """End play if it does with the turn that a player has made."""
        if self.ended is None:
            full = self.gardens[player] >= self.layout.full
            if full or was_last(self.drawn, self.pile):
                empty = tuple(map(self.layout.empty_cells, self.gardens[1:]))
                self.ended, self.to_move = ("full" if full else "pile", empty, self.conceded), 0

    def may_begin(self) -> bool:
        """Tell whether anybody may take the first turn."""
        nobody_yet = self.first is None and self.last is None and self.series.key is None
        return nobody_yet and not (self.conceded or self.closed or self.stopped or self.ended)

    def _settle(self) -> None:
        """Note the game in its series, without a result if it has none yet."""
        if not self.settled and self.series.key is not None:
            self._played(None)

    def _played(self, points: tuple[int, ...] | None) -> None:
        from models.lucky_numbers.moves import Player
        from models.lucky_numbers.table import Played

        first = None if self.first is None else Player(self.first)
        self.standing = None
        self.series.games = (*self.series.games, Played(first, points))
        self.settled = True
