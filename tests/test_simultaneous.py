"""Play with choices at the same time: drawn games without sense, and what Guessing tells the search of itself."""

import json
import random
from collections.abc import Hashable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from models.games import GAMES
from models.good_fortune.editions import Rules
from models.good_fortune.positions import FortunePosition
from models.good_fortune.tiles import tile_set
from models.position import Problem
from models.reading import Reading
from tests.good_fortune_games import Program, random_tiles
from tests.test_good_fortune_guessing import Together
from tests.test_matrix_games import by_z3
from verifier.analyze import Bounds, analyse
from verifier.move_values import outlook_of
from verifier.solve.matrix_search import OutOfRoom
from verifier.solve.simultaneous import StandoffSearch
from verifier.solve.solver import SearchLimits
from verifier.turns_of_log import recorded_turns

pytest.importorskip("numba")

from models.good_fortune.guessing import GuessingEndgame
from models.good_fortune.random_positions import drawn

GAME = next(game for game in GAMES if game.key == "good-fortune")
WIDEST = (Fraction(-4), Fraction(4))


class Tree:
    """A drawn game: a place is the way to it. At some places both choose, at others one moves."""

    widest = WIDEST

    def __init__(self, seed: int, deep: int) -> None:
        self.seed, self.deep = seed, deep
        self.problem: Any = Problem(self, "win", "points", 1)  # type: ignore[arg-type]
        self.value = cache(self._value)

    def _rng(self, place: Hashable) -> random.Random:
        return random.Random(f"{self.seed} {place}")

    def room(self, memory: int | None) -> None:
        pass

    def place(self, position: Any) -> Hashable:
        return ()

    def secret(self, position: Any) -> None:
        return None

    def ended(self, place: Any) -> Fraction | None:
        rng = self._rng(place)
        return Fraction(rng.randint(-4, 4)) if len(place) >= self.deep or rng.random() < 0.1 else None

    def bounds(self, place: Any) -> tuple[Fraction, Fraction]:
        worth = self.ended(place)
        return WIDEST if worth is None else (worth, worth)

    def pairs(self, place: Any) -> tuple[tuple[Hashable, ...], ...]:
        rng = self._rng(("pairs", place))
        if self.ended(place) is not None or rng.random() < 0.5:
            return ()
        height, width = rng.randint(1, 3), rng.randint(1, 3)
        return tuple(tuple((*place, 3 * row + column) for column in range(width)) for row in range(height))

    def after(self, place: Any) -> tuple[bool, tuple[Hashable, ...]]:
        rng = self._rng(("after", place))
        return rng.random() < 0.5, tuple((*place, 10 + move) for move in range(rng.randint(1, 3)))

    def _value(self, place: Any) -> Fraction:
        """Give the value by plain recursion, matrix games by another solver."""
        worth = self.ended(place)
        if worth is not None:
            return worth
        pairs = self.pairs(place)
        if pairs:
            return by_z3([[self.value(each) for each in row] for row in pairs])
        high, after = self.after(place)
        return (max if high else min)(self.value(each) for each in after)


class Impatient(StandoffSearch):
    """A search that ends after so many looks at its limits."""

    patience = 0

    def _look_at_limits(self) -> None:
        self.patience -= 1
        if self.patience < 0:
            raise OutOfRoom("time")


def test_drawn_games_are_worth_what_plain_recursion_says() -> None:
    mixed = 0
    for seed in range(40):
        game = Tree(seed, 3 + seed % 2)
        bounds = StandoffSearch(game).run(SearchLimits())
        assert bounds.low == bounds.high == game.value(())
        mixed += bounds.low.denominator > 1
    assert mixed > 5


def test_bounds_are_proven_at_any_time_and_only_tighten() -> None:
    ended_early = 0
    for seed in range(15):
        game = Tree(seed, 4)
        worth, search = game.value(()), Impatient(game)
        before = search.bounds
        while not search.known(()):
            search.patience = 8
            bounds = search.run(SearchLimits())
            assert before.low <= bounds.low <= worth <= bounds.high <= before.high
            assert all(low <= game.value(place) <= high for place, (low, high) in search.proven.items())
            ended_early += search.reason == "time"
            before = bounds
    assert ended_early > 15


def test_showing_the_choice_first_is_worth_what_the_best_row_or_column_is() -> None:
    met = 0
    for seed in range(60):
        game = Tree(seed, 3)
        pairs = game.pairs(())
        if not pairs:
            continue
        search = StandoffSearch(game)
        search.run(SearchLimits())
        matrix = [[game.value(each) for each in row] for row in pairs]
        first, second = search.openly(1), search.openly(2)
        assert first.low == first.high == max(map(min, matrix))
        assert second.low == second.high == min(map(max, zip(*matrix, strict=True)))
        met += 1
    assert met > 15


def guessing(rng: random.Random, turns: int) -> FortunePosition:
    size = 2 * (turns + 1) + 3
    tiles = tile_set(random_tiles(rng, size), size)
    return drawn(rng, turns, Rules(guessing=True, tiles=tiles, hand=turns + 1))


def test_places_lead_where_the_positions_lead_that_the_clauses_give() -> None:
    rng = random.Random(6)
    for _ in range(40):
        start = guessing(rng, 3)
        endgame = GuessingEndgame(Problem(start, "win", "points", 1))
        position, place = start, endgame.place(start)
        while position.mover:
            assert endgame.place(position) == place
            moves = position.moves()
            if position.together:
                both = [[position.after(one).after(two) for two in position.after(one).moves()] for one in moves]
                assert endgame.pairs(place) == tuple(tuple(map(endgame.place, row)) for row in both)
                position = rng.choice(rng.choice(both))
            else:
                assert not endgame.pairs(place)
                first, after = endgame.after(place)
                assert first == (position.mover == 1)
                assert {*after} == {endgame.place(position.after(move)) for move in moves}
                position = position.after(rng.choice(moves))
            place = endgame.place(position)
        one, other = position.totals()
        margin = Fraction(one - other)
        assert endgame.bounds(place) == (margin, margin)


def test_who_is_named_first_makes_no_difference() -> None:
    rng = random.Random(7)
    for _ in range(20):
        start = guessing(rng, 2)
        turned = replace(start, mover=2)
        endgame = GuessingEndgame(Problem(start, "win", "points", 1))
        assert endgame.place(start) == endgame.place(turned)
        own, other = (
            StandoffSearch(GuessingEndgame(Problem(each, "win", "points", each.mover))) for each in (start, turned)
        )
        bounds, theirs = own.run(SearchLimits()), other.run(SearchLimits())
        assert (bounds.low, bounds.high) == (-theirs.high, -theirs.low)
        assert bounds.exact


def test_where_there_is_no_time_nothing_is_found_out() -> None:
    start = guessing(random.Random(8), 9)
    search = StandoffSearch(GuessingEndgame(Problem(start, "win", "points", 1)))
    bounds = search.run(SearchLimits(seconds=0.0))
    assert search.reason == "time"
    assert (bounds.low, bounds.high) == search.standoff.widest
    assert not search.positions


def test_a_choice_of_a_recorded_turn_gives_away_what_a_best_mix_of_the_other_wins_by_it() -> None:
    lines = [json.dumps(event).encode() for event in Program(random.Random(3), variant="guessing").play()]
    turns = [turn for _, turn in recorded_turns(lines, Reading())][-4:]
    lost = 0
    for turn in analyse(turns, outlook_of(GAME, SearchLimits()), "points"):
        first, second, *layings = turn.decisions
        assert (first.player, second.player, len(layings)) == (1, 2, 2)
        assert first.before == Bounds(-second.before.high, -second.before.low)
        for decision, (position, move) in zip(turn.decisions, turn.turn.choices, strict=True):
            assert isinstance(position, FortunePosition)
            brute = Together(position, "points")
            sign = 1 if decision.player == 1 else -1
            assert decision.before.exact
            assert decision.after.exact
            assert decision.before.low == sign * brute.worth(brute.start)
            if position.together:
                assert decision.lost.low >= 0
            else:
                assert decision.after.low == sign * brute.worth(dict(brute.ways(brute.start))[move])
            lost += decision.lost.low > 0
    assert lost > 2
