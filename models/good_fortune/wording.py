"""How moves, worths and questions of Good Fortune are put in words."""

from models.good_fortune.collections import totals_of
from models.good_fortune.moves import BOTH
from models.good_fortune.positions import CHOOSE, FortunePosition
from models.good_fortune.table import in_words
from models.position import Objective, Position, Problem
from models.solving import Words

MANY = 20  # points: a tenth of it is a slip, half of it a grave mistake


def move_in_words(move: str) -> str:
    """Say a move in words, as to the player who makes it."""
    what, *rest = move.split(" ")
    if what == CHOOSE:
        return f"choose the {rest[0]}"
    return f"{what} the {rest[0]} {rest[1]}" if len(rest) > 1 else f"{what} it {rest[0]}"


def brief_move(move: str, drawn: int) -> str:
    """Name a move in a table."""
    return move


def ask_in_words(problem: Problem) -> str:
    """Say what the numbers of the answer mean."""
    position = problem.start
    assert isinstance(position, FortunePosition)
    what = "1 a win, 0 a tie, -1 a loss"
    if problem.objective == "points":
        what = f"Points that player {problem.hero} is ahead at the end"
    elif position.rules.guessing:  # also where both are to choose: then somebody must be named
        what = f"Values are those of player {problem.hero}: {what}"
    who = "Both players choose at the same time" if position.together else f"Player {position.mover} to move"
    return f"{who}. {what}."


def worth_unit(objective: Objective) -> int:
    """Give how much of a worth is much."""
    return MANY if objective == "points" else 1


def end_remark(position: Position) -> str:
    """Say what the collections score at an end, and what else they may where the rules leave it open."""
    assert isinstance(position, FortunePosition)
    if position.mover:
        return ""
    lines = []
    for player, total in zip(BOTH, position.totals(), strict=True):
        others = [str(each) for each in totals_of(position.rules.tiles, position.won[player - 1]) if each != total]
        may = f" (the rules leave it open, {in_words(others, 'or')} may count too)" if others else ""
        lines.append(f"player {player} {total}{may}")
    return f"Points at the end: {', '.join(lines)}"


WORDS = Words(move_in_words, brief_move, ask_in_words, "", worth_unit, end_remark, opposed=True)
