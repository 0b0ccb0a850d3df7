"""Estimates: games are played out by the rules and at random, the counts behind the policies are right, what is told is
reproducible and stays within what is proven.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from models.games import GAMES
from models.lucky_numbers.gardens.completions import completions
from models.lucky_numbers.gardens.lattice import lattice
from models.lucky_numbers.positions import LuckyPosition
from models.position import DRAW, Position, Problem, payoff
from models.reading import Malformed
from reports.schemas import schema
from reports.style import COLUMNS
from tests.small_puzzles import problem_of
from tests.test_analyze import lines
from tests.test_solve_command import EARLY, PUZZLE, solve
from verifier.analyze import Bounds
from verifier.solve.estimate import MoveComparison, PlayWish, estimate_moves, interval_of, share_best

pytest.importorskip("numba")

from models.lucky_numbers.playout_counts import GridIdeals, count_completions, count_repairs, draws_to_fill
from models.lucky_numbers.playouts import MIXED, LuckyPlayouts

GAME = GAMES[0]
LEVEL = {1: 10.83, 2: 13.82, 3: 16.27}  # chi-square is above that once in a thousand times, by degrees of freedom
WIDE = Bounds(Fraction(-1), Fraction(1))
SMALL: tuple[dict[str, Any], ...] = (
    {"gardens": ["1 ./. 6", "2 ./. 5"], "middle": [3], "pile": [2, 3, 4, 4, 7], "top": 8},
    {"gardens": ["1 ./. 6", "2 ./. 5"], "middle": [8], "pile": [1, 3, 4, 5], "top": 8, "turns": 3},
    {"gardens": ["1 4 ./3 . 9/6 8 12", "2 . 7/4 6 9/. 10 11"], "middle": [2, 12], "pile": [1, 5, 7, 8], "top": 12},
    {"gardens": ["1 ./. 6", "2 ./. 5", "3 ./. 7"], "middle": [], "pile": [1, 4, 4, 5], "top": 8, "sets": 3},
    {"gardens": ["1 . ./4 . 9/6 . 12", "2 . ./. . 9/5 10 ."], "middle": [11], "pile": [3, 5, 6, 7, 8, 10], "top": 12},
    {"gardens": ["2 . 6/. 7 ./6 9 12"], "middle": [5], "pile": [1, 4, 8, 8, 10], "top": 12, "goal": "fill", "turns": 5},
)


def outcomes(playouts: LuckyPlayouts, policy: str) -> Callable[[Position], Counter[Fraction]]:
    """Give what tells how likely each result is from a position on: by its clauses, and the moves that the policy names."""

    @cache
    def of(position: Position) -> Counter[Fraction]:
        found: Counter[Fraction] = Counter()
        seen, place = set[Position](), position
        while (worth := payoff(playouts.problem, place)) is None:
            if place in seen:  # nothing but takes, round and round
                return Counter({Fraction(0): Fraction(1)})
            seen.add(place)
            move = playouts.choose(place, policy)
            if move == DRAW:
                for chance in place.chances():
                    for end, share in of(chance.after).items():
                        found[end] += share * Fraction(chance.copies, place.layer)  # type: ignore[assignment]
                return found
            place = place.after(move)
        return Counter({worth: Fraction(1)})

    return of


@pytest.mark.parametrize(
    ("objective", "policy"),
    [("win", "ahead"), ("win", "greedy"), ("win", "race"), ("win", "mixed"), ("points", "greedy")],
)
@pytest.mark.parametrize("keys", SMALL)
def test_games_end_as_often_in_each_way_as_the_rules_say(keys: dict[str, Any], objective: Any, policy: str) -> None:
    if objective == "points" and keys.get("goal") == "fill":
        return
    problem = problem_of(objective, **keys)
    playouts, games = LuckyPlayouts(problem), 20_000
    exact = Counter[Fraction]()
    for name in MIXED if policy == "mixed" else (policy,):
        exact.update(outcomes(playouts, name)(problem.start))
    whole = sum(exact.values())
    exact = Counter({end: share / whole for end, share in exact.items()})
    assert sum(exact.values()) == 1
    found = Counter(playouts.play(problem.start, "", policy, 5, 0, games).tolist())
    assert set(found) <= {int(end) for end in exact}
    square = sum((found[int(end)] - games * float(share)) ** 2 / (games * float(share)) for end, share in exact.items())
    assert square < LEVEL[max(1, len(exact) - 1)]


def test_in_mixed_games_each_is_played_by_one_policy_in_turn_by_its_number() -> None:
    problem = problem_of(**SMALL[4])
    playouts = LuckyPlayouts(problem)

    def games(policy: str, first: int) -> list[int]:
        return playouts.play(problem.start, "", policy, 5, first, 90).tolist()

    alone = {policy: games(policy, 3) for policy in MIXED}
    assert games("mixed", 3) == [alone[MIXED[(3 + at) % 4]][at] for at in range(90)]
    assert len({tuple(each) for each in alone.values()}) == 3


def test_the_small_games_end_in_more_than_one_way() -> None:
    ends = [
        set(outcomes(LuckyPlayouts(problem), "ahead")(problem.start)) for problem in (problem_of(**k) for k in SMALL)
    ]
    assert sum(len(each) > 1 for each in ends) >= 4
    assert {Fraction(end) for each in ends for end in each} == {Fraction(-1), Fraction(0), Fraction(1)}


def far(row: str, **keys: Any) -> tuple[LuckyPosition, LuckyPlayouts]:
    """Give a position for two with gardens far from full, all numbers face down but those that lie."""
    taken = [int(word) for word in row.replace("/", " ").split() if word != "."]
    keys = {"gardens": [row, "2 . . ./. 7 . ./. . 12 ./. . . 18"], "middle": [], **keys}
    rest = [n for n in range(1, 21) if n not in taken]
    problem = problem_of(sets=9, pile=rest, **keys)
    assert isinstance(problem.start, LuckyPosition)
    return problem.start, LuckyPlayouts(problem)


def test_in_a_race_a_clover_goes_where_its_number_suits_the_cell() -> None:
    # sums of column and row 0 to 6 suit 1, 4 1/6, 7 1/3, 10 1/2, 13 2/3, 16 5/6, 20
    row = "1 . . ./. 8 . ./. . 13 ./. . . 20"
    told = {5: {"a2", "b1"}, 11: {"a4", "b3", "c2", "d1"}, 17: {"c4", "d3"}}
    for drawn, cells in told.items():
        position, playouts = far(row, drawn=drawn)
        assert playouts.choose(position, "race") in cells
    # where no cell is better off and none is empty that takes it, it is left
    position, playouts = far("1 4 7 11/4 8 11 14/7 11 13 17/10 14 17 .", drawn=5)
    assert playouts.choose(position, "race") == "-"


def test_in_a_race_an_empty_cell_is_filled_from_the_middle_and_a_good_garden_is_left_alone() -> None:
    row = "1 . . ./. 8 . ./. . 13 ./. . . 20"
    position, playouts = far(row, middle=[11])  # off by half a number on an empty cell
    assert playouts.choose(position, "race").startswith("take 11 ")
    position, playouts = far(row, middle=[20])  # there it saves nothing, elsewhere too little
    assert playouts.choose(position, "race") == DRAW
    position, playouts = far("1 4 7 11/4 8 11 14/7 11 13 17/10 14 17 .", middle=[18])  # fills it
    assert playouts.choose(position, "race") == "take 18 d4"
    # the next player would fill with the 18: it is taken, whatever it is worth
    full = "1 4 7 11/4 8 11 14/7 11 13 17/10 14 17 ."
    position, playouts = far(row, gardens=[row, full], middle=[18])
    assert playouts.choose(position, "race").startswith("take 18 ")


def gardens() -> Iterator[tuple[LuckyPosition, LuckyPlayouts]]:
    rng = random.Random(3)
    for empty in (1, 2, 4, 7):
        for _ in range(3):
            numbers = sorted(rng.sample([*range(1, 21), *range(1, 21)], 8))
            diagonal = [" ".join(str(n) if c == r else "." for c in range(4)) for r, n in enumerate(numbers[::2])]
            problem = problem_of(gardens=["/".join(diagonal), "1 . . ./. 5 . ./. . 9 ./. . . 18"], sets=3)
            position = problem.start
            assert isinstance(position, LuckyPosition)
            while position.gardens[0].count(0) > empty:
                chance = rng.choice(position.chances())
                laid = [
                    m for m in chance.after.moves() if m != "-" and position.rules.board.cells[m] in spaces(position)
                ]
                if not laid:
                    break
                after = chance.after.after(rng.choice(laid))
                assert isinstance(after, LuckyPosition)
                position = replace_mover(after)
            yield position, LuckyPlayouts(Problem(position, "win", "win", 1))


def spaces(position: LuckyPosition) -> list[int]:
    return [cell for cell, number in enumerate(position.gardens[0]) if not number]


def replace_mover(position: LuckyPosition) -> LuckyPosition:
    from msgspec.structs import replace

    return replace(position, mover=1)


def test_the_compiled_count_of_completions_is_the_exact_one() -> None:
    counts = []
    for position, playouts in gardens():
        for player, garden in enumerate(position.gardens):
            kinds = playouts.endgame.kinds
            cells = np.array([kinds[number] + 1 if number else 0 for number in garden], np.int64)
            copies = [0] * 21
            for number in kinds:
                others = sum(own.count(number) for at, own in enumerate(position.gardens) if at != player)
                copies[number] = 3 - others
            counted = count_completions(playouts.case, GridIdeals(*playouts.steps), cells, playouts.copies[player])
            assert counted == completions(lattice(position.rules.board), garden, copies)
            counts.append(counted)
            turns, ways = count_repairs(playouts.case, GridIdeals(*playouts.steps), cells, playouts.copies[player])
            if counted:  # then no clover that lies has to go
                assert (turns, ways) == (garden.count(0), counted)
            else:
                assert turns > garden.count(0)
    assert min(counts) == 0
    assert max(counts) > 10_000


def test_the_fewest_clovers_to_be_laid_are_those_after_as_few_as_possible_were_taken_out() -> None:
    taken = Counter[int]()
    clashing = (far(f"1 . . ./. 2 . ./. . {c} ./. . . {c + 1}") for c in (3, 9))
    for position, playouts in (*clashing, *gardens()):
        kinds, garden, grid = playouts.endgame.kinds, position.gardens[0], lattice(position.rules.board)
        copies = [0] * 21
        for number, kind in kinds.items():
            copies[number] = int(playouts.copies[0, kind])
        lying = [cell for cell, number in enumerate(garden) if number]
        laid, ways = len(garden), 0
        for out in range(3):  # no clover stays that could go, so each full garden is counted once
            freed = [
                tuple(0 if cell in gone else number for cell, number in enumerate(garden))
                for gone in combinations(lying, out)
            ]
            ways = sum(completions(grid, each, copies) for each in freed)
            if ways:
                laid = garden.count(0) + out
                break
        taken[laid - garden.count(0)] += 1
        cells = np.array([kinds[number] + 1 if number else 0 for number in garden], np.int64)
        found = count_repairs(playouts.case, GridIdeals(*playouts.steps), cells, playouts.copies[0])
        assert found == (laid, ways)
    assert set(taken) == {0, 1, 2, 4}  # 4: all cells count


def test_fewer_ways_and_more_empty_cells_take_more_draws() -> None:
    assert draws_to_fill(1, 5.0, 20) == 4 << 10  # one cell that takes 5 of 20 numbers
    assert draws_to_fill(0, 1.0, 20) == 0
    by_ways = [draws_to_fill(3, float(ways), 20) for ways in (900, 90, 9, 1)]
    assert by_ways == sorted(by_ways)
    assert by_ways[-1] < draws_to_fill(4, 1.0, 20)


def wide(problem: Problem) -> dict[str, Bounds]:
    return dict.fromkeys(problem.start.moves(), WIDE)


def test_estimates_hang_on_the_seed_and_not_on_the_threads() -> None:
    problem = problem_of(**SMALL[2])
    found = [estimate_moves(GAME, problem, wide(problem), PlayWish("ahead", 7, 4_000, jobs)) for jobs in (1, 3)]
    assert found[0] == found[1]
    assert found[0] != estimate_moves(GAME, problem, wide(problem), PlayWish("ahead", 8, 4_000))
    assert 3_000 < found[0].games <= 4_000
    assert not found[0].stopped


def test_most_games_go_to_the_moves_that_are_near_the_best() -> None:
    problem = problem_of(**SMALL[2])
    found = estimate_moves(GAME, problem, wide(problem), PlayWish("greedy", 1, 6_000)).moves
    assert [each.worth.mean for each in found] == sorted((each.worth.mean for each in found), reverse=True)
    assert found[0].games == found[1].games == max(each.games for each in found) > 3 * min(each.games for each in found)


def test_no_estimate_lies_outside_what_is_proven() -> None:
    problem = problem_of(**SMALL[2])
    moves = problem.start.moves()
    bounds = {move: Bounds(Fraction(-1), Fraction(-1, 2)) for move in moves} | {moves[1]: Bounds(*[Fraction(1, 3)] * 2)}
    found = estimate_moves(GAME, problem, bounds, PlayWish("greedy", 1, 2_000))
    assert (found.best.move, found.best.games, found.sure) == (moves[1], 0, 1.0)
    assert found.best.worth.low == found.best.worth.high == pytest.approx(1 / 3)
    for each in found.moves[1:]:
        assert -1 <= each.worth.low <= each.worth.mean <= each.worth.high <= -0.5
        assert each.games


def test_it_stops_when_it_is_told_to_and_says_so() -> None:
    problem, calls = problem_of(**SMALL[2]), iter([False] * 40 + [True] * 1000)
    found = estimate_moves(GAME, problem, wide(problem), PlayWish("greedy", 1, 10**7), lambda: next(calls))
    assert found.stopped
    assert all(0 < each.games < 100_000 for each in found.moves)


def test_intervals_hold_the_mean_and_are_not_empty_where_all_games_end_alike() -> None:
    rng, held = np.random.default_rng(4), 0
    for _ in range(400):
        worths = rng.choice(np.array([-1, 0, 1]), 200, p=[0.02, 0.01, 0.97])
        interval = interval_of(worths, (-1.0, 1.0))
        held += interval.low <= 0.95 <= interval.high
    assert held > 370  # of 400 at 95 %: three standard deviations below 380
    alike = interval_of(np.ones(100, np.int64), (-1.0, 1.0))
    assert alike.mean == alike.high == 1
    assert 0.8 < alike.low < 1


def test_two_moves_that_give_the_same_results_are_both_best_and_a_close_one_is_best_sometimes() -> None:
    rng = np.random.default_rng(2)
    one = rng.choice(np.array([-1, 1]), 1_000)
    other = np.where(rng.random(1_000) < 0.5, one, rng.choice(np.array([-1, 1]), 1_000))
    assert share_best([one, one.copy()], [WIDE] * 2, 1, 1) == 1
    shares = [share_best([one, other], [WIDE] * 2, at, 1) for at in (0, 1)]
    assert sum(shares) == pytest.approx(1, abs=0.05)
    assert all(0.001 < share < 0.999 for share in shares)


def test_what_can_be_forced_and_large_gardens_are_not_estimated() -> None:
    with pytest.raises(Malformed, match="forced"):
        LuckyPlayouts(problem_of(**{**SMALL[0], "goal": "force"}))
    row = "1 . . . . ."
    with pytest.raises(Malformed, match="too large"):
        LuckyPlayouts(problem_of(gardens=["/".join([row, *[". . . . . ."] * 5])] * 2))


def test_the_command_gives_estimates_apart_from_what_is_proven(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(EARLY | {"pile": [1, 3, 6, 8, 9, 11, 12, 13]}))
    limits = ("--time", "0.01", "--playouts", "800", "--seed", "3", "--policy", "greedy")
    row = json.loads(solve(path, *limits, "--format", "json").stdout)
    jsonschema.Draft202012Validator(schema("solve")).validate(row)
    told = row["estimate"]
    assert (row["value"], told["policy"], told["seed"], told["complete"]) == (None, "greedy", 3, True)
    assert {each["move"] for each in told["moves"]} == {each["move"] for each in row["moves"]}
    assert told["best"] == told["moves"][0]["move"]
    text = solve(path, *limits, "--jobs", "2").stdout
    assert "Estimated, not proven" in text
    assert f"{told['moves'][0]['mean']:.3f}" in text
    few = solve(path, "--time", "0.01", "--playouts", "5", "--format", "json")
    played = json.loads(few.stdout)["estimate"]["playouts"]
    assert played > 5
    assert f"note: {played:,} games were played out: each move gets 20 at least\n" in few.stderr
    path.write_text(json.dumps(PUZZLE))
    assert json.loads(solve(path, "--estimate", "--format", "json").stdout)["estimate"] is None  # it is proven


def test_answers_and_estimates_fit_a_narrow_terminal(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(EARLY | {"pile": [1, 3, 6, 8, 9, 11, 12, 13]}))
    for columns, policy in ((40, "mixed"), (80, "race")):
        reset = COLUMNS.set(columns)
        try:
            told = solve(path, "--time", "0.01", "--playouts", "5", "--policy", policy).stdout.splitlines()[1:]
        finally:
            COLUMNS.reset(reset)
        assert max(map(len, told)) <= columns
        words = " ".join(told)
        assert "1 a win, 0 a shared or endless game, -1 a loss." in " ".join(words.split())
        assert f"`{policy}`: " in words


def test_bounds_are_told_where_there_is_no_estimate_beside_them(tmp_path: Path) -> None:
    examples = Path(__file__).parent.parent / "docs" / "examples"
    large, free = tmp_path / "large.json", "/".join([". . . . . ."] * 6)
    large.write_text(json.dumps(EARLY | {"gardens": [free, free], "middle": [], "pile": [*range(1, 15)]}))
    under = ("--rules", str(examples / "equal.rules"))
    asked = [(examples / "middle.json", under, "changed rules"), (large, (), "too large for estimates")]
    for path, options, why in asked:
        told = solve(path, *options, "--time", "0.01", "--format", "json")
        row = json.loads(told.stdout)
        assert (told.exit_code, row["exact"], row["estimate"]) == (0, False, None)
        assert f"note: there is no estimate: {'games are not played out under ' * bool(options)}" in told.stderr
        assert why in told.stderr
    assert solve(examples / "middle.json", *under, "--estimate").exit_code == 2
    several = tmp_path / "several.jsonl"  # what cannot be estimated leaves the proofs, and the other puzzles
    several.write_text("\n".join(json.dumps(row) for row in (json.loads(large.read_text()), EARLY | {"goal": "force"})))
    told = solve(several, "--estimate", "--time", "1e-9", "--format", "json")
    assert (told.exit_code, len(told.stdout.splitlines())) == (0, 2)
    assert [line.rpartition("; ")[2] for line in told.stderr.splitlines()] == ["side 5 at most", "ask for the goal win"]


def test_the_estimate_in_the_documentation_is_the_one_that_is_told() -> None:
    page = (Path(__file__).parent.parent / "docs/solve.md").read_text("utf-8")
    command = re.search(r"\$ cloverproof solve (docs/examples/middle.json .*)", page)
    shown = re.search(r"```text\n(Estimated.*?)```", page, re.DOTALL)
    assert command
    assert shown
    assert shown[1] in solve(*command[1].split(" ")).stdout


def test_a_policy_that_is_not_there_and_options_without_sense_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(PUZZLE))
    told = solve(path, path, "--policy", "luck")  # before any work
    assert (told.exit_code, told.stdout) == (2, "")
    assert "it is mixed or ahead or greedy or race" in told.stderr
    log = tmp_path / "log.jsonl"
    log.write_bytes(b"\n".join(lines()))
    told = solve("--analyze", log, "--policy", "luck")
    assert (told.exit_code, told.stdout, told.stderr.splitlines()[0]) == (2, "", "error: --policy cannot be 'luck'")
    assert "it goes with a puzzle or --from" in solve("--analyze", path, "--estimate").stderr


def test_a_comparison_ends_its_threads() -> None:
    problem = problem_of(**SMALL[0])
    comparison = MoveComparison(lambda: LuckyPlayouts(problem), PlayWish("greedy", games=400, jobs=2))
    comparison.moves(problem.start, wide(problem))
    comparison.close()
    assert comparison.pool is not None
    assert comparison.pool._shutdown
