"""A record with gaps is diagnosed by what is known of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from models.reading import Reading
from tests.test_diagnose import run, turn, turns, words
from verifier.diagnose.evidence_logs import EvidenceLogs
from verifier.diagnose.known_facts import KnownFacts
from verifier.diagnose.program import diagnoses

LOSSY = Path("records/school-lossy/g007_2p_random_probe.jsonl")
SOUND = ["docs/examples/gaps.jsonl", "docs/examples/good-fortune-gaps.jsonl"]
LOST = ["anything can be taken", "the old clover vanishes"]


def lossy(*nulls: tuple[int, str]) -> list[bytes]:
    rows: list[dict[str, Any]] = [json.loads(line) for line in LOSSY.read_bytes().splitlines()]
    for line, key in nulls:
        rows[line - 1][key] = None
    return [json.dumps(row).encode() + b"\n" for row in rows]


def kept(lines: list[bytes]) -> EvidenceLogs:
    logs = EvidenceLogs()
    for _ in logs.judge("log", [lines], Reading()):
        pass
    return logs


@pytest.mark.parametrize("path", SOUND)
def test_a_record_with_gaps_that_a_legal_game_explains_has_no_diagnosis(path: str) -> None:
    result = run(path)
    assert (result.stdout, result.exit_code) == ("", 0)
    assert "nothing to diagnose: no rule is broken" in result.stderr


@pytest.mark.parametrize("nulls", [[(30, "clover")], [(48, "action")], [(2, "clover"), (45, "clover")], [(9, "cell")]])
def test_facts_that_are_missing_hide_no_mistake(nulls: list[tuple[int, str]]) -> None:
    logs = kept(lossy(*nulls))
    (found,) = diagnoses(logs)
    assert words(found)[0] == LOST
    assert found.fits
    assert found.findings >= 38
    assert logs.logs[0].supposed == {line for line, _ in nulls}


def test_a_missing_fact_is_taken_for_what_later_lines_say() -> None:
    lines = turns(turn(1, 8, "d2"), turn(2, 12, "d3"), {**turn(1, 9, "d2"), "action": "exchange", "out": 8})
    row = json.loads(lines[10])
    assert (row["clover"], row["cell"]) == (8, "d2")
    lines[10] = json.dumps(row | {"clover": None}).encode() + b"\n"
    known = KnownFacts().of(lines, Reading(), conforms=False)
    assert json.loads(known.lines[10])["clover"] == 8
    assert (known.supposed, known.cut) == ({11}, False)
    lines[10] = json.dumps(row | {"clover": [7, 8, 9]}).encode() + b"\n"
    assert json.loads(KnownFacts().of(lines, Reading(), conforms=False).lines[10])["clover"] == 8


def test_what_is_supposed_speaks_against_no_mistake() -> None:
    taken = {"event": "turn", "player": 1, "from": "pile", "clover": 4, "action": "exchange", "cell": "b2", "out": 6}
    refused, lacking = turn(1, 10, "d3"), turn(2, 8, "d2") | {"clover": None}
    (certain,) = diagnoses(kept(turns(refused, turn(2, 17, "d3"))))
    logs = kept(turns(refused, lacking, taken))
    assert logs.logs[0].supposed == {12}
    (found,) = diagnoses(logs)
    assert {each[0] for each in words(certain)} <= {each[0] for each in words(found)}


def test_a_log_is_looked_at_up_to_turns_that_nobody_knows_and_that_is_said(tmp_path: Path) -> None:
    gap = {"event": "gap", "turns": 2}
    path = tmp_path / "gap.jsonl"
    path.write_bytes(b"".join(turns(turn(1, 10, "d3"), gap, turn(1, 11, "d2"))))
    result = run(str(path), str(LOSSY), "--format", "json")
    assert result.exit_code == 1
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert sum(row["findings"] for row in rows) == 41
    assert "looked at up to a fact that is missing" in result.stderr
