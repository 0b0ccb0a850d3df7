"""What driving hands over is nearly the shortest exchange that there is, which a search of all exchanges finds."""

import pytest

from tests.bench_drive_shortest import HEAD, MISTAKES, MOST_LONGER, TABLE, compared, driven
from tests.programs.lucky import Adapter, LuckyNumbers
from tests.shortest_lucky import CAN, SIDE, LuckySearch

SAMPLE = {"LN204: a left clover vanishes": 3, "LN301: equal numbers pass": 3, "GF203: the tile beside it leaves": 2}
TOP = 3
# What shows on a larger board or with more tiles only: there no search of all exchanges ends.
LARGER = {
    "LN201: another turn that was earned is not given",
    "LN208: declared but never given",
    "LN204: a clover that is left vanishes where four lie in the middle",
    "LN208: an exchange does not count",
    "LN303: the old clover vanishes where four lie in the middle",
    "LN301: only direct neighbours are compared",
    "LN301: blind at distance 3",
    "GF402: tiles may be split at will",
    "GF402: the die sum does not break ties",
    "GF402: it is counted once",
    "GF403: tiles are split for the best total",
}


WORDS = HEAD.index("mistake")


def written() -> dict[str, tuple[str, str]]:
    """Give the table of `python -m tests.bench_drive_shortest --write` by mistakes."""
    head, *rows = TABLE.read_text("utf-8").splitlines()
    assert head == HEAD
    return {row[WORDS:]: (row[5:10].strip(), row[11:17].strip()) for row in rows}


def test_for_every_mistake_nearly_the_shortest_exchange_was_handed_over() -> None:
    table = written()
    assert set(table) == set(MISTAKES)
    assert {mistake for mistake, (least, _) in table.items() if least == "-"} == LARGER
    far = [
        mistake
        for mistake, (least, length) in table.items()
        if mistake not in LARGER and not int(least) <= int(length) <= int(least) + MOST_LONGER
    ]
    assert far == []


@pytest.mark.parametrize("mistake", SAMPLE)
def test_driving_hands_over_nearly_the_shortest_exchange_that_there_is(mistake: str) -> None:
    found = compared(mistake, games=8, sizes=[SAMPLE[mistake]])
    assert str(found.least) == written()[mistake][0]
    assert found.near, found


def test_nothing_shorter_is_handed_over_than_there_is() -> None:
    found = compared("LN102: only the first player is waited for", games=8, sizes=[TOP])
    assert found.least is not None
    assert found.driven is not None
    assert found.driven >= found.least == 3  # the game, and both clovers of one player


def test_the_exchange_that_the_search_finds_shows_the_mistake_by_its_last_answer_alone() -> None:
    mistake = "LN204: a clover taken from the middle may be put back"
    search = LuckySearch(mistake, TOP)
    path = search.shortest(20)
    assert path is not None
    right, wrong = (
        Adapter(LuckyNumbers(frozenset(names), SIDE, TOP, None, True, "players"), CAN, frozenset())
        for names in ((), (mistake,))
    )
    alike = [
        search.plain(right.answer(request)) == search.plain(wrong.answer(request))
        for request in path
        if request["do"] != "legal"
    ]
    assert alike == [True] * (len(alike) - 1) + [path[-1]["do"] == "legal"]


def test_the_right_program_differs_in_nothing_from_itself() -> None:
    assert LuckySearch("LN104: any side is taken for the printed one", 2).shortest(20) is None


def test_a_hand_that_holds_every_number_is_played_with() -> None:
    assert driven("LN102: one clover more each", TOP, games=4)[0] is not None
