"""The symbolic effect: the table after a move with unknowns in it, the counterpart of `effect`.

What a table remembers (who had the last turn, what is still face down, how play ended) follows from the move. What a
turn does to gardens, middle and pile is what the clauses are about: `open_step` leaves it open, `symbolic_effect`
fills in what the turn says.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from models.lucky_numbers.clauses.ln208_another_turn import BRUNO
from models.lucky_numbers.clauses.ln401_full_garden import FULL
from models.lucky_numbers.clauses.ln402_last_clover import LAST
from models.lucky_numbers.clauses.ln602_points import POINTS
from models.lucky_numbers.moves import Conceding, End, Placing, Scores, Start, Stop, Turn
from models.lucky_numbers.symbolic_state import (
    BY_FULL,
    BY_PILE,
    NOT_ENDED,
    Numbers,
    SomePlayed,
    SymbolicMove,
    SymbolicStep,
    SymbolicTable,
    declared_size,
    symbolic_table,
)
from models.smt import And, Count, Formula, If, Not, Number, Or, Term

PartT = TypeVar("PartT", Number, Formula)


def symbolic_step_of(before: SymbolicTable, move: SymbolicMove) -> SymbolicStep:
    """Give the step a move makes from a table."""
    return _counted(SymbolicStep(before, move, symbolic_effect(before, move), declared_size(before.rules)))


def open_step(before: SymbolicTable, move: SymbolicMove, name: str) -> SymbolicStep:
    """Give the step of a move, with all that clauses speak about left open in the table after it."""
    after = _remembered(before, move)
    if move.kind is Turn:
        free = symbolic_table(before.rules, name)
        after = replace(after, gardens=free.gardens, middle=free.middle, pile=free.pile, again=free.again)
    return _counted(SymbolicStep(before, move, _with_end(after), declared_size(before.rules)))


def _counted(step: SymbolicStep) -> SymbolicStep:
    counting = step.rules.changes.counting
    return step if counting is None else replace(step, after=replace(step.after, counted=counting.after_term(step)))


def symbolic_effect(before: SymbolicTable, move: SymbolicMove) -> SymbolicTable:
    """Give the table after a move as the move itself says it.

    Raises ValueError for a stop where it is not known whether a result was named: it decides how many games there were.
    """
    table = _remembered(before, move)
    if move.kind is not Turn:
        return _with_end(table)
    step = SymbolicStep(before, move, before, declared_size(before.rules))
    old = step.there
    # states LN204, LN205, LN303 as symbolic effect, tied by
    # tests/test_terms.py::test_checks_terms_and_engine_agree_on_every_turn_from_every_table_of_a_small_game
    middle = tuple(
        before.middle[each]
        - If(And(step.takes, Not(step.leaves), move.clover == each, before.middle[each] >= 1), 1, 0)
        + If(And(step.reveals, step.leaves, move.clover == each), 1, 0)
        + If(And(step.exchanges, old == each), 1, 0)
        for each in range(len(before.middle))
    )
    return _with_end(
        replace(
            table,
            gardens=_laid(step, Not(step.leaves)),
            middle=_either(move.shows.get("middle", False), move.middle or middle, (0, *middle[1:])),
            pile=_believed(move, If(step.reveals, _one_less(before.pile), before.pile)),
            again=before.rules.changes.form_of(BRUNO).earns_term(step),
        )
    )


def _believed(move: SymbolicMove, counted: Number) -> Number:
    """Give the pile as it was shown, unless it was not or no pile can be so."""
    pile: Number = If(And(move.shows.get("pile", False), move.pile >= 0), move.pile, counted)
    return pile


def _one_less(count: Number) -> Number:
    less: Number = If(count == 0, 0, count - 1)
    return less


def _laid(step: SymbolicStep, lays: Formula) -> tuple[Numbers, ...]:
    return tuple(
        tuple(
            If(And(lays, mover, step.move.cell == cell), step.move.clover, step.before.gardens[seat][cell])
            for cell in step.cells
        )
        for seat, mover in step.seats
    )


def _revealed(before: SymbolicTable, move: SymbolicMove, reveals: Formula) -> Numbers:
    hidden = before.hidden
    return (0, *(If(And(reveals, move.clover == n), _one_less(hidden[n]), hidden[n]) for n in before.numbers))


def _remembered(before: SymbolicTable, move: SymbolicMove) -> SymbolicTable:
    """Give the table after a move as far as no clause speaks about it."""
    step = SymbolicStep(before, move, before, declared_size(before.rules))
    if move.kind is Placing:
        return replace(
            before,
            hidden=_revealed(before, move, True),
            pile=If(before.playing, before.pile, _one_less(before.pile)),
            placed=tuple(before.placed[seat] + If(mover, 1, 0) for seat, mover in step.seats),
            gardens=_laid(step, True),
        )
    if move.kind is Start:
        shown = move.shows
        return replace(
            before,
            playing=True,
            first=If(move.first == 0, before.first, move.first),
            pile=_believed(move, before.pile),
            middle=_either(shown["middle"], move.middle, before.middle),
        )
    if move.kind is Turn:
        return replace(
            before,
            hidden=_revealed(before, move, step.reveals),
            playing=True,
            first=If(before.first == 0, move.player, before.first),
            last=move.player,
            drawn=step.reveals,
            played_on=Or(before.played_on, before.over),
            turns=before.turns + 1,
        )
    if move.kind is Conceding:
        return replace(before, conceded=tuple(Or(before.conceded[seat], mover) for seat, mover in step.seats))
    if move.kind is Scores:
        return replace(before, series=())
    if move.kind in (End, Stop):
        return _broken_off(before) if move.kind is Stop else _with_result(before, move)
    return before


def _with_result(before: SymbolicTable, move: SymbolicMove) -> SymbolicTable:
    """Remember the points that were named, or else those that the clauses name."""
    shown = move.shows["points"]
    known = Or(shown, before.over, Count(before.staying) <= 1)
    counted = (If(known, own, 0) for own in before.rules.changes.form_of(POINTS).points_term(before))
    points = tuple(If(shown, *pair) for pair in zip(move.points, counted, strict=True))
    return replace(before, closed=True, series=(*before.series, SomePlayed(before.first, known, points)))


def _broken_off(before: SymbolicTable) -> SymbolicTable:
    if isinstance(before.closed, Term):
        raise ValueError("it is not known whether a result was named before the stop")
    if before.closed:
        return before
    nothing = SomePlayed(before.first, False, (0,) * before.rules.players)
    return replace(before, stopped=True, series=(*before.series, nothing))


def _either(condition: Formula, one: Sequence[PartT], other: Sequence[PartT]) -> tuple[PartT, ...]:
    return tuple(If(condition, *pair) for pair in zip(one, other, strict=True))


def _with_end(table: SymbolicTable) -> SymbolicTable:
    form_of = table.rules.changes.form_of
    by_pile = If(form_of(LAST).over_term(table), BY_PILE, NOT_ENDED)
    over = If(form_of(FULL).over_term(table), BY_FULL, by_pile)
    counts = tuple(If(over == NOT_ENDED, 0, count) for count in table.empty)
    gone = tuple(And(over != NOT_ENDED, conceded) for conceded in table.conceded)
    return replace(
        table,
        ended=If(table.over, table.ended, over),
        empty_then=_either(table.over, table.empty_then, counts),
        conceded_then=_either(table.over, table.conceded_then, gone),
    )
