"""Tiles in a row, drawn: the name, the points as the pips of a die, and the signs with a colour each."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from models.view import Card, Strip

WIDE, HIGH, GAP, HEAD = 106, 62, 6, 22
MOST = 6  # pieces beside each other
DIE, PIP = 24, 2.2
SIGN, FIRST_SIGN = 14, 40
COLORS = 12
PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
HUES = "".join(f".sign{n} {{ fill: hsl({n * 360 // 7 % 360} 60% {45 if n < 7 else 70}%); }}\n  " for n in range(COLORS))
STRIP_STYLE = f"""
  .card {{ fill: #fbf8ee; stroke: #8a7f5c; }}
  .card-name {{ font-size: 20px; font-weight: bold; dominant-baseline: central; }}
  .sign {{ font-size: 11px; dominant-baseline: central; }}
  .die {{ fill: #fff; stroke: #555; }}
  .pip {{ fill: #1d1d1d; }}
  .points {{ font-size: 14px; text-anchor: middle; dominant-baseline: central; }}
  {HUES}
  @media screen and (prefers-color-scheme: dark) {{
    .card {{ fill: #2a2820; stroke: #6d654a; }}
    .die {{ fill: #1b1d1a; stroke: #aaa; }}
    .pip {{ fill: #e8e8e8; }}
  }}
"""


def strips(rows: Sequence[Strip], top: int = 0) -> tuple[list[str], int, int]:
    """Draw strips below each other from a height on; give the parts, the width, and the height where they end."""
    signs = sorted({sign for row in rows for card in row.cards for sign in card.signs})
    parts: list[str] = []
    widest = 0
    for row in rows:
        bare = "" if row.cards else " (nothing)"
        parts.append(f'<text class="name" x="4" y="{top + 16}">{escape(row.title + bare)}</text>')
        top += HEAD
        for at, card in enumerate(row.cards):
            down, across = divmod(at, MOST)
            parts += _card(2 + across * (WIDE + GAP), top + down * (HIGH + GAP), card, signs)
        top += -(-len(row.cards) // MOST) * (HIGH + GAP)
        widest = max(widest, min(len(row.cards), MOST))
    return parts, widest * (WIDE + GAP), top


def _card(x: int, y: int, card: Card, signs: Sequence[str]) -> list[str]:
    parts = [f'<rect class="card" x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="6"/>']
    parts.append(f'<text class="card-name" x="{x + 8}" y="{y + 17}">{escape(card.name)}</text>')
    parts += _die(x + WIDE - DIE - 5, y + 5, card.points)
    for at, sign in enumerate(card.signs):
        height = y + FIRST_SIGN + at * SIGN
        color = signs.index(sign) % COLORS
        parts.append(f'<circle class="sign{color}" cx="{x + 10}" cy="{height}" r="4"/>')
        parts.append(f'<text class="sign" x="{x + 18}" y="{height}">{escape(sign)}</text>')
    return parts


def _die(x: int, y: int, points: int | None) -> list[str]:
    parts = [f'<rect class="die" x="{x}" y="{y}" width="{DIE}" height="{DIE}" rx="4"/>']
    if points in PIPS:
        step = DIE // 4
        spots = [(x + step * (column + 1), y + step * (row + 1)) for column, row in PIPS[points]]
        return parts + [f'<circle class="pip" cx="{across}" cy="{down}" r="{PIP}"/>' for across, down in spots]
    shown = "?" if points is None else str(points)
    return [*parts, f'<text class="points" x="{x + DIE // 2}" y="{y + DIE // 2}">{shown}</text>']
