"""Targets whose commands take long: games gone through, records with gaps, many gardens, tiles inferred."""

import gzip
import json
import random
import re
from pathlib import Path

from tests.fuzz import originals
from tests.fuzz.commands import Wrong, given, told
from tests.fuzz.damage import damaged
from tests.fuzz.originals import pick
from tests.oracle import Event

LIMITS = ("--time", "0.02", "--playouts", "20", "--jobs", "1")
SHORT = 40  # lines of a log that is gone through
TURN_FACTS = ("player", "from", "clover", "action", "cell", "pile", "middle", "chooser", "line", "collections")
LAYING_FACTS = ("player", "tile", "end", "won", "discarded")
OTHER_FACTS = ("winners", "empty", "groups", "totals", "holder", "hands")


def analysed(rng: random.Random) -> None:
    """Go through a damaged log, or solve a position out of it."""
    lines = originals.own_log(pick(rng)).splitlines(keepends=True)[:SHORT]
    name = given("log.jsonl", damaged(rng, b"".join(lines)) if rng.random() < 0.7 else b"".join(lines))
    more = rng.choice(((), ("--format", "json"), ("--objective", "points"), ("--game", "1"), ("--tiles", "invented")))
    if rng.random() < 0.5:
        told("solve", "--analyze", name, *LIMITS, "--total", "0.3", *more)
    else:
        told("solve", "--from", name, "--turn", str(rng.randint(1, 25)), *LIMITS, *more)


def batched(rng: random.Random) -> None:
    """Answer for the gardens of a damaged batch: each answer is a JSON object."""
    rows: list[str] = []
    for _ in range(rng.randint(1, 6)):
        asked: Event = {"garden": rng.choice(("3 ./. 1", "1 . ./. 5 ./. . 9", ". ./. .", "1 . ./2 . ./. . ."))}
        asked |= rng.choice(({}, {"sets": rng.randint(0, 5)}, {"top": rng.choice((4, 30, 31))}, {"id": [1]}))
        asked |= rng.choice(({}, {}, {"gone": "1 1"}, {"pool": "2 2"}))
        rows.append(json.dumps(rng.choice((asked, asked["garden"]))))
    batch = damaged(rng, "\n".join(rows).encode())
    more = rng.choice(((), ("--shares",), ("--top", "12"), ("--sets", "3")))
    ended = told(
        "garden", "--batch", given("batch.jsonl", gzip.compress(batch) if rng.random() < 0.1 else batch), *more
    )
    for line in ended.out.splitlines():
        json.loads(line)


def explained(rng: random.Random) -> None:
    """Take facts out of a sound game: a legal game explains it still, and what is written as one conforms."""
    number = rng.choice([each for each in range(originals.MANY) if originals.own_log(each).count(b"\n") < SHORT])
    events = [json.loads(line) for line in originals.own_log(number).splitlines()]
    first = next((at for at, event in enumerate(events) if at and event["event"] == "game"), len(events))
    kept = [left_out(rng, event) for event in events[:first] if event["event"] != "refused"]
    log = given("gaps.jsonl", "".join(json.dumps(event) + "\n" for event in kept).encode())
    found = Path("explanation.jsonl")
    found.unlink(missing_ok=True)
    ended = told("validate", log, "--time", "2", "--explanation", str(found), "--no-diagnosis", "--format", "json")
    if ended.code == 1 and any(row.get("verdict") == "breaks" for row in map(json.loads, ended.out.splitlines())):
        raise Wrong("no legal game is found for what was taken out of one")
    if found.exists() and told("validate", str(found), "--no-infer", "--no-diagnosis").code:
        raise Wrong("what explains a record does not conform")


def left_out(rng: random.Random, event: Event) -> Event:
    """Take facts out of an event, or the whole turn."""
    if event["event"] == "turn" and rng.random() < 0.1:
        return {"event": "gap", "turns": rng.choice((1, None))}
    facts = TURN_FACTS if event["event"] == "turn" else OTHER_FACTS if event["event"] in ("end", "deal") else ()
    event = {key: None if key in facts and rng.random() < 0.2 else value for key, value in event.items()}
    if event.get("laid"):
        event["laid"] = [
            {key: None if key in LAYING_FACTS and rng.random() < 0.2 else value for key, value in laying.items()}
            for laying in event["laid"]
        ]
    return event


def tiles_inferred(rng: random.Random) -> None:
    """Infer the tiles from a damaged log that does not tell them."""
    log = originals.own_log(rng.randrange(2, originals.MANY, 3))
    log = re.sub(rb'"tiles":(\[\[.*?\]\]|"invented"),?', b"", damaged(rng, log) if rng.random() < 0.6 else log)
    more = rng.choice(((), ("--pairs-once",), ("--out", "tiles.csv"), ("--format", "json")))
    told("tiles", "infer", given("game.jsonl", log), "--timeout", "0.3", *more)
