"""Positions of a game as a solver sees them, and what is asked of one.

A position knows whose move it is, the moves and where each leads. It can be hashed, and positions are equal just when
nothing tells them apart: what was done before, and by which road, is no part of it. The game gives a slow and obvious
form of it that takes every rule from the clauses; a faster one must agree with it.

Moves have names, which the game gives them. In a game with chance `draw` reveals a number; with it in hand, `-` leaves
it.
"""

from fractions import Fraction
from typing import Literal, Protocol

from msgspec import Struct

from models.reading import TilesOfBox

Goal = Literal["win", "force", "fill"]
Objective = Literal["win", "points"]
DRAW = "draw"
LEAVE = "-"


class Chance(Struct, frozen=True):
    """One outcome of a draw: the number, how many copies of it are face down, and the position with it in hand.

    Its probability is `copies` over the sum of the copies of all chances of that draw, which is the `layer`.
    """

    number: int
    copies: int
    after: "Position"


class Position(Protocol):
    """One position. `mover` is the player whose move it is, from 1; 0 where play is over or cut off.

    `ended` names the winners where play is over, and is None where it goes on or was cut off; `filled` is the player
    who has ended it by reaching the aim alone, a full garden (0: nobody). `left` counts the turns until play is cut off
    (None: it never is). `drawn` is the number in hand, 0 where there is none. `layer` counts what is face down: every
    draw lowers it by one, no other move raises it, so that only positions of the same layer can reach each other both
    ways. `together` tells that both players choose at the same time here: the mover names a choice first, and the next
    one names another without seeing it; what follows both is of a lower layer.
    """

    @property
    def mover(self) -> int: ...
    @property
    def ended(self) -> tuple[int, ...] | None: ...
    @property
    def filled(self) -> int: ...
    @property
    def left(self) -> int | None: ...
    @property
    def drawn(self) -> int: ...
    @property
    def layer(self) -> int: ...
    @property
    def together(self) -> bool: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

    def moves(self) -> tuple[str, ...]:
        """Give the names of all legal moves in a fixed order; none where nobody is to move."""
        ...

    def after(self, move: str) -> "Position":
        """Give the position after a move that chance has no part in. Raises ValueError if it is no such legal move."""
        ...

    def chances(self) -> tuple[Chance, ...]:
        """Give the outcomes of a draw by ascending number; none where drawing is no move."""
        ...

    def limited(self, left: int | None) -> "Position":
        """Give the position with another number of turns until play is cut off."""
        ...

    def points(self) -> tuple[int, ...]:
        """Give each player's points, as the objective `points` counts them, where play is over; else zeros."""
        ...

    def write(self) -> str:
        """Write the position in one line, the same for equal positions only."""
        ...


class Problem(Struct, frozen=True):
    """What is asked: the position to begin with, the goal, what counts, and for whom (`hero`, the player to move).

    All players but the hero play together against him. The turns after which play is cut off stand in the position:
    for `win` turns of all players, for `force` and `fill` the hero's own.
    """

    start: Position
    goal: Goal
    objective: Objective
    hero: int


def payoff(problem: Problem, position: Position) -> Fraction | None:
    """Give what a position is worth where play is over or cut off, None where it goes on.

    `win`: 1 for the hero as the only winner, -1 for somebody else as the only winner, 0 for a shared win and for play
    that was cut off; with the objective `points` the hero's own points, 0 where play was cut off. `force` and
    `fill`: 1 for the hero as the only winner (alone with a full garden), else 0. Endless play is worth 0 throughout.
    """
    winners = position.ended
    if winners is None:
        return None if position.mover else Fraction(0)
    if problem.goal == "force":
        return Fraction(winners == (problem.hero,))
    if problem.goal == "fill":
        return Fraction(position.filled == problem.hero)
    if problem.objective == "points":
        return Fraction(position.points()[problem.hero - 1])
    if len(winners) != 1:
        return Fraction(0)
    return Fraction(1 if winners[0] == problem.hero else -1)


class PuzzleWish(Struct, frozen=True):
    """What a drawn puzzle should be like.

    `players` gardens of a `side`, each with `empty` cells empty; so many clovers in the `middle` and face down; one in
    hand where `drawn`; over, or cut off, after `turns`; so many moves of a turn already `begun`; played by `variants`
    with the game's `material` (None: what comes along). A game without one of these does not look at it.
    """

    goal: Goal
    side: int = 0
    players: int = 2
    empty: int = 0
    middle: int = 0
    pile: int = 0
    drawn: bool = False
    turns: int | None = None
    objective: Objective = "win"
    begun: int = 0
    variants: tuple[str, ...] = ()
    material: TilesOfBox | None = None
