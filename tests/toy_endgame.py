"""Drawn games without sense in the form that the fast solver takes."""

from typing import TYPE_CHECKING

import numpy as np

from models.endgame import DECIDED, Followers
from models.position import DRAW, Position, Problem, payoff
from models.threads import ALONE, Threads
from tests.toy_games import Toy

if TYPE_CHECKING:
    from models.endgame import Longs, Table

WORST, BEST = -3, 3


class ToyEndgame:
    """See `models.endgame.Endgame`; a row is the number of the position."""

    worst, whole = False, True
    scale = 2520 * 2520  # two draws, each from nine clovers or less

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.least, self.most = WORST * self.scale, BEST * self.scale

    def row(self, position: Position) -> "Longs":
        assert isinstance(position, Toy)
        return np.array([position.number], np.int64)

    def level(self, position: Position) -> int:
        return position.layer

    def floors(self, rows: "Table", most: bool) -> "Longs":
        return np.full(len(rows), self.most if most else self.least, np.int64)

    def follow(self, rows: "Table", threads: Threads = ALONE) -> Followers:
        start = self.problem.start
        assert isinstance(start, Toy)
        ends, groups, moves = list[int](), list[tuple[int, int]](), list[list[int]]()
        for (number,) in rows:
            position = Toy(start.game, int(number))
            moves += [self._move(position.after(move)) for move in position.moves() if move != DRAW]
            groups.append((0, len(moves)))
            for chance in position.chances():
                moves.append(self._move(chance.after))
                groups.append((chance.copies, len(moves)))
            ends.append(len(groups))
        return Followers(
            np.array(ends, np.int64),
            np.array(groups, np.int64).reshape(-1, 2),
            np.array(moves, np.int64).reshape(-1, 6),
        )

    def _move(self, position: Position) -> list[int]:
        worth = payoff(self.problem, position)
        if worth is not None:
            return [DECIDED, 0, int(worth * self.scale), 0, 0, 0]
        own = int(position.mover == self.problem.hero)
        return [position.layer, own, self.least, self.most, 0, int(self.row(position)[0])]
