"""Lucky Numbers for the fast solver: problems as tables of numbers."""

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from models.endgame import END, ROW, Followers
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
from models.lucky_numbers.endgame_moves import GROUPS, MOVES, Room, add_successors, find_all_ways, most_moves
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
from models.threads import ALONE, Threads

if TYPE_CHECKING:
    from models.endgame import Longs, Table

FEW_GROUPS, FEW_MOVES = 1 << 14, 1 << 17
SHARED = 8  # rows that are worth being shared out to threads
TWO = 2  # players
LOOKED_AHEAD = 9  # clovers face down: up to so many it has been found to pay
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
        ahead = LOOKED_AHEAD if players == TWO and goal != FORCE else 0
        ask = [goal, hero, players, start.counted - 1, self.scale, cells, kinds, rules.equal_exchange, ahead]
        self.case = EndgameClovers(
            np.array(ask, np.int64), np.array([total, down, self.unit], np.int64), lines_of(rules.board)
        )
        self.width = HANDS + players
        self.known = no_gardens(self.case)
        empty = start.gardens[hero].count(0)
        self.most = self.scale * (2 if goal == POINTS else 1)
        self.least = -self.scale * (empty if goal == POINTS else 1) if goal in (WIN, POINTS) else 0
        self.rooms = [self._room(FEW_GROUPS, FEW_GROUPS, FEW_MOVES)]

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
            row[HANDS + player] = garden_number(self.case, self.known, self.lying(garden))
        return row

    def lying(self, garden: Sequence[int]) -> "Longs":
        """Give what lies on the cells of a garden: one more than the kind of the clover, 0 where there is none."""
        return np.array([self.kinds[number] + 1 if number else 0 for number in garden], np.int64)

    def level(self, position: Position) -> int:
        """Give the face-down clovers of a position."""
        return position.layer

    def follow(self, rows: "Table", threads: Threads = ALONE) -> Followers:
        """Give what follows positions that are not over; it is the same with any number of threads."""
        done = 0
        while done < len(rows):  # for one thread too: what is seen ahead hangs on whose ways have been found
            self.known = with_room(self.case, self.known)
            done = find_all_ways(self.case, self.known, rows, done)
        if threads.count == 1 or len(rows) < SHARED:
            return self._follow(rows, 0)
        while len(self.rooms) < threads.count:
            self.rooms.append(self._room(FEW_GROUPS, FEW_GROUPS, FEW_MOVES))
        return _joined(threads.map(self._follow, np.array_split(rows, threads.count), range(threads.count)))

    def _follow(self, rows: "Table", place: int) -> Followers:
        """Give what follows positions, in one of the rooms; no garden is entered whose ways have been found."""
        if len(self.rooms[place].ends) < len(rows):
            self.rooms[place] = self.rooms[place]._replace(ends=np.empty(2 * len(rows), np.int64))
        self.rooms[place].used[:] = 0
        done = 0
        while True:
            done = add_successors(self.case, self.known, rows, done, self.rooms[place])
            if done == len(rows):
                break
            if not self._make_room(place):
                self.known = with_room(self.case, self.known)
        room = self.rooms[place]
        groups, moves = room.used
        return Followers(room.ends[: len(rows)], room.groups[:groups], room.moves[:moves])

    def floors(self, rows: "Table", most: bool) -> "Longs":
        """Give what positions are worth at least, or at most: empty cells never get more. Other rows do not matter."""
        floors = np.full(len(rows), self.most if most else self.least, np.int64)
        if not most and self.case.ask[GOAL] == POINTS:
            numbers = np.clip(rows[:, HANDS + int(self.case.ask[HERO])], 0, self.known.counts[GARDENS] - 1)
            floors = -self.scale * self.known.facts[numbers, EMPTY]
        return floors

    def _make_room(self, place: int) -> bool:
        """Make more room for moves in one of the rooms where there is too little; tell whether there was."""
        old, most, kinds = self.rooms[place], most_moves(self.case), len(self.kinds)
        groups, moves = len(old.groups), len(old.moves)
        if old.used[MOVES] + most <= moves and old.used[GROUPS] + kinds + 2 <= groups:
            return False
        new = self._room(len(old.ends), 2 * (groups + kinds), 2 * (moves + most))
        for before, after in zip(old, new, strict=True):
            after[: len(before)] = before
        self.rooms[place] = new
        return True


def _joined(parts: list[Followers]) -> Followers:
    """Give what follows several parts of some positions as one."""
    groups, sets, moves = [part.groups.copy() for part in parts], 0, 0
    ends = []
    for part, own in zip(parts, groups, strict=True):
        ends.append(part.ends + sets)
        own[:, END] += moves
        sets, moves = sets + len(own), moves + len(part.moves)
    return Followers(np.concatenate(ends), np.concatenate(groups), np.concatenate([part.moves for part in parts]))


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
