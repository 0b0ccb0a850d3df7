"""The search where two players choose at the same time: each such position is a matrix game of what follows.

Every place has proven bounds. Where both choose, the lower bounds of what follows make one matrix game and the upper
bounds another, and the position is worth no less than the first and no more than the second. While they differ, there
is an open entry that the best mixes of both meet in; that one is looked into next. So only what matters is worked out,
and bounds only tighten.
"""

import time
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

from verifier.solve.matrix_games import Matrix, Mixed, solve_matrix

if TYPE_CHECKING:
    from models.endgame import Standoff

Pair = tuple[Fraction, Fraction]
Pairs = tuple[tuple[Hashable, ...], ...]


class Against(Struct, frozen=True):
    """One choice, of player 1 or 2, at a place where the other one answers with a best mix."""

    place: Hashable
    player: int
    choice: int


class OutOfRoom(Exception):
    """The time is up, the memory is used up, or somebody has stopped the search."""


class MatrixSearch:
    """The search for what places of one problem are worth, by how much player 1 is ahead."""

    def __init__(self, standoff: "Standoff") -> None:
        """Begin; nothing is known yet."""
        self.standoff = standoff
        self.problem = standoff.problem
        self.stopped = False
        self.proven: dict[Hashable, Pair] = {}
        self.mixes: dict[Hashable, Mixed] = {}
        self.solved: tuple[tuple[Matrix, Matrix], Mixed, Mixed] | None = None  # the last games
        self.watch: Callable[[], None] | None = None
        self.end: float | None = None
        self.room: int | None = None

    def _start(self) -> Hashable:
        return self.standoff.place(self.problem.start)

    def _look_at_limits(self) -> None:
        if self.watch is not None:
            self.watch()
        reason = self._over()
        if reason:
            raise OutOfRoom(reason)

    def _over(self) -> str:
        """Tell which limit is reached."""
        if self.stopped:
            return "stopped"
        if self.end is not None and time.monotonic() >= self.end:
            return "time"
        return "memory" if self.room is not None and len(self.proven) > self.room else ""

    def _bounds(self, place: Hashable) -> Pair:
        """Give what is proven of a place; where a limit is reached no more is found out."""
        found = self.proven.get(place)
        if found is None:
            if self._over():
                return self.standoff.widest
            found = self.proven[place] = self.standoff.bounds(place)
        return found

    def _tighten(self, place: Hashable, low: Fraction, high: Fraction) -> Pair:
        before = self._bounds(place)
        found = self.proven[place] = max(low, before[0]), min(high, before[1])
        return found

    def _close(self, place: Hashable, enough: Fraction | None = None, little: Fraction | None = None) -> None:
        """Tighten the bounds of a place until they meet, or it is proven to be worth `enough`, or `little`."""
        low, high = self._bounds(place)
        while low < high and (enough is None or low < enough) and (little is None or high > little):
            low, high = self._next(place, enough, little)

    def _next(self, place: Hashable, enough: Fraction | None, little: Fraction | None) -> Pair:
        """Look into what matters most of what follows a place, and give the bounds of the place then."""
        self._look_at_limits()
        pairs = self.standoff.pairs(place)
        if pairs:
            lower, upper = self._games(place, pairs)
            if lower.value < upper.value:
                self._look_into(place, self._open_entry(pairs, lower, upper))
        else:
            self._look_into(place, *self._child(place, enough, little))
        return self._renew(place)

    def _look_into(
        self, place: Hashable, child: Hashable, enough: Fraction | None = None, little: Fraction | None = None
    ) -> None:
        """Look into what follows a place; if that ends early, what was found counts for the place."""
        try:
            self._close(child, enough, little)
        except OutOfRoom:
            self._renew(place)
            raise

    def _renew(self, place: Hashable) -> Pair:
        """Give the bounds of a place as they follow from what comes after it."""
        pairs = self.standoff.pairs(place)
        if pairs:
            lower, upper = self._games(place, pairs)
            return self._tighten(place, lower.value, upper.value)
        high_side, after = self.standoff.after(place)
        choose = max if high_side else min
        known = [self._bounds(each) for each in after]
        return self._tighten(place, choose(low for low, _ in known), choose(high for _, high in known))

    def _games(self, place: Hashable, pairs: Pairs) -> tuple[Mixed, Mixed]:
        """Solve the matrix games of the lower and of the upper bounds; where they meet, the mixes are best."""
        matrices = self._matrix(pairs, 0), self._matrix(pairs, 1)
        if self.solved is None or self.solved[0] != matrices:
            self.solved = matrices, solve_matrix(matrices[0]), solve_matrix(matrices[1])
        _, lower, upper = self.solved
        if lower.value == upper.value and place not in self.mixes:
            self.mixes[place] = Mixed(lower.value, lower.rows, upper.columns)
        return lower, upper

    def _matrix(self, pairs: Pairs, which: int) -> Matrix:
        return [[self._bounds(each)[which] for each in row] for row in pairs]

    def _open_entry(self, pairs: Pairs, lower: Mixed, upper: Mixed) -> Hashable:
        """Choose the entry to look into: one the rows hope for in the upper game, and the columns in the lower one.

        If none of these were open, they would prove that both games are worth the same.
        """
        columns = [(at, share) for at, share in enumerate(lower.columns) if share]
        weights = {
            row[at]: share * other * (self._bounds(row[at])[1] - self._bounds(row[at])[0])
            for row, share in zip(pairs, upper.rows, strict=True)
            if share
            for at, other in columns
        }
        chosen = max(weights, key=weights.__getitem__)
        assert weights[chosen] > 0
        return chosen

    def _child(
        self, place: Hashable, enough: Fraction | None, little: Fraction | None
    ) -> tuple[Hashable, Fraction | None, Fraction | None]:
        """Choose the follower that is most promising for who moves, and how far to look into it."""
        high_side, after = self.standoff.after(place)
        low, high = self._bounds(place)
        if high_side:
            child = max(after, key=lambda each: self._bounds(each)[1])
            return child, enough, low if little is None else max(low, little)
        child = min(after, key=lambda each: self._bounds(each)[0])
        return child, high if enough is None else min(high, enough), little

    def _mix(self, place: Hashable) -> Mixed:
        """Give mixes that are best for both sides."""
        while place not in self.mixes:
            self._look_at_limits()
            pairs = self.standoff.pairs(place)
            lower, upper = self._games(place, pairs)
            if lower.value < upper.value:
                self._look_into(place, self._open_entry(pairs, lower, upper))
        self._renew(place)
        return self.mixes[place]

    def _answer(self, against: Against) -> None:
        """Find out what a choice is worth against a best mix of the other side."""
        for each, share in self._answers(against, self._mix(against.place)):
            if share:
                self._close(each)

    def _answers(self, against: Against, mix: Mixed) -> list[tuple[Hashable, Fraction]]:
        """Give what can follow a choice, and how likely that is."""
        pairs = self.standoff.pairs(against.place)
        if against.player == 1:
            return list(zip(pairs[against.choice], mix.columns, strict=True))
        return [(row[against.choice], share) for row, share in zip(pairs, mix.rows, strict=True)]
