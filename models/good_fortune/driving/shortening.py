"""Requests with turns left away, made whole again."""

from collections.abc import Sequence

from models.driving import Hello, Request
from models.good_fortune.driving.requests import Choose, LayTile

Turns = list[list[Request]]


def units(requests: Sequence[Request]) -> tuple[list[Request], Turns]:
    """Cut requests into what comes before play, and turns; a turn begins where a tile is chosen behind a laying."""
    first = next((at for at, request in enumerate(requests) if isinstance(request, Choose)), len(requests))
    turns: Turns = []
    laid = True
    for request in requests[first:]:
        if laid and isinstance(request, Choose):
            turns.append([])
            laid = False
        turns[-1].append(request)
        laid = laid or isinstance(request, LayTile)
    return list(requests[:first]), turns


def mended(hello: Hello, requests: Sequence[Request]) -> list[Request]:
    """Leave requests as they are: each tile lies in one hand, and the medallion goes on by itself."""
    return list(requests)
