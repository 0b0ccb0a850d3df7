"""How near to the shortest is what driving hands over? `python -m tests.bench_drive_shortest [--tiny] [MISTAKE...]`.

For each mistake the requests of a shortest exchange that there is on a board of side 2, found breadth-first, those of
the shortest one that a run hands over, and by how many it is longer. A mistake that does not show with three numbers
is looked for with four.
"""

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from models.driving import Wish
from models.games import GAMES
from models.reading import Reading
from tests.programs.lucky import MISTAKES
from tests.shortest_exchange import SIDE, STRICT, Search, can_of, needs_of
from verifier.drive.adapter import Adapter
from verifier.drive.play import Player
from verifier.drive.run import Run, Runner, blocks_of

PROGRAM = [sys.executable, str(Path(__file__).parent / "programs" / "lucky.py")]
MOST_LONGER = 3
TINY = ("LN103: two clovers on one cell",)
SECONDS = {3: 5.0, 4: 20.0}  # for a search, by the highest number


class Compared(Struct, frozen=True):
    """How many requests show a mistake: at least, and as driving hands it over; None where it was not found."""

    mistake: str
    top: int
    least: int | None
    driven: int | None

    @property
    def near(self) -> bool:
        """Tell whether driving finds what there is, and hands over hardly more."""
        return self.least is None or (self.driven is not None and self.driven <= self.least + MOST_LONGER)


def compared(mistake: str, games: int, tops: Sequence[int] = tuple(SECONDS)) -> Compared:
    """Search, and drive the program with the numbers with which the search finds something."""
    for top in tops:
        path = Search(mistake, top).shortest(SECONDS[top])
        if path is not None:
            return Compared(mistake, top, len(path), driven(mistake, top, games))
    return Compared(mistake, tops[-1], None, None)


def driven(mistake: str, top: int, games: int) -> int | None:
    """Drive the program, and count the requests of the shortest exchange that is handed over."""
    game, needs = next(game for game in GAMES if game.key == "lucky-numbers"), needs_of(mistake)
    reading = Reading(answers=frozenset({"no-equal-exchange"})) if mistake == STRICT else Reading()
    variants = (needs["--variants"],) if "--variants" in needs else ()
    wish = Wish(int(needs.get("--players", 2)), needs.get("--setup", "standard"), variants, reading)
    small = ["--side", str(SIDE), "--top", str(top), "--can", ",".join(can_of(mistake))]
    with Adapter([*PROGRAM, *small, "--mistake", mistake]) as adapter:
        player = Player(game, game.driving(), adapter, reading)
        run = Run(player.ready(), 1)
        runner = Runner(player, wish, run)
        for played in runner.games(blocks_of(games), time.monotonic() + 60):
            run.note(played)
        runner.shorten(time.monotonic() + 60)
    found = [seen.shortest for seen in run.kinds.values() if seen.repeats and seen.shortest is not None]
    return min((len(shown.requests) for shown in found), default=None)


def main(words: Sequence[str] = ()) -> None:
    """Compare each mistake that can show, or those named."""
    asked = [word for word in words if word in MISTAKES] or (TINY if "--tiny" in words else MISTAKES)
    print(f"{'top':>3} {'least':>5} {'driven':>6} {'longer':>6}  mistake")
    far = 0
    for mistake in (each for each in asked if MISTAKES[each] is None):
        found = compared(mistake, 8 if "--tiny" in words else 200)
        least, length = found.least, found.driven
        longer = "" if least is None or length is None else length - least
        cells = ["-" if each is None else each for each in (least, length)]
        print(f"{found.top:3} {cells[0]:>5} {cells[1]:>6} {longer:>6}  {mistake}{'' if found.near else '  TOO LONG'}")
        far += not found.near
    print(f"{far} handed over with more than {MOST_LONGER} requests too many, or not found")


if __name__ == "__main__":
    main(sys.argv[1:])
