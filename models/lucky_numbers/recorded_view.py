"""What a table looks like behind a line that cannot be played, as far as the line itself says."""

import re
from collections.abc import Mapping

from msgspec.structs import replace

from models.clause import Picture
from models.lucky_numbers.legal_moves import heap
from models.view import View

TEXT = re.compile(r"\.|\?|[0-9]{1,2}(\|[0-9]{1,2})*")  # of a cell in a written garden
LONGEST = 3  # signs that a cell shows; of more readings it is a question mark
CELL = re.compile(r"([a-i])([1-9])")
MOST = 200  # clovers


def recorded_view(view: View, said: Mapping[str, object]) -> View:
    """Change a view by what a line says: gardens, middle and pile that were shown, a clover that was put on a cell."""
    pictures = list(view.pictures)
    gardens = said.get("gardens")
    if isinstance(gardens, list) and len(gardens) == len(pictures):
        pictures = [_shown(picture, text) for picture, text in zip(pictures, gardens, strict=True)]
    player, cell, clover = said.get("player"), said.get("cell"), _number(said.get("clover"))
    if _number(player) and isinstance(player, int) and player <= len(pictures) and clover and isinstance(cell, str):
        pictures[player - 1] = _laid(pictures[player - 1], cell, str(clover))
    lines, strips = [line for line in view.lines if not line.startswith("to move")], view.strips
    middle, pile = said.get("middle"), said.get("pile")
    if isinstance(middle, list) and len(middle) <= MOST and all(map(_number, middle)):
        strips = (heap("middle", middle),)
        lines = [line for line in lines if not line.startswith("middle")]
        lines.insert(0, f"middle: {' '.join(map(str, middle)) or 'nothing'}")
    if _number(pile) or pile == 0:
        lines = [f"face down: {pile}" if line.startswith("face down") else line for line in lines]
    return replace(view, pictures=tuple(pictures), lines=tuple(lines), strips=strips)


def _number(value: object) -> int:
    """Give a number of a clover or a player, 0 for all else."""
    return value if type(value) is int and 0 < value <= MOST else 0


def _shown(picture: Picture, text: object) -> Picture:
    rows = tuple(tuple(row.split()) for row in text.split("/")) if isinstance(text, str) else ()
    fits = [len(row) for row in rows] == [len(row) for row in picture.rows]
    if not fits or not all(TEXT.fullmatch(each) for row in rows for each in row):
        return picture
    return replace(picture, rows=tuple(tuple(each if len(each) <= LONGEST else "?" for each in row) for row in rows))


def _laid(picture: Picture, cell: str, clover: str) -> Picture:
    place = CELL.fullmatch(cell)
    column, row = (ord(place[1]) - ord("a"), int(place[2]) - 1) if place else (0, len(picture.rows))
    if row >= len(picture.rows) or column >= len(picture.rows[row]):
        return picture
    rows = [list(texts) for texts in picture.rows]
    rows[row][column] = clover
    return replace(picture, rows=tuple(map(tuple, rows)))
