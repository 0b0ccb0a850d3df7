"""Boards drawn in text."""

import re
from collections.abc import Sequence
from itertools import accumulate

from models.clause import Picture
from models.view import View
from reports.style import COLUMNS, Paint, broken_lines, width

LETTERS = "abcdefghi"
GAP, INDENT = " " * 3, 4  # between drawings, and before them


def drawing(picture: Picture, paint: Paint, before: int = INDENT) -> list[str]:
    """Draw a grid with its column letters and row numbers; marked cells show their sign.

    `before` columns stand in front of it. Where the terminal is too narrow, cells stand closer, and a line of pieces is
    broken.
    """
    cells = [
        [picture.marks.get((row, column), f" {text} ") for column, text in enumerate(texts)]
        for row, texts in enumerate(picture.rows)
    ]
    wide = max(max(len(text.strip()) + 2 * (not text.strip().startswith(("[", "("))) for text in row) for row in cells)
    room = COLUMNS.get()
    gap, margin, most = " ", "  ", max(map(len, cells))
    if room is not None and before + 2 + most * (wide + 1) - 2 > room:
        gap, margin = ("", "  ") if picture.named else (" ", "")
        most = most if picture.named else max(1, (room - before + 2) // (wide + 1))
    head = margin + "".join(_centred(letter, wide, gap) for letter in LETTERS[: len(picture.rows)])
    lines = [paint("dim", head.rstrip())] if picture.named else []
    for row, texts in enumerate(cells):
        drawn = [
            paint("mark", _centred(text, wide, gap)) if (row, column) in picture.marks else _centred(text, wide, gap)
            for column, text in enumerate(texts)
        ]
        edge = paint("dim", str(row + 1) if picture.named else " ") + " " if margin else ""
        lines += [edge + "".join(drawn[first : first + most]).rstrip() for first in range(0, len(drawn), most)]
    title = broken_lines(picture.title, 2, before) if picture.title else []
    return [*(paint("dim", line) for line in title), *lines]


def _centred(text: str, wide: int, gap: str) -> str:
    """Set a cell so that the last digits stand below each other, in brackets or not."""
    bare = text.strip()
    if not bare.endswith(("]", ")")):
        bare += " "
    return bare.rjust(wide) + gap


def side_by_side(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Put drawings next to each other, and below where the terminal is too narrow."""
    room, most = COLUMNS.get(), len(blocks)
    widths = [max(map(width, block)) for block in blocks]
    if room is not None:
        ends = accumulate(wide + len(GAP) for wide in widths)
        most = max(1, sum(end - len(GAP) <= room - INDENT for end in ends))
    lines = _abreast(blocks[:most], widths[:most])
    return lines if most >= len(blocks) else [*lines, "", *side_by_side(blocks[most:])]


def _abreast(blocks: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    height = max((len(block) for block in blocks), default=0)
    rows = [
        [(block[row] if row < len(block) else "", wide) for block, wide in zip(blocks, widths, strict=True)]
        for row in range(height)
    ]
    return [GAP.join(text + " " * (wide - width(text)) for text, wide in row).rstrip() for row in rows]


def view_lines(view: View, plain: Paint) -> list[str]:
    """Draw a table: its gardens side by side, then what else there is."""
    blocks = [drawing(picture, plain) for picture in view.pictures]
    boards = side_by_side(blocks) if blocks else []
    rows = [line for row in view.rows for line in broken_lines(row, _second_column(row) + 2, INDENT)]
    return [*boards, *rows, *_told(view.lines)]


def _second_column(row: str) -> int:
    """Give the column in which a row goes on behind its name, or the blank in place of that."""
    found = re.match(r"\S.*?\s{2,}|\s*", row)
    return found.end() if found else 0


def _told(lines: Sequence[str]) -> list[str]:
    """Put sentences beside each other as far as the terminal has room."""
    told = [""]
    for line in lines:
        beside = f"{told[-1]}{GAP}{line}" if told[-1] else line
        if len(broken_lines(beside, 0, INDENT)) == 1 or not told[-1]:
            told[-1] = beside
        else:
            told.append(line)
    return [part for line in told for part in broken_lines(line, 2, INDENT)]
