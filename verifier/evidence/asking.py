"""Coverage by asking: clauses that the counter of a game does not know are asked about each step."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from models.clause import Clause, ClauseId
from models.game import Game, GameEngine
from models.reading import Malformed, Reading


class CoverageByAsking:
    """The games of one file, followed step by step; one begins with its header."""

    def __init__(self, game: Game, reading: Reading, ids: Sequence[ClauseId]) -> None:
        self.game, self.reading = game, reading
        self.clauses: list[Clause] = [clause for clause in game.clauses() if clause.id in ids]
        self.series, self.engine = game.series(), None
        self.counts = Counter[ClauseId]()

    engine: GameEngine | None

    def see(self, events: Iterable[object]) -> None:
        """Take the next events."""
        for event in events:
            try:
                self._event(event)
            except Malformed:
                self.engine = None
                self.series.lose()

    def _event(self, event: object) -> None:
        if isinstance(event, self.game.header):
            self.engine = None
            self.engine = self.game.engine(event, self.reading, self.series)
        if self.engine is None or isinstance(event, self.game.refused):
            return
        step = self.engine.step(event)
        self.counts.update(clause.id for clause in self.clauses if clause.exercised(step))
        self.engine.adopt(step)

    def close(self) -> Mapping[ClauseId, int]:
        """Give the counts of the game that ends here."""
        counts, self.counts, self.engine = self.counts, Counter(), None
        return counts
