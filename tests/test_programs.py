"""Programs that play the games keep the rules, and say which known mistakes they can be given."""

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from models.games import GAMES
from models.reading import Reading
from verifier.finding import Finding, Verdict
from verifier.judge import judge

PROGRAMS = Path(__file__).parent / "programs"
LUCKY = [sys.executable, str(PROGRAMS / "lucky.py")]
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
def test_a_right_program_keeps_the_rules(players: int, setup: str) -> None:
    with talking(*LUCKY) as talk:
        hello = talk.ask("hello", format="cloverproof-drive/1")
        assert (hello["players"], hello["setups"]) == ([2, 3, 4], ["standard", "michael"])
        for seed in range(10):
            log = Player(talk, players, setup, seed).play()
            *findings, verdict = judged(log)
            assert findings == []
            assert isinstance(verdict, Verdict)
            assert (verdict.outcome, verdict.finished) == ("conforms", True)
            assert any(event["event"] == "refused" for event in log)


# Mistakes


@pytest.mark.parametrize(("program", "key"), [("lucky.py", "lucky-numbers")])
def test_every_known_mistake_is_offered_or_left_out_for_a_reason(program: str, key: str) -> None:
    command = [sys.executable, str(PROGRAMS / program)]
    listed = json.loads(subprocess.run([*command, "--list-mistakes"], capture_output=True, check=True).stdout)
    (game,) = [game for game in GAMES if game.key == key]
    assert list(listed) == [f"{clause.id}: {name}" for clause in game.clauses() for name in clause.mutants()]
    text = (PROGRAMS / program).read_text("utf-8")
    for mistake, reason in listed.items():
        assert reason is None or len(reason.split()) >= 4, mistake
        assert reason is not None or text.count(f'"{mistake}"') >= 2, f"nothing is wrong with {mistake}"
