"""The page of all places that state a clause once more, read from the comments that stand there.

Each such place bears a comment `# states LN301, LN302 as kernel, tied by tests/test_kernel.py::test_...`, which may go
on in a second line; `every clause` in the place of ids speaks of the files of the clauses themselves.
"""

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType

from msgspec import Struct

from models.clause import Clause
from models.game import Game
from models.games import GAMES

ROOT = Path(__file__).parent.parent
FOLDERS = ("models", "verifier", "reports", "cli")
IDS = r"every clause|[A-Z]{2}\d{3}(?:, [A-Z]{2}\d{3})*"
STATES = re.compile(rf"^ *# states ({IDS}) as ([a-z ]+), tied by\s+(?:# )?(tests/\S+)", re.MULTILINE)
BY_ALL = {"check": "holds", "term": "term"}


class Statement(Struct, frozen=True):
    """A place that states a clause: what it is to it, the file, the function, and the test that ties it."""

    clause: str
    role: str
    file: str
    function: str
    test: str


@cache
def marked() -> tuple[Statement, ...]:
    """Give every statement that a comment in the code names."""
    return tuple(found for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py")) for found in _in(path))


def _in(path: Path) -> Iterator[Statement]:
    text = path.read_text("utf-8")
    for match in STATES.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        for clause in match[1].split(", "):
            yield Statement(clause, match[2], path.relative_to(ROOT).as_posix(), _function_at(text, line), match[3])


def _function_at(text: str, line: int) -> str:
    """Name the function around a line, or else the one that begins below it."""
    functions = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.FunctionDef)]
    around = [each for each in functions if each.lineno <= line <= (each.end_lineno or 0)]
    below = [each for each in functions if each.lineno > line]
    found = max(around, key=lambda each: each.lineno, default=None) or min(
        below, key=lambda each: each.lineno, default=None
    )
    return "" if found is None else found.name


def statements(game: Game) -> dict[str, list[Statement]]:
    """Give for each clause of a game all statements of it, its check and its term first."""
    found: dict[str, list[Statement]] = {clause.id: list(_own(clause)) for clause in game.clauses()}
    for each in marked():
        if each.clause in found:
            found[each.clause].append(each)
    return found


def _own(clause: Clause) -> Iterator[Statement]:
    """Give what the file of a clause states, with the test that its folder names for all of them."""
    file = Path(inspect.getfile(type(clause)))
    for each in marked():
        if each.clause == "every clause" and (ROOT / each.file).parent == file.parent:
            method = getattr(type(clause), BY_ALL[each.role])
            if isinstance(method, FunctionType) and Path(inspect.getfile(method)) == file:
                yield Statement(clause.id, each.role, file.relative_to(ROOT).as_posix(), method.__name__, each.test)


def statements_page() -> str:
    """Write the page."""
    lines = [
        "# Where each clause is stated",
        "",
        "A rule stands in one clause: its check and its term are two formulas of it, whose agreement is tested.",
        "What is listed beside them states the rule once more, because it must be fast or have unknowns in it, and",
        "names the test that ties it to the clause. All else calls one of these. Generated from the clauses and from",
        "the comments `# states ... as ..., tied by ...` in the code.",
    ]
    for game in GAMES:
        lines += ["", f"## {game.title}", "", "| clause | stated as | where | tied by |", "| --- | --- | --- | --- |"]
        for clause, found in statements(game).items():
            for place, each in enumerate(found):
                name = "" if place else f"**{clause}** ({len(found)})"
                lines.append(f"| {name} | {each.role} | `{each.file}`: `{each.function}` | `{each.test}` |")
    return "\n".join(lines) + "\n"
