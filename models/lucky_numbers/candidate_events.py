"""Events that could stand at a place of a log, each as a step with the clauses it breaks."""

import random
from collections.abc import Iterator, Sequence

import msgspec

from models.lucky_numbers import events
from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.clauses.ln602_points import POINTS
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.engine import Engine
from models.lucky_numbers.moves import read_move
from models.lucky_numbers.perturbations import perturbations, turned_up
from models.lucky_numbers.random_play import Event
from models.lucky_numbers.series import GameSeries
from models.lucky_numbers.table import Step, Table
from models.mutant_logs import Candidate, breached_places
from models.reading import Malformed, Reading
from models.state_space import SuiteGame

MOST_TURNS = 4  # turns of a game that are looked at, besides the first one and the last ones


def candidate_events(rng: random.Random, log: SuiteGame) -> Iterator[Candidate]:
    """Replay a log, and try other events in the place of some of its own."""
    series = GameSeries()
    engine: Engine | None = None
    turns = [at for at, event in enumerate(log.events) if event["event"] == "turn"]
    looked_at = {*rng.sample(turns, min(MOST_TURNS, len(turns))), *turns[:1], *turns[-3:]}
    for at, event in enumerate(log.events):
        if event["event"] == "game":
            if engine is not None:
                yield from _tried(engine, log, at, [_sum_so_far(engine.table())])
            engine = Engine(msgspec.convert(event, events.GameEvent), Reading(), series)
        assert engine is not None
        if event["event"] not in ("game", "turn") or at in looked_at:
            others = [*perturbations(rng, event, engine.table()), *turned_up(event, engine.table())]
            yield from _tried(engine, log, at, [event, *others])
        if event["event"] not in ("game", "refused"):
            read = msgspec.convert(event, events.Event)
            engine.adopt(engine.step(read))


def _tried(engine: Engine, log: SuiteGame, at: int, tried: Sequence[Event]) -> Iterator[Candidate]:
    table = engine.table()
    for event in tried:
        step = _step(engine, table, event)
        if step is not None:
            sort = (event.get("from"), event.get("action"))
            yield Candidate(log, at, event, step, breached_places(CLAUSES, step), sort)


def _sum_so_far(table: Table) -> Event:
    """Close a tournament before all of its games are played."""
    points = POINTS.sums(table) or (0,) * table.rules.players
    return {"event": "tournament", "points": list(points)}


def _step(engine: Engine, table: Table, event: Event) -> Step | None:
    series, settled = engine.series.games, engine.settled
    try:
        read = msgspec.convert(event, events.Event)
        if isinstance(read, events.TurnEvent | events.SetupEvent):
            return step_of(table, read_move(table.rules, read, None))
        return engine.step(read)
    except (Malformed, msgspec.ValidationError):
        return None
    finally:
        engine.series.games, engine.settled = series, settled
