"""A game in which some clauses are mistaken, to play and to judge by."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from models.clause import AnyStep, Clause
from models.game import Game, GameEngine
from models.reading import Malformed, Reading
from verifier.diagnose.seen_steps import FollowingEngine, with_effects


class MistakenEngine(FollowingEngine):
    """An engine with the effects of mistaken clauses; no clause is asked about its first steps, so many as `quiet`."""

    def __init__(self, play: GameEngine, game: Game, wrong: Sequence[Clause], quiet: int) -> None:
        super().__init__(play)
        self.asked = 0
        self.game, self.wrong, self.quiet = game, wrong, quiet
        self.fast = not game.uncovered(play.covers)

    def make(self, event: object) -> bool:
        """Make the move of an event about which no clause is to be asked."""
        if self.asked >= self.quiet or isinstance(event, self.game.header):
            return False
        if isinstance(event, self.game.refused):
            self.asked += self.play.trial(event) is not None
            return True
        if self.fast and self.play.make(event):
            self.asked += 1
            return True
        try:
            self.play.adopt(self.step(event))
        except Malformed:
            return False
        return True

    def step(self, event: object) -> AnyStep:
        """Give what the event does to the table of a program with the mistakes. Raises Malformed."""
        step: AnyStep = self.play.step(event)
        self.asked += 1
        found: AnyStep = with_effects(step, self.wrong)
        return found

    def trial(self, event: object) -> tuple[AnyStep, str] | None:
        """Give the step a refused event asked for."""
        found = self.play.trial(event)
        if found is None:
            return None
        self.asked += 1
        return with_effects(found[0], self.wrong), found[1]


class MistakenGame:
    """A game with some clauses, by their places, in the place of its own; `engine` is the one that judges last."""

    engine: MistakenEngine | None = None

    def __init__(self, game: Game, changed: Mapping[int, Clause], quiet: int = 0) -> None:
        wrong = tuple(changed.values())
        clauses = tuple(changed.get(place, clause) for place, clause in enumerate(game.clauses()))
        self.rest = quiet

        def opened(header: object, reading: Reading, series: object) -> MistakenEngine:
            if self.engine is not None:
                self.rest = max(0, self.rest - self.engine.asked)
                self.before += self.engine.asked
            self.engine = MistakenEngine(game.engine(header, reading, series), game, wrong, self.rest)
            return self.engine

        self.before = 0
        self.game = replace(game, clauses=lambda: clauses, engine=opened)

    @property
    def asked(self) -> int:
        """How many steps were asked about."""
        return self.before + (self.engine.asked if self.engine is not None else 0)
