"""What became of a claim is told in words that nobody reads the wrong way round, wherever it is told."""

from itertools import product

import pytest
from typer.testing import CliRunner

from cli.app import program
from models.games import GAMES
from reports.report.html import rulebook_html
from reports.report.markdown import rulebook_markdown
from reports.report.rulebook import book, claim_part
from reports.verdict_words import SHORT, verdict_words
from verifier.prove_all import ProofRequest, perform, tasks

GAME = GAMES[0]


@pytest.mark.parametrize(("verdict", "expected"), list(product(SHORT, ("proved", "refuted"))))
def test_words_begin_with_what_became_of_the_claim_and_say_what_it_stands_for(verdict: str, expected: str) -> None:
    told = verdict_words(verdict, expected)
    assert told.startswith(SHORT[verdict])
    surprise = verdict not in (expected, "unknown")
    assert ("but claimed to be" in told) is surprise
    assert verdict_words(verdict, expected, shows_case=True).endswith("here is the case") is (verdict != "unknown")
    assert "refuted" not in told


def test_a_false_claim_is_told_alike_by_the_terminal_and_the_reports() -> None:
    words = "false, and that is what we claim"
    wanted = [claim for claim in GAME.proofs().claims if claim.id in ("LNC04", "LNC05")]
    parts = [claim_part(GAME, perform(task)) for task in tasks(GAME, wanted, ProofRequest(players=(2,)))]
    sheets = book(GAME, parts)
    printed = CliRunner().invoke(program(["claims"]), ["claims"]).stdout
    assert "LNC05  claimed to be false" in printed
    for text, count in ((rulebook_html([sheets]), 2), (rulebook_markdown([sheets]), 2)):
        assert text.count(words) == count
        assert text.count(f"{words}: here is the case") == 1
        assert "refuted" not in (text.partition("<main")[2] or text).replace('class="refuted"', "")
