"""The values of a game's turns as a curve: exact ones are dots on a line, bounds are open bars."""

from collections.abc import Sequence
from html import escape

from msgspec import Struct

from reports.solve import between
from verifier.analyze import Bounds

ACROSS, HIGH, LEFT, TOP = 16, 110, 70, 16
TWO = 2


class CurvePoint(Struct, frozen=True):
    """What is proven of the worth of a table before a turn, for the player who decides there."""

    turn: int
    anchor: str
    player: int
    worth: Bounds
    mark: str
    words: str


def curve_svg(points: Sequence[CurvePoint], number: int, players: int) -> str:
    """Draw values from the highest above to the lowest below; of two players always as the first one sees them."""
    if not points:
        return ""
    turns = sorted(points, key=lambda point: point.turn)
    first = turns[0].turn
    seen = [(point, _seen(point, players)) for point in turns]
    high = max(1, *(bounds.high for _, bounds in seen))
    low = min(-1, *(bounds.low for _, bounds in seen))
    wide = LEFT + ACROSS * (turns[-1].turn - first + 1) + 12

    def place(value: object) -> float:
        return TOP + float((high - value) / (high - low)) * HIGH  # type: ignore[operator]

    parts = [
        f'<line class="axis" x1="{LEFT - 8}" x2="{wide}" y1="{place(0):.1f}" y2="{place(0):.1f}"/>',
        *(
            f'<text class="tick" x="{LEFT - 12}" y="{place(value):.1f}">{value}</text>'
            for value in dict.fromkeys((high, 0, low))
        ),
    ]
    before: tuple[int, float, float] | None = None
    for point, bounds in seen:
        x, y = LEFT + ACROSS * (point.turn - first) + ACROSS // 2, place((bounds.low + bounds.high) / 2)
        if before is not None and bounds.exact and before[0] == point.turn - 1:
            parts.append(f'<line class="curve" x1="{before[1]}" y1="{before[2]:.1f}" x2="{x}" y2="{y:.1f}"/>')
        before = (point.turn, x, y) if bounds.exact else None
        parts.append(_point(point, bounds, x, place(bounds.high), place(bounds.low)))
    who = "player 1" if players == TWO else "the player to move"
    title = f"What the table was worth to {who} before each turn"
    words = "; ".join(f"turn {point.turn}: {between(bounds)}{point.mark}" for point, bounds in seen)
    return (
        f'<svg class="values" viewBox="0 0 {wide} {HIGH + 2 * TOP + 14}" width="{wide}" height="{HIGH + 2 * TOP + 14}" '
        f'role="group" aria-labelledby="values-{number}-t values-{number}-d">'
        f'<title id="values-{number}-t">{title}</title>'
        f'<desc id="values-{number}-d">{escape(words)}</desc>{"".join(parts)}</svg>'
    )


def _seen(point: CurvePoint, players: int) -> Bounds:
    """Turn a worth round for the second of two players."""
    if players == TWO and point.player == TWO:
        return Bounds(-point.worth.high, -point.worth.low)
    return point.worth


def _point(point: CurvePoint, bounds: Bounds, x: float, top: float, bottom: float) -> str:
    """Draw one value as a link to its turn."""
    if bounds.exact:
        drawn = f'<circle class="exact{" bad" if point.mark else ""}" cx="{x}" cy="{top:.1f}" r="4.5"/>'
    else:
        drawn = (
            f'<rect class="bounds" x="{x - 4}" y="{top:.1f}" width="8" height="{max(2.0, bottom - top):.1f}" rx="2"/>'
        )
    sign = f'<text class="lost" x="{x}" y="{top - 10:.1f}">{escape(point.mark)}</text>' if point.mark else ""
    turn = (
        f'<text class="tick turn" x="{x}" y="{HIGH + 2 * TOP + 6}">{point.turn}</text>' if point.turn % 5 == 0 else ""
    )
    label = f"turn {point.turn}: {point.words}"
    return (
        f'<a href="#{point.anchor}" aria-label="{escape(label)}"><title>{escape(label)}</title>{drawn}{sign}</a>{turn}'
    )
