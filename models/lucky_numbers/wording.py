"""How moves, worths and questions of Lucky Numbers are put in words."""

from models.position import DRAW, LEAVE, Objective, Position, Problem
from models.solving import Words


def move_in_words(move: str) -> str:
    """Say a move in words, as to the player who makes it."""
    if move == DRAW:
        return "draw a clover"
    if move == LEAVE:
        return "leave it in the middle"
    if move.startswith("take "):
        _, number, cell = move.split(" ")
        return f"take the {number} to {cell}"
    return f"lay it on {move}"


def brief_move(move: str, drawn: int) -> str:
    """Name a move in a table, with the number in hand if there is one."""
    if move in (DRAW, LEAVE):
        return f"leave the {drawn}" if move == LEAVE else move
    return f"{drawn} to {move}" if drawn else "take {} to {}".format(*move.split(" ")[1:])


def ask_in_words(problem: Problem) -> str:
    """Say what is asked, and what the numbers of the answer mean."""
    player, left = problem.start.mover, problem.start.left
    turns = "" if left is None else f"{left} turn{'' if left == 1 else 's'}"
    limit = turns and f" within {turns}"
    if problem.goal == "fill":
        return f"How likely can player {player} fill the garden{limit}?"
    if problem.goal == "force":
        return f"Can player {player} force a win{limit}, whatever is drawn and whatever the others do?"
    what = "Tournament points" if problem.objective == "points" else "1 a win, 0 a shared or endless game, -1 a loss"
    cut = turns and f"; play is cut off after {turns} and counts 0"
    return f"Player {player} to move. {what}{cut}."


def worth_unit(objective: Objective) -> int:
    """Give how much of a worth is much."""
    return 1


def end_remark(position: Position) -> str:
    """Say nothing of an end: it is never open what it is worth."""
    return ""


WORDS = Words(move_in_words, brief_move, ask_in_words, "which fills the garden", worth_unit, end_remark)
