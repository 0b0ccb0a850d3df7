"""State graphs and the phases of a turn as SVG."""

from collections import defaultdict
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

from models.world import Arrow, Phase, Phases, World
from reports.graph import merged, table_lines

if TYPE_CHECKING:
    import networkx as nx

CHAR, LINE = 6.7, 14  # the room of one character and one line of the small font
Point = tuple[float, float]
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" width="{wide:.0f}" '
    'height="{high:.0f}" role="img" aria-label="{title}">\n'
    "<style>\n"
    "  text {{ font-family: sans-serif; font-size: 13px; fill: #222; text-anchor: middle; }}\n"
    "  .small {{ font-family: monospace; font-size: 11px; text-anchor: start; white-space: pre; }}\n"
    "  .title {{ font-size: 18px; font-weight: bold; }}\n"
    "  .clause {{ font-size: 10px; fill: #2d6a3a; font-weight: bold; }}\n"
    "  .turn {{ font-family: monospace; font-size: 10px; fill: #555; }}\n"
    "  .box {{ fill: #fff; stroke: #444; stroke-width: 1.2; }}\n"
    "  .moment {{ fill: #f3f8ee; }}\n"
    "  .question {{ fill: #fff8dc; }}\n"
    "  .end {{ fill: #dcefdc; stroke-width: 2.4; }}\n"
    "  .next {{ fill: #eef2f8; }}\n"
    "  .edge {{ fill: none; stroke: #666; stroke-width: 1.2; }}\n"
    "  .chance {{ stroke-dasharray: 5 3; }}\n"
    "  .halo {{ fill: #fff; opacity: 0.9; }}\n"
    "</style>\n"
    '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" '
    'orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="#666"/></marker></defs>\n'
    '<rect width="100%" height="100%" fill="#fff"/>\n'
)


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{attribute}>{escape(words)}</text>\n'


# One turn -------------------------------------------------------------------------------------------------------------

ACROSS, DOWN, MARGIN, TOP_MARGIN = 236, 116, 120, 84
WIDE, HIGH = 190, 50


def turn_svg(phases: Phases) -> str:
    """Draw the phases of one turn, with the clauses on the arrows."""
    places = {phase.key: (MARGIN + phase.at[0] * ACROSS, TOP_MARGIN + phase.at[1] * DOWN) for phase in phases.phases}
    wide = max(x for x, _ in places.values()) + MARGIN
    high = max(y for _, y in places.values()) + 50
    parts = [HEAD.format(wide=wide, high=high, title=escape(phases.title))]
    parts.append(_text(wide / 2, 28, phases.title, "title"))
    parts += [_arrow(arrow, places) for arrow in phases.arrows]
    parts += [_phase(phase, places[phase.key]) for phase in phases.phases]
    parts += [_label(arrow, places) for arrow in phases.arrows if arrow.words or arrow.clauses]
    return "".join([*parts, "</svg>\n"])


def _phase(phase: Phase, place: Point) -> str:
    x, y = place
    round_ = {"question": 25, "moment": 8}.get(phase.sort, 3)
    first = y + 4.5 - 8.5 * (len(phase.words) - 1)
    return (
        f'<rect class="box {phase.sort}" x="{x - WIDE / 2:.1f}" y="{y - HIGH / 2:.1f}" width="{WIDE}" height="{HIGH}" '
        f'rx="{round_}"/>\n' + "".join(_text(x, first + 17 * index, words) for index, words in enumerate(phase.words))
    )


def _ends(arrow: Arrow, places: dict[str, Point]) -> tuple[Point, Point]:
    """Give where an arrow leaves one box and meets the other."""
    (x, y), (other_x, other_y) = places[arrow.source], places[arrow.target]
    if arrow.bent:
        side = 1 if other_x > x else -1
        return (x, y + HIGH / 2), (other_x - side * WIDE / 2, other_y)
    if y == other_y:
        side = 1 if other_x > x else -1
        return (x + side * WIDE / 2, y), (other_x - side * WIDE / 2, other_y)
    shift = max(-0.35 * WIDE, min(0.35 * WIDE, (other_x - x) * 0.25))
    return (x + shift, y + HIGH / 2), (other_x - shift, other_y - HIGH / 2)


def _arrow(arrow: Arrow, places: dict[str, Point]) -> str:
    (x, y), (other_x, other_y) = _ends(arrow, places)
    middle = f"L{x:.1f} {other_y:.1f}" if arrow.bent else ""
    return f'<path class="edge" marker-end="url(#tip)" d="M{x:.1f} {y:.1f}{middle}L{other_x:.1f} {other_y:.1f}"/>\n'


def _label(arrow: Arrow, places: dict[str, Point]) -> str:
    """Write words and clauses beside an arrow, nearer to where it begins, so that crossing arrows stay apart."""
    (x, y), (other_x, other_y) = _ends(arrow, places)
    part = 0.5 if y == other_y or x == other_x else 0.3
    at_x, at_y = x + (other_x - x) * part, y + (other_y - y) * part
    clauses = " ".join(arrow.clauses)
    wide = max(len(arrow.words) * 6.6, len(clauses) * 6.3) + 6
    lines = [(arrow.words, ""), (clauses, "clause")]
    shown = [line for line in lines if line[0]]
    top = at_y - 7 * len(shown)
    halo = (
        f'<rect class="halo" x="{at_x - wide / 2:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{14 * len(shown)}"/>\n'
    )
    return halo + "".join(_text(at_x, top + 11 + 13 * index, *line) for index, line in enumerate(shown))


# A state graph --------------------------------------------------------------------------------------------------------


def graph_svg(world: World, graph: "nx.MultiDiGraph[int]") -> str:
    """Draw a small state graph: tables in rows by their distance, dashed arrows where chance has a part."""
    boxes = {code: table_lines(world, code) for code in graph}
    sizes = {code: (max(map(len, lines)) * CHAR + 14, len(lines) * LINE + 10.0) for code, lines in boxes.items()}
    places, wide, high = _places(_rows(graph), sizes)
    parts = [HEAD.format(wide=wide, high=high, title=escape(world.title)), _text(wide / 2, 26, world.title, "title")]
    for (source, target), turns in merged(graph).items():
        parts.append(_edge(places, sizes, source, target, turns))
    for code, lines in boxes.items():
        (x, y), (box_wide, box_high) = places[code], sizes[code]
        sort = "end" if graph.nodes[code]["end"] else "moment" if not graph.nodes[code]["distance"] else ""
        parts.append(
            f'<rect class="box {sort}" x="{x - box_wide / 2:.1f}" y="{y - box_high / 2:.1f}" width="{box_wide:.1f}" '
            f'height="{box_high:.1f}" rx="4"/>\n'
        )
        left, top = x - box_wide / 2 + 7, y - box_high / 2 + 16
        parts += [
            _text(left, top + LINE * index, line.replace(" ", "\xa0"), "small") for index, line in enumerate(lines)
        ]
    return "".join([*parts, "</svg>\n"])


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
    return ordered


def _places(rows: list[list[int]], sizes: dict[int, tuple[float, float]]) -> tuple[dict[int, Point], float, float]:
    gap, between = 24, 74
    widths = [sum(sizes[code][0] + gap for code in row) for row in rows]
    wide, y = max(*widths, 200.0) + 60, 50.0
    places = {}
    for row, own in zip(rows, widths, strict=True):
        high = max(sizes[code][1] for code in row)
        x = (wide - own) / 2 + gap / 2
        for code in row:
            places[code] = (x + sizes[code][0] / 2, y + high / 2)
            x += sizes[code][0] + gap
        y += high + between
    return places, wide, y - between + 30


def _edge(
    places: dict[int, Point],
    sizes: dict[int, tuple[float, float]],
    source: int,
    target: int,
    turns: list[tuple[str, bool]],
) -> str:
    (x, y), (other_x, other_y) = places[source], places[target]
    words = ", ".join(text for text, _ in turns)
    dashed = " chance" if any(chance for _, chance in turns) else ""
    if other_y > y:
        start, end = (x, y + sizes[source][1] / 2), (other_x, other_y - sizes[target][1] / 2)
        line = f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"
        label = start[0] + (end[0] - start[0]) * 0.6, start[1] + (end[1] - start[1]) * 0.6
    else:  # in the same row or back up: a curve around the side
        start, end = (x + sizes[source][0] / 2, y), (other_x + sizes[target][0] / 2, other_y)
        bend = max(start[0], end[0]) + 46
        line = f"M{start[0]:.1f} {start[1]:.1f}Q{bend:.1f} {(y + other_y) / 2 - 34:.1f} {end[0]:.1f} {end[1]:.1f}"
        label = (start[0] + end[0] + 2 * bend) / 4, (y + other_y) / 2 - 22
    path = f'<path class="edge{dashed}" marker-end="url(#tip)" d="{line}"><title>{escape(words)}</title></path>\n'
    short = words if len(words) < 24 else f"{len(turns)} turns"
    room = len(short) * 6.1 + 4
    halo = (
        f'<rect class="halo" x="{label[0] - room / 2:.1f}" y="{label[1] - 10:.1f}" width="{room:.1f}" height="13"/>\n'
    )
    return path + halo + _text(*label, short, "turn")
