"""Predicates that the claims are made of: gardens in order, turns with unknowns, and the invariants of play."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from models.clause import Clause, ClauseId, binding, breached
from models.lucky_numbers import clauses as listed
from models.lucky_numbers.assignments import SYMBOLS
from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT, Ascending
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Placing, Start, Turn
from models.lucky_numbers.symbolic_state import (
    BY_FULL,
    BY_PILE,
    NOT_ENDED,
    Numbers,
    SymbolicMove,
    SymbolicStep,
    SymbolicTable,
    declared_size,
    empty_table,
    symbolic_move,
    symbolic_table,
)
from models.lucky_numbers.table import Step
from models.proof import Counterexample, NoCase
from models.smt import And, Count, Formula, Iff, Implies, Not, Number, Or, Sum, Values, number

CaseOf = Callable[[Values], Counterexample]
IN_PLAY = (Placing, Start, Turn)


# Gardens --------------------------------------------------------------------------------------------------------------


def some_garden(rules: Rules, name: str = "garden", least: int = 0) -> Numbers:
    """Give a garden of which nothing is known; `least` 1 for a full one."""
    return tuple(number(f"{name}.{cell}", least, rules.top) for cell in rules.board.names)


def rows_and_columns(side: int) -> list[tuple[int, ...]]:
    """List the rows and columns as cells."""
    rows = [tuple(range(row * side, row * side + side)) for row in range(side)]
    return rows + [tuple(range(column, side * side, side)) for column in range(side)]


def ascends_term(rules: Rules, garden: Sequence[Number]) -> Formula:
    """State that all rows and columns of a garden ascend, empty cells left out."""
    return PLACEMENT.orders_term(rules, garden)


def laid_rightly(rules: Rules, garden: Sequence[Number]) -> Formula:
    """State that every clover of a garden may lie where it lies by the clause in force, compared with all others.

    That these are the gardens in order is LNC25.
    """
    return placement(rules).orders_term(rules, garden)


def filled(garden: Iterable[Number]) -> Number:
    """Count the filled cells."""
    return Count(cell != 0 for cell in garden)


def copies_in(garden: Iterable[Number], each: int) -> Number:
    """Count the copies of a number in a garden."""
    return Count(cell == each for cell in garden)


def within_sets(rules: Rules, garden: Sequence[Number], more: Number = 0) -> Formula:
    """State that a garden, and one more clover if there is one, has no more copies of a number than there are sets."""
    counts = (copies_in((*garden, more), each) for each in range(1, rules.top + 1))
    return And(count <= rules.sets for count in counts)


def marked_filled(rules: Rules, garden: Sequence[Number]) -> Formula:
    """State that the diagonal of the set-up is filled."""
    return And(garden[cell] != 0 for cell in rules.board.diagonal)


def laid_apart(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Give gardens with only marked cells filled, each number in one garden only, to begin a line of play with."""
    side, players = rules.board.side, rules.players
    gardens = [[0] * side**2 for _ in range(players)]
    for seat, garden in enumerate(gardens, 1):
        for place, cell in enumerate(rules.board.diagonal):
            garden[cell] = place * players + seat
    return tuple(map(tuple, gardens))


def in_turn(rules: Rules, garden: Sequence[Number], **move: Any) -> SymbolicStep:
    """Give player 1's turn with a garden; the table after it is of no matter."""
    table = replace(
        symbolic_table(rules, "before"), gardens=(tuple(garden), *((0,) * len(garden),) * (rules.players - 1))
    )
    return SymbolicStep(table, SymbolicMove(Turn, player=1, **move), table, declared_size(rules))


def one_set_each(rules: Rules) -> bool:
    """Tell whether there is a copy of each number for each player, as printed."""
    return rules.sets >= rules.players


# Tables ---------------------------------------------------------------------------------------------------------------


def keeps_clauses(step: SymbolicStep, *only: type[Clause[Step]]) -> Formula:
    """State that a step keeps every rule of its edition, or only those given.

    A proof that needs few of them is found sooner.
    """
    in_force = step.rules.changes.in_force(listed.CLAUSES)
    asked = (clause for clause in binding(in_force, step.move.kind) if isinstance(clause, only or Clause))
    return And(clause.term(step) for clause in asked)


def placement(rules: Rules) -> Ascending:
    """Give the clause about placing as it is in force; what the words "in order" mean stays `ascends_term`."""
    return rules.changes.form_of(PLACEMENT)


def stands(step: SymbolicStep) -> Formula:
    """State what the form of a log demands: there is one start (a second one is unreadable)."""
    return Not(step.before.playing) if step.made_by(Start) else True


def clauses_about(kind: type) -> tuple[ClauseId, ...]:
    """Name the clauses that speak about a kind of move."""
    return tuple(clause.id for clause in listed.CLAUSES if kind in clause.moves)


def table_between(rules: Rules, name: str = "table", *, conceding: bool = False) -> SymbolicTable:
    """Give a table of one game, of which only is known that no result was named yet; nobody has conceded if told so.

    Earlier games of a tournament only forbid who may start, so the first one stands for all.
    """
    free = symbolic_table(rules, name)
    return replace(
        free,
        conceded=free.conceded if conceding else (False,) * rules.players,
        again=free.again if rules.again else False,
        played_on=False,
        closed=False,
        stopped=False,
        tournament=free.tournament if conceding else False,
    )


def start_of(rules: Rules) -> SymbolicTable:
    """Give the table before anything has happened."""
    return empty_table(rules)


def invariants(table: SymbolicTable) -> Mapping[str, Formula]:
    """State, part by part, what is true of every table that can occur."""
    rules, board = table.rules, table.rules.board
    goes_on = And(table.playing, table.ended == NOT_ENDED)
    return {
        ORDERED: And(ascends_term(rules, garden) for garden in table.gardens),
        CONSERVED: And(table.copies(n) == rules.sets for n in table.numbers),
        FACE_DOWN: table.pile == Sum(table.hidden),
        "set-up fills only marked cells": Or(
            table.playing,
            And(
                And(garden[cell] == 0 for garden in table.gardens for cell in board.unmarked),
                And(placed == filled(garden) for placed, garden in zip(table.placed, table.gardens, strict=True)),
                And(placed <= board.side for placed in table.placed),
                And(count == 0 for count in table.middle),
                table.pile + Sum(table.placed) == rules.clovers,
                And(table.last == 0, table.first == 0),
            ),
        ),
        MARKED: Implies(table.playing, And(marked_filled(rules, garden) for garden in table.gardens)),
        GOES_ON: Implies(goes_on, And(table.pile >= 1, And(empty >= 1 for empty in table.empty))),
        "who has had the last turn is known": And(
            Implies(table.last != 0, table.first != 0),
            Iff(table.last == 0, table.turns == 0),
            Implies(table.last == 0, And(Not(table.drawn), Not(table.again), table.ended == NOT_ENDED)),
        ),
        ENDS: And(
            Implies(table.ended == BY_FULL, Count(table.full) == 1),
            And(
                Implies(table.over, Iff(then == 0, full))
                for then, full in zip(table.empty_then, table.full, strict=True)
            ),
            Implies(table.ended == BY_PILE, And(table.drawn, table.pile == 0, Not(Or(table.full)))),
            And(Implies(table.over, then == now) for then, now in zip(table.empty_then, table.empty, strict=True)),
            Or(table.over, And(then == 0 for then in table.empty_then)),
            And(map(Implies, table.conceded_then, table.conceded)),
        ),
        "nothing was named or played behind the end": And(
            Not(Or(table.played_on, table.closed, table.stopped)), Or(bool(rules.again), Not(table.again))
        ),
    }


ORDERED, CONSERVED = "all gardens are in order", "every number has as many copies as there are sets"
FACE_DOWN = "the pile holds what nobody has seen"
MARKED, ENDS = "in play all marked cells are filled", "play ends by a full garden or by the last clover"
GOES_ON = "while play goes on some clover is face down and no garden is full"


def together(table: SymbolicTable) -> Number:
    """Count all clovers: face down, in the middle, in the gardens."""
    return Sum([table.pile, *table.middle[1:], *map(filled, table.gardens)])


def most_invariants(table: SymbolicTable, *besides: str) -> Formula:
    """State all invariants but the two that cost a solver most; `besides` names those of them that are needed."""
    parts = invariants(table)
    return And(part for name, part in parts.items() if name not in (ORDERED, CONSERVED) or name in besides)


def some_turn(rules: Rules, name: str = "move", **known: Any) -> SymbolicMove:
    """Give a turn of which only some things are known, and after which nothing is shown."""
    return replace(unshown(symbolic_move(rules, Turn, name)), out=0, **known)


def unshown(move: SymbolicMove) -> SymbolicMove:
    """Give the move without what a turn shows of the table after it: what lies there follows from the turn."""
    return replace(move, shows={}) if move.kind is Turn else move


def middle_size(table: SymbolicTable) -> Number:
    """Count the clovers in the middle."""
    return Sum(table.middle)


def refused_case(step: SymbolicStep) -> CaseOf:
    """Read a step that was to be legal as the case, with the clauses that forbid it."""

    def read(values: Values) -> Counterexample:
        made = SYMBOLS.step_with(step, values)
        broken = tuple(clause.id for clause in breached(step.rules.changes.in_force(listed.CLAUSES), made))
        if not broken:
            raise NoCase("the step that was found breaks no clause")
        return Counterexample(steps=(made,), broken=broken)

    return read


def step_case(step: SymbolicStep) -> CaseOf:
    """Read the step itself as the case."""

    def read(values: Values) -> Counterexample:
        return Counterexample(steps=(SYMBOLS.step_with(step, values),))

    return read
