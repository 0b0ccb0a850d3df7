"""A whole table as one drawing, what changed on it, and the words that say the same."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from models.game import Game
from models.position import Position
from models.view import Strip, Touched, View
from reports.pictures.grids import DrawnGrid, Mark, board_of, place_name
from reports.pictures.strips import MOST, strips, text_width

GAP, TITLE, MARGIN, ABREAST = 28, 22, 8, 4
SAID = {
    "moved": "placed",
    "best": "best:",
    "better": "better",
    "against": "speaks against it",
    "wrong": "breaks the rule",
    "missing": "should lie there:",
    "blocked": "blocks it",
    "legal": "legal",
    "leaves": "goes out",
    "later": "to come",
    "open": "not known for certain",
    "forced": "not recorded, but certain",
}


LEGEND = {
    "legal": "thick dashed green edge: where the piece could go",
    "wrong": "red, filled: what breaks the rule",
    "missing": "dashed red: what should lie there",
    "against": "red edge: {against}",
    "moved": "yellow, thick edge: what was placed or taken",
}


class Marks(Struct, frozen=True):
    """What matters on a table: cells by (picture, row, column), pieces in rows by (strip, place)."""

    cells: Mapping[tuple[int, int, int], Mark] = {}
    pieces: Mapping[tuple[int, int], Mark] = {}


def legend(marks: Iterable[Marks], against: str = "what speaks against it") -> list[str]:
    """Explain the colours and edges that are in use on tables."""
    used = {mark.kind for each in marks for mark in (*each.cells.values(), *each.pieces.values())}
    return [words.format(against=against) for kind, words in LEGEND.items() if kind in used]


def boards(view: View, marks: Marks) -> list[DrawnGrid]:
    """Give the grids of a table with what is marked on them."""
    found = []
    for number, picture in enumerate(view.pictures):
        plain = board_of(picture)
        here = {(row, column): mark for (which, row, column), mark in marks.cells.items() if which == number}
        found.append(DrawnGrid(plain.title, plain.rows, {**plain.marks, **here}, plain.named))
    return found


def table_parts(
    view: View,
    marks: Marks | None = None,
    top: int = 0,
    signs: Sequence[str] = (),
    *,
    most: int = MOST,
    packed: bool = False,
) -> tuple[list[str], int, int]:
    """Draw a table: its grids side by side, then its rows of pieces; give the parts, the width and the end.

    `signs` are those on pieces of tables that are drawn beside it; `most` and `packed` are as for rows of pieces.
    """
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
        across = max(across, board.edge + text_width(board.title))
        wide, end = max(wide, x + across), max(end, top + head + down)
        x += across + GAP
    below = end + (8 if view.pictures and view.strips else 0)
    more, across, end = strips(view.strips, below, marked.pieces, signs, most=most, packed=packed)
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
        (number, place): Mark(kind)
        for number, strip in enumerate(after.strips)
        for place in added(olds.get(strip.title), strip)
    }
    return Marks(cells, pieces)


def touched(game: Game, position: Position, move: str) -> Touched:
    """Tell where a move happens on the view of a position: as the game says it, or where the view changes.

    Raises ValueError where it is no legal move, or one that chance decides.
    """
    positions = game.positions()
    if positions.touched is not None:
        return positions.touched(position, move)
    after = positions.show(position.after(move))
    marks = changed(positions.show(position), after)
    cells = {place: after.pictures[place[0]].rows[place[1]][place[2]] for place in marks.cells}
    return Touched(cells, tuple(marks.pieces))


def added(old: Strip | None, new: Strip) -> Iterator[int]:
    """Give the places of pieces in a row that an earlier one lacks."""
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
            " ".join(
                [
                    card.name or "a free place",
                    *card.signs,
                    *(["points", str(card.points)] if card.points is not None else []),
                ]
            )
            + (f" ({_mark_words(marked.pieces[number, place])})" if (number, place) in marked.pieces else "")
            for place, card in enumerate(strip.cards)
        ]
        said.append(f"{strip.title}: {', '.join(names) or 'nothing'}")
    return ". ".join([*said, *other_lines(view)])


def _board_words(board: DrawnGrid) -> str:
    rows = [" ".join(text or "empty" for text in texts) for texts in board.rows]
    said = [f"row {row}: {text}" for row, text in enumerate(rows, 1)] if len(rows) > 1 else rows
    for place, mark in board.marks.items():
        said.append(f"{place_name(place, board.named)}: {_mark_words(mark)}")
    return f"{board.title or ('garden' if board.named else 'line')}: {'; '.join(said)}"


def _mark_words(mark: Mark) -> str:
    note = f"worth {mark.note}" if mark.note and mark.kind in ("best", "worth") else mark.note
    return " ".join(filter(None, [SAID.get(mark.kind, ""), mark.text, note]))


def told_apart(view: View, before: View, after: View, marks: Marks) -> tuple[View, Marks]:
    """Leave out rows of pieces that are the same before and after, but for the first one and what is marked."""
    olds = {strip.title: strip for strip in before.strips}
    news = {strip.title: strip for strip in after.strips}
    kept = [
        number
        for number, strip in enumerate(view.strips)
        if (number == 0 and strip.cards) or olds.get(strip.title) != news.get(strip.title)
    ]
    return _rows_of(view, marks, kept)


def lying(view: View, beside: Sequence[View], marks: Marks) -> tuple[View, Marks]:
    """Leave out rows of pieces in which nothing lies, here or on the tables that are drawn beside it."""
    used = {strip.title for each in (view, *beside) for strip in each.strips if strip.cards}
    return _rows_of(view, marks, [number for number, strip in enumerate(view.strips) if strip.title in used])


def _rows_of(view: View, marks: Marks, kept: Sequence[int]) -> tuple[View, Marks]:
    pieces = {(kept.index(row), place): mark for (row, place), mark in marks.pieces.items() if row in kept}
    strips = tuple(view.strips[number] for number in kept)
    return View(view.pictures, view.lines, view.rows, strips), Marks(marks.cells, pieces)
