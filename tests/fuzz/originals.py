"""Sound inputs of every kind, small ones: what is damaged."""

import json
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from models.game import Game
from models.games import GAMES
from models.good_fortune.random_positions import drawn
from models.position import Problem
from tests.foreign_forms import archive, game_park
from tests.generator import STYLES, dump, play_game
from tests.good_fortune_games import Program as FortuneProgram
from tests.good_fortune_games import text
from tests.oracle import Event
from tests.own_records import SHAPES, written
from tests.small_puzzles import drawn_puzzle, problem_of
from verifier.certificate import strategies, write_certificate
from verifier.explicit_model import TooLarge
from verifier.puzzles import parse_puzzle
from verifier.reference_solver import solve_plainly

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "docs/examples"
MANY = 24  # of a kind that is drawn
VARIANTS = ("", "guessing", "simple-laying")

TABLES = (
    "1 ./. 5; 2 ./. 4; middle 3 6; to move 2; top 6",
    "1 ./. 5; 2 ./. 4; hidden 2 2 5; drawn 4; sets 3; top 6",
    "1 ./. 3; 2 ./. 4; 1 ./. 4; strict; bruno; top 5",
    "tiles invented; line 8 20 15; hands 1 3/5 21; side small",
    "simple; tiles 5AB1 8AC1 12DE1 15FG1; hands -/5; line 8 12 15",
    "guessing; tiles invented; line 16 11 4; hands 3 5/7 19",
)
GARDENS = ("3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19", "1 ./. 5", "1 . ./. 5 ./. . 9", ". ./. .", "8 12 15")
CLAIMS = b"""game = "lucky-numbers"

[counter.revealed]
start = 0
turn = "revealed + 1 if source == 'pile' else revealed"

[[claim]]
id = "filled-stays"
says = "A filled cell never becomes empty."
after-every-turn = "all(after.gardens[p][c] != 0 for p in players for c in cells if before.gardens[p][c] != 0)"

[[claim]]
id = "exchange-raises-middle"
says = "Each exchange lays one more clover into the middle."
after-every-turn = "implies(action == 'exchange', sum(after.middle) == sum(before.middle) + 1)"
expect = "refuted"

[[claim]]
id = "pile-and-reveals"
says = "The pile and all reveals are the clovers that were face down at the start."
always = "pile + revealed == rules.dealt if playing else revealed == 0"

[[claim]]
id = "two-left"
says = "There is a game in which three clovers lie in the middle after three turns."
within = 3
there-is-a-table-where = "sum(middle) == 3"
"""
RULES = (
    b'[[clause]]\nid = "LN301"\nmistake = "equal numbers pass"\n',
    b'[[clause]]\nid = "LN301"\nknobs = { always_strict = true }\n',
    b'[[clause]]\nid = "LN401"\nleft-out = true\n',
    (EXAMPLES / "once.rules").read_bytes(),
)
TILES = next((ROOT / "models/good_fortune").rglob("invented.*")).read_bytes()


def pick(rng: random.Random) -> int:
    """Draw which sound input is damaged."""
    return rng.randrange(MANY)


@cache
def lucky(number: int) -> list[Event]:
    """Play a small legal game of Lucky Numbers."""
    rng = random.Random(number)
    michael, bruno = rng.random() < 0.2, rng.choice(((), (), (), ("bruno",), ("bruno-any",)))
    return play_game(
        rng,
        side=rng.choice((2, 2, 3, 4)),
        top=rng.choice((20, 12, 9)),
        players=rng.choice((2, 2, 3)),
        style=STYLES[number % len(STYLES)],
        setup="michael" if michael else "standard",
        variants=bruno,
        show=rng.random() < 0.8,
        concede=rng.random() < 0.15,
        refusals=rng.random() < 0.2,
    )


@cache
def printed(number: int) -> list[Event]:
    """Play a legal game of the printed size, which other programs can write."""
    return play_game(random.Random(number), style=STYLES[number % len(STYLES)])


@cache
def own_log(number: int) -> bytes:
    """Give a legal log of either game."""
    if number % 3 == 2:
        rng = random.Random(number)
        return text(FortuneProgram(rng, variant=rng.choice(VARIANTS), hand=rng.choice((2, 3, 9))).play()).encode()
    if number % 7 == 5:
        return dump(lucky(number) + lucky(number + 1)).encode()
    return dump(lucky(number)).encode()


@cache
def foreign_log(number: int) -> tuple[bytes, bytes | None]:
    """Give a record of another program, and the mapping it needs."""
    rng, events = random.Random(number), printed(number)
    match number % 9:
        case 0:
            return (EXAMPLES / "score.txt").read_bytes(), None
        case 1:
            return (EXAMPLES / "sheet.txt").read_bytes(), None
        case 2 | 3:
            return json.dumps(game_park(events, rng, server=number % 9 == 2)).encode(), None
        case 4:
            record = json.dumps(archive(events, ("84001", "84002"))).encode()
            return record, (EXAMPLES / "archive.toml").read_bytes().replace(b"side = 2\ntop = 5\n", b"")
        case 5:
            return (EXAMPLES / "plays.csv").read_bytes(), (EXAMPLES / "plays.toml").read_bytes()
        case 6:
            name = rng.choice(("own-list", "own-boards", "own-texts"))
            return (EXAMPLES / f"{name}.json").read_bytes(), (EXAMPLES / f"{name}.toml").read_bytes()
        case 7:
            return (EXAMPLES / "own-kinds.jsonl").read_bytes(), (EXAMPLES / "own-kinds.toml").read_bytes()
        case _:
            return written(rng.choice(tuple(SHAPES.values())), events), None


def _puzzles() -> list[tuple[bytes, Problem]]:
    rng, found = random.Random(5), list[tuple[bytes, Problem]]()
    while len(found) < MANY:
        goal = rng.choice(("win", "force", "fill"))
        keys = drawn_puzzle(rng, goal, rng.choice((None, 3)) if goal == "win" else 3)
        problem = problem_of(**keys)
        try:
            solve_plainly(problem, 250)
        except TooLarge:
            continue
        found.append((json.dumps(keys).encode(), problem))
    positions = GAMES[1].positions()
    for seed in range(MANY // 2):
        start = drawn(random.Random(seed), 1 + seed % 2)
        problem = Problem(start, "win", "win", 1)
        puzzle = json.dumps(positions.write(problem)).encode()
        found.append((puzzle, parse_puzzle(puzzle)[1]))
    return found


@cache
def puzzles() -> Sequence[tuple[bytes, Problem]]:
    """Give small puzzles of both games."""
    return _puzzles()


def problems() -> list[tuple[Game, Problem]]:
    """Give the problems of the small puzzles, each with its game."""
    return [(GAMES[b"good-fortune" in content], problem) for content, problem in puzzles()]


@cache
def certificate(number: int, folder: Path) -> bytes:
    """Give a certificate of a small puzzle, by plain enumeration."""
    game, problem = problems()[number % len(puzzles())]
    path = folder / "sound-certificate.jsonl"
    moves, reveal = strategies(solve_plainly(problem))
    write_certificate(str(path), game, problem, moves, moves, reveal)
    return path.read_bytes()
