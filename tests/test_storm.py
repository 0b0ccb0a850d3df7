"""The exported models are sound, and Storm finds the same values in exact rationals."""

import importlib.util
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from models.position import Objective, Problem
from tests.small_puzzles import drawn_puzzle, problem_of
from tests.toy_games import toy_problem
from verifier.check_certificate import SIDES
from verifier.explicit_model import TooLarge
from verifier.export_model import BrokenModel, Model, check_rows, model_of, to_drn, to_prism
from verifier.reference_solver import solve_plainly

KEYS: dict[str, Any] = {"gardens": ["1 ./. 5", "2 ./. 4"], "top": 6, "pile": [3], "middle": [3]}
storm = pytest.mark.skipif(
    importlib.util.find_spec("stormpy") is None,
    reason="NOT COMPARED WITH STORM: stormpy is not installed (pip install 'cloverproof[storm]')",
)


def found_by_storm(model: Model, path: Path) -> Fraction:
    """Let Storm check a model in exact rationals."""
    import stormpy

    path.write_text("".join(to_drn(model)))
    built = stormpy.build_model_from_drn[stormpy.Rational](str(path))
    assert built.nr_states == len(model.states)
    (asked,) = stormpy.parse_properties(model.asks)
    result = stormpy.model_checking(built, asked, only_initial_states=True)
    return model.worth(Fraction(str(result.get_value(built.initial_states[0]))))


def drawn_problems(count: int) -> list[Problem]:
    rng = random.Random(9)
    found: list[Problem] = []
    while len(found) < count:
        goal = ("win", "win", "force", "fill")[len(found) % 4]
        objective: Objective = "points" if len(found) % 8 == 1 else "win"
        problem = problem_of(objective, **drawn_puzzle(rng, goal, rng.choice((None, 3))))
        try:
            solve_plainly(problem, 500)
        except TooLarge:
            continue
        found.append(problem)
    return found


@storm
def test_storm_finds_the_value_whichever_side_is_fixed(tmp_path: Path) -> None:
    values = set()
    for problem in (*drawn_problems(24), *map(toy_problem, range(60)), *(toy_problem(s, True) for s in range(20))):
        found = solve_plainly(problem)
        for side in SIDES:
            if problem.goal == "force" and side == "others":
                continue  # what is drawn is up to the others, and no strategy of theirs says it
            model = model_of(problem, side, found.strategy())
            assert found_by_storm(model, tmp_path / "m.drn") == found.value
        values.add(found.value)
    assert len(values) > 8


@storm
def test_storm_reads_the_game_with_its_players(tmp_path: Path) -> None:
    import stormpy

    path = tmp_path / "m.prism"
    path.write_text("".join(to_prism(model_of(problem_of(**KEYS)))))
    program = stormpy.parse_prism_program(str(path))
    assert program.nr_modules == 1
    text = path.read_text()
    assert text.splitlines()[1] == "smg"
    assert "player hero\n" in text
    assert "player others\n" in text


@storm
def test_storm_finds_the_same_in_prism_form(tmp_path: Path) -> None:
    import stormpy

    problem = problem_of(**KEYS)
    found = solve_plainly(problem)
    for side in SIDES:
        model = model_of(problem, side, found.strategy())
        path = tmp_path / "m.prism"
        path.write_text("".join(to_prism(model)))
        program = stormpy.parse_prism_program(str(path))
        asked = stormpy.parse_properties(model.asks, program)
        built = stormpy.build_model(program, asked)
        result = stormpy.model_checking(built, asked[0])
        share = (found.value - model.least) / (model.most - model.least)
        right = share if side == "others" else 1 - share
        assert result.get_value(built.initial_states[0]) == pytest.approx(float(right), abs=1e-6)


def test_models_hold_every_position_once_and_rows_sum_to_one() -> None:
    for problem in drawn_problems(8):
        found = solve_plainly(problem)
        for fixed in (None, "hero") if problem.goal == "force" else (None, *SIDES):
            model = model_of(problem, fixed, found.strategy())
            check_rows(model)
            if fixed is None:
                assert len(model.states) == found.states + 2


def test_a_game_of_two_sides_has_no_drn_form() -> None:
    with pytest.raises(ValueError, match="no players"):
        "".join(to_drn(model_of(problem_of(**KEYS))))


def test_what_is_drawn_against_the_hero_cannot_be_fixed() -> None:
    with pytest.raises(ValueError, match="fix the hero"):
        model_of(problem_of(**KEYS, goal="force"), "others", {})


def test_one_player_alone_makes_no_game_of_two_sides() -> None:
    model = model_of(problem_of(gardens=["1 ./. 5"], top=6, pile=[3], middle=[3], goal="fill"))
    assert "".join(to_prism(model)).splitlines()[1] == "mdp"
    assert "".join(to_drn(model)).splitlines()[1] == "@type: MDP"


def broken(change: str) -> Model:
    model = model_of(problem_of(**KEYS))
    drawing = next(state for state in model.states if state.owner == "chance")
    row = drawing.rows[0][1]
    if change == "sum":
        row[0] = (row[0][0] / 2, row[0][1])
    elif change == "state":
        model.states[3].text = model.states[4].text
    elif change == "action":
        model.states[0].rows.append(model.states[0].rows[0])
    elif change == "target":
        row[0] = (row[0][0], len(model.states))
    elif change == "twice":
        row[:] = [(Fraction(1, 2), row[0][1]), (Fraction(1, 2), row[0][1])]
    else:
        drawing.rows.clear()
    return model


@pytest.mark.parametrize("change", ["sum", "state", "action", "target", "twice", "nothing"])
def test_a_model_that_checkers_would_misread_is_found(change: str) -> None:
    with pytest.raises(BrokenModel):
        check_rows(broken(change))
