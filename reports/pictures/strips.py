"""Pieces in a row, drawn: tiles with name, the points as the pips of a die, and a sign in each color; round clovers."""

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from models.view import FREE, Card, Strip
from reports.pictures.grids import UNMARKED, Mark, fit

WIDE, HIGH, GAP, HEAD = 106, 62, 6, 22
MOST = 6  # pieces beside each other
ROUND, MOST_ROUND = 34, 12  # the room of a round piece; how many lie beside each other
DIE, PIP = 24, 2.2
SIGN, FIRST_SIGN = 14, 40
BESIDE = 20  # between rows that stand beside each other
TITLE_LETTER = 8.3  # the width of a letter of a title
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
    rows: Sequence[Strip],
    top: int = 0,
    marks: Mapping[tuple[int, int], Mark] | None = None,
    signs: Sequence[str] = (),
    *,
    most: int = MOST,
    packed: bool = False,
) -> tuple[list[str], int, int]:
    """Draw strips below each other from a height on; give the parts, the width, and the height where they end.

    `marks` colours pieces and puts notes on them, by the number of the strip and the place in it. `signs` are those
    that other drawings beside this one have too: each has one colour in all of them. `most` tiles stand beside each
    other; packed, rows stand beside each other where there is room.
    """
    signs = sorted({*signs, *all_signs(rows)})
    parts: list[str] = []
    left = widest = low = 0
    for number, row in enumerate(rows):
        title = row.title + ("" if row.cards else " (nothing)")
        in_line, wide, high = (MOST_ROUND, ROUND, ROUND) if row.round else (most, WIDE + GAP, HIGH + GAP)
        across = max(min(len(row.cards), in_line) * wide, 4 + text_width(title))
        if not packed or left + across > most * (WIDE + GAP):
            left, top = 0, max(low, top)
        parts.append(f'<text class="name" x="{left + 4}" y="{top + 11}">{escape(title)}</text>')
        for at, card in enumerate(row.cards):
            down, place = divmod(at, in_line)
            draw, mark = (clover if row.round else tile), (marks or {}).get((number, at), UNMARKED)
            parts += draw(left + 2 + place * wide, top + HEAD + down * high, card, signs, mark)
        low = max(low, top + HEAD - (-len(row.cards) // in_line) * high)
        widest, left = max(widest, left + across), left + across + BESIDE
    return parts, widest, max(low, top)


def text_width(title: str) -> int:
    """Give the room that a title of boards or rows takes."""
    return round(len(title) * TITLE_LETTER)


def all_signs(rows: Sequence[Strip]) -> list[str]:
    """Give the signs on all pieces in the order of their colours."""
    return sorted({sign for row in rows for card in row.cards for sign in card.signs})


def clover(x: int, y: int, card: Card, signs: Sequence[str], mark: Mark = UNMARKED) -> list[str]:
    """Draw a round piece with its corner at a place; a note stands below what is on it."""
    half = ROUND // 2
    across, down, raised = x + half, y + half, 6 if mark.note else 0
    return [
        f'<circle class="clover {mark.kind}" cx="{across}" cy="{down}" r="{half - 2}"/>',
        f'<text class="piece" x="{across}" y="{down - raised}">{escape(card.name)}</text>',
        *_note(mark, "note", across, down + 7, (ROUND - 10, 4)),
    ]


def _note(mark: Mark, kind: str, x: int, y: int, space: tuple[int, int]) -> list[str]:
    """Write a note around a place, pressed into its room in pixels where it has more signs than fit."""
    room, most = space
    if not mark.note:
        return []
    return [f'<text class="{kind}" x="{x}" y="{y}"{fit(mark.note, most, room)}>{escape(mark.note)}</text>']


def tile(x: int, y: int, card: Card, signs: Sequence[str], mark: Mark = UNMARKED) -> list[str]:
    """Draw a tile with its corner at a place; each sign has its colour by its place among all."""
    shape = f'x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="6"'
    if card == FREE:
        return [f'<rect class="place {mark.kind}" {shape}/>']
    parts = [f'<rect class="card {mark.kind}" {shape}/>']
    parts.append(f'<text class="card-name" x="{x + 8}" y="{y + 17}">{escape(card.name)}</text>')
    parts += _die(x + WIDE - DIE - 5, y + 5, card.points)
    parts += _note(mark, "worth", x + 53, y + 17, (42, 5))
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
