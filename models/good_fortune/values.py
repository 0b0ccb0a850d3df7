"""Between steps of a game and the unknowns of a symbolic step: what value each unknown has, and back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from models.good_fortune.editions import Rules
from models.good_fortune.effect import step_of
from models.good_fortune.moves import Conceding, Dealing, Ending, Group, Laying, Move, Opening, Player, Side, Stop, Turn
from models.good_fortune.some_effect import effect_of
from models.good_fortune.some_tiles import PAIRS, pair_of
from models.good_fortune.table import Hands, Step, Table
from models.good_fortune.tiles import CHARMS, Face, Tile, Tiles, TileSet
from models.good_fortune.unknowns import (
    SIDES,
    Form,
    Heaps,
    Numbers,
    SomeTable,
    Unknowns,
    shape_rules,
    some_step,
    some_table,
)
from models.smt import Term, Values
from models.smtlib import number_in

SIDE_OF: dict[int, Side | None] = {number: side for side, number in SIDES.items()}  # type: ignore[misc]


def form_of(step: Step) -> Form:
    """Tell what is known of a step before anything else."""
    move, table = step.move, step.before
    if isinstance(move, Turn):
        shown = None if move.line is None else len(move.line)
        return Form(len(move.laid), len(table.line), shown)
    if isinstance(move, Dealing):
        return Form(line=len(table.line), shown=len(move.line))
    if isinstance(move, Ending):
        counts = None if move.groups is None else (len(move.groups[0]), len(move.groups[1]))
        if move.collections is not None:
            return Form(line=len(table.line), named=move.collections, groups=counts)
        return Form(line=len(table.line), won=table.won, unsure=table.unsure, groups=counts)
    return Form(line=len(table.line))


def shape_of(step: Step) -> tuple[Rules, type, Form]:
    """Give what must be known of a step before terms can be built."""
    kind = type(step.move)
    return shape_rules(step.before.rules, kind), kind, form_of(step)


def values_of(step: Step) -> dict[str, int]:
    """Give the values of the unknowns of `some_step` that make it this step, and of the table after it."""
    rules = step.before.rules
    values: dict[str, int] = {"size.hand": rules.hand}
    for tile in range(1, rules.top + 1):
        face = rules.tiles.face(tile)
        values[f"tile.{tile}.charms"], values[f"tile.{tile}.die"] = pair_of(face), face.die or 0
    _table_values(values, "before", step.before)
    _table_values(values, "after", step.after)
    _move_values(values, rules, step.move)
    return values


def _table_values(values: dict[str, int], name: str, table: Table) -> None:
    rules = table.rules
    for what, heaps in (("hands", table.hands), ("won", table.won), ("unsure", table.unsure)):
        _heap_values(values, rules, f"{name}.{what}", heaps)
    _row_values(values, f"{name}.line", table.line)
    values |= {
        f"{name}.holder": table.holder or 0,
        f"{name}.large": table.side == "large",
        f"{name}.dealt": table.dealt,
        f"{name}.last": table.last or 0,
        f"{name}.laid.1": table.laid[0],
        f"{name}.laid.2": table.laid[1],
        f"{name}.conceded.1": 1 in table.conceded,
        f"{name}.conceded.2": 2 in table.conceded,
        f"{name}.ended": table.ended,
        f"{name}.played-on": table.played_on,
        f"{name}.closed": table.closed,
        f"{name}.stopped": table.stopped,
        f"{name}.turns": table.turns,
    }


def _row_values(values: dict[str, int], name: str, row: Sequence[int]) -> None:
    values |= {f"{name}.{place}": tile for place, tile in enumerate(row)}


def _heap_values(values: dict[str, int], rules: Rules, name: str, heaps: Hands) -> None:
    for seat, heap in enumerate(heaps, 1):
        values |= {f"{name}.{seat}.{tile}": 0 for tile in range(1, rules.top + 1)}
        for each in heap:
            values[f"{name}.{seat}.{each}"] += 1


def _move_values(values: dict[str, int], rules: Rules, move: Move) -> None:
    if isinstance(move, Conceding):
        values["move.player"] = move.player
    if isinstance(move, Dealing | Turn):
        values["move.holder"], values["move.side"] = move.holder or 0, SIDES[move.side]
        _row_values(values, "move.line", move.line or ())
        _heap_values(values, rules, "move.hands", move.hands or ((), ()))
    if isinstance(move, Turn):
        values["move.chooser"] = move.chooser or 0
        values["move.shows.hands"] = move.hands is not None
        values["move.shows.collections"] = move.collections is not None
        _heap_values(values, rules, "move.collections", move.collections or ((), ()))
        for place, laying in enumerate(move.laid):
            values |= {
                f"move.{place}.player": laying.player,
                f"move.{place}.tile": laying.tile,
                f"move.{place}.left": laying.end == "left",
                f"move.{place}.taken": laying.taken or 0,
                f"move.{place}.won": laying.fate == "won",
            }
    if isinstance(move, Ending):
        _ending_values(values, rules, move)


def _ending_values(values: dict[str, int], rules: Rules, move: Ending) -> None:
    values["move.shows.totals"], values["move.shows.winners"] = move.totals is not None, move.winners is not None
    for seat in (1, 2):
        values[f"move.total.{seat}"] = move.totals[seat - 1] if move.totals else 0
        values[f"move.winner.{seat}"] = seat in (move.winners or ())
        for place, group in enumerate(move.groups[seat - 1] if move.groups else ()):
            name = f"move.group.{seat}.{place}"
            values[f"{name}.charm"] = CHARMS.index(group.charm) + 1
            values[f"{name}.told"], values[f"{name}.points"] = group.points is not None, group.points or 0
            values |= {f"{name}.tile.{tile}": group.tiles.count(Tile(tile)) for tile in range(1, rules.top + 1)}


# The table after a move -----------------------------------------------------------------------------------------------


def terms_after(step: Step) -> Mapping[str, Any]:
    """Give the table after a move as terms over the table before and the move, by the names that `values_of` uses.

    The same mapping is given for all steps of one shape.
    """
    return _terms_after(*shape_of(step))


@lru_cache(maxsize=256)
def _terms_after(rules: Rules, kind: type, form: Form) -> Mapping[str, Any]:
    after = effect_of(some_step(rules, kind, form))
    return dict(_named(some_table(rules, "after", len(after.line)), after))


def _named(unknown: Any, term: Any) -> Iterator[tuple[str, Any]]:
    """Pair the unknowns of one table with what stands in their places in another."""
    if isinstance(unknown, Term):
        yield unknown.args[0], term
    elif isinstance(unknown, tuple):
        for pair in zip(unknown, term, strict=True):
            yield from _named(*pair)
    elif is_dataclass(unknown):
        for each in fields(unknown):
            if each.name not in ("rules", "tiles"):
                yield from _named(getattr(unknown, each.name), getattr(term, each.name))


# Back -----------------------------------------------------------------------------------------------------------------


def step_with(step: Unknowns, values: Values) -> Step:
    """Give the step that a symbolic step becomes with these values; the table after it follows."""
    rules = step.rules
    if step.move.kind is Opening:
        return step_of(Table(replace(rules, hand=number_in(values, step.hand))), Opening())
    table = table_with(step.before, values)
    return step_of(table, move_with(step, values))


def tiles_with(table: SomeTable, values: Values) -> TileSet:
    """Give the tile set that an unknown one becomes with these values."""
    if table.rules.tiles.faces:
        return table.rules.tiles
    faces = []
    for tile in range(1, table.rules.top + 1):
        pair = PAIRS[values.get(f"tile.{tile}.charms", 0)]
        one, other = [*(CHARMS[c] for c in pair), None, None][:2]
        faces.append(Face((one, other), int(values.get(f"tile.{tile}.die", 0)) or None))
    return TileSet(tuple(faces)) if any(face != Face() for face in faces) else TileSet()


def table_with(table: SomeTable, values: Values) -> Table:
    """Give the table that a symbolic one becomes with these values."""

    def of(term: object) -> int:
        return number_in(values, term)

    return Table(
        replace(table.rules, tiles=tiles_with(table, values)),
        hands=_heaps(table.hands, values),
        line=_row(table.line, values),
        won=_heaps(table.won, values),
        unsure=_heaps(table.unsure, values),
        holder=_player(of(table.holder)),
        side="large" if of(table.large) else "small",
        dealt=bool(of(table.dealt)),
        last=_player(of(table.last)),
        laid=(of(table.laid[0]), of(table.laid[1])),
        conceded=frozenset(Player(seat) for seat in (1, 2) if of(table.conceded[seat - 1])),
        ended=bool(of(table.ended)),
        played_on=bool(of(table.played_on)),
        closed=bool(of(table.closed)),
        stopped=bool(of(table.stopped)),
        turns=of(table.turns),
    )


def _player(value: int) -> Player | None:
    return Player(value) if value else None


def _row(row: Numbers, values: Values) -> Tiles:
    return tuple(Tile(number_in(values, tile)) for tile in row)


def _heaps(heaps: Heaps, values: Values) -> Hands:
    first, second = (
        tuple(Tile(tile) for tile, count in enumerate(heap) for _ in range(number_in(values, count))) for heap in heaps
    )
    return first, second


def move_with(step: Unknowns, values: Values) -> Move:
    """Give the move that a symbolic one becomes with these values."""
    move = step.move

    def of(term: object) -> int:
        return number_in(values, term)

    holder, side = _player(of(move.holder)), SIDE_OF[of(move.side)]
    match move.kind.__name__:
        case Conceding.__name__:
            return Conceding(Player(of(move.player)))
        case Dealing.__name__:
            return Dealing(_heaps(move.hands, values), _row(move.line or (), values), holder, side)
        case Turn.__name__:
            return Turn(
                tuple(_laying(laying, values) for laying in move.laid),
                _player(of(move.chooser)),
                None if move.line is None else _row(move.line, values),
                _heaps(move.hands, values) if of(move.shows["hands"]) else None,
                _heaps(move.collections, values) if of(move.shows["collections"]) else None,
                holder,
                side,
            )
        case Ending.__name__:
            return _ending(step, values)
    return Stop()


def _laying(laying: Any, values: Values) -> Laying:
    taken = number_in(values, laying.taken)
    fate = ("won" if number_in(values, laying.won) else "discarded") if taken else None
    return Laying(
        Player(number_in(values, laying.player)),
        Tile(number_in(values, laying.tile)),
        "left" if number_in(values, laying.left) else "right",
        fate,  # type: ignore[arg-type]
        Tile(taken) if taken else None,
    )


def _ending(step: Unknowns, values: Values) -> Ending:
    move = step.move
    groups = None
    if move.groups is not None:
        first, second = (tuple(_group(group, values) for group in named) for named in move.groups)
        groups = first, second
    totals = number_in(values, move.totals[0]), number_in(values, move.totals[1])
    winners = frozenset(Player(seat) for seat in (1, 2) if number_in(values, move.winners[seat - 1]))
    return Ending(
        step.form.named,
        groups,
        totals if number_in(values, move.shows["totals"]) else None,
        winners if number_in(values, move.shows["winners"]) else None,
    )


def _group(group: Any, values: Values) -> Group:
    tiles = tuple(Tile(tile) for tile, count in enumerate(group.tiles) for _ in range(number_in(values, count)))
    points = number_in(values, group.points) if number_in(values, group.told) else None
    return Group(CHARMS[number_in(values, group.charm) - 1], tiles, points)
