"""The steps of a log as its game makes them, noted while the log is judged."""

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from models.clause import AnyStep, Clause
from models.game import Game, GameEngine, GameSeries
from models.known_breach import KnownBreach
from models.parameters import StepT
from models.reading import Malformed


class SeenStep(Struct, frozen=True, gc=False):
    """An event of a log and its step, and whether it was refused; no step where a refused event means nothing."""

    event: object
    step: AnyStep | None
    refused: bool


class Everything:
    """What covers every clause: the engines here decide for themselves when clauses are asked."""

    def __contains__(self, id: object) -> bool:
        return True


class FollowingEngine:
    """An engine that follows another one."""

    covers = Everything()
    known: list[KnownBreach] | None = None

    def __init__(self, play: GameEngine) -> None:
        self.play, self.facts_told = play, play.facts_told

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


class RecordingEngine(FollowingEngine):
    """An engine that notes each step."""

    def __init__(self, play: GameEngine, game: Game, seen: list[SeenStep]) -> None:
        super().__init__(play)
        self.game, self.seen = game, seen
        self.fast = not game.uncovered(play.covers)
        self.made: tuple[object, AnyStep] | None = None

    def make(self, event: object) -> bool:
        """Make the move of an event if it keeps every clause."""
        self.made = None  # lines that are alike may have one event
        if isinstance(event, self.game.header | self.game.refused):
            return False
        try:
            step = self._noted(event)
        except Malformed:
            return False
        self.made = (event, step)
        if not self.fast or not self.play.make(event):
            return False
        if self.game.stand is not None:
            self.game.stand(self.play, step.after)
        return True

    def step(self, event: object) -> AnyStep:
        """Give what the event does. Raises Malformed."""
        if self.made is not None and self.made[0] is event:
            return self.made[1]
        return self._noted(event)

    def _noted(self, event: object) -> AnyStep:
        step: AnyStep = self.play.step(event)
        self.seen.append(SeenStep(event, step, False))
        return step

    def trial(self, event: object) -> tuple[AnyStep, str] | None:
        """Give the step a refused event asked for."""
        found = self.play.trial(event)
        self.seen.append(SeenStep(event, None if found is None else found[0], True))
        return found


def with_effects(step: StepT, wrong: Sequence[Clause[StepT]]) -> StepT:
    """Give a step as it follows by mistaken clauses; the same one where it follows so already."""
    for clause in wrong:
        if isinstance(step.move, clause.moves):
            step = clause.effect(step)
    return step


class NotedSeries:
    """The games of a log, and behind which steps one of them was lost."""

    def __init__(self, series: GameSeries, seen: Sequence[SeenStep], lost: list[int]) -> None:
        self.series, self.seen, self.lost = series, seen, lost

    def lose(self) -> None:
        """Note that a game could not be read to its end."""
        self.lost.append(len(self.seen))
        self.series.lose()


class Recorder:
    """A game whose engines note the steps of a log; one log after another."""

    def __init__(self, game: Game) -> None:
        self.seen, self.lost = list[SeenStep](), list[int]()
        self.game = replace(
            game,
            engine=lambda header, reading, noted: RecordingEngine(
                game.engine(header, reading, noted.series), game, self.seen
            ),
            series=lambda: NotedSeries(game.series(), self.seen, self.lost),
        )

    def begin(self) -> tuple[list[SeenStep], list[int]]:
        """Give the list of the steps that are noted from now on, and of the places at which games are lost."""
        self.seen, self.lost = [], []
        return self.seen, self.lost


@cache
def recorder_of(game: Game) -> Recorder:
    """Give the recorder of a game: what is known of its clauses need not be asked anew for each log."""
    return Recorder(game)
