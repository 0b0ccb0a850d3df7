"""A turn may show the gardens after it; what is shown is judged, and believed from there on."""

import json

import pytest

from models.reading import Reading
from verifier.finding import Finding
from verifier.judge import judge

HEAD = [
    {"event": "game", "format": "cloverproof/1", "game": "lucky-numbers", "edition": "tiki-2020", "players": 2},
    *(
        {"event": "setup", "player": player, "clover": clover, "cell": cell}
        for player in (1, 2)
        for clover, cell in ((5, "a1"), (7, "b2"), (9, "c3"), (15, "d4"))
    ),
    {"event": "start", "first": 1, "pile": 32, "middle": []},
]
BARE = "5 . . ./. 7 . ./. . 9 ./. . . 15"
PLACED = {"event": "turn", "player": 1, "from": "pile", "clover": 13, "action": "place", "cell": "d2"}
EXCHANGED = PLACED | {"clover": 10, "action": "exchange", "cell": "c3", "out": 9, "middle": [9]}
LEFT = {"event": "turn", "player": 1, "from": "pile", "clover": 13, "action": "discard", "middle": [13]}


def found(*turns: dict[str, object]) -> list[tuple[int | None, str]]:
    lines = [json.dumps(event).encode() for event in (*HEAD, *turns, {"event": "stop"})]
    results = judge("x.jsonl", [lines], Reading())
    return [(each.line, each.clause) for each in results if isinstance(each, Finding)]


@pytest.mark.parametrize(
    ("turn", "garden", "clause"),
    [
        (PLACED, "5 . . ./. 7 . 13/. . 9 ./. . . 15", None),
        (PLACED, "5 . . ./. 7 . ./. . 9 ./. 13 . 15", "LN302"),
        (PLACED, BARE, "LN302"),
        (EXCHANGED, "5 . . ./. 7 . ./. . 10 ./. . . 15", None),
        (EXCHANGED, "5 . . ./. 10 . ./. . 9 ./. . . 15", "LN303"),
        (LEFT, BARE, None),
        (LEFT, "5 13 . ./. 7 . ./. . 9 ./. . . 15", "LN204"),
    ],
)
def test_a_shown_garden_is_judged(turn: dict[str, object], garden: str, clause: str | None) -> None:
    expected = [] if clause is None else [(11, clause)]
    assert found(turn | {"gardens": [garden, None]}) == expected
    assert found(turn | {"gardens": [garden, BARE]}) == expected


def test_the_other_garden_must_stay_as_it_is() -> None:
    assert found(PLACED | {"gardens": [None, "5 . . ./. 7 . ./. . 9 ./. . . ."]}) == [(11, "LN302")]


def test_what_was_shown_is_believed() -> None:
    moved = PLACED | {"gardens": ["5 . . ./. 7 . ./. . 9 ./. 13 . 15", None]}
    then = {"event": "turn", "player": 2, "from": "pile", "clover": 13, "action": "discard"}
    again = PLACED | {"clover": 12, "cell": "b4"}
    assert found(moved, then, again) == [(11, "LN302"), (13, "LN302")]


@pytest.mark.parametrize("gardens", [[BARE], ["5 ./. 7", None], ["5 . . x/. 7 . ./. . 9 ./. . . 15", None]])
def test_gardens_that_mean_nothing_cannot_be_read(gardens: list[str | None]) -> None:
    assert found(PLACED | {"gardens": gardens}) == [(11, "LOG008")]
