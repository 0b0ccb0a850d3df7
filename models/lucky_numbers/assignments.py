"""Assignments: the value of each unknown of a symbolic step, from a step and back to one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from models.lucky_numbers.declared_size import SIZE
from models.lucky_numbers.editions import VARIANTS, Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import board
from models.lucky_numbers.moves import Opening, Stop
from models.lucky_numbers.symbolic_effect import symbolic_effect
from models.lucky_numbers.symbolic_state import (
    MOVES,
    TABLE,
    SymbolicStep,
    SymbolicTable,
    declared_size,
    symbolic_move,
    symbolic_table,
)
from models.lucky_numbers.table import Played, Step, Table, new_table
from models.smt import Values
from models.smtlib import number_in
from models.symbols import Shape, Symbols, Terms


class LuckySymbols(Symbols[Step, SymbolicStep]):
    """Steps with unknowns; what must be known besides rules and kind of move is the number of earlier games."""

    def shape(self, step: Step) -> Shape:
        return step.before.rules, type(step.move), len(step.before.series)

    def forms(self, kind: type) -> Sequence[int]:
        return range(3)

    def some_step(self, rules: Rules, kind: type, form: int = 0) -> SymbolicStep:
        """Give a step of which only the kind of move is known; what the move does is what the clauses speak of."""
        size = SIZE.unknown(rules, "size") if kind is Opening else declared_size(rules)
        return SymbolicStep(
            symbolic_table(rules, "before", form), symbolic_move(rules, kind), symbolic_table(rules, "after"), size
        )

    def values_of_rules(self, rules: Rules) -> Mapping[str, int]:
        return _size_values(rules)

    def step_with(self, step: SymbolicStep, values: Values) -> Step:
        rules = _declared(step, values) if step.move.kind is Opening else step.rules
        before, after = (_table_with(table, values, rules) for table in (step.before, step.after))
        return Step(before, self.move_with(step.move, values), after)

    def after(self, step: Step) -> Terms:
        closed = step.before.closed if isinstance(step.move, Stop) else None
        return _terms_after(*self.shape(step), closed)


@lru_cache(maxsize=256)
def _size_values(rules: Rules) -> Mapping[str, int]:
    return SIZE.values(rules, "size", declared_size(rules))


@lru_cache(maxsize=256)
def _terms_after(rules: Rules, kind: type, games: int, closed: bool | None) -> Terms:
    """Give the table after a move; whether a result was named before a stop decides how many games there are."""
    step = SYMBOLS.some_step(rules, kind, games)
    return SYMBOLS.named(rules, step if closed is None else replace(step, before=replace(step.before, closed=closed)))


def _declared(step: SymbolicStep, values: Values) -> Rules:
    """Give the rules of a header; with another size the gardens are of no matter."""
    size = step.size
    variants = tuple(VARIANTS)[:1] if number_in(values, size.house_rule) else ()
    again = tuple(way for name in variants for way in VARIANTS[name])
    side, top, sets, players = (number_in(values, each) for each in (size.side, size.top, size.sets, size.players))
    return Rules(board=board(side), top=top, sets=sets, players=players, variants=variants, again=again)


def _table_with(table: SymbolicTable, values: Values, rules: Rules) -> Table:
    if rules is not table.rules:
        return new_table(rules, tuple(Played(None, None) for _ in table.series))
    return TABLE.read(table, values)


SYMBOLS = LuckySymbols(TABLE, MOVES.values(), symbolic_effect, step_of, SymbolicStep)
