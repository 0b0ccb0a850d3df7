"""A small state graph as a picture: tables in rows by their distance, dashed arrows where chance has a part."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

from models.game import Game
from models.state_space import StateSpace
from reports.drawing import HEAD, Point, halo, text
from reports.graph import merged_edges, table_lines
from reports.pictures.tables import table_words
from reports.step_words import step_words

if TYPE_CHECKING:
    import networkx as nx

CHAR, LINE, TITLE = 6.7, 14, 9.5  # the room of one character and one line of the small font, and of one of a title
GAP, BETWEEN = 24, 96  # the room between two tables of a row, and between two rows
ACROSS = 18  # the most tables in a row
SAID = 60  # arrows that are said in words
LONGEST = 24  # characters of the words at an arrow
ALONG = (0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2)  # where on an arrow its words can stand, the best place first
Curve = tuple[Point, Point, Point, Point]  # where it begins, two points that pull it, where it ends


@dataclass
class Box:
    """A rectangle: its middle and its size."""

    x: float
    y: float
    wide: float
    high: float

    @property
    def top(self) -> float:
        """Give its upper edge."""
        return self.y - self.high / 2

    @property
    def bottom(self) -> float:
        """Give its lower edge."""
        return self.y + self.high / 2

    def meets(self, other: "Box") -> bool:
        """Tell whether two rectangles overlap."""
        return abs(self.x - other.x) * 2 < self.wide + other.wide and abs(self.y - other.y) * 2 < self.high + other.high


@dataclass
class Labels:
    """The words at the arrows: they never cover a table, and cover other words only where it is too crowded.

    Where all places are taken by tables the words are left out; pointing at the arrow shows them.
    """

    tables: list[Box]
    words: list[Box] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    def put(self, words: str, curve: Curve) -> None:
        """Find a place for words along an arrow."""
        wide = len(words) * 6.1 + 4
        if curve[0][0] == curve[3][0] < curve[1][0]:  # a loop: beside it, where the table is not in the way
            x, y = along(curve, 0.5)
            spots = [Box(x + wide / 2, y, wide, 13)]
        else:
            spots = [Box(*along(curve, part), wide, 13) for part in ALONG]
        free = [spot for spot in spots if not any(map(spot.meets, self.tables))]
        if not free:
            return
        spot = min(free, key=lambda each: sum(map(each.meets, self.words)))
        self.words.append(spot)
        self.parts += [
            halo(spot.x - spot.wide / 2, spot.top, spot.wide, spot.high),
            text(spot.x, spot.y + 3.5, words, "turn"),
        ]


def graph_svg(game: Game, space: StateSpace, graph: "nx.MultiDiGraph[int]", part: str = "") -> str:
    """Draw a small state graph; `part` says in words which tables of it these are, where others are left out."""
    title = space.title + part
    tables = {code: table_lines(space, code) for code in graph}
    boxes, wide, high = _boxes(_rows(graph), tables, len(title) * TITLE)
    words = escape(_told(game, space, graph))
    parts = [HEAD.format(wide=wide, high=high, title=escape(title), words=words)]
    parts.append(text(wide / 2, 26, title, "title"))
    labels = Labels(list(boxes.values()))
    for (source, target), turns in merged_edges(graph).items():
        words = ", ".join(turn for turn, _ in turns)
        curve = _curve(boxes[source], boxes[target])
        parts.append(_arrow(curve, words, any(chance for _, chance in turns)))
        labels.put(words if len(words) < LONGEST else f"{len(turns)} turns", curve)
    for code, lines in tables.items():
        sort = "end" if graph.nodes[code]["end"] else "moment" if not graph.nodes[code]["distance"] else ""
        parts.append(_table(boxes[code], lines, sort))
    return "".join([*parts, *labels.parts, "</svg>\n"])


def _told(game: Game, space: StateSpace, graph: "nx.MultiDiGraph[int]") -> str:
    """Say in words how tables lie and which turns lead from which to which, as far as they can be listened to."""
    edges = list(merged_edges(graph).items())
    numbers: dict[int, int] = {}
    for source, target in [pair for pair, _ in edges[:SAID]] or [(code, code) for code in list(graph)[:SAID]]:
        numbers.setdefault(source, len(numbers) + 1)
        numbers.setdefault(target, len(numbers) + 1)
    tables = [f"table {number}: {table_words(game.view(space.table(code)))}" for code, number in numbers.items()]
    words = {code: _turns_in_words(game, space, code) for code in {source for (source, _), _ in edges[:SAID]}}
    told = []
    for (source, target), turns in edges[:SAID]:
        ways = " or ".join(words[source][turn] for turn, _ in turns)
        told.append(f"from table {numbers[source]} to table {numbers[target]}: {ways}")
    more = [f"and {len(edges) - SAID} more arrows"] if len(edges) > SAID else []
    return ". ".join([f"{len(graph)} tables", *tables, "; ".join([*told, *more])])


def _turns_in_words(game: Game, space: StateSpace, code: int) -> dict[str, str]:
    """Say what the turns at a table do, by how they are written."""
    return {edge.text: step_words(game, step) for edge, step in space.steps(code)}


def _table(box: Box, lines: Iterable[str], sort: str) -> str:
    left = box.x - box.wide / 2
    size = f'width="{box.wide:.1f}" height="{box.high:.1f}"'
    frame = f'<rect class="box {sort}" x="{left:.1f}" y="{box.top:.1f}" {size} rx="4"/>\n'
    rows = (
        text(left + 7, box.top + 16 + LINE * index, line.replace(" ", "\xa0"), "small")
        for index, line in enumerate(lines)
    )
    return frame + "".join(rows)


# Where tables stand ---------------------------------------------------------------------------------------------------


def _rows(graph: "nx.MultiDiGraph[int]") -> list[list[int]]:
    """Put tables of the same distance in a row, ordered by where the tables before them stand."""
    rows: defaultdict[int, list[int]] = defaultdict(list)
    for code in graph:
        rows[graph.nodes[code]["distance"]].append(code)
    ordered = [rows[distance] for distance in sorted(rows)]
    for above, row in pairwise(ordered):
        at = {code: index for index, code in enumerate(above)}

        def centre(code: int, at: dict[int, int] = at) -> float:
            before = [at[other] for other in graph.predecessors(code) if other in at]
            return sum(before) / len(before) if before else 0

        row.sort(key=centre)
    return [part for row in ordered for part in _folded(row)]


def _folded(row: list[int]) -> Iterator[list[int]]:
    """Cut a row that is too long into shorter ones of nearly the same length."""
    parts = ceil(len(row) / ACROSS)
    for part in range(parts):
        yield row[len(row) * part // parts : len(row) * (part + 1) // parts]


def _boxes(rows: list[list[int]], tables: dict[int, list[str]], least: float) -> tuple[dict[int, Box], float, float]:
    """Give the place of each table, and the size of the picture, which is at least so wide."""
    boxes = {
        code: Box(0, 0, max(map(len, lines)) * CHAR + 14, len(lines) * LINE + 10) for code, lines in tables.items()
    }
    widths = [sum(boxes[code].wide + GAP for code in row) for row in rows]
    wide, y = max(*widths, least, 240.0) + 60, 70.0
    for row, own in zip(rows, widths, strict=True):
        high = max(boxes[code].high for code in row)
        x = (wide - own + GAP) / 2
        for code in row:
            box = boxes[code]
            box.x, box.y = x + box.wide / 2, y + high / 2
            x += box.wide + GAP
        y += high + BETWEEN
    return boxes, wide, y - BETWEEN + 30


# Arrows ---------------------------------------------------------------------------------------------------------------


def _curve(source: Box, target: Box) -> Curve:
    """Lead an arrow down, up, over the tables of the same row, or back to the table itself."""
    if source is target:
        x = source.x + source.wide / 2
        return (x, source.y - 8), (x + 40, source.y - 30), (x + 40, source.y + 30), (x, source.y + 8)
    if target.top > source.bottom:
        return _straight((_toward(source, target), source.bottom), (_toward(target, source), target.top))
    if target.bottom < source.top:
        x, other_x = source.x + source.wide * 0.3, target.x + target.wide * 0.3
        lift = (source.top - target.bottom) / 3
        return (
            (x, source.top),
            (x + 30, source.top - lift),
            (other_x + 30, target.bottom + lift),
            (other_x, target.bottom),
        )
    x, other_x = _toward(source, target), _toward(target, source)
    lift = min(70, 30 + abs(x - other_x) * 0.08)
    return (x, source.top), (x, source.top - lift), (other_x, target.top - lift), (other_x, target.top)


def _toward(box: Box, other: Box) -> float:
    """Give where an arrow meets the edge of a table: a little on the side of the other one."""
    return box.x + max(-0.3 * box.wide, min(0.3 * box.wide, (other.x - box.x) * 0.2))


def _straight(start: Point, end: Point) -> Curve:
    (x, y), (other_x, other_y) = start, end
    dx, dy = (other_x - x) / 3, (other_y - y) / 3
    return start, (x + dx, y + dy), (x + 2 * dx, y + 2 * dy), end


def along(curve: Curve, part: float) -> Point:
    """Give a point of a curve: 0 is where it begins, 1 where it ends."""
    rest = 1 - part
    shares = (rest**3, 3 * rest**2 * part, 3 * rest * part**2, part**3)
    x, y = (sum(share * point[axis] for share, point in zip(shares, curve, strict=True)) for axis in (0, 1))
    return x, y


def _arrow(curve: Curve, words: str, chance: bool) -> str:
    start, *rest = (f"{x:.1f} {y:.1f}" for x, y in curve)
    kind = "edge chance" if chance else "edge"
    return (
        f'<path class="{kind}" marker-end="url(#tip)" d="M{start}C{" ".join(rest)}">'
        f"<title>{escape(words)}</title></path>\n"
    )
