"""What the solver says of all games of a size is what the whole graph of a small game shows, to the length."""

from functools import cache
from typing import Any

import pytest

from models.claim import ClaimId
from models.games import GAMES
from models.lucky_numbers.editions import STRICT
from models.proof import Counterexample, Provable
from models.state_space import GameSize, StateSpace
from verifier.explore import Census, layers
from verifier.modelcheck import Decided, check_claims
from verifier.prove import Refuted, decide

GAME = GAMES[0]
CLAIMS = {claim.id: claim for claim in GAME.proofs().claims}
WITH_COPIES = GameSize(2, 4, 2)
SIZES = (
    WITH_COPIES,
    GameSize(2, 4, 2, answers=STRICT),
    GameSize(2, 6, 1),
    GameSize(2, 6, 1, answers=STRICT),
)
NEEDS_A_GAP = {"LNC26"}  # it is refuted on larger boards only


@cache
def world_of(size: GameSize) -> StateSpace:
    return GAME.state_spaces().open(size)


@cache
def on_the_graph(size: GameSize) -> tuple[Census, list[Decided]]:
    space = world_of(size)
    return check_claims(space, list(space.starts()), CLAIMS.values())


def case_of(name: str, size: GameSize) -> Counterexample:
    verdict = decide(GAME, CLAIMS[ClaimId(name)], world_of(size).rules, 60).verdict
    assert isinstance(verdict, Refuted), verdict
    return verdict.case


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.top}-{size.sets}-{not size.answers}")
def test_graph_and_solver_decide_every_claim_of_a_small_game_alike(size: GameSize) -> None:
    rules, compared = world_of(size).rules, 0
    for each in on_the_graph(size)[1]:
        claim: Provable = each.claim
        if claim.applies(rules):
            word = decide(GAME, claim, rules, 60).word
            assert (claim.id, word) == (claim.id, "proved" if each.holds else "refuted"), each.case
            compared += 1
    assert compared >= 20


def test_every_claim_that_a_graph_can_decide_comes_out_there_as_it_stands() -> None:
    as_stated = set()
    for size in SIZES:
        for each in on_the_graph(size)[1]:
            assert not each.surprising
            if each.holds == (each.claim.expected == "proved"):
                as_stated.add(each.claim.id)
    assert as_stated == {claim.id for claim in CLAIMS.values() if claim.look} - NEEDS_A_GAP


def test_the_smallest_garden_that_forces_a_discard_is_as_small_on_the_graph() -> None:
    size = GameSize(2, 4, 2, answers=STRICT)
    space = world_of(size)
    look = CLAIMS[ClaimId("LNC05")].look
    assert look is not None
    tables = (space.table(code) for layer, _ in layers(space, list(space.starts()), Census()) for code in layer)
    filled = [4 - table.garden(table.first).count(0) for table in tables if not look.check(table)]
    assert dict(case_of("LNC05", size).facts)["filled cells"] == str(min(filled)) == "3"


def test_a_garden_is_full_as_soon_as_on_the_graph() -> None:
    census, _ = on_the_graph(WITH_COPIES)
    case = case_of("LNC39", WITH_COPIES)
    turns = [step for step in case.steps if type(step.move).__name__ == "Turn"]
    assert len(turns) == census.soonest["a full garden"] == 3


def back_again(space: StateSpace, code: int, rounds: int) -> bool:
    """Tell whether a table comes again after so many rounds of two turns."""
    reached = {code}
    for _ in range(2 * rounds):
        reached = {after for each in reached for after in space.beside(each)}
    return code in reached


@pytest.mark.parametrize(("name", "equal", "rounds"), [("LNC15", True, 1), ("LNC37", False, 2)])
def test_the_shortest_circle_and_the_shortest_line_to_it_are_those_of_the_graph(
    name: str, equal: bool, rounds: int
) -> None:
    size = GameSize(2, 4, 2, answers=frozenset() if equal else STRICT)
    facts = dict(case_of(name, size).facts)
    census, _ = on_the_graph(size)
    assert facts["turns of the circle"] == str(len(census.cycle)) == str(2 * rounds)
    space = world_of(size)
    reached, seen, turns = set(space.starts()), set[int](), 0
    while not any(back_again(space, code, rounds) for code in reached):
        seen |= reached
        reached = {way.after for code in reached for way in space.ways(code)} - seen
        turns += 1
    assert facts["turns in all"] == str(turns + 2 * rounds)


def test_what_the_graph_cannot_see_is_left_to_the_solver() -> None:
    without: set[Any] = {claim.id for claim in CLAIMS.values() if claim.look is None}
    assert without == {
        *("LNC18", "LNC19", "LNC22", "LNC28", "LNC32", "LNC33", "LNC34", "LNC35", "LNC36", "LNC38", "LNC41"),
        *("LNC42", "LNC43", "LNC44", "LNC45", "LNC46", "LNC54", "LNC55"),
        *("LNC57", "LNC60", "LNC61", "LNC62", "LNC63", "LNC64", "LNC65", "LNC66", "LNC67", "LNC68", "LNC69"),
        *(
            "LNC70",
            "LNC71",
            "LNC72",
            "LNC73",
            "LNC74",
            "LNC75",
            "LNC76",
            "LNC77",
            "LNC78",
            "LNC79",
            "LNC80",
            "LNC81",
            "LNC82",
        ),
    }
