"""All exchanges with a program that plays Good Fortune with few tiles."""

import copy
from collections.abc import Iterator
from itertools import product
from random import Random

from tests.programs.fortune import NEEDS, Adapter, GoodFortune
from tests.programs.lucky import Answer
from tests.shortest_exchange import Ask, Search, shown

CAN = ["deal", "legal", "refuse", "result", "again"]
MOST_DEALS = 120  # that a search begins with
SHUFFLES = 3  # deals of the program's own


def fortune_can(mistake: str) -> list[str]:
    """Say what a program offers in which a mistake is looked for."""
    return [*CAN, "concede"] if mistake.startswith("GF209") else CAN


def variants_of(mistake: str) -> tuple[str, ...]:
    """Give the variants without which a mistake does not show."""
    return tuple(NEEDS.get(mistake, [])[1:])


class FortuneSearch(Search[GoodFortune]):
    """Some deals of all, and all that can be asked from there on."""

    def __init__(self, mistake: str, hand: int) -> None:
        self.hand, self.variants, can = hand, list(variants_of(mistake)), fortune_can(mistake)
        self.concedes = "concede" in can
        right, wrong = (Adapter(GoodFortune(frozenset(names), hand), can, frozenset()) for names in ((), (mistake,)))
        super().__init__(right, wrong)

    def deals(self) -> Iterator[Ask]:
        begin: Ask = {"do": "new", "players": 2, "variants": self.variants}
        for seed in range(SHUFFLES):
            yield begin | {"seed": seed}
        rng, top = Random(1), 2 * self.hand + 3
        for at in range(MOST_DEALS):
            rest = rng.sample(range(2, top), top - 2)
            hands = [[1, *rest[3 : self.hand + 2]], [top, *rest[self.hand + 2 :]]]
            yield begin | {"hands": hands[:: -1 if at % 2 else 1], "line": rest[:3]}

    def requests(self, game: GoodFortune) -> Iterator[Ask]:
        yield {"do": "result"}
        yield {"do": "legal"}
        if self.concedes:
            yield {"do": "concede", "player": 1}
            yield {"do": "concede", "player": 2}
        for player, tile in product((1, 2), range(1, game.top + 1)):
            yield {"do": "choose", "player": player, "tile": tile}
        chosen = {tile for _, tile in game.chosen}
        for player, tile, end, win in product((1, 2), sorted(chosen), ("left", "right"), (None, True, False)):
            laying: Ask = {"do": "lay", "player": player, "tile": tile, "end": end}
            yield laying if win is None else laying | {"win": win}

    def copied(self, game: GoodFortune) -> GoodFortune:
        twin = copy.copy(game)
        twin.hands, twin.line = [hand[:] for hand in game.hands], game.line[:]
        twin.collections = [tiles[:] for tiles in game.collections]
        twin.line_before, twin.last = game.line_before[:], game.last[:]
        twin.chosen, twin.due = game.chosen[:], game.due[:]
        return twin

    def state_of(self, game: GoodFortune) -> tuple[object, ...]:
        heaps = *map(tuple, map(sorted, (*game.hands, *game.collections))), tuple(game.line)
        turn = tuple(game.line_before), tuple(game.chosen), tuple(game.due), tuple(game.last), game.laid
        return heaps, turn, game.holder, game.large, game.conceded

    def plain(self, answer: Answer) -> Ask:
        """What is in hand and in the collections has no order, nor have groups as they are told.

        Who is to move first says nothing where both choose at the same time.
        """
        found, shows = shown(answer)
        if "groups" in found:
            found["groups"] = [sorted(groups, key=str) for groups in answer["groups"]]
        if shows:
            shows |= {name: [*map(sorted, shows[name])] for name in ("hands", "collections")}
            if self.right.game.in_secret or self.wrong.game.in_secret:
                shows.pop("to_move")
            found["shows"] = shows
        return found
