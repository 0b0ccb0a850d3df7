"""Expressions of own claims: a small part of Python's expressions, read by Python's own parser. Nothing is ever run."""

import ast
import re
from dataclasses import dataclass

LONGEST = 4_000


class BadExpression(Exception):
    """What is wrong in an expression, at a place in it (counted from 0), with what would help."""

    def __init__(self, at: int, message: str, help: str = "") -> None:
        super().__init__(message)
        self.at, self.message, self.help = at, message, help


@dataclass(frozen=True)
class Expression:
    """An expression that was parsed, with its text."""

    text: str
    tree: ast.expr

    def at(self, node: ast.AST) -> int:
        """Give the place of a part in the text, in characters."""
        lines = _enclosed(self.text).splitlines(keepends=True)
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        before = sum(map(len, lines[: line - 1]))
        return max(0, before + len(lines[line - 1].encode()[:column].decode(errors="ignore")) - 1)


def _enclosed(text: str) -> str:
    return f"({text}\n)"


def parse(text: str) -> Expression:
    """Parse an expression. Raises BadExpression."""
    if len(text) > LONGEST:
        raise BadExpression(0, f"an expression has at most {LONGEST} characters", "split the claim in two")
    if not text.strip():
        raise BadExpression(0, "there is no expression", "write a condition, such as pile >= 0")
    try:
        tree = ast.parse(_enclosed(text), mode="eval")
    except SyntaxError as fault:
        raise _bad_syntax(text, fault) from None
    except (ValueError, RecursionError, MemoryError):
        raise BadExpression(0, "the expression cannot be read", "nest it less deeply") from None
    return Expression(text, tree.body)


def _bad_syntax(text: str, fault: SyntaxError) -> BadExpression:
    lines = _enclosed(text).splitlines(keepends=True)
    line = min(max(fault.lineno or 1, 1), len(lines))
    place = sum(map(len, lines[: line - 1])) + max((fault.offset or 1) - 2, 0)
    at = min(place, max(len(text) - 1, 0))
    help = "it is written as in Python: and, or, not, ==, <=, all(... for p in players)"
    if re.search(r"=>|&&|\|\||->|(?<![=!<>])=(?!=)", text):
        help = "write == for equal, and, or, not, and implies(a, b)"
    elif "was never closed" in fault.msg:
        help = f"a bracket is not closed: as many ) as ( must stand there; {help}"
    return BadExpression(at, "the expression cannot be read here", help)
