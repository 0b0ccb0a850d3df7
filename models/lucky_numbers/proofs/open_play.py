"""What claims of a user's own are asked about: any step of play, and any game from its set-up on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from models.claim import ClaimId
from models.clause import binding
from models.lucky_numbers import clauses as listed
from models.lucky_numbers.assignments import SYMBOLS
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Conceding, End, Opening, Placing, Start, Turn
from models.lucky_numbers.proofs.invariance import SOUND
from models.lucky_numbers.proofs.predicates import (
    CONSERVED,
    ORDERED,
    invariants,
    keeps_clauses,
    most_invariants,
    stands,
    start_of,
    table_between,
    unshown,
)
from models.lucky_numbers.proofs.traces import LineOfPlay
from models.lucky_numbers.symbolic_effect import symbolic_step_of
from models.lucky_numbers.symbolic_state import (
    MOVES,
    TABLE,
    SymbolicStep,
    SymbolicTable,
    declared_size,
    symbolic_move,
)
from models.lucky_numbers.table import Step, Table
from models.open_play import Beginning, OpenPlay, SymbolicMade
from models.smt import Formula, Not, Values


def _told(step: object) -> SymbolicMade:
    assert isinstance(step, SymbolicStep)
    return SymbolicMade(step.move.kind, step.before, step.move, step.after, step, (), (), known=True)


def _made(step: SymbolicStep) -> SymbolicMade:
    kind = step.move.kind
    legal = (keeps_clauses(step), stands(step))
    names = tuple(clause.id for clause in binding(listed.CLAUSES, kind))
    return SymbolicMade(kind, step.before, step.move, step.after, step, legal, names)


def _first(rules: Rules) -> SymbolicMade:
    return _made(symbolic_step_of(start_of(rules), symbolic_move(rules, Opening)))


def _some(rules: Rules, kind: type) -> SymbolicMade:
    return _step(table_between(rules, conceding=True), kind, "move")


def _step(before: SymbolicTable, kind: type, name: str) -> SymbolicMade:
    move = symbolic_move(before.rules, kind, name)
    if kind is Start:
        move = replace(move, shows=dict.fromkeys(move.shows, False))
    elif kind is Turn:
        move = replace(unshown(move), out=0)
    elif kind is End:
        move = replace(move, shows={**dict.fromkeys(move.shows, False), "winners": True})
    return _made(symbolic_step_of(before, move))


def _behind(before: object, name: str) -> SymbolicMade:
    assert isinstance(before, SymbolicTable)
    return _step(before, Turn, name)


def _kept(table: object) -> Mapping[ClaimId, Formula]:
    assert isinstance(table, SymbolicTable)
    parts = invariants(table)
    return {
        SOUND: most_invariants(table),
        ClaimId("LNC01"): parts[ORDERED],
        ClaimId("LNC02"): parts[CONSERVED],
    }


def _begin(rules: Rules) -> Beginning[Step]:
    """Begin at any table that set-up can leave: players lay the marked cells in rounds."""
    before = table_between(rules)
    start = _step(before, Start, "start")

    def read(values: Values, turns: Sequence[SymbolicMade]) -> tuple[Step, ...]:
        line = LineOfPlay(rules)
        gardens = SYMBOLS.table.read(before, values).gardens
        for cell in rules.board.diagonal:
            for seat, garden in enumerate(gardens, 1):
                line.make(SYMBOLS.moves[Placing].concrete(seat, garden[cell], cell))
        for each in (start, *turns):
            line.make(SYMBOLS.move_with(each.move, values))
        return tuple(line.steps)

    return Beginning((start,), (*_kept(before).values(), Not(before.playing)), read)


def _known_table(table: object) -> SymbolicTable:
    assert isinstance(table, Table)
    return TABLE.constant(table.rules, table)


def _known_step(step: Step) -> SymbolicMade:
    rules, kind = step.before.rules, type(step.move)
    before, after = _known_table(step.before), _known_table(step.after)
    made = SymbolicStep(before, MOVES[kind].constant(rules, step.move), after, declared_size(rules))
    return SymbolicMade(kind, before, made.move, after, made, (), (), known=True)


OPEN_PLAY: OpenPlay[Rules, Step] = OpenPlay(
    turn=Turn,
    kinds=(Placing, Start, Turn, Conceding),
    results=(End,),
    first=_first,
    some=_some,
    behind=_behind,
    invariants=_kept,
    determined=ClaimId("LNC22"),
    begin=_begin,
    known_table=_known_table,
    known_step=_known_step,
    told=_told,
    scope="until a result is named",
    counts=True,
)
