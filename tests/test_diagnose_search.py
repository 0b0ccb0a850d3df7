"""The search for mistakes goes on from what explains something."""

import pytest

from models.games import GAMES
from models.reading import Reading
from tests.mistaken_play import log_lines
from verifier.diagnose.hypothesis import Hypothesis, HypothesisTrial
from verifier.diagnose.search import MistakeSearch
from verifier.diagnose.watched_log import WatchedLog
from verifier.suite import all_mistakes

LUCKY = GAMES[0]
HEADER = {"event": "game", "format": "cloverproof/1", "game": "lucky-numbers", "edition": "tiki-2020", "players": 2}
SET_UP: list[dict[str, object]] = [
    {"event": "setup", "player": player, "clover": number + player, "cell": cell}
    for player in (1, 2)
    for number, cell in ((1, "a1"), (5, "b2"), (9, "c3"), (15, "d4"))
]


def turn(player: int, clover: int, cell: str, event: str = "turn", **more: object) -> dict[str, object]:
    return {"event": event, "player": player, "from": "pile", "clover": clover, "action": "place", "cell": cell, **more}


@pytest.fixture
def search() -> MistakeSearch:
    """Search a log in which a clover is taken that does not lie there, before breaches that nothing explains.

    Each of these was refused just before.
    """
    left = {"event": "turn", "player": 1, "from": "pile", "clover": 19, "action": "discard"}
    exchanged = {
        "event": "turn",
        "player": 2,
        "from": "pile",
        "clover": 4,
        "action": "exchange",
        "cell": "a1",
        "out": 3,
    }
    taken = {**turn(1, 8, "d2"), "from": "middle"}
    places = (2, 20, "a3"), (1, 1, "a4"), (2, 5, "d3"), (1, 14, "a3")
    wrong = [turn(*place, event) for place in places for event in ("refused", "turn")]
    header = {**HEADER, "setup": "standard"}
    events: list[dict[str, object]] = [header, *SET_UP, {"event": "start", "first": 1}, left, exchanged, taken, *wrong]
    trial = HypothesisTrial(LUCKY, all_mistakes(LUCKY))
    return MistakeSearch(trial, [WatchedLog("", log_lines(events), LUCKY, Reading())])


def test_a_set_with_one_more_mistake_explains_something_more(search: MistakeSearch) -> None:
    (log,) = search.logs
    assert {each.clause for each in log.troubles} == {"LN205", "LN301"}
    start = Hypothesis()
    grown = search.children(start, 4)
    assert grown
    for of in (start, *(each.hypothesis for each in grown)):
        before = search.trial.outcome(of, log)
        for each in search.children(of, 4):
            after = search.trial.outcome(each.hypothesis, log)
            told = [{(one.place, one.clause) for one in (*left.left, *left.new)} for left in (before, after)]
            assert told[0] - told[1], each.hypothesis.mistakes


def test_what_nothing_explains_is_left_without_trying_sets_of_mistakes_that_explain_nothing(
    search: MistakeSearch,
) -> None:
    found = search.run()
    assert {each.left for each in found} == {4}
    assert {len(each.hypothesis.mistakes) for each in found} == {1}
    assert len(search.tried) < 600, len(search.tried)
