"""Modules and functions are short enough to be read at once, or say in their first lines why they are long; types say
what is meant.
"""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOPS = ("models", "verifier", "reports", "cli")
PATHS = sorted([ROOT / "cloverproof.py", *(path for top in TOPS for path in (ROOT / top).rglob("*.py"))])
MODULE_LINES, FUNCTION_LINES = 300, 60
MOST_ANYS = 150
FIRST_LINES = 5  # of a module's docstring, where the reason stands
REASON = re.compile(r"\blong[,:]|\blonger than\b|\bone file\b|\bhot (path|loop)\b", re.IGNORECASE)


def too_long(text: str) -> list[str]:
    """Name what of a module is long without a reason.

    A function's lines are those of its docstring and its body: the options of a command are a declaration.
    """
    module = ast.parse(text)
    said = "\n".join((ast.get_docstring(module) or "").splitlines()[:FIRST_LINES])
    found = ["the module"] if len(text.splitlines()) > MODULE_LINES and not REASON.search(said) else []
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or 0) - node.body[0].lineno + 1
            if lines > FUNCTION_LINES and not REASON.search(ast.get_docstring(node) or ""):
                found.append(node.name)
    return found


@pytest.mark.parametrize("path", PATHS, ids=[str(path.relative_to(ROOT)) for path in PATHS])
def test_what_is_long_says_why(path: Path) -> None:
    assert too_long(path.read_text("utf-8")) == []


def test_a_module_and_a_function_that_are_long_without_a_reason_are_found() -> None:
    body = "    x = 1\n"
    assert too_long('"""Short."""\n' + "x = 1\n" * 299) == []
    assert too_long('"""Short?"""\n' + "x = 1\n" * 300) == ["the module"]
    assert too_long('"""All.\n\nOne file, for it is read alone.\n"""\n' + "x = 1\n" * 300) == []
    assert too_long('"""All.\n\n\n\n\n\nOne file.\n"""\n' + "x = 1\n" * 300) == ["the module"]
    assert too_long("def f(\n    x=1,\n):\n" + body * 60) == []
    assert too_long("def f():\n" + body * 61) == ["f"]
    assert too_long('def f():\n    """Loop: a hot path in one piece."""\n' + body * 61) == []


def anys_in(text: str) -> int:
    """Count the word `Any`, wherever it stands."""
    return len(re.findall(r"\bAny\b", text))


def test_any_stands_where_no_type_says_more() -> None:
    assert sum(anys_in(path.read_text("utf-8")) for path in PATHS) < MOST_ANYS


def test_any_is_counted_in_imports_and_in_words_and_not_inside_longer_names() -> None:
    assert anys_in("from typing import Any, Literal\n") == 1
    assert anys_in("Row = dict[str, Any]\n\ndef f(x: Any) -> Any: ...\n") == 3
    assert anys_in('"""Any other field is left."""\n') == 1
    assert anys_in("AnySymbols = Anything | any | None\n") == 0
