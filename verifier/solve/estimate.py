"""What moves are worth if everybody plays by a policy, from games played out: estimates, apart from what is proven.

All moves of a position are compared on the same draws (common random numbers). Which are played on with is decided by
sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013): the games
are shared out to rounds, those of a round equally to the moves that are left, and after it the better half is left. How
sure the best move is tells a bootstrap (Efron, 1979) over blocks of games.
"""

import math
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from models.game import Game
from models.position import Position, Problem
from verifier.analyze import Bounds, Interval

if TYPE_CHECKING:
    from models.playouts import Playouts, Worths

BLOCK = 20  # games that are resampled together
PIECE = 20  # blocks that are played at a time, at most
RESAMPLES = 500
SAME = 1e-9  # means that differ by no more are the same
Z = 1.959964  # of a normal distribution: 95 % lie within


class MoveEstimate(Struct, frozen=True):
    """What a move is worth under the policy (`played`, after so many `games`), and that within what is proven."""

    move: str
    played: Interval
    games: int
    worth: Interval


class Estimate(Struct, frozen=True):
    """The estimates of the moves of a position, best first, all for the player to move.

    `sure` is the share of resamples in which the first move is the best one. `games` were played in all; `stopped`
    tells that a limit or Ctrl-C came before all that were asked for.
    """

    policy: str
    seed: int
    games: int
    moves: tuple[MoveEstimate, ...]
    sure: float
    stopped: bool

    @property
    def best(self) -> MoveEstimate:
        """The move that looks best."""
        return self.moves[0]

    def of(self, move: str) -> MoveEstimate:
        """Give the estimate of a move. Raises KeyError."""
        for each in self.moves:
            if each.move == move:
                return each
        raise KeyError(move)


class PlayWish(Struct, frozen=True):
    """How to play out: by which policy ("": the usual one) and seed, so many games in all, in how many threads, for how
    many seconds.
    """

    policy: str = ""
    seed: int = 1
    games: int = 20_000
    jobs: int = 1
    seconds: float | None = None


def interval_of(worths: "Worths", span: tuple[float, float], z: float = Z) -> Interval:
    """Give the mean of results and the interval of so many standard errors; all results lie within the span.

    Two results at each end of the span are added for the interval, so that it is right where few or none differ
    (Agresti and Coull, 1998).
    """
    count, least, most = len(worths), *span
    mean = float(worths.mean())
    square = float((worths.astype(np.float64) ** 2).sum())
    half = z * z / 2
    whole = count + 2 * half
    middle = (mean * count + half * (least + most)) / whole
    spread = max(0.0, (square + half * (least**2 + most**2)) / whole - middle**2)
    reach = z * math.sqrt(spread / whole)
    return Interval(mean, max(least, min(mean, middle - reach)), min(most, max(mean, middle + reach)))


def share_best(worths: Sequence["Worths"], bounds: Sequence[Bounds], best: int, seed: int) -> float:
    """Give the share of resamples in which a move has the highest mean of all, each within its bounds."""
    blocks = max((len(each) // BLOCK for each in worths), default=0)
    rng = np.random.default_rng(seed)
    weights = rng.multinomial(blocks, np.full(blocks, 1 / max(1, blocks)), size=RESAMPLES).astype(np.float64)
    means = np.full((len(worths), RESAMPLES), -np.inf)
    for at, each in enumerate(worths):
        if own := len(each) // BLOCK:
            sums = each[: own * BLOCK].reshape(own, BLOCK).sum(axis=1)
            share = weights[:, :own].sum(axis=1)
            means[at] = np.where(share > 0, weights[:, :own] @ sums / (BLOCK * np.maximum(share, 1)), -np.inf)
        means[at] = means[at].clip(float(bounds[at].low), float(bounds[at].high))
    return float((means[best] >= means.max(axis=0) - SAME).mean())


class _Arm:
    """A move that is compared: its bounds, and what its games gave."""

    def __init__(self, move: str, bounds: Bounds) -> None:
        self.move, self.bounds = move, bounds
        self.pieces: list[Worths] = []
        self.games = 0

    def add(self, worths: "Worths") -> None:
        self.pieces.append(worths)
        self.games += len(worths)

    @property
    def worths(self) -> "Worths":
        return np.concatenate(self.pieces) if self.pieces else np.zeros(0, np.int64)

    @property
    def merit(self) -> float:
        mean = sum(int(each.sum()) for each in self.pieces) / self.games if self.games else -math.inf
        return min(float(self.bounds.high), max(float(self.bounds.low), mean))


class MoveComparison:
    """The estimates of moves, at positions where the hero of one problem is to move."""

    def __init__(
        self, begin: "Callable[[], Playouts]", wish: PlayWish, stopped: Callable[[], bool] = lambda: False
    ) -> None:
        """Take what gives playouts (one for each thread), how to play, and what tells that it is to stop."""
        self.wish, self.stopped, self.begin = wish, stopped, begin
        self.own = threading.local()
        self.first = begin()
        self.policy = wish.policy or self.first.usual
        self.arms: list[_Arm] = []
        self.broken_off = False
        self.own.playouts = self.first
        self.pool = ThreadPoolExecutor(wish.jobs) if wish.jobs > 1 else None
        self.end = math.inf

    def close(self) -> None:
        """End the threads."""
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)

    def moves(self, position: Position, bounds: Mapping[str, Bounds], kept: Collection[str] = ()) -> Estimate:
        """Compare the moves of a position whose bounds are given; those that are `kept` stay to the last round."""
        self._set_clock()
        self.arms = arms = [_Arm(move, bounds[move]) for move in position.moves()]
        left = sorted((arm for arm in arms if not arm.bounds.exact), key=lambda arm: arm.move not in kept)
        rounds = max(1, math.ceil(math.log2(max(1, len(left)))))
        done = 0
        while left and not self.broken_off:
            size = max(1, self.wish.games // (rounds * len(left) * BLOCK))
            self._round(position, left, done, size, max(1, len(kept)))
            done += size * BLOCK
            ranked = sorted(left, key=lambda arm: -arm.merit)
            better = ranked[: (len(left) + 1) // 2]
            better += [arm for arm in ranked[len(better) :] if arm.move in kept]
            if len(left) <= 2 or len(better) == len(left):
                break
            left = better
        return self._told(arms)

    def lead(self, one: str, other: str, z: float = Z) -> Interval:
        """Give by how much the games after one move went better than the same games after another one."""
        worths = {arm.move: arm.worths for arm in self.arms if arm.move in (one, other)}
        count = min(map(len, worths.values()))
        low, high = self._span()
        return interval_of(worths[one][:count] - worths[other][:count], (low - high, high - low), z)

    def value(self, position: Position, games: int) -> Interval:
        """Give what a position is worth for the hero if everybody plays on by the policy."""
        self._set_clock()
        arm = _Arm("", Bounds(*self.first.span()))
        self._round(position, [arm], 0, max(1, games // BLOCK))
        return interval_of(arm.worths, self._span()) if arm.games else Interval(0.0, *self._span())

    def _set_clock(self) -> None:
        self.broken_off = False
        self.end = math.inf if self.wish.seconds is None else time.monotonic() + self.wish.seconds

    def _over(self) -> bool:
        return self.stopped() or time.monotonic() >= self.end

    def _span(self) -> tuple[float, float]:
        low, high = self.first.span()
        return float(low), float(high)

    def _round(self, position: Position, arms: Sequence[_Arm], done: int, blocks: int, surely: int = 1) -> None:
        """Play the next blocks for each of some moves, few at first, for gardens are new then.

        What cannot be finished for all in time is left out; but so many of the moves `surely` get one block.
        """
        first, must = 0, () if arms[0].games else arms[:surely]
        while first < blocks and not self.broken_off:
            size = min(PIECE, blocks - first, max(1, first))
            count, place = size * BLOCK, done + first * BLOCK

            def play(arm: _Arm, place: int = place, count: int = count, must: Sequence[_Arm] = must) -> "Worths | None":
                if self._over() and arm not in must:
                    return None
                if not hasattr(self.own, "playouts"):
                    self.own.playouts = self.begin()
                return self.own.playouts.play(position, arm.move, self.policy, self.wish.seed, place, count)

            found = list(map(play, arms) if self.pool is None else self.pool.map(play, arms))
            self.broken_off = any(worths is None for worths in found)
            for arm, worths in zip(arms, found, strict=True):
                if worths is not None and (must or not self.broken_off):
                    arm.add(worths)
            first, must = first + size, ()

    def _told(self, arms: Sequence[_Arm]) -> Estimate:
        told = []
        for arm in arms:
            played = interval_of(arm.worths, self._span()) if arm.games else Interval(0.0, *self._span())
            told.append(MoveEstimate(arm.move, played, arm.games, played.within(arm.bounds)))
        order = sorted(range(len(arms)), key=lambda at: (-arms[at].merit, -arms[at].games))
        sure = share_best([arm.worths for arm in arms], [arm.bounds for arm in arms], order[0], self.wish.seed)
        games = sum(arm.games for arm in arms)
        return Estimate(self.policy, self.wish.seed, games, tuple(told[at] for at in order), sure, self.broken_off)


def estimate_moves(
    game: Game,
    problem: Problem,
    bounds: Mapping[str, Bounds],
    wish: PlayWish,
    stopped: Callable[[], bool] = lambda: False,
) -> Estimate:
    """Estimate the moves of a problem, of which these bounds are proven. Raises Malformed where the game cannot."""
    comparison = MoveComparison(lambda: game.positions().playouts(problem), wish, stopped)
    try:
        return comparison.moves(problem.start, bounds)
    finally:
        comparison.close()
