"""Which facts of a game's events a log records: some breaches of clauses show in nothing else."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec import Struct


class HangingFact(Struct, frozen=True):
    """A fact of an event in which alone some breaches show: its keys, of which one suffices.

    `inside` names the list whose entries have the keys. Which clauses hang on it the game says (`shown_by`).
    """

    keys: tuple[str, ...]
    inside: str = ""

    def recorded(self, event: object) -> bool:
        """Tell whether an event says it."""
        holders = (getattr(event, self.inside) or ()) if self.inside else (event,)
        for holder in holders:
            for key in self.keys:
                if getattr(holder, key) is not None:
                    return True
        return False


@lru_cache(maxsize=256)
def _without(facts: tuple[HangingFact, ...], keys: tuple[str, ...]) -> tuple[HangingFact, ...]:
    """Leave out the facts that one of the keys tells."""
    return tuple([fact for fact in facts if not set(keys).intersection(fact.keys)])


class FactsTold:
    """What the events of one game have recorded of the facts that clauses hang on, which stand by kinds of event."""

    __slots__ = ("asked", "never")

    def __init__(self, asked: Mapping[type, tuple[HangingFact, ...]]) -> None:
        self.asked = asked
        self.never: dict[type, tuple[HangingFact, ...]] = {}  # of the kinds of event that have come, what none said

    def see(self, event: object) -> None:
        """Take an event."""
        kind = type(event)
        never = self.never.get(kind)
        if never is None:
            never = self.asked.get(kind)
        if never:
            self.never[kind] = tuple([fact for fact in never if not fact.recorded(event)])

    def tell(self, kind: type, *keys: str) -> None:
        """Take note that events of a kind have come that nobody has decoded, and that these keys were told in them."""
        never = self.never.get(kind)
        if never is None:
            never = self.asked.get(kind)
        if never:
            self.never[kind] = _without(never, keys)

    def lacking(self) -> Iterator[HangingFact]:
        """Give what no event has told that could have."""
        for never in self.never.values():
            yield from never
