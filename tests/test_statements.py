"""Every place that states a rule once more says so, names a test that ties it, and there are few of them."""

import ast
from pathlib import Path

import pytest

from models.games import GAMES
from reports.statements import marked, statements, statements_page

ROOT = Path(__file__).parent.parent
MOST = {"LN301": 6, "LN303": 5, "LN402": 5, "GF204": 6, "GF208": 5, "GF403": 5}
ALL = {clause: found for game in GAMES for clause, found in statements(game).items()}


@pytest.mark.parametrize("test", sorted({each.test for each in marked()}))
def test_a_statement_is_tied_by_a_test_that_exists(test: str) -> None:
    file, _, name = test.partition("::")
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    assert name in {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}


@pytest.mark.parametrize(("clause", "most"), MOST.items())
def test_a_rule_is_stated_in_few_places(clause: str, most: int) -> None:
    assert 2 <= len(ALL[clause]) <= most, [f"{each.file}: {each.function}" for each in ALL[clause]]


def test_every_clause_has_a_check_and_a_term_that_are_tied() -> None:
    for clause, found in ALL.items():
        assert [each.role for each in found][:2] == ["check", "term"], clause


def test_every_comment_names_a_clause_that_is_listed() -> None:
    assert {each.clause for each in marked()} - {"every clause"} <= set(ALL)


def test_no_comment_is_missed_for_its_form() -> None:
    """A comment that speaks of stating a clause has the form that is read."""
    this = ROOT / "reports/statements.py"
    paths = [path for folder in ("models", "verifier", "reports", "cli") for path in (ROOT / folder).rglob("*.py")]
    told = sum(path.read_text("utf-8").count("# states ") for path in paths if path != this)
    assert told == len({(each.file, each.function, each.role, each.test) for each in marked()})


def test_the_page_lists_every_statement() -> None:
    page = statements_page()
    for found in ALL.values():
        for each in found:
            assert f"| {each.role} | `{each.file}`: `{each.function}` | `{each.test}` |" in page
