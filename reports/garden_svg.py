"""A garden as a picture: what lies there, what blocks it, and the full garden it can become."""

from xml.sax.saxutils import escape

from models.gardens import Completability, Filling
from reports.boards import LETTERS

CELL, EDGE = 64, 36
STYLE = """
  text { font-family: sans-serif; text-anchor: middle; dominant-baseline: central; }
  .edge { font-size: 14px; fill: #666; }
  .cell { fill: #f4f7ee; stroke: #9aa88a; }
  .clover { fill: #cfe8b4; stroke: #4b7a2b; stroke-width: 2; }
  .blocked { fill: #ffd9cc; stroke: #b3261e; stroke-width: 3; stroke-dasharray: 6 3; }
  .number { font-size: 24px; fill: #1d1d1d; }
  .later { font-size: 20px; fill: #2f6db3; font-style: italic; }
  .leaves { font-size: 18px; fill: #1d1d1d; text-decoration: line-through; }
"""


def svg(laid: Filling, found: Completability) -> str:
    """Draw a garden; numbers still to come stand in italics, clovers to exchange are struck out."""
    side = laid.grid.side
    size = EDGE + side * CELL + 8
    box = f'viewBox="0 0 {size} {size}" width="{size}" height="{size}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img">',
        f"<title>{escape(_title(found))}</title>",
        f"<style>{STYLE}</style>",
    ]
    for at in range(side):
        middle = EDGE + at * CELL + CELL // 2
        parts.append(f'<text class="edge" x="{middle}" y="{EDGE // 2}">{LETTERS[at]}</text>')
        parts.append(f'<text class="edge" x="{EDGE // 2}" y="{middle}">{at + 1}</text>')
    for cell in range(side * side):
        parts += _cell(laid, found, cell)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _cell(laid: Filling, found: Completability, cell: int) -> list[str]:
    row, column = divmod(cell, laid.grid.side)
    x, y = EDGE + column * CELL, EDGE + row * CELL
    middle, height = x + CELL // 2, y + CELL // 2
    now = laid.numbers[cell]
    later = now if found.full is None else found.full[cell]
    parts = [f'<rect class="cell" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>']
    if now:
        kind = "blocked" if cell in (found.blocked or ()) else "clover"
        parts.append(f'<circle class="{kind}" cx="{middle}" cy="{height}" r="{CELL // 2 - 5}"/>')
    if now and now == later:
        parts.append(f'<text class="number" x="{middle}" y="{height}">{now}</text>')
    elif now:
        parts.append(f'<text class="leaves" x="{middle}" y="{height - 12}">{now}</text>')
        parts.append(f'<text class="later" x="{middle}" y="{height + 11}">{later}</text>')
    elif later:
        parts.append(f'<text class="later" x="{middle}" y="{height}">{later}</text>')
    return parts


def _title(found: Completability) -> str:
    if not found.legal:
        return "A garden that is not in order"
    if found.fillable:
        return f"A garden that can be filled without exchanges in {found.completions} ways"
    if found.turns is None:
        return "A garden that cannot be completed"
    return f"A garden that can be completed with exchanges only, in {len(found.turns)} own turns"
