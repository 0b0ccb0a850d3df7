"""Games of Good Fortune played out: they end as often in each way as the rules and the policy say."""

import json
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Literal

import jsonschema
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from cli.app import program
from models.games import GAMES
from models.good_fortune.editions import Rules
from models.good_fortune.positions import NO_TILES, FortunePosition
from models.good_fortune.random_positions import drawn
from models.good_fortune.tiles import tile_set
from models.position import Objective, Problem
from reports.schemas import schema
from tests.good_fortune_games import random_tiles
from verifier.analyze import Bounds
from verifier.solve.answer import solve
from verifier.solve.estimate import PlayWish, estimate_moves
from verifier.solve.solver import SearchLimits

pytest.importorskip("numba")

from models.good_fortune.playouts import FortunePlayouts

GAME = next(game for game in GAMES if game.key == "good-fortune")
Policy = Literal["ahead", "greedy"]
RARELY = 3.09  # of a normal distribution: above that once in a thousand times
GAMES_PLAYED = 20_000
RARE = 5.0  # results that are expected less often are counted together


def margin(position: FortunePosition) -> int:
    """Give how far player 1 is ahead now."""
    one, other = position.totals()
    return one - other


def seen(position: FortunePosition) -> FortunePosition:
    """Give the position as its mover sees it: in Guessing, who chooses sees no choice."""
    return replace(position, chosen=NO_TILES) if position.hidden else position


def after(position: FortunePosition, move: str) -> FortunePosition:
    return position.after(move)


def turn_worth(position: FortunePosition, left: int) -> int:
    """Give the margin that both play for when no more than so many tiles are left, by plain recursion."""
    if sum(map(len, position.hands)) <= left or not position.mover:
        return margin(position)
    worths = [turn_worth(after(position, move), left) for move in position.moves()]
    return max(worths) if position.mover == 1 else min(worths)


def likings(position: FortunePosition, policy: Policy) -> dict[str, int]:
    """Tell how much each move is liked."""
    place, mover, total = seen(position), position.mover, sum(map(len, position.hands))
    rules, choosing = place.rules, place.laid is None and None in place.chosen and not place.rules.simple
    sign = 1 if mover == 1 else -1
    found = {}
    for move in position.moves():
        if policy == "ahead":
            left = total - 2 if rules.simple or total % 2 == 0 else total - 1
            left = 0 if total <= 4 else left
            openly = replace(place, rules=Rules(tiles=rules.tiles, hand=rules.hand), holder=place.holder or 1)
            if rules.guessing and choosing:  # as if this player had to show the choice
                openly = replace(openly, holder=mover)
            if rules.simple:
                openly = place
            found[move] = sign * turn_worth(after(openly, move), left)
        elif choosing:
            tile = int(move.split(" ")[1])
            alone = replace(place, rules=Rules(tiles=rules.tiles, hand=rules.hand, simple=True), chosen=NO_TILES)
            layings = [each for each in alone.moves() if each.split(" ")[1] == str(tile)]
            found[move] = max(after(alone, each).totals()[mover - 1] for each in layings)
        else:
            found[move] = after(place, move).totals()[mover - 1]
    return found


def exact_ends(policy: Policy) -> Callable[[FortunePosition], Counter[int]]:
    """Give what tells how likely each margin is: three times in four the first move that is liked best, else any."""

    @cache
    def of(position: FortunePosition) -> Counter[int]:
        if not position.mover:
            return Counter({margin(position): Fraction(1)})
        liked = likings(position, policy)
        best = max(liked, key=liked.__getitem__)
        found: Counter[int] = Counter()
        for move in liked:
            share = Fraction(1, 4 * len(liked)) + Fraction(3 * (move == best), 4)
            for end, chance in of(after(position, move)).items():
                found[end] += share * chance  # type: ignore[assignment]
        return found

    return of


def position_of(seed: int, turns: int, simple: bool, guessing: bool) -> FortunePosition:
    rng = random.Random(seed)
    tiles = tile_set(random_tiles(rng, 2 * turns + 3), 2 * turns + 3)
    return drawn(rng, turns, Rules(simple=simple, guessing=guessing, tiles=tiles, hand=turns))


def chi_square(found: Counter[int], exact: Counter[int]) -> tuple[float, int]:
    """Compare counts with what is expected; give the degrees of freedom too."""
    expected = {end: GAMES_PLAYED * float(share) for end, share in exact.items()}
    rare = [end for end in expected if expected[end] < RARE]
    pairs = [(found[end], expected[end]) for end in expected if end not in rare]
    if rare:
        pairs.append((sum(found[end] for end in rare), sum(expected[end] for end in rare)))
    return sum((seen_of - of) ** 2 / of for seen_of, of in pairs), len(pairs) - 1


def level(freedom: int) -> float:
    """Give what chi-square exceeds once in a thousand times (Wilson and Hilferty, 1931)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + RARELY * part**0.5) ** 3)


@pytest.mark.parametrize("policy", ["ahead", "greedy"])
@pytest.mark.parametrize(("simple", "guessing"), [(False, False), (True, False), (False, True)])
def test_games_end_as_often_in_each_way_as_the_rules_say(policy: Policy, simple: bool, guessing: bool) -> None:
    sizes = []
    for seed in range(8):
        position = position_of(seed, 2 + seed // 6, simple, guessing)
        exact = exact_ends(policy)(position)
        assert sum(exact.values()) == 1
        playouts = FortunePlayouts(Problem(position, "win", "points", 1))
        found = Counter(playouts.play(position, "", policy, seed, 0, GAMES_PLAYED).tolist())
        assert set(found) <= set(exact)
        square, freedom = chi_square(found, exact)
        assert square < level(max(1, freedom)), (seed, square)
        sizes.append(len(exact))
    assert max(sizes) > 2


@pytest.mark.parametrize(("simple", "guessing"), [(False, False), (True, False), (False, True)])
def test_a_policy_names_the_first_move_that_it_likes_best(simple: bool, guessing: bool) -> None:
    for seed in range(4):
        position, rng = position_of(seed, 3, simple, guessing), random.Random(seed)
        playouts = FortunePlayouts(Problem(position, "win", "win", position.mover))
        while position.mover:
            for policy in ("ahead", "greedy"):
                liked = likings(position, policy)
                assert playouts.choose(position, policy) == max(liked, key=liked.__getitem__)
            position = after(position, rng.choice(position.moves()))


@pytest.mark.parametrize("objective", ["win", "points"])
def test_estimates_stay_within_what_is_proven_and_hang_on_the_seed_alone(objective: Objective) -> None:
    position = position_of(2, 4, False, False)
    problem = Problem(position, "win", objective, position.mover)
    wide = dict.fromkeys(position.moves(), Bounds(*GAME.positions().span(problem)))
    found = [estimate_moves(GAME, problem, wide, PlayWish("", 3, 4_000, jobs)) for jobs in (1, 2)]
    assert found[0] == found[1] != estimate_moves(GAME, problem, wide, PlayWish("", 4, 4_000))
    assert found[0].policy == "ahead"
    assert found[0].games > 3_000
    near = {move: Bounds(Fraction(0), Fraction(1, 2)) for move in position.moves()}
    for each in estimate_moves(GAME, problem, near, PlayWish("greedy", 1, 800)).moves:
        assert 0 <= each.worth.low <= each.worth.mean <= each.worth.high <= 0.5


def test_following_the_estimate_gives_away_less_than_any_move_does() -> None:
    lost, usual = [], []
    for seed in range(100, 112):
        position = drawn(random.Random(seed), 5)
        problem = Problem(position, "win", "points", position.mover)
        answer, _ = solve(GAME, problem, SearchLimits(), every=True)
        worths = {move: float(worth.low) for move, worth in answer.moves}
        wide = dict.fromkeys(position.moves(), Bounds(*GAME.positions().span(problem)))
        best = estimate_moves(GAME, problem, wide, PlayWish(games=2_000)).best.move
        lost.append(max(worths.values()) - worths[best])
        usual.append(max(worths.values()) - sum(worths.values()) / len(worths))
    assert sum(lost) < sum(usual) / 1.5


def test_the_command_tells_estimates_apart_from_what_is_proven(tmp_path: Path) -> None:
    position = position_of(1, 8, False, False)
    path = tmp_path / "p.json"
    path.write_text(json.dumps(GAME.positions().write(Problem(position, "win", "win", position.mover))))
    run, app = CliRunner().invoke, program(["solve", "validate"])
    limits = [str(path), "--time", "0.01", "--playouts", "600", "--seed", "3"]
    row = json.loads(run(app, ["solve", *limits, "--format", "json"]).stdout)
    jsonschema.Draft202012Validator(schema("solve")).validate(row)
    told = row["estimate"]
    assert (row["value"], told["policy"], told["seed"], told["complete"]) == (None, "ahead", 3, True)
    assert {each["move"] for each in told["moves"]} == {each["move"] for each in row["moves"]}
    text = run(app, ["solve", *limits]).stdout
    assert "Estimated, not proven" in text
    assert f"{told['moves'][0]['mean']:.3f}" in text
    wrong = run(app, ["solve", *limits, "--policy", "luck"])
    assert "it is ahead or greedy" in wrong.stderr
