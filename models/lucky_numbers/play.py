"""The fast engine: replays the events of a log, move by move.

It allows a move only if every clause does; in all doubt it says no and changes nothing, and the clauses are asked
about the step (`step`, `adopt`). `advance` must agree with them, which the tests compare event by event.
"""

from collections.abc import Callable, Mapping
from functools import cache
from operator import itemgetter
from typing import Any

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
Fetch = Callable[[list[int]], tuple[int, ...]]


@cache
def _lines(side: int) -> tuple[tuple[Fetch, ...], tuple[Fetch, ...]]:
    """Give for each cell what fetches the numbers before it and after it; a last slot holds the limit."""
    at, limit = board(side), side * side
    return (
        tuple(itemgetter(*cells, limit, limit) for cells in at.before),
        tuple(itemgetter(*cells, limit, limit) for cells in at.after),
    )


class Series:
    """The games of one file so far, as far as a tournament needs them."""

    def __init__(self) -> None:
        self.key: tuple[str | int, int] | None = None
        self.games: tuple[Played, ...] = ()
        self.settle: Callable[[], None] = lambda: None

    def opens(self, rules: Rules, header: events.GameEvent, settle: Callable[[], None]) -> None:
        """Note that a game begins, of the same tournament or of another one."""
        self.settle()
        self.settle = settle
        key = None if header.tournament is None else (header.tournament.id, rules.players)
        if key is None or key != self.key:
            self.games = ()
        self.key = key
        if len(self.games) > MOST_GAMES:
            self.games = self.games[-MOST_GAMES:]


class Engine:
    """One game of a log.

    Per player there are two lists of cells, one with 0 and one with a huge number where a cell is empty, so that
    `max` of the cells before and `min` of the cells after a cell tell whether a number fits between them.
    """

    def __init__(self, header: events.GameEvent, reading: Reading, series: Series) -> None:
        rules = rules_of(header, reading)
        self.rules = rules
        self.series = series
        series.opens(rules, header, self._settle)
        players, size = rules.players, rules.board.side * rules.board.side
        self.cells = rules.board.cells
        self.before, self.after = _lines(rules.board.side)
        self.low: list[list[int]] = [[0] * (size + 1) for _ in range(players + 1)]
        self.high: list[list[int]] = [[NONE_ABOVE] * (size + 1) for _ in range(players + 1)]
        self.empty = [size] * (players + 1)
        self.hidden = dict.fromkeys(range(1, rules.top + 1), rules.sets)
        self.pile = rules.clovers
        self.middle: list[int] = []
        self.placed = [0] * (players + 1)
        self.playing = False
        self.first: int | None = None
        self.last: int | None = None
        self.again = False
        self.drawn = False
        self.conceded: frozenset[Player] = frozenset()
        self.following = [0, *range(2, players + 1), 1]
        self.to_move = 0  # whose turn it is while play goes on; 0 where anything else than a plain turn is due
        self.ended: tuple[str, tuple[int, ...]] | None = None
        self.played_on = False
        self.closed = False
        self.stopped = False
        self.settled = False
        self.turns = 0
        self.ways = rules.again
        self.equal_exchange = rules.equal_exchange
        self.handlers: Mapping[type, Callable[[Any], bool]] = {
            events.GameEvent: _never,
            events.SetupEvent: self.setup,
            events.StartEvent: self.start,
            events.TurnEvent: self.turn,
            events.RefusedEvent: _never,
            events.ConcedeEvent: _never,
            events.EndEvent: self.end,
            events.StopEvent: self.stop,
            events.TournamentEvent: _never,
        }

    def advance(self, event: Any) -> bool:
        """Make the event's move if it keeps every clause; otherwise change nothing and say False."""
        if isinstance(event, events.GameEvent):
            return self.opening(event)
        return self.handlers[type(event)](event)

    def opening(self, event: events.GameEvent) -> bool:  # noqa: ARG002 - the rules were read from it already
        """Declare the printed game."""
        rules = self.rules
        return not rules.again and rules.board.side == SIDE and rules.top == TOP and rules.sets == rules.players

    def setup(self, event: events.SetupEvent) -> bool:
        """Place a clover before play."""
        player, clover = event.player, event.clover
        cell = self.cells.get(event.cell)
        if cell is None or not 0 < player < len(self.placed) or not self.hidden.get(clover):
            return False
        placed, side = self.placed, self.rules.board.side
        if self.playing or self.stopped or cell % (side + 1) or self.low[player][cell] or placed[player] >= side:
            return False
        if self.rules.one_by_one and placed[player] > min(placed[1:]):
            return False
        placed[player] += 1
        self.hidden[clover] -= 1
        self.pile -= 1
        self.low[player][cell] = self.high[player][cell] = clover
        self.empty[player] -= 1
        return True

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

    def turn(self, event: events.TurnEvent) -> bool:
        """Take a turn. The hot path of every log: one function, and nothing is changed before all is checked."""
        player = event.player
        if player is None or player != self.to_move:
            return self._first_turn(event)
        number, middle, taken = event.clover, self.middle, -1
        pile = self.pile
        from_pile = event.source == "pile"
        if from_pile:
            if not self.hidden.get(number) or not pile:  # type: ignore[arg-type]
                return False
            pile -= 1
        elif event.source == "middle" and number in middle:
            taken = middle.index(number)
        else:
            return False
        if event.pile != pile and event.pile is not None:
            return False
        action, shown, cell, old = event.action, event.middle, None, 0
        if action == "discard":
            if not from_pile:
                return False
            old = number  # type: ignore[assignment]
        else:
            cell = self.cells.get(event.cell)  # type: ignore[arg-type]
            if cell is None:
                return False
            low, high = self.low[player], self.high[player]
            old = low[cell]
            if action == "place":
                if old or event.out is not None:
                    return False
            elif (
                action != "exchange"
                or not old
                or (event.out != old and event.out is not None)
                or (old == number and not self.equal_exchange)
            ):
                return False
            if not max(self.before[cell](low)) < number < min(self.after[cell](high)):  # type: ignore[operator]
                return False
        if taken >= 0:
            del middle[taken]
        if old:
            middle.append(old)
        if shown is not None and shown != middle:
            if sorted(shown) != sorted(middle):
                if old:
                    middle.pop()
                if taken >= 0:
                    middle.insert(taken, number)  # type: ignore[arg-type]
                return False
            self.middle = shown
        if from_pile:
            self.hidden[number] -= 1  # type: ignore[index]
            self.pile = pile
        self.drawn = from_pile
        self.turns += 1
        self.last = player
        following = self.following[player]
        if cell is not None:
            low[cell] = high[cell] = number  # type: ignore[assignment]
            if action == "place":
                left = self.empty[player] - 1
                self.empty[player] = left
                if not left:
                    self.ended = "full", tuple(self.empty[1:])
                    following = 0
            if self.ways:
                self.again = self._earned(player, cell, number)  # type: ignore[arg-type]
                if self.again and following:
                    following = player
        else:
            self.again = False
        if not pile and from_pile and following:
            self.ended = "pile", tuple(self.empty[1:])
            following = 0
        self.to_move = following
        return True

    def _first_turn(self, event: events.TurnEvent) -> bool:
        """Let whoever takes the first turn be the first player, where nobody was named."""
        player = event.player
        if self.to_move or not self.playing or self.last is not None or self.first is not None:
            return False
        if player is None or not 0 < player <= self.rules.players or self.conceded or self.stopped:
            return False
        if self.series.key is not None or self.ended is not None:
            return False
        self.to_move = player
        if self.turn(event):
            self.first = player
            return True
        self.to_move = 0
        return False

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
        by, empty = self.ended
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

    def stop(self, event: events.StopEvent) -> bool:  # noqa: ARG002 - the reason is only told
        """Break off."""
        if self.closed or self.stopped:
            return False
        self.stopped = True
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


def _never(event: Any) -> bool:  # noqa: ARG001 - all such events go to the clauses
    return False
