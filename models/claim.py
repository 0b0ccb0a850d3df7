"""What a claim about a game is made of: its id, the verdict it stands for, how a graph decides it."""

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


class Look(Struct, frozen=True):
    """How the graph of a small game decides a claim: by looking at all tables, at all steps, or at all games together.

    `check` is asked about a table, a step, or the rules and `Games`. `applies` tells for which rules the claim is made.
    """

    scope: Scope
    check: Callable[..., bool]
    applies: Callable[[Any], bool] = lambda rules: True
