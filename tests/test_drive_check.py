"""The check of adapters names what is wrong with one, and never blames the adapter of a program that is merely wrong."""

import inspect
import subprocess
import sys
from itertools import cycle
from pathlib import Path

import pytest

from models.driving import Check, Wish
from models.games import GAMES
from models.reading import Reading
from tests.programs import lucky
from tests.programs.adapted import Adapted
from verifier.drive import adapter_process
from verifier.drive.adapter import Adapter
from verifier.drive.check import AdapterChecks, checked
from verifier.drive.play import Player

ROOT = Path(__file__).parent.parent
RIGHT = (sys.executable, "-m", "tests.programs.lucky")
MOST_IN_SHORT = 32  # requests

# The adapters that are wrong, and what the check says of them: a part of the fault, and a part of where to change it.
WRONG = {
    "swapped in put": ("laid on c1 shows on a3: row and column are swapped", "branch for `put`"),
    "swapped in gardens": ("laid on c1 shows on a3: row and column are swapped", "where `gardens` is written"),
    "swapped in legal": ("where a4 is legal, and so on: row and column are swapped", "branch for `legal`"),
    "swapped in table": (
        "the table shows other gardens than were sent: row and column are swapped",
        "branch for `table`",
    ),
    "rows from below": ("rows are counted from below", "the digit its row, from above"),
    "columns from the right": ("columns are counted from the right", "column, from the left"),
    "zeros in gardens": ("'0' is neither . nor a number", "with . on an empty cell"),
    "players from 0 asked": ("laid by player 0 shows in the garden of player 1", "players count from 1"),
    "players from 0 to move": ("`to_move` shows player 0 of 2", "players count from 1"),
    "players from 0 everywhere": ("laid by player 0 shows in the garden of player 1", "players count from 1"),
    "players from 0 winners": ("`winners` names player 0 of 2", "players count from 1"),
    "gardens in another order": ("laid by player 1 shows in the garden of player 2", "players count from 1"),
    "turn order not checked": ("whose turn it is is not checked", "branch for `take`"),
    "held never cleared": ("still shows as `held`", "branch for `put`"),
    "held 0": ("`held` is 0", "write null"),
    "clover remembered": ("the same 10 is taken from the pile", "branch for `take`"),
    "first of the hand": ("another clover of the hand", "branch for `put`"),
    "no hands": ("shows no hands of 2 players", "branch for `new`"),
    "no clover": ("names no clover", "branch for `take`"),
    "clover in held alone": ("names no clover", "branch for `take`"),
    "no winners": ("names no `winners`", "branch for `result`"),
    "empty from the last player": ("`empty` names", "player 1 first"),
    "no moves": ("hold no `moves`", "leave `legal` out of `can`"),
    "no ok": ('the answer to `put` says no "ok"', "branch for `put`"),
    "no over": ('the answer to `result` says no "over"', "branch for `result`"),
    "shows late": ("one answer late", "branch for `put`"),
    "refusals said ok": ("answered ok, but nothing has changed", "what the program returns"),
    "pile as a list": ("`shows.pile` is a list, and must be a whole number or null", "branch for `new`"),
    "numbers as texts": ("`clover` is a text, and must be a whole number or null", "branch for `take`"),
    "other key": ("`toMove` is not known", "write `to_move`"),
    "moves as objects": ("the legal moves hold '11 c1'", "`take 7 c1`"),
    "unknown word": ("`can` holds 'undo'", "branch for `hello`"),
    "hello without players": ("`players` is empty or not there", 'add "players"'),
    "claims to list": ("`can` holds `legal`, and the answer is `cannot`", "leave `legal` out of `can`"),
    "deal ignored": ("player 1 is dealt 18, 13, 8, 3 and has", "leave `deal` out of `can`"),
    "deal from the end": ("revealed from the end of `pile`", "its first number first"),
    "table from the end": ("revealed from the end of `pile`", "branch for `table`"),
    "not begun anew": ("the game before is not over", "leave `again` out of `can`"),
    "diagonal laid already": ("the diagonal is laid already", '"diagonal":"program"'),
    "noise": ("this is not an answer: placing a clover", "standard error"),
    "answers twice": ("answered twice", "one line per request"),
    "claims to play": ("`can` holds `play`, and the answer is `cannot`", "leave `play` out of `can`"),
    "claims to concede": ("`can` holds `concede`, and the answer is `cannot`", "leave `concede` out of `can`"),
    "illegal placing said ok": (
        "an illegal put on b1 is answered ok, but nothing has changed",
        "what the program returns",
    ),
    "no end": ("does not end when its input ends", "leave the loop"),
}
# Wrong adapters that a program may look like that is wrong by the rules.
PERHAPS = {
    "clover from the middle remembered": "forget the clover from the middle",
    "hand lost on refusal": "keep the clover in hand",
    "own turns refused": "leave `play` out of `can`",
    "giving up refused": "leave `concede` out of `can`",
}
# What playing shows in spite of it.
PLAYED_ALL_THE_SAME = (
    "held",
    "clover in held",
    "empty from",
    "no ok",
    "no over",
    "no winners",
    "no moves",
    "other key",
    "unknown word",
    "claims",
    "noise",
    "no end",
)
ONLY_IN_FULL = ("claims to play", "claims to concede", "illegal placing said ok", "no end")
OPTIONS = dict.fromkeys(("diagonal laid already", "columns from the right"), ("--diagonal", "program"))
NOT_FAULTS = ("shown", "right_one", "no_gardens")


def look(*command: str, full: bool = True, wish: Wish | None = None) -> AdapterChecks:
    """Check an adapter."""
    game = GAMES[0]
    with Adapter(command, wait=120) as adapter:
        player = Player(game, game.driving(), adapter, Reading())
        player.greet()
        return checked(player, wish or Wish(), full)


@pytest.fixture
def lingering(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait long for the one that does not end."""
    if request.getfixturevalue("fault") == "no end":
        monkeypatch.setattr(adapter_process, "LEAVING", 0.5)


def adapted(fault: str, full: bool) -> AdapterChecks:
    return look(sys.executable, "-m", "tests.programs.adapted", fault, *OPTIONS.get(fault, ()), full=full)


def faults(looked: AdapterChecks) -> list[Check]:
    return [check for check in looked.checks if check.fault]


@pytest.mark.usefixtures("lingering")
@pytest.mark.parametrize("fault", sorted(WRONG))
def test_a_wrong_adapter_is_named(fault: str) -> None:
    for full in (True, False):
        looked = adapted(fault, full)
        if fault in ONLY_IN_FULL and not full:
            assert faults(looked) == []
            continue
        said, help = WRONG[fault]
        named = [check for check in looked.faults if said in check.fault and help in check.help]
        assert named, faults(looked)
        assert len({check.what for check in faults(looked)}) == 1, faults(looked)
        assert named[0].grave != fault.startswith(PLAYED_ALL_THE_SAME)
        assert full or len(looked.talk) < MOST_IN_SHORT


@pytest.mark.parametrize("fault", sorted(PERHAPS))
def test_what_a_wrong_program_may_do_too_is_said_to_be_so(fault: str) -> None:
    found = faults(adapted(fault, full=True))
    assert [check.certain for check in found] == [False]
    assert PERHAPS[fault] in found[0].help
    assert "this is also what a program does" in found[0].help


def test_every_wrong_adapter_is_tried() -> None:
    names = {name.replace("_", " ") for name, _ in inspect.getmembers(Adapted, inspect.isfunction) if name[0] != "_"}
    assert names - {name.replace("_", " ") for name in NOT_FAULTS} == set(WRONG) | set(PERHAPS)


CAN = ("", "refuse", "deal,again", "legal,refuse,again", "deal,table,result,play,concede", ",".join(lucky.CAN))
HIDDEN = ("", "pile", "middle", "gardens", "to_move", "over", "held", "pile,middle,to_move,over,held", "hands,held")


@pytest.mark.parametrize("diagonal", ["players", "program", "none"])
def test_the_right_adapter_is_never_blamed(diagonal: str) -> None:
    for index, can in enumerate(CAN):
        command = (*RIGHT, "--diagonal", diagonal, "--can", can)
        for full in (True, False):
            looked = look(*command, full=full, wish=Wish(players=2 + index % 3))
            assert faults(looked) == [], command
            assert looked.talk


@pytest.mark.parametrize("hide", HIDDEN)
def test_what_is_not_shown_is_no_fault(hide: str) -> None:
    for index, diagonal in enumerate(("players", "none") if "gardens" in hide else ("players", "program", "none")):
        command = (*RIGHT, "--diagonal", diagonal, "--hide", hide)
        assert faults(look(*command, wish=Wish(players=2 + index))) == [], command


def test_small_and_large_gardens_are_checked_too() -> None:
    for size in (("2", "4"), ("3", "9"), ("5", "30"), ("2", "2")):
        assert faults(look(*RIGHT, "--side", size[0], "--top", size[1])) == []


def mistakes() -> list[str]:
    return [mistake for mistake, hidden in lucky.MISTAKES.items() if hidden is None]


WAYS: tuple[tuple[str, ...], ...] = ((), ("--diagonal", "program"), ("--diagonal", "none", "--can", "refuse,again"))


@pytest.mark.parametrize(("mistake", "options"), list(zip(mistakes(), cycle(WAYS), strict=False)))
def test_a_program_that_is_wrong_is_no_wrong_adapter(mistake: str, options: tuple[str, ...]) -> None:
    wish = Wish(players=3, setup="michael") if options else Wish()
    looked = look(*RIGHT, "--mistake", mistake, *options, wish=wish)
    assert looked.faults == []
    for check in faults(looked):
        assert "this is also what a program does" in check.help


# The command


def drive(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cli.app", "drive", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)


def of(fault: str) -> tuple[str, ...]:
    return "--", sys.executable, "-m", "tests.programs.adapted", fault


def test_nothing_is_played_behind_an_adapter_that_misleads() -> None:
    run = drive("--games", "3", *of("swapped in put"))
    assert (run.returncode, run.stdout) == (2, "")
    assert "row and column are swapped" in run.stderr
    assert '"cell":"c1"' in run.stderr
    assert "nothing is played" in run.stderr


def test_play_goes_on_behind_a_remark() -> None:
    run = drive("--games", "3", *of("noise"))
    assert run.returncode == 0
    assert "warning[adapter]: this is not an answer: placing a clover" in run.stderr
    assert "--check tells this as a fault" in run.stderr
    assert "3 games" in run.stdout


def test_the_check_says_what_it_looked_at() -> None:
    run = drive("--check", *of("right one"))
    assert (run.returncode, run.stderr) == (0, "")
    assert "no fault of the adapter found" in run.stdout
    assert "cells, turn order" in run.stdout
    wrong = drive("--check", *of("held never cleared"))
    assert wrong.returncode == 1
    assert "1 fault of the adapter" in wrong.stdout


SHIFTED = """
import json, subprocess, sys
inner = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
for line in sys.stdin:
    asked = json.loads(line)
    if "player" in asked and asked["do"] != "new":
        asked["player"] += 1
    print(json.dumps(asked), file=inner.stdin, flush=True)
    print(inner.stdout.readline(), end="", flush=True)
"""


def test_a_turn_of_player_0_that_is_taken_is_named(tmp_path: Path) -> None:
    path = tmp_path / "shifted.py"
    path.write_text(SHIFTED.replace("COMMAND", repr([*RIGHT, "--diagonal", "program"])))
    done = drive("--games", "2", "--", sys.executable, str(path))
    assert done.returncode == 2
    assert "a turn of player 0 is taken" in done.stdout + done.stderr
