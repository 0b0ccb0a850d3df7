"""A recorded game gone through within a time."""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

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

    `limits` and `wish` are for each decision. Up to half of the time is kept for estimates, an equal part for each
    decision, so that all can be told something when the time for proofs is over.
    """
    if total is not None and total <= 0:
        return analyse(turns, outlook_of(game, limits, 0.0, watch), objective)
    proving = total
    if total is not None and game.positions().policies:
        decisions = max(1, sum(len(turn.choices) for turn in turns))
        moment = total / 2 / decisions
        if wish.seconds is not None:
            moment = min(moment, wish.seconds)
            wish = replace(wish, seconds=moment)
        proving = total - moment * decisions
    solve, guess = outlook_of(game, limits, proving, watch), guess_of(game, wish, stopped)
    return analyse(turns, solve, objective, guess)
