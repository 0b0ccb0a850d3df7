"""Perturbations of a log: what a program with a mistake might write in the place of an event."""

import random
from collections.abc import Iterator

from models.lucky_numbers.garden import EMPTY
from models.lucky_numbers.moves import Player
from models.lucky_numbers.random_play import Event
from models.lucky_numbers.table import Table

FEW = 6  # cells that are tried where not all are


def perturbations(rng: random.Random, event: Event, table: Table) -> Iterator[Event]:
    """Give other events for a place of a log; many of them are wrong, and some are not."""
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


def turned_up(event: Event, table: Table) -> Iterator[Event]:
    """Turn two clovers face up before play."""
    if event["event"] == "start":
        yield {**event, "pile": table.rules.dealt - 2, "middle": [1, table.rules.top]}


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
