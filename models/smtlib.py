"""Terms written in SMT-LIB, and worked out for known values."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from models.smt import UNLIMITED, Formula, Term, Values, high_of, low_of, subterms_first

Logic = Literal["QF_LIA", "QF_BV"]
NAMED = re.compile(r"\((?:declare-const|define-fun) (\S+)")
TOKEN = re.compile(r"([^\s()]+)")
SMALL = 3  # arguments of a term that is written out wherever it stands


class Writer:
    """Writes terms for one solver session: declarations and definitions first, each once.

    With QF_BV all numbers are signed bit vectors, wide enough that no term of `about` can overflow.
    """

    def __init__(self, logic: Logic, about: Iterable[object]) -> None:
        self.logic = logic
        terms = subterms_first(about)
        self.bits = 1 + max(
            (max(high_of(each), -low_of(each)).bit_length() for each in terms if each.low is not None), default=1
        )
        constants = [abs(arg).bit_length() + 1 for each in terms for arg in each.args if type(arg) is int]
        self.bits = max(self.bits, *constants, 2)
        self.uses = Counter(arg.key for each in terms for arg in each.args if isinstance(arg, Term))
        self.written: dict[int, str] = {}
        self.lines: list[str] = []
        self.unknowns: list[Term] = []

    def define(self, terms: Iterable[object]) -> str:
        """Give the declarations and definitions that the terms need and that were not given before."""
        for term in subterms_first(terms):
            if term.key not in self.written:
                self._define(term)
        text = "".join(self.lines)
        self.lines = []
        return text

    def text(self, term: object) -> str:
        """Write a term that is defined."""
        if isinstance(term, bool):
            return "true" if term else "false"
        if isinstance(term, int):
            return self._constant(term)
        assert isinstance(term, Term)
        return self.written[term.key]

    def _constant(self, value: int) -> str:
        if self.logic == "QF_BV":
            return f"(_ bv{value % (1 << self.bits)} {self.bits})"
        return str(value) if value >= 0 else f"(- {-value})"

    def _define(self, term: Term) -> None:
        if term.op in ("number", "flag"):
            self._declare(term)
            return
        text = self._operation(term)
        formula = term.low is None
        if len(text) > 40 and (self.uses[term.key] > 1 or len(text) > 400):
            name = f"{'f' if formula else 'n'}!{len(self.written)}"
            self.lines.append(f"(define-fun {name} () {'Bool' if formula else self._sort()} {text})\n")
            text = name
        self.written[term.key] = text

    def _declare(self, term: Term) -> None:
        name = self.written[term.key] = term.args[0]
        self.unknowns.append(term)
        if term.op == "flag":
            self.lines.append(f"(declare-const {name} Bool)\n")
            return
        self.lines.append(f"(declare-const {name} {self._sort()})\n")
        if self.logic == "QF_LIA" and high_of(term) == UNLIMITED:
            return
        less = "bvsle" if self.logic == "QF_BV" else "<="
        low, high = self._constant(low_of(term)), self._constant(high_of(term))
        self.lines.append(f"(assert (and ({less} {low} {name}) ({less} {name} {high})))\n")

    def _sort(self) -> str:
        return f"(_ BitVec {self.bits})" if self.logic == "QF_BV" else "Int"

    def _operation(self, term: Term) -> str:
        args = [self.text(arg) for arg in term.args]
        if self.logic == "QF_BV":
            if term.op == "+":
                text = args[0]
                for arg in args[1:]:
                    text = f"(bvadd {text} {arg})"
                return text
            op = {"-": "bvsub", "*": "bvmul", "<": "bvslt", "iff": "="}.get(term.op, term.op)
        else:
            op = "=" if term.op == "iff" else term.op
        return f"({op} {' '.join(args)})"


def evaluator(outputs: Sequence[object], names: Sequence[str]) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Make a function that works out terms, given the values of the named unknowns in order."""
    terms = subterms_first(outputs)
    uses = Counter(arg.key for each in terms for arg in each.args if isinstance(arg, Term))
    place = {name: index for index, name in enumerate(names)}
    texts: dict[int, str] = {}
    lines = ["def worked_out(v):"]
    for term in terms:
        text = _python(term, place, texts)
        if uses[term.key] > 1 and term.op not in ("number", "flag"):
            lines.append(f" t{len(texts)} = {text}")
            text = f"t{len(texts)}"
        texts[term.key] = text
    results = ", ".join(texts[each.key] if isinstance(each, Term) else repr(each) for each in outputs)
    lines.append(f" return ({results},)" if outputs else " return ()")
    scope: dict[str, Callable[[Sequence[int]], tuple[int, ...]]] = {}
    exec("\n".join(lines), scope)
    return scope["worked_out"]


def _python(term: Term, place: dict[str, int], texts: dict[int, str]) -> str:
    if term.op in ("number", "flag"):
        return f"v[{place[term.args[0]]}]"
    args = [texts[arg.key] if isinstance(arg, Term) else repr(arg) for arg in term.args]
    match term.op:
        case "ite":
            return f"({args[1]} if {args[0]} else {args[2]})"
        case "not":
            return f"(not {args[0]})"
        case "=" | "iff":
            return f"({args[0]} == {args[1]})"
    return "(" + f" {term.op} ".join(args) + ")"


def evaluate(term: object, values: Values) -> int:
    """Work out one term; unknowns without a value are as low as they can be, or 0 without limits."""
    names = [each.args[0] for each in subterms_first([term]) if each.op in ("number", "flag")]
    lows = {each.args[0]: _usual(each) for each in subterms_first([term]) if each.op in ("number", "flag")}
    return evaluator([term], names)([values.get(name, lows[name]) for name in names])[0]


def _usual(unknown: Term) -> int:
    return 0 if unknown.low is None or unknown.high == UNLIMITED else unknown.low


def number_in(values: Values, term: object) -> int:
    """Work out a number or formula, or take a plain number; unknowns without a value are as in `evaluate`."""
    if not isinstance(term, Term):
        return int(term)  # type: ignore[call-overload, no-any-return]
    if term.op in ("number", "flag"):
        return int(values.get(term.args[0], _usual(term)))
    return int(evaluate(term, values))


def formula_holds(term: Formula, values: Values) -> bool:
    """Tell whether a formula holds for known values."""
    return bool(evaluate(term, values))


def without_names(text: str) -> str:
    """Give a text with what it declares and defines numbered in order: two that differ in names alone become one."""
    names = {name: f"@{place}" for place, name in enumerate(dict.fromkeys(NAMED.findall(text)))}
    return "".join([names.get(part, part) for part in TOKEN.split(text)])
