"""What is wrong with a puzzle of any game, as games say it."""

from collections.abc import Sequence
from typing import NoReturn

from models.clause import ClauseId
from models.reading import Malformed

LONGEST = 20  # digits of a number that are shown


def wrong_puzzle(field: str, message: str, help_line: str) -> NoReturn:
    """Say what is wrong with a puzzle."""
    raise Malformed("value", field, message, help_line)


def short_number(value: int) -> str:
    """Write a number that may be absurd."""
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}... ({len(text.lstrip('-'))} digits)"


def refuse_uncovered(clauses: Sequence[ClauseId]) -> None:
    """Refuse to solve a game by rules that the fast solver does not have."""
    if clauses:
        what = f"the solver knows nothing of clause {clauses[0]}"
        raise Malformed(
            "header", "game", what, "explore the game with `cloverproof graph`, which asks it of every turn"
        )
