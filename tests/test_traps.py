"""Logs that once came out wrong, or easily could: each in its smallest form."""

import json
from typing import Any

import pytest

from models.reading import Reading
from verifier.finding import Finding, Verdict
from verifier.judge import judge

Event = dict[str, Any]
HEADER: Event = {
    "event": "game",
    "format": "cloverproof/1",
    "game": "lucky-numbers",
    "edition": "tiki-2020",
    "players": 2,
    "side": 2,
    "top": 4,
}
SETUPS: list[Event] = [
    {"event": "setup", "player": player, "clover": clover, "cell": cell}
    for player in (1, 2)
    for clover, cell in ((1, "a1"), (4, "b2"))
]
START: Event = {"event": "start", "first": 1, "pile": 4, "middle": []}
OPENING = [HEADER, *SETUPS, START]


def turn(player: int, clover: int, cell: str | None = None, **more: Any) -> Event:
    action = "discard" if cell is None else "place"
    where = {} if cell is None else {"cell": cell}
    return {"event": "turn", "player": player, "from": "pile", "clover": clover, "action": action, **where, **more}


DRAINED = [turn(1, 2), turn(2, 2), turn(1, 3), turn(2, 3)]  # a tie by the last face-down clover


def text(event: Event) -> bytes:
    return json.dumps(event, separators=(",", ":")).encode()


def results(*lines: Event | bytes, thorough: bool = False) -> list[Finding | Verdict]:
    raw = [line if isinstance(line, bytes) else text(line) for line in lines]
    return list(judge("log", [raw], Reading(), thorough=thorough))


def told(*lines: Event | bytes) -> list[tuple[int | None, str]]:
    """Give line and clause of the findings, which must be those of asking all clauses too."""
    said = [
        [(one.line, one.clause) for one in results(*lines, thorough=thorough) if isinstance(one, Finding)]
        for thorough in (False, True)
    ]
    assert said[0] == said[1]
    return [one for one in said[0] if one[1] != "LN104"]


def test_a_line_cut_off_behind_a_beginning_seen_before_is_no_event() -> None:
    whole = text(turn(1, 2, pile=3, middle=[2]))
    cut = whole[: whole.index(b',"pile"')]
    assert told(*OPENING, whole) == []
    assert told(*OPENING, cut) == [(7, "LOG004")]
    assert told(*OPENING, cut + b',"pile":') == [(7, "LOG004")]
    assert told(*OPENING, cut + b',"pile":3') == [(7, "LOG004")]
    assert told(*OPENING, whole + b"}") == [(7, "LOG004")]


@pytest.mark.parametrize("tail", [b"", b"garbage", b'4,"clover":2'])
def test_a_set_up_line_is_read_to_its_end(tail: bytes) -> None:
    told(*OPENING)
    line = text(SETUPS[0])[:-1] + b',"pile":' + tail
    assert told(HEADER, line) == [(2, "LOG004")]


def test_of_a_key_that_stands_twice_the_last_value_counts() -> None:
    twice = text(SETUPS[0])[:-1] + b',"pile":4,"clover":4}'
    assert told(HEADER, SETUPS[0], *SETUPS[1:]) == []
    assert told(HEADER, twice, *SETUPS[1:]) == [(5, "LN101")]  # the third 4


@pytest.mark.parametrize("shown", [-1, -7])
def test_a_pile_that_cannot_be_is_a_breach_and_is_not_believed(shown: int) -> None:
    assert told(*OPENING, turn(1, 2, pile=shown), *DRAINED[1:]) == [(7, "LN207")]
    assert told(*OPENING, *DRAINED[:3], turn(2, 3, pile=shown)) == [(10, "LN207")]
    assert told(HEADER, *SETUPS, {**START, "pile": shown}, turn(1, 2, pile=3)) == [(6, "LN101")]


def test_a_number_beyond_all_counting_is_told_briefly() -> None:
    found = results(*OPENING, turn(1, 10**4000))[-2]
    assert isinstance(found, Finding)
    assert found.clause == "LOG008"
    assert len(found.fault.message) < 100
    assert told(*OPENING, turn(1, 2, pile=10**30)) == [(7, "LOG008")]


def test_a_winner_is_named_once() -> None:
    end = {"event": "end", "winners": [1, 2, 2]}
    assert told(*OPENING, *DRAINED, end) == [(11, "LOG008")]


def test_who_concedes_after_the_end_has_won_all_the_same() -> None:
    concede = {"event": "concede", "player": 2}
    assert told(*OPENING, *DRAINED, concede, {"event": "end", "winners": [1, 2]}) == [(11, "LN209")]
    assert told(*OPENING, *DRAINED, concede, {"event": "end", "winners": [1]}) == [(11, "LN209"), (12, "LN403")]
    assert told(*OPENING, concede, turn(1, 2), {"event": "end", "winners": [1]}) == [(7, "LN209")]


def test_after_the_end_every_refusal_is_right() -> None:
    refused = {**turn(1, 2, "b1"), "event": "refused", "from": "middle"}
    assert told(*OPENING, *DRAINED, refused) == []
    played_on = {**turn(1, 2, "b1"), "from": "middle"}
    assert told(*OPENING, *DRAINED, played_on, {**refused, "player": 2}) == [(11, "LN402")]
    assert told(*OPENING, {"event": "stop"}, {**turn(1, 2, "b1"), "event": "refused"}) in ([], [(8, "LOG011")])


def test_a_stop_behind_a_result_says_nothing_new() -> None:
    assert told(*OPENING, *DRAINED, {"event": "end", "winners": [1, 2]}, {"event": "stop"}) == []


def in_tournament(number: int, first: int) -> list[Event]:
    header = {**HEADER, "tournament": {"id": "cup", "game": number}}
    turns = [{**one, "player": 3 - one["player"]} for one in DRAINED] if first == 2 else DRAINED
    return [header, *SETUPS, {**START, "first": first}, *turns, {"event": "end", "points": [2, 2]}]


def test_a_tournament_has_as_many_games_as_players() -> None:
    games = [*in_tournament(1, 1), *in_tournament(2, 2)]
    assert told(*games, {"event": "tournament", "points": [4, 4], "winners": [1, 2]}) == []
    assert told(*games, *in_tournament(3, 1)) == [(23, "LN601"), (28, "LN601")]
    result = {"event": "tournament", "points": [4, 4]}
    assert told(*games, result, result) == [(24, "LOG011")]


def test_a_game_that_cannot_be_read_leaves_the_sum_of_a_tournament_open() -> None:
    lost = [{**in_tournament(1, 1)[0], "edition": "tiki-1999"}]
    result = {"event": "tournament", "points": [4, 4], "winners": [1, 2]}
    assert told(*lost, *in_tournament(2, 2), result) == [(1, "LOG010")]


def test_a_byte_order_mark_belongs_to_the_game_behind_it() -> None:
    found = results(b"\xef\xbb\xbf" + text(HEADER), *SETUPS)
    verdicts = [one for one in found if isinstance(one, Verdict)]
    assert [(one.game, one.outcome) for one in verdicts] == [(1, "conforms")]
    assert told(b"\xef\xbb\xbf" + text(HEADER), *SETUPS) == []


@pytest.mark.parametrize("odd", [{"source": {"name": "x"}}, {"names": 5}, {"tournament": {"id": 1, "game": "1"}}])
def test_what_no_rule_asks_about_may_have_any_form(odd: Event) -> None:
    assert told({**HEADER, **odd}, *SETUPS, START, turn(1, 2), {"event": "stop", "reason": 5}) == []
    assert told({**HEADER}, {**SETUPS[0], "player": None}) == [(2, "LOG012")]
