"""How fast are programs driven? `python -m tests.bench_drive [GAMES] [--tiny]`.

Requests a second with a program that does nothing but the rules, the share of the time spent waiting for its answers,
and beside it an echo: how fast the same number of lines goes to and fro where nobody thinks.
"""

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from models.driving import Wish
from models.games import GAMES
from models.reading import Reading
from verifier.drive.adapter import Adapter
from verifier.drive.play import Player
from verifier.drive.run import Run, Runner, blocks_of

FOLDER = Path(__file__).parent / "programs"
PROGRAMS = {"lucky-numbers": FOLDER / "lucky.py", "good-fortune": FOLDER / "fortune.py"}
ECHO = "import sys\nfor line in sys.stdin: sys.stdout.write(line); sys.stdout.flush()"
LINE = b'{"do":"put","player":1,"clover":13,"cell":"c1"}'


def row(name: str, seconds: float, begun: float, asked: int, waited: float) -> str:
    rate, own = asked / seconds, (time.process_time() - begun) / asked * 1e6
    return f"{name:16} {asked:8,} {rate:12,.0f} {waited / seconds:8.0%} {own:8.1f}"


def main(words: Sequence[str] = ()) -> None:
    """Drive each program, and print requests a second."""
    count = next((int(word) for word in words if word.isdigit()), 2 if "--tiny" in words else 500)
    print(f"{'program':16} {'requests':>8} {'a second':>12} {'waiting':>8} {'own µs':>8}")
    for game in GAMES:
        with Adapter([sys.executable, str(PROGRAMS[game.key])]) as adapter:
            player = Player(game, game.driving(), adapter, Reading())
            runner = Runner(player, Wish(), Run(player.ready(), 1))
            since, begun, asked, waited = time.perf_counter(), time.process_time(), adapter.asked, adapter.waited
            for _ in runner.games(blocks_of(count), float("inf")):
                pass
            seconds = time.perf_counter() - since
            print(row(game.key, seconds, begun, adapter.asked - asked, adapter.waited - waited))
    with Adapter([sys.executable, "-c", ECHO]) as adapter:
        adapter.ask(LINE)
        since, begun, waited = time.perf_counter(), time.process_time(), adapter.waited
        for _ in range(count * 100):
            adapter.ask(LINE)
        print(row("an echo", time.perf_counter() - since, begun, count * 100, adapter.waited - waited))


if __name__ == "__main__":
    main(sys.argv[1:])
