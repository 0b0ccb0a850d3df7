"""Is the adapter right? Every request, legal and illegal, and what its answers show against what was asked.

What a program may also do that is merely wrong by the rules is no fault of its adapter.
"""

from collections.abc import Iterator

from models.checked_talk import checks_of_hello, talked
from models.driving import Check, CheckTalk, Hello, Wish
from models.lucky_numbers.driving.checked_late_table import CheckedLateTable
from models.lucky_numbers.driving.checked_offers import CheckedOffers
from models.lucky_numbers.driving.checked_turns import CheckedTurns
from models.lucky_numbers.driving.requests import LuckyHello
from models.lucky_numbers.editions import MICHAEL, STANDARD
from models.lucky_numbers.garden import LARGEST_SIDE, SMALLEST_SIDE

CAN = ("deal", "table", "legal", "refuse", "result", "play", "concede", "again")
MOST_PLAYERS = 4
SEED = 20


def check(hello: Hello, wish: Wish, full: bool) -> Iterator[CheckTalk]:
    """Give talks with a program that tell what is wrong with its adapter; in short, as few as can be."""
    assert isinstance(hello, LuckyHello)
    yield _of_hello(hello)
    if not SMALLEST_SIDE <= hello.side <= LARGEST_SIDE:
        return
    players = [each for each in hello.players if 2 <= each <= MOST_PLAYERS and wish.players in (None, each)]
    setups = [each for each in hello.setups if each in (STANDARD, MICHAEL) and wish.setup in (None, each)]
    for index, count in enumerate(players if full else players[:1]):
        for setup in setups if full and not index else setups[:1]:
            game = CheckedTurns(hello, count, setup)
            yield talked(game, game.play())
            yield talked(game, game.again())
    if full and players and setups:
        yield from _offers(hello, players[0], setups[0])
    if players and "table" in hello.can and STANDARD in hello.setups:
        table = CheckedLateTable(hello, players[0])
        yield talked(table, table.play())


def _offers(hello: LuckyHello, players: int, setup: str) -> Iterator[CheckTalk]:
    """Give talks about what not every program offers."""
    game = CheckedOffers(hello, players, setup)
    if "refuse" in hello.can and hello.diagonal == "players":
        yield talked(game, game.wrong_set_up())
    if "play" in hello.can:
        game = CheckedOffers(hello, players, setup)
        yield talked(game, game.own_turn())
    if "concede" in hello.can:
        game = CheckedOffers(hello, players, setup)
        yield talked(game, game.giving_up())


def _of_hello(hello: LuckyHello) -> CheckTalk:
    """Look at what a program says of itself."""
    words = {"can": (hello.can, CAN), "setups": (hello.setups, (STANDARD, MICHAEL))}
    found = list(checks_of_hello(hello, words))
    for key, value in (("players", hello.players), ("setups", hello.setups)):
        if not value:
            example = "[2,3,4]" if key == "players" else '["standard"]'
            help = f'in the branch for `hello`: add "{key}":{example}'
            found.append(Check("hello", f"`{key}` is empty or not there", help, grave=True))
    wrong = [each for each in hello.players if not 2 <= each <= MOST_PLAYERS]
    if wrong:
        help = f"in the branch for `hello`: name the numbers from 2 to {MOST_PLAYERS} that can play"
        found.append(Check("hello", f"`players` holds {wrong[0]}", help, grave=wrong == list(hello.players)))
    if not SMALLEST_SIDE <= hello.side <= LARGEST_SIDE:
        help = f"in the branch for `hello`: `side` is from {SMALLEST_SIDE} to {LARGEST_SIDE}, or not there"
        found.append(Check("hello", f"`side` is {hello.side}", help, grave=True))
    return found or [Check("hello")]
    yield
