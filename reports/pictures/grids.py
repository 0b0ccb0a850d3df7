"""Gardens, boards and lines as SVG: in the colours of the page or file, so that they suit light, dark and paper."""

from collections.abc import Mapping, Sequence
from html import escape

from msgspec import Struct

from models.clause import Picture
from models.evidence import Plot
from reports.boards import LETTERS

CELL, EDGE, SLIM = 40, 20, 4
SHORT, LETTER = 3, 11  # characters that a square cell holds; how wide one is
Place = tuple[int, int]


class Mark(Struct, frozen=True):
    """What matters about a cell: the kind that colours it, a text in place of what lies there, a note below it."""

    kind: str = ""
    text: str = ""
    note: str = ""


class DrawnGrid(Struct, frozen=True):
    """A grid to draw: short texts (empty: a free cell) and marks by (row, column).

    `named` tells whether the columns have letters and the rows numbers; then it is a square. `wide` is the width of a
    cell, where the texts do not say it.
    """

    title: str
    rows: tuple[tuple[str, ...], ...]
    marks: Mapping[Place, Mark] = {}
    named: bool = True
    wide: int = 0

    @property
    def cell_width(self) -> int:
        """The width of a cell that holds the longest text."""
        if self.wide:
            return self.wide
        texts = [text for row in self.rows for text in row] + [mark.text for mark in self.marks.values()]
        longest = max(map(len, texts), default=0)
        return CELL if longest <= SHORT else LETTER * longest + 16

    @property
    def edge(self) -> int:
        """The room left of and above the cells."""
        return EDGE if self.named else SLIM

    @property
    def size(self) -> tuple[int, int]:
        """The width and the height of the drawing."""
        columns = max(map(len, self.rows), default=0)
        return self.edge + columns * self.cell_width + 4, self.edge + len(self.rows) * CELL + 4

    def parts(self, x: int = 0, y: int = 0, *, grouped: bool = False) -> list[str]:
        """Draw the grid with its corner at a place; grouped, the parts of a cell can be reached together."""
        wide, parts = self.cell_width, []
        for at in range(len(self.rows) if self.named else 0):
            beside, above = y + EDGE + at * CELL + CELL // 2, x + EDGE + at * wide + wide // 2
            parts.append(f'<text class="edge" x="{above}" y="{y + EDGE // 2}">{LETTERS[at]}</text>')
            parts.append(f'<text class="edge" x="{x + EDGE // 2}" y="{beside}">{at + 1}</text>')
        for row, texts in enumerate(self.rows):
            for column, text in enumerate(texts):
                corner = x + self.edge + column * wide, y + self.edge + row * CELL
                drawn = _cell(*corner, wide, text, self.marks.get((row, column), Mark()))
                parts.append(f"<g>{drawn}</g>" if grouped else drawn)
        return parts


def _cell(x: int, y: int, wide: int, text: str, mark: Mark) -> str:
    """Draw a cell, and what lies on it: a round piece where its text is short."""
    middle, height, kind = x + wide // 2, y + CELL // 2, mark.kind
    parts = [f'<rect class="cell {kind}" x="{x + 1}" y="{y + 1}" width="{wide - 2}" height="{CELL - 2}" rx="4"/>']
    if text and wide == CELL:
        parts.append(f'<circle class="clover {kind}" cx="{middle}" cy="{height}" r="{CELL // 2 - 5}"/>')
    elif text:
        size = f'width="{wide - 10}" height="{CELL - 10}"'
        parts.append(f'<rect class="clover {kind}" x="{x + 5}" y="{y + 5}" {size} rx="6"/>')
    shown, raised = mark.text or text, 7 if mark.note else 0
    if shown:
        more = " leaves" if mark.note and not mark.text and text else " later" if kind == "later" else ""
        parts.append(f'<text class="number{more}" x="{middle}" y="{height - raised}">{escape(shown)}</text>')
    elif kind == "legal":
        parts.append(f'<circle class="dot" cx="{middle}" cy="{height}" r="4"/>')
    if mark.note:
        parts.append(f'<text class="note" x="{middle}" y="{height + 8}">{escape(mark.note)}</text>')
    return "".join(parts)


def inline(board: DrawnGrid, key: str, title: str, words: str) -> str:
    """Draw a grid by itself; `key` makes the ids of its title and description unique on the page."""
    wide, high = board.size
    return (
        f'<svg class="garden" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img" '
        f'aria-labelledby="{key}-t {key}-d"><title id="{key}-t">{escape(title)}</title>'
        f'<desc id="{key}-d">{escape(words)}</desc>{"".join(board.parts())}</svg>'
    )


def plot(drawn: Plot, key: str, told: str) -> str:
    """Draw a garden or a line as a step found or left it."""
    kinds = (("legal", drawn.legal), ("against", drawn.against), ("moved", drawn.moved))
    marks = {place: Mark(kind) for kind, places in kinds for place in places}
    return inline(
        DrawnGrid(drawn.title, drawn.rows, marks, drawn.named), key, f"{drawn.title}, {told}", _described(drawn)
    )


def picture_svg(drawn: Picture, key: str) -> str:
    """Draw a picture with signs, such as the verdicts on all cells."""
    words = "; ".join(f"row {row}: {' '.join(texts)}" for row, texts in enumerate(drawn.rows, 1))
    return inline(board_of(drawn), key, drawn.title or ("garden" if drawn.named else "line"), words)


def board_of(drawn: Picture, around: str = "legal") -> DrawnGrid:
    """Give a picture as a board: `[13]` is what moves there, `(15)` lies there and is of the kind that is named."""
    rows = tuple(tuple(_bare(text) for text in texts) for texts in drawn.rows)
    marks = {place: _mark(sign, around) for place, sign in drawn.marks.items()}
    return DrawnGrid(drawn.title, rows, marks, drawn.named)


def _bare(text: str) -> str:
    return "" if text.strip(". ") == "" else text.strip("[]")


def _mark(sign: str, around: str) -> Mark:
    kind = "moved" if sign.startswith("[") else around if sign.startswith("(") else "sign" if sign else ""
    return Mark(kind, sign.strip("[]()"))


def _described(drawn: Plot) -> str:
    """Say what the picture shows to those who do not see it."""
    rows = [" ".join(text or "empty" for text in texts) for texts in drawn.rows]
    said = [f"row {row}: {text}" for row, text in enumerate(rows, 1)]
    for words, cells in (("placed on", drawn.moved), ("against it", drawn.against), ("legal cells", drawn.legal)):
        if cells:
            said.append(f"{words}: {', '.join(place_name(cell, drawn.named) for cell in cells)}")
    return "; ".join(said)


def place_name(place: Sequence[int], named: bool) -> str:
    """Name a cell: `c1`, or its place in a line."""
    row, column = place
    return f"{LETTERS[column]}{row + 1}" if named else str(column + 1)
