"""What driving hands over is nearly the shortest exchange that there is, which a search of all exchanges finds."""

import pytest

from tests.bench_drive_shortest import compared, driven
from tests.programs.lucky import Adapter, LuckyNumbers
from tests.shortest_exchange import CAN, SIDE, Search, plain

SAMPLE = ("LN204: a left clover vanishes", "LN301: equal numbers pass")
TOP = 3


@pytest.mark.parametrize("mistake", SAMPLE)
def test_driving_hands_over_nearly_the_shortest_exchange_that_there_is(mistake: str) -> None:
    found = compared(mistake, games=8, tops=[TOP])
    assert found.least is not None
    assert found.near, found


def test_nothing_shorter_is_handed_over_than_there_is() -> None:
    found = compared("LN102: only the first player is waited for", games=8, tops=[TOP])
    assert found.least is not None
    assert found.driven is not None
    assert found.driven >= found.least == 3  # the game, and both clovers of one player


def test_the_exchange_that_the_search_finds_shows_the_mistake_by_its_last_answer_alone() -> None:
    mistake = "LN204: a clover taken from the middle may be put back"
    path = Search(mistake, TOP).shortest(20)
    assert path is not None
    right, wrong = (
        Adapter(LuckyNumbers(frozenset(names), SIDE, TOP, None, True, "players"), CAN, frozenset())
        for names in ((), (mistake,))
    )
    alike = [
        plain(right.answer(request), 2 * TOP) == plain(wrong.answer(request), 2 * TOP)
        for request in path
        if request["do"] != "legal"
    ]
    assert alike == [True] * (len(alike) - 1) + [path[-1]["do"] == "legal"]


def test_the_right_program_differs_in_nothing_from_itself() -> None:
    assert Search("LN104: any side is taken for the printed one", 2).shortest(20) is None


def test_a_hand_that_holds_every_number_is_played_with() -> None:
    assert driven("LN102: one clover more each", TOP, games=4) is not None
