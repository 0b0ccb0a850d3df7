"""The reference solver as a search: it enumerates all that can follow, and knows everything or nothing."""

import time
from fractions import Fraction
from typing import TYPE_CHECKING

from models.position import Position, Problem, payoff
from verifier.analyze import Bounds
from verifier.check_certificate import Side
from verifier.explicit_model import TooLarge, explicit_model
from verifier.reference_solver import Plain, plain_answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from verifier.solve.solver import SearchLimits

Moment = tuple[Position, bool]  # a position, or the draw from it
BYTES = 2_000  # of a position with what leads on from it, about
OFTEN = 256  # positions between two looks at the limits
UNLIMITED = 1 << 40


class LimitReached(Exception):
    """A limit was reached; it says which."""


class ReferenceSearch:
    """The search for the worth of one problem: see `verifier.solve.search_interface.AnytimeSearch`."""

    def __init__(self, problem: Problem, span: tuple[Fraction, Fraction]) -> None:
        """Begin; nothing is known yet but what the problem can be worth."""
        self.problem = problem
        self.worst = problem.goal == "force"
        self.span = Bounds(*span)
        self.reason = ""
        self.stopped = False
        self.positions = 0
        self.found: Plain | None = None
        self.places: dict[Moment, int] = {}

    @property
    def bounds(self) -> Bounds:
        """Give what is proven of the problem."""
        return self.worth(self.problem.start)

    def run(
        self,
        limits: "SearchLimits",
        watch: "Callable[[ReferenceSearch], None] | None" = None,
        target: Moment | None = None,
    ) -> Bounds:
        """Enumerate all positions until a limit is reached, and work their values out."""
        if self.found is not None:
            return self.bounds if target is None else self.bounds_of(target)
        began, self.reason = time.monotonic(), ""

        def look(positions: int) -> None:
            if positions % OFTEN:
                return
            self.positions = positions
            if watch is not None:
                watch(self)
            if self.stopped:
                raise LimitReached("stopped")
            if limits.seconds is not None and time.monotonic() - began >= limits.seconds:
                raise LimitReached("time")

        try:
            most = UNLIMITED if limits.memory is None else limits.memory // BYTES
            graph = explicit_model(self.problem, most, look=look)
        except TooLarge:
            self.reason = "memory"
        except LimitReached as limit:
            self.reason = str(limit)
        else:
            self.positions = len(graph.nodes)
            self.found = plain_answer(graph)
            self.places = {(node.position, node.draws): number for number, node in enumerate(graph.nodes)}
        return self.bounds if target is None else self.bounds_of(target)

    def find(self, position: Position) -> Moment | None:
        """Give the position itself."""
        return position, False

    def draw(self) -> Moment:
        """Give the draw from the start."""
        return self.problem.start, True

    def known(self, place: Moment) -> bool:
        """Tell whether the worth of a position is known."""
        return self.bounds_of(place).exact

    def promise(self, place: Moment) -> int:
        """Rank positions after a move of the start: all alike."""
        return 0

    def bounds_of(self, place: Moment) -> Bounds:
        """Give what is known of a position, or of the draw from it."""
        number = self.places.get(place)
        if self.found is None or number is None:
            return self.span
        value = self.found.values[number]
        if self.worst:  # there the values are turns to a sure win
            value = Fraction(value is not None)
        return self.span if value is None else Bounds(value, value)

    def worth(self, position: Position) -> Bounds:
        """Give what is known of any position of the problem."""
        decided = payoff(self.problem, position)
        return self.bounds_of((position, False)) if decided is None else Bounds(decided, decided)

    def look(self, position: Position) -> None:
        """Do nothing: all that can be known is known."""

    def settle(self) -> int:
        """Do nothing: all that can be known is known."""
        return 0

    def strategy(self, side: Side) -> "Followed":
        """Give a side's best moves. Raises ValueError where they are not known."""
        if self.found is None:
            raise ValueError("a limit was reached before anything was proven")
        return Followed(self.found.strategy(), self.problem.hero, side)


class Followed:
    """One side's best moves."""

    def __init__(self, moves: dict[Position, str], hero: int, side: Side) -> None:
        self.moves, self.hero, self.side = moves, hero, side

    def move(self, position: Position) -> str | None:
        """Name the side's move, None where the other side moves on."""
        own = (position.mover == self.hero) == (self.side == "hero")
        return self.moves.get(position) if own else None
