"""Measure the explorer: `python -m tests.bench_graph [--tiny]` (seconds of one core, bytes at the peak)."""

import resource
import sys
import time
import tracemalloc
from collections.abc import Sequence

from models.games import GAMES
from models.reading import Reading
from models.state_space import GameSize
from verifier.explore import Census, explore
from verifier.perft import perft

SIZES = (GameSize(2, 5, 2, 2), GameSize(2, 6, 2, 2), GameSize(3, 8, 1, 2), GameSize(3, 5, 2, 2))
LINES = (
    ("1 ./. 5; 2 ./. 4; top 6", 6),
    ("1 . ./. 5 ./. . 9; 2 . ./. 6 ./. . 8; top 9", 4),
    ("5 . . ./. 9 . ./. . 12 ./. . . 17; 3 . . ./. 8 . ./. . 11 ./. . . 20", 3),
)


def measured(size: GameSize, *, cycles: bool) -> tuple[Census, float]:
    """Explore a whole game."""
    space = GAMES[0].state_spaces().open(size)
    began = time.process_time()
    census = explore(space, space.starts(), cycles=cycles)
    return census, time.process_time() - began


def bytes_per_table(size: GameSize) -> tuple[Census, float]:
    """Measure the peak of what is allocated while a game is explored, for each table that is held then."""
    space = GAMES[0].state_spaces().open(size)
    tracemalloc.start()
    census = explore(space, space.starts(), cycles=False)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return census, peak / census.held


def main(words: Sequence[str] = ()) -> None:
    """Print all measures."""
    sizes, lines = ((GameSize(2, 5, 1, 2),), ((*LINES[0][:1], 2),)) if "--tiny" in words else (SIZES, LINES)
    print("whole games, every table:")
    for size in sizes:
        title = GAMES[0].state_spaces().open(size).title
        for cycles in (False, True):
            census, seconds = measured(size, cycles=cycles)
            rate = census.tables / max(seconds, 1e-9) * 60 / 1e6
            what = "with cycles" if cycles else "counts only"
            print(f"  {title}, {what}: {census.tables:,} tables, {seconds:.1f} s, {rate:.1f} million tables/min")
    print(f"  peak memory of the whole process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
    for size in sizes:
        census, share = bytes_per_table(size)
        print(
            f"  {GAMES[0].state_spaces().open(size).title}: {census.tables:,} tables, at most {census.held:,} held at a time: {share:.0f} bytes for each of those"
        )
    print("lines:")
    for table, depth in lines:
        space, code = GAMES[0].state_spaces().read(table, Reading())
        began = time.process_time()
        counts = perft(space, code, depth)
        seconds = time.process_time() - began
        print(f"  {table}: depth {depth}, {counts[-1]:,} lines, {seconds:.2f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
