"""Steps that were made anew of the events of a log, and what was asked of them, for several courses together."""

from typing import Generic, TypeVar

from models.clause import AnyStep
from verifier.diagnose.watched_log import WatchedLog, rules_broken

KeyT = TypeVar("KeyT")
FoundT = TypeVar("FoundT")
MADE = 7  # clauses that can be asked while a step is made


class MadeAnswers(Generic[KeyT, FoundT]):
    """What was found for steps and tables: the last one is compared, and hashed only when another one comes."""

    def __init__(self) -> None:
        self.last: tuple[KeyT, FoundT] | None = None
        self.others: dict[KeyT, FoundT] = {}

    def get(self, key: KeyT) -> FoundT | None:
        """Give what was found, None where it was not yet."""
        if self.last is not None and (self.last[0] is key or self.last[0] == key):
            return self.last[1]
        return self.others.get(key) if self.others else None

    def put(self, key: KeyT, found: FoundT) -> None:
        """Note what was found."""
        if self.last is not None:
            self.others[self.last[0]] = self.last[1]
        self.last = key, found


class MadeSteps:
    """Steps that were made anew of the events of a log, by the table before them, and the right clauses they break.

    What several courses have in common is made and asked once.
    """

    def __init__(self, log: WatchedLog) -> None:
        self.game = log.game
        self.made = [MadeAnswers[object, AnyStep]() for _ in log.seen]
        self.asked = [MadeAnswers[AnyStep, frozenset[str]]() for _ in log.seen]
        self.work = 0

    def broken_by(self, place: int, step: AnyStep) -> frozenset[str]:
        """Give the rules of the edition that a step breaks."""
        asked = self.asked[place].get(step)
        if asked is None:
            self.work += MADE
            asked = rules_broken(self.game, step)
            self.asked[place].put(step, asked)
        return asked
