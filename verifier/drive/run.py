"""Play many games with a program: what differs from the rules, each kind once, and how to see it again."""

import queue
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from random import Random

from msgspec import Struct, field

from models.asking import NOT_AGAIN
from models.driving import Aims, CannotPlay, Hello, Request, Wish
from verifier.drive.adapter_fault import AdapterFault
from verifier.drive.kinds import Kind, places
from verifier.drive.play import Player
from verifier.drive.played_game import PlayedGame
from verifier.drive.shorten import farness, opened_by_few, shortened

Games = Generator[PlayedGame, None, None]
SHORT_GAMES = (30, 30, 20, 10)  # games of 1, 2, ... turns to look for short exchanges
BLOCK = 25  # games over which what was tried is counted, so that side by side the same games are played
ENDING = 0.1  # seconds between two attempts to end what a thread waits for
MOST_BARREN = 20  # games in a row in which the program fails before a turn


class Seen(Struct):
    """A kind of difference: how often, in how many games, and the shortest exchange that shows it.

    An exchange that hangs on the program's own shuffle is taken only while no other one shows the same. `opened_by_few`
    is one with few requests before its first turn, like one of two players, which may become shorter. `number` is the
    first game that shows it, None where only shortening did. `repeats` tells whether it came back when
    the requests were made again in a new process, None where that was not tried; where it did not come back at all,
    `shortest` is `first`. `places` are those of play at which the program failed.
    """

    kind: Kind
    times: int = 0
    games: int = 0
    first: PlayedGame | None = None
    shortest: PlayedGame | None = None
    opened_by_few: PlayedGame | None = None
    repeats: bool | None = None
    number: int | None = None
    places: list[str] = field(default_factory=list)


class Run(Struct):
    """What a run has found. `cut_short` counts games that stopped where the program had failed before."""

    hello: Hello
    seed: int
    games: int = 0
    turns: int = 0
    asked: int = 0
    waited: float = 0.0
    seconds: float = 0.0
    kinds: dict[Kind, Seen] = field(default_factory=dict)
    cannot: Counter[str] = field(default_factory=Counter)
    avoid: set[str] = field(default_factory=set)
    tables: dict[int, list[Request]] = field(default_factory=dict)
    cut_short: int = 0
    stopped: str = ""
    over: bool = False

    @property
    def differences(self) -> int:
        """How many differences were found."""
        return sum(seen.times for seen in self.kinds.values())

    def new_aims(self) -> Aims:
        """Give aims that have tried nothing yet, and avoid what has failed."""
        return Aims(self.cannot, self.avoid, self.tables)

    def note(self, played: PlayedGame, *, counted: bool = True) -> None:
        """Keep what is wrong in a game."""
        self.games += counted
        self.turns += played.turns if counted else 0
        last = played.events[-1] if played.events else {}
        self.cut_short += counted and str(last.get("reason", "")).startswith(NOT_AGAIN)
        for kind, times in Counter(kind for kind, _ in places(played)).items():
            seen = self.kinds.setdefault(kind, Seen(kind))
            if counted or seen.first is None:
                seen.times += times
                seen.games += 1
            if counted and seen.number is None:
                seen.number = played.number
            if (fault := played.fault) is not None and kind == (fault.sort, fault.reason):
                seen.places += [fault.place] if fault.place and fault.place not in seen.places else []
            seen.first = seen.first or played
            if seen.shortest is None or farness(played, kind) < farness(seen.shortest, kind):
                seen.shortest = played
            few = seen.opened_by_few
            if few is None or opened_by_few(played, kind) < opened_by_few(few, kind):
                seen.opened_by_few = played


class Runner:
    """Plays games with one running adapter, and keeps what it finds; several may share a run."""

    def __init__(self, player: Player, wish: Wish, run: Run) -> None:
        self.player, self.wish, self.run = player, wish, run

    def play(self, number: int, aims: Aims, most: int | None = None) -> PlayedGame | None:
        """Play a game by its number, of some turns at most. None where the program cannot be started again."""
        run = self.run
        try:
            hello = self.player.ready()
        except AdapterFault as fault:
            run.stopped = fault.message
            return None
        rng = Random(f"{run.seed} {number} {most}")
        try:
            conversation = self.player.driving.plan(hello, self.wish, aims, rng, number, most)
        except CannotPlay as wrong:
            run.stopped = f"{wrong.message}: {wrong.help}"
            return None
        return self.player.play(number, conversation, run.avoid)

    def games(self, blocks: Iterator[range], until: float) -> Games:
        """Play blocks of games until they are used up, or the time is; each block counts anew what was tried.

        One game is played however little time there is.
        """
        barren, begun = 0, False
        for block in blocks:
            aims = self.run.new_aims()
            for number in block:
                if self.run.over or (begun and time.monotonic() >= until):
                    return
                begun = True
                played = self.play(number, aims)
                if played is None:
                    return
                yield played
                barren = barren + 1 if played.fault and not played.turns else 0
                if barren >= MOST_BARREN:
                    self.run.stopped = f"the program fails before the first turn, {barren} times in a row"
                    return

    def shorten(self, until: float) -> None:
        """Look for shorter exchanges that show the same: in short games, then by leaving requests away."""
        run = self.run
        if not run.kinds:
            return
        aims, begun = run.new_aims(), time.monotonic()
        half = begun + (until - begun) / 2
        for most, count in enumerate(SHORT_GAMES, 1):
            for number in range(count):
                if time.monotonic() >= half or (played := self.play(number, aims, most)) is None:
                    break
                run.note(played, counted=False)
        for left, seen in zip(range(len(run.kinds), 0, -1), run.kinds.values(), strict=True):
            now = time.monotonic()
            if now < until:
                self._shorten(seen, now + (until - now) / left)
            else:
                seen.shortest = seen.first

    def _shorten(self, seen: Seen, until: float) -> None:
        """Look for the shortest exchange that shows a kind of difference."""
        if seen.shortest is None:
            return
        shorter = shortened(self.player, self.wish, seen.shortest, seen.kind, until)
        few, first, tried = seen.opened_by_few, seen.first, seen.shortest
        if few is not None and (shorter is None or few.opening < shorter.opening):
            shorter = self._shorter(few, shorter, seen.kind, until)
        if first is not None and first is not tried and (shorter is None or shorter.later or shorter.before):
            shorter = self._shorter(first, shorter, seen.kind, until)  # behind short games, what matters may be too far
        seen.repeats = shorter is not None and not shorter.later
        seen.shortest = shorter or seen.first

    def _shorter(self, game: PlayedGame, best: PlayedGame | None, kind: Kind, until: float) -> PlayedGame | None:
        """Shorten another game if there is time, and give what is to be asked of a new process in fewer requests."""
        other = shortened(self.player, self.wish, game, kind, until) if time.monotonic() < until else None
        found = [each for each in (best, other) if each is not None]
        return min(found, key=lambda each: (each.later, len(each.exchange)), default=None)


def side_by_side(runners: Sequence[Runner], games: int, until: float) -> Games:
    """Play games with several adapters at once, each in a thread of its own: they wait for answers most of the time."""
    blocks, lock = iter(blocks_of(games)), threading.Lock()
    played: queue.SimpleQueue[PlayedGame | BaseException | None] = queue.SimpleQueue()

    def next_blocks() -> Iterator[range]:
        while True:
            with lock:
                block = next(blocks, None)
            if block is None:
                return
            yield block

    def work(runner: Runner) -> None:
        try:
            for game in runner.games(next_blocks(), until):
                played.put(game)
        except BaseException as failed:  # it is raised where the games are read
            played.put(failed)
        finally:
            played.put(None)

    threads = [threading.Thread(target=work, args=(runner,), daemon=True) for runner in runners]
    for thread in threads:
        thread.start()
    left = len(threads)
    done = False
    try:
        while left:
            game = played.get()
            if isinstance(game, BaseException):
                raise game
            if game is None:
                left -= 1
            else:
                yield game
        done = True
    finally:
        for runner, thread in zip(runners, threads, strict=True):
            runner.run.over = True
            while thread.is_alive() and thread is not threading.current_thread():
                if not done:
                    runner.player.adapter.end_from_aside()
                thread.join(ENDING)
            if not done:
                runner.player.adapter.kill()  # what was ended from aside after the last answer starts anew when asked


def blocks_of(games: int) -> Iterator[range]:
    """Cut the numbers of games into blocks."""
    return (range(start, min(start + BLOCK, games)) for start in range(0, games, BLOCK))
