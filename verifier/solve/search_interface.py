"""What any search offers to those who tell of it: what is proven, and how to go on."""

from typing import TYPE_CHECKING, Any, Protocol

from models.endgame import Duel, Standoff, Unaided
from models.game import Game
from models.position import Position, Problem
from models.threads import Threads
from verifier.analyze import Bounds
from verifier.check_certificate import Mix, Side

if TYPE_CHECKING:
    from collections.abc import Callable

    from verifier.solve.solver import SearchLimits

SearchPlace = Any  # what a search knows a position by


class Strategy(Protocol):
    """One side's strategy, for `verifier.certificate`."""

    def move(self, position: Position) -> str | Mix | None:
        """Name the side's move (a mix where both choose together), GIVE_UP where nothing is claimed, None where the
        other side moves on.
        """
        ...


class AnytimeSearch(Protocol):
    """A search for the worth of one problem.

    `worst` tells that chance is on the side of the others. `reason` says what ended the last run early: "time",
    "memory", "stopped" or nothing; `stopped` set from outside ends it.
    """

    reason: str
    stopped: bool

    @property
    def problem(self) -> Problem: ...
    @property
    def worst(self) -> bool: ...
    @property
    def bounds(self) -> Bounds: ...
    @property
    def positions(self) -> int: ...

    def run(
        self,
        limits: "SearchLimits",
        watch: "Callable[[AnytimeSearch], None] | None" = None,
        target: SearchPlace | None = None,
    ) -> Bounds:
        """Search until the worth of a position (by default that of the problem) is proven or a limit is reached."""
        ...

    def find(self, position: Position) -> SearchPlace | None:
        """Give the place of a position that is not over, None where it was not met."""
        ...

    def draw(self) -> SearchPlace:
        """Give the place of the draw from the start."""
        ...

    def known(self, place: SearchPlace) -> bool:
        """Tell whether the worth of a position is proven."""
        ...

    def promise(self, place: SearchPlace) -> int:
        """Rank positions after a move of the start: the lower, the better for who moves there."""
        ...

    def bounds_of(self, place: SearchPlace) -> Bounds:
        """Give what is proven of a position."""
        ...

    def worth(self, position: Position) -> Bounds:
        """Give what is proven of any position of the problem."""
        ...

    def look(self, position: Position) -> None:
        """See to it, as far as that takes little time, that a best move of a position is known."""
        ...

    def settle(self) -> int:
        """Draw all conclusions from what is known; give how many bounds that tightened."""
        ...

    def strategy(self, side: Side) -> Strategy:
        """Give a side's strategy that keeps what is proven for it. Raises TooLarge, ValueError where there is none."""
        ...


def begin(game: Game, problem: Problem, jobs: int = 1) -> AnytimeSearch:
    """Begin the search that fits a game, in so many threads where it can be shared out.

    Raises Malformed where the problem is too large for it.
    """
    endgame = game.positions().endgame(problem)
    if isinstance(endgame, Unaided):
        from verifier.solve.reference_search import ReferenceSearch

        return ReferenceSearch(problem, game.positions().span(problem))
    from verifier.solve.simultaneous import StandoffSearch
    from verifier.solve.solver import Search
    from verifier.solve.zero_window import ZeroWindowSearch

    if isinstance(endgame, Standoff):
        return StandoffSearch(endgame)
    threads = Threads(jobs)
    return ZeroWindowSearch(endgame, threads) if isinstance(endgame, Duel) else Search(endgame, threads)
