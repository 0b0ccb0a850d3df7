"""The engine, the clauses and an independent judge say the same of every log: clean, faulty and mutilated ones."""

import json
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from models.clause import Fault
from models.game import Reading
from models.games import GAMES
from tests import oracle
from tests.generator import FAULTS, STYLES, dump, play_game, tournament
from tests.oracle import Event
from verifier.judge import Finding, Verdict, judge

RECORDS = sorted((Path(__file__).parent.parent / "records").rglob("*.jsonl"))
BREACHES = ("breach", "refused-legal", "result")
STRICT = Reading(equal_exchange=False)
READINGS = (Reading(), STRICT)
SEEDS = st.integers(0, 2**32 - 1)
SEEDS_OF_A_FAULT = 4

quietly = {
    "deadline": None,
    "derandomize": True,
    "database": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
}


class Said(NamedTuple):
    """One finding, in full."""

    line: int | None
    clause: str
    kind: str
    fault: Fault
    help: str
    game: int | None
    turn: int | None
    player: int | None
    column: int | None
    raw: bytes


class Judged(NamedTuple):
    """What the judge says of a log."""

    findings: list[Said]
    verdicts: list[Verdict]

    @property
    def breaches(self) -> list[tuple[int | None, str]]:
        return [(said.line, said.clause) for said in self.findings if said.kind in BREACHES]

    @property
    def unreadable_at(self) -> int | None:
        return next((said.line for said in self.findings if said.kind == "unreadable"), None)


def lines_of(text: str | bytes) -> list[bytes]:
    raw = text.encode() if isinstance(text, str) else text
    return raw.removesuffix(b"\n").split(b"\n") if raw else []


def judged(text: str | bytes, reading: Reading = READINGS[0], *, thorough: bool = False) -> Judged:
    findings, verdicts = [], []
    for told in judge("log", [lines_of(text)], reading, thorough=thorough):
        if isinstance(told, Verdict):
            verdicts.append(told)
        else:
            findings.append(_said(told))
    return Judged(findings, verdicts)


def _said(told: Finding) -> Said:
    return Said(
        told.line,
        told.clause,
        told.kind,
        told.fault,
        told.help,
        told.game,
        told.turn,
        told.player,
        told.column,
        told.raw,
    )


def agreed(text: str, reading: Reading = READINGS[0]) -> Judged:
    """Judge a log in all three ways, compare, and give what all of them say.

    The slow judge reads only well-formed logs, so it is given the lines before the first one that cannot be read.
    """
    fast, thorough = judged(text, reading), judged(text, reading, thorough=True)
    assert fast.findings == thorough.findings
    assert [without_breach(each) for each in fast.verdicts] == [without_breach(each) for each in thorough.verdicts]
    end = fast.unreadable_at
    lines = [line.decode() for line in lines_of(text)][: None if end is None else end - 1]
    slow = oracle.judge("\n".join(lines), equal_exchange=reading.equal_exchange)
    breaches = [(line or 0, clause) for line, clause in fast.breaches if end is None or (line or 0) < end]
    assert comparable(breaches, lines) == comparable(slow, lines)
    return fast


def without_breach(verdict: Verdict) -> Verdict:
    return replace(verdict, breach=verdict.breach is not None)


def comparable(breaches: list[tuple[int, str]], lines: list[str]) -> list[tuple[int, str]]:
    """Leave out what two right judges may see differently once a log is broken.

    - After a set-up of the wrong size, how many clovers are face down is open until a start shows it.
    - A second start by the same player may be told (and refused) where it happens; it must be told where the
      tournament ends.
    - The points of a game without a result are open, and so is what a tournament is that has been closed already.
    - Where equal exchanges are forbidden, one with nothing to exchange, or named wrongly, need not count as one.
    """
    events: list[Event] = [json.loads(line) if line.strip() else {"event": ""} for line in lines]
    found, last = set(breaches), len(lines)
    for line, each in enumerate(events, 1):
        before, behind = events[:line], events[line:]
        if each["event"] == "tournament":
            if behind and behind[0]["event"] != "game":
                last = min(last, line)
            if _count(before, "end") < _count(before, "game"):
                found -= {(line, "LN602"), (line, "LN603")}
        elif each["event"] == "refused":
            if _nobody_has_started_yet(before):
                found -= {(line, clause) for clause in ("LN203", "LN204", "LN301", "LN303")}
        else:
            found -= {(line, "LN601")}
        if (line, "LN102") in found and not _pile_is_shown([each, *behind]):
            found -= {(line, "LN207")}
            last = min(last, line)
        if found & {(line, "LN302"), (line, "LN303")}:
            found -= {(line, "LN301")}
    return sorted((line, clause) for line, clause in found if line <= last)


def _count(events: list[Event], kind: str) -> int:
    return sum(each["event"] == kind for each in events)


def _nobody_has_started_yet(events: list[Event]) -> bool:
    """Tell whether this is a game of a tournament without a turn."""
    latest = next(each for each in reversed(events) if each["event"] in ("game", "turn"))
    return latest["event"] == "game" and latest.get("tournament") is not None


def _pile_is_shown(events: list[Event]) -> bool:
    """Tell whether the game goes on with a start that shows the pile."""
    coming = next((each for each in events if each["event"] in ("start", "turn", "game")), {})
    return coming.get("event") == "start" and coming.get("pile") is not None


# Logs -----------------------------------------------------------------------------------------------------------------


@st.composite
def clean_settings(draw: st.DrawFn) -> dict[str, Any]:
    """Draw what is played: board, clovers, players, edition, house rules, and what the program shows."""
    players = draw(st.integers(2, 4))
    side = draw(st.sampled_from((2, 3, 4, 4)))
    sets = draw(st.none() | st.integers(1, 4))
    least = side * players // (sets or players) + 1
    top = draw(st.just(20) | st.integers(max(least, 2), max(least, 2) + 12))
    return {
        "players": players,
        "side": side,
        "sets": sets,
        "top": top,
        "edition": draw(st.sampled_from(("tiki-2020", "ravensburger-2012"))),
        "setup": draw(st.sampled_from(("standard", "michael"))),
        "variants": draw(st.sampled_from(((), (), ("bruno",), ("bruno-any",), ("bruno", "bruno-any")))),
        "style": draw(st.sampled_from(STYLES)),
        "show": draw(st.booleans()),
        "end": draw(st.sampled_from((True, True, False))),
        "concede": draw(st.sampled_from((False, False, True))),
        "refusals": draw(st.booleans()),
        "nulls": draw(st.booleans()),
    }


# Mutilations ----------------------------------------------------------------------------------------------------------

Cut = Callable[[random.Random, list[Event]], None]


def drops_a_line(rng: random.Random, events: list[Event]) -> None:
    del events[rng.randrange(len(events))]


def repeats_a_line(rng: random.Random, events: list[Event]) -> None:
    events.insert(rng.randrange(len(events) + 1), dict(rng.choice(events)))


def repeats_the_next_line(rng: random.Random, events: list[Event]) -> None:
    place = rng.randrange(len(events))
    events.insert(place, dict(events[place]))


def swaps_lines(rng: random.Random, events: list[Event]) -> None:
    one, other = rng.randrange(len(events)), rng.randrange(len(events))
    events[one], events[other] = events[other], events[one]


def swaps_neighbours(rng: random.Random, events: list[Event]) -> None:
    place = rng.randrange(len(events))
    events[place - 1 : place + 1] = reversed(events[place - 1 : place + 1])


def breaks_off(rng: random.Random, events: list[Event]) -> None:
    del events[rng.randrange(1, len(events) + 1) :]


def adds_an_event(rng: random.Random, events: list[Event]) -> None:
    header = events[0]
    extra: Event = rng.choice(
        (
            {"event": "concede", "player": rng.randint(1, header.get("players", 2))},
            {"event": "stop", "reason": "power cut"},
            {"event": "end"},
            {"event": "start"},
            {"event": "tournament", "winners": [1]},
            {**rng.choice(events), "event": "refused"},
        )
    )
    if extra["event"] == "refused" and "cell" not in extra:
        extra = {"event": "refused", "player": 1, "from": "pile"}
    events.insert(rng.randrange(1, len(events) + 1), extra)


def shows_nothing(rng: random.Random, events: list[Event]) -> None:
    """From some line on the program shows neither pile nor middle, nor what it replaced."""
    for each in events[rng.randrange(len(events)) :]:
        if each["event"] in ("start", "turn"):
            for key in ("pile", "middle", "out"):
                each.pop(key, None)


def changes_a_value(rng: random.Random, events: list[Event]) -> None:
    each = rng.choice(events)
    header = next((event for event in events if event["event"] == "game"), {})
    keys = [key for key in each if key in NEW_VALUES and each[key] is not None]
    if keys:
        key = rng.choice(keys)
        each[key] = NEW_VALUES[key](rng, header, each[key])
        if key == "action" and each[key] != "discard" and each.get("cell") is None:
            each["cell"] = "a1"


def names(header: Event) -> list[str]:
    return oracle.cells(header.get("side", 4))


def recounts(rng: random.Random, header: Event, counts: list[int]) -> list[int]:
    changed = list(counts)
    changed[rng.randrange(len(changed))] += rng.choice((-1, 1))
    return changed


def reheaps(rng: random.Random, header: Event, heap: list[int]) -> list[int]:
    more = [*heap, rng.randint(1, header.get("top", 20))]
    rng.shuffle(more)
    return more[rng.randrange(3) :]


NEW_VALUES: dict[str, Callable[[random.Random, Event, Any], Any]] = {
    "player": lambda rng, header, _: rng.randint(1, header.get("players", 2)),
    "first": lambda rng, header, _: rng.randint(1, header.get("players", 2)),
    "clover": lambda rng, header, _: rng.randint(1, header.get("top", 20)),
    "out": lambda rng, header, _: rng.randint(1, header.get("top", 20)),
    "cell": lambda rng, header, _: rng.choice(names(header)),
    "from": lambda rng, header, old: "pile" if old == "middle" else "middle",
    "action": lambda rng, header, _: rng.choice(("place", "exchange", "discard")),
    "pile": lambda rng, header, old: max(0, old + rng.choice((-2, -1, 1, 2))),
    "middle": reheaps,
    "winners": lambda rng, header, _: sorted(rng.sample((1, 2), rng.randint(0, 2))),
    "empty": recounts,
    "points": recounts,
    "setup": lambda rng, header, old: "michael" if old == "standard" else "standard",
    "edition": lambda rng, header, _: rng.choice(("tiki-2020", "ravensburger-2012")),
    "variants": lambda rng, header, _: rng.choice(([], ["bruno"], ["bruno-any"])),
}
CUTS: tuple[Cut, ...] = (
    drops_a_line,
    repeats_a_line,
    repeats_the_next_line,
    swaps_lines,
    swaps_neighbours,
    breaks_off,
    adds_an_event,
    shows_nothing,
    changes_a_value,
    changes_a_value,
    changes_a_value,
)


def mutilated(rng: random.Random, events: list[Event], cuts: int) -> list[Event]:
    events = [dict(event) for event in events]
    for _ in range(cuts):
        if events:
            rng.choice(CUTS)(rng, events)
    return events
