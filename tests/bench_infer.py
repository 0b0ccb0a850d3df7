"""Times of inferring: games blanked and falsified, records of gardens alone, growth with the length.

Run it with `python -m tests.bench_infer [--tiny]`; seconds of CPU time.
"""

import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from models.lucky_numbers.editions import Rules
from models.lucky_numbers.random_play import RandomGame
from tests.good_fortune_games import Log, Program
from tests.test_good_fortune_incomplete import read as read_fortune
from tests.test_infer import Event, read, record_of, with_gardens
from verifier.infer.explain import decide_record
from verifier.infer.sat import Clock


def played(seed: int, turns: int) -> list[Event]:
    """Play a two-player game of the printed size, broken off after so many turns."""
    for again in range(1000):
        game = RandomGame(random.Random(f"{seed} {again}"), Rules(), "any", first=1)
        game.open()
        game.set_up()
        seat, done = 1, 0
        while done < turns and not game.filled and game.pile:
            game.turn(seat)
            seat, done = game.next(seat), done + 1
        if done == turns:
            return [*game.events, {"event": "stop"}]
    raise ValueError("no game is so long")


def timed(name: str, events: Sequence[Event], reads: Callable[[Any], tuple[Any, list[int]]] = read) -> None:
    record, lines = reads(events)
    begun, clock = time.process_time(), time.monotonic()
    outcome = decide_record(record, lines, Clock(300))
    told = type(outcome).__name__.lower()
    print(f"{name:55} {told:12} {time.process_time() - begun:7.2f} s CPU {time.monotonic() - clock:7.2f} s", flush=True)


def blanked(events: Sequence[Event], every: int) -> list[Event]:
    made: list[Event] = json.loads(json.dumps(list(events)))
    places = [(event, key) for event in made if event["event"] in ("setup", "turn") for key in event if key != "event"]
    for event, key in places[::every]:
        event[key] = None
    return made


def falsified(events: Sequence[Event], at: int, **keys: Any) -> list[Event]:
    made: list[Event] = json.loads(json.dumps(list(events)))
    made[at] |= keys
    return made


def fortune(turns: int, tells_tiles: bool) -> Log:
    """Play a game of Good Fortune of so many turns."""
    return Program(random.Random(1), turns, tells_tiles=tells_tiles).play()


def blanked_fortune(log: Log, every: int) -> Log:
    """Blank every so many facts of its deal and turns."""
    made: Log = json.loads(json.dumps(log))
    places: list[tuple[Any, Any]] = []
    for event in made:
        if event["event"] == "deal":
            places += [(heap, place) for heap in (*event["hands"], event["line"]) for place in range(len(heap))]
        for laying in event.get("laid", ()):
            places += [(laying, key) for key in laying]
        places += [(event, key) for key in event if event["event"] == "turn" and key not in ("event", "laid")]
    for holder, key in places[::every]:
        holder[key] = None
    return made


def fortune_times(turns: int) -> None:
    """Print the times of Good Fortune; each must be below 30 s."""
    for tells_tiles in (True, False):
        log, tiles = fortune(turns, tells_tiles), "known" if tells_tiles else "unknown"
        for every in (10, 3):
            blank = blanked_fortune(log, every)
            timed(f"Good Fortune, tiles {tiles}, every {every}th fact blank", blank, read_fortune)
        blank = blanked_fortune(log, 10)
        blank[-1]["totals"][0] += 1
        timed(f"Good Fortune, tiles {tiles}, a false total", blank, read_fortune)
        nothing = [*log[:2], *({**event, "laid": None} for event in log[2:-1]), log[-1]]
        timed(f"Good Fortune, tiles {tiles}, no laying", nothing, read_fortune)


def record_times() -> None:
    """Print the times of recorded games with gaps and with false facts."""
    for name in ("g001_2p_random", "g004_2p_greedy", "g013_3p_greedy"):
        game = record_of(f"school-clean/{name}.jsonl")
        timed(f"{name}, every tenth fact blank", blanked(game, 10))
        timed(f"{name}, every third fact blank", blanked(game, 3))
    game = record_of("school-clean/g001_2p_random.jsonl")
    timed("a false number, line 12", falsified(game, 11, clover=9))
    timed("a false middle, line 30", falsified(game, 29, middle=[1, 2]))
    timed("a number out of order, line 30", falsified(game, 29, clover=9))
    timed("the same, every tenth fact blank", falsified(blanked(game, 10), 29, clover=9, middle=[1, 2]))


def main(words: Sequence[str] = ()) -> None:
    """Print the times."""
    tiny = "--tiny" in words
    fortune_times(2 if tiny else 9)
    if tiny:
        timed("2 turns, every third fact blank", blanked(played(1, 2), 3))
        timed("2 turns, a false number", falsified(played(1, 2), -2, clover=20))
    else:
        record_times()
    for turns in (1,) if tiny else (10, 20, 30, 40, 50, 60):
        timed(f"{turns} turns, gardens after each turn alone", with_gardens(played(1, turns)))
    for turns in (2,) if tiny else (10, 20):
        timed(f"{turns} turns, gardens after each round alone", with_gardens(played(1, turns), 2))


if __name__ == "__main__":
    main(sys.argv[1:])
