"""Why a move is worse than another: what the next player answers to it."""

from msgspec import Struct

from models.position import DRAW, payoff
from verifier.solve.answer import Answer, best_move
from verifier.solve.search_interface import AnytimeSearch


class Reply(Struct, frozen=True):
    """A best answer: whose, which move, and whether it fills the garden."""

    player: int
    move: str
    fills: bool


def replies(search: AnytimeSearch, answer: Answer) -> dict[str, Reply]:
    """Give a best answer to each move that is not proven to be best, where an answer is proven to be best.

    Where both choose at the same time then, nobody answers.
    """
    found: dict[str, Reply] = {}
    problem = answer.problem
    if problem.start.together:  # whoever answers has not seen it
        return found
    for move, _ in answer.moves:
        if move == DRAW or move in answer.best:
            continue
        after = problem.start.after(move)
        answers = payoff(problem, after) is None and not after.together
        reply = best_move(search, after) if answers else None
        if reply is not None:
            fills = reply != DRAW and bool(after.after(reply).filled)
            found[move] = Reply(after.mover, reply, fills)
    return found
