"""What estimates need of a game: whole games played out by policies, from a position or after one of its moves."""

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np

    from models.position import Position, Problem

    Worths = np.ndarray[tuple[int], np.dtype[np.int64]]


class Policy(NamedTuple):
    """How everybody plays in playouts: a name, and what it does in words."""

    name: str
    words: str


class Playouts(Protocol):
    """Games played out from positions of one problem, everybody playing by the same policy.

    Not to be used by two threads at once. What is given hangs on the problem and on what is asked alone, never on what
    was asked before. `usual` names the policy for the start of the problem.
    """

    problem: "Problem"
    usual: str

    def play(self, position: "Position", move: str, policy: str, seed: int, first: int, count: int) -> "Worths":
        """Play games after a move at a position (an empty name: that of the policy), those with the numbers from
        `first` on, and give what each was worth for the hero of the problem.

        The game of one number is played on the same draws after every move of a position.
        """
        ...

    def choose(self, position: "Position", policy: str) -> str:
        """Name the move of a policy at a position that is not over."""
        ...

    def span(self) -> "tuple[Fraction, Fraction]":
        """Give the least and the most that a game can be worth."""
        ...
