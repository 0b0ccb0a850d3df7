"""Gardens as inline SVG, for pages: they take their colours from the page, so that they suit light, dark and paper."""

from html import escape

from models.clause import Picture
from models.evidence import Plot
from reports.boards import LETTERS

CELL, EDGE = 40, 20


def garden(plot: Plot, key: str, told: str) -> str:
    """Draw a garden; `key` makes the ids of its title and description unique on the page."""
    side = len(plot.rows)
    cells = [
        _cell(plot, row, column, number)
        for row, numbers in enumerate(plot.rows)
        for column, number in enumerate(numbers)
    ]
    return _frame(side, key, f"{plot.title}, {told}", _described(plot), cells)


def picture(drawn: Picture, key: str) -> str:
    """Draw a picture with signs, such as the verdicts on all cells."""
    side, cells = len(drawn.rows), []
    for row, texts in enumerate(drawn.rows):
        for column, text in enumerate(texts):
            sign = drawn.marks.get((row, column), "")
            bare = sign.strip("[]()") or text
            kind = "moved" if sign.startswith("[") else "legal" if sign.startswith("(") else "sign" if sign else ""
            cells.append(_square(row, column, kind, "" if bare == "." else bare, taken=bool(text.strip(". "))))
    words = "; ".join(f"row {row}: {' '.join(texts)}" for row, texts in enumerate(drawn.rows, 1))
    return _frame(side, key, drawn.title or "garden", words, cells)


def _frame(side: int, key: str, title: str, words: str, cells: list[str]) -> str:
    size = EDGE + side * CELL + 4
    edges = []
    for at in range(side):
        middle = EDGE + at * CELL + CELL // 2
        edges.append(f'<text class="edge" x="{middle}" y="{EDGE // 2}">{LETTERS[at]}</text>')
        edges.append(f'<text class="edge" x="{EDGE // 2}" y="{middle}">{at + 1}</text>')
    return (
        f'<svg class="garden" viewBox="0 0 {size} {size}" width="{size}" height="{size}" role="img" '
        f'aria-labelledby="{key}-t {key}-d"><title id="{key}-t">{escape(title)}</title>'
        f'<desc id="{key}-d">{escape(words)}</desc>{"".join(edges)}{"".join(cells)}</svg>'
    )


def _cell(plot: Plot, row: int, column: int, number: int) -> str:
    at = row, column
    kind = "moved" if at in plot.moved else "against" if at in plot.against else "legal" if at in plot.legal else ""
    return _square(row, column, kind, str(number) if number else "", taken=bool(number))


def _square(row: int, column: int, kind: str, text: str, *, taken: bool) -> str:
    x, y = EDGE + column * CELL, EDGE + row * CELL
    middle, height = x + CELL // 2, y + CELL // 2
    parts = [f'<rect class="cell {kind}" x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}" rx="4"/>']
    if taken:
        parts.append(f'<circle class="clover {kind}" cx="{middle}" cy="{height}" r="{CELL // 2 - 5}"/>')
    if text:
        parts.append(f'<text class="number" x="{middle}" y="{height}">{escape(text)}</text>')
    elif kind == "legal":
        parts.append(f'<circle class="dot" cx="{middle}" cy="{height}" r="4"/>')
    return "".join(parts)


def _described(plot: Plot) -> str:
    """Say what the picture shows to those who do not see it."""
    rows = [" ".join(str(number or "empty") for number in numbers) for numbers in plot.rows]
    said = [f"row {row}: {text}" for row, text in enumerate(rows, 1)]
    for words, cells in (("placed on", plot.moved), ("against it", plot.against), ("legal cells", plot.legal)):
        if cells:
            said.append(f"{words}: {', '.join(f'{LETTERS[column]}{row + 1}' for row, column in cells)}")
    return "; ".join(said)
