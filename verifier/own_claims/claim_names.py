"""What an expression of a claim may name: the table, the move, the step, counters, ranges, places."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from models.changes import UNCHANGED
from models.field_kinds import Whole, bound
from models.open_play import OpenPlay, SymbolicMade
from models.part_kinds import Each, Row, When
from models.schema import Part
from models.smt import UNLIMITED, Formula, Number, Or, Term, Values, low_of, number
from models.smtlib import number_in
from models.symbols import AnySymbols
from verifier.own_claims.evaluator import Evaluator
from verifier.own_claims.expression import BadExpression
from verifier.own_claims.field_terms import (
    Fields,
    RulesTold,
    Value,
    ValueRow,
    all_fields,
    constants_of,
    field,
    is_formula,
    names_of,
    ranges_of,
    told_names,
)
from verifier.own_claims.own_file import OwnCounter, OwnFile, Placed

Counted = Mapping[str, Value]
Names = dict[str, Value | range]


@dataclass
class ClaimNames:
    """The names for expressions of one file about one game under some rules."""

    file: OwnFile
    play: OpenPlay
    symbols: AnySymbols
    rules: object

    @cached_property
    def _common(self) -> Names:
        """What can be named everywhere."""
        first = self.opening
        table = Fields(self.symbols.table, first.before, self.rules)
        names: Names = {**constants_of(table), "rules": RulesTold(self.rules)}
        names |= {name: told for name, told in ranges_of(table.state).items() if told.start == 1}
        names |= ranges_of(first.step)
        names["players"] = range(1, self._players() + 1)
        return names

    # --- expressions

    def formula(self, placed: Placed, names: Names) -> Formula:
        """Work out an expression as a formula. Raises BadOwnFile."""
        try:
            return Evaluator(placed.expression, names).formula()
        except BadExpression as wrong:
            raise self.file.expression_fault(placed, wrong) from None

    def number(self, placed: Placed, names: Names) -> Number:
        """Work out an expression as a number. Raises BadOwnFile."""
        try:
            return Evaluator(placed.expression, names).number()
        except BadExpression as wrong:
            raise self.file.expression_fault(placed, wrong) from None

    # --- names

    def of_table(self, table: object, counted: Counted) -> Names:
        """Give what can be named about a table."""
        fields = Fields(self.symbols.table, table, self.rules)
        own = {**{name: field(fields, name) for name in told_names(table)}, **all_fields(fields)}
        return {**self._common, **own, **self._carried(table), **counted}

    def of_step(self, made: SymbolicMade, counted: Counted, after: Counted | None = None) -> Names:
        """Give what can be named about a step, with the counters before it and behind it.

        Counters have names of their own where there is none after it yet.
        """
        later = counted if after is None else after
        before = Fields(self.symbols.table, made.before, self.rules, {**self._carried(made.before), **counted})
        behind = Fields(self.symbols.table, made.after, self.rules, {**self._carried(made.after), **later})
        move = self.move(made)
        names: Names = dict(self._common)
        names |= all_fields(move)
        if "player" in names:
            names["mover"] = names["player"]
        scalars = (name for name in told_names(made.step) if not isinstance(getattr(made.step, name), tuple))
        names |= {name: getattr(made.step, name) for name in scalars}
        names |= {"before": before, "after": behind, "move": move}
        return {**names, **(counted if after is None else {})}

    def of_condition(self, made: SymbolicMade, counted: Counted) -> Names:
        """Give what a condition on a turn can name: counters by their own names are those before it."""
        return {**self.of_step(made, counted, self.next_counters(made, counted)), **counted}

    def _carried(self, table: object) -> Counted:
        """Give the counters that tables carry because clauses were added."""
        changes = getattr(self.rules, "changes", UNCHANGED)
        return cast("Counted", {} if changes.counting is None else changes.counting.named(table))

    def move(self, made: SymbolicMade) -> Fields:
        """Give the move of a step, without what it only shows of the table, or what was not left open."""
        schema = self.symbols.moves[made.kind]
        table = Fields(self.symbols.table, made.after, self.rules)
        shown: Mapping[str, Formula] = getattr(made.move, "shows", None) or {}
        if made.kind in self.play.results:
            leaving = {name for name, told in shown.items() if told is False}
        else:
            leaving = {*names_of(table), *told_names(made.after)}
            leaving |= {
                name for name in schema.kinds if isinstance(getattr(made.move, name), int | None) and not made.known
            }
            rows = {name: kind for name, kind in schema.kinds.items() if isinstance(kind, Row)}
            leaving -= {name for name, row in rows.items() if isinstance(row.kind, Part)}
            leaving |= self.play.recorded
        return Fields(schema, made.move, self.rules, leaving=frozenset(leaving))

    def _players(self) -> int:
        kind = self.symbols.moves[self.play.turn].kinds.get("player")
        if isinstance(kind, Whole) and "player" in vars(self.play.turn):
            return bound(kind.high, self.rules)
        rows = [each for each in self.symbols.table.kinds.values() if isinstance(each, Each)]
        told = rows[0].labels
        return bound(told, self.rules) if isinstance(told, str) else len(told)

    # --- counters

    def unknown_counters(self) -> dict[str, Value]:
        """Give counters of which nothing is known."""
        found: dict[str, Value] = {}
        for each in self.file.counters:
            name, row = f"counter.{each.name}", self._row(each)
            names = [name] if row is None else [f"{name}.{i}" for i in row]
            parts = [number(each, -UNLIMITED, UNLIMITED) for each in names]
            found[each.name] = parts[0] if row is None else _places(row, parts)
        return found

    @cached_property
    def opening(self) -> SymbolicMade:
        """The step that leads to the first table of a game."""
        return self.play.first(self.rules)

    @cached_property
    def starting(self) -> dict[str, Value]:
        """The counters on the first table of a game."""
        return self.first_counters(self.opening.after)

    def first_counters(self, table: object) -> dict[str, Value]:
        """Give the counters as a game begins."""
        names = self.of_table(table, {})
        return {each.name: self._counted(each, each.start, names) for each in self.file.counters}

    def next_counters(self, made: SymbolicMade, counted: Counted) -> dict[str, Value]:
        """Give the counters after a step."""
        found, names = dict(counted), self.of_step(made, counted)
        for each in self.file.counters:
            update = each.updates.get(made.kind.__name__.lower())
            if update is not None:
                found[each.name] = self._counted(each, update, names)
        return found

    def _counted(self, counter: OwnCounter, placed: Placed, names: Names) -> Value:
        row = self._row(counter)
        if counter.loop is None or row is None:
            return self.number(placed, names)
        return _places(row, [self.number(placed, {**names, counter.loop[0]: each}) for each in row])

    def _row(self, counter: OwnCounter) -> range | None:
        """Give the places that a counter counts for, None where it counts once."""
        if counter.loop is None:
            return None
        row = self._common.get(counter.loop[1])
        if isinstance(row, range):
            return row
        known = [name for name, each in self._common.items() if isinstance(each, range)]
        start = self.file.places.of(f"counter.{counter.name}", 0, "for-each").start
        raise self.file.fault(f"{counter.loop[1]!r} is no range", f"known here: {', '.join(known)}", start)

    # --- what is not there

    def absent(self, made: SymbolicMade) -> Iterator[Formula]:
        """State that what a move does not have is 0."""
        for name, kind in self.symbols.moves[made.kind].kinds.items():
            part = getattr(made.move, name)
            if isinstance(kind, When) and isinstance(part, Term) and not is_formula(part) and low_of(part) <= 0:
                yield Or(kind.there(made.move), part == 0)


def check_counters(names: ClaimNames) -> None:
    """Refuse counters with the names of other things, and those that count no move. Raises BadOwnFile."""
    file, play, rules = names.file, names.play, names.rules
    kinds = [name for kind in play.kinds if (name := kind.__name__.lower()) != "start"]
    first = play.first(rules)
    taken = {**names.of_table(first.after, {}), **names.of_step(play.some(rules, play.turn), {}, {})}
    for each in file.counters:
        section = f"counter.{each.name}"
        if each.name in taken:
            place = file.places.of(section, 0).start
            raise file.fault(f"{each.name} is something of the game", "give the counter another name", place)
        for key in each.updates:
            if key not in kinds:
                help = f"known here: start, for-each, {', '.join(kinds)}"
                raise file.fault(f"there is no move {key[:40]!r}", help, file.places.of(section, 0, key).start)
    names.first_counters(first.after)
    for kind in play.kinds if file.counters else ():
        names.next_counters(play.some(rules, kind), names.unknown_counters())


def _places(row: range, parts: list[Number]) -> ValueRow:
    return ValueRow(tuple(parts), row.start)


def facts_of(counted: Counted, worked_out: Values) -> tuple[tuple[str, str], ...]:
    """Write counters as what there is to say of a case."""

    def written(value: Value) -> str:
        if isinstance(value, ValueRow):
            return " ".join(map(written, value.parts))
        return str(number_in(worked_out, value))

    return tuple((name, written(value)) for name, value in counted.items())


def counted_in(names: ClaimNames, facts: tuple[tuple[str, str], ...]) -> dict[str, Value]:
    """Read counters back."""
    told, found = dict(facts), dict[str, Value]()
    for name, value in names.unknown_counters().items():
        numbers = [int(word) for word in told.get(name, "").split()]
        if numbers:
            found[name] = ValueRow(tuple(numbers), value.first) if isinstance(value, ValueRow) else numbers[0]
    return found
