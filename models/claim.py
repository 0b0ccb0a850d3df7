"""A claim: something asserted of a game, as data, with the verdict it stands for."""

from collections.abc import Callable
from typing import Any, Literal, NewType

from msgspec import Struct

ClaimId = NewType("ClaimId", str)
Scope = Literal["tables", "steps", "games"]
Expected = Literal["proved", "refuted"]


class Games(Struct, frozen=True):
    """What is known of all games together: by kind of end the fewest turns to it, tables without a turn, a cycle."""

    soonest: dict[str, int]
    dead: int
    cycle: int | None


class Claim(Struct, frozen=True):
    """Something asserted of every table, of every step, or of all games together.

    `check` is asked about a table, a step, or the rules and `Games`. Claims that must be refuted show that the rules
    bite: somewhere, if not at every size. `applies` tells for which rules the claim is made.
    """

    id: ClaimId
    statement: str
    expected: Expected
    scope: Scope
    check: Callable[..., bool]
    applies: Callable[[Any], bool] = lambda rules: True
