"""What the rules say of one clover in one garden, in text and JSON."""

from models.game import CellVerdicts
from reports.boards import drawing
from reports.rows import CellRow, MovesRow
from reports.style import Paint, counted


def moves_text(clover: int, verdicts: CellVerdicts, paint: Paint) -> str:
    """Draw the garden with the verdict on each cell, and name the reasons."""
    lines = [f"Where can the {clover} go?", ""]
    lines += [f"  {row}" for row in drawing(verdicts.picture, paint)]
    lines += ["", *(f"  {row}" for row in verdicts.legend), *([""] if verdicts.legend else [])]
    for cell in verdicts.cells:
        what = {"place": "add", "exchange": "exchange"}[cell.action]
        if cell.legal:
            lines.append(f"  {cell.cell}  {paint('good', 'yes')}  {what}")
        else:
            lines.append(f"  {cell.cell}  {paint('bad', 'no')}   {what}: {cell.reason} ({', '.join(cell.clauses)})")
    fits = counted(sum(cell.legal for cell in verdicts.cells), "legal cell")
    lines += ["", "No legal cell: a discard is forced." if verdicts.forced else f"{fits}: no discard is forced."]
    return "\n".join([*lines, *(f"note: {note}" for note in verdicts.notes)]) + "\n"


def moves_row(clover: int, verdicts: CellVerdicts) -> MovesRow:
    """Give the JSON form."""
    cells = {
        cell.cell: CellRow(cell.legal, "place" if cell.action == "place" else "exchange", cell.clauses, cell.against)
        for cell in verdicts.cells
    }
    return MovesRow(clover, cells, verdicts.forced)
