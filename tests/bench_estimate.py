"""Measure estimates: `python -m tests.bench_estimate [--tiny] [--positions N] [--games N]` prints the tables of
docs/estimates.md.
"""

import argparse
import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from models.games import GAMES
from models.lucky_numbers.positions import LuckyPosition
from models.position import DRAW, Position, Problem
from tests.bench_solve import chosen, dealt
from verifier.analyze import Bounds
from verifier.solve.answer import move_worths
from verifier.solve.estimate import Estimate, MoveComparison, PlayWish
from verifier.solve.search_interface import begin
from verifier.solve.solver import SearchLimits

GAME = GAMES[0]
SEED = 11
MOST_DOWN, SHORT = 12, 3  # clovers face down, empty cells of a garden
SECONDS = 0.5  # of one core to solve a position with all its moves; what takes longer is left out
GAMES_EACH = 4_000  # for an estimate
FEW, MANY = 250, 5_000  # games for an interval, and for the value it should hold
GROUPS = ((1, 4), (5, 8), (9, 12))
PLAYED_BY_ESTIMATE, PLAYOUTS = 12, 400  # from so many face down on; games played out for a move
Player = Callable[[Position], str]


class Solved(NamedTuple):
    """A position and what each of its moves is worth."""

    problem: Problem
    values: dict[str, Fraction]


def played(rng: random.Random, position: Position, players: Sequence[Player]) -> Iterator[Position]:
    """Play a game to its end and give all its positions."""
    while position.mover:
        yield position
        move = players[position.mover - 1](position)
        if move == DRAW:
            chances = position.chances()
            position = rng.choices(chances, [chance.copies for chance in chances])[0].after
        else:
            position = position.after(move)
    yield position


def solved_positions(count: int, most: int = MOST_DOWN) -> tuple[list[Solved], int]:
    """Solve positions out of as many games, 1 to so many face down in turn; tell how many were tried."""
    rng, found, tried = random.Random(SEED), list[Solved](), 0
    while len(found) < count:
        down, noise = 1 + tried % most, rng.choice((1, 3, 6))
        hasty: Player = lambda position, noise=noise: chosen(rng, position, noise)  # type: ignore[misc]  # noqa: E731
        late = [
            position
            for position in played(rng, dealt(rng), (hasty, hasty))
            if position.mover and not position.drawn and position.layer == down and shortest(position) <= SHORT
        ]
        if not late:
            continue
        tried += 1
        position = rng.choice(late)
        problem = Problem(position, "win", "win", position.mover)
        search = begin(GAME, problem)
        limits = SearchLimits(SECONDS, 2 << 30)
        if search.run(limits).exact:
            worths = move_worths(search, limits)
            if all(bounds.exact for _, bounds in worths):
                found.append(Solved(problem, {move: bounds.low for move, bounds in worths}))
    return found, tried


def shortest(position: Position) -> int:
    """Give the most empty cells of a garden."""
    assert isinstance(position, LuckyPosition)
    return max(garden.count(0) for garden in position.gardens)


def comparison(problem: Problem, policy: str, seed: int = SEED, games: int = GAMES_EACH) -> MoveComparison:
    return MoveComparison(lambda: GAME.positions().playouts(problem), PlayWish(policy, seed, games))


def estimated(each: Solved, policy: str) -> Estimate:
    found = comparison(each.problem, policy)
    bounds = Bounds(*found.first.span())
    return found.moves(each.problem.start, dict.fromkeys(each.values, bounds))


def measure_accuracy(positions: Sequence[Solved], policy: str) -> None:
    """Compare estimates with exact values, nothing else being known of the position."""
    began = time.process_time()
    told = [estimated(each, policy) for each in positions]
    spent = time.process_time() - began
    rows = []
    for each, estimate in zip(positions, told, strict=True):
        best, move = max(each.values.values()), estimate.best
        off = abs(move.worth.mean - float(best))
        rows.append((each.problem.start.layer, off, best == each.values[move.move], best - each.values[move.move]))
    rate = sum(estimate.games for estimate in told) / spent
    print(f"\n`{policy}`, {GAMES_EACH} games for each position, {rate:,.0f} games a second on one core\n")
    print("| face down | positions | mean absolute error | a best move | value given away | intervals that hold |")
    print("|---|---|---|---|---|---|")
    held = [interval_holds(each.problem, policy) for each in positions]
    for low, high in (*GROUPS, (1, MOST_DOWN)):
        own = [at for at, row in enumerate(rows) if low <= row[0] <= high]
        if not own:
            continue
        count = len(own)
        off = sum(rows[at][1] for at in own) / count
        right = sum(rows[at][2] for at in own) / count
        lost = float(sum(rows[at][3] for at in own)) / count
        inside = sum(held[at] for at in own) / count
        print(f"| {low} to {high} | {count} | {off:.3f} | {right:.1%} | {lost:.3f} | {inside:.1%} |", flush=True)


def interval_holds(problem: Problem, policy: str) -> bool:
    """Tell whether the interval of a few games holds what the policy's play is worth by many others."""
    few = comparison(problem, policy, SEED + 1).value(problem.start, FEW)
    many = comparison(problem, policy, SEED + 2).value(problem.start, MANY)
    return few.low <= many.mean <= few.high


def by_estimate(rng: random.Random, start: Position) -> Player:
    """Give the player who follows the policy, and the estimates when the end comes near."""
    playouts = GAME.positions().playouts(Problem(start, "win", "win", 1))

    def choose(position: Position) -> str:
        moves = position.moves()
        if position.layer > PLAYED_BY_ESTIMATE or len(moves) == 1:
            return playouts.choose(position, "ahead")
        problem = Problem(position, "win", "win", position.mover)
        found = comparison(problem, "ahead", rng.randrange(1 << 30), PLAYOUTS)
        return found.moves(position, dict.fromkeys(moves, Bounds(*found.first.span()))).best.move

    return choose


def measure_play(name: str, other: Callable[[random.Random, Position], str], games: int) -> None:
    """Play games against somebody, each beginning half of them, and tell how they ended."""
    rng, won, shared = random.Random(SEED), 0, 0
    for game in range(games):
        start, seat = dealt(rng), game % 2
        own = by_estimate(rng, start)
        theirs: Player = lambda position: other(rng, position)  # noqa: E731
        players = (own, theirs) if seat == 0 else (theirs, own)
        *_, end = played(rng, start, players)
        won += end.ended == (seat + 1,)
        shared += end.ended is not None and len(end.ended) > 1
    share, z = won / games, 1.96
    middle = (share + z * z / 2 / games) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / 4 / games**2)
    print(
        f"| {name} | {games} | {share:.1%} ({middle - reach:.1%} to {middle + reach:.1%}) | {shared / games:.1%} |",
        flush=True,
    )


def main(words: Sequence[str] | None = None) -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tiny", action="store_true")
    parser.add_argument("--positions", type=int)
    parser.add_argument("--games", type=int)
    asked = parser.parse_args(words)
    count = (2 if asked.tiny else 300) if asked.positions is None else asked.positions
    games = (1 if asked.tiny else 1_000) if asked.games is None else asked.games
    if count:
        positions, tried = solved_positions(count, 2 if asked.tiny else MOST_DOWN)
        print(f"{count} of {tried} positions were solved with all their moves within {SECONDS:g} s each")
        for policy in ("greedy",) if asked.tiny else ("greedy", "ahead"):
            measure_accuracy(positions, policy)
    if games:
        print("\n| against | games | won alone | shared |")
        print("|---|---|---|---|")
        measure_play("a hasty player", lambda rng, position: chosen(rng, position, 1), games)
        measure_play("random moves", lambda rng, position: rng.choice(position.moves()), games)


if __name__ == "__main__":
    main()
