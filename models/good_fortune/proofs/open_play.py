"""What claims of a user's own are asked about: the deal, any turn, and any game from its deal on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from models.claim import ClaimId
from models.clause import binding
from models.good_fortune import clauses as listed
from models.good_fortune.assignments import SYMBOLS, form_of
from models.good_fortune.editions import Rules
from models.good_fortune.effect import step_of
from models.good_fortune.moves import Dealing, Opening, Turn
from models.good_fortune.proofs.play import PLACES, deal_step, placed
from models.good_fortune.proofs.predicates import keeps_clauses, table_between, unshown
from models.good_fortune.symbolic_effect import symbolic_effect
from models.good_fortune.symbolic_state import MOVES, TABLE, Form, SymbolicStep, SymbolicTable, symbolic_move
from models.good_fortune.symbolic_tiles import known_tiles
from models.good_fortune.table import Step, Table, undealt_table
from models.open_play import Beginning, OpenPlay, SymbolicMade
from models.smt import Formula, Values


def _told(step: object) -> SymbolicMade:
    assert isinstance(step, SymbolicStep)
    return SymbolicMade(step.move.kind, step.before, step.move, symbolic_effect(step), step, (), (), known=True)


def _made(step: SymbolicStep) -> SymbolicMade:
    kind = step.move.kind
    names = tuple(clause.id for clause in binding(listed.CLAUSES, kind))
    return SymbolicMade(kind, step.before, step.move, symbolic_effect(step), step, (keeps_clauses(step),), names)


def _some(rules: Rules, kind: type) -> SymbolicMade:
    assert kind is Turn
    return _behind(table_between(rules), "move")


def _behind(before: object, name: str) -> SymbolicMade:
    assert isinstance(before, SymbolicTable)
    rules = before.rules
    form = Form(1 if rules.simple else 2)
    return _made(SymbolicStep(before, unshown(symbolic_move(rules, Turn, form, name)), form, rules.hand))


def _kept(table: object) -> Mapping[ClaimId, Formula]:
    assert isinstance(table, SymbolicTable)
    return {PLACES: placed(table)}


def _begin(rules: Rules) -> Beginning[Step]:
    deal = _made(replace(deal_step(rules), move=symbolic_move(rules, Dealing, Form(line=0, shown=3), "deal")))

    def read(values: Values, turns: Sequence[SymbolicMade]) -> tuple[Step, ...]:
        steps = [step_of(undealt_table(rules), Opening())]
        for each in (deal, *turns):
            steps.append(step_of(steps[-1].after, SYMBOLS.move_with(each.move, values)))
        return tuple(steps)

    return Beginning((deal,), (), read)


def _known_table(table: object) -> SymbolicTable:
    assert isinstance(table, Table)
    return TABLE.constant(table.rules, table, tiles=known_tiles(table.rules.tiles))


def _known_step(step: Step) -> SymbolicMade:
    rules, kind = step.before.rules, type(step.move)
    before, after = _known_table(step.before), _known_table(step.after)
    made = SymbolicStep(before, MOVES[kind].constant(rules, step.move), form_of(step), rules.hand)
    return SymbolicMade(kind, before, made.move, after, made, (), (), known=True)


OPEN_PLAY: OpenPlay[Rules, Step] = OpenPlay(
    turn=Turn,
    kinds=(Turn,),
    results=(),
    first=lambda rules: _made(deal_step(rules)),
    some=_some,
    behind=_behind,
    invariants=_kept,
    determined=ClaimId("GFC04"),
    begin=_begin,
    known_table=_known_table,
    known_step=_known_step,
    told=_told,
    scope="behind the deal, while nobody concedes, until a result is named",
    counts=True,
    recorded=frozenset(("taken", "fate", "wins", "discards")),
)
