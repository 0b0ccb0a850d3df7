"""All exchanges with a program that plays Lucky Numbers on a board of side 2."""

import copy
from collections.abc import Iterator
from itertools import combinations_with_replacement, islice, product

from tests.programs.lucky import NEEDS, Adapter, LuckyNumbers
from tests.shortest_exchange import Ask, Both, Path, Search, shown

SIDE = 2
CAN = ["deal", "legal", "refuse", "result", "again"]
MOST_DEALS = {2: 1000, 3: 3}  # that a search begins with: with three players all would take too long
STRICT = "LN301: the strict reading is not followed"


def can_of(mistake: str) -> list[str]:
    """Say what a program offers in which a mistake is looked for."""
    return [*CAN, "concede"] if "conce" in mistake else CAN


def needs_of(mistake: str) -> dict[str, str]:
    """Give the options without which a mistake does not show, each with its value."""
    words = NEEDS.get(mistake, [])
    return dict(zip(words[::2], words[1::2], strict=False))


class LuckySearch(Search[LuckyNumbers]):
    """Each clover is chosen when it is revealed, and the deal is told after it."""

    def __init__(self, mistake: str, top: int) -> None:
        self.top, needs = top, needs_of(mistake)
        self.players, self.setup = int(needs.get("--players", 2)), needs.get("--setup", "standard")
        self.variants = [needs["--variants"]] if "--variants" in needs else []
        can = can_of(mistake)
        self.concedes = "concede" in can
        right, wrong = (
            Adapter(LuckyNumbers(frozenset(names), SIDE, top, None, equal, "players"), can, frozenset())
            for names, equal in ((set[str](), mistake != STRICT), ({mistake}, True))
        )
        super().__init__(right, wrong)

    def deals(self) -> Iterator[Ask]:
        return islice(self.all_deals(), MOST_DEALS[self.players])

    def all_deals(self) -> Iterator[Ask]:
        clovers = [number for number in range(1, self.top + 1) for _ in range(self.players)]
        for hands in product(combinations_with_replacement(range(1, self.top + 1), SIDE), repeat=self.players):
            rest = clovers[:]
            try:
                for number in (number for hand in hands for number in hand):
                    rest.remove(number)
            except ValueError:
                continue
            begin: Ask = {"do": "new", "players": self.players, "setup": self.setup, "variants": self.variants}
            yield begin | {"seed": 1, "hands": [list(hand) for hand in hands], "pile": rest}

    def asks(self, both: Both[LuckyNumbers]) -> Iterator[tuple[Both[LuckyNumbers], Ask]]:
        """Give each request, legal or not, with a copy of the game that it is made in."""
        game = both.right
        for request in self.requests(game):
            if request.get("from") != "pile":
                yield self.twin(both), request
                continue
            for number in sorted(set(game.pile)) or [0]:
                chosen = self.twin(both)
                chosen.revealed += (number,) if number else ()
                for pile in (chosen.right.pile, chosen.wrong.pile):
                    if number in pile:
                        pile.remove(number)
                        pile.append(number)
                yield chosen, request

    def whole(self, path: Path, both: Both[LuckyNumbers]) -> Path:
        return dealt(path, both.revealed)

    def requests(self, game: LuckyNumbers) -> Iterator[Ask]:
        mover, seats = game.to_move + 1, range(1, self.players + 1)
        cells, numbers = game.names, range(1, self.top + 1)
        if not game.playing:
            for player, number, cell in product(seats, numbers, cells):
                yield {"do": "put", "player": player, "clover": number, "cell": cell}
            yield {"do": "take", "player": mover, "from": "pile"}
            return
        yield {"do": "legal"}
        yield {"do": "result"}
        if game.held:
            for name in (*cells, None):
                yield {"do": "put", "player": mover, "clover": game.held, "cell": name}
            return
        for player in seats:
            yield {"do": "take", "player": player, "from": "pile"}
            if self.concedes:
                yield {"do": "concede", "player": player}
        for number in numbers:
            yield {"do": "take", "player": mover, "from": "middle", "clover": number}
        for name in cells:
            yield {"do": "put", "player": mover, "clover": 1, "cell": name}

    def copied(self, game: LuckyNumbers) -> LuckyNumbers:
        twin = copy.copy(game)
        twin.gardens = [garden[:] for garden in game.gardens]
        twin.hands = [hand[:] for hand in game.hands]
        twin.texts, twin.limits, twin.placed = game.texts[:], game.limits[:], game.placed[:]
        twin.pile, twin.middle, twin.conceded = game.pile[:], game.middle[:], set(game.conceded)
        return twin

    def state_of(self, game: LuckyNumbers) -> tuple[object, ...]:
        return state_of(game)

    def plain(self, answer: Ask) -> Ask:
        """What lies in the middle and in the hands has no order.

        How many clovers lie face down before play no rule says, but that there are not more than are not laid.
        """
        found, shows = shown(answer)
        if shows:
            seen: Ask = shows | {"middle": sorted(shows["middle"]), "hands": [*map(sorted, shows.get("hands", []))]}
            if "hands" in shows:
                laid = sum(field.isdigit() for text in shows["gardens"] for field in text.replace("/", " ").split())
                seen["pile"] = max(shows["pile"], self.top * self.players - laid)
            found["shows"] = seen
        return found


def state_of(game: LuckyNumbers) -> tuple[object, ...]:
    """Give all that later answers depend on; what lies face down has no order until it is revealed."""
    lies = tuple(game.texts), *(tuple(sorted(each)) for each in (*game.hands, game.pile, game.middle, game.conceded))
    turn = game.held, game.held_from, game.to_move, game.drawer, game.last_revealed
    return (*lies, *turn, game.playing, game.over, *game.placed, *game.winners)


def dealt(path: Path, revealed: tuple[int, ...]) -> Path:
    """Let `new` tell the clovers in the order in which they were revealed."""
    begin = path[0]
    assert isinstance(begin["pile"], list)
    rest = begin["pile"][:]
    for number in revealed:
        rest.remove(number)
    return ({**begin, "pile": [*revealed, *rest]}, *path[1:])
