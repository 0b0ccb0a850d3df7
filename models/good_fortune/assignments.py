"""Assignments: the value of each unknown of a symbolic step, from a step and back to one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace as changed
from functools import lru_cache

from msgspec.structs import replace

from models.good_fortune.editions import LARGEST_HAND, Rules
from models.good_fortune.effect import step_of
from models.good_fortune.moves import Dealing, Ending, Opening, Turn
from models.good_fortune.symbolic_effect import symbolic_effect
from models.good_fortune.symbolic_state import (
    MOVES,
    TABLE,
    Form,
    SymbolicMove,
    SymbolicStep,
    SymbolicTable,
    heaps_of,
    symbolic_move,
    symbolic_table,
)
from models.good_fortune.symbolic_tiles import PAIRS, known_tiles, pair_of
from models.good_fortune.table import NOBODY, Step, undealt_table
from models.good_fortune.tiles import CHARMS, UNKNOWN, Face, TileSet
from models.smt import Values, number
from models.smtlib import number_in
from models.symbols import Shape, Symbols


class FortuneSymbols(Symbols[Step, SymbolicStep]):
    """Steps with unknowns; what must be known of them is a `Form`."""

    def shape(self, step: Step) -> Shape:
        kind = type(step.move)
        return shape_rules(step.before.rules, kind), kind, form_of(step)

    def forms(self, kind: type) -> Sequence[Form]:
        from models.good_fortune.proofs.forms import forms

        return forms(kind)

    def some_step(self, rules: Rules, kind: type, form: Form) -> SymbolicStep:
        """Give a step of which only the kind of move and the form are known."""
        rules = shape_rules(rules, kind)
        before = symbolic_table(rules, "before", form.line)
        if kind is Ending and form.named is None:
            won, unsure = (heaps_of(rules, heaps or NOBODY) for heaps in (form.won, form.unsure))
            before = changed(before, won=won, unsure=unsure)
        if kind is Ending and not rules.tiles.faces:
            before = changed(before, tiles=known_tiles(UNKNOWN))
        hand = number("size.hand", 1, LARGEST_HAND) if kind is Opening else rules.hand
        return SymbolicStep(before, symbolic_move(rules, kind, form), form, hand)

    def values_of_rules(self, rules: Rules) -> Mapping[str, int]:
        return _values_of_rules(rules)

    def step_with(self, step: SymbolicStep, values: Values) -> Step:
        """Give the step that a symbolic step becomes with these values; the table after it follows."""
        if step.move.kind is Opening:
            return step_of(undealt_table(replace(step.rules, hand=number_in(values, step.hand))), Opening())
        rules = replace(step.rules, tiles=tiles_with(step.before, values))
        return step_of(TABLE.read(step.before, values, rules=rules), self.move_with(step.move, values))


def _effect(before: SymbolicTable, move: SymbolicMove) -> SymbolicTable:
    return symbolic_effect(SymbolicStep(before, move, Form(), before.rules.hand))


def shape_rules(rules: Rules, kind: type) -> Rules:
    """Give the rules as far as they are known of a step: what tiles carry is known at the end only."""
    return rules if kind is Ending else replace(rules, tiles=UNKNOWN)


def form_of(step: Step) -> Form:
    """Tell what is known of a step before anything else."""
    move, line = step.move, len(step.before.line)
    if isinstance(move, Turn):
        return Form(len(move.laid), line, None if move.line is None else len(move.line))
    if isinstance(move, Dealing):
        return Form(line=line, shown=len(move.line))
    if isinstance(move, Ending):
        groups = None if move.groups is None else (len(move.groups[0]), len(move.groups[1]))
        if move.collections is not None:
            return Form(line=line, named=move.collections, groups=groups)
        return Form(line=line, won=step.before.won, unsure=step.before.unsure, groups=groups)
    return Form(line=line)


@lru_cache(maxsize=64)
def _values_of_rules(rules: Rules) -> Mapping[str, int]:
    values: dict[str, int] = {"size.hand": rules.hand}
    for tile in range(1, rules.top + 1):
        face = rules.tiles.face(tile)
        values[f"tile.{tile}.charms"], values[f"tile.{tile}.die"] = pair_of(face), face.die or 0
    return values


def tiles_with(table: SymbolicTable, values: Values) -> TileSet:
    """Give the tile set that an unknown one becomes with these values."""
    if table.rules.tiles.faces:
        return table.rules.tiles
    faces = []
    for tile in range(1, table.rules.top + 1):
        pair = PAIRS[values.get(f"tile.{tile}.charms", 0)]
        one, other = [*(CHARMS[c] for c in pair), None, None][:2]
        faces.append(Face((one, other), int(values.get(f"tile.{tile}.die", 0)) or None))
    return TileSet(tuple(faces)) if any(face != Face() for face in faces) else TileSet()


SYMBOLS = FortuneSymbols(TABLE, MOVES.values(), _effect, step_of, SymbolicStep)
