"""Play many games with a program: what differs from the rules, each kind once, and how to see it again."""

import time
from collections import Counter
from collections.abc import Iterator
from random import Random

from msgspec import Struct, field

from models.driving import Aims, Driving, Hello, Wish
from models.game import Game
from verifier.drive.adapter import Adapter
from verifier.drive.adapter_fault import AdapterFault
from verifier.drive.kinds import Kind, places
from verifier.drive.play import PlayedGame, Player
from verifier.drive.shorten import breach_at, shortened

SHORT_GAMES = (40, 40, 30, 20)  # games of 1, 2, ... turns to look for short exchanges
MOST_BARREN = 20  # games in a row in which the program fails before a turn


class Seen(Struct):
    """A kind of difference: how often, in how many games, and the shortest exchange that shows it.

    `repeats` tells whether it came back when the requests were made again, None where that was not tried.
    """

    kind: Kind
    times: int = 0
    games: int = 0
    first: PlayedGame | None = None
    shortest: PlayedGame | None = None
    repeats: bool | None = None


class Run(Struct):
    """What a run has found."""

    hello: Hello
    seed: int
    games: int = 0
    turns: int = 0
    asked: int = 0
    waited: float = 0.0
    seconds: float = 0.0
    kinds: dict[Kind, Seen] = field(default_factory=dict)
    aims: Aims = field(default_factory=Aims)
    stopped: str = ""

    @property
    def differences(self) -> int:
        """How many differences were found."""
        return sum(seen.times for seen in self.kinds.values())


class Runner:
    """Plays games one after the other, and keeps what it finds."""

    def __init__(self, game: Game, driving: Driving, adapter: Adapter, wish: Wish, seed: int) -> None:
        self.player = Player(game, driving, adapter, wish.reading)
        self.driving, self.wish, self.seed = driving, wish, seed
        self.run = Run(self.player.greet(), seed)

    def play(self, number: int, most: int | None = None) -> PlayedGame | None:
        """Play a game by its number, of some turns at most. None where the program cannot be started again."""
        run = self.run
        try:
            hello = self.player.ready()
        except AdapterFault as fault:
            run.stopped = fault.message
            return None
        rng = Random(f"{self.seed} {number} {most}")
        conversation = self.driving.plan(hello, self.wish, run.aims, rng, number, most)
        played = self.player.play(number, conversation, run.aims.avoid)
        run.games += most is None
        run.turns += played.turns
        for kind, times in Counter(kind for kind, _ in places(played)).items():
            seen = run.kinds.setdefault(kind, Seen(kind))
            if most is None or seen.first is None:
                seen.times += times
                seen.games += 1
            seen.first = seen.first or played
            if seen.shortest is None or breach_at(played, kind) < breach_at(seen.shortest, kind):
                seen.shortest = played
        return played

    def games(self, numbers: Iterator[int], until: float, stop_at_first: bool = False) -> Iterator[PlayedGame]:
        """Play games until they are used up, or the time is."""
        barren = 0
        for number in numbers:
            if time.monotonic() >= until:
                return
            played = self.play(number)
            if played is None:
                return
            yield played
            barren = barren + 1 if played.fault and not played.turns else 0
            if barren >= MOST_BARREN:
                self.run.stopped = f"the program fails before the first turn, {barren} times in a row"
                return
            if stop_at_first and not played.clean:
                return

    def shorten(self, until: float) -> None:
        """Look for shorter exchanges that show the same: in short games, then by leaving requests away."""
        if not self.run.kinds:
            return
        for most, count in enumerate(SHORT_GAMES, 1):
            for number in range(count):
                if time.monotonic() >= until or self.play(number, most) is None:
                    break
        for seen in self.run.kinds.values():
            if seen.shortest is not None and time.monotonic() < until:
                shorter = shortened(self.player, self.driving, self.wish, seen.shortest, seen.kind, until)
                seen.repeats = shorter is not None
                seen.shortest = shorter or seen.shortest
