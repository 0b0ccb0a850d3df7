"""What the rules say of one clover in one garden, in text and JSON."""

from msgspec import UNSET

from models.view import CellVerdicts, MoveVerdicts
from reports.boards import drawing, view_lines
from reports.rows import CellRow, JudgedMoveRow, MovesRow, TableMovesRow
from reports.style import Paint, count_of, uncolored


def moves_text(clover: int, verdicts: CellVerdicts, paint: Paint) -> str:
    """Draw the garden with the verdict on each cell, and name the reasons."""
    lines = [f"Where can the {clover} go?", ""]
    wide = max(len(cell.cell) for cell in verdicts.cells)
    lines += [f"  {row}" for row in drawing(verdicts.picture, paint)]
    lines += ["", *(f"  {row}" for row in verdicts.legend), *([""] if verdicts.legend else [])]
    for cell in verdicts.cells:
        what, name = "add" if cell.action == "place" else cell.action, cell.cell.ljust(wide)
        if cell.legal:
            lines.append(f"  {name}  {paint('good', 'yes')}  {what}")
        else:
            lines.append(f"  {name}  {paint('bad', 'no')}   {what}: {cell.reason} ({', '.join(cell.clauses)})")
    fits = count_of(sum(cell.legal for cell in verdicts.cells), "legal cell")
    counted_up = "No legal cell: a discard is forced." if verdicts.forced else f"{fits}: no discard is forced."
    lines += ["", verdicts.summary or counted_up]
    return "\n".join([*lines, *(f"note: {note}" for note in verdicts.notes)]) + "\n"


def moves_row(clover: int, verdicts: CellVerdicts) -> MovesRow:
    """Give the JSON form."""
    cells = {cell.cell: CellRow(cell.legal, cell.action, cell.clauses, cell.against) for cell in verdicts.cells}
    laid = {verdicts.piece: clover}
    return MovesRow(
        clover=laid.get("clover", UNSET), tile=laid.get("tile", UNSET), cells=cells, discard_forced=verdicts.forced
    )


def table_moves_text(verdicts: MoveVerdicts, paint: Paint) -> str:
    """Show a table, and say of every turn whether it is legal there."""
    wide = max((len(each.move) for each in verdicts.moves), default=0)
    lines = ["Which turns are legal?", "", *(f"  {row}".rstrip() for row in view_lines(verdicts.view, uncolored))]
    lines += [""] if lines[-1] else []
    for each in verdicts.moves:
        if each.clauses:
            lines.append(f"  {each.move.ljust(wide)}  {paint('bad', 'no')}   {each.reason} ({', '.join(each.clauses)})")
        else:
            lines.append(f"  {each.move.ljust(wide)}  {paint('good', 'yes')}")
    return (
        "\n".join([*lines, "", f"{count_of(sum(not each.clauses for each in verdicts.moves), 'legal turn')}."]) + "\n"
    )


def table_moves_row(verdicts: MoveVerdicts) -> TableMovesRow:
    """Give the JSON form."""
    moves = {each.move: JudgedMoveRow(not each.clauses, each.clauses) for each in verdicts.moves}
    return TableMovesRow(verdicts.table, moves)
