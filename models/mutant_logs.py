"""Mutant logs: what programs with a mistake would write, legal up to the first event that shows it."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from models.clause import AnyStep, Clause, binds
from models.state_space import Mutant, SuiteGame

KEPT = 40  # events kept for each set of broken clauses, sort of event and log
STOP: dict[str, object] = {"event": "stop", "reason": "the mistake has shown"}
Event = dict[str, object]


class Candidate(Struct):
    """An event that could stand at a place of a log, as a step, and the places of the clauses it breaks.

    `sort` tells it from other sorts of events that break the same.
    """

    log: SuiteGame
    at: int
    event: Event
    step: AnyStep
    broken: frozenset[int]
    sort: tuple[object, ...]


Pool = Mapping[frozenset[int], Sequence[Candidate]]


class MutantLogs(Struct, frozen=True):
    """What finding such logs needs of a game.

    `shown` are the keys that a refused turn does not hold, `results` the events behind which no log breaks off; what
    the clauses at the places `apart` forbid is not refused, for it only shows in a later turn. `turns` are the events
    that can be refused, and `stops` tells whether a log can say that it breaks off.
    """

    clauses: Sequence[Clause]
    shown: frozenset[str]
    results: frozenset[str]
    apart: frozenset[int] = frozenset()
    turns: frozenset[str] = frozenset({"turn"})
    stops: bool = True

    def find(
        self, rng: random.Random, candidates: Iterable[Candidate], mistakes: Sequence[Mutant]
    ) -> Sequence[SuiteGame]:
        """Write a log for each mistake that a log can show; others only show in the verdict on legal games."""
        pool = _pool(rng, candidates)
        found = []
        for number, mistake in enumerate(mistakes, 1):
            wrong = mistake.changed(self.clauses)
            made = self._allows(pool, wrong) or self._refuses(pool, wrong)
            if made is not None:
                found.append(SuiteGame(f"{number:03}-{_slug(mistake.name)}", "", mistake.name, tuple(made)))
        return tuple(found)

    def _allows(self, pool: Pool, wrong: Mapping[int, Clause]) -> list[Event] | None:
        """Find an event that breaks a clause, but none as the mistaken program has them."""
        # The more clauses an event breaks at once, the more of the mistake it shows.
        for broken in sorted(pool, key=lambda key: (-len(key), sorted(key))):
            if not broken or not broken <= wrong.keys():
                continue
            for candidate in pool[broken]:
                if all(_asked(candidate.step, clause) for clause in wrong.values()):
                    return self._log(candidate, candidate.event)
        return None

    def _refuses(self, pool: Pool, wrong: Mapping[int, Clause]) -> list[Event] | None:
        """Find a legal turn that the mistaken program refuses."""
        told = [clause for place, clause in wrong.items() if place not in self.apart]
        for candidate in pool.get(frozenset(), ()):
            if candidate.event["event"] in self.turns and not all(_asked(candidate.step, each) for each in told):
                asked = {key: value for key, value in candidate.event.items() if key not in self.shown}
                return self._log(candidate, {**asked, "event": "refused"})
        return None

    def _log(self, candidate: Candidate, event: Event) -> list[Event]:
        """Write the log up to an event, and break it off behind, unless the event is a result."""
        rest = (STOP,) if self.stops and event["event"] not in self.results else ()
        return [*candidate.log.events[: candidate.at], event, *rest]


def _pool(rng: random.Random, candidates: Iterable[Candidate]) -> Pool:
    pool: defaultdict[frozenset[int], list[Candidate]] = defaultdict(list)
    count: Counter[tuple[object, ...]] = Counter()
    for candidate in candidates:
        sort = (candidate.log.key, candidate.broken, candidate.event["event"], candidate.sort)
        count[sort] += 1
        if count[sort] <= KEPT:
            pool[candidate.broken].append(candidate)
    rng.shuffle(pool[frozenset()])
    return pool


def _asked(step: AnyStep, clause: Clause) -> bool:
    return not isinstance(step.move, clause.moves) or clause.holds(step)


def breached_places(clauses: Sequence[Clause], step: AnyStep) -> frozenset[int]:
    """Give the places of the clauses a step breaks, without what is only outside the edition."""
    return frozenset(
        place for place, clause in enumerate(clauses) if binds(clause, type(step.move)) and not clause.holds(step)
    )


def _slug(name: str) -> str:
    return "".join(sign if sign.isalnum() else "-" for sign in name.lower()).strip("-")[:60].strip("-")
