"""All tables of a game as numbers, by default: each table gets a number when it is met."""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Generic

import msgspec

from models.defaults.successors import LegalSteps, ending_words, legal_steps_of
from models.game import Game
from models.mechanics import MoveT, Step, TableT
from models.reading import Malformed, Reading
from models.state_space import Code, Edge, GameEnd, GameSize, StateSpace, StateSpaces, Successors


class TableSpace(Generic[TableT, MoveT]):
    """The tables that can follow one; see `models.state_space.StateSpace`."""

    least_cycle = 1

    def __init__(self, successors: LegalSteps[TableT, MoveT], start: TableT, title: str) -> None:
        self.successors, self.mechanics = successors, successors.mechanics
        self.start, self.title = start, title
        self.rules: object = getattr(start, "rules", None)
        self.tables: list[TableT] = []
        self.codes: dict[TableT, Code] = {}
        self.spreads: dict[Code, Successors] = {}

    def code(self, table: TableT) -> Code:
        """Give the number of a table."""
        code = self.codes.setdefault(table, len(self.tables))
        if code == len(self.tables):
            self.tables.append(table)
        return code

    def table(self, code: Code) -> TableT:
        """Give a table as clauses read it."""
        return self.tables[code]

    def starts(self) -> Iterator[Code]:
        """Give the table at which play starts."""
        yield self.code(self.start)

    def count_starts(self) -> int:
        """Count them without making them."""
        return 1

    def level(self, code: Code) -> int:
        """Give the level of a table."""
        return self.mechanics.level(self.tables[code])

    def spread(self, code: Code) -> Successors:
        """Give all tables one turn away."""
        found = self.spreads.get(code)
        if found is None:
            found = self.spreads[code] = self._spread(code)
        return found

    def _spread(self, code: Code) -> Successors:
        level = self.level(code)
        by_fall: defaultdict[int, list[Code]] = defaultdict(list)
        for step in self.successors.of(self.tables[code]):
            after = self.code(step.after)
            by_fall[level - self.level(after)].append(after)
        if any(fall < 0 for fall in by_fall):
            raise Malformed("place", "table", f"a turn raises the level of `{self.write(code)}`", "no turn may")
        beside = by_fall.pop(0, [])
        return Successors(0, beside, tuple(by_fall.items()))

    def beside(self, code: Code) -> list[Code]:
        """Give only the tables of the same level one turn away."""
        return self.spread(code).level

    def steps(self, code: Code) -> Iterator[tuple[Edge, Step[TableT, MoveT]]]:
        """Give all legal turns, each with the step it makes."""
        for step in self.successors.of(self.tables[code]):
            yield Edge(self.successors.say(step), chance=False, after=self.code(step.after)), step

    def ways(self, code: Code) -> list[Edge]:
        """Give all legal turns in words."""
        return [way for way, _ in self.steps(code)]

    def ending(self, code: Code) -> GameEnd | None:
        """Tell how play ended, None while it goes on."""
        winners = self.mechanics.winners(self.tables[code])
        return None if winners is None else GameEnd(ending_words(winners), winners)

    def write(self, code: Code) -> str:
        """Write a table in one line."""
        return self.mechanics.write(self.tables[code])

    def rows(self, code: Code) -> tuple[str, ...]:
        """Draw a table in short lines."""
        picture = self.mechanics.picture(self.tables[code])
        if picture is None:
            return tuple(self.write(code).split("; "))
        return tuple(" ".join(row) for row in picture.rows)


def state_spaces(game: Game) -> StateSpaces:
    """Give what exploring a game needs."""
    return StateSpaces(partial(_open, game), partial(_read, game))


def _open(game: Game, size: GameSize) -> StateSpace:
    """Give all tables of a game; what its size says must be a key of its header. Raises Malformed."""
    mechanics = game.mechanics()
    header: type[msgspec.Struct] = mechanics.header
    told = {name: getattr(size, name) for name in size.said}
    unknown = next((name for name in sorted(told) if name not in header.__struct_fields__), None)
    if unknown is not None:
        raise Malformed("header", unknown, f"{game.title} has no {unknown} to choose", "leave it out")
    try:
        event = msgspec.convert(msgspec.to_builtins(header()) | told, header)
    except msgspec.ValidationError as wrong:
        raise Malformed("header", "size", f"there is no such game: {wrong}", "see `cloverproof schema log`") from None
    said = "".join(f", {name} {told[name]}" for name in sorted(told))
    return TableSpace(legal_steps_of(game), mechanics.open(event, Reading()), game.title + said)


def _read(game: Game, text: str, reading: Reading) -> tuple[StateSpace, Code]:
    """Read a written table, and give the world of all tables that can follow it. Raises Malformed."""
    table = game.mechanics().read(text, reading)
    space: TableSpace = TableSpace(legal_steps_of(game), table, "what can follow a table")
    return space, space.code(table)
