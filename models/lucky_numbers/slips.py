"""For each mistake a log that a program with it would write: a legal game up to the first event that shows it."""

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from models.clause import Clause
from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.clauses.ln208_another_turn import BRUNO
from models.lucky_numbers.recorder import Event
from models.lucky_numbers.samples import games
from models.lucky_numbers.table import Step
from models.lucky_numbers.trials_of_logs import Candidate, candidates
from models.world import Mistake, Sample

KEPT = 40  # events kept for each set of broken clauses, sort of event and log
STOP: Event = {"event": "stop", "reason": "the mistake has shown"}
SET_APART = {CLAUSES.index(BRUNO)}  # who is next shows in the turn behind


def slips(seed: int, mistakes: Sequence[Mistake]) -> Sequence[Sample]:
    """Write a log for each mistake that a log can show; others only show in the verdict on legal games."""
    rng = random.Random(f"slips {seed}")
    pool: defaultdict[frozenset[int], list[Candidate]] = defaultdict(list)
    for log in games(seed):
        count: Counter[tuple[object, ...]] = Counter()
        for candidate in candidates(rng, log):
            event = candidate.event
            sort = (candidate.broken, event["event"], event.get("from"), event.get("action"))
            count[sort] += 1
            if count[sort] <= KEPT:
                pool[candidate.broken].append(candidate)
    rng.shuffle(pool[frozenset()])
    found = []
    for number, mistake in enumerate(mistakes, 1):
        made = _allows(pool, mistake) or _refuses(pool, mistake)
        if made is not None:
            found.append(Sample(f"{number:03}-{_slug(mistake.name)}", "", mistake.name, tuple(made)))
    return tuple(found)


def _slug(name: str) -> str:
    return "".join(sign if sign.isalnum() else "-" for sign in name.lower()).strip("-")[:60].strip("-")


def _wrong(mistake: Mistake) -> dict[int, Clause[Any]]:
    pairs = enumerate(zip(mistake.clauses, CLAUSES, strict=True))
    return {index: clause for index, (clause, right) in pairs if clause != right}


def _asked(step: Step, clause: Clause[Any]) -> bool:
    return not isinstance(step.move, clause.moves) or clause.holds(step)


def _allows(pool: dict[frozenset[int], list[Candidate]], mistake: Mistake) -> list[Event] | None:
    """Find an event that breaks a clause, but none as the mistaken program has them."""
    wrong = _wrong(mistake)
    # The more clauses an event breaks at once, the more of the mistake it shows.
    for broken in sorted(pool, key=lambda key: (-len(key), sorted(key))):
        if not broken or not broken <= wrong.keys():
            continue
        for candidate in pool[broken]:
            if all(_asked(candidate.step, clause) for clause in wrong.values()):
                return _log(candidate, candidate.event)
    return None


def _refuses(pool: dict[frozenset[int], list[Candidate]], mistake: Mistake) -> list[Event] | None:
    """Find a legal turn that the mistaken program refuses."""
    wrong = {index: clause for index, clause in _wrong(mistake).items() if index not in SET_APART}
    for candidate in pool[frozenset()]:
        if candidate.event["event"] == "turn" and not all(_asked(candidate.step, each) for each in wrong.values()):
            asked = {key: value for key, value in candidate.event.items() if key not in ("pile", "middle", "out")}
            return _log(candidate, {**asked, "event": "refused"})
    return None


def _log(candidate: Candidate, event: Event) -> list[Event]:
    """Write the log up to an event, and break it off behind, unless the event is a result."""
    rest = () if event["event"] in ("end", "tournament") else (STOP,)
    return [*candidate.log.events[: candidate.at], event, *rest]
