"""Damaged logs: whatever the bytes, no crash, and never a wrong "conforms"."""

import json
import random
from functools import cache
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from models.reading import Reading
from reports.findings import finding_text, verdict_text
from reports.rows import finding_row, log_row
from reports.style import coloured
from tests import oracle
from tests.generator import STYLES, dump, play_game
from verifier.finding import Finding, Verdict
from verifier.judge import judge
from verifier.source import SourceLimits, split

ROUGH = st.sampled_from(
    [b'"', b"{", b"}", b",", b":", b"\\", b"0", b"1e99", b"null", b"-", b"\xff", b"\xef\xbb\xbf", b"[", b"\n", b"\r"]
)


@cache
def sound_log(seed: int) -> bytes:
    rng = random.Random(seed)
    return dump(play_game(rng, side=rng.choice((2, 3, 4)), style=STYLES[seed % len(STYLES)])).encode()


def results(log: bytes) -> list[Finding | Verdict]:
    return list(judge("log", split([log], SourceLimits().line), Reading()))


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    log = bytearray(sound_log(draw(st.integers(0, 11))))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(log)))
        what = draw(st.integers(0, 3))
        if what == 0:
            del log[at : at + draw(st.integers(1, 30))]
        elif what == 1:
            log[at:at] = draw(ROUGH | st.binary(min_size=1, max_size=4))
        elif what == 2:
            log[at : at + 1] = draw(st.binary(min_size=1, max_size=1))
        else:
            log[at:at] = log[max(0, at - 40) : at]
    return bytes(log)


def words_of(result: Finding | Verdict) -> Any:
    """Say a result in every form there is."""
    if isinstance(result, Finding):
        return finding_text(result, coloured), finding_row(result)
    return verdict_text(result, coloured), log_row(result)


@given(damaged())
@settings(max_examples=400, deadline=None, derandomize=True)
def test_a_damaged_log_conforms_only_if_every_line_is_json_and_a_second_judge_agrees(log: bytes) -> None:
    told = results(log)
    verdicts = [result for result in told if isinstance(result, Verdict)]
    assert verdicts
    for result in told:
        words_of(result)
    if all(verdict.outcome == "conforms" for verdict in verdicts):
        text = log.decode("utf-8")
        for line in text.split("\n"):
            if line.strip():
                json.loads(line)
        assert oracle.judge("\n".join(line for line in text.split("\n") if line.strip())) == []


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
@example(b"\xef\xbb\xbf")
@example(b'{"event":"game"}')
@example(b'{"event":"game","format":"cloverproof/1","game":"lucky-numbers"}')
@example(b'{"event":"\\ud800"}')
@example(b"[" * 100_000)
@example(b'{"a":' * 100_000)
@settings(max_examples=300, deadline=None, derandomize=True)
def test_bytes_that_are_no_log_never_conform(log: bytes) -> None:
    if b"\0" in log:
        return
    told = results(log)
    for result in told:
        words_of(result)
    assert [result.outcome for result in told if isinstance(result, Verdict)] == ["unreadable"]


@given(
    st.fixed_dictionaries(
        {
            "event": st.sampled_from(
                ["game", "setup", "start", "turn", "refused", "concede", "end", "stop", "tournament"]
            )
        },
        optional={
            key: st.none() | st.integers(-2, 30) | st.text(max_size=3) | st.lists(st.integers(-1, 25), max_size=5)
            for key in (
                "player",
                "clover",
                "cell",
                "from",
                "action",
                "out",
                "pile",
                "middle",
                "first",
                "winners",
                "empty",
            )
        },
    )
)
@settings(max_examples=300, deadline=None, derandomize=True)
def test_any_event_in_the_middle_of_a_game_is_judged_or_reported(event: dict[str, Any]) -> None:
    lines = sound_log(0).splitlines()
    log = b"\n".join([*lines[:12], json.dumps(event).encode(), *lines[12:]])
    for result in results(log):
        words_of(result)
