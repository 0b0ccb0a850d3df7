"""Gardens and lines as inline SVG, for pages: in the colours of the page, so that they suit light, dark and paper."""

from collections.abc import Sequence
from html import escape

from msgspec import Struct

from models.clause import Picture
from models.evidence import Plot
from reports.boards import LETTERS

CELL, EDGE, SLIM = 40, 20, 4
SHORT, LETTER = 3, 11  # characters that a square cell holds; how wide one is


class _Grid(Struct, frozen=True):
    """Where the cells of a drawing lie; with names at its edges it is a square."""

    rows: int
    columns: int
    wide: int
    named: bool

    @property
    def edge(self) -> int:
        return EDGE if self.named else SLIM

    def frame(self, key: str, title: str, words: str, cells: list[str]) -> str:
        """Put cells into a drawing with a title and a description."""
        wide, high = self.edge + self.columns * self.wide + 4, self.edge + self.rows * CELL + 4
        edges = []
        for at in range(self.rows if self.named else 0):
            beside, above = EDGE + at * CELL + CELL // 2, EDGE + at * self.wide + self.wide // 2
            edges.append(f'<text class="edge" x="{above}" y="{EDGE // 2}">{LETTERS[at]}</text>')
            edges.append(f'<text class="edge" x="{EDGE // 2}" y="{beside}">{at + 1}</text>')
        return (
            f'<svg class="garden" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img" '
            f'aria-labelledby="{key}-t {key}-d"><title id="{key}-t">{escape(title)}</title>'
            f'<desc id="{key}-d">{escape(words)}</desc>{"".join(edges)}{"".join(cells)}</svg>'
        )

    def cell(self, row: int, column: int, kind: str, text: str, *, taken: bool) -> str:
        """Draw a cell, and what lies on it: a round piece where its text is short."""
        x, y, wide = self.edge + column * self.wide, self.edge + row * CELL, self.wide
        middle, height = x + wide // 2, y + CELL // 2
        parts = [f'<rect class="cell {kind}" x="{x + 1}" y="{y + 1}" width="{wide - 2}" height="{CELL - 2}" rx="4"/>']
        if taken and wide == CELL:
            parts.append(f'<circle class="clover {kind}" cx="{middle}" cy="{height}" r="{CELL // 2 - 5}"/>')
        elif taken:
            size = f'width="{wide - 10}" height="{CELL - 10}"'
            parts.append(f'<rect class="clover {kind}" x="{x + 5}" y="{y + 5}" {size} rx="6"/>')
        if text:
            parts.append(f'<text class="number" x="{middle}" y="{height}">{escape(text)}</text>')
        elif kind == "legal":
            parts.append(f'<circle class="dot" cx="{middle}" cy="{height}" r="4"/>')
        return "".join(parts)


def _grid(rows: Sequence[Sequence[str]], *, named: bool) -> _Grid:
    longest = max((len(text.strip("[]() ")) for row in rows for text in row), default=0)
    wide = CELL if longest <= SHORT else LETTER * longest + 16
    return _Grid(len(rows), max(map(len, rows), default=0), wide, named)


def plot(drawn: Plot, key: str, told: str) -> str:
    """Draw a garden or a line; `key` makes the ids of its title and description unique on the page."""
    grid = _grid(drawn.rows, named=drawn.named)
    cells = [
        grid.cell(row, column, _kind(drawn, (row, column)), text, taken=bool(text))
        for row, texts in enumerate(drawn.rows)
        for column, text in enumerate(texts)
    ]
    return grid.frame(key, f"{drawn.title}, {told}", _described(drawn), cells)


def picture_svg(drawn: Picture, key: str) -> str:
    """Draw a picture with signs, such as the verdicts on all cells."""
    grid, cells = _grid(drawn.rows, named=drawn.named), []
    for row, texts in enumerate(drawn.rows):
        for column, text in enumerate(texts):
            sign = drawn.marks.get((row, column), "")
            bare = sign.strip("[]()") or text
            kind = "moved" if sign.startswith("[") else "legal" if sign.startswith("(") else "sign" if sign else ""
            cells.append(grid.cell(row, column, kind, "" if bare == "." else bare, taken=bool(text.strip(". "))))
    words = "; ".join(f"row {row}: {' '.join(texts)}" for row, texts in enumerate(drawn.rows, 1))
    return grid.frame(key, drawn.title or ("garden" if drawn.named else "line"), words, cells)


def _kind(drawn: Plot, at: tuple[int, int]) -> str:
    return "moved" if at in drawn.moved else "against" if at in drawn.against else "legal" if at in drawn.legal else ""


def _described(drawn: Plot) -> str:
    """Say what the picture shows to those who do not see it."""
    rows = [" ".join(text or "empty" for text in texts) for texts in drawn.rows]
    said = [f"row {row}: {text}" for row, text in enumerate(rows, 1)]
    for words, cells in (("placed on", drawn.moved), ("against it", drawn.against), ("legal cells", drawn.legal)):
        if cells:
            places = (f"{LETTERS[column]}{row + 1}" if drawn.named else str(column + 1) for row, column in cells)
            said.append(f"{words}: {', '.join(places)}")
    return "; ".join(said)
