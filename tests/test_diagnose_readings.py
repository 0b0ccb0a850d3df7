"""Ways of reading logs go together with mistakes, and with each other."""

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from models.game import Game
from models.games import GAMES
from reports.diagnose import diagnosis_text
from reports.style import uncolored
from tests.mistaken_play import log_lines, play
from tests.test_diagnose import diagnosed, turn, turns, words
from verifier.suite import all_mistakes

LUCKY, FORTUNE = GAMES
Event = dict[str, Any]
Writing = Callable[[Sequence[Event]], list[Event]]


def shown_too_early(*keys: str) -> Writing:
    """Give what writes facts as they were before each turn."""

    def written(events: Sequence[Event]) -> list[Event]:
        found, shown = list[Event](), dict[str, object]()
        for event in events:
            now = {key: event[key] for key in keys if key in event}
            rest = {key: value for key, value in event.items() if key not in keys}
            found.append(rest | shown if event["event"] == "turn" else event)
            shown = {} if event["event"] == "game" else now if event["event"] in ("start", "turn") else shown
        return found

    return written


def players_from_0(events: Sequence[Event]) -> list[Event]:
    found = []
    for event in events:
        less = {key: event[key] - 1 for key in ("player", "first") if isinstance(event.get(key), int)}
        winners = {"winners": [each - 1 for each in event["winners"]]} if event.get("winners") else {}
        found.append(event | less | winners)
    return found


def next_player(events: Sequence[Event]) -> list[Event]:
    """Give what writes with each turn of two players who comes next."""
    found, after = list[Event](), dict[str, Any]()
    for event in reversed(events):
        told = event
        if event["event"] == "turn":
            told = event | {"player": after.get("player", 3 - event["player"])}
            after = event
        found.append(told)
    return found[::-1]


def numbers_from_0(events: Sequence[Event]) -> list[Event]:
    found = []
    for event in events:
        less = {key: event[key] - 1 for key in ("clover", "out") if key in event}
        middle = {"middle": [each - 1 for each in event["middle"]]} if "middle" in event else {}
        gardens = (
            {"gardens": [re.sub(r"\d+", less_one, text) for text in event["gardens"]]} if "gardens" in event else {}
        )
        found.append(event | less | middle | gardens)
    return found


def less_one(number: re.Match[str]) -> str:
    return str(int(number.group()) - 1)


def swapped(events: Sequence[Event]) -> list[Event]:
    return [event | {"clover": event["out"], "out": event["clover"]} if "out" in event else event for event in events]


def from_pile(events: Sequence[Event]) -> list[Event]:
    return [event | {"from": "pile"} if event["event"] == "turn" else event for event in events]


def middle_counted(events: Sequence[Event]) -> list[Event]:
    return [
        event | {"pile": event["pile"] + len(event["middle"])} if {"pile", "middle"} <= event.keys() else event
        for event in events
    ]


PILE, MIDDLE = "the pile is counted before the turn", "the middle is shown as it lay before the turn"
FROM_0 = "the players are counted from 0"
CASES: list[tuple[str, list[Writing], str]] = [
    ("LN301: only direct neighbours are compared", [shown_too_early("pile")], PILE),
    ("LN301: equal numbers pass", [shown_too_early("middle")], MIDDLE),
    ("LN303: the old clover vanishes", [shown_too_early("pile")], PILE),
    ("LN301: equal numbers pass", [shown_too_early("pile"), players_from_0], f"{FROM_0}, and {PILE}"),
]


def played(mistake: str, writings: Sequence[Writing], count: int) -> list[list[bytes]]:
    changed = {}
    if mistake:
        changed = next(each for each in all_mistakes(LUCKY) if each.name == mistake).changed(LUCKY.clauses())
    logs = []
    for number in range(count):
        events = play(LUCKY, changed, random.Random(f"{mistake} {number}"))
        for writing in writings:
            events = writing(events)
        logs.append(log_lines(events))
    return logs


@pytest.mark.parametrize(("mistake", "writings", "reading"), CASES)
def test_a_way_of_reading_is_named_together_with_a_mistake(
    mistake: str, writings: Sequence[Writing], reading: str
) -> None:
    found = diagnosed(played(mistake, writings, 2))
    assert found is not None
    assert found.fits
    assert found.read_as is not None
    assert found.read_as.words == reading
    assert [mistake.partition(": ")[2]] in words(found)


@pytest.mark.parametrize(
    ("game", "writing", "reading"),
    [
        (LUCKY, next_player, "each turn names the player who comes next"),
        (LUCKY, numbers_from_0, "the numbers of clovers are counted from 0"),
        (LUCKY, swapped, "`clover` and `out` of an exchange are swapped"),
        (LUCKY, from_pile, '`from` is "pile" in every turn'),
        (LUCKY, middle_counted, "the pile counts the middle too"),
        (LUCKY, shown_too_early("gardens"), "the gardens are shown as they lay before the turn"),
        (FORTUNE, shown_too_early("hands"), "the hands are shown as they were before the turn"),
        (FORTUNE, shown_too_early("collections"), "the collections are shown as they were before the turn"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_log_that_is_written_otherwise_is_known(game: Game, writing: Writing, reading: str) -> None:
    logs = (play(game, {}, random.Random(f"written {number}")) for number in range(8))
    two = [events for events in logs if events[0].get("players", 2) == 2 and "tournament" not in events[0]]
    found = diagnosed([log_lines(writing(events)) for events in two[:2]])
    assert found is not None
    assert reading in [each.words for each in found.declared]


def test_two_ways_of_reading_together_may_explain_all() -> None:
    found = diagnosed(played("", [shown_too_early("pile"), players_from_0], 2))
    assert found is not None
    (declared,) = found.declared
    assert (declared.words, declared.remedy) == (f"{FROM_0}, and {PILE}", "count them from 1; count it after the turn")
    assert f"nothing is found wrong if\n  - {FROM_0}, and {PILE}" in diagnosis_text(found, uncolored)


def test_a_mistake_that_explains_all_needs_no_way_of_reading() -> None:
    found = diagnosed(played("LN301: equal numbers pass", [], 3))
    assert found is not None
    assert (found.read_as, found.declared) == (None, ())
    assert json.dumps(words(found)).count("equal numbers pass") >= 1


def test_a_mistake_that_explains_as_much_as_a_way_of_reading_is_said_to_be_less_likely() -> None:
    found = diagnosed([turns(turn(1, 6, "c1"), turn(1, 9, "d2"))])
    assert found is not None
    text = diagnosis_text(found, uncolored)
    assert "nothing is found wrong if one of these holds\n  - the house rule `bruno` is in force" in text
    assert "\nOr, less likely, for a way of reading supposes no fault: the program behaves as if\n" in text
