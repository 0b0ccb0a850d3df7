"""The search where two players choose at the same time: each such position is a matrix game of what follows.

Every place has proven bounds. Where both choose, the lower bounds of what follows make one matrix game and the upper
bounds another, and the position is worth no less than the first and no more than the second. While they differ, there
is an open entry that the best mixes of both meet in; that one is looked into next. So only what matters is worked out,
and bounds only tighten.
"""

import time
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn

from msgspec import Struct

from models.position import Position, Problem, payoff
from verifier.analyze import Bounds
from verifier.check_certificate import Mix, Side
from verifier.solve.matrix_games import Matrix, Mixed, solve_matrix

if TYPE_CHECKING:
    from models.endgame import Standoff
    from verifier.solve.solver import SearchLimits

Pair = tuple[Fraction, Fraction]
Pairs = tuple[tuple[Hashable, ...], ...]
GLANCE = 2.0  # seconds to find a best move with
BYTES = 1 << 10  # of a place, at most, with what is known of it


class Against(Struct, frozen=True):
    """One choice, of player 1 or 2, at a place where the other one answers with a best mix."""

    place: Hashable
    player: int
    choice: int


class OutOfRoom(Exception):
    """The time is up, the memory is used up, or somebody has stopped the search."""


class StandoffSearch:
    """The search for the worth of one problem: see `verifier.solve.search_interface.AnytimeSearch`."""

    worst = False

    def __init__(self, standoff: "Standoff") -> None:
        """Begin; nothing is known yet."""
        self.standoff = standoff
        self.problem: Problem = standoff.problem
        self.reason = ""
        self.stopped = False
        self.proven: dict[Hashable, Pair] = {}
        self.mixes: dict[Hashable, Mixed] = {}
        self.watch: Callable[[StandoffSearch], None] | None = None
        self.end: float | None = None
        self.room: int | None = None
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
        self.watch, self.reason = watch, ""
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

    def _start(self) -> Hashable:
        return self.standoff.place(self.problem.start)

    def _look_at_limits(self) -> None:
        if self.watch is not None:
            self.watch(self)
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
        lower, upper = solve_matrix(self._matrix(pairs, 0)), solve_matrix(self._matrix(pairs, 1))
        if lower.value == upper.value and place not in self.mixes:
            self.mixes[place] = Mixed(lower.value, lower.rows, upper.columns)
        return lower, upper

    def _matrix(self, pairs: Pairs, which: int) -> Matrix:
        return [[self._bounds(each)[which] for each in row] for row in pairs]

    def _open_entry(self, pairs: Pairs, lower: Mixed, upper: Mixed) -> Hashable:
        """Choose the entry to look into: one the rows hope for in the upper game, and the columns in the lower one.

        If none of these were open, they would prove that both games are worth the same.
        """
        entries = zip(pairs, upper.rows, strict=True)
        weights = {
            each: share * other * (self._bounds(each)[1] - self._bounds(each)[0])
            for row, share in entries
            for each, other in zip(row, lower.columns, strict=True)
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
