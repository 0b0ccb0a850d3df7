"""Gardens, boards and lines as SVG: in the colours of the page or file, so that they suit light, dark and paper."""

from collections.abc import Mapping, Sequence
from html import escape

from msgspec import Struct

from models.clause import Picture
from reports.boards import LETTERS

CELL, EDGE, SLIM = 40, 20, 4
SHORT, LETTER = 3, 11  # characters that a square cell holds; how wide one is
ARROW = "\u2192"  # between what lies there and what replaces it: small, on a piece with corners
Place = tuple[int, int]


class Mark(Struct, frozen=True):
    """What matters about a cell: the kind that colours it, a text in place of what lies there, a note below it."""

    kind: str = ""
    text: str = ""
    note: str = ""


UNMARKED = Mark()


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
        texts = [text for row in self.rows for text in row] + [
            mark.text for mark in self.marks.values() if ARROW not in mark.text
        ]
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
    tight = ARROW in mark.text
    if text and wide == CELL and not tight:
        parts.append(f'<circle class="clover {kind}" cx="{middle}" cy="{height}" r="{CELL // 2 - 5}"/>')
    elif text:
        edge = 3 if tight else 5
        size = f'width="{wide - 2 * edge}" height="{CELL - 2 * edge}"'
        parts.append(f'<rect class="clover {kind}" x="{x + edge}" y="{y + edge}" {size} rx="6"/>')
    shown, raised = mark.text or text, 7 if mark.note else 0
    if shown:
        more = (
            " leaves"
            if mark.note and not mark.text and text
            else " later"
            if kind == "later"
            else " tight"
            if tight
            else ""
        )
        pressed = fit(shown, 4, wide - 10) if tight else ""
        parts.append(f'<text class="number{more}" x="{middle}" y="{height - raised}"{pressed}>{escape(shown)}</text>')
    elif kind == "legal":
        parts.append(f'<circle class="dot" cx="{middle}" cy="{height}" r="4"/>')
    if mark.note:
        pressed = fit(mark.note, 6, wide - 8)
        parts.append(f'<text class="note" x="{middle}" y="{height + 8}"{pressed}>{escape(mark.note)}</text>')
    return "".join(parts)


def fit(text: str, most: int, room: int) -> str:
    """Press a text into its cell, in pixels, where it has more signs than fit by themselves."""
    return f' textLength="{room}" lengthAdjust="spacingAndGlyphs"' if len(text) > most else ""


def inline(board: DrawnGrid, key: str, title: str, words: str) -> str:
    """Draw a grid by itself; `key` makes the ids of its title and description unique on the page."""
    wide, high = board.size
    return (
        f'<svg class="garden" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img" '
        f'aria-labelledby="{key}-t {key}-d"><title id="{key}-t">{escape(title)}</title>'
        f'<desc id="{key}-d">{escape(words)}</desc>{"".join(board.parts())}</svg>'
    )


def picture_svg(drawn: Picture, key: str, around: str = "legal") -> str:
    """Draw a picture with signs, such as the verdicts on all cells."""
    words = "; ".join(f"row {row}: {' '.join(texts)}" for row, texts in enumerate(drawn.rows, 1))
    return inline(board_of(drawn, around), key, drawn.title or ("garden" if drawn.named else "line"), words)


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


def place_name(place: Sequence[int], named: bool) -> str:
    """Name a cell: `c1`, or its place in a line."""
    row, column = place
    return f"{LETTERS[column]}{row + 1}" if named else str(column + 1)
