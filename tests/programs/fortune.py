"""Good Fortune, played over standard input and output; `--mistake` makes the program wrong in one way.

The game is the class `GoodFortune`; the class `Adapter` and what follows it speak the protocol.
"""

import argparse
import json
import random
import sys
from itertools import permutations
from typing import Any

Request = dict[str, Any]
Answer = dict[str, Any]
Groups = list[tuple[str, list[int]]]

CAN = ("deal", "legal", "refuse", "result", "concede", "again")
VARIANTS = ("guessing", "simple-laying")
CHARMS = dict(
    zip("ABCDEFG", ("clover", "horseshoe", "hand-of-fatma", "maneki-neko", "ganesh", "matiasma", "scarab"), strict=True)
)
# A made-up set: number, two charms, die.
TILES = [
    "1EG3",
    "2DF1",
    "3CD3",
    "4BE4",
    "5CF2",
    "6FG4",
    "7BF3",
    "8CE2",
    "9AB2",
    "10BD3",
    "11AC4",
    "12BC1",
    "13DE2",
    "14AD1",
    "15EF2",
    "16AG4",
    "17CG1",
    "18BG2",
    "19AE4",
    "20DG3",
    "21AF1",
]

OWN_SIZE = "the size of the game is what the program says of itself"
# What the program can be wrong in, each with the reason if it cannot be seen from outside.
MISTAKES: dict[str, str | None] = {
    "GF101: the 1 may be in the line": None,
    "GF101: the highest tile may be in the line": None,
    "GF101: one player may have both": None,
    "GF101: hands may differ in size": None,
    "GF101: two tiles in the line will do": None,
    "GF101: a tile may be dealt twice": None,
    "GF102: a short game is printed too": OWN_SIZE,
    "GF102: a long game is printed too": OWN_SIZE,
    "GF201: tiles of the other hand may be laid": None,
    "GF201: a player may lay both tiles or none": None,
    "GF201: anybody may choose first": None,
    "GF201: who has the highest tile begins": None,
    "GF201: the large side may be up first": None,
    "GF201: player 1 always chooses first": None,
    "GF202: numbers do not count": None,
    "GF202: the lower number always comes first": None,
    "GF202: the higher number always comes first": None,
    "GF202: the medallion holder always lays first": None,
    "GF202: higher and lower are swapped": None,
    "GF202: player 1 always lays first": None,
    "GF203: the tile beside it leaves": None,
    "GF203: no tile leaves": None,
    "GF203: the line is not looked at": None,
    "GF203: a tile laid right may come to lie left": None,
    "GF203: the line is told from right to left": None,
    "GF204: connecting is not a duty": None,
    "GF204: nothing need be won": None,
    "GF204: both charms must be shared": None,
    "GF204: the left end comes first": None,
    "GF204: the right end comes first": None,
    "GF204: any tile of the line may be won": None,
    "GF204: the middle of the line connects too": None,
    "GF204: the second tile looks at the line before the first": None,
    "GF205: the opposite tile is won all the same": None,
    "GF205: any tile of the line may leave": None,
    "GF205: a shared charm with the middle wins": None,
    "GF205: a half-known tile is not judged": "a program knows all of its tiles",
    "GF205: a tile that connects nowhere is laid left": None,
    "GF205: a tile that connects nowhere is laid right": None,
    "GF205: the second tile looks at the line before the first": None,
    "GF206: the second tile is laid on the old line": None,
    "GF206: what the second tile pushes out is not looked at": None,
    "GF206: the line after both is not looked at": None,
    "GF207: the medallion stays with its holder": None,
    "GF207: the medallion is not turned over": None,
    "GF207: it must be handed over in Guessing too": "in Guessing it may be handed over or stay",
    "GF207: Simple laying has a medallion": None,
    "GF208: a won tile may be lost": None,
    "GF208: a collection may gain any tile": None,
    "GF208: hands are not looked at": None,
    "GF208: a discarded tile is collected too": None,
    "GF208: the collections of the result are not looked at": None,
    "GF208: the other player gets what is won": None,
    "GF209: anybody may give up": "a program takes a concession or does not; either is outside the edition",
    "GF209: play goes on after that": None,
    "GF401: play ends with one tile left": None,
    "GF401: play goes on with empty hands": None,
    "GF401: a result may be named at any time": None,
    "GF401: the line is shared out": None,
    "GF402: tiles may be split at will": None,
    "GF402: the die sum does not break ties": None,
    "GF402: it is counted once": None,
    "GF402: a tile may count in two groups": None,
    "GF402: tiles may be left out": None,
    "GF402: a tile may be grouped by any charm": None,
    "GF403: a group scores its dice alone": None,
    "GF403: a group scores its tiles alone": None,
    "GF403: a group scores its tiles plus its dice": None,
    "GF403: tiles are split for the best total": None,
    "GF403: fewest points win": None,
    "GF403: one player wins a tie": None,
    "GF403: totals are not looked at": None,
    "GF501: the holder still chooses first": None,
    "GF501: the variant is always on": None,
    "GF502: both lay in one turn": None,
    "GF502: anybody may lay next": None,
    "GF502: the medallion is still there": None,
    "GF502: the variant is always on": None,
    "GF502: player 1 must start": "the sheet leaves open who starts, so the program may say it",
}
# Options of the driver that let a mistake show.
NEEDS: dict[str, list[str]] = {
    "GF207: Simple laying has a medallion": ["--variants", "simple-laying"],
    "GF501: the holder still chooses first": ["--variants", "guessing"],
    "GF502: both lay in one turn": ["--variants", "simple-laying"],
    "GF502: anybody may lay next": ["--variants", "simple-laying"],
    "GF502: the medallion is still there": ["--variants", "simple-laying"],
}


class Refused(Exception):
    """The rules forbid it."""


class GoodFortune:
    """One game after another; players are 0 and 1."""

    def __init__(self, wrong: frozenset[str], hand: int) -> None:
        self.wrong, self.size = wrong, hand
        self.texts = TILES[: 2 * hand + 3]
        self.top = len(self.texts)
        self.charms = {number: set(text[-3:-1]) for number, text in enumerate(self.texts, 1)}
        self.die = {number: int(text[-1]) for number, text in enumerate(self.texts, 1)}
        self.open_table([], None)

    # The deal ---------------------------------------------------------------------------------------------------------

    def open_table(self, variants: list[str], seed: object) -> None:
        """Clear the table."""
        wrong = self.wrong
        self.rng = random.Random(str(seed))
        self.simple = "simple-laying" in variants or "GF502: the variant is always on" in wrong
        self.passed_on = "guessing" not in variants
        self.guessing = not self.passed_on or "GF501: the variant is always on" in wrong
        self.hands: list[list[int]] = [[], []]
        self.collections: list[list[int]] = [[], []]
        self.line: list[int] = []
        self.line_before: list[int] = []  # as it lay before the turn
        self.chosen: list[tuple[int, int]] = []  # player and tile, in the order of choosing
        self.due: list[tuple[int, int]] = []  # those to be laid, the next one first
        self.laid = 0  # tiles laid in this turn
        self.last: list[int] = []  # tiles laid in the turn before
        self.holder, self.large = 0, "GF201: the large side may be up first" in wrong
        self.conceded: int | None = None

    def new(self, variants: list[str], seed: object, hands: list[list[int]] | None, line: list[int] | None) -> None:
        """Deal the tiles, as told or at random."""
        self.open_table(variants, seed)
        if hands is None or line is None:
            self._deal()
        else:
            self.hands, self.line = [list(hand) for hand in hands], list(line)
            if not any(mistake.startswith("GF101") for mistake in self.wrong):
                self._check_deal()
        begins = self.top if "GF201: who has the highest tile begins" in self.wrong else 1
        self.holder = 1 if begins in self.hands[1] else 0

    def _deal(self) -> None:
        wrong, top = self.wrong, self.top
        rest = list(range(2, top))
        self.rng.shuffle(rest)
        hands, line = [[1], [top]], [rest.pop(), rest.pop(), rest.pop()]
        for hand in hands:
            hand += [rest.pop() for _ in range(self.size - 1)]
        if "GF101: the 1 may be in the line" in wrong:
            hands[0][0], line[0] = line[0], 1
        if "GF101: the highest tile may be in the line" in wrong:
            hands[1][0], line[0] = line[0], top
        if "GF101: one player may have both" in wrong and self.size > 1:
            hands[0][1], hands[1][0] = top, hands[0][1]
        if "GF101: hands may differ in size" in wrong and self.size > 1:
            hands[0].append(hands[1].pop())
        if "GF101: two tiles in the line will do" in wrong:
            line.pop()
        if "GF101: a tile may be dealt twice" in wrong:
            line[2] = line[1]
        if self.rng.random() < 0.5:
            hands.reverse()
        self.hands, self.line = hands, line

    def _check_deal(self) -> None:
        dealt = sorted([*self.hands[0], *self.hands[1], *self.line])
        if dealt != list(range(1, self.top + 1)) or len(self.line) != 3 or len(self.hands[0]) != self.size:
            raise Refused("each tile once: equal hands, and three in the line")
        if any(ends <= set(hand) for hand in (*self.hands, self.line) for ends in [{1, self.top}]):
            raise Refused(f"the 1 and the {self.top} go to different players")
        if {1, self.top} & set(self.line):
            raise Refused(f"neither the 1 nor the {self.top} lies in the line")

    # Choosing ---------------------------------------------------------------------------------------------------------

    @property
    def alone(self) -> bool:
        """Tell whether each player lays one tile in turn."""
        return self.simple and "GF502: both lay in one turn" not in self.wrong

    @property
    def over(self) -> bool:
        """Tell whether play is over."""
        if self.conceded is not None and "GF209: play goes on after that" not in self.wrong:
            return True
        if self.due or self.chosen or "GF401: play goes on with empty hands" in self.wrong:
            return False
        count = max if self.alone else min
        return bool(self.line) and count(map(len, self.hands)) <= ("GF401: play ends with one tile left" in self.wrong)

    @property
    def in_secret(self) -> bool:
        """Tell whether both choose at the same time."""
        return self.guessing and "GF501: the holder still chooses first" not in self.wrong

    def choosers(self) -> list[int]:
        """Give who may choose now, the one whose turn it is first."""
        wrong = self.wrong
        first = 0 if "GF201: player 1 always chooses first" in wrong else self.holder
        both = [first, 1 - first]
        if self.over or self.due:
            return []
        if self.alone:
            return both if "GF502: anybody may lay next" in wrong else both[:1]
        if not self.chosen:
            return both if self.in_secret or "GF201: anybody may choose first" in wrong else both[:1]
        other = 1 - self.chosen[0][0]
        return [other, 1 - other] if "GF201: a player may lay both tiles or none" in wrong else [other]

    def choose(self, player: int, tile: int) -> None:
        """Choose a tile to be laid in this turn."""
        if self.over:
            raise Refused("play is over")
        if player not in self.choosers():
            raise Refused("that player is not to choose")
        self._check_hand(player, tile)
        self.chosen.append((player, tile))
        if self.alone or len(self.chosen) == 2:
            self.due = self._order()
            self.laid, self.line_before = 0, list(self.line)

    def _check_hand(self, player: int, tile: int) -> None:
        hand = self.hands[player]
        if "GF201: tiles of the other hand may be laid" in self.wrong:
            hand = self.hands[0] + self.hands[1]
        if tile not in hand or any(tile == other for _, other in self.chosen):
            raise Refused(f"player {player + 1} has no {tile} in hand")

    def _order(self) -> list[tuple[int, int]]:
        """Say which tile is laid first."""
        wrong, chosen = self.wrong, self.chosen
        if self.simple:
            return list(chosen)
        if "GF202: the medallion holder always lays first" in wrong:
            return sorted(chosen, key=lambda each: each[0] != self.holder)
        if "GF202: player 1 always lays first" in wrong:
            return sorted(chosen)
        large = self.large != ("GF202: higher and lower are swapped" in wrong)
        if "GF202: the lower number always comes first" in wrong:
            large = False
        if "GF202: the higher number always comes first" in wrong:
            large = True
        return sorted(chosen, key=lambda each: each[1], reverse=large)

    # Laying -----------------------------------------------------------------------------------------------------------

    def shares(self, tile: int, other: int) -> bool:
        """Tell whether two tiles have a charm in common."""
        common = len(self.charms[tile] & self.charms[other])
        return common >= (2 if "GF204: both charms must be shared" in self.wrong else 1)

    def connecting(self, tile: int, line: list[int]) -> list[str]:
        """Give the ends of a line that a tile shares a charm with."""
        return [end for end, at in (("left", line[0]), ("right", line[-1])) if self.shares(tile, at)]

    def ends_for(self, tile: int) -> list[str]:
        """Give the ends at which a tile may be laid."""
        wrong, line = self.wrong, self.line
        if "GF204: the second tile looks at the line before the first" in wrong and self.laid:
            line = self.line_before
        ends = self.connecting(tile, line)
        if "GF204: the middle of the line connects too" in wrong and not ends and self._meets_middle(tile):
            ends = ["left"]
        if "GF204: connecting is not a duty" in wrong:
            return ["left", "right"]
        if "GF204: the left end comes first" in wrong:
            ends = ends[:1]
        if "GF204: the right end comes first" in wrong:
            ends = ends[-1:]
        if "GF205: a tile that connects nowhere is laid left" in wrong and not ends:
            return ["left"]
        if "GF205: a tile that connects nowhere is laid right" in wrong and not ends:
            return ["right"]
        return ends or ["left", "right"]

    def _meets_middle(self, tile: int) -> bool:
        return any(self.shares(tile, other) for other in self.line[1:-1])

    def wins(self, tile: int, end: str) -> bool:
        """Tell whether a tile laid at an end wins the opposite one."""
        wrong, line = self.wrong, self.line
        if self.laid and (
            "GF204: the second tile looks at the line before the first" in wrong
            or "GF205: the second tile looks at the line before the first" in wrong
        ):
            line = self.line_before
        if end in self.connecting(tile, line) or "GF205: the opposite tile is won all the same" in wrong:
            return True
        if self.connecting(tile, line) or not self._meets_middle(tile):
            return False
        return (
            "GF204: the middle of the line connects too" in wrong
            or "GF205: a shared charm with the middle wins" in wrong
        )

    def lay(self, player: int, tile: int, end: str, win: bool | None) -> tuple[bool, int]:
        """Lay a tile at an end of the line; tell whether it wins, and which tile leaves the line."""
        wrong = self.wrong
        if self.over:
            raise Refused("play is over")
        if self.alone and not self.due:
            self.choose(player, tile)
            if end not in self.ends_for(tile) or win not in (None, self.wins(tile, end)):
                self.due, self.chosen = [], []
                raise Refused(f"the {tile} cannot be laid so")
        if not self.due:
            raise Refused("no tile is to be laid now")
        if (player, tile) not in (self.due if "GF202: numbers do not count" in wrong else self.due[:1]):
            raise Refused(f"player {self.due[0][0] + 1} is to lay the {self.due[0][1]}")
        if end not in self.ends_for(tile):
            raise Refused(f"the {tile} does not connect there")
        wins = self.wins(tile, end)
        if "GF204: nothing need be won" in wrong:
            wins = wins and win is True
        elif win is not None and win != wins:
            raise Refused("it wins the opposite tile" if wins else "it wins nothing")
        left = self._push(tile, end, wins)
        self._collect(player, tile, left, wins)
        self.due.remove((player, tile))
        for hand in self.hands:
            if tile in hand:
                hand.remove(tile)
                break
        self.laid += 1
        if not self.due:
            self._end_turn(tile, end)
        return wins, left

    def _push(self, tile: int, end: str, wins: bool) -> int:
        """Put a tile at an end, and give the one that leaves the line."""
        wrong, line, place = self.wrong, self.line, -1 if end == "left" else 0
        left = line[place]
        if self.laid and "GF206: what the second tile pushes out is not looked at" in wrong:
            left = self.line_before[place]
        if self.laid and "GF206: the second tile is laid on the old line" in wrong:
            line = self.line_before
            left = line[place]
        if "GF203: the tile beside it leaves" in wrong:
            place = -1 - place
            left = line[place]
        if not wins and "GF205: any tile of the line may leave" in wrong and len(line) > 2:
            place = 1
            left = line[1]
        stays = list(line)
        if "GF203: no tile leaves" not in wrong:
            del stays[place]
        if end == "right" and "GF203: a tile laid right may come to lie left" in wrong:
            stays, end = line[:-1], "left"
        self.line = [tile, *stays] if end == "left" else [*stays, tile]
        if "GF203: the line is not looked at" in wrong:
            self.line.sort()
        if wins and "GF204: any tile of the line may be won" in wrong:
            left = line[len(line) // 2]
        return left

    def _collect(self, player: int, tile: int, left: int, wins: bool) -> None:
        wrong = self.wrong
        owner = self.collections[1 - player if "GF208: the other player gets what is won" in wrong else player]
        if wins and not (self.laid and "GF208: a won tile may be lost" in wrong):
            owner.append(left)
        if wins and "GF208: a collection may gain any tile" in wrong:
            owner.append(tile)
        if not wins and "GF208: a discarded tile is collected too" in wrong:
            owner.append(left)

    def _end_turn(self, tile: int, end: str) -> None:
        """Turn the medallion over and hand it over; in Simple laying `holder` is who lays next."""
        wrong = self.wrong
        if "GF206: the line after both is not looked at" in wrong and self.laid == 2:
            old = self.line_before
            self.line = [tile, *old[:-1]] if end == "left" else [*old[1:], tile]
        if "GF207: the medallion is not turned over" not in wrong:
            self.large = not self.large
        if self.simple:
            self.holder = 1 - self.chosen[-1][0]
        elif self.passed_on and "GF207: the medallion stays with its holder" not in wrong:
            self.holder = 1 - self.holder
        self.last, self.chosen = [tile for _, tile in self.chosen], []

    def concede(self, player: int) -> None:
        """Let a player give up: the other one has won."""
        if self.over:
            raise Refused("play is over")
        self.conceded = player

    # The result -------------------------------------------------------------------------------------------------------

    def owned(self) -> list[list[int]]:
        """Give the collections as they are scored."""
        first, second = (list(tiles) for tiles in self.collections)
        if "GF401: the line is shared out" in self.wrong:
            first, second = first + self.line[:1], second + self.line[1:]
        return [first, second]

    def groups(self, tiles: list[int]) -> Groups:
        """Form groups: the charm that most tiles carry first, ties by the dice, then count again."""
        wrong = self.wrong
        if "GF402: a tile may count in two groups" in wrong:
            return [(charm, mine) for charm in CHARMS if (mine := self._carriers(charm, tiles))]
        if "GF402: tiles may be split at will" in wrong or "GF403: tiles are split for the best total" in wrong:
            orders = permutations([charm for charm in CHARMS if self._carriers(charm, tiles)])
            return max((self._in_order(order, tiles) for order in orders), key=self.total, default=[])
        if "GF402: it is counted once" in wrong:
            return self._in_order(sorted(CHARMS, key=lambda charm: self._rank(charm, tiles), reverse=True), tiles)
        groups, left = [], list(tiles)
        while left:
            charm = max(CHARMS, key=lambda charm: self._rank(charm, left))
            groups.append((charm, self._carriers(charm, left)))
            left = [tile for tile in left if charm not in self.charms[tile]]
        if "GF402: tiles may be left out" in wrong:
            groups = [(charm, mine) for charm, mine in groups if len(mine) > 1]
        if "GF402: a tile may be grouped by any charm" in wrong and groups:
            single = [tile for _, mine in groups[1:] if len(mine) == 1 for tile in mine]
            joined = [(groups[0][0], groups[0][1] + single)]
            groups = joined + [(charm, mine) for charm, mine in groups[1:] if len(mine) > 1]
        return groups

    def _carriers(self, charm: str, tiles: list[int]) -> list[int]:
        return [tile for tile in tiles if charm in self.charms[tile]]

    def _rank(self, charm: str, tiles: list[int]) -> tuple[int, int]:
        mine = self._carriers(charm, tiles)
        dice = sum(self.die[tile] for tile in mine)
        return len(mine), -dice if "GF402: the die sum does not break ties" in self.wrong else dice

    def _in_order(self, order: tuple[str, ...] | list[str], tiles: list[int]) -> Groups:
        groups, left = [], list(tiles)
        for charm in order:
            if mine := self._carriers(charm, left):
                groups.append((charm, mine))
                left = [tile for tile in left if tile not in mine]
        return groups

    def points(self, tiles: list[int]) -> int:
        """Score a group."""
        dice = sum(self.die[tile] for tile in tiles)
        if "GF403: a group scores its dice alone" in self.wrong:
            return dice
        if "GF403: a group scores its tiles plus its dice" in self.wrong:
            return len(tiles) + dice
        return len(tiles) if "GF403: a group scores its tiles alone" in self.wrong else len(tiles) * dice

    def total(self, groups: Groups) -> int:
        """Add up the groups of a player."""
        return sum(self.points(mine) for _, mine in groups)

    def winners(self, totals: list[int]) -> list[int]:
        """Say who has won."""
        if self.conceded is not None:
            return [1 - self.conceded]
        if totals[0] == totals[1]:
            return [0] if "GF403: one player wins a tie" in self.wrong else [0, 1]
        return [int((totals[1] > totals[0]) != ("GF403: fewest points win" in self.wrong))]


class Adapter:
    """What the protocol asks, put to the game. Requests: hello, new, choose, lay, concede, legal, result."""

    def __init__(self, game: GoodFortune, can: list[str], hidden: frozenset[str]) -> None:
        self.game, self.can, self.hidden = game, can, hidden
        self.games = 0
        self.calls = {
            "hello": self.hello,
            "new": self.new,
            "choose": self.choose,
            "lay": self.lay,
            "concede": self.concede,
            "legal": self.legal,
            "result": self.result,
        }

    def answer(self, request: Request) -> Answer:
        """Answer one request."""
        do = request["do"]
        if do not in self.calls or (do in CAN and do not in self.can):
            return {"ok": False, "cannot": f"{do} is not offered"}
        try:
            return self.calls[do](request)
        except Refused as why:
            return {"ok": False, "why" if "refuse" in self.can else "cannot": str(why)}
        except Exception as error:
            return {"error": f"{type(error).__name__}: {error}"}

    def hello(self, _: Request) -> Answer:
        game = self.game
        answer: Answer = {"name": "Good Fortune in Python", "players": [2], "setups": ["standard"], "can": self.can}
        answer |= {"variants": VARIANTS, "tiles": game.texts}
        return answer if game.size == 9 else answer | {"hand": game.size}

    def new(self, request: Request) -> Answer:
        self.games += 1
        if self.games > 1 and "again" not in self.can:
            return {"ok": False, "cannot": "one game only"}
        variants = request.get("variants") or []
        if len(variants) > 1 or not set(variants) <= set(VARIANTS):
            raise Refused(f"one of {' or '.join(VARIANTS)}")
        self.game.new(variants, request.get("seed"), request.get("hands"), request.get("line"))
        return self._done({})

    def choose(self, request: Request) -> Answer:
        self.game.choose(self._player(request), request["tile"])
        return self._done({})

    def lay(self, request: Request) -> Answer:
        wins, left = self.game.lay(self._player(request), request["tile"], request["end"], request.get("win"))
        return self._done({"won" if wins else "discarded": left})

    def concede(self, request: Request) -> Answer:
        self.game.concede(self._player(request))
        return self._done({})

    def legal(self, _: Request) -> Answer:
        game = self.game
        if game.over:
            return {"moves": []}
        if game.due:
            return {"moves": game.ends_for(game.due[0][1])}
        (player, *others) = game.choosers()
        return {"moves": None if others and game.in_secret else [str(tile) for tile in sorted(game.hands[player])]}

    def result(self, _: Request) -> Answer:
        game = self.game
        if not game.over and "GF401: a result may be named at any time" not in game.wrong:
            return {"over": False}
        owned = game.owned()
        groups = [game.groups(tiles) for tiles in owned]
        totals = [game.total(each) for each in groups]
        winners = [player + 1 for player in game.winners(totals)]
        if "GF403: totals are not looked at" in game.wrong:
            totals = [game.total(each[:1]) for each in groups]
        if "GF208: the collections of the result are not looked at" in game.wrong:
            owned = [tiles[:-1] for tiles in owned]
        told = [
            [{"charm": CHARMS[charm], "tiles": tiles, "points": game.points(tiles)} for charm, tiles in each]
            for each in groups
        ]
        return {"over": True, "winners": winners, "totals": totals, "groups": told, "collections": owned}

    def _player(self, request: Request) -> int:
        if request["player"] not in (1, 2):
            raise Refused(f"there is no player {request['player']}")
        player: int = request["player"] - 1
        return player

    def _done(self, more: Answer) -> Answer:
        return {"ok": True, **more, "shows": self._shows()}

    def _shows(self) -> Answer:
        """Say what can be seen on the table; in secret nobody sees a choice before both are made."""
        game, wrong = self.game, self.game.wrong
        hands, line = game.hands, game.line
        if "GF208: hands are not looked at" in wrong:
            hands = [hand + [tile for tile in game.last if tile % 2 == player] for player, hand in enumerate(hands)]
        if "GF203: the line is told from right to left" in wrong:
            line = line[::-1]
        shows: Answer = {"line": line, "hands": hands, "collections": game.collections}
        medallion = {"GF207: Simple laying has a medallion", "GF502: the medallion is still there"} & wrong
        if not game.simple or medallion:
            shows |= {"holder": game.holder + 1, "side": "large" if game.large else "small"}
        seen = {} if game.in_secret and not game.due else dict(game.chosen)
        shows["chosen"] = [seen.get(player) for player in (0, 1)]
        turn = [player for player, _ in game.due[:1]] or game.choosers()
        shows["to_move"] = None if not turn or (len(turn) > 1 and game.in_secret) else turn[0] + 1
        shows["over"] = game.over
        for key in self.hidden:
            shows.pop(key, None)
        return shows


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hand", type=int, default=9, help="tiles of each player; with 1 there are five in all")
    parser.add_argument("--can", default=",".join(CAN))
    parser.add_argument("--hide", default="", help="what it does not show: line,hands,collections,holder,side,to_move")
    parser.add_argument(
        "--mistake", action="append", default=[], choices=[each for each in MISTAKES if not MISTAKES[each]]
    )
    parser.add_argument("--list-mistakes", action="store_true")
    parser.add_argument("--list-needs", action="store_true", help="options that let a mistake show")
    return parser.parse_args()


def main() -> None:
    told = arguments()
    if told.list_mistakes or told.list_needs:
        print(json.dumps(MISTAKES if told.list_mistakes else NEEDS, indent=1))
        return
    game = GoodFortune(frozenset(told.mistake), told.hand)
    adapter = Adapter(game, [can for can in told.can.split(",") if can], frozenset(filter(None, told.hide.split(","))))
    encode = json.JSONEncoder(separators=(",", ":")).encode
    write, flush = sys.stdout.write, sys.stdout.flush
    for line in sys.stdin:
        write(encode(adapter.answer(json.loads(line))) + "\n")
        flush()


if __name__ == "__main__":
    main()
