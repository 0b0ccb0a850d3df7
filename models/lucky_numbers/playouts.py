"""Lucky Numbers played out: see `models.playouts.Playouts`."""

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from models.lucky_numbers.endgame import LuckyEndgame
from models.lucky_numbers.endgame_gardens import (
    CELLS,
    FIRST_CELL,
    GARDENS,
    KINDS,
    TOTAL,
    GardenIndex,
    most_ways,
    no_gardens,
)
from models.lucky_numbers.endgame_results import HANDS
from models.lucky_numbers.garden import Board
from models.lucky_numbers.gardens.lattice import lattice
from models.lucky_numbers.playout_games import STATES, PlayoutGraph, choose_at, no_states, play_games
from models.lucky_numbers.playout_gardens import DRAWS, FULL_TABLES, INTO_AT, LEAVES, PART, PlayoutGardens
from models.lucky_numbers.playout_policies import AHEAD, GREEDY, RACE
from models.lucky_numbers.positions import TAKE, LuckyPosition
from models.position import DRAW, LEAVE, Position, Problem, payoff
from models.reading import Malformed

if TYPE_CHECKING:
    from models.endgame import Longs, Table

MOST_GARDENS = 1 << 17  # that are known at a time; then all are forgotten
MOST_STATES = 1 << 17  # that are known at a time, the same way
STATES_OF_A_GAME = 1 << 13  # more than one has
LARGEST = 5  # side of a garden
NEAR = 8  # clovers face down: up to so many `mixed` names better moves than `ahead`
FAR = 16  # clovers face down: with more of them `ahead` takes too long
NUMBERS = {"greedy": GREEDY, "ahead": AHEAD, "race": RACE}
MIXED = ("greedy", "ahead", "race", "ahead")  # by which games are played in turn


class LuckyPlayouts:
    """Games played out from positions of a problem."""

    def __init__(self, problem: Problem) -> None:
        """Take a problem. Raises Malformed where it is too large to be told in numbers."""
        start = problem.start
        assert isinstance(start, LuckyPosition)
        if start.rules.board.side > LARGEST:
            raise Malformed("value", "gardens", "the gardens are too large for estimates", f"side {LARGEST} at most")
        if problem.goal == "force":
            raise Malformed("value", "goal", "what can be forced is not estimated", "ask for the goal win")
        self.problem = problem
        self.usual = "mixed" if start.layer <= NEAR else "ahead" if start.layer <= FAR else "race"
        self.endgame = LuckyEndgame(problem)
        self.case = self.endgame.case
        self.numbers = sorted(self.endgame.kinds)
        self.copies = self._copies(start)
        self.steps = lattice_of(start.rules.board)
        self.known, self.room = self._tables()
        self.rows: dict[Position, Longs] = {}
        self.graphs: dict[str, PlayoutGraph] = {}
        self.afters: dict[tuple[Position, str], tuple[Position, Fraction | None]] = {}

    def _copies(self, start: LuckyPosition) -> "Table":
        """Count for each player the clovers of each kind that lie in no other garden."""
        kinds = self.endgame.kinds
        copies = np.tile(self.case.kinds[TOTAL], (len(start.gardens), 1))
        for owner, garden in enumerate(start.gardens):
            for number in garden:
                if number:
                    copies[:, kinds[number]] -= 1
                    copies[owner, kinds[number]] += 1
        return np.ascontiguousarray(copies)

    def _tables(self) -> tuple[GardenIndex, PlayoutGardens]:
        """Give tables in which no garden is known."""
        few, kinds, players = no_gardens(self.case), int(self.case.ask[KINDS]), len(self.copies)
        known = GardenIndex(
            np.zeros((MOST_GARDENS, few.facts.shape[1]), np.int64),
            few.ways,
            np.full(2 * MOST_GARDENS, -1, np.int64),
            few.counts,
        )
        draws = np.zeros((MOST_GARDENS, players), np.int64)
        places, best = np.zeros(MOST_GARDENS, np.int64), np.zeros((MOST_GARDENS + 1, 2 * players * kinds), np.int64)
        garden, counts = np.zeros(int(self.case.ask[CELLS]), np.int64), np.zeros(1, np.int64)
        return known, PlayoutGardens(self.copies, draws, places, best, *self.steps, garden, counts)

    def make_room(self, fresh: bool = False) -> None:
        """Forget all gardens where there is no room for more, or in any case if `fresh`."""
        if fresh or self.known.counts[GARDENS] + most_ways(self.case) >= MOST_GARDENS:
            self.known, self.room = self._tables()
            self.rows.clear()
            self.graphs.clear()

    def _row(self, position: Position, fresh: bool = False) -> "Longs":
        """Give the row of a position, with room for the gardens that follow."""
        self.make_room(fresh)
        self.endgame.known = self.known
        if position not in self.rows:
            self.rows[position] = self.endgame.row(position)
        return self.rows[position]

    def _graph(self, policy: str) -> PlayoutGraph:
        """Give the states that are known under a policy, with room for those of a game."""
        graph = self.graphs.get(policy)
        if graph is None:
            graph = self.graphs[policy] = no_states(self.case, HANDS + len(self.copies), MOST_STATES)
        elif graph.counts[STATES] > MOST_STATES - STATES_OF_A_GAME:
            graph.counts[STATES], graph.slots[:] = 0, -1
        return graph

    def _after(self, position: Position, move: str) -> tuple[Position, Fraction | None]:
        """Give the position after a move (that of a draw is the same), and what it is worth where play is over."""
        found = self.afters.get((position, move))
        if found is None:
            after = position if move in ("", DRAW) else position.after(move)
            found = self.afters[position, move] = after, payoff(self.problem, after)
        return found

    def play(self, position: Position, move: str, policy: str, seed: int, first: int, count: int) -> "Longs":
        """Play games after a move at a position."""
        after, worth = self._after(position, move)
        if worth is not None:
            return np.full(count, int(worth), np.int64)
        own = MIXED if policy == "mixed" else (policy,)
        found, step = np.empty(count, np.int64), len(own)
        for place, name in enumerate(own):
            start = (place - first) % step
            part = np.empty(len(range(start, count, step)), np.int64)
            self._play(after, move == DRAW, name, seed, (first + start, step), part)
            found[start::step] = part
        return found // self.endgame.scale

    def _play(
        self, position: Position, draws: bool, policy: str, seed: int, numbers: tuple[int, int], worths: "Longs"
    ) -> None:
        """Play games from a position on, by a policy that is not mixed; the numbers are the first one, and a step."""
        (first, step), done = numbers, 0
        while done < len(worths):
            row = self._row(position)
            tables = self.case, self.known, self.room, self._graph(policy), row
            at = first + done * step
            done += play_games(*tables, NUMBERS[policy], draws, seed, at, step, worths[done:])

    def choose(self, position: Position, policy: str) -> str:
        """Name the move of a policy at a position that is not over; of `mixed` that of `ahead`, its greatest part."""
        assert isinstance(position, LuckyPosition)
        number = NUMBERS["ahead" if policy == "mixed" else policy]
        choice = FULL_TABLES
        for fresh in (False, True):
            if choice == FULL_TABLES:
                row = self._row(position, fresh)
                choice = int(choose_at(self.case, self.known, self.room, row, number))
        if choice in (DRAWS, LEAVES):
            return DRAW if choice == DRAWS else LEAVE
        number, cells = self.numbers[choice & PART], range(int(self.case.ask[CELLS]))
        before = self.known.facts[row[HANDS + position.mover - 1], FIRST_CELL:]
        after = self.known.facts[choice >> INTO_AT, FIRST_CELL:]
        lies = [cell for cell in cells if after[cell] == self.endgame.kinds[number] + 1]
        name = position.rules.board.names[next((cell for cell in lies if before[cell] != after[cell]), lies[0])]
        return name if position.drawn else f"{TAKE} {number} {name}"

    def span(self) -> tuple[Fraction, Fraction]:
        """Give the least and the most that a game can be worth."""
        scale = self.endgame.scale
        return Fraction(self.endgame.least, scale), Fraction(self.endgame.most, scale)


def lattice_of(board: Board) -> "tuple[Longs, Table, Longs]":
    """Give the ideals of a grid and what follows them as arrays, see `PlayoutGardens`."""
    at = lattice(board)
    starts, nexts = np.zeros((len(at.nexts), len(at.ideals) + 1), np.int64), list[int]()
    for copies, table in enumerate(at.nexts):
        for ideal, after in enumerate(table):
            starts[copies, ideal] = len(nexts)
            nexts += after
        starts[copies, len(table)] = len(nexts)
    return np.array(at.ideals, np.int64), starts, np.array(nexts, np.int64)
