"""The modules import each other in one direction, inside functions and for types alone too."""

import ast
from collections.abc import Iterator
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).parent.parent
PATHS = sorted(path for top in ("models", "verifier", "reports", "cli") for path in (ROOT / top).rglob("*.py"))
MODULES = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in PATHS}


def imported(module: str, text: str) -> Iterator[str]:
    """Give the modules of this program that a text imports anywhere."""
    for node in ast.walk(ast.parse(text)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            parts = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [part if part in MODULES else node.module for part in parts]
        yield from (name for name in names if name in MODULES and name != module)


def circles(texts: dict[str, str]) -> list[set[str]]:
    """Give the sets of modules that import each other."""
    graph = nx.DiGraph([(module, name) for module, text in texts.items() for name in imported(module, text)])
    return [found for found in nx.strongly_connected_components(graph) if len(found) > 1]


def test_modules_import_each_other_in_no_circle() -> None:
    found = circles({module: path.read_text("utf-8") for module, path in MODULES.items()})
    assert [sorted(circle) for circle in found] == []


def test_an_import_inside_a_function_and_one_for_types_make_a_circle() -> None:
    lazy = "def f():\n    from models.clause import Clause\n"
    typed = "if TYPE_CHECKING:\n    from models import game\n"
    assert circles({"models.game": lazy, "models.clause": typed}) == [{"models.game", "models.clause"}]
    assert circles({"models.game": lazy, "models.clause": ""}) == []


@pytest.mark.parametrize("module", ["cli", "reports", "verifier.infer.cnf"])
def test_the_modules_that_are_looked_at_are_there(module: str) -> None:
    assert module in MODULES
