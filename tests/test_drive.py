"""Driving a program: right ones are never accused, wrong ones are found, and what is found can be seen again."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from models.driving import Wish
from models.game import Game
from models.games import GAMES
from models.lucky_numbers.driving.requests import LuckyHello
from models.reading import Reading
from reports.drive_rows import mistake_rows
from tests.programs import fortune
from verifier.drive.adapter import Adapter
from verifier.drive.play import Player
from verifier.drive.played_game import PlayedGame
from verifier.drive.run import Run, Runner, blocks_of, side_by_side
from verifier.drive.score import RunScore, reason_for
from verifier.item_steps import steps_of_log
from verifier.suite import all_mistakes

PROGRAM = [sys.executable, str(Path(__file__).parent / "programs" / "lucky.py")]
LISTED: dict[str, str | None] = json.loads(subprocess.check_output([*PROGRAM, "--list-mistakes"]))
# A program may ask for the clovers of the set-up in an order of its own: no rule says whose turn it is then.
ORDERED = {"LN501: asked of the standard set-up too", "LN501: in the order of the seats"}
MISTAKES = [mistake for mistake, reason in LISTED.items() if reason is None and mistake not in ORDERED]
STRICT = "LN301: the strict reading is not followed"
NOT_OFFERED = "does not offer"
OF_HOUSE_RULES = {
    "LN201: another turn that was earned is not given": NOT_OFFERED,
    "LN208: in force without being declared": NOT_OFFERED,
    "LN208: declared but never given": NOT_OFFERED,
    "LN208: all four neighbours count": NOT_OFFERED,
    "LN208: the falling diagonal counts": NOT_OFFERED,
    "LN208: an exchange does not count": NOT_OFFERED,
    "LN208: an exchange always gives another turn": NOT_OFFERED,
}
OF_CONCEDING = {
    "LN201: who conceded is not skipped": NOT_OFFERED,
    "LN403: who conceded can win": NOT_OFFERED,
    "LN404: one concession ends play": NOT_OFFERED,
}
OF_MICHAEL = {
    "LN501: all clovers at once, as in the standard set-up": NOT_OFFERED,
    "LN501: one clover ahead is allowed": NOT_OFFERED,
    "an exchange in Michael's set-up": NOT_OFFERED,
}
SMALL = ["--side", "2", "--top", "6", "--can", "deal,legal,refuse,result,again"]
PLAYED = 200


def lucky_numbers() -> Game:
    return next(game for game in GAMES if game.key == "lucky-numbers")


def driven(*arguments: str, games: int = PLAYED, seed: int = 1, wish: Wish | None = None, whole: bool = True) -> Run:
    """Drive the program until games are played, or something is found."""
    wish = wish or Wish()
    with Adapter([*PROGRAM, *arguments]) as adapter:
        player = Player(lucky_numbers(), lucky_numbers().driving(), adapter, wish.reading)
        run = Run(player.ready(), seed)
        for game in Runner(player, wish, run).games(blocks_of(games), float("inf")):
            run.note(game)
            if not whole and not game.clean:
                break
        return run


@pytest.mark.parametrize("mistake", MISTAKES)
def test_every_mistake_that_shows_is_found(mistake: str) -> None:
    wish = Wish(reading=Reading(answers=frozenset({"no-equal-exchange"}))) if mistake == STRICT else Wish()
    assert driven("--mistake", mistake, wish=wish, whole=False).kinds


@pytest.mark.parametrize("seed", range(1, 21))
def test_a_right_program_is_never_accused(seed: int) -> None:
    run = driven(games=6, seed=seed)
    assert (run.games, run.kinds, run.stopped) == (6, {}, "")


@pytest.mark.parametrize("mistake", sorted(ORDERED))
def test_an_order_of_the_set_up_is_not_held_against_a_program(mistake: str) -> None:
    assert driven("--mistake", mistake, games=6).kinds == {}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("setup", ["standard", "michael"])
def test_a_right_program_is_not_accused_in_any_game(players: int, setup: str) -> None:
    run = driven(games=5, wish=Wish(players=players, setup=setup))
    assert (run.games, run.kinds, run.stopped) == (5, {}, "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--hide", "pile,middle"],
        ["--hide", "gardens"],
        ["--hide", "to_move,over,held"],
        ["--hide", "hands", "--can", "deal,result,again"],
        ["--diagonal", "program"],
        ["--can", "again"],
        ["--can", "again,refuse"],
        ["--can", "again,legal,result"],
        ["--can", "again,table,result"],
        ["--can", "again,concede", "--side", "2", "--top", "5"],
        ["--can", "deal"],
    ],
)
def test_a_right_program_that_shows_or_can_little_is_not_accused(arguments: list[str]) -> None:
    run = driven(*arguments, games=12)
    assert (run.games, run.kinds, run.stopped) == (12, {}, "")


def test_a_program_without_the_diagonal_breaks_the_set_up() -> None:
    run = driven("--diagonal", "none", games=4)
    assert {clause for _, clause, *_ in run.kinds} <= {"LN101", "LN102"}
    assert ("breach", "LN102") in run.kinds


def test_the_same_seed_plays_the_same_games(tmp_path: Path) -> None:
    for name, jobs in (("one", "1"), ("two", "2")):
        drive("--games", "12", "--logs", str(tmp_path / name), "--jobs", jobs)
    for path in sorted((tmp_path / "one").iterdir()):
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()
    drive("--games", "2", "--logs", str(tmp_path / "other"), "--seed", "2")
    assert (tmp_path / "one" / "game-0001.jsonl").read_bytes() != (tmp_path / "other" / "game-0001.jsonl").read_bytes()


def test_a_run_names_the_mistakes_that_it_would_have_noticed() -> None:
    game = lucky_numbers()
    with Adapter(PROGRAM) as adapter:
        player = Player(game, game.driving(), adapter, Reading())
        run = Run(player.ready(), 1)
        score = RunScore(game, Wish(), run.hello)
        for played in Runner(player, Wish(), run).games(blocks_of(50), float("inf")):
            score.look(played)
    assert len(score.noticed) > 80
    assert not set(score.missed()) & set(score.untold)
    score.finish(float("inf"))
    assert (score.scored, score.missed()) == (50, [])
    ended = [clause for clause in ("LN401", "LN402", "LN403", "LN404") if not score.exercised[clause]]
    assert ended == []


@pytest.mark.parametrize(
    ("hello", "wish", "told"),
    [
        (LuckyHello(can=("refuse",)), Wish(), {**OF_HOUSE_RULES, **OF_CONCEDING, **OF_MICHAEL}),
        (LuckyHello(setups=("michael",), can=("concede", "refuse"), variants=("bruno",)), Wish(), {}),
        (
            LuckyHello(setups=("michael",), can=("concede", "refuse"), variants=("bruno",)),
            Wish(setup="standard", variants=()),
            dict.fromkeys((*OF_HOUSE_RULES, *OF_MICHAEL), "not asked for"),
        ),
        (
            LuckyHello(setups=("michael",), can=("concede", "refuse"), variants=("bruno",), diagonal="program"),
            Wish(),
            dict.fromkeys(
                (
                    "LN102: only the first player is waited for",
                    "LN103: any cell will do",
                    "LN103: two clovers on one cell",
                ),
                "a set-up that players lay",
            ),
        ),
    ],
)
def test_what_is_not_offered_is_told_apart_from_what_is_not_noticed(
    hello: LuckyHello, wish: Wish, told: dict[str, str]
) -> None:
    score = RunScore(lucky_numbers(), wish, hello)
    score.asked.update(clause.id for clause in score.clauses)
    rows = {row.mistake: row for row in mistake_rows(score) if not row.offered}
    assert set(rows) == set(told)
    assert all(told[name] in row.reason for name, row in rows.items())
    assert not set(score.missed()) & set(told)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_no_exchange_can_show_is_what_no_program_shows(game: Game) -> None:
    programs = {"lucky-numbers": LISTED, "good-fortune": fortune.MISTAKES}
    listed, driving = programs[game.key], game.driving()
    names = [mistake.name for mistake in all_mistakes(game)]
    assert {name for name in names if ": " in name} == set(listed)
    hidden = {name for name in names if reason_for(name, driving.hidden)}
    assert hidden == {name for name, reason in listed.items() if reason} | (ORDERED & set(listed))
    words = {*names, *(name.partition(": ")[2] for name in names)}
    assert {*driving.hidden, *driving.masked} <= words
    assert not {name for name in hidden if reason_for(name, driving.masked)}


def test_a_mistake_that_is_noticed_is_told_by_a_step_of_the_log() -> None:
    game = lucky_numbers()
    driving = game.driving()
    with Adapter(PROGRAM) as adapter:
        player = Player(game, driving, adapter, Reading())
        run = Run(player.ready(), 1)
        played = next(Runner(player, Wish(), run).games(blocks_of(1), float("inf")))
    steps = list(steps_of_log(game, played.events, Reading(), {}, driving.by_itself))
    assert {step.refused for step in steps} == {True, False}
    assert all(step.legal for step in steps if not step.refused)


# --- the shortest exchange

AT_ONCE = 7  # requests: the game, four clovers of the set-up, a clover taken and laid
SHORTEST = {
    "LN301: equal numbers pass": AT_ONCE,
    "LN301: only rows are compared": AT_ONCE,
    "LN303: nothing can be exchanged": AT_ONCE,
    "LN303: the old clover vanishes": AT_ONCE,
    "LN303: option B may only add": AT_ONCE + 1,  # a clover is left, and taken by the other player
    "LN206: a taken clover stays there too": AT_ONCE + 2,
}


@pytest.mark.parametrize("mistake", SHORTEST)
def test_the_shortest_exchange_is_nearly_the_shortest_there_is(mistake: str) -> None:
    shortest = shortened(mistake)
    assert len(shortest.requests) <= SHORTEST[mistake] + 3


def shortened(mistake: str) -> PlayedGame:
    game = lucky_numbers()
    with Adapter([*PROGRAM, *SMALL, "--mistake", mistake]) as adapter:
        player = Player(game, game.driving(), adapter, Reading())
        run = Run(player.ready(), 1)
        runner = Runner(player, Wish(), run)
        for played in runner.games(blocks_of(40), float("inf")):
            run.note(played)
        runner.shorten(float("inf"))
    found = [seen.shortest for seen in run.kinds.values() if seen.repeats and seen.shortest is not None]
    return min(found, key=lambda shown: len(shown.requests))


# --- the command


def drive(*options: str, program: list[str] | None = None, code: int = 0) -> str:
    command = [sys.executable, "-m", "cli.app", "drive", "--no-color", *options, "--", *(program or PROGRAM)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=Path(__file__).parent.parent)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_a_right_program_ends_well() -> None:
    assert "no difference found" in drive("--games", "5")


def test_a_difference_is_told_and_comes_back(tmp_path: Path) -> None:
    wrong = [*PROGRAM, "--mistake", "LN303: the old clover vanishes"]
    told = drive("--games", "12", "--logs", str(tmp_path), program=wrong, code=1)
    assert "error[LN303]: the exchanged" in told
    (requests,) = tmp_path.glob("difference-*.requests")
    again = drive("--replay", str(requests), program=wrong, code=1)
    assert "error[LN303]" in again
    assert "the old clover vanishes (LN303" in again.partition("What it looks like")[2]
    assert "no difference found" in drive("--replay", str(requests))


def test_validate_says_of_the_logs_what_driving_says(tmp_path: Path) -> None:
    wrong = [*PROGRAM, "--mistake", "LN301: blind at distance 3", "--can", "deal,refuse,result,again"]
    told = drive("--games", "12", "--logs", str(tmp_path), program=wrong, code=1)
    logs = [str(path) for path in sorted(tmp_path.glob("game-*.jsonl"))]
    command = [sys.executable, "-m", "cli.app", "validate", "--format", "json", *logs]
    rows = [json.loads(row) for row in subprocess.run(command, capture_output=True).stdout.splitlines()]
    found = [row for row in rows if row["type"] == "finding" and row["kind"] != "outside-edition"]
    assert {row["clause"] for row in found} == {"LN301"}
    assert f"found {len(found)} times in {len({row['path'] for row in found})} games" in told
    assert f"\n12 games, {rows[-1]['turns']:,} turns, " in told


def test_stop_at_the_first_difference() -> None:
    told = drive(
        "--games", "50", "--stop-at-first", program=[*PROGRAM, "--mistake", "LN301: equal numbers pass"], code=1
    )
    assert "\n1 game, " in told


FAULTY = {
    "exits": "input()",
    "garbage": "input(); print('{\"name\": 7}', flush=True); input()",
    "refuses": "input(); print('{\"ok\": false}', flush=True); input()",
}


@pytest.mark.parametrize("fault", FAULTY)
def test_an_adapter_that_does_not_begin_is_refused_in_words(fault: str) -> None:
    assert "error: " in drive(program=[sys.executable, "-c", FAULTY[fault]], code=2)


def test_a_command_that_is_not_there() -> None:
    assert "cannot be started" in drive(program=["/no/such/program"], code=2)


def test_a_program_that_crashes_and_hangs_is_told_and_played_on(tmp_path: Path) -> None:
    path = tmp_path / "adapter.py"
    path.write_text(
        "import json, runpy, sys, time\n"
        "real, asked = sys.stdin, []\n"
        "class Lines:\n"
        "    def __iter__(self):\n"
        "        for line in real:\n"
        "            asked.append(line)\n"
        "            if '\"cell\":null' in line and len(asked) > 60: print('oh no', file=sys.stderr), sys.exit(3)\n"
        "            yield line\n"
        "    def readline(self):\n"
        "        line = real.readline(); asked.append(line)\n"
        "        if '\"cell\":null' in line and len(asked) > 60: print('oh no', file=sys.stderr), sys.exit(3)\n"
        "        return line\n"
        "sys.stdin = Lines()\n"
        f"sys.argv = {PROGRAM[1:]!r}\n"
        f"runpy.run_path({PROGRAM[1]!r}, run_name='__main__')\n"
    )
    told = drive("--games", "10", program=[sys.executable, str(path)], code=1)
    assert "the process ended" in told
    assert "oh no" in told
    assert "not asked again after it failed" in told
    assert "\n10 games, " in told


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_is_left_when_the_driver_ends(by: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "adapter.py"
    path.write_text(
        f"import os, runpy, sys\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n"
        f"sys.argv = {PROGRAM[1:]!r}\nrunpy.run_path({PROGRAM[1]!r}, run_name='__main__')\n"
    )
    command = [sys.executable, "-m", "cli.app", "drive", "--games", "100000", "--", sys.executable, str(path)]
    driver = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=Path(__file__).parent.parent
    )
    for _ in waiting():
        if (tmp_path / "pid").exists() and (tmp_path / "pid").read_text():
            break
    pid = int((tmp_path / "pid").read_text())
    time.sleep(0.5)
    driver.send_signal(by)
    driver.wait(timeout=300)
    for _ in waiting():
        if not alive(pid):
            break
    assert not alive(pid)


def test_programs_side_by_side_end_in_the_middle_of_their_games() -> None:
    game = lucky_numbers()
    with Adapter(PROGRAM) as one, Adapter(PROGRAM) as other:
        players = [Player(game, game.driving(), each, Reading()) for each in (one, other)]
        for _ in range(6):
            run = Run(players[0].ready(), 1)
            games = side_by_side([Runner(player, Wish(), run) for player in players], 10_000, float("inf"))
            assert next(games).clean
            games.close()
            assert threading.active_count() == 1
        assert not one.running
        assert not other.running


class LateAdapter(Adapter):
    """An adapter that is ended from aside only when its last answer has been read."""

    def end_from_aside(self) -> None:
        for _ in waiting():
            if threading.active_count() == 1:
                break
        super().end_from_aside()


def test_a_program_that_was_ended_behind_its_last_answer_starts_anew() -> None:
    game = lucky_numbers()
    with LateAdapter(PROGRAM) as adapter:
        player = Player(game, game.driving(), adapter, Reading())
        for _ in range(2):
            games = side_by_side([Runner(player, Wish(), Run(player.ready(), 1))], 10_000, float("inf"))
            assert next(games).clean
            games.close()
            assert not adapter.running


def waiting() -> Iterator[None]:
    for _ in range(4000):
        yield
        time.sleep(0.05)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--players", "5"], "does not offer games of 5 players"),
        (["--setup", "foo"], "does not offer the set-up foo"),
        (["--variants", "nope"], "does not offer the house rule nope"),
        (["--replay", "LICENSE"], "LICENSE: line 1"),
        (["--replay", "no/such/file"], "cannot read"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(options: list[str], told: str) -> None:
    assert told in drive(*options, code=2)


def test_an_edition_is_played_with_its_own_set_up() -> None:
    assert "no difference found" in drive("--edition", "ravensburger-2012", "--games", "6")


def test_an_end_of_time_is_no_difference() -> None:
    assert "no difference found" in drive("--time", "0.5", "--games", "100000")


EARLY = """
import json, subprocess, sys
inner = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
over = False
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] in ("new", "table", "hello"):
        over = False
    if over:
        ended = {"over": True, "winners": [1]}
        print(json.dumps(ended if asked["do"] == "result" else {"ok": False, "why": "over"}), flush=True)
        continue
    print(line, end="", file=inner.stdin, flush=True)
    answer = json.loads(inner.stdout.readline())
    if asked["do"] == "take" and answer.get("ok") and answer["shows"].get("pile") == 0:
        over = answer["shows"]["over"] = True
    print(json.dumps(answer), flush=True)
"""


def test_play_that_stops_when_the_last_clover_is_revealed_is_named_so(tmp_path: Path) -> None:
    path = tmp_path / "early.py"
    path.write_text(EARLY.replace("COMMAND", repr(PROGRAM)))
    told = drive("--games", "8", program=[sys.executable, str(path)], code=1)
    assert "error[LN404]" in told
    assert "error[LN301]" not in told


def test_a_program_that_never_plays_is_not_called_right() -> None:
    hello = json.dumps({"name": "x", "players": [2], "setups": ["standard"], "can": ["again"]})
    code = f'import sys\nprint(input() and {hello!r}, flush=True)\nfor _ in sys.stdin: print(\'{{"ok":false,"cannot":"new"}}\', flush=True)'
    drive("--games", "3", program=[sys.executable, "-c", code], code=2)


UNSEEDED = """
import json, random, subprocess, sys
inner = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "new":
        asked["seed"] = random.SystemRandom().randrange(10**9)
    print(json.dumps(asked), file=inner.stdin, flush=True)
    print(inner.stdout.readline(), end="", flush=True)
"""


def test_a_program_that_deals_otherwise_is_not_accused_by_a_replay(tmp_path: Path) -> None:
    own = [*PROGRAM, "--can", "refuse,result,again"]
    told = drive(
        "--games", "6", "--logs", str(tmp_path), program=[*own, "--mistake", "LN303: the old clover vanishes"], code=1
    )
    assert "LN303" in told
    path = tmp_path / "unseeded.py"
    path.write_text(UNSEEDED.replace("COMMAND", repr(own)))
    (requests,) = tmp_path.glob("difference-*LN303*.requests")
    told = drive("--replay", str(requests), program=[sys.executable, str(path)], code=1)
    assert "deals otherwise each time" in told
    assert "error[LN" not in told


def test_what_refusals_alone_can_show_is_said_not_to_be_offered_without_them() -> None:
    mistake, can = "LN301: equal numbers pass", ("deal", "table", "result", "again")
    assert driven("--can", ",".join(can), "--mistake", mistake, games=6).kinds == {}
    for more, reason in (
        ((), "the program does not offer refusals"),
        (("legal",), ""),
        (("play",), ""),
        (("refuse",), ""),
    ):
        hello = LuckyHello(name="x", players=(2,), setups=("standard",), can=(*can, *more))
        score = RunScore(lucky_numbers(), Wish(), hello)
        assert score.lacking(mistake) == reason
        assert score.lacking("LN303: the old clover vanishes") == ""


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            ['{"do":"new","players":2,"setup":"standard","hands":[[1,5,9,13],[2,6,10,14]],"pile":[3,25,7]}'],
            "request 1, `new`: 1 of the 25 are dealt, not 0; 1 of the 1 are dealt, not 2",
        ),
        (
            ['{"do":"table","players":2,"gardens":["1 ./. 4","1 ./. 21"],"middle":[],"pile":[3],"to_move":1}'],
            "request 1, `table`: 1 of the 21 lie there, not 0",
        ),
        (
            ['{"do":"new","players":2,"setup":"standard"}', '{"do":"put","player":1,"clover":99,"cell":"a1"}'],
            "request 2, `put`: there is no 99: the clovers go from 1 to 20",
        ),
        (['{"do":"new","players":9,"setup":"standard"}'], "a game of 9 players, and the program plays with 2, 3, 4"),
    ],
)
def test_requests_that_fit_no_game_of_the_program_are_named(tmp_path: Path, lines: list[str], said: str) -> None:
    path = tmp_path / "own.requests"
    path.write_text("\n".join(lines), "utf-8")
    assert said in drive("--replay", str(path), code=2)
