"""Programs that play Good Fortune are driven: right ones are never accused, each known mistake is found and shown."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from models.driving import Aims, Wish
from models.games import GAMES
from models.good_fortune.driving.playouts import chosen_game, dealt, seldom
from models.good_fortune.driving.requests import FortuneHello, FortuneResponse, New
from models.good_fortune.editions import Rules
from models.good_fortune.scoring import groupings, totals
from models.good_fortune.tiles import load
from models.reading import Reading
from tests.programs.fortune import MISTAKES, NEEDS
from verifier.drive.adapter import Adapter
from verifier.drive.check import checked
from verifier.drive.play import Player
from verifier.drive.played_game import PlayedGame, log_lines
from verifier.drive.run import Run, Runner, blocks_of
from verifier.drive.score import RunScore
from verifier.finding import Verdict
from verifier.judge import judge

GAME = next(game for game in GAMES if game.key == "good-fortune")
PROGRAM = [sys.executable, str(Path(__file__).parent / "programs" / "fortune.py")]
SHOWN = [mistake for mistake, hidden in MISTAKES.items() if hidden is None]
VARIANTS: dict[str, tuple[str, ...] | None] = {
    "all in turn": None,
    "usual": (),
    "Guessing": ("guessing",),
    "Simple laying": ("simple-laying",),
}


def played(
    *options: str, games: int, seed: int = 1, variants: tuple[str, ...] | None = None, first: bool = False
) -> tuple[Run, list[PlayedGame]]:
    found = []
    with Adapter([*PROGRAM, *options]) as adapter:
        player = Player(GAME, GAME.driving(), adapter, Reading())
        run = Run(player.ready(), seed)
        for game in Runner(player, Wish(variants=variants), run).games(blocks_of(games), float("inf")):
            run.note(game)
            found.append(game)
            if first and not game.clean:
                break
    return run, found


@pytest.mark.parametrize("variants", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_a_right_program_is_never_accused(seed: int, variants: tuple[str, ...] | None) -> None:
    run, found = played(games=10, seed=seed, variants=variants)
    assert run.kinds == {}
    verdicts = [list(judge("log", [log_lines(game.events).splitlines()], Reading()))[-1] for game in found]
    told = [verdict for verdict in verdicts if isinstance(verdict, Verdict)]
    assert [verdict.outcome for verdict in told] == ["conforms"] * len(found)
    assert any(verdict.finished for verdict in told)
    assert any(event["event"] == "refused" for game in found for event in game.events)


@pytest.mark.parametrize(
    "options",
    [
        ["--can", ""],
        ["--can", "legal,result,again"],
        ["--can", "deal,refuse,again"],
        ["--hand", "3"],
        ["--hide", "collections,holder,side"],
        ["--hide", "to_move,chosen,over"],
        ["--hide", "hands,line"],
    ],
    ids=" ".join,
)
def test_a_right_program_that_offers_less_is_not_accused(options: list[str]) -> None:
    run, found = played(*options, games=8)
    assert run.kinds == {}
    assert run.turns > 20
    if "--hand" in options:
        assert all(finding.kind == "outside-edition" for game in found for finding in game.findings)


@pytest.mark.parametrize("mistake", SHOWN)
def test_each_mistake_that_can_show_is_found(mistake: str) -> None:
    run, _ = played("--mistake", mistake, games=200, first=True)
    assert run.kinds
    assert all("GF" in kind[1] for kind in run.kinds)


@pytest.mark.parametrize("mistake", NEEDS)
def test_a_mistake_of_a_variant_shows_where_it_is_played(mistake: str) -> None:
    (variant,) = NEEDS[mistake][1:]
    assert played("--mistake", mistake, games=40, variants=(variant,), first=True)[0].kinds


@pytest.mark.parametrize(
    "mistake", ["GF201: anybody may choose first", "GF202: numbers do not count", "GF209: play goes on after that"]
)
def test_a_mistake_is_told_by_its_own_clause(mistake: str) -> None:
    run, _ = played("--mistake", mistake, games=60)
    assert {kind[1] for kind in run.kinds} == {mistake[:5]}


def test_the_shortest_exchange_is_short_and_shows_the_same_again(tmp_path: Path) -> None:
    command = [*PROGRAM, "--mistake", "GF204: connecting is not a duty"]
    drive = [sys.executable, "-m", "cli.app", "drive", "--game", "good-fortune"]
    told = subprocess.run(
        [*drive, "--games", "10", "--logs", str(tmp_path), "--", *command], capture_output=True, text=True, check=False
    )
    assert told.returncode == 1
    assert "error[GF204]" in told.stdout
    (requests,) = tmp_path.glob("difference-*GF204*.requests")
    asked = [json.loads(line)["do"] for line in requests.read_text("utf-8").splitlines()]
    assert asked[0] == "new"
    assert len(asked) <= 5
    again = [*drive, "--replay", str(requests), "--"]
    repeated = subprocess.run([*again, *command], capture_output=True, text=True, check=False)
    assert repeated.returncode == 1
    assert "error[GF204]" in repeated.stdout
    assert subprocess.run([*again, *PROGRAM], capture_output=True, check=False).returncode == 0


def test_a_run_would_notice_all_mistakes_that_an_exchange_can_show() -> None:
    run, games = played(games=30)
    score = RunScore(GAME, Wish(), run.hello)
    for game in games:
        score.look(game)
    assert score.missed() == []
    hidden = {mistake for mistake, why in MISTAKES.items() if why is not None}
    assert hidden <= set(score.untold)


def test_deals_are_played_ahead_until_seldom_results_come() -> None:
    rng, rules = Random(1), Rules(tiles=load("invented", None))
    tried: dict[str, int] = {}
    for _ in range(60):
        hands, line = dealt(rng, rules)
        chosen = chosen_game(rng, rules, hands, line, 1, 5, tried)
        assert sum(map(len, chosen.turns)) == 18
    assert {"equal totals", "a score that the rules leave open", "counting again changes the score"} <= set(tried)
    assert set(seldom(rules.tiles, ((), ()))) == {"nothing is won", "equal totals"}


def test_totals_without_the_dice_are_those_of_all_groupings() -> None:
    rng, tiles, open_ones = Random(2), load("invented", None), 0
    for _ in range(40):
        faces = rng.sample(tiles.faces, rng.randint(0, 10))
        right = sorted({way.total for way in groupings(faces, by_dice=False)})
        assert list(totals(faces, "number")) == right
        open_ones += right != sorted(totals(faces))
    assert open_ones > 5


def test_what_the_tiles_carry_is_told_to_a_program_that_has_none() -> None:
    driving = GAME.driving()
    hello = FortuneHello(name="none", players=(2,), can=("deal",))
    conversation = driving.plan(hello, Wish(), Aims(Counter(), set(), {}), Random(1), 1, None)
    request = next(conversation.asks()).request
    assert request.tiles[:2] == ("1EG3", "2DF1")  # type: ignore[attr-defined]
    assert len(request.tiles) == 21  # type: ignore[attr-defined]


def test_the_adapter_of_a_right_program_is_right() -> None:
    with Adapter(PROGRAM) as adapter:
        looked = checked(Player(GAME, GAME.driving(), adapter, Reading()), Wish(), full=True)
    assert [check.fault for check in looked.checks if check.fault] == []
    asked = {"legal moves", "refusals", "choose", "lay", "ends", "result", "several games", "concede"}
    assert {check.what for check in looked.checks} == {"hello", "deal", "end"} | asked


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (FortuneResponse(ok=False, cannot="no players"), "`can` holds `play`, and the answer is `cannot`"),
        (
            FortuneResponse(ok=False, why="not mine"),
            "the choice of the program's own player is refused, though `can` holds `play`: not mine",
        ),
        (FortuneResponse(ok=True), "the answer to `play` names no tile"),
        (FortuneResponse(ok=True, tile=5), ""),
    ],
)
def test_own_players_are_asked_for_when_an_adapter_is_checked(reply: FortuneResponse, told: str) -> None:
    hello = FortuneHello(name="x", players=(2,), can=("deal", "play"))
    talk = list(GAME.driving().check(hello, Wish(), True))[-1]
    begun = next(talk)
    assert isinstance(begun, New)
    talk.send(FortuneResponse(ok=True))
    with pytest.raises(StopIteration) as end:
        talk.send(reply)
    assert [check.fault for check in end.value.value if check.what != "deal"] == [told]


def test_an_adapter_that_does_not_show_its_own_deal_is_told_so() -> None:
    with Adapter([*PROGRAM, "--hide", "line", "--can", "refuse"]) as adapter:
        (fault,) = checked(Player(GAME, GAME.driving(), adapter, Reading()), Wish(), full=False).grave
    assert fault.fault == "the answer to `new` shows no line"
    assert "branch for `new`" in fault.help


@pytest.mark.parametrize("mistake", SHOWN[::9])
def test_a_mistake_of_the_program_is_no_fault_of_its_adapter(mistake: str) -> None:
    with Adapter([*PROGRAM, "--mistake", mistake]) as adapter:
        assert checked(Player(GAME, GAME.driving(), adapter, Reading()), Wish(), full=True).faults == []
