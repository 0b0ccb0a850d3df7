"""Is the adapter right? Every request, legal and illegal, and what its answers show against what was asked.

What a program may also do that is merely wrong by the rules is no certain fault of its adapter.
"""

from collections.abc import Iterator

from models.checked_talk import checks_of_hello, talked
from models.driving import CannotPlay, Check, CheckTalk, Hello, Wish
from models.good_fortune.driving.checked_turns import CheckedFortuneTurns
from models.good_fortune.driving.plan import NONE, offered_variants, rules_for
from models.good_fortune.driving.requests import FortuneHello
from models.good_fortune.editions import VARIANTS

CAN = ("deal", "legal", "refuse", "result", "play", "concede", "again")


def check(hello: Hello, wish: Wish, full: bool) -> Iterator[CheckTalk]:
    """Give talks with a program that tell what is wrong with its adapter; in short, as few as can be."""
    assert isinstance(hello, FortuneHello)
    yield _of_hello(hello, wish)
    try:
        rules_for(hello, wish, NONE)
    except CannotPlay:
        return
    offered = offered_variants(hello, wish)
    for variants in offered if full else offered[:1]:
        game = CheckedFortuneTurns(hello, wish, variants)
        yield talked(game, game.play(whole=full))
        yield talked(game, game.again())
    if full and offered and "play" in hello.can:
        game = CheckedFortuneTurns(hello, wish, offered[0], own=(1, 2))
        yield talked(game, game.own_turn())
    if full and offered and "concede" in hello.can:
        game = CheckedFortuneTurns(hello, wish, offered[0])
        yield talked(game, game.giving_up())


def _of_hello(hello: FortuneHello, wish: Wish) -> CheckTalk:
    """Look at what a program says of itself."""
    found = list(checks_of_hello(hello, {"can": (hello.can, CAN), "variants": (hello.variants, VARIANTS)}))
    try:
        rules_for(hello, wish, NONE)
    except CannotPlay as wrong:
        found.append(Check("hello", wrong.message, f"in the branch for `hello`: {wrong.help}", grave=True))
    return found or [Check("hello")]
    yield
