"""A recorded game gone through within a time."""

import math
import time
from collections.abc import Callable, Iterator, Sequence

from models.game import Game
from models.position import Objective
from verifier.analyze import Analysed, analyse
from verifier.move_estimates import guess_of
from verifier.move_values import Watch, outlook_of
from verifier.solve.estimate import PlayWish
from verifier.solve.solver import SearchLimits
from verifier.turns_of_log import Recorded


def analyse_within(
    total: float | None,
    game: Game,
    turns: Sequence[Recorded],
    limits: SearchLimits,
    wish: PlayWish,
    watch: Watch,
    stopped: Callable[[], bool],
    objective: Objective = "win",
) -> Iterator[Analysed]:
    """Go through a game in about so many seconds from now on; None: any number.

    `limits` and `wish` are for each decision. Up to half of the time is kept for estimates, and none of them gets more
    than its part of what is left, so that every decision can be told something.
    """
    if total is None:
        look = outlook_of(game, limits, None, watch, wish.jobs)
        return analyse(turns, look, objective, guess_of(game, wish, stopped), stopped)
    decisions, end = max(1, sum(len(turn.choices) for turn in turns)), time.monotonic() + total

    def left() -> float:
        return (end - time.monotonic()) / decisions

    guess = guess_of(game, wish, stopped, left)
    kept = 0.0 if guess is None else min(total / 2, decisions * (wish.seconds or math.inf))
    return analyse(turns, outlook_of(game, limits, total - kept, watch, wish.jobs), objective, guess, stopped)
