"""What the sheet prints of two collections at the end, against every way to deal tiles out."""

import random
from itertools import combinations

import pytest

from models.good_fortune import printed_scores
from models.good_fortune.printed_scores import can_score
from models.good_fortune.scoring import groupings
from models.good_fortune.tiles import BLANK, CHARMS, Face

NINE = 9  # tiles that a player can win at most


def by_trying(faces: list[Face], *printed: tuple[int, ...]) -> bool:
    """Deal out tiles in every way, and score them."""
    if not printed:
        return True
    for count in range(1, min(len(faces), NINE) + 1):
        for mine in combinations(range(len(faces)), count):
            ways = groupings([faces[place] for place in mine])
            if any(sorted(group.points for group in way.groups) == sorted(printed[0]) for way in ways):
                rest = [face for place, face in enumerate(faces) if place not in mine]
                if by_trying(rest, *printed[1:]):
                    return True
    return False


def drawn(rng: random.Random, count: int, charms: int) -> list[Face]:
    pairs = [rng.sample(CHARMS[:charms], 2) for _ in range(count)]
    return [Face((one, other), rng.randint(1, 6)) for one, other in pairs]


@pytest.mark.parametrize("printed", [((14, 4),), ((15,), (8,)), ((14,), (4,)), ((3,), (4,))])
def test_it_is_as_trying_every_deal_says(printed: tuple[tuple[int, ...], ...]) -> None:
    rng, seen = random.Random(repr(printed)), set()
    for _ in range(40):
        faces = drawn(rng, rng.randint(3, 6), rng.choice((3, 5)))
        answer = can_score(faces, *printed)
        assert answer is by_trying(faces, *printed)
        seen.add(answer)
    assert seen == {True, False}


def test_what_is_not_known_is_left_open() -> None:
    fourteen = [Face((CHARMS[0], CHARMS[1]), 3), Face((CHARMS[0], CHARMS[2]), 4)]
    assert can_score([*fourteen, BLANK], (14,)) is True
    assert can_score([fourteen[0], BLANK], (14,)) is None
    assert can_score([fourteen[0]], (14,)) is False


LOW_DICE = [Face((None, None), 1 + (tile > 17)) for tile in range(21)]
FOUR_OR_MORE = [Face((None, None), 4) for _ in range(21)]


@pytest.mark.parametrize(
    ("faces", "printed", "answer"),
    [
        (LOW_DICE, (14,), False),  # 14 is two tiles with 7 on their dice, and no two show more than 4
        (LOW_DICE, (4,), None),
        (FOUR_OR_MORE, (14,), False),
        (FOUR_OR_MORE, (15,), False),
        ([Face((CHARMS[0], CHARMS[1]), 3), Face((CHARMS[2], CHARMS[3]), 4), Face((None, CHARMS[4]), 1)], (14,), False),
        ([Face((CHARMS[0], CHARMS[1]), 3), Face((CHARMS[2], CHARMS[3]), 4), Face((None, CHARMS[4]), 4)], (14,), None),
    ],
)
def test_what_known_dice_exclude_is_excluded_whatever_the_charms(
    faces: list[Face], printed: tuple[int, ...], answer: bool | None
) -> None:
    assert can_score(faces, printed) is answer
    if answer is False:
        rng = random.Random(1)
        for _ in range(20):  # no way to print the charms that are missing makes it possible
            assert not by_trying([printed_whole(rng, face) for face in faces[:5]], printed)


def printed_whole(rng: random.Random, face: Face) -> Face:
    """Print charms on a tile where it is not known which."""
    known = [charm for charm in face.charms if charm is not None]
    one, other = known + rng.sample([charm for charm in CHARMS if charm not in known], 2 - len(known))
    return Face((one, other), face.die)


def test_a_search_that_takes_too_long_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed_scores, "MOST", 100)
    assert can_score(drawn(random.Random(1), 21, 2), (40, 14, 8), (40, 15, 4)) is None
