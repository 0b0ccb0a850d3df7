"""A game in which some clauses are mistaken, to judge by: the same clauses and the same judge, no other rules."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from models.clause import AnyStep, Clause
from models.game import Game, GameEngine
from models.parameters import StepT
from models.reading import Malformed, Reading


class SeenStep(Struct, frozen=True):
    """A step that a log shows, and whether it was refused."""

    step: AnyStep
    refused: bool


class Everything:
    """What covers every clause: the engines here decide for themselves when clauses are asked."""

    def __contains__(self, id: object) -> bool:
        return True


class _Followed:
    """An engine that follows another one, and counts the steps that it was asked about."""

    covers = Everything()

    def __init__(self, play: GameEngine) -> None:
        self.play, self.asked, self.facts_told = play, 0, play.facts_told

    @property
    def turns(self) -> int:
        return self.play.turns

    def opening(self, event: object) -> bool:
        """Leave the header to the clauses."""
        return False

    def take(self, lines: Iterator[bytes]) -> bytes | None:
        """Leave each line to be decoded."""
        return next(lines, None)

    def adopt(self, step: AnyStep) -> None:
        """Go on from the table after a step."""
        self.play.adopt(step)

    def finished(self) -> bool:
        """Tell whether a result was recorded."""
        return self.play.finished()

    def table(self) -> object:
        """Give the table as it lies."""
        return self.play.table()


class RecordingEngine(_Followed):
    """An engine that notes each step."""

    def __init__(self, play: GameEngine, game: Game, seen: list[SeenStep]) -> None:
        super().__init__(play)
        self.game, self.seen = game, seen
        self.fast = not game.uncovered(play.covers)
        self.made: tuple[object, AnyStep] | None = None

    def make(self, event: object) -> bool:
        """Make the move of an event if it keeps every clause."""
        if isinstance(event, self.game.header | self.game.refused):
            return False
        try:
            self.made = (event, self._noted(event))
        except Malformed:
            return False
        return self.fast and self.play.make(event)

    def step(self, event: object) -> AnyStep:
        """Give what the event does. Raises Malformed."""
        if self.made is not None and self.made[0] is event:
            return self.made[1]
        return self._noted(event)

    def _noted(self, event: object) -> AnyStep:
        step: AnyStep = self.play.step(event)
        self.seen.append(SeenStep(step, False))
        return step

    def trial(self, event: object) -> tuple[AnyStep, str] | None:
        """Give the step a refused event asked for."""
        found = self.play.trial(event)
        if found is not None:
            self.seen.append(SeenStep(found[0], True))
        return found


class MistakenEngine(_Followed):
    """An engine with the effects of mistaken clauses; no clause is asked about its first steps, so many as `quiet`."""

    def __init__(self, play: GameEngine, game: Game, wrong: Sequence[Clause], quiet: int) -> None:
        super().__init__(play)
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


def with_effects(step: StepT, wrong: Sequence[Clause[StepT]]) -> StepT:
    """Give a step as it follows by mistaken clauses; the same one where it follows so already."""
    for clause in wrong:
        if isinstance(step.move, clause.moves):
            step = clause.effect(step)
    return step


def recorded(game: Game, seen: list[SeenStep]) -> Game:
    """Give the game with an engine that notes each step of a log."""
    return replace(
        game, engine=lambda header, reading, series: RecordingEngine(game.engine(header, reading, series), game, seen)
    )


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
