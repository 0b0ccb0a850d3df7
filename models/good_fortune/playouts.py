"""Good Fortune played out: see `models.playouts.Playouts`."""

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from models.good_fortune.endgame import FortuneEndgame
from models.good_fortune.playout_games import AHEAD, GREEDY, is_choosing, pick, play_games, who_chooses
from models.good_fortune.positions import CHOOSE, LAY, FortunePosition
from models.good_fortune.worth_span import worth_span
from models.position import Position, Problem, payoff

if TYPE_CHECKING:
    from models.endgame import Longs

NUMBERS = {"greedy": GREEDY, "ahead": AHEAD}
NOT_AT_RANDOM = 1  # a draw


class FortunePlayouts:
    """Games played out from positions of a problem."""

    usual = "ahead"

    def __init__(self, problem: Problem) -> None:
        """Take a problem. Raises Malformed where it is too large to be told in numbers."""
        self.problem = problem
        self.endgame = FortuneEndgame(problem)
        self.case = self.endgame.case

    def play(self, position: Position, move: str, policy: str, seed: int, first: int, count: int) -> "Longs":
        """Play games after a move at a position."""
        after = position.after(move) if move else position
        worth = payoff(self.problem, after)
        if worth is not None:
            return np.full(count, int(worth), np.int64)
        assert isinstance(after, FortunePosition)
        margins = np.empty(count, np.int64)
        play_games(self.case, *self.endgame.numbers(after), NUMBERS[policy], seed, first, margins)
        margins *= self.endgame.sign
        return margins if self.problem.objective == "points" else np.sign(margins)

    def choose(self, position: Position, policy: str) -> str:
        """Name the move that a policy likes best at a position that is not over."""
        assert isinstance(position, FortunePosition)
        one, two, own, other, line, meta = self.endgame.numbers(position)
        choosing = bool(is_choosing(self.case, meta))
        if choosing:
            meta = int(who_chooses(self.case, meta))
            if position.together and position.mover == 2:
                meta |= 1
        move = int(pick(self.case, one, two, own, other, line, meta, NUMBERS[policy], NOT_AT_RANDOM))
        tile = next(tile for tile, place in self.endgame.place.items() if place == move >> 1)
        if choosing:
            return f"{CHOOSE} {tile}"
        end = "left" if move & 1 else "right"
        return f"{LAY} {tile} {end}" if position.rules.simple else f"{LAY} {end}"

    def span(self) -> tuple[Fraction, Fraction]:
        """Give the least and the most that a game can be worth."""
        return worth_span(self.problem)
