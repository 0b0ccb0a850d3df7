"""How fast are programs driven? `python -m tests.bench_drive [GAMES] [--tiny]`.

Requests a second with a program that does nothing but the rules, and the share of the time spent waiting for its
answers; the processor time of driver and program for each request, and the program's share in both, which hardly hangs
on what else the machine does. Beside it an echo: how fast lines go to and fro where nobody thinks.
"""

import resource
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct

from models.driving import Wish
from models.game import Game
from models.games import GAMES
from models.reading import Reading
from verifier.drive.adapter import Adapter
from verifier.drive.play import Player
from verifier.drive.run import Run, Runner, blocks_of

FOLDER = Path(__file__).parent / "programs"
PROGRAMS = {"lucky-numbers": FOLDER / "lucky.py", "good-fortune": FOLDER / "fortune.py"}
ECHO = "import sys\nfor line in sys.stdin: sys.stdout.write(line); sys.stdout.flush()"
LINE = b'{"do":"put","player":1,"clover":13,"cell":"c1"}'


class Measured(Struct, frozen=True):
    """What driving a program took: seconds on the wall, of them spent waiting, and of processor time on each side."""

    asked: int
    seconds: float
    waited: float
    own: float
    program: float

    def row(self, name: str) -> str:
        """Write a row of the table."""
        rate, share = self.asked / self.seconds, self.program / (self.program + self.own)
        each = 1e6 / self.asked
        return (
            f"{name:16} {self.asked:8,} {rate:12,.0f} {self.waited / self.seconds:8.0%}"
            f" {self.own * each:10.1f} {self.program * each:11.1f} {share:8.0%}"
        )


def processor_time(who: int) -> float:
    """Give the seconds of processor time that this process, or its children that have ended, took."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def measured(command: Sequence[str], driven: Callable[[Adapter], Callable[[], object]]) -> Measured:
    """Measure what is done with a program once it was made ready; what it takes to start is not counted."""
    took = []
    for started_only in (True, False):
        before = processor_time(resource.RUSAGE_CHILDREN)
        with Adapter(command) as adapter:
            work = driven(adapter)
            since, own = time.perf_counter(), processor_time(resource.RUSAGE_SELF)
            asked, waited = adapter.asked, adapter.waited
            if not started_only:
                work()
            seconds, own = time.perf_counter() - since, processor_time(resource.RUSAGE_SELF) - own
            asked, waited = adapter.asked - asked, adapter.waited - waited
        took.append(processor_time(resource.RUSAGE_CHILDREN) - before)
    return Measured(asked, seconds, waited, own, max(took[1] - took[0], 0.0))


def main(words: Sequence[str] = ()) -> None:
    """Drive each program, and print requests a second."""
    count = next((int(word) for word in words if word.isdigit()), 2 if "--tiny" in words else 500)
    print(
        f"{'program':16} {'requests':>8} {'a second':>12} {'waiting':>8} {'own µs':>10} {'program µs':>11} {'share':>8}"
    )

    def games_of(game: Game, adapter: Adapter) -> Callable[[], object]:
        player = Player(game, game.driving(), adapter, Reading())
        runner = Runner(player, Wish(), Run(player.ready(), 1))
        return lambda: deque(runner.games(blocks_of(count), float("inf")), maxlen=0)

    for game in GAMES:
        command = [sys.executable, str(PROGRAMS[game.key])]
        print(measured(command, partial(games_of, game)).row(game.key))

    def lines_of(adapter: Adapter) -> Callable[[], object]:
        adapter.ask(LINE)
        return lambda: [adapter.ask(LINE) for _ in range(count * 100)]

    print(measured([sys.executable, "-c", ECHO], lines_of).row("an echo"))


if __name__ == "__main__":
    main(sys.argv[1:])
