"""What `solve --analyze` and `replay --analyze` have in common: the seconds that decisions and games get."""

import time
from dataclasses import dataclass

from cli.seconds import LONGEST_TIME, seconds_option

PER_DECISION, A_DECISION, MOMENT = 3.0, 2_000, 1.0  # seconds for a proof, games to play out, seconds for that
A_GAME = 45.0  # seconds for all its decisions, where neither they nor all games were given a time

TOTAL = seconds_option(
    None,
    "--total",
    least=0,
    most=LONGEST_TIME,
    help="With --analyze: stop after so long altogether (0: when it is done).",
)


@dataclass(frozen=True, slots=True)
class AnalysisTime:
    """The seconds for each decision, for each game and for all games; None: any number."""

    decision: float | None
    game: float | None
    total: float | None


def analysis_time(each: float | None, total: float | None) -> AnalysisTime:
    """Read what a user says of decisions and of all games (None: nothing, 0: any number of seconds)."""
    a_game = A_GAME if each is None and total is None else None
    return AnalysisTime(PER_DECISION if each is None else each or None, a_game, total or None)


class GameClock:
    """Gives each game its seconds: those of a game, or its part of what is left for all."""

    def __init__(self, given: AnalysisTime, games: int) -> None:
        self.given, self.games = given, games
        self.end = None if given.total is None else time.monotonic() + given.total

    def next(self) -> float | None:
        """Give the seconds for the next game."""
        self.games -= 1
        return self.given.game if self.end is None else (self.end - time.monotonic()) / (self.games + 1)
