"""A step as a report shows it: the gardens before and after it, with the legal cells, and what lay beside them."""

from models.clause import Fault
from models.evidence import Plot, StepView
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import Cell, Clover, Garden
from models.lucky_numbers.legal_moves import legal_cells, legal_moves
from models.lucky_numbers.moves import Placing, Player, Turn
from models.lucky_numbers.table import Step, Table, write_heap

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
        return StepView((first,), (then,), tuple(facts), told, PIECE)
    if isinstance(move, Turn):
        title = f"garden of player {move.player}"
        plot = _plot(before.rules, title, before.garden(move.player), (), (), _legal(before, move), move.clover)
        return StepView((plot,), (), tuple(facts), told, PIECE)
    plots = tuple(
        _plot(before.rules, f"garden of player {player}", garden)
        for player, garden in zip(before.players, before.gardens, strict=True)
    )
    return StepView(plots, (), tuple(facts), told, PIECE)


def _legal(table: Table, move: Turn | Placing) -> tuple[Cell, ...]:
    """Give the cells where the clover may go by the rules of placing; none where play is over."""
    if table.ended is not None:
        return ()
    if isinstance(move, Placing):
        garden = table.garden(move.player)
        return tuple(cell for cell in table.rules.board.diagonal if not garden[cell])
    return tuple(legal_cells(table, Player(move.player), Clover(move.clover)))


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
