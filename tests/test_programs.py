"""Programs that play the games keep the rules, and say which known mistakes they can be given."""

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from models.games import GAMES
from models.good_fortune.tiles import load, read_tile
from models.reading import Reading
from verifier.finding import Finding, Verdict
from verifier.judge import judge

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
PROGRAMS = Path(__file__).parent / "programs"
LUCKY = [sys.executable, str(PROGRAMS / "lucky.py")]
FORTUNE = [sys.executable, str(PROGRAMS / "fortune.py")]
LUCKY_JS = pytest.param(["node", str(PROGRAMS / "lucky.js")], marks=needs_node, id="js")
RIGHT_ONES = pytest.mark.parametrize("command", [pytest.param(LUCKY, id="py"), LUCKY_JS])
Answer = dict[str, Any]


class Talk:
    """A program that is spoken to."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def ask(self, do: str, **keys: object) -> Answer:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"do": do, **keys}, separators=(",", ":")) + "\n")
        self.process.stdin.flush()
        answer: Answer = json.loads(self.process.stdout.readline())
        return answer


@contextmanager
def talking(*command: str) -> Iterator[Talk]:
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Talk(process)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(10) == 0


def judged(events: list[Answer]) -> list[Finding | Verdict]:
    lines = [json.dumps(event, separators=(",", ":")).encode() for event in events]
    return list(judge("game.jsonl", [lines], Reading()))


def cells_of(text: str) -> dict[str, int]:
    """Read a garden: what lies on its cells, 0 for nothing."""
    rows = [row.split() for row in text.split("/")]
    return {
        "abcd"[x] + str(y): 0 if field == "." else int(field)
        for y, row in enumerate(rows, 1)
        for x, field in enumerate(row)
    }


# Lucky Numbers


class Player:
    """Plays a game with a program at random, tries cells that do not fit too, and writes the log of it."""

    def __init__(self, talk: Talk, players: int, setup: str, seed: int) -> None:
        self.talk, self.players, self.setup, self.rng = talk, players, setup, random.Random(seed)
        self.shown = self._done("new", players=players, setup=setup, variants=[], seed=seed)
        header = {"event": "game", "format": "cloverproof/1", "game": "lucky-numbers", "edition": "tiki-2020"}
        self.log: list[Answer] = [{**header, "setup": setup, "players": players}]

    def _done(self, do: str, **keys: object) -> Answer:
        answer = self.talk.ask(do, **keys)
        assert answer["ok"], answer
        shows: Answer = answer["shows"]
        return shows

    def play(self) -> list[Answer]:
        self._set_up()
        while not self.shown["over"]:
            self._turn()
        result = self.talk.ask("result")
        assert result.pop("over")
        self.log.append({"event": "end", **result})
        return self.log

    def _set_up(self) -> None:
        while any(hands := self.shown.get("hands", [])):
            most = max(map(len, hands))
            seats = [
                seat for seat, hand in enumerate(hands) if len(hand) == most or (hand and self.setup == "standard")
            ]
            seat = self.rng.choice(seats)
            clover, free = self.rng.choice(hands[seat]), cells_of(self.shown["gardens"][seat])
            taken = [cell for cell, there in free.items() if there or cell not in ("a1", "b2", "c3", "d4")]
            cell = self.rng.choice([cell for cell in free if cell not in taken])
            wrong = self.talk.ask("put", player=seat + 1, clover=clover, cell=self.rng.choice(taken))
            assert wrong["ok"] is False
            self.shown = self._done("put", player=seat + 1, clover=clover, cell=cell)
            self.log.append({"event": "setup", "player": seat + 1, "clover": clover, "cell": cell})
        start = {"first": self.shown["to_move"], "pile": self.shown["pile"], "middle": self.shown["middle"]}
        self.log.append({"event": "start", **start})

    def _turn(self) -> None:
        player, moves = self.shown["to_move"], self.talk.ask("legal")["moves"]
        other = self.talk.ask("take", player=player % self.players + 1, **{"from": "pile"})
        assert other["ok"] is False
        takes = [move for move in moves if move != "draw"]
        source: Answer = {"from": "pile"}
        if takes and (self.rng.random() < 0.4 or "draw" not in moves):
            source = {"from": "middle", "clover": int(self.rng.choice(takes).split()[1])}
        answer = self.talk.ask("take", player=player, **source)
        assert answer["ok"], answer
        clover, garden = answer["clover"], cells_of(self.shown["gardens"][player - 1])
        assert answer["shows"]["held"] == clover
        fitting = self.talk.ask("legal")["moves"]
        assert ("-" in fitting) == (source["from"] == "pile")
        turn = {"event": "turn", "player": player, "from": source["from"], "clover": clover}
        cells = [*garden, None]
        self.rng.shuffle(cells)
        last = [cell for cell in cells if (cell or "-") in fitting]
        cells = [cell for cell in cells[:3] if cell is not None or self.rng.random() < 0.3] + last
        for cell in cells:
            does = "discard" if cell is None else "exchange" if garden[cell] else "place"
            where: Answer = {"action": does} | ({} if cell is None else {"cell": cell})
            if does == "exchange":
                where["out"] = garden[cell or ""]
            put = self.talk.ask("put", player=player, clover=clover, cell=cell)
            assert put["ok"] == ((cell or "-") in fitting)
            if put["ok"]:
                self.shown = put["shows"]
                self.log.append({**turn, **where, **{key: self.shown[key] for key in ("pile", "middle", "gardens")}})
                if cell is not None:
                    garden[cell] = clover
                assert cells_of(self.shown["gardens"][player - 1]) == garden
                return
            self.log.append({**turn, "event": "refused", **where})
        raise AssertionError(f"the {clover} can go nowhere")


@pytest.mark.parametrize("setup", ["standard", "michael"])
@pytest.mark.parametrize("players", [2, 3, 4])
@RIGHT_ONES
def test_a_right_program_keeps_the_rules(command: list[str], players: int, setup: str) -> None:
    with talking(*command) as talk:
        hello = talk.ask("hello", format="cloverproof-drive/1")
        assert (hello["players"], hello["setups"]) == ([2, 3, 4], ["standard", "michael"])
        for seed in range(10):
            log = Player(talk, players, setup, seed).play()
            *findings, verdict = judged(log)
            assert findings == []
            assert isinstance(verdict, Verdict)
            assert (verdict.outcome, verdict.finished) == ("conforms", True)
            assert any(event["event"] == "refused" for event in log)


@RIGHT_ONES
def test_a_program_goes_on_from_a_table_and_names_who_fills_a_garden(command: list[str]) -> None:
    tables = ["1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 .", ". . . ./. . . ./. . . ./. . . 9"]
    with talking(*command) as talk:
        shown = talk.ask("table", players=2, gardens=tables, middle=[4], pile=[16, 20], to_move=1)["shows"]
        assert shown == {"pile": 2, "middle": [4], "gardens": tables, "held": None, "to_move": 1, "over": False}
        assert talk.ask("legal") == {"moves": ["draw", "take 4 d1", "take 4 a2"]}
        assert talk.ask("result") == {"over": False}
        assert talk.ask("take", player=1, **{"from": "pile"})["clover"] == 16
        assert talk.ask("put", player=1, clover=16, cell="d4")["shows"]["over"]
        assert talk.ask("result") == {"over": True, "winners": [1], "empty": [0, 15]}


@RIGHT_ONES
def test_who_concedes_is_skipped_and_who_is_left_has_won(command: list[str]) -> None:
    with talking(*command) as talk:
        table = {"gardens": [". . . ./. . . ./. . . ./. . . ."] * 3, "middle": [], "pile": [1, 2]}
        talk.ask("table", players=3, to_move=1, **table)
        assert talk.ask("concede", player=2)["shows"]["to_move"] == 1
        talk.ask("take", player=1, **{"from": "pile"})
        assert talk.ask("put", player=1, clover=1, cell=None)["shows"]["to_move"] == 3
        assert talk.ask("concede", player=2)["ok"] is False
        assert talk.ask("concede", player=3)["shows"]["over"]
        assert talk.ask("result")["winners"] == [1]


@RIGHT_ONES
def test_a_program_plays_its_own_players_to_the_end(command: list[str]) -> None:
    with talking(*command) as talk:
        shown = talk.ask("new", players=2, setup="michael", seed=3, own=[1, 2])["shows"]
        for player in (1, 2) * 4:
            shown = talk.ask("play", player=player)["shows"]
        while not shown["over"]:
            shown = talk.ask("play", player=shown["to_move"])["shows"]
        empty = [list(cells_of(text).values()).count(0) for text in shown["gardens"]]
        fewest = [player for player, count in enumerate(empty, 1) if count == min(empty)]
        assert talk.ask("result") == {"over": True, "winners": fewest, "empty": empty}


# Good Fortune


class FortunePlayer:
    """Plays a game with a program at random, and writes the log of it."""

    def __init__(self, talk: Talk, variants: list[str], seed: int) -> None:
        self.talk, self.rng, self.variants = talk, random.Random(seed), variants
        self.shown = self._done("new", players=2, variants=variants, seed=seed)["shows"]
        header = {"event": "game", "format": "cloverproof/1", "game": "good-fortune", "edition": "daimon-2025"}
        self.log: list[Answer] = [{**header, "tiles": "invented", "variants": variants}]
        self.log.append({"event": "deal", **self._seen("hands", "line", "holder", "side")})

    def _done(self, do: str, **keys: object) -> Answer:
        answer = self.talk.ask(do, **keys)
        assert answer["ok"], answer
        return answer

    def _seen(self, *keys: str) -> Answer:
        return {key: self.shown[key] for key in keys if key in self.shown}

    def play(self) -> list[Answer]:
        while not self.shown["over"]:
            self._turn()
        result = self.talk.ask("result")
        assert result.pop("over")
        self.log.append({"event": "end", **result})
        return self.log

    def _turn(self) -> None:
        turn: Answer = {"event": "turn", "laid": []}
        if not self.variants:
            turn["chooser"] = self.shown["to_move"]
        for _ in range(1 if "simple-laying" in self.variants else 2):
            player = self.shown["to_move"] or self.rng.choice((1, 2))
            hand, other = self.shown["hands"][player - 1], self.shown["hands"][2 - player]
            assert self.talk.ask("choose", player=player, tile=self.rng.choice(other))["ok"] is False if other else True
            self.shown = self._done("choose", player=player, tile=self.rng.choice(hand))["shows"]
        assert sum(tile is not None for tile in self.shown["chosen"]) == (1 if "simple-laying" in self.variants else 2)
        while any(self.shown["chosen"]):
            player, ends = self.shown["to_move"], self.talk.ask("legal")["moves"]
            laying: Answer = {"player": player, "tile": self.shown["chosen"][player - 1]}
            end = self.rng.choice(("left", "right"))
            answer = self.talk.ask("lay", **laying, end=end)
            assert answer["ok"] is (end in ends)
            if answer["ok"]:
                fate = {key: answer[key] for key in ("won", "discarded") if key in answer}
                turn["laid"].append(laying | {"end": end} | fate)
                self.shown = answer["shows"]
        self.log.append({**turn, **self._seen("line", "hands", "collections", "holder", "side")})


@pytest.mark.parametrize("variants", [[], ["guessing"], ["simple-laying"]], ids=str)
def test_a_right_program_of_good_fortune_keeps_the_rules(variants: list[str]) -> None:
    with talking(*FORTUNE) as talk:
        hello = talk.ask("hello", format="cloverproof-drive/1")
        assert list(map(read_tile, hello["tiles"])) == list(enumerate(load("invented", None).faces, 1))
        for seed in range(10):
            log = FortunePlayer(talk, variants, seed).play()
            *findings, verdict = judged(log)
            assert findings == []
            assert isinstance(verdict, Verdict)
            assert (verdict.outcome, verdict.finished) == ("conforms", True)


def test_a_program_of_good_fortune_takes_a_deal_and_lets_a_player_say_what_is_won() -> None:
    hands, line = [[1, 9], [5, 7]], [2, 3, 4]
    with talking(*FORTUNE, "--hand", "2") as talk:
        assert talk.ask("hello")["hand"] == 2
        assert talk.ask("new", players=2, variants=[], hands=hands, line=line)["ok"] is False
        hands, line = [[1, 6], [5, 7]], [2, 3, 4]
        shown = talk.ask("new", players=2, variants=[], hands=hands, line=line)["shows"]
        assert (shown["hands"], shown["line"], shown["holder"], shown["side"]) == (hands, line, 1, "small")
        talk.ask("choose", player=1, tile=1)
        assert talk.ask("choose", player=2, tile=5)["shows"]["to_move"] == 1
        assert talk.ask("legal") == {"moves": ["right"]}
        assert talk.ask("lay", player=1, tile=1, end="right", win=False)["ok"] is False
        assert talk.ask("lay", player=1, tile=1, end="right", win=True)["won"] == 2


# Mistakes


@pytest.mark.parametrize(("program", "key"), [("lucky.py", "lucky-numbers"), ("fortune.py", "good-fortune")])
def test_every_known_mistake_is_offered_or_left_out_for_a_reason(program: str, key: str) -> None:
    command = [sys.executable, str(PROGRAMS / program)]
    listed = json.loads(subprocess.run([*command, "--list-mistakes"], capture_output=True, check=True).stdout)
    (game,) = [game for game in GAMES if game.key == key]
    assert list(listed) == [f"{clause.id}: {name}" for clause in game.clauses() for name in clause.mutants()]
    text = (PROGRAMS / program).read_text("utf-8")
    for mistake, reason in listed.items():
        assert reason is None or len(reason.split()) >= 4, mistake
        assert reason is not None or text.count(f'"{mistake}"') >= 2, f"nothing is wrong with {mistake}"


@needs_node
def test_the_mistakes_of_the_program_in_javascript_are_those_of_the_other_one() -> None:
    command = ["node", str(PROGRAMS / "lucky.js")]
    listed = json.loads(subprocess.run([*command, "--list-mistakes"], capture_output=True, check=True).stdout)
    others = json.loads(subprocess.run([*LUCKY, "--list-mistakes"], capture_output=True, check=True).stdout)
    text = (PROGRAMS / "lucky.js").read_text("utf-8")
    assert len(listed) >= 8
    for mistake in listed:
        assert others[mistake] is None
        assert text.count(f'"{mistake}"') == 2, f"nothing is wrong with {mistake}"
