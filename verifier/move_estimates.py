"""Estimates of the decisions of a recorded game."""

import math
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from models.game import Game
from models.position import Problem
from models.reading import Malformed
from verifier.analyze import Bounds, Guess, Guessed, Interval, Outlook
from verifier.solve.estimate import MoveComparison, MoveEstimate, PlayWish, Z

STANDARD_ERRORS = 3.0  # from zero: then a loss is more than chance


class DecisionEstimates:
    """See `verifier.analyze.Guess`."""

    def __init__(self, game: Game, wish: PlayWish, stopped: Callable[[], bool], left: Callable[[], float]) -> None:
        """Take a game that has playouts, how to play each decision out, and what tells the seconds left for one."""
        self.positions, self.wish, self.stopped, self.left = game.positions(), wish, stopped, left

    def unproven(self, problem: Problem) -> Outlook:
        """Give what is known of a problem without looking at it."""
        span = Bounds(*self.positions.span(problem))
        return Outlook(span, dict.fromkeys(problem.start.moves(), span))

    def __call__(self, problem: Problem, move: str, bounds: Mapping[str, Bounds]) -> Guessed | None:
        """Estimate the move that was made, the best one, and that of the policy."""
        left = self.left()
        if self.stopped() or left <= 0:
            return None
        seconds = min(math.inf if self.wish.seconds is None else self.wish.seconds, left)
        wish = replace(self.wish, seconds=None if seconds == math.inf else seconds)
        try:
            comparison = MoveComparison(lambda: self.positions.playouts(problem), wish, self.stopped)
        except Malformed:
            return None
        try:
            return _guessed(comparison, problem, move, bounds)
        finally:
            comparison.close()


def _guessed(comparison: MoveComparison, problem: Problem, move: str, bounds: Mapping[str, Bounds]) -> Guessed:
    usual = comparison.first.choose(problem.start, comparison.policy)
    found = comparison.moves(problem.start, bounds, {move, usual})
    best, made = found.best, found.of(move)
    if best.worth.mean <= made.worth.mean:
        best = made
    nothing = Interval(0.0, 0.0, 0.0)
    chosen = found.of(usual)
    changed = nothing if usual == move else _lead(comparison, made, chosen)
    lost, surely = nothing, nothing
    if best.move != move:
        lost, surely = (_lead(comparison, best, made, z) for z in (Z, STANDARD_ERRORS))
        most = Bounds(0 * bounds[move].low, max(each.high for each in bounds.values()) - bounds[move].low)
        lost = lost.within(most)
    return Guessed(chosen.worth, made.worth, changed, best.move, lost, surely.low > 0, found.games)


def _lead(comparison: MoveComparison, one: MoveEstimate, other: MoveEstimate, z: float = Z) -> Interval:
    """Give by how much one move is better than another one: on the same draws, or as far as they are known."""
    if one.games and other.games:
        return comparison.lead(one.move, other.move, z)
    return Interval(
        one.worth.mean - other.worth.mean, one.worth.low - other.worth.high, one.worth.high - other.worth.low
    )


def guess_of(
    game: Game,
    wish: PlayWish,
    stopped: Callable[[], bool] = lambda: False,
    left: Callable[[], float] = lambda: math.inf,
) -> Guess | None:
    """Give what estimates decisions of a game while there is time; None where the game has no playouts."""
    return DecisionEstimates(game, wish, stopped, left) if game.positions().policies else None
