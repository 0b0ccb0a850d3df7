"""Measure the solver: `python -m tests.bench_solve [SECONDS]` (seconds of one core, bytes in use)."""

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator

from models.games import GAMES
from models.position import DRAW, Position, Problem
from tests.small_puzzles import problem_of
from verifier.plain import solve_plainly
from verifier.solve.graph import bytes_of
from verifier.solve.solver import Limits, Search

GAME = GAMES[0]
STEPS = (0, 0.001, 0.01, 0.05, 0.1, 0.5)


def ideal(cell: str) -> float:
    """Give the number that suits a cell of side 4 best."""
    return 1 + 19 * (ord(cell[0]) - ord("a") + int(cell[1]) - 1) / 6


def chosen(rng: random.Random, position: Position, noise: float) -> str:
    """Choose a move as a hasty player does: what suits its cell, empty cells first."""
    garden = position.gardens[position.mover - 1]  # type: ignore[attr-defined]
    cells = position.rules.board.cells  # type: ignore[attr-defined]

    def gain(move: str) -> float:
        if move in (DRAW, "-"):
            return (1.5 if move == DRAW else 0) + rng.random() * noise
        number = position.drawn or int(move.split(" ")[1])
        cell = move.rpartition(" ")[2]
        old = garden[cells[cell]]
        before = abs(old - ideal(cell)) if old else 6
        return before - abs(number - ideal(cell)) + rng.random() * noise

    return max(position.moves(), key=gain)


def played(rng: random.Random) -> Iterator[Position]:
    """Play a game of two to its end, and give its late positions."""
    deck = [number for number in range(1, 21) for _ in range(2)]
    rng.shuffle(deck)
    gardens = []
    for player in range(2):
        a, b, c, d = sorted(deck[4 * player : 4 * player + 4])
        gardens.append(f"{a} . . ./. {b} . ./. . {c} ./. . . {d}")
    position, noise = problem_of(gardens=gardens).start, rng.choice((1, 3, 6))
    while position.mover:
        short = [garden.count(0) for garden in position.gardens]  # type: ignore[attr-defined]
        if position.layer <= 6 and not position.drawn and max(short) <= 2:
            yield position
        move = chosen(rng, position, noise)
        if move == DRAW:
            chances = position.chances()
            position = rng.choices(chances, [chance.copies for chance in chances])[0].after
        else:
            position = position.after(move)


def endings(seed: int, count: int) -> list[Position]:
    """Give late positions of played games, one a game."""
    rng, found = random.Random(seed), list[Position]()
    while len(found) < count:
        if late := list(played(rng)):
            found.append(rng.choice(late))
    return found


def main() -> None:
    """Print all measures."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    for name, problem in (
        ("2x2, numbers to 5, from the set-up", problem_of(gardens=["1 ./. 4", "2 ./. 5"], top=5)),
        ("2x2, numbers to 6, from the set-up", problem_of(gardens=["1 ./. 4", "2 ./. 5"], top=6)),
    ):
        search, began = Search(GAME.positions().endgame(problem)), time.process_time()
        worth, spent = search.run(Limits()), time.process_time() - began
        rate, share = search.positions / spent, bytes_of(search.graph) / search.positions
        print(
            f"{name}: {worth.low}, {search.positions:,} positions, {spent:.2f} s, {rate:,.0f}/s, {share:.0f} bytes each"
        )
        if "to 5" in name:
            began = time.process_time()
            plain = solve_plainly(problem)
            spent = time.process_time() - began
            print(f"  plain enumeration: {plain.states:,} positions, {spent:.2f} s, {plain.states / spent:,.0f}/s")
    widths: Counter[float] = Counter()
    spent_on, positions = list[float](), endings(1, 40)
    for position in positions:
        search, began = (
            Search(GAME.positions().endgame(Problem(position, "win", "win", position.mover))),
            time.monotonic(),
        )
        worth = search.run(Limits(seconds, 4 << 30))
        spent_on.append(time.monotonic() - began)
        widths[next((step for step in STEPS if worth.high - worth.low <= step), 2)] += 1
    print(f"late positions of {len(positions)} played games, {seconds:g} s each:")
    for step, count in sorted(widths.items()):
        print(f"  bounds closer than {step:g}: {count}" if step else f"  exact: {count}")
    print(f"  median {sorted(spent_on)[len(spent_on) // 2]:.2f} s")


if __name__ == "__main__":
    main()
