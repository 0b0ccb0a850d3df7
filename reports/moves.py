"""What the rules say of one clover in one garden, in text and JSON."""

from msgspec import UNSET

from models.view import CellVerdicts, MoveVerdicts
from reports.boards import drawing, view_lines
from reports.rows import CellRow, JudgedMoveRow, MovesRow, TableMovesRow
from reports.style import Paint, broken_lines, count_of, uncolored


def moves_text(clover: int, verdicts: CellVerdicts, paint: Paint) -> str:
    """Draw the garden with the verdict on each cell, and name the reasons."""
    lines = [f"Where can the {clover} go?", ""]
    wide = max(len(cell.cell) for cell in verdicts.cells)
    lines += [f"  {row}" for row in drawing(verdicts.picture, paint)]
    lines += [
        "",
        *(line for row in verdicts.legend for line in broken_lines(f"  {row}", 4)),
        *([""] if verdicts.legend else []),
    ]
    for cell in verdicts.cells:
        what = "add" if cell.action == "place" else cell.action
        why = what if cell.legal else f"{what}: {cell.reason} ({', '.join(cell.clauses)})"
        lines += _judged(cell.cell.ljust(wide), cell.legal, why, paint)
    fits = count_of(sum(cell.legal for cell in verdicts.cells), "legal cell")
    counted_up = "No legal cell: a discard is forced." if verdicts.forced else f"{fits}: no discard is forced."
    lines += ["", verdicts.summary or counted_up]
    return "\n".join([*lines, *(f"note: {note}" for note in verdicts.notes)]) + "\n"


def _judged(name: str, legal: bool, why: str, paint: Paint) -> list[str]:
    """Say whether a move is legal, and why not beside it, in as many lines as it needs."""
    word = paint("good", "yes") + "  " if legal else paint("bad", "no") + "   "
    first, *rest = broken_lines(why, 0, len(name) + 9)
    return [f"  {name}  {word}{first}".rstrip(), *(" " * (len(name) + 9) + more for more in rest)]


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
        why = f"{each.reason} ({', '.join(each.clauses)})" if each.clauses else ""
        lines += _judged(each.move.ljust(wide), not each.clauses, why, paint)
    return (
        "\n".join([*lines, "", f"{count_of(sum(not each.clauses for each in verdicts.moves), 'legal turn')}."]) + "\n"
    )


def table_moves_row(verdicts: MoveVerdicts) -> TableMovesRow:
    """Give the JSON form."""
    moves = {each.move: JudgedMoveRow(not each.clauses, each.clauses) for each in verdicts.moves}
    return TableMovesRow(verdicts.table, moves)
