"""Guessing: both choose at the same time. The solver against a program of its own, the checker, and itself."""

import json
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import program
from models.games import GAMES
from models.good_fortune.editions import Rules
from models.good_fortune.positions import FortunePosition
from models.good_fortune.random_positions import drawn
from models.good_fortune.tiles import tile_set
from models.position import Objective, Problem
from models.reading import Malformed, Reading
from reports.analysis_text import analysis_text
from reports.analyze import analysis_data
from reports.style import uncolored
from tests.fortune_puzzles import BASE, Brute, State
from tests.good_fortune_games import Program, random_tiles
from tests.test_matrix_games import by_z3
from verifier.analyze import analyse
from verifier.certificate import certify
from verifier.check_certificate import InvalidCertificate, Refused, verify
from verifier.luck_and_skill import account_of
from verifier.move_values import outlook_of
from verifier.replies import replies
from verifier.solve.answer import solve
from verifier.solve.simultaneous import StandoffSearch
from verifier.solve.solver import SearchLimits
from verifier.turns_of_log import recorded_turns

GAME = next(game for game in GAMES if game.key == "good-fortune")
GUESSING = {**BASE, "variants": ["guessing"]}
FOUR = {**GUESSING, "hands": [[1, 9, 10, 11], [5, 21, 2, 3]], "collections": [[16, 17], [18, 19]]}


def drawn_position(rng: random.Random, turns: int) -> FortunePosition:
    """Draw a position with so many tiles in each hand, of a random tile set, or of the invented one."""
    hand = rng.choice((turns, turns + 1, 9))
    size = 2 * hand + 3
    tiles = tile_set(random_tiles(rng, size), size)
    return drawn(rng, turns, Rules(guessing=True, tiles=tiles, hand=hand))


class Together(Brute):
    """Both choose at the same time; matrix games by a closed form, larger ones by z3."""

    def __init__(self, position: FortunePosition, objective: Objective) -> None:
        super().__init__(position)
        self.objective = objective
        self.worth: Callable[[State], Fraction] = cache(self._worth)
        self.start = (0, *self.start[1:])

    def _worth(self, state: State) -> Fraction:
        _, _, hands, _, won, chosen, laid = state
        if not any(hands):
            ahead = self.score(won[0]) - self.score(won[1])
            return Fraction(ahead if self.objective == "points" else (ahead > 0) - (ahead < 0))
        if laid < 0 and 0 in chosen:
            return self.of_matrix(self.matrix(state))
        return (max, min)[self.who(state)](self.worth(after) for _, after in self.ways(state))

    def matrix(self, state: State) -> list[list[Fraction]]:
        head, hands = state[:5], state[2]
        return [[self.worth((*head, (one, two), -1)) for two in sorted(hands[1])] for one in sorted(hands[0])]

    def of_matrix(self, matrix: list[list[Fraction]]) -> Fraction:
        low, high = max(map(min, matrix)), min(map(max, zip(*matrix, strict=True)))
        if low == high:
            return low
        if len(matrix) == 2:
            (a, b), (c, d) = matrix
            return (a * d - b * c) / (a + d - b - c)
        return by_z3(matrix)


@pytest.mark.parametrize("objective", ["win", "points"])
@pytest.mark.parametrize(("turns", "count"), [(1, 20), (2, 60), (3, 12)])
def test_the_solver_gives_what_a_program_of_its_own_gives(objective: Objective, turns: int, count: int) -> None:
    rng, mixed = random.Random(f"{turns} {objective}"), 0
    for _ in range(count):
        position = drawn_position(rng, turns)
        problem = Problem(position, "win", objective, 1)
        answer, _ = solve(GAME, problem, SearchLimits(), every=True)
        brute = Together(position, objective)
        assert answer.worth.exact
        assert answer.worth.low == brute.worth(brute.start)
        together = answer.together
        assert together is not None
        mixed += any(share not in (0, 1) for share in together.mixes[0].values())
        matrix = brute.matrix(brute.start)
        own, other = (list(mix.values()) for mix in together.mixes)
        against = {
            move: sum((share * worth for share, worth in zip(other, row, strict=True)), Fraction(0))
            for move, row in zip(together.mixes[0], matrix, strict=True)
        }
        assert dict(answer.moves) == {
            move: type(answer.worth)(min(worth, answer.worth.low), min(worth, answer.worth.low))
            for move, worth in against.items()
        }
        assert max(against.values()) == answer.worth.low
        columns = zip(*matrix, strict=True)
        left = [sum((s * w for s, w in zip(own, column, strict=True)), Fraction(0)) for column in columns]
        assert min(left) == answer.worth.low
        assert together.shown[0].low == together.shown[0].high == max(map(min, matrix))
        assert together.shown[1].low == together.shown[1].high == min(map(max, zip(*matrix, strict=True)))
    assert mixed >= (turns > 1)


def test_open_choice_is_never_better_than_a_secret_one() -> None:
    rng = random.Random(3)
    for _ in range(30):
        problem = Problem(drawn_position(rng, 3), "win", "points", 1)
        answer, _ = solve(GAME, problem, SearchLimits())
        assert answer.together is not None
        first, second = answer.together.shown
        assert first.high <= answer.worth.low <= second.low


@pytest.mark.parametrize("turns", [2, 3, 4])
def test_a_certificate_proves_the_value_by_mixes(turns: int, tmp_path: Path) -> None:
    rng, path, mixes = random.Random(turns), tmp_path / "c.jsonl", 0
    for _ in range(12 if turns == 2 else 3):
        problem = Problem(drawn_position(rng, turns), "win", "points", 1)
        _, search = solve(GAME, problem, SearchLimits())
        certify(str(path), GAME, problem, search)
        proven = verify(str(path), problem)
        assert proven.lower == proven.upper == search.bounds.low
        mixes += "/" in "".join(line for line in path.read_text().splitlines() if '"mix"' in line)
    assert mixes


TAMPERED: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda line: line.update(mix={next(iter(line["mix"])): "1"}), "leaves"),
    (lambda line: line.update(mix=dict.fromkeys(line["mix"], "1/3")), "sum to 1"),
    (lambda line: line.update(mix={"choose 20": "1"}), "is no legal move"),
    (lambda line: line.update(mix={}), "sum to 1"),
    (lambda line: line.update(mix=dict(zip(line["mix"], ("-1", "2"), strict=False))), "sum to 1"),
    (lambda line: line.update(mix=dict.fromkeys(line["mix"], "0.5")), "is no value"),
    (lambda line: line.update(mix=dict.fromkeys(line["mix"], "never")), "is no share"),
    (lambda line: line.update(move="choose 1"), "either a move"),
    (lambda line: line.update(value="1/7"), "leaves"),
    (lambda line: line.pop("mix"), "either a move"),
]


@pytest.mark.parametrize("at", range(len(TAMPERED)))
def test_a_changed_mix_is_refused(at: int, tmp_path: Path) -> None:
    change, reason = TAMPERED[at]
    path = tmp_path / "c.jsonl"
    problem = GAME.positions().read(_puzzle(FOUR), "points")
    certify(str(path), GAME, problem, solve(GAME, problem, SearchLimits())[1])
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for side in ("hero", "others"):
        changed = next(line for line in lines if line.get("side") == side and len(line.get("mix", ())) == 2)
        before = dict(changed)
        change(changed)
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        with pytest.raises((Refused, InvalidCertificate), match=reason):
            verify(str(path))
        changed.clear()
        changed.update(before)


def _puzzle(keys: dict[str, Any]) -> Any:
    import msgspec

    return msgspec.convert(keys, GAME.puzzle())


def test_bounds_hold_where_the_time_is_up_and_nothing_is_certified_then(tmp_path: Path) -> None:
    problem = GAME.positions().read(_puzzle(FOUR), "points")
    exact = solve(GAME, problem, SearchLimits())[0].worth.low
    answer, _ = solve(GAME, problem, SearchLimits(seconds=0.0))
    assert answer.worth.low <= exact <= answer.worth.high
    assert answer.worth.exact or answer.together is None
    stopped = StandoffSearch(GAME.positions().endgame(problem))
    stopped.stopped = True
    bounds = stopped.run(SearchLimits())
    assert stopped.reason == "stopped"
    assert bounds.low < exact < bounds.high
    with pytest.raises(ValueError, match="exact"):
        certify(str(tmp_path / "c"), GAME, problem, stopped)


def test_the_command_tells_mixes_and_what_secrecy_is_worth(tmp_path: Path) -> None:
    run, app, puzzle = CliRunner().invoke, program(["solve", "validate"]), tmp_path / "p.json"
    puzzle.write_text(json.dumps(FOUR))
    text = run(app, ["solve", str(puzzle), "--objective", "points"]).stdout
    assert "Both players choose at the same time." in text
    assert "player 1: choose the 1 115/147 (78.2%), choose the 11 32/147 (21.8%)" in text
    assert "If one had to show the choice of this turn first: player 1, -13; player 2, -11" in text
    assert "then player 2" not in text
    row = json.loads(run(app, ["solve", str(puzzle), "--objective", "points", "--format", "json"]).stdout)
    assert row["value"] == "-1681/147"
    assert row["strategy"][0] == {
        "player": 1,
        "mix": {"choose 1": "115/147", "choose 11": "32/147"},
        "shown_lower": "-13",
        "shown_upper": "-13",
    }
    certificate = tmp_path / "c.jsonl"
    assert run(app, ["solve", str(puzzle), "--objective", "points", "--certificate", str(certificate)]).exit_code == 0
    checked = run(app, ["solve", "--verify", str(certificate)])
    assert "proven: points -1681/147" in checked.stdout
    for option in ("--prism", "--drn"):
        result = run(app, ["solve", str(puzzle), option, str(tmp_path / "m"), "--fix", "hero"])
        assert result.exit_code == 2
        assert "at the same time" in result.stderr


@pytest.mark.parametrize(
    ("keys", "field"),
    [
        ({"holder": 1}, "holder"),
        ({"chosen": [1, None]}, "chosen"),
        ({"side": "small"}, "side"),
    ],
)
def test_what_cannot_be_in_guessing_is_refused(keys: dict[str, Any], field: str) -> None:
    with pytest.raises(Malformed) as refused:
        GAME.positions().read(_puzzle({**GUESSING, **keys}), "win")
    assert refused.value.field == field


@pytest.mark.parametrize("objective", ["win", "points"])
def test_within_a_turn_worths_are_those_of_who_is_to_lay_and_that_is_said(objective: Objective) -> None:
    rng, movers = random.Random(8), set()
    for _ in range(12):
        start = drawn_position(rng, 2)
        both = start.after(rng.choice(start.moves()))
        both = both.after(rng.choice(both.moves()))
        for position in (both, both.after(rng.choice(both.moves()))):
            problem = Problem(position, "win", objective, position.mover)
            answer, search = solve(GAME, problem, SearchLimits(), every=True)
            brute = Together(position, objective)
            sign = 1 if position.mover == 1 else -1
            assert answer.worth.low == answer.worth.high == sign * brute.worth(brute.start)
            assert {move: worth.low for move, worth in answer.moves} == {
                name: sign * brute.worth(following) for name, following in brute.ways(brute.start)
            }
            for move in replies(search, answer):  # where both choose next, nobody answers
                assert not position.after(move).together
            asked = GAME.positions().words().ask(problem)
            assert asked.startswith(f"Player {position.mover} to move. ")
            assert f"player {position.mover}" in asked
            movers.add(position.mover)
    assert movers == {1, 2}


@pytest.mark.parametrize("objective", ["win", "points"])
def test_choices_made_at_the_same_time_and_as_they_met_add_up_to_the_result(objective: Objective) -> None:
    log = Program(random.Random(5), variant="guessing").play()
    reading = Reading()
    turns = [turn for _, turn in recorded_turns((json.dumps(event).encode() for event in log), reading)][-3:]
    found = list(analyse(turns, outlook_of(GAME, SearchLimits()), objective))
    account = account_of(found, objective)
    assert account is not None
    assert (account.draws, account.meets, account.ended) == (False, True, True)
    luck, choices = zip(account.of(1), account.of(2), strict=True)
    assert luck == (0, 0)
    assert min(-choices[0], -choices[1]) >= -1e-9  # nobody gains by a choice
    assert account.start.mean + choices[0] - choices[1] + account.met == pytest.approx(account.result)
    shifts, at = account.shifts, 0
    for turn in turns:
        start, both = turn.choices[0][0], turn.choices[2][0]
        assert isinstance(start, FortunePosition)
        assert isinstance(both, FortunePosition)
        brute, pair = Together(start, objective), Together(both, objective)
        changed = pair.worth(pair.start) - brute.worth(brute.start)
        first, second = shifts[at : at + 2]
        assert first.choice + second.choice + second.met == pytest.approx(float(changed))
        at += len(turn.choices)
    text = analysis_text(found, GAME.positions().words(), uncolored, 20, objective)
    assert f"choices made at the same time, as they met: {account.met:+.2f}" in text
    rows = [each for row in analysis_data(found, 20, objective, opposed=True) for each in row["decisions"]]
    sign = [1 if each["player"] == 1 else -1 for each in rows]
    assert sum(one * each["met"] for one, each in zip(sign, rows, strict=True)) == pytest.approx(account.met, abs=0.01)
