"""Random play: whole games by the rules, written as logs of every end, tie and variant a suite should show.

What is played asks only the clauses that the fast code knows of; the suite judges every log by all of them.
"""

import random
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from models.formats import LOG_FORMAT
from models.good_fortune.clauses.gf403_score import Score
from models.good_fortune.editions import GUESSING, LINE, SIMPLE, Rules
from models.good_fortune.effect import step_of
from models.good_fortune.kernel import WON, fate, mover
from models.good_fortune.moves import (
    BOTH,
    Dealing,
    Fate,
    Move,
    Player,
    TileLaying,
    Turn,
    neighbour,
    opposite,
    other_player,
)
from models.good_fortune.scoring import GroupingWay, groupings, totals
from models.good_fortune.successors import Tables
from models.good_fortune.table import undealt_table
from models.good_fortune.tiles import Face, Tile, Tiles, TileSet

Event = dict[str, Any]
MOST_FREE = 9  # tiles that are split in every way


class Manner(Struct, frozen=True):
    """What a program tells in its logs, and how its players choose: "any" tile and end, or "win" what they can."""

    style: Literal["any", "win"] = "any"
    tiles: Literal["rows", "name", "half", "none"] = "rows"
    shown: bool = True
    fates: bool = True
    chooser: bool = True
    refusals: bool = False
    medallion: Literal["passes", "stays"] = "passes"  # in Guessing
    result: tuple[str, ...] = ("collections", "groups", "totals", "winners")
    tie: Literal["both", "nobody"] = "both"


class RandomGame:
    """One game as it is played and written down."""

    def __init__(self, rng: random.Random, rules: Rules, manner: Manner) -> None:
        self.rng, self.rules, self.manner = rng, rules, manner
        self.table = undealt_table(rules)
        self.space = Tables(self.table, "")
        self.events: list[Event] = []
        self.reasons: set[str] = set()

    def whole(self, most: int = 99) -> list[Event]:
        """Play a game to its end, or to so many turns, and give its log."""
        self.open()
        self.deal()
        while not self.table.ended and self.table.turns < most:
            self.turn()
        if self.table.ended:
            self.end()
        else:
            self.write("stop")
            self.reasons.add("no end")
        return self.events

    def write(self, event: str, **keys: object) -> None:
        """Write an event."""
        self.events.append({"event": event, **keys})

    def do(self, move: Move) -> None:
        """Make a move."""
        self.table = step_of(self.table, move).after

    def open(self) -> None:
        """Write the header."""
        rules, manner = self.rules, self.manner
        keys: Event = {"format": LOG_FORMAT, "game": "good-fortune", "edition": rules.edition.key}
        keys["variants"] = [GUESSING] * rules.guessing + [SIMPLE] * rules.simple
        if manner.tiles == "name":
            keys["tiles"] = rules.tiles.name
        elif manner.tiles != "none":
            keys["tiles"] = _rows(rules.tiles, self.rng if manner.tiles == "half" else None)
        if rules.hand != 9:
            keys["hand"] = rules.hand
        self.write("game", **{key: value for key, value in keys.items() if value != []})
        if manner.tiles in ("half", "none"):
            self.reasons.add("tiles that are not known")

    def deal(self) -> None:
        """Deal the tiles."""
        rules, rng = self.rules, self.rng
        rest = rng.sample(range(2, rules.top), rules.top - 2)
        ends = rng.sample((1, rules.top), 2)
        cut = rules.hand - 1
        heaps = ([ends[0], *rest[:cut]], [ends[1], *rest[cut : 2 * cut]])
        one, other = (tuple(Tile(tile) for tile in sorted(heap)) for heap in heaps)
        line = tuple(Tile(tile) for tile in rest[2 * cut :])
        assert len(line) == LINE
        self.do(Dealing((one, other), line))
        medallion = {} if rules.simple or not self.manner.shown else {"holder": self.table.holder, "side": "small"}
        self.write("deal", hands=[list(hand) for hand in self.table.hands], line=list(line), **medallion)

    def turn(self) -> None:
        """Play a turn, with what the program shows after it."""
        rules, manner = self.rules, self.manner
        if manner.refusals and self.rng.random() < 0.5:
            self._refuse()
        holder = self.table.holder
        laid = self._simple() if rules.simple else self._both()
        if rules.guessing and manner.medallion == "stays":
            self.do(Turn(laid, holder=holder))
        elif rules.guessing:
            self.do(Turn(laid, holder=None if holder is None else other_player(holder)))
        else:
            self.do(Turn(laid))
        chooser = {"chooser": holder} if manner.chooser and not (rules.guessing or rules.simple) else {}
        self.write("turn", **chooser, laid=[self._written(each) for each in laid], **self._seen())

    def _written(self, laying: TileLaying) -> Event:
        told: Event = {"player": laying.player, "tile": laying.tile, "end": laying.end}
        return {**told, laying.fate: laying.taken} if self.manner.fates and laying.fate is not None else told

    def _seen(self) -> Event:
        if not self.manner.shown:
            return {}
        table = self.table
        shown: Event = {
            "line": list(table.line),
            "hands": [list(hand) for hand in table.hands],
            "collections": [list(won) for won in table.won],
        }
        return shown if self.rules.simple else {**shown, "holder": table.holder, "side": table.side}

    def _both(self) -> tuple[TileLaying, ...]:
        chosen = [(self.rng.choice(self.table.hand(player)), player) for player in BOTH]
        if mover(0, chosen[0][0], chosen[1][0], 0, self.table.side == "small") != BOTH[0]:
            chosen.reverse()
        (first, begins), (second, follower) = chosen
        one, line = self._lay(self.table.line, begins, first)
        other, _ = self._lay(line, follower, second)
        if other.fate == "won" and other.taken == first:
            self.reasons.add("a tile just laid is won")
        return one, other

    def _simple(self) -> tuple[TileLaying, ...]:
        last = self.table.last
        player = self.rng.choice(BOTH) if last is None else other_player(last)
        return (self._lay(self.table.line, player, self.rng.choice(self.table.hand(player)))[0],)

    def _lay(self, line: Tiles, player: Player, tile: Tile) -> tuple[TileLaying, Tiles]:
        laying, after = self.rng.choice(list(self.space.layings(line, player, tile)))
        out = opposite(line, laying.end)
        goes: Fate = "won" if fate(*self.space.masks[tile], neighbour(line, laying.end), out) == WON else "discarded"
        return replace(laying, fate=goes, taken=out), after

    def _refuse(self) -> None:
        """Write a turn that was asked for and is not legal: the tiles in the wrong order, or laid twice."""
        laid = self._simple() if self.rules.simple else self._both()
        wrong = (laid[0], laid[0]) if self.rules.simple else (laid[1], laid[0])
        asked = ({"player": each.player, "tile": each.tile, "end": each.end} for each in wrong)
        self.write("refused", laid=list(asked))
        self.reasons.add("a refusal")

    def concede(self, player: Player) -> None:
        """Let a player give up, and name the other one."""
        self.write("concede", player=player)
        self.write("end", winners=[other_player(player)])
        self.reasons.add("one player left")

    def end(self) -> None:
        """Name the result, by any grouping that the rules allow."""
        won = self.table.won
        ways = [groupings(self._faces(tiles)) for tiles in won]
        chosen = [self.rng.choice(found) for found in ways]
        scored = [each.total for each in chosen]
        winners = sorted(Score().winners_of(tuple(scored))[1 if self._tied(scored) else 0])
        groups = [_groups(tiles, each) for tiles, each in zip(won, chosen, strict=True)]
        result: Event = {
            "collections": [list(tiles) for tiles in won],
            "groups": groups,
            "totals": scored,
            "winners": winners,
        }
        self.write("end", **{key: result[key] for key in self.manner.result})
        self._notice(ways, scored)

    def _tied(self, scored: list[int]) -> bool:
        return scored[0] == scored[1] and self.manner.tie == "nobody"

    def _faces(self, tiles: Tiles) -> list[Face]:
        return [self.rules.tiles.face(tile) for tile in tiles]

    def _notice(self, ways: list[tuple[GroupingWay, ...]], scored: list[int]) -> None:
        self.reasons.add("equal points" if scored[0] == scored[1] else "one winner")
        for tiles, found, total in zip(self.table.won, ways, scored, strict=True):
            faces, every = self._faces(tiles), {way.total for way in found}
            if len(every) > 1:
                self.reasons.add("a score that is left open")
            if total not in totals(faces, "once"):
                self.reasons.add("counting again matters")
            if len(faces) <= MOST_FREE and max(every) < totals(faces, "free")[0]:
                self.reasons.add("a split at will would score more")


def _rows(tiles: TileSet, blank: random.Random | None) -> list[list[object]]:
    """Give the rows of a tile set; with a source of chance every third fact is left out."""
    rows: list[list[object]] = [[number, *face.charms, face.die] for number, face in enumerate(tiles.faces, 1)]
    if blank is None:
        return rows
    return [[number, *(None if blank.random() < 1 / 3 else fact for fact in facts)] for number, *facts in rows]


def _groups(tiles: Tiles, grouping: GroupingWay) -> list[Event]:
    return [
        {"charm": group.charm, "tiles": [int(tiles[place]) for place in group.places], "points": group.points}
        for group in grouping.groups
    ]
