"""What proving needs, by default: symbolic steps from the types of tables and moves, cases in the words of the game."""

from collections.abc import Sequence

import msgspec

from models.clause import Picture
from models.defaults.wording import view
from models.field_types import tag_of
from models.game import Game
from models.mechanics import Step
from models.proof import Counterexample, Proofs, StepInWords
from models.reading import Malformed, Reading
from models.symbols import symbols_of


def proofs(game: Game) -> Proofs:
    """Give what proving needs."""
    mechanics = game.mechanics()
    symbols, table_rules = symbols_of(mechanics), getattr(mechanics.start(Reading()), "rules", None)

    def rules(edition: str | None, side: int | None, players: int) -> object:
        if side is not None:
            raise Malformed("value", "side", f"{game.title} has one size only", "leave --side out")
        return table_rules

    def log(steps: Sequence[Step]) -> list[bytes]:
        return [msgspec.json.encode(mechanics.event(step.move)) + b"\n" for step in steps]

    def state(table: object) -> dict[str, object]:
        return {"written": [mechanics.write(table)], **symbols.table.plain(table)}

    def tell(steps: Sequence[Step]) -> list[StepInWords]:
        told = [StepInWords("init", "the table before", state(steps[0].before))] if steps else []
        return told + [
            StepInWords(tag_of(type(step.move)), mechanics.say(step.move), state(step.after)) for step in steps
        ]

    def draw(case: Counterexample) -> tuple[Picture, ...]:
        return view(game, case.table if case.table is not None else case.steps[-1].before).pictures

    return Proofs(
        symbols=symbols,
        claims=tuple(sorted(game.claims(), key=lambda claim: claim.id)),
        rules=rules,
        players=(mechanics.players,),
        log=log,
        tell=tell,
        draw=draw,
        small=(table_rules,),
        reading=lambda rules: Reading(),
    )
