"""Is the adapter right? What it says of the program, and what its answers show of one turn against what was asked.

What a program may also do that is merely wrong by the rules is no certain fault of its adapter.
"""

from collections.abc import Iterator
from random import Random
from typing import Literal

from models.driving import CannotPlay, Check, CheckTalk, Hello, Wish
from models.good_fortune.driving.dialogue import FortuneDialogue
from models.good_fortune.driving.plan import rules_for, texts_of
from models.good_fortune.driving.playouts import dealt
from models.good_fortune.driving.requests import Choose, Concede, FortuneHello, FortuneResponse, LayTile, New, Play
from models.good_fortune.editions import VARIANTS

CAN = ("deal", "legal", "refuse", "result", "play", "concede", "again")
SEED = 20


def check(hello: Hello, wish: Wish, full: bool) -> Iterator[CheckTalk]:
    """Give talks with a program that tell what is wrong with its adapter."""
    assert isinstance(hello, FortuneHello)
    yield _of_hello(hello, wish)
    yield _one_turn(hello, wish)
    if full and "play" in hello.can:
        yield _offered(hello, wish, "play")
    if full and "concede" in hello.can:
        yield _offered(hello, wish, "concede")


def _of_hello(hello: FortuneHello, wish: Wish) -> CheckTalk:
    """Look at what a program says of itself."""
    found = []
    for key, words, known in (("can", hello.can, CAN), ("variants", hello.variants, VARIANTS)):
        for word in words:
            if word not in known:
                help = f"in the branch for `hello`: `{key}` may hold {', '.join(known)}"
                found.append(Check("hello", f"`{key}` holds {word[:40]!r}, which is not known", help))
    if not hello.name:
        found.append(Check("hello", "the program has no name", 'in the branch for `hello`: add "name"'))
    try:
        rules_for(hello, wish, ())
    except CannotPlay as wrong:
        found.append(Check("hello", wrong.message, f"in the branch for `hello`: {wrong.help}", grave=True))
    return found or [Check("hello")]
    yield


def _one_turn(hello: FortuneHello, wish: Wish) -> CheckTalk:
    """Play one turn of the usual game, and compare what is shown."""
    try:
        rules, dialogue = rules_for(hello, wish, ()), FortuneDialogue(hello, wish)
    except CannotPlay:
        return []
    hands, line = dealt(Random(SEED), rules) if "deal" in hello.can else (None, None)
    new = New(2, (), SEED, hands, line, None if hello.tiles is not None else texts_of(rules.tiles))
    reply = yield new
    assert isinstance(reply, FortuneResponse)
    if not reply.done:
        why = reply.why or reply.error or str(reply.cannot)
        help = "in the branch for `new`: begin the usual game, with `hands` and `line` if it can `deal`"
        return [Check("`new`", f"the usual game is refused: {why[:100]}", help, shown_by=(new,))]
    try:
        dialogue.hear(new, reply)
    except CannotPlay as wrong:
        help = f"in the branch for `new`: {wrong.help}"
        return [Check("`new`", wrong.message, help, grave=True, shown_by=(new,))]
    found = [] if dialogue.lost else [*(yield from _choices(dialogue)), *(yield from _layings(dialogue))]
    return found or [Check("`new`"), Check("`choose`"), Check("`lay`")]


def _offered(hello: FortuneHello, wish: Wish, word: Literal["play", "concede"]) -> CheckTalk:
    """Begin a game, and let the program choose for its own player, or a player give up."""
    try:
        rules, dialogue = rules_for(hello, wish, ()), FortuneDialogue(hello, wish)
        hands, line = dealt(Random(SEED), rules) if "deal" in hello.can else (None, None)
        tiles = None if hello.tiles is not None else texts_of(rules.tiles)
        new = New(2, (), SEED, hands, line, tiles, (1, 2) if word == "play" else None)
        dialogue.hear(new, (yield new))
        player = next(iter(dialogue.choosers()), 1)
    except CannotPlay:
        return []
    request = Play(player) if word == "play" else Concede(player)
    reply = yield request
    assert isinstance(reply, FortuneResponse)
    help = f"in the branch for `{word}`: do it for the player that is named, or leave `{word}` out of `can`"
    if reply.error is not None:
        return []
    if reply.cannot:
        return [Check("hello", f"`can` holds `{word}`, and the answer is `cannot`", help, shown_by=(request,))]
    if not reply.done:
        fault = f"`can` holds `{word}`, and it is refused: {(reply.why or 'no reason is given')[:80]}"
        return [Check(f"`{word}`", fault, help, certain=False, shown_by=(new, request))]
    if word == "play" and reply.tile is None:
        return [
            Check(
                "`play`", "the answer to `play` names no tile", 'add "tile", and of a laying "end"', shown_by=(request,)
            )
        ]
    return [Check(f"`{word}`")]


def _choices(dialogue: FortuneDialogue) -> CheckTalk:
    found = []
    while players := dialogue.choosers():
        request = Choose(players[0], dialogue.hand(players[0])[0])
        reply = yield request
        assert isinstance(reply, FortuneResponse)
        if not reply.done:
            break  # which playing tells of
        dialogue.hear(request, reply)
        told = reply.seen.chosen
        if told is not None and len(told) == 2 and told[2 - request.player] == request.tile:
            help = "in `chosen`: the choice of player 1 comes first; players are 1 and 2 in requests"
            fault = f"player {request.player} chose the {request.tile}, and it is shown for the other player"
            found.append(Check("`choose`", fault, help, shown_by=(request,)))
        if 0 in (reply.seen.to_move, reply.seen.holder):
            fault = "a player 0 is shown"
            help = "in `to_move` and `holder`: players are 1 and 2; write null for nobody"
            found.append(Check("`choose`", fault, help, grave=True, shown_by=(request,)))
    return found


def _layings(dialogue: FortuneDialogue) -> CheckTalk:
    found = []
    while (due := dialogue.next_laying()) is not None and (ends := dialogue.ends(due[1])):
        request = LayTile(*due, ends[0])
        reply = yield request
        assert isinstance(reply, FortuneResponse)
        if not reply.done:
            break
        dialogue.hear(request, reply)
        shown = reply.seen.line
        if shown and request.tile in shown and shown[0 if request.end == "left" else -1] != request.tile:
            fault = f"the {request.tile} was laid on the {request.end}, and the line is shown as {list(shown)}"
            help = "in `line`: write it from left to right; in the branch for `lay`: see which end is the left one"
            found.append(Check("`lay`", fault, help, certain=False, shown_by=(request,)))
        if reply.seen.hands and any(request.tile in hand for hand in reply.seen.hands):
            fault = f"the {request.tile} was laid, and is shown in a hand"
            found.append(Check("`lay`", fault, "in `hands`: show what is in hand now", certain=False))
    return found
