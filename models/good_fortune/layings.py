"""The layings of a turn, each with the line it met, as clauses ask about them."""

from msgspec import Struct

from models.good_fortune.moves import End, TileLaying, Turn, after_laying, neighbour, opposite
from models.good_fortune.symbolic_state import Numbers, SymbolicStep, either, same
from models.good_fortune.table import Step
from models.good_fortune.tiles import Charm, Tile, Tiles, TileSet
from models.smt import And, Formula, If, Not, Or

ENDS: tuple[End, End] = ("left", "right")


class Met(Struct, frozen=True):
    """A laying: which of the turn it is (from 0), the line as it met it and as the turn began, the tiles' charms."""

    place: int
    laying: TileLaying
    line: Tiles
    first_line: Tiles
    tiles: TileSet

    @property
    def field(self) -> str:
        """Where it stands in the line of the log."""
        return f"laid/{self.place}"

    def at(self, end: End) -> Tile:
        """Give the tile at an end of the line it met."""
        return neighbour(self.line, end)

    def shares(self, end: End, *, line: Tiles | None = None) -> bool | None:
        """Tell whether the tile shares a charm with an end, None where that is not known."""
        return self.tiles.shares(self.laying.tile, neighbour(line or self.line, end))

    def common(self, end: End) -> tuple[Charm, ...]:
        """Give the charms it has in common with an end."""
        return self.tiles.common(self.laying.tile, self.at(end))

    def connects(self, *, line: Tiles | None = None) -> list[End]:
        """Give the ends with which it surely shares a charm."""
        return [end for end in ENDS if self.shares(end, line=line)]

    @property
    def pushed_out(self) -> Tile:
        """The tile at the end opposite to where it is laid."""
        return opposite(self.line, self.laying.end)


def met(step: Step) -> tuple[Met, ...]:
    """Give the layings of a turn in order; none where there is no line."""
    move, line = step.move, step.before.line
    if not isinstance(move, Turn) or not line:
        return ()
    found = []
    for place, laying in enumerate(move.laid):
        found.append(Met(place, laying, line, step.before.line, step.before.rules.tiles))
        line = after_laying(line, laying.tile, laying.end)
    return tuple(found)


def line_after_turn(step: Step) -> Tiles:
    """Give the line as the layings of a turn leave it."""
    found = met(step)
    last = found[-1]
    return after_laying(last.line, last.laying.tile, last.laying.end)


def stale_lines(step: Step) -> tuple[Tiles, ...]:
    """Give the lines that come out where the second tile is laid on the line before the first."""
    found = met(step)
    if len(found) != 2:
        return ()
    first, second = (each.laying for each in found)
    line = step.before.line
    forgotten = after_laying(line, second.tile, second.end)
    on_old_ends = (
        (first.tile, *line[1:-1], second.tile) if first.end == "left" else (second.tile, *line[1:-1], first.tile)
    )
    return (forgotten, on_old_ends) if first.end != second.end else (forgotten,)


def line_after_layings(step: SymbolicStep) -> Numbers:
    """Give the line as the layings of a turn with unknowns leave it."""
    line = step.before.line
    for each in step.met:
        pairs = zip((each.laying.tile, *line), (*line[1:], each.laying.tile), strict=False)
        line = tuple(If(each.laying.left, *pair) for pair in pairs)
    return line


def stale_term(step: SymbolicStep, shown: Numbers) -> Formula:
    """State that a shown line is one that comes out where the second tile is laid on the line before the first."""
    if len(step.met) != 2:
        return False
    line, (first, second) = step.before.line, (each.laying for each in step.met)
    forgotten = either(second.left, (second.tile, *line[:-1]), (*line[1:], second.tile))
    apart = Not(first.left == second.left)
    left, right = If(first.left, first.tile, second.tile), If(first.left, second.tile, first.tile)
    return Or(same(shown, forgotten), And(apart, same(shown, (left, *line[1:-1], right))))
