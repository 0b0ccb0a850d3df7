"""Games played at random until each shows what it is for."""

import random
from collections.abc import Callable, Collection, Iterable, Sequence

from models.state_space import SuiteGame

TRIES = 3000
# Plays a game by chance; gives its events and what they show.
Make = Callable[[random.Random], tuple[Sequence[dict[str, object]], Collection[str]]]


def played_games(games: Iterable[tuple[str, str, Make]], seed: int) -> Sequence[SuiteGame]:
    """Play games, each with its key and what it is to show, until each shows it."""
    found = []
    for key, shows, make in games:
        rng = random.Random(f"game {key} {seed}")
        for _ in range(TRIES):
            events, reasons = make(rng)
            if shows in reasons:
                found.append(SuiteGame(key, shows, "", tuple(events)))
                break
        else:
            raise AssertionError(f"no game shows {shows!r} for {key}")
    return tuple(found)
