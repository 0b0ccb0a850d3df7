"""All positions that can follow one, as a graph: the explicit model of a puzzle."""

from collections.abc import Callable
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from models.position import DRAW, Position, Problem, payoff

Owner = Literal["hero", "others", "chance", "end"]
LIMIT = 300_000


class TooLarge(Exception):
    """More positions than the limit allows."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"more than {limit:,} positions")
        self.limit = limit


class Node(Struct):
    """A node of the graph: a position, or the moment of a draw.

    `edges` leads on: for players by the names of moves, for chance by the probability of a number. `worth` is what an
    end is worth; `layer` that of the position; `draws` is set where the node stands for the draw from its position.
    """

    position: Position
    owner: Owner
    layer: int
    draws: bool = False
    edges: list[tuple[str, int]] = []
    chances: list[tuple[Fraction, int, int]] = []  # probability, number, node
    worth: Fraction | None = None


class Unfolded(Struct):
    """The graph; node 0 is the position it begins with."""

    problem: Problem
    nodes: list[Node]


Choose = Callable[[Position], str | None]


def explicit_model(
    problem: Problem, limit: int = LIMIT, only: Choose | None = None, look: Callable[[int], None] | None = None
) -> Unfolded:
    """Give all positions that can follow the start, with the moment of each draw as a node of its own.

    `only` names the one move that is kept at a position, or None for all. `look` hears how many positions are done and
    may raise. Raises TooLarge, ValueError where two choose
    at the same time: there is no graph of that.
    """
    nodes: list[Node] = []
    known: dict[tuple[Position, bool], int] = {}

    def node(position: Position, draws: bool) -> int:
        number = known.setdefault((position, draws), len(nodes))
        if number == len(nodes):
            if number >= limit:
                raise TooLarge(limit)
            worth = payoff(problem, position)
            mover: Owner = "hero" if position.mover == problem.hero else "others"
            owner: Owner = "end" if worth is not None else "chance" if draws else mover
            nodes.append(Node(position, owner, position.layer, draws, [], [], worth))
        return number

    node(problem.start, False)
    done = 0
    while done < len(nodes):
        this = nodes[done]
        done += 1
        if look is not None:
            look(done)
        position = this.position
        if this.draws:
            outcomes = position.chances()
            total = sum(outcome.copies for outcome in outcomes)
            this.chances = [(Fraction(o.copies, total), o.number, node(o.after, False)) for o in outcomes]
        elif position.together:
            raise ValueError("both players choose at the same time")
        elif this.worth is None:
            chosen = None if only is None else only(position)
            for move in position.moves() if chosen is None else (chosen,):
                this.edges.append((move, node(position, True) if move == DRAW else node(position.after(move), False)))
    return Unfolded(problem, nodes)
