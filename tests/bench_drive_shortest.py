"""How near to the shortest is what driving hands over? `python -m tests.bench_drive_shortest [--write] [MISTAKE...]`.

For each mistake the requests of a shortest exchange that there is, found breadth-first on a board of side 2 or with few
tiles, those of the shortest one that a run of 200 games hands over, and by how many it is longer. A mistake that does
not show in the smallest game is looked for in one that is larger. What is handed over must not accuse the right program.
`--write` keeps the table for the tests; it takes some minutes.
"""

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from models.driving import Wish
from models.games import GAMES
from models.reading import Reading
from tests.programs import fortune, lucky
from tests.shortest_fortune import FortuneSearch, fortune_can, variants_of
from tests.shortest_lucky import SIDE, STRICT, LuckySearch, can_of, needs_of
from verifier.drive.adapter import Adapter
from verifier.drive.kinds import places
from verifier.drive.play import Player
from verifier.drive.played_game import PlayedGame
from verifier.drive.run import Run, Runner, blocks_of

TABLE = Path(__file__).parent / "shortest_exchanges.txt"
PLAYED, MOST_LONGER = 200, 3
SECONDS = {3: 5.0, 4: 20.0}  # for a search, by the highest number
HAND_SECONDS = {2: 5.0, 3: 20.0}  # by the tiles of a hand
ORDERED = {"LN501: asked of the standard set-up too", "LN501: in the order of the seats"}  # a program's own choice
MISTAKES = [
    mistake
    for mistake, hidden in {**lucky.MISTAKES, **fortune.MISTAKES}.items()
    if hidden is None and mistake not in ORDERED
]


class Compared(Struct, frozen=True):
    """How many requests show a mistake in a game of a size: at least, and as driving hands it over; None if not found.

    `accuses` tells that what is handed over shows a difference of the right program too.
    """

    mistake: str
    size: int
    least: int | None
    driven: int | None
    accuses: bool = False

    @property
    def near(self) -> bool:
        """Tell whether driving finds what there is, and hands over hardly more."""
        near = self.driven is not None and (self.least is None or self.driven <= self.least + MOST_LONGER)
        return not self.accuses and (near or self.least is None)

    @property
    def row(self) -> str:
        longer = "" if self.least is None or self.driven is None else str(self.driven - self.least)
        cells = ["-" if each is None else each for each in (self.least, self.driven)]
        wrong = "" if self.near else "  ACCUSES THE RIGHT ONE" if self.accuses else "  TOO LONG"
        return f"{self.size:4} {cells[0]:>5} {cells[1]:>6} {longer:>6}  {self.mistake}{wrong}"


HEAD = f"{'size':>4} {'least':>5} {'driven':>6} {'longer':>6}  mistake"


def compared(mistake: str, games: int = PLAYED, sizes: Sequence[int] = ()) -> Compared:
    """Search, and drive the program in a game of the size in which the search finds something."""
    tiles = mistake.startswith("GF")
    seconds = HAND_SECONDS if tiles else SECONDS
    for size in sizes or seconds:
        search = FortuneSearch(mistake, size) if tiles else LuckySearch(mistake, size)
        path = search.shortest(seconds[size])
        if path is not None:
            length, accuses = driven(mistake, size, games)
            return Compared(mistake, size, len(path), length, accuses)
    return Compared(mistake, tuple(sizes or seconds)[-1], None, None)


def driven(mistake: str, size: int, games: int = PLAYED) -> tuple[int | None, bool]:
    """Drive the program: the requests of the shortest exchange that it hands over, and whether the right one differs."""
    command, wish = order(mistake, size)
    key = "good-fortune" if mistake.startswith("GF") else "lucky-numbers"
    game = next(game for game in GAMES if game.key == key)
    with Adapter([*command, "--mistake", mistake]) as adapter, Adapter(command) as right:
        player = Player(game, game.driving(), adapter, wish.reading)
        run = Run(player.ready(), 1)
        runner = Runner(player, wish, run)
        for played in runner.games(blocks_of(games), time.monotonic() + 600):
            run.note(played)
        runner.shorten(time.monotonic() + 600)
        found = [seen.shortest for seen in run.kinds.values() if seen.repeats and seen.shortest is not None]
        judge = Player(game, game.driving(), right, wish.reading)
        accuses = any(accused(judge, shown, wish) for shown in found)
    return min((len(shown.requests) for shown in found), default=None), accuses


def accused(player: Player, shown: PlayedGame, wish: Wish) -> bool:
    """Tell whether the right program differs from the rules by the same requests; its own deal may be another one."""
    return any(kind[0] != "contradiction" for kind, _ in places(player.replay(shown.requests, wish)))


def order(mistake: str, size: int) -> tuple[list[str], Wish]:
    """Give the command of the right program, and what is played."""
    programs = Path(__file__).parent / "programs"
    if mistake.startswith("GF"):
        words = ["--hand", str(size), "--can", ",".join(fortune_can(mistake))]
        return [sys.executable, str(programs / "fortune.py"), *words], Wish(variants=variants_of(mistake))
    needs = needs_of(mistake)
    reading = Reading(answers=frozenset({"no-equal-exchange"})) if mistake == STRICT else Reading()
    variants = (needs["--variants"],) if "--variants" in needs else ()
    wish = Wish(int(needs.get("--players", 2)), needs.get("--setup", "standard"), variants, reading)
    words = ["--side", str(SIDE), "--top", str(size), "--can", ",".join(can_of(mistake))]
    words += ["--no-equal-exchange"] if mistake == STRICT else []
    return [sys.executable, str(programs / "lucky.py"), *words], wish


def main(words: Sequence[str] = ()) -> None:
    """Compare each mistake that can show, those named, or one alone (`--tiny`)."""
    rows, far = [HEAD], 0
    print(HEAD)
    for mistake in [word for word in words if word in MISTAKES] or MISTAKES[: 1 if "--tiny" in words else None]:
        found = compared(mistake)
        rows.append(found.row)
        print(found.row, flush=True)
        far += not found.near
    print(f"{far} handed over with more than {MOST_LONGER} requests too many, not found, or accusing the right program")
    if "--write" in words:
        TABLE.write_text("\n".join(rows) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
