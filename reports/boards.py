"""Boards drawn in text."""

from collections.abc import Sequence
from itertools import accumulate

from models.clause import Picture
from models.view import View
from reports.style import COLUMNS, Paint

LETTERS = "abcdefghi"
GAP, INDENT = " " * 3, 4  # between drawings, and before them


def drawing(picture: Picture, paint: Paint) -> list[str]:
    """Draw a grid with its column letters and row numbers; marked cells show their sign."""
    cells = [
        [picture.marks.get((row, column), f" {text} ") for column, text in enumerate(texts)]
        for row, texts in enumerate(picture.rows)
    ]
    wide = max(max(len(text.strip()) + 2 * (not text.strip().startswith(("[", "("))) for text in row) for row in cells)
    head = "  " + "".join(_centred(letter, wide) for letter in LETTERS[: len(picture.rows)])
    lines = [paint("dim", head.rstrip())] if picture.named else []
    for row, texts in enumerate(cells):
        drawn = [
            paint("mark", _centred(text, wide)) if (row, column) in picture.marks else _centred(text, wide)
            for column, text in enumerate(texts)
        ]
        lines.append(paint("dim", str(row + 1) if picture.named else " ") + " " + "".join(drawn).rstrip())
    return [paint("dim", picture.title), *lines] if picture.title else lines


def _centred(text: str, wide: int) -> str:
    """Set a cell so that the last digits stand below each other, in brackets or not."""
    bare = text.strip()
    if not bare.endswith(("]", ")")):
        bare += " "
    return bare.rjust(wide) + " "


def side_by_side(blocks: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    """Put drawings next to each other, and below where the terminal is too narrow."""
    room, most = COLUMNS.get(), len(blocks)
    if room is not None:
        ends = accumulate(wide + len(GAP) for wide in widths)
        most = max(1, sum(end - len(GAP) <= room - INDENT for end in ends))
    lines = _abreast(blocks[:most], widths[:most])
    return lines if most >= len(blocks) else [*lines, "", *side_by_side(blocks[most:], widths[most:])]


def _abreast(blocks: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    height = max((len(block) for block in blocks), default=0)
    rows = [
        [(block[row] if row < len(block) else "", wide) for block, wide in zip(blocks, widths, strict=True)]
        for row in range(height)
    ]
    return [GAP.join(text.ljust(wide) for text, wide in row).rstrip() for row in rows]


def view_lines(view: View, plain: Paint) -> list[str]:
    """Draw a table: its gardens side by side, then what else there is."""
    blocks = [drawing(picture, plain) for picture in view.pictures]
    widths = [max(len(line) for line in block) for block in blocks]
    boards = side_by_side(blocks, widths) if blocks else []
    return [*boards, *view.rows, "   ".join(view.lines)]
