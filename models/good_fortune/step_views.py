"""A step as a report shows it: the line that a tile met and the one it leaves, and what lay beside it."""

from collections.abc import Iterator

from msgspec.structs import replace

from models.clause import Fault, breached
from models.evidence import Plot, StepView
from models.good_fortune.clauses import CLAUSES
from models.good_fortune.clauses.gf204_connect import CONNECT
from models.good_fortune.collections import collection_of
from models.good_fortune.effect import lay_tile, step_of
from models.good_fortune.layings import Met, line_after_turn, met
from models.good_fortune.legal_moves import legal_ends, legal_moves, view, ways, written
from models.good_fortune.moves import BOTH, Ending, Turn, after_laying
from models.good_fortune.scoring import GroupingWay, groupings
from models.good_fortune.table import Step, Table, in_words
from models.good_fortune.tiles import CHARM_LETTERS, Tiles, TileSet
from models.view import View

MOST_LINES = 12
TITLE = "the line"
PIECE = "tile"


def step_view(step: Step, fault: Fault) -> StepView:
    """Show a step: the line as a laying met it and left it, else the line before and after the step."""
    told = legal_moves(step)[:MOST_LINES]
    laying = _laying(step, fault)
    if laying is not None:
        told = (*((ways(laying.tiles, laying.line, laying.laying.tile),) if laying.place else ()), *told)
        found = _facts(step)
        return StepView(
            _met(laying), (_left(laying),), found, told, PIECE, _should(step, fault), _table_met(step, laying)
        )
    tiles, after = step.before.rules.tiles, step.after.line
    if isinstance(step.move, Turn) and step.before.line:
        after = line_after_turn(step)
    before = (_plot(tiles, step.before.line),) if step.before.line else ()
    then = (_plot(tiles, after),) if after and after != step.before.line else ()
    return StepView(before, then, _facts(step), told, PIECE, _should(step, fault))


SHOWN = {"line": "line", "hands": "hands", "collections": "won", "holder": "holder", "side": "side"}


def _should(step: Step, fault: Fault) -> View | None:
    """Show how the table should lie after a turn, whatever was shown of it.

    Where the turn is not legal, only what the fault is about lies so, if it is a part of the table that was shown; None
    if it is none, or it is no turn.
    """
    if not isinstance(step.move, Turn):
        return None
    laid = tuple(replace(each, fate=None, taken=None) for each in step.move.laid)
    made = step_of(step.before, Turn(laid, step.move.chooser))
    if not breached(step.before.rules.changes.in_force(CLAUSES), made):
        return view(made.after)
    part = SHOWN.get(fault.field.partition("/")[0])
    return None if part is None else view(replace(step.after, **{part: getattr(made.after, part)}))


def _laying(step: Step, fault: Fault) -> Met | None:
    """Give the laying that a fault is about."""
    parts, found = fault.field.split("/"), met(step)
    about = parts[0] == "laid" and len(parts) > 1 and parts[1].isdigit() and int(parts[1]) < len(found)
    return found[int(parts[1])] if about else None


def _table_met(step: Step, laying: Met) -> View | None:
    """Show how the table lay when it came to a tile that is not the first one of its turn."""
    if not laying.place or not isinstance(step.move, Turn):
        return None
    table = step.before
    for each in step.move.laid[: laying.place]:
        table = lay_tile(table, each)
    shown = view(table)
    laid = in_words([f"the {each.tile}" for each in step.move.laid[: laying.place]])
    done = f"{laid} {'is' if laying.place == 1 else 'are'} laid already, the {laying.laying.tile} is next"
    return replace(shown, lines=(done, *shown.lines))


def _met(each: Met) -> tuple[Plot, ...]:
    """Draw the line between two free places, and where the tile may be laid."""
    tiles, must = each.tiles, CONNECT.connects(each)
    wide = len(each.line) + 1
    free = {"left": (0, 0), "right": (0, wide)}
    ends = {"left": (0, 1), "right": (0, wide - 1)}
    legal = tuple(free[end] for end in legal_ends(each.tiles, each.line, each.laying.tile))
    against = tuple(ends[end] for end in must if each.laying.end not in must)
    row = ("", *(written(tiles, tile) for tile in each.line), "")
    return (Plot(TITLE, (row,), (), against, legal, written(tiles, each.laying.tile), named=False),)


def _left(each: Met) -> Plot:
    line = after_laying(each.line, each.laying.tile, each.laying.end)
    return _plot(each.tiles, line, 0 if each.laying.end == "left" else len(line) - 1)


def _plot(tiles: TileSet, line: Tiles, moved: int | None = None) -> Plot:
    row = tuple(written(tiles, tile) for tile in line)
    return Plot(TITLE, (row,), () if moved is None else ((0, moved),), named=False)


def _facts(step: Step) -> tuple[tuple[str, str, str], ...]:
    before, after = step.before, step.after
    if not before.dealt and not after.dealt:
        return ()
    facts = []
    if before.rules.tiles.faces:
        told = f"its number, two charms and the die; {CHARM_LETTERS}"
        facts.append(("a tile", told, told))
    for player in BOTH:
        facts.append((f"in hand of player {player}", _heap(before, player, "hands"), _heap(after, player, "hands")))
        facts.append((f"won by player {player}", _heap(before, player, "won"), _heap(after, player, "won")))
    if isinstance(step.move, Ending):
        return (*facts, *_points(step))
    if not before.rules.simple:
        facts.append(("medallion", _medallion(before), _medallion(after)))
    return tuple(facts)


def _points(step: Step) -> Iterator[tuple[str, str, str]]:
    """Say what each player scores by the rules, one way for each total, as far as the tiles are known."""
    tiles = step.before.rules.tiles
    for player in BOTH:
        owned = collection_of(step, player)
        if owned.must == owned.may and tiles.knows(owned.must):
            every = groupings([tiles.face(tile) for tile in owned.must])
            ways = {way.total: way for way in reversed(every)}
            told = " or ".join(_way(owned.must, ways[total]) for total in sorted(ways, reverse=True))
            yield f"points of player {player}", told, told


def _way(tiles: Tiles, way: GroupingWay) -> str:
    groups = [
        f"{group.charm} {' '.join(str(tiles[place]) for place in group.places)} = {group.points}"
        for group in way.groups
    ]
    return f"{way.total} ({' + '.join(groups) or 'no group'})"


def _heap(table: Table, player: int, which: str) -> str:
    heap = getattr(table, which)[player - 1]
    return " ".join(written(table.rules.tiles, tile) for tile in heap) or "nothing"


def _medallion(table: Table) -> str:
    held = f" (player {table.holder})" if table.holder is not None else ""
    return f"{table.side} side up{held}"
