"""What the fast engine knows of a game: packed gardens, and the middle as it is written."""

from typing import Literal

from models.lucky_numbers import events
from models.lucky_numbers.bitboards import COMPACT, layout_of
from models.lucky_numbers.editions import rules_of
from models.lucky_numbers.series import GameSeries
from models.lucky_numbers.undecoded import LineReader
from models.reading import Reading
from models.recorded_facts import FactsTold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.lucky_numbers.moves import Player

MANY = 10**9


class EngineState:
    """Where a game of a log stands.

    Gardens are packed (see `bitboards`). The middle is kept as text, in the order the program shows it and with a comma
    around each number: `,3,15,`, or `,`. `to_move` is 0 where anything else than a plain turn is due.
    """

    def __init__(self, header: events.GameEvent, reading: Reading, series: GameSeries) -> None:
        rules = self.rules = rules_of(header, reading)
        self.series = series
        series.opens(rules, header, self._settle)
        players = rules.players
        self.layout = layout_of(rules.board.side, rules.top, players, rules.again)
        self.reader = LineReader(rules, self.layout)
        self.gardens = [0] * (players + 1)
        self.hidden = [0] + [rules.sets] * rules.top
        self.following: tuple[int, ...] = (0, *range(2, players + 1), 1)
        self.turns = self.to_move = 0
        self.style = COMPACT
        self.pile = rules.clovers
        self.middle = COMPACT.comma
        self.placed = [MANY] + [0] * players
        self.playing = self.drawn = False
        self.played_on = self.closed = self.stopped = self.settled = False
        self.first: int | None = None
        self.last: int | None = None
        self.refused = False  # whether the line that `take` has just given back was read, and breaks a clause
        self.again_after = -1  # the number of turns made when another turn was earned last
        self.conceded: frozenset[Player] = frozenset()
        self.facts_told = FactsTold(events.HANGING if series.key is None else events.HANGING_IN_TOURNAMENT)
        self.counted = rules.changes.first_counts(rules)
        self.silent = self.only_pile = 0  # of the undecoded turns made now, those that showed nothing and only the pile
        self.ended: tuple[Literal["full", "pile"], tuple[int, ...], frozenset[Player]] | None = None

    @property
    def again(self) -> bool:
        """Whether the last turn earned another one."""
        return self.turns == self.again_after

    def numbers(self) -> list[bytes]:
        """Give the numbers in the middle as they stand in a log, in the order they were shown."""
        comma = self.style.comma
        inside = self.middle[len(comma) : -len(comma)]
        return inside.split(comma) if inside else []

    def lay(self, numbers: list[bytes]) -> None:
        """Set what lies in the middle."""
        comma = self.style.comma
        self.middle = b"".join((comma, *(number + comma for number in numbers)))

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
