"""Is the adapter right? Every request, legal and illegal, and what its answers show against what was asked.

What a program may also do that is merely wrong by the rules is no fault of its adapter.
"""

from collections.abc import Generator, Iterator
from contextlib import suppress

from models.driving import Check, CheckTalk, Hello, Request, Response, Wish
from models.lucky_numbers.driving.checked_game import CheckedGame, TalkOver
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
            yield _talk(game, game.play())
            yield _talk(game, game.again())
    if full and players and setups:
        yield from _offers(hello, players[0], setups[0])
    if players and "table" in hello.can and STANDARD in hello.setups:
        table = CheckedLateTable(hello, players[0])
        yield _talk(table, table.play())


def _offers(hello: LuckyHello, players: int, setup: str) -> Iterator[CheckTalk]:
    """Give talks about what not every program offers."""
    game = CheckedOffers(hello, players, setup)
    if "refuse" in hello.can and hello.diagonal == "players":
        yield _talk(game, game.wrong_set_up())
    if "play" in hello.can:
        game = CheckedOffers(hello, players, setup)
        yield _talk(game, game.own_turn())
    if "concede" in hello.can:
        game = CheckedOffers(hello, players, setup)
        yield _talk(game, game.giving_up())


def _talk(game: CheckedGame, asks: Generator[Request, Response, None]) -> CheckTalk:
    already = len(game.checks)
    with suppress(TalkOver):
        yield from asks
        game.still_due()
    return game.checks[already:]


def _of_hello(hello: LuckyHello) -> CheckTalk:
    """Look at what a program says of itself."""
    found = []
    for word in hello.can:
        if word not in CAN:
            help = f"in the branch for `hello`: `can` may hold {', '.join(CAN)}"
            found.append(Check("hello", f"`can` holds {word[:40]!r}, which is not known", help))
    for setup in hello.setups:
        if setup not in (STANDARD, MICHAEL):
            help = f"in the branch for `hello`: `setups` may hold {STANDARD} and {MICHAEL}"
            found.append(Check("hello", f"`setups` holds {setup[:40]!r}, which is not known", help))
    if not hello.name:
        found.append(Check("hello", "the program has no name", 'in the branch for `hello`: add "name"'))
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
