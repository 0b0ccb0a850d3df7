"""Strategies that reach the bounds which a search has proven.

A move that keeps a bound is not enough: going round among such moves gains nothing. So the part of the game is taken in
which one side only makes moves that keep its bound and the other does anything, down to positions where nothing is
claimed; that part is solved by plain enumeration, which finds the way out of the circles.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Protocol

from models.position import DRAW, Position, Problem, payoff
from verifier.analyze import Bounds
from verifier.check_certificate import GIVE_UP, Side
from verifier.plain import expectations
from verifier.unfold import Node, Owner, TooLarge, Unfolded

MOST = 1_000_000


class Known(Protocol):
    """What a search has proven: bounds of any position, tighter ones where it is asked to look further."""

    def worth(self, position: Position) -> Bounds:
        """Give what is proven of a position."""
        ...

    def look(self, position: Position) -> None:
        """Look one move further from a position."""
        ...


def strategy_of(
    problem: Problem, side: Side, known: Known, span: tuple[Fraction, Fraction], limit: int = MOST
) -> Callable[[Position], str | None]:
    """Give one side's moves, for `write_certificate`. The goal must not be `force`. Raises TooLarge."""
    graph, given_up = _kept(problem, side, known, span, limit)
    _, best = expectations(graph)
    moves: dict[Position, str] = dict.fromkeys(given_up, GIVE_UP)
    for node, at in zip(graph.nodes, best, strict=True):
        if node.edges and at is not None and node.owner == side:
            moves[node.position] = node.edges[at][0]
    return moves.get


def _kept(
    problem: Problem, side: Side, known: Known, span: tuple[Fraction, Fraction], limit: int
) -> tuple[Unfolded, set[Position]]:
    """Give the part of the game in which a side keeps what is proven for it."""
    worst = span[0] if side == "hero" else span[1]
    nodes: list[Node] = []
    numbers: dict[tuple[Position, bool], int] = {}
    given_up: set[Position] = set()

    remembered: dict[Position, Fraction] = {}

    def proven(position: Position) -> Fraction:
        found = remembered.get(position)
        if found is None:
            found = remembered[position] = bound_of(position)
        return found

    def bound_of(position: Position) -> Fraction:
        decided = payoff(problem, position)
        if decided is not None:
            return decided
        bounds = known.worth(position)
        bound = bounds.low if side == "hero" else bounds.high
        if not position.drawn:
            return bound
        best = max if position.mover == problem.hero else min
        tighter = max if side == "hero" else min
        return tighter(bound, best(proven(position.after(move)) for move in position.moves()))

    def of_move(position: Position, move: str) -> Fraction:
        if move != DRAW:
            return proven(position.after(move))
        chances = position.chances()
        total = sum(chance.copies for chance in chances)
        return sum((chance.copies * proven(chance.after) for chance in chances), Fraction(0)) / total

    def node(position: Position, draws: bool) -> int:
        number = numbers.setdefault((position, draws), len(nodes))
        if number == len(nodes):
            if number >= limit:
                raise TooLarge(limit)
            worth = payoff(problem, position)
            if worth is None and not draws and proven(position) == worst:
                worth = worst
                given_up.add(position)
            mover: Owner = "hero" if position.mover == problem.hero else "others"
            owner: Owner = "end" if worth is not None else "chance" if draws else mover
            nodes.append(Node(position, owner, position.layer, draws, [], [], worth))
        return number

    def kept(position: Position) -> tuple[str, ...]:
        moves = position.moves()
        if (position.mover == problem.hero) != (side == "hero"):
            return moves
        sign = 1 if side == "hero" else -1
        for looked in (False, True):
            target = sign * proven(position)
            good = tuple(move for move in moves if sign * of_move(position, move) >= target)
            if good:
                return good
            if not looked:
                known.look(position)
                remembered.clear()
        return moves

    node(problem.start, False)
    done = 0
    while done < len(nodes):
        this = nodes[done]
        done += 1
        if this.draws:
            outcomes = this.position.chances()
            total = sum(outcome.copies for outcome in outcomes)
            this.chances = [(Fraction(o.copies, total), o.number, node(o.after, False)) for o in outcomes]
        elif this.worth is None:
            for move in kept(this.position):
                after = node(this.position, True) if move == DRAW else node(this.position.after(move), False)
                this.edges.append((move, after))
    return Unfolded(problem, nodes), given_up
