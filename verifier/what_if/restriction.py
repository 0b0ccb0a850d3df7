"""A clause that a user adds, and the counters it may speak of: expressions of a file, asked as checks and as terms."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Self, cast

from msgspec.structs import replace

from models.changes import UNCHANGED
from models.clause import AnyStep, Cite, Clause, ClauseId, Fault
from models.game import Game
from models.games import GAMES
from models.open_play import SymbolicMade
from models.reading import Malformed
from models.smt import Formula, Number, Term
from models.symbols import StepOf
from verifier.own_claims.claim_names import ClaimNames
from verifier.own_claims.field_terms import Value, ValueRow
from verifier.own_claims.own_file import BadOwnFile, OwnText, Placed
from verifier.what_if.rules_text import read_added

if TYPE_CHECKING:
    from msgspec import Struct


def plain_rules(rules: object) -> object:
    """Give rules without changes, by which expressions are worked out: only sizes matter there."""
    return replace(cast("Struct", rules), changes=UNCHANGED)


def _rules_of(table: object) -> object:
    return getattr(table, "rules", None)


@lru_cache(maxsize=256)
def _names(source: OwnText, game: str, rules: object) -> ClaimNames:
    proofs = next(each for each in GAMES if each.key == game).proofs()
    assert proofs.play is not None
    return ClaimNames(read_added(source), proofs.play, proofs.symbols, rules)


@contextmanager
def _worked_out() -> Iterator[None]:
    """Refuse a step at which an expression has no value: a counter has become too large. Raises Malformed."""
    try:
        yield
    except BadOwnFile as wrong:
        message = f"line {wrong.line} of the changed rules says nothing of it: {wrong.message}"
        raise Malformed("value", "event", message, wrong.help) from None


@dataclass(frozen=True)
class RuleCounters:
    """The counters of a file of rules."""

    source: OwnText
    game: str

    def names(self, rules: object) -> ClaimNames:
        """Give what its expressions may name."""
        return _names(self.source, self.game, plain_rules(rules))

    def start(self, rules: object) -> tuple[int, ...]:
        """Give the counters before anything has happened."""
        return _start(self, plain_rules(rules))

    def after(self, step: AnyStep) -> tuple[int, ...]:
        """Give the counters after a step."""
        names = self.names(_rules_of(step.before))
        with _worked_out():
            found = self._next(names, type(step.move), step.before, lambda: names.play.known_step(step))
        return tuple(each for each in found if isinstance(each, int))

    def named(self, table: object) -> dict[str, Value]:
        """Give the counters of a table with unknowns by their names."""
        return counters_of(self.names(_rules_of(table)), table)

    def after_term(self, step: object) -> tuple[Number, ...]:
        """Give them after a step with unknowns."""
        assert isinstance(step, StepOf)
        names, kind = self.names(_rules_of(step.before)), getattr(step.move, "kind", type(step.move))
        return self._next(names, kind, step.before, lambda: names.play.told(step))

    def _next(
        self, names: ClaimNames, kind: type, before: object, made: Callable[[], SymbolicMade]
    ) -> tuple[Number, ...]:
        if kind is names.opening.kind:
            return tuple(_parts(names.first_counters(made().after).values()))
        if not any(kind.__name__.lower() in each.updates for each in names.file.counters):
            return _counted(before)
        counted = names.next_counters(made(), counters_of(names, before))
        return tuple(_parts(counted.values()))


def _counted(table: object) -> tuple[Number, ...]:
    return cast("tuple[Number, ...]", getattr(table, "counted", ()))


def counters_of(names: ClaimNames, table: object) -> dict[str, Value]:
    """Give the counters of a table by their names."""
    values, found = list(_counted(table)), dict[str, Value]()
    for name, start in names.starting.items():
        if isinstance(start, ValueRow):
            found[name] = ValueRow(tuple(values.pop(0) for _ in start.parts), start.first)
        else:
            found[name] = values.pop(0)
    return found


@lru_cache(maxsize=256)
def _start(counters: RuleCounters, rules: object) -> tuple[int, ...]:
    """Give the counters before the first step; what only that step tells is 0 until then."""
    found = _parts(counters.names(rules).starting.values())
    return tuple(each if isinstance(each, int) else 0 for each in found)


def _parts(values: Iterable[Value]) -> Iterator[Number]:
    for value in values:
        for each in value.parts if isinstance(value, ValueRow) else (value,):
            assert isinstance(each, Term | int)
            yield each


@dataclass(frozen=True)
class Restriction(Clause[AnyStep]):
    """A condition on every turn that a user adds to the rules; it knows its file, in which it is the one of its id."""

    id: ClauseId  # type: ignore[misc]  # each one has its own
    title: str  # type: ignore[misc]
    moves: tuple[type, ...]  # type: ignore[misc]
    source: OwnText
    game: str

    cites: ClassVar[tuple[Cite, ...]] = ()
    kept: ClassVar[tuple[str, ...]] = ()
    broken: ClassVar[tuple[str, ...]] = ()

    def holds(self, step: AnyStep) -> bool:
        names = _names(self.source, self.game, plain_rules(_rules_of(step.before)))
        with _worked_out():
            return self._said(names, step.before, names.play.known_step(step)) is True

    def term(self, step: StepOf) -> Formula:
        names = _names(self.source, self.game, plain_rules(_rules_of(step.before)))
        return self._said(names, step.before, names.play.told(step))

    def _said(self, names: ClaimNames, before: object, made: SymbolicMade) -> Formula:
        return names.formula(self._condition(), names.of_condition(made, counters_of(names, before)))

    def _condition(self) -> Placed:
        return next(each.condition for each in read_added(self.source).restrictions if each.id == self.id)

    def fault(self, step: AnyStep) -> Fault:
        return Fault(f"{self.id.lower()} is broken", "event", "a rule that was added forbids it", help=self.title)

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {}

    @property
    def statement(self) -> str:
        """The condition in the words of its author."""
        return self.title


def restrictions_of(source: OwnText, game: Game) -> tuple[Restriction, ...]:
    """Give the clauses that a file of rules adds to a game."""
    added, play = read_added(source).restrictions, game.proofs().play
    moves = () if play is None else (play.turn,)
    return tuple(Restriction(ClauseId(each.id), each.says, moves, source, game.key) for each in added)
