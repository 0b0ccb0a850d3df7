"""What a file of rules adds to the game: conditions on turns, and the counters they may speak of."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from verifier.own_claims.own_file import BadOwnFile, OwnFile, OwnText, Placed, one_line, only_known, placed_in, toml_of

PAGE = "docs/what-if.md tells what a file of rules holds"
MOST = 100


@dataclass(frozen=True)
class OwnRestriction:
    """A condition on turns that a user adds to the rules."""

    id: str
    says: str
    condition: Placed
    place: int


@dataclass
class AddedRules(OwnFile):
    """The restrictions of a file of rules; `clauses` are its other changes as they stand there."""

    restrictions: list[OwnRestriction] = field(default_factory=list)
    clauses: Sequence[dict[str, object]] = ()


@lru_cache(maxsize=16)
def read_added(source: OwnText) -> AddedRules:
    """Read what a file of rules adds. Raises BadOwnFile."""
    told, places = toml_of(source, "texts stand in quotes, each change begins with [[clause]] or [[restriction]]")
    file = AddedRules(source, places)
    file.read_common(told, ("clause", "restriction"))
    file.clauses, restrictions = (listed_tables(told.get(section), section) for section in ("clause", "restriction"))
    if not file.clauses and not restrictions:
        raise BadOwnFile("nothing is otherwise in the file", f"begin with [[clause]] or [[restriction]]; {PAGE}")
    for number, each in enumerate(restrictions):
        file.restrictions.append(_restriction(file, number, each))
    return file


def listed_tables(told: object, section: str) -> Sequence[dict[str, object]]:
    """Give the tables of a section. Raises BadOwnFile."""
    if told is None:
        return ()
    if not isinstance(told, list) or not all(isinstance(each, dict) for each in told) or len(told) > MOST:
        raise BadOwnFile(f"{section} stands one by one, at most {MOST} times", f"begin each with [[{section}]]")
    return told


def _restriction(file: AddedRules, number: int, told: dict[str, object]) -> OwnRestriction:
    def place(key: str = "") -> int:
        return file.places.of("restriction", number, key).start

    only_known(file, told, ("id", "says", "turn"), "restriction", number)
    id = str(told.get("id", "")).upper()
    if not re.fullmatch(r"[A-Z][A-Z0-9_-]{0,39}", id):
        message = "a restriction has an id: letters, digits, - and _"
        raise file.fault(message, 'write id = "one-exchange"', place("id"))
    if id in [each.id for each in file.restrictions]:
        raise file.fault(f"{id} is there already", "give the restriction another id", place("id"))
    if "turn" not in told:
        raise file.fault(f"{id} forbids nothing", 'write turn = "...": what every turn must keep', place())
    condition = placed_in(file, "restriction", number, "turn", told["turn"])
    return OwnRestriction(id, one_line(told.get("says") or condition.expression.text), condition, place("id"))
