"""The fast engine: replays the events of a log, move by move.

It allows a move only if every clause does; in all doubt it says no and changes nothing, and the clauses are asked
about the step (`step`, `adopt`). That both agree is what the tests compare event by event.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

import msgspec

from models.game import Reading
from models.lucky_numbers import events
from models.lucky_numbers.editions import SIDE, TOP, Rules, rules_of
from models.lucky_numbers.garden import board

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.lucky_numbers.moves import Player
    from models.lucky_numbers.table import Played, Step, Table

NONE_ABOVE = 10**9
MOST_GAMES = 1000
EXCHANGE, DISCARD, FROM_MIDDLE, SETUP = 1, 2, 4, 8
ACTIONS = {"place": 0, "exchange": EXCHANGE, "discard": DISCARD}
SHOWN = b',"pile":'
PILES = tuple(b'%d,"middle":[' % pile for pile in range(200))
LONGEST_HEAD, MOST_HEADS = 160, 1 << 16

Fetch = Callable[[list[int]], tuple[int, ...]]
Known = tuple[int, int, int, int, int]  # player, what is done, clover, cell, the number said to have lain there
_decode = msgspec.json.Decoder(events.TurnEvent | events.SetupEvent).decode


@cache
def _lines(side: int) -> tuple[tuple[Fetch, ...], tuple[Fetch, ...]]:
    """Give for each cell what fetches the numbers before it and after it; the slot behind the cells is a limit."""
    at, limit = board(side), side * side

    def fetch(cells: tuple[int, ...]) -> Fetch:
        return itemgetter(*cells, *(limit for _ in range(2 - len(cells))))

    return tuple(fetch(cells) for cells in at.before), tuple(fetch(cells) for cells in at.after)


@cache
def _tokens(top: int) -> tuple[bytes, ...]:
    """Give the numbers as they stand in a log."""
    return tuple(b"%d" % number for number in range(top + 1))


@lru_cache(maxsize=8)
def _heads(side: int, top: int, players: int) -> tuple[dict[bytes, Known], dict[bytes, Known]]:
    """Give what is remembered of lines: of those that show no pile, and of the part before it of those that do."""
    return {}, {}


class Series:
    """The games of one file so far, as far as a tournament needs them."""

    def __init__(self) -> None:
        self.key: tuple[str | int, int] | None = None
        self.games: tuple[Played, ...] = ()
        self.settle: Callable[[], None] = _nothing
        self.lost = self.incomplete = False

    def lose(self) -> None:
        """Note that a game could not be read: it may have been one of the tournament."""
        self.lost = True

    def opens(self, rules: Rules, header: events.GameEvent, settle: Callable[[], None]) -> None:
        """Note that a game begins, of the same tournament or of another one."""
        self.settle()
        self.settle = settle
        key = None if header.tournament is None else (header.tournament.id, rules.players)
        if key is None or key != self.key:
            self.games, self.incomplete = (), False
        self.incomplete, self.lost = self.incomplete or self.lost, False
        self.key = key
        if len(self.games) > MOST_GAMES:
            self.games = self.games[-MOST_GAMES:]


class Engine:
    """One game of a log.

    Per player there are two lists of cells, one with 0 and one with a huge number where a cell is empty, so that
    `max` of the cells before and `min` of the cells after a cell tell whether a number fits between them. The middle
    is kept as the texts of its numbers, in the order the program shows them.
    """

    def __init__(self, header: events.GameEvent, reading: Reading, series: Series) -> None:
        rules = self.rules = rules_of(header, reading)
        self.series = series
        series.opens(rules, header, self._settle)
        players, side, top = rules.players, rules.board.side, rules.top
        size = side * side
        self.before, self.after = _lines(side)
        self.tokens = _tokens(top)
        self.lines, self.heads = _heads(side, top, players)
        self.low = [[0] * (size + 1) for _ in range(players + 1)]
        self.high = [[NONE_ABOVE] * (size + 1) for _ in range(players + 1)]
        self.empty = [size] * (players + 1)
        self.hidden = [0] + [rules.sets] * top
        self.pile = rules.clovers
        self.middle: list[bytes] = []
        self.middle_text = b"]}"
        self.placed = [0] * (players + 1)
        self.playing = self.again = self.drawn = False
        self.played_on = self.closed = self.stopped = self.settled = False
        self.first: int | None = None
        self.last: int | None = None
        self.conceded: frozenset[Player] = frozenset()
        self.following = [0, *range(2, players + 1), 1]
        self.to_move = 0  # whose turn it is while play goes on; 0 where anything else than a plain turn is due
        self.ended: tuple[str, tuple[int, ...], frozenset[Player]] | None = None
        self.turns = 0
        self.ways = rules.again
        self.equal_exchange = rules.equal_exchange
        self.handlers: Mapping[type, Callable[[Any], bool]] = {
            events.GameEvent: _never,
            events.SetupEvent: self._turn_or_setup,
            events.StartEvent: self.start,
            events.TurnEvent: self._turn_or_setup,
            events.RefusedEvent: _never,
            events.ConcedeEvent: _never,
            events.EndEvent: self.end,
            events.StopEvent: self.stop,
            events.TournamentEvent: _never,
        }

    def opening(self, event: events.GameEvent) -> bool:
        """Declare the printed game."""
        rules = self.rules
        printed = rules.board.side == SIDE and rules.top == TOP and rules.sets == rules.players
        return printed and not rules.again and self.series.key is None

    def start(self, event: events.StartEvent) -> bool:
        """Begin to play."""
        rules, first = self.rules, event.first
        if self.playing or self.stopped or self.conceded or event.middle:
            return False
        if event.pile is not None and event.pile != rules.dealt:
            return False
        if first is not None and (not 0 < first <= rules.players or self.series.key is not None):
            return False
        if any(placed != rules.board.side for placed in self.placed[1:]):
            return False
        self.playing = True
        self.first = first
        self.to_move = first or 0
        return True

    def take(self, line: bytes, event: events.TurnEvent | events.SetupEvent | None = None) -> bool:
        """Make the turn (or set-up) of a line of a log, given undecoded or as its event, if it keeps every clause.

        The hot path of every log. A line is cut where it shows the pile: what stands before is remembered with its
        meaning, so that it need not be decoded again, and what stands behind is compared with the text that must
        stand there. Nothing is changed before all is checked, but for the middle, which is put back.
        """
        if event is None:
            head, shown, tail = line.partition(SHOWN)
            known = (self.heads if shown else self.lines).get(head)
            if known is None:
                known = self._learn(head, bool(shown))
        else:
            shown = tail = b""
            known = self._meaning(event)
        if known is None:
            return False
        player, what, number, cell, out = known
        if player != self.to_move:
            return self._other(known, line, event)
        middle, pile, taken, old = self.middle, self.pile, -1, 0
        if what < FROM_MIDDLE:
            if not pile or not self.hidden[number]:
                return False
            pile -= 1
        else:
            token = self.tokens[number]
            if what >= SETUP or token not in middle:
                return False
            taken = middle.index(token)
        if what == DISCARD:
            old = number
        else:
            low, high = self.low[player], self.high[player]
            old = low[cell]
            if what & EXCHANGE:
                if not old or (out and out != old) or (old == number and not self.equal_exchange):
                    return False
            elif old or out:
                return False
            if not max(self.before[cell](low)) < number < min(self.after[cell](high)):
                return False
        if old or taken >= 0:
            if taken >= 0:
                del middle[taken]
            if old:
                middle.append(self.tokens[old])
            text = b",".join(middle) + b"]}"
        else:
            text = self.middle_text
        if shown:
            if pile >= len(PILES) or tail != PILES[pile] + text:
                middle = self._reordered(tail, pile)  # type: ignore[assignment]
        elif event is not None:
            middle = self._as_shown(event, pile)  # type: ignore[assignment]
        if middle is not self.middle:
            if middle is None:
                self._put_back(old, taken, number)
                return False
            self.middle, text = middle, b",".join(middle) + b"]}"
        self.middle_text = text
        self.drawn = what < FROM_MIDDLE
        if what < FROM_MIDDLE:
            self.hidden[number] -= 1
            self.pile = pile
        self.turns += 1
        self.last = player
        following = self.following[player]
        if what != DISCARD:
            low[cell] = high[cell] = number
            if not what & EXCHANGE:
                left = self.empty[player] = self.empty[player] - 1
                if not left and self.ended is None:
                    self.ended, following = ("full", tuple(self.empty[1:]), self.conceded), 0
        if self.ways:
            self.again = what != DISCARD and self._earned(player, cell, number)
            if self.again and following:
                following = player
        if not pile and what < FROM_MIDDLE and self.ended is None:
            self.ended, following = ("pile", tuple(self.empty[1:]), self.conceded), 0
        self.to_move = following
        return True

    def _turn_or_setup(self, event: events.TurnEvent | events.SetupEvent) -> bool:
        return self.take(b"", event)

    def _learn(self, head: bytes, cut: bool) -> Known | None:
        """Find out what the part of a line before the shown pile says, and remember it.

        If closing it makes a whole event that shows neither pile nor middle, then the line says just this and what
        stands behind.
        """
        if len(head) > LONGEST_HEAD or not head.startswith((b'{"event":"turn"', b'{"event":"setup"')):
            return None
        try:
            event = _decode(head + b"}" if cut else head)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return None
        if isinstance(event, events.SetupEvent):
            if cut:
                return None
        elif event.pile is not None or event.middle is not None:
            return None
        known, memory = self._meaning(event), self.heads if cut else self.lines
        if known is not None and len(memory) < MOST_HEADS:
            memory[head] = known
        return known

    def _meaning(self, event: events.TurnEvent | events.SetupEvent) -> Known | None:
        """Say briefly what a turn or set-up does, None where the clauses should look at it."""
        player, number = event.player, event.clover
        if player is None or number is None or not (0 < player <= self.rules.players and 0 < number <= self.rules.top):
            return None
        if isinstance(event, events.SetupEvent):
            cell = None if event.cell is None else self.rules.board.cells.get(event.cell)
            return None if cell is None else (player, SETUP, number, cell, 0)
        if (
            event.action is None
            or event.source is None
            or not 0 <= (event.out or 0) <= self.rules.top
            or event.out == 0
        ):
            return None
        what = ACTIONS[event.action] + (FROM_MIDDLE if event.source == "middle" else 0)
        if what & DISCARD:
            return (player, what, number, 0, 0) if what == DISCARD else None
        cell = None if event.cell is None else self.rules.board.cells.get(event.cell)
        return None if cell is None else (player, what, number, cell, event.out or 0)

    def _reordered(self, tail: bytes, pile: int) -> list[bytes] | None:
        """Give the middle in the order a line shows it; None unless it shows just the pile and middle it must."""
        count, mark, heap = tail.partition(b',"middle":[')
        if not mark:
            return self.middle if tail == b"%d}" % pile else None
        if count != b"%d" % pile or heap[-2:] != b"]}":
            return None
        shown = heap[:-2].split(b",") if len(heap) > 2 else []
        return shown if sorted(shown) == sorted(self.middle) else None

    def _as_shown(self, event: events.TurnEvent | events.SetupEvent, pile: int) -> list[bytes] | None:
        """Give the middle in the order an event shows it; None unless it shows the pile and middle it must."""
        if not isinstance(event, events.TurnEvent) or (event.pile is not None and event.pile != pile):
            return None
        if event.middle is None:
            return self.middle
        shown = [b"%d" % number for number in event.middle]
        if shown == self.middle:
            return self.middle
        return shown if sorted(shown) == sorted(self.middle) else None

    def _put_back(self, old: int, taken: int, number: int) -> None:
        if old:
            self.middle.pop()
        if taken >= 0:
            self.middle.insert(taken, self.tokens[number])

    def _other(self, known: Known, line: bytes, event: events.TurnEvent | events.SetupEvent | None) -> bool:
        """Place a set-up clover, or take the first turn where nobody was named to start."""
        player, what, number, cell, _ = known
        if what == SETUP:
            return self._setup(player, number, cell)
        if self.to_move or not self.playing or self.first is not None or self.last is not None or self.conceded:
            return False
        if self.series.key is not None or self.ended is not None or self.stopped:
            return False
        self.to_move = player
        if self.take(line, event):
            self.first = player
            return True
        self.to_move = 0
        return False

    def _setup(self, player: int, number: int, cell: int) -> bool:
        placed, side = self.placed, self.rules.board.side
        if not self.hidden[number] or self.playing or self.stopped:
            return False
        if cell % (side + 1) or self.low[player][cell] or placed[player] >= side:
            return False
        if self.rules.one_by_one and placed[player] > min(placed[1:]):
            return False
        placed[player] += 1
        self.hidden[number] -= 1
        self.pile -= 1
        self.low[player][cell] = self.high[player][cell] = number
        self.empty[player] -= 1
        return True

    def _earned(self, player: int, cell: int, number: int) -> bool:
        side, low = self.rules.board.side, self.low[player]
        column, row = cell % side, cell // side
        return any(
            0 <= column + right < side and 0 <= row + down < side and low[cell + right + down * side] == number
            for right, down in self.ways
        )

    def end(self, event: events.EndEvent) -> bool:
        """Name the result."""
        if self.ended is None or self.closed or self.stopped or self.conceded:
            return False
        by, empty, _ = self.ended
        least = 0 if by == "full" else min(empty)
        winners = [player for player, count in enumerate(empty, 1) if count == least]
        if event.winners is not None and sorted(event.winners) != winners:
            return False
        if event.empty is not None and tuple(event.empty) != empty:
            return False
        points = [2 if player in winners else -count for player, count in enumerate(empty, 1)]
        if event.points is not None and event.points != points:
            return False
        self.closed = True
        if self.series.key is not None:
            self._played(tuple(points))
        return True

    def stop(self, event: events.StopEvent) -> bool:
        """Break off."""
        if self.stopped:
            return False
        if self.closed:
            return True
        self.stopped = True
        self.to_move = 0
        self._settle()
        return True

    def _settle(self) -> None:
        """Note the game in its series, without a result if it has none yet."""
        if not self.settled and self.series.key is not None:
            self._played(None)

    def _played(self, points: tuple[int, ...] | None) -> None:
        from models.lucky_numbers.moves import Player
        from models.lucky_numbers.table import Played

        first = None if self.first is None else Player(self.first)
        self.series.games = (*self.series.games, Played(first, points))
        self.settled = True

    def finished(self) -> bool:
        """Tell whether a result was named."""
        return self.closed

    def table(self) -> "Table":
        """Give the table as it lies, as clauses read it."""
        from models.lucky_numbers.snapshot import table_of

        return table_of(self)

    def step(self, event: Any) -> "Step":
        """Give what the event does, allowed or not, as a step that clauses judge. Raises Malformed."""
        from models.lucky_numbers.snapshot import step_from

        return step_from(self, event)

    def trial(self, event: Any) -> "tuple[Step, str] | None":
        """Give the step a refused event asked for and what it asked for, None where that cannot be told."""
        from models.lucky_numbers.snapshot import trial_from

        return trial_from(self, event)

    def adopt(self, step: "Step") -> None:
        """Go on from the table after a step."""
        from models.lucky_numbers.snapshot import load

        load(self, step)


def _never(event: Any) -> bool:
    """Leave an event to the clauses."""
    return False


def _nothing() -> None:
    """Do nothing: no game has begun."""
