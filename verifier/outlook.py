"""What the fast solver proves of a problem and of every first move of it."""

from collections import deque
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from models.position import DRAW, Position, Problem, payoff
from verifier.analyze import Bounds, Outlook
from verifier.solve.solver import Limits, Search

if TYPE_CHECKING:
    from models.endgame import Endgame

RECENT = 8
GLANCE = Limits(seconds=1.0)
MakeEndgame = Callable[[Problem], "Endgame"]


class SearchedSoFar:
    """A search, as strategies are made from it: see `verifier.strategy.Known`.

    A search keeps no positions whose worth it saw at a glance; these are searched by themselves when they are asked
    for.
    """

    def __init__(self, search: Search, endgame_of: MakeEndgame) -> None:
        search.settle()
        self.searches = deque([search], RECENT)
        self.main = search
        self.endgame_of = endgame_of
        self.alone: dict[Position, Bounds] = {}

    def worth(self, position: Position) -> Bounds:
        """Give what is proven of a position that is not over."""
        for search in (self.main, *self.searches):
            if search.find(position) is not None:
                found = search.worth(position)
                return Bounds(found.low, found.high)
        known = self.alone.get(position)
        if known is None:
            problem = self.main.endgame.problem
            search = Search(self.endgame_of(Problem(position, problem.goal, problem.objective, problem.hero)))
            found = search.run(GLANCE)
            search.settle()
            self.searches.append(search)
            known = self.alone[position] = Bounds(found.low, found.high)
        return known

    def look(self, position: Position) -> None:
        """Look one move further from a position."""
        import numpy as np

        for search in (self.main, *self.searches):
            node = search.find(position)
            if node is not None:
                search.explore(np.array([node], np.int64))
                search.settle()
                return


def outlook(problem: Problem, endgame_of: MakeEndgame, limits: Limits) -> Outlook:
    """Search a problem, and what follows each of its moves where that is not known from it yet."""
    search = Search(endgame_of(problem))
    search.run(limits)
    known = SearchedSoFar(search, endgame_of)
    moves = {move: _of_move(problem, move, known) for move in problem.start.moves()}
    return Outlook(known.worth(problem.start), moves)


def exact_value(problem: Problem, endgame_of: MakeEndgame, limits: Limits) -> Fraction | None:
    """Give the value of a problem, None where a limit ends the search."""
    bounds = Search(endgame_of(problem)).run(limits)
    return bounds.low if bounds.low == bounds.high else None


def _of_move(problem: Problem, move: str, known: SearchedSoFar) -> Bounds:
    if move != DRAW:
        return known.worth(problem.start.after(move))
    chances = problem.start.chances()
    each = [_of_drawn(problem, chance.after, known) for chance in chances]
    if problem.goal == "force":
        return Bounds(min(worth.low for worth in each), min(worth.high for worth in each))
    total = sum(chance.copies for chance in chances)
    low = sum((chance.copies * worth.low for chance, worth in zip(chances, each, strict=True)), Fraction(0))
    high = sum((chance.copies * worth.high for chance, worth in zip(chances, each, strict=True)), Fraction(0))
    return Bounds(low / total, high / total)


def _of_drawn(problem: Problem, position: Position, known: SearchedSoFar) -> Bounds:
    """Give what is proven with a clover in hand: the search knows the positions after it."""
    best = max if position.mover == problem.hero else min
    each = [known.worth(position.after(move)) for move in position.moves()]
    return Bounds(best(worth.low for worth in each), best(worth.high for worth in each))
