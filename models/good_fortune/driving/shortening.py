"""Requests with turns left away, made whole again."""

from collections.abc import Iterator, Sequence

from models.asking import cut_into_turns
from models.driving import Hello, Request
from models.good_fortune.driving.requests import Choose, LayTile

Turns = list[list[Request]]


def units(requests: Sequence[Request]) -> tuple[list[Request], Turns]:
    """Cut requests into what comes before play, and turns; a turn begins where a tile is chosen behind a laying."""
    return cut_into_turns(requests, Choose, LayTile)


def mended(hello: Hello, requests: Sequence[Request]) -> Iterator[list[Request]]:
    """Leave requests as they are: each tile lies in one hand, and the medallion goes on by itself."""
    yield list(requests)
