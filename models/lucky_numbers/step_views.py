"""A step as a report shows it: the gardens before and after it, with the legal cells, and what lay beside them."""

from msgspec.structs import replace

from models.clause import Fault
from models.evidence import Plot, StepView
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import Cell, Clover, Garden
from models.lucky_numbers.legal_moves import broken_clauses, legal_cells, legal_moves, view
from models.lucky_numbers.moves import Action, Placing, Player, Turn
from models.lucky_numbers.table import Step, Table, write_heap
from models.view import View

MOST_LINES = 12
PIECE = "clover"


def step_view(step: Step, fault: Fault) -> StepView:
    """Show a step: the mover's garden if one clover is placed, else all gardens."""
    move, before, after = step.move, step.before, step.after
    mover = move.player if isinstance(move, Turn | Placing) else None
    clover = move.clover if isinstance(move, Turn) and move.source == "pile" else None
    facts = [
        ("middle", write_heap(before.middle), write_heap(after.middle)),
        ("face down", str(before.pile), str(after.pile)),
    ]
    if not before.playing:
        facts = facts[1:]
    told = legal_moves(before, mover if isinstance(move, Turn) else None, clover)[:MOST_LINES]
    if isinstance(move, Turn | Placing) and move.cell is not None:
        legal = _legal(before, move)
        against = tuple(before.rules.board.cells[name] for name in fault.against)
        garden = before.garden(move.player)
        title = f"garden of player {move.player}"
        first = _plot(before.rules, title, garden, (), against, legal, move.clover)
        then = _plot(before.rules, title, after.garden(move.player), (move.cell,), against, (), move.clover)
        return StepView((first,), (then,), tuple(facts), told, PIECE, _should(step, fault))
    if isinstance(move, Turn):
        title = f"garden of player {move.player}"
        plot = _plot(before.rules, title, before.garden(move.player), (), (), _legal(before, move), move.clover)
        return StepView((plot,), (), tuple(facts), told, PIECE, _should(step, fault))
    plots = tuple(
        _plot(before.rules, f"garden of player {player}", garden)
        for player, garden in zip(before.players, before.gardens, strict=True)
    )
    return StepView(plots, (), tuple(facts), told, PIECE)


def _should(step: Step, fault: Fault) -> View | None:
    """Show how the table should lie after a turn or a placing, whatever was shown of it.

    Where the move is not legal, only what the fault is about lies so, if it is a part of the table that was shown; None
    if it is none.
    """
    move, after = step.move, step.after
    made = step_of(step.before, replace(move, pile=None, middle=None) if isinstance(move, Turn) else move)
    if not broken_clauses(made):
        return view(made.after)
    if fault.field == "pile":
        return view(replace(after, pile=made.after.pile))
    return view(replace(after, middle=made.after.middle)) if fault.field == "middle" else None


def _legal(table: Table, move: Turn | Placing) -> tuple[Cell, ...]:
    """Give the cells where this clover may go from where it was taken, by all clauses; none where it may not be."""
    garden = table.garden(move.player)
    if isinstance(move, Placing):
        steps = {
            cell: step_of(table, replace(move, cell=cell)) for cell in table.rules.board.diagonal if not garden[cell]
        }
    else:
        cells = legal_cells(table, Player(move.player), Clover(move.clover))
        steps = {cell: step_of(table, _turn_to(table, move, cell)) for cell in cells}
    return tuple(cell for cell, step in steps.items() if not broken_clauses(step))


def _turn_to(table: Table, move: Turn, cell: Cell) -> Turn:
    old = table.garden(move.player)[cell]
    action: Action = "exchange" if old else "place"
    return replace(move, action=action, cell=cell, out=old or None, pile=None, middle=None)


def _plot(
    rules: Rules,
    title: str,
    garden: Garden,
    moved: tuple[Cell, ...] = (),
    against: tuple[Cell, ...] = (),
    legal: tuple[Cell, ...] = (),
    clover: int = 0,
) -> Plot:
    side = rules.board.side

    def at(cells: tuple[Cell, ...]) -> tuple[tuple[int, int], ...]:
        return tuple(divmod(cell, side) for cell in cells)

    rows = tuple(tuple(_text(each) for each in garden[start : start + side]) for start in range(0, len(garden), side))
    return Plot(title, rows, at(moved), at(against), at(legal), _text(clover))


def _text(clover: int) -> str:
    return str(int(clover)) if clover else ""
