"""What an event does to a table, allowed or not: the clovers go where it says, and what was shown is believed."""

from collections.abc import Sequence

from msgspec.structs import replace

from models.lucky_numbers.clauses.ln208_another_turn import BRUNO
from models.lucky_numbers.clauses.ln401_full_garden import FULL
from models.lucky_numbers.clauses.ln402_last_clover import LAST
from models.lucky_numbers.clauses.ln602_points import POINTS
from models.lucky_numbers.garden import EMPTY, Cell, Clover, Garden
from models.lucky_numbers.kernel import middle_changes
from models.lucky_numbers.moves import Conceding, End, Move, Numbers, Placing, Player, Scores, Start, Stop, Turn
from models.lucky_numbers.table import Ended, Played, Step, Table, with_clover, without_clover


def step_of(before: Table, move: Move, seen: Sequence[Garden | None] = ()) -> Step:
    """Give the step a move makes from a table; `seen` are the gardens as they were shown after it."""
    after = effect(before, move)
    if seen:
        gardens = tuple(lies if shown is None else shown for lies, shown in zip(after.gardens, seen, strict=True))
        after = replace(after, gardens=gardens)
    return _changed(Step(before, move, _with_end(after)))


def _changed(step: Step) -> Step:
    """Give a step with what follows by clauses that are not as the rules have them."""
    changes = step.before.rules.changes
    for clause in changes.instead:
        if isinstance(step.move, clause.moves):
            step = clause.effect(step)
    if changes.counting is None:
        return step
    return replace(step, after=replace(step.after, counted=changes.counting.after(step)))


def effect(before: Table, move: Move) -> Table:
    """Give the table after a move."""
    match move:
        case Turn():
            return _turned(before, move)
        case Placing():
            return _placed(before, move)
        case Start():
            return replace(
                before,
                playing=True,
                first=move.first or before.first,
                pile=_believed(move.pile, before.pile),
                middle=before.middle if move.middle is None else move.middle,
            )
        case Conceding():
            return replace(before, conceded=before.conceded | {move.player})
        case End():
            points = move.points if move.points is not None else before.rules.changes.form_of(POINTS).points(before)
            return replace(before, closed=True, series=(*before.series, Played(before.first, points)))
        case Stop():
            if before.closed:
                return before
            return replace(before, stopped=True, series=(*before.series, Played(before.first, None)))
        case Scores():
            return replace(before, series=())
    return before


def _with_end(table: Table) -> Table:
    if table.ended is not None:
        return table
    form_of = table.rules.changes.form_of
    if form_of(FULL).over(table):
        return replace(table, ended=Ended("full", table.empty, table.conceded))
    if form_of(LAST).over(table):
        return replace(table, ended=Ended("pile", table.empty, table.conceded))
    return table


def _placed(before: Table, move: Placing) -> Table:
    return replace(
        before,
        hidden=_less(before.hidden, move.clover),
        pile=before.pile if before.playing else max(0, before.pile - 1),
        placed=tuple(count + (player == move.player) for player, count in enumerate(before.placed, 1)),
        gardens=_laid(before, move.player, move.cell, move.clover),
    )


def _less(hidden: tuple[int, ...], clover: Clover) -> tuple[int, ...]:
    """Give the copies nobody has seen after one of them was."""
    left = hidden[clover]
    return (*hidden[:clover], left - 1, *hidden[clover + 1 :]) if left else hidden


def _laid(table: Table, player: Player, cell: Cell, clover: Clover) -> tuple[Garden, ...]:
    garden = table.garden(player)
    changed = (*garden[:cell], clover, *garden[cell + 1 :])
    return (*table.gardens[: player - 1], changed, *table.gardens[player:])


def _turned(before: Table, move: Turn) -> Table:
    revealed = move.source == "pile"
    return replace(
        before,
        gardens=before.gardens if move.cell is None else _laid(before, move.player, move.cell, move.clover),
        hidden=_less(before.hidden, move.clover) if revealed else before.hidden,
        middle=_middle_after(before, move) if move.middle is None else move.middle,
        pile=_believed(move.pile, max(0, before.pile - revealed)),
        playing=True,
        first=before.first or move.player,
        last=move.player,
        again=before.rules.changes.form_of(BRUNO).earns(Step(before, move, before)),
        drawn=revealed,
        played_on=before.played_on or before.ended is not None,
        turns=before.turns + 1,
    )


def _believed(shown: int | None, counted: int) -> int:
    """Give the pile as it was shown, unless it was not or no pile can be so."""
    return counted if shown is None or shown < 0 else shown


def _middle_after(before: Table, move: Turn) -> Numbers:
    if move.cell is None and move.source == "middle":
        return before.middle
    old = before.garden(move.player)[move.cell] if move.action == "exchange" and move.cell is not None else EMPTY
    leaves, enters = middle_changes(move.source == "middle", move.cell is not None, move.clover, old)
    middle = without_clover(before.middle, Clover(leaves)) if leaves else before.middle
    return with_clover(middle, Clover(enters)) if enters else middle
