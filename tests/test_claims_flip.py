"""Claims about lengths, results, symmetries, editions and small boards fall with the clauses they are about."""

import pytest

from models.changes import RuleChanges
from tests.decisions import GAME
from tests.test_claims_words import verdict

CHANGED = (
    ("LNC16", "LN301", "the strict reading is not followed", "refuted"),
    ("LNC17", "LN201", "who took from the middle has another turn", "refuted"),
    ("LNC18", "LN204", "a clover taken from the middle may be put back", "refuted"),
    ("LNC19", "LN208", "an exchange always gives another turn", "refuted"),
    ("LNC38", "LN401", "the next player is named", "refuted"),
    ("LNC57", "LN201", "turns in any order", "refuted"),
    ("LNC57", "LN208", "an exchange always gives another turn", "refuted"),
    ("LNC58", "LN402", "play stops with one clover left", "refuted"),
    ("LNC58", "LN101", "a clover is lost before the start", "refuted"),
    ("LNC59", "LN102", "one clover more each", "unknown"),
    ("LNC60", "LN402", "play goes on for ever", "refuted"),
    ("LNC60", "LN205", "anything can be taken", "refuted"),
    ("LNC60", "LN207", "a left clover goes back face down", "refuted"),
    ("LNC61", "LN204", "it may be left only if it fits nowhere", "unknown"),
    ("LNC62", "LN204", "a clover taken from the middle may be put back", "refuted"),
    ("LNC62", "LN401", "every other player has one more turn", "refuted"),
    ("LNC63", "LN101", "a number is missing", "unknown"),
    ("LNC64", "LN404", "play may stop at any time", "refuted"),
    ("LNC65", "LN403", "anybody may be named", "refuted"),
    ("LNC66", "LN201", "who conceded is not skipped", "refuted"),
    ("LNC67", "LN204", "a left clover vanishes", "refuted"),
    ("LNC68", "LN102", "one clover more each", "unknown"),
    ("LNC69", "LN601", "the same player may start again", "refuted"),
    ("LNC70", "LN301", "equal numbers pass in rows", "refuted"),
    ("LNC71", "LN103", "the other diagonal", "unknown"),
    ("LNC72", "LN501", "in the order of the seats", "refuted"),
    ("LNC73", "LN501", "all clovers at once, as in the standard set-up", "proved"),
    ("LNC74", "LN201", "player 1 always starts", "refuted"),
    ("LNC74", "LN403", "of tied players the first one wins", "refuted"),
    ("LNC75", "LN301", "only rows are compared", "refuted"),
    ("LNC76", "LN301", "only larger numbers are compared", "refuted"),
    ("LNC76", "LN205", "only the lowest can be taken", "refuted"),
    ("LNC77", "LN301", "no comparison at all", "proved"),
    ("LNC78", "LN301", "equal numbers pass", "refuted"),
    ("LNC79", "LN301", "only rows are compared", "unknown"),
    ("LNC80", "LN402", "play goes on for ever", "unknown"),
    ("LNC81", "LN204", "a left clover vanishes", "unknown"),
    ("LNC82", "LN301", "the diagonal is compared too", "proved"),
)


@pytest.mark.parametrize(("name", "clause", "mistake", "word"), CHANGED)
def test_a_mistake_in_a_clause_turns_the_claim(name: str, clause: str, mistake: str, word: str) -> None:
    wrong = next(each for each in GAME.clauses() if each.id == clause).mutants()[mistake]
    found = verdict(GAME, name, RuleChanges(instead=(wrong,)), 2)
    assert found.word == word != found.claim.expected, found.verdict


@pytest.mark.parametrize("clause", ["LN602", "LN603"])
def test_losing_little_beats_winning_seldom_whatever_the_points_are_named(clause: str) -> None:
    left_out = next(each.id for each in GAME.clauses() if each.id == clause)
    assert verdict(GAME, "LNC54", RuleChanges(without=(left_out,)), 3).word == "refuted"


def test_a_garden_that_may_be_laid_before_play_is_full_too_soon() -> None:
    without = tuple(each.id for each in GAME.clauses() if each.id in ("LN101", "LN102", "LN103"))
    assert verdict(GAME, "LNC13", RuleChanges(without=without), 2).word == "refuted"


def test_plans_find_nothing_against_what_is_proved() -> None:
    searched = [(claim, claim.search) for claim in GAME.proofs().claims if claim.search is not None]
    assert len(searched) == 13
    for rules in (GAME.proofs().rules(None, 2, players) for players in (2, 3)):
        for search in (search for claim, search in searched if claim.applies(rules)):
            assert [goal.formula for question in search(rules) for goal in question.goals] == [True]
