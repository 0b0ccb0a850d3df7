"""The symbolic effect: the table after a move with unknowns in it, the counterpart of `effect`."""

from collections.abc import Callable
from dataclasses import replace

from msgspec.structs import replace as changed

from models.good_fortune.clauses.gf401_end import END
from models.good_fortune.layings import line_after_layings
from models.good_fortune.moves import Conceding, Dealing, Ending, Stop, Turn
from models.good_fortune.symbolic_state import (
    NOT_SHOWN,
    SEATS,
    SMALL,
    Heaps,
    Numbers,
    SomeMet,
    SymbolicLaying,
    SymbolicMove,
    SymbolicStep,
    SymbolicTable,
    held,
)
from models.smt import And, Formula, If, Not, Number, Or


def symbolic_effect(step: SymbolicStep) -> SymbolicTable:
    """Give the table after a move as the move itself says it."""
    table, changes = _moved(step), step.rules.changes
    table = replace(table, ended=Or(table.ended, And(table.dealt, changes.form_of(END).over_term(table))))
    if changes.counting is None:
        return table
    bare = changed(step.rules, changes=changed(changes, counting=None))
    return replace(table, counted=changes.counting.after_term(replace(step, before=replace(step.before, rules=bare))))


def _moved(step: SymbolicStep) -> SymbolicTable:
    before, move = step.before, step.move
    if move.kind is Dealing:
        return _dealt(before, move)
    if move.kind is Turn:
        return _turned(step)
    if move.kind is Conceding:
        goes_on = Not(Or(before.ended, before.over))
        first, second = (Or(before.conceded[seat], And(goes_on, move.player == seat + 1)) for seat in SEATS)
        return replace(before, conceded=(first, second))
    if move.kind is Ending:
        return replace(before, closed=True)
    if move.kind is Stop:
        return replace(before, stopped=Or(before.stopped, Not(before.closed)))
    return before


def _dealt(before: SymbolicTable, move: SymbolicMove) -> SymbolicTable:
    with_the_1 = If(held(move.hands[0], 1), 1, If(held(move.hands[1], 1), 2, 0))
    holder: Number = 0 if before.rules.simple else If(move.holder != 0, move.holder, with_the_1)
    large = And(move.side != NOT_SHOWN, move.side != SMALL)
    return replace(before, hands=move.hands, line=move.line or (), holder=holder, large=large, dealt=True)


def _turned(step: SymbolicStep) -> SymbolicTable:
    before, move, rules = step.before, step.move, step.rules
    holder, large = before.holder, before.large
    if not rules.simple:
        if not rules.guessing:
            holder = If(move.chooser != 0, move.chooser, holder)
        passed = holder if rules.guessing else If(holder == 0, 0, 3 - holder)
        holder = If(move.holder != 0, move.holder, passed)
        large = If(move.side == NOT_SHOWN, Not(large), move.side != SMALL)
    shows, won = move.shows, won_after(step)
    first, second = (
        before.laid[seat] + sum((If(laying.player == seat + 1, 1, 0) for laying in move.laid), 0) for seat in SEATS
    )
    nothing: Numbers = (0,) * len(won[0])
    return replace(
        before,
        hands=_shown(shows["hands"], move.hands, hands_after(before.hands, move.laid)),
        line=line_after_layings(step) if move.line is None else move.line,
        won=_shown(shows["collections"], move.collections, won),
        unsure=_shown(shows["collections"], (nothing, nothing), unsure_after(step)),
        holder=holder,
        large=large,
        last=move.laid[-1].player if move.laid else before.last,
        laid=(first, second),
        played_on=Or(before.played_on, before.ended),
        turns=before.turns + 1,
    )


def _shown(shown: Formula, one: Heaps, other: Heaps) -> Heaps:
    first, second = (
        tuple(If(shown, *pair) for pair in zip(one[seat] or other[seat], other[seat], strict=True)) for seat in SEATS
    )
    return first, second


def hands_after(hands: Heaps, laid: tuple[SymbolicLaying, ...]) -> Heaps:
    """Give the hands without the tiles that are laid."""

    def left(heap: Numbers) -> Numbers:
        return tuple(If(Or(laying.tile == tile for laying in laid), 0, count) for tile, count in enumerate(heap))

    return left(hands[0]), left(hands[1])


def won_after(step: SymbolicStep) -> Heaps:
    """Give what is surely won after a turn: what is said to be, and what a shared charm wins if nothing is said."""
    return _gained(step, step.before.won, lambda each: If(each.laying.taken == 0, each.connects, each.laying.wins))


def unsure_after(step: SymbolicStep) -> Heaps:
    """Give what is perhaps won after a turn: where nothing is said, and the charms do not tell."""
    return _gained(
        step,
        step.before.unsure,
        lambda each: And(each.laying.taken == 0, Not(each.connects), Not(each.fails)),
    )


# states GF204, GF208 as symbolic effect, tied by
# tests/test_good_fortune_terms.py::test_checks_terms_and_engine_agree_on_every_turn_of_the_smallest_game
def _gained(step: SymbolicStep, heaps: Heaps, gains: Callable[[SomeMet], Formula]) -> Heaps:
    numbers = step.before.numbers
    told = [(each.laying.player, gains(each), each.goes) for each in step.met]

    def more(seat: int) -> Numbers:
        came = [Or(And(player == seat + 1, gained, goes == tile) for player, gained, goes in told) for tile in numbers]
        return (0, *(If(And(heaps[seat][tile] == 0, came[tile - 1]), 1, heaps[seat][tile]) for tile in numbers))

    return more(0), more(1)
