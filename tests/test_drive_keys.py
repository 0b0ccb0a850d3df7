"""Keys of answers that nobody knows, or that stand there twice, are named by the check of an adapter."""

import pytest

from models.games import GAMES
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
