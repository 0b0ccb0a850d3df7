"""The samples under reports/published are what the program writes today (`python -m tests.publish` writes them)."""

from pathlib import Path

import msgspec
import pytest

from cli.report_rulebook import write_books
from models.games import GAMES
from reports.report.book_parts import BookRow, ClaimPart
from reports.report.rulebook import book, claim_part, missing_claims
from tests.publish import PUBLISHED, SAMPLES, files, replay_page, report
from verifier.prove_all import ProofRequest, perform, tasks

QUICK = ("LNC04", "LNC10", "LNC40", "LNC42")  # claims that are decided anew: one that is refuted among them


@pytest.mark.parametrize("name", SAMPLES)
def test_the_sample_of_a_folder_of_records_is_up_to_date(name: str, tmp_path: Path) -> None:
    assert report(name, tmp_path / "out") == files(PUBLISHED / name), "python -m tests.publish"


def test_the_sample_page_of_games_is_up_to_date(tmp_path: Path) -> None:
    assert replay_page(tmp_path / "out") == files(PUBLISHED / "replay"), "python -m tests.publish"


def published_claims() -> list[ClaimPart]:
    rows = (PUBLISHED / "rulebook/report.jsonl").read_bytes().splitlines()
    decoded = [msgspec.json.decode(row, type=BookRow) for row in rows]
    return [row for row in decoded if isinstance(row, ClaimPart)]


def test_the_sample_of_the_rule_sheets_is_up_to_date_but_for_the_verdicts(tmp_path: Path) -> None:
    claims = published_claims()
    books = [book(game, [claim for claim in claims if claim.game == game.key]) for game in GAMES]
    write_books(tmp_path, ["html", "md", "json"], books)
    assert files(tmp_path) == files(PUBLISHED / "rulebook"), "python -m tests.publish"


def test_the_sample_of_the_rule_sheets_has_every_claim_as_it_stands() -> None:
    claims = {claim.id: claim for claim in published_claims()}
    stated = {str(claim.id): claim for game in GAMES if game.offers("proofs") for claim in game.proofs().claims}
    assert claims.keys() == stated.keys()
    for key, claim in claims.items():
        assert (claim.statement, claim.scope, claim.verdict) == (
            stated[key].statement,
            stated[key].scope,
            stated[key].expected,
        )
        assert bool(claim.sketches or claim.steps) == (claim.verdict == "refuted")


@pytest.mark.parametrize("key", QUICK)
def test_a_claim_in_the_sample_comes_out_so_today(key: str) -> None:
    game = next(game for game in GAMES if game.offers("proofs") and key in {claim.id for claim in game.proofs().claims})
    claim = next(claim for claim in game.proofs().claims if claim.id == key)
    task = tasks(game, [claim], ProofRequest(players=game.proofs().players))[0]
    assert claim_part(game, perform(task)) == next(each for each in published_claims() if each.id == key)


def test_a_claim_that_comes_out_otherwise_is_told() -> None:
    claims = published_claims()
    other = msgspec.structs.replace(claims[0], verdict="unknown")
    assert missing_claims([book(GAMES[0], claims)]) == {}
    assert missing_claims([book(GAMES[0], [other, *claims[1:]])]) == {claims[0].id: "unknown"}


def test_what_the_report_on_the_rule_sheets_refers_to_exists() -> None:
    for game in GAMES:
        told = book(game, ())
        clauses = {clause.id for clause in game.clauses()}
        claims = {claim.id for claim in game.proofs().claims} if game.offers("proofs") else set()
        sheets = {sheet.key for sheet in told.sheets}
        for difference in told.differences:
            assert set(difference.clauses) <= clauses
            assert all(place.split(",")[0] in sheets for place, _ in difference.says)
        parts = (told.questions, told.examples, told.scores)
        for named in (each.claims for some in parts for each in some):
            assert set(named) <= claims
        for question in told.questions:
            assert set(question.clauses) <= clauses
        for clause in told.clauses:
            assert any(cell.places for cell in clause.sheets)


def test_the_printed_example_contradicts_its_own_rule_in_one_cell() -> None:
    example = book(GAMES[0], ()).examples[0]
    assert example.legal == ("c1", "d2", "a3", "b4")
    assert example.contradicted == ("a3",)
    assert (example.other_reading, example.other) == ("the strict reading", ("c1", "d2", "b4"))


def test_the_printed_examples_of_the_second_game_agree_with_its_rules() -> None:
    told = book(GAMES[1], ())
    assert [(example.printed, example.contradicted) for example in told.examples] == [
        (("left",), ()),
        (("left", "right"), ()),
    ]
    assert [score.totals for score in told.scores] == [(27,), (8,), (62,), (59,)]
    assert all(score.agrees for score in told.scores)


def test_every_open_question_about_scores_and_turns_of_the_second_game_has_a_witness() -> None:
    told = {question.question: dict(question.witnesses) for question in book(GAMES[1], ()).questions}
    assert told["A tie in number and die sum: which charm is grouped first?"]["AB1 AC1 BD1 CE1"] == (
        "6 or 8; split at will, at best 8"
    )
    assert told["Is it counted again for the tiles that are left?"] == {
        "AB1 AC1 BD1 CD2": "10; ordered once, not counted again 8"
    }
    assert told["Is grouping a duty, or may a player split the tiles better?"] == {
        "AB1 AC1 AD1 BC4": "13; split at will, at best 14"
    }
    assert {"AB1": "1", "CD1": "1"}.items() <= told["Who wins if both have as many points?"].items()
    for question, right in (
        ("A tie in number and die sum: which charm is grouped first?", ["legal", "legal", "breaks GF403"]),
        ("Who wins if both have as many points?", ["legal", "legal", "breaks GF403"]),
        ("Who begins in Simple laying?", ["legal", "legal", "breaks GF502"]),
        ("Is the medallion handed over in Guessing?", ["legal", "legal"]),
    ):
        assert [says for witness, says in told[question].items() if "|" in witness] == right
