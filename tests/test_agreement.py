"""The engine, the clauses and an independent judge say the same of every log: clean, faulty and mutilated ones."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from models.clause import Fault
from models.games import GAMES
from models.lucky_numbers.editions import STRICT as STRICT_ANSWERS
from models.reading import Reading
from tests import oracle
from tests.generator import FAULTS, STYLES, dump, play_game, tournament
from tests.oracle import Event
from verifier.dialect import Source
from verifier.finding import Finding, Verdict
from verifier.foreign import dialect_named
from verifier.judge import judge
from verifier.suite import items

FOLDER = Path(__file__).parent.parent / "records"
RECORDS = sorted(FOLDER.rglob("*.jsonl"))
NATIVE = sorted((FOLDER / "native").glob("*.json"))
BREACHES = ("breach", "refused-legal", "result")
STRICT = Reading(answers=STRICT_ANSWERS)
READINGS = (Reading(), STRICT)
SEEDS = st.integers(0, 2**32 - 1)
LOGS_OF_A_FAULT = 3

quietly: dict[str, Any] = {
    "deadline": None,
    "derandomize": True,
    "database": None,
    "phases": (Phase.explicit, Phase.generate),  # a smaller seed is no smaller log
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
    slow = oracle.judge("\n".join(lines), equal_exchange=not reading.answers)
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
    - Where what is taken from the middle does not lie there and is left all the same, it may lie there afterwards.
    - Whether play was over before a concession that no turn follows is open.
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
        elif each["event"] == "end":
            if _latest(before, "turn", "concede") == "concede":
                found -= {(line, "LN403"), (line, "LN602")}
        else:
            found -= {(line, "LN601")}
        if (line, "LN102") in found and not _pile_is_shown([each, *behind]):
            found -= {(line, "LN207")}
            last = min(last, line)
        if {(line, "LN204"), (line, "LN205")} <= found and each.get("middle") is None:
            last = min(last, line)
        if found & {(line, "LN302"), (line, "LN303")}:
            found -= {(line, "LN301")}
    return sorted((line, clause) for line, clause in found if line <= last)


def _count(events: list[Event], kind: str) -> int:
    return sum(each["event"] == kind for each in events)


def _latest(events: list[Event], *kinds: str) -> str:
    return next((each["event"] for each in reversed(events) if each["event"] in kinds), "")


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


# Where all must agree -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reading", READINGS, ids=["equal exchange", "no equal exchange"])
@pytest.mark.parametrize("record", RECORDS, ids=[f"{record.parent.name}/{record.stem}" for record in RECORDS])
def test_a_record_of_a_real_program_is_judged_alike_by_all(record: Path, reading: Reading) -> None:
    agreed(record.read_text("utf-8"), reading)


@pytest.mark.parametrize("reading", READINGS, ids=["equal exchange", "no equal exchange"])
@pytest.mark.parametrize("record", NATIVE, ids=[record.stem for record in NATIVE])
def test_a_record_in_a_form_of_its_own_is_judged_alike_by_all(record: Path, reading: Reading) -> None:
    told = dialect_named("game-park").read(Source([record.read_bytes()]))
    events = [event for event, _ in told if isinstance(event, dict)]
    said = agreed(dump(events), reading)
    assert said.verdicts[0].turns == sum(each["event"] == "turn" for each in events) > 30


@pytest.mark.parametrize("kind", ["game", "slip"])
def test_the_games_of_the_suite_are_judged_alike_by_all(kind: str) -> None:
    told = Counter[str]()
    for item in items(GAMES[0], 1, (kind,)):
        said = agreed(dump(item.events))
        outcomes = {verdict.outcome for verdict in said.verdicts}
        assert ("breaks" in outcomes) is (item.answer["verdict"] == "breaks"), item.id
        assert min((line or 0 for line, _ in said.breaches), default=None) == item.answer["line"], item.id
        told[item.answer["verdict"]] += 1
    assert told["conforms" if kind == "game" else "breaks"] > 10, told


def test_the_list_of_records_tells_which_clauses_each_one_breaks() -> None:
    rows = [line for line in (FOLDER / "README.md").read_text("utf-8").splitlines() if line.startswith("| `")]
    told = {line.split("`")[1]: set(re.findall(r"LN\d{3}", line)) for line in rows}
    found = {
        f"{record.parent.name}/{record.stem}": {said.clause for said in judged(record.read_bytes()).findings}
        for record in RECORDS
    }
    assert told == found


@settings(max_examples=70, **quietly)
@given(SEEDS, clean_settings(), st.booleans())
def test_a_game_played_by_the_rules_conforms(seed: int, played: dict[str, Any], equal: bool) -> None:
    events = play_game(random.Random(seed), equal_exchange=equal, **played)
    said = agreed(dump(events), Reading(answers=frozenset() if equal else STRICT_ANSWERS))
    assert not said.breaches
    assert {each.kind for each in said.findings} <= {"outside-edition"}
    (verdict,) = said.verdicts
    assert (verdict.outcome, verdict.valid_lines) == ("conforms", len(events))
    assert verdict.finished is (events[-1]["event"] == "end")
    assert verdict.turns == sum(each["event"] == "turn" for each in events)
    for kind in ends_of(events):
        event(kind)


@settings(max_examples=15, **quietly)
@given(SEEDS, st.integers(2, 4), st.booleans())
def test_a_tournament_played_by_the_rules_conforms(seed: int, players: int, show: bool) -> None:
    events = tournament(random.Random(seed), players=players, show=show)
    said = agreed(dump(events))
    assert not said.findings
    assert [verdict.outcome for verdict in said.verdicts] == ["conforms"] * players


@settings(max_examples=20, **quietly)
@given(SEEDS, st.sampled_from(("random", "drain")), st.integers(2, 4))
def test_equal_exchanges_are_found_only_where_they_are_forbidden(seed: int, style: str, players: int) -> None:
    log = dump(play_game(random.Random(seed), style=style, players=players))
    assert not agreed(log).breaches
    assert {clause for _, clause in agreed(log, STRICT).breaches} <= {"LN301"}


@cache
def faulty_logs(name: str) -> list[list[Event]]:
    """Give some logs of a program with a mistake; those in which it did not show are left out."""
    tried = (FAULTS[name].log(random.Random(f"{name} {seed}")) for seed in range(40))
    shown = (events for events in tried if events is not None)
    return [events for events, _ in zip(shown, range(LOGS_OF_A_FAULT), strict=False)]


@pytest.mark.parametrize("name", FAULTS)
def test_a_mistake_of_a_program_is_found_where_it_first_shows(name: str) -> None:
    logs = faulty_logs(name)
    assert len(logs) == LOGS_OF_A_FAULT
    for events in logs:
        breaches = agreed(dump(events)).breaches
        assert breaches
        assert {clause for line, clause in breaches if line == breaches[0][0]} <= FAULTS[name].clauses
    agreed(dump(logs[0]), STRICT)


@settings(max_examples=300, **quietly)
@given(SEEDS, clean_settings(), st.integers(1, 3), st.sampled_from((1, 1, 1, 2)), st.sampled_from(READINGS))
def test_a_mutilated_log_is_judged_alike_by_all(
    seed: int, played: dict[str, Any], cuts: int, games: int, reading: Reading
) -> None:
    rng = random.Random(seed)
    whole = [each for _ in range(games) for each in play_game(rng, **played)]
    said = agreed(dump(mutilated(rng, whole, cuts)), reading)
    event(f"verdict: {said.verdicts[0].outcome}" if said.verdicts else "no game at all")


MIDDLE = re.compile(r'(?<="middle":\[)[0-9,]*(?=\])')


@pytest.mark.parametrize("seed", range(120))
def test_a_middle_that_is_written_wrongly_is_judged_alike_by_all(seed: int) -> None:
    """Signs are put in and left out, above all commas: some of it is no JSON, some names other clovers."""
    rng = random.Random(seed)
    lines = dump(play_game(rng, players=2)).splitlines()
    at = rng.choice([number for number, line in enumerate(lines) if MIDDLE.search(line) and '"turn"' in line])
    found = MIDDLE.search(lines[at])
    assert found is not None
    text = list(found[0])
    for _ in range(rng.randrange(1, 3)):
        place = rng.choice((len(text), len(text), rng.randrange(len(text) + 1)))
        text[max(0, place - rng.randrange(3)) : place] = rng.choice((",", ",,", "7,", ",7", "21", " ", "0"))
    lines[at] = lines[at][: found.start()] + "".join(text) + lines[at][found.end() :]
    agreed("\n".join(lines))


@settings(max_examples=60, **quietly)
@given(SEEDS, st.integers(2, 3), st.integers(1, 3))
def test_a_mutilated_tournament_is_judged_alike_by_all(seed: int, players: int, cuts: int) -> None:
    rng = random.Random(seed)
    whole = tournament(rng, players=players, side=rng.choice((2, 3)), style=rng.choice(STYLES))
    agreed(dump(mutilated(rng, whole, cuts)))


@settings(max_examples=50, **quietly)
@given(SEEDS, clean_settings(), st.integers(0, 2), st.booleans())
def test_how_a_log_is_written_does_not_matter(seed: int, played: dict[str, Any], cuts: int, spaced: bool) -> None:
    rng = random.Random(seed)
    events = mutilated(rng, play_game(rng, **played), cuts)
    rewritten = "".join(
        json.dumps(in_any_order(rng, each), separators=None if spaced else (",", ":")) + "\n" for each in events
    )
    plain, other = judged(dump(events)), agreed(rewritten)
    unread = [each._replace(raw=b"") for each in plain.findings]
    assert [each._replace(raw=b"") for each in other.findings] == unread
    assert [without_breach(each) for each in other.verdicts] == [without_breach(each) for each in plain.verdicts]


def in_any_order(rng: random.Random, event: Event) -> Event:
    """Shuffle the keys of an event, and the clovers in the middle."""
    keys = rng.sample(list(event), len(event))
    shuffled = {key: event[key] for key in keys}
    if shuffled.get("middle"):
        shuffled["middle"] = rng.sample(shuffled["middle"], len(shuffled["middle"]))
    return shuffled


# What the draws reach -------------------------------------------------------------------------------------------------


def ends_of(events: list[Event]) -> Iterator[str]:
    """Name the ways in which a game ends."""
    end = events[-1]
    if end["event"] != "end":
        yield end["event"]
        return
    conceded = sum(each["event"] == "concede" for each in events)
    if 0 in end["empty"]:
        yield "a full garden"
    elif conceded == len(end["empty"]) - 1:
        yield "all but one conceded"
    else:
        yield "the last clover"
    if len(end["winners"]) > 1:
        yield "a tie"


@cache
def findings_of_mistakes() -> list[Said]:
    return [said for name in FAULTS for events in faulty_logs(name) for said in judged(dump(events)).findings]


def test_the_mistakes_break_every_clause_at_least_once() -> None:
    found = {said.clause for said in findings_of_mistakes()}
    assert found == {clause.id for clause in GAMES[0].clauses()}


def test_the_mistakes_make_findings_of_every_kind_a_log_that_can_be_read_can_have() -> None:
    assert {said.kind for said in findings_of_mistakes()} == {*BREACHES, "outside-edition"}


def test_the_games_played_by_the_rules_reach_every_end_and_every_sort_of_line() -> None:
    ends, lines = set(), set()
    for seed in range(60):
        rng = random.Random(seed)
        events = play_game(
            rng,
            players=rng.randint(2, 4),
            style=STYLES[seed % len(STYLES)],
            concede=seed % 2 == 0,
            end=seed % 5 > 0,
            refusals=True,
        )
        ends |= set(ends_of(events))
        lines |= {(each["event"], each.get("from"), each.get("action")) for each in events if each["event"] == "turn"}
        lines |= {(each["event"], None, None) for each in events if each["event"] != "turn"}
    assert ends == {"a full garden", "the last clover", "all but one conceded", "a tie", "stop"}
    assert {kind for kind, _, _ in lines} == {"game", "setup", "start", "turn", "refused", "concede", "end", "stop"}
    assert {(source, action) for kind, source, action in lines if kind == "turn"} == {
        ("pile", "place"),
        ("pile", "exchange"),
        ("pile", "discard"),
        ("middle", "place"),
        ("middle", "exchange"),
    }


def test_mutilated_logs_conform_break_and_are_unreadable() -> None:
    outcomes = set()
    for seed in range(60):
        rng = random.Random(seed)
        events = mutilated(rng, play_game(rng, side=2, players=2), 1)
        outcomes |= {verdict.outcome for verdict in judged(dump(events)).verdicts}
    assert outcomes == {"conforms", "breaks", "unreadable"}
