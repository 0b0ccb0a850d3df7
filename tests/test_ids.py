"""Whatever stands as the id of a clause, a claim or an unreadable log names one that is listed; ids are given once."""

import ast
import re
from pathlib import Path

import pytest

from models.game import Game
from models.games import GAMES
from verifier.codes import CODES

ROOT = Path(__file__).parent.parent
PACKAGES = ("models", "verifier", "reports", "cli")
ID = re.compile(r"\b(?:LN|GF|LOG)\d{3}\b|\b(?:LNC|GFC)\d\d\b")
SOURCES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CHANGELOG.md"]
CLAUSES = [clause.id for game in GAMES for clause in game.clauses()]
CLAIMS = [claim.id for game in GAMES for claim in game.proofs().claims]
MADE_UP = {"GF405", "GF406", "GFC99", "LN310", "LN999", "LN405", "LN406", "LNC00", "LNC97", "LNC98", "LNC99"}


def written(path: Path) -> set[str]:
    return set(ID.findall(path.read_text()))


def test_every_id_is_given_once() -> None:
    ids = [*CLAUSES, *CLAIMS, *(code.id for code in CODES)]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("path", [*SOURCES, *PAGES], ids=lambda path: str(path.relative_to(ROOT)))
def test_every_id_in_a_source_or_page_names_something_listed(path: Path) -> None:
    assert written(path) <= {*CLAUSES, *CLAIMS, *(code.id for code in CODES)}


def test_every_id_in_a_test_names_something_listed_or_is_one_of_those_made_up_for_tests() -> None:
    ids = {id for path in sorted((ROOT / "tests").rglob("*.py")) if path != Path(__file__) for id in written(path)}
    assert ids <= {*CLAUSES, *CLAIMS, *(code.id for code in CODES)} | MADE_UP


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_rule_books_and_claims_name_only_what_their_game_lists(game: Game) -> None:
    clauses, claims = {clause.id for clause in game.clauses()}, {claim.id for claim in game.proofs().claims}
    assert game.rulebook is not None
    book = game.rulebook()
    named = [*(each.clauses for each in book.differences), *(each.clauses for each in book.questions)]
    assert {id for ids in named for id in ids} <= clauses
    told = [*(each.claims for each in book.questions), *(each.claims for each in book.examples)]
    assert {id for ids in (*told, *(each.claims for each in book.scores)) for id in ids} <= claims
    for claim in game.proofs().claims:
        assert set(claim.rests_on) <= claims - {claim.id}


def test_ids_of_clauses_stand_as_strings_only_where_the_engines_say_what_they_cover() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in SOURCES
        if path.parent.name != "clauses" and re.search(r"(LN|GF)\d{3}['\"]", path.read_text())
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"(LN|GF)\d{3}", node.value)
    }
    assert found == {"models/lucky_numbers/engine.py", "models/good_fortune/engine.py"}
