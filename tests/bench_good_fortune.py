"""Measure endgames of Good Fortune: `python -m tests.bench_good_fortune [TURNS] [--tiny]` (seconds of one core)."""

import random
import sys
import time
from collections.abc import Sequence
from statistics import median

from models.games import GAMES
from models.good_fortune.editions import Rules
from models.good_fortune.random_positions import drawn
from models.position import Objective, Problem
from verifier.reference_solver import solve_plainly
from verifier.solve.search_interface import begin
from verifier.solve.solver import SearchLimits

GAME = next(game for game in GAMES if game.key == "good-fortune")
GAMES_OF = {5: 40, 6: 20, 7: 8, 8: 3}  # positions for so many turns left
GUESSED = 6  # turns left at most in Guessing
LIMIT = 600.0


def against_enumeration(turns: int, count: int) -> None:
    """Compare positions a second with plain enumeration."""
    met, spent = [0, 0], [0.0, 0.0]
    for seed in range(count):
        start = drawn(random.Random(seed), turns)
        problem = Problem(start, "win", "points", start.mover)
        began = time.process_time()
        met[0] += solve_plainly(problem).states
        spent[0] += time.process_time() - began
        search = begin(GAME, problem)
        began = time.process_time()
        search.run(SearchLimits())
        met[1] += search.positions
        spent[1] += time.process_time() - began
    print(
        f"{turns} turns left: {met[0] // count:,} positions and {spent[0] / count:.3f} s by plain enumeration, "
        f"{met[1] // count:,} and {spent[1] / count:.4f} s by windows"
    )


def deep(turns: int, objective: Objective, rules: Rules, count: int) -> None:
    """Solve drawn positions with so many turns left; give the median and the worst."""
    seconds, positions, exact = [], [], 0
    for seed in range(count):
        start = drawn(random.Random(seed), turns, rules)
        search = begin(GAME, Problem(start, "win", objective, start.mover))
        began = time.process_time()
        exact += search.run(SearchLimits(seconds=LIMIT)).exact
        seconds.append(time.process_time() - began)
        positions.append(search.positions)
    speed = sum(positions) / sum(seconds) / 1e6
    variant = ", Simple laying" if rules.simple else ", Guessing" if rules.guessing else ""
    print(
        f"{turns} turns left{variant}, {objective}: {exact} of {count} exact; "
        f"median {median(seconds):.2f} s and {int(median(positions)):,} positions, worst {max(seconds):.1f} s, "
        f"{speed:.1f} million positions a second",
        flush=True,
    )


def main(words: Sequence[str] = ()) -> None:
    """Print the figures."""
    tiny = "--tiny" in words
    least, most = (2, 2) if tiny else (5, next((int(word) for word in words if word.isdigit()), 7))
    against_enumeration(*((2, 1) if tiny else (4, 3)))
    for turns in range(least, most + 1):
        for rules in (Rules(), Rules(simple=True), *([Rules(guessing=True)] if turns <= GUESSED else [])):
            deep(turns, "win", rules, GAMES_OF.get(turns, 1))
            deep(turns, "points", rules, GAMES_OF.get(turns, 1))


if __name__ == "__main__":
    main(sys.argv[1:])
