"""What is asked of inferring, and what it came to, as plain values and filled into lines."""

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec
from msgspec import Struct


class How(Struct, frozen=True):
    """Whether to infer: where facts are missing, or always; for how many seconds; where the games found go."""

    always: bool = False
    seconds: float = 60.0
    explanation: Callable[[bytes], None] | None = None


class Known(Struct, frozen=True):
    """What was found out of a missing fact: its line, which missing turn there (0: none), key, possible values."""

    line: int
    place: int
    key: str
    values: tuple[object, ...]
    exact: bool

    @property
    def forced(self) -> bool:
        """Whether only one value is possible."""
        return self.exact and len(self.values) == 1


class Line(Struct, frozen=True):
    """A line of a conflict: what it is, and what it says."""

    line: int
    what: str
    says: str
    keys: tuple[str, ...]


class Conflict(Struct, frozen=True):
    """Lines and clauses that contradict each other; `minimal`: none of them can go; `claims` are proved of all play.

    `too_large`: there was too much to ask, in whatever time.
    """

    lines: tuple[Line, ...]
    clauses: tuple[tuple[str, str], ...]
    minimal: bool
    claims: tuple[str, ...] = ()
    too_large: bool = False


class Inferred(Struct, frozen=True):
    """What inferring came to; `missing` is how many turns gaps of unknown length were taken for.

    `left_out` are lines that were neither believed nor judged; `located` tells whether the first line that cannot be
    explained is known.
    """

    explained: Literal["consistent", "impossible", "undecided"]
    seconds: float
    found: tuple[Known, ...] = ()
    missing: int | None = None
    why: str = ""
    left_out: tuple[int, ...] = ()
    located: bool = True


def filled_in(raw: bytes, *keys: Mapping[str, object]) -> bytes:
    """Write an event with some keys filled in."""
    more = {key: value for each in keys for key, value in each.items()}
    return msgspec.json.encode({**msgspec.json.decode(raw), **more}) if more else raw
