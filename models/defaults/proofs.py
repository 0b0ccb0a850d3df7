"""What proving needs, by default: symbolic steps from the types of tables and moves, cases in the words of the game."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from models.clause import Picture
from models.defaults.words import view
from models.field_types import tag_of
from models.game import Game, Malformed, Reading
from models.mechanics import Mechanics, Step
from models.proof import Case, Proofs, Symbols, Told
from models.schema import pairs
from models.smt import Formula, Number
from models.step_claim import AFTER, BEFORE, MOVE, Symbolic

Shape = tuple[object, type, object]


class StepSymbols:
    """Symbolic steps as provers ask for them; see `models.proof.Symbols`."""

    def __init__(self, mechanics: Mechanics) -> None:
        self.symbolic = Symbolic(mechanics)
        self.afters: dict[Shape, dict[str, Number | Formula]] = {}

    def some_step(self, rules: object, kind: type, form: object) -> Step:
        """Give a step of a kind of which nothing is known."""
        return self.symbolic.step(kind, rules)

    def values_of(self, step: Step) -> dict[str, int]:
        """Give the values of the unknowns with which a symbolic step becomes a given one."""
        tables, moves = self.symbolic.tables, self.symbolic.moves[type(step.move)]
        rules = self.shape(step)[0]
        before, after = tables.values(rules, BEFORE, step.before), tables.values(rules, AFTER, step.after)
        return before | moves.values(None, MOVE, step.move) | after

    def after(self, step: Step) -> Mapping[str, Number | Formula]:
        """Give the table after the move of a step as terms over the table before and the move."""
        shape = self.shape(step)
        known = self.afters.get(shape)
        if known is None:
            unknown = self.symbolic.tables.unknown(shape[0], AFTER)
            found = self.some_step(*shape).after
            known = self.afters[shape] = dict(pairs(unknown, found))
        return known

    def shape(self, step: Step) -> Shape:
        """Give what must be known of a step before terms can be built: rules and kind of move."""
        return getattr(step.before, "rules", None), type(step.move), 0


def proofs(game: Game) -> Proofs:
    """Give what proving needs."""
    mechanics = game.mechanics()
    symbols = StepSymbols(mechanics)
    symbolic = symbols.symbolic

    def rules(edition: str | None, side: int | None, players: int) -> object:
        if side is not None:
            raise Malformed("value", "side", f"{game.title} has one size only", "leave --side out")
        return symbolic.rules

    def log(steps: Sequence[Step]) -> list[bytes]:
        return [msgspec.json.encode(mechanics.event(step.move)) + b"\n" for step in steps]

    def state(table: Any) -> dict[str, object]:
        return {"written": [mechanics.write(table)], **symbolic.tables.plain(table)}

    def tell(steps: Sequence[Step]) -> list[Told]:
        told = [Told("init", "the table before", state(steps[0].before))] if steps else []
        return told + [Told(tag_of(type(step.move)), mechanics.say(step.move), state(step.after)) for step in steps]

    def draw(case: Case) -> tuple[Picture, ...]:
        return view(game, case.table if case.table is not None else case.steps[-1].before).pictures

    return Proofs(
        symbols=Symbols(
            symbols.some_step,
            symbols.values_of,
            symbolic.step_with,
            symbols.after,
            symbolic.kinds,
            symbols.shape,
            lambda kind: (0,),
        ),
        claims=tuple(sorted(game.claims(), key=lambda claim: claim.id)),
        rules=rules,
        players=(mechanics.players,),
        log=log,
        tell=tell,
        draw=draw,
        small=(symbolic.rules,),
        reading=lambda rules: Reading(),
    )
