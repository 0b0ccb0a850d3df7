"""Events that could stand at a place of a log, each as a step with the clauses it breaks."""

from collections.abc import Iterator

import msgspec

from models.good_fortune import events
from models.good_fortune.clauses import CLAUSES
from models.good_fortune.engine import Engine, GameSeries
from models.good_fortune.perturbations import SHOWN, perturbations
from models.good_fortune.random_play import Event
from models.good_fortune.table import Step
from models.mutant_logs import Candidate, breached_places
from models.reading import Malformed, Reading
from models.state_space import SuiteGame


def candidate_events(log: SuiteGame) -> Iterator[Candidate]:
    """Replay a log, and try other events in the place of its own."""
    engine: Engine | None = None
    for at, event in enumerate(log.events):
        if event["event"] == "game":
            engine = Engine(msgspec.convert(event, events.GameEvent), Reading(), GameSeries())
        assert engine is not None
        if event["event"] == "refused":
            continue
        for tried in (event, *perturbations(event, engine.table())):
            step = _step(engine, tried)
            broken = frozenset() if step is None else breached_places(CLAUSES, step)
            if step is not None and not broken:
                step = _refusable(engine, tried) if tried["event"] == "turn" else step
            if step is not None:
                yield Candidate(log, at, tried, step, broken, (tuple(sorted(tried)),))
        if event["event"] != "game":
            engine.adopt(engine.step(msgspec.convert(event, events.Event)))


def _refusable(engine: Engine, turn: Event) -> Step | None:
    """Give a legal turn as a program may refuse it: it shows nothing, and everybody knows that it is legal."""
    if not SHOWN.isdisjoint(turn):
        return None
    trial = engine.trial(msgspec.convert({**turn, "event": "refused"}, events.RefusedEvent))
    return None if trial is None else trial[0]


def _step(engine: Engine, event: Event) -> Step | None:
    try:
        return engine.step(msgspec.convert(event, events.Event))
    except (Malformed, msgspec.ValidationError):
        return None
