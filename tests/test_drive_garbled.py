"""A right program is not accused by any exchange, also by one whose requests make no sense."""

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from models.driving import Request, Wish
from models.games import GAMES
from models.reading import Reading
from verifier.drive.adapter import Adapter
from verifier.drive.kinds import places
from verifier.drive.play import Player
from verifier.drive.run import Run, Runner

PROGRAMS = Path(__file__).parent / "programs"
RIGHT = [
    ("lucky-numbers", "lucky.py", "--side 2 --top 4"),
    ("lucky-numbers", "lucky.py", "--side 3 --top 8 --hide to_move,over,held"),
    ("good-fortune", "fortune.py", "--hand 3"),
]
GAMES_EACH, TIMES = 10, 12


def garbled(requests: Sequence[Request], rng: Random) -> list[Request]:
    """Leave requests away, make some twice, or swap them; the first one stays."""
    found = list(requests[: rng.randint(1, len(requests))])
    how = rng.randrange(4)
    for _ in range(rng.choice((1, 2, 4))):
        at, other = (rng.randrange(1, len(found) + 1) for _ in range(2))
        if how == 0:
            found[at:other] = []
        elif how == 1:
            found.insert(at, requests[rng.randrange(1, len(requests))])
        elif at < len(found) > other:
            found[at], found[other] = found[other], found[at]
    return found


@pytest.mark.parametrize(("key", "program", "options"), RIGHT)
def test_a_right_program_is_not_accused_by_requests_that_make_no_sense(key: str, program: str, options: str) -> None:
    game, rng = next(game for game in GAMES if game.key == key), Random(5)
    refused = 0
    with Adapter([sys.executable, str(PROGRAMS / program), *options.split()]) as adapter:
        player = Player(game, game.driving(), adapter, Reading())
        runner = Runner(player, Wish(), Run(player.ready(), 1))
        aims = runner.run.new_aims()
        for number in range(GAMES_EACH):
            played = runner.play(number, aims, rng.choice((2, 4, None)))
            assert played is not None
            assert played.clean
            for _ in range(TIMES):
                shown = player.replay(garbled(played.requests, rng), Wish())
                # Requests for another deal than the program makes again are told as such.
                assert [kind for kind, _ in places(shown) if "deals otherwise" not in kind[1]] == [], shown.requests
                refused += sum(b'"why"' in answer for answer in shown.answers)
    assert refused > GAMES_EACH
