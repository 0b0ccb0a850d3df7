"""Steps with unknowns of a game, by the schemas of its table and its moves."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from models.mechanics import Mechanics, Step
from models.reading import Reading
from models.schema import Schema
from models.smt import Formula, Number, Values

AnySchema = Schema[Any, Any]
Form = Any  # what must be known of a step besides rules and kind of move: the lengths of its rows, or as a game says
Shape = tuple[Any, type, Form]
Terms = Mapping[str, Number | Formula]


@runtime_checkable
class StepOf(Protocol):
    """A table and a move made on it, with unknowns in them or without."""

    @property
    def before(self) -> object: ...
    @property
    def move(self) -> object: ...


class StepTo(StepOf, Protocol):
    """A table, the move made on it, and the table after it."""

    @property
    def after(self) -> object: ...


StepT = TypeVar("StepT", bound=StepTo)
SomeStepT = TypeVar("SomeStepT", bound=StepOf)


class Symbols(Generic[StepT, SomeStepT]):
    """Steps with unknowns: what clauses state their terms over, the values that make it a given step, and the way back.

    `effect` gives the symbolic table after a move, `made` the step a move makes, `some` puts a step with unknowns
    together. A game overrides what it has more to say about: forms, rules, a table after the move that is left open.
    """

    def __init__(
        self,
        table: AnySchema,
        moves: Iterable[AnySchema],
        effect: Callable[[Any, Any], object],
        made: Callable[..., StepT],
        some: Callable[..., SomeStepT],
    ) -> None:
        self.table, self.moves = table, {schema.concrete: schema for schema in moves}
        self.effect, self.made, self.some = effect, made, some
        self.kinds = tuple(self.moves)
        self._terms: dict[object, Terms] = {}
        self._last: tuple[object, dict[str, int]] = None, {}

    # --- what is known beforehand

    def rules_of(self, table: object) -> object:
        """Give the rules of a table; None where a game has no rules that differ."""
        return getattr(table, "rules", None)

    def shape(self, step: StepT) -> Shape:
        """Give what must be known of a step before terms can be built: the rules, the kind of move, the form."""
        kind = type(step.move)
        lengths = self.table.lengths(step.before), self.moves[kind].lengths(step.move)
        return self.rules_of(step.before), kind, tuple(tuple(each.items()) for each in lengths)

    def forms(self, kind: type) -> Sequence[Form]:
        """List forms of a kind of step to try where any will do."""
        return (((), ()),)

    def some_step(self, rules: Any, kind: type, form: Form) -> SomeStepT:
        """Give a step of which only the rules, the kind of move and the form are known."""
        before = self.table.unknown(rules, "before", dict(form[0]))
        move = self.moves[kind].unknown(rules, "move", dict(form[1]))
        return self.some(before, move, self.effect(before, move))

    # --- values

    def values_of(self, step: StepT) -> dict[str, int]:
        """Give the values of the unknowns with which a step of its shape becomes this one, and of the table after."""
        rules = self.rules_of(step.before)
        return {
            **self.values_of_rules(rules),
            **self._before(rules, step.before),
            **self.table.values(rules, "after", step.after),
            **self.moves[type(step.move)].values(rules, "move", step.move),
        }

    def values_of_rules(self, rules: Any) -> Mapping[str, int]:
        """Give the values of unknowns that stand for the rules."""
        return {}

    def _before(self, rules: object, table: object) -> dict[str, int]:
        """Give the values of the table before; the last ones are remembered, as many steps may begin there."""
        if self._last[0] is not table:
            self._last = table, self.table.values(rules, "before", table)
        return self._last[1]

    def step_with(self, step: SomeStepT, values: Values) -> StepT:
        """Give the step that one with unknowns becomes; unknowns without a value are as low as can be."""
        return self.made(self.table.read(step.before, values), self.move_with(step.move, values))

    def move_with(self, move: object, values: Values) -> Any:
        """Give the move that one with unknowns becomes."""
        return self.moves[getattr(move, "kind", type(move))].read(move, values)

    # --- the table after a move

    def after(self, step: StepT) -> Terms:
        """Give the table after a move as terms over the table before and the move, by the names of `values_of`.

        The same mapping is given for all steps of one shape.
        """
        return self.terms_after(self.shape(step))

    def terms_after(self, shape: Shape) -> Terms:
        """Give the table after the move of a step of a shape."""
        known = self._terms.get(shape)
        if known is None:
            known = self._terms[shape] = self.named(shape[0], self.some_step(*shape))
        return known

    def named(self, rules: Any, step: SomeStepT) -> Terms:
        """Give the table that a move leads to, by the names of its unknowns."""
        return dict(self.table.pairs(rules, "after", self.effect(step.before, step.move)))

    def effect_by_terms(self, table: object, move: object) -> object:
        """Give the table after a move by the symbolic effect: enough for a small game, fifty times slower than code."""
        rules, schema = self.rules_of(table), self.moves[type(move)]
        return self.table.read(self.effect(self.table.constant(rules, table), schema.constant(rules, move)), {})


AnySymbols = Symbols[Any, Any]


def symbols_of(mechanics: Mechanics) -> Symbols[Step, Step]:
    """Give the symbolic steps of a game in which one declaration of tables and moves serves checks and terms alike."""
    table, kinds = type(mechanics.start(Reading())), (*mechanics.turns, *mechanics.results)
    moves = [Schema(kind, kind) for kind in kinds]
    return Symbols(Schema(table, table), moves, mechanics.effect, mechanics.step, Step)
