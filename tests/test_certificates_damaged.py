"""Damaged certificates of both games: whatever is changed, none is taken that does not prove what it says.

`CLOVERPROOF_CERTIFICATES=10000` damages so many; without it a drawn share is damaged.
"""

import json
import os
import random
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from models.games import GAMES
from models.position import Problem
from tests.fortune_puzzles import BASE
from tests.fuzz import originals
from tests.small_puzzles import problem_of
from verifier.certificate import strategies, write_certificate
from verifier.check_certificate import NEVER, InvalidCertificate, Refused, verify
from verifier.puzzles import parse_puzzle
from verifier.reference_solver import solve_plainly

MANY = int(os.environ.get("CLOVERPROOF_CERTIFICATES", "600"))
GUESSING = {"variants": ["guessing"], "hands": [[1, 9], [2, 21]], "collections": [[10, 11, 16, 17], [3, 5, 18, 19]]}
Lines = list[dict[str, Any]]
Damage = Callable[[random.Random, Lines], object]


def _some(rng: random.Random, lines: Lines) -> dict[str, Any]:
    return rng.choice(lines[1:])


def _value(rng: random.Random, lines: Lines) -> None:
    _some(rng, lines)["value"] = rng.choice(("0", "1", "-1", "1/2", "2", "3/7", "never", "-0", "1/0", "0.5", "4/2", ""))


def _bound(rng: random.Random, lines: Lines) -> None:
    lines[0][rng.choice(("lower", "upper"))] = rng.choice(("0", "1", "-1", "1/2", "2", "3", "never", "1/3", "2/4"))


def _both_bounds(rng: random.Random, lines: Lines) -> None:
    lines[0]["lower"] = lines[0]["upper"] = rng.choice(("0", "1", "-1", "1/2", "2", "never"))


def _move(rng: random.Random, lines: Lines) -> None:
    line, other = _some(rng, lines), _some(rng, lines)
    for key in ("move", "mix", "reveal"):
        if key in line:
            line[key] = other.get(key, rng.choice(("draw", "give up", "take 3 a1", "lay left", 3, None)))


def _chance(rng: random.Random, lines: Lines) -> None:
    line = _some(rng, lines)
    if "mix" in line:
        share = rng.choice(sorted(line["mix"]))
        line["mix"][share] = rng.choice(("0", "1", "1/2", "1/3", "-1/2", "2", "never", "x"))
    elif "reveal" in line:
        line["reveal"] += rng.choice((-1, 1, 9))
    else:
        line["mix"] = {line.pop("move"): rng.choice(("1", "1/2"))}


def _position(rng: random.Random, lines: Lines) -> None:
    line = _some(rng, lines)
    numbers = list(re.finditer(r"\d+", line["at"]))
    found = rng.choice(numbers)
    line["at"] = line["at"][: found.start()] + str(int(found[0]) + rng.choice((-1, 1))) + line["at"][found.end() :]


def _other_position(rng: random.Random, lines: Lines) -> None:
    one, other = _some(rng, lines), _some(rng, lines)
    one["at"], other["at"] = other["at"], one["at"]


def _side(rng: random.Random, lines: Lines) -> None:
    line = _some(rng, lines)
    line["side"] = "others" if line["side"] == "hero" else "hero"


def _order(rng: random.Random, lines: Lines) -> None:
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def _gone(rng: random.Random, lines: Lines) -> None:
    del lines[rng.randrange(len(lines))]


def _twice(rng: random.Random, lines: Lines) -> None:
    lines.insert(rng.randrange(len(lines) + 1), dict(rng.choice(lines)))


def _puzzle(rng: random.Random, lines: Lines) -> None:
    puzzle = lines[0]["puzzle"]
    key = rng.choice([key for key in puzzle if isinstance(puzzle[key], list | int) and puzzle[key]])
    told = json.dumps(puzzle[key])
    found = rng.choice(list(re.finditer(r"\d+", told)) or [re.search("$", told)])
    assert found is not None
    changed = told[: found.start()] + str(int(found[0] or 0) + rng.choice((-1, 1))) + told[found.end() :]
    puzzle[key] = json.loads(changed) if found[0] else puzzle[key]


def _objective(rng: random.Random, lines: Lines) -> None:
    lines[0]["objective"] = "points" if lines[0]["objective"] == "win" else "win"


DAMAGES: dict[str, Damage] = {
    damage.__name__: damage
    for damage in (
        _value, _bound, _both_bounds, _move, _chance, _position, _other_position, _side, _order, _gone, _twice, _puzzle,
        _objective,
    )
}  # fmt: skip


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> list[Lines]:
    """Give certificates of all forms: each goal, each objective, both games, with mixes and with numbers revealed."""
    mixed = parse_puzzle(json.dumps({**BASE, **GUESSING, "line": [8, 20, 15]}).encode())[1]
    points = problem_of("points", gardens=["1 ./. 5", "2 ./. 4"], top=6, pile=[3, 5], middle=[3])
    found, folder = [], tmp_path_factory.mktemp("sound")
    for number, (game, problem) in enumerate([*originals.problems(), (GAMES[0], points), (GAMES[1], mixed)]):
        path = folder / f"{number}.jsonl"
        if problem is mixed:
            _write_mixed(path, problem)
        else:
            moves, reveal = strategies(solve_plainly(problem))
            write_certificate(str(path), game, problem, moves, moves, reveal)
        found.append([json.loads(line) for line in path.read_text().splitlines()])
    return found


def _write_mixed(path: Path, problem: Problem) -> None:
    from verifier.certificate import certify
    from verifier.solve.search_interface import begin
    from verifier.solve.solver import SearchLimits

    search = begin(GAMES[1], problem)
    search.run(SearchLimits())
    certify(str(path), GAMES[1], problem, search)


def truth(lines: Lines, known: dict[str, tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    """Give what a puzzle is worth by plain enumeration, which no certificate can change."""
    key = json.dumps([lines[0]["puzzle"], lines[0]["objective"]])
    if key not in known:
        problem = parse_puzzle(json.dumps(lines[0]["puzzle"]).encode(), lines[0]["objective"])[1]
        found = solve_plainly(problem)
        value = found.value
        if problem.goal == "force":
            value = Fraction(found.turns[""]) if found.value else NEVER
        known[key] = value, value
    return known[key]


def test_no_damaged_certificate_proves_what_is_not_true_and_each_refusal_has_its_place(
    forms: list[Lines], tmp_path: Path
) -> None:
    rng, path, known = random.Random(2), tmp_path / "c.jsonl", dict[str, tuple[Fraction, Fraction]]()
    told, unplaced = Counter[str](), []
    for number in range(MANY):
        whole = forms[number % len(forms)]
        lines: Lines = json.loads(json.dumps(whole))
        names = rng.choices(list(DAMAGES), k=rng.choice((1, 1, 1, 2)))
        for name in names:
            if len(lines) > 2 and "puzzle" in lines[0] and "puzzle" not in str(lines[1:]):
                DAMAGES[name](rng, lines)
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        try:
            proven = verify(str(path))
        except Refused as wrong:
            told["refused"] += 1
            if not (wrong.line or "does not know" in wrong.reason):
                unplaced.append((names, wrong.reason))
        except InvalidCertificate as wrong:
            told["no certificate"] += 1
            if not 1 <= wrong.line <= len(lines):
                unplaced.append((names, wrong.reason))
        else:
            told["proven"] += 1
            if "variants" in lines[0]["puzzle"]:  # plain enumeration knows no mixes; the sound one is exact
                assert lines[0]["puzzle"] == whole[0]["puzzle"]
                low = high = Fraction(whole[0]["lower"])
            else:
                low, high = truth(lines, known)
            assert proven.lower <= low, names
            assert proven.upper >= high, names
    assert unplaced == []
    assert all(told[kind] > MANY / 40 for kind in ("refused", "no certificate", "proven")), told


@pytest.mark.parametrize("name", DAMAGES)
def test_each_damage_changes_a_certificate(name: str, forms: list[Lines]) -> None:
    rng, changed = random.Random(1), 0
    for whole in forms[-12:]:
        lines = json.loads(json.dumps(whole))
        DAMAGES[name](rng, lines)
        changed += lines != whole
    assert changed > 3
