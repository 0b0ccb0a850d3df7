"""Estimates of the decisions of a recorded game."""

import math
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from models.game import Game
from models.position import Problem
from models.reading import Malformed
from verifier.analyze import Bounds, Guess, Guessed, Interval, Outlook
from verifier.solve.estimate import MoveComparison, PlayWish, Z

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
        wish = self.wish if self.wish.seconds is None else replace(self.wish, seconds=min(self.wish.seconds, left))
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
    lost, surely = nothing, nothing
    if best.move != move:
        if best.games and made.games:
            lost, surely = (comparison.lead(best.move, move, z) for z in (Z, STANDARD_ERRORS))
        else:
            lost = surely = _apart(best.worth, made.worth)
        most = Bounds(0 * bounds[move].low, max(each.high for each in bounds.values()) - bounds[move].low)
        lost = lost.within(most)
    return Guessed(best.worth, made.worth, found.of(usual).worth.mean, best.move, lost, surely.low > 0, found.games)


def _apart(best: Interval, made: Interval) -> Interval:
    """Give how far two moves are apart of which one is known exactly."""
    return Interval(best.mean - made.mean, best.low - made.high, best.high - made.low)


def guess_of(
    game: Game,
    wish: PlayWish,
    stopped: Callable[[], bool] = lambda: False,
    left: Callable[[], float] = lambda: math.inf,
) -> Guess | None:
    """Give what estimates decisions of a game while there is time; None where the game has no playouts."""
    return DecisionEstimates(game, wish, stopped, left) if game.positions().policies else None
