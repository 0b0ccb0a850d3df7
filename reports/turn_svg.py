"""The phases of one turn as a picture, with the clauses on the arrows."""

from html import escape

from models.state_space import Arrow, Phase, Phases
from reports.drawing import HEAD, Point, halo, text
from reports.turn import way_words

ACROSS, DOWN, MARGIN, TOP_MARGIN = 236, 116, 120, 84
WIDE, HIGH = 190, 50


def turn_svg(phases: Phases) -> str:
    """Draw the phases of one turn, with the clauses on the arrows."""
    places = {phase.key: (MARGIN + phase.at[0] * ACROSS, TOP_MARGIN + phase.at[1] * DOWN) for phase in phases.phases}
    wide = max(x for x, _ in places.values()) + MARGIN
    high = max(y for _, y in places.values()) + 50
    words = "; ".join(way_words(arrow, phases) for arrow in phases.arrows)
    parts = [HEAD.format(wide=wide, high=high, title=escape(phases.title), words=escape(words))]
    parts.append(text(wide / 2, 28, phases.title, "title"))
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
        f'rx="{round_}"/>\n' + "".join(text(x, first + 17 * index, words) for index, words in enumerate(phase.words))
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
    room = halo(at_x - wide / 2, top, wide, 14 * len(shown))
    return room + "".join(text(at_x, top + 11 + 13 * index, *line) for index, line in enumerate(shown))
