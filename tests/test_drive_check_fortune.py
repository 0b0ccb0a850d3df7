"""The check of adapters of Good Fortune names what is wrong with one, in full and in short."""

import inspect
import json
import sys

import pytest

from models.driving import Wish
from models.games import GAMES
from models.reading import Reading
from tests.programs.adapted_fortune import AdaptedFortune
from tests.test_drive_check import lingering  # noqa: F401
from verifier.drive.adapter import Adapter
from verifier.drive.check import AdapterChecks, checked
from verifier.drive.play import Player

MOST_IN_SHORT = 30  # requests
GAME = next(game for game in GAMES if game.key == "good-fortune")

# The adapters that are wrong, and what the check says of them: a part of the fault, and a part of where to change it.
WRONG = {
    "ends swapped in lay": ("left and right are swapped", "branch for `lay`"),
    "ends swapped in legal": ("left and right are swapped", "branch for `legal`"),
    "players from 0 asked": ("that of player 0 is taken", "branches for `choose` and `lay`"),
    "players from 0 to move": ("`to_move` shows player 0 of 2", "players are 1 and 2"),
    "players from 0 winners": ("`winners` names player 0 of 2", "branch for `result`"),
    "hands swapped": ("player 1 has the tiles that were dealt to player 2", "players are 1 and 2"),
    "chosen swapped": ("is shown for the other player", "players are 1 and 2"),
    "one hand": ("`hands` is shown of 1 players, not of 2", "that of player 1 first"),
    "tiles from 0 asked": ("tiles are counted from 0", "branch for `choose`"),
    "tiles from 0 chosen": ("tiles are counted from 0", "branch for `choose`"),
    "tiles from 0 listed": ("tiles are counted from 0", "branch for `choose`"),
    "tiles as texts": ("must be a whole number", "branch for `new`"),
    "chosen 0": ("`chosen` holds a 0", "write null"),
    "no ok": ('the answer to `choose` says no "ok"', "branch for `choose`"),
    "no over": ('the answer to `result` says no "over"', "branch for `result`"),
    "no winners": ("names no `winners`", "branch for `result`"),
    "one total": ("`totals` has 1 for 2 players", "branch for `result`"),
    "no moves": ("hold no `moves`", "leave `legal` out of `can`"),
    "moves as words": ("the legal moves hold 'choose", "like `12`"),
    "line late": ("one answer late", "branch for `lay`"),
    "layings not made": ("answered ok, but nothing new shows", "branch for `lay`"),
    "refused choices said ok": ("answered ok, but nothing has changed", "branch for `choose`"),
    "refused layings said ok": ("answered ok, but nothing has changed", "branch for `lay`"),
    "other key": ("`toMove` is not known", "write `to_move`"),
    "unknown word": ("`can` holds 'table'", "branch for `hello`"),
    "claims to list": ("`can` holds `legal`, and the answer is `cannot`", "leave `legal` out of `can`"),
    "deal ignored": ("shows another deal than was asked for", "leave `deal` out of `can`"),
    "not begun anew": ("the game before is not over", "leave `again` out of `can`"),
    "noise": ("this is not an answer: choosing a tile", "standard error"),
    "answers twice": ("answered twice", "one line per request"),
    "no end": ("does not end when its input ends", "leave the loop"),
}
# Wrong adapters that a program may look like that is wrong by the rules.
PERHAPS = {
    "line dealt from the right": "tells its line from right to left",
    "choices lost on refusal": "leave what was chosen and laid as it is",
}
# What playing shows in spite of it.
PLAYED_ALL_THE_SAME = (
    *("chosen 0", "no ok", "no over", "no winners", "one total", "no moves"),
    *("other key", "unknown word", "claims", "noise", "no end"),
)
OPTIONS = {"layings not made": ("--can", "deal,legal,result,again")}
ONLY_IN_FULL = ("no end", "no winners", "one total", "players from 0 winners")


def adapted(fault: str, full: bool) -> AdapterChecks:
    command = [sys.executable, "-m", "tests.programs.adapted_fortune", fault, *OPTIONS.get(fault, ())]
    with Adapter(command, wait=120) as adapter:
        player = Player(GAME, GAME.driving(), adapter, Reading())
        player.greet()
        return checked(player, Wish(), full)


@pytest.mark.usefixtures("lingering")
@pytest.mark.parametrize("fault", sorted(WRONG))
def test_a_wrong_adapter_is_named(fault: str) -> None:
    for full in (True, False):
        looked = adapted(fault, full)
        if fault in ONLY_IN_FULL and not full:
            assert looked.faults == []
            continue
        said, help = WRONG[fault]
        named = [check for check in looked.faults if said in check.fault and help in check.help]
        assert named, looked.checks
        assert len({check.what for check in looked.checks if check.fault}) == 1, looked.checks
        assert named[0].grave != fault.startswith(PLAYED_ALL_THE_SAME)


@pytest.mark.parametrize("fault", sorted(PERHAPS))
def test_what_a_wrong_program_may_do_too_is_no_certain_fault(fault: str) -> None:
    looked = adapted(fault, full=True)
    assert looked.faults == []
    assert {PERHAPS[fault] in check.help for check in looked.checks if check.fault} == {True}


def test_a_right_adapter_is_asked_each_request_in_full_and_few_in_short() -> None:
    looked = adapted("right one", full=True)
    assert [check.fault for check in looked.checks if check.fault] == []
    asked = {type(request).__struct_config__.tag for request, _ in looked.talk}
    assert asked == {"new", "choose", "lay", "legal", "result", "concede"}
    assert sum(json.loads(answer).get("ok") is False for _, answer in looked.talk) == 4
    in_short = adapted("right one", full=False)
    assert [check.fault for check in in_short.checks if check.fault] == []
    assert len(in_short.talk) < MOST_IN_SHORT


def test_each_wrong_adapter_is_tried() -> None:
    methods = {name for name, _ in inspect.getmembers(AdaptedFortune, inspect.isfunction) if not name.startswith("_")}
    tried = {fault.replace(" ", "_") for fault in (*WRONG, *PERHAPS)}
    assert methods - tried == {"right_one", "shown"}
