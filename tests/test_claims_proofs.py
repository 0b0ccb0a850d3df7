"""Claims come out as stated, for every number of players; what refutes one is replayed; nothing is proved in vain."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

import pytest
from msgspec.structs import replace

from models.claim import ClaimId
from models.lucky_numbers.assignments import SYMBOLS
from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.moves import Stop, Turn
from models.lucky_numbers.proofs.predicates import ascends_term, in_turn, invariants, some_garden
from models.lucky_numbers.symbolic_state import symbolic_table
from models.lucky_numbers.table import Ended
from models.proof import Counterexample, Goal, NoCase, Provable, Question
from models.smt import And, number
from models.smtlib import formula_holds
from tests.decisions import CLAIMS, GAME, PROOFS, claim_of, decision
from verifier.prove import Proved, Refuted, Unknown, decide, replay_case, selected, told_values
from verifier.prove_all import Outcome, gather_outcomes

FOR_MORE = ("LNC03", "LNC15", "LNC18", "LNC32", "LNC40", "LNC53")


def decided(claim: Provable, rules: Rules, timeout: float = 60) -> Any:
    return decide(GAME, claim, rules, timeout).verdict


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_claim_comes_out_as_stated(claim: Provable) -> None:
    found = decision(claim.id)
    assert found.word == claim.expected, found.verdict
    assert found.asked > 0
    assert found.open > 0, "every goal is true as it is built: it would be whatever the clauses say"


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
        assert (claim.refutes is not None) == (claim.expected == "refuted" or claim.search is not None)
        assert claim.look is None or claim.look.scope in ("tables", "steps", "games")


def test_a_wanted_claim_brings_those_it_rests_on() -> None:
    assert {claim.id for claim in selected(CLAIMS, [" lnc13"])} == {"LNC13", "LNC21", "LNC22"}
    with pytest.raises(KeyError):
        list(selected(CLAIMS, ["LNC99"]))


def test_no_claim_rests_on_itself() -> None:
    rests = {claim.id: set(claim.rests_on) for claim in CLAIMS}
    while rests:
        free = {name for name, bases in rests.items() if not bases & set(rests)}
        assert free, f"these rest on each other: {sorted(rests)}"
        rests = {name: bases for name, bases in rests.items() if name not in free}


PLAY = GAME.case("1 2/. 4; 1 ./. 4 | 1: 3 b1").before


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("the pile holds what nobody has seen", {"pile": 1}),
        ("in play all marked cells are filled", {"gardens": ((0, 0, 0, 4), (1, 0, 0, 4))}),
        ("all gardens are in order", {"gardens": ((1, 1, 0, 4), (1, 0, 0, 4))}),
        ("every number has as many copies as there are sets", {"middle": (3,)}),
        ("while play goes on some clover is face down and no garden is full", {"pile": 0, "hidden": (0,) * 21}),
        ("who has had the last turn is known", {"last": 1, "turns": 1}),
        ("play ends by a full garden or by the last clover", {"ended": Ended("full", (1, 2), frozenset())}),
        ("play ends by a full garden or by the last clover", {"ended": Ended("pile", (1, 2), frozenset())}),
        ("set-up fills only marked cells", {"playing": False}),
        ("nothing was named or played behind the end", {"closed": True}),
    ],
)
def test_the_invariants_exclude_tables_that_cannot_occur(part: str, wrong: dict[str, Any]) -> None:
    """A table with one thing wrong is not among those that the claims speak of."""
    for table, sound in ((PLAY, True), (replace(PLAY, **wrong), False)):
        known = invariants(symbolic_table(table.rules, "before"))[part]
        assert formula_holds(known, SYMBOLS.values_of(step_of(table, Stop()))) is sound


def rested(verdict: Any, *, alone: bool = False) -> list[str]:
    """Settle a claim that was proved and rests on another."""
    base = replace(made(Question("any", (), ())), id=ClaimId("LNC98"), per_players=not alone)
    upper = replace(base, id=ClaimId("LNC99"), rests_on=(base.id,), per_players=True)
    top = replace(base, id=ClaimId("LNC97"), rests_on=(upper.id,), per_players=True)
    said = [(base.id, 2, verdict), (upper.id, 2, Proved()), (upper.id, 3, Proved()), (top.id, 3, Proved())]
    told = [Outcome(name, players, what, 1, 0.0, 0.0, 0.0, (), ()) for name, players, what in said]
    return [outcome.word for each in gather_outcomes([base, upper, top], told) for outcome in each.outcomes]


def test_what_rests_on_a_claim_that_is_not_proved_is_not_proved_either() -> None:
    assert rested(Proved(), alone=True) == ["proved"] * 4
    assert rested(Proved()) == ["proved", "proved", "unknown", "unknown"]
    assert rested(Unknown("too hard")) == ["unknown"] * 4


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
        "any", (), (Goal("it fits a1", PLACEMENT.fits_term(step, 0)),), case=lambda values: Counterexample((legal,))
    )
    assert isinstance(decided(made(question), Rules()), Refuted)
    assert isinstance(decided(made(question, refutes=lambda case: False), Rules()), Unknown)
    illegal = replace(legal, move=replace(legal.move, clover=4))
    assert "LN301" in replay_case(GAME, made(question), Counterexample((illegal,)))
    shown = case_of("LNC30")
    assert (shown.whole, shown.broken, replay_case(GAME, claim_of("LNC30"), shown)) == (True, ("LN301",), "")
    assert "breaks LN301" in replay_case(GAME, claim_of("LNC30"), replace(shown, broken=()))
    assert "breaks nothing" in replay_case(GAME, claim_of("LNC30"), replace(shown, steps=shown.steps[:-1]))


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
            goal = Goal("in order", ascends_term(rules, after) == wrong.fits_term(step, 0))
            yield Question("mistaken", (ascends_term(rules, garden),), (goal,))

        verdict = decide(GAME, replace(claim, questions=questions), Rules(), 30).verdict
        assert isinstance(verdict, Refuted)
        assert dict(verdict.case.facts)["values"].startswith(("clover=", "garden: "))


def test_values_are_told_by_what_is_not_0_and_what_belongs_together() -> None:
    values = {"hand.10": 1, "hand.2": 1, "hand.3": 0, "large": True, "small": False, "tile": 7}
    assert told_values(values) == "hand: 2=1 10=1; large tile=7; all others 0"
    assert told_values({"tile": 7}) == "tile=7"
    assert told_values({"tile": 0}) == "all 0"


def test_values_that_make_no_line_of_play_refute_nothing() -> None:
    def none(values: Any) -> Counterexample:
        raise NoCase("all clovers are gone")

    question = Question("any", (), (Goal("x is small", number("x", 0, 9) < 5),), case=none)
    verdict = decided(made(question, refutes=lambda case: True), Rules())
    assert isinstance(verdict, Unknown)
    assert "all clovers are gone" in verdict.reason


# Cases ----------------------------------------------------------------------------------------------------------------


def case_of(name: str, players: int | None = None) -> Counterexample:
    verdict = decision(name, players).verdict
    assert isinstance(verdict, Refuted), verdict
    return verdict.case


@pytest.mark.parametrize(("sets", "filled"), [(2, 7), (3, 6), (4, 5)])
def test_the_smallest_gardens_in_which_a_discard_is_forced(sets: int, filled: int) -> None:
    assert dict(case_of("LNC05", sets).facts)["filled cells"] == str(filled)


def fewest_that_force(side: int, sets: int) -> int:
    """Count by trying all small gardens, in plain terms: each cell is less than the drawn number, equal to it, or more.

    Any such garden can be numbered, as long as no more cells are equal than there are other copies, and lines ascend.
    """
    cells = [(row, column) for row in range(side) for column in range(side)]
    before = {c: [d for d in cells if d < c and (d[0] == c[0] or d[1] == c[1])] for c in cells}
    after = {c: [d for d in cells if c in before[d]] for c in cells}
    marked = [cell for cell in cells if cell[0] == cell[1]]
    signs = {
        count: [s for s in product((-1, 0, 1), repeat=count) if s.count(0) < sets] for count in range(side, 2 * side)
    }
    for count in range(side, 2 * side):
        for more in combinations([cell for cell in cells if cell not in marked], count - side):
            for told in signs[count]:
                lies = dict(zip((*marked, *more), told, strict=True))
                blocked = all(
                    lies.get(c) == 0
                    or any(lies.get(d, -1) >= 0 for d in before[c])
                    or any(lies.get(d, 1) <= 0 for d in after[c])
                    for c in cells
                )
                pairs = ((lies[d], lies[c]) for c in lies for d in before[c] if d in lies)
                if blocked and all(one < other or one == other != 0 for one, other in pairs):
                    return count
    raise AssertionError("none that is smaller than two lines")


@pytest.mark.parametrize(("side", "sets"), [(2, 2), (3, 2), (3, 3), (3, 4), (4, 2), (4, 3), (4, 4)])
def test_trying_all_small_gardens_finds_the_same_smallest_ones(side: int, sets: int) -> None:
    verdict = decision("LNC05", sets, side if side < 4 else None).verdict
    assert isinstance(verdict, Refuted)
    assert dict(verdict.case.facts)["filled cells"] == str(fewest_that_force(side, sets))


@pytest.mark.parametrize(("claim", "first"), [("LNC44", 10), ("LNC46", 12)])
def test_many_gardens_make_the_printed_sentence_true_in_the_strict_reading(claim: str, first: int) -> None:
    """Vary a few clovers of the garden that was found, and read the sentence off each by itself."""
    case, found = case_of(claim), 0
    garden = case.steps[-1].after.gardens[0]
    counts = [int(count) for name, count in case.facts if name.startswith("empty cells")]
    assert counts == blocked_by(garden, first)
    if claim == "LNC44":
        assert garden == (3, 5, 0, 0, 7, 8, 0, 10, 13, 0, 16, 0, 0, 15, 0, 19)
    for low, high in product(range(1, 13), range(14, 21)):
        varied = (low, *garden[1:-1], high)
        found += ascends_plainly(varied) and blocked_by(varied, first) is not None
    assert found >= 3


def in_line(cell: int) -> list[int]:
    return [other for other in range(16) if other != cell and (other // 4 == cell // 4 or other % 4 == cell % 4)]


def fits_plainly(garden: Sequence[int], cell: int, clover: int) -> bool:
    return all(not garden[o] or (garden[o] - clover) * (o - cell) > 0 for o in in_line(cell))


def ascends_plainly(garden: Sequence[int]) -> bool:
    return all(not clover or fits_plainly(garden, cell, clover) for cell, clover in enumerate(garden))


def blocked_by(garden: Sequence[int], first: int) -> list[int] | None:
    """Count the empty cells each printed reason forbids to another 13; None where the sentence is not true."""
    takes = [cell for cell in range(16) if garden[cell] != 13 and fits_plainly(garden, cell, 13)]
    told = [
        (
            any(garden[o] == first for o in in_line(cell) if o > cell),
            any(garden[o] == 13 for o in in_line(cell)),
            any(garden[o] in (15, 16) for o in in_line(cell) if o < cell),
        )
        for cell in range(16)
        if not garden[cell] and cell not in takes
    ]
    exchanged = sorted(garden[cell] for cell in takes if garden[cell])
    true = exchanged == [first, 15] and len(takes) == 3 and all(map(any, told))
    return [sum(counts) for counts in zip(*told, strict=True)] if true else None


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
