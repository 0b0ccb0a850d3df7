"""Records of Game Park that are read all at once are judged as if each action were read by itself."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from models.reading import Reading
from reports.rows import finding_row, log_row
from tests.foreign_forms import game_park
from tests.generator import STYLES, play_game
from verifier.dialects.game_park_readings import SoundReadings
from verifier.dialects.game_park_record import At, Text
from verifier.dialects.game_park_turns import PlainTurns
from verifier.finding import Finding, Verdict
from verifier.foreign import judge_foreign
from verifier.judge import judge
from verifier.source import SourceLimits

Record = dict[str, Any]
BREAKS = 12  # of each game


def said(record: Record, by: Callable[..., Iterator[Finding | Verdict]] = judge) -> list[object]:
    """Judge a record, and give all that is said of it."""
    text = json.dumps(record, separators=(",", ":")).encode()
    results = judge_foreign("a.json", text[:1000], [text], SourceLimits(), Reading(), dialect="game-park", by=by)
    return [
        finding_row(each) if isinstance(each, Finding) else (log_row(each), each.notes, each.at, each.place)
        for each in results
    ]


def without(rng: random.Random, actions: list[Record]) -> None:
    del actions[rng.randrange(len(actions))]


def twice(rng: random.Random, actions: list[Record]) -> None:
    actions.insert(rng.randrange(len(actions)), json.loads(json.dumps(rng.choice(actions))))


def another_clover(rng: random.Random, actions: list[Record]) -> None:
    rng.choice(actions)["move"]["clover"] = {"number": rng.randint(-1, 22)}


def another_cell(rng: random.Random, actions: list[Record]) -> None:
    rng.choice(actions)["move"].update(row=rng.choice((None, -1, 0, 3, 4, 9)), column=rng.randint(-1, 4))


def another_move(rng: random.Random, actions: list[Record]) -> None:
    rng.choice(actions)["move"]["type"] = rng.randint(0, 4)


def another_player(rng: random.Random, actions: list[Record]) -> None:
    action = rng.choice(actions)
    action["playerId"] = rng.choice((None, 0, 1, 2, 5))
    if rng.random() < 0.7:
        action["move"]["playerId"] = action["playerId"]


def more_follows(rng: random.Random, actions: list[Record]) -> None:
    rng.choice(actions)["consequences"] = [rng.choice(actions)["move"]]


FAULTS: tuple[Callable[[random.Random, list[Record]], None], ...] = (
    without,
    twice,
    another_clover,
    another_cell,
    another_move,
    another_player,
    more_follows,
)


def broken(record: Record, rng: random.Random) -> Record:
    """Give a record with a fault or two, and now and then without one of its states."""
    record = json.loads(json.dumps(record))
    for _ in range(rng.randint(1, 2)):
        rng.choice(FAULTS)(rng, record["actions"])
    for key in ("initialState", "finalState"):
        if rng.random() < 0.15:
            record.pop(key, None)
    return record


def alone(record: Record) -> Record:
    """Give a record in which one player has all of the last turns."""
    record = json.loads(json.dumps(record))
    for action in record["actions"][-6:]:
        action["playerId"] = 1
        action["move"].pop("playerId", None)
    return record


@pytest.mark.parametrize("seed", range(12))
def test_what_is_read_at_once_is_judged_as_what_is_read_one_by_one(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    events = play_game(rng, players=2 + seed % 3, style=STYLES[seed % 3], variants=["bruno"] if seed % 4 == 3 else [])
    whole = game_park(events, rng, server=seed % 2 == 0)
    records = [whole, alone(whole), *(broken(whole, rng) for _ in range(BREAKS))]
    read, plain = PlainTurns.read, list[bool]()

    def noted(turns: PlainTurns) -> bool:
        plain.append(read(turns))
        return plain[-1]

    monkeypatch.setattr(PlainTurns, "read", noted)
    at_once = [said(record) for record in records]
    by_another = [said(record, lambda *asked, **how: judge(*asked, **how)) for record in records]  # asks for all lines
    assert by_another == at_once
    assert plain[:2] == [True, True]  # the whole game, and the one in which somebody plays out of turn
    assert not all(plain)
    assert "breach" in str(at_once[1])
    monkeypatch.setattr(PlainTurns, "read", lambda _: False)
    monkeypatch.setattr(SoundReadings, "_breaks", lambda *_: False)  # so that a judge says which variants are sound
    monkeypatch.setattr(SoundReadings, "_in_turn", lambda *_: None)  # and under each of them
    assert [said(record) for record in records] == at_once
    assert len(set(map(str, at_once))) > BREAKS // 2


@pytest.mark.parametrize("indent", [None, 1])
def test_an_action_that_is_asked_for_first_stands_where_it_is_found_among_all(indent: int | None) -> None:
    rng = random.Random(3)
    record = game_park(play_game(rng), rng, server=True)  # who reveals a clover does so in the same words each time
    text = json.dumps({"earlier": record["actions"][:5], **record}, indent=indent).encode()

    def known() -> Text:
        record = Text(text)
        record.decoded()
        return record

    actions = range(len(record["actions"]))
    first = [At(known(), index).place() for index in actions]
    assert first == [known().actions[index].place() for index in actions]
    assert len({(place.line, place.column) for place in first}) == len(actions)


def test_whole_numbers_with_a_point_are_read_in_a_record_as_others() -> None:
    rng = random.Random(4)
    record = game_park(play_game(rng), rng, server=False)
    told = said(record)
    for action in record["actions"]:
        clover = action["move"].get("clover")
        if clover:
            clover["number"] = float(clover["number"])
    assert ".0" in json.dumps(record)
    assert said(record) == told
