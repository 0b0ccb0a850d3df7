"""What shows only after earlier games in one process is told so, and only requests that fit a game are handed over."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace
from typer.testing import CliRunner

from cli.app import COMMANDS, program
from models.driving import Hello, Request, Wish
from models.lucky_numbers.driving.requests import New
from models.reading import Reading
from reports.drive import difference_text
from reports.style import uncolored
from tests.test_drive import PROGRAM, SMALL, lucky_numbers
from verifier.drive.adapter import Adapter
from verifier.drive.play import Player
from verifier.drive.played_game import PlayedGame, ProgramFault, encode
from verifier.drive.requests import fit
from verifier.drive.run import Run, Runner, Seen, blocks_of
from verifier.drive.shorten import shortened

COUNTING = """
import json, pathlib, subprocess, sys
inner = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
games = requests = 0
marker = pathlib.Path(MARKER)
for line in sys.stdin:
    asked = json.loads(line)
    games, requests = games + (asked["do"] in ("new", "table")), requests + 1
    print(line, end="", file=inner.stdin, flush=True)
    answer = inner.stdout.readline()
    if WRONG:
        marker.touch()
        answer = FAULT
    print(answer.strip(), flush=True)
"""
REFUSED, CRASHED = '{"ok":false,"why":"no"}', '{"error":"full"}'


def counting(tmp_path: Path, wrong: str, fault: str) -> list[str]:
    path = tmp_path / "counting.py"
    command = repr([*PROGRAM, *SMALL[:4], "--can", "deal,refuse,again"])
    marker = repr(str(tmp_path / "has been wrong"))
    program = COUNTING.replace("COMMAND", command).replace("MARKER", marker)
    path.write_text(program.replace("WRONG", wrong).replace("FAULT", repr(fault)))
    return [sys.executable, str(path)]


def shortest(tmp_path: Path, wrong: str, fault: str) -> Seen:
    """Give the first kind of difference, shortened."""
    game = lucky_numbers()
    with Adapter(counting(tmp_path, wrong, fault)) as adapter:
        player = Player(game, game.driving(), adapter, Reading())
        run = Run(player.greet(), 1)
        runner = Runner(player, Wish(), run)
        for played in runner.games(blocks_of(4), float("inf")):
            run.note(played)
        runner.shorten(float("inf"))
        return next(iter(run.kinds.values()))


def test_what_shows_in_a_second_game_is_repeated_with_the_beginning_of_a_first_one(tmp_path: Path) -> None:
    wrong = 'games > 1 and asked["do"] == "take"'
    seen = shortest(tmp_path, wrong, REFUSED)
    assert seen.repeats is True
    assert seen.shortest is not None
    exchange = seen.shortest.exchange
    text = difference_text(seen, lucky_numbers(), "; repeat it", uncolored)
    assert f"--> the shortest exchange, request {len(exchange)}\n" in text
    earlier = f"{len(seen.shortest.before)} of an earlier game, without which it does not show; repeat it"
    assert f"shortest exchange found: {len(exchange)} requests, the first {earlier}" in text
    options = ["drive", "--replay", str(tmp_path / "requests"), "--logs", str(tmp_path / "logs"), "--"]
    (tmp_path / "requests").write_bytes(b"".join(encode(request) + b"\n" for request in exchange))
    command = [*options, *counting(tmp_path, wrong, REFUSED)]
    told = CliRunner().invoke(program(COMMANDS), command)
    assert told.exit_code == 1
    assert f"{len(exchange)} requests made again: differs" in told.stdout
    assert {path.name for path in (tmp_path / "logs").glob("replay*")} == {"replay.jsonl", "replay-2.jsonl"}
    (tmp_path / "requests").write_bytes(b"".join(encode(request) + b"\n" for request in seen.shortest.requests))
    assert CliRunner().invoke(program(COMMANDS), command).exit_code == 0


def test_what_shows_after_one_long_game_is_repeated_though_it_shows_behind_many_short_ones_too(tmp_path: Path) -> None:
    wrong = 'games > 1 and requests > 24 and asked["do"] == "take"'
    seen = shortest(tmp_path, wrong, REFUSED)
    assert seen.repeats is True
    assert seen.shortest is not None
    assert seen.shortest.before
    exchange = seen.shortest.exchange
    (tmp_path / "requests").write_bytes(b"".join(encode(request) + b"\n" for request in exchange))
    command = ["drive", "--replay", str(tmp_path / "requests"), "--", *counting(tmp_path, wrong, REFUSED)]
    told = CliRunner().invoke(program(COMMANDS), command)
    assert told.exit_code == 1
    assert f"{len(exchange)} requests made again: differs" in told.stdout


def test_what_shows_only_after_several_games_is_not_offered_to_be_repeated(tmp_path: Path) -> None:
    seen = shortest(tmp_path, 'games > 2 and asked["do"] == "take"', REFUSED)
    assert seen.repeats is False
    text = difference_text(seen, lucky_numbers(), "; repeat it", uncolored)
    assert "not repeatable from a new process: it shows after earlier games" in text
    assert "repeat it" not in text


def test_what_shows_in_every_game_is_offered_to_be_repeated(tmp_path: Path) -> None:
    seen = shortest(tmp_path, 'asked["do"] == "take"', REFUSED)
    assert seen.repeats is True
    assert "; repeat it" in difference_text(seen, lucky_numbers(), "; repeat it", uncolored)


def test_what_never_comes_back_is_told_by_the_game_in_which_it_was_found(tmp_path: Path) -> None:
    seen = shortest(tmp_path, 'games == 3 and asked["do"] == "put" and not marker.exists()', CRASHED)
    assert seen.repeats is False
    text = difference_text(seen, lucky_numbers(), "; repeat it", uncolored)
    assert "--> game 3" in text
    assert "not repeatable: when the same requests were made again it did not come back" in text


class Listening(Player):
    """Keeps what is made again."""

    made: list[list[Request]]

    def replay(
        self,
        requests: Iterable[Request],
        wish: Wish,
        *,
        in_full: bool = True,
        anew: bool = False,
        before: Sequence[Request] = (),
    ) -> PlayedGame:
        self.made.append(list(requests))
        return super().replay(self.made[-1], wish, in_full=in_full, anew=anew, before=before)


def test_only_requests_that_fit_a_game_are_made_again() -> None:
    proposed: list[list[Request]] = []

    def mended(hello: Hello, requests: Sequence[Request]) -> Iterator[list[Request]]:
        begin = requests[0]
        assert isinstance(begin, New)
        proposed.append([replace(begin, pile=(*(begin.pile or ()), 1)), *requests[1:]])
        yield proposed[-1]

    game = lucky_numbers()
    driving = replace(game.driving(), mended=mended)
    program = [*PROGRAM, *SMALL[:4], "--can", "deal,refuse,again", "--mistake", "LN301: equal numbers pass"]
    with Adapter(program) as adapter:
        player = Listening(game, driving, adapter, Reading())
        player.made = []
        run = Run(player.greet(), 1)
        runner = Runner(player, Wish(), run)
        for played in runner.games(blocks_of(4), float("inf")):
            run.note(played)
        for seen in run.kinds.values():
            assert seen.shortest is not None
            shortened(player, Wish(), seen.shortest, seen.kind, float("inf"))
    assert proposed
    assert player.made
    assert all(fit(driving, requests, run.hello) for requests in player.made)


def test_answers_that_cannot_be_read_for_one_reason_are_one_difference() -> None:
    def reason(sort: str, message: str) -> str:
        return ProgramFault(sort, "a place", message).reason

    infinite = "an answer came that cannot be read: NaN or Infinity stands in it: {}"
    assert reason("garbage", infinite.format('{"ok":true,"x":NaN}')) == reason("garbage", infinite.format('{"x":NaN}'))
    assert reason("garbage", infinite) != reason("garbage", "an answer came that cannot be read: no number: {}")
