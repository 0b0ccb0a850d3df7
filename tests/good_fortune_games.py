"""Random games of Good Fortune as logs, by a program of its own: it knows nothing of the clauses or the engine.

`play` writes a sound game, `FAULTS` holds programs that get one thing wrong, and `spoilt` damages a log anywhere.
"""

import json
import random
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

CHARMS = ("clover", "horseshoe", "hand-of-fatma", "maneki-neko", "ganesh", "matiasma", "scarab")
Event = dict[str, Any]
Log = list[Event]
Row = tuple[int, str | None, str | None, int | None]


def random_tiles(rng: random.Random, top: int) -> list[Row]:
    """Draw a tile set; pairs may stand on several tiles."""
    pairs = list(combinations(CHARMS, 2))
    rng.shuffle(pairs)
    some = pairs * (top // len(pairs) + 1) if rng.random() < 0.5 else rng.choices(pairs, k=top)
    return [(n + 1, *some[n], rng.randint(1, 4)) for n in range(top)]


@dataclass
class Program:
    """A program that plays Good Fortune, right unless a method is overridden."""

    rng: random.Random
    hand: int = 9
    variant: str | None = None
    tells: bool = True  # shows the table after each turn
    tells_tiles: bool = True
    rows: list[Row] = field(default_factory=list)
    small: bool = True
    holder: int = 0

    # what a faulty program gets wrong

    def first_holder(self) -> int:
        return 0 if 1 in self.hands[0] else 1

    def lower_first(self) -> bool:
        return self.small

    def ends(self, tile: int, line: list[int]) -> list[str]:
        """Tell where a tile may be laid."""
        must = [end for end, other in (("left", line[0]), ("right", line[-1])) if self.connected(tile, other)]
        return must or ["left", "right"]

    def connected(self, one: int, other: int) -> bool:
        return bool({self.rows[one - 1][1], self.rows[one - 1][2]} & {self.rows[other - 1][1], self.rows[other - 1][2]})

    def wins(self, tile: int, line: list[int], end: str) -> bool:
        return self.connected(tile, line[0] if end == "left" else line[-1])

    def after(self, tile: int, line: list[int], end: str) -> tuple[list[int], int]:
        return ([tile, *line[:-1]], line[-1]) if end == "left" else ([*line[1:], tile], line[0])

    def pass_medallion(self) -> None:
        if self.variant != "guessing":
            self.holder = 1 - self.holder
        self.small = not self.small

    def score(self, tiles: list[int]) -> tuple[int, list[Event]]:
        left, total, groups = list(tiles), 0, []

        def rank(charm: str) -> tuple[int, int]:
            mine = [t for t in left if charm in self.rows[t - 1]]
            return len(mine), sum(self.rows[t - 1][3] or 0 for t in mine)

        while left:
            charm = max(CHARMS, key=rank)
            mine = [t for t in left if charm in self.rows[t - 1]]
            points = len(mine) * sum(self.rows[t - 1][3] or 0 for t in mine)
            groups.append({"charm": charm, "tiles": mine, "points": points})
            total += points
            left = [t for t in left if t not in mine]
        return total, groups

    def winners(self, totals: list[int]) -> list[int]:
        return [1, 2] if totals[0] == totals[1] else [1] if totals[0] > totals[1] else [2]

    def deal(self) -> None:
        top = 2 * self.hand + 3
        rest = list(range(2, top))
        self.rng.shuffle(rest)
        ends = [1, top]
        self.rng.shuffle(ends)
        k = self.hand - 1
        self.hands = [[ends[0], *rest[:k]], [ends[1], *rest[k : 2 * k]]]
        self.line = rest[2 * k :]

    # the game

    def header(self) -> Event:
        event: Event = {"event": "game", "format": "cloverproof/1", "game": "good-fortune", "edition": "daimon-2025"}
        event["players"] = 2
        if self.variant:
            event["variants"] = [self.variant]
        if self.tells_tiles:
            event["tiles"] = [list(row) for row in self.rows]
        if self.hand != 9:
            event["hand"] = self.hand
        return event

    def play(self) -> Log:
        """Play a game and write its log."""
        self.rows = self.rows or random_tiles(self.rng, 2 * self.hand + 3)
        self.deal()
        self.won: list[list[int]] = [[], []]
        self.holder = self.first_holder()
        deal: Event = {"event": "deal", "hands": deepcopy(self.hands), "line": list(self.line)}
        if self.tells and self.variant != "simple-laying":
            deal |= {"holder": self.holder + 1, "side": "small"}
        log = [self.header(), deal]
        simple = self.variant == "simple-laying"
        mover = self.rng.randrange(2)
        count = 2 * self.hand if simple else self.hand
        turns = [self.simple_turn((mover + number) % 2) if simple else self.turn() for number in range(count)]
        return [*log, *turns, self.result()]

    def pick(self, player: int) -> int:
        tile: int = self.rng.choice(self.hands[player])
        self.hands[player].remove(tile)
        return tile

    def lay(self, player: int, tile: int) -> Event:
        end = self.rng.choice(self.ends(tile, self.line))
        wins = self.wins(tile, self.line, end)
        self.line, gone = self.after(tile, self.line, end)
        if wins:
            self.won[player].append(gone)
        return {"player": player + 1, "tile": tile, "end": end, "won" if wins else "discarded": gone}

    def shown(self) -> Event:
        seen: Event = {"line": list(self.line), "hands": deepcopy(self.hands), "collections": deepcopy(self.won)}
        if self.variant != "simple-laying":
            seen |= {"holder": self.holder + 1, "side": "small" if self.small else "large"}
        return seen if self.tells else {}

    def turn(self) -> Event:
        chosen = [(self.pick(0), 0), (self.pick(1), 1)]
        chosen.sort(reverse=not self.lower_first())
        chooser = {} if self.variant else {"chooser": self.holder + 1}
        laid = [self.lay(player, tile) for tile, player in chosen]
        self.pass_medallion()
        return {"event": "turn", **chooser, "laid": laid, **self.shown()}

    def simple_turn(self, player: int) -> Event:
        laid = self.lay(player, self.pick(player))
        return {"event": "turn", "laid": [laid], **self.shown()}

    def result(self) -> Event:
        scores = [self.score(tiles) for tiles in self.won]
        totals = [total for total, _ in scores]
        return {
            "event": "end",
            "collections": deepcopy(self.won),
            "groups": [groups for _, groups in scores],
            "totals": totals,
            "winners": self.winners(totals),
        }


class HighestBegins(Program):
    def first_holder(self) -> int:
        return 1 if 1 in self.hands[0] else 0


class LowerAlwaysFirst(Program):
    def lower_first(self) -> bool:
        return True


class NeedNotConnect(Program):
    def ends(self, tile: int, line: list[int]) -> list[str]:
        return ["left", "right"]


class AlwaysWins(Program):
    def wins(self, tile: int, line: list[int], end: str) -> bool:
        return True


class NeverWins(Program):
    def wins(self, tile: int, line: list[int], end: str) -> bool:
        return False


class PushesTheNeighbour(Program):
    def after(self, tile: int, line: list[int], end: str) -> tuple[list[int], int]:
        return ([tile, *line[1:]], line[0]) if end == "left" else ([*line[:-1], tile], line[-1])


class KeepsTheMedallion(Program):
    def pass_medallion(self) -> None:
        self.small = not self.small


class NeverTurnsTheMedallion(Program):
    def pass_medallion(self) -> None:
        self.holder = 1 - self.holder


class OnePlayerHasBothEnds(Program):
    def deal(self) -> None:
        super().deal()
        top, mine = 2 * self.hand + 3, 0 if 1 in self.hands[0] else 1
        self.hands[1 - mine][0] = self.hands[mine][1]
        self.hands[mine][1] = top


class DiceAlone(Program):
    def score(self, tiles: list[int]) -> tuple[int, list[Event]]:
        groups = super().score(tiles)[1]
        for group in groups:
            group["points"] = sum(self.rows[t - 1][3] or 0 for t in group["tiles"])
        return sum(group["points"] for group in groups), groups


class CountsOnce(Program):
    def score(self, tiles: list[int]) -> tuple[int, list[Event]]:
        def rank(charm: str) -> tuple[int, int]:
            mine = [t for t in tiles if charm in self.rows[t - 1]]
            return -len(mine), -sum(self.rows[t - 1][3] or 0 for t in mine)

        left, groups = list(tiles), list[Event]()
        for charm in sorted(CHARMS, key=rank):
            mine = [t for t in left if charm in self.rows[t - 1]]
            left = [t for t in left if t not in mine]
            points = len(mine) * sum(self.rows[t - 1][3] or 0 for t in mine)
            groups += [{"charm": charm, "tiles": mine, "points": points}] if mine else []
        return sum(group["points"] for group in groups), groups


class FewestWin(Program):
    def winners(self, totals: list[int]) -> list[int]:
        return [1, 2] if totals[0] == totals[1] else [2] if totals[0] > totals[1] else [1]


# Each faulty program, the clause that catches it, and a way to tell whether a log shows the mistake (None: any does).
FAULTS: dict[str, tuple[type[Program], set[str]]] = {
    "who has the highest tile begins": (HighestBegins, {"GF201"}),
    "the lower number always comes first": (LowerAlwaysFirst, {"GF202"}),
    "connecting is not a duty": (NeedNotConnect, {"GF204"}),
    "every laying wins": (AlwaysWins, {"GF205"}),
    "no laying wins": (NeverWins, {"GF204"}),
    "the neighbour is pushed out": (PushesTheNeighbour, {"GF203", "GF204", "GF205", "GF206", "GF208"}),
    "the medallion stays": (KeepsTheMedallion, {"GF207"}),
    "the medallion is not turned": (NeverTurnsTheMedallion, {"GF207"}),
    "one player has 1 and 21": (OnePlayerHasBothEnds, {"GF101"}),
    "dice alone score": (DiceAlone, {"GF403"}),
    "it is counted once": (CountsOnce, {"GF402", "GF403"}),
    "fewest points win": (FewestWin, {"GF403"}),
}


def text(log: Log) -> str:
    """Write a log as lines."""
    return "".join(json.dumps(event, separators=(",", ":")) + "\n" for event in log)


def spoilt(log: Log, rng: random.Random) -> Log:
    """Damage a log in one to three places: numbers, ends, keys, events."""
    log = deepcopy(log)
    for _ in range(rng.randint(1, 3)):
        rng.choice(DAMAGES)(log, rng)
    return log


def _turns(log: Log) -> list[Event]:
    return [event for event in log if event["event"] == "turn" and event.get("laid")]


def _other_end(log: Log, rng: random.Random) -> None:
    for event in rng.sample(_turns(log), 1) if _turns(log) else []:
        laying = rng.choice(event["laid"])
        laying["end"] = rng.choice(["left", "right", None])


def _other_tile(log: Log, rng: random.Random) -> None:
    for event in rng.sample(_turns(log), 1) if _turns(log) else []:
        laying = rng.choice(event["laid"])
        laying[rng.choice(["tile", "won", "discarded", "player"])] = rng.choice([None, 1, 2, rng.randint(0, 22)])


def _key_gone(log: Log, rng: random.Random) -> None:
    event = rng.choice(log[1:])
    key = rng.choice(list(event))
    if key != "event":
        event[key] = None


def _shown_otherwise(log: Log, rng: random.Random) -> None:
    for event in rng.sample(_turns(log), 1) if _turns(log) else []:
        key = rng.choice(["line", "holder", "side", "chooser", "hands", "collections"])
        value: Any = {
            "line": [rng.randint(1, 7) for _ in range(rng.randint(0, 4))],
            "holder": rng.randint(1, 2),
            "side": rng.choice(["small", "large"]),
            "chooser": rng.randint(1, 2),
            "hands": [[rng.randint(1, 7)], []],
            "collections": [[], [rng.randint(1, 7)]],
        }[key]
        event[key] = value


def _event_gone(log: Log, rng: random.Random) -> None:
    if len(log) > 3:
        del log[rng.randrange(1, len(log))]


def _event_twice(log: Log, rng: random.Random) -> None:
    place = rng.randrange(1, len(log))
    log.insert(rng.randrange(1, len(log)), deepcopy(log[place]))


def _other_order(log: Log, rng: random.Random) -> None:
    for event in rng.sample(_turns(log), 1) if _turns(log) else []:
        event["laid"].reverse()


def _laying_gone(log: Log, rng: random.Random) -> None:
    for event in rng.sample(_turns(log), 1) if _turns(log) else []:
        event["laid"].pop(rng.randrange(len(event["laid"])))


def _added(log: Log, rng: random.Random) -> None:
    turn = deepcopy(rng.choice(_turns(log))) if _turns(log) else {"event": "stop"}
    new: list[Event] = [
        {"event": "stop"},
        {"event": "concede", "player": rng.randint(1, 2)},
        {**turn, "event": "refused"},
        {"event": "end", "winners": rng.choice([[1], [2], [1, 2], []])},
        {"event": "end", "totals": [rng.randint(0, 9), rng.randint(0, 9)]},
    ]
    log.insert(rng.randint(1, len(log)), rng.choice(new))


def _result_otherwise(log: Log, rng: random.Random) -> None:
    for event in log:
        if event["event"] == "end":
            event[rng.choice(["winners", "totals"])] = rng.choice([[1], [2], [1, 2], [], [3, 4]])
            if event.get("totals") is not None and len(event["totals"]) != 2:
                event["totals"] = [5, 5]
            if event.get("groups") and event["groups"][0]:
                rng.choice(event["groups"][0])["points"] = rng.randint(0, 9)


def _tile_unknown(log: Log, rng: random.Random) -> None:
    rows = log[0].get("tiles")
    if rows:
        row = rng.choice(rows)
        row[rng.randint(1, 3)] = None


DAMAGES: tuple[Callable[[Log, random.Random], None], ...] = (
    _other_end,
    _other_tile,
    _key_gone,
    _shown_otherwise,
    _event_gone,
    _event_twice,
    _other_order,
    _laying_gone,
    _added,
    _result_otherwise,
    _tile_unknown,
)
