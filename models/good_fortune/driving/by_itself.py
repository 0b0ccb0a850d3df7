"""What a program could do by itself in the place of what it did, and be seen at once: what no request asks for."""

from collections.abc import Iterator, Mapping
from functools import cache

from models.asking import only_allowing
from models.driving import Event, Hello, Wish, lacking
from models.good_fortune.cases import read_case
from models.good_fortune.clauses.gf201_choice import Choice
from models.good_fortune.clauses.gf202_priority import Priority
from models.good_fortune.clauses.gf204_connect import Connect
from models.good_fortune.clauses.gf209_concede import NobodyConcedes
from models.good_fortune.clauses.gf501_guessing import Guessing
from models.good_fortune.clauses.gf502_simple import SimpleLaying
from models.good_fortune.editions import GUESSING, SIMPLE
from models.good_fortune.perturbations import SHOWN, perturbations
from models.good_fortune.table import Table

BESIDE = "another rule forbids the same"
SIZE = "the size of the game is what the program says of itself"
# Mistakes that show only in a program that is wrong in more than one clause.
MASKED = {
    "Simple laying has a medallion": BESIDE,
    "play goes on with empty hands": BESIDE,
}
# Mistakes that no exchange with any program can show.
HIDDEN = {
    "a short game is printed too": SIZE,
    "a long game is printed too": SIZE,
    "a half-known tile is not judged": "a program knows all of its tiles",
    "it must be handed over in Guessing too": "in Guessing it may be handed over or stay",
    "anybody may give up": "it is outside the edition in any case",
    "player 1 must start": "the sheet leaves open who starts",
}


@cache
def _only_refused() -> tuple[str, ...]:
    """Name the mistakes that show only where a program does not refuse what it must, or in what it lists."""
    return tuple(only_allowing((Choice(), Priority(), Connect()), read_case))


def unoffered(hello: Hello, wish: Wish) -> Mapping[str, str]:
    """Say of clauses and mistakes why they are not tried, where a program does not offer what they are about."""
    found: dict[str, str] = {NobodyConcedes.id: lacking("concede" in hello.can, True, "giving up")}
    if not {"legal", "play"} & {*hello.can}:
        found |= dict.fromkeys(_only_refused(), lacking("refuse" in hello.can, True, "refusals"))
    for clause, name in ((Guessing, GUESSING), (SimpleLaying, SIMPLE)):
        asked_for = wish.variants is None or name in wish.variants
        found[clause.id] = lacking(name in hello.variants, asked_for, f"the variant {name}")
    return {clause: reason for clause, reason in found.items() if reason}


def by_itself(event: Mapping[str, object], table: object) -> Iterator[Event]:
    """Give other events that a program could have made of a request: shown, dealt, won or named otherwise."""
    assert isinstance(table, Table)
    kind = event["event"]
    for other in perturbations(dict(event), table):
        if other["event"] == "end":
            if kind == "end" or not table.ended:
                yield other
        elif other["event"] == kind == "deal":
            if all(key in event or table.rules.simple for key in other):
                yield other
        elif other["event"] == kind == "turn" and _same_request(event, other, guessing=table.rules.guessing):
            yield other


def _same_request(event: Mapping[str, object], other: Event, *, guessing: bool) -> bool:
    """Tell whether a program can make this of the same request, and shows it."""
    if any(key in SHOWN and key not in event for key in other):
        medallion = {key for key in other if key in ("holder", "side")}
        if not medallion or "holder" in event:
            return False
    same_chooser = guessing or event.get("chooser") == other.get("chooser")
    return same_chooser and _asked(event) == _asked(other)


def _asked(event: Mapping[str, object]) -> list[object]:
    laid = event["laid"]
    assert isinstance(laid, list)
    return [(each["player"], each["tile"], each["end"]) for each in laid]
