"""What is asked of inferring, and what it came to, as plain values."""

from collections.abc import Callable
from typing import Literal

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


class Line(Struct, frozen=True):
    """A line of a conflict: what it is, and what it says."""

    line: int
    what: str
    says: str
    keys: tuple[str, ...]


class Conflict(Struct, frozen=True):
    """Lines and clauses that contradict each other; `minimal`: none of them can go; `claims` are proved of all play."""

    lines: tuple[Line, ...]
    clauses: tuple[tuple[str, str], ...]
    minimal: bool
    claims: tuple[str, ...] = ()


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
