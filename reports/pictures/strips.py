"""Pieces in a row, drawn: tiles with name, the points as the pips of a die, and a sign in each color; round clovers."""

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from models.view import Card, Strip

WIDE, HIGH, GAP, HEAD = 106, 62, 6, 22
MOST = 6  # pieces beside each other
ROUND, MOST_ROUND = 34, 12  # the room of a round piece; how many lie beside each other
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


def strips(
    rows: Sequence[Strip], top: int = 0, kinds: Mapping[tuple[int, int], str] | None = None
) -> tuple[list[str], int, int]:
    """Draw strips below each other from a height on; give the parts, the width, and the height where they end.

    `kinds` colours pieces, by the number of the strip and the place in it.
    """
    signs = all_signs(rows)
    parts: list[str] = []
    widest = 0
    for number, row in enumerate(rows):
        bare = "" if row.cards else " (nothing)"
        parts.append(f'<text class="name" x="4" y="{top + 11}">{escape(row.title + bare)}</text>')
        top += HEAD
        most, wide, high = (MOST_ROUND, ROUND, ROUND) if row.round else (MOST, WIDE + GAP, HIGH + GAP)
        for at, card in enumerate(row.cards):
            down, across = divmod(at, most)
            kind = (kinds or {}).get((number, at), "")
            draw = clover if row.round else tile
            parts += draw(2 + across * wide, top + down * high, card, signs, kind)
        top += -(-len(row.cards) // most) * high
        widest = max(widest, min(len(row.cards), most) * wide)
    return parts, widest, top


def all_signs(rows: Sequence[Strip]) -> list[str]:
    """Give the signs on all pieces in the order of their colours."""
    return sorted({sign for row in rows for card in row.cards for sign in card.signs})


def clover(x: int, y: int, card: Card, signs: Sequence[str], kind: str = "") -> list[str]:
    """Draw a round piece with its corner at a place."""
    half = ROUND // 2
    return [
        f'<circle class="clover {kind}" cx="{x + half}" cy="{y + half}" r="{half - 2}"/>',
        f'<text class="piece" x="{x + half}" y="{y + half}">{escape(card.name)}</text>',
    ]


def tile(x: int, y: int, card: Card, signs: Sequence[str], kind: str = "") -> list[str]:
    """Draw a tile with its corner at a place; each sign has its colour by its place among all."""
    shape = f'x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="6"'
    parts = [f'<rect class="card {kind}" {shape}/>']
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
