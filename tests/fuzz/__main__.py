"""Run hostile inputs for as long as is wanted: `python -m tests.fuzz --inputs 1000000 --seed 1`.

Each input is drawn from its seed, its target and its number alone, whatever the number of processes; one that fails
is named so that `--target NAME --number N` runs it again, with its whole traceback.
"""

import argparse
import faulthandler
import multiprocessing
import random
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from models.games import GAMES
from tests.fuzz.targets import TARGETS, Target, inside, suite_of

HANG, STUCK = 30.0, 120.0  # seconds of processor time, far more than a diagnosis takes; seconds of the clock
ALIVE = 1.0  # seconds after which the clock is wound again, for that starts a thread
ROUNDS = 100
SHOWN = 400  # characters of what went wrong


class Hang(BaseException):
    """An input took too long."""


def drawn(seed: int, target: Target, number: int) -> random.Random:
    """Give the chance that an input is drawn with."""
    return random.Random(f"{seed} {target.__name__} {number}")


def tried(target: Target, rng: random.Random) -> str | None:
    """Run one input; give what went wrong, the same words for the same fault."""
    begin = time.process_time()
    try:
        with limited():
            target(rng)
    except KeyboardInterrupt:
        raise
    except BaseException as fault:
        where = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(fault.__traceback__)[-3:]]
        return f"{type(fault).__name__}: {str(fault)[:SHOWN]} ({', '.join(where)})"
    if time.process_time() - begin > HANG:
        return f"took more than {HANG} s"
    return None


@contextmanager
def limited() -> Iterator[None]:
    """Stop what takes longer than an input may."""

    def stop(number: int, frame: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, HANG)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def main() -> int:
    """Run inputs, tell the faults, each kind once, and the rates."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    parser.add_argument("--jobs", type=int, default=1, choices=range(1, 65), metavar="N", help="processes")
    parser.add_argument("--target", choices=[target.__name__ for target, _ in TARGETS])
    parser.add_argument("--number", type=int)
    asked = parser.parse_args()
    chosen = [(target, share) for target, share in TARGETS if asked.target in (None, target.__name__)]
    print(f"seed {asked.seed}", flush=True)
    if asked.number is not None:
        with tempfile.TemporaryDirectory() as folder, inside(Path(folder)):
            chosen[0][0](drawn(asked.seed, chosen[0][0], asked.number))
        return 0
    for game in GAMES:
        suite_of(game.key)  # takes longer than an input may
    share = partial(share_of, chosen, asked.inputs, asked.seconds, asked.seed, asked.jobs)
    if asked.jobs == 1:
        return _told([share(0)])
    with ProcessPoolExecutor(asked.jobs, multiprocessing.get_context("fork")) as pool:
        return _told(list(pool.map(share, range(asked.jobs))))


class Tally:
    """What came of the inputs of one target."""

    def __init__(self) -> None:
        self.ran, self.seconds, self.slowest, self.kinds = 0, 0.0, 0.0, Counter[str]()

    def note(self, target: Target, seed: int, number: int) -> None:
        """Run an input, and tell a fault of a kind that was not seen before."""
        begin = time.process_time()
        fault = tried(target, drawn(seed, target, number))
        took = time.process_time() - begin
        self.seconds += took
        self.slowest = max(self.slowest, took)
        self.ran += 1
        if fault is not None:
            kind = fault[:40] + fault.rpartition(" (")[2]
            self.kinds[kind] += 1
            if self.kinds[kind] == 1:
                print(f"FAULT --seed {seed} --target {target.__name__} --number {number}\n  {fault}", flush=True)


Tallies = dict[str, Tally]


def share_of(chosen: list[tuple[Target, int]], inputs: int, seconds: float, seed: int, jobs: int, job: int) -> Tallies:
    """Run those inputs whose numbers are one process's, in a folder of its own."""
    until, whole, wound = time.monotonic() + seconds, sum(share for _, share in chosen), 0.0
    tallies = {target.__name__: Tally() for target, _ in chosen}
    begun = dict.fromkeys(tallies, 0)
    with tempfile.TemporaryDirectory() as folder, inside(Path(folder)):
        for step in range(1, ROUNDS + 1):  # a little of each target at a time, so that it can be stopped at any time
            for target, share in chosen:
                name, end = target.__name__, inputs * share * step // (whole * ROUNDS)
                for number in range(begun[name], end):
                    if number % jobs != job:
                        continue
                    if (now := time.monotonic()) >= until:
                        break
                    if now >= wound + ALIVE:
                        faulthandler.dump_traceback_later(STUCK, exit=True)
                        wound = now
                    tallies[name].note(target, seed, number)
                begun[name] = end
    faulthandler.cancel_dump_traceback_later()
    return tallies


def _told(shares: Sequence[Tallies]) -> int:
    """Tell the rates and the faults of all processes; give the exit code."""
    for name in shares[0]:
        ran, took = sum(each[name].ran for each in shares), sum(each[name].seconds for each in shares)
        faults = sum(sum(each[name].kinds.values()) for each in shares)
        rate, slowest = ran / max(took, 1e-9), max(each[name].slowest for each in shares)
        print(
            f"{name:12} {ran:9,} inputs {rate:6.0f} a second {took:7.1f} s, slowest {slowest:4.1f} s {faults:6} faults"
        )
    every = [tally for each in shares for tally in each.values()]
    kinds = len({kind for tally in every for kind in tally.kinds})
    ran, took = sum(tally.ran for tally in every), sum(tally.seconds for tally in every)
    print(f"{ran:,} inputs in {took:.0f} s of CPU, {kinds} kinds of faults")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
