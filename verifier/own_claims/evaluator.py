"""Working out expressions as terms: the tree of an expression is walked, and what it may hold is listed here."""

import ast
import re
from collections.abc import Iterator, Mapping

from models.smt import And, Formula, Not, Number, Or, Sum, Term
from verifier.did_you_mean import did_you_mean
from verifier.own_claims.expression import BadExpression, Expression
from verifier.own_claims.field_terms import (
    Fields,
    Perhaps,
    RulesTold,
    Value,
    ValueRow,
    WordTerm,
    field,
    if_value,
    in_words,
    is_formula,
    names_of,
    told_names,
)
from verifier.own_claims.functions import EXAMPLES, FUNCTIONS, WrongArgument

MOST_STEPS, LARGEST = 500_000, 10**9
LISTED = 40
CELL = re.compile(r"[a-z]\d+")
DEEP, SHALLOW = "the expression is nested too deeply", "use all(...), any(...) and sum(...) in place of long chains"
_MISSING = object()


class Evaluator:
    """Works out one expression over named values."""

    def __init__(self, expression: Expression, names: Mapping[str, Value | range]) -> None:
        self.expression, self.names, self.steps = expression, dict(names), 0
        self.bound: list[str] = []

    def formula(self) -> Formula:
        """Give the expression as a formula. Raises BadExpression."""
        try:
            return self._formula(self.expression.tree)
        except RecursionError:
            raise BadExpression(0, DEEP, SHALLOW) from None

    def number(self) -> Number:
        """Give it as a number. Raises BadExpression."""
        try:
            return self._number(self.expression.tree)
        except RecursionError:
            raise BadExpression(0, DEEP, SHALLOW) from None

    def fail(self, node: ast.AST, message: str, help: str = "") -> BadExpression:
        """Make the error for a part of the expression."""
        return BadExpression(self.expression.at(node), message, help)

    # --- values of a sort

    def _formula(self, node: ast.expr) -> Formula:
        return self._as_formula(node, self.value(node))

    def _as_formula(self, node: ast.AST, value: Value) -> Formula:
        if isinstance(value, Term | bool) and is_formula(value):
            return value
        raise self.fail(node, f"here stands {in_words(value)}, not what is true or false", "compare it: ==, <, >= ...")

    def _number(self, node: ast.expr) -> Number:
        return self._as_number(node, self.value(node))

    def _as_number(self, node: ast.AST, value: Value) -> Number:
        if isinstance(value, Term | int) and not is_formula(value):
            return value
        help = "count(...) counts what is true" if is_formula(value) else "numbers are added and compared"
        raise self.fail(node, f"here stands {in_words(value)}, not a number", help)

    # --- the walk

    def value(self, node: ast.expr) -> Value:
        """Work out a part of the expression. Raises BadExpression."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise self.fail(node, "the expression is too large when written out", "use fewer loops within loops")
        match node:
            case ast.Constant(value=value):
                return self._constant(node, value)
            case ast.Name(id=name):
                return self._name(node, name)
            case ast.Attribute(value=owner, attr=name):
                return self._attribute(node, self.value(owner), name)
            case ast.Subscript(value=row, slice=index):
                return self._pick(node, self.value(row), index)
            case ast.BoolOp(op=op, values=parts):
                found = [self._formula(part) for part in parts]
                return And(found) if isinstance(op, ast.And) else Or(found)
            case ast.UnaryOp(op=ast.Not(), operand=part):
                return Not(self._formula(part))
            case ast.UnaryOp(op=ast.USub(), operand=part):
                return 0 - self._number(part)
            case ast.BinOp(left=left, op=op, right=right):
                return self._arithmetic(node, op, self._number(left), self._number(right))
            case ast.Compare():
                return self._comparison(node)
            case ast.IfExp(test=test, body=one, orelse=other):
                return self._either(node, self._formula(test), self.value(one), self.value(other))
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return ValueRow(tuple(self.value(part) for part in parts))
            case ast.Call(func=ast.Name(id=name)):
                return self._call(node, name)
        raise self.fail(node, "this cannot stand in a claim", f"known: and, or, not, + - *, {', '.join(FUNCTIONS)}")

    def _constant(self, node: ast.expr, value: object) -> Value:
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, int) and abs(value) <= LARGEST:
            return value
        if isinstance(value, int):
            raise self.fail(node, "the number is too large", f"numbers go up to {LARGEST}")
        raise self.fail(node, "this value cannot stand in a claim", "whole numbers, words, True and False can")

    def _name(self, node: ast.expr, name: str) -> Value:
        value = self.names.get(name, _MISSING)
        if isinstance(value, range):
            return ValueRow(tuple(value), value.start)
        if value is not _MISSING:
            return value  # type: ignore[return-value]
        before = self.names.get("before")
        if isinstance(before, Fields) and (name in names_of(before) or name in before.more):
            raise self.fail(node, f"of which table is this the {name}?", f"write before.{name} or after.{name}")
        if name in ("before", "after"):
            raise self.fail(node, f"there is no table {name} here", "the fields of the table stand alone: pile")
        raise self._unknown(node, name, self.names)

    def _unknown(self, node: ast.AST, name: str, known: Mapping[str, object] | list[str]) -> BadExpression:
        listed = [each for each in known if not re.fullmatch(r"[a-z]\d+", each)]
        cells = [each for each in known if re.fullmatch(r"[a-z]\d+", each)]
        if cells and re.fullmatch(r"[A-Za-z]\d+", name):
            return self.fail(node, f"there is no cell {name[:30]!r}", f"cells are {cells[0]} to {cells[-1]}")
        help = did_you_mean(name, known)
        return self.fail(node, f"{name[:30]!r} is not known here", f"{help}known here: {', '.join(listed[:LISTED])}")

    def _attribute(self, node: ast.expr, owner: Value, name: str) -> Value:
        if isinstance(owner, Fields):
            try:
                return field(owner, name)
            except KeyError:
                known = [*names_of(owner), *told_names(owner.state)]
                raise self._unknown(node, name, known) from None
        if isinstance(owner, RulesTold):
            told = getattr(owner.told, name, None) if not name.startswith("_") else None
            if isinstance(told, int):
                return told
            if told is not None and hasattr(type(told), "__struct_fields__"):
                return RulesTold(told)
            known = [each for each in dir(owner.told) if not each.startswith("_")]
            raise self._unknown(node, name, [each for each in known if isinstance(getattr(owner.told, each), int)])
        raise self.fail(node, f"{in_words(owner)} has no part {name[:30]!r}", "before, after and move have parts")

    def _pick(self, node: ast.Subscript, row: Value, place: ast.expr) -> Value:
        if not isinstance(row, ValueRow):
            raise self.fail(node, f"{in_words(row)} has no places", "rows have: gardens[1], for one")
        index = self._number(place)
        last = row.first + len(row.parts) - 1
        known = isinstance(place, ast.Constant) or (isinstance(place, ast.Name) and place.id in self.bound)
        if not row.parts or (known and isinstance(index, int) and not row.first <= index <= last):
            raise self.fail(place, "there is no such place in this row", f"its places are {row.first} to {last}")
        picked = row.parts[-1]
        for number, part in reversed(list(enumerate(row.parts[:-1], row.first))):
            picked = self._either(node, index == number, part, picked)
        return picked

    def _either(self, node: ast.AST, condition: Formula, one: Value, other: Value) -> Value:
        if isinstance(condition, bool):
            return one if condition else other
        try:
            return if_value(condition, one, other)
        except TypeError:
            help = "both must be numbers, both true or false, or both rows alike"
            raise self.fail(node, f"{in_words(one)} or {in_words(other)} cannot stand here", help) from None

    def _arithmetic(self, node: ast.expr, op: ast.operator, left: Number, right: Number) -> Number:
        match op:
            case ast.Add():
                made = Sum((left, right))
            case ast.Sub():
                made = left - right
            case ast.Mult() if isinstance(right, int):
                made = left * right
            case ast.Mult() if isinstance(left, int):
                made = right * left
            case ast.Mult():
                raise self.fail(node, "two unknown numbers are multiplied", "one of them must be known: 2 * pile")
            case ast.FloorDiv() | ast.Mod() if isinstance(left, int) and isinstance(right, int) and right > 0:
                made = left // right if isinstance(op, ast.FloorDiv) else left % right
            case ast.FloorDiv() | ast.Mod():
                help = "only known ones can be; ask for each: any(clover == n for n in numbers if n % 2 == 1)"
                raise self.fail(node, "an unknown number is divided", help)
            case _:
                raise self.fail(node, "this cannot be worked out", "numbers are added, subtracted, multiplied")
        if isinstance(made, int) and abs(made) > LARGEST * LARGEST:
            raise self.fail(node, "the number is too large", f"numbers go up to {LARGEST}")
        return made

    # --- comparing

    def _comparison(self, node: ast.Compare) -> Formula:
        sides = [self.value(node.left), *(self.value(each) for each in node.comparators)]
        return And(
            self._compare(node, op, one, other) for op, one, other in zip(node.ops, sides[:-1], sides[1:], strict=True)
        )

    def _compare(self, node: ast.Compare, op: ast.cmpop, one: Value, other: Value) -> Formula:
        match op:
            case ast.Eq() | ast.Is():
                return self._equal(node, one, other)
            case ast.NotEq() | ast.IsNot():
                return Not(self._equal(node, one, other))
            case ast.In() | ast.NotIn():
                if not isinstance(other, ValueRow):
                    raise self.fail(node, f"`in` asks for a row, and this is {in_words(other)}", "a row: (1, 2, 3)")
                among = Or(self._equal(node, one, part) for part in other.parts)
                return among if isinstance(op, ast.In) else Not(among)
        left, right = self._as_number(node, one), self._as_number(node, other)
        less = {ast.Lt: left < right, ast.Gt: right < left, ast.LtE: left <= right, ast.GtE: right <= left}
        return less[type(op)]

    def _equal(self, node: ast.AST, one: Value, other: Value) -> Formula:
        if isinstance(other, WordTerm) and not isinstance(one, WordTerm):
            one, other = other, one
        match one, other:
            case WordTerm(term=term, words=words), str() | None:
                if other not in words:
                    known = ", ".join("None" if word is None else repr(word) for word in words)
                    raise self.fail(node, f"{other!r} is none of the words it can be", f"known here: {known}")
                return term == words[other]
            case WordTerm(), WordTerm() if one.words == other.words:
                return one.term == other.term
            case ValueRow(), ValueRow() if len(one.parts) == len(other.parts):
                return And(self._equal(node, *pair) for pair in zip(one.parts, other.parts, strict=True))
            case (Term() | int(), None) | (None, Term() | int()):
                return self._as_number(node, one if other is None else other) == 0
            case Term() | int(), Term() | int() if is_formula(one) == is_formula(other):
                return one == other
        raise self.fail(node, f"{in_words(one)} is compared with {in_words(other)}", "compare what is alike")

    # --- calls

    def _call(self, node: ast.Call, name: str) -> Value:
        arguments = [self._arguments(each) for each in node.args]
        if name not in FUNCTIONS or node.keywords:
            raise self._unknown(node, name, list(FUNCTIONS))
        count, work = FUNCTIONS[name]
        if len(arguments) != count and (count or not arguments):
            raise self.fail(node, f"{name} takes {count or 'one or more'} in brackets", f"as in {EXAMPLES[name]}")
        try:
            return work(arguments)
        except WrongArgument as wrong:
            raise self.fail(node, f"{name}: {wrong}", f"as in {EXAMPLES[name]}") from None

    def _arguments(self, node: ast.expr) -> Value:
        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            return ValueRow(tuple(self._looped(node.elt, node.generators)))
        return self.value(node)

    def _looped(self, part: ast.expr, loops: list[ast.comprehension]) -> Iterator[Value]:
        """Work out a part for each round of a loop; a condition of the loop that is not known yet is kept with it."""
        if not loops:
            yield self.value(part)
            return
        loop = loops[0]
        name, over = loop.target, self._arguments(loop.iter)
        if not isinstance(name, ast.Name) or loop.is_async:
            raise self.fail(name, "a loop has one name", "write for p in players for c in cells")
        if not isinstance(over, ValueRow):
            raise self.fail(loop.iter, f"a loop goes over a row, and this is {in_words(over)}", "for p in players")
        outer = self.names.get(name.id, _MISSING)
        self.bound.append(name.id)
        for each in over.parts:
            there, self.names[name.id] = (each.here, each.value) if isinstance(each, Perhaps) else (True, each)
            here = And(there, (self._formula(condition) for condition in loop.ifs))
            if here is not False:
                for found in self._looped(part, loops[1:]):
                    yield found if here is True else Perhaps(here, found)
        self.bound.pop()
        if outer is _MISSING:
            del self.names[name.id]
        else:
            self.names[name.id] = outer  # type: ignore[assignment]
