"""Exchanges that begin by a table or a deal in the place of another beginning, and lead to the same."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from models.driving import CannotPlay, Event, Hello, Request, Wish
from models.lucky_numbers.driving.driven_game import DrivenGame
from models.lucky_numbers.driving.requests import LuckyHello, New, SetTable, Take
from models.lucky_numbers.driving.tables import events_before
from models.lucky_numbers.editions import STANDARD
from models.reading import Malformed

MOST_BACK = 64  # turns before the end that are tried as a beginning: 1, 2, 4, ...


def fixed(requests: Sequence[Request]) -> bool:
    """Tell whether the requests say in which order clovers are revealed."""
    begin = requests[0] if requests else None
    return isinstance(begin, New | SetTable) and begin.pile is not None


def rebuilt(
    hello: Hello, wish: Wish, requests: Sequence[Request], events: Sequence[Event], said: Sequence[int]
) -> Iterator[list[Request]]:
    """Begin by a table a few turns before the end, the last ones first, or by a deal of what was revealed."""
    assert isinstance(hello, LuckyHello)
    begin = requests[0] if requests else None
    if not events or not isinstance(begin, New | SetTable):
        return
    if "table" in hello.can and STANDARD in hello.setups and not (isinstance(begin, New) and begin.variants):
        tables = list(_tables(DrivenGame(hello, wish), requests, begin, events, said))
        back = 1
        while back <= min(len(tables), MOST_BACK):
            table, start = tables[-back]
            yield [table, *requests[start:]]
            back *= 2
    if "deal" in hello.can and isinstance(begin, New) and begin.pile is None:
        dealt = _dealt(DrivenGame(hello, wish), begin, events)
        if dealt is not None:
            yield [dealt, *requests[1:]]


def _revealed(events: Sequence[Event]) -> Iterator[int]:
    """Give what was revealed, also last where it could not be laid."""
    last: Event = {}
    for event in events:
        if event["event"] in ("turn", "refused") and event.get("from") == "pile" and "clover" in event:
            last = event
            if event["event"] == "turn":
                yield int(str(event["clover"]))
    if last.get("event") == "refused":
        yield int(str(last["clover"]))


def _pile(game: DrivenGame, seen: Counter[int], revealed: Sequence[int]) -> tuple[int, ...] | None:
    """Give the face-down clovers, first those that are revealed; None where there are no such ones."""
    rules = game.game.rules
    rest = Counter(dict.fromkeys(range(1, rules.top + 1), rules.sets))
    for number, count in (seen + Counter(revealed)).items():
        rest[number] -= count
    if any(count < 0 for count in rest.values()):
        return None
    return (*revealed, *sorted(rest.elements()))


def _tables(
    game: DrivenGame, requests: Sequence[Request], begin: New | SetTable, events: Sequence[Event], said: Sequence[int]
) -> Iterator[tuple[SetTable, int]]:
    """Give the table before each turn that was asked for, and how many requests were made until then."""
    game.open(begin.players, STANDARD, ())
    start = 0
    for at, event in enumerate(events):
        if event["event"] not in ("setup", "start", "turn"):
            continue
        if event["event"] == "turn":
            if (
                start > isinstance(begin, SetTable)
                and (table := _table(game, begin.players, list(_revealed(events[at:])))) is not None
            ):
                yield table, start
            start = said[at]
        elif event["event"] == "start" and 0 < said[at] <= len(requests):
            start = said[at] - isinstance(requests[said[at] - 1], Take)
        try:
            game.add(dict(event))
        except (CannotPlay, Malformed):
            return
        if game.lost:
            return


def _table(game: DrivenGame, players: int, revealed: Sequence[int]) -> SetTable | None:
    if game.ended or game.mover is None:
        return None
    layout, middle = game.game.layout, game.numbers()
    gardens = [game.game.gardens[player] for player in range(1, players + 1)]
    lying = Counter(number for garden in gardens for number in layout.unpack(garden) if number)
    pile = _pile(game, lying + Counter(middle), revealed)
    if pile is None:
        return None
    table = SetTable(players, tuple(map(game.text_of, gardens)), tuple(middle), pile, game.mover)
    return None if events_before(game.game.rules, table) is None else table


def _dealt(game: DrivenGame, begin: New, events: Sequence[Event]) -> New | None:
    """Give the same game with the clovers in the order in which they came; None where not all hands are known."""
    game.open(begin.players, begin.setup, begin.variants or ())
    hands: list[list[int]] = [[] for _ in range(begin.players)]
    for event in events:
        if event["event"] == "setup":
            hands[int(str(event["player"])) - 1].append(int(str(event["clover"])))
    whole = game.hello.diagonal == "none" or all(len(hand) == game.hello.side for hand in hands)
    pile = _pile(game, Counter(number for hand in hands for number in hand), list(_revealed(events)))
    if not whole or pile is None:
        return None
    return replace(begin, hands=None if game.hello.diagonal == "none" else tuple(map(tuple, hands)), pile=pile)
