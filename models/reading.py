"""How the rules are to be read, and what is said of an event that means nothing in them."""

from collections.abc import Sequence
from typing import Literal, Protocol

from msgspec import Struct

from models.changes import UNCHANGED, RuleChanges


class TilesOfBox(Protocol):
    """What lies in the box: what every tile carries."""

    @property
    def faces(self) -> Sequence[object]: ...


class Reading(Struct, frozen=True):
    """How to read the rules where the caller has a say: another edition than a log names, the open questions.

    `answers` names the open questions that are answered in another way than usual, each as the options of the program
    call it; a game looks at those it knows. `material` is what lies in the box (a set of tiles), for a game whose rules
    do not say it. `required` names facts that must be recorded. `changes` puts other clauses
    in force than the rules have.
    """

    edition: str | None = None
    answers: frozenset[str] = frozenset()
    material: "TilesOfBox | None" = None
    required: frozenset[str] = frozenset()
    changes: RuleChanges = UNCHANGED


class Malformed(Exception):
    """An event that means nothing in its game.

    `sort` is "value" (a value that does not exist in the game), "header" (a header no rules are known for),
    "place" (an event where it cannot stand) or "missing" (a fact without which nothing can be judged).
    """

    def __init__(
        self, sort: Literal["value", "header", "place", "missing"], field: str, message: str, help: str
    ) -> None:
        super().__init__(message)
        self.sort, self.field, self.message, self.help = sort, field, message, help
