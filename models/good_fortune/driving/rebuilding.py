"""Exchanges that begin by a deal in the place of the program's own, and lead to the same."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from models.driving import Event, Hello, Request, Wish
from models.good_fortune.driving.dialogue import FortuneDialogue
from models.good_fortune.driving.requests import FortuneHello, FortuneResponse, Heaps, New, Numbers


def fixed(requests: Sequence[Request]) -> bool:
    """Tell whether the requests say what is dealt."""
    begin = requests[0] if requests else None
    return isinstance(begin, New) and begin.hands is not None


def rebuilt(
    hello: Hello, wish: Wish, requests: Sequence[Request], events: Sequence[Event], said: Sequence[int]
) -> Iterator[list[Request]]:
    """Ask for the deal that the program has made itself, unless it is against the rules."""
    assert isinstance(hello, FortuneHello)
    begin = requests[0] if requests else None
    deal = next((event for event in events if event["event"] == "deal"), None)
    if "deal" in hello.can and deal is not None and isinstance(begin, New) and begin.hands is None:
        hands, line = msgspec.convert(deal["hands"], Heaps), msgspec.convert(deal["line"], Numbers)
        dealt, dialogue = replace(begin, hands=hands, line=line), FortuneDialogue(hello, wish)
        dialogue.hear(dealt, FortuneResponse(ok=True))
        if not dialogue.doubtful:
            yield [dealt, *requests[1:]]
