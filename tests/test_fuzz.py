"""Hostile inputs: whatever the bytes, no crash, no hang, and never a wrong "conforms"."""

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from models.games import GAMES
from models.reading import Reading
from reports.findings import finding_text, verdict_text
from reports.rows import finding_row, log_row
from reports.style import coloured
from tests.fuzz import __main__ as fuzz
from tests.fuzz.__main__ import drawn, tried
from tests.fuzz.commands import Wrong
from tests.fuzz.originals import own_log
from tests.fuzz.targets import TARGETS, Target, answers, inside, second_opinion, suite_of
from tests.generator import STYLES, dump, play_game
from verifier.finding import Finding, Verdict
from verifier.judge import judge
from verifier.source import SourceLimits, split


@cache
def sound_log(seed: int) -> bytes:
    rng = random.Random(seed)
    return dump(play_game(rng, side=rng.choice((2, 3, 4)), style=STYLES[seed % len(STYLES)])).encode()


def results(log: bytes) -> list[Finding | Verdict]:
    return list(judge("log", split([log], SourceLimits().line), Reading()))


def words_of(result: Finding | Verdict) -> Any:
    """Say a result in every form there is."""
    if isinstance(result, Finding):
        return finding_text(result, coloured), finding_row(result)
    return verdict_text(result, coloured), log_row(result)


# Every reader and command: `make fuzz` runs many more of these ------------------------------------------------------


@pytest.mark.parametrize(("target", "share"), TARGETS, ids=[target.__name__ for target, _ in TARGETS])
def test_whatever_comes_in_no_command_fails_hangs_or_says_what_is_false(
    target: Target, share: int, tmp_path: Path
) -> None:
    for game in GAMES:
        if target is answers:
            suite_of(game.key)
    with inside(tmp_path):
        many = max(5, min(700, share))
        faults = [fault for number in range(many) if (fault := tried(target, drawn(1, target, number)))]
    assert faults == []


def leaks(rng: random.Random) -> None:
    raise KeyError(rng.random())


def loops(rng: random.Random) -> None:
    while True:
        rng.random()


def test_what_a_command_raises_and_what_takes_too_long_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    assert "KeyError" in (tried(leaks, rng) or "")
    monkeypatch.setattr(fuzz, "HANG", 0.05)
    assert "Hang" in (tried(loops, rng) or "")


def test_two_processes_run_together_what_one_runs() -> None:
    ran: list[float] = []

    def noted(rng: random.Random) -> None:
        ran.append(rng.random())

    def inputs_of(jobs: int) -> list[float]:
        ran.clear()
        for job in range(jobs):
            tally = fuzz.share_of([(noted, 1)], 30, float("inf"), 1, jobs, job)["noted"]
            assert tally.ran == 30 // jobs
        return sorted(ran)

    assert inputs_of(2) == inputs_of(1)


def test_a_false_conforms_is_a_fault() -> None:
    lines = own_log(0).splitlines(keepends=True)
    turns = [line for line in lines if b'"turn"' in line]
    second_opinion(b"".join(lines))
    with pytest.raises(Wrong, match="the second judge finds"):
        second_opinion(b"".join(lines).replace(turns[3], turns[3] * 2))


@pytest.mark.parametrize("key", [b"clover", b"out", b"cell"])
def test_the_second_judge_reads_a_single_reading_as_what_it_says(key: bytes) -> None:
    log = re.sub(b'"%b":([^,}]+)' % key, b'"%b":[\\1]' % key, own_log(1))
    assert b'"%b":[' % key in log
    assert [each.outcome for each in results(log) if isinstance(each, Verdict)] == ["conforms"]
    second_opinion(log)


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


# What hostile inputs have found --------------------------------------------------------------------------------------


def test_a_diagnosis_whose_courses_part_at_every_turn_ends_in_time(tmp_path: Path) -> None:
    """Another turn by a house rule, wrongly recorded: nearly 1,000 courses, each with tables of its own."""
    target = next(target for target, _ in TARGETS if target.__name__ == "validated")
    with inside(tmp_path):
        assert tried(target, drawn(102, target, 3890)) is None


@pytest.mark.parametrize(("out", "code"), [(b"[3,4]", "LOG012"), (b"99", "LOG008"), (b"0", "LOG008")])
def test_a_discard_of_what_no_clover_is_does_not_conform(out: bytes, code: str) -> None:
    played = iter(range(100))
    log = next(
        lines for lines in (own_log(number).splitlines() for number in played) if any(b'"discard"' in x for x in lines)
    )
    at = next(number for number, line in enumerate(log) if b'"discard"' in line)
    log[at] = log[at].replace(b'"discard"', b'"discard","out":' + out)
    told = [
        result for result in results(b"\n".join(log)) if isinstance(result, Finding) and result.kind == "unreadable"
    ]
    assert [(finding.clause, finding.line) for finding in told] == [(code, at + 1)]
