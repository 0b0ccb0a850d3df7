"""Programs of an odd style are driven like others: right ones are not accused, wrong ones are found."""

import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from models.driving import CannotPlay, Wish
from models.games import GAMES
from models.lucky_numbers.driving.dialogue import LuckyDialogue
from models.lucky_numbers.driving.requests import AskResult, LuckyHello, LuckyResponse, New, Put, Shows, Take
from models.lucky_numbers.driving.tables import late_table
from models.lucky_numbers.editions import Rules
from models.reading import Reading
from verifier.drive.adapter import Adapter
from verifier.drive.check import checked, seen_later
from verifier.drive.play import Player
from verifier.drive.run import Run, Runner, blocks_of

ODD = (sys.executable, "-m", "tests.programs.odd")
CAN = ("--can", "deal,refuse,result,again")


def driven(*arguments: str, games: int) -> Run:
    game = GAMES[0]
    with Adapter([*ODD, *arguments]) as adapter:
        player = Player(game, game.driving(), adapter, Reading())
        player.greet()
        looked = checked(player, Wish(), full=False)
        assert [check.fault for check in looked.faults if check.grave] == []
        run = Run(player.ready(), 1)
        for played in Runner(player, Wish(), run).games(blocks_of(games), float("inf")):
            run.note(played)
        return run


@pytest.mark.parametrize(
    "arguments",
    [
        ["reveals by itself"],
        ["reveals by itself", "--diagonal", "program"],
        ["reveals by itself", "--hide", "pile"],
        ["reveals by itself", "--hide", "pile,held"],
        ["shows one garden"],
    ],
    ids=" ".join,
)
def test_a_right_program_of_an_odd_style_is_not_accused(arguments: list[str]) -> None:
    run = driven(*arguments, *CAN, games=20)
    assert (run.games, list(run.kinds), run.stopped) == (20, [], "")


@pytest.mark.parametrize("hidden", ["", "pile", "pile,held"])
def test_own_players_of_a_program_that_reveals_by_itself_play(hidden: str) -> None:
    run = driven("reveals by itself", "--hide", hidden, "--can", "deal,refuse,result,again,play", games=9)
    assert (run.games, list(run.kinds), run.stopped) == (9, [], "")


def test_what_is_said_of_the_end_holds_until_the_next_turn() -> None:
    dialogue = GAMES[0].driving().follow(LuckyHello(diagonal="none"), Wish())
    assert isinstance(dialogue, LuckyDialogue)
    dialogue.hear(New(2, "standard"), LuckyResponse(ok=True))
    dialogue.hear(AskResult(), LuckyResponse(over=False))
    assert dialogue.over is False
    dialogue.hear(Take(1, "pile"), LuckyResponse(ok=True, clover=5))
    dialogue.hear(Put(1, 5, "a1"), LuckyResponse(ok=True))
    assert dialogue.over is None


@pytest.mark.parametrize("shown", [True, False, None])
def test_over_that_is_shown_is_compared_where_the_result_is_asked_for_too(shown: bool | None) -> None:
    dialogue = GAMES[0].driving().follow(LuckyHello(diagonal="none", can=("result",)), Wish())
    dialogue.hear(New(2, "standard"), LuckyResponse(ok=True, shows=Shows(over=shown)))
    dialogue.hear(AskResult(), LuckyResponse(ok=True, over=False))
    found = [(each.clause, each.right) for each in dialogue.discrepancies]
    assert found == ([("LN404", "play goes on")] if shown else [])


def test_a_last_clover_that_the_program_leaves_by_itself_is_told_as_not_placed() -> None:
    rng, rules = Random(4), Rules()
    found = (late_table(rng, rules) for _ in range(200))
    fits = (each for each in found if each is not None and len(each.pile) == 1)
    counted: Counter[bool] = Counter()
    for table in islice(fits, 12):
        dialogue = GAMES[0].driving().follow(LuckyHello(can=("table", "result")), Wish())
        assert isinstance(dialogue, LuckyDialogue)
        dialogue.hear(table, LuckyResponse(ok=True))
        fitting = bool(dialogue.cells(table.to_move, table.pile[0]))
        shows = Shows(over=True, pile=0, middle=(*table.middle, table.pile[0]))
        dialogue.hear(Take(table.to_move, "pile"), LuckyResponse(ok=True, clover=table.pile[0], shows=shows))
        assert dialogue.ended
        assert [each["event"] for each in dialogue.events[-2:]].count("refused") == fitting
        assert not dialogue.discrepancies
        counted[fitting] += 1
    assert counted[True]


def test_a_game_that_never_began_leaves_no_log(tmp_path: Path) -> None:
    crashes = """if True:
        import json, sys
        for line in sys.stdin:
            hello = {"name": "x", "players": [2], "setups": ["standard"], "can": ["again"]}
            print(json.dumps(hello if "hello" in line else {"error": "broken"}), flush=True)
    """
    order = [sys.executable, "-m", "cli.app", "drive", "--games", "3", "--logs", str(tmp_path), "--", sys.executable]
    told = subprocess.run([*order, "-c", crashes], capture_output=True, text=True, timeout=600)
    assert (told.returncode, told.stderr) == (1, "")
    assert list(tmp_path.glob("game-*.jsonl")) == []


@pytest.mark.parametrize("side", [-1, 1, 99])
def test_a_size_that_there_is_not_is_told(side: int) -> None:
    hello = LuckyHello(name="x", players=(2,), setups=("standard",), side=side)
    talks = list(GAMES[0].driving().check(hello, Wish(), False))
    with pytest.raises(StopIteration) as told:
        next(talks[0])
    assert [(check.fault, check.grave) for check in told.value.value] == [(f"`side` is {side}", True)]
    assert len(talks) == 1


def test_a_middle_that_does_not_end_is_not_followed() -> None:
    dialogue = GAMES[0].driving().follow(LuckyHello(diagonal="none"), Wish())
    with pytest.raises(CannotPlay, match="200,000 clovers"):
        dialogue.hear(New(2, "standard"), LuckyResponse(ok=True, shows=Shows(middle=(5,) * 200_000)))


TWICE = """if True:
    import json, sys, time
    from tests.programs import lucky

    at, slow, sys.argv[1:] = int(sys.argv[1]), float(sys.argv[2]), []
    told = lucky.arguments()
    game = lucky.LuckyNumbers(frozenset(), told.side, told.top, told.sets, told.equal_exchange, told.diagonal)
    adapter = lucky.Adapter(game, told.can.split(","), frozenset())
    for number, line in enumerate(sys.stdin):
        answer = json.dumps(adapter.answer(json.loads(line)))
        for _ in range(2 if number == at else 1):
            print(answer, flush=True)
            time.sleep(slow if number >= at else 0)
"""


@pytest.mark.parametrize(("at", "slow"), [(60, 0.002), (61, 0.002), (62, 0.002), (62, 0.15)])
def test_a_second_answer_in_the_middle_of_a_game_is_named_and_no_rule_is_said_to_be_broken(
    at: int, slow: float
) -> None:
    game = GAMES[0]
    with Adapter([sys.executable, "-c", TWICE, str(at), str(slow)]) as adapter:
        player = Player(game, game.driving(), adapter, Reading())
        run = Run(player.ready(), 1)
        for played in Runner(player, Wish(), run).games(blocks_of(2), float("inf")):
            run.note(played)
            assert not played.events or played.clean
    assert [kind[0] for kind in run.kinds] == ["twice"]


NOISY = """
import subprocess, sys
program = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
for number, line in enumerate(sys.stdin):
    program.stdin.write(line)
    if number == 60:
        print("autosave")
    print(program.stdout.readline(), end="", flush=True)
"""


def test_words_on_standard_output_that_come_late_are_a_warning_too() -> None:
    game = GAMES[0]
    with Adapter([sys.executable, "-c", NOISY, *ODD, "reveals by itself", *CAN]) as adapter:
        player = Player(game, game.driving(), adapter, Reading())
        player.greet()
        assert checked(player, Wish(), full=False).faults == []
        assert list(seen_later([player]).faults) == []
        run = Run(player.ready(), 1)
        list(Runner(player, Wish(), run).games(blocks_of(3), float("inf")))
    assert [check.fault for check in seen_later([player]).faults] == ["this is not an answer: autosave"]
