"""How fast are many logs reported on, and in how much memory? `python -m tests.bench_report [GAMES] [FOLDER] [--tiny]`."""

import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.generator import STYLES, dump, play_game

DIFFERENT = 2000  # games that are played; the rest are copies under other names


def games(folder: Path, count: int) -> None:
    """Write games, a thousand in a folder."""
    texts = [
        dump(play_game(random.Random(number), players=2 + (number % 10 == 0), style=STYLES[number % 3]))
        for number in range(min(count, DIFFERENT))
    ]
    for number in range(count):
        below = folder / f"{number // 1000:03}"
        below.mkdir(parents=True, exist_ok=True)
        (below / f"g{number:06}.jsonl").write_text(texts[number % len(texts)], "utf-8")


def main(words: Sequence[str] = ()) -> None:
    """Report on the games of a folder, or on new ones, and print rate and memory."""
    tiny = "--tiny" in words
    count = next((int(word) for word in words if word.isdigit()), 2 if tiny else 10_000)
    folder = next((Path(word) for word in words if not word.isdigit() and word != "--tiny"), None)
    place = Path(tempfile.mkdtemp(prefix="cloverproof-bench-"))
    try:
        if folder is None:
            folder = place / "games"
            games(folder, count)
        for jobs in (1, os.cpu_count() or 1):
            before = time.perf_counter()
            command = [sys.executable, "-m", "cli.app", "report", str(folder), "-o", str(place / "report")]
            told = subprocess.run([*command, "--jobs", str(jobs)], capture_output=True, text=True, check=False).stdout
            seconds = time.perf_counter() - before
            logs = int(told.partition(" ")[0].replace(",", "") or 0)
            most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(f"{told.strip()}\n  {jobs} processes: {seconds:.1f} s, {logs / seconds:,.0f} games a second, ")
            print(f"  the largest process held at most {most:.0f} MB")
    finally:
        shutil.rmtree(place)


if __name__ == "__main__":
    main(sys.argv[1:])
