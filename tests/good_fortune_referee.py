"""A second judge of Good Fortune, written from the rule sheet: it knows nothing of the clauses or the engine.

`first_breach` finds the line of a log that the rules do not allow; `turns_of` and `lines_of` list and count legal turns.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import Any

CHARMS = ("clover", "horseshoe", "hand-of-fatma", "maneki-neko", "ganesh", "matiasma", "scarab")
Event = dict[str, Any]
Face = tuple[Any, Any, Any]


@dataclass
class Referee:
    """One game as far as it was told; `wrong` says whether the last event broke a rule."""

    faces: dict[int, Face] = field(default_factory=dict)
    hand: int = 9
    variant: str = ""
    hands: list[set[int]] = field(default_factory=lambda: [set(), set()])
    won: list[set[int]] = field(default_factory=lambda: [set(), set()])
    perhaps: list[set[int]] = field(default_factory=lambda: [set(), set()])
    line: list[int] = field(default_factory=list)
    holder: int | None = None
    side: str = "small"
    last: int | None = None
    conceded: int | None = None

    def share(self, one: int, other: int) -> bool | None:
        first, second = ({*self.faces.get(tile, (None, None, None))[:2]} for tile in (one, other))
        if first & second - {None}:
            return True
        return None if None in first | second else False

    def known(self, tiles: set[int]) -> bool:
        return all(None not in self.faces.get(tile, (None, None, None)) for tile in tiles)

    # --- a turn

    def allows(self, laid: Sequence[Event], chooser: int | None) -> bool:
        """Tell whether a turn is legal; what became of the tiles may be told or not."""
        if self.conceded or not (self.hands[0] or self.hands[1]) or not laid:
            return False
        players, line = [each["player"] for each in laid], list(self.line)
        if self.variant == "simple-laying":
            if len(laid) != 1 or chooser is not None or players[0] == self.last:
                return False
        else:
            tiles = [each["tile"] for each in laid]
            if sorted(players) != [1, 2] or (sorted(tiles) == tiles) is (self.side == "large"):
                return False
            if chooser is not None and (self.variant == "guessing" or chooser != self.holder):
                return False
        for each in laid:
            if each["tile"] not in self.hands[each["player"] - 1] or not self.lays(each, line):
                return False
            line = self.after(line, each)
        return True

    def lays(self, each: Event, line: list[int]) -> bool:
        tile = each["tile"]
        beside, opposite = (line[0], line[-1]) if each["end"] == "left" else (line[-1], line[0])
        here, there = self.share(tile, beside), self.share(tile, opposite)
        won, gone = each.get("won"), each.get("discarded")
        must = here or there
        if must and (here is False or gone is not None):
            return False
        if here is False and won is not None:
            return False
        return (won or gone) in (None, opposite)

    def after(self, line: list[int], each: Event) -> list[int]:
        return [each["tile"], *line[:-1]] if each["end"] == "left" else [*line[1:], each["tile"]]

    def turn(self, event: Event) -> bool:
        laid, right = event["laid"], self.allows(event["laid"], event.get("chooser"))
        for each in laid:
            player, line = each["player"] - 1, self.line
            beside, opposite = (line[0], line[-1]) if each["end"] == "left" else (line[-1], line[0])
            shared = self.share(each["tile"], beside)
            if "won" in each or (shared and "discarded" not in each):
                self.won[player].add(opposite)
            elif shared is None and "discarded" not in each:
                self.perhaps[player].add(opposite)
            self.hands[player].discard(each["tile"])
            self.line, self.last = self.after(line, each), each["player"]
        if self.variant == "simple-laying":
            right = right and event.get("holder") is None and event.get("side") is None
        else:
            self.side = "large" if self.side == "small" else "small"
            if self.variant != "guessing" and self.holder:
                self.holder = 3 - self.holder
                right = right and event.get("holder") in (None, self.holder)
            right = right and event.get("side") in (None, self.side)
        if event.get("line") is not None:
            right = right and event["line"] == self.line
        if event.get("hands") is not None:
            right = right and [sorted(hand) for hand in event["hands"]] == [sorted(hand) for hand in self.hands]
        return right and self.heaps(event)

    def heaps(self, event: Event) -> bool:
        shown = event.get("collections")
        if shown is None:
            return True
        pairs = zip(shown, self.won, self.perhaps, strict=True)
        right = all(len({*own}) == len(own) and won <= {*own} <= won | more for own, won, more in pairs)
        self.won, self.perhaps = [{*own} for own in shown], [set(), set()]
        return right

    # --- the others

    def deal(self, event: Event) -> bool:
        (one, other), line, top = event["hands"], event["line"], 2 * self.hand + 3
        self.hands, self.line = [set(one), set(other)], list(line)
        self.holder = None if self.variant == "simple-laying" else 1 if 1 in one else 2
        right = len(one) == len(other) == self.hand and len(line) == 3
        right = right and sorted([*one, *other, *line]) == list(range(1, top + 1))
        right = right and any(1 in mine and top in theirs for mine, theirs in ((one, other), (other, one)))
        if self.variant == "simple-laying":
            return right and event.get("holder") is None and event.get("side") is None
        return right and event.get("holder") in (None, self.holder) and event.get("side") in (None, "small")

    def end(self, event: Event) -> bool:
        winners = event.get("winners")
        if self.conceded:
            return winners in (None, [3 - self.conceded])
        if self.hands[0] or self.hands[1] or not self.heaps(event):
            return False
        groups, totals = event.get("groups"), event.get("totals")
        scores = [scores_of(self, frozenset(own)) if self.known(own) else None for own in self.won]
        for player, own in enumerate(self.won):
            if groups is not None and not self.grouped(groups[player], own):
                return False
            if totals is not None:
                points: list[Any] = [group.get("points") for group in groups[player]] if groups else [None]
                if None not in points and sum(points) != totals[player]:
                    return False
                possible = scores[player]
                if possible is not None and totals[player] not in possible:
                    return False
        if winners is None:
            return True
        if totals is None and None in scores:
            return True
        pairs = [totals] if totals is not None else product(*(score or () for score in scores))
        return any(
            winners in ([1, 2], []) if one == other else winners == [1 if one > other else 2] for one, other in pairs
        )

    def grouped(self, groups: Sequence[Event], own: set[int]) -> bool:
        told = frozenset((group["charm"], frozenset(group["tiles"])) for group in groups)
        if any(not group["tiles"] or len({*group["tiles"]}) != len(group["tiles"]) for group in groups):
            return False
        for group in groups:
            points = len(group["tiles"]) * sum(self.faces[tile][2] for tile in group["tiles"])
            if group.get("points") not in (None, points):
                return False
        return any(told == frozenset(way) and len(groups) == len(way) for way in ways_of(self, frozenset(own)))


def ways_of(game: Referee, own: frozenset[int]) -> Iterator[tuple[tuple[str, frozenset[int]], ...]]:
    """Give every way to group: always the charm on most tiles that are left, then the one with more dice."""
    if not own:
        yield ()
        return
    heaps = {charm: frozenset(tile for tile in own if charm in game.faces[tile][:2]) for charm in CHARMS}
    rank = {charm: (len(heap), sum(game.faces[tile][2] for tile in heap)) for charm, heap in heaps.items()}
    for charm, heap in heaps.items():
        if rank[charm] == max(rank.values()):
            yield from (((charm, heap), *rest) for rest in ways_of(game, own - heap))


def scores_of(game: Referee, own: frozenset[int]) -> set[int]:
    """Give every total of a collection."""
    ways = ways_of(game, own)
    return {sum(len(heap) * sum(game.faces[tile][2] for tile in heap) for _, heap in way) for way in ways}


def first_breach(events: Sequence[Event], named: dict[int, Face]) -> int | None:
    """Give the number of the first line that the rules do not allow; `named` is the set that a log may name."""
    game = Referee()
    for number, event in enumerate(events, 1):
        match event["event"]:
            case "game":
                told = event.get("tiles") or []
                faces = named if isinstance(told, str) else {n: (one, other, die) for n, one, other, die in told}
                game = Referee(faces, event.get("hand", 9), (event.get("variants") or [""])[0])
            case "deal" if not game.deal(event):
                return number
            case "turn" if not game.turn(event):
                return number
            case "end" if not game.end(event):
                return number
            case "refused" if game.allows(event["laid"], event.get("chooser")):
                return number
            case "concede" if game.conceded is None and (not game.line or any(game.hands)):
                game.conceded = event["player"]
    return None


# Turns of a table -----------------------------------------------------------------------------------------------------


def table_of(text: str, named: dict[int, Face]) -> Referee:
    """Read a table of the suite."""
    facts = {part.split()[0]: part.split()[1:] for part in text.split(";")}
    faces = named
    if facts["tiles"] != ["invented"]:
        faces = {}
        for token in facts["tiles"]:
            one, other = (CHARMS["ABCDEFG".index(letter)] for letter in token[-3:-1])
            faces[int(token[:-3])] = (one, other, int(token[-1]))
    one, other = " ".join(facts["hands"]).replace("-", "").split("/")
    variant = "guessing" if "guessing" in facts else "simple-laying" if "simple" in facts else ""
    return Referee(
        faces,
        variant=variant,
        hands=[set(map(int, one.split())), set(map(int, other.split()))],
        line=list(map(int, facts["line"])),
        side=facts.get("side", ["small"])[0],
        last=int(facts["last"][0]) if "last" in facts else None,
    )


def turns_of(game: Referee) -> Iterator[tuple[str, Referee]]:
    """Give every legal turn in words, with the table after it: all layings are tried."""
    layings = [
        {"player": player, "tile": tile, "end": end}
        for player in (1, 2)
        for tile in sorted(game.hands[player - 1])
        for end in ("left", "right")
    ]
    tried = [[each] for each in layings] if game.variant == "simple-laying" else map(list, product(layings, repeat=2))
    for laid in tried:
        if game.allows(laid, None):
            after = replace(game, hands=[set(h) for h in game.hands], won=[set(), set()], perhaps=[set(), set()])
            after.turn({"laid": laid})
            yield ", ".join(f"{each['player']}: {each['tile']} {each['end']}" for each in laid), after


def lines_of(game: Referee, depth: int) -> int:
    """Count the lines of so many turns, one after the other."""
    if depth == 0:
        return 1
    return _lines(_key(game), depth, tuple(sorted(game.faces.items())))


def _key(game: Referee) -> tuple[Any, ...]:
    hands = tuple(tuple(sorted(hand)) for hand in game.hands)
    return game.variant, hands, tuple(game.line), game.side, game.last


@cache
def _lines(key: tuple[Any, ...], depth: int, faces: tuple[tuple[int, Face], ...]) -> int:
    variant, hands, line, side, last = key
    game = Referee(dict(faces), 9, variant, [set(h) for h in hands], line=list(line), side=side, last=last)
    return sum(lines_of(after, depth - 1) for _, after in turns_of(game))
