"""Tables over the clauses of all games: each is cited, has cases, and tells its own mistakes apart."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec
import pytest

from models.clause import Clause
from models.game import Game
from models.games import GAMES as LISTED
from tests.noughts import NOUGHTS

GAMES = (*LISTED, NOUGHTS)
GAME_CLAUSES = [(game, clause) for game in GAMES for clause in game.clauses()]


class Case(NamedTuple):
    game: Game
    clause: Clause[Any]
    text: str
    kept: bool


CASES = [
    Case(game, clause, text, kept)
    for game, clause in GAME_CLAUSES
    for kept, texts in ((True, clause.kept), (False, clause.broken))
    for text in texts
]
BROKEN = [case for case in CASES if not case.kept]

each_game = pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])
each_clause = pytest.mark.parametrize(
    ("game", "clause"), GAME_CLAUSES, ids=[str(clause.id) for _, clause in GAME_CLAUSES]
)


def each_case(cases: list[Case]) -> Callable[..., Any]:
    return pytest.mark.parametrize("case", cases, ids=[f"{case.clause.id}: {case.text}" for case in cases])


def keys_of(game: Game) -> set[str]:
    """Give the keys of the lines of a game's log, and of what stands within their values."""
    parts = msgspec.json.schema(game.events)["$defs"].values()
    return {key for part in parts for key in part["properties"]}


def knobs(clause: Clause[Any]) -> dict[str, Any]:
    """Give what an implementer may turn the wrong way."""
    return vars(clause)


# All clauses of a game ------------------------------------------------------------------------------------------------


@each_game
def test_the_clauses_of_a_game_are_sorted_by_ids_of_one_form_and_no_id_stands_twice(game: Game) -> None:
    ids = [clause.id for clause in game.clauses()]
    assert all(re.fullmatch(r"[A-Z]{2}\d{3}", each) for each in ids)
    assert len({each[:2] for each in ids}) == 1
    assert all(one < other for one, other in pairwise(ids))


@each_game
def test_what_can_be_refused_is_granted_by_exactly_one_clause(game: Game) -> None:
    grants = [clause.grants for clause in game.clauses() if clause.grants]
    assert grants
    assert len(set(grants)) == len(grants)


@pytest.mark.parametrize("game", LISTED, ids=[game.key for game in LISTED])
def test_every_kind_of_finding_a_clause_can_make_is_made_by_some_case(game: Game) -> None:
    kinds = {case.clause.kind(game.case(case.text)) for case in BROKEN if case.game is game}
    assert kinds == {"breach", "result", "outside-edition"}


# One clause -----------------------------------------------------------------------------------------------------------


@each_clause
def test_a_clause_has_a_title_a_statement_and_cases_on_both_sides(game: Game, clause: Clause[Any]) -> None:
    assert clause.title
    assert len(clause.statement) > len(clause.title)
    assert clause.statement.endswith((".", ".)"))
    assert clause.kept
    assert clause.broken
    assert clause.moves


@each_clause
def test_a_clause_cites_a_sheet_of_every_edition_and_no_other_sheet(game: Game, clause: Clause[Any]) -> None:
    cited = {cite.sheet for cite in clause.cites}
    for edition in game.editions:
        assert cited & set(edition.sheets), f"no sheet of {edition.key} is cited"
    assert cited <= {sheet for edition in game.editions for sheet in edition.sheets}
    assert all(cite.heading and cite.paragraph >= 1 for cite in clause.cites)
    assert len(set(clause.cites)) == len(clause.cites)


@each_clause
def test_no_case_of_a_clause_is_told_twice(game: Game, clause: Clause[Any]) -> None:
    texts = (*clause.kept, *clause.broken)
    assert len(set(texts)) == len(texts)


@each_clause
def test_the_clause_of_the_book_is_the_one_without_any_mistake_set(game: Game, clause: Clause[Any]) -> None:
    assert clause == type(clause)()


@each_clause
def test_each_mistake_in_a_clause_turns_a_knob(game: Game, clause: Clause[Any]) -> None:
    mutants = clause.mutants()
    assert mutants
    assert all(name and type(mutant) is type(clause) and mutant != clause for name, mutant in mutants.items())
    assert len({tuple(knobs(mutant).items()) for mutant in mutants.values()}) == len(mutants)


@each_clause
def test_every_knob_of_a_clause_is_turned_by_some_mistake(game: Game, clause: Clause[Any]) -> None:
    real = knobs(clause)
    turned = {
        knob for mutant in clause.mutants().values() for knob, value in knobs(mutant).items() if value != real[knob]
    }
    assert turned == set(real)


@each_clause
def test_the_cases_of_a_clause_tell_every_mistake_in_it_apart(game: Game, clause: Clause[Any]) -> None:
    cases = [(game.case(case.text), case.kept) for case in CASES if case.clause is clause]
    survivors = [
        name for name, mutant in clause.mutants().items() if all(mutant.holds(step) is kept for step, kept in cases)
    ]
    assert not survivors, f"no case of {clause.id} tells apart: {survivors}"


# One case -------------------------------------------------------------------------------------------------------------


@each_case(CASES)
def test_a_case_is_asked_of_its_clause_and_answered_as_it_says(case: Case) -> None:
    step = case.game.case(case.text)
    assert isinstance(step.move, case.clause.moves)
    assert case.clause.holds(step) is case.kept


@each_case(BROKEN)
def test_a_broken_case_is_put_into_words_about_a_key_of_the_log(case: Case) -> None:
    step = case.game.case(case.text)
    fault = case.clause.fault(step)
    assert fault.message
    assert all(part in keys_of(case.game) or part.isdigit() for part in fault.field.split("/"))
    assert fault.label
    assert case.clause.kind(step) in ("breach", "result", "outside-edition")


@each_case(BROKEN)
def test_the_cells_that_speak_against_a_broken_case_can_be_drawn(case: Case) -> None:
    step = case.game.case(case.text)
    fault = case.clause.fault(step)
    picture = case.game.picture(step, fault)
    if fault.against:
        assert picture is not None
        assert len(picture.marks) >= len(fault.against)


# The notation ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        " | 1: 2 b1",
        "middle 3 | 1: 2 b1",
        "1 ./. 4",
        "1 ./. 4 | ",
        "1 ./. 4 | fly",
        "1 ./. 4 | 1: 2 b1 | 2: 3 b1",
        "hm; 1 ./. 4 | 1: 2 b1",
        "1 ./. 4; setup now | open",
        "1 ./. | 1: 2 b1",
        "1 ./. 21 | 1: 2 b1",
        "1 ./. 4; top 3 | 1: 2 b1",
        "1 ./. 4; top x | 1: 2 b1",
        "1 ./. 4; middle x | 1: 2 b1",
        "1 ./. 4; pile | 1: 2 b1",
        "1 ./. 4 | 1: 2 c1",
        "1 ./. 4 | 1: 2 b0",
        "1 ./. 4 | 1: 21 b1",
        "1 ./. 4 | 1: 0 b1",
        "1 ./. 4 | 3: 2 b1",
        "1 ./. 4 | 0: 2 b1",
        "1 ./. 4 | set 3: 2 a1",
        "1 ./. 4 | set 1: 21 a1",
        "1 ./. 4 | set 1: 2 c3",
        "1 ./. 4 | start first",
        "1 ./. 4 | start pile x",
        "1 ./. 4 | concede",
        "1 ./. 4 | 1: 2 b1 => hm",
        "1 ./. 4 | 1: 2 b1 => pile x",
    ],
)
@each_game
def test_a_text_that_is_no_case_is_a_value_error(game: Game, text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        game.case(text)
