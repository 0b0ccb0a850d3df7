"""The values of turns as a curve: filled dots are exact, open bars proven, hatched bars estimates, crosses holes."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from msgspec import Struct
from msgspec.structs import replace

from reports.solve import between
from verifier.analyze import Bounds

HIGH, LEFT, TOP, POINTER, MARKS = 110, 46, 24, 12, 9  # marks stand in a row above all values
LEAST, MOST, WIDTH = 20, 36, 480  # the room of a turn, and of all where they are few
FEW = 12  # turns, each of which is numbered
TWO = 2
SIGNS = {
    "exact": "filled dot: exact",
    "bounds": "open bar: proven to lie between its ends",
    "estimate": "hatched bar with a diamond: estimated by playing games out, likely between its ends",
    "bad": "triangle: exact, and the turn gave value away",
    "hole": "cross: not looked at, see below",
}


class CurvePoint(Struct, frozen=True):
    """What is known of the worth of a table before a turn, for the player who decides there.

    `mean` is that of the games played out where `worth` is an estimate: it lies between its ends probably, not surely.
    `worth` is None for a turn that was not looked at; `words` say all of it.
    """

    turn: int
    anchor: str
    player: int
    worth: Bounds | None
    mark: str
    words: str
    mean: Fraction | None = None

    def saying(self, words: str) -> "CurvePoint":
        """Give it with other words."""
        return replace(self, words=words)

    @property
    def sort(self) -> str:
        """Tell whether it is exact, and gave something away, between proven bounds, an estimate, or not looked at."""
        if self.worth is None:
            return "hole"
        if self.mean is None and self.worth.exact:
            return "bad" if self.mark else "exact"
        return "estimate" if self.mean is not None else "bounds"

    @property
    def told(self) -> str:
        """Say what is known, and how surely."""
        if self.worth is None:
            return self.words
        if self.mean is not None:
            mean, low, high = map(float, (self.mean, self.worth.low, self.worth.high))
            return f"about {mean:.2f} (estimated: {low:.2f} to {high:.2f})"
        return f"exactly {between(self.worth)}" if self.worth.exact else f"{between(self.worth)} (proven bounds)"


def curve_svg(points: Sequence[CurvePoint], number: int, players: int) -> str:
    """Draw values from the highest above to the lowest below; of two players always as the first one sees them."""
    seen = _valued([seen_by_first(point, players) for point in sorted(points, key=lambda point: point.turn)])
    if not seen:
        return ""
    scale = _Scale(seen)
    parts = [scale.shared(number, hatched=any(point.sort == "estimate" for point in seen)), *scale.axis()]
    parts.append(f'<path class="curve" d="{scale.line(seen)}"/>')
    parts += [scale.link(point, number) for point in seen]
    size = f'viewBox="0 0 {scale.wide} {scale.high}" width="{scale.wide}" height="{scale.high}"'
    return (
        f'<svg class="values" {size} role="group" aria-labelledby="values-{number}">'
        f'<title id="values-{number}">{curve_title(players)}</title>{"".join(parts)}</svg>'
    )


class _Scale:
    """Where values and turns lie on a curve."""

    def __init__(self, seen: Sequence[CurvePoint]) -> None:
        self.first, self.last = seen[0].turn, seen[-1].turn
        turns = self.last - self.first + 1
        self.across = max(LEAST, min(MOST, WIDTH // turns))
        self.each = 1 if turns <= FEW else 5
        self.wide, self.high = LEFT + self.across * turns + 12, HIGH + 2 * TOP + POINTER + 14
        worths = [point.worth for point in seen if point.worth is not None]
        self.top = max(Fraction(1), *(worth.high for worth in worths))
        self.bottom = min(Fraction(-1), *(worth.low for worth in worths))

    def x(self, turn: int) -> int:
        """Give the middle of a turn."""
        return LEFT + self.across * (turn - self.first) + self.across // 2

    def y(self, value: Fraction) -> float:
        """Give the height of a value."""
        return TOP + float((self.top - value) / (self.top - self.bottom)) * HIGH

    def axis(self) -> list[str]:
        """Draw the line of zero, and number values and turns."""
        zero, below = self.y(Fraction(0)), HIGH + 2 * TOP + POINTER + 4
        parts = [f'<line class="axis" x1="{LEFT - 8}" x2="{self.wide}" y1="{zero:.1f}" y2="{zero:.1f}"/>']
        parts += [
            f'<text class="tick" x="{LEFT - 12}" y="{self.y(value):.1f}">{value}</text>'
            for value in dict.fromkeys((self.top, Fraction(0), self.bottom))
        ]
        parts.append(f'<text class="tick" x="{LEFT - 12}" y="{below}">turn</text>')
        numbered = [turn for turn in range(self.first, self.last + 1) if turn % self.each == 0]
        return parts + [f'<text class="tick turn" x="{self.x(turn)}" y="{below}">{turn}</text>' for turn in numbered]

    def link(self, point: CurvePoint, number: int) -> str:
        """Draw a value as a link to its turn, in the room that shows where the page is."""
        x, worth = self.x(point.turn), point.worth or Bounds(Fraction(0), Fraction(0))
        place = f' x="{x - self.x(self.first)}"' if point.turn > self.first else ""
        top = self.y(worth.high)
        drawn = _drawn(point.sort, x, top, self.y(worth.low), self.y(_middle(point)), number)
        sign = f'<text class="lost" x="{x}" y="{MARKS}">{escape(point.mark)}</text>' if point.mark else ""
        label = escape(f"turn {point.turn}: {point.told}{point.mark}")
        here = f'<use class="here" href="#here-{number}"{place}/>'
        return f'<a href="#{point.anchor}" aria-label="{label}">{here}{drawn}{sign}</a>'

    def shared(self, number: int, *, hatched: bool) -> str:
        """Draw once what values refer to: the room of the first turn with a pointer, and the hatching of estimates."""
        x, foot = self.x(self.first), HIGH + 2 * TOP
        hatching = (
            f'<pattern id="hatch-{number}" width="4" height="4" patternUnits="userSpaceOnUse" '
            'patternTransform="rotate(45)"><line class="hatch" x1="1" y1="0" x2="1" y2="4"/></pattern>'
        )
        return (
            f'<defs>{hatching if hatched else ""}<g id="here-{number}">'
            f'<rect class="band" x="{x - self.across // 2}" y="0" width="{self.across}" height="{foot}"/>'
            f'<path class="pointer" d="M{x} {foot}l6 {POINTER - 2}h-12z"/></g></defs>'
        )

    def line(self, seen: Sequence[CurvePoint]) -> str:
        """Give the path through what is known exactly of turns that follow each other."""
        drawn, before = "", 0
        for point in seen:
            if point.sort in ("exact", "bad"):
                joined = bool(drawn) and before == point.turn - 1
                drawn += f"{'L' if joined else 'M'}{self.x(point.turn)} {self.y(_middle(point)):.1f}"
                before = point.turn
        return drawn


def curve_title(players: int) -> str:
    """Say what a curve shows."""
    return f"What the table was worth to {'player 1' if players == TWO else 'the player to move'} before each turn"


def curve_legend(points: Sequence[CurvePoint], number: int) -> list[tuple[str, str]]:
    """Give the signs that a curve on the page has, each as a small drawing and in words."""
    box = 'class="values key" viewBox="0 0 20 26" width="20" height="26" aria-hidden="true"'
    used = {point.sort for point in _valued(points)}
    return [
        (f"<svg {box}>{_drawn(sort, 10, 4, 22, 13, number)}</svg>", words)
        for sort, words in SIGNS.items()
        if sort in used
    ]


def _valued(points: Sequence[CurvePoint]) -> Sequence[CurvePoint]:
    """Leave out turns that were not looked at before the first and after the last one that was."""
    ordered = sorted(points, key=lambda point: point.turn)
    turns = [point.turn for point in points if point.worth is not None]
    return [point for point in ordered if turns and min(turns) <= point.turn <= max(turns)]


def seen_by_first(point: CurvePoint, players: int) -> CurvePoint:
    """Give the worth as the first of two players sees it; among more as the one who decides does."""
    if players != TWO or point.player != TWO or point.worth is None:
        return point
    mean, worth = None if point.mean is None else -point.mean, Bounds(-point.worth.high, -point.worth.low)
    return replace(point, worth=worth, mean=mean)


def _middle(point: CurvePoint) -> Fraction:
    if point.worth is None:
        return Fraction(0)
    return (point.worth.low + point.worth.high) / 2 if point.mean is None else point.mean


def _drawn(sort: str, x: int, top: float, bottom: float, middle: float, number: int) -> str:
    """Draw a value: a dot or a triangle, an open bar with caps, a hatched bar with a diamond on its mean, a cross."""
    if sort == "exact":
        return f'<circle class="exact" cx="{x}" cy="{middle:.1f}" r="4.5"/>'
    if sort == "bad":
        return f'<path class="exact bad" d="M{x - 6} {middle - 5:.1f}h12l-6 11z"/>'
    if sort == "hole":
        return f'<path class="hole" d="M{x - 5} {middle - 5:.1f}l10 10m0 -10l-10 10"/>'
    high = max(2.0, bottom - top)
    if sort == "bounds":
        caps = f"M{x - 6} {top:.1f}h12M{x - 6} {top + high:.1f}h12"
        return (
            f'<rect class="bounds" x="{x - 3}" y="{top:.1f}" width="6" height="{high:.1f}"/>'
            f'<path class="caps" d="{caps}"/>'
        )
    bar = f'<rect class="estimate" x="{x - 4}" y="{top:.1f}" width="8" height="{high:.1f}" rx="3" '
    diamond = f'<path class="mean" d="M{x} {middle - 5:.1f}l5 5l-5 5l-5-5z"/>'
    return f'{bar}fill="url(#hatch-{number})"/>{diamond}'
