"""Measure the solver: `python -m tests.bench_solve [SECONDS] [--tiny] [--late]` (seconds for each position, bytes).

Seconds are those of processors that do nothing else: what runs beside does not count. Late positions are solved on one
core, earlier ones on two. With --late nothing but these two samples is measured.
"""

import importlib.util
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from models.games import GAMES
from models.position import DRAW, Position, Problem, PuzzleWish
from models.reading import Reading
from models.threads import Threads
from reports.style import count_of
from tests.small_puzzles import problem_of
from verifier.certificate import certify
from verifier.check_certificate import SIDES, verify
from verifier.export_model import model_of
from verifier.reference_solver import solve_plainly
from verifier.solve.graph import bytes_of
from verifier.solve.search_interface import AnytimeSearch
from verifier.solve.solver import Search, SearchLimits
from verifier.turns_of_log import LogFault, recorded_turns

GAME = GAMES[0]
T = TypeVar("T")
REPEATS = 50  # of a search that takes a few milliseconds
CLOSE, NEAR = 0.01, 0.05  # between bounds: asked for
SAMPLES = ((1, 40), (2, 60), (3, 60))  # seeds and numbers of games
EARLIER = (4, 20)
LATE, EARLY = (0, 6, 2), (7, 9, 3)  # fewest and most clovers face down, most empty cells of a garden
STEPS = (0, 0.001, 0.01, 0.05, 0.1, 0.5)


class FreeCores(Threads):
    """Threads as on cores that are free: notes how much sooner all was done than by one thread, in seconds."""

    saved = 0.0

    def map(self, function: Callable[..., T], *arguments: Iterable[object]) -> list[T]:
        def timed(*one: object) -> tuple[T, float]:
            began = time.thread_time()
            return function(*one), time.thread_time() - began

        found = super().map(timed, *arguments)
        self.saved += sum(spent for _, spent in found) - max(spent for _, spent in found)
        return [result for result, _ in found]


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


def dealt(rng: random.Random) -> Position:
    """Deal a game for two, the first clovers in ascending order."""
    deck = [number for number in range(1, 21) for _ in range(2)]
    rng.shuffle(deck)
    gardens = []
    for player in range(2):
        a, b, c, d = sorted(deck[4 * player : 4 * player + 4])
        gardens.append(f"{a} . . ./. {b} . ./. . {c} ./. . . {d}")
    return problem_of(gardens=gardens).start


def played(rng: random.Random, kind: tuple[int, int, int] = LATE) -> Iterator[Position]:
    """Play a game of two to its end, and give its late positions, or those of another kind."""
    least, most, open_cells = kind
    position, noise = dealt(rng), rng.choice((1, 3, 6))
    while position.mover:
        short = [garden.count(0) for garden in position.gardens]  # type: ignore[attr-defined]
        if least <= position.layer <= most and not position.drawn and max(short) <= open_cells:
            yield position
        move = chosen(rng, position, noise)
        if move == DRAW:
            chances = position.chances()
            position = rng.choices(chances, [chance.copies for chance in chances])[0].after
        else:
            position = position.after(move)


def endings(seed: int, count: int, kind: tuple[int, int, int] = LATE) -> list[Position]:
    """Give late positions of played games, or those of another kind, one a game."""
    rng, found = random.Random(seed), list[Position]()
    while len(found) < count:
        if late := list(played(rng, kind)):
            found.append(rng.choice(late))
    return found


def recorded(folder: str = "records") -> list[Position]:
    """Give the late positions of the recorded games for two, the last three turns of each."""
    found = list[Position]()
    for path in sorted(Path(folder).rglob("*.jsonl")):
        late = dict[int, list[Position]]()
        try:
            for _, turn in recorded_turns(path.read_bytes().splitlines(), Reading()):
                for position, _ in turn.choices[:1]:
                    gardens = position.gardens  # type: ignore[attr-defined]
                    if len(gardens) == 2 and position.layer <= 6 and not position.drawn:
                        late.setdefault(turn.game, []).append(position)
        except LogFault as fault:
            print(f"  {path}: {fault}", file=sys.stderr)
        found += [position for positions in late.values() for position in positions[-3:]]
    return found


def solved(problem: Problem, seconds: float | None = None, cores: int = 1) -> tuple[Search, float]:
    """Solve a problem in so many seconds of so many cores, or to its end; give also the seconds that took."""
    began, threads = time.process_time(), FreeCores(cores)
    search = Search(GAME.positions().endgame(problem), threads)
    search.run(SearchLimits(memory=4 << 30), stopping(seconds, threads))
    return search, time.process_time() - began - threads.saved


def stopping(seconds: float | None, threads: FreeCores | None = None) -> Callable[[AnytimeSearch], None]:
    """Give what stops a search after so many seconds of processors that do nothing else; None: never."""
    began = time.process_time()

    def watch(search: AnytimeSearch) -> None:
        saved = threads.saved if threads else 0.0
        search.stopped = seconds is not None and time.process_time() - began - saved >= seconds

    return watch


def measure_small(tops: Sequence[int], **limits: Any) -> None:
    """Small games from the set-up, against plain enumeration."""
    for top in tops:
        problem = problem_of("win", gardens=["1 ./. 4", "2 ./. 5"], top=top, **limits)
        search, spent = solved(problem)
        rate, share = search.positions / spent, bytes_of(search.graph) / search.positions
        print(
            f"2x2, numbers to {top}, from the set-up: {search.bounds.low}, {search.positions:,} positions, {spent:.2f} s"
        )
        print(f"  {rate:,.0f} positions/s, {share:.0f} bytes each")
        if top == min(tops):
            began, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            plain = solve_plainly(problem)
            spent = time.process_time() - began
            size = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
            print(
                f"  plain enumeration: {plain.states:,} positions and draws, {spent:.2f} s, "
                f"{plain.states / spent:,.0f}/s, {size / plain.states:,.0f} bytes each"
            )


def measure_cut_off(count: int, seconds: float) -> None:
    """Positions cut off after six turns, six in the middle and six face down, that are not decided at sight."""
    rng, done = random.Random(6), 0
    while done < count:
        wish = PuzzleWish(goal="win", side=4, players=2, empty=rng.choice((2, 3)), middle=6, pile=6, turns=6)
        search, spent = solved(GAME.positions().deal(rng, wish), seconds)
        if search.explored < 50:
            continue
        done += 1
        told = f"{search.bounds.low}" if search.bounds.exact else "NOT SOLVED"
        print(f"4x4, cut off after 6 turns: {told}, {search.positions:,} positions, {spent:.2f} s")


def measure_storm() -> None:
    """Storm on the exported model of a small game: built and solved in exact rationals, each side's moves fixed once."""
    if importlib.util.find_spec("stormpy") is None:
        print("STORM WAS NOT MEASURED: stormpy is not installed (pip install 'cloverproof[storm]')", file=sys.stderr)
        return
    from tests.test_storm import found_by_storm

    problem = problem_of(gardens=["1 ./. 4", "2 ./. 5"], top=5, pile=[1, 2, 3, 3, 4], middle=[5])
    plain = solve_plainly(problem)
    states, spent = 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        for side in SIDES:
            model = model_of(problem, side, plain.strategy())
            began = time.process_time()
            assert found_by_storm(model, Path(folder) / "m.drn") == plain.value
            spent += time.process_time() - began
            states += len(model.states)
    runs = [solved(problem) for _ in range(REPEATS)]
    search, own = runs[0][0], sum(spent for _, spent in runs) / REPEATS
    assert search.bounds.low == plain.value == search.bounds.high
    ours, storms = search.positions / own, states / spent
    print(f"a game of {plain.states:,} positions and draws: {own:.3f} s, {ours:,.0f} positions/s")
    print(f"  Storm, both sides, exactly: {states:,} states, {spent:.2f} s, {storms:,.0f} states/s")
    print(f"  positions/s {ours / storms:.0f} times Storm's; the answer {spent / own:.0f} times as soon")


def measure_late(name: str, positions: list[Position], seconds: float, cores: int = 1) -> None:
    """Show how close the bounds of late positions come."""
    if not positions:
        raise SystemExit(f"{name}: there are no late positions to measure")
    widths: Counter[float] = Counter()
    spent_on, wide, near = list[float](), list[str](), 0
    for number, position in enumerate(positions):
        search, spent = solved(Problem(position, "win", "win", position.mover), seconds, cores)
        bounds = search.bounds
        spent_on.append(spent)
        widths[next((step for step in STEPS if bounds.high - bounds.low <= step), 2)] += 1
        near += bounds.high - bounds.low <= NEAR
        if bounds.high - bounds.low > CLOSE:
            wide.append(f"no. {number} {float(bounds.low):.3f}..{float(bounds.high):.3f}")
    print(f"{name}: {len(positions)} positions, {seconds:g} s of {count_of(cores, 'core')} each:")
    for step, count in sorted(widths.items()):
        print(f"  bounds closer than {step:g}: {count}" if step else f"  exact: {count}")
    ordered = sorted(spent_on)
    print(
        f"  exact or closer than {CLOSE:g}: {len(positions) - len(wide)} of {len(positions)}; others: {wide or 'none'}"
    )
    print(f"  exact or closer than {NEAR:g}: {near} of {len(positions)}")
    print(f"  median {ordered[len(ordered) // 2]:.2f} s, nine in ten within {ordered[len(ordered) * 9 // 10]:.2f} s")


def measure_certificates(positions: list[Position], seconds: float) -> None:
    """Write certificates of what is solved quickly, and have them checked."""
    sizes = list[int]()
    written, checked = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/c.jsonl"
        for position in positions:
            problem = Problem(position, "win", "win", position.mover)
            search, _ = solved(problem, seconds)
            if not search.bounds.exact:
                continue
            began = time.process_time()
            certify(path, GAME, problem, search)
            written.append(time.process_time() - began)
            began = time.process_time()
            proven = verify(path, problem)
            checked.append(time.process_time() - began)
            assert proven.lower == proven.upper == search.bounds.low
            sizes.append(sum(proven.positions.values()))
    if not sizes:
        raise SystemExit("certificates: no position was solved in so short a time")
    middle = len(sizes) // 2
    print(
        f"certificates: {len(sizes)} written and checked to the same value; positions: median {sorted(sizes)[middle]:,}, "
        f"most {max(sizes):,}; writing {sum(written):.0f} s, checking {sum(checked):.0f} s (longest {max(checked):.1f} s)"
    )


def main(words: Sequence[str] = ()) -> None:
    """Print all measures."""
    tiny, late = "--tiny" in words, "--late" in words
    seconds = next((float(word) for word in words if word[0] != "-"), 0.1 if tiny else 10.0)
    solved(problem_of(gardens=["1 ./. 4", "2 ./. 5"], top=5))  # loads what is compiled
    positions = [position for sample in (((1, 2),) if tiny else SAMPLES) for position in endings(*sample)]
    if not late:
        measure_others(tiny)
    measure_late("played games, late", positions, seconds)
    measure_late("played games, earlier", endings(4, 1, EARLY) if tiny else endings(*EARLIER, EARLY), seconds, 2)
    if not late:
        measure_late("recorded games", recorded("records/school-clean" if tiny else "records"), seconds)
        small = [problem_of(gardens=["1 ./. 4", "2 ./. 5"], top=5).start]
        measure_certificates(small if tiny else positions[:20], 5 if tiny else min(seconds, 5))


def measure_others(tiny: bool) -> None:
    """Print what is measured of small games, of positions that are cut off, and with Storm."""
    if tiny:
        measure_small((5,), pile=[1, 2, 3], middle=[5])
    else:
        measure_small((5, 6))
    measure_cut_off(*((1, 1.0) if tiny else (5, 60.0)))
    measure_storm()


if __name__ == "__main__":
    main(sys.argv[1:])
