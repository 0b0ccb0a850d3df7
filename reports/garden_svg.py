"""A garden as a picture: what lies there, what blocks it, and the full garden it can become."""

from models.clause import Picture
from models.gardens import Completability, Filling
from models.view import View
from reports.pictures.files import svg_file
from reports.pictures.grids import Mark
from reports.pictures.tables import Marks
from reports.style import count_of

LEGEND = {
    "blocked": "dashed red: what keeps it from being filled without exchanges",
    "later": "in italics: what can come there",
    "leaves": "struck out: what must be exchanged, with what can come there",
}


def garden_svg(laid: Filling, found: Completability) -> str:
    """Draw a garden; numbers still to come stand in italics, clovers to exchange are struck out."""
    side = laid.grid.side
    rows = tuple(
        tuple(str(number or ".") for number in laid.numbers[start : start + side])
        for start in range(0, len(laid.numbers), side)
    )
    marks = {cell: mark for cell in range(side * side) if (mark := _mark(laid, found, cell)) is not None}
    placed = Marks({(0, *divmod(cell, side)): mark for cell, mark in marks.items()})
    kinds = {mark.kind for mark in marks.values()} | {"leaves" for mark in marks.values() if mark.note}
    lines = [words for kind, words in LEGEND.items() if kind in kinds]
    if found.fillable:
        lines.append("a way: a full garden that can come of it by adding clovers to the free cells; one is shown")
    return svg_file(_title(found), View((Picture("", rows, {}),), ()), placed, lines)


def _mark(laid: Filling, found: Completability, cell: int) -> Mark | None:
    now = laid.numbers[cell]
    later = now if found.full is None else found.full[cell]
    blocks = cell in (found.blocked or ())
    if now and now != later:
        return Mark("blocked" if blocks else "leaves", note=str(later))
    if now:
        return Mark("blocked") if blocks else None
    return Mark("later", str(later)) if later else None


def _title(found: Completability) -> str:
    if not found.legal:
        return "A garden that is not in order"
    if found.fillable:
        return f"A garden that can be filled without exchanges, in {count_of(found.completions, 'way')}"
    if found.turns is None:
        return "A garden that cannot be completed"
    return f"A garden that can be completed with exchanges only, in {len(found.turns)} own turns"
