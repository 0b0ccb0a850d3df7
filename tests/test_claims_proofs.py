"""Claims come out as stated, for every number of players; what refutes one is replayed; nothing is proved in vain."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from models.claim import ClaimId
from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.proofs.ground import ascends, in_turn, some_garden
from models.proof import Case, Goal, NoCase, Provable, Question
from models.smt import And, number
from tests.decisions import CLAIMS, GAME, PROOFS, claim_of, decision
from verifier.prove import Refuted, Unknown, decide, replay, selected

FOR_MORE = ("LNC03", "LNC15", "LNC18", "LNC32", "LNC40", "LNC53")


def decided(claim: Provable, rules: Rules, timeout: float = 60) -> Any:
    return decide(GAME, claim, rules, timeout).verdict


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_claim_comes_out_as_stated(claim: Provable) -> None:
    found = decision(claim.id)
    assert found.word == claim.expected, found.verdict
    assert found.asked > 0


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("name", FOR_MORE)
def test_a_claim_comes_out_as_stated_for_more_players(name: str, players: int) -> None:
    claim = claim_of(name)
    assert decide(GAME, claim, PROOFS.rules(None, None, players), 60).word == claim.expected


@pytest.mark.parametrize("edition", ["tiki-2020", "ravensburger-2012"])
def test_the_editions_bear_the_same_claims_about_set_up(edition: str) -> None:
    for claim in CLAIMS:
        if claim.id in ("LNC32", "LNC33"):
            assert decide(GAME, claim, PROOFS.rules(edition, None, 2), 60).word == "proved"


# The catalogue --------------------------------------------------------------------------------------------------------


def test_claims_have_ids_of_one_form_in_order_and_say_what_they_are_about() -> None:
    ids = [claim.id for claim in CLAIMS]
    assert ids == sorted(set(ids))
    for claim in CLAIMS:
        assert claim.statement.endswith((".", ".)"))
        assert claim.scope
        assert claim.why.endswith((".", "?"))
        assert set(claim.rests_on) <= set(ids)
        assert (claim.refutes is not None) == (claim.expected == "refuted")
        assert claim.look is None or claim.look.scope in ("tables", "steps", "games")


def test_a_wanted_claim_brings_those_it_rests_on() -> None:
    assert {claim.id for claim in selected(CLAIMS, ["lnc13"])} == {"LNC13", "LNC21", "LNC22"}
    with pytest.raises(KeyError):
        list(selected(CLAIMS, ["LNC99"]))


# Verdicts that must not be believed -----------------------------------------------------------------------------------


def made(question: Question, **more: Any) -> Provable:
    return Provable(ClaimId("LNC00"), "A claim.", "proved", "all", "To test.", lambda rules: iter([question]), **more)


def test_a_contradictory_premise_is_not_a_proof() -> None:
    x = number("x", 0, 9)
    verdict = decided(made(Question("in vain", (x < 3, x > 5), (Goal("anything", x == 7),))), Rules())
    assert isinstance(verdict, Unknown)
    assert "contradict" in verdict.reason


def test_a_claim_that_asks_nothing_is_not_proved() -> None:
    nothing = Provable(ClaimId("LNC00"), "A claim.", "proved", "all", "To test.", lambda rules: iter(()))
    assert isinstance(decided(nothing, Rules()), Unknown)


def test_a_solver_that_gives_up_proves_nothing() -> None:
    numbers = [number(f"x{place}", 1, 40) for place in range(40)]
    hard = And(one != other for place, one in enumerate(numbers) for other in numbers[:place])
    verdict = decided(made(Question("too hard", (), (Goal("some are equal", hard == False),))), Rules(), 0.001)  # noqa: E712
    assert isinstance(verdict, Unknown)
    assert "gave up" in verdict.reason


def test_a_case_that_cannot_be_replayed_refutes_nothing() -> None:
    garden = some_garden(Rules())
    step = in_turn(Rules(), garden, clover=number("clover", 1, 20))
    legal = GAME.case("1 ./. 4; 1 ./. 4 | 1: 2 b1")
    question = Question(
        "any", (), (Goal("it fits a1", PLACEMENT.fits_term(step, 0)),), case=lambda values: Case((legal,))
    )
    assert isinstance(decided(made(question), Rules()), Refuted)
    assert isinstance(decided(made(question, refutes=lambda case: False), Rules()), Unknown)
    illegal = replace(legal, move=replace(legal.move, clover=4))
    assert "LN301" in replay(GAME, made(question), Case((illegal,)))


def test_each_mistake_in_the_placement_that_lets_more_through_breaks_the_order() -> None:
    """The invariant bites: with a mistaken clause the induction step fails."""
    claim = next(claim for claim in CLAIMS if claim.id == "LNC25")
    for name in ("equal numbers pass", "only direct neighbours are compared", "only rows are compared"):
        mistaken = PLACEMENT.mutants()[name]

        def questions(rules: Rules, wrong: Any = mistaken) -> Iterator[Question]:
            for question in claim.questions(rules):
                yield question
                break
            garden, clover = some_garden(rules), number("clover", 1, rules.top)
            step = in_turn(rules, garden, clover=clover)
            after = (clover, *garden[1:])
            goal = Goal("in order", ascends(rules, after) == wrong.fits_term(step, 0))
            yield Question("mistaken", (ascends(rules, garden),), (goal,))

        verdict = decide(GAME, replace(claim, questions=questions), Rules(), 30).verdict
        assert isinstance(verdict, Unknown)
        assert "refuted" in verdict.reason


def test_values_that_make_no_line_of_play_refute_nothing() -> None:
    def none(values: Any) -> Case:
        raise NoCase("all clovers are gone")

    question = Question("any", (), (Goal("x is small", number("x", 0, 9) < 5),), case=none)
    verdict = decided(made(question, refutes=lambda case: True), Rules())
    assert isinstance(verdict, Unknown)
    assert "all clovers are gone" in verdict.reason


# Cases ----------------------------------------------------------------------------------------------------------------


def case_of(name: str, players: int | None = None) -> Case:
    verdict = decision(name, players).verdict
    assert isinstance(verdict, Refuted), verdict
    return verdict.case


@pytest.mark.parametrize(("sets", "filled"), [(2, 7), (3, 6), (4, 5)])
def test_the_smallest_gardens_in_which_a_discard_is_forced(sets: int, filled: int) -> None:
    assert dict(case_of("LNC05", sets).facts)["filled cells"] == str(filled)


def test_nobody_is_full_before_the_12th_turn_and_somebody_can_be_then() -> None:
    steps = case_of("LNC39").steps
    assert sum(isinstance(step.move, Turn) and step.move.player == 1 for step in steps) == 12


@pytest.mark.parametrize(
    ("claim", "players", "circle", "all_turns"),
    [("LNC15", 2, 2, 4), ("LNC15", 3, 3, 5), ("LNC15", 4, 4, 6), ("LNC37", 2, 4, 6), ("LNC37", 3, 6, 7)],
)
def test_the_shortest_circles_and_the_shortest_lines_to_them(
    claim: str, players: int, circle: int, all_turns: int
) -> None:
    facts = dict(case_of(claim, players).facts)
    assert (facts["turns of the circle"], facts["turns in all"]) == (str(circle), str(all_turns))


def test_of_three_players_one_clover_goes_round_twice() -> None:
    turns = [step for step in case_of("LNC37", 3).steps if isinstance(step.move, Turn)]
    assert len(turns[0].after.middle) == 1
    assert all(len(step.after.middle) == 1 for step in turns)
    assert len({step.after.middle for step in turns}) == 2
