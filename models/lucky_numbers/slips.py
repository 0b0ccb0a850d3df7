"""For each mistake a log that a program with it would write: a legal game up to the first event that shows it."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from models.clause import Clause
from models.game import Malformed, Reading
from models.lucky_numbers import events
from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.clauses.ln208_another_turn import BRUNO
from models.lucky_numbers.clauses.ln602_points import POINTS
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import EMPTY
from models.lucky_numbers.moves import Player, read_move
from models.lucky_numbers.play import Engine, Series
from models.lucky_numbers.recorder import Event
from models.lucky_numbers.samples import games
from models.lucky_numbers.table import Step, Table
from models.world import Mistake, Sample

FEW = 6  # cells that are tried where not all are
MOST_TURNS = 4  # turns of a game that are looked at, besides the first one and the last ones
KEPT = 40  # events kept for each set of broken clauses, sort of event and log
STOP: Event = {"event": "stop", "reason": "the mistake has shown"}
SET_APART = {CLAUSES.index(BRUNO)}  # who is next shows in the turn behind


class Candidate(msgspec.Struct):
    """An event that could stand at a place of a log, as a step, and the places of the clauses it breaks."""

    log: Sample
    at: int
    event: Event
    step: Step
    broken: frozenset[int]


@cache
def _about(move: type) -> tuple[tuple[int, Clause[Step]], ...]:
    return tuple((index, clause) for index, clause in enumerate(CLAUSES) if issubclass(move, clause.moves))


def breached(step: Step) -> frozenset[int]:
    """Give the places of the clauses a step breaks, without what is only outside the edition."""
    return frozenset(
        index
        for index, clause in _about(type(step.move))
        if not clause.holds(step) and clause.kind(step) != "outside-edition"
    )


def slips(seed: int, mistakes: Sequence[Mistake]) -> Sequence[Sample]:
    """Write a log for each mistake that a log can show; others only show in the verdict on legal games."""
    rng = random.Random(f"slips {seed}")
    pool: defaultdict[frozenset[int], list[Candidate]] = defaultdict(list)
    for log in games(seed):
        count: Counter[tuple[object, ...]] = Counter()
        for candidate in _candidates(rng, log):
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


# What could stand at a place of a log ---------------------------------------------------------------------------------


def _candidates(rng: random.Random, log: Sample) -> Iterator[Candidate]:
    """Replay a log, and try other events in the place of some of its own."""
    series = Series()
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
            yield from _tried(engine, log, at, [event, *_others(rng, event, engine.table())])
        if event["event"] not in ("game", "refused"):
            read = msgspec.convert(event, events.Event)
            engine.adopt(engine.step(read))


def _tried(engine: Engine, log: Sample, at: int, tried: Sequence[Event]) -> Iterator[Candidate]:
    table = engine.table()
    for event in tried:
        step = _step(engine, table, event)
        if step is not None:
            yield Candidate(log, at, event, step, breached(step))


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


def _others(rng: random.Random, event: Event, table: Table) -> Iterator[Event]:
    kinds = {
        "setup": _other_setups,
        "start": _other_starts,
        "turn": _other_turns,
        "end": _other_ends,
        "tournament": _other_results,
    }
    make = kinds.get(event["event"])
    return iter(()) if make is None else make(rng, event, table)


def _other_setups(rng: random.Random, event: Event, table: Table) -> Iterator[Event]:
    rules = table.rules
    yield from ({**event, "cell": name} for name in rules.board.names)
    for player in table.players:
        yield from ({**event, "player": int(player), "cell": rules.board.names[cell]} for cell in rules.board.diagonal)
    gone = [number for number, count in enumerate(table.hidden) if number and not count]
    yield from ({**event, "clover": number} for number in gone[:3])
    yield {"event": "start"}
    yield {"event": "start", "pile": rules.dealt, "middle": []}


def _other_starts(rng: random.Random, event: Event, table: Table) -> Iterator[Event]:
    rules = table.rules
    laid = rules.board.side * rules.players
    for sets in {rules.sets - 1, rules.sets + 1, rules.sets + 2, 4}:
        yield {**event, "pile": rules.top * sets - laid, "middle": []}
    for pile in (rules.dealt - 1, rules.dealt + 1, rules.clovers):
        yield {**event, "pile": pile, "middle": []}
    yield {**event, "middle": [rng.randint(1, rules.top)], "pile": rules.dealt}
    yield from ({**event, "first": int(player)} for player in table.players)
    for cell in (*rules.board.diagonal, 1):
        number = next((number for number, count in enumerate(table.hidden) if number and count), 1)
        yield {"event": "setup", "player": 1, "clover": number, "cell": rules.board.names[cell]}


def _other_turns(rng: random.Random, event: Event, table: Table) -> Iterator[Event]:
    rules, bare = table.rules, {key: value for key, value in event.items() if key not in ("pile", "middle")}
    player, number = event["player"], event["clover"]
    garden = table.garden(Player(player))
    keys: Event = {"event": "turn", "player": player, "from": event["from"], "clover": number}
    for cell, name in enumerate(rules.board.names):
        old = int(garden[cell])
        yield {**keys, "action": "exchange" if old else "place", "cell": name, **({"out": old} if old else {})}
    for cell in rng.sample(range(len(garden)), min(FEW, len(garden))):
        name, old = rules.board.names[cell], int(garden[cell])
        yield {**keys, "action": "place" if old else "exchange", "cell": name}
        for lying in sorted(set(table.middle))[:2]:
            taken: Event = {**keys, "from": "middle", "clover": int(lying), "cell": name}
            yield {**taken, "action": "exchange" if old else "place"}
    yield {"event": "turn", "player": player, "from": "pile", "clover": number, "action": "discard"}
    yield from ({**bare, "player": int(other)} for other in table.players if other != player)
    yield from _from_elsewhere(rng, event, table)
    yield from _other_shows(event, bare, table)
    number = next((number for number, count in enumerate(table.hidden) if number and count), 1)
    free = next((name for name, old in zip(rules.board.names, garden, strict=True) if old == EMPTY), "a1")
    yield {"event": "setup", "player": player, "clover": number, "cell": free}
    yield {"event": "end"}
    yield from ({"event": "end", "winners": [int(other)]} for other in table.players)


def _from_elsewhere(rng: random.Random, event: Event, table: Table) -> Iterator[Event]:
    """Reveal what is not face down, take what does not lie in the middle, put back what was taken."""
    player, names = event["player"], table.rules.board.names
    garden = table.garden(Player(player))
    gone = [number for number, count in enumerate(table.hidden) if number and not count]
    away = [number for number in range(1, table.rules.top + 1) if number not in table.middle]
    for source, numbers in (("pile", gone), ("middle", away)):
        for number in rng.sample(numbers, min(3, len(numbers))):
            keys: Event = {"event": "turn", "player": player, "from": source, "clover": number}
            for cell in rng.sample(range(len(garden)), min(FEW, len(garden))):
                yield {**keys, "action": "exchange" if garden[cell] else "place", "cell": names[cell]}
            if source == "pile":
                yield {**keys, "action": "discard"}
    for number in sorted(set(table.middle))[:3]:
        yield {"event": "turn", "player": player, "from": "middle", "clover": int(number), "action": "discard"}


def _other_shows(event: Event, bare: Event, table: Table) -> Iterator[Event]:
    """Show another pile or middle after the turn than there is, or another number that was replaced."""
    number, before = event["clover"], [int(clover) for clover in table.middle]
    right = list(event.get("middle") or [])
    pile = table.pile - (event["from"] == "pile")
    for shown in (pile - 1, pile + 1, table.pile):
        yield {**bare, "pile": max(0, shown)}
    out = [event["out"]] if event.get("out") else []
    without = [other for other in before if other != number]
    less = list(before)
    if event["from"] == "middle" and number in less:
        less.remove(number)
    for middle in (before, [*before, number], [], [number], without, less, [*less, number], [*before, *out], out):
        if sorted(middle) != sorted(right):
            yield {**bare, "middle": middle}
            yield {**bare, "middle": middle, "pile": pile + 1}
    yield {**bare, "out": number % table.rules.top + 1}


def _other_ends(rng: random.Random, event: Event, table: Table) -> Iterator[Event]:
    everybody = [int(player) for player in table.players]
    right, empty = event["winners"], event["empty"]
    others = ([], everybody, right[:1], right[1:], *([player] for player in everybody))
    last = int(table.last or 0)
    for named in (*others, [player for player in right if player != last]):
        yield {"event": "end", "winners": named}
    for seat in range(len(empty)):
        for wrong in (empty[seat] + 1, max(0, empty[seat] - 1)):
            yield {"event": "end", "empty": [*empty[:seat], wrong, *empty[seat + 1 :]]}
    won = [player in right for player in everybody]
    pairs = list(zip(won, empty, strict=True))
    yield from (
        {"event": "end", "points": points}
        for points in (
            [1 if wins else -count for wins, count in pairs],
            [2 if wins else 0 for wins, _ in pairs],
            [2 - count if wins else -count for wins, count in pairs],
            [2 // max(1, len(right)) if wins else -count for wins, count in pairs],
        )
    )
    yield from _turns_after_the_end(table)


def _turns_after_the_end(table: Table) -> Iterator[Event]:
    names = table.rules.board.names
    due = [player for player in table.players if player != table.last]
    for player in due:
        garden = table.garden(player)
        left = [number for number, count in enumerate(table.hidden) if count]
        moves: list[tuple[str, int]] = [("middle", int(number)) for number in sorted(set(table.middle))]
        for source, number in [*moves, *(("pile", number) for number in left or (1, 2))]:
            keys: Event = {"event": "turn", "player": int(player), "from": source, "clover": number}
            for cell in range(len(garden)):
                if garden[cell] == EMPTY:
                    yield {**keys, "action": "place", "cell": names[cell]}
            if source == "pile":
                yield {**keys, "action": "discard"}


def _other_results(rng: random.Random, event: Event, table: Table) -> Iterator[Event]:
    points, everybody = event["points"], [int(player) for player in table.players]
    yield {**event, "winners": []}
    yield from ({**event, "winners": [player]} for player in everybody)
    yield {**event, "winners": everybody}
    best = event["winners"][0] - 1
    yield {"event": "tournament", "points": [*points[:best], points[best] + 1, *points[best + 1 :]]}
    if table.series and table.series[-1].points is not None:
        yield {"event": "tournament", "points": list(table.series[-1].points)}
