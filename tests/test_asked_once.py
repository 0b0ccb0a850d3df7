"""Questions that differ in names alone are put to a solver once, and no others are taken for them."""

from collections.abc import Iterator
from typing import Any

import pytest

from models.claim import ClaimId
from models.lucky_numbers.editions import Rules
from models.proof import Goal, Provable, Question
from models.smt import Number, Or, number
from models.smtlib import without_names
from tests.decisions import GAME, PROOFS, claim_of
from verifier import prove
from verifier.prove import decide
from verifier.smt_solver import SOLVERS, Z3


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give all that solvers are told to check."""
    texts: list[str] = []

    class Listening(Z3):
        def tell(self, text: str) -> str:
            texts.extend([text] * text.count("(check-sat)"))
            return super().tell(text)

    monkeypatch.setitem(SOLVERS, "z3", Listening)
    return texts


def claim(*limits: tuple[str, int, int]) -> Provable:
    """Claim of numbers below a limit that they are at most so much."""

    def questions(rules: object) -> Iterator[Question]:
        for name, limit, most in limits:
            some: Number = number(name, 0, 99)
            other: Number = number(f"{name}2", 0, 99)
            goal = Or(some <= most, other <= most)
            yield Question(name, (some < limit, other < limit), (Goal("small", goal),))

    return Provable(ClaimId("X"), "X.", "proved", "numbers", "To test.", questions)


def test_what_differs_in_names_alone_is_asked_once(told: list[str]) -> None:
    decided = decide(GAME, claim(("x", 7, 6), ("y", 7, 6), ("z", 7, 6)), Rules(), 10)
    assert (decided.word, decided.asked, len(told)) == ("proved", 6, 2)


@pytest.mark.parametrize("last", [("y", 8, 6), ("y", 7, 5)])
def test_what_differs_in_a_number_is_asked(told: list[str], last: tuple[str, int, int]) -> None:
    decided = decide(GAME, claim(("x", 7, 6), last), Rules(), 10)
    assert (decided.word, decided.asked, len(told)) == ("refuted", 4, 4 if last[1] == 8 else 3)


def test_names_that_change_places_are_not_taken_for_each_other() -> None:
    """Renaming goes by the order of declarations, so that one name cannot become another one of the same text."""
    text = "(declare-const a Int)(declare-const b Int)(assert (< a b))"
    other = "(declare-const b Int)(declare-const a Int)(assert (< b a))"
    assert without_names(text) == without_names(other)
    assert without_names(text) != without_names(text.replace("(< a b)", "(< b a)"))


def test_a_claim_of_the_catalogue_comes_out_alike_where_everything_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def verdict() -> Any:
        rules = PROOFS.rules(None, 2, 3)
        return [
            (one.word, one.asked) for one in (decide(GAME, claim_of(each), rules, 60) for each in ("LNC01", "LNC02"))
        ]

    once = verdict()
    monkeypatch.setattr(prove, "without_names", lambda text: text)
    assert verdict() == once
