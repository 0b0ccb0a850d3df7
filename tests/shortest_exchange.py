"""The shortest exchange that tells a wrong program from the right one, by searching all exchanges breadth-first.

Both programs are asked the same, and their answers are compared; nothing here knows how a driver plays or judges.
"""

import copy
import time
from collections.abc import Iterator
from itertools import combinations_with_replacement, islice, product

from tests.programs.lucky import NEEDS, Adapter, LuckyNumbers

SIDE = 2
MOST_DEALS = {2: 1000, 3: 3}  # that a search begins with: with three players all would take too long
STRICT = "LN301: the strict reading is not followed"
CAN = ["deal", "legal", "refuse", "result", "again"]
Ask = dict[str, object]
Path = tuple[Ask, ...]


def can_of(mistake: str) -> list[str]:
    """Say what a program offers in which a mistake is looked for."""
    return [*CAN, "concede"] if "conce" in mistake else CAN


def needs_of(mistake: str) -> dict[str, str]:
    """Give the options without which a mistake does not show, each with its value."""
    words = NEEDS.get(mistake, [])
    return dict(zip(words[::2], words[1::2], strict=False))


class Both:
    """The right program and the wrong one in the midst of the same game, and the clovers that were revealed in it."""

    def __init__(self, right: LuckyNumbers, wrong: LuckyNumbers, revealed: tuple[int, ...] = ()) -> None:
        self.right, self.wrong, self.revealed = right, wrong, revealed

    def twin(self) -> "Both":
        return Both(copied(self.right), copied(self.wrong), self.revealed)

    def key(self) -> tuple[object, ...]:
        return state_of(self.right), state_of(self.wrong)


def copied(game: LuckyNumbers) -> LuckyNumbers:
    twin = copy.copy(game)
    twin.gardens = [garden[:] for garden in game.gardens]
    twin.hands = [hand[:] for hand in game.hands]
    twin.texts, twin.limits, twin.placed = game.texts[:], game.limits[:], game.placed[:]
    twin.pile, twin.middle, twin.conceded = game.pile[:], game.middle[:], set(game.conceded)
    return twin


def state_of(game: LuckyNumbers) -> tuple[object, ...]:
    """Give all that later answers depend on; what lies face down has no order until it is revealed."""
    lies = tuple(game.texts), *(tuple(sorted(each)) for each in (*game.hands, game.pile, game.middle, game.conceded))
    turn = game.held, game.held_from, game.to_move, game.drawer, game.last_revealed
    return (*lies, *turn, game.playing, game.over, *game.placed, *game.winners)


class Search:
    """Breadth-first, request by request. Each clover is chosen when it is revealed, and the deal is told after it."""

    def __init__(self, mistake: str, top: int) -> None:
        self.top, self.unmoved = top, False
        needs = needs_of(mistake)
        strict = mistake == STRICT
        self.players, self.setup = int(needs.get("--players", 2)), needs.get("--setup", "standard")
        self.variants = [needs["--variants"]] if "--variants" in needs else []
        can = can_of(mistake)
        self.concedes = "concede" in can
        self.right = Adapter(LuckyNumbers(frozenset(), SIDE, self.top, None, not strict, "players"), can, frozenset())
        self.wrong = Adapter(
            LuckyNumbers(frozenset({mistake}), SIDE, self.top, None, True, "players"), can, frozenset()
        )

    def shortest(self, seconds: float) -> Path | None:
        """Give the requests of a shortest exchange in which an answer differs, None if it is not found in time."""
        until, seen = time.process_time() + seconds, set()
        ahead: list[tuple[Both, Path]] = []
        for begin in islice(self.deals(), MOST_DEALS[self.players]):
            both = Both(copied(self.right.game), copied(self.wrong.game))
            if self.differs(both, begin):
                return (begin,)
            ahead.append((both, (begin,)))
        while ahead:
            level, ahead = ahead, []
            for before, path in level:
                if time.process_time() > until:
                    return None
                for both, request in self.asks(before):
                    if self.differs(both, request):
                        return dealt((*path, request), both.revealed)
                    if self.unmoved:
                        continue
                    key = both.key()
                    if key not in seen:
                        seen.add(key)
                        ahead.append((both, (*path, request)))
        return None

    def deals(self) -> Iterator[Ask]:
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

    def asks(self, both: Both) -> Iterator[tuple[Both, Ask]]:
        """Give each request, legal or not, with a copy of the game that it is made in."""
        game = both.right
        for request in self.requests(game):
            if request.get("from") != "pile":
                yield both.twin(), request
                continue
            for number in sorted(set(game.pile)) or [0]:
                chosen = both.twin()
                chosen.revealed += (number,) if number else ()
                for pile in (chosen.right.pile, chosen.wrong.pile):
                    if number in pile:
                        pile.remove(number)
                        pile.append(number)
                yield chosen, request

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

    def differs(self, both: Both, request: Ask) -> bool:
        """Make a request of both programs, and tell whether they answer differently; `unmoved` if it changes nothing."""
        self.right.game, self.wrong.game = both.right, both.wrong
        right, wrong = self.right.answer(request), self.wrong.answer(request)
        self.unmoved = not right.get("ok")
        if request["do"] == "legal":  # a list that is too long is not wrong before what it lists is accepted
            return not set(right["moves"] or ()) <= set(wrong["moves"] or ())
        clovers = self.top * self.players
        return plain(right, clovers) != plain(wrong, clovers)


def plain(answer: Ask, clovers: int) -> Ask:
    """Leave away the words of a refusal, and the order of what lies in the middle and in the hands.

    How many clovers lie face down before play no rule says, but that there are not more than those that are not laid.
    """
    shows = answer.get("shows")
    found = {key: value for key, value in answer.items() if key != "why"}
    if isinstance(shows, dict):
        seen = shows | {"middle": sorted(shows["middle"]), "hands": [*map(sorted, shows.get("hands", []))]}
        if "hands" in shows:
            laid = sum(field.isdigit() for text in shows["gardens"] for field in text.replace("/", " ").split())
            seen["pile"] = max(shows["pile"], clovers - laid)
        found["shows"] = seen
    return found


def dealt(path: Path, revealed: tuple[int, ...]) -> Path:
    """Let `new` tell the clovers in the order in which they were revealed."""
    begin = path[0]
    assert isinstance(begin["pile"], list)
    rest = begin["pile"][:]
    for number in revealed:
        rest.remove(number)
    return ({**begin, "pile": [*revealed, *rest]}, *path[1:])
