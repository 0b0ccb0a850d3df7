"""Exchanges that begin by a deal in the place of the program's own, and lead to the same."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from models.driving import Event, Hello, Request, Wish
from models.good_fortune.driving.requests import Heaps, New, Numbers


def fixed(requests: Sequence[Request]) -> bool:
    """Tell whether the requests say what is dealt."""
    begin = requests[0] if requests else None
    return isinstance(begin, New) and begin.hands is not None


def rebuilt(
    hello: Hello, wish: Wish, requests: Sequence[Request], events: Sequence[Event], said: Sequence[int]
) -> Iterator[list[Request]]:
    """Ask for the deal that the program has made itself."""
    begin = requests[0] if requests else None
    deal = next((event for event in events if event["event"] == "deal"), None)
    if "deal" in hello.can and deal is not None and isinstance(begin, New) and begin.hands is None:
        hands, line = msgspec.convert(deal["hands"], Heaps), msgspec.convert(deal["line"], Numbers)
        yield [replace(begin, hands=hands, line=line), *requests[1:]]
