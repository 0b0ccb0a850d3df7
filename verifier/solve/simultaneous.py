"""The search where two players choose at the same time, asked about positions: worth, best mixes, strategies."""

import time
from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, NoReturn

from models.position import Position, payoff
from verifier.analyze import Bounds
from verifier.check_certificate import Mix, Side
from verifier.solve.matrix_games import Matrix
from verifier.solve.matrix_search import Against, MatrixSearch, OutOfRoom, Pair

if TYPE_CHECKING:
    from models.endgame import Standoff
    from verifier.solve.solver import SearchLimits

GLANCE = 2.0  # seconds to find a best move with
BYTES = 1 << 10  # of a place, at most, with what is known of it


class StandoffSearch(MatrixSearch):
    """The search for the worth of one problem: see `verifier.solve.search_interface.AnytimeSearch`."""

    worst = False

    def __init__(self, standoff: "Standoff") -> None:
        """Begin; nothing is known yet."""
        super().__init__(standoff)
        self.reason = ""
        self.begun = False

    # --- the search

    def run(
        self,
        limits: "SearchLimits",
        watch: "Callable[[StandoffSearch], None] | None" = None,
        target: Hashable | None = None,
    ) -> Bounds:
        """Search until the worth of a place (by default that of the problem) is proven or a limit is reached."""
        self.end = None if limits.seconds is None else time.monotonic() + limits.seconds
        self.watch, self.reason = None if watch is None else partial(watch, self), ""
        self.room = None if limits.memory is None else limits.memory // (2 * BYTES)
        if not self.begun:
            self.standoff.room(None if limits.memory is None else limits.memory // 2)
            self.begun = True
        place = self._start() if target is None else target
        try:
            self._look_at_limits()
            if isinstance(place, Against):
                self._answer(place)
            else:
                self._close(place)
        except OutOfRoom as out:
            self.reason = str(out)
        return self.bounds_of(place)

    # --- what is known

    @property
    def bounds(self) -> Bounds:
        """Give what is proven of the problem."""
        return self.bounds_of(self._start())

    @property
    def positions(self) -> int:
        """Count the places that were met, one choosing after the other or both together."""
        return len(self.proven)

    def find(self, position: Position) -> Hashable | None:
        """Give the place of a position, or the choice that has led to it in secret."""
        secret = self.standoff.secret(position)
        return self.standoff.place(position) if secret is None else Against(*secret)

    def draw(self) -> NoReturn:
        """Nothing is drawn. Raises ValueError."""
        raise ValueError("nothing is drawn")

    def known(self, place: Hashable) -> bool:
        """Tell whether the worth of a place is proven."""
        return self.bounds_of(place).exact

    def promise(self, place: Hashable) -> int:
        """Rank what follows the start: all alike."""
        return 0

    def bounds_of(self, place: Hashable) -> Bounds:
        """Give what is proven of a place, or of a choice against a best mix of the other side."""
        low, high = self._bounds_against(place) if isinstance(place, Against) else self._bounds(place)
        return Bounds(low, high) if self.problem.hero == 1 else Bounds(-high, -low)

    def _bounds_against(self, against: Against) -> Pair:
        low, high = self._bounds(against.place)
        mix = self.mixes.get(against.place)
        if mix is None:  # a best mix leaves no more than the position is worth, whatever it is
            pairs = self.standoff.pairs(against.place)
            answers = pairs[against.choice] if against.player == 1 else [row[against.choice] for row in pairs]
            lows, highs = zip(*map(self._bounds, answers), strict=True)
            least, most = min(lows), max(highs)
        else:
            known = [(self._bounds(each), share) for each, share in self._answers(against, mix) if share]
            least = sum((share * worth[0] for worth, share in known), Fraction(0))
            most = sum((share * worth[1] for worth, share in known), Fraction(0))
        return (min(least, high), min(most, high)) if against.player == 1 else (max(least, low), max(most, low))

    def worth(self, position: Position) -> Bounds:
        """Give what is proven of any position of the problem."""
        decided = payoff(self.problem, position)
        place = None if decided is not None else self.find(position)
        return self.bounds_of(place) if decided is None else Bounds(decided, decided)

    def mix(self, position: Position) -> dict[str, Fraction]:
        """Give how likely each choice is in a best mix of the player to move, where both choose at the same time.

        Nothing is given elsewhere, and where none is known.
        """
        if payoff(self.problem, position) is not None:
            return {}
        secret = self.standoff.secret(position)
        place = self.standoff.place(position) if secret is None else secret[0]
        mix = self.mixes.get(place)
        if mix is None:
            return {}
        return dict(zip(position.moves(), mix.rows if position.mover == 1 else mix.columns, strict=True))

    def sure_mix(self, position: Position) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        """Give best mixes of the player who is named first and of the other one, where both choose together."""
        mix = self._mix(self.standoff.place(position))
        first, then = position.moves(), position.after(position.moves()[0]).moves()
        one, other = (mix.rows, mix.columns) if position.mover == 1 else (mix.columns, mix.rows)
        return dict(zip(first, one, strict=True)), dict(zip(then, other, strict=True))

    def sure_worth(self, position: Position) -> Fraction:
        """Find out what a position is worth, however long it takes."""
        if payoff(self.problem, position) is None:
            self._close(self.standoff.place(position))
        return self.worth(position).low

    def openly(self, player: int) -> Bounds:
        """Find out what the start is worth if a player must show the choice of this turn, and only of this one."""
        self.end, self.watch = time.monotonic() + GLANCE, None
        try:
            for place in {each for row in self.standoff.pairs(self._start()) for each in row}:
                self._close(place)
        except OutOfRoom:
            pass
        pairs = self.standoff.pairs(self._start())
        found = [self._shown_first(self._matrix(pairs, which), player) for which in (0, 1)]
        return Bounds(*found) if self.problem.hero == 1 else Bounds(-found[1], -found[0])

    def _shown_first(self, matrix: Matrix, player: int) -> Fraction:
        return max(map(min, matrix)) if player == 1 else min(map(max, zip(*matrix, strict=True)))

    def look(self, position: Position) -> None:
        """See to it that a best move of a position is known, unless that takes too long."""
        if payoff(self.problem, position) is not None:
            return
        self.end, self.watch = time.monotonic() + GLANCE, None
        secret = self.standoff.secret(position)
        place = self.standoff.place(position) if secret is None else secret[0]
        try:
            if self.standoff.pairs(place):
                self._mix(place)
                return
            for each in self.standoff.after(place)[1]:
                self._close(each)
            self._renew(place)
        except OutOfRoom:
            pass

    def settle(self) -> int:
        """Do nothing: all that is known was concluded when it was found."""
        return 0

    def strategy(self, side: Side) -> "Mixing":
        """Give a side's strategy that keeps what the problem is worth. Raises ValueError where that is not known."""
        if not self.bounds.exact:
            raise ValueError("where both choose at the same time only an exact value can be certified")
        self.end = self.watch = self.room = None
        return Mixing(self, side)


class Mixing:
    """One side's strategy, which keeps what each position is worth, by a mix where both choose together."""

    def __init__(self, search: StandoffSearch, side: Side) -> None:
        """Take the search, and whose strategy it is."""
        self.search, self.side = search, side

    def move(self, position: Position) -> str | Mix | None:
        """Name the side's move, or its mix of choices, None where the other side moves on."""
        search = self.search
        if payoff(search.problem, position) is not None:
            return None
        hero = position.mover == search.problem.hero
        if position.together:
            mix = search.sure_mix(position)
            own = mix[0] if hero == (self.side == "hero") else mix[1]
            return {move: share for move, share in own.items() if share}
        if hero != (self.side == "hero"):
            return None
        best = max if hero else min
        return best(position.moves(), key=lambda move: search.sure_worth(position.after(move)))
