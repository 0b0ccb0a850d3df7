"""Lucky Numbers for the fast solver: problems as tables of numbers."""

from math import prod
from typing import TYPE_CHECKING

import numpy as np

from models.endgame import ROW, Followers
from models.lucky_numbers.endgame_gardens import (
    EMPTY,
    GARDENS,
    GOAL,
    HERO,
    EndgameClovers,
    garden_number,
    lines_of,
    no_gardens,
    with_room,
)
from models.lucky_numbers.endgame_moves import GROUPS, MOVES, Room, add_successors, most_moves
from models.lucky_numbers.endgame_results import (
    DRAWN_AT,
    FILL,
    FORCE,
    HANDS,
    LEFT,
    LEFT_AT,
    META,
    PILE,
    POINTS,
    WIN,
)
from models.lucky_numbers.positions import LuckyPosition
from models.position import Position, Problem
from models.reading import Malformed

if TYPE_CHECKING:
    from models.endgame import Longs, Table

FEW_GROUPS, FEW_MOVES = 1 << 14, 1 << 17
FINEST = 1 << 58  # the largest scale; sums of worths stay below 2^63


class LuckyEndgame:
    """A problem of Lucky Numbers for the fast solver: see `models.endgame.Endgame`."""

    def __init__(self, problem: Problem) -> None:
        """Take a problem. Raises Malformed where it is too large to be told in numbers."""
        start = problem.start
        assert isinstance(start, LuckyPosition)
        self.problem, rules = problem, start.rules
        numbers = {*start.middle, *(n for garden in start.gardens for n in garden), start.drawn} - {0}
        numbers |= {number for number, count in enumerate(start.hidden) if count}
        self.kinds = {number: kind for kind, number in enumerate(sorted(numbers))}
        kinds = len(self.kinds)
        down = [start.hidden[number] for number in self.kinds]
        total = list(down)
        for number in (*start.middle, *(n for garden in start.gardens for n in garden), start.drawn):
            if number:
                total[self.kinds[number]] += 1
        self.unit = [prod(count + 1 for count in down[:kind]) for kind in range(kinds)]
        if prod(count + 1 for count in down) >= FINEST or (start.left or 0) > LEFT:
            raise Malformed("value", "pile", "the position is too large for the solver", "take fewer clovers or turns")
        goal = {"force": FORCE, "fill": FILL}.get(problem.goal, POINTS if problem.objective == "points" else WIN)
        self.worst = goal == FORCE
        cells, piled = rules.board.side**2, sum(down)
        spread = 1 if goal in (FORCE, FILL) else cells + 2 if goal == POINTS else 2
        self.scale, self.whole = _scale(piled, start.left, spread, self.worst)
        hero, players = problem.hero - 1, len(start.gardens)
        ask = [goal, hero, players, start.counted - 1, self.scale, cells, kinds, rules.equal_exchange]
        self.case = EndgameClovers(
            np.array(ask, np.int64), np.array([total, down, self.unit], np.int64), lines_of(rules.board)
        )
        self.width = HANDS + players
        self.known = no_gardens(self.case)
        empty = start.gardens[hero].count(0)
        self.most = self.scale * (2 if goal == POINTS else 1)
        self.least = -self.scale * (empty if goal == POINTS else 1) if goal in (WIN, POINTS) else 0
        self.room = self._room(FEW_GROUPS, FEW_GROUPS, FEW_MOVES)

    def _room(self, rows: int, groups: int, moves: int) -> Room:
        return Room(
            np.empty(rows, np.int64),
            np.empty((groups, 2), np.int64),
            np.empty((moves, ROW + self.width), np.int64),
            np.zeros(2, np.int64),
        )

    def row(self, position: Position) -> "Longs":
        """Give the row of a position that is not over."""
        assert isinstance(position, LuckyPosition)
        row = np.zeros(self.width, np.int64)
        drawn = self.kinds[position.drawn] + 1 if position.drawn else 0
        row[META] = (position.mover - 1) | (position.left or 0) << LEFT_AT | drawn << DRAWN_AT
        row[PILE] = sum(position.hidden[number] * self.unit[kind] for number, kind in self.kinds.items())
        for player, garden in enumerate(position.gardens):
            self.known = with_room(self.case, self.known)
            cells = np.array([self.kinds[number] + 1 if number else 0 for number in garden], np.int64)
            row[HANDS + player] = garden_number(self.case, self.known, cells)
        return row

    def level(self, position: Position) -> int:
        """Give the face-down clovers of a position."""
        return position.layer

    def follow(self, rows: "Table") -> Followers:
        """Give what follows positions that are not over."""
        if len(self.room.ends) < len(rows):
            self.room = self.room._replace(ends=np.empty(2 * len(rows), np.int64))
        self.room.used[:] = 0
        done = 0
        while True:
            done = add_successors(self.case, self.known, rows, done, self.room)
            if done == len(rows):
                break
            self.known = with_room(self.case, self.known)
            self._make_room()
        groups, moves = self.room.used
        return Followers(self.room.ends[: len(rows)], self.room.groups[:groups], self.room.moves[:moves])

    def floors(self, rows: "Table", most: bool) -> "Longs":
        """Give what positions are worth at least, or at most: empty cells never get more. Other rows do not matter."""
        floors = np.full(len(rows), self.most if most else self.least, np.int64)
        if not most and self.case.ask[GOAL] == POINTS:
            numbers = np.clip(rows[:, HANDS + int(self.case.ask[HERO])], 0, self.known.counts[GARDENS] - 1)
            floors = -self.scale * self.known.facts[numbers, EMPTY]
        return floors

    def _make_room(self) -> None:
        old, most, kinds = self.room, most_moves(self.case), len(self.kinds)
        groups, moves = len(old.groups), len(old.moves)
        if old.used[MOVES] + most <= moves and old.used[GROUPS] + kinds + 2 <= groups:
            return
        new = self._room(len(old.ends), 2 * (groups + kinds), 2 * (moves + most))
        for before, after in zip(old, new, strict=True):
            after[: len(before)] = before
        self.room = new


def _scale(piled: int, left: int | None, spread: int, worst: bool) -> tuple[int, bool]:
    """Give a scale in which all values are whole numbers, if there is one that leaves room for sums."""
    scale = 1
    if worst:
        return scale, True
    for count in range(piled, max(0, piled - (piled if left is None else left)), -1):
        if scale * count * spread * (piled + 1) >= FINEST:
            return scale * (FINEST // (scale * spread * (piled + 1))), False
        scale *= count
    return scale, True
