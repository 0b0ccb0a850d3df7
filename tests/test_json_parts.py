"""Where parts of JSON stand: of whole texts and of such as break off, of text and of bytes."""

import json
import time
from typing import AnyStr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.spans import span_of
from verifier.document import document_of
from verifier.json_parts import DEPTH, parts_of
from verifier.whole_numbers import whole_numbers

SPACES = st.sampled_from(["", " ", "\n\t "])
TEXTS = st.text() | st.sampled_from(['"', "\\", "{", "]", ":", ",", "ü"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


def rebuilt(text: AnyStr, at: int, end: int) -> object:
    """Read a value by the places of its parts."""
    written = text[at:end]
    if written[:1] not in ("{", "[", b"{", b"["):
        return json.loads(written)
    parts = [(part.key, rebuilt(text, part.start, part.end)) for part in parts_of(text, at)]
    return (
        {json.loads(key): value for key, value in parts}
        if written[:1] in ("{", b"{")
        else [value for _, value in parts]
    )


@given(VALUES, SPACES, st.booleans(), st.booleans())
def test_a_value_is_the_sum_of_its_parts(value: object, space: str, ascii_only: bool, deep: bool) -> None:
    for _ in range(DEPTH if deep else 0):
        value = {"in": [value]}
    text = json.dumps(value, ensure_ascii=ascii_only, separators=(f"{space},{space}", f"{space}:{space}"))
    assert rebuilt(text, 0, len(text)) == value
    assert rebuilt(text.encode(), 0, len(text.encode())) == value


@given(st.lists(VALUES, max_size=5) | st.dictionaries(TEXTS, VALUES, max_size=5), SPACES, st.booleans())
def test_parts_that_a_decoder_finds_stand_where_their_signs_do(value: object, space: str, twice: bool) -> None:
    text = json.dumps(value, separators=(f"{space},{space}", f"{space}:{space}"))
    if twice and value and isinstance(value, dict):
        text = f"{text[:-1]},{json.dumps(next(iter(value)))}:[7]{space}}}"
    written = f"{space}{text}{space}".encode()
    root = document_of(written)
    places = {json.loads(part.key or "0"): (part.start, part.end) for part in parts_of(written, len(space))}
    listed = [(part.start, part.end) for part in parts_of(written, len(space))]
    assert {key: (part.start, part.end) for key, part in root.members().items()} == (
        places if isinstance(value, dict) else {}
    )
    assert [(part.start, part.end) for part in root.elements()] == (listed if isinstance(value, list) else [])


def test_a_key_that_comes_twice_is_given_twice_and_counts_where_it_comes_last() -> None:
    text = '{"a":12,"b":[2],"a":1}'
    assert [(part.key, text[part.start : part.end]) for part in parts_of(text, 0)] == [
        ('"a"', "12"),
        ('"b"', "[2]"),
        ('"a"', "1"),
    ]
    assert span_of(text, "a") == (16, 21)
    members = document_of(text.encode()).members()
    assert {key: (part.start, part.value()) for key, part in members.items()} == {"a": (20, 1), "b": (12, [2])}


@pytest.mark.parametrize(
    ("line", "key", "shown"),
    [
        ('{"event":"turn","player":1}', "event", '"event":"turn"'),
        ('{"event":"turn","player" : [1, 2] ,', "player", '"player" : [1, 2]'),
        ('{"event":"turn","player":{"a":"b', "player", '"player":{"a":"b'),
        ('{"event":"turn","player":', "player", '"player":'),
        ('{"event":"turn","player', "event", '"event":"turn"'),
        ('{"event":"turn","laid":[{"tile":5,"end":"left"},{"tile":8', "laid/0/end", '"end":"left"'),
        (
            '{"event":"turn","laid":[{"tile":5,"end":"left"},{"tile":8',
            "laid/1/end",
            '"laid":[{"tile":5,"end":"left"},{"tile":8',
        ),
        ('{"event":"turn","laid":[{"tile":5}]}', "laid/0/end", '{"tile":5}'),
        ('{"event":"turn","laid":[{"tile":5}]}', "laid/1", '"laid":[{"tile":5}]'),
        ('{"laid":{"event":1},"event":2}', "event", '"event":2'),
        ('\ufeff{"event":2}', "event", '"event":2'),
        ("5", "event", None),
        ('{"event":2}', "player", None),
    ],
)
def test_a_key_is_found_in_a_line_as_far_as_the_line_goes(line: str, key: str, shown: str | None) -> None:
    span = span_of(line, key)
    assert (None if span is None else line[slice(*span)]) == shown


@pytest.mark.parametrize("piece", ['\\"', "[", "[[],", '"a":', '{"a', "\\"])
def test_a_long_line_that_breaks_off_is_looked_through_in_little_time(piece: str) -> None:
    began = time.process_time()
    assert span_of('{"a":["' + piece * 50_000, "b") is None
    assert span_of('{"a":' + piece * 50_000, "b") is None
    assert time.process_time() - began < 60


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (b'[13.0,-2e0,"1.0",1.5,7]', b'[13,-2,"1.0",1.5,7]'),
        (b'{"a\\"1.0":1e1,"b":-0.0}', b'{"a\\"1.0":10,"b":0}'),
        (b'"1.0', b'"1'),
        (b"1" * 200_000 + b".", b"1" * 200_000 + b"."),
    ],
)
def test_whole_numbers_lose_their_point_and_exponent_and_nothing_else_changes(text: bytes, plain: bytes) -> None:
    assert whole_numbers(text) == plain
