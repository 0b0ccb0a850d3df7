"""A whole table as one drawing, what changed on it, and the words that say the same."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from models.view import Strip, View
from reports.pictures.grids import DrawnGrid, Mark, board_of, place_name
from reports.pictures.strips import strips

GAP, TITLE, MARGIN, ABREAST = 28, 22, 8, 4
SAID = {
    "moved": "placed",
    "against": "speaks against it",
    "blocked": "blocks it",
    "legal": "legal",
    "leaves": "goes out",
    "later": "to come",
    "open": "not known for certain",
    "forced": "not recorded, but certain",
}


class Marks(Struct, frozen=True):
    """What matters on a table: cells by (picture, row, column), pieces in rows by (strip, place)."""

    cells: Mapping[tuple[int, int, int], Mark] = {}
    pieces: Mapping[tuple[int, int], str] = {}


def boards(view: View, marks: Marks) -> list[DrawnGrid]:
    """Give the grids of a table with what is marked on them."""
    found = []
    for number, picture in enumerate(view.pictures):
        plain = board_of(picture)
        here = {(row, column): mark for (which, row, column), mark in marks.cells.items() if which == number}
        found.append(DrawnGrid(plain.title, plain.rows, {**plain.marks, **here}, plain.named))
    return found


def table_parts(view: View, marks: Marks | None = None, top: int = 0) -> tuple[list[str], int, int]:
    """Draw a table: its grids side by side, then its rows of pieces; give the parts, the width and the end."""
    from xml.sax.saxutils import escape

    marked = marks or Marks()
    parts: list[str] = []
    wide = x = 0
    end = top
    for number, board in enumerate(boards(view, marked)):
        if number and number % ABREAST == 0:
            x, top = 0, end
        across, down = board.size
        head = TITLE if board.title else 0
        if board.title:
            parts.append(f'<text class="name" x="{x + board.edge}" y="{top + 11}">{escape(board.title)}</text>')
        parts += board.parts(x, top + head)
        wide, end = max(wide, x + across), max(end, top + head + down)
        x += across + GAP
    more, across, end = strips(view.strips, end + (8 if view.pictures and view.strips else 0), marked.pieces)
    return [*parts, *more], max(wide, across), end


def other_lines(view: View) -> list[str]:
    """Give the sentences about a table that its drawing does not show."""
    heads = tuple(f"{strip.title}:" for strip in view.strips)
    return [line for line in view.lines if not line.startswith(heads)] if heads else list(view.lines)


def changed(before: View, after: View, kind: str = "moved") -> Marks:
    """Mark what a later view of the same table has that the earlier one has not."""
    cells = {
        (number, row, column): Mark(kind)
        for number, (old, new) in enumerate(zip(before.pictures, after.pictures, strict=False))
        for row, texts in enumerate(new.rows)
        for column, text in enumerate(texts)
        if text != (old.rows[row][column] if row < len(old.rows) and column < len(old.rows[row]) else "")
        and text.strip(". ")
    }
    olds = {strip.title: strip for strip in before.strips}
    pieces = {
        (number, place): kind
        for number, strip in enumerate(after.strips)
        for place in _added(olds.get(strip.title), strip)
    }
    return Marks(cells, pieces)


def _added(old: Strip | None, new: Strip) -> Iterator[int]:
    left = [card.name for card in old.cards] if old is not None else []
    for place, card in enumerate(new.cards):
        if card.name in left:
            left.remove(card.name)
        else:
            yield place


def table_words(view: View, marks: Marks | None = None) -> str:
    """Say in words what a drawing of a table shows."""
    marked = marks or Marks()
    said = [_board_words(board) for board in boards(view, marked)]
    for number, strip in enumerate(view.strips):
        names = [
            " ".join([card.name, *card.signs, *(["points", str(card.points)] if card.points is not None else [])])
            + (f" ({SAID.get(marked.pieces[number, place], '')})" if (number, place) in marked.pieces else "")
            for place, card in enumerate(strip.cards)
        ]
        said.append(f"{strip.title}: {', '.join(names) or 'nothing'}")
    return ". ".join([*said, *other_lines(view)])


def _board_words(board: DrawnGrid) -> str:
    rows = [" ".join(text or "empty" for text in texts) for texts in board.rows]
    said = [f"row {row}: {text}" for row, text in enumerate(rows, 1)] if len(rows) > 1 else rows
    for place, mark in board.marks.items():
        told = [SAID.get(mark.kind, ""), mark.text, mark.note]
        said.append(f"{place_name(place, board.named)}: {' '.join(filter(None, told))}")
    return f"{board.title or ('garden' if board.named else 'line')}: {'; '.join(said)}"


def told_apart(view: View, before: View, after: View, marks: Marks) -> tuple[View, Marks]:
    """Leave out rows of pieces that are the same before and after, but for the first one and what is marked."""
    olds = {strip.title: strip for strip in before.strips}
    news = {strip.title: strip for strip in after.strips}
    kept = [
        number
        for number, strip in enumerate(view.strips)
        if (number == 0 and strip.cards) or olds.get(strip.title) != news.get(strip.title)
    ]
    pieces = {(kept.index(row), place): kind for (row, place), kind in marks.pieces.items() if row in kept}
    strips = tuple(view.strips[number] for number in kept)
    return View(view.pictures, view.lines, view.rows, strips), Marks(marks.cells, pieces)
