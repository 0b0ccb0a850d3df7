"""The games of one file, as far as a tournament needs them."""

from collections.abc import Callable

from models.lucky_numbers import events
from models.lucky_numbers.editions import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.lucky_numbers.table import Played

MOST_GAMES = 1000


class GameSeries:
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
        """Note that a game begins, of the same tournament or of another one; `settle` notes the result of one of it."""
        self.settle()
        key = None if header.tournament is None else (header.tournament.id, rules.players)
        self.settle = _nothing if key is None else settle
        if key is None or key != self.key:
            self.games, self.incomplete = (), False
        self.incomplete, self.lost = self.incomplete or self.lost, False
        self.key = key
        if len(self.games) > MOST_GAMES:
            self.games = self.games[-MOST_GAMES:]


def _nothing() -> None:
    """Do nothing."""
