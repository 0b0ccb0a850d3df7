"""Keys of answers that nobody knows, or that stand there twice, are named by the check of an adapter."""

import pytest

from models.games import GAMES
from models.lucky_numbers.driving.requests import AskResult, Take
from verifier.drive.answer_keys import DoubledKeys
from verifier.drive.check import key_checks

LUCKY = next(game for game in GAMES if game.key == "lucky-numbers").driving()


@pytest.mark.parametrize(
    ("answer", "said", "certain"),
    [
        (b'{"ok":true,"shows":{"midle":[]}}', "`midle` is not known", True),
        (b'{"ok":true,"weather":"fine"}', "`weather` is not known, and not read", False),
        (b'{"ok":true,"ok":false}', "`ok` stands in one object twice", True),
        (b'{"ok":true,"shows":{"pile":3,"pile":4}}', "`pile` stands in one object twice", True),
        (b'{"ok":true,"shows":{"pile":3}}', None, True),
    ],
)
def test_a_key_that_is_not_read_or_stands_twice_is_named(answer: bytes, said: str | None, certain: bool) -> None:
    found = list(key_checks(answer, LUCKY.response, "new", LUCKY.hello))
    assert [(check.fault, check.certain) for check in found] == ([] if said is None else [(said, certain)])


def test_a_key_that_stands_twice_is_seen_in_the_middle_of_a_run() -> None:
    take, keys = Take(1, "pile"), DoubledKeys()
    for answer in (
        b'{"ok":true,"clover":7}',
        b'{"ok":true,"clover":8}',
        b'{"ok": true, "why": "\\"pile\\": 3, \\"pile\\": 4", "shows": {"pile" : 4}}',
    ):
        keys.look(take, answer)
    assert keys.found == {}
    assert keys.is_usual(take, b'{"ok":true,"clover":9}')
    for request, twice in (
        (take, b'{"ok":true,"clover":7,"clover":8}'),
        (AskResult(), b'{"over":false,"over":false,"x":1e400}'),
    ):
        assert not keys.is_usual(request, twice)
        keys.look(request, twice)
    keys.look(take, b'{"ok":true,"ok":true}')
    assert list(keys.found) == ["clover", "over", "ok"]
    assert keys.found["ok"] == (take, b'{"ok":true,"ok":true}')
