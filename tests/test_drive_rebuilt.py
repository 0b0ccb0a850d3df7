"""Shortest exchanges: those that say what is revealed come first, and others are begun anew by a table or a deal."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from models.driving import Aims, CannotPlay, Wish
from models.games import GAMES
from models.good_fortune.driving.requests import Choose, FortuneHello
from models.good_fortune.driving.requests import New as NewFortune
from models.lucky_numbers.driving.requests import LuckyHello, LuckyResponse, New, Put, SetTable, Shows, Take
from models.reading import Reading
from reports.drive import difference_text
from reports.style import uncolored
from tests.test_drive import PROGRAM, SMALL, lucky_numbers
from verifier.drive.adapter import Adapter
from verifier.drive.kinds import places
from verifier.drive.play import Player
from verifier.drive.played_game import PlayedGame, ProgramFault
from verifier.drive.run import Run, Runner
from verifier.drive.shorten import breach_at, shortened

MISTAKE = ["--mistake", "LN301: equal numbers pass"]
SHUFFLING = """
import json, random, subprocess, sys
inner = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
shuffled = random.Random(1)
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "new" and "pile" not in asked:
        seats = asked["players"]
        clovers = list(range(1, 7)) * seats
        shuffled.shuffle(clovers)
        asked["hands"] = [[clovers.pop(), clovers.pop()] for _ in range(seats)]
        asked["pile"] = clovers
    print(json.dumps(asked), file=inner.stdin, flush=True)
    print(inner.stdout.readline(), end="", flush=True)
"""
UNDEALT = range(25, 30)  # numbers of games that the program deals itself


@pytest.mark.parametrize(("can", "begins", "most"), [("deal,table", "table", 6), ("deal", "new", 20)])
def test_what_shows_after_a_shuffle_of_its_own_is_rebuilt(tmp_path: Path, can: str, begins: str, most: int) -> None:
    path = tmp_path / "shuffling.py"
    path.write_text(
        SHUFFLING.replace("COMMAND", repr([*PROGRAM, *SMALL[:4], "--can", f"{can},refuse,again", *MISTAKE]))
    )
    game = lucky_numbers()
    with Adapter([sys.executable, str(path)]) as adapter:
        player = Player(game, game.driving(), adapter, Reading())
        runner = Runner(player, Wish(), Run(player.ready(), 1))
        aims = Aims(runner.run.cannot, runner.run.avoid, {})
        for number in UNDEALT:
            played = runner.play(number, aims)
            assert played is not None
            assert not played.fixed
            runner.run.note(played)
        seen = runner.run.kinds["breach", "LN301"]
        assert seen.shortest is not None
        shown = shortened(player, Wish(), seen.shortest, seen.kind, float("inf"))
    assert shown is not None
    assert shown.fixed
    assert type(shown.requests[0]).__struct_config__.tag == begins
    assert len(shown.requests) <= most


def test_an_exchange_that_says_the_deal_is_taken_before_a_shorter_one_that_does_not() -> None:
    run = Run(LuckyHello(), 1)
    fault = ProgramFault("crash", "", "it crashed")
    begin = New(2, "standard")
    own = PlayedGame(0, [begin], [], [], [], [], 0, [], [], fault, None)
    longer = PlayedGame(1, [replace(begin, pile=(1,)), Take(1, "pile")], [], [], [], [], 0, [], [], fault, None, True)
    run.note(own)
    run.note(longer)
    run.note(own)
    (seen,) = run.kinds.values()
    assert seen.first is own
    assert seen.shortest is longer
    assert breach_at(longer, seen.kind) == 2


def test_a_deal_of_good_fortune_is_asked_for_again() -> None:
    (driving,) = (game.driving() for game in GAMES if game.key == "good-fortune")
    requests = [NewFortune(2, (), 5), Choose(1, 3)]
    assert not driving.fixed(requests)
    hands, line = ((3, *range(14, 22)), (1, *range(4, 12))), (2, 12, 13)
    deal: dict[str, object] = {"event": "deal", "hands": list(map(list, hands)), "line": list(line)}
    game: dict[str, object] = {"event": "game"}
    assert list(driving.rebuilt(FortuneHello(), Wish(), requests, [game, deal], [1, 1])) == []
    (other,) = driving.rebuilt(FortuneHello(can=("deal",)), Wish(), requests, [game, deal], [1, 1])
    assert other == [NewFortune(2, (), 5, hands, line), Choose(1, 3)]
    wrong = [game, deal | {"line": [2, 12, 12]}]
    assert list(driving.rebuilt(FortuneHello(can=("deal",)), Wish(), requests, wrong, [1, 1])) == []
    assert driving.fixed(other)


@pytest.mark.parametrize(
    ("can", "pile", "help"),
    [((), None, "offer `deal`"), (("deal",), None, "hang on the `seed`"), (("deal",), (5,), "clovers of `pile`")],
)
def test_a_program_is_not_told_to_offer_what_it_offers(
    can: tuple[str, ...], pile: tuple[int, ...] | None, help: str
) -> None:
    hello = LuckyHello(players=(2,), setups=("standard",), diagonal="none", can=can)
    dialogue = lucky_numbers().driving().follow(hello, Wish())
    dialogue.hear(New(2, "standard", pile=pile), LuckyResponse(shows=Shows(to_move=1)))
    dialogue.hear(Take(1, "pile"), LuckyResponse(clover=5))
    with pytest.raises(CannotPlay) as caught:
        dialogue.hear(Put(1, 6, "a1"), LuckyResponse())
    assert help in caught.value.help
    assert ("offer" in caught.value.help) == ("deal" not in can)


def test_the_place_of_another_request_is_not_said_of_the_one_shown() -> None:
    run = Run(LuckyHello(), 1)
    begin = New(2, "standard", pile=(1,))
    late = ProgramFault("hang", "an exchange from the pile", "no answer came within 1 s")
    run.note(PlayedGame(0, [begin, Take(1, "pile")], [], [], [], [], 1, [], [], late, None, True))
    (seen,) = run.kinds.values()
    assert difference_text(seen, lucky_numbers(), "", uncolored).startswith(
        "error: no answer where `an exchange from the pile` was tried\n"
    )
    run.note(PlayedGame(0, [begin], [], [], [], [], 0, [], [], replace(late, place=""), None, True), counted=False)
    told = difference_text(seen, lucky_numbers(), "", uncolored)
    assert told.startswith("error: no answer\n")
    assert "it failed where `an exchange from the pile` was tried" in told


def test_what_was_found_until_an_interrupt_is_told(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cli.app", "drive", "--no-color", "--games", "100000", "--logs", str(tmp_path)]
    run = subprocess.Popen(
        [*command, "--", *PROGRAM, *SMALL, *MISTAKE],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parent.parent,
    )
    deadline = time.monotonic() + 300
    while not (tmp_path / "game-0006.jsonl").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    os.kill(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=300)
    assert run.returncode == 130
    assert "error[LN301]" in out
    assert "stopped: interrupted" in out
    assert err == "interrupted\n"
    assert list(tmp_path.glob("difference-*.requests"))


def test_a_turn_is_not_said_to_be_refused_where_the_clover_is_not_there() -> None:
    for take, told in ((Take(2, "middle", 5), 0), (Take(2, "middle", 6), 1), (Take(2, "pile"), 1)):
        dialogue = lucky_numbers().driving().follow(LuckyHello(side=2, top=6, setups=("standard",)), Wish())
        table = SetTable(2, ("1 ./. 6", "2 ./. 5"), (6,), (3, 4, 1, 2, 3, 4, 5), 1)
        dialogue.hear(table, LuckyResponse(shows=Shows(to_move=2)))
        dialogue.hear(take, LuckyResponse(ok=False, why="no"))
        assert len(dialogue.discrepancies) == told


def test_turns_in_a_row_stay_so_where_a_house_rule_may_give_another_turn() -> None:
    driving = lucky_numbers().driving()
    turns = [[Take(player, "pile"), Put(player, 4, "b1")] for player in (2, 1, 1, 2)]
    for variants, made in (((), [[2, 1, 2, 1]]), (("bruno",), [[2, 1, 2, 1], [2, 1, 1, 2]])):
        begin = New(2, "standard", variants)
        requests = [begin, *(request for turn in turns for request in turn)]
        found = list(driving.mended(LuckyHello(), requests))
        assert [[each.player for each in way if isinstance(each, Take)] for way in found] == made
        assert all(len(way) == len(requests) for way in found)


def test_a_difference_at_the_end_of_a_long_game_is_shown_by_its_last_turns() -> None:
    game, kind = lucky_numbers(), ("breach", "LN301")
    with Adapter([*PROGRAM, "--can", "deal,refuse,again", "--mistake", "LN301: blind at distance 3"]) as adapter:
        player = Player(game, game.driving(), adapter, Reading())
        runner = Runner(player, Wish(), Run(player.ready(), 1))
        aims = runner.run.new_aims()
        games = filter(None, (runner.play(number, aims) for number in range(12)))
        played = max((each for each in games if kind in dict(places(each))), key=lambda each: breach_at(each, kind))
        length, asked = breach_at(played, kind), adapter.asked
        shown = shortened(player, Wish(), played, kind, float("inf"))
    assert shown is not None
    assert length > 40 > len(shown.requests)
    assert adapter.asked - asked < 20 * length
