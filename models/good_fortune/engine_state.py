"""What the fast engine knows of a game: sets of tiles as numbers whose bits are their members."""

from collections.abc import Iterable

from models.good_fortune import events
from models.good_fortune.editions import rules_of
from models.reading import Reading
from models.recorded_facts import FactsTold


class EngineState:
    """Where a game of a log stands; what is counted by player has player 1 at 1."""

    def __init__(self, header: events.GameEvent, reading: Reading) -> None:
        rules = self.rules = rules_of(header, reading)
        self.masks = rules.tiles.masks if rules.tiles.faces else ((0, 0),) * (rules.top + 1)
        self.hands, self.won, self.unsure, self.laid = [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]
        self.line: tuple[int, ...] = ()
        self.line_then: tuple[int, ...] = ()  # when play ended, as what was won by then
        self.won_then, self.unsure_then = self.won, self.unsure
        self.holder: int | None = None
        self.small = True
        self.last: int | None = None
        self.turns = 0
        self.dealt = self.ended = self.played_on = self.closed = self.stopped = False
        self.counted = rules.changes.first_counts(rules)
        self.conceded: frozenset[int] = frozenset()
        simple = events.HANGING_IN_SIMPLE_LAYING if rules.simple else events.HANGING
        self.facts_told = FactsTold(events.HANGING_IN_GUESSING if rules.guessing else simple)


def tile_bits(tiles: Iterable[int | None]) -> int:
    """Give a set of tiles, all of them known, as a number."""
    found = 0
    for tile in tiles:
        found |= 1 << tile  # type: ignore[operator]
    return found
