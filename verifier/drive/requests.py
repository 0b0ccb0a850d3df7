"""Files of requests, to be made again."""

from collections.abc import Sequence
from typing import Union

import msgspec

from models.driving import Driving, Hello, Request

MOST_BYTES = 1 << 24


class BadRequests(Exception):
    """A file that holds no requests; the words name the line."""


def read_requests(driving: Driving, content: bytes) -> list[Request]:
    """Read requests, one JSON object a line. Raises BadRequests."""
    if len(content) > MOST_BYTES:
        raise BadRequests(f"longer than {MOST_BYTES:,} bytes")
    decode = msgspec.json.Decoder(Union[driving.requests]).decode  # noqa: UP007 - the types are known at run time only
    found: list[Request] = []
    for number, line in enumerate(content.splitlines(), 1):
        if line.strip():
            try:
                found.append(decode(line))
            except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
                raise BadRequests(f"line {number}: {str(wrong)[:200]}") from wrong
    if not found:
        raise BadRequests("no request in it")
    return found


def games_of(driving: Driving, requests: Sequence[Request]) -> list[list[Request]]:
    """Cut requests into games."""
    games: list[list[Request]] = []
    for request in requests:
        if not games or isinstance(request, driving.begins):
            games.append([])
        games[-1].append(request)
    return games


def fit(driving: Driving, requests: Sequence[Request], hello: Hello) -> bool:
    """Tell whether requests fit a program."""
    return not any(driving.misfit(hello, request) for request in requests)


def check_fitting(driving: Driving, requests: Sequence[Request], hello: Hello) -> None:
    """See that requests fit a program. Raises BadRequests."""
    for number, request in enumerate(requests, 1):
        if fault := driving.misfit(hello, request):
            do = type(request).__struct_config__.tag
            raise BadRequests(f"request {number}, `{do}`: {fault}")
