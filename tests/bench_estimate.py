"""Measure estimates: `python -m tests.bench_estimate [--tiny] [--positions N] [--face-down LOW-HIGH] [--games N]
[--playouts N] [--speed] [--jobs N]` prints the tables of docs/estimates.md.

N positions are tried with each number of clovers face down, half as many with 9 and 10, and those that are solved with
all moves are measured.
"""

import argparse
import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from fractions import Fraction
from itertools import islice
from statistics import fmean
from typing import NamedTuple, TypeVar

from models.games import GAMES
from models.lucky_numbers.positions import LuckyPosition
from models.position import DRAW, Position, Problem
from tests.bench_solve import chosen, dealt, endings, stopping
from verifier.analyze import Bounds
from verifier.solve.answer import move_worths
from verifier.solve.estimate import Estimate, MoveComparison, PlayWish
from verifier.solve.search_interface import AnytimeSearch
from verifier.solve.solver import Search, SearchLimits

GAME = GAMES[0]
SEED = 11
MOST_DOWN, SHORT = 12, 3  # clovers face down, empty cells of a garden
MANY_DOWN = 9  # from so many face down on both play by `race`, and one garden is short of just one cell
SECONDS = 0.5  # of one core to solve a position, and as many for all its moves
HALF = (9, 10)  # these take long, so half as many are tried
EXPLORED = 120_000  # with MANY_DOWN positions instead of seconds, so that every processor solves the same ones
LOOK, NARROW = 15_000, Fraction(1, 5)  # with MANY_DOWN it is given up unless its bounds are so close after so many
GAMES_EACH = 2_000  # for an estimate
FEW, MANY = 250, 2_500  # games for an interval, and for the value it should hold
POLICIES = ("mixed", "ahead", "greedy", "race")
GROUPS = ((1, 4), (5, 8), (9, 12))
LATE, PLAYOUTS = 8, 200  # from so many face down on `ahead` is played out, `race` before; games for each move made
SPEED_GAMES = (3_000, 20_000)  # for each position; the second is what `solve` plays out in all
Player = Callable[[Position], str]
T = TypeVar("T")


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


def games_with(down: int) -> Iterator[Problem]:
    """Give positions with so many face down, each out of a game of its own, without end."""
    rng = random.Random(f"{SEED} {down}")
    while True:
        noise, start = rng.choice((1, 3, 6)), dealt(rng)
        player: Player = lambda position, noise=noise: chosen(rng, position, noise)  # type: ignore[misc]  # noqa: E731
        if down >= MANY_DOWN:
            player = racing(start)
        late = [
            position
            for position in played(rng, start, (player, player))
            if position.mover and position.layer == down and wanted(position)
        ]
        if late:
            position = rng.choice(late)
            yield Problem(position, "win", "win", position.mover)


def racing(start: Position) -> Player:
    """Give the player who plays by `race`, which fills gardens soon."""
    playouts = GAME.positions().playouts(Problem(start, "win", "win", 1))
    return lambda position: playouts.choose(position, "race")


def wanted(position: Position) -> bool:
    """Tell whether gardens are full enough and nothing is in hand; or with MANY_DOWN that the mover cannot fill at once."""
    assert isinstance(position, LuckyPosition)
    empty = [garden.count(0) for garden in position.gardens]
    if position.layer < MANY_DOWN:
        return not position.drawn and max(empty) <= SHORT
    return min(empty) == 1 and not any(position.after(move).filled for move in position.moves() if move != DRAW)


def solved_fully(problem: Problem) -> Solved | None:
    """Solve a position and all its moves, None where that takes too long."""
    search = Search(GAME.positions().endgame(problem))
    if problem.start.layer >= MANY_DOWN:
        search.run(SearchLimits(), exploring(LOOK))
        if search.bounds.high - search.bounds.low > NARROW:
            return None
        search.run(SearchLimits(), exploring(EXPLORED))
        more = exploring(search.positions + EXPLORED)
    else:
        search.run(SearchLimits(), stopping(SECONDS))
        more = stopping(SECONDS)
    if search.bounds.exact:
        worths = move_worths(search, SearchLimits(), more)
        if all(bounds.exact for _, bounds in worths):
            return Solved(problem, {move: bounds.low for move, bounds in worths})
    return None


def exploring(most: int) -> Callable[[AnytimeSearch], None]:
    """Give what stops a search when so many positions are known."""

    def watch(search: AnytimeSearch) -> None:
        search.stopped = search.positions >= most

    return watch


def solved_positions(tries: int, band: tuple[int, int], pool: Executor) -> tuple[list[Solved], Counter[int]]:
    """Solve those that can be of so many positions with each number face down; tell how many were tried with each."""
    problems = [
        problem
        for down in range(band[0], band[1] + 1)
        for problem in islice(games_with(down), (tries + 1) // 2 if down in HALF else tries)
    ]
    found = [each for each in pool.map(solved_fully, problems) if each is not None]
    return found, Counter(problem.start.layer for problem in problems)


class InPlace(Executor):
    """Does everything at once, in this process."""

    def submit(self, function: Callable[..., T], /, *arguments: object, **named: object) -> "Future[T]":
        future = Future[T]()
        future.set_result(function(*arguments, **named))
        return future


def comparison(problem: Problem, policy: str, seed: int = SEED, games: int = GAMES_EACH) -> MoveComparison:
    return MoveComparison(lambda: GAME.positions().playouts(problem), PlayWish(policy, seed, games))


def estimated(each: Solved, policy: str) -> Estimate:
    found = comparison(each.problem, policy)
    bounds = Bounds(*found.first.span())
    return found.moves(each.problem.start, dict.fromkeys(each.values, bounds))


class Judged(NamedTuple):
    """How an estimate compares with the truth: how far it is off, whether its best move is one, what that gives away,
    whether an interval holds, and the games and seconds of the estimate. `matters`: not all moves are worth the same.
    """

    layer: int
    matters: bool
    off: float
    right: bool
    lost: Fraction
    holds: bool
    games: int
    seconds: float


def judged(each: Solved, policy: str) -> Judged:
    """Compare the estimate of a position with exact values, nothing else being known of it."""
    began = time.process_time()
    estimate = estimated(each, policy)
    spent = time.process_time() - began
    best, move = max(each.values.values()), estimate.best
    lost = best - each.values[move.move]
    off, holds = abs(move.worth.mean - float(best)), interval_holds(each.problem, policy)
    matters = len(set(each.values.values())) > 1
    return Judged(each.problem.start.layer, matters, off, not lost, lost, holds, estimate.games, spent)


def print_accuracy(rows: Sequence[Judged], policy: str) -> None:
    """Print how good the estimates of positions are, by the clovers face down."""
    rate = sum(row.games for row in rows) / sum(row.seconds for row in rows)
    print(f"\n`{policy}`, {GAMES_EACH} games for each position, {rate:,.0f} games a second on one core\n")
    print("| face down | positions | mean absolute error | a best move | value given away | intervals that hold |")
    print("|---|---|---|---|---|---|")
    first, last = min(row.layer for row in rows), max(row.layer for row in rows)
    shown = [(low, high) for low, high in GROUPS if first <= high and low <= last]
    for low, high in (*shown, (first, last))[: len(shown) + (len(shown) > 1)]:
        own = [row for row in rows if low <= row.layer <= high]
        if not own:
            continue
        off, lost = fmean(row.off for row in own), fmean(row.lost for row in own)
        right, inside = fmean(row.right for row in own), fmean(row.holds for row in own)
        print(
            f"| {max(low, first)} to {min(high, last)} | {len(own)} | {off:.3f} | {right:.1%} | {lost:.3f} | {inside:.1%} |",
            flush=True,
        )
    if own := [row for row in rows if row.matters]:
        right, lost = fmean(row.right for row in own), fmean(row.lost for row in own)
        print(f"\nWhere moves differ in worth ({len(own)}): a best move {right:.1%}, given away {lost:.3f}", flush=True)


def interval_holds(problem: Problem, policy: str) -> bool:
    """Tell whether the interval of a few games holds what the policy's play is worth by many others."""
    few = comparison(problem, policy, SEED + 1).value(problem.start, FEW)
    many = comparison(problem, policy, SEED + 2).value(problem.start, MANY)
    return few.low <= many.mean <= few.high


def measure_speed(games: int) -> None:
    """Print how many games are played out a second of a processor, getting ready included."""
    print(f"\nGames a second on one core, {games:,} for each of six positions\n")
    print(f"| face down | {' | '.join(f'`{policy}`' for policy in POLICIES)} |")
    print("|---|" + "---|" * len(POLICIES))
    first = Problem(dealt(random.Random(SEED)), "win", "win", 1)
    GAME.positions().playouts(first).play(first.start, "", "race", SEED, 0, 1)  # reads the compiled code
    for low, high in GROUPS:
        positions, rates = endings(SEED, 6, (low, high, SHORT)), list[float]()
        for policy in POLICIES:
            began = time.process_time()
            for position in positions:
                playouts = GAME.positions().playouts(Problem(position, "win", "win", position.mover))
                playouts.play(position, "", policy, SEED, 0, games)
            rates.append(games * len(positions) / (time.process_time() - began))
        print(f"| {low} to {high} | {' | '.join(f'{rate:,.0f}' for rate in rates)} |", flush=True)


def by_estimate(rng: random.Random, start: Position, seat: int, games: int) -> Player:
    """Give the player who makes the move that looks best after so many games played out."""
    early = GAME.positions().playouts(Problem(start, "win", "win", seat))

    def choose(position: Position) -> str:
        moves = position.moves()
        if len(moves) == 1:
            return moves[0]
        playouts, policy = early, "race"
        if position.layer <= LATE:
            playouts, policy = GAME.positions().playouts(Problem(position, "win", "win", seat)), "ahead"
        found = MoveComparison(lambda: playouts, PlayWish(policy, rng.randrange(1 << 30), games))
        return found.moves(position, dict.fromkeys(moves, Bounds(*found.first.span()))).best.move

    return choose


def hasty(rng: random.Random, position: Position) -> str:
    return chosen(rng, position, 1)


def at_random(rng: random.Random, position: Position) -> str:
    return rng.choice(position.moves())


def result_of(game: int, other: Callable[[random.Random, Position], str], playouts: int) -> tuple[int, ...]:
    """Play a game against somebody, who begins every second one; give the players who win, the estimate as 1.

    The same number of the game gives the same game.
    """
    rng, seat = random.Random(f"{SEED} {game}"), game % 2
    start = dealt(rng)
    own = by_estimate(rng, start, seat + 1, playouts)
    theirs: Player = lambda position: other(rng, position)  # noqa: E731
    *_, end = played(rng, start, (own, theirs) if seat == 0 else (theirs, own))
    return tuple(sorted(1 + ((player - 1) ^ seat) for player in end.ended or ()))


def measure_play(
    name: str, other: Callable[[random.Random, Position], str], games: int, playouts: int, pool: Executor
) -> None:
    """Play games against somebody, each beginning half of them, and tell how they ended."""
    ended = Counter(pool.map(result_of, range(games), [other] * games, [playouts] * games, chunksize=4))
    share, z = ended[1,] / games, 1.96
    middle = (share + z * z / 2 / games) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / 4 / games**2)
    print(
        f"| {name} | {games} | {share:.1%} ({middle - reach:.1%} to {middle + reach:.1%}) | "
        f"{ended[1, 2] / games:.1%} | {ended[2,] / games:.1%} |",
        flush=True,
    )


def band_of(text: str) -> tuple[int, int]:
    """Read the fewest and the most face down, as in `9-12`."""
    low, _, high = text.partition("-")
    if not (low.isdecimal() and high.isdecimal() and 1 <= int(low) <= int(high) <= MOST_DOWN):
        raise argparse.ArgumentTypeError(f"{text!r} is not two numbers from 1 to {MOST_DOWN}, as in 9-12")
    return int(low), int(high)


def main(words: Sequence[str] | None = None) -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tiny", action="store_true")
    parser.add_argument("--positions", type=int)
    parser.add_argument("--face-down", type=band_of, default=(1, MOST_DOWN), metavar="LOW-HIGH")
    parser.add_argument("--games", type=int)
    parser.add_argument("--playouts", type=int, default=PLAYOUTS)
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args(words)
    tries = (2 if asked.tiny else 50) if asked.positions is None else asked.positions
    games = (1 if asked.tiny else 1_000) if asked.games is None else asked.games
    with ProcessPoolExecutor(asked.jobs) if asked.jobs > 1 else InPlace() as pool:
        if tries:
            positions, tried = solved_positions(tries, (1, 2) if asked.tiny else asked.face_down, pool)
            print(f"{len(positions)} of {tried.total()} positions were solved with all moves:")
            found = Counter(each.problem.start.layer for each in positions)
            print(
                ", ".join(f"{found[down]} of {tried[down]} with {down} face down" for down in sorted(tried)), flush=True
            )
            for policy in ("greedy",) if asked.tiny else POLICIES:
                print_accuracy(list(pool.map(judged, positions, [policy] * len(positions))), policy)
        if asked.speed:
            for games_each in SPEED_GAMES:
                measure_speed(games_each)
        if games:
            print("\n| against | games | won alone | shared | lost |")
            print("|---|---|---|---|---|")
            measure_play("a hasty player", hasty, games, asked.playouts, pool)
            measure_play("random moves", at_random, games, asked.playouts, pool)


if __name__ == "__main__":
    main()
