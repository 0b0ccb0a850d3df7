"""Values of a position and of the move made there, by the fast solver, within a time for each and for all."""

import time
from collections.abc import Callable

from msgspec.structs import replace

from models.game import Game
from models.position import DRAW, Problem, payoff
from verifier.analyze import Bounds, Outlook, Solve
from verifier.solve.answer import move_worths
from verifier.solve.search_interface import AnytimeSearch, SearchPlace, begin
from verifier.solve.solver import SearchLimits

Watch = Callable[[AnytimeSearch], None]


def outlook_of(
    game: Game, limits: SearchLimits, total: float | None = None, watch: Watch | None = None, jobs: int = 1
) -> Solve:
    """Give a function that looks at a problem and a move of it, in so many threads.

    `limits` are for each problem, `total` is how many seconds there are for all from now on; None: any number. Where
    none is left, or where the search before was stopped, the function gives None.
    """
    end = None if total is None else time.monotonic() + total
    stopped = False

    def look(problem: Problem, move: str) -> Outlook | None:
        nonlocal stopped
        left = None if end is None else end - time.monotonic()
        if stopped or (left is not None and left <= 0):
            return None
        seconds = left if limits.seconds is None else limits.seconds if left is None else min(limits.seconds, left)
        search = begin(game, problem, jobs)
        outlook = _look(search, move, replace(limits, seconds=seconds), watch)
        stopped = search.stopped
        return outlook

    return look


def _look(search: AnytimeSearch, move: str, limits: SearchLimits, watch: Watch | None) -> Outlook:
    """Spend half of the time on the position, half on the move; what one does not need is for the other."""
    began = time.monotonic()

    def within(share: float) -> SearchLimits:
        if limits.seconds is None:
            return limits
        return replace(limits, seconds=max(0.0, share * limits.seconds - (time.monotonic() - began)))

    search.run(within(0.5), watch)
    node = _node(search, move)
    if node is not None and not search.known(node):
        search.run(within(1), watch, node)
    worth = search.run(within(1), watch)
    search.look(search.problem.start)
    moves = dict(move_worths(search, replace(limits, seconds=0.0)))
    low = max(worth.low, *(each.low for each in moves.values()))
    return Outlook(Bounds(low, min(worth.high, max(each.high for each in moves.values()))), moves)


def _node(search: AnytimeSearch, move: str) -> SearchPlace | None:
    """Give the number of what follows a move, None where play is over then."""
    problem = search.problem
    if move == DRAW:
        return search.draw()
    after = problem.start.after(move)
    return None if payoff(problem, after) is not None else search.find(after)
